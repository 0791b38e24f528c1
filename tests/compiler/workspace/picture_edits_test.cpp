#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "first_seed.h"
#include "source/read_file.h"
#include "trials.h"
#include "workspace/edit/picture_edit.h"
#include "workspace/workspace.h"

using namespace ishi::compiler;  // NOLINT(*using-namespace*)

namespace picture_edits_test {
namespace {

constexpr std::string_view kGuard =
    "ishi: 1\n"
    "tasks: { aim: {}, fire: {}, stroll: {} }\n"
    "needs: { fear: { rise: 0.1/s } }\n"
    "actions:\n"
    "  # What it does to others.\n"
    "  shoot:\n"
    "    when: true  # always\n"
    "    gains: { fear: +0.5 }\n"
    "    do:\n"
    "      - aim: {}        # wind-up\n"
    "        timeout: 2s\n"
    "      # then the shot\n"
    "      - fire\n"
    "      - wait: 0.3s\n"
    "  # It goes away.\n"
    "  flee: { score: 0.2, do: [stroll, wait: 1s] }\n"
    "\n"
    "  # What it does alone.\n"
    "  rest: { score: 0.1 }\n"
    "goals:\n"
    "  get_away:\n"
    "    first:\n"
    "      run: { when: needs.fear > 0.5, do: [stroll] }\n"
    "      hide: { do: [aim] }\n"
    "curves:\n"
    "  panic: { points: [[0, 0], [0.5, 0.25], [1, 1]] }\n"
    "agents:\n"
    "  guard:\n"
    "    actions: [rest]\n"
    "    states:\n"
    "      calm:\n"
    "        actions: [flee]\n"
    "        to: { wild: needs.fear > 0.5 }\n"
    "      wild:\n"
    "        actions: [shoot]\n"
    "        to: { calm: elapsed > 3s }\n"
    "      lost: {}\n"
    "tests:\n"
    "  it rests: { agent: guard, state: calm, expect: { picks: rest } }\n";

struct Project {
  MemoryReader disk;
  Workspace workspace{disk};
  std::string path = "guard.ishi.yaml";

  explicit Project(std::string text) { open(path, std::move(text)); }
  void open(const std::string& file, std::string text) { workspace.open(file, std::move(text), 1); }
  [[nodiscard]] std::string text(const std::string& file) { return workspace.text(file).value_or(""); }

  EditsByPicture edit(const PictureEdit& wanted) { return workspace.edit(path, wanted); }
  // The text with the edits; the refusal in angle brackets where there is one.
  std::string after(const PictureEdit& wanted) {
    const EditsByPicture made = edit(wanted);
    return made.refusal.empty() ? with_file_edits(text(path), made.edits, path) : "<" + made.refusal + ">";
  }
};

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result(text);
  const size_t at = result.find(from);
  REQUIRE(at != std::string::npos);
  return result.replace(at, from.size(), to);
}

PictureEdit edit_of(PictureEditKind kind, TextAddress at) {
  PictureEdit edit;
  edit.kind = kind;
  edit.at = std::move(at);
  return edit;
}

std::string with_returns(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return result;
}

}  // namespace

TEST_CASE("the parts of a text that can be edited are listed with what leads to them") {
  Project project{std::string(kGuard)};
  const std::vector<PartOfText> parts = project.workspace.parts(project.path);
  const auto find = [&](const TextAddress& at, TextPartKind kind) {
    const auto found = std::ranges::find_if(
        parts, [&](const PartOfText& part) { return part.at == at && part.kind == kind; });
    return found == parts.end() ? nullptr : &*found;
  };
  REQUIRE(find({"actions", "shoot"}, TextPartKind::action) != nullptr);
  REQUIRE(find({"actions", "shoot", "do", "0"}, TextPartKind::step) != nullptr);
  CHECK(find({"actions", "shoot", "do", "0"}, TextPartKind::step)->name == "aim: {} timeout: 2s");
  CHECK(find({"goals", "get_away", "first", "hide"}, TextPartKind::method) != nullptr);
  CHECK(find({"agents", "guard", "states", "calm"}, TextPartKind::state) != nullptr);
  CHECK(find({"agents", "guard", "states", "calm", "to", "wild"}, TextPartKind::transition) != nullptr);
  CHECK(find({"agents", "guard", "actions", "0"}, TextPartKind::listed)->name == "rest");
  CHECK(find({"curves", "panic"}, TextPartKind::other)->noun == "curve");
  const PartOfText* const gain = find({"actions", "shoot", "gains", "fear"}, TextPartKind::number);
  REQUIRE(gain != nullptr);
  CHECK(gain->value == 0.5);
  CHECK(gain->is_alone);
  const PartOfText* const point = find({"curves", "panic", "points", "1", "1"}, TextPartKind::number);
  REQUIRE(point != nullptr);
  CHECK(point->value == 0.25);
  const PartOfText* const timeout = find({"actions", "shoot", "do", "0", "timeout"}, TextPartKind::number);
  REQUIRE(timeout != nullptr);
  CHECK(timeout->unit == "s");
}

