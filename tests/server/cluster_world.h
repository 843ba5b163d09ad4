// Simulated cluster: nodes on one database in virtual time, clients, and faults.
#pragma once

#include "server/cluster_node.h"

namespace nl {

class ClusterWorld final : public ClusterGround {
 public:
  ClusterWorld(std::uint64_t seed, std::size_t count, ServerTimes its)
      : ClusterGround(seed, count, its) {
    for (std::size_t i = 0; i < count; ++i) {
      nodes_.push_back(std::make_unique<ClusterNode>(*this, i));
      nodes_.back()->start();
    }
  }

  // ---- for clients; 0: nobody is there --------------------------------------------------------

  SessionId connect(ClusterClient* client, std::size_t index) {
    ClusterNode* const node = nodes_[index].get();
    if (!node->up()) return 0;
    const SessionId id = lines.open(client, index);
    node->later(up_to(20), [this, id, node] { node->core->opened(id, "", now()); });
    return id;
  }
  void say(SessionId id, std::string text) {
    auto* const line = lines.find(id);
    if (line == nullptr) return;
    line->up = std::max(line->up, now() + Time{21}) + Time{1};
    ClusterNode* const node = nodes_[line->node].get();
    node->later(line->up - now(), [this, id, node, text = std::move(text)] {
      if (lines.contains(id)) node->core->received(id, text, now());
    });
  }
  void hang_up(SessionId id) {
    auto* const line = lines.find(id);
    if (line == nullptr) return;
    ClusterNode* const node = nodes_[line->node].get();
    lines.forget(id);
    node->later(up_to(100), [this, id, node] { node->core->closed(id, now()); });
  }

  // ---- faults -----------------------------------------------------------------------------------

  void kill(std::size_t node) { nodes_[node]->kill(); }
  void pause(std::size_t node, Time span) { nodes_[node]->pause(span); }
  void cut(std::size_t node, Time span) { nodes_[node]->cut(span); }
  void hold(std::size_t node, Time span) { nodes_[node]->hold(span); }
  void lose_answer(std::size_t node) { nodes_[node]->lose_answer(); }
  void sleep_on_word(std::size_t node, Time span) { nodes_[node]->sleep_on_word(span); }
  void deploy(std::size_t node) { nodes_[node]->deploy(); }
  void balance(std::size_t node) { nodes_[node]->balance(); }

  const Room* room(const std::string& code) const {
    const auto [first, last] = ids_of_code(code);
    const auto found = database.rooms.lower_bound(first);
    if (found == database.rooms.end() || found->first > last) return nullptr;
    const auto owner = database.nodes.find(found->second.owner);
    if (owner == database.nodes.end()) return nullptr;
    const ClusterNode& node = *nodes_[owner->second.index];
    return node.core && node.epoch == owner->first ? node.core->room(code) : nullptr;
  }
  // Every blob of every room opens, in its place and with terms that never fall.
  void check_store() {
    SharedBlobs blobs(database, 0);
    SealedReader reader(kClusterKey, blobs);
    std::vector<Epoch> holders;
    for (const auto& [key, note] : database.cells) {
      if (key.second == Cell::Ledger) holders.push_back(key.first);
    }
    for (const Epoch holder : holders) reader.read(*database.shelf(holder));
  }

 private:
  std::vector<std::unique_ptr<ClusterNode>> nodes_;
};

}  // namespace nl
