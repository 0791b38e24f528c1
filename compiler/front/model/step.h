#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "ishi/asset_info.h"
#include "model/written.h"

// The steps of bodies: a struct for each verb with its properties, and the modifiers that all of them
// have.

namespace ishi::compiler {

using ishi::Audience;

struct Step;

// A property of a step: it never has it, its parts decide, or it always has it.
enum class Share : uint8_t { none, of_parts, all };

// The properties of a verb with any arguments. The parts of a step are the steps that it is made of.
struct StepTraits {
  // It may last longer than a moment; it does so whenever it is done.
  Share may_last = Share::none, must_last = Share::none;
  Share may_fail = Share::none;    // an attempt at it
  bool fails_if_all = false;       // then: it takes that all of its parts may fail, not one
  bool chooses = false;            // its parts are methods: one is passed over where its `when` does not hold
  bool stands_in_instant = false;  // it may stand where nothing takes time

  [[nodiscard]] constexpr bool is_instant() const { return may_last == Share::none; }
};
inline constexpr StepTraits kInstant{.stands_in_instant = true};
inline constexpr StepTraits kLasting{.may_last = Share::all, .must_last = Share::all};
inline constexpr StepTraits kTrial{.may_last = Share::all, .must_last = Share::all, .may_fail = Share::all};
inline constexpr StepTraits kInOrder{Share::of_parts, Share::of_parts, Share::of_parts};
inline constexpr StepTraits kOneOfParts{Share::of_parts, Share::none, Share::of_parts, true};
inline constexpr StepTraits kChoosing{Share::of_parts, Share::none, Share::of_parts, true, true};
// One of its parts is chosen for good.
inline constexpr StepTraits kBranching{Share::of_parts, Share::none, Share::of_parts};

// The arguments of a task, a goal or an event.
struct StepCall {
  Map<Formula> arguments;
  Name bare;  // an argument without a name, which is wrong
};
// Every call by name is a TaskStep at first; linking makes a GoalStep of it if the name is a goal's.
struct TaskStep : StepCall {
  static constexpr StepTraits traits = kTrial;
  uint32_t index = kNone;  // in the model
};
struct GoalStep : StepCall {
  static constexpr StepTraits traits = kTrial;
  uint32_t index = kNone;
};
struct WaitStep {
  static constexpr StepTraits traits = kLasting;
  Formula seconds;
};
struct SetStep {
  static constexpr StepTraits traits = kInstant;
  Map<Formula> values;  // of keys, or of fields of the fact at hand
};
// Adds to levels that the agent carries.
struct RaiseStep {
  static constexpr StepTraits traits = kInstant;
  Map<Formula> changes;
};
// `do`, in place.
struct BodyStep {
  static constexpr StepTraits traits = kInOrder;
  std::vector<Step> steps;
};
struct FirstStep {
  static constexpr StepTraits traits = kChoosing;
  Map<Step> methods;
};
struct BestStep {
  static constexpr StepTraits traits = kChoosing;
  Map<Step> methods;
};
// Its methods are drawn in proportion to their weights. The score of each is made of that and of a draw of
// its own, so that the best of them is the one that is drawn.
struct DrawStep {
  static constexpr StepTraits traits = kChoosing;
  Map<Step> methods;
};
// `enough` and `failures` are modifiers of the step.
struct AllStep {
  static constexpr StepTraits traits = kInOrder;
  std::vector<Step> steps;
};
struct AnyStep {
  static constexpr StepTraits traits = kOneOfParts;
  std::vector<Step> steps;
};
struct RepeatStep {
  static constexpr StepTraits traits{Share::of_parts, Share::all, Share::of_parts};
  std::vector<Step> steps;    // of a round
  Setting<int32_t> times{0};  // not given: without end
  Formula until;
  Map<Reference>
      for_each;  // a name, and the set whose members have a round each; no name: it could not be read
  Formula by;    // in which order, the lowest first

  [[nodiscard]] bool ends() const { return times.given || !for_each.empty(); }
};
struct EmitStep : StepCall {
  static constexpr StepTraits traits = kInstant;
  Reference event;
  uint32_t sound = kNone;  // if it names one; set when names are linked
};
struct SucceedStep {
  static constexpr StepTraits traits{};
};
// Steps behind it are not done, however short the round is.
struct FailStep {
  static constexpr StepTraits traits{Share::all, Share::none, Share::all};
};
// Asks its condition when its turn comes, and fails the list in which it stands if that does not hold.
struct CheckStep {
  static constexpr StepTraits traits{.may_fail = Share::all};
  Formula condition;
};
// The name of the branch for all other values.
inline constexpr std::string_view kElse = "else";
// `if`: its methods are `then`, whose `when` is the condition, and perhaps `else`.
struct IfStep {
  static constexpr StepTraits traits = kBranching;
  Map<Step> methods;
};
// Its methods are the cases, each with a `when` that compares `key` with the case's value, and perhaps
// `else`.
struct SwitchStep {
  static constexpr StepTraits traits = kBranching;
  Formula key;
  Map<Step> methods;
};
// The limits of the search for a plan.
struct PlanLimit {
  Setting<int32_t> situations{0};  // 0: as far as the game lets it
  Setting<int32_t> depth{64};
};
// A condition to make true, and the tasks and goals that may be used for it.
struct PlanStep {
  static constexpr StepTraits traits = kTrial;
  Formula reach;
  std::vector<Step> steps;  // `using`: tasks and goals
  PlanLimit limit;
};
struct RememberStep {
  static constexpr StepTraits traits = kInstant;
  Map<Formula> memories;  // and whom
  Formula awareness;      // how aware the agent is of them at least; set when names are linked
};
struct ForgetStep {
  static constexpr StepTraits traits = kInstant;
  Map<Formula> memories;
  Name fact;  // or the loop variable, for the fact at hand
};
struct SteerStep {
  static constexpr StepTraits traits = kLasting;
  Reference steering;
};
// To a place, or away from one, over the world's grid.
struct WalkStep {
  static constexpr StepTraits traits = kTrial;
  Formula to;
  Formula away_from;
  Reference by;  // a class of `navigation`; its index is the only one's if it is left out