TEST_CASE("a number is set where it stands, with its sign and unit") {
  Project project{std::string(kGuard)};
  PictureEdit edit = edit_of(PictureEditKind::set_number, {"actions", "shoot", "gains", "fear"});
  edit.value = 0.75;
  CHECK(project.after(edit) == replaced(kGuard, "+0.5", "+0.75"));
  edit.value = -0.25;
  CHECK(project.after(edit) == replaced(kGuard, "+0.5", "-0.25"));
  edit = edit_of(PictureEditKind::set_number, {"actions", "shoot", "do", "0", "timeout"});
  edit.value = 2.5;
  CHECK(project.after(edit) == replaced(kGuard, "timeout: 2s", "timeout: 2.5s"));
  edit = edit_of(PictureEditKind::set_number, {"curves", "panic", "points", "1", "0"});
  edit.value = 0.6;
  CHECK(project.after(edit) == replaced(kGuard, "[0.5, 0.25]", "[0.6, 0.25]"));
  edit.value = 1.5;  // beyond its neighbour
  CHECK(project.edit(edit).refusal.starts_with("the text would not compile any more: "));
}

TEST_CASE("a step moves with its comments") {
  Project project{std::string(kGuard)};
  PictureEdit edit = edit_of(PictureEditKind::move, {"actions", "shoot", "do", "0"});
  CHECK(project.after(edit) == replaced(kGuard,
                                        "      - aim: {}        # wind-up\n"
                                        "        timeout: 2s\n"
                                        "      # then the shot\n"
                                        "      - fire\n",
                                        "      # then the shot\n"
                                        "      - fire\n"
                                        "      - aim: {}        # wind-up\n"
                                        "        timeout: 2s\n"));
  edit.by = -1;
  CHECK(project.after(edit) == "<it is the first of its list>");
  edit.at.back() = "2";
  edit.by = 1;
  CHECK(project.after(edit) == "<it is the last of its list>");
}

TEST_CASE("an action moves with its comment, a heading stays") {
  Project project{std::string(kGuard)};
  const PictureEdit edit = edit_of(PictureEditKind::move, {"actions", "flee"});
  CHECK(project.after(edit) == replaced(kGuard,
                                        "  # It goes away.\n"
                                        "  flee: { score: 0.2, do: [stroll, wait: 1s] }\n"
                                        "\n"
                                        "  # What it does alone.\n"
                                        "  rest: { score: 0.1 }\n",
                                        "  rest: { score: 0.1 }\n"
                                        "\n"
                                        "  # What it does alone.\n"
                                        "  # It goes away.\n"
                                        "  flee: { score: 0.2, do: [stroll, wait: 1s] }\n"));
}

TEST_CASE("a duplicate stands behind what it is of, and is listed where that is listed") {
  Project project{std::string(kGuard)};
  CHECK(project.after(edit_of(PictureEditKind::duplicate, {"actions", "flee"})) ==
        replaced(replaced(kGuard, "[flee]", "[flee, flee_2]"),
                 "  flee: { score: 0.2, do: [stroll, wait: 1s] }\n",
                 "  flee: { score: 0.2, do: [stroll, wait: 1s] }\n"
                 "  flee_2: { score: 0.2, do: [stroll, wait: 1s] }\n"));
  PictureEdit edit = edit_of(PictureEditKind::duplicate, {"actions", "flee", "do", "0"});
  CHECK(project.after(edit) == replaced(kGuard, "do: [stroll, wait: 1s]", "do: [stroll, stroll, wait: 1s]"));
  edit = edit_of(PictureEditKind::duplicate, {"goals", "get_away", "first", "run"});
  edit.name = "run_fast";
  const EditsByPicture made = project.edit(edit);
  REQUIRE(made.refusal.empty());
  const std::string after = with_file_edits(project.text(project.path), made.edits, project.path);
  CHECK(after == replaced(kGuard, "      hide:",
                          "      run_fast: { when: needs.fear > 0.5, do: [stroll] }\n      hide:"));
  REQUIRE(made.written);
  CHECK(after.substr(made.written->begin, made.written->end - made.written->begin) == "run_fast");
}

TEST_CASE("what is removed goes with its comments, and out of the lists of actions") {
  Project project{std::string(kGuard)};
  CHECK(project.after(edit_of(PictureEditKind::remove, {"actions", "shoot", "do", "1"})) ==
        replaced(kGuard, "      # then the shot\n      - fire\n", ""));
  CHECK(project.after(edit_of(PictureEditKind::remove, {"actions", "flee", "do", "1"})) ==
        replaced(kGuard, "[stroll, wait: 1s]", "[stroll]"));
  // The only transition goes with `to`.
  CHECK(
      project.after(edit_of(PictureEditKind::remove, {"agents", "guard", "states", "wild", "to", "calm"})) ==
      replaced(kGuard, "        to: { calm: elapsed > 3s }\n", ""));
  CHECK(project.after(edit_of(PictureEditKind::remove, {"actions", "flee"})) ==
        "<`flee` is the only one of a list of actions; add another one to it first>");
  // A test names it.
  Project other{replaced(kGuard, "actions: [rest]", "actions: [rest, doze]")};
  other.open(other.path,
             replaced(replaced(kGuard, "actions: [rest]", "actions: [rest, doze]"),
                      "  rest: { score: 0.1 }\n", "  rest: { score: 0.1 }\n  doze: { score: 0 }\n"));
  CHECK(other.after(edit_of(PictureEditKind::remove, {"actions", "doze"})) ==
        replaced(kGuard, "  rest: { score: 0.1 }\n", "  rest: { score: 0.1 }\n"));
  CHECK(other.edit(edit_of(PictureEditKind::remove, {"actions", "rest"}))
            .refusal.starts_with("the text would not compile any more: "));
}

