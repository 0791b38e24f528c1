#include "compiler/oracle/body_tree.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ishi::compiler::bodies_agree_test {
namespace {

constexpr std::string_view kNames[kKeys] = {"a", "b", "c", "n"};

std::string number(uint32_t value) { return std::to_string(value); }

// Eighths of a second, which floats hold exactly.
std::string seconds(uint32_t eighths) { return std::to_string(eighths * 125) + "ms"; }

// What cannot fail may have none of the modifiers that are about failures.
bool can_fail(const Step& step) {
  if (step.continues) return false;
  if (step.while_holds || step.timeout > 0 || step.inverts) return true;
  switch (step.verb) {
    case Verb::stand:
    case Verb::mop:
    case Verb::look:
    case Verb::go:
    case Verb::check:
    case Verb::draw:
    case Verb::fail: return true;
    case Verb::first:
    case Verb::best:
      return std::ranges::all_of(
          step.parts, [](const Step& part) { return part.when || part.is_once || can_fail(part); });
    case Verb::any: return std::ranges::all_of(step.parts, can_fail);
    default: return std::ranges::any_of(step.parts, can_fail);
  }
}

class Writer {
 public:
  std::string list(const Step& step) {
    std::string text;
    for (const Step& part : step.parts) text += (text.empty() ? "" : ", ") + this->step(part);
    return "[" + text + "]";
  }

  std::string goals;

 private:
  std::string step(const Step& step) { return "{ " + body(step) + modifiers(step) + " }"; }

  std::string methods(const Step& step) {
    std::string text;
    for (size_t i = 0; i < step.parts.size(); ++i) {
      const Step& part = step.parts[i];
      text += (i == 0 ? "m" : ", m") + std::to_string(i) + ": { " + body(part) + modifiers(part);
      if (step.verb == Verb::best) text += ", score: " + std::string(kNames[part.key]);
      if (step.verb == Verb::draw) text += ", weight: " + part.condition.text();
      text += " }";
    }
    return "{ " + text + " }";
  }

  std::string body(const Step& step) {
    switch (step.verb) {
      case Verb::list: return "do: " + list(step);
      case Verb::stand: return "stand: {}";
      case Verb::mop: return "mop: { what: p" + number(step.name) + " }";
      case Verb::look: return "look: {}, as: g" + number(step.name);
      case Verb::go: return "go: { where: spot }";
      case Verb::wait: return "wait: " + seconds(static_cast<uint32_t>(step.value));
      case Verb::set: return "set: { n: " + (step.value < 0 ? "n + 1" : std::to_string(step.value)) + " }";
      case Verb::place: return std::string("set: { spot: ") + (step.value == 0 ? "nowhere" : "home") + " }";
      case Verb::raise: return std::string("raise: { fear: ") + (step.value == 0 ? "-" : "+") + "0.25 }";
      case Verb::check: return "check: " + step.condition.text();
      case Verb::fail: return "do: [fail]";
      case Verb::branch:
        return "if: " + step.condition.text() + ", then: " + list(step.parts[0]) +
               (step.parts.size() > 1 ? ", else: " + list(step.parts[1]) : "");
      case Verb::cases: {
        std::string text = "switch: " + std::string(kNames[step.key]) + ", cases: {";
        for (size_t i = 0; i < step.parts.size(); ++i) {
          const bool is_else = step.has_else && i + 1 == step.parts.size();
          text += (i == 0 ? " " : ", ") + (is_else ? "else" : std::to_string(i)) + ": " + list(step.parts[i]);
        }
        return text + " }";
      }
      case Verb::first: return "first: " + methods(step) + reconsiders(step);
      case Verb::best: return "best: " + methods(step) + reconsiders(step);
      case Verb::draw: return "draw: " + methods(step);
      case Verb::all:
        return "all: " + list(step) + (step.enough > 0 ? ", enough: " + number(step.enough) : "") +
               (step.failures > 0 ? ", failures: " + number(step.failures) : "");
      case Verb::any: return "any: " + list(step);
      case Verb::repeat:
        return "repeat: { do: " + list(step.parts[0]) +
               (step.times > 0 ? ", times: " + number(step.times) : "") + " }";
      case Verb::members: {
        const std::string name = "p" + number(step.name);
        return "repeat: { for_each: { " + name + ": puddles }" +
               (step.sorts ? ", by: " + name + ".size" : "") + ", do: " + list(step.parts[0]) + " }";
      }
      case Verb::goal: {
        const std::string name = "goal_" + number(step.name);
        goals +=
            "  " + name + ":\n    do: " + list(step.parts[0]) +
            "\n    finally: [{ set: { n: 1 }, when: completed }, { set: { n: 2 }, when: failed }, { set: { "
            "n: 3 }, when: aborted }]\n";
        return name + ": {}";
      }
    }
    return {};
  }

