#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <vector>

#include "cli/batch.h"
#include "cli/exit_code.h"
#include "cli/header.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/stats.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "ishi/asset.h"
#include "source/read_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

struct Built {
  Sources sources;
  Compilation compilation;
  bool is_readable = true;
  std::string failure;  // of writing
};

std::string_view as_text(const std::vector<uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// In the syntax of make: spaces and '#' escaped, '$' doubled.
std::string escaped(const std::string& path) {
  std::string result;
  for (const char c : path) {
    if (c == ' ' || c == '#') result += '\\';
    if (c == '$') result += '$';
    result += c;
  }
  return result;
}

// Writes the rule "blob: sources", paths relative to the working folder. An empty string, or why it could
// not be done.
std::string write_depfile(const fs::path& blob, const Sources& sources) {
  const fs::path depfile = blob.string() + ".d";
  std::vector<std::string> paths = {blob.generic_string()};
  for (uint32_t i = 0; i < sources.size(); ++i) paths.push_back(sources.shown_path(i));
  for (const std::string& path : paths) {
    if (path.find('\n') != std::string::npos) {
      return fmt::format(
          "cannot write {}: the name of a folder on the way to {} holds a line end, which no depfile can "
          "say; rename it",
          depfile.string(), path);
    }
  }
  std::string text = escaped(paths[0]) + ":";
  for (size_t i = 1; i < paths.size(); ++i) text += fmt::format(" \\\n  {}", escaped(paths[i]));
  return write_file(depfile, text + "\n");
}

void build_one(const Input& input, const BuildOptions& options, ParsedFiles* included, Built& built) {
  auto text = read_input(input);
  built.is_readable = text.has_value();
  if (!text) return;
  built.sources.show_from(input.viewpoint);
  CompileOptions compile_options;
  compile_options.strip = options.strip;
  compile_options.included = included;
  built.compilation =
      compile(input.path, std::move(*text), FolderReader(input.root), compile_options, built.sources);
  if (built.compilation.has_errors || built.compilation.blob.empty()) return;
  const fs::path blob = (fs::path(options.output) / (input.output + ".ishi")).lexically_normal();
  built.failure = write_file(blob, as_text(built.compilation.blob));
  if (built.failure.empty() && options.depfile) built.failure = write_depfile(blob, built.sources);
}

// Two sources that would become one blob: the later one is said to be in the way.
bool outputs_collide(const std::vector<Input>& inputs) {
  std::map<std::string, const Input*> outputs;
  for (const Input& input : inputs) {
    const auto [first, is_new] = outputs.emplace(input.output, &input);
    if (is_new) continue;
    complain("{} and {} would both become {}.ishi; build them in one folder or into two",
             first->second->shown_path(), input.shown_path(), input.output);
    return true;
  }
  return false;
}

}  // namespace

int run_build(const BuildOptions& options) {
  if (options.output.empty()) {
    complain("-o needs the name of a folder; `.` is this one");
    return kUsage;
  }
  const HeaderFile header{options.header, "--header", options.name_space, options.jobs};
  if (!options.header.empty() && !check_header(header)) return kUsage;
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs || outputs_collide(*inputs)) return kUsage;
  if (!options.header.empty() && overwrites_input(header, *inputs)) return kUsage;
  std::vector<Built> results(inputs->size());
  BatchFiles files(*inputs);
  Findings findings;
  std::vector<std::string> failures;
  std::string stats;
  bool is_readable = true;
  size_t blobs = 0;
  const auto take = [&](size_t i) {
    const Built& built = results[i];
    findings.add(built.compilation.diagnostics, built.sources);
    is_readable = is_readable && built.is_readable;
    if (!built.failure.empty()) failures.push_back(built.failure);
    if (!built.compilation.blob.empty()) {
      ++blobs;
      Asset asset;
      if (options.stats && Asset::load(built.compilation.blob, asset)) {
        stats += stats_text((*inputs)[i].output, asset);
      }
    }
    results[i] = {};
  };
  for_all(
      inputs->size(), options.jobs, "building",
      [&](size_t i) { build_one((*inputs)[i], options, files.below((*inputs)[i].root), results[i]); }, take);

  const bool is_written = is_readable && failures.empty();
  for (const std::string& failure : failures) complain("{}", failure);
  fmt::print("{}", stats);
  findings.print_text();
  if (blobs == 0 && findings.errors() == 0 && is_written) {
    complain("nothing to build: none of the {} files has `agents:`", inputs->size());
  }
  if (!is_written) return kUsage;
  if (findings.errors() > 0) return kFound;
  if (options.header.empty()) return kGood;
  Findings said_already;
  return write_header(*inputs, header, files, said_already);
}

}  // namespace ishi::compiler::cli
