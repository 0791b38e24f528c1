#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "compiler/compiled.h"
#include "simulate/situation_values.h"
#include "simulate/thought.h"

// A situation that is thought again and again with other keys and levels, in a world that goes back.

namespace ishi::compiler::repeated_thought_test {

namespace {

namespace fs = std::filesystem;

void take(std::vector<uint32_t>& bits, const std::vector<float>& values) {
  for (const float value : values) bits.push_back(std::bit_cast<uint32_t>(value));
}

// All of a thought, bit for bit.
std::pair<std::vector<uint32_t>, std::string> all_of(const Thought& thought) {
  std::vector<uint32_t> bits = {thought.picked, thought.running, thought.is_locked ? 1U : 0U, thought.state};
  std::string words = thought.picked_for;
  take(bits, thought.values);
  for (const ChoiceThought& choice : thought.choices) {
    words += "/" + choice.member;
    take(bits, {choice.score});
  }
  for (const auto* const all : {&thought.facts, &thought.judged}) {
    for (const FactThought& facts : *all) {
      take(bits, facts.scores);
      take(bits, facts.values);
      bits.push_back(facts.best);
      for (const std::string& name : facts.names) words += "/" + name;
    }
  }
  take(bits, {thought.position.x, thought.position.y, thought.position.z});
  return {bits, words};
}

// Sweeps each number of a situation, up and down, and thinks each time by both ways.
void sweep(const Compiled& compiled, const Situation& situation, uint32_t& thoughts) {
  const Model& model = compiled.program->model;
  RepeatedThought repeated(compiled.asset, model, situation);
  RepeatedDecision decisions(compiled.asset, model);
  const auto try_values = [&](std::vector<SituationValue> Situation::*list, uint32_t index, float low,
                              float high) {
    Situation changed = situation;
    std::erase_if(changed.*list,
                  [&](const SituationValue& one) { return one.index == index && one.owner == 0; });
    SituationValue& value = (changed.*list).emplace_back(SituationValue{index, {}});
    for (const float part : {0.F, 0.9F, 0.3F, 1.F, 0.55F, 0.F}) {
      value.value[0] = low + part * (high - low);
      Thought again, once;
      REQUIRE(repeated.think(changed, again));
      REQUIRE(think_once(compiled.asset, model, changed, once));
      REQUIRE(all_of(again) == all_of(once));
      // The decision alone is the same; only where it leads is left out.
      Thought decision, alone;
      REQUIRE(think_once(compiled.asset, model, changed, alone, ThoughtPart::decision));
      REQUIRE(decisions.think(changed, decision));
      REQUIRE(all_of(decision) == all_of(alone));
      alone.position = once.position;
      REQUIRE(all_of(alone) == all_of(once));
      ++thoughts;
    }
  };
  for (uint32_t key = 0; key < model.blackboard.size(); ++key) {
    const auto& [name, variable] = model.blackboard[key];
    INFO(name.text);
    if (variable.resolved.kind == ValueKind::number && variable.has_range())
      try_values(&Situation::keys, key, variable.low, variable.high);
  }
  const auto needs = static_cast<uint32_t>(model.needs.size());
  for (uint32_t motive = 0; motive < needs + model.drives.size(); ++motive) {
    if ((motive < needs ? model.needs[motive].value : model.drives[motive - needs].value).is_carried())
      try_values(&Situation::levels, motive, 0, 1);
  }
}

}  // namespace

TEST_CASE("a thought with other keys and levels is the one that a world made for it thinks") {
  uint32_t thoughts = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / "examples")) {
    if (!entry.path().string().ends_with(".ishi.yaml")) continue;
    Compiled compiled(entry.path().parent_path(), entry.path().filename().string());
    if (compiled.program->model.agents.empty() || compiled.program->model.tests.empty()) continue;
    compiled.load();
    for (const auto& [name, test] : compiled.program->model.tests) {
      if (test.scene.given() || test.for_all.given || test.run.given) continue;
      INFO(entry.path() << ": " << name.text);
      Diagnostics none;
      const Situation situation = read_situation(compiled.program->model, test, none);
      if (!none.has_errors()) sweep(compiled, situation, thoughts);
    }
  }
  CHECK(thoughts > 1000);
}

}  // namespace ishi::compiler::repeated_thought_test