  static std::string reconsiders(const Step& step) {
    if (!step.reconsiders) return {};
    return std::string(", reconsider: true") +
           (step.verb == Verb::best && step.margin > 0 ? ", margin: " + std::to_string(step.margin) : "");
  }

  static std::string modifiers(const Step& step) {
    std::string text;
    if (step.when) text += ", when: " + step.when->text();
    if (step.until) text += ", until: " + step.until->text();
    if (step.while_holds) text += ", while: " + step.while_holds->text();
    if (step.interruptible) text += ", interruptible: " + step.interruptible->text();
    if (step.timeout > 0) text += ", timeout: " + seconds(step.timeout);
    if (step.retry > 0) text += ", retry: " + number(step.retry);
    if (step.continues) text += ", on_fail: continue";
    if (step.inverts) text += ", invert: true";
    if (step.is_once) text += ", once: true";
    return text;
  }
};

}  // namespace

std::string Condition::text() const {
  std::string text;
  switch (what) {
    case What::above: text = std::string(kNames[key]) + " > " + std::to_string(number); break;
    case What::equal: text = std::string(kNames[key]) + " == " + std::to_string(number); break;
    case What::elapsed: text = "elapsed > " + seconds(static_cast<uint32_t>(number)); break;
    case What::has_spot: text = "spot.known"; break;
    case What::is_given: text = "g" + std::to_string(key) + ".known"; break;
    case What::worth: text = "g" + std::to_string(key) + ".worth > 0.5"; break;
    case What::size: text = "p" + std::to_string(key) + ".size > 0.5"; break;
    case What::fear: text = "drives.fear > 0.4"; break;
  }
  return is_not ? "not (" + text + ")" : text;
}

std::string Document::text(bool is_other_order) const {
  Writer writer;
  const std::string steps = writer.list(body);
  const std::string keys[] = {
      "  a: { type: integer, range: 0..3 }\n",       "  b: { type: integer, range: 0..3 }\n",
      "  c: { type: integer, range: 0..3 }\n",       "  n: { type: integer, range: 0..9 }\n",
      "  mood: { type: number, range: 0..1 }\n",     "  ended: { type: integer, range: 0..3 }\n",
      "  spot: { type: point, default: nowhere }\n", "  home: point\n"};
  const std::string tasks[] = {"  stand: {}\n", "  mop: { params: { what: puddle } }\n",
                               "  look: { gives: { worth: { type: number, range: 0..1 } } }\n",
                               "  go: { params: { where: point } }\n"};
  const std::string actions[] = {"  work:\n    score: 0.5\n    cooldown_after_failure: 0s\n    do: " + steps +
                                     "\n    finally: [{ set: { ended: 1 }, when: completed }, { set: { "
                                     "ended: 2 }, when: failed }, { set: { "
                                     "ended: 3 }, when: aborted }]\n",
                                 "  idle: { score: mood, cooldown_after_failure: 0s, do: [stand] }\n"};
  const auto joined = [&](const auto& parts, const std::string& more) {
    std::string all;
    for (const std::string& part : parts) all = is_other_order ? part + all : all + part;
    return is_other_order ? more + all : all;
  };
  return "ishi: 1\nthings: { puddle: { fields: { size: { type: number, range: 0..1 } } } }\n"
         "candidates: { puddles: { of: puddle, capacity: 3 } }\nevents: { shot: {} }\n"
         "drives: { fear: { start: 0, rise: 0 * 1/s } }\nblackboard:\n" +
         joined(keys, "  more: { type: integer, range: 0..3 }\n") + "tasks:\n" +
         joined(tasks, "  dance: { params: { how: number } }\n") +
         (writer.goals.empty() ? "" : "goals:\n" + writer.goals) + "actions:\n" +
         joined(actions, "  dance: { when: more > 2, score: 0.1, do: [dance: { how: 1 }, wait: 1s] }\n") +
         "agents:\n  worker:\n    actions: [work, idle" + (is_other_order ? ", dance" : "") +
         "]\n    select: { inertia: 0 }\n    think: { every: " + number(think_every) +
         "frames }\n    on: { shot: [raise: { fear: +0.25 }] }\n";
}

