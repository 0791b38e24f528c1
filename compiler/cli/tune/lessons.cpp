#include "cli/tune/lessons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "cli/exit_code.h"
#include "cli/input/csv.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/suggest.h"
#include "language/words.h"
#include "recording/recording_file.h"
#include "system/whole_file.h"
#include "workspace/new_entry.h"

namespace ishi::compiler::cli {
namespace {

constexpr std::string_view kPicks = "picks", kWeight = "weight", kNote = "note", kTime = "time",
                           kGiven = "given.";
constexpr size_t kMostFaults = 10, kMostRepeated = 1000;

struct Part {
  std::string_view name;
  std::string SituationQuestion::*member;
};
constexpr std::array kParts = {
    Part{"agent", &SituationQuestion::agent}, Part{"importance", &SituationQuestion::importance},
    Part{"running", &SituationQuestion::running}, Part{"state", &SituationQuestion::state},
    Part{"test", &SituationQuestion::test}};

// A diagnostic in one sentence.
std::string sentence_of(const Diagnostic& diagnostic) {
  return diagnostic.help.empty() ? diagnostic.message
                                 : fmt::format("{}; {}", diagnostic.message, diagnostic.help);
}

bool read_weight(const std::string& text, double& weight) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), weight);
  return error == std::errc() && end == text.data() + text.size() && weight > 0 && std::isfinite(weight);
}

// The fault of a head, in a sentence.
std::string fault_of_head(const std::vector<std::string>& head) {
  for (size_t i = 0; i < head.size(); ++i) {
    if (head[i].empty()) return fmt::format("its column {} has no name", i + 1);
    if (std::find(head.begin(), head.begin() + static_cast<ptrdiff_t>(i), head[i]) !=
        head.begin() + static_cast<ptrdiff_t>(i))
      return fmt::format("it has two columns `{}`", head[i]);
  }
  if (std::ranges::find(head, kPicks) != head.end()) return {};
  const std::vector<std::string_view> wanted{kPicks};
  for (const std::string& name : head) {
    if (!suggestions(name, std::vector<std::string_view>{kPicks}).empty() || name == "action" ||
        name == "pick")
      return fmt::format("it has no column `picks`, which says what is to be picked; is `{}` meant?", name);
  }
  return fmt::format(
      "it has no column `picks`, which says what is to be picked; its first line names its columns, such as "
      "`hp,threat,picks`, and here it is `{}`",
      fmt::join(head, ","));
}

}  // namespace

int Lessons::add(const std::string& from) {
  if (from == "tests") return add_tests();
  if (is_recording(from)) return add_recording(from);
  return add_table(from);
}

int Lessons::add_table(const std::string& path) {
  const auto text = read_to_end(path);
  if (!text) {
    complain("{} cannot be read: {}; --from takes a CSV file of labels, a recording, or the word tests", path,
             text.error());
    return kUsage;
  }
  const auto table = read_csv(*text);
  if (!table) {
    complain("{} cannot be used: {}", path, table.error());
    return kUsage;
  }
  if (table->head.empty()) {
    complain(
        "{} is empty; its first line names its columns, such as `hp,threat,picks`, and each line below is a "
        "situation with what is to be picked there",
        path);
    return kUsage;
  }
  if (const std::string fault = fault_of_head(table->head); !fault.empty()) {
    complain("{} cannot be used: {}", path, fault);
    return kUsage;
  }
  if (table->rows.empty()) {
    complain("{} has a head, and no rows below it", path);
    return kUsage;
  }
  const bool has_times = std::ranges::find(table->head, kTime) != table->head.end();
  if (has_times || !options_.recording.empty()) return add_corrections(path, *table);
  said_.clear();
  repeated_ = 0;
  for (const CsvTable::Row& row : table->rows) {
    if (said_.size() == kMostFaults || repeated_ == kMostRepeated) {
      say_more("the rest was not looked at");
      break;
    }
    static_cast<void>(read_row(path, table->head, row.cells, row.line));
  }
  if (repeated_ > 0) say_more("{} more line{} the same fault", repeated_, repeated_ == 1 ? " has" : "s have");
  return said_.empty() ? kGood : kUsage;
}

