#include <vector>

#include "compiler/claims_world.h"
#include "ishi/tools.h"
#include "runtime/float_state.h"

namespace ishi::compiler::claims_test {

using namespace ishi::compiler::testing;

// From YAML to who holds what: tokens, and what an option is for.

TEST_CASE("a token goes to the highest scores, and the others do the next best") {
  Squad s(4);
  constexpr float kWants[] = {0.2f, 0.9f, 0.5f, 0.9f};
  for (uint32_t slot = 0; slot < 4; ++slot) s.want(s.soldiers, slot, "suppressing", kWants[slot]);
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kSuppress);
  CHECK(s.soldiers.option(s.soldiers.agent_of(3)) == kSuppress);
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kRest);
  CHECK(s.soldiers.option(s.soldiers.agent_of(2)) == kRest);
  CHECK(s.in_use("suppressor") == 2);
}

TEST_CASE("scores that are denormal compete for a token, also for a caller that flushes them") {
  Squad s(2);
  s.want(s.soldiers, 0, "calling", 1e-40f);
  s.want(s.soldiers, 1, "calling", 2e-40f);
  ishi::testing::with_state(&ishi::testing::flush_to_zero, [&] { s.step(); });
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kRest);
  CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kReport);
}

TEST_CASE("of equal scores the first agents hold a token") {
  Squad s(4);
  for (uint32_t slot = 0; slot < 4; ++slot) s.want(s.soldiers, slot, "suppressing", 0.5f);
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kSuppress);
  CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kSuppress);
  CHECK(s.doing(kRest) == 2);
}

TEST_CASE("who holds a token keeps it against a higher score") {
  Squad s(2);
  s.want(s.soldiers, 0, "calling", 0.2f);
  s.step();
  s.want(s.soldiers, 1, "calling", 0.9f);
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kReport);
  CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kRest);
}

TEST_CASE("a token is free in the frame after its option has ended, however it ended") {
  Squad s(2);
  s.want(s.soldiers, 0, "calling", 0.2f);
  s.step();
  REQUIRE(s.in_use("radio") == 1);
  s.want(s.soldiers, 1, "calling", 0.9f);
  SECTION("replaced") {
    s.want(s.soldiers, 0, "calling", 0);
    s.step();  // it runs on until its agent acts
    CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kRest);
    CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kRest);
  }
  SECTION("its agent is gone") { REQUIRE(s.soldiers.despawn(s.soldiers.agent_of(0))); }
  SECTION("taken away by the game") {
    REQUIRE(Tools(s.soldiers).set_option(s.soldiers.agent_of(0), kNoOption));
    s.want(s.soldiers, 0, "calling", 0);
    s.step();
  }
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kReport);
  CHECK(s.in_use("radio") == 1);
}

TEST_CASE("each team has tokens of its own") {
  Squad s;
  for (uint32_t i = 0; i < 6; ++i) s.spawn(s.soldiers, i % 2);
  for (uint32_t slot = 0; slot < 6; ++slot) s.want(s.soldiers, slot, "suppressing", 0.5f);
  s.step();
  CHECK(s.doing(kSuppress) == 4);
  CHECK(s.in_use("suppressor", 0) == 2);
  CHECK(s.in_use("suppressor", 1) == 2);
}

TEST_CASE("who changes the team holds on as one of the old team, or asks as one of the new") {
  Squad s;
  for (uint32_t i = 0; i < 6; ++i) s.spawn(s.soldiers, i < 3 ? 0 : 1);
  for (uint32_t slot = 0; slot < 6; ++slot) s.want(s.soldiers, slot, "suppressing", 0.5f);
  s.step();
  REQUIRE(s.soldiers.set_team(s.soldiers.agent_of(0), TeamId(1)));
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kRest);  // the others of its new team hold both
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(2)) == kSuppress);
  CHECK(s.in_use("suppressor", 0) == 2);
  CHECK(s.in_use("suppressor", 1) == 2);
}

