#include <string>
#include <vector>

#include "ishi/tools.h"
#include "runtime/body_world.h"
#include "runtime/refusal.h"

// States of agents: when they change, what is done for it, and what competes in each.

namespace ishi::testing::states_test {
namespace {

using namespace bodies;

constexpr uint32_t kCalm = 0, kAlert = 1;
constexpr uint32_t kWork = 0, kFight = 1, kIdle = 2;  // options; idle competes in every state

// Calm until flag_0 is true, then alert until flag_1 is. Work is of the calm, fight of the alert.
BodySpec two_states() {
  return {.options = {{.body = sequence({task(walk)})}, {.body = sequence({task(slow)})}, {}},
          .states = {{.options = {kWork}, .to = {{kAlert, Value::of_key(flag_0)}}},
                     {.options = {kFight}, .to = {{kCalm, Value::of_key(flag_1)}}}}};
}

struct StateWorld : BodyWorld {
  explicit StateWorld(const BodySpec& spec = two_states()) : BodyWorld(spec) {}
  explicit StateWorld(const BlobContent& content, const BodySpec& spec) : BodyWorld(content, spec) {}

  void flag(uint32_t slot, const char* name, bool value = true) {
    column<uint8_t>(name)[slot] = value ? 1 : 0;
  }
  uint32_t state(uint32_t slot) const { return population.state(population.agent_of(slot)); }
  uint16_t option(uint32_t slot) const { return population.option(population.agent_of(slot)); }
};

TEST_CASE("an agent begins in its first state, and changes when a condition holds as it thinks") {
  StateWorld w;
  const uint32_t slot = w.spawn();
  CHECK(w.state(slot) == kCalm);
  w.step();
  CHECK(w.state(slot) == kCalm);
  w.flag(slot, "flag_0");
  w.step();
  CHECK(w.state(slot) == kAlert);
  w.step();  // what led here still holds, and leads nowhere now
  CHECK(w.state(slot) == kAlert);
  w.flag(slot, "flag_1");
  w.step();
  CHECK(w.state(slot) == kCalm);
}

TEST_CASE("a thought makes one transition at most") {
  StateWorld w;
  const uint32_t slot = w.spawn();
  w.flag(slot, "flag_0");
  w.flag(slot, "flag_1");
  w.step();
  CHECK(w.state(slot) == kAlert);
  w.step();
  CHECK(w.state(slot) == kCalm);
}

TEST_CASE("the first transition that holds is made") {
  BodySpec spec = two_states();
  spec.states[kCalm].to = {{2, Value::of_key(flag_1)}, {kAlert, Value::of_key(flag_0)}};
  spec.states.emplace_back();
  StateWorld w(spec);
  const uint32_t slot = w.spawn(), other = w.spawn();
  w.flag(slot, "flag_0");
  w.flag(slot, "flag_1");
  w.flag(other, "flag_0");
  w.step();
  CHECK(w.state(slot) == 2);
  CHECK(w.state(other) == kAlert);
}

TEST_CASE("options of a state compete there alone, and the others everywhere") {
  StateWorld w;
  const uint32_t slot = w.spawn();
  for (Column<float>& want : w.wants) want[slot] = 1;
  w.wants[kIdle][slot] = 0.5f;
  w.wants[kFight][slot] = 9;
  w.step();
  CHECK(w.option(slot) == kWork);
  w.flag(slot, "flag_0");
  w.step();
  CHECK(w.option(slot) == kFight);
  w.wants[kFight][slot] = 0.1f;
  w.step();
  CHECK(w.option(slot) == kIdle);
}

TEST_CASE("what runs and is of another state is aborted, and something else chosen in the same thought") {
  StateWorld w;
  const uint32_t slot = w.spawn();
  w.wants[kWork][slot] = w.wants[kFight][slot] = 1;
  w.step();
  REQUIRE(w.commands.starts.size() == 1);
  const Token working = w.commands.starts[0].token;
  w.flag(slot, "flag_0");
  w.step();
  REQUIRE(w.commands.ends.size() == 1);
  CHECK(w.commands.ends[0].token == working);
  REQUIRE(w.commands.starts.size() == 1);
  CHECK(w.asset.find(w.commands.starts[0].task) == slow);
}

TEST_CASE("what runs and is of another state is aborted though nothing takes its place") {
  StateWorld w;
  const uint32_t slot = w.spawn();
  w.want(slot, kWork);
  w.step();
  w.flag(slot, "flag_0");
  w.step();
  CHECK(w.option(slot) == kNoOption);
  CHECK(w.commands.ends.size() == 1);
}

TEST_CASE("what competes in every state goes on through a transition") {
  BodySpec spec = two_states();
  spec.options[kIdle].body = sequence({task(picky, {{0, 1.0f}})});
  StateWorld w(spec);
  const uint32_t slot = w.spawn();
  w.want(slot, kIdle);
  w.step();
  w.flag(slot, "flag_0");
  w.step();
  CHECK(w.state(slot) == kAlert);
  CHECK(w.option(slot) == kIdle);
  CHECK(w.commands.ends.empty());
}

TEST_CASE("a transition waits while what it would abort may not be interrupted") {
  BodySpec spec = two_states();
  spec.options[kWork].body.interruptible = Value::of_key(flag_2);
  StateWorld w(spec);
  const uint32_t slot = w.spawn();
  w.want(slot, kWork);
  w.step();
  w.flag(slot, "flag_0");
  w.step();
  CHECK(w.state(slot) == kCalm);
  CHECK(w.option(slot) == kWork);
  w.flag(slot, "flag_2");
  w.step();
  CHECK(w.state(slot) == kAlert);
}

TEST_CASE("a condition knows how long the agent has been in its state") {
  BodySpec spec = two_states();
  spec.states[kCalm].to = {{kAlert, Value::elapsed_over(0.25f)}};
  spec.states[kAlert].to = {{kCalm, Value::elapsed_over(0.15f)}};
  StateWorld w(spec);
  const uint32_t slot = w.spawn();
  std::string states;
  for (int i = 0; i < 9; ++i) {  // a tenth of a second each
    w.step();
    states += std::to_string(w.state(slot));
  }
  CHECK(states == "000110001");
}

// What `enter` and `finally` of both states write.
BodySpec telling() {
  BodySpec spec = two_states();
  const auto says = [](float number) {
    return sequence({set({{count, number}, {tally, 1.0f}}), emit(Audience::game, number)});
  };
  spec.states[kCalm].enter = says(1);
  spec.states[kCalm].finally = says(2);
  spec.states[kAlert].enter = says(3);
  spec.states[kAlert].finally = says(4);
  return spec;
}

std::string told(const BodyWorld& w) {
  std::string text;
  for (const Emitted& event : w.commands.events) {
    float amount = 0;
    std::memcpy(&amount, event.record, sizeof amount);
    text += std::to_string(static_cast<int>(amount));
  }
  return text;
}

TEST_CASE(
    "the first state is entered in the first thought, others when they begin, after the end of the last") {
  StateWorld w(telling());
  const uint32_t slot = w.spawn();
  CHECK(w.column<float>("count")[slot] == 0);
  w.step();
  CHECK(told(w) == "1");
  CHECK(w.column<float>("count")[slot] == 1);
  CHECK(w.shared<int32_t>("tally", Scope::world)[0] == 1);
  w.step();
  CHECK(told(w).empty());
  w.flag(slot, "flag_0");
  w.step();
  CHECK(told(w) == "23");
  CHECK(w.column<float>("count")[slot] == 3);
  const uint32_t other = w.spawn();
  w.flag(other, "flag_0");
  w.step();  // enters the first one, leaves it and enters the second in one thought
  CHECK(told(w) == "123");
}

TEST_CASE("what a state sets as it is entered counts in the scores of that thought") {
  BodySpec spec = two_states();
  // Fighting is wanted by nothing but `enter`.
  spec.states[kAlert].enter = sequence({set({{kKeys + kFight, 5.0f}})});
  StateWorld w(spec);
  const uint32_t slot = w.spawn();
  w.want(slot, kIdle);
  w.step();
  CHECK(w.option(slot) == kIdle);
  w.flag(slot, "flag_0");
  w.step();
  CHECK(w.option(slot) == kFight);
}

TEST_CASE("a state ends properly when its agent is despawned") {
  StateWorld w(telling());
  const uint32_t slot = w.spawn(), never_thought = w.spawn();
  REQUIRE(w.population.despawn(w.population.agent_of(never_thought)));
  w.step();
  REQUIRE(w.population.despawn(w.population.agent_of(slot)));
  w.step();
  CHECK(told(w) == "2");
}

TEST_CASE("an agent keeps a profile of its own, whatever its state has") {
  BodySpec spec = two_states();
  BodyContent made(spec);
  BlobContent& c = made.content;
  c.motives = {{.id = id_of("motives", "anger")}};
  c.profiles = {{id_of("importance", "mild"), {0, 1}},
                {id_of("importance", "wild"), {1, 1}},
                {id_of("importance", "sour"), {2, 1}}};
  c.weights = {{1, 0}, {5, 0}, {3, 0}};
  c.states[kAlert].profile = 1;
  c.agents[0].profile = 0;
  c.sort_by_id();
  StateWorld w(c, spec);
  const uint32_t slot = w.spawn();
  CHECK(w.population.profile(w.population.agent_of(slot)) == ProfileId::of("mild"));
  w.flag(slot, "flag_0");
  w.step();
  CHECK(w.population.profile(w.population.agent_of(slot)) == ProfileId::of("mild"));  // its own
  REQUIRE(w.population.set_profile(w.population.agent_of(slot), ProfileId::of("sour")));
  CHECK(w.population.profile(w.population.agent_of(slot)) == ProfileId::of("sour"));
  w.flag(slot, "flag_0", false);
  w.flag(slot, "flag_1");
  w.step();
  CHECK(w.state(slot) == kCalm);
  CHECK(w.population.profile(w.population.agent_of(slot)) == ProfileId::of("sour"));
}

TEST_CASE("the game may put an agent into a state, for which nothing is done") {
  StateWorld w(telling());
  const uint32_t slot = w.spawn();
  w.want(slot, kWork);
  w.step();
  REQUIRE(Tools(w.population).set_state(w.population.agent_of(slot), kAlert));
  CHECK(w.state(slot) == kAlert);
  CHECK(w.option(slot) == kNoOption);
  w.step();
  CHECK(told(w).empty());
  CHECK(w.commands.ends.size() == 1);
  CHECK(Tools(w.population).set_state(w.population.agent_of(slot), 2).code == StatusCode::out_of_range);
  CHECK(Tools(w.population).set_state(w.population.agent_of(slot + 1), 0).code == StatusCode::stale_handle);
  w.begin_frame();
  Batch batch;
  REQUIRE(w.population.begin_think(batch));
  CHECK(Tools(w.population).set_state(w.population.agent_of(slot), kCalm).code == StatusCode::wrong_phase);
}

TEST_CASE("agents without states have none") {
  BodySpec spec = two_states();
  spec.states.clear();
  StateWorld w(spec);
  const uint32_t slot = w.spawn();
  CHECK(w.state(slot) == kNoState);
  CHECK(Tools(w.population).set_state(w.population.agent_of(slot), 0).code == StatusCode::out_of_range);
}

TEST_CASE("states that a blob may not have are refused") {
  BodySpec spec = telling();
  spec.states[kCalm].options = {kWork, kIdle};
  BlobContent content = BodyContent(spec).content;
  CHECK(load_status(content.write()));
  SECTION("of the same id") {
    content.states[1].id = content.states[0].id;
    check_refused(content, StatusCode::id_duplicate, content.states[1]);
  }
  SECTION("with an option that does not exist") {
    content.state_options[1] = 3;
    check_refused(content, StatusCode::index_out_of_range, content.state_options[1]);
  }
  SECTION("with an option twice") {
    content.state_options[1] = content.state_options[0];
    check_refused(content, StatusCode::state_order, content.state_options[1]);
  }
  SECTION("with a profile that does not exist") {
    content.states[0].profile = 0;
    check_refused(content, StatusCode::index_out_of_range, content.states[0]);
  }
  SECTION("with something in what is unused") {
    content.states[0].reserved = 1;
    check_refused(content, StatusCode::reserved_not_zero, content.states[0]);
  }
  SECTION("that lead to what does not exist") {
    content.transitions[0].target = 2;
    check_refused(content, StatusCode::index_out_of_range, content.transitions[0]);
  }
  SECTION("that lead to themselves") {
    content.transitions[0].target = 0;
    check_refused(content, StatusCode::state_to_itself, content.transitions[0]);
  }
  SECTION("whose condition is another's") {
    content.transitions[0].condition = content.tasks[picky].condition;
    check_refused(content, StatusCode::formula_not_of_owner, content.transitions[0]);
  }
  SECTION("whose bodies are out of order") {
    std::swap(content.states[0].enter, content.states[0].finally);
    check_refused(content, StatusCode::root_order, content.states[0]);
  }
  SECTION("whose bodies take time") {
    const uint32_t first = content.nodes[content.states[0].enter].children.first;
    content.nodes[first].kind = static_cast<uint8_t>(NodeKind::wait);
    content.nodes[first].assignments = {content.nodes[first].assignments.first, 0};
    check_refused(content, StatusCode::node_not_here);
  }
  SECTION("that leave options over") {
    content.states[1].options.count = 0;
    check_refused(content, StatusCode::elements_left_over);
  }
}

TEST_CASE("more than 64 states are refused") {
  BodySpec spec = two_states();
  spec.states.assign(64, {});
  CHECK(load_status(BodyContent(spec).content.write()));
  spec.states.emplace_back();
  const BlobContent content = BodyContent(spec).content;
  check_refused(content, StatusCode::too_many, content.agents[0]);
}

}  // namespace
}  // namespace ishi::testing::states_test