TEST_CASE("a transition is drawn from a state to another one, with a condition that may be typed over") {
  Project project{std::string(kGuard)};
  PictureEdit edit = edit_of(PictureEditKind::connect, {"agents", "guard", "states", "lost"});
  edit.name = "calm";
  const EditsByPicture made = project.edit(edit);
  REQUIRE(made.refusal.empty());
  const std::string after = with_file_edits(project.text(project.path), made.edits, project.path);
  CHECK(after == replaced(kGuard, "lost: {}", "lost: { to: { calm: elapsed > 5s } }"));
  REQUIRE(made.written);
  CHECK(after.substr(made.written->begin, made.written->end - made.written->begin) == "elapsed > 5s");
  edit.at.back() = "calm";
  edit.name = "lost";
  edit.text = "needs.fear > 0.9";
  CHECK(project.after(edit) ==
        replaced(kGuard, "{ wild: needs.fear > 0.5 }", "{ wild: needs.fear > 0.5, lost: needs.fear > 0.9 }"));
  edit.name = "wild";
  CHECK(project.after(edit) == "<`calm` turns to `wild` already; change the condition of that transition>");
  edit.name = "calm";
  CHECK(project.after(edit) == "<a transition leads to another state than `calm` itself>");
  edit.name = "nowhere";
  CHECK(project.after(edit) == "<`nowhere` is no state beside `calm`>");
  edit = edit_of(PictureEditKind::set_text, {"agents", "guard", "states", "calm", "to", "wild"});
  edit.text = "needs.fear > 0.7";
  CHECK(project.after(edit) == replaced(kGuard, "wild: needs.fear > 0.5 }", "wild: needs.fear > 0.7 }"));
  edit.text = "nobody_knows_this > 1";
  CHECK(project.edit(edit).refusal.starts_with("the text would not compile any more: "));
}

TEST_CASE("actions, states, methods and steps are added in the style of what is there") {
  Project project{std::string(kGuard)};
  PictureEdit edit;
  edit.kind = PictureEditKind::add;
  edit.of = TextPartKind::action;
  edit.agent = "guard";
  CHECK(project.after(edit) == replaced(replaced(kGuard, "actions: [rest]", "actions: [rest, new_action]"),
                                        "  rest: { score: 0.1 }\n",
                                        "  rest: { score: 0.1 }\n  new_action: { score: 0.1 }\n"));
  edit = edit_of(PictureEditKind::add, {"agents", "guard"});
  edit.of = TextPartKind::state;
  edit.name = "asleep";
  CHECK(project.after(edit) == replaced(kGuard, "      lost: {}\n", "      lost: {}\n      asleep: {}\n"));
  edit = edit_of(PictureEditKind::add, {"actions", "shoot", "do", "0"});
  edit.of = TextPartKind::step;
  CHECK(project.after(edit) ==
        replaced(kGuard, "        timeout: 2s\n", "        timeout: 2s\n      - wait: 1s\n"));
  edit.at = {"actions", "rest"};
  CHECK(project.after(edit) ==
        replaced(kGuard, "rest: { score: 0.1 }", "rest: { score: 0.1, do: [wait: 1s] }"));
  edit = edit_of(PictureEditKind::add, {"goals", "get_away"});
  edit.of = TextPartKind::method;
  CHECK(project.after(edit).starts_with("<the text would not compile any more: ") ==
        (project.after(edit).find("new_method: { do: [wait: 1s] }") == std::string::npos));
}

TEST_CASE("a part is renamed wherever it is named, to a name that the language takes") {
  Project project{std::string(kGuard)};
  PictureEdit edit = edit_of(PictureEditKind::rename, {"actions", "rest"});
  edit.name = "sit";
  CHECK(project.after(edit) ==
        replaced(replaced(replaced(kGuard, "  rest: {", "  sit: {"), "[rest]", "[sit]"), "picks: rest",
                 "picks: sit"));
  edit.name = "休む";
  CHECK(project.edit(edit).refusal.starts_with("`休む` is no name: "));
  edit.name = std::string(200, 'x');
  CHECK(project.edit(edit).refusal.find("200 characters") != std::string::npos);
  edit.name = "flee";
  CHECK(!project.edit(edit).refusal.empty());
  edit = edit_of(PictureEditKind::rename, {"actions", "shoot", "do", "0"});
  edit.name = "x";
  CHECK(project.after(edit) == "<a step has no name; write another step in its place>");
}

