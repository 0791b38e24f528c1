#include "workspace/workspace.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "source/read_file.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/text_positions.h"

using namespace ishi::compiler;  // NOLINT(*using-namespace*)

namespace workspace_test {
namespace {

constexpr std::string_view kContract =
    "ishi: 1\n"
    "things: { foe: { fields: { anger: { type: number, range: 0..1 } } } }\n"
    "blackboard:\n"
    "  hp: { type: number, range: 0..100, doc: how well it is }\n"
    "  mood: { one_of: [calm, angry] }\n"
    "  rival: foe\n"
    "tasks:\n"
    "  strike: { params: { whom: foe } }\n"
    "  rest: {}\n";

constexpr std::string_view kGuard =
    "ishi: 1\n"
    "include: [game.ishi.yaml]\n"
    "curves:\n"
    "  hurt: { points: [[0, 1], [100, 0]] }\n"
    "actions:\n"
    "  hit:\n"
    "    when: mood == angry and rival.known\n"
    "    considerations: { weak: hurt(hp), anger: rival.anger }\n"
    "    do: [strike: { whom: rival }]\n"
    "  wait_here: { score: 0.1, do: [rest] }\n"
    "agents:\n"
    "  guard: { actions: [hit, wait_here] }\n"
    "tests:\n"
    "  it hits: { agent: guard, given: { mood: angry, rival: ann, hp: 3 }, world: { ann: { is: foe, anger: 1 "
    "} },"
    " expect: { picks: hit } }\n";

struct Project {
  MemoryReader disk;
  Workspace workspace{disk};

  Project() {
    disk.add("game.ishi.yaml", std::string(kContract));
    disk.add("guard.ishi.yaml", std::string(kGuard));
    workspace.set_files({"game.ishi.yaml", "guard.ishi.yaml"});
  }