std::vector<uint32_t> Lessons::read_picks(const std::string& text, const Named<Agent>& agent,
                                          std::string& fault) const {
  std::vector<uint32_t> picks;
  std::vector<std::string_view> known;
  for (const Reference& action : agent.value.actions) known.push_back(action.text);
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('|', begin), text.size());
    std::string_view name = std::string_view(text).substr(begin, end - begin);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    begin = end + 1;
    const auto found = std::ranges::find(known, name);
    if (found != known.end() || name == "nothing") {
      picks.push_back(name == "nothing" ? kNone : static_cast<uint32_t>(found - known.begin()));
      continue;
    }
    const auto near = suggestions(name, known);
    const bool is_action = find_index(file_->program->model.actions, name) != kNone;
    fault = is_action ? fmt::format("{} does not have the action `{}`", agent.name.text, name)
                      : fmt::format("`{}` is no action of {}", name, agent.name.text);
    fault += near.empty() ? fmt::format("; it has {}", quoted_list(known, "and", 12))
                          : fmt::format("; did you mean `{}`?", near[0]);
    return {};
  }
  return picks;
}

bool Lessons::read_row(const std::string& path, const std::vector<std::string>& head,
                       const std::vector<std::string>& cells, size_t line) {
  const auto refuse = [&](const std::string& why) {
    if (said_.insert(why).second)
      complain("{}, line {}: {}", path, line, why);
    else
      ++repeated_;
    return false;
  };
  // One reader takes all rows, but what was refused leaves its faults behind.
  const bool is_again = is_good_;
  SituationQuestion& question = is_again ? questions_.back() : questions_.emplace_back();
  question = {};
  question.words = kFlags;
  question.asks_of_one = true;
  question.agent = options_.agent;
  std::string given, picks;
  Lesson lesson;
  lesson.place = fmt::format("{}, line {}", path, line);
  for (size_t i = 0; i < head.size(); ++i) {
    const std::string& name = head[i];
    const auto part = std::ranges::find(kParts, name, &Part::name);
    if (name == kPicks) {
      picks = cells[i];
    } else if (cells[i].empty() || name == kNote) {
      continue;
    } else if (name == kWeight) {
      if (!read_weight(cells[i], lesson.weight))
        return refuse(fmt::format("a weight is a number above 0, and here is `{}`", cells[i]));
    } else {
      const std::string key = name.starts_with(kGiven) ? name.substr(kGiven.size()) : name;
      if (part != kParts.end())
        question.*(part->member) = cells[i];
      else
        question.set.push_back(fmt::format("{}={}", key, cells[i]));
      if (name != "agent") given += fmt::format("{}{}={}", given.empty() ? "" : ", ", key, cells[i]);
    }
  }
  if (picks.empty())
    return refuse(
        "it does not say what is to be picked; in the column `picks` stands an action, or `nothing`");
  AskedSituation& asked = is_again ? asked_.back() : asked_.emplace_back(question, options_.path);
  const AskedSituation::Outcome outcome = is_again ? asked.read_again() : asked.read(file_);
  is_good_ = outcome == AskedSituation::Outcome::good;
  if (!is_good_) {
    if (!asked.refusal().empty()) return refuse(fmt::format("{}", fmt::join(asked.refusal(), " ")));
    const auto found = asked.diagnostics().sorted();
    return refuse(found.empty() ? std::string("it is no situation") : sentence_of(found.front()));
  }
  std::string fault;
  lesson.picks = read_picks(picks, asked.agent(), fault);
  if (!fault.empty()) return refuse(fault);
  lesson.given = std::move(given);
  lesson.situation = asked.situation();
  lessons_.push_back(std::move(lesson));
  return true;
}

// Rows of times of a recording, and what should have been picked then.
int Lessons::add_corrections(const std::string& path, const CsvTable& table) {
  const auto column = [&](std::string_view name) {
    return static_cast<size_t>(std::ranges::find(table.head, name) - table.head.begin());
  };
  if (options_.recording.empty()) {
    complain("{} has a column `time`: name the recording that these are times of with --recording", path);
    return kUsage;
  }
  for (const std::string_view needed : {kTime, std::string_view("agent")}) {
    if (column(needed) < table.head.size()) continue;
    complain("{} has no column `{}`; with --recording its columns are time, agent and picks", path, needed);
    return kUsage;
  }
  for (const std::string& name : table.head) {
    if (name == kTime || name == "agent" || name == kPicks || name == kWeight || name == kNote) continue;
    complain(
        "{} has a column `{}`, but with --recording the situation is that of the game, and its columns are "
        "time, "
        "agent, picks, weight and note",
        path, name);
    return kUsage;
  }
  RecordedMoments recording(options_.recording, options_.root);
  if (const int code = recording.open(); code != kGood) return code;
  std::vector<RecordedMoment> moments;
  std::vector<double> weights;
  for (const CsvTable::Row& row : table.rows) {
    auto moment = recording.at(row.cells[column(kTime)], row.cells[column("agent")]);
    if (!moment) {
      say_more("that is line {} of {}", row.line, path);
      return kUsage;
    }
    moment->place = fmt::format("{}, line {}", path, row.line);
    moment->picked = row.cells[column(kPicks)];
    double weight = 1;
    const size_t weight_column = column(kWeight);
    if (weight_column < table.head.size() && !row.cells[weight_column].empty() &&
        !read_weight(row.cells[weight_column], weight)) {
      complain("{}: a weight is a number above 0, and here is `{}`", moment->place, row.cells[weight_column]);
      return kUsage;
    }
    moments.push_back(std::move(*moment));
    weights.push_back(weight);
  }
  return add_moments(moments, weights);
}

