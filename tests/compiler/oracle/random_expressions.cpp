#include "compiler/oracle/random_expressions.h"

#include <fmt/format.h>

#include "compiler/oracle/random_curves.h"
#include "compiler/oracle/random_facts.h"

namespace ishi::compiler::oracle {

std::string RandomExpressions::named_number() {
  switch (dice_.below(motives ? 18 : 16)) {
    case 0: return fmt::format("{}", dice_.real(0, 2));
    case 1: return fmt::format("{}", dice_.below(5));
    case 2: return "n1.norm";
    case 3: return "n2";
    case 4: return "n3";
    case 5: return "i1.norm";
    case 6: return "b1";
    case 7: return "w1";
    case 8: return "m1";
    case 9: return "who.known";
    case 10: return "if(who.known, who.strength.norm, 0.3)";
    case 11: return values > 0 ? fmt::format("v{}", dice_.below(values)) : "n2";
    case 12: return "time / 30s";
    case 13: return in_option ? "elapsed / 5s" : "b1";
    case 14: return fmt::format("min(since({}), 10s) / 5s", dice_.one_of("hit", "called"));
    // An agent may lack it: then it is never.
    case 15: return fmt::format("min(since({}), 8s) / 4s", dice_.one_of("a0", "a1", "p0", "p1"));
    case 16: return fmt::format("needs.need{}", dice_.below(2));
    default: return "drives.drive0";
  }
}

// A value with parameters, given somebody who may be the member at hand.
std::string RandomExpressions::call(int depth) {
  const bool is_of_memory = set == "people" || set == "crates" || set == "anyone";
  const std::string whom = is_of_memory && dice_.chance(0.5) ? "item" : dice_.one_of("who", "other", "self");
  if (dice_.chance(0.4)) return fmt::format("crowd0({}) * 0.2", whom);
  return fmt::format("f0({}, {})", number(depth - 2), whom);
}

// What a function makes of all members of a set: of what they tell and of what else there is.
std::string RandomExpressions::over_set(int depth) {
  RandomExpressions inside(*this);
  inside.set = any_set(dice_);
  inside.is_over_set = true;
  if (in_option && !set.empty() && !is_over_set && dice_.chance(0.15)) return over_set_of_member(depth);
  inside.in_option = in_option && set.empty();  // else it is a member's, which is for over_set_of_member()
  const auto n = [&] { return inside.number(depth - 1 - dice_.below(2)); };
  const auto c = [&] { return member_condition(dice_, inside.set); };
  std::string text;
  switch (dice_.below(10)) {
    case 7: text = fmt::format("sum({}, {}, {}) * 0.5", inside.set, n(), c()); break;
    case 8: text = fmt::format("highest({}, {}, {})", inside.set, n(), c()); break;
    case 9: text = fmt::format("lowest({}, {}, {})", inside.set, n(), c()); break;
    case 0: text = fmt::format("count({}) * 0.3", inside.set); break;
    case 1: text = fmt::format("count({}, {}) * 0.2", inside.set, inside.condition(depth - 1)); break;
    case 2: text = fmt::format("sum({}, {}) * 0.5", inside.set, n()); break;
    case 3: text = fmt::format("highest({}, {})", inside.set, n()); break;
    case 4: text = fmt::format("lowest({}, {})", inside.set, n()); break;
    case 5: text = fmt::format("far(lowest({}, {}))", inside.set, member_length(dice_, inside.set)); break;
    default: text = fmt::format("far(highest({}, {}))", inside.set, inside.length(depth - 1)); break;
  }
  return with_name(text, "it");
}

// The same, of members compared with the one that is scored, which is `item` here.
std::string RandomExpressions::over_set_of_member(int depth) {
  RandomExpressions inside(*this);
  inside.set = any_set(dice_);
  inside.is_over_set = true;
  const auto n = [&] { return with_name(inside.number(depth - 3), "it"); };
  const auto is_near = [&] {
    switch (dice_.below(4)) {
      case 0:
        return fmt::format("{} < {} + 0.1737", with_name(member_number(dice_, inside.set), "it"),
                           member_number(dice_, set));
      case 1: return fmt::format("({} and running)", with_name(member_condition(dice_, inside.set), "it"));
      case 2:
        return with_name(member_condition(dice_, inside.set), "it") + " or " + member_condition(dice_, set);
      default:
        return fmt::format("{} < {} + 1.373m", with_name(member_length(dice_, inside.set), "it"),
                           member_length(dice_, set));
    }
  };
  switch (dice_.below(6)) {
    case 0: return fmt::format("count({}, {}) * 0.3", inside.set, is_near());
    case 1: return fmt::format("sum({}, {}, {}) * 0.4", inside.set, n(), is_near());
    case 2: return fmt::format("highest({}, {}, {})", inside.set, n(), is_near());
    case 3: return fmt::format("lowest({}, {}, {})", inside.set, n(), is_near());
    case 4:
      return fmt::format("sum({}, {} * ({}))", inside.set, with_name(member_number(dice_, inside.set), "it"),
                         member_number(dice_, set));
    default:
      return fmt::format("far(lowest({}, {}, {}))", inside.set,
                         with_name(member_length(dice_, inside.set), "it"), is_near());
  }
}

// What is told of the member that a choice has chosen, or of nobody.
std::string RandomExpressions::choice_number() {
  const auto& [name, of] = choices[static_cast<size_t>(dice_.below(static_cast<int>(choices.size())))];
  switch (dice_.below(6)) {
    case 0: return fmt::format("{}.score", name);
    case 1: return of == "orders" ? fmt::format("{}.known", name) : fmt::format("far(distance({}))", name);
    case 2: return fmt::format("if({}.known, {}, 0.3)", name, with_name(member_number(dice_, of), name));
    default: return with_name(member_number(dice_, of), name);
  }
}

std::string RandomExpressions::choice_condition() {
  const auto& [name, of] = choices[static_cast<size_t>(dice_.below(static_cast<int>(choices.size())))];
  if (dice_.chance(0.3)) return fmt::format("{}.known", name);
  return with_name(member_condition(dice_, of), name);
}

std::string RandomExpressions::number(int depth) {
  if (!choices.empty() && dice_.chance(0.1)) return choice_number();
  if (calls && depth > 0 && dice_.chance(0.05)) return call(depth);
  if (depth <= 0) return !set.empty() && dice_.chance(0.5) ? member_number(dice_, set) : named_number();
  if (dice_.chance(0.12)) return over_set(depth);
  const auto n = [&] { return number(depth - 1 - dice_.below(2)); };
  const auto atom = [&] { return fmt::format("({})", number(depth - 2)); };
  switch (dice_.below(24)) {
    case 0: return fmt::format("{} + {}", n(), n());
    case 1: return fmt::format("({} - {})", n(), n());
    case 2:
    case 3: return fmt::format("{} * ({})", atom(), n());
    case 4: return fmt::format("{} / (2 + abs({}))", atom(), n());
    case 5: return fmt::format("min({}, {}, {})", n(), n(), n());
    case 6: return fmt::format("max({}, {})", n(), n());
    case 7: return fmt::format("clamp({}, {}, {})", n(), dice_.real(-1, 0.3), dice_.real(0.4, 2));
    case 8: return fmt::format("lerp({}, {}, clamp({}, 0, 1))", n(), n(), n());
    case 9: return fmt::format("-abs({})", n());
    case 10: return fmt::format("floor({})", n());
    case 11: return fmt::format("sqrt(abs({}))", n());
    case 12: return fmt::format("exp(-abs({}))", n());
    case 13: return fmt::format("log(1 + abs({}))", n());
    case 14: return fmt::format("sin({} * 1rad)", atom());
    case 15: return fmt::format("if({}, {}, {})", condition(depth - 1), n(), n());
    case 16: return fmt::format("norm({}, {}, {})", n(), dice_.real(-2, 0), dice_.real(1, 4));
    case 17:
      return fmt::format("remap({}, 0, {}, {}, {})", n(), dice_.real(1, 4), dice_.real(-1, 0),
                         dice_.real(1, 2));
    case 18: return fmt::format("smoothstep({}, {}, {})", dice_.real(-1, 0), dice_.real(0.5, 2), n());
    case 19: return fmt::format("mod({}, {})", n(), dice_.real(0.5, 3));
    case 20: return fmt::format("abs({})^{}", n(), dice_.one_of("2", "0.5", "1.3", "3"));
    case 21: return fmt::format("far({})", length(depth - 1));
    case 22: return fmt::format("late(t1)");
    default: return fmt::format("c{}({})", dice_.below(kCurves), n());
  }
}

std::string RandomExpressions::length(int depth) {
  if (!set.empty() && dice_.chance(0.4)) return member_length(dice_, set);
  switch (dice_.below(6)) {
    case 0: return "d1";
    case 1: return "distance(who)";
    case 2: return "distance(home)";
    case 3: return "distance(who, home)";
    case 4: return depth > 0 ? fmt::format("max({}, {})", length(depth - 1), length(depth - 1)) : "3m";
    default: return "distance(other) * 0.5 + 1m";
  }
}

std::string RandomExpressions::condition(int depth) {
  if (depth > 1 && dice_.chance(0.4)) {
    const auto c = [&] { return condition(depth - 1); };
    switch (dice_.below(3)) {
      case 0: return fmt::format("({} and {})", c(), c());
      case 1: return fmt::format("({} or {})", c(), c());
      default: return fmt::format("not ({})", c());
    }
  }
  if (!set.empty() && in_option && dice_.chance(0.05))
    return dice_.chance(0.5) ? "running" : fmt::format("elapsed < {}s", 1 + dice_.below(4));
  if (!choices.empty() && dice_.chance(0.1)) return choice_condition();
  if (!set.empty() && dice_.chance(0.4)) return member_condition(dice_, set);
  switch (dice_.below(depth > 0 ? 14 : 12)) {
    case 0: return "b1";
    case 1: return "who.known";
    case 2: return fmt::format("i1 {} {}", dice_.one_of("==", "!=", "<", ">="), dice_.below(12));
    case 3: return fmt::format("mood {} {}", dice_.one_of("==", "!="), dice_.one_of("calm", "wary", "angry"));
    case 4: return "who.known and who.side == foe";
    case 5: return "who == other";
    case 6: return in_option ? "running" : "b1";
    case 7: return fmt::format("abs(bearing(who)) < {}deg", 20 + dice_.below(140));
    case 8: return fmt::format("angle(wind, direction(home)) < {}deg", 20 + dice_.below(140));
    case 9: return fmt::format("{} < {}", length(0), dice_.one_of("5m", "10m", "d1"));
    case 10: return fmt::format("t1 > {}s", dice_.below(60));
    case 12:
      return fmt::format("count({}) {} {}", any_set(dice_), dice_.one_of("==", "<", ">="), dice_.below(4));
    case 13: return fmt::format("{} {} 0.5", over_set(depth), dice_.one_of("<", ">"));
    default: return fmt::format("{} {} {}", number(1), dice_.one_of("<", ">", "<=", ">="), number(1));
  }
}

std::string RandomExpressions::rate(int depth) {
  switch (dice_.below(4)) {
    case 0: return fmt::format("{}/s", dice_.real(-0.1, 0.2));
    case 1: return fmt::format("{}/min", dice_.real(-9, 9));
    default: return fmt::format("{}/s * ({})", dice_.real(-0.2, 0.3), number(depth));
  }
}

}  // namespace ishi::compiler::oracle
