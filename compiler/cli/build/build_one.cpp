#include "cli/build/build_one.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "cli/build/stats.h"
#include "cli/output/output.h"
#include "ishi/asset_info.h"
#include "ishi/compiler/compile.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

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

// Writes the rule "blob: sources", paths relative to the working folder, and an empty rule for each source
// but the first: Make then takes one that is gone as changed, where it would else stop. An empty string, or
// why it could not be done.
std::string write_depfile(const fs::path& blob, const std::vector<std::string>& sources,
                          const Viewpoint& viewpoint) {
  const fs::path depfile = blob.string() + ".d";
  std::vector<std::string> paths = {blob.generic_string()};
  for (const std::string& source : sources) paths.push_back(viewpoint.shown(source));
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
  text += "\n";
  for (size_t i = 2; i < paths.size(); ++i) text += escaped(paths[i]) + ":\n";
  return write_file(depfile, text);
}

// Make compares times: a blob that stays the same although a source has a later time, as after a checkout of
// what was there before, would be built again for ever.
void make_later_than_sources(const fs::path& blob, const fs::path& root,
                             const std::vector<std::string>& sources) {
  std::error_code error;
  const fs::file_time_type written = fs::last_write_time(blob, error);
  const bool is_older = !error && std::ranges::any_of(sources, [&](const std::string& source) {
    std::error_code gone;
    const fs::file_time_type changed = fs::last_write_time(root / source, gone);
    return !gone && changed > written;
  });
  if (is_older) fs::last_write_time(blob, fs::file_time_type::clock::now(), error);
}

std::string_view as_text(const std::vector<uint8_t>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

fs::path output_of(const BuildOptions& options, const Input& input) {
  return (fs::path(options.output) / (input.output + ".ishi")).lexically_normal();
}

// One file on its way.
struct Builder::Work {
  const Input& input;
  Project& project;
  IdentifiedText main;
  ContentHash key;
  Built built;
};

Built Builder::build(const Input& input, Project& project) const {
  auto main = read_input(input, project.files);
  if (!main) {
    Built unread;
    unread.failure = main.error();
    unread.is_readable = false;
    return unread;
  }
  Work work{input, project, std::move(*main), {}, {}};
  work.built.sources.show_from(input.viewpoint);
  Record record;
  if (cache_ != nullptr) {
    work.key = key_of(work);
    record = cache_->find(work.key);
    for (const Variant& variant : record.variants) {
      const auto inputs = inputs_hash(variant.asked, project.files);
      if (inputs == variant.inputs && take(variant, work)) return std::move(work.built);
    }
  }
  compile(std::move(record), work);
  return std::move(work.built);
}

// Of all that a compilation depends on but the files that it includes.
ContentHash Builder::key_of(const Work& work) const {
  HashedList parts;
  parts.add(tool_);
  parts.add(options_.strip ? "stripped" : "");
  parts.add(options_.denies_warnings ? "analyzed" : "");
  parts.add(work.input.path);
  parts.add(work.main.identity);
  parts.add(content_hash(work.main.text));
  return parts.hash();
}

// Does what compiling would do. False if what is kept is not whole.
bool Builder::take(const Variant& variant, Work& work) const {
  std::optional<std::string> blob;
  bool is_written = false;
  if (variant.blob_bytes > 0) {
    blob = read_whole(output_of(options_, work.input), variant.blob_bytes);
    is_written = blob && content_hash(*blob) == variant.blob;
    if (!is_written) blob = cache_->blob(variant);
    if (!blob) return false;
  }
  Built& built = work.built;
  built.paths = variant.sources;
  built.dependencies = dependencies_of(work.input, work.main, variant.asked, work.project.files);
  built.verdict = variant.verdict;
  if (!variant.says_nothing()) {  // what is said quotes the texts
    for (const std::string& path : variant.sources) {
      auto text = path == work.input.path ? work.main.text : work.project.files.read(path);
      built.sources.add(path, std::move(text).value_or(""));
    }
  }
  HashedList parts;
  parts.add(work.key);
  parts.add(variant.inputs);
  built.state = parts.hash();
  if (blob) finish(std::move(*blob), is_written, work);
  return true;
}

void Builder::compile(Record record, Work& work) const {
  Built& built = work.built;
  const AskedFiles files(work.project.files, work.input.path, work.main.identity);
  CompileOptions options;
  options.strip = options_.strip;
  options.analyzes = options_.denies_warnings;  // what is to have no warnings must have looked for them
  options.included = &work.project.parsed;
  Compilation compilation = compiler::compile(work.input.path, work.main.text, files, options, built.sources);
  for (uint32_t i = 0; i < built.sources.size(); ++i) built.paths.push_back(built.sources.file(i).path());
  built.verdict = std::move(static_cast<Verdict&>(compilation));
  built.dependencies = dependencies_of(work.input, work.main, files.paths(), work.project.files);
  if (compilation.has_errors) return;
  if (!compilation.blob.empty()) finish(std::string(as_text(compilation.blob)), false, work);
  if (cache_ == nullptr || !built.failure.empty()) return;
  const auto inputs = inputs_hash(files.paths(), work.project.files);
  if (!inputs) return;
  HashedList parts;
  parts.add(work.key);
  parts.add(*inputs);
  built.state = parts.hash();
  Variant variant;
  variant.asked = files.paths();
  variant.inputs = *inputs;
  variant.sources = built.paths;
  variant.verdict = built.verdict;
  cache_->keep(work.key, std::move(record), std::move(variant), as_text(compilation.blob));
}

void Builder::finish(std::string blob, bool is_written, Work& work) const {
  work.built.has_blob = true;
  if (options_.denies_warnings)
    work.built.held = {std::move(blob), is_written};
  else
    write(work.input, blob, is_written, work.built);
}

void Builder::write_held(const Input& input, Built& built) const {
  const Built::Held held = *std::exchange(built.held, std::nullopt);
  write(input, held.blob, held.is_written, built);
}

// Writes the blob and the files beside it, unless they are there.
void Builder::write(const Input& input, std::string_view blob, bool is_written, Built& built) const {
  const fs::path output = output_of(options_, input);
  if (!is_written) built.failure = write_file(output, blob);
  if (built.failure.empty() && options_.depfile)
    built.failure = write_depfile(output, built.paths, input.viewpoint);
  if (built.failure.empty() && options_.depfile) make_later_than_sources(output, input.root, built.paths);
  if (!built.failure.empty()) built.dependencies.state = std::nullopt;  // it is tried again
  if (!options_.stats) return;
  const std::vector<uint8_t> bytes(blob.begin(), blob.end());
  Asset asset;
  if (Asset::load(bytes, asset)) built.stats = stats_text(input.output, asset);
}

}  // namespace ishi::compiler::cli