  [[nodiscard]] std::string text(const FilePlace& place) {
    const std::string all = workspace.text(place.path).value_or("");
    return all.substr(place.begin, place.end - place.begin);
  }
};

// Where `|` stands in a piece of a text that holds it once.
uint32_t place_of(std::string_view text, std::string_view piece) {
  const size_t bar = piece.find('|');
  std::string plain(piece);
  plain.erase(bar, 1);
  const size_t found = text.find(plain);
  REQUIRE(found != std::string_view::npos);
  return static_cast<uint32_t>(found + bar);
}

std::vector<std::string> labels(const std::vector<Completion>& completions) {
  std::vector<std::string> result;
  for (const Completion& one : completions) result.push_back(one.label);
  return result;
}

bool holds(const std::vector<std::string>& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// "actions/hit/do[0]": the way to a cursor at `|`.
std::string way_to(std::string text, bool* is_key = nullptr) {
  const size_t bar = text.find('|');
  text.erase(bar, 1);
  const Cursor cursor = find_cursor(text, static_cast<uint32_t>(bar));
  std::string way;
  for (const CursorStep& step : cursor.path) {
    if (step.is_item)
      way += "[" + std::to_string(step.index) + "]";
    else
      way += (way.empty() ? "" : "/") + std::string(step.key);
  }
  if (is_key != nullptr) *is_key = cursor.is_key;
  return way;
}

}  // namespace

TEST_CASE("positions count units of UTF-16 or bytes, and lines however they end") {
  const std::string text =
      "a\xF0\x9F\x98\x80"
      "b\r\n\xC3\xA9x\rlast";
  const TextPositions positions(text);
  CHECK(positions.line_count() == 3);
  CHECK(positions.offset({0, 3}, PositionEncoding::utf16) == 5);  // behind the emoji
  CHECK(positions.offset({0, 2}, PositionEncoding::utf16) == 1);  // in the middle of it
  CHECK(positions.offset({0, 5}, PositionEncoding::utf8) == 5);
  CHECK(positions.offset({0, 99}, PositionEncoding::utf16) == 6);  // before the line break
  CHECK(positions.offset({9, 0}, PositionEncoding::utf16) == text.size());
  CHECK(positions.position(10, PositionEncoding::utf16) == TextPosition{1, 1});
  CHECK(positions.position(10, PositionEncoding::utf8) == TextPosition{1, 2});
  CHECK(positions.line(2) == "last");
  for (uint32_t i = 0; i < 300; ++i) {
    for (const PositionEncoding encoding : {PositionEncoding::utf8, PositionEncoding::utf16})
      CHECK(positions.offset(positions.position(i, encoding), encoding) <= text.size());
  }
}

TEST_CASE("a cursor is found in texts that do not parse") {
  bool is_key = false;
  CHECK(way_to("actions:\n  hit:\n    when: |", &is_key) == "actions/hit/when");
  CHECK_FALSE(is_key);
  CHECK(way_to("actions:\n  hit:\n    |\n    when: x\n", &is_key) == "actions/hit");
  CHECK(is_key);
  CHECK(way_to("actions:\n  hit: { when: hp < 3, |", &is_key) == "actions/hit");
  CHECK(is_key);
  CHECK(way_to("actions:\n  hit: { do: [strike: { whom: |", &is_key) == "actions/hit/do[0]/strike/whom");
  CHECK(way_to("actions:\n  hit:\n    do:\n      - rest\n      - |\n") == "actions/hit/do[1]");
  CHECK(way_to("actions:\n  hit:\n    do:\n    - strike:\n        |\n  other: {}\n") ==
        "actions/hit/do[0]/strike");
  CHECK(way_to("a: [\n  |\nactions:\n  hit: {}\n") == "a[0]");
  CHECK(way_to("a: [\nactions:\n  hit: { score: |\n") == "actions/hit/score");
  CHECK(way_to("|", &is_key).empty());
  CHECK(is_key);
  CHECK(way_to("a: \"text with | and: colon\"\n") == "a");
  CHECK(find_cursor("a: 1 # here", 8).in_comment);
  CHECK(way_to("tests:\n  \"a sentence: with a colon\": { expect: { picks: | } }\n") ==
        "tests/a sentence: with a colon/expect/picks");
}

TEST_CASE("what is open lies over what is on disk, and edits are applied one after the other") {
  Project project;
  Workspace& workspace = project.workspace;
  CHECK(workspace.diagnostics("guard.ishi.yaml").diagnostics.empty());
  workspace.open("guard.ishi.yaml", std::string(kGuard), 1);
  const uint32_t at = place_of(kGuard, "score: |0.1");
  workspace.change("guard.ishi.yaml",
                   {{at, at + 3, "hq"}, {at + 1, at + 2, "r"}, {9999999, 9999999, "# end\n"}}, 2);
  CHECK(workspace.text("guard.ishi.yaml")->substr(at, 3) == "hr,");
  CHECK(workspace.text("guard.ishi.yaml")->ends_with("# end\n"));
  const FileFindings findings = workspace.diagnostics("guard.ishi.yaml");
  REQUIRE(findings.diagnostics.size() == 1);
  CHECK(findings.version == 2);
  CHECK(findings.diagnostics[0].span.begin == at);
  workspace.close("guard.ishi.yaml");
  CHECK(workspace.text("guard.ishi.yaml") == std::string(kGuard));
  CHECK(workspace.diagnostics("guard.ishi.yaml").diagnostics.empty());
}

TEST_CASE("a change of an included file reaches those who include it, once the workspace is told") {
  Project project;
  Workspace& workspace = project.workspace;
  workspace.open("guard.ishi.yaml", std::string(kGuard), 1);
  CHECK(workspace.diagnostics("guard.ishi.yaml").diagnostics.empty());
  std::string other(kContract);
  other.replace(other.find("rest: {}"), 8, "doze: {}");
  project.disk.add("game.ishi.yaml", other);
  const std::vector<Dependency> texts = workspace.dependencies("guard.ishi.yaml");
  CHECK(workspace.is_current(texts));
  workspace.note_disk_change("game.ishi.yaml");
  CHECK_FALSE(workspace.is_current(texts));
  CHECK(workspace.diagnostics("guard.ishi.yaml").diagnostics.size() == 1);
  workspace.open("game.ishi.yaml", std::string(kContract), 1);
  CHECK(workspace.diagnostics("guard.ishi.yaml").diagnostics.empty());
}

TEST_CASE("a name is found wherever it stands: expressions, bodies, tests, other files") {
  Project project;
  Workspace& workspace = project.workspace;
  const auto count = [&](std::string_view text, const std::string& path, std::string_view piece) {
    std::vector<std::string> words;
    const auto found = workspace.references(path, place_of(text, piece));
    for (const FoundName& one : found) words.push_back(project.text(one.place));
    CHECK(std::ranges::all_of(words, [&](const std::string& word) { return word == words[0]; }));
    return found.size();
  };
  CHECK(count(kContract, "game.ishi.yaml", "  h|p: {") == 3);
  CHECK(count(kGuard, "guard.ishi.yaml", "mood == an|gry") == 3);
  CHECK(count(kGuard, "guard.ishi.yaml", "anger: riv|al") == 5);
  CHECK(count(kGuard, "guard.ishi.yaml", "rival.ang|er") == 3);
  CHECK(count(kGuard, "guard.ishi.yaml", "rival: an|n") == 2);
  CHECK(count(kGuard, "guard.ishi.yaml", "picks: h|it") == 3);
  CHECK(count(kGuard, "guard.ishi.yaml", "whom|: rival") == 2);
  CHECK(count(kGuard, "guard.ishi.yaml", "is: fo|e") == 4);
}

TEST_CASE("a rename compiles, and is refused where it would not") {
  Project project;
  Workspace& workspace = project.workspace;
  const Renaming renaming = workspace.rename("guard.ishi.yaml", place_of(kGuard, "hurt(h|p)"), "health");
  CHECK(renaming.refusal.empty());
  CHECK(renaming.edits.size() == 3);
  CHECK_FALSE(workspace.rename("guard.ishi.yaml", place_of(kGuard, "hurt(h|p)"), "mood").refusal.empty());
  CHECK_FALSE(workspace.rename("guard.ishi.yaml", place_of(kGuard, "hurt(h|p)"), "hurt").refusal.empty());
  CHECK_FALSE(
      workspace.rename("guard.ishi.yaml", place_of(kGuard, "hurt(h|p)"), "Not a name").refusal.empty());
  CHECK_FALSE(workspace.rename("guard.ishi.yaml", place_of(kGuard, "acti|ons:"), "others").refusal.empty());
  CHECK(workspace.rename("guard.ishi.yaml", place_of(kGuard, "hurt(h|p)"), "hp").edits.empty());
}

TEST_CASE("a mark for tuning names declarations: they are described there, and renamed with it") {
  Project project;
  Workspace& workspace = project.workspace;
  const std::string text = std::string(kGuard) + "tune: { actions.wait_here.score: 0..1 }\n";
  workspace.open("guard.ishi.yaml", text, 1);
  CHECK(workspace.diagnostics("guard.ishi.yaml").diagnostics.empty());
  const uint32_t at = place_of(text, "actions.wait|_here");
  const auto hover = workspace.hover("guard.ishi.yaml", at);
  REQUIRE(hover);
  CHECK(text.substr(hover->begin, hover->end - hover->begin) == "wait_here");
  const Renaming renaming = workspace.rename("guard.ishi.yaml", at, "idle");
  CHECK(renaming.refusal.empty());
  std::string renamed = text;
  auto edits = renaming.edits;
  std::ranges::sort(edits, std::greater{}, [](const FileEdit& edit) { return edit.place.begin; });
  for (const FileEdit& edit : edits)
    renamed.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.text);
  CHECK(renamed.find("actions.idle.score") != std::string::npos);
  CHECK(renamed.find("wait_here") == std::string::npos);
  workspace.open("guard.ishi.yaml", renamed, 2);
  CHECK(workspace.diagnostics("guard.ishi.yaml").diagnostics.empty());
}

TEST_CASE("completion offers what fits, also where the text is broken") {
  Project project;
  Workspace& workspace = project.workspace;
  const auto offered = [&](std::string text, int version) {
    const size_t bar = text.find('|');
    text.erase(bar, 1);
    workspace.open("guard.ishi.yaml", text, version);
    return labels(workspace.complete("guard.ishi.yaml", static_cast<uint32_t>(bar)));
  };
  static_cast<void>(offered(std::string(kGuard) + "|", 1));
  const std::string head(kGuard.substr(0, kGuard.find("  wait_here")));
  const auto conditions = offered(head + "  more:\n    when: mood == |\n", 2);
  REQUIRE(conditions.size() >= 2);
  CHECK(holds({conditions[0], conditions[1]}, "calm"));
  CHECK(holds({conditions[0], conditions[1]}, "angry"));
  const auto fields = offered(head + "  more: { when: rival.|", 3);
  CHECK(holds(fields, "anger"));
  CHECK(holds(fields, "known"));
  CHECK_FALSE(holds(fields, "hp"));
  const auto steps = offered(head + "  more:\n    do:\n      - |", 4);
  CHECK(holds(steps, "strike"));
  CHECK(holds(steps, "wait"));
  const auto arguments = offered(head + "  more: { do: [strike: { |", 5);
  CHECK(arguments == std::vector<std::string>{"whom"});
  const auto instant = offered(head + "  more: { finally: [|", 6);
  CHECK(holds(instant, "set"));
  CHECK_FALSE(holds(instant, "strike"));
  CHECK(holds(offered("ishi: 1\n|\n", 7), "actions"));
  CHECK(offered(head + "  # com|ment\n", 8).empty());
}

TEST_CASE("completion offers what changes on the way of a test, in a scene with its owner") {
  constexpr std::string_view kWatch = R"(ishi: 1
things: { thief: { fields: { gold: { type: number, range: 0..9 } } } }
events: { shot: {} }
memory: { foes: { of: thief, capacity: 4, forget: 5s } }
actions: { rest: { score: 0.1 } }
agents: { guard: { actions: [rest], on: { shot: [forget: { foes: nothing }] } } }
scenes: { yard: { agents: { ann: guard, bob: guard } } }
tests:
)";
  Project project;
  Workspace& workspace = project.workspace;
  int version = 0;
  const auto offered = [&](const std::string& test) {
    std::string text = std::string(kWatch) + test;
    const size_t bar = text.find('|');
    text.erase(bar, 1);
    workspace.open("guard.ishi.yaml", text, ++version);
    return labels(workspace.complete("guard.ishi.yaml", static_cast<uint32_t>(bar)));
  };
  const std::string alone = "  it: { agent: guard, run: 5s, expect: { picks: rest }, at: { 1s: ";
  const std::string scene =
      "  it: { scene: yard, run: 5s, expect: { agents: { ann: { picks: rest } } }, at: { 1s: ";
  CHECK(offered(alone + "{ remembers: { | } } } }\n") == std::vector<std::string>{"foes"});
  const auto memories = offered(scene + "{ remembers: { | } } } }\n");
  CHECK(holds(memories, "ann.foes"));
  CHECK(holds(memories, "bob.foes"));
  CHECK(holds(offered(scene + "{ emit: { | } } } }\n"), "ann.shot"));
  CHECK(holds(offered(scene + "{ remembers: { ann.foes: [{ | }] } } } }\n"), "gold"));
}

