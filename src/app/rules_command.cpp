// Subcommand `rules`: presets side by side.
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "app/table_text.h"
#include "text/notation.h"
#include "text/rules_text.h"

namespace nl {
namespace {

struct ShowOptions {
  RulesOptions rules;
  std::vector<std::string> presets;
  bool markdown = false;
};

std::vector<std::string> names_to_show(const ShowOptions& options) {
  if (!options.presets.empty()) return options.presets;
  std::vector<std::string> all;
  for (int preset = 0; preset < kPresets; ++preset) {
    all.emplace_back(preset_name(static_cast<Preset>(preset)));
  }
  return all;
}

// One column per preset, one row per field; cards that no preset has are left out.
void show_rules(const ShowOptions& options) {
  const std::vector<std::string> names = names_to_show(options);
  std::vector<Rules> columns;
  for (const std::string& name : names) {
    RulesOptions chosen = options.rules;
    chosen.preset = name;
    columns.push_back(chosen_rules(chosen, Language::English));
  }
  TableText table;
  table.add({"field"});
  for (const std::string& name : names) table.extend(name);
  table.extend("allowed");
  for (const std::string& field : rule_fields()) {
    std::vector<std::string> row = {plain_field(field)};
    for (const Rules& rules : columns) row.push_back(get_field(rules, field));
    const bool absent = field.starts_with("copies.") &&
                        std::all_of(row.begin() + 1, row.end(), [](auto& n) { return n == "0"; });
    row.push_back(allowed_values(field));
    if (!absent) table.add(std::move(row));
  }
  table.print(std::cout, options.markdown);
}

}  // namespace

void add_rules(CLI::App& program) {
  auto* command = program.add_subcommand("rules", "Shows presets' fields and counts side by side");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("presets", options->presets, "which (default: all): " + preset_list());
  options->rules.add_to(*command);
  command->add_flag("--markdown", options->markdown, "as a Markdown table");
  command->callback([options] { show_rules(*options); });
}

}  // namespace nl
