#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <thread>

#include "compiler/smith.h"
#include "compiler/village.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "trials.h"

namespace ishi::compiler::reload_test {

// What a designer changes while the game runs, and what of an agent's life outlives that.

TEST_CASE("what keeps its name and type keeps its value, whatever else changes") {
  Village v(kSmith);
  v.key<int32_t>("coal") = 31;
  v.key<float>("mood") = 0.75f;
  Column<float> alarm;
  REQUIRE(v.world.team_key(id_of("blackboard", "alarm"), alarm));
  alarm[1] = 0.5f;
  v.step();
  // Another key comes before, and one behind; the mood is a count now.
  std::string text =
      replaced(kSmith, "  coal: ", "  dirt:   { type: number, range: 0..1, default: 0.125 }\n  coal: ");
  text = replaced(text, "mood:   { type: number, range: 0..1, default: 0.5 }",
                  "mood: { type: integer, range: 0..9, default: 4 }");
  v.change(text);
  CHECK(v.key<int32_t>("coal") == 31);
  CHECK(v.key<float>("dirt") == 0.125f);
  CHECK(v.key<int32_t>("mood") == 4);
  REQUIRE(v.world.team_key(id_of("blackboard", "alarm"), alarm));
  CHECK(alarm[1] == 0.5f);

  CHECK(v.effect(ReloadPart::key, "coal") == ReloadEffect::kept);
  CHECK(v.effect(ReloadPart::key, "alarm") == ReloadEffect::kept);
  CHECK(v.effect(ReloadPart::key, "mood") == ReloadEffect::reset);
  CHECK(v.effect(ReloadPart::key, "dirt") == ReloadEffect::added);
  v.change(kSmith);
  CHECK(v.effect(ReloadPart::key, "dirt") == ReloadEffect::dropped);
  CHECK(v.key<int32_t>("coal") == 31);
}

TEST_CASE("members of an enum keep their names, not their numbers") {
  const std::string text =
      replaced(kSmith, "      - hammer: { times: 3 }\n", "      - eat\n      - fetch: { what: of }\n");
  Village v(text);
  v.key<uint8_t>("ore") = 1;  // iron
  v.step();
  const Start fetch = v.started("fetch");
  v.change(replaced(text, "[tin, iron, gold]", "[gold, silver, iron, tin]"));
  CHECK(v.key<uint8_t>("ore") == 2);
  CHECK(v.reload.counts().kept_tasks == 1);
  // The goal was given iron, and still makes its blade of that.
  v.report(fetch);
  v.step();
  v.report(v.started("eat"));
  v.step();
  CHECK(*static_cast<const uint8_t*>(v.started("fetch").parameters) == 2);
  // What is gone becomes the default.
  v.change(replaced(text, "[tin, iron, gold]", "[gold, tin]"));
  CHECK(v.key<uint8_t>("ore") == 1);
}

TEST_CASE("a task that is still there runs on, and its token stays good") {
  Village v(kSmith);
  v.step();
  const Start fetch = v.started("fetch");
  // It stands elsewhere, among others, in an action of other numbers.
  std::string text = replaced(kSmith, "  hammer:", "  blow: {}\n  hammer:");
  text = replaced(text, "      - fetch: { what: of }\n",
                  "      - blow\n      - fetch: { what: of }\n      - wait: 2s\n");
  text = replaced(text, "  work:\n    score: 0.5", "  rest:\n    score: 0.01\n  work:\n    score: 0.625");
  text = replaced(text, "[work, dine]", "[rest, work, dine]");
  v.change(text);
  CHECK(v.reload.counts().kept_tasks == 1);
  CHECK(v.reload.counts().aborted_tasks == 0);
  v.step();
  CHECK(v.starts.empty());
  CHECK(v.ends.empty());
  v.report(fetch);
  for (int i = 0; i < 20; ++i) {
    v.step();
    CHECK(v.starts.empty());
  }
  v.step();
  v.report(v.started("hammer"));  // after the wait that is new
}

TEST_CASE("what has been done once stays done when the game goes on with another version") {
  const std::string text = R"(ishi: 1
tasks: { greet: {}, hammer: {}, rest: {} }
actions:
  work: { score: 1, do: [repeat: { do: [{ do: greet, once: true }, hammer] }] }
agents: { smith: { actions: [work] } }
)";
  Village v(text);
  v.step();
  v.report(v.started("greet"));
  v.step();
  const Start hammer = v.started("hammer");
  v.change(replaced(text, "do: [{ do: greet", "do: [{ do: rest, once: true, when: false }, { do: greet"));
  CHECK(v.reload.counts().kept_tasks == 1);
  v.report(hammer);
  v.step();
  v.step();
  v.report(v.started("hammer"));  // no greeting
  // Another step has not been done.
  v.change(replaced(text, "do: greet", "do: rest"));
  v.step();
  for (int i = 0; i < 2 && v.starts.empty(); ++i) v.step();
  v.started("rest");
}

