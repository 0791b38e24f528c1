#include "testing/circumstances.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "analyze/prover.h"
#include "analyze/ranges.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

constexpr uint32_t kSamples = 500;  // of the situations in which a transition may be taken
constexpr size_t kMostWays = 8;

class Circumstances {
 public:
  Circumstances(const Contest& contest, const Test& test, const std::vector<ProofRange>& ranges)
      : contest_(contest),
        model_(contest.model()),
        test_(test),
        ranges_(ranges),
        states_(contest.written().states.value) {}

  std::vector<Circumstance> find() {
    if (states_.empty()) {
      Circumstance& only = result_.emplace_back();
      only.competing.resize(contest_.contenders().size());
      std::iota(only.competing.begin(), only.competing.end(), 0);
      only.weighing = usual_weighing();
      only.ways.resize(1);
      return std::move(result_);
    }
    for (uint32_t from = 0; from < states_.size(); ++from) {
      if (test_.in_state == kNone || test_.in_state == from) add_from(from);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] Weighing usual_weighing() const {
    const Reference& importance = test_.importance.given() ? test_.importance : contest_.written().importance;
    if (importance.index == kNone) return {};
    return {importance.index, std::string(importance.text)};
  }

  // It goes over to the first state whose condition holds, else it stays.
  void add_from(uint32_t from) {
    bool may_go_on = true;
    for (const LoweredTransition& transition : contest_.agent().states[from].transitions) {
      if (!may_go_on) break;
      const LoweredFormula& condition = transition.condition;
      const AnalyzedProgram program =
          analyzed(model_, contest_.lowered(), condition.program, condition.ranges);
      Ranges box = all_situations(program);
      hold_within(program, ranges_, box);
      const auto truth = static_cast<uint32_t>(condition.program.size() - 1);
      may_go_on = box[truth].contains(0);
      if (!narrow(program, box, truth, true)) continue;
      Circumstance& over = add(from, transition.target);
      over.ways = ways_of(program, box, truth);
      take_changes(states_[from].value.finally.value, over);
      take_changes(states_[transition.target].value.enter.value, over);
    }
    if (may_go_on) add(from, from).ways.resize(1);
  }

  Circumstance& add(uint32_t from, uint32_t state) {
    Circumstance& one = result_.emplace_back();
    one.from = from;
    one.state = state;
    for (uint32_t option = 0; option < contest_.contenders().size(); ++option) {
      if (contest_.is_in(option, state)) one.competing.push_back(option);
    }
    const Reference& importance = states_[state].value.importance;
    one.weighing = importance.index != kNone ? Weighing{importance.index, std::string(importance.text)}
                                             : usual_weighing();
    return one;
  }

  static std::vector<WayOver> ways_of(const AnalyzedProgram& program, const Ranges& box, uint32_t truth) {
    std::vector<WayOver> ways;
    for (const std::vector<float>& values : Prover(program).samples(box, kSamples)) {
      if (values[truth] == 0) continue;
      ways.push_back(way_of(program, values));
      if (ways.size() == kMostWays) break;
    }
    return ways;
  }

  static WayOver way_of(const AnalyzedProgram& program, const std::vector<float>& values) {
    WayOver way;
    const auto take = [](std::vector<SituationValue>& of, uint32_t index) -> SituationValue& {
      const auto known = std::ranges::find(of, index, &SituationValue::index);
      return known != of.end() ? *known : of.emplace_back(SituationValue{index});
    };
    for (uint32_t i = 0; i < values.size(); ++i) {
      const LoweredOperation& source = program.operations[i];
      switch (source.code) {
        case key:
        case key_x: take(way.keys, source.parameter).value[0] = values[i]; break;
        case key_y: take(way.keys, source.parameter).value[1] = values[i]; break;
        case key_z: take(way.keys, source.parameter).value[2] = values[i]; break;
        case key_entity: take(way.keys, source.parameter).entity = values[i] >= 1 ? 0 : kNone; break;
        case level:
        case level_after: take(way.levels, source.parameter).value[0] = values[i]; break;
        default: break;
      }
    }
    return way;
  }

  // What is done at once on the way.
  void take_changes(const std::vector<Step>& steps, Circumstance& over) const {
    for (const Step& whole : steps) {
      for_each_step_in(whole, [&](const Step& step) {
        for (const auto& value : step.set) {
          const uint32_t key = find_index(model_.blackboard, value.name.text);
          if (key != kNone) over.set.push_back(key);
        }
        for (const auto& memory : step.memories) {
          const uint32_t index = find_index(model_.memory, memory.name.text);
          if (index != kNone) over.remembered.push_back(index);
        }
      });
    }
  }

  const Contest& contest_;
  const Model& model_;
  const Test& test_;
  const std::vector<ProofRange>& ranges_;
  const Map<State>& states_;
  std::vector<Circumstance> result_;
};

}  // namespace

std::vector<Circumstance> circumstances_of(const Contest& contest, const Test& test,
                                           const std::vector<ProofRange>& ranges) {
  return Circumstances(contest, test, ranges).find();
}

}  // namespace ishi::compiler
