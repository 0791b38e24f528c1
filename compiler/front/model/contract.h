#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/measure.h"
#include "model/written.h"

// The contract with the game: what exists in its world, what it tells an agent, what it can do for it.

namespace ishi::compiler {

struct Node;
struct Action;

enum class ValueKind : uint8_t {
  error,
  number,
  integer,
  boolean,
  entity,
  point,
  direction,
  enumeration,
  candidate  // a member of a set whose members are no entities
};

// The type of a value. `quantity` matters for numbers; `reference` is the enum's index, for an
// entity its thing's index (kNone: any entity), for a candidate its set.
struct Type {
  ValueKind kind = ValueKind::error;
  Quantity quantity = Quantity::number;
  uint32_t reference = kNone;

  friend bool operator==(const Type&, const Type&) = default;
};

enum class Scope : uint8_t { agent, team, world };

// The way in which the writes of several agents to one key in the same frame become one.
enum class Merge : uint8_t { max, min, sum, last };

// The end of an aborted task: it is over at once, or when the game says so.
enum class Abort : uint8_t { now, wait };

// A key of the blackboard, a field of a thing or event, a parameter of a task.
// Each of the three numbers of the point that is no place.
inline constexpr float kNowhere = 1e6F;

struct Variable {
  Reference type;            // the name of a type, enum or thing
  std::vector<Name> one_of;  // or members of an enum of its own
  Setting<Bounds> range;
  const Node* fallback_node = nullptr;  // what `default` says
  Setting<Scope> scope;
  Setting<Merge> merge;                // of a key; not given: behaviours do not write a shared one
  Setting<bool> is_private{false};     // of a key: behaviours alone know it
  const Node* changes_node = nullptr;  // of a key: what `changes` says
  Setting<bool> live{false};           // of a parameter: it follows its argument while the task runs
  Formula gives;                       // of what a task or goal gives back: what it usually is, or is

  // Set when names are linked. Kind `error`: something is wrong with it, and has been reported.
  Type resolved;
  float low = 0;
  float high = 0;
  std::array<float, 3> fallback{};
  const UnitRow* unit = nullptr;  // that of its range or default, as written
  double most_change = 0;         // of a key: by how much the game changes it in a second at most; 0: by any

  // Of a key, a field of an event, and what is given back: a formula reads it. Set when expressions are
  // checked.
  bool is_read = false;

  [[nodiscard]] bool has_range() const { return range.given; }
  // Of a point: it lies nowhere until something says where.
  [[nodiscard]] bool may_be_nowhere() const {
    return fallback[0] >= kNowhere && resolved.kind == ValueKind::point;
  }
};

struct Enum {
  std::vector<Name> members;
  std::string_view section{};               // of a `one_of`: where the variable stands, such as "things"
  Map<std::vector<Name>> former_members{};  // what they were called before; see Model::renames
};

struct Thing {
  Map<Variable> fields;
  Map<Action> offers;  // once names are linked they stand among the actions, as "fridge.snack", for each set
};

// A set that the game fills: entities, or members that are nothing but their fields.
struct Candidates {
  std::vector<Reference> of;  // things, or `entity`
  Map<Variable> fields;       // what a member has besides
  Setting<int32_t> capacity{8};
  Setting<Scope> scope{Scope::agent};

  // Set when names are linked.
  std::vector<uint32_t> things;  // the kinds of its entities, rising; none: of any kind
  bool has_entities = false;
  Type member;  // what a member is taken for; kind `error`: something is wrong with the set
};

// The agents among whom the holders of a token are counted.
enum class Sharing : uint8_t { team, world };

// Something that only so many agents may hold at the same time.
struct Token {
  Setting<int32_t> count{1};
  Setting<Sharing> scope{Sharing::world};
  Setting<bool> fifo{false};  // who has asked for it longest gets it
};

// A sound.
struct Sound {
  Setting<double> radius;  // metres
  Reference of;            // the thing that makes it; none: any entity
  Formula scale;

  // Set when names are linked. Kind `error`: something is wrong with `of`, and has been reported.
  Type maker{ValueKind::entity};
};

struct Event {
  Map<Variable> fields;
  uint32_t of_memory = kNone;  // of a level of awareness: the memory of whose facts it tells
  bool is_asked = false;       // `since` asks when it arrived; set when expressions are checked
};

struct Task {
  Map<Variable> parameters;
  Map<Variable> gives;    // in the record behind the parameters
  Formula requirement;    // `requires`
  Map<Formula> effects;   // new values of keys
  Setting<double> takes;  // seconds
  // Of simulations: the parameter to whose value the agent goes, and how fast.
  Setting<Name> moves_to;
  Setting<double> speed{2};  // metres per second
  Setting<Abort> abort{Abort::now};
};

// `found.known`: whether the step has given something back.
inline constexpr std::string_view kKnown = "known";

// The parameters of a task, then what it gives back: they travel as one record.
[[nodiscard]] inline Map<Variable> record_of(const Task& task) {
  Map<Variable> record = task.parameters;
  for (const auto& given : task.gives) record.push_back(given);
  return record;
}

}  // namespace ishi::compiler