TEST_CASE("an entity is claimed by one agent, and the others take the next") {
  Squad s(3);
  const Entity first = s.foe(), second = s.foe();
  for (uint32_t slot = 0; slot < 3; ++slot) s.want(s.soldiers, slot, "hunting", 0.5f);
  s.step();
  CHECK(s.soldiers.candidate(s.soldiers.agent_of(0)) == first);
  CHECK(s.soldiers.candidate(s.soldiers.agent_of(1)) == second);
  CHECK(s.soldiers.option(s.soldiers.agent_of(2)) == kRest);
  CHECK(s.world.claimed_by(first) == s.soldiers.agent_of(0));
  CHECK(s.world.claimed_by(second) == s.soldiers.agent_of(1));
  REQUIRE(s.world.despawn_entity(first));
  s.step();
  s.step();
  CHECK(s.world.claimed_by(first) == kNobody);
  CHECK(s.doing(kChase) == 1);
}

TEST_CASE("rank and score hold between all wishes, also those of who came too late") {
  Squad s(3);
  const Entity x = s.foe(), y = s.foe();
  Column<float> worth;
  REQUIRE(s.world.field(id_of("things/foe", "worth"), worth));
  worth[x.index] = 1;
  worth[y.index] = 0.8f;
  // Two want x most; who loses it wants y more than the third does, who wants nothing else.
  for (const auto& [slot, wish] : {std::pair{0u, 1.0f}, {1u, 0.9f}, {2u, 0.2f}})
    s.want(s.soldiers, slot, "hunting", wish);
  s.step();
  CHECK(s.world.claimed_by(x) == s.soldiers.agent_of(0));
  CHECK(s.world.claimed_by(y) == s.soldiers.agent_of(1));
  CHECK(s.soldiers.option(s.soldiers.agent_of(2)) == kRest);
}

TEST_CASE("who claims several things has all of them or none") {
  Squad s(3);
  const Entity foe = s.foe();
  s.want(s.soldiers, 0, "calling", 0.5f);
  s.want(s.soldiers, 1, "marking", 0.5f);
  s.want(s.soldiers, 2, "hunting", 0.1f);
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kReport);  // of a higher rank
  CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kRest);
  CHECK(s.world.claimed_by(foe) == s.soldiers.agent_of(2));
}

TEST_CASE("populations count together, and job sizes do not matter") {
  for (const uint32_t rows : {1U, 3U, 2048U}) {
    Squad s(4);
    for (uint32_t i = 0; i < 4; ++i) s.spawn(s.rookies);
    for (uint32_t slot = 0; slot < 4; ++slot) {
      s.want(s.soldiers, slot, "suppressing", 0.4f);
      s.want(s.rookies, slot, "suppressing", slot == 3 ? 0.9f : 0.3f);
    }
    s.begin();
    s.think(rows);
    CHECK(s.in_use("suppressor") == 2);
    CHECK(s.world.state_hash() != 0);
    CHECK(s.doing(kSuppress) + (s.rookies.option(s.rookies.agent_of(0)) == 0) +
              (s.rookies.option(s.rookies.agent_of(1)) == 0) +
              (s.rookies.option(s.rookies.agent_of(2)) == 0) +
              (s.rookies.option(s.rookies.agent_of(3)) == 0) ==
          2);
    REQUIRE(s.world.end_frame());
  }
}

TEST_CASE("a game cannot give an agent an option whose claims others hold") {
  Squad s(2);
  REQUIRE(Tools(s.soldiers).set_option(s.soldiers.agent_of(0), kReport));
  CHECK(Tools(s.soldiers).set_option(s.soldiers.agent_of(1), kReport).code == StatusCode::claim_taken);
  CHECK(s.soldiers.option(s.soldiers.agent_of(1)) == kNoOption);
  const Entity foe = s.foe();
  REQUIRE(Tools(s.soldiers).set_option(s.soldiers.agent_of(1), kChase, foe));
  CHECK(Tools(s.soldiers).set_option(s.soldiers.agent_of(0), kGuide, foe).code == StatusCode::claim_taken);
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kReport);
  uint32_t count = 7;
  CHECK(s.world.tokens_in_use(TokenId::of("sword"), {}, count).code == StatusCode::unknown_id);
  CHECK(s.world.tokens_in_use(TokenId::of("suppressor"), TeamId(2), count).code == StatusCode::out_of_range);
  CHECK(s.world.tokens_in_use(TokenId::of("radio"), TeamId(1), count).code == StatusCode::out_of_range);
  CHECK(count == 7);
  CHECK(s.world.claimed_by(kNobody) == kNobody);
}