TEST_CASE("a refusal says why, and what can be done instead") {
  Project project{std::string(kGuard)};
  const auto refusal = [&](
                           PictureEditKind kind, const TextAddress& at,
                           const std::function<void(PictureEdit&)>& more = [](PictureEdit&) {}) {
    PictureEdit edit = edit_of(kind, at);
    more(edit);
    return project.edit(edit).refusal;
  };
  const auto add = [&](TextPartKind of, const TextAddress& at, const std::string& text = {}) {
    return refusal(PictureEditKind::add, at, [&](PictureEdit& edit) {
      edit.of = of;
      edit.text = text;
    });
  };
  const auto set = [&](const TextAddress& at, double value, uint32_t ordinal = 0) {
    return refusal(PictureEditKind::set_number, at, [&](PictureEdit& edit) {
      edit.value = value;
      edit.ordinal = ordinal;
    });
  };
  const TextAddress to_wild = {"agents", "guard", "states", "calm", "to", "wild"};
  CHECK(refusal(PictureEditKind::duplicate, to_wild) ==
        "a state has one transition to each other state; draw another one");
  CHECK(refusal(PictureEditKind::duplicate, {"agents", "guard", "actions", "0"}) ==
        "only an action itself can be duplicated, not its name in a list");
  CHECK(refusal(PictureEditKind::remove, {"agents", "guard", "states", "lost"}).empty());
  CHECK(refusal(PictureEditKind::remove, {"goals", "get_away", "first", "run"}).empty());
  CHECK(add(TextPartKind::transition, to_wild) == "draw a transition from one state to another");
  CHECK(add(TextPartKind::number, to_wild) == "this cannot be added in a picture; write it in the text");
  CHECK(add(TextPartKind::state, to_wild) == "a state belongs to an agent; choose one");
  CHECK(add(TextPartKind::step, to_wild) == "a step belongs to an action, a method or a goal; choose one");
  CHECK(add(TextPartKind::step, {"actions", "flee"}, "wait: 1s\nfire") ==
        "a step that is added here stands on one line");
  CHECK(add(TextPartKind::method, {"actions", "flee"}) ==
        "methods stand in `first`, `best` or `draw`, and none is here");
  CHECK(refusal(PictureEditKind::add, {}, [](PictureEdit& edit) { edit.agent = "nobody"; }) ==
        "there is no agent `nobody` in guard.ishi.yaml");
  CHECK(refusal(PictureEditKind::add, {}, [](PictureEdit& edit) { edit.name = "flee"; }) ==
        "there is a `flee` already");
  CHECK(refusal(PictureEditKind::add, {}, [](PictureEdit& edit) { edit.name = "To Flee"; }) ==
        "`To Flee` is no name: it takes lower-case letters, digits and `_`; perhaps `to_flee`");
  CHECK(refusal(PictureEditKind::connect, {"actions", "flee"}) ==
        "a transition leads from a state to another one");
  CHECK(refusal(PictureEditKind::set_text, {"actions", "flee"}) ==
        "only the condition of a transition is typed here");
  CHECK(refusal(PictureEditKind::set_text, to_wild) ==
        "a transition has a condition; `false` is one that never holds");
  CHECK(refusal(PictureEditKind::set_text, to_wild, [](PictureEdit& edit) { edit.text = "a\nb"; }) ==
        "a condition that is typed here stands on one line");
  CHECK(refusal(PictureEditKind::set_text, to_wild, [](PictureEdit& edit) {
          edit.text = "needs.fear > 0.5";
        }) == "it is `needs.fear > 0.5` already");
  CHECK(refusal(PictureEditKind::rename, {"actions", "flee"},
                [](PictureEdit& edit) { edit.name = "flee"; }) == "it is called that already");
  CHECK(set({"actions", "flee", "score"}, std::numeric_limits<double>::quiet_NaN()) == "this is no number");
  CHECK(set({"actions", "flee", "score"}, 0.2) == "it is 0.2 already");
  CHECK(set(to_wild, -1) == "a number within a formula stays at 0 or above; type what the formula is to be");
  CHECK(set({"curves", "panic", "points", "9", "0"}, 1) ==
        "what was pointed at is not in the text any more, or cannot be read");
  // Fields with limits, and what is written in its short form or among comments.
  project.open(
      project.path,
      "ishi: 1\ntasks: { sit: {} }\nactions:\n  rest: { score: 0.1, rank: 2, cooldown: 1s, do: sit }\n"
      "  doze:\n    score: 0.05\n    do: [\n      sit, # at first\n      wait: 1s\n    ]\n"
      "agents:\n  a: { actions: [rest, doze] }\n");
  CHECK(set({"actions", "rest", "rank"}, 1.5) == "`rank` takes whole numbers");
  CHECK(set({"actions", "rest", "rank"}, 2000) == "`rank` goes from -1000 to 1000");
  CHECK(set({"actions", "rest", "cooldown"}, -1) == "`cooldown` goes from 0s to 1000000s");
  CHECK(refusal(PictureEditKind::remove, {"actions", "doze", "do", "1"}) ==
        "a comment stands between `wait: 1s` and its neighbour in the brackets; take it out by hand");
  CHECK(refusal(PictureEditKind::move, {"agents", "a", "actions", "0"}).empty());
  project.open(project.path, "ishi: 1\nactions: {}\nagents:\n  a: { actions: [], states: { on: {} } }\n");
  CHECK(refusal(PictureEditKind::add, {}) ==
        "`actions` of guard.ishi.yaml has no entry, so it is not known how it is to be written");
  CHECK(refusal(PictureEditKind::remove, {"agents", "a", "states", "on"}).starts_with("the text would") ==
        false);
  project.open(project.path, "- nothing\n");
  CHECK(refusal(PictureEditKind::add, {}) == "the text of guard.ishi.yaml cannot be read");
}

