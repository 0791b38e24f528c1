#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/oracle/dice.h"

namespace ishi::compiler::oracle {

// Random expressions, by type, of all that may be read where they stand.
class RandomExpressions {
 public:
  explicit RandomExpressions(Dice& dice) : dice_(dice) {}

  int values = 0;                    // v0 to there may be read
  bool calls = false;                // f0 and crowd0, which have parameters, too
  bool motives = false;              // the levels of need0, need1 and drive0, too
  std::vector<std::string> carried;  // needs and drives whose levels options may change
  bool in_option = false;            // `running` and `elapsed`, too
  std::vector<std::pair<std::string, std::string>> choices;  // and their sets: they may be read
  std::string set;                                           // `item`, a member of it, too; empty: of none
  bool is_over_set = false;                                  // inside a function over a set

  // `depth` says about how many levels high.
  std::string number(int depth);
  std::string condition(int depth);
  // So much of a number each second.
  std::string rate(int depth);

 private:
  std::string named_number();
  std::string call(int depth);
  std::string over_set(int depth);
  std::string over_set_of_member(int depth);
  std::string choice_number();
  std::string choice_condition();
  std::string length(int depth);

  Dice& dice_;
};

}  // namespace ishi::compiler::oracle
