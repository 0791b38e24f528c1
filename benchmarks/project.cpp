#include "project.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace ishi::benchmarks {
namespace {

constexpr size_t kLibraries = 20;

constexpr std::string_view kContract = R"(ishi: 1
# The contract with the game: who is about, what an agent knows of itself, and what it can do.

enums:
  motion: [approach, chase, circle, keep_off, flee, hide_behind]
  mood:   [calm, wary, angry, afraid]

things:
  person:
    doc: anybody who can be seen
    fields:
      health:    { type: number, range: 0..1, default: 1 }
      firepower: { type: number, range: 0..1, doc: how much damage they do }
      exposed:   { type: boolean, doc: "stunned or reloading, so that now is the time" }
      fleeing:   { type: boolean, doc: runs away from somebody now }
  place:
    doc: where something can be done
    fields:
      stock:  { type: integer, range: 0..9, default: 3 }
      safety: { type: number, range: 0..1, default: 0.5 }

candidates:
  foes:    { of: person, capacity: 8, doc: those of the other side }
  friends: { of: person, capacity: 8, doc: "those of its own side, without itself" }
  places:  { of: place, capacity: 12, scope: world }

blackboard:
  health:   { type: number, range: 0..1, default: 1 }
  ammo:     { type: integer, range: 0..12, default: 12, doc: rounds in the magazine }
  fatigue:  { type: number, range: 0..1, doc: how tired it is }
  hunger:   { type: number, range: 0..1, doc: how long ago it ate }
  boredom:  { type: number, range: 0..1 }
  in_cover: boolean
  threat:   { type: person, doc: who is dangerous; nobody if there is none }
  home:     { type: place, doc: where it sleeps }
  feeling:  mood
  shift:    { type: duration, range: 0s..12h, default: 8h, doc: how long it is on duty today }

tasks:
  aim:           { params: { at: { type: person, live: true } }, takes: 0.5s, doc: "raises the gun, and follows" }
  flash:         { takes: 0.1s, doc: the effect before a shot }
  fire:          { requires: ammo > 0, effects: { ammo: ammo - 1 }, takes: 0.2s }
  reload_weapon: { effects: { ammo: 12 }, takes: 2s, abort: wait, doc: "broken off, the magazine is put away first" }
  run_from:      { params: { who: person, pace: { type: speed, default: 5m/s } }, takes: 3s }
  move:          { params: { how: motion, who: person }, takes: 1s, doc: goes on until something else is chosen }
  go_to:         { params: { what: place }, takes: 2s }
  eat:           { effects: { hunger: 0 }, takes: 4s }
  sit_down:      { effects: { fatigue: 0 }, takes: 8s }
  talk:          { params: { who: person }, effects: { boredom: 0 }, takes: 5s }
  look_round:    { takes: 1s }
  walk_round:    { takes: 5s }

events:
  damaged: { fields: { amount: { type: number, range: 0..1 }, by: person } }
  called:  { fields: { by: person } }
  alarm:   {}
)";

// Numbers that are the same on every machine.
class Dice {
 public:
  explicit Dice(size_t seed) : state_(seed * 2654435761U + 12345) {}

  // 0 ≤ result < count.
  size_t below(size_t count) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<size_t>(state_ >> 33) % count;
  }

  // With two digits, `low` to `high` hundredths.
  double hundredths(size_t low, size_t high) {
    return static_cast<double>(low + below(high - low + 1)) / 100;
  }

 private:
  uint64_t state_;
};

std::string library(size_t number) {
  Dice dice(number + 1000);
  std::string text = fmt::format(
      "ishi: 1\ninclude: [../game.ishi.yaml]\n# Library {}: words for distances, needs that many have, and "
      "what several kinds of agents do in the same way.\n\ncurves:\n",
      number);
  for (const std::string_view name : {"close", "near", "in_sight", "far"}) {
    const double from = 1 + dice.hundredths(0, 300);
    text += fmt::format(
        "  {}: {{ points: [[{:.1f}m, 1], [{:.1f}m, {:.2f}], [{:.1f}m, 0.05]], doc: how {} somebody is }}\n",
        name, from, from + 4, dice.hundredths(30, 80), from + 20, name);
  }
  text += fmt::format(
      R"(  sudden: {{ logistic: {{ midpoint: {:.2f}, slope: 12 }}, doc: "calm for long, then all at once" }}
  early:  {{ power: {:.2f}, doc: minds from the first moment }}

needs:
  rest:    {{ level: sudden(fatigue), doc: wants to sit down }}
  food:    {{ level: early(hunger), doc: wants to eat }}
  company: {{ level: boredom, doc: wants to talk to somebody }}

values:
  danger:   threat.known * near(distance(threat))
  pressure: min(1, 0.5 * danger + 0.2 * count(foes, distance(it) < {}m))

goals:
  meal:
    params: {{ where: place }}
    do: [go_to: {{ what: where }}, wait: 0.5s, eat]
  nap:
    params: {{ where: place }}
    do:
      - go_to: {{ what: where }}
      - do: sit_down
        timeout: 20s
  burst:
    params: {{ who: person }}
    do:
      - aim: {{ at: who }}
        timeout: 2s
      - flash
      - do: fire
        interruptible: false

actions:
  eat:
    for_each: {{ where: places }}
    when: where.stock > 0
    gains: {{ food: 0.6 + 0.4 * near(distance(where)), rest: -0.1 }}
    do: [meal: {{ where: where }}]
  sleep:
    when: home.known and not threat.known
    gains: {{ rest: +0.9, food: -0.2 }}
    do: [nap: {{ where: home }}]
  chat:
    for_each: {{ friend: friends }}
    when: not friend.fleeing
    gains: {{ company: 0.8 * close(distance(friend)) }}
    cooldown: {}s
    do: [talk: {{ who: friend }}]
)",
      dice.hundredths(40, 60), dice.hundredths(30, 70), 5 + dice.below(10), 20 + dice.below(40));
  return text;
}