TEST_CASE("what cannot be switched off for a try is refused with the reason") {
  Project project{
      "ishi: 1\ntasks: { sit: {}, look: {} }\nactions:\n  rest: { score: 0.1, do: [any: [sit, look]] }\n"
      "agents:\n  a: { actions: [rest], states: { on: {}, off: {} } }\n"};
  const auto refusal = [&](const TextAddress& at) {
    SituationQuestion question;
    question.agent = "a";
    question.switched_off = {{project.path, at}};
    const auto asked = project.workspace.ask(project.path, question);
    return asked->refusal().empty() ? std::string() : asked->refusal().front();
  };
  CHECK(refusal({"actions", "rest", "do", "0", "any", "1"}) ==
        "`look` is a branch of `any`, which would be over at once without it");
  CHECK(refusal({"agents", "a", "states", "off"}) == "nothing leads to `off`");
  CHECK(refusal({"agents", "a"}) == "`a` cannot be switched off for a try");
}

TEST_CASE("an edit of another text than the one that was seen is refused") {
  Project project{std::string(kGuard)};
  PictureEdit edit = edit_of(PictureEditKind::move, {"actions", "shoot", "do", "0"});
  edit.expected = "fire";
  CHECK(project.after(edit) == "<`fire` is not in the text any more, or cannot be read>");
  edit.at = {"actions", "gone"};
  CHECK(project.after(edit) == "<`fire` is not in the text any more, or cannot be read>");
}

TEST_CASE("in a text that does not compile an edit is made, and it is said that it could not be checked") {
  Project project{replaced(kGuard, "when: true", "when: tru")};
  PictureEdit edit = edit_of(PictureEditKind::set_number, {"actions", "flee", "score"});
  edit.value = 0.3;
  const EditsByPicture made = project.edit(edit);
  CHECK(made.refusal.empty());
  CHECK(made.note == "guard.ishi.yaml did not compile before, so the edit could not be checked there");
}

TEST_CASE("line ends of Windows and a file without an end of its last line stay so") {
  Project project{with_returns(kGuard)};
  const auto expect = [&](const std::string& text) { return with_returns(text); };
  CHECK(project.after(edit_of(PictureEditKind::duplicate, {"actions", "shoot", "do", "1"})) ==
        expect(replaced(kGuard, "      - fire\n", "      - fire\n      - fire\n")));
  CHECK(project.after(edit_of(PictureEditKind::remove, {"actions", "shoot", "do", "1"})) ==
        expect(replaced(kGuard, "      # then the shot\n      - fire\n", "")));
  const std::string unended =
      "ishi: 1\nagents:\n  a: { actions: [one, two] }\nactions:\n  one: { score: 1 }\n  two: { score: 2 }";
  project.open(project.path, unended);
  CHECK(project.after(edit_of(PictureEditKind::move, {"actions", "one"})) ==
        "ishi: 1\nagents:\n  a: { actions: [one, two] }\nactions:\n  two: { score: 2 }\n  one: { score: 1 }");
  CHECK(project.after(edit_of(PictureEditKind::remove, {"actions", "two"})) ==
        "ishi: 1\nagents:\n  a: { actions: [one] }\nactions:\n  one: { score: 1 }");
  CHECK(project.after(edit_of(PictureEditKind::duplicate, {"actions", "two"})) ==
        "ishi: 1\nagents:\n  a: { actions: [one, two, two_2] }\nactions:\n  one: { score: 1 }\n  two: { "
        "score: 2 }\n"
        "  two_2: { score: 2 }");
}

TEST_CASE("what is switched off for a try is not chosen, and no text changes") {
  Project project{std::string(kGuard)};
  SituationQuestion question;
  question.agent = "guard";
  question.asks_of_one = true;
  question.switched_off = {{project.path, {"actions", "flee"}}};
  const auto asked = project.workspace.ask(project.path, question);
  REQUIRE(asked->outcome() == AskedSituation::Outcome::good);
  CHECK(project.text(project.path) == kGuard);
  const uint32_t flee = find_index(asked->model().actions, "flee");
  CHECK(asked->model().actions[flee].value.when.text == "false");
  question.switched_off = {{project.path, {"agents", "guard", "states", "calm"}}};
  CHECK(project.workspace.ask(project.path, question)->refusal() ==
        std::vector<std::string>{"the agent begins in `calm`, so it cannot be switched off"});
  question.switched_off = {{project.path, {"actions", "gone"}}};
  CHECK(project.workspace.ask(project.path, question)->refusal() ==
        std::vector<std::string>{"`gone`, which is switched off for a try, is not in the text any more"});
  for (const TextAddress& at :
       {TextAddress{"actions", "shoot", "do", "1"}, TextAddress{"goals", "get_away", "first", "run"},
        TextAddress{"agents", "guard", "states", "wild"},
        TextAddress{"agents", "guard", "states", "wild", "to", "calm"}}) {
    question.switched_off = {{project.path, at}};
    CHECK(project.workspace.ask(project.path, question)->outcome() == AskedSituation::Outcome::good);
  }
}

