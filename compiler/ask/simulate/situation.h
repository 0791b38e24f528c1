#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "ishi/types.h"
#include "model/model.h"

// A situation in which an agent thinks, and what happens to it from then on: what a designer's test or the
// tool's options describe, checked against the model.

namespace ishi::compiler {

class FieldFormula;  // simulate/field_formula.h

using Vector = std::array<float, 3>;

inline constexpr double kForever = std::numeric_limits<double>::infinity();  // seconds

[[nodiscard]] inline Vector3 to_vector(const Vector& v) { return {v[0], v[1], v[2]}; }
[[nodiscard]] inline Vector to_array(const Vector3& v) { return {v.x, v.y, v.z}; }

struct SituationValue {
  uint32_t index = 0;  // of the key, or of the field within its thing or event
  Vector value{};
  uint32_t entity = kNone;  // for an entity: which of the situation's, or an agent; kNone: nobody
  uint32_t owner = 0;  // the agent that has the key or level; for a team's key the team, kNone: all teams
};

// The agents of a situation, as entities: the first one, those after it counted downwards.
inline constexpr uint32_t kSelfEntity = 0xffff'fffe;
inline constexpr uint32_t kMostAgents = 1024;
[[nodiscard]] constexpr uint32_t entity_of_agent(uint32_t agent) { return kSelfEntity - agent; }
[[nodiscard]] constexpr bool is_agent(uint32_t entity) {
  return entity <= kSelfEntity && kSelfEntity - entity < kMostAgents;
}
[[nodiscard]] constexpr uint32_t agent_of_entity(uint32_t entity) { return kSelfEntity - entity; }

// When something was last, of which the agent asks `since`.
struct SituationMoment {
  uint32_t event = kNone;   // the event that arrived, an index of the model; or
  uint32_t option = kNone;  // the option that ended, an index of the agent
  double seconds = 0;       // how long ago
  uint32_t owner = 0;       // the agent
};

struct SituationEntity {
  std::string_view name;  // empty: somebody without a name
  uint32_t thing = kNone;
  Vector position{};
  Vector facing{};
  std::vector<SituationValue> fields;
  // Seconds: when it comes and leaves. By default it is there from the beginning, and stays.
  double comes_at = -kForever, leaves_at = kForever;
};

// A wall: from one place to another, or, where both are the same, a cell of one metre.
struct SituationWall {
  Vector from{}, to{};
};

// The centre of a cell that a wall fills, on the plane: right and ahead.
using WallCell = std::pair<double, double>;

// A wall that may be open.
struct SituationDoor {
  std::string_view name;
  SituationWall wall;
  std::vector<WallCell> cells;                 // of `wall`
  bool is_open = false;                        // at the beginning
  std::vector<uint32_t> opened_by, closed_by;  // tasks of the model
};

// A key to which something is added in each second.
struct SituationFlow {
  uint32_t key = kNone;   // index of a numeric key in the model
  uint32_t owner = 0;     // the agent; for a team's key the team, kNone: all teams
  double per_second = 0;  // in the key's base unit

  [[nodiscard]] bool is_of_same_key(const SituationFlow& other) const {
    return key == other.key && owner == other.owner;
  }
};

// A field of a thing that is computed from the fields that its entity has then.
struct SituationFormula {
  uint32_t field = 0;  // of the thing
  std::shared_ptr<const FieldFormula> formula;
};

// The changes of an entity or agent: only those that are given.
struct SituationPlace {
  uint32_t entity = kNone;
  std::optional<Vector> position, facing;
  std::vector<SituationValue> fields;
  std::vector<SituationFormula> formulas;
};

// An entity that goes along a path.
struct SituationMove {
  uint32_t entity = kNone;
  std::vector<Vector> path;
  double speed = 0;   // metres per second
  double starts = 0;  // seconds
};

struct SituationEvent {
  uint32_t event = 0;
  uint32_t agent = 0;                  // who gets it; kNone: everyone
  std::vector<SituationValue> fields;  // those that are given
};

// A sound that an entity of the situation makes.
struct SituationSound {
  uint32_t sound = kNone;   // in the model
  uint32_t entity = kNone;  // or an agent
};

// The claims that others than the agents hold.
struct SituationTaken {
  std::vector<uint32_t> tokens;    // of the model: all that there are
  std::vector<uint32_t> entities;  // of the situation's, and agents
};

// A fact of the agent about an entity.
struct SituationFact {
  uint32_t memory = kNone;  // in the model
  uint32_t entity = kNone;  // of the situation's
  Vector position{};
  bool is_where_it_was = true;  // false: at its place when the fact is given, and with its fields then
  float age = 0;                // seconds
  std::optional<float> awareness;
  std::vector<SituationValue> fields;  // counted over the thing's, then the memory's own
};

// A member of a set of candidates.
struct SituationCandidate {
  uint32_t set = kNone;                // in the model, counted from its first set of candidates
  uint32_t entity = kNone;             // of the situation's; kNone: its members are none
  std::vector<SituationValue> fields;  // of the set's own
};

// What a memory, or a set, of an agent holds from some time on, and nothing else.
struct SituationMemory {
  uint32_t agent = 0;
  uint32_t memory = kNone;  // in the model
  std::vector<SituationFact> facts;
};
struct SituationSet {
  uint32_t agent = 0;    // of sets that agents share: one of those who do
  uint32_t set = kNone;  // counted like a candidate's
  std::vector<SituationCandidate> members;
};

// The events of a run.
struct Course {
  Course();
  Course(const Course&);
  Course(Course&&) noexcept;
  Course& operator=(const Course&);
  Course& operator=(Course&&) noexcept;
  ~Course();

