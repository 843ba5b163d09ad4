// Both document stores for parametrized tests: a folder, and PostgreSQL where it is installed.
#pragma once

#include "site/folder_documents.h"
#include "site/postgres_documents.h"
#include "store/folder.h"
#include "store/postgres_server.h"

namespace nl {

enum class DocumentBackend { Folder, Postgres };

inline std::string backend_name(const testing::TestParamInfo<DocumentBackend>& info) {
  return info.param == DocumentBackend::Folder ? "Folder" : "Postgres";
}

class DocumentStoreTest : public testing::TestWithParam<DocumentBackend> {
 protected:
  void SetUp() override {
    if (is_folder()) return;
    if (PostgresServer::get() == nullptr) GTEST_SKIP() << PostgresServer::why_not();
    address_ = PostgresServer::get()->new_database();
  }
  bool is_folder() const { return GetParam() == DocumentBackend::Folder; }

  // As the next start of a server opens it; of a database also as another node does.
  std::unique_ptr<DocumentStore> open() const {
    if (is_folder()) return std::make_unique<FolderDocuments>(folder_.path());
    return std::make_unique<PostgresDocuments>(address_, SealKey({1}));
  }

  const Folder folder_;
  std::string address_;
};

inline const auto kBothBackends =
    testing::Values(DocumentBackend::Folder, DocumentBackend::Postgres);

}  // namespace nl