// --- Random edits.

namespace {

using Texts = std::map<std::string, std::string>;

// Lines that hold comments, without what stands before these; found by another rule than the compiler's.
std::vector<std::string> comments_of(std::string_view text) {
  std::vector<std::string> comments;
  size_t begin = 0;
  while (begin < text.size()) {
    size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    char quote = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      const bool begins = i == 0 || line[i - 1] == ' ';
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if ((c == '"' || c == '\'') && (begins || line[i - 1] == '[' || line[i - 1] == '{')) {
        quote = c;
      } else if (c == '#' && begins) {
        std::string comment(line.substr(i));
        while (comment.ends_with('\r')) comment.pop_back();
        comments.push_back(std::move(comment));
        break;
      }
    }
    begin = end + 1;
  }
  std::ranges::sort(comments);
  return comments;
}

std::vector<std::string> both(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a);
  return a;
}

std::string sorted_bytes(std::string text) {
  std::ranges::sort(text);
  return text;
}

// What takes edits back: the bytes that were there, at the places of what was written.
std::vector<FileEdit> inverse_of(const std::vector<FileEdit>& edits, const Texts& before) {
  std::vector<FileEdit> inverse;
  std::map<std::string, int64_t> moved;
  for (const FileEdit& edit : edits) {
    int64_t& by = moved[edit.place.path];
    const auto begin = static_cast<uint32_t>(edit.place.begin + by);
    inverse.push_back(
        {{edit.place.path, begin, begin + static_cast<uint32_t>(edit.text.size())},
         before.at(edit.place.path).substr(edit.place.begin, edit.place.end - edit.place.begin)});
    by += static_cast<int64_t>(edit.text.size()) - (edit.place.end - edit.place.begin);
  }
  return inverse;
}

// A behaviour on few lines, with comments and texts in Japanese, and names as long as they may be.
std::string flow_text() {
  const std::string longest(64, 'x');
  return "ishi: 1\n# 見張り\nneeds: { fear: { rise: 0.1/s, doc: \"怖い # 注釈ではない\" } }\ntasks: { " +
         longest + ": {}, stroll: {} }\nactions: { " + longest + ": { score: 0.5, do: [" + longest +
         ", stroll, wait: 1s] }, rest: { gains: { fear: -0.5 }, do: [wait: 2s] } }  # 休む\nagents: { guard: "
         "{ "
         "actions: [" +
         longest +
         ", rest], states: { calm: { to: { wild: needs.fear > 0.5 } }, wild: { to: { calm: elapsed > 3s } } "
         "} } }\n";
}

struct Sample {
  std::string name;
  Texts texts;
};

std::vector<Sample> samples() {
  std::vector<Sample> all;
  const std::filesystem::path examples = std::filesystem::path(ISHI_SOURCE_FOLDER) / "examples";
  std::map<std::string, Texts> folders;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(examples)) {
    const std::string file = entry.path().filename().string();
    if (!file.ends_with(".ishi.yaml") || entry.path().string().find("node_modules") != std::string::npos)
      continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    folders[entry.path().parent_path().string()][file] = {std::istreambuf_iterator<char>(stream), {}};
  }
  for (const auto& [folder, texts] : folders) {
    all.push_back({folder, texts});
    Texts returns;
    for (const auto& [file, text] : texts) returns[file] = with_returns(text);
    all.push_back({folder + " with line ends of Windows", std::move(returns)});
  }
  all.push_back({"a text on few lines", {{"flow.ishi.yaml", flow_text()}}});
  all.push_back({"the guard of these tests", {{"guard.ishi.yaml", std::string(kGuard)}}});
  return all;
}

class RandomEdits {
 public:
  RandomEdits(const Sample& sample, uint32_t seed) : sample_(sample), dice_(seed) { begin_anew(); }

  // One edit. Once in a while the text begins anew.
  void try_one() {
    if (++edits_ % 25 == 0) begin_anew();
    const auto has_parts = [&](const std::string& file) { return !workspace_->parts(file).empty(); };
    if (std::ranges::none_of(files_, has_parts)) begin_anew();  // all was taken out
    std::string file = pick(files_);
    while (!has_parts(file)) file = pick(files_);  // one of the contract alone
    const std::vector<PartOfText> parts = workspace_->parts(file);
    PictureEdit edit = random_edit(parts);
    const EditsByPicture made = workspace_->edit(file, edit);
    if (!made.refusal.empty()) {
      ++refused;
      ++refusals[made.refusal.substr(0, 70)];
      return;
    }
    ++accepted;
    REQUIRE(!made.edits.empty());
    CHECK(made.note.empty());
    const Texts before = texts_;
    Texts after = before;
    for (auto& [path, text] : after) text = with_file_edits(text, made.edits, path);
    INFO(sample_.name << ", an edit of kind " << static_cast<int>(edit.kind) << " of " << address(edit.at));
    check_lines(edit, made, before, after);
    // Undo.
    Texts undone = after;
    for (auto& [path, text] : undone) text = with_file_edits(text, inverse_of(made.edits, before), path);
    REQUIRE(undone == before);
    take(after);
    check_compiles(made);
    check_undone_by_picture(edit, made, file, before);
  }

