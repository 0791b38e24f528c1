#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "source/read_file.h"
#include "source/sources.h"

using namespace ishi;
using namespace ishi::compiler;

// From YAML to who holds what: tokens, and what an option is for.

namespace {

constexpr const char* kSquad = R"(ishi: 1
things:
  foe: { fields: { worth: { type: number, range: 0..1, default: 0.5 } } }
candidates:
  foes: { of: foe, capacity: 16, scope: world }
tokens:
  suppressor: { count: 2, scope: team }
  radio: 1
blackboard:
  suppressing: { type: number, range: 0..1 }
  calling: { type: number, range: 0..1 }
  hunting: { type: number, range: 0..1 }
  marking: { type: number, range: 0..1 }
tasks:
  fire: { takes: 1s }
  call: { takes: 1s, abort: wait }
  hunt: { params: { whom: foe }, takes: 1s }
  mark: { params: { whom: foe }, takes: 1s }
  wait_here: { takes: 1s }
actions:
  suppress: { score: suppressing, claims: suppressor, cooldown_after_failure: 0s, do: fire }
  report: { score: calling, claims: radio, rank: 1, cooldown_after_failure: 0s, do: call }
  chase: { for_each: { f: foes }, score: hunting * f.worth, claims: f, cooldown_after_failure: 0s, do: [{ hunt: { whom: f } }] }
  guide: { for_each: { f: foes }, score: marking * f.worth, claims: [f, radio], cooldown_after_failure: 0s, do: [{ mark: { whom: f } }] }
  rest: { score: 0.001, do: wait_here }
agents:
  soldier: { actions: [suppress, report, chase, guide, rest], select: { inertia: 0 } }
  rookie: { actions: [suppress, chase, rest], select: { weighted: {} } }
)";

enum Option : uint16_t { kSuppress, kReport, kChase, kGuide, kRest };

struct Squad {
  explicit Squad(uint32_t soldiers_there = 0, uint32_t capacity = 8) {
    Sources sources;
    const Compilation compilation = compile("a.ishi.yaml", kSquad, MemoryReader(), {}, sources);
    INFO(render_text(compilation.diagnostics, sources));
    REQUIRE(Asset::load(compilation.blob, asset));
    REQUIRE(World::create({.entities = 64, .teams = 2}, world));
    REQUIRE(world.add_population(asset, id_of("agents", "soldier"), {.capacity = capacity}, soldiers));
    REQUIRE(world.add_population(asset, id_of("agents", "rookie"), {.capacity = capacity}, rookies));
    REQUIRE(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < soldiers_there; ++i) spawn(soldiers);
  }

  EntityId spawn(Population& population, uint32_t team = 0) {
    EntityId agent;
    REQUIRE(population.spawn({.team = team}, agent));
    return agent;
  }
  EntityId foe() {
    EntityId id;
    REQUIRE(world.spawn_entity({.thing = id_of("things", "foe")}, id));
    REQUIRE(world.add_candidate(id_of("candidates", "foes"), 0, id));
    return id;
  }
  void want(Population& population, uint32_t slot, const char* key, float value) {
    Column<float> column;
    REQUIRE(population.column(id_of("blackboard", key), column));
    column[slot] = value;
  }

