#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ishi/asset.h"
#include "ishi/enums.h"
#include "ishi/id.h"
#include "ishi/program.h"
#include "ishi/types.h"

// What an asset (ishi/asset.h) says of its parts, for tools. Their names live as long as the asset.

namespace ishi {

// A consecutive part of a list: indices `first` to `first + count - 1`.
struct IndexRange {
  uint32_t first = 0;
  uint32_t count = 0;
};

// The type of a key, field or parameter.
struct VariableInfo {
  ValueType type = ValueType::number;
  Scope scope = Scope::agent;  // of a key; fields and parameters have none
  uint32_t reference = 0;      // the index of the enum or thing, for these two types
  float low = 0, high = 0;     // inclusive; meaningless for points, directions and entities
  Vector3 fallback{};          // the default; x alone unless it is a point or direction
};

// A key, a field of a thing or event, or a parameter of a task.
struct NamedVariable {
  uint64_t id = 0;
  std::string_view name{};  // here and below: empty if stripped; lives as long as the asset
  VariableInfo variable{};
  uint32_t offset = 0;             // of a parameter or an event's field: its place in the record, in bytes
  bool required = false;           // of a parameter
  bool live = false;               // of a parameter: it follows its argument while the task runs
  bool given = false;              // of a parameter: the game gives it back
  Merge merge = Merge::none;       // of a key
  uint32_t member_of = kNotFound;  // of what steps are given: the set that they go over
};

struct EnumInfo {
  uint64_t id = 0;
  std::string_view name{};
  IndexRange members{};
};
struct ThingInfo {
  ThingId id{};
  std::string_view name{};
  IndexRange fields{};
};
struct EventInfo {
  EventId id{};
  std::string_view name{};
  IndexRange fields{};       // of `event_field`
  uint32_t record_size = 0;  // bytes, a multiple of 8
};
struct TaskInfo {
  TaskId id{};
  std::string_view name{};
  IndexRange parameters{};
  uint32_t record_size = 0;  // bytes, a multiple of 8
  float takes_seconds = 0;
  Abort abort = Abort::now;
  uint32_t condition = kNotFound;  // a formula; `requires`
  IndexRange effects{};            // of `effect`
};

struct MotiveInfo {
  MotiveId id{};
  std::string_view name{};
  MotiveKind kind = MotiveKind::need;
  bool is_carried = false;
  float start = 0;  // of a carried level
};
struct ProfileInfo {
  ProfileId id{};
  std::string_view name{};
};

struct AgentInfo {
  AgentId id{};
  std::string_view name{};
  uint32_t profile = kNoProfile;  // its usual one
  ThinkUnit think_unit = ThinkUnit::frames;
  uint32_t think_least = 1, think_most = 1;  // it thinks each so many frames or microseconds
  uint32_t think_interval = kNotFound;  // … as this operation of its program says; none: the two are equal
  float inertia = 0;
  float minimum = 0;
  Ties ties = Ties::first;
  IndexRange options{};
  uint32_t operation_count = 0;  // of its program
  IndexRange handlers{};
  IndexRange choices{};
  IndexRange moments{};
  IndexRange states{};
  IndexRange steerings{};
  IndexRange senses{};
  IndexRange givens{};  // what its steps were given back
  SelectionKind selection = SelectionKind::highest;
  uint32_t top = 0;       // of weighted: among how many of the best it draws; 0: all
  float temperature = 0;  // of softmax
};

struct ChoiceInfo {
  ChoiceId id{};
  std::string_view name{};
  uint32_t set = 0;
  uint32_t best = 0;   // operations of the agent's program: a `best_of`
  uint32_t score = 0;  // … and a `best_score`
  float inertia = 0;
  // From debug; kNotFound if stripped. Operations of the agent's program.
  uint32_t condition = kNotFound;
  uint32_t weight = kNotFound;
  IndexRange terms{};
};

struct OptionInfo {
  uint64_t id = 0;
  std::string_view name{};
  uint32_t score = 0;  // the operation of the agent's program that gives its score, a `gate`
  int32_t rank = 0;
  uint32_t body = 0;             // a node
  uint32_t finally = kNotFound;  // a node
  float cooldown_seconds = 0;
  float cooldown_after_failure_seconds = 0;
  uint32_t set = kNotFound;        // for whose members it is scored
  IndexRange claims{};             // of `claim`
  bool queues_for_entity = false;  // who has asked for the entity that it claims longest gets it
  // From debug; kNotFound if stripped. Operations of the agent's program.
  uint32_t condition = kNotFound;
  uint32_t weight = kNotFound;
  IndexRange terms{};
};

struct SetInfo {
  uint64_t id = 0;
  std::string_view name{};
  SetKind kind = SetKind::memory;
  Scope scope = Scope::agent;
  bool has_entities = true;  // else members are nothing but their fields
  uint32_t capacity = 1;     // members of one owner
  float forget_seconds = 0;  // of a memory; 0: never
  IndexRange things{};       // of `thing_of_set`, the kinds of their entities; none: of any kind
  uint32_t noticed = 0;      // of a memory: how many of the fields are those of its thing
  IndexRange fields{};       // of `member_field`: those of a memory's thing, then its own
  bool has_noises = false;   // of a memory: its facts are noises
  // Of a memory: whether senses raise the awareness of its facts, by how much that falls in a second, and the
  // levels of `awareness_level`.
  bool has_awareness = false;
  float fall = 0;
  IndexRange levels{};
};
// What is raised when an agent becomes so aware of somebody.
struct AwarenessLevelInfo {
  float level = 0;
  uint32_t event = 0;
};

// What can be heard. `thing` makes it; kNotFound: any entity. `scale` is a formula, kNotFound: 1.
struct SoundInfo {
  SoundId id{};
  std::string_view name{};
  float radius = 0;
  uint32_t thing = kNotFound;
  uint32_t scale = kNotFound;
};

// How an agent notices others. What is missing is kNotFound; the last four are formulas.
struct SenseInfo {
  uint64_t id = 0;
  std::string_view name{};
  SenseKind kind = SenseKind::touch;
  bool occlusion = false;
  uint32_t thing = kNotFound;  // the kind that it notices; any if missing
  float range = 0;             // metres; of hearing the sensitivity
  float cosine = -1;           // of half the field of sight
  uint32_t memory = 0;         // a set
  uint32_t filter = kNotFound, when = kNotFound, visibility = kNotFound, rise = kNotFound;
};

// What `count` agents of each team, or of the world, may hold at the same time.
struct TokenInfo {
  TokenId id{};
  std::string_view name{};
  uint32_t count = 1;
  Scope scope = Scope::world;
  bool is_fifo = false;  // who has asked for it longest gets it
};

// How a class of agents walks over the world's grid; what the numbers mean stands in schemas/asset.fbs.
struct NavigationInfo {
  uint64_t id = 0;
  std::string_view name{};
  uint32_t step = 1, turn_side = 0, turn_back = 0;
  uint32_t max_steps = 0;  // 0: no bound
  uint32_t neighbours = 4;
  bool corners = true;
  float speed = 0;             // metres per second
  uint32_t cells = kNotFound;  // an enum
  IndexRange costs{};          // of `travel_cost`: parallel to its members
};

// One line of why an option scores as it does. `input`, `value` and `contribution` are operations of
// the agent's program.
enum class TermKind : uint8_t { motive, consideration, tactical, score, weight };
struct TermInfo {
  std::string_view name{};
  TermKind kind = TermKind::motive;
  uint32_t input = 0, value = 0, contribution = 0;
};

// The bits of a node's `flags` in a blob: NodeInfo::inverts, is_once, reconsiders, foresees, draws, claims.
inline constexpr uint8_t kInvertsFlag = 1, kOnceFlag = 2, kReconsidersFlag = 4, kForeseesFlag = 8,
                         kDrawsFlag = 16, kClaimsFlag = 32;
// `NodeInfo::count` of a first that is an `if` or a `switch`.
inline constexpr uint32_t kChosenByCondition = 1, kChosenByValue = 2;

inline constexpr auto kNoModifiers = [] {
  std::array<uint32_t, kModifierCount> none{};
  none.fill(kNotFound);
  return none;
}();
// A node of a body; `value` and the modifiers are formulas, kNotFound if missing.
struct NodeInfo {
  NodeKind kind = NodeKind::sequence;
  bool continues = false;
  bool inverts = false;
  bool is_once = false;
  bool reconsiders = false;
  bool foresees = false;
  bool draws = false;                  // of a best: its scores are draws, by the weights of its children
  bool claims = false;                 // of a step of a plan: the plan claims the member that the step is for
  Audience audience = Audience::game;  // of an emit
  // The task, goal, event, sound or class of walkers; the steering, counted from the agent's first; of an
  // all, how many of its children may fail; of a plan, in how many situations it may look, 0: as the
  // population.
  uint32_t subject = 0;
  uint32_t retries = 0;
  // The rounds of a repeat, 0: without end; the most steps of a plan; 1 of a walk away from its point; of an
  // all, how many of its children must complete, 0: all; of a first, kChosenByCondition or kChosenByValue if
  // the child that is chosen stays chosen.
  uint32_t count = 0;
  // Of a task: the first of the agent's `givens` that its completion writes; kNotFound if none.
  uint32_t given = kNotFound;
  IndexRange children{};
  IndexRange arguments{};
  IndexRange assignments{};
  uint32_t value = kNotFound;
  std::array<uint32_t, kModifierCount> modifiers = kNoModifiers;  // by `Modifier`