  uint32_t accepted = 0, refused = 0, compiled = 0, taken_back = 0;
  std::map<std::string, uint32_t> refusals;

 private:
  void begin_anew() {
    reader_ = std::make_unique<MemoryReader>();
    for (const auto& [file, text] : sample_.texts) reader_->add(file, text);
    workspace_ = std::make_unique<Workspace>(*reader_);
    files_.clear();
    for (const auto& [file, text] : sample_.texts) files_.push_back(file);
    workspace_->set_files(files_);
    texts_ = {};
    take(sample_.texts);
  }
  void take(const Texts& texts) {
    for (const auto& [file, text] : texts) {
      if (!texts_.contains(file) || texts_[file] != text) workspace_->open(file, text, ++version_);
    }
    texts_ = texts;
  }

  template <class T>
  const T& pick(const std::vector<T>& all) {
    return all[std::uniform_int_distribution<size_t>(0, all.size() - 1)(dice_)];
  }
  bool chance(double share) { return std::uniform_real_distribution<>(0, 1)(dice_) < share; }

  std::string random_name() {
    const std::string names[] = {"newly", "flee",       "休む", std::string(200, 'n'),
                                 "",      "Not A Name", "a",    std::string(64, 'y'),
                                 "calm",  "guard",      "x_1"};
    return names[std::uniform_int_distribution<size_t>(0, std::size(names) - 1)(dice_)];
  }

  PictureEdit random_edit(const std::vector<PartOfText>& parts) {
    PictureEdit edit;
    // Mostly an edit that such a part takes.
    std::vector<PartOfText> fit;
    while (fit.empty()) {
      edit.kind = static_cast<PictureEditKind>(std::uniform_int_distribution<int>(0, 7)(dice_));
      for (const PartOfText& part : parts) {
        const bool is_number = part.kind == TextPartKind::number;
        const bool fits = edit.kind == PictureEditKind::set_number ? is_number
                          : edit.kind == PictureEditKind::set_text ? part.kind == TextPartKind::transition
                          : edit.kind == PictureEditKind::connect  ? part.kind == TextPartKind::state
                                                                   : !is_number;
        if (fits) fit.push_back(part);
      }
    }
    const PartOfText part = pick(chance(0.05) ? parts : fit);
    edit.at = part.at;
    edit.ordinal = part.ordinal;
    edit.expected = part.name;
    edit.by = chance(0.5) ? 1 : -1;
    edit.of = static_cast<TextPartKind>(std::uniform_int_distribution<int>(0, 5)(dice_));
    if (chance(edit.kind == PictureEditKind::rename ? 1 : 0.3)) edit.name = random_name();
    if (edit.kind == PictureEditKind::connect) {
      std::vector<std::string> states;
      for (const PartOfText& one : parts) {
        if (one.kind == TextPartKind::state) states.push_back(one.name);
      }
      if (!states.empty()) edit.name = pick(states);
    }
    const std::string conditions[] = {"false", "elapsed > 1s", "nobody > 3", "", "\"quoted\" #", "a: b"};
    if (edit.kind == PictureEditKind::set_text)
      edit.text = conditions[std::uniform_int_distribution<size_t>(0, std::size(conditions) - 1)(dice_)];
    const double values[] = {0,   1,   part.value * 1.5, part.value / 2, part.value + 0.125, -part.value,
                             1e9, 1e-7};
    edit.value = values[std::uniform_int_distribution<size_t>(0, std::size(values) - 1)(dice_)];
    if (edit.kind == PictureEditKind::add && edit.of == TextPartKind::action && chance(0.5)) {
      for (const PartOfText& one : parts) {
        if (one.at.size() == 2 && one.at.front() == "agents") edit.agent = one.name;
      }
      edit.at.clear();
      edit.expected.clear();
    }
    return edit;
  }

  static std::string address(const TextAddress& at) {
    std::string text;
    for (const std::string& step : at) text += "/" + step;
    return text;
  }

