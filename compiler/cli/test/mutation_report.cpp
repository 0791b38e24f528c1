#include "cli/test/mutation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <tuple>

#include "cli/output/terminal.h"
#include "language/scalar.h"

namespace ishi::compiler::cli {
namespace {

struct MutantWords {
  std::string_view title, key;
};
constexpr std::array<MutantWords, kMutantKinds> kMutantWords = {{{"steps left out", "steps"},
                                                                 {"handlers left out", "events"},
                                                                 {"conditions left out", "conditions"},
                                                                 {"other parts left out", "parts"},
                                                                 {"numbers changed", "numbers"},
                                                                 {"neighbours swapped", "order"}}};

// A mutant, and the tests of one input that are to notice it.
struct Trial {
  const MutationSubject* subject;
  const MutationSubject::File* file;
  const Mutant* mutant;
  TriedMutant result{};
};

// "the second", "number 9 of them"
std::string nth(size_t before) {
  constexpr std::array<std::string_view, 8> kOrdinals = {"first", "second", "third",   "fourth",
                                                         "fifth", "sixth",  "seventh", "eighth"};
  return before < kOrdinals.size() ? fmt::format("the {}", kOrdinals[before])
                                   : fmt::format("number {} of them", before + 1);
}

// " (the second)", if a line has a number more than once; `at`: where that one stands in it.
std::string which_of_equals(std::string_view line, size_t at) {
  const std::vector<WrittenNumber> numbers = written_numbers(line);
  const auto text_of = [&](const WrittenNumber& one) { return line.substr(one.at, one.digits + one.suffix); };
  const auto changed = std::ranges::find(numbers, at, &WrittenNumber::at);
  if (changed == numbers.end()) return {};
  size_t before = 0, all = 0;
  for (const WrittenNumber& one : numbers) {
    if (text_of(one) != text_of(*changed)) continue;
    ++all;
    if (one.at < at) ++before;
  }
  return all < 2 ? std::string() : fmt::format(" ({})", nth(before));
}

std::string words_of(const Trial& trial) {
  if (!trial.mutant->words.empty()) return trial.mutant->words;
  const size_t tried = std::min(trial.result.replacement, trial.mutant->replacements.size() - 1);
  const Sources& sources = trial.subject->sources();
  const SourceFile& file = sources.file(trial.file->file);
  const std::string_view whole = file.line(file.position(trial.mutant->span.begin).line);
  const auto at = static_cast<size_t>(trial.mutant->span.begin - (whole.data() - file.text().data()));
  std::string_view line = whole;
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return fmt::format("`{}`{} becomes `{}` in `{}`", sources.text(trial.mutant->span),
                     which_of_equals(whole, at), trial.mutant->replacements[tried], line);
}

}  // namespace

void MutationReport::run(const std::vector<Input>& inputs, Projects& projects, const std::string& filter,
                         unsigned jobs) {
  std::deque<MutationSubject> subjects;
  std::vector<Trial> trials;
  for (const Input& input : inputs) {
    Project& project = projects.of(input);
    auto read = read_input(input, project.files);
    if (!read) continue;
    const MutationSubject& subject =
        subjects.emplace_back(input.path, std::move(read->text), project.files, filter, input.viewpoint);
    for (const MutationSubject::File& file : subject.files()) {
      for (const Mutant& mutant : file.mutants) trials.push_back({&subject, &file, &mutant});
    }
  }
  std::map<std::tuple<std::string, uint32_t, uint32_t, std::string>, size_t> known;
  for_all(
      trials.size(), jobs, "trying mutants",
      [&](size_t i) { trials[i].result = trials[i].subject->try_mutant(*trials[i].file, *trials[i].mutant); },
      [&](size_t i) {
        const Trial& trial = trials[i];
        const Sources& sources = trial.subject->sources();
        const std::string& shown = sources.shown_path(trial.file->file);
        const Span span = trial.mutant->span;
        const auto [place, is_new] =
            known.try_emplace({shown, span.begin, span.end, trial.mutant->replacements[0]}, rows_.size());
        if (is_new) {
          const LineColumn at = sources.file(trial.file->file).position(trial.mutant->shown.begin);
          rows_.push_back(
              {trial.mutant->kind, shown, at.line, at.column, words_of(trial), MutantFate::refused, {}});
        }
        Row& row = rows_[place->second];
        if (trial.result.fate <= row.fate && !is_new) return;
        row.fate = trial.result.fate;
        row.test = trial.result.test;
      });
  std::ranges::stable_sort(rows_, {},
                           [](const Row& row) { return std::tuple(row.file, row.line, row.column); });
  number_equals();
}

// Changes of one line that have the same words are numbered: "without `fire` (the second)".
void MutationReport::number_equals() {
  const auto key_of = [](const Row& row) { return std::tuple(row.file, row.line, row.words); };
  std::map<std::tuple<std::string, uint32_t, std::string>, size_t> all, seen;
  for (const Row& row : rows_) ++all[key_of(row)];
  for (Row& row : rows_) {
    const auto key = key_of(row);
    if (all[key] > 1) row.words += fmt::format(" ({})", nth(seen[key]++));
  }
}

std::vector<const MutationReport::Row*> MutationReport::of_kind(MutantKind kind, MutantFate fate) const {
  std::vector<const Row*> rows;
  for (const Row& row : rows_)
    if (row.kind == kind && row.fate == fate) rows.push_back(&row);
  return rows;
}

size_t MutationReport::count(MutantFate fate) const {
  return static_cast<size_t>(std::ranges::count(rows_, fate, &Row::fate));
}

void MutationReport::print(bool color) const {
  fmt::print("\n{}\n", paint("changes that a test notices", Color::bold, color));
  size_t width = 0;
  for (size_t i = 0; i < kMutantKinds; ++i) {
    const auto kind = static_cast<MutantKind>(i);
    const size_t noticed = of_kind(kind, MutantFate::noticed).size();
    for (const Row* row : of_kind(kind, MutantFate::unnoticed))
      width = std::max(width, row->file.size() + fmt::formatted_size("{}", row->line));
    const size_t all = noticed + of_kind(kind, MutantFate::unnoticed).size();
    if (all == 0) continue;
    const double share = static_cast<double>(noticed) / static_cast<double>(all);
    fmt::print("  {:<20} {:>4} of {:<4} {:>4.0f}%  {}\n", kMutantWords[i].title, noticed, all, 100 * share,
               paint(bar(share, 24), noticed == all ? Color::green : Color::yellow, color));
  }
  fmt::print("  {}\n", paint(fmt::format("{} more do not compile, and {} change nothing",
                                         count(MutantFate::refused), count(MutantFate::same)),
                             Color::dim, color));
  for (size_t i = 0; i < kMutantKinds; ++i) {
    const auto rows = of_kind(static_cast<MutantKind>(i), MutantFate::unnoticed);
    if (rows.empty()) continue;
    fmt::print("\n  {}, and no test notices\n", kMutantWords[i].title);
    for (const Row* row : rows) {
      const std::string place = fmt::format("{}:{}", shown(row->file), row->line);
      fmt::print("    {:<{}}  {}\n", paint(place, Color::dim, color),
                 width + 1 + (color ? paint(place, Color::dim, true).size() - place.size() : 0),
                 shown(row->words));
    }
  }
}

nlohmann::ordered_json MutationReport::json() const {
  nlohmann::ordered_json json;
  for (size_t i = 0; i < kMutantKinds; ++i) {
    const auto kind = static_cast<MutantKind>(i);
    nlohmann::ordered_json items = nlohmann::ordered_json::array();
    for (const Row& row : rows_) {
      if (row.kind != kind || row.fate < MutantFate::unnoticed) continue;
      nlohmann::ordered_json item = {
          {"change", row.words}, {"file", row.file}, {"line", row.line}, {"column", row.column}};
      if (row.fate == MutantFate::noticed) item["noticed_by"] = row.test;
      items.push_back(std::move(item));
    }
    const size_t noticed = of_kind(kind, MutantFate::noticed).size();
    json[kMutantWords[i].key] = {{"noticed", noticed}, {"all", items.size()}, {"items", std::move(items)}};
  }
  json["refused"] = count(MutantFate::refused);
  json["same"] = count(MutantFate::same);
  return json;
}

}  // namespace ishi::compiler::cli
