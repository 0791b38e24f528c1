#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "runtime/phases.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

// What is proved of the time that bodies take, held against agents that do them: who is over at once is begun
// in each frame, and who never ends goes on, whatever else would score more.

namespace ishi::compiler::bodies_in_time_test {

namespace {

class Writer {
 public:
  explicit Writer(std::mt19937& random) : random_(random) {}

  // `done` counts how often `act` has begun. `other` scores more once `late` is set.
  std::string behaviour() {
    const bool is_endless = below(2) == 0;
    std::string text =
        "ishi: 1\nblackboard:\n  done: { type: integer, range: 0..1000 }\n  late: boolean\n"
        "  k: { type: number, range: 0..1 }\n  noted: { type: number, range: 0..1 }\n"
        "events: { called: {} }\ntasks: { go: {} }\n"
        "goals:\n  note: { do: [set: { noted: 0.5 }] }\n  rest: { do: [wait: 0.2s] }\n"
        "  round: { do: [{ repeat: [go] }] }\nactions:\n  act:\n    score: 0.3\n";
    if (below(is_endless ? 2 : 4) == 0) text += "    interruptible: false\n";
    if (below(5) == 0) text += "    while: " + condition() + "\n";
    if (below(5) == 0) text += "    cooldown: 0.3s\n";
    text += "    do:\n      - set: { done: done + 1 }\n";
    const uint32_t steps = 1 + below(3);
    for (uint32_t i = 0; i < steps; ++i)
      text += "      - " + (is_endless && i + 1 == steps ? endless() : step()) + "\n";
    text += "  other: { score: \"if(late, 0.9, 0.1)\" }\n";
    text += "agents: { who: { actions: [act, other] } }\n";
    return text;
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string condition() {
    const char* const conditions[] = {"k > 0.5", "late", "not late", "noted < 0.4", "elapsed < 0.3s"};
    return conditions[below(5)];
  }
  std::string step() {
    switch (below(9)) {
      case 0: return "set: { noted: 0.1 }";
      case 1: return "{ set: { noted: k }, when: " + condition() + " }";
      case 2: return "emit: called";
      case 3: return "note";
      case 4: return "do: [note, set: { noted: 0.7 }]";
      case 5: return "{ do: [note], when: " + condition() + " }";
      case 6: return below(3) == 0 ? "wait: 0.1s" : "note";
      case 7: return below(3) == 0 ? "rest" : "set: { noted: 0.2 }";
      default: return "all: [note, set: { noted: 0.3 }]";
    }
  }
  std::string endless() {
    switch (below(8)) {
      case 0: return "repeat: [go]";
      case 1: return "{ repeat: [go], until: " + condition() + " }";
      case 2: return "repeat: { do: [go, note], times: 2 }";
      case 3: return "round";
      case 4: return "{ do: round, interruptible: false }";
      case 5: return "repeat: [go, { set: { noted: 0.1 }, when: " + condition() + " }]";
      case 6: return "{ repeat: [go], timeout: 0.5s }";
      default: return "repeat: [go, go]";
    }
  }

  std::mt19937& random_;
};

class Game {
 public:
  explicit Game(const std::vector<uint8_t>& blob) {
    REQUIRE(Asset::load(blob, asset_));
    REQUIRE(World::create({.entities = 4}, world_));
    REQUIRE(world_.add_population(asset_, AgentId::of("who"), {.capacity = 4}, population));
    REQUIRE(Scratch::create(world_, scratch_));
    Entity id;
    REQUIRE(population.spawn({}, id));
    REQUIRE(population.slot_of(id, slot_));
  }

  // A frame of a tenth of a second.
  void step() {
    ++frame_;
    REQUIRE(world_.begin_frame({frame_, frame_ * 100'000}));
    phases::think(population, scratch_);
    const Commands commands = phases::act(population, scratch_);
    REQUIRE(world_.end_frame());
    for (const Start& start : commands.starts) REQUIRE(population.report(start.token, Ending::completed));
  }
  [[nodiscard]] int32_t done() { return population.column<int32_t>(id_of("blackboard", "done"))[slot_]; }
  void set_late(bool late) { population.column<uint8_t>(id_of("blackboard", "late"))[slot_] = late ? 1 : 0; }
  void set_k(float k) { population.column<float>(id_of("blackboard", "k"))[slot_] = k; }
  [[nodiscard]] uint16_t option() { return population.option(population.agent_of(slot_)); }

  Population population;

 private:
  Asset asset_;
  World world_;
  Scratch scratch_;
  uint32_t slot_ = 0;
  uint64_t frame_ = 0;
};

}  // namespace

TEST_CASE("what is proved of the time that bodies take is so when they are done") {
  std::mt19937 random(29);
  size_t at_once = 0, endless = 0, silent = 0;
  for (uint32_t i = 0; i < trials(2000); ++i) {
    const std::string text = Writer(random).behaviour();
    Sources sources;
    const Compilation compilation = compile("a.ishi.yaml", text, MemoryReader(), {.analyzes = true}, sources);
    INFO(text << render_text(compilation.diagnostics, sources));
    REQUIRE_FALSE(compilation.has_errors);
    bool is_at_once = false, is_endless = false;
    for (const Diagnostic& one : compilation.diagnostics) {
      is_at_once |= one.code == Code::over_at_once;
      is_endless |= one.code == Code::frozen_choice;
    }
    constexpr int32_t kFrames = 12;
    Game game(compilation.blob);
    if (is_at_once) {
      ++at_once;
      for (int32_t frame = 1; frame <= kFrames; ++frame) {
        game.set_k(static_cast<float>(random() % 9) / 8);
        game.step();
        REQUIRE(game.done() == frame);
      }
    } else if (is_endless) {
      ++endless;
      game.step();
      for (int32_t frame = 1; frame <= kFrames; ++frame) {
        game.set_late(frame > 2);
        game.set_k(static_cast<float>(random() % 9) / 8);
        game.step();
        REQUIRE(game.option() == 0);
        REQUIRE(game.done() == 1);
      }
    } else {
      ++silent;
    }
  }
  INFO(at_once << " over at once, " << endless << " endless, " << silent << " neither");
  CHECK(at_once > sightings(150));
  CHECK(endless > sightings(150));
  CHECK(silent > sightings(300));
}

}  // namespace ishi::compiler::bodies_in_time_test