TEST_CASE("a task that is gone ends once as aborted, and its goal begins anew") {
  Village v(kSmith);
  v.step();
  v.report(v.started("fetch"));
  v.step();
  const Start hammer = v.started("hammer");
  v.change(replaced(kSmith, "      - hammer: { times: 3 }\n", "      - eat\n"));
  CHECK(v.reload.counts().aborted_tasks == 1);
  CHECK(v.reload.counts().restarted_goals == 1);
  CHECK(v.smiths.report(hammer.token, Ending::completed).code == StatusCode::token_stale);
  v.step();
  REQUIRE(v.ends.size() == 1);
  CHECK(v.ends[0].token == hammer.token);
  CHECK(v.ends[0].task == TaskId::of("hammer"));
  CHECK_FALSE(v.ends[0].report_when_over);
  const Start fetch = v.started("fetch");
  v.report(fetch);
  v.step();
  CHECK(v.ends.empty());
  v.report(v.started("eat"));
}

TEST_CASE("the end of a task that the asset does not know any more is told by its name") {
  Village v(kSmith);
  v.step();
  const Start fetch = v.started("fetch");
  std::string text = replaced(kSmith, "  fetch:  { params: { what: metal } }\n", "");
  text = replaced(text, "      - fetch: { what: of }\n", "");
  v.change(text);
  v.step();
  REQUIRE(v.ends.size() == 1);
  CHECK(v.ends[0].token == fetch.token);
  CHECK(v.ends[0].task == TaskId::of("fetch"));
  v.started("hammer");
}

TEST_CASE("a task that is given other parameters is another one") {
  Village v(kSmith);
  v.step();
  const Start fetch = v.started("fetch");
  v.change(replaced(kSmith, "fetch:  { params: { what: metal } }",
                    "fetch:  { params: { what: metal, far: { type: number, range: 0..9, default: 1 } } }"));
  v.step();
  REQUIRE(v.ends.size() == 1);
  CHECK(v.ends[0].token == fetch.token);
  CHECK(v.started("fetch").token != fetch.token);
}

TEST_CASE("an action that is gone ends, and the agent chooses anew") {
  Village v(kSmith);
  v.step();
  const Start fetch = v.started("fetch");
  std::string text = replaced(kSmith, "  work:\n    score: 0.5\n    do: [make_blade: { of: ore }]\n", "");
  text = replaced(text, "[work, dine]", "[dine]");
  text = replaced(text, "    do: [eat]", "    do: [eat, make_blade: { of: tin }]");
  v.change(text);
  CHECK(v.effect(ReloadPart::option, "work") == ReloadEffect::dropped);
  CHECK(v.effect(ReloadPart::option, "dine") == ReloadEffect::kept);
  CHECK(v.reload.counts().ended_options == 1);
  CHECK(v.smiths.option(v.smiths.agent_of(v.slot)) == kNoOption);
  v.step();
  REQUIRE(v.ends.size() == 1);
  CHECK(v.ends[0].token == fetch.token);
  v.started("eat");
}

