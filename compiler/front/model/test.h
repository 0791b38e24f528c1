#pragma once

#include <vector>

#include "model/measure.h"
#include "model/written.h"

// A designer's test: a situation, and what must be true of one thought in it, or of a run that begins there.

namespace ishi::compiler {

struct Node;

// The place of an entity; points and directions as written, [x, y, z] in bare metres.
struct Placement {
  Reference is;  // its thing; of the agent itself: none
  const Node* position = nullptr;
  const Node* facing = nullptr;
  Map<const Node*> fields;
};

// An event that is posted to the agent.
struct Posting {
  Map<const Node*> fields;
};

// Entities, or parameters of a task, and what of them changes when the task has completed.
struct TaskChanges {
  Map<Placement> who;
};

// Sounds, each with who makes it.
using MadeSounds = std::vector<Map<Setting<Name>>>;

// The state of a goal: it is active at the end, or how it ended when it did so last.
enum class GoalState : uint8_t { inactive, active, completed, failed, aborted };

// A fact of the agent about one entity.
struct RememberedFact {
  Setting<Name> is;  // an entity of the test's world; not given: one without a name
  const Node* position = nullptr;
  Setting<double> age{0};  // seconds
  Setting<double> awareness{0};
  Map<const Node*> fields;
  Span span;
};

// A member of a set of candidates.
struct CandidateRow {
  Setting<Name> is;  // an entity of the test's world, or a thing; not given: one of the only kind
  const Node* position = nullptr;
  const Node* facing = nullptr;
  Map<const Node*> fields;
  Span span;
};

// The changes at one moment of a run.
struct Moment {
  Setting<std::vector<Reference>> hidden;  // from then on
  Setting<std::vector<Reference>> taken;   // the same; tokens, and entities: these without an index
  MadeSounds sounds;
  Map<const Node*> set;
  Map<const Node*> each_second;                // keys, and what is added to each in a second from then on
  Map<std::vector<RememberedFact>> remembers;  // memories, and what they hold from then on
  Map<std::vector<CandidateRow>> candidates;   // sets, the same
  Map<Posting> emit;
  std::vector<Reference> remove;  // entities and agents
  std::vector<Reference> open;    // doors
  std::vector<Reference> close;
  Map<Placement> add;    // entities
  Map<Placement> place;  // entities and agents, and what of them changes
};

// Somebody who decides, in a test or a scene.
struct SceneAgent {
  Reference agent;
  Reference importance;
  Reference running;
  Setting<Name> running_for;  // an entity
  Reference team;
  Setting<Name> state;
  uint32_t in_state = kNone;  // the agent's state of that name
  Map<const Node*> given;
  Setting<Placement> self;
  Map<std::vector<RememberedFact>> remembers;  // by memory
  Map<std::vector<CandidateRow>> candidates;   // by set
};

// A wall that may be open.
struct Door {
  const Node* wall = nullptr;                   // a cell, or a line from one place to another
  Setting<bool> open;                           // at the beginning
  std::vector<Reference> opened_by, closed_by;  // tasks
};

// The world around the agents of a test or a scene.
struct Surroundings {
  Map<Placement> world;
  const Node* walls = nullptr;
  std::vector<Reference> hidden;  // entities of `world` that nobody sees
  MadeSounds sounds;
  std::vector<Reference> taken;  // tokens, and entities of `world`: these without an index
  Map<Posting> gives;            // tasks, and what they give back
  Map<TaskChanges> changes;      // tasks
  Map<std::vector<Setting<double>>> without_effect;  // tasks, and when
  Map<Door> doors;
  Map<const Node*> each_second;  // keys, and what is added to each in a second
  std::vector<Timed<Moment>> at;
};

// An entity of a scene that moves by itself along a path.
struct Movement {
  const Node* path = nullptr;
  Setting<double> speed{1.5};  // metres per second
  Setting<double> starts{0};   // seconds
};

struct Scene {
  Scene();
  Scene(const Scene&);
  Scene(Scene&&) noexcept;
  Scene& operator=(const Scene&);
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  Map<SceneAgent> agents;
  Surroundings around;
  Map<Movement> moves;
  Map<const Node*> shared;                    // keys of teams and of the world
  Map<std::vector<CandidateRow>> candidates;  // of teams and of the world
};

struct Team {};

// A task that is expected to be started, perhaps with some arguments.
struct ExpectedTask {
  Reference task;
  Map<const Node*> arguments;
};

// How often at most an agent changes its mind in any period of that length.
struct Steadiness {
  Setting<int32_t> changes;
  Setting<double> in{1};  // seconds
};

// The part of what holds in every frame of a run, or in none, that names things and numbers.
struct NamedInvariant {
  std::vector<Reference> picks;  // actions, or `nothing`, which has no index
  std::vector<Setting<Name>> states;
  std::vector<uint32_t> in_states;  // their indices
  Map<Setting<Bounds>> level;       // a single number is both ends
  std::vector<Reference> does;      // tasks; of what never holds
  std::vector<Reference> emits;     // events, the same
};

struct Invariant : NamedInvariant {
  Map<const Node*> key;  // values, or ranges of them

