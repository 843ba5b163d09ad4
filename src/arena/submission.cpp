#include "arena/submission.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "arena/identity.h"
#include "arena/sandbox.h"

namespace nl {
namespace {

[[noreturn]] void refuse(const std::string& folder, const std::string& expected) {
  throw std::invalid_argument(folder + "/manifest.json: expected " + expected);
}

std::string text_field(const nlohmann::json& manifest, const char* field) {
  const auto found = manifest.find(field);
  return found != manifest.end() && found->is_string() ? found->get<std::string>() : "";
}

// A number that was given and is not negative.
double number_field(const nlohmann::json& json, const char* field, const std::string& folder) {
  const auto found = json.find(field);
  if (found == json.end() || !found->is_number() || found->get<double>() < 0) {
    refuse(folder, std::string("budget: a number of ") + field);
  }
  return found->get<double>();
}

TrainingBudget read_budget(const nlohmann::json& manifest, const std::string& folder) {
  const auto found = manifest.find("budget");
  if (found == manifest.end() || !found->is_object()) {
    refuse(folder, "budget: decisions, hours and machine of the training");
  }
  const TrainingBudget budget{number_field(*found, "decisions", folder),
                              number_field(*found, "hours", folder), text_field(*found, "machine")};
  if (budget.machine.empty()) refuse(folder, "budget: the machine that it was trained on");
  return budget;
}

// Modules that are imported once for all games: the command of a fork server (fork_server.h).
std::string preload_of(const nlohmann::json& manifest, const std::string& folder) {
  const auto found = manifest.find("preload");
  if (found == manifest.end()) return {};
  if (!found->is_array()) refuse(folder, "preload: a list of modules");
  std::string modules;
  for (const nlohmann::json& module : *found) {
    if (!module.is_string()) refuse(folder, "preload: a list of modules");
    modules += (modules.empty() ? "preload:" : ",") + module.get<std::string>();
  }
  return modules.empty() ? modules : modules + ' ';
}

std::string kind_of(const nlohmann::json& manifest, const std::string& folder, bool learned) {
  const std::string kind = text_field(manifest, "kind");
  if (kind.empty()) return learned ? "learned" : "program";
  if (kind == "text" || kind == "search" || kind == "rules") return kind;
  refuse(folder, "kind: text, search or rules, or none");
}

}  // namespace

Submission read_submission(const std::string& folder) {
  std::ifstream file(folder + "/manifest.json");
  const nlohmann::json manifest = nlohmann::json::parse(file, nullptr, false);
  if (!manifest.is_object()) refuse(folder, "an object of JSON");
  Submission submission{text_field(manifest, "name"), text_field(manifest, "command")};
  if (const std::string fault = fault_in_name(submission.name); !fault.empty()) {
    throw std::invalid_argument(folder + "/manifest.json: name: " + fault);
  }
  if (submission.command.empty()) refuse(folder, "a command");
  const auto learned = manifest.find("learned");
  if (learned == manifest.end() || !learned->is_boolean()) refuse(folder, "learned: true or false");
  submission.learned = *learned;
  submission.kind = kind_of(manifest, folder, submission.learned);
  submission.training = text_field(manifest, "training");
  if (submission.learned && submission.training.empty()) {
    refuse(folder, "training: what it was trained by, and for how long");
  }
  if (submission.learned) submission.budget = read_budget(manifest, folder);
  submission.command = preload_of(manifest, folder) + submission.command;
  submission.hash = folder_identity(folder);
  return submission;
}

std::string sandboxed(const Submission& submission, const std::string& folder) {
  if (!sandbox_works()) {
    throw std::invalid_argument(folder + no_sandbox_here());
  }
  return sandboxed_folder(folder, submission.command);
}

}  // namespace nl