// What an agent of the file may do, in many kinds that differ in their words and numbers.
std::string action(std::string_view name, size_t kind, Dice& dice) {
  switch (kind) {
    case 0:
      return fmt::format(R"(  {}:
    for_each: {{ foe: foes }}
    when: ammo > 0 and distance(foe) < {}m
    considerations:
      range:   within(distance(foe))
      able:    hale(health)
      moment:  0.4 + 0.6 * foe.exposed
      careful: 1 - {:.2f} * foe.firepower
    combine: min
    weight: {:.2f}
    do: [words.burst: {{ who: foe }}]
)",
                         name, 12 + dice.below(20), dice.hundredths(20, 70), dice.hundredths(60, 130));
    case 1:
      return fmt::format(R"(  {}:
    doc: from whoever is near, when it is hurt
    when: threat.known
    gains: {{ aggression: -{:.2f}, survival: +{:.2f}, order: +0.1 }}
    interruptible: elapsed > {:.1f}s         # who runs does not stop at the next step
    do:
      - run_from: {{ who: threat, pace: {}m/s }}
        timeout: 6s
)",
                         name, dice.hundredths(20, 60), dice.hundredths(70, 100), dice.hundredths(50, 200),
                         3 + dice.below(4));
    case 2:
      return fmt::format(R"(  {}:
    for_each: {{ friend: friends }}
    considerations:
      alone: lonely(count(friends, distance(it) < {}m))
      seen:  words.in_sight(distance(friend))
      well:  hale(friend.health)
    combine: product
    weight: {:.2f}
    do: [move: {{ how: approach, who: friend }}]
)",
                         name, 4 + dice.below(6), dice.hundredths(30, 70));
    case 3:
      return fmt::format(R"(  {}:
    for_each: {{ spot: places }}
    when: spot.stock > 0 and not in_cover
    score: {:.2f} * spot.safety * words.near(distance(spot)) + {:.2f} * (1 - ammo.norm)
    do:
      - go_to: {{ what: spot }}
      - do: reload_weapon
        timeout: {}s
      - wait: 0.3s
)",
                         name, dice.hundredths(20, 60), dice.hundredths(10, 40), 3 + dice.below(5));
    default:
      return fmt::format(R"(  {}:
    for_each: {{ foe: foes }}
    considerations: {{ midway: within(distance(foe)), able: hale(health), odds: 'max(0.1, 1 - foe.firepower * {:.2f})' }}
    combine: min
    weight: {:.2f}
    cooldown: {}s
    do: [move: {{ how: circle, who: foe }}, look_round]
)",
                         name, dice.hundredths(30, 90), dice.hundredths(40, 90), 3 + dice.below(9));
  }
}

std::string head(size_t number, Dice& dice) {
  return fmt::format(
      R"(ishi: 1
include: [../../game.ishi.yaml]
import: {{ words: ../../library/library_{}.ishi.yaml }}
# Settlers {}: what moves them, what they can do, and what is expected of them.

curves:                  # what words mean: from 0, not at all, to 1, fully
  within: {{ points: [[{}m, 1], [{}m, 0.4], [45m, 0.1]] }}
  hale:   {{ trapezoid: [{:.2f}, 0.5, 1, 1] }}
  lonely: {{ points: [[0, 1], [{}, 0]], doc: of the number of friends around }}
  panic:  {{ logistic: {{ midpoint: {:.2f}, slope: {} }} }}

needs:
  aggression: {{ level: threat.known * ({:.2f} + 0.5 * health), doc: wants to attack }}
  survival:   {{ level: threat.known * (1 - health), doc: wants to stay alive }}
  order:      {{ level: 1 - ammo.norm, doc: wants a full magazine }}

values:
  at_ease:    not threat.known and health > {:.2f}
  is_angry:   feeling == angry or feeling == wary
  exhaustion: 0.6 * fatigue + 0.4 * hunger

importance:
  plain:  {{ aggression: 1, survival: 1, order: 0.5, words.rest: 0.6, words.food: 0.7, words.company: {:.2f} }}
  brave:  {{ extends: plain, aggression: {:.2f} }}
  coward: {{ extends: plain, survival: {{ weight: {:.2f}, curve: panic }} }}
  lazy:   {{ extends: plain, words.rest: 1.4, order: 0.2 }}

)",
      number % kLibraries, number, 4 + dice.below(5), 12 + dice.below(20), dice.hundredths(5, 30),
      2 + dice.below(3), dice.hundredths(40, 70), 8 + dice.below(8), dice.hundredths(10, 30),
      dice.hundredths(30, 60), dice.hundredths(40, 80), dice.hundredths(120, 180), dice.hundredths(120, 180));
}