  struct Change {
    Change();
    Change(const Change&);
    Change(Change&&) noexcept;
    Change& operator=(const Change&);
    Change& operator=(Change&&) noexcept;
    ~Change();

    double seconds = 0;
    std::vector<SituationValue> set;
    std::vector<SituationFlow> flows;  // from then on, each in place of that of the same key
    std::vector<SituationValue> levels;
    std::vector<SituationMoment> moments;
    std::vector<uint32_t> remove, add;  // entities; agents can be removed
    std::vector<SituationPlace> place;
    std::vector<SituationMemory> memories;
    std::vector<SituationSet> sets;
    std::vector<SituationEvent> emit;  // after all that
    std::optional<std::vector<uint32_t>> hidden;
    std::optional<SituationTaken> taken;
    std::vector<SituationSound> sounds;
    std::vector<uint32_t> open, close;  // doors
  };
  // A task that fails, or one that completes without its effect.
  struct Failure {
    double seconds = 0;
    uint32_t task = 0;
    bool completes = false;
  };

  // How a task ends each time that it is started; the last entry for a task counts.
  enum class End : uint8_t { completed, failed, never };
  struct Ending {
    uint32_t task = 0;
    uint32_t agent = kNone;  // who does it; kNone: anybody
    End end = End::completed;
  };

  // What a task gives back or changes each time it completes; the last entry for a task counts.
  struct Result {
    uint32_t task = 0;
    uint32_t agent = kNone;             // who does it; kNone: anybody
    std::vector<SituationValue> gives;  // by the value's number among those that the task gives
  };
  struct Effect {
    uint32_t task = 0;
    uint32_t agent = kNone;      // who does it; kNone: anybody
    uint32_t parameter = kNone;  // whose value is the entity, in place of that of `place`
    SituationPlace place;
  };

  double seconds = 0;  // how long it lasts; 0: one thought
  std::vector<Result> results;
  std::vector<Effect> effects;
  std::vector<Change> changes;    // by time
  std::vector<Failure> failures;  // by time
  std::vector<Ending> endings;
  std::vector<SituationFlow> flows;
};

// Whom an action runs for: an entity of the situation or an agent, or a member of the action's set by its
// place, from 0 on, if it has no name.
struct RunsFor {
  uint32_t entity = kNone;
  uint32_t member = kNone;

  auto operator<=>(const RunsFor&) const = default;
};

// Somebody of a situation who decides.
struct SituationAgent {
  SituationAgent();
  SituationAgent(const SituationAgent&);
  SituationAgent(SituationAgent&&) noexcept;
  SituationAgent& operator=(const SituationAgent&);
  SituationAgent& operator=(SituationAgent&&) noexcept;
  ~SituationAgent();

  std::string_view name;     // empty: it is the only one
  uint32_t agent = kNone;    // in the model
  uint32_t profile = kNone;  // kNone: the agent's usual one
  uint32_t running = kNone;  // the action that runs, in the model
  RunsFor running_for;       // whom it is for
  uint32_t state = kNone;    // the agent's; kNone: the first, which a run enters
  uint32_t team = 0;
  SituationEntity self;  // the agent as others see it, which has no name
  std::vector<SituationValue> keys;
  std::vector<SituationValue> levels;  // of carried needs, then drives
  std::vector<SituationMoment> moments;
  std::vector<SituationFact> facts;
  std::vector<SituationCandidate> candidates;  // in order
  std::optional<Vector> reaches;               // where it is expected to come
  double leaves_at = kForever;                 // seconds: when it is removed
};

// The `keys` and `candidates` of the first agent hold those of teams and of the world, too.
struct Situation : SituationAgent {
  Situation();
  Situation(const Situation&);
  Situation(Situation&&) noexcept;
  Situation& operator=(const Situation&);
  Situation& operator=(Situation&&) noexcept;
  ~Situation();

  uint64_t time_microseconds = 0;  // of the world
  std::vector<SituationEntity> entities;
  std::vector<SituationWall> walls;
  std::vector<WallCell> wall_cells;  // of `walls`
  std::vector<SituationDoor> doors;
  std::vector<SituationMove> moves;
  std::vector<uint32_t> hidden;  // of the situation's: nobody sees them
  std::vector<SituationSound> sounds;
  SituationTaken taken;
  std::vector<SituationAgent> others;  // agents behind the first
  Course course;

  [[nodiscard]] uint32_t agent_count() const { return static_cast<uint32_t>(others.size()) + 1; }
  [[nodiscard]] const SituationAgent& agent_at(uint32_t index) const {
    return index == 0 ? *this : others[index - 1];
  }
};

// The entity of the situation, or agent, with this name; kNone if there is none.
[[nodiscard]] uint32_t find_named(const Situation& situation, std::string_view name);
// The other way round; empty for somebody without a name, and for kNone.
[[nodiscard]] std::string_view name_of_entity(const Situation& situation, uint32_t entity);

// Reads the situation of a test whose names are linked. Everything wrong is reported; what is wrong with the
// scene of a test is reported by `read_scene`.
Situation read_situation(const Model& model, const Test& test, Diagnostics& diagnostics);
// The same of a scene, for `seconds`.
Situation read_scene(const Model& model, const Scene& scene, double seconds, Diagnostics& diagnostics);

}  // namespace ishi::compiler
