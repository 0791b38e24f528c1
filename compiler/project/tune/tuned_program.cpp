#include "tune/tuned_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr int kAllDecimals = 9;

}  // namespace

TunedProgram::TunedProgram(std::string path, const FileReader& reader, const Program& program,
                           const Sources& sources, std::vector<TunedNumber> numbers)
    : path_(std::move(path)),
      reader_(reader),
      program_(program),
      sources_(sources),
      numbers_(std::move(numbers)) {}

std::vector<TunedProgram::File> TunedProgram::files_with(std::span<const std::string> texts) const {
  std::vector<File> files;
  for (const SourceUnit& unit : program_.units.units) {
    std::vector<std::pair<Span, const std::string*>> edits;
    for (size_t i = 0; i < numbers_.size(); ++i) {
      if (numbers_[i].place.span.file == unit.file && !texts[i].empty() && texts[i] != numbers_[i].place.text)
        edits.emplace_back(numbers_[i].place.span, &texts[i]);
    }
    if (edits.empty()) continue;
    std::ranges::sort(edits, std::ranges::greater(), [](const auto& edit) { return edit.first.begin; });
    File& file = files.emplace_back();
    file.path = unit.path;
    file.file = unit.file;
    file.before = sources_.file(unit.file).text();
    file.after = file.before;
    for (const auto& [span, text] : edits) file.after.replace(span.begin, span.end - span.begin, *text);
  }
  return files;
}

tl::expected<std::unique_ptr<TunedVersion>, std::string> TunedProgram::compile(
    std::span<const std::string> texts) const {
  const std::vector<File> changed = files_with(texts);
  OverlaidTexts files(reader_);
  for (const File& file : changed) files.add(file.path, file.after);
  const uint32_t main = program_.units.main_file;
  const auto own = std::ranges::find(changed, main, &File::file);
  auto version = std::make_unique<TunedVersion>();
  Diagnostics diagnostics;
  version->program =
      analyze_source(path_, own != changed.end() ? own->after : std::string(sources_.file(main).text()),
                     files, version->sources, diagnostics);
  std::vector<uint8_t> blob;
  if (!diagnostics.has_errors())
    blob = build_blob(*version->program, {.all_agents = true}, version->sources, diagnostics);
  if (diagnostics.has_errors()) return tl::unexpected(diagnostics.sorted()[0].message);
  if (const Status status = Asset::load(blob, version->asset); !status)
    return tl::unexpected(fmt::format("the runtime refuses it: {}", describe(status.code)));
  return version;
}

tl::expected<std::unique_ptr<TunedVersion>, std::string> TunedProgram::compile(
    std::span<const double> values) const {
  std::vector<std::string> texts(numbers_.size());
  for (size_t i = 0; i < numbers_.size(); ++i) {
    if (values[i] != numbers_[i].place.value)
      texts[i] = number_text(numbers_[i].place, values[i], kAllDecimals);
  }
  return compile(texts);
}

}  // namespace ishi::compiler