  // Only the lines that must change do, and all comments are kept.
  static void check_lines(const PictureEdit& edit, const EditsByPicture& made, const Texts& before,
                          const Texts& after) {
    for (const auto& [file, text] : before) {
      const std::string& now = after.at(file);
      std::string taken;  // bytes that went
      for (const FileEdit& one : made.edits) {
        if (one.place.path == file)
          taken += text.substr(one.place.begin, one.place.end - one.place.begin) + "\n";
      }
      if (edit.kind == PictureEditKind::remove)
        CHECK(both(comments_of(now), comments_of(taken)) == comments_of(text));
      else if (edit.kind == PictureEditKind::duplicate || edit.kind == PictureEditKind::add)
        CHECK(std::ranges::includes(comments_of(now), comments_of(text)));
      else
        CHECK(comments_of(now) == comments_of(text));
      CHECK((text.find('\r') == text.npos) == (now.find('\r') == now.npos));
      CHECK(std::ranges::count(now, '\n') - std::ranges::count(now, '\r') ==
            (text.find('\r') == text.npos ? std::ranges::count(now, '\n') : 0));
      if (edit.kind == PictureEditKind::move) CHECK(sorted_bytes(text) == sorted_bytes(now));
      const bool keeps_lines = edit.kind == PictureEditKind::rename ||
                               edit.kind == PictureEditKind::set_number ||
                               edit.kind == PictureEditKind::set_text || edit.kind == PictureEditKind::move;
      if (keeps_lines) CHECK(std::ranges::count(text, '\n') == std::ranges::count(now, '\n'));
    }
    for (const FileEdit& one : made.edits) {
      const std::string was =
          before.at(one.place.path).substr(one.place.begin, one.place.end - one.place.begin);
      if (edit.kind == PictureEditKind::remove) CHECK(one.text.empty());
      if (edit.kind == PictureEditKind::duplicate) CHECK(was.empty());
      if (edit.kind == PictureEditKind::rename) CHECK(was.find('\n') == was.npos);
    }
    if (edit.kind == PictureEditKind::set_number) {
      CHECK(made.edits.size() == 1);
      CHECK(made.edits[0].text.find('\n') == std::string::npos);
    }
  }

  // Compiled without the workspace.
  void check_compiles(const EditsByPicture& made) {
    MemoryReader disk;
    for (const auto& [file, text] : texts_) disk.add(file, text);
    const std::string file = chance(0.3) ? pick(files_) : made.edits[0].place.path;
    ParsedFiles parsed;
    const auto checked = check_file(file, texts_[file], disk, parsed);
    INFO(first_error(*checked));
    CHECK(!checked->has_errors);
    ++compiled;
  }

  // The edit that takes another one back gives the bytes from before.
  void check_undone_by_picture(const PictureEdit& edit, const EditsByPicture& made, const std::string& file,
                               const Texts& before) {
    PictureEdit back = edit;
    back.expected.clear();
    if (edit.kind == PictureEditKind::move && !edit.at.empty()) {
      back.by = -edit.by;
      const std::vector<PartOfText> parts = workspace_->parts(file);
      const bool is_item = edit.at.back().find_first_not_of("0123456789") == std::string::npos;
      if (is_item) back.at.back() = std::to_string(std::stoi(edit.at.back()) + edit.by);
    } else if (edit.kind == PictureEditKind::duplicate && made.written && made.edits.size() == 1) {
      const std::vector<PartOfText> parts = workspace_->parts(file);
      const auto copy = std::ranges::find_if(parts, [&](const PartOfText& part) {
        return part.kind != TextPartKind::number && part.name_span.begin == made.written->begin;
      });
      if (copy == parts.end()) return;
      back.kind = PictureEditKind::remove;
      back.at = copy->at;
    } else {
      return;
    }
    const EditsByPicture undone = workspace_->edit(file, back);
    if (!undone.refusal.empty()) return;
    Texts again = texts_;
    for (auto& [path, text] : again) text = with_file_edits(text, undone.edits, path);
    // A comment between two neighbours may be of either of them.
    if (edit.kind == PictureEditKind::move && again != before) return;
    CHECK(again == before);
    ++taken_back;
  }

  const Sample& sample_;
  std::mt19937 dice_;
  std::unique_ptr<MemoryReader> reader_;
  std::unique_ptr<Workspace> workspace_;
  std::vector<std::string> files_;
  Texts texts_;
  uint32_t edits_ = 0;
  int version_ = 0;
};

}  // namespace

TEST_CASE(
    "random edits by picture of all examples compile or are refused, change what they must, and can be "
    "undone") {
  const uint32_t seed = ishi::first_seed();
  constexpr uint32_t kAll = 10000;
  const uint32_t count = ishi::makes_all_trials() ? kAll : ishi::trials(kAll) / 2;
  const std::vector<Sample> all = samples();
  REQUIRE(all.size() > 20);
  uint32_t accepted = 0, refused = 0, compiled = 0, taken_back = 0;
  std::map<std::string, uint32_t> refusals;
  INFO("ISHI_FIRST_SEED=" << seed);
  for (size_t i = 0; i < all.size(); ++i) {
    RandomEdits edits(all[i], seed + static_cast<uint32_t>(i));
    const size_t share = count * (i + 1) / all.size() - count * i / all.size();
    for (size_t k = 0; k < share; ++k) edits.try_one();
    accepted += edits.accepted;
    refused += edits.refused;
    compiled += edits.compiled;
    taken_back += edits.taken_back;
    for (const auto& [refusal, times] : edits.refusals) refusals[refusal] += times;
  }
  std::string told;
  for (const auto& [refusal, times] : refusals) told += "\n  " + std::to_string(times) + "x " + refusal;
  if (std::getenv("ISHI_LONG_TESTS") != nullptr || std::getenv("ISHI_TELL") != nullptr)
    WARN(accepted << " edits were made, " << taken_back << " of them taken back by picture, " << refused
                  << " refused:" << told);
  CHECK(accepted + refused == count);
  CHECK(accepted > count / 4);
  CHECK(compiled == accepted);
  CHECK(taken_back > accepted / 20);
}

}  // namespace picture_edits_test
