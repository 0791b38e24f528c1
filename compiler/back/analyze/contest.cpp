#include "analyze/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace ishi::compiler {

Contest::Contest(const Model& model, const Lowered& lowered, const LoweredAgent& agent)
    : model_(model),
      lowered_(lowered),
      agent_(agent),
      program_(analyzed(model, lowered, agent.program, agent.ranges)),
      prover_(program_),
      no_cuts_(agent.program.size()),
      level_cuts_(agent.program.size()) {
  for (uint32_t i = 0; i < agent.options.size(); ++i) {
    contenders_.push_back(contender(i));
    for (const LoweredTerm& term : agent.options[i].terms) {
      if (term.kind == TermKind::motive && !written().planner.given()) level_cuts_[term.input] = true;
    }
  }
}

std::string Contest::name_of(uint32_t option) const {
  return fmt::format("`{}`", action_of(option).name.text);
}

std::string Contest::of_agent() const {
  return model_.agents.size() > 1 ? fmt::format(" of `{}`", model_.agents[agent_.agent].name.text) : "";
}

Contender Contest::contender(uint32_t option) const {
  const LoweredOption& lowered = agent_.options[option];
  const Action& action = model_.actions[lowered.action].value;
  Contender result{.action = lowered.action,
                   .condition = lowered.condition,
                   .gate = lowered.score,
                   .score = agent_.program[lowered.score].b,
                   .rank = action.rank.value,
                   .counts = {},
                   .states = {}};
  result.is_reliable = lowered.set == kNoRef && action.claims.empty() && lowered.cooldown == 0;
  for (uint32_t i = 0; lowered.set != kNoRef && i < agent_.program.size(); ++i) {
    const LoweredOperation& operation = agent_.program[i];
    if (operation.code == OperationCode::member_count && operation.parameter == lowered.set)
      result.counts.push_back(i);
  }
  if (written().states.given) {
    for (uint32_t state = 0; state < agent_.states.size(); ++state) {
      if (std::ranges::binary_search(agent_.states[state].options, option)) result.states.push_back(state);
    }
    // An action that belongs to no state competes in all of them.
    if (result.states.empty()) {
      result.states.resize(written().states.value.size());
      std::iota(result.states.begin(), result.states.end(), 0);
    }
  }
  return result;
}

std::vector<Weighing> Contest::weighings() const {
  std::vector<Weighing> result = {{{}, ""}};
  for (uint32_t i = 0; i < model_.importance.size(); ++i)
    result.push_back({i, fmt::format("`{}`", model_.importance[i].name.text)});
  return result;
}

Ranges Contest::box_of(const Weighing& weighing) const {
  Ranges ranges = all_situations(program_);
  for (uint32_t i = 0; i < agent_.program.size(); ++i) {
    const LoweredOperation& operation = agent_.program[i];
    const LoweredWeight weight =
        weighing.profile
            ? (operation.code == OperationCode::weight || operation.code == OperationCode::curve_choice
                   ? lowered_.weights[*weighing.profile][operation.parameter]
                   : LoweredWeight{})
            : LoweredWeight{};
    if (operation.code == OperationCode::weight) ranges[i] = {weight.weight, weight.weight};
    if (operation.code == OperationCode::curve_choice) {
      const auto curve = static_cast<float>(weight.curve);
      ranges[i] = {curve, curve};
    }
  }
  propagate(program_, ranges);
  return ranges;
}

Ranges Contest::box_at_rest(const Weighing& weighing) const {
  Ranges ranges = box_of(weighing);
  for (uint32_t i = 0; i < agent_.program.size(); ++i) {
    const OperationCode code = agent_.program[i].code;
    if (code == OperationCode::running || code == OperationCode::elapsed) ranges[i] = {0, 0};
  }
  propagate(program_, ranges);
  return ranges;
}

uint32_t Contest::count_states() const {
  return written().states.given ? static_cast<uint32_t>(written().states.value.size()) : 1;
}
bool Contest::is_in(uint32_t option, uint32_t state) const {
  const std::vector<uint32_t>& states = contenders_[option].states;
  return states.empty() || std::ranges::binary_search(states, state);
}