  [[nodiscard]] uint32_t operator[](Modifier modifier) const {
    return modifiers[static_cast<size_t>(modifier)];
  }
};
// What a body can do by name. `condition` is a formula, kNotFound if missing.
struct GoalInfo {
  uint64_t id = 0;
  std::string_view name{};
  IndexRange parameters{};
  IndexRange effects{};
  uint32_t condition = kNotFound;
};
struct ArgumentInfo {
  uint32_t parameter = 0;  // counted from the first of the task, goal or event
  uint32_t formula = 0;
};
struct AssignmentInfo {
  Target target = Target::key;
  uint32_t subject = 0;          // a key, a member's field or a memory
  uint32_t formula = kNotFound;  // of `forget` alone it may be missing: whom the option is for
  uint32_t member = kNotFound;  // of a member's field: the agent's given that is the member, not the option's
};
struct HandlerInfo {
  uint32_t event = 0;
  bool wakes = false;
  uint32_t body = kNotFound;  // a node
};
// What an agent is in, one at a time.
struct StateInfo {
  uint64_t id = 0;
  std::string_view name{};
  IndexRange options{};  // of `state_option`: those that compete in this state
  IndexRange transitions{};
  uint32_t profile = kNoProfile;  // that counts in place of the agent's own
  uint32_t enter = kNotFound;     // a node
  uint32_t finally = kNotFound;   // a node
};
struct TransitionInfo {
  uint32_t target = 0;     // counted from the agent's first state
  uint32_t condition = 0;  // a formula
};
struct MomentInfo {
  MomentKind kind = MomentKind::option;
  uint32_t subject = 0;
};
struct SteeringBehaviourInfo {
  SteeringKind kind = SteeringKind::seek;
  // Operations of the steering's formula, counted from its first; kNotFound if missing.
  uint32_t when = kNotFound, weight = kNotFound, known = kNotFound, right = kNotFound, ahead = kNotFound;
  uint32_t set = kNotFound;  // of separate
  float constant = 0;        // the weight, where `weight` is missing
  float range = 0;           // of arrive and separate: metres; of wander: radians a second
  float stop = 0;            // of arrive: metres
};
// How an agent moves while a step `steer` names this.
struct SteeringInfo {
  uint64_t id = 0;
  std::string_view name{};
  IndexRange behaviours{};  // of `steering_behaviour`
  uint32_t directions = 16;
  bool interpolates = false;
  uint32_t formula = kNotFound;
  uint32_t speed = kNotFound;  // an operation of the formula
  float constant = 0;          // metres per second, where `speed` is missing
};
struct FormulaInfo {
  IndexRange program{};  // in `operation`, operands counted from its first
  RecordKind record_kind = RecordKind::none;
  uint32_t record = 0;       // the task or event
  uint32_t set = kNotFound;  // whose bound member it reads
};

struct OperationView {
  OperationCode code = OperationCode::constant;
  uint32_t a = 0, b = 0, c = 0;
  uint32_t gate = 0;  // 0, or 1 + the condition
  uint32_t parameter = 0;
};

// Where something stands in the sources: lines and columns from 1.
struct PlaceInfo {
  std::string_view source{};
  uint32_t line = 0, column = 0;
};

// The parts of an asset, which must be loaded and outlive this: `AssetParts(asset).agent(0).options`. Indices
// are below their count. Any thread, no allocation, O(1).
class AssetParts {
 public:
  explicit AssetParts(const Asset& asset) : state_(asset.state()) {}

