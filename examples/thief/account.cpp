#include <algorithm>

#include "heist.h"
#include "ishi/tools.h"
#include "program.h"

// What is kept of the story while it goes on: who changed its mind, who became aware of what, and how things
// stood at a few moments.

namespace thief {
namespace {

using games::require;

constexpr uint64_t kGlanceFrames = 5;
constexpr uint64_t kCallFrames = 10;

// What it means that somebody does that; null: nothing to tell.
const char* words_of(const std::string& option) {
  constexpr const char* kWords[][2] = {
      {"investigate", "has heard something and goes to look"},
      {"wonder", "thinks that something moved"},
      {"chase", "runs after the thief"},
      {"search", "looks where the thief was last"},
      {"lie_low", "lies down"},
      {"lure", "throws a bottle"},
      {"tip_over", "tips a barrel over"},
      {"run", "runs"},
      {"bolt", "runs for the door"},
      {"sneak", "crouches and goes on"},
      {"take", "takes the jewel"},
  };
  for (const auto& [name, words] : kWords) {
    if (option == name) return words;
  }
  return nullptr;
}

}  // namespace

void Heist::note() {
  for (Person& person : people_) {
    const ishi::Population& population = population_of(person);
    if (person.side == game::Side::guard) note_awareness(person);
    const uint16_t option = population.option(person.agent);
    if (option == person.option) continue;
    person.option = option;
    const std::string name = option_of(person);
    person.trails.push_back({.option = name, .frame = frame_});
    if (const char* const words = words_of(name); words != nullptr)
      tell(std::string(1, person.letter) + " " + words);
  }
  if (frame_ % kGlanceFrames == 0) take_glance();
}

// The greatest awareness of an intruder; a guard that chases the thief calls after it.
void Heist::note_awareness(Person& person) {
  ishi::Population& population = population_of(person);
  std::array<ishi::FactInfo, 2> facts{};
  uint32_t count = 0;
  require(population.facts(person.agent, game::memories::intruders, facts, count), "facts");
  float alarm = 0;
  for (uint32_t i = 0; i < count; ++i) {
    float awareness = 0;
    require(population.awareness(person.agent, game::memories::intruders, i, awareness), "awareness");
    alarm = std::max(alarm, awareness);
  }
  person.alarm = alarm;
  if (frame_ % kCallFrames == 0 && option_of(person) == "chase")
    require(world_.post(the_thief().agent, game::Spotted{.by = person.agent}), "a call");
}

void Heist::take_glance() {
  Glance glance{.frame = frame_};
  for (const Person& person : people_) {
    Glance::Look look{
        .letter = person.letter, .place = person.place, .facing = person.facing, .alarm = person.alarm};
    const ishi::Population& population = population_of(person);
    std::array<ishi::Vector3, 64> way{};
    uint32_t count = 0;
    if (population.path(person.agent, way, count)) {
      for (uint32_t i = 0; i < std::min<uint32_t>(count, way.size()); ++i)
        look.way.push_back({way[i].x, way[i].z});
    }
    std::array<float, 64> weights{};
    if (ishi::Tools(population).weights(person.agent, weights, count))
      look.weights.assign(weights.begin(), weights.begin() + count);
    glance.looks.push_back(std::move(look));
  }
  glances_.push_back(std::move(glance));
}

}  // namespace thief
