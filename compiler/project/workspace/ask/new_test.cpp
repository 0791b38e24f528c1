#include "workspace/ask/new_test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "format/format.h"
#include "language/unit.h"
#include "simulate/situation_writer.h"
#include "simulate/thought.h"
#include "syntax/yaml_text.h"

namespace ishi::compiler {
namespace {

// On one line, inside brackets.
std::string flow(const Node& node) {  // NOLINT(misc-no-recursion): 64 levels at most
  if (node.kind == NodeKind::scalar) return yaml_scalar(node.text, true);
  std::string text;
  for (const Entry& entry : node.entries)
    text +=
        fmt::format("{}{}: {}", text.empty() ? "" : ", ", yaml_scalar(entry.key, true), flow(*entry.value));
  for (const Node* item : node.items) text += (text.empty() ? "" : ", ") + flow(*item);
  if (node.kind == NodeKind::sequence) return "[" + text + "]";
  return text.empty() ? "{}" : "{ " + text + " }";
}

}  // namespace

std::string NewTest::text() const {
  std::string entry = fmt::format("tests:\n  {}:\n", yaml_scalar(name, false));
  for (const std::string& field : fields) entry += fmt::format("    {}\n", field);
  Diagnostics nothing;
  const std::string laid_out = format_text(entry, 0, {}, nothing).text;
  std::string result;  // two columns to the left
  for (size_t begin = laid_out.find('\n') + 1; begin < laid_out.size();) {
    const size_t end = laid_out.find('\n', begin);
    result += laid_out.substr(begin + 2, end + 1 - (begin + 2));
    begin = end + 1;
  }
  return result;
}

namespace {

// The fields of the test that the question begins with that are no part of a written situation.
std::vector<std::string> fields_of_surroundings(const AskedSituation& asked) {
  constexpr std::array<std::string_view, 4> kFields = {"hidden", "walls", "doors", "sounds"};
  std::vector<std::string> fields;
  const Node* const begun = asked.begun_with();
  for (const std::string_view field : kFields) {
    const Node* const node = begun == nullptr ? nullptr : begun->find(field);
    if (node != nullptr) fields.push_back(fmt::format("{}: {}", field, flow(*node)));
  }
  return fields;
}

void append(std::vector<std::string> more, std::vector<std::string>& fields) {
  fields.insert(fields.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

std::vector<std::string> situation_fields(const AskedSituation& asked) {
  SituationText text = write_situation(asked.model(), asked.situation(), {.is_agent_known = true});
  text.given.clear();
  std::vector<std::string> fields = text.lines();
  append(fields_of_surroundings(asked), fields);
  return fields;
}

std::string given_text(const AskedSituation& asked, std::string_view left_out) {
  std::string given;
  for (const auto& [name, value] : write_situation(asked.model(), asked.situation()).given) {
    if (name != left_out) given += fmt::format("{}{}: {}", given.empty() ? "" : ", ", name, value);
  }
  return given;
}

namespace {

// "picks: shoot", of what an agent has decided.
std::string expected_of(const AskedSituation& asked, const Thought& thought) {
  const Agent& agent = asked.agent().value;
  if (!agent.actions.empty())
    return fmt::format("picks: {}", thought.picked == kNone ? std::string_view("nothing")
                                                            : agent.actions[thought.picked].text);
  std::string chosen;
  for (uint32_t i = 0; i < thought.choices.size(); ++i) {
    const std::string& member = thought.choices[i].member;
    chosen += fmt::format("{}{}: {}", chosen.empty() ? "" : ", ",
                          AssetParts(asked.asset()).choice(thought.agent.choices.first + i).name,
                          member.empty() ? "nothing" : yaml_scalar(member, true));
  }
  return fmt::format("chooses: {{ {} }}", chosen);
}

std::string name_of(const AskedSituation& asked, std::string_view who, const std::string& expected) {
  return asked.agent().value.actions.empty() ? fmt::format("{} chooses", who)
                                             : fmt::format("{} picks {}", who, expected.substr(7));
}

// The fields of a test of a situation, beginning with the agent.
std::vector<std::string> fields_of_one(const AskedSituation& asked, const Situation& situation) {
  std::vector<std::string> fields = write_situation(asked.model(), situation).lines();
  append(fields_of_surroundings(asked), fields);
  return fields;
}

// A moment of a run or of a scene: the same run, with what is decided by then.
tl::expected<NewTest, std::string> test_of_moment(const AskedSituation& asked) {
  if (!asked.question().at.empty() || !asked.question().fail.empty())
    return tl::unexpected(
        std::string("write what the run changes into a test first, then one of its moments"));
  const AskedSituation::Decided& decided = *asked.decided();
  // In milliseconds, of which a frame has more than one: none of them names another frame's decision.
  const double at = std::max(0.0, std::ceil(decided.seconds * 1e3 - 1e-6) / 1e3);
  const bool is_of_scene = asked.written().scene.given();
  const Node* const begun = asked.begun_with();
  const bool has_run = begun != nullptr && begun->find("run") != nullptr;
  NewTest test;
  test.fields = is_of_scene ? std::vector{fmt::format("scene: {}", asked.written().scene.text)}
                            : fields_of_one(asked, *asked.course());
  for (const std::string_view field : {"at", "fails"}) {
    if (const Node* const node = begun == nullptr ? nullptr : begun->find(field); node != nullptr)
      test.fields.push_back(fmt::format("{}: {}", field, flow(*node)));
  }
  // As long as the test's, for what changes later on; else a little longer than up to here.
  constexpr double kPerSecond = 10;
  const double run = has_run ? asked.written().run.value : (std::floor(at * kPerSecond) + 1) / kPerSecond;
  test.fields.push_back(fmt::format("run: {}", show(run, Quantity::duration)));
  const std::string expected = expected_of(asked, decided.thought);
  std::string expectation = fmt::format("at: {{ {}s: {{ {} }} }}", at, expected);
  std::string_view who = asked.agent().name.text;
  if (is_of_scene) {
    who = asked.model().scenes[asked.written().scene.index].value.agents[asked.agent_of_moment()].name.text;
    expectation = fmt::format("agents: {{ {}: {{ {} }} }}", who, expectation);
  }
  test.fields.push_back(fmt::format("expect: {{ {} }}", expectation));
  test.name = fmt::format("{} at {}s", name_of(asked, who, expected), at);
  return test;
}

}  // namespace

const Entry* find_test(const Node& root, Span name) {
  const Node* const tests = root.find("tests");
  if (tests == nullptr) return nullptr;
  const auto found = std::ranges::find(tests->entries, name, &Entry::key_span);
  return found == tests->entries.end() ? nullptr : &*found;
}

namespace {

// The entries of `with` of the test itself, and those of a run.
RunText joined_with(const Node* fixed, RunText run) {
  if (fixed == nullptr) return run;
  RunText all;
  const auto add = [](const Node& node, RunText::Entries& entries) {
    for (const Entry& entry : node.entries)
      entries.emplace_back(yaml_scalar(entry.key, true), flow(*entry.value));
  };
  for (const Entry& entry : fixed->entries) {
    if (entry.key == "results")
      add(*entry.value, all.results);
    else if (entry.key == "at")
      add(*entry.value, all.times);
    else
      all.values.emplace_back(yaml_scalar(entry.key, true), flow(*entry.value));
  }
  const auto append_to = [](RunText::Entries& entries, const RunText::Entries& more) {
    entries.insert(entries.end(), more.begin(), more.end());
  };
  append_to(all.values, run.values);
  append_to(all.results, run.results);
  append_to(all.times, run.times);
  return all;
}

}  // namespace

NewTest failing_test(const Model& model, const Node& root, const Entry& test, const TestResult& result) {
  NewTest failing;
  for (const Entry& field : test.value->entries) {
    if (field.key == "with" || field.key == "doc") continue;
    if (field.key == "run" && result.seconds > 0) {
      failing.fields.push_back(fmt::format("run: {}", show(result.seconds, Quantity::duration)));
      continue;
    }
    if (field.key != "vary") {
      failing.fields.push_back(fmt::format("{}: {}", field.key, flow(*field.value)));
      continue;
    }
    const RunText with = joined_with(test.value->find("with"), result.with);
    if (!with.empty()) failing.fields.push_back(fmt::format("with: {}", with.text()));
  }
  // The test that --write has added before keeps its name.
  failing.name = find_same_test(root, failing);
  if (!failing.name.empty()) return failing;
  failing.name = fmt::format("{}, run {}", result.name, result.failing + 1);
  const std::string wanted = failing.name;
  for (int number = 2; find_index(model.tests, failing.name) != kNone; ++number)
    failing.name = fmt::format("{} {}", wanted, number);
  return failing;
}

std::string_view find_same_test(const Node& root, const NewTest& test) {
  const Node* const tests = root.find("tests");
  if (tests == nullptr) return {};
  std::vector<std::string> wanted = test.fields;
  std::ranges::sort(wanted);
  for (const Entry& entry : tests->entries) {
    std::vector<std::string> fields;
    for (const Entry& field : entry.value->entries)
      fields.push_back(fmt::format("{}: {}", field.key, flow(*field.value)));
    std::ranges::sort(fields);
    if (fields == wanted) return entry.key;
  }
  return {};
}

tl::expected<NewTest, std::string> test_of_situation(const AskedSituation& asked) {
  if (asked.agent().value.select.draws())
    return tl::unexpected(
        fmt::format("{} draws lots among its best, so what it chooses is chance", asked.agent().name.text));
  if (asked.decided() != nullptr && asked.course() != nullptr) return test_of_moment(asked);
  Thought thought;
  if (!think_once(asked.asset(), asked.model(), asked.situation(), thought))
    return tl::unexpected(std::string("internal error: the runtime refused the situation"));
  const std::string expected = expected_of(asked, thought);
  NewTest test;
  test.fields = fields_of_one(asked, asked.situation());
  test.fields.push_back(fmt::format("expect: {{ {} }}", expected));
  test.name = name_of(asked, asked.agent().name.text, expected);
  return test;
}

tl::expected<NewTest, std::string> test_of_winning(std::string_view action,
                                                   const std::vector<Winning>& winnings) {
  if (winnings.empty())
    return tl::unexpected(fmt::format("no agent of this file chooses whether it does `{}`", action));
  const auto found = std::ranges::find(winnings, Winning::Answer::can, &Winning::answer);
  if (found == winnings.end()) {
    const bool is_never = std::ranges::all_of(
        winnings, [](const Winning& one) { return one.answer == Winning::Answer::never; });
    return tl::unexpected(is_never ? fmt::format("`{}` never wins: that is proved", action)
                                   : fmt::format("no situation was found in which `{}` wins", action));
  }
  NewTest test;
  test.name = fmt::format("{} picks {}", found->agent, action);
  test.fields.push_back(fmt::format("agent: {}", found->agent));
  if (!found->profile.empty()) test.fields.push_back(fmt::format("importance: {}", found->profile));
  for (std::string& line : found->situation.lines()) test.fields.push_back(std::move(line));
  test.fields.push_back(fmt::format("expect: {{ picks: {} }}", action));
  return test;
}

}  // namespace ishi::compiler