TEST_CASE("needs, cooldowns and what was chosen outlive a reload") {
  Village v(replaced(kSmith, "score: 0.5", "score: 0.05"));
  v.step();
  v.report(v.started("eat"));
  v.step();  // dinner is over
  v.step();
  v.started("fetch");
  const float before = v.level("hunger");
  v.change(replaced(kSmith, "score: 0.5", "score: 0.04"));
  CHECK(v.level("hunger") == before);
  for (int i = 0; i < 50; ++i) {
    v.step();
    CHECK(v.starts.empty());  // it is not eaten again before ten seconds are over
  }
}

TEST_CASE("a reload that cannot be leaves everything as it was") {
  Village v(kSmith);
  v.step();
  const uint64_t hash = v.world.state_hash();
  SECTION("the agent is gone") {
    const Status status = v.prepare(replaced(kSmith, "  smith: {", "  miller: {"));
    CHECK(status.code == StatusCode::unknown_id);
    CHECK(status.where == AgentId::of("smith").value);
  }
  SECTION("the asset is not of this world") {
    const Asset& other = v.compiled(kSmith);
    const Asset& next = v.compiled(kSmith);
    const AssetChange change{&other, &next};
    CHECK(v.world.prepare_reload({&change, 1}, v.reload).code == StatusCode::asset_unused);
  }
  SECTION("an asset that was not loaded") {
    const Asset empty;
    const AssetChange change{&v.assets[0], &empty};
    CHECK(v.world.prepare_reload({&change, 1}, v.reload).code == StatusCode::bad_options);
  }
  SECTION("an asset that becomes two") {
    const Asset& one = v.compiled(kSmith);
    const Asset& other = v.compiled(kSmith);
    const AssetChange changes[] = {{&v.assets[0], &one}, {&v.assets[0], &other}};
    const Status status = v.world.prepare_reload(changes, v.reload);
    CHECK(status.code == StatusCode::bad_options);
    CHECK(describe(status) == std::string_view("an asset is given twice: it would become two"));
  }
  CHECK_FALSE(v.reload.valid());
  CHECK(v.world.commit_reload(v.reload).code == StatusCode::reload_outdated);
  CHECK(v.world.state_hash() == hash);
  v.step();
}

TEST_CASE("where nothing has changed all tasks that run are counted as kept") {
  Village v(kSmith);
  v.step();
  const Start fetch = v.started("fetch");
  v.change("# a comment\n" + kSmith);
  CHECK(v.reload.counts().kept_tasks == 1);
  v.report(fetch);
}