  [[nodiscard]] bool says_something() const {
    return !picks.empty() || !states.empty() || !level.empty() || !does.empty() || !emits.empty() ||
           !key.empty();
  }
};

// The part of an expectation that names things and numbers, which says the same before and after its test has
// been checked.
struct NamedExpectation {
  NamedExpectation();
  NamedExpectation(const NamedExpectation&);
  NamedExpectation(NamedExpectation&&) noexcept;
  NamedExpectation& operator=(const NamedExpectation&);
  NamedExpectation& operator=(NamedExpectation&&) noexcept;
  ~NamedExpectation();

  std::vector<Reference> picks;  // one of these actions, or `nothing`, which has no index
  std::vector<Reference> never_picks;
  Setting<Name> on;            // the entity of the fact that it is picked for
  Setting<Name> state;         // in which the agent is afterwards
  uint32_t in_state = kNone;   // its index
  Map<Setting<Name>> chooses;  // choices, and the member of each: an entity, "orders 2", or `nothing`
  Map<std::vector<Setting<Name>>> notices;  // senses, and whom each notices: entities, or `nothing`
  std::vector<Reference> order;
  Map<Setting<Bounds>> score;  // a single number is both ends

  // Of a run.
  Setting<double> within;             // seconds
  std::vector<Reference> never_does;  // tasks
  Map<Setting<Bounds>> times;         // tasks, and how often each is started
  Setting<int32_t> max_switches;
  Map<Setting<Bounds>> level;  // a single number is both ends
  Map<Setting<GoalState>> goals;
  Map<std::vector<Setting<Name>>> remembers;  // memories, and whom each holds: entities, or `nothing`
  Reference after;                            // the event from whose arrival `within` counts
  Setting<Steadiness> steady;
};

struct AgentExpectation : NamedExpectation {
  AgentExpectation();
  AgentExpectation(const AgentExpectation&);
  AgentExpectation(AgentExpectation&&) noexcept;
  AgentExpectation& operator=(const AgentExpectation&);
  AgentExpectation& operator=(AgentExpectation&&) noexcept;
  ~AgentExpectation();

  const Node* heads = nullptr;    // an angle, a range of angles, or `nothing`
  const Node* reaches = nullptr;  // a point

  // Of a run.
  std::vector<ExpectedTask> does;
  std::vector<ExpectedTask> does_in_order;  // among others
  Setting<Map<Posting>> emits;              // events; empty: none at all
  Map<const Node*> key;                     // values, or ranges of them
  std::vector<Timed<AgentExpectation>> at;  // what is so at a time
  Setting<Invariant> always;                // what is so after every frame
  Setting<Invariant> never;                 // what never happens: neither of these

  // True if anything is expected.
  [[nodiscard]] bool says_something() const {
    return !picks.empty() || !never_picks.empty() || state.given || !chooses.empty() || !notices.empty() ||
           !order.empty() || !score.empty() || heads != nullptr || reaches != nullptr || within.given ||
           !does.empty() || !does_in_order.empty() || !never_does.empty() || !times.empty() || emits.given ||
           max_switches.given || !key.empty() || !level.empty() || !goals.empty() || !remembers.empty() ||
           !at.empty() || always.given || never.given || steady.given;
  }
};

// The number of agents of a scene that may, or must, hold a token at the same time.
struct TokenExpectation {
  Reference token;
  std::vector<Setting<Name>> by;  // agents of the scene; empty: all
  Setting<int32_t> at_most;       // in every frame
  Setting<int32_t> at_least;      // in some frame
};

struct Expectation : AgentExpectation {
  Expectation();
  Expectation(const Expectation&);
  Expectation(Expectation&&) noexcept;
  Expectation& operator=(const Expectation&);
  Expectation& operator=(Expectation&&) noexcept;
  ~Expectation();

  Map<AgentExpectation> agents;  // of a scene
  std::vector<TokenExpectation> holds;
};

// The claim about the thought of each situation of a `for_all`.
struct Claimed {
  std::vector<Reference> picks;  // one of these actions, or `nothing`, which has no index
};

// The parts of a test's situation that differ from run to run, or that its run has in place of what the
// situation gives.
struct Variations {
  Map<const Node*> values;             // "ann.hp", "thief.position", "thief.starts"
  Map<const Node*> results;            // tasks, and how they end
  std::vector<Timed<const Node*>> at;  // changes of the situation, and when they come instead
};

struct Test {
  Test();
  Test(const Test&);
  Test(Test&&) noexcept;
  Test& operator=(const Test&);
  Test& operator=(Test&&) noexcept;
  ~Test();

  SceneAgent who;
  Surroundings around;
  Reference scene;                          // then `who` and `around` are what stands there, but for `at`
  Setting<double> run;                      // seconds; not given: one thought
  Map<std::vector<Setting<double>>> fails;  // tasks, and when
  Setting<Expectation> expect;
  Setting<Variations> vary;  // from run to run
  Setting<Variations> with;  // in this test's runs

  // Of a proof.
  Setting<Map<const Node*>> for_all;  // keys and carried levels: a value, a range or `any`
  Formula where;                      // of these situations only those in which it holds
  Setting<Claimed> always, never;
  std::vector<Reference> order;
  Map<Setting<Bounds>> score;  // a single number is both ends
};

}  // namespace ishi::compiler
