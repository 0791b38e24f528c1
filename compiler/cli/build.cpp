#include <fmt/format.h>

#include <cstdio>
#include <deque>
#include <filesystem>
#include <map>

#include "cli/batch.h"
#include "cli/exit_code.h"
#include "cli/inputs.h"
#include "cli/output.h"
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

// The rule "blob: sources", paths relative to the working folder.
std::string depfile_text(const fs::path& blob, const Built& built) {
  std::string text = escaped(blob.generic_string()) + ":";
  for (uint32_t i = 0; i < built.sources.size(); ++i)
    text += fmt::format(" \\\n  {}", escaped(built.sources.shown_path(i)));
  return text + "\n";
}

void build_one(const Input& input, const BuildOptions& options, Built& built) {
  auto text = read_input(input);
  built.is_readable = text.has_value();
  if (!text) return;
  built.sources.show_from(input.viewpoint);
  CompileOptions compile_options;
  compile_options.strip = options.strip;
  built.compilation =
      compile(input.path, std::move(*text), FolderReader(input.root), compile_options, built.sources);
  if (built.compilation.has_errors || built.compilation.blob.empty()) return;
  const fs::path blob = (fs::path(options.output) / (input.output + ".ishi")).lexically_normal();
  built.failure = write_file(blob, as_text(built.compilation.blob));
  if (built.failure.empty() && options.depfile)
    built.failure = write_file(blob.string() + ".d", depfile_text(blob, built));
}

void print_stats(const Input& input, const std::vector<uint8_t>& blob) {
  Asset asset;
  if (!Asset::load(blob, asset)) return;
  fmt::print("{}.ishi: {} bytes, {} keys, {} curves, {} profiles\n", input.output, blob.size(),
             asset.count(Kind::keys), asset.count(Kind::curves), asset.count(Kind::profiles));
  for (uint32_t i = 0; i < asset.count(Kind::agents); ++i) {
    const AgentInfo agent = asset.agent(i);
    fmt::print("  agent {}: {} options, {} operations a thought\n",
               agent.name.empty() ? fmt::format("{}", i) : std::string(agent.name), agent.options.count,
               agent.operation_count);
  }
}

// Two sources that would become one blob: the later one is said to be in the way.
bool outputs_collide(const std::vector<Input>& inputs) {
  std::map<std::string, const Input*> outputs;
  for (const Input& input : inputs) {
    const auto [first, is_new] = outputs.emplace(input.output, &input);
    if (is_new) continue;
    fmt::print(stderr, "ishi: {} and {} would both become {}.ishi; build them in one folder or into two\n",
               first->second->shown_path(), input.shown_path(), input.output);
    return true;
  }
  return false;
}

}  // namespace

int run_build(const BuildOptions& options) {
  if (options.output.empty()) {
    fmt::print(stderr, "ishi: -o needs the name of a folder; `.` is this one\n");
    return kUsage;
  }
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs || outputs_collide(*inputs)) return kUsage;
  std::deque<Built> results(inputs->size());
  for_all(inputs->size(), options.jobs, "building",
          [&](size_t i) { build_one((*inputs)[i], options, results[i]); });

  Findings findings;
  bool is_written = true;
  size_t blobs = 0;
  for (size_t i = 0; i < results.size(); ++i) {
    const Built& built = results[i];
    findings.add(built.compilation.diagnostics, built.sources);
    is_written = is_written && built.is_readable && built.failure.empty();
    if (!built.failure.empty()) fmt::print(stderr, "ishi: {}\n", built.failure);
    if (built.compilation.blob.empty()) continue;
    ++blobs;
    if (options.stats) print_stats((*inputs)[i], built.compilation.blob);
  }
  findings.print_text();
  if (blobs == 0 && findings.errors() == 0 && is_written) {
    fmt::print(stderr, "ishi: nothing to build: none of the {} files has `agents:`\n", inputs->size());
  }
  if (!is_written) return kUsage;
  return findings.errors() > 0 ? kFound : kGood;
}

}  // namespace ishi::compiler::cli