TEST_CASE("all edits of `--fix` are made at once, and actions silence a warning with a reason") {
  Project project;
  Workspace& workspace = project.workspace;
  std::string text(kGuard);
  text.replace(text.find("strike: {"), 6, "strikee");
  workspace.open("guard.ishi.yaml", text, 1);
  const auto edits = workspace.all_fixes("guard.ishi.yaml");
  REQUIRE(edits.size() == 1);
  text.replace(edits[0].place.begin, edits[0].place.end - edits[0].place.begin, edits[0].text);
  CHECK(text == kGuard);
  std::string idle(kGuard);
  idle.insert(idle.find("actions:"), "  idle: { points: [[0, 0], [1, 1]] }\n");
  workspace.open("guard.ishi.yaml", idle, 2);
  const FileFindings findings = workspace.analyze("guard.ishi.yaml");
  REQUIRE(findings.diagnostics.size() == 1);
  const Span span = findings.diagnostics[0].span;
  const auto actions = workspace.code_actions("guard.ishi.yaml", span.begin, span.end);
  REQUIRE(actions.size() == 1);
  const FileEdit& edit = actions[0].edits[0];
  idle.insert(edit.place.begin, edit.text);
  workspace.open("guard.ishi.yaml", idle, 3);
  CHECK(workspace.analyze("guard.ishi.yaml").diagnostics.empty());
}

