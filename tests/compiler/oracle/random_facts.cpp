#include "compiler/oracle/random_facts.h"

#include <fmt/format.h>

#include "compiler/oracle/random_candidates.h"

namespace ishi::compiler::oracle {
namespace {

// What facts about persons tell besides.
std::string number_of_person(Dice& dice) {
  switch (dice.below(8)) {
    case 0: return "item.strength.norm";
    case 1: return "item.strength";
    case 2: return "item.armed";
    case 3: return "if(item.owner.known, item.owner.strength.norm, 0.2)";
    case 4: return "if(item.buddy.known, item.buddy.strength, 1)";
    case 5: return fmt::format("if(item.side == foe, {}, {})", dice.real(0, 1), dice.real(0, 1));
    case 6: return "late(item.lasts)";
    default: return "item.grade.norm";
  }
}

std::string condition_of_person(Dice& dice) {
  switch (dice.below(8)) {
    case 0: return fmt::format("item.tag {} {}", dice.one_of("==", "!="), dice.one_of("calm", "wary"));
    case 1: return "item.owner == who";
    case 2: return "item.buddy == item";
    case 3: return "item.armed";
    case 4: return "item.side == foe";
    case 5:
      return fmt::format("angle(item.look, {}) < {}deg", dice.one_of("direction(item)", "item.heading"),
                         20 + dice.below(140));
    case 6: return fmt::format("item.grade {} {}", dice.one_of("==", "<"), dice.below(9));
    default: return "item.lasts > item.age";
  }
}

}  // namespace

std::string random_memories(Dice& dice) {
  const std::string_view own =
      "mark: { type: number, range: -2..2, default: 0.5 }, doubt: { type: number, range: 0..4 }, "
      "seen: boolean, count: { type: integer, range: 0..9, default: 2 }";
  std::string text = "memory:\n";
  text += fmt::format(
      "  people: {{ of: person, capacity: {}, forget: {}s, fields: {{ {}, tag: mood, owner: person, "
      "spot: point, heading: direction, lasts: {{ type: duration, range: 0s..60s }} }} }}\n",
      2 + dice.below(4), dice.real(3, 40), own);
  text +=
      fmt::format("  crates: {{ of: crate, capacity: {}, forget: {}, fields: {{ {} }} }}\n",
                  1 + dice.below(3), dice.chance(0.7) ? "never" : fmt::format("{}s", dice.real(3, 40)), own);
  text += fmt::format("  anyone: {{ of: entity, capacity: {}, forget: {}s, fields: {{ {} }} }}\n",
                      1 + dice.below(5), dice.real(3, 40), own);
  return text;
}

std::string any_set(Dice& dice) {
  return dice.chance(0.5) ? random_set(dice) : dice.one_of("people", "people", "crates", "anyone");
}

std::string member_number(Dice& dice, std::string_view set) {
  if (is_candidates(set)) return candidate_number(dice, set);
  if (set == "people" && dice.chance(0.5)) return number_of_person(dice);
  if (set == "crates" && dice.chance(0.3)) return dice.one_of("item.worth", "1 - item.worth", "item.heavy");
  switch (dice.below(13)) {
    case 0: return "item.confidence";
    case 1: return fmt::format("item.age / {}s", 1 + dice.below(30));
    case 2: return "item.known";
    case 3: return "late(item.age)";
    case 4: return "(time - item.first_seen) / 20s";
    case 5: return "(item.last_seen - item.first_seen) / 10s";
    case 6: return "far(distance(item))";
    case 7: return "item.mark.norm";
    case 8: return "item.mark";
    case 9: return "item.doubt";
    case 10: return "item.count * 0.1";
    case 11: return "item.seen";
    default: return fmt::format("if({}, {}, 0.5)", member_condition(dice, set), dice.real(0, 1));
  }
}

std::string member_length(Dice& dice, std::string_view set) {
  if (is_candidates(set)) return candidate_length(dice, set);
  switch (dice.below(set == "people" ? 6 : 4)) {
    case 0: return "distance(item)";
    case 1: return "distance(item, who)";
    case 2: return "distance(home, item.position)";
    case 3: return "distance(item, other)";
    case 4: return "distance(item.spot)";
    default: return "distance(item.owner)";
  }
}

std::string member_condition(Dice& dice, std::string_view set) {
  if (is_candidates(set)) return candidate_condition(dice, set);
  if (set == "people" && dice.chance(0.4)) return condition_of_person(dice);
  switch (dice.below(10)) {
    case 0: return fmt::format("item {} {}", dice.one_of("==", "!="), set == "crates" ? "other" : "who");
    case 1: return fmt::format("item {} other", dice.one_of("==", "!="));
    case 2: return set == "anyone" ? "item == self" : "item == nothing";
    case 3: return "item.known";
    case 4: return "item.seen";
    case 5: return fmt::format("item.age {} {}s", dice.one_of("<", ">="), dice.below(20));
    case 6: return fmt::format("item.confidence > {}", dice.real(0, 1));
    case 7: return fmt::format("abs(bearing(item)) < {}deg", 20 + dice.below(140));
    case 8: return fmt::format("item.count {} {}", dice.one_of("==", "<", ">="), dice.below(9));
    default: return fmt::format("{} < {}", member_length(dice, set), dice.one_of("5m", "15m", "d1"));
  }
}

std::string with_name(std::string text, std::string_view name) {
  constexpr std::string_view kItem = "item";
  for (size_t at = text.find(kItem); at != std::string::npos; at = text.find(kItem, at + name.size()))
    text.replace(at, kItem.size(), name);
  return text;
}

}  // namespace ishi::compiler::oracle
