#include "resolve/meant_in_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/words.h"
#include "model/steps_within.h"
#include "syntax/tree.h"

namespace ishi::compiler {

std::string meant_picks(std::string_view text, const std::vector<std::string_view>& actions) {
  std::string list;
  size_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" ,|/", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    at = end + 1;
    if (word.empty() || word == "or") continue;
    if (word != "nothing" && std::ranges::find(actions, word) == actions.end()) return {};
    list += fmt::format("{}{}", count++ == 0 ? "" : ", ", word);
  }
  return count > 1 ? fmt::format("[{}]", list) : std::string();
}

std::string actions_that_do(const Model& model, const Named<Agent>& agent, std::string_view task) {
  std::vector<std::string_view> actions;
  for (const Reference& one : agent.value.actions) {
    if (one.index == kNone) continue;
    bool does = false;
    for (const Step& step : model.actions[one.index].value.steps.value) {
      for_each_step_in(
          step, [&](const Step& part) { does = does || (part.is<TaskStep>() && part.name.text == task); });
    }
    if (does) actions.push_back(one.text);
  }
  return actions.empty() ? std::string() : quoted_list(actions, "and");
}

std::string tasks_done_by(const Model& model, const Action& action) {
  std::vector<std::string_view> tasks;
  for (const Step& step : action.steps.value) {
    for_each_step_in(step, [&](const Step& part) {
      const bool is_task = part.is<TaskStep>() && find_index(model.tasks, part.name.text) != kNone;
      if (is_task && std::ranges::find(tasks, part.name.text) == tasks.end()) tasks.push_back(part.name.text);
    });
  }
  return tasks.empty() ? std::string() : quoted_list(tasks, "and");
}

Span span_of_expected(const Setting<Expectation>& written) {
  const Expectation& expect = written.value;
  Span first{};
  const auto add = [&](Span span) {
    if (span.end != 0 && (first.end == 0 || span.begin < first.begin)) first = span;
  };
  const auto of_lists = [&](const auto&... lists) { ((lists.empty() ? void() : add(lists[0].span)), ...); };
  const auto of_tasks = [&](const auto&... lists) {
    ((lists.empty() ? void() : add(lists[0].task.span)), ...);
  };
  const auto of_maps = [&](const auto&... maps) { ((maps.empty() ? void() : add(maps[0].name.span)), ...); };
  of_lists(expect.picks, expect.never_picks, expect.order, expect.never_does);
  of_tasks(expect.does, expect.does_in_order);
  of_maps(expect.chooses, expect.notices, expect.score, expect.times, expect.key, expect.level, expect.goals,
          expect.remembers);
  add(expect.state.span);
  add(expect.emits.span);
  add(expect.within.span);
  add(expect.max_switches.span);
  add(expect.steady.span);
  add(expect.always.span);
  add(expect.never.span);
  if (expect.heads != nullptr) add(expect.heads->span);
  if (expect.reaches != nullptr) add(expect.reaches->span);
  if (!expect.at.empty()) add(expect.at[0].time.span);
  return first.end == 0 ? written.span : first;
}

std::string one_called(std::string_view noun) {
  constexpr std::string_view kCalled = " called";
  if (noun.ends_with(kCalled)) noun.remove_suffix(kCalled.size());
  if (noun.ends_with(',')) noun.remove_suffix(1);
  const bool is_vowel = std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
  return fmt::format("{} {}", is_vowel ? "an" : "a", noun);
}

void take_other_words_for_is(const Model& model, Placement& placement, Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 5> kOtherWords = {"of", "type", "kind", "thing", "class"};
  if (placement.is.given()) return;
  for (const auto& [name, value] : placement.fields) {
    const bool is_meant = std::ranges::find(kOtherWords, name.text) != kOtherWords.end() &&
                          value != nullptr && find_index(model.things, value->text) != kNone;
    if (!is_meant) continue;
    diagnostics
        .report(Code::unknown_field, name.span,
                fmt::format("an entity of a test has no field `{}`", name.text))
        .help(fmt::format("it is called `is` here: `is: {}`", value->text))
        .edit(name.span, "is");
    placement.is.text = value->text;
    placement.is.span = value->span;
    placement.fields.erase(name.text);
    return;
  }
}

}  // namespace ishi::compiler
