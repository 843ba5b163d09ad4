// Comparison of views field by field, without padding.
#pragma once

#include <cstring>
#include <string>

#include "engine/view.h"

namespace nl {

static_assert(std::has_unique_object_representations_v<Frame> &&
                  std::has_unique_object_representations_v<Play>,
              "compared as bytes");

// The first field in which two views differ; empty if they are the same.
inline std::string different_field(const View& a, const View& b) {
  if (a.viewer != b.viewer) return "viewer";
  if (a.seats != b.seats) return "seats";
  if (a.turn != b.turn) return "turn";
  if (a.alive != b.alive) return "alive";
  if (a.cursed != b.cursed) return "cursed";
  if (a.forward != b.forward) return "forward";
  if (a.attacked != b.attacked) return "attacked";
  if (a.faceup != b.faceup) return "faceup";
  if (a.doom_on_top != b.doom_on_top) return "doom_on_top";
  if (a.pile_size != b.pile_size) return "pile_size";
  if (a.discard_top != b.discard_top) return "discard_top";
  if (a.may_act != b.may_act) return "may_act";
  if (a.committed != b.committed) return "committed";
  if (a.asked != b.asked) return "asked";
  if (a.depth != b.depth) return "depth";
  if (std::memcmp(&a.frames, &b.frames, sizeof a.frames) != 0) return "frames";
  if (std::memcmp(&a.play, &b.play, sizeof a.play) != 0) return "play";
  if (a.owed != b.owed) return "owed";
  if (a.pending != b.pending) return "pending";
  if (a.hand_size != b.hand_size) return "hand_size";
  if (a.with_marks != b.with_marks) return "with_marks";
  if (a.hand != b.hand) return "hand";
  if (a.discard != b.discard) return "discard";
  if (a.marked != b.marked) return "marked";
  if (a.legal != b.legal) return "legal";
  return a.known == b.known ? "" : "known";
}

}  // namespace nl