int Lessons::add_recording(const std::string& path) {
  constexpr size_t kMost = 200;
  RecordedMoments recording(path, options_.root);
  if (const int code = recording.open(); code != kGood) return code;
  size_t skipped = 0;
  const std::vector<RecordedMoment> moments = recording.spread(kMost, options_.agent, skipped);
  if (moments.empty()) {
    complain("{} gives no labels: {}", path,
             skipped > 0 ? "all decisions depend on what had happened before, which no test gives"
             : options_.agent.empty() ? "nobody decides in it whose sources are here"
                                      : fmt::format("no decision of {} was found in it", options_.agent));
    return kUsage;
  }
  if (skipped > 0)
    complain("{} decisions of {} were left out: they depend on what had happened before", skipped, path);
  return add_moments(moments, std::vector<double>(moments.size(), 1.0));
}

// As tests of the tuned file, of which their situations then are.
int Lessons::add_moments(const std::vector<RecordedMoment>& moments, const std::vector<double>& weights) {
  const CheckedFile& file = *file_;
  std::string entries;
  for (size_t i = 0; i < moments.size(); ++i) {
    NewTest test = moments[i].test;
    test.name = fmt::format("tuned moment {}", i);
    test.fields.emplace_back("expect: { picks: nothing }");
    entries += test.text();
  }
  const FileEdit edit = new_entry(file.path, file.text(), *file.program->root, "tests", {}, entries);
  std::string text(file.text());
  text.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.text);
  ParsedFiles parsed;
  const auto with = check_file(file.path, std::move(text), reader_, parsed, CheckDepth::model);
  if (with->has_errors || with->diagnostics.has_errors()) {
    complain("situations of the recording cannot be given to {}: {}", options_.path,
             sentence_of(with->diagnostics.sorted().front()));
    return kUsage;
  }
  const Model& model = with->program->model;
  for (size_t i = 0; i < moments.size(); ++i) {
    const uint32_t index = find_index(model.tests, fmt::format("tuned moment {}", i));
    if (index == kNone) continue;
    Lesson lesson;
    lesson.place = moments[i].place;
    lesson.weight = weights[i];
    lesson.situation = with->program->tests[index].situation;
    std::string fault;
    lesson.picks = read_picks(moments[i].picked, file_->program->model.agents[lesson.situation.agent], fault);
    if (!fault.empty()) {
      complain("{}: {}", moments[i].place, fault);
      return kUsage;
    }
    lessons_.push_back(std::move(lesson));
  }
  files_.push_back(with);
  return kGood;
}

// Those of the file's own tests that are about one thought and say what it picks.
int Lessons::add_tests() {
  const Model& model = file_->program->model;
  const size_t before = lessons_.size();
  for (const TypedTest& test : file_->program->tests) {
    const TypedExpectation* const expect = test.expected_of(0);
    if (test.name.span.file != file_->program->units.main_file || test.has_run || test.is_of_scene ||
        test.is_proof() || expect == nullptr || expect->picks.empty())
      continue;
    const bool is_any = test.tries_all_profiles;
    for (uint32_t profile = 0; profile < (is_any ? model.importance.size() : 1); ++profile) {
      Lesson& lesson = lessons_.emplace_back();
      lesson.place = fmt::format("the test `{}`", test.name.text);
      lesson.situation = test.situation;
      if (is_any) lesson.given = fmt::format("importance={}", model.importance[profile].name.text);
      if (is_any) lesson.situation.profile = profile;
      const auto& actions = model.agents[lesson.situation.agent].value.actions;
      for (const Reference& pick : expect->picks) {
        const auto action = std::ranges::find(actions, pick.index, &Reference::index);
        lesson.picks.push_back(pick.index == kNone || action == actions.end()
                                   ? kNone
                                   : static_cast<uint32_t>(action - actions.begin()));
      }
    }
  }
  if (lessons_.size() > before) return kGood;
  complain(
      "{} has no tests that say what is picked in one situation: `expect: {{ picks: … }}` without `run`, "
      "`scene` "
      "or `for_all`",
      options_.path);
  return kUsage;
}

}  // namespace ishi::compiler::cli
