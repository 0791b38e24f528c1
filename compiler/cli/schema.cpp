#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "language/reference.h"
#include "language/schema.h"
#include "language/tables.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

// The names that a program declares, those behind aliases included; of one with errors, what could be read.
void add_names(const Program& program, ProjectNames& names) {
  if (program.root == nullptr) return;
  for (size_t i = 0; i < kSectionCount; ++i) {
    const Node* section = program.root->find(section_name(static_cast<Section>(i)));
    if (section == nullptr) continue;
    for (const Entry& entry : section->entries) {
      const bool is_known = std::ranges::find(names[i], entry.key) != names[i].end();
      if (!is_known) names[i].emplace_back(entry.key);
    }
  }
}

}  // namespace

int run_schema(const SchemaOptions& options) {
  if (!options.project) {
    fmt::print("{}", json_schema());
    return kGood;
  }
  const auto inputs = find_inputs({*options.project}, options.root);
  if (!inputs) return kUsage;
  Projects projects(*inputs);
  ProjectNames names;
  for (const Input& input : *inputs) {
    Project& project = projects.of(input);
    auto read = read_input(input, project.files);
    if (!read) {
      complain("{}", read.error());
      return kUsage;
    }
    const auto file = check_file(input.path, std::move(read->text), project.files, project.parsed,
                                 CheckDepth::model, input.viewpoint);
    add_names(*file->program, names);
  }
  for (auto& section : names) std::ranges::sort(section);
  fmt::print("{}", json_schema(names));
  return kGood;
}

int run_reference() {
  fmt::print("{}", language_reference());
  return kGood;
}

int run_reference_pages(const std::string& folder) {
  for (const ReferencePage& page : reference_pages()) {
    const std::filesystem::path path = std::filesystem::path(folder) / page.path;
    if (const std::string problem = write_file(path, page.text); !problem.empty()) {
      complain("{}", problem);
      return kUsage;
    }
  }
  return kGood;
}

}  // namespace ishi::compiler::cli
