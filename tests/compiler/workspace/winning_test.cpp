#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "source/read_file.h"
#include "workspace/workspace.h"

using namespace ishi::compiler;  // NOLINT(*using-namespace*)

// The answer to the question if an action can win: it takes long, so it is kept.

namespace winning_test {
namespace {

constexpr std::string_view kPath = "guard.ishi.yaml";
constexpr std::string_view kGuard =
    "ishi: 1\n"
    "include: [game.ishi.yaml]\n"
    "actions:\n"
    "  hit: { score: 1 - hp.norm, do: [strike] }\n"
    "  stay: { score: 0.3, do: [strike] }\n"
    "  wish: { score: 0.2, do: [strike] }\n"
    "agents:\n"
    "  guard: { actions: [hit, stay, wish] }\n";
constexpr std::string_view kGame =
    "ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\ntasks: { strike: {} }\n";

struct Editor {
  MemoryReader disk;
  Workspace workspace{disk};
  int steps = 0;  // that the last question took

  Editor() {
    workspace.open("game.ishi.yaml", std::string(kGame), 1);
    workspace.open(std::string(kPath), std::string(kGuard), 1);
  }
  std::string ask(std::string_view action, int most_steps = -1) {
    steps = 0;
    const Stop stop = [&] { return steps++ == most_steps || (most_steps >= 0 && steps > most_steps); };
    return workspace.winning(std::string(kPath), action, &stop);
  }
  // Of the text as it is now, in a workspace that has kept nothing.
  std::string afresh(std::string_view action) {
    Workspace other(disk);
    for (const std::string& path : workspace.files()) other.open(path, *workspace.text(path), 1);
    return other.winning(std::string(kPath), action);
  }
};

}  // namespace

TEST_CASE("an answer about an action is kept, and what all actions have in common is made once") {
  Editor editor;
  const std::string can = editor.ask("hit");
  const int first = editor.steps;
  CHECK(can == "It can win: where every key has its default");
  CHECK(editor.ask("wish") == "It never wins (proved)");
  CHECK(editor.steps < first);
  CHECK(editor.ask("hit") == can);
  CHECK(editor.steps <= 2);
}

TEST_CASE("an answer is of the texts of now: of the file itself and of what it includes") {
  Editor editor;
  CHECK(editor.ask("wish") == "It never wins (proved)");
  const std::string path(kPath);
  const size_t score = kGuard.find("0.3");
  editor.workspace.change(path, {{static_cast<uint32_t>(score), static_cast<uint32_t>(score + 3), "0.1"}}, 2);
  const std::string better = editor.ask("wish");
  CHECK(better != "It never wins (proved)");
  CHECK(better == editor.afresh("wish"));
  const size_t range = kGame.find("0..100");
  editor.workspace.change("game.ishi.yaml",
                          {{static_cast<uint32_t>(range), static_cast<uint32_t>(range + 6), "0..9"}}, 2);
  const std::string narrower = editor.ask("hit");
  CHECK(narrower == editor.afresh("hit"));
  editor.workspace.change(path, {{0, 0, "# the same otherwise\n"}}, 3);
  CHECK(editor.ask("hit") == narrower);
  editor.workspace.change(path, {{0, 0, "}"}}, 4);
  CHECK(editor.ask("hit").empty());
  editor.workspace.close(path);
  CHECK(editor.ask("hit").empty());
}

TEST_CASE("a question that ends early leaves nothing behind that a later one would take for an answer") {
  for (int steps = 0;; ++steps) {
    Editor editor;
    const std::string early = editor.ask("wish", steps);
    const bool has_ended_early = early.empty();
    if (!has_ended_early) CHECK(early == "It never wins (proved)");
    CHECK(editor.ask("wish") == "It never wins (proved)");
    if (has_ended_early) continue;
    CHECK(steps > 3);
    break;
  }
}

}  // namespace winning_test