  void begin() { REQUIRE(world.begin_frame({++frame, frame * 100'000})); }
  void think(uint32_t rows_per_job = 2048) {
    Batch batches[2];
    REQUIRE(soldiers.begin_think({.rows_per_job = rows_per_job}, batches[0]));
    REQUIRE(rookies.begin_think({.rows_per_job = rows_per_job}, batches[1]));
    for (uint32_t job = batches[1].jobs(); job-- > 0;) REQUIRE(rookies.think(batches[1], job, scratch));
    for (uint32_t job = 0; job < batches[0].jobs(); ++job) REQUIRE(soldiers.think(batches[0], job, scratch));
    REQUIRE(soldiers.end_think(batches[0]));
    REQUIRE(rookies.end_think(batches[1]));
  }
  template <typename Visitor>
  void act(Population& population, Visitor&& visit) {
    Round round;
    Commands commands;
    REQUIRE(population.begin_act(round));
    for (uint32_t job = 0; job < round.jobs(); ++job) REQUIRE(population.act(round, job, scratch));
    REQUIRE(population.end_act(round, commands));
    visit(commands);
  }
  void step() {
    begin();
    think();
    for (Population* population : {&soldiers, &rookies}) act(*population, [](const Commands&) {});
    REQUIRE(world.end_frame());
  }

  [[nodiscard]] uint32_t in_use(const char* token, uint32_t team = 0) const {
    uint32_t count = 0;
    REQUIRE(world.tokens_in_use(id_of("tokens", token), team, count));
    return count;
  }
  [[nodiscard]] uint32_t doing(uint16_t option) const {
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < soldiers.capacity(); ++slot)
      count += soldiers.option(slot) == option ? 1 : 0;
    return count;
  }

  Asset asset;
  World world;
  Population soldiers, rookies;
  Scratch scratch;
  uint64_t frame = 0;
};

}  // namespace

TEST_CASE("a token goes to the highest scores, and the others do the next best") {
  Squad s(4);
  constexpr float kWants[] = {0.2f, 0.9f, 0.5f, 0.9f};
  for (uint32_t slot = 0; slot < 4; ++slot) s.want(s.soldiers, slot, "suppressing", kWants[slot]);
  s.step();
  CHECK(s.soldiers.option(1) == kSuppress);
  CHECK(s.soldiers.option(3) == kSuppress);
  CHECK(s.soldiers.option(0) == kRest);
  CHECK(s.soldiers.option(2) == kRest);
  CHECK(s.in_use("suppressor") == 2);
}

TEST_CASE("of equal scores the first agents hold a token") {
  Squad s(4);
  for (uint32_t slot = 0; slot < 4; ++slot) s.want(s.soldiers, slot, "suppressing", 0.5f);
  s.step();
  CHECK(s.soldiers.option(0) == kSuppress);
  CHECK(s.soldiers.option(1) == kSuppress);
  CHECK(s.doing(kRest) == 2);
}

TEST_CASE("who holds a token keeps it against a higher score") {
  Squad s(2);
  s.want(s.soldiers, 0, "calling", 0.2f);
  s.step();
  s.want(s.soldiers, 1, "calling", 0.9f);
  s.step();
  CHECK(s.soldiers.option(0) == kReport);
  CHECK(s.soldiers.option(1) == kRest);
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
    CHECK(s.soldiers.option(0) == kRest);
    CHECK(s.soldiers.option(1) == kRest);
  }
  SECTION("its agent is gone") { REQUIRE(s.soldiers.despawn(s.soldiers.agent_of(0))); }
  SECTION("taken away by the game") {
    REQUIRE(s.soldiers.set_option(0, kNoOption));
    s.want(s.soldiers, 0, "calling", 0);
    s.step();
  }
  s.step();
  CHECK(s.soldiers.option(1) == kReport);
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
  REQUIRE(s.soldiers.set_team(0, 1));
  s.step();
  CHECK(s.soldiers.option(0) == kRest);  // the others of its new team hold both
  s.step();
  CHECK(s.soldiers.option(2) == kSuppress);
  CHECK(s.in_use("suppressor", 0) == 2);
  CHECK(s.in_use("suppressor", 1) == 2);
}

TEST_CASE("an entity is claimed by one agent, and the others take the next") {
  Squad s(3);
  const EntityId first = s.foe(), second = s.foe();
  for (uint32_t slot = 0; slot < 3; ++slot) s.want(s.soldiers, slot, "hunting", 0.5f);
  s.step();
  CHECK(s.soldiers.candidate(0) == first);
  CHECK(s.soldiers.candidate(1) == second);
  CHECK(s.soldiers.option(2) == kRest);
  CHECK(s.world.claimed_by(first) == s.soldiers.agent_of(0));
  CHECK(s.world.claimed_by(second) == s.soldiers.agent_of(1));
  REQUIRE(s.world.despawn_entity(first));
  s.step();
  s.step();
  CHECK(s.world.claimed_by(first) == kNobody);
  CHECK(s.doing(kChase) == 1);
}

TEST_CASE("who claims several things has all of them or none") {
  Squad s(3);
  const EntityId foe = s.foe();
  s.want(s.soldiers, 0, "calling", 0.5f);
  s.want(s.soldiers, 1, "marking", 0.5f);
  s.want(s.soldiers, 2, "hunting", 0.1f);
  s.step();
  CHECK(s.soldiers.option(0) == kReport);  // of a higher rank
  CHECK(s.soldiers.option(1) == kRest);
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
    CHECK(s.doing(kSuppress) + (s.rookies.option(0) == 0) + (s.rookies.option(1) == 0) +
              (s.rookies.option(2) == 0) + (s.rookies.option(3) == 0) ==
          2);
    REQUIRE(s.world.end_frame());
  }
}

