#include "cli/test/mutation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/output/interruption.h"
#include "cli/output/terminal.h"
#include "diagnostics/json.h"
#include "language/scalar.h"
#include "mutate/text_edits.h"
#include "mutate/try_mutants.h"

namespace ishi::compiler::cli {
namespace {

// The mutants that `--only` chooses: those of a file, of some lines, or of the entry of an agent or action.
class ChosenMutants {
 public:
  // `only`: as the command line has it, such as "wolves.ishi.yaml", "wolves.ishi.yaml:10-25", "10-25" of the
  // main file, "wolf" or "bite"; none: all mutants. Each is a choice of its own.
  explicit ChosenMutants(const std::vector<std::string>& only);

  // Looks up the names in a subject. To be called before has() of its mutants.
  void look_in(const MutationSubject& subject);
  [[nodiscard]] bool has(const MutationSubject& subject, const MutationSubject::File& file,
                         const Mutant& mutant) const;
  // The choices that fit nothing in any of the subjects.
  [[nodiscard]] std::vector<std::string> unknown() const;

 private:
  struct Choice {
    std::string text;
    std::string_view path;                // of `text`; empty: not of a file
    std::optional<uint32_t> first, last;  // lines
    bool is_known = false;
  };
  // The text of an agent or action, in one subject.
  struct Place {
    const MutationSubject* subject;
    Span span;
  };

  static bool is_path_of(std::string_view path, std::string_view shown);

  std::vector<std::string> texts_;
  std::vector<Choice> choices_;
  std::vector<Place> places_;
};

std::optional<uint32_t> line_of(std::string_view text) {
  uint32_t line = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), line);
  const bool is_line = error == std::errc() && end == text.data() + text.size() && line > 0;
  return is_line ? std::optional(line) : std::nullopt;
}

// "12", "10-25" or "10..25". False: it is something else.
bool read_lines(std::string_view text, std::optional<uint32_t>& first, std::optional<uint32_t>& last) {
  const size_t dots = text.find("..");
  const size_t between = dots != std::string_view::npos ? dots : text.find('-');
  const size_t width = dots != std::string_view::npos ? 2 : 1;
  first = line_of(text.substr(0, between));
  last = between == std::string_view::npos ? first : line_of(text.substr(between + width));
  if (first && last) return true;
  first = last = std::nullopt;
  return false;
}

