#include "compiler/oracle/random_candidates.h"

#include <fmt/format.h>

namespace ishi::compiler::oracle {
namespace {

// Of persons alone.
std::string number_of_foe(Dice& dice) {
  switch (dice.below(5)) {
    case 0: return "item.strength.norm";
    case 1: return "item.armed";
    case 2: return "if(item.buddy.known, item.buddy.strength, 1)";
    case 3: return fmt::format("if(item.side == foe, {}, {})", dice.real(0, 1), dice.real(0, 1));
    default: return "item.grade.norm";
  }
}

// Of whatever has an entity.
std::string condition_of_entity(Dice& dice, std::string_view set) {
  switch (dice.below(6)) {
    case 0: return fmt::format("item {} {}", dice.one_of("==", "!="), set == "goods" ? "other" : "who");
    case 1: return fmt::format("item {} other", dice.one_of("==", "!="));
    case 2: return "item.known";
    case 3: return fmt::format("abs(bearing(item)) < {}deg", 20 + dice.below(140));
    case 4: return fmt::format("angle(item.facing, wind) < {}deg", 20 + dice.below(140));
    default: return fmt::format("distance(item) < {}", dice.one_of("5m", "15m", "d1"));
  }
}

}  // namespace

std::string random_sets(Dice& dice) {
  const std::string_view own =
      "mark: { type: number, range: -2..2, default: 0.5 }, seen: boolean, tag: mood, "
      "count: { type: integer, range: 0..9, default: 2 }, owner: person, spot: point, "
      "lasts: { type: duration, range: 0s..60s }";
  std::string text = "candidates:\n";
  const auto add = [&](std::string_view name, std::string_view of) {
    text += fmt::format("  {}: {{ {}capacity: {}, scope: {}, fields: {{ {} }} }}\n", name, of,
                        1 + dice.below(6), dice.one_of("agent", "agent", "team", "world"), own);
  };
  add("foes", "of: person, ");
  add("goods", dice.chance(0.5) ? "of: [person, crate], " : "of: [crate, person], ");
  add("sights", "of: entity, ");
  add("orders", "");
  return text;
}

std::string random_set(Dice& dice) { return dice.one_of("foes", "goods", "sights", "orders"); }

bool is_candidates(std::string_view set) {
  return set == "foes" || set == "goods" || set == "sights" || set == "orders";
}

std::string candidate_number(Dice& dice, std::string_view set) {
  if (set == "foes" && dice.chance(0.5)) return number_of_foe(dice);
  if (set == "goods" && dice.chance(0.5)) return dice.one_of("item.price", "item.price * 0.5", "item.tall");
  switch (dice.below(8)) {
    case 0: return "item.mark.norm";
    case 1: return "item.mark";
    case 2: return "item.count * 0.1";
    case 3: return "item.seen";
    case 4: return "late(item.lasts)";
    case 5: return "if(item.owner.known, item.owner.strength.norm, 0.2)";
    case 6: return fmt::format("far({})", candidate_length(dice, set));
    default: return fmt::format("if({}, {}, 0.5)", candidate_condition(dice, set), dice.real(0, 1));
  }
}

std::string candidate_length(Dice& dice, std::string_view set) {
  switch (dice.below(set == "orders" ? 2 : 5)) {
    case 0: return "distance(item.spot)";
    case 1: return "distance(item.owner)";
    case 2: return "distance(item)";
    case 3: return "distance(item, who)";
    default: return "distance(home, item.position)";
  }
}

std::string candidate_condition(Dice& dice, std::string_view set) {
  if (set != "orders" && dice.chance(0.4)) return condition_of_entity(dice, set);
  if (set == "goods" && dice.chance(0.3)) return dice.one_of("item.tall", "item.price > 0.4");
  switch (dice.below(6)) {
    case 0: return "item.seen";
    case 1: return fmt::format("item.tag {} {}", dice.one_of("==", "!="), dice.one_of("calm", "wary"));
    case 2: return fmt::format("item.count {} {}", dice.one_of("==", "<", ">="), dice.below(9));
    case 3: return "item.owner == who";
    case 4: return fmt::format("item.mark > {}", dice.real(-1, 1));
    default: return fmt::format("item.lasts < {}s", dice.below(60));
  }
}

}  // namespace ishi::compiler::oracle