TEST_CASE("what the game keeps of a token nobody is granted") {
  Squad s(3);
  for (uint32_t slot = 0; slot < 3; ++slot) s.want(s.soldiers, slot, "suppressing", 0.5f);
  const TokenId suppressor = TokenId::of("suppressor");
  const uint64_t before = s.world.state_hash();
  REQUIRE(s.world.keep_tokens(suppressor, {}, 1));
  CHECK(s.world.state_hash() != before);
  s.step();
  CHECK(s.doing(kSuppress) == 1);
  CHECK(s.in_use("suppressor") == 1);
  REQUIRE(s.world.keep_tokens(suppressor, {}, 0));
  s.step();
  CHECK(s.doing(kSuppress) == 2);
  // Who holds one goes on, however many are kept.
  REQUIRE(s.world.keep_tokens(suppressor, {}, 2));
  s.step();
  CHECK(s.doing(kSuppress) == 2);
  CHECK(s.world.keep_tokens(suppressor, TeamId(2), 1).code == StatusCode::out_of_range);
  const uint64_t whole = s.world.state_hash();
  const Status beyond = s.world.keep_tokens(suppressor, {}, 3);
  CHECK(beyond.code == StatusCode::too_few_tokens);
  CHECK(beyond.where == 2);
  CHECK(s.world.state_hash() == whole);
  CHECK(s.world.keep_tokens(TokenId::of("radioo"), {}, 1).code == StatusCode::unknown_id);
  s.begin();
  Batch batch;
  REQUIRE(s.soldiers.begin_think(batch));
  CHECK(s.world.keep_tokens(suppressor, {}, 0).code == StatusCode::wrong_phase);
}

TEST_CASE("an entity that the game keeps nobody is granted, until it is given back") {
  Squad s(2);
  const Entity foe = s.foe();
  for (uint32_t slot = 0; slot < 2; ++slot) s.want(s.soldiers, slot, "hunting", 1);
  REQUIRE(s.world.keep_entity(foe));
  REQUIRE(s.world.keep_entity(foe));
  s.step();
  CHECK(s.doing(kChase) == 0);
  CHECK(s.world.claimed_by(foe) == kNobody);
  REQUIRE(s.world.keep_entity(foe, false));
  s.step();
  CHECK(s.doing(kChase) == 1);
  const Entity holder = s.world.claimed_by(foe);
  CHECK(holder != kNobody);
  // Who has it already is left to it.
  REQUIRE(s.world.keep_entity(foe));
  s.step();
  CHECK(s.world.claimed_by(foe) == holder);
  // What is gone is kept no more, and neither is who comes in its place.
  REQUIRE(s.world.despawn_entity(foe));
  CHECK(s.world.keep_entity(foe, false).code == StatusCode::stale_handle);
  const Entity other = s.foe();
  CHECK(other.index == foe.index);
  s.step();
  s.step();
  CHECK(s.world.claimed_by(other) != kNobody);
}

TEST_CASE("an agent may go over to others again and again before it acts") {
  Squad s(1, 1);
  s.spawn(s.rookies);
  std::vector<Entity> foes;
  for (uint32_t i = 0; i < 8; ++i) foes.push_back(s.foe());
  s.want(s.soldiers, 0, "hunting", 1);
  s.step();
  REQUIRE(Tools(s.rookies).set_option(s.rookies.agent_of(0), 1, foes[7]));
  for (uint32_t i = 1; i < 6; ++i) {
    Column<float> worth;
    REQUIRE(s.world.field(id_of("things/foe", "worth"), worth));
    for (const Entity foe : foes) worth[foe.index] = foe == foes[i] ? 1.0f : 0.1f;
    s.begin();
    REQUIRE(Tools(s.soldiers).set_option(s.soldiers.agent_of(0), kChase, foes[6]));
    s.think();
    CHECK(s.soldiers.candidate(s.soldiers.agent_of(0)) == foes[i]);
    CHECK(s.world.claimed_by(foes[i]) == s.soldiers.agent_of(0));
    CHECK(s.world.claimed_by(foes[0]) == s.soldiers.agent_of(0));  // the body runs on
    REQUIRE(s.world.end_frame());
  }
}

