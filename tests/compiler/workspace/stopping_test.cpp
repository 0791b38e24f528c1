#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "source/read_file.h"
#include "workspace/ask/explained_decision.h"
#include "workspace/workspace.h"

using namespace ishi::compiler;  // NOLINT(*using-namespace*)

// Work that nobody wants any more.

namespace stopping_test {
namespace {

constexpr std::string_view kGuard =
    "ishi: 1\n"
    "include: [game.ishi.yaml]\n"
    "actions:\n"
    "  hit: { score: 1 - hp.norm, do: [strike] }\n"
    "  wait_here: { score: 0.3, do: [strike] }\n"
    "agents:\n"
    "  guard: { actions: [hit, wait_here] }\n"
    "tests:\n"
    "  it hits: { agent: guard, given: { hp: 3 }, expect: { picks: hit } }\n"
    "  it goes on: { agent: guard, given: { hp: 3 }, run: 24h, expect: { picks: hit } }\n";

struct Project {
  MemoryReader disk;
  Workspace workspace{disk};

  Project() {
    disk.add("game.ishi.yaml",
             "ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\ntasks: { strike: {} }\n");
    disk.add("guard.ishi.yaml", std::string(kGuard));
    workspace.set_files({"game.ishi.yaml", "guard.ishi.yaml"});
  }
};

}  // namespace

TEST_CASE("a question that nobody wants ends between any two of its steps, and can be asked again") {
  for (int steps = 0;; ++steps) {
    Project project;
    Workspace& workspace = project.workspace;
    int left = steps;
    bool has_ended_early = false;
    workspace.stop_if([&] { return left-- == 0; });
    try {
      static_cast<void>(workspace.analyze("guard.ishi.yaml"));
      static_cast<void>(workspace.symbols("hit"));
    } catch (const Workspace::Stopped&) {
      has_ended_early = true;
    }
    workspace.stop_if({});
    CHECK(workspace.analyze("guard.ishi.yaml").diagnostics.empty());
    if (has_ended_early) continue;
    CHECK(steps > 5);
    break;
  }
}

TEST_CASE("a run that is stopped gives nothing, and holds up nobody meanwhile") {
  Project project;
  Workspace& workspace = project.workspace;
  int asked = 0;
  std::optional<std::string> text;
  const Stop stop = [&] {
    constexpr int kEnough = 200;
    if (asked == 0) std::thread([&] { text = workspace.text("guard.ishi.yaml"); }).join();
    return ++asked > kEnough;
  };
  CHECK_FALSE(workspace.run("guard.ishi.yaml", "it goes on", &stop));
  CHECK(asked < 210);
  CHECK(text == kGuard);
}

TEST_CASE("what is asked of a situation ends when nobody wants it") {
  Project project;
  SituationQuestion question;
  question.asks_of_one = true;
  int asked = 0;
  const Stop stop = [&] { return ++asked > 20; };
  question.stop = &stop;
  const auto answer = project.workspace.ask("guard.ishi.yaml", question);
  REQUIRE(answer->outcome() == AskedSituation::Outcome::good);
  ExplainedDecision decision(*answer);
  CHECK(decision.explain());
  CHECK(decision.flips().empty());
  const int stopped_after = asked;
  question.stop = nullptr;
  const auto again = project.workspace.ask("guard.ishi.yaml", question);
  ExplainedDecision whole(*again);
  CHECK(whole.explain());
  CHECK_FALSE(whole.flips().empty());
  CHECK(stopped_after > 20);
}

}  // namespace stopping_test
