#include "armoury.h"

#include <algorithm>

#include "program.h"

namespace weapons {
namespace {

using games::require;

}  // namespace

Armoury::Armoury(const ishi::Asset& asset) {
  require(ishi::World::create({.entities = kFoes + 1, .contract = game::contract}, world_), "the world");
  games::add_agents(world_, asset, "shooter", 1, shooters_);
  require(ishi::Scratch::create(world_, scratch_), "memory to ask in");
  ishi::Entity shooter;
  require(shooters_.spawn({}, shooter), "who asks");
  require(shooters_.slot_of(shooter, slot_), "its slot");
  stealth_ = shooters_.column(game::stealth);
  require(world_.field(game::foe::armour, armour_), "armour");
  for (ishi::Entity& foe : foes_) require(world_.spawn_entity({.thing = game::foe::id}, foe), "a foe");

  for (size_t i = 0; i < kBag.size(); ++i) {
    const Weapon& weapon = kBag[i];
    require(shooters_.candidates(shooters_.agent_of(slot_), game::bag::id).add(bag_[i]), weapon.name);
    const auto say = [&](auto field, auto value) {
      require(shooters_.candidates(shooters_.agent_of(slot_), game::bag::id).set_field(bag_[i], field, value),
              weapon.name);
    };
    say(game::bag::reach, weapon.reach);
    say(game::bag::least, weapon.least);
    say(game::bag::damage, weapon.damage);
    say(game::bag::pierce, weapon.pierce);
    say(game::bag::wide, weapon.wide);
    say(game::bag::noise, weapon.noise);
    set_rounds(static_cast<int>(i), weapon.rounds);
  }
}

void Armoury::set(const Situation& situation) {
  const auto count = static_cast<size_t>(std::clamp(situation.foes, 0, kFoes));
  for (size_t i = 0; i < count; ++i) {
    // In front of the shooter, each as far to the side as its place in the row says: left, right, left.
    const float side = (i % 2 == 0 ? 0.5F : -0.5F) * static_cast<float>(i + i % 2) * situation.apart;
    require(world_.set_position(foes_[i], {side, 0, situation.distance}), "where a foe stands");
    armour_[foes_[i].index] = situation.armour;
  }
  require(shooters_.candidates(shooters_.agent_of(slot_), game::foes::id).set(std::span(foes_).first(count)),
          "who stands there");
  stealth_[slot_] = situation.stealth;
}

void Armoury::set_rounds(int weapon, int rounds) {
  const auto place = static_cast<size_t>(weapon);
  rounds_[place] = rounds;
  require(shooters_.candidates(shooters_.agent_of(slot_), game::bag::id)
              .set_field(bag_[place], game::bag::rounds, rounds),
          "rounds");
}

Answer Armoury::best_without(int weapon) {
  if (weapon == kNothing) return {};
  const int rounds = rounds_[static_cast<size_t>(weapon)];
  set_rounds(weapon, 0);
  const Answer answer = best();
  set_rounds(weapon, rounds);
  return answer;
}

Answer Armoury::ask(ishi::ChoiceId choice) {
  ishi::Chosen chosen;
  require(shooters_.choose(shooters_.agent_of(slot_), choice, scratch_, chosen), "a choice");
  const auto found = std::find(bag_.begin(), bag_.end(), chosen.member);
  if (found == bag_.end()) return {};
  return {static_cast<int>(found - bag_.begin()), chosen.score};
}

}  // namespace weapons