TEST_CASE("a game cannot give an agent an option whose claims others hold") {
  Squad s(2);
  REQUIRE(s.soldiers.set_option(0, kReport));
  CHECK(s.soldiers.set_option(1, kReport).code == StatusCode::claim_taken);
  CHECK(s.soldiers.option(1) == kNoOption);
  const EntityId foe = s.foe();
  REQUIRE(s.soldiers.set_option(1, kChase, foe));
  CHECK(s.soldiers.set_option(0, kGuide, foe).code == StatusCode::claim_taken);
  CHECK(s.soldiers.option(0) == kReport);
  uint32_t count = 7;
  CHECK(s.world.tokens_in_use(id_of("tokens", "sword"), 0, count).code == StatusCode::unknown_id);
  CHECK(s.world.tokens_in_use(id_of("tokens", "suppressor"), 2, count).code == StatusCode::out_of_range);
  CHECK(s.world.tokens_in_use(id_of("tokens", "radio"), 1, count).code == StatusCode::out_of_range);
  CHECK(count == 7);
  CHECK(s.world.claimed_by(kNobody) == kNobody);
}

TEST_CASE("what the game keeps of a token nobody is granted") {
  Squad s(3);
  for (uint32_t slot = 0; slot < 3; ++slot) s.want(s.soldiers, slot, "suppressing", 0.5f);
  const uint64_t suppressor = id_of("tokens", "suppressor");
  const uint64_t before = s.world.state_hash();
  REQUIRE(s.world.keep_tokens(suppressor, 0, 1));
  CHECK(s.world.state_hash() != before);
  s.step();
  CHECK(s.doing(kSuppress) == 1);
  CHECK(s.in_use("suppressor") == 1);
  REQUIRE(s.world.keep_tokens(suppressor, 0, 0));
  s.step();
  CHECK(s.doing(kSuppress) == 2);
  // Who holds one goes on, however many are kept.
  REQUIRE(s.world.keep_tokens(suppressor, 0, 1000));
  s.step();
  CHECK(s.doing(kSuppress) == 2);
  CHECK(s.world.keep_tokens(suppressor, 2, 1).code == StatusCode::out_of_range);
  CHECK(s.world.keep_tokens(id_of("tokens", "radioo"), 0, 1).code == StatusCode::unknown_id);
  s.begin();
  Batch batch;
  REQUIRE(s.soldiers.begin_think(batch));
  CHECK(s.world.keep_tokens(suppressor, 0, 0).code == StatusCode::wrong_phase);
}

