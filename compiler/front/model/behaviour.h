#pragma once

#include <cstdint>
#include <vector>

#include "ishi/asset_info.h"
#include "model/contract.h"
#include "model/step.h"
#include "model/written.h"

// The needs, drives and actions of agents, and how agents choose.

namespace ishi::compiler {

struct Value {
  Map<Variable> parameters;  // with some it is called, and written out wherever it is
  Formula is;

  // Set when names are typed. By parameter: what is read of it though nothing asks whether it is somebody;
  // null: nothing.
  std::vector<const Expression*> unasked;
};

// A need or a drive: its level is computed, or carried by each agent from `start` on.
struct Motive {
  Formula level;
  Setting<double> start{0};
  Formula rise;
  Formula while_rises;
  Reference curve;

  [[nodiscard]] bool is_carried() const { return start.given || rise.given(); }
};

// The weight and curve that a profile gives one need or drive.
struct Weighting {
  Setting<double> weight{1};
  Reference curve;
};

struct Profile {
  Map<Weighting> weights;
};

// The price of a turn in the score of a path.
struct Turning {
  Setting<int32_t> side{0};
  Setting<int32_t> back{0};
};

// A class of walkers over the world's grid.
struct Navigation {
  Setting<int32_t> step{1};
  Turning turn;
  Setting<int32_t> max_steps{0};  // not given: no bound
  Setting<int32_t> neighbours{4};
  Setting<bool> corners{true};
  Setting<double> speed{2};    // metres per second
  Reference cells;             // an enum: what terrains the cells are of
  Map<Setting<double>> costs;  // of its members, in plain steps; infinity: never
};

// The member of a noise that is who made it.
inline constexpr std::string_view kMaker = "maker";

// An agent's facts about entities of one kind.
// How the names of memories begin that `cooldown_for_member` makes: no name of a text does.
inline constexpr std::string_view kCoolingPrefix = "Cooling_";

struct Memory {
  Reference of;  // a thing, or `entity`
  Setting<int32_t> capacity{8};
  Setting<double> forget;  // seconds; infinity: never
  Map<Variable> fields;    // what facts have besides the thing's

  // Set when names are linked. Kind `error`: something is wrong with `of`, and has been reported.
  Type entity;  // what a fact is about
  Type maker;   // of noises: the kind of thing that makes all of them; any entity if there is no such kind

  bool has_noises = false;  // facts are noises, about who made them
  uint32_t aware = kNone;   // the sense that says how awareness falls and which levels it has

  [[nodiscard]] bool has_thing() const {
    return entity.kind == ValueKind::entity && entity.reference != kNone;
  }
};

struct Touch {
  Setting<double> range;  // metres
  Setting<bool> occlusion;
};

struct Sight {
  Setting<double> range;                     // metres
  Setting<double> field{6.283185307179586};  // radians
  Setting<bool> occlusion{true};
};

struct Hearing {
  Setting<double> sensitivity{1};
  std::vector<Reference> sounds;  // none: all
  Setting<bool> occlusion;
};

// At which awareness an agent is told.
struct AwarenessLevel {
  Setting<double> at;
};

struct Awareness {
  Formula rise;          // a rate; of hearing a number
  Setting<double> fall;  // one per second
  Setting<Map<AwarenessLevel>> levels;
};

enum class SenseKind : uint8_t { touch, sight, hearing };

struct Sense {
  Sense();
  Sense(const Sense&);
  Sense(Sense&&) noexcept;
  Sense& operator=(const Sense&);
  Sense& operator=(Sense&&) noexcept;
  ~Sense();

  Setting<Touch> touch;
  Setting<Sight> sight;
  Setting<Hearing> hearing;
  Reference of;  // a thing, `entity` or `sound`
  Formula when;
  Formula visibility;
  Setting<Awareness> awareness;
  Reference remember;  // a memory

  // Set when names are linked. Kind `error`: something is wrong with `of`, and has been reported.
  Type target;

  [[nodiscard]] SenseKind kind() const {
    return touch.given ? SenseKind::touch : sight.given ? SenseKind::sight : SenseKind::hearing;
  }
};

struct TacticalWeights {
  Setting<double> expectation{1};
  Setting<double> risk{0.8};
  Setting<double> cost{0.5};
};

struct Tactical {
  Formula expectation;
  Formula risk;
  Formula cost;
  Formula opportunity;
  TacticalWeights weights;
};

enum class Combine : uint8_t { product, compensated, geometric, min, max, mean, sum };

// Steps that break into the body of a goal.
struct Interjection {
  Formula when;
  std::vector<Step> steps;
};

// The verb of a goal stands in `body`, with the goal's own modifiers.
struct Goal {
  Goal();
  Goal(const Goal&);
  Goal(Goal&&) noexcept;
  Goal& operator=(const Goal&);
  Goal& operator=(Goal&&) noexcept;
  ~Goal();