bool Contest::meet(uint32_t a, uint32_t b) const {
  for (uint32_t state = 0; state < count_states(); ++state) {
    if (is_in(a, state) && is_in(b, state)) return true;
  }
  return false;
}
bool Contest::is_beside(uint32_t b, uint32_t a) const {
  return std::ranges::includes(contenders_[b].states, contenders_[a].states);
}
bool Contest::beats(uint32_t b, float of_b, uint32_t a, float of_a) const {
  const bool wins_ties = (b < a) == (written().select.ties.value == Ties::first);
  return wins_ties ? of_b >= of_a : of_b > of_a;
}

bool Contest::narrow_to_eligible(Ranges& ranges, uint32_t option) const {
  for (const uint32_t count : contenders_[option].counts) {
    if (!(ranges[count].high >= 1)) return false;
    ranges[count].low = std::max(ranges[count].low, 1.0F);
  }
  if (!contenders_[option].counts.empty()) propagate(program_, ranges);
  return narrow(program_, ranges, contenders_[option].condition, true);
}

bool Contest::is_eligible(uint32_t option, const std::vector<float>& values) const {
  const auto has_members = [&](uint32_t count) { return values[count] >= 1; };
  return values[contenders_[option].condition] != 0 &&
         std::ranges::all_of(contenders_[option].counts, has_members);
}

float Contest::score_in(uint32_t option, const std::vector<float>& values) const {
  return is_eligible(option, values) ? values[contenders_[option].gate] : -kInfinity;
}

bool Contest::wins(uint32_t a, const std::vector<float>& values, const std::vector<uint32_t>& rivals) const {
  const float own = score_in(a, values);
  if (!(own > minimum())) return false;
  return std::ranges::none_of(rivals, [&](uint32_t b) {
    const Contender& other = contenders_[b];
    const float score = score_in(b, values);
    if (b == a || !(score > minimum()) || other.rank < contenders_[a].rank) return false;
    return other.rank > contenders_[a].rank || beats(b, score, a, own);
  });
}

uint32_t Contest::winner(const std::vector<float>& values, uint32_t state) const {
  uint32_t best = nobody();
  for (uint32_t i = 0; i < contenders_.size(); ++i) {
    if (!is_in(i, state)) continue;
    const float score = score_in(i, values);
    if (!(score > minimum())) continue;
    if (best != nobody()) {
      const int32_t rank = contenders_[best].rank;
      if (contenders_[i].rank < rank) continue;
      if (contenders_[i].rank == rank && !beats(i, score, best, score_in(best, values))) continue;
    }
    best = i;
  }
  return best;
}

std::vector<uint32_t> Contest::winners_as_they_cool_down(std::vector<float> values, uint32_t state) const {
  std::vector<uint32_t> winners;
  for (uint32_t one = winner(values, state);; one = winner(values, state)) {
    winners.push_back(one);
    if (one == nobody() || agent_.options[one].cooldown == 0) return winners;
    values[contenders_[one].condition] = 0;
    values[contenders_[one].gate] = -kInfinity;
  }
}

std::vector<uint32_t> Contest::reliable_rivals(uint32_t a) const {
  std::vector<uint32_t> rivals;
  for (uint32_t b = 0; b < contenders_.size(); ++b) {
    const Contender& other = contenders_[b];
    if (b != a && other.is_reliable && is_beside(b, a) && other.rank >= contenders_[a].rank)
      rivals.push_back(b);
  }
  return rivals;
}

bool Contest::is_contradiction(const Ranges& ranges, std::span<const Inequality> inequalities,
                               std::vector<bool>& used) const {
  return compiler::is_contradiction(program_, ranges, inequalities, no_cuts_, used) ||
         compiler::is_contradiction(program_, ranges, inequalities, level_cuts_, used);
}

}  // namespace ishi::compiler
