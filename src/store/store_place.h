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

// Place of a backup's key: beside the folder and not inside it, so that somebody who gets hold of a
// backup doesn't have its key as well.
std::filesystem::path key_beside(const std::filesystem::path& folder);

// Its key. Throws StoreError if there is none.
SealKey key_at(const StorePlace& at);

struct StoreCount {
  std::size_t open = 0;
  std::size_t closed = 0;
  std::size_t entries = 0;
  std::uint64_t bytes = 0;
};

// Opens every blob of every room and compares each holder's rooms with its ledger; of a database
// that is in use all is of one moment. Throws StoreError at the first thing that is not whole.
StoreCount check_store(const StorePlace& at);

// A database is sealed with the key of the folder that it comes from, a folder with a key beside
// it (FOLDER.key), unless one is named.
std::filesystem::path default_copy_key(const StorePlace& from, const StorePlace& to);

// Everything of one store into another, which must hold no rooms; sealed again with the key there.
StoreCount copy_store(const StorePlace& from, const StorePlace& to);

}  // namespace nl
