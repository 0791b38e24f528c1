#include "compiler/oracle/random_offers.h"

#include "compiler/oracle/random_facts.h"

namespace ishi::compiler::oracle {

std::string random_offering_set(Dice& dice) {
  return dice.one_of("people", "crates", "foes", "goods", "goods", "sights", "sights");
}

bool may_offer(std::string_view set, std::string_view thing) {
  if (set == "people" || set == "foes") return thing == "person";
  return set == "crates" ? thing == "crate" : !set.empty();
}

std::string offered_number(Dice& dice, std::string_view thing) {
  if (thing == "person") return dice.one_of("item.strength.norm", "item.armed", "item.price", "item.tall");
  return dice.one_of("item.worth", "1 - item.heavy", "item.price.norm", "item.tall");
}

std::string offered_text(std::string text, std::string_view thing) {
  for (const std::string_view who : {"item == who", "item != who"}) {
    for (size_t at = text.find(who); thing != "person" && at != std::string::npos; at = text.find(who, at))
      text.replace(at + who.size() - 3, 3, "other");
  }
  return with_name(std::move(text), "it");
}

}  // namespace ishi::compiler::oracle