  Step body;
  Map<Variable> parameters;
  Map<Variable> gives;
  Formula requirement;  // `requires`
  Map<Formula> effects;
  Setting<bool> foresee{false};
  Map<Interjection> interject;
  Setting<std::vector<Step>> finally;
};

// Choices are scored as actions are, and are nothing besides.
struct Action {
  Action();
  Action(const Action&);
  Action(Action&&) noexcept;
  Action& operator=(const Action&);
  Action& operator=(Action&&) noexcept;
  ~Action();

  Map<Reference> for_each;  // the name of the loop variable, and its memory; no name: it could not be read
  Formula when;
  uint32_t planner = kNone;     // whose plan it is; kNone: an action
  uint32_t offered_by = kNone;  // the thing whose offer it is, for its members of the set; kNone: an action
  Setting<Map<Formula>> rewards;
  Setting<Map<Formula>> gains;
  Setting<Map<Formula>> reduces;
  Setting<Map<Formula>> after;   // what its completion adds to carried levels
  Setting<Map<Formula>> during;  // the same each second while it runs
  Setting<Tactical> tactical;
  Setting<Map<Formula>> considerations;
  Setting<Combine> combine{Combine::product};
  Formula score;
  Formula weight;
  Setting<int32_t> rank{0};
  Formula while_holds;
  Formula interruptible;
  Setting<double> cooldown{0};                  // seconds
  Setting<double> cooldown_after_failure{0.5};  // seconds
  Setting<double> cooldown_for_member{0};       // seconds; of the member that it was for, and of no other
  Formula not_lately;                           // what that makes of members; set when names are linked
  Setting<std::vector<Step>> steps;             // `do`
  Setting<std::vector<Step>> finally;
  // Tokens, and the candidate under the name of the loop variable; its index is kNone.
  std::vector<Reference> claims;
  Setting<bool> fifo{false};   // of the candidate that it claims: who has asked for it longest gets it
  Setting<double> inertia{0};  // of a choice
  Setting<double> minimum{0};  // of a choice: what its member must score more than; not given: nothing
  bool is_asked = false;       // `since` asks when it ended; set when expressions are checked

  // The set for whose members it is scored; kNone if it is for none.
  [[nodiscard]] uint32_t set() const { return for_each.empty() ? kNone : for_each[0].value.index; }
};

enum class Ties : uint8_t { first, last };

// Drawing in proportion to the score.
struct Weighted {
  Setting<int32_t> top{0};  // not given: among all
};

// Drawing by e^(score / temperature).
struct Softmax {
  Setting<double> temperature{0.1};
};

struct Select {
  Setting<double> inertia{0.03};
  Setting<double> minimum{0};
  Setting<bool> normalize{false};
  Setting<Ties> ties{Ties::first};
  Setting<Weighted> weighted;
  Setting<Softmax> softmax;

  [[nodiscard]] bool draws() const { return weighted.given || softmax.given; }
  // The place where it says so.
  [[nodiscard]] Span draws_span() const { return weighted.given ? weighted.span : softmax.span; }
};

// A set of plans, which are actions, with its own sense of what rewards are worth.
struct Planner {
  Map<Formula> rewards;
  Map<Action> plans;  // once names are linked they stand among the actions, as "thrifty.refill"
  Select select;
};

struct Think {
  Formula every;              // frames or a duration; not given: each frame
  std::vector<Reference> on;  // events
};

// A state of an agent, which is in one at a time.
struct State {
  State();
  State(const State&);
  State(State&&) noexcept;
  State& operator=(const State&);
  State& operator=(State&&) noexcept;
  ~State();

  std::vector<Reference> actions;  // that it can do in this state, besides those of every state
  Map<Formula> to;                 // states, and when the agent goes over to each
  Setting<std::vector<Step>> enter;
  Setting<std::vector<Step>> finally;
  Reference importance;

  // Set when names are linked: places among the agent's actions, to which those of its states are added;
  // rising.
  std::vector<uint32_t> options;
};

// Numbers that `ishi tune` may change.
struct TuneMark {
  Setting<Bounds> range;
};

struct Agent {
  Agent();
  Agent(const Agent&);
  Agent(Agent&&) noexcept;
  Agent& operator=(const Agent&);
  Agent& operator=(Agent&&) noexcept;
  ~Agent();

  Reference importance;
  Reference planner;
  std::vector<Reference> actions;
  std::vector<Reference> offers;   // the sets whose members' offers it can do
  std::vector<Reference> choices;  // that the game asks for, besides those that its expressions name
  std::vector<Reference> senses;
  Select select;
  Think think;
  Map<std::vector<Step>> on;  // what is done when an event arrives
  Setting<Map<State>> states;
};

}  // namespace ishi::compiler