std::string one_test(size_t number, Dice& dice) {
  constexpr std::array<std::string_view, 3> kProfiles = {"plain", "brave", "coward"};
  const double health = dice.hundredths(10, 100);
  switch (number % 3) {
    case 0:
      return fmt::format(
          R"(  case {}, with nobody about:
    agent: worker
    given: {{ health: {:.2f}, boredom: {:.2f} }}
    expect: {{ score: {{ idle: 0.04 }} }}
)",
          number, health, dice.hundredths(0, 100));
    case 1:
      return fmt::format(
          R"(  case {}, with one in sight:
    agent: fighter
    importance: {}
    given: {{ health: {:.2f}, ammo: {}, threat: thug }}
    world: {{ thug: {{ is: person, position: [0, 0, {}], firepower: {:.2f} }} }}
    candidates: {{ foes: [thug] }}
    expect: {{ score: {{ idle: 0.04 }} }}
)",
          number, kProfiles[dice.below(3)], health, 1 + dice.below(12), 3 + dice.below(30),
          dice.hundredths(0, 100));
    default:
      return fmt::format(
          R"(  case {}, among friends and over time:
    agent: worker
    given: {{ fatigue: {:.2f}, hunger: {:.2f} }}
    world:
      first:  {{ is: person, position: [{}, 0, 4], health: 0.9 }}
      second: {{ is: person, position: [0, 0, {}], health: {:.2f} }}
    candidates: {{ friends: [first, second] }}
    run: {}s
    at: {{ 1.5s: {{ emit: {{ alarm: {{}} }} }} }}
    expect: {{ max_switches: 20 }}
)",
          number, dice.hundredths(0, 90), dice.hundredths(0, 90), 1 + dice.below(9), 2 + dice.below(9),
          health, 3 + dice.below(4));
  }
}

std::string settlers(size_t number, size_t bytes) {
  constexpr std::array<std::string_view, 15> kNames = {
      "attack",   "retreat",  "join",    "take_stock", "circle",  "ambush",   "escape", "gather",
      "resupply", "encircle", "assault", "run_off",    "regroup", "stock_up", "lurk"};
  Dice dice(number);
  std::string text = head(number, dice);
  text += "actions:\n";
  const size_t actions = 9 + dice.below(7);
  for (size_t i = 0; i < actions; ++i) text += action(kNames[i], i % 5, dice);
  text += R"(  bolt:
    extends: retreat
    gains: { survival: +0.7 }
  reload: { when: ammo < 12, gains: { order: +1.0, survival: -0.3 }, do: [reload_weapon] }
  dawdle: { when: at_ease and not is_angry, score: 0.3 * (1 - exhaustion), do: [walk_round] }
  idle: { score: 0.04, do: [look_round, wait: 1s] }

agents:
  fighter:
    importance: brave
    actions: [)";
  for (size_t i = 0; i < actions; ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", kNames[i]);
  text += fmt::format(R"(, bolt, reload, idle]
    select: {{ inertia: {:.2f} }}
    think: {{ every: {}frames, on: [damaged, alarm] }}
    on: {{ damaged: [set: {{ threat: event.by, feeling: angry }}] }}
  worker:
    importance: plain
    actions: [join, retreat, words.eat, words.sleep, words.chat, dawdle, idle]
    select: {{ inertia: 0.05 }}
    think: {{ every: 8frames, on: [called] }}
    on:
      alarm: [set: {{ feeling: afraid }}]
      called: [set: {{ feeling: calm }}]

tests:
)",
                      dice.hundredths(2, 15), 2 + dice.below(4));
  for (size_t i = 0; text.size() < bytes; ++i) text += one_test(i, dice);
  return text;
}

}  // namespace

std::vector<ProjectFile> make_project(size_t files, size_t bytes) {
  std::vector<ProjectFile> project = {{"ishi.yaml", ""}, {"game.ishi.yaml", std::string(kContract)}};
  for (size_t i = 0; i < kLibraries; ++i)
    project.push_back({fmt::format("library/library_{}.ishi.yaml", i), library(i)});
  for (size_t i = 0; i + kLibraries + 1 < files; ++i) {
    project.push_back(
        {fmt::format("agents/region_{:02}/settlers_{:04}.ishi.yaml", i % 40, i), settlers(i, bytes)});
  }
  return project;
}

}  // namespace ishi::benchmarks
