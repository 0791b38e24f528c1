#pragma once

#include <string_view>
#include <unordered_set>
#include <vector>

#include "check/checking.h"

namespace ishi::compiler {

// Checks the steps of one body: the types of arguments, of modifiers and of what is set, and what makes no
// sense whatever the expressions give.
class StepChecker {
 public:
  StepChecker(const Checking& checking, Place place) : c_(checking), place_(place) {}

  void check(std::vector<Step>& steps);
  void check(Step& step);

 private:
  void check_contents(Step& step);
  void check_modifiers(Step& step);
  void check_methods(Step& step);
  void check_repeat(const Step& step);
  void check_what_fails(const Step& step);
  void check_arguments_of(Step& step);
  void check_duration(Formula& formula, std::string_view name, bool may_be_zero);

  // plans.cpp
  void check_plan(Step& step);
  void check_cost(Step& step);
  void report_negative(const Formula& cost);
  void collect_keys(const Expression& node, std::unordered_set<uint32_t>& keys) const;

  // walks.cpp
  void check_walk(Walk& walk);
  void warn_of_walk_to_nobody(const Formula& formula, bool is_away);
  void warn_of_steering_to_nobody(const Reference& reference);

  const Checking& c_;
  Place place_;
};

}  // namespace ishi::compiler