Document Author::write() {
  Document document;
  document.think_every = 1 + below(4);
  document.body = list(0);
  return document;
}

Document Author::write(Verb verb) {
  Document document;
  document.think_every = 1 + below(4);
  Step first = verb > Verb::fail || verb == Verb::list ? composite(verb, 0) : leaf_of(verb);
  modify(first);
  document.body = list(0);
  document.body.parts.insert(document.body.parts.begin(), std::move(first));
  return document;
}

Condition Author::condition(bool has_elapsed) {
  using What = Condition::What;
  Condition made;
  made.is_not = one_in(3);
  switch (below(10)) {
    case 0:
      if (has_elapsed) {
        made.what = What::elapsed;
        made.number = static_cast<int32_t>(1 + below(6));
        return made;
      }
      break;
    case 1: made.what = What::has_spot; return made;
    case 2:
    case 3:
      if (givens_.empty()) break;
      made.what = one_in(2) ? What::is_given : What::worth;
      made.key = givens_[below(static_cast<uint32_t>(givens_.size()))];
      return made;
    case 4:
      if (loops_.empty()) break;
      made.what = What::size;
      made.key = loops_.back();
      return made;
    case 5: made.what = What::fear; return made;
    default: break;
  }
  made.what = one_in(2) ? What::above : What::equal;
  made.key = below(kKeys);
  made.number = static_cast<int32_t>(below(3));
  return made;
}

Step Author::list(uint32_t depth) {
  Step made{.verb = Verb::list};
  const size_t givens = givens_.size();
  const uint32_t count = 1 + below(std::min(depth_ + 1, 3U));
  for (uint32_t i = 0; i < count; ++i) made.parts.push_back(step(depth));
  givens_.resize(givens);
  return made;
}

Step Author::step(uint32_t depth) {
  constexpr Verb kVerbs[] = {Verb::list,   Verb::branch,  Verb::cases,   Verb::first,
                             Verb::best,   Verb::draw,    Verb::all,     Verb::any,
                             Verb::repeat, Verb::members, Verb::members, Verb::goal};
  const bool has_parts = depth < depth_ && !one_in(3);
  Step made = has_parts ? composite(kVerbs[below(std::size(kVerbs))], depth) : leaf();
  modify(made);
  if (made.verb == Verb::look) givens_.push_back(made.name);
  return made;
}

Step Author::leaf() {
  constexpr Verb kVerbs[] = {Verb::stand, Verb::stand, Verb::mop,   Verb::mop,   Verb::look,  Verb::go,
                             Verb::wait,  Verb::set,   Verb::place, Verb::raise, Verb::check, Verb::fail};
  return leaf_of(kVerbs[below(std::size(kVerbs))]);
}

