// Reader of a submission's manifest.
#include "arena/submission.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "arena/identity.h"
#include "arena/sandbox.h"
#include "text/json_reader.h"

namespace nl {
namespace {

[[noreturn]] void refuse(const std::string& folder, const std::string& expected) {
  throw std::invalid_argument(folder + "/manifest.json: expected " + expected);
}

// Empty if it is missing or not a text.
std::string text_field(const JsonReader& manifest, const char* field) {
  return manifest[field].if_text().value_or("");
}

// A non-negative number, if given.
double number_field(const JsonReader& json, const char* field, const std::string& folder) {
  try {
    if (const double number = json[field].real(); number >= 0) return number;
  } catch (const JsonError&) {
  }
  refuse(folder, std::string("budget: a number of ") + field);
}

TrainingBudget read_budget(const JsonReader& json, const std::string& folder) {
  if (!json.is_object()) refuse(folder, "budget: decisions, hours and machine of the training");
  const TrainingBudget budget{number_field(json, "decisions", folder),
                              number_field(json, "hours", folder), text_field(json, "machine")};
  if (budget.machine.empty()) refuse(folder, "budget: the machine that it was trained on");
  return budget;
}

// Modules that are imported once for all games: the command of a fork server (fork_server.h).
std::string preload_of(const JsonReader& manifest, const std::string& folder) {
  const JsonReader list = manifest["preload"];
  if (!list.exists()) return {};
  if (!list.is_list()) refuse(folder, "preload: a list of modules");
  std::string modules;
  for (const JsonReader& module : list.items()) {
    const auto name = module.if_text();
    if (!name) refuse(folder, "preload: a list of modules");
    modules += (modules.empty() ? "preload:" : ",") + *name;
  }
  return modules.empty() ? modules : modules + ' ';
}

std::string kind_of(const JsonReader& manifest, const std::string& folder, bool learned) {
  const std::string kind = text_field(manifest, "kind");
  if (kind.empty()) return learned ? "learned" : "program";
  if (kind == "text" || kind == "search" || kind == "rules") return kind;
  refuse(folder, "kind: text, search or rules, or none");
}

Json read_manifest(const std::string& folder) {
  std::ifstream file(folder + "/manifest.json");
  std::stringstream text;
  text << file.rdbuf();
  try {
    return parse_object(text.view());
  } catch (const JsonError&) {
    refuse(folder, "an object of JSON");
  }
}

}  // namespace

Submission read_submission(const std::string& folder) {
  const Json document = read_manifest(folder);
  const JsonReader manifest(document);
  Submission submission{text_field(manifest, "name"), text_field(manifest, "command")};
  if (const std::string fault = fault_in_name(submission.name); !fault.empty()) {
    throw std::invalid_argument(folder + "/manifest.json: name: " + fault);
  }
  if (submission.command.empty()) refuse(folder, "a command");
  try {
    submission.learned = manifest["learned"].flag();
  } catch (const JsonError&) {
    refuse(folder, "learned: true or false");
  }
  submission.kind = kind_of(manifest, folder, submission.learned);
  submission.training = text_field(manifest, "training");
  if (submission.learned && submission.training.empty()) {
    refuse(folder, "training: what it was trained by, and for how long");
  }
  if (submission.learned) submission.budget = read_budget(manifest["budget"], folder);
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