  [[nodiscard]] const Formula& place() const { return away_from.given() ? away_from : to; }
};

using Verb = std::variant<TaskStep, GoalStep, WaitStep, SetStep, RaiseStep, BodyStep, FirstStep, BestStep,
                          DrawStep, AllStep, AnyStep, RepeatStep, EmitStep, SucceedStep, FailStep, CheckStep,
                          IfStep, SwitchStep, PlanStep, RememberStep, ForgetStep, SteerStep, WalkStep>;

enum class OnFail : uint8_t { carry_on };

// Each has a row in language/step_table.cpp, which checking, lowering, `dump` and findings follow.
struct Modifiers {
  Formula when;
  Formula until;
  Formula while_holds;
  Formula timeout;
  Setting<int32_t> retry{0};
  Setting<OnFail> on_fail;  // not given: its failure is its body's
  Formula interruptible;
  Setting<bool> invert{false};  // its success counts as a failure, its failure as success
  Setting<bool> once{false};    // it is done once while the action runs
  // Of some steps alone.
  Setting<Name> as;                            // of a task or goal: what it gives back is called so
  Setting<Audience> audience{Audience::game};  // of an emit
  Formula recipient;                           // of an emit to one
  Formula score;                               // of a method of best; of draw, made of its weight
  Formula weight;                              // of a method of draw; not given: 1
  Formula cost;                                // for steps of a plan
  Map<Reference> for_each;          // for steps of a plan: the set for whose members it is repeated
  Setting<Name> claims;             // for steps of a plan with `for_each`: the member that the plan claims
  Setting<int32_t> enough;          // for `all`: how many successes complete it; not given: all
  Setting<bool> reconsider{false};  // for `first` and `best`: an earlier or better method takes over
  Formula margin;                   // of a best: by how much better
  Setting<int32_t> failures{1};     // of an all: how many failures fail it
};

// One step of a body, with its modifiers; or a method of `first` or `best`.
struct Step {
  Verb what;
  Name name;  // of the task or goal; else the verb where it stands
  Modifiers modifiers;
  bool stands_alone = false;  // written as the scalar of a `do`: `do: fire`

  // Defined in step.cpp: a variant of so many verbs costs each file that copies or destroys one about a
  // second.
  Step();
  Step(const Step&);
  Step(Step&&) noexcept;
  Step& operator=(const Step&);
  Step& operator=(Step&&) noexcept;
  ~Step();

  template <class T>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<T>(what);
  }
  // Null if it does something else.
  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&what);
  }
  template <class T>
  [[nodiscard]] T* as() {
    return std::get_if<T>(&what);
  }
  // Of a task, a goal or an emit; null of others.
  [[nodiscard]] const StepCall* call() const;
  [[nodiscard]] StepCall* call() { return const_cast<StepCall*>(std::as_const(*this).call()); }
  // The condition that holds when the steps behind it in its list begin, since the list would have failed;
  // null of steps that ask for none, or whose failure is passed over.
  [[nodiscard]] const Formula* holds_behind() const {
    const auto* const check = as<CheckStep>();
    return check != nullptr && !modifiers.when.given() && !modifiers.on_fail.given &&
                   !modifiers.invert.value && !modifiers.once.value
               ? &check->condition
               : nullptr;
  }
  // Of a first, best or draw; null of others.
  [[nodiscard]] const Map<Step>* methods() const {
    if (const auto* const first = as<FirstStep>()) return &first->methods;
    if (const auto* const draw = as<DrawStep>()) return &draw->methods;
    const auto* const best = as<BestStep>();
    return best != nullptr ? &best->methods : nullptr;
  }
  // The cases of an `if` or `switch`; null of others.
  [[nodiscard]] const Map<Step>* branches() const {
    if (const auto* const chosen = as<IfStep>()) return &chosen->methods;
    const auto* const chosen = as<SwitchStep>();
    return chosen != nullptr ? &chosen->methods : nullptr;
  }
  [[nodiscard]] StepTraits traits() const;

  // The parts of a step, in text order, without the goals that it names.
  class Parts {
   public:
    class Iterator {
     public:
      Iterator(const Parts* parts, size_t index) : parts_(parts), index_(index) {}
      const Step& operator*() const { return (*parts_)[index_]; }
      Iterator& operator++() {
        ++index_;
        return *this;
      }
      bool operator!=(const Iterator& other) const { return index_ != other.index_; }

     private:
      const Parts* parts_;
      size_t index_;
    };
    explicit Parts(const std::vector<Step>& steps);
    explicit Parts(const Map<Step>& methods);
    Parts() = default;
    [[nodiscard]] Iterator begin() const { return {this, 0}; }
    [[nodiscard]] Iterator end() const { return {this, size_}; }
    [[nodiscard]] size_t size() const { return size_; }
    [[nodiscard]] const Step& operator[](size_t index) const;

   private:
    const Step* steps_ = nullptr;           // those of a list
    const Named<Step>* methods_ = nullptr;  // those of a choice
    size_t size_ = 0;
  };
  [[nodiscard]] Parts parts() const;
};

}  // namespace ishi::compiler