TEST_CASE("an entity that the game keeps nobody is granted, until it is given back") {
  Squad s(2);
  const EntityId foe = s.foe();
  for (uint32_t slot = 0; slot < 2; ++slot) s.want(s.soldiers, slot, "hunting", 1);
  REQUIRE(s.world.keep_entity(foe));
  REQUIRE(s.world.keep_entity(foe));
  s.step();
  CHECK(s.doing(kChase) == 0);
  CHECK(s.world.claimed_by(foe) == kNobody);
  REQUIRE(s.world.keep_entity(foe, false));
  s.step();
  CHECK(s.doing(kChase) == 1);
  const EntityId holder = s.world.claimed_by(foe);
  CHECK(holder != kNobody);
  // Who has it already is left to it.
  REQUIRE(s.world.keep_entity(foe));
  s.step();
  CHECK(s.world.claimed_by(foe) == holder);
  // What is gone is kept no more, and neither is who comes in its place.
  REQUIRE(s.world.despawn_entity(foe));
  CHECK(s.world.keep_entity(foe, false).code == StatusCode::stale_handle);
  const EntityId other = s.foe();
  CHECK(other.index == foe.index);
  s.step();
  s.step();
  CHECK(s.world.claimed_by(other) != kNobody);
}

TEST_CASE("an agent may go over to others again and again before it acts") {
  Squad s(1, 1);
  s.spawn(s.rookies);
  std::vector<EntityId> foes;
  for (uint32_t i = 0; i < 8; ++i) foes.push_back(s.foe());
  s.want(s.soldiers, 0, "hunting", 1);
  s.step();
  REQUIRE(s.rookies.set_option(0, 1, foes[7]));
  for (uint32_t i = 1; i < 6; ++i) {
    Column<float> worth;
    REQUIRE(s.world.field(id_of("things/foe", "worth"), worth));
    for (const EntityId foe : foes) worth[foe.index] = foe == foes[i] ? 1.0f : 0.1f;
    s.begin();
    REQUIRE(s.soldiers.set_option(0, kChase, foes[6]));
    s.think();
    CHECK(s.soldiers.candidate(0) == foes[i]);
    CHECK(s.world.claimed_by(foes[i]) == s.soldiers.agent_of(0));
    CHECK(s.world.claimed_by(foes[0]) == s.soldiers.agent_of(0));  // the body runs on
    REQUIRE(s.world.end_frame());
  }
}

TEST_CASE("a population thinks until its claims are granted") {
  Squad s(2);
  s.spawn(s.rookies);
  s.want(s.soldiers, 0, "calling", 1);
  const EntityId foe = s.foe();
  s.begin();
  Batch soldiers, rookies;
  REQUIRE(s.soldiers.begin_think(soldiers));
  REQUIRE(s.rookies.begin_think(rookies));
  for (uint32_t job = 0; job < soldiers.jobs(); ++job) REQUIRE(s.soldiers.think(soldiers, job, s.scratch));
  REQUIRE(s.soldiers.end_think(soldiers));
  Round round;
  CHECK_FALSE(s.soldiers.wants_act());
  CHECK(s.soldiers.begin_act(round).code == StatusCode::wrong_phase);
  CHECK(s.soldiers.set_option(1, kReport).code == StatusCode::wrong_phase);
  CHECK(s.soldiers.set_team(0, 1).code == StatusCode::wrong_phase);
  for (uint32_t job = 0; job < rookies.jobs(); ++job) REQUIRE(s.rookies.think(rookies, job, s.scratch));
  REQUIRE(s.rookies.end_think(rookies));
  CHECK(s.soldiers.option(0) == kReport);
  REQUIRE(s.soldiers.wants_act());
  REQUIRE(s.soldiers.begin_act(round));
  for (uint32_t job = 0; job < round.jobs(); ++job) REQUIRE(s.soldiers.act(round, job, s.scratch));
  // Nor is anything given while others act, or look who holds what.
  CHECK(s.rookies.set_option(0, 1, foe).code == StatusCode::wrong_phase);
  s.want(s.soldiers, 0, "calling", 0);
  Commands commands;
  REQUIRE(s.soldiers.end_act(round, commands));
  REQUIRE(s.world.end_frame());
  s.begin();
  REQUIRE(s.rookies.begin_think(rookies));
  for (uint32_t i = 0; i < 100; ++i)
    CHECK(s.soldiers.set_option(1, kChase, foe).code == StatusCode::wrong_phase);
  for (uint32_t job = 0; job < rookies.jobs(); ++job) REQUIRE(s.rookies.think(rookies, job, s.scratch));
  REQUIRE(s.rookies.end_think(rookies));
  REQUIRE(s.soldiers.set_option(1, kChase, foe));
  REQUIRE(s.world.end_frame());
}