TEST_CASE("a reload is committed once, between frames, into the world as it was prepared for") {
  Village v(kSmith);
  REQUIRE(v.prepare(kSmith));
  REQUIRE(v.world.begin_frame({1, 100'000}));
  CHECK(v.world.commit_reload(v.reload).code == StatusCode::wrong_phase);
  REQUIRE(v.world.end_frame());
  REQUIRE(v.world.commit_reload(v.reload));
  CHECK(v.world.commit_reload(v.reload).code == StatusCode::reload_outdated);

  REQUIRE(v.prepare(kSmith));
  Population others;
  REQUIRE(v.world.add_population(v.assets[1], AgentId::of("smith"), {.capacity = 1}, others));
  CHECK(v.world.commit_reload(v.reload).code == StatusCode::reload_outdated);
}

TEST_CASE("assets that share what changes are reloaded together") {
  Village v(kSmith);
  const Asset& first = v.assets[0];
  const Asset& miller = v.compiled(replaced(kSmith, "  smith: {", "  miller: {"));
  Population millers;
  REQUIRE(v.world.add_population(miller, AgentId::of("miller"), {.capacity = 4}, millers));
  const std::string changed = replaced(kSmith, "scope: team, merge: max", "scope: team, merge: min");
  const Asset& next_smith = v.compiled(changed);
  const Asset& next_miller = v.compiled(replaced(changed, "  smith: {", "  miller: {"));
  const AssetChange changes[] = {{&first, &next_smith}, {&miller, &next_miller}};
  CHECK(v.world.prepare_reload({changes, 1}, v.reload).code == StatusCode::contract_mismatch);
  char words[200];
  describe(v.reload.contract_fault(), words);
  CHECK_THAT(words, Catch::Contains("alarm"));
  REQUIRE(v.world.prepare_reload(changes, v.reload));
  REQUIRE(v.world.commit_reload(v.reload));
}

TEST_CASE("reloading the same again and again changes nothing") {
  Village reloaded(kSmith), left(kSmith);
  const Asset* const versions[] = {&reloaded.assets.back(), &reloaded.compiled("# the same\n" + kSmith)};
  for (uint32_t i = 0; i < trials(10'000); ++i) {
    const AssetChange change{versions[i % 2], versions[(i + 1) % 2]};
    REQUIRE(reloaded.world.prepare_reload({&change, 1}, reloaded.reload));
    REQUIRE(reloaded.world.commit_reload(reloaded.reload));
    REQUIRE(Scratch::create(reloaded.world, reloaded.scratch));
    REQUIRE(reloaded.world.state_hash() == left.world.state_hash());
    reloaded.step();
    left.step();
    REQUIRE(reloaded.starts.size() == left.starts.size());
    for (size_t k = 0; k < left.starts.size(); ++k) {
      ishi::Token expected = left.starts[k].token;
      expected.world = reloaded.world.number();
      CHECK(reloaded.starts[k].token == expected);
      if (i % 3 == 0) continue;
      reloaded.report(reloaded.starts[k], i % 7 == 0 ? Ending::failed : Ending::completed);
      left.report(left.starts[k], i % 7 == 0 ? Ending::failed : Ending::completed);
    }
  }
}

TEST_CASE("events that wait and are known no more are dropped, the others are heard") {
  std::string text = replaced(kSmith, "needs:\n", "events: { bell: {}, horn: {}, drum: {} }\nneeds:\n");
  text = replaced(text, "smith: { actions: [work, dine] }",
                  "smith: { actions: [work, dine], on: { drum: [set: { coal: coal + 1 }] } }");
  Village v(text);
  v.step();
  for (const std::string_view event : {"bell", "drum", "horn", "drum"})
    REQUIRE(v.world.post({.event = EventId::of(event), .target = EventTarget::everyone}));
  v.change(replaced(text, "bell: {}, horn: {}, ", ""));
  CHECK(v.reload.counts().dropped_events == 2);
  v.step();
  CHECK(v.key<int32_t>("coal") == 9);
}

TEST_CASE("a reload may be prepared on another thread while frames go on") {
  const std::string lazy = replaced(kSmith, "score: 0.5", "score: 0.25");
  const auto play = [&](bool on_thread) {
    Village v(kSmith);
    const Asset* const versions[] = {&v.assets.front(), &v.compiled(lazy)};
    std::string history;
    for (size_t round = 0; round < 12; ++round) {
      const AssetChange change{versions[round % 2], versions[1 - round % 2]};
      Status prepared;
      const auto prepare = [&] { prepared = v.world.prepare_reload({&change, 1}, v.reload); };
      std::thread other;
      if (on_thread) other = std::thread(prepare);
      for (int frame = 0; frame < 8; ++frame) {
        v.step();
        for (const Start& start : v.starts) {
          history += 's' + std::to_string(start.task.value);
          REQUIRE(v.smiths.report(start.token, Ending::completed));
        }
        for (const End& end : v.ends) history += 'e' + std::to_string(end.task.value);
      }
      if (on_thread)
        other.join();
      else
        prepare();
      REQUIRE(prepared);
      REQUIRE(v.world.commit_reload(v.reload));
      REQUIRE(Scratch::create(v.world, v.scratch));
    }
    return history;
  };
  const std::string history = play(true);
  CHECK_FALSE(history.empty());
  CHECK(history == play(false));
}

}  // namespace ishi::compiler::reload_test
