#include <algorithm>
#include <cstring>

#include "field.h"
#include "program.h"

// The player's part of the field: orders are given, obeyed, done, forgotten, and told.

namespace skirmish {
namespace {

using games::require;

}  // namespace

void Field::give_orders() {
  for (size_t i = 0; i < orders_.size(); ++i) {
    Order& order = orders_[i];
    if (order.told > 0 || time() < order.time) continue;
    std::string names;
    for (Fighter& fighter : fighters_) {
      if (!fighter.alive || std::strchr(order.who, fighter.letter) == nullptr) continue;
      give(i, fighter);
      ++order.told;
      names += fighter.letter;
    }
    std::string line;
    games::add(line, "order %zu to %s: ", i + 1, names.c_str());
    switch (order.command) {
      case game::Command::go: games::add(line, "go to (%.0f, %.0f)", order.place.x, order.place.z); break;
      case game::Command::attack: games::add(line, "attack %c", order.target); break;
      case game::Command::hold: games::add(line, "hold (%.0f, %.0f)", order.place.x, order.place.z); break;
    }
    tell(line);
  }
  for (Fighter& fighter : fighters_) {
    if (fighter.alive) take_back_orders(fighter);
  }
}

void Field::give(size_t index, Fighter& fighter) {
  ishi::Population& population = population_of(fighter);
  const Order& order = orders_[index];
  Duty duty{.order = index};
  require(population.candidates(fighter.agent, game::orders::id).add(duty.handle), "an order");
  const auto say = [&](auto field, const auto& value) {
    require(population.candidates(fighter.agent, game::orders::id).set_field(duty.handle, field, value),
            "what an order says");
  };
  say(game::orders::command, order.command);
  say(game::orders::place, ishi::Vector3{order.place.x, 0, order.place.z});
  say(game::orders::given, time());
  if (const Fighter* const target = find(order.target); target != nullptr)
    say(game::orders::target, target->agent);
  fighter.duties.push_back(duty);
}

// What is done, what has become pointless and what is forgotten is no order any more.
void Field::take_back_orders(Fighter& fighter) {
  std::erase_if(fighter.duties, [&](const Duty& duty) {
    Order& order = orders_[duty.order];
    const Fighter* const target = find(order.target);
    const bool is_done = duty.is_done || (target != nullptr && !target->alive);
    const bool is_forgotten = !is_done && time() - order.time > fighter.remembers;
    if (!is_done && !is_forgotten) return false;
    ++(is_done ? order.done : order.forgotten);
    std::string line;
    const char* const how = is_forgotten ? "has forgotten" : duty.is_obeyed ? "has done" : "need not do";
    games::add(line, "%c %s order %zu", fighter.letter, how, duty.order + 1);
    tell(line);
    require(population_of(fighter).candidates(fighter.agent, game::orders::id).withdraw(duty.handle),
            "an order");
    return true;
  });
}

void Field::obey(Fighter& fighter) {
  for (Duty& duty : fighter.duties) {
    if (duty.handle != fighter.candidate || duty.is_obeyed) continue;
    duty.is_obeyed = true;
    ++orders_[duty.order].obeyed;
    std::string line;
    games::add(line, "%c obeys order %zu", fighter.letter, duty.order + 1);
    tell(line);
  }
}

size_t Field::order_of(const Fighter& fighter) const {
  for (const Duty& duty : fighter.duties) {
    if (duty.handle == fighter.candidate) return duty.order + 1;
  }
  return 0;
}

// A fighter who has come to another decision leaves a new trail, and a line if it is worth one.
void Field::tell_of_change(Fighter& fighter) {
  if (!fighter.alive) return;
  const ishi::Population& population = population_of(fighter);
  const uint16_t option = population.option(fighter.agent);
  const ishi::Entity candidate = population.candidate(fighter.agent);
  if (option == ishi::kNoOption || (option == fighter.option && candidate == fighter.candidate)) return;
  const std::string before = option_of(fighter);
  fighter.option = option;
  fighter.candidate = candidate;
  const std::string now = option_of(fighter);
  fighter.trails.push_back({now, frame_, {fighter.body.place}});
  obey(fighter);
  if (before == now) return;
  ++fighter.changes;
  const bool is_told = now == "flee" || now == "bolt" || now == "slip_away" || now == "hide" || now == "hunt";
  if (!is_told || time() - fighter.changed_at < 3) return;
  fighter.changed_at = time();
  std::string line;
  games::add(line, "%c %s %c", fighter.letter,
             now == "hide"   ? "hides behind"
             : now == "hunt" ? "hunts"
                             : "flees from",
             letter_of(candidate));
  tell(line);
}

}  // namespace skirmish
