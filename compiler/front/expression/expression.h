#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "ishi/compiler/diagnostic.h"
#include "model/contract.h"

// The tree of an expression. The parser makes it with names as written; checking gives every node its
// type and says what each name means. Nodes belong to an ExpressionArena.

namespace ishi::compiler {

struct FunctionRow;

enum class ExpressionKind : uint8_t {
  error,         // wrong, and reported
  number,        // `number` in base units of `type.quantity`
  truth,         // true or false: `number` is 1 or 0
  name,          // only before checking
  member,        // only before checking: operands[0].text
  call,          // `function` of the operands; `alias` is what it stands behind
  curve,         // the curve `index` of operands[0]
  key,           // the blackboard's entry `index`
  value,         // the named value `index`
  parameter,     // the task's parameter `index`
  event_field,   // the field `index` of the event `owner`
  motive,        // the level of the motive `index` (needs first, then drives)
  enum_member,   // `number` is the member's index
  nobody,        // the entity that is none
  nowhere,       // the point that is no place
  self,          // the agent's own entity
  team,          // the number of the agent's team; compared with a number, the place of one in `teams`
  target,        // `it` of a sense: whom it looks at; of a sound: who makes it
  time,          // seconds since the world began
  awareness,     // the greatest of all facts that have it
  running,       // true if this option runs
  elapsed,       // since this option or step started
  random,        // a draw; `index` tells it from others
  since_option,  // since the action `text`, as its agents call it, ended
  since_event,   // since the event `index` arrived
  ended,         // the action `text`, empty: what it is about, ended as `number` says (a HowEnded)
  given,         // what the step `text` was given back: 0 whether it was, then its values
  known,         // operands[0] is somebody
  position,      // of the entity operands[0]
  facing,
  field,          // field `index` of the thing `owner`, of the entity operands[0]
  set,            // the set `index`; an argument of functions over sets alone
  choice,         // the member that the choice `index` chooses
  choice_score,   // of the choice operands[0]
  fact,           // the loop variable or `it`: a member of the set `index`
  fact_position,  // of the fact operands[0]: as it was noticed
  fact_age,
  fact_confidence,
  fact_awareness,
  fact_first_seen,
  fact_last_seen,
  fact_maker,  // of a noise: who made it
  fact_field,  // field `index` of the members of the set `owner`: of a memory its thing's, then its own
  norm,        // operands[0], a key, parameter or field, mapped from its range to 0..1
  negate,
  not_,
  power,
  multiply,
  divide,
  add,
  subtract,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  both,
  either,
};

struct Expression {
  ExpressionKind kind = ExpressionKind::error;
  Span span;
  Type type;
  double number = 0;
  uint32_t index = kNone;
  uint32_t owner = kNone;
  uint32_t height = 1;  // levels of what it is made of, through named values and levels; set by checking
  const FunctionRow* function = nullptr;
  std::string_view text;  // the name, for names, members and calls
  Span text_span;
  std::string_view alias;  // for a call the alias: "std" in "std.near(x)"
  bool is_it = false;      // for a member: it is called `it`, not by the loop variable
  // Tells functions over sets from each other, 0 for everything else; of `it` that of the function whose
  // member it is.
  uint32_t pass = 0;
  uint32_t expands = kNone;     // what was a call of this value with parameters, which is written out here
  Span call{};                  // of all that stands in such a value: where it is called
  bool may_be_nowhere = false;  // of a point; set by checking
  bool is_unasked = false;      // …: it may be nowhere, and nothing has asked
  bool is_of_step = false;      // …: a step's loop variable, called `text`
  std::vector<Expression*> operands;
};

class ExpressionArena {
 public:
  Expression& add(ExpressionKind kind, Span span) {
    Expression& node = nodes_.emplace_back();
    node.kind = kind;
    node.span = span;
    return node;
  }

 private:
  std::deque<Expression> nodes_;
};

}  // namespace ishi::compiler
