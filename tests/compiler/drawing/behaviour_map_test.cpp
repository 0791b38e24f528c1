#include "drawing/behaviour_map.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "compiler/compiled.h"
#include "drawing/drawing.h"

namespace ishi::compiler::behaviour_map_test {
namespace {

constexpr std::string_view kCamp = R"(ishi: 1
things: { person: {} }
events: { hurt: { fields: { by: person } }, call: {}, dusk: {} }
memory: { foes: { of: person, capacity: 4, forget: 9s } }
candidates: { beds: { of: person, capacity: 2 } }
senses: { eyes: { sight: { range: 9m }, of: person, remember: foes } }
blackboard: { late: boolean, hp: { type: number, range: 0..9 } }
needs: { tired: { rise: 0.1/s } }
drives: { fear: { rise: -0.1/s } }
importance: { brave: { tired: 1, fear: 0.5 } }
values: { danger: count(foes) / 4 }
tasks: { lie: { takes: 1s }, run: { takes: 1s }, shout: { takes: 1s } }
goals:
  escape:
    first:
      call_first: { do: [shout, { emit: call, to: team }] }
      just_run: run_off
  run_off: { do: [run] }
actions:
  sleep: { for_each: { bed: beds }, when: late, gains: { tired: 0.6 }, after: { tired: -0.9 }, do: [lie], cooldown: 4s }
  flee: { when: danger > 0.2, reduces: { fear: 0.8 }, do: escape }
  patrol: { score: 0.1, do: [run] }
agents:
  guard:
    importance: brave
    senses: [eyes]
    actions: [patrol]
    on:
      dusk: [set: { late: true }]
      hurt: [raise: { fear: 0.5 }, remember: { foes: event.by }]
    states:
      calm: { actions: [sleep], to: { alarmed: danger > 0 } }
      alarmed: { actions: [flee], to: { calm: danger < 0.1 } }
  dog:
    actions: [patrol]
)";

BehaviourMap map_in(const Compiled& compiled, std::string_view agent) {
  const auto& agents = compiled.program->model.agents;
  return map_of(compiled.program->model, agents[find_index(agents, agent)]);
}

// "kind from -> to: label" of each link that begins so.
std::vector<std::string> links_of(const BehaviourMap& map) {
  constexpr std::string_view kKinds[] = {"fills", "over", "reads", "gains", "has", "turns", "does", "emits"};
  std::vector<std::string> texts;
  for (const MapLink& link : map.links) {
    std::string text{kKinds[static_cast<size_t>(link.kind)]};
    text += " " + map.parts[link.from].name + " -> " + map.parts[link.to].name;
    if (!link.label.empty()) text += ": " + link.label;
    texts.push_back(text);
  }
  std::ranges::sort(texts);
  return texts;
}

TEST_CASE("a map has what leads to each action, and what each action does") {
  const Compiled compiled{std::string(kCamp)};
  const BehaviourMap map = map_in(compiled, "guard");
  CHECK(map.note == "brave");
  CHECK(links_of(map) == std::vector<std::string>{
                             "does escape -> run_off: 2. just_run",
                             "does flee -> escape",
                             "emits escape -> call",
                             "fills dusk -> sleep: sets late",
                             "fills eyes -> foes",
                             "fills hurt -> fear: 0.5",
                             "fills hurt -> foes",
                             "gains fear -> flee: reduces 0.8",
                             "gains tired -> sleep: gains 0.6, after -0.9",
                             "has alarmed -> flee",
                             "has calm -> sleep",
                             "over beds -> sleep: bed",
                             "reads foes -> alarmed",
                             "reads foes -> calm",
                             "reads foes -> flee",
                             "turns alarmed -> calm: danger < 0.1",
                             "turns calm -> alarmed: danger > 0",
                         });
}

TEST_CASE("what an action gains is a number where it is written as one") {
  const Compiled compiled{std::string(kCamp)};
  const BehaviourMap map = map_in(compiled, "guard");
  for (const MapLink& link : map.links) {
    if (link.kind == LinkKind::gains) CHECK(std::isfinite(link.amount));
    if (map.parts[link.to].name == "sleep" && link.kind == LinkKind::gains) CHECK(link.amount == Approx(0.6));
  }
}

TEST_CASE("parts say what they do in the words of the text") {
  const Compiled compiled{std::string(kCamp)};
  const BehaviourMap map = map_in(compiled, "guard");
  const auto note = [&](std::string_view name) {
    return std::ranges::find(map.parts, name, &MapPart::name)->note;
  };
  CHECK(note("sleep") == "lie, cooldown 4s");
  CHECK(note("escape") == "first of 2");
  CHECK(note("eyes") == "sight of person");
  CHECK(note("calm") == "the first");
  CHECK(note("tired") == "rises 0.1/s");
}

TEST_CASE("an agent has what is its own alone") {
  const Compiled compiled{std::string(kCamp)};
  const BehaviourMap map = map_in(compiled, "dog");
  REQUIRE(map.parts.size() == 1);
  CHECK(map.parts[0].name == "patrol");
  CHECK(map.links.empty());
}

TEST_CASE("only what leads to an action is kept, and what it leads to") {
  const Compiled compiled{std::string(kCamp)};
  BehaviourMap map = map_in(compiled, "guard");
  const auto sleep = std::ranges::find(map.parts, "sleep", &MapPart::name);
  keep_only_to(map, static_cast<uint32_t>(sleep - map.parts.begin()));
  std::vector<std::string> names;
  for (const MapPart& part : map.parts) names.push_back(part.name);
  std::ranges::sort(names);
  // Its state is reached from the other one, which a look at foes decides.
  CHECK(names == std::vector<std::string>{"alarmed", "beds", "calm", "dusk", "eyes", "foes", "hurt", "sleep",
                                          "tired"});
}

TEST_CASE("names in pictures and graphs cannot end them") {
  BehaviourMap map;
  map.agent = "a\"]<b>&";
  map.parts.push_back({PartKind::action, "x\"]<script>&\\", "n\n\"", {}});
  const std::vector<BehaviourMap> maps{map};
  const auto no_address = [](Span) { return std::string("f\"<.yaml"); };
  CHECK(svg_of(maps, no_address).find("<script>") == std::string::npos);
  CHECK(svg_of(maps, no_address).find("f\"<") == std::string::npos);
  CHECK(dot_of(maps, no_address).find("\"x\\\"]<script>&\\\\") != std::string::npos);
  CHECK(mermaid_of(maps).find("x#quot;]#lt;script#gt;#amp;") != std::string::npos);
}

}  // namespace
}  // namespace ishi::compiler::behaviour_map_test