TEST_CASE("tests of a text that is on no disk are run") {
  Project project;
  Workspace& workspace = project.workspace;
  std::string text(kGuard);
  text.replace(text.find("picks: hit"), 10, "picks: wait_here");
  workspace.open("guard.ishi.yaml", text, 1);
  const auto runs = workspace.run("guard.ishi.yaml", "it hits");
  REQUIRE(runs);
  REQUIRE(runs->size() == 1);
  CHECK_FALSE(runs->front().is_good);
  workspace.open("guard.ishi.yaml", std::string(kGuard), 2);
  CHECK(workspace.run("guard.ishi.yaml")->front().is_good);
}

TEST_CASE("verbs of steps are offered where something is declared that they name") {
  MemoryReader disk;
  Workspace workspace(disk);
  const std::string head = "ishi: 1\ntasks: { go: {} }\n", body = "actions:\n  a:\n    do:\n      - ";
  int version = 0;
  const auto offers = [&](const std::string& declared, std::string_view verb) {
    const std::string text = head + declared + body;
    workspace.open("a.ishi.yaml", text + "\nagents: { one: { actions: [a] } }\n", ++version);
    return holds(labels(workspace.complete("a.ishi.yaml", static_cast<uint32_t>(text.size()))), verb);
  };
  CHECK(offers("", "wait"));
  CHECK(offers("", "go"));
  const std::pair<std::string_view, std::string> verbs[] = {
      {"set", "blackboard: { alarm: boolean }\n"},
      {"emit", "events: { shouted: {} }\n"},
      {"raise", "needs: { calm: { rises: 0.1 / 1s } }\n"},
      {"remember", "things: { foe: {} }\nmemory: { foes: { of: foe, capacity: 2 } }\n"},
      {"forget", "things: { foe: {} }\nmemory: { foes: { of: foe, capacity: 2 } }\n"},
  };
  for (const auto& [verb, declaration] : verbs) {
    CAPTURE(verb);
    CHECK_FALSE(offers("", verb));
    CHECK(offers(declaration, verb));
  }
}