TEST_CASE("who comes after somebody that is gone neither claims nor is claimed") {
  Squad s(1);
  const EntityId foe = s.foe();
  s.want(s.soldiers, 0, "hunting", 1);
  s.step();
  const EntityId soldier = s.soldiers.agent_of(0);
  REQUIRE(s.world.claimed_by(foe) == soldier);
  EntityId next;
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
  REQUIRE(s.soldiers.set_team(0, 1));
  s.step();
  CHECK(s.in_use("suppressor", 1) == 1);
  s.step();
  CHECK(s.soldiers.option(0) == kSuppress);
  CHECK(s.in_use("suppressor", 0) == 0);
  CHECK(s.in_use("suppressor", 1) == 1);
}

TEST_CASE("another asset's token of the same name must be the same token") {
  Squad s;
  for (const char* token : {"radio: 2", "radio: { scope: team }"}) {
    Sources sources;
    const std::string text =
        std::string("ishi: 1\ntokens: { ") + token +
        " }\nactions: { call: { score: 1, claims: radio } }\nagents: { other: { actions: "
        "[call] } }\n";
    const Compilation compilation = compile("b.ishi.yaml", text, MemoryReader(), {}, sources);
    INFO(render_text(compilation.diagnostics, sources));
    Asset other;
    REQUIRE(Asset::load(compilation.blob, other));
    Population population;
    CHECK(s.world.add_population(other, id_of("agents", "other"), {.capacity = 2}, population).code ==
          StatusCode::contract_mismatch);
  }
}

namespace {

// A squad to which anything happens; what its agents hold is counted from outside.
class History {
 public:
  explicit History(uint32_t seed) : random_(seed) {}

  void run(uint32_t frames) {
    for (uint32_t i = 0; i < frames; ++i) {
      happen();
      squad_.begin();
      squad_.think(1 + draw(4));
      check_chosen();
      for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
        squad_.act(*population, [&](const Commands& commands) { follow(*population, commands); });
      }
      check_running();
      report_some();
      REQUIRE(squad_.world.end_frame());
    }
    end_all();
  }

  uint64_t granted = 0, released = 0, most_radio = 0;

 private:
  struct Running {
    Token token;
    uint64_t task;
    Population* population;
    EntityId whom;
  };

  uint32_t draw(uint32_t below) { return static_cast<uint32_t>(random_() % below); }
  float number() { return static_cast<float>(draw(1000)) / 999.0f; }

