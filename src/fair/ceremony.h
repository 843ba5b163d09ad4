// Commit-reveal ceremony before a fair deal: the server commits to a seed, players commit to
// shares, all reveal, and only then the server deals. Nobody can choose or change the deck.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "fair/commitment.h"

namespace nl {

enum class ShareStatus : std::uint8_t {
  Given,     // committed and revealed by the player
  Supplied,  // derived by the server for a seat without a commitment (a bot, an old client)
  Missing,   // committed to but not revealed in time: the deal went on without it
};
inline constexpr int kShareStatuses = static_cast<int>(ShareStatus::Missing) + 1;

struct SeatShare {
  ShareStatus status = ShareStatus::Missing;
  Bytes32 commitment{};
  Bytes32 share{};  // zeros while it is missing
};

// Seeds and shares that contradict their commitments.
class FairError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A completed ceremony. Only valid commitments lead to one, and only one leads to a FairSource.
class FairDeal {
 public:
  // Throws FairError with the reason if a seed or share contradicts its commitment.
  FairDeal(const GameId& game, std::string terms, const Bytes32& server_commitment,
           const Bytes32& server_seed, std::vector<SeatShare> shares);

  const GameId& game() const { return game_; }
  const std::string& terms() const { return terms_; }
  const Bytes32& server_commitment() const { return server_commitment_; }
  // Secret until the game is over.
  const Bytes32& server_seed() const { return server_seed_; }
  const std::vector<SeatShare>& shares() const { return shares_; }
  // Key from which every outcome of the game follows. As secret as the seed.
  const Bytes32& key() const { return key_; }

 private:
  void check_share(Seat seat, const Bytes32& game_digest) const;
  Bytes32 derive_key(const Bytes32& game_digest) const;

  GameId game_;
  std::string terms_;
  Bytes32 server_commitment_;
  Bytes32 server_seed_;
  std::vector<SeatShare> shares_;
  Bytes32 key_;
};

enum class CeremonyRefusal : std::uint8_t {
  None,
  NoSuchSeat,
  NotNow,        // commitments come before reveals
  Twice,         // a second commitment or share
  NotCommitted,  // a reveal from a seat whose share was derived
  DoesNotMatch,  // a share that contradicts its commitment
};

// A running ceremony. It draws no random numbers: the same seed and the same calls give the same
// deal, so a killed server continues from its stored events.
class FairCeremony {
 public:
  // `server_seed` must be stored before the commitment is published: secret_bytes() draws one.
  FairCeremony(const GameId& game, std::string terms, int seats, const Bytes32& server_seed);

  const GameId& game() const { return game_; }
  const std::string& terms() const { return terms_; }
  const Bytes32& server_commitment() const { return server_commitment_; }

  // First stage: commitments, until all are there or the time is up.
  CeremonyRefusal commit(Seat seat, const Bytes32& commitment);
  // Derives the shares of seats without a commitment. From here on all commitments are published
  // and none can be added.
  void close_commitments();
  const Bytes32& commitment(Seat seat) const { return shares_[seat].commitment; }
  SeatMask committed() const { return committed_; }  // by their players
  SeatMask supplied() const;                         // known once closed

  // Second stage: the shares.
  CeremonyRefusal reveal(Seat seat, const Bytes32& share);
  bool all_revealed() const { return closed_ && waiting_for_ == 0; }
  SeatMask waiting_for() const { return waiting_for_; }
  // Marks shares that have not arrived as missing. Only after close_commitments().
  FairDeal finish() const;

  int seats() const { return static_cast<int>(shares_.size()); }

 private:
  GameId game_;
  std::string terms_;
  Bytes32 server_seed_;
  Bytes32 game_digest_;
  Bytes32 server_commitment_;
  std::vector<SeatShare> shares_;
  SeatMask committed_ = 0;
  SeatMask waiting_for_ = 0;
  bool closed_ = false;
};

}  // namespace nl
