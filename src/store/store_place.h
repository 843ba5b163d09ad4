// Store location, a folder or postgres://…: reads, checks or copies a whole store.
#pragma once

#include <filesystem>
#include <functional>

#include "store/sealed_store.h"

namespace nl {

struct StorePlace {
  std::string place{};               // a data folder, or a database
  std::filesystem::path key_file{};  // empty: in the folder
};

// Place of a backup's key: beside the folder and not inside it, so that a stolen backup has no key.
std::filesystem::path key_beside(const std::filesystem::path& folder);

// Returns the store's key. Throws StoreError if there is none.
SealKey key_at(const StorePlace& at);

struct StoreCount {
  std::size_t open = 0;
  std::size_t closed = 0;
  std::size_t entries = 0;
  std::uint64_t bytes = 0;
};

// Opens every blob of every room and compares each holder's rooms with its ledger. A database in
// use is read as one snapshot. Throws StoreError at the first fault.
StoreCount check_store(const StorePlace& at);

// A database is sealed with the key of the folder that it comes from, a folder with a key beside it
// (FOLDER.key), unless another is named.
std::filesystem::path default_copy_key(const StorePlace& from, const StorePlace& to);

// Copies everything from one store into another, which must have no rooms, and seals it with the
// key there.
StoreCount copy_store(const StorePlace& from, const StorePlace& to);

}  // namespace nl