bool holds(Span outer, Span inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

ChosenMutants::ChosenMutants(const std::vector<std::string>& only) : texts_(only) {
  for (const std::string& text : texts_) {
    Choice& choice = choices_.emplace_back();
    choice.text = text;
    if (read_lines(choice.text, choice.first, choice.last)) continue;
    const std::string_view whole = text;
    const size_t colon = whole.rfind(':');
    if (colon != std::string_view::npos && read_lines(whole.substr(colon + 1), choice.first, choice.last))
      choice.path = whole.substr(0, colon);
    else if (whole.ends_with(".yaml"))
      choice.path = whole;
  }
}

void ChosenMutants::look_in(const MutationSubject& subject) {
  if (subject.program() == nullptr) return;
  const Program& program = *subject.program();
  const Model& model = program.model;
  std::set<std::pair<uint32_t, uint32_t>> names;  // file and first byte
  const auto add = [&](const Name& name) { names.emplace(name.span.file, name.span.begin); };
  for (Choice& choice : choices_) {
    for (const MutationSubject::File& file : subject.files()) {
      const bool is_main = &file == subject.files().data();
      const std::string& shown = subject.sources().shown_path(file.file);
      choice.is_known |= !choice.path.empty() ? is_path_of(choice.path, shown) : choice.first && is_main;
    }
    if (choice.first || !choice.path.empty()) continue;
    for (const auto& agent : model.agents) {
      if (agent.name.text != choice.text) continue;
      choice.is_known = true;
      add(agent.name);
      // The actions of an agent stand elsewhere.
      for (const Reference& action : agent.value.actions) {
        if (action.index != kNone) add(model.actions[action.index].name);
      }
    }
    for (const auto& action : model.actions) {
      if (action.name.text != choice.text) continue;
      choice.is_known = true;
      add(action.name);
    }
  }
  for (const SourceUnit& unit : program.units.units) {
    if (unit.tree.root == nullptr) continue;
    for (const Entry& section : unit.tree.root->entries) {
      for (size_t i = 0; i < section.value->entries.size(); ++i) {
        const Span key = section.value->entries[i].key_span;
        if (names.contains({key.file, key.begin}))
          places_.push_back({&subject, child_span(*section.value, i)});
      }
    }
  }
}

bool ChosenMutants::is_path_of(std::string_view path, std::string_view shown) {
  if (path.starts_with("./")) path.remove_prefix(2);
  const size_t more = shown.size() - std::min(shown.size(), path.size());
  return shown.ends_with(path) && (more == 0 || shown[more - 1] == '/');
}

bool ChosenMutants::has(const MutationSubject& subject, const MutationSubject::File& file,
                        const Mutant& mutant) const {
  if (choices_.empty()) return true;
  const bool is_main = &file == subject.files().data();
  const uint32_t line = subject.sources().file(file.file).position(mutant.shown.begin).line;
  const bool is_placed = std::ranges::any_of(choices_, [&](const Choice& choice) {
    if (choice.path.empty() && !choice.first) return false;
    const bool is_file =
        choice.path.empty() ? is_main : is_path_of(choice.path, subject.sources().shown_path(file.file));
    return is_file && (!choice.first || (*choice.first <= line && line <= *choice.last));
  });
  return is_placed || std::ranges::any_of(places_, [&](const Place& place) {
           return place.subject == &subject && holds(place.span, mutant.shown);
         });
}

std::vector<std::string> ChosenMutants::unknown() const {
  std::vector<std::string> unknown;
  for (const Choice& choice : choices_) {
    if (!choice.is_known) unknown.push_back(choice.text);
  }
  return unknown;
}

struct MutantWords {
  std::string_view title, key;
};
constexpr std::array<MutantWords, kMutantKinds> kMutantWords = {{{"steps left out", "steps"},
                                                                 {"handlers left out", "events"},
                                                                 {"conditions left out", "conditions"},
                                                                 {"other parts left out", "parts"},
                                                                 {"numbers changed", "numbers"},
                                                                 {"neighbours swapped", "order"}}};

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

std::string words_of(const MutationReport::Trial& trial) {
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

bool MutationReport::run(const std::vector<Input>& inputs, Projects& projects, const Options& options) {
  std::deque<MutationSubject> subjects;
  ChosenMutants chosen(options.only);
  // A change of a file that several programs include is one mutant: each of them is tried up to the first
  // that notices it.
  std::map<std::tuple<std::string, uint32_t, uint32_t, uint32_t, uint32_t, std::string>, std::vector<Trial>>
      groups;
  for (const Input& input : inputs) {
    Project& project = projects.of(input);
    auto read = read_input(input, project.files);
    if (!read) continue;
    const MutationSubject& subject = subjects.emplace_back(input.path, std::move(read->text), project.files,
                                                           options.filter, input.viewpoint);
    chosen.look_in(subject);
    for (const MutationSubject::File& file : subject.files()) {
      const std::string& path = subject.sources().shown_path(file.file);
      for (const Mutant& mutant : file.mutants) {
        if (!chosen.has(subject, file, mutant)) continue;
        const LineColumn at = subject.sources().file(file.file).position(mutant.shown.begin);
        groups[{path, at.line, at.column, mutant.span.begin, mutant.span.end, mutant.replacements[0]}]
            .push_back({&subject, &file, &mutant});
      }
    }
  }
  for (const std::string& unknown : chosen.unknown())
    complain(
        "--only takes a file, lines such as 10-25 or wolves.ishi.yaml:10-25, or the name of an agent or "
        "action, "
        "but nothing here is called {}",
        unknown);
  if (!chosen.unknown().empty()) return false;
  if (!options.page.empty()) {
    page_path_ = options.page;
    page_.reset(std::fopen(options.page.c_str(), "w"));
    if (page_ == nullptr) {
      complain("{} cannot be written: {}", options.page, std::strerror(errno));
      return false;
    }
  }
  std::vector<std::vector<Trial>*> mutants;
  for (auto& [place, trials] : groups) mutants.push_back(&trials);
  all_ = mutants.size();
  std::vector<uint8_t> is_tried(all_, 0);
  const Interruption interruption;
  const Stop stop = [] { return Interruption::is_asked(); };
  for_all(
      all_, options.jobs, "trying mutants",
      [&](size_t i) {
        for (Trial& trial : *mutants[i]) {
          if (stop()) return;
          trial.result = trial.subject->try_mutant(*trial.file, *trial.mutant, &stop);
          if (trial.result.fate == MutantFate::noticed) break;
        }
        is_tried[i] = stop() ? 0 : 1;  // what it came to when it was stopped means nothing
      },
      [&](size_t i) {
        if (is_tried[i] == 0) return;
        ++tried_;
        take(*mutants[i], options);
      });
  end_line(options);
  return true;
}

// `trials`: of one mutant.
void MutationReport::take(const std::vector<Trial>& trials, const Options& options) {
  const Trial& first = trials.front();
  const Sources& sources = first.subject->sources();
  const LineColumn at = sources.file(first.file->file).position(first.mutant->shown.begin);
  const std::string& path = sources.shown_path(first.file->file);
  if (!rows_.empty() && (rows_.back().file != path || rows_.back().line != at.line)) end_line(options);
  Row& row = rows_.emplace_back(
      Row{first.mutant->kind, path, at.line, at.column, words_of(first), MutantFate::refused, {}});
  for (const Trial& trial : trials) {
    if (trial.result.fate <= row.fate) continue;
    row.fate = trial.result.fate;
    row.test = trial.result.test;
  }
}

// All mutants of a line have been tried: numbers those with the same words, and prints what no test notices.
void MutationReport::end_line(const Options& options) {
  number_equals(line_begin_);
  for (; line_begin_ < rows_.size(); ++line_begin_) {
    const Row& row = rows_[line_begin_];
    if (row.fate != MutantFate::unnoticed) continue;
    const bool is_first = !std::exchange(has_printed_, true);
    if (is_first) print_on_page("changes that no test notices\n");
    print_on_page(fmt::format("  {}:{}  {}\n", row.file, row.line, row.words));
    if (!options.prints) continue;
    if (options.color) fmt::print(stderr, "\r\x1b[K");  // the progress bar
    if (is_first) fmt::print("\n{}\n", paint("changes that no test notices", Color::bold, options.color));
    fmt::print("  {}  {}\n",
               paint(fmt::format("{}:{}", shown(row.file), row.line), Color::dim, options.color),
               shown(row.words));
    std::fflush(stdout);  // so that they are kept if somebody stops it
  }
}

// Changes of one line that have the same words are numbered: "without `fire` (the second)".
void MutationReport::number_equals(size_t begin) {
  std::map<std::string, size_t> all, seen;
  for (size_t i = begin; i < rows_.size(); ++i) ++all[rows_[i].words];
  for (size_t i = begin; i < rows_.size(); ++i) {
    const std::string words = rows_[i].words;
    if (all[words] > 1) rows_[i].words += fmt::format(" ({})", nth(seen[words]++));
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

void MutationReport::print_on_page(std::string_view text) const {
  if (page_ == nullptr) return;
  std::fwrite(text.data(), 1, text.size(), page_.get());
  std::fflush(page_.get());  // so that it is not lost if the process is killed
}

bool MutationReport::close_page() {
  if (page_ == nullptr) return true;
  const bool is_whole = std::ferror(page_.get()) == 0;
  if (std::fclose(page_.release()) == 0 && is_whole) return true;
  complain("{} cannot be written: {}", page_path_, std::strerror(errno));
  return false;
}

bool MutationReport::print(bool prints, bool color) {
  if (prints) fmt::print("\n{}", table(color));
  print_on_page(fmt::format("\n{}", table(false)));
  return close_page();
}

std::string MutationReport::table(bool color) const {
  std::string text = fmt::format("{}\n", paint("changes that a test notices", Color::bold, color));
  for (size_t i = 0; i < kMutantKinds; ++i) {
    const auto kind = static_cast<MutantKind>(i);
    const size_t noticed = of_kind(kind, MutantFate::noticed).size();
    const size_t all = noticed + of_kind(kind, MutantFate::unnoticed).size();
    if (all == 0) continue;
    const double share = static_cast<double>(noticed) / static_cast<double>(all);
    text +=
        fmt::format("  {:<20} {:>4} of {:<4} {:>4.0f}%  {}\n", kMutantWords[i].title, noticed, all,
                    100 * share, paint(bar(share, 24), noticed == all ? Color::green : Color::yellow, color));
  }
  text += fmt::format("  {}\n", paint(fmt::format("{} more do not compile, and {} change nothing",
                                                  count(MutantFate::refused), count(MutantFate::same)),
                                      Color::dim, color));
  if (is_interrupted()) text += fmt::format("  stopped: {} of {} changes were tried\n", tried_, all_);
  return text;
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
  if (is_interrupted()) json["not_tried"] = all_ - tried_;
  return json;
}

}  // namespace ishi::compiler::cli
