#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

// Bodies as trees, which are written as YAML and carried out by a model of their own.

namespace ishi::compiler::bodies_agree_test {

inline constexpr uint32_t kKeys = 4;  // a, b and c are the game's, n is written by bodies
inline constexpr uint32_t kWritten = 3;

struct Condition {
  enum class What : uint8_t { above, equal, elapsed, has_spot, is_given, worth, size, fear };
  What what{};
  uint32_t key = 0;    // or the name of what was given, or of a loop variable
  int32_t number = 0;  // of elapsed: eighths of a second
  bool is_not = false;

  [[nodiscard]] std::string text() const;
};

enum class Verb : uint8_t {
  list,
  stand,  // a task
  mop,    // a task for the member of loop `name`
  look,   // a task that gives a number, called `name`
  go,     // a task that needs the place `spot`
  wait,   // `value` eighths of a second
  set,    // `n`, to `value`, or one more if that is below 0
  place,  // `spot`, to nowhere if `value` is 0
  raise,  // `fear`, by a quarter, down if `value` is 0
  check,  // `condition`
  fail,
  branch,  // parts: `then`, and perhaps `else`
  cases,   // parts: a list for each value of key `key` from 0, the last one `else` if `has_else`
  first,
  best,  // methods score key `key`
  draw,  // methods weigh `when` a condition, as 0 or 1
  all,
  any,
  repeat,   // one list, `times` times, without end if 0
  members,  // one list for each puddle, called `name`; by size if `sorts`
  goal,     // one list, whose `finally` notes how it ended in `n`
};

struct Step {
  Verb verb{};
  std::vector<Step> parts{};
  std::optional<Condition> when{}, until{}, while_holds{}, interruptible{};
  Condition condition{};  // also the weight of a method of draw
  uint32_t name = 0, key = 0;
  int32_t value = 0;
  uint32_t times = 0, enough = 0, failures = 0;
  uint32_t timeout = 0;  // eighths of a second; 0: none
  uint32_t retry = 0;
  int32_t margin = 0;
  bool reconsiders = false, continues = false, inverts = false, is_once = false, sorts = false,
       has_else = false;
};

// A document with a body and what it names.
struct Document {
  Step body;                 // a list
  uint32_t think_every = 1;  // frames

  // `is_other_order`: with declarations in another order, and others between them, as a reload may find them.
  [[nodiscard]] std::string text(bool is_other_order = false) const;
};

// Any body of some depth, from 0.
class Author {
 public:
  Author(uint32_t seed, uint32_t depth) : random_(seed), depth_(depth) {}

  Document write();
  // A body that begins with this verb.
  Document write(Verb verb);

 private:
  uint32_t below(uint32_t count) { return random_() % count; }
  bool one_in(uint32_t count) { return below(count) == 0; }
  Condition condition(bool has_elapsed);
  Step list(uint32_t depth);
  Step step(uint32_t depth);
  Step leaf();
  Step leaf_of(Verb verb);
  Step composite(Verb verb, uint32_t depth);
  void add_methods(Step& step, uint32_t depth);
  void modify(Step& step);

  std::minstd_rand random_;
  uint32_t depth_;
  uint32_t number_ = 0;
  std::vector<uint32_t> givens_, loops_;
};

}  // namespace ishi::compiler::bodies_agree_test