  [[nodiscard]] EnumInfo enumeration(uint32_t index) const;
  [[nodiscard]] std::string_view member_name(uint32_t index) const;
  [[nodiscard]] ThingInfo thing(uint32_t index) const;
  [[nodiscard]] NamedVariable field(uint32_t index) const;
  [[nodiscard]] NamedVariable key(uint32_t index) const;
  [[nodiscard]] EventInfo event(uint32_t index) const;
  [[nodiscard]] NamedVariable event_field(uint32_t index) const;
  [[nodiscard]] TaskInfo task(uint32_t index) const;
  [[nodiscard]] GoalInfo goal(uint32_t index) const;
  // Of all tasks, then of all goals.
  [[nodiscard]] NamedVariable parameter(uint32_t index) const;
  // What a step was given back, counted over all agents; its name is "hide.spot".
  [[nodiscard]] NamedVariable given(uint32_t index) const;

  [[nodiscard]] CurveView curve(uint32_t index) const;
  [[nodiscard]] MotiveInfo motive(uint32_t index) const;
  [[nodiscard]] ProfileInfo profile(uint32_t index) const;
  // What a motive weighs in a profile, and which of the curves chosen for it the profile chose.
  [[nodiscard]] float weight(uint32_t profile, uint32_t motive) const;
  [[nodiscard]] uint32_t curve_choice(uint32_t profile, uint32_t motive) const;

