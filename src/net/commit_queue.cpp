// Commit queue: group commit on the store's thread.
#include "net/commit_queue.h"

#include <cassert>
#include <chrono>

namespace nl {

CommitQueue::CommitQueue(Store& store, std::function<void(Committed)> committed,
                         std::function<void(const std::string&)> failed)
    : store_(store),
      committed_(std::move(committed)),
      failed_(std::move(failed)),
      thread_([this] { run(); }) {}

void CommitQueue::finish() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  work_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void CommitQueue::add(Write write) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(write));
}

void CommitQueue::go() {
  const std::lock_guard lock(mutex_);
  if (!waiting_.empty() && idle_) work_.notify_one();
}

void CommitQueue::append(const RoomId& room, std::uint64_t number, const Entry& entry) {
  assert(number != 0);
  add({.room = room, .number = number, .entries = {entry}});
}

void CommitQueue::replace(const RoomId& room, std::uint64_t number, std::vector<Entry> entries) {
  assert(number != 0 && !entries.empty() && entries[0].kind == EntryKind::Header);
  add({.room = room, .number = number, .entries = std::move(entries), .replaces = true});
}

void CommitQueue::forget(const RoomId& room) { add({.room = room}); }

void CommitQueue::close(const RoomId& room) { add({.room = room, .closes = true}); }

void CommitQueue::write_entry(const RoomId& room, const Entry& entry) {
  if (entry.kind == EntryKind::Header) {
    store_.open_room(room, entry.data);
  } else {
    store_.append(room, entry);
  }
}

void CommitQueue::write(const std::vector<Write>& group) {
  Committed committed;
  for (const Write& write : group) {
    const bool ends = write.number == 0;
    if (write.closes) {
      store_.close_room(write.room);
    } else if (ends || write.replaces) {
      store_.forget_room(write.room);
    }
    if (ends) continue;
    for (const Entry& entry : write.entries) write_entry(write.room, entry);
    ++committed.entries;
    // Reports only the last entry of a room: it stands for those before it.
    auto& rooms = committed.rooms;
    if (rooms.empty() || rooms.back().first != write.room) rooms.emplace_back(write.room, 0);
    rooms.back().second = write.number;
  }
  store_.commit();
  figures_.groups += 1;
  figures_.entries += committed.entries;
  committed_(std::move(committed));
}

void CommitQueue::run_between_commits(std::function<bool()> work) {
  const std::lock_guard lock(mutex_);
  idle_work_.push_back(std::move(work));
  work_.notify_one();
}

void CommitQueue::run_idle_work() {
  std::vector<std::function<bool()>> now;
  {
    const std::lock_guard lock(mutex_);
    now.swap(idle_work_);
  }
  for (auto& work : now) {
    if (!work()) run_between_commits(std::move(work));
  }
}

void CommitQueue::run() {
  std::vector<Write> group;
  std::unique_lock lock(mutex_);
  for (;;) {
    idle_ = true;
    work_.wait(lock, [&] { return ending_ || !waiting_.empty() || !idle_work_.empty(); });
    idle_ = false;
    if (waiting_.empty() && ending_) return;
    lock.unlock();
    run_idle_work();
    lock.lock();
    if (waiting_.empty()) continue;
    group.clear();
    group.swap(waiting_);
    lock.unlock();  // entries that come during the write are the next group
    const auto begun = std::chrono::steady_clock::now();
    try {
      write(group);
    } catch (const StoreError& error) {
      // Nothing more is written: it would follow a gap.
      return failed_(error.what());
    }
    const auto spent = std::chrono::steady_clock::now() - begun;
    figures_.times.add(spent);
    figures_.microseconds += static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(spent).count());
    lock.lock();
  }
}

}  // namespace nl