Step Author::leaf_of(Verb verb) {
  Step made{.verb = verb};
  switch (verb) {
    case Verb::mop:
      if (loops_.empty()) made.verb = Verb::stand;
      if (!loops_.empty()) made.name = loops_[below(static_cast<uint32_t>(loops_.size()))];
      break;
    case Verb::look: made.name = number_++; break;
    case Verb::wait: made.value = static_cast<int32_t>(1 + below(4)); break;
    case Verb::set: made.value = static_cast<int32_t>(below(5)) - 1; break;
    case Verb::place:
    case Verb::raise: made.value = static_cast<int32_t>(below(2)); break;
    case Verb::check: made.condition = condition(true); break;
    default: break;
  }
  return made;
}

void Author::add_methods(Step& step, uint32_t depth) {
  const uint32_t count = 2 + below(2);
  for (uint32_t i = 0; i < count; ++i) {
    Step method = list(depth + 1);
    modify(method);
    if (!one_in(4)) method.when = condition(true);
    method.key = below(3);
    step.parts.push_back(std::move(method));
  }
  // One of them at most may be drawn, so that chance decides nothing.
  if (step.verb != Verb::draw) return;
  step.parts.resize(2);
  step.parts[0].condition = condition(false);
  step.parts[1].condition = step.parts[0].condition;
  step.parts[1].condition.is_not = !step.parts[0].condition.is_not;
}

Step Author::composite(Verb verb, uint32_t depth) {
  Step made{.verb = verb};
  switch (made.verb) {
    case Verb::branch:
      made.condition = condition(false);
      made.parts.push_back(list(depth + 1));
      if (one_in(2)) made.parts.push_back(list(depth + 1));
      break;
    case Verb::cases:
      made.key = below(kKeys);
      made.has_else = one_in(2);
      for (uint32_t i = 0; i < 2; ++i) made.parts.push_back(list(depth + 1));
      break;
    case Verb::first:
    case Verb::best:
      made.reconsiders = one_in(2);
      made.margin = static_cast<int32_t>(below(2));
      add_methods(made, depth);
      break;
    case Verb::draw: add_methods(made, depth); break;
    case Verb::all:
    case Verb::any: {
      const size_t givens = givens_.size();
      const uint32_t count = 2 + below(2);
      for (uint32_t i = 0; i < count; ++i) {
        Step part{.verb = Verb::list};
        part.parts.push_back(step(depth + 1));
        givens_.resize(givens);
        part.parts.push_back(step(depth + 1));
        givens_.resize(givens);
        modify(part);
        made.parts.push_back(std::move(part));
      }
      if (made.verb == Verb::all && one_in(2)) made.enough = 1 + below(count);
      if (made.verb == Verb::all && one_in(2)) made.failures = 1 + below(count);
      break;
    }
    case Verb::repeat:
      made.times = 1 + below(3);
      made.parts.push_back(list(depth + 1));
      break;
    case Verb::members:
      made.name = number_++;
      made.sorts = one_in(2);
      loops_.push_back(made.name);
      made.parts.push_back(list(depth + 1));
      loops_.pop_back();
      break;
    case Verb::goal: {
      made.name = number_++;
      const auto loops = std::exchange(loops_, {}), givens = std::exchange(givens_, {});
      made.parts.push_back(list(depth + 1));
      loops_ = loops;
      givens_ = givens;
      break;
    }
    default: made = list(depth + 1); break;
  }
  return made;
}

void Author::modify(Step& step) {
  if (step.verb == Verb::fail) {
    step.when = condition(true);
    return;
  }
  if (one_in(4)) step.when = condition(true);
  const bool takes_time = step.verb != Verb::set && step.verb != Verb::place && step.verb != Verb::raise &&
                          step.verb != Verb::check;
  if (one_in(8)) step.is_once = true;
  if (takes_time) {
    if (one_in(8)) step.until = condition(true);
    if (one_in(8)) step.while_holds = condition(true);
    if (one_in(8)) step.interruptible = condition(true);
    if (one_in(8)) step.timeout = 1 + below(5);
  }
  if (!can_fail(step)) return;
  if (takes_time && one_in(4)) step.retry = 1 + below(2);
  if (one_in(6) && step.verb != Verb::check) step.inverts = true;
  if (one_in(5)) step.continues = true;
}

}  // namespace ishi::compiler::bodies_agree_test