  void happen() {
    for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
      for (uint32_t slot = 0; slot < population->capacity(); ++slot) {
        const EntityId agent = population->agent_of(slot);
        const uint32_t what = draw(12);
        if (agent == kNobody) {
          if (what < 6) squad_.spawn(*population, draw(2));
          continue;
        }
        if (what == 0) {
          REQUIRE(population->despawn(agent));
        } else if (what == 1) {
          REQUIRE(population->set_team(slot, draw(2)));
        } else if (what == 2) {
          const EntityId whom = foes_.empty() ? kNobody : foes_[draw(static_cast<uint32_t>(foes_.size()))];
          const Status status = population->set_option(slot, static_cast<uint16_t>(draw(3)), whom);
          REQUIRE((status || status.code == StatusCode::claim_taken));
        } else if (what == 3) {
          REQUIRE(population->set_option(slot, kNoOption));
        }
        for (const char* key : {"suppressing", "calling", "hunting", "marking"})
          squad_.want(*population, slot, key, draw(2) == 0 ? 0.0f : number());
      }
    }
    if (foes_.size() < 4 && draw(2) == 0) foes_.push_back(squad_.foe());
    if (!foes_.empty() && draw(6) == 0) {
      REQUIRE(squad_.world.despawn_entity(foes_.back()));
      foes_.pop_back();
    }
  }

  // No more agents have chosen something than there are tokens and foes for it.
  void check_chosen() {
    uint32_t radios = 0;
    std::map<uint32_t, uint32_t> hunters;
    for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
      const bool is_soldier = population == &squad_.soldiers;
      for (uint32_t slot = 0; slot < population->capacity(); ++slot) {
        const uint16_t option = population->option(slot);
        if (option == kNoOption) continue;
        if (is_soldier && (option == kReport || option == kGuide)) ++radios;
        const bool hunts = is_soldier ? option == kChase || option == kGuide : option == 1;
        const EntityId whom = population->candidate(slot);
        if (hunts && squad_.world.is_alive(whom)) ++hunters[whom.index];
      }
    }
    REQUIRE(radios <= 1);
    REQUIRE(squad_.in_use("radio") <= 1);
    for (const uint32_t team : {0U, 1U}) REQUIRE(squad_.in_use("suppressor", team) <= 2);
    for (const auto& [foe, count] : hunters) REQUIRE(count == 1);
  }

  void follow(Population& population, const Commands& commands) {
    for (const End& end : commands.ends) {
      released += std::erase_if(running_, [&](const Running& running) {
        return running.population == &population && running.token == end.token;
      });
    }
    for (const Start& start : commands.starts) {
      if (start.task == id_of("tasks", "wait_here")) continue;
      ++granted;
      uint32_t slot = 0;
      REQUIRE(population.slot_of(start.agent, slot));
      running_.push_back({start.token, start.task, &population, population.candidate(slot)});
    }
  }

  static constexpr uint64_t kFire = id_of("tasks", "fire");
  static constexpr uint64_t kCall = id_of("tasks", "call");
  static constexpr uint64_t kMark = id_of("tasks", "mark");

  // Nor do more run what claims them.
  void check_running() {
    uint32_t radios = 0, fires = 0;
    for (const Running& running : running_) {
      radios += running.task == kCall || running.task == kMark ? 1 : 0;
      fires += running.task == kFire ? 1 : 0;
      if (running.whom == kNobody) continue;
      for (const Running& other : running_) REQUIRE((&other == &running || other.whom != running.whom));
    }
    most_radio = std::max<uint64_t>(most_radio, radios);
    REQUIRE(fires <= 4);
    REQUIRE(radios <= 1);
  }

  void report_some() {
    for (size_t i = running_.size(); i-- > 0;) {
      if (draw(3) != 0) continue;
      const Status status = running_[i].population->report(running_[i].token,
                                                           draw(2) == 0 ? Ending::completed : Ending::failed);
      REQUIRE((status || status.code == StatusCode::token_stale));
      if (!status) continue;
      running_[i] = running_.back();
      running_.pop_back();
      ++released;
    }
  }

  void end_all() {
    for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
      for (uint32_t slot = 0; slot < population->capacity(); ++slot) {
        if (population->agent_of(slot) != kNobody) REQUIRE(population->despawn(population->agent_of(slot)));
      }
    }
    squad_.step();
    REQUIRE(squad_.in_use("radio") == 0);
    for (const uint32_t team : {0U, 1U}) REQUIRE(squad_.in_use("suppressor", team) == 0);
    for (const EntityId foe : foes_) REQUIRE(squad_.world.claimed_by(foe) == kNobody);
    released += running_.size();
    running_.clear();
  }

  std::mt19937 random_;
  Squad squad_;
  std::vector<EntityId> foes_;
  std::vector<Running> running_;
};

}  // namespace

TEST_CASE("whatever happens, no more is held than there is, and nothing stays held") {
  History history(1);
  for (uint32_t i = 0; i < 100'000; ++i) history.run(6);
  CHECK(history.granted > 100'000);
  CHECK(history.granted == history.released);
  WARN(history.granted << " claims, " << history.released << " releases");
}