TEST_CASE("a population thinks until its claims are granted") {
  Squad s(2);
  s.spawn(s.rookies);
  s.want(s.soldiers, 0, "calling", 1);
  const Entity foe = s.foe();
  s.begin();
  Batch soldiers, rookies;
  REQUIRE(s.soldiers.begin_think(soldiers));
  REQUIRE(s.rookies.begin_think(rookies));
  for (uint32_t job = 0; job < soldiers.jobs(); ++job) REQUIRE(s.soldiers.think(soldiers, job, s.scratch));
  REQUIRE(s.soldiers.end_think(soldiers));
  Round round;
  CHECK_FALSE(s.soldiers.wants_act());
  CHECK(s.soldiers.begin_act(round).code == StatusCode::wrong_phase);
  CHECK(Tools(s.soldiers).set_option(s.soldiers.agent_of(1), kReport).code == StatusCode::wrong_phase);
  CHECK(s.soldiers.set_team(s.soldiers.agent_of(0), TeamId(1)).code == StatusCode::wrong_phase);
  for (uint32_t job = 0; job < rookies.jobs(); ++job) REQUIRE(s.rookies.think(rookies, job, s.scratch));
  REQUIRE(s.rookies.end_think(rookies));
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kReport);
  REQUIRE(s.soldiers.wants_act());
  REQUIRE(s.soldiers.begin_act(round));
  for (uint32_t job = 0; job < round.jobs(); ++job) REQUIRE(s.soldiers.act(round, job, s.scratch));
  // Nor is anything given while others act, or look who holds what.
  CHECK(Tools(s.rookies).set_option(s.rookies.agent_of(0), 1, foe).code == StatusCode::wrong_phase);
  s.want(s.soldiers, 0, "calling", 0);
  Commands commands;
  REQUIRE(s.soldiers.end_act(round, commands));
  REQUIRE(s.world.end_frame());
  s.begin();
  REQUIRE(s.rookies.begin_think(rookies));
  for (uint32_t i = 0; i < 100; ++i)
    CHECK(Tools(s.soldiers).set_option(s.soldiers.agent_of(1), kChase, foe).code == StatusCode::wrong_phase);
  for (uint32_t job = 0; job < rookies.jobs(); ++job) REQUIRE(s.rookies.think(rookies, job, s.scratch));
  REQUIRE(s.rookies.end_think(rookies));
  REQUIRE(Tools(s.soldiers).set_option(s.soldiers.agent_of(1), kChase, foe));
  REQUIRE(s.world.end_frame());
}

TEST_CASE("who comes after somebody that is gone neither claims nor is claimed") {
  Squad s(1);
  const Entity foe = s.foe();
  s.want(s.soldiers, 0, "hunting", 1);
  s.step();
  const Entity soldier = s.soldiers.agent_of(0);
  REQUIRE(s.world.claimed_by(foe) == soldier);
  Entity next;
  SECTION("the one that was claimed") {
    REQUIRE(s.world.despawn_entity(foe));
    REQUIRE(s.world.spawn_entity({}, next));
    REQUIRE(next.index == foe.index);
    CHECK(s.world.claimed_by(next) == kNobody);
  }
  SECTION("the agent that claimed") {
    REQUIRE(s.soldiers.despawn(soldier));
    CHECK(s.world.claimed_by(foe) == kNobody);
    REQUIRE(s.world.spawn_entity({}, next));
    REQUIRE(next.index == soldier.index);
    CHECK(s.world.claimed_by(foe) == kNobody);
  }
}

TEST_CASE("who is given a token of its new team has none of the old one any more") {
  Squad s(1);
  s.want(s.soldiers, 0, "suppressing", 1);
  s.step();
  REQUIRE(s.in_use("suppressor", 0) == 1);
  REQUIRE(s.soldiers.set_team(s.soldiers.agent_of(0), TeamId(1)));
  s.step();
  CHECK(s.in_use("suppressor", 1) == 1);
  s.step();
  CHECK(s.soldiers.option(s.soldiers.agent_of(0)) == kSuppress);
  CHECK(s.in_use("suppressor", 0) == 0);
  CHECK(s.in_use("suppressor", 1) == 1);
}

TEST_CASE("another asset's token of the same name must be the same token") {
  Squad s;
  for (const char* token : {"radio: 2", "radio: { scope: team }"}) {
    const std::string text =
        std::string("ishi: 1\ntokens: { ") + token +
        " }\nactions: { call: { score: 1, claims: radio } }\nagents: { other: { actions: "
        "[call] } }\n";
    const Asset other = asset_of(text);
    Population population;
    CHECK(s.world.add_population(other, AgentId::of("other"), {.capacity = 2}, population).code ==
          StatusCode::contract_mismatch);
  }
}

}  // namespace ishi::compiler::claims_test