  [[nodiscard]] SetInfo set(uint32_t index) const;
  [[nodiscard]] TokenInfo token(uint32_t index) const;
  // By SetInfo::levels.
  [[nodiscard]] AwarenessLevelInfo awareness_level(uint32_t index) const;
  [[nodiscard]] SoundInfo sound(uint32_t index) const;
  [[nodiscard]] NavigationInfo navigation(uint32_t index) const;
  // What a step into a terrain costs, by NavigationInfo::costs; 0: never.
  [[nodiscard]] uint32_t travel_cost(uint32_t index) const;
  // What an option claims, by OptionInfo::claims: a token, or kNotFound for the entity that it is for.
  [[nodiscard]] uint32_t claim(uint32_t index) const;
  // A thing, by SetInfo::things.
  [[nodiscard]] uint32_t thing_of_set(uint32_t index) const;
  // What a member holds, by SetInfo::fields, and of which set.
  [[nodiscard]] NamedVariable member_field(uint32_t index) const;
  [[nodiscard]] uint32_t owner_of_field(uint32_t index) const;

  [[nodiscard]] AgentInfo agent(uint32_t index) const;
  // These count over all agents; an agent's options are AgentInfo::options, and so on.
  [[nodiscard]] OptionInfo option(uint32_t index) const;
  [[nodiscard]] ChoiceInfo choice(uint32_t index) const;
  [[nodiscard]] NodeInfo node(uint32_t index) const;
  [[nodiscard]] HandlerInfo handler(uint32_t index) const;
  [[nodiscard]] MomentInfo moment(uint32_t index) const;
  [[nodiscard]] StateInfo agent_state(uint32_t index) const;
  [[nodiscard]] TransitionInfo transition(uint32_t index) const;
  [[nodiscard]] SenseInfo sense(uint32_t index) const;
  [[nodiscard]] SteeringInfo steering(uint32_t index) const;
  [[nodiscard]] SteeringBehaviourInfo steering_behaviour(uint32_t index) const;
  // An option, counted from the agent's first.
  [[nodiscard]] uint32_t state_option(uint32_t index) const;
  [[nodiscard]] ArgumentInfo argument(uint32_t index) const;
  [[nodiscard]] AssignmentInfo assignment(uint32_t index) const;
  [[nodiscard]] AssignmentInfo effect(uint32_t index) const;
  [[nodiscard]] FormulaInfo formula(uint32_t index) const;
  // Operation `index` of an agent's program.
  [[nodiscard]] OperationView operation(uint32_t agent, uint32_t index) const;
  // An operation by its place among those of all programs, for formulas.
  [[nodiscard]] OperationView operation(uint32_t index) const;

  // From debug: empty and zero if stripped.
  [[nodiscard]] TermInfo term(uint32_t index) const;
  [[nodiscard]] PlaceInfo agent_place(uint32_t index) const;
  [[nodiscard]] PlaceInfo option_place(uint32_t index) const;
  [[nodiscard]] PlaceInfo key_place(uint32_t index) const;

 private:
  [[nodiscard]] std::string_view name(Kind kind, uint32_t index) const;

  const Asset::State* state_;
};

}  // namespace ishi
