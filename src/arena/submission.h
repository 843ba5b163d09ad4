// Submission: a folder with a manifest.json that enters the arena as one agent. It is played in a
// sandbox (sandbox.h) that mounts the system's programs and this folder alone, both read-only.
#pragma once

#include <string>

#include "arena/about_log.h"

namespace nl {

struct Submission {
  std::string name;
  std::string command;   // runs in the folder; begins with preload: if the manifest asks for it
  bool learned = false;  // then its training must be described
  std::string kind{};    // learned, text (a language model answers), or program
  std::string training{};
  TrainingBudget budget{};  // … and its cost
  std::string hash{};       // of all files in the folder
};

// Throws std::invalid_argument with the expected content of the manifest.
Submission read_submission(const std::string& folder);

// The command that runs it. Throws std::invalid_argument without bubblewrap.
std::string sandboxed(const Submission& submission, const std::string& folder);

}  // namespace nl