TEST_CASE(
    "hovering over an action or a state says what leads to it on the map of each agent, and what it leads "
    "to") {
  Project project;
  const std::string text =
      "ishi: 1\n"
      "needs: { fear: { rise: 0.1/s } }\n"
      "events: { ran: {} }\n"
      "actions:\n"
      "  flee: { gains: { fear: +0.5 }, do: [emit: ran] }\n"
      "  rest: { score: 0.1 }\n"
      "agents:\n"
      "  deer:\n"
      "    actions: [rest]\n"
      "    states:\n"
      "      calm: { to: { wild: needs.fear > 0.5 } }\n"
      "      wild: { actions: [flee], to: { calm: elapsed > 3s } }\n";
  project.workspace.open("guard.ishi.yaml", text, 1);
  const auto says = [&](std::string_view piece, std::string_view words) {
    const auto hover = project.workspace.hover("guard.ishi.yaml", place_of(text, piece));
    REQUIRE(hover);
    INFO(hover->markdown);
    CHECK(hover->markdown.find(words) != std::string::npos);
  };
  says("fl|ee: {", "On the map of `deer`:\n- what leads to it: ");
  says("fl|ee: {", "need `fear` (gains +0.5)");
  says("fl|ee: {", "state `wild`");
  says("fl|ee: {", "- what it leads to: event `ran`");
  says("wi|ld: { actions", "state `calm` (needs.fear > 0.5)");
  says("wi|ld: { actions", "state `calm` (elapsed > 3s)");
  // An action that nothing leads to has no such lines.
  const auto rest = project.workspace.hover("guard.ishi.yaml", place_of(text, "re|st: {"));
  REQUIRE(rest);
  CHECK(rest->markdown.find("On the map") == std::string::npos);
}

}  // namespace workspace_test
