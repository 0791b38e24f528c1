#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "analyze/kinds_of_findings.h"
#include "analyze/program_part.h"
#include "analyze/shrink.h"
#include "analyze/words_of_findings.h"
#include "expression/constant.h"
#include "language/functions.h"

// The comparison of scores: on what scale, at what they are when nothing presses, and against the inertia.

namespace ishi::compiler {
namespace {

using Samples = std::vector<std::vector<float>>;

// Scores of which one reaches so many times as far as all others share no scale.
constexpr float kApart = 10;
constexpr float kUsual = 2;       // what a score on the usual scale hardly exceeds
constexpr float kBounded = 1000;  // what no score of declared ranges alone goes below

// The most that each option scores in some situations: in those of all, and where it competes itself.
struct Peak {
  float score = 0;
  std::vector<float> values;
};

std::vector<Peak> find_peaks(const Contest& contest, Budget& budget) {
  const auto& contenders = contest.contenders();
  const Ranges at_rest = contest.box_at_rest({});
  std::vector<Peak> peaks(contenders.size());
  const auto look_at = [&](const Samples& samples, uint32_t i) {
    for (const auto& values : samples) {
      const float score = values[contenders[i].gate];
      if (std::abs(score) > std::abs(peaks[i].score) && std::abs(score) < kInfinity)
        peaks[i] = {score, values};
    }
  };
  const Samples samples = contest.prover().situations(at_rest, kSituations);
  for (uint32_t i = 0; i < contenders.size(); ++i) {
    look_at(samples, i);
    const auto competes = [&](const auto& values) { return values[contenders[i].condition] != 0; };
    constexpr long kSeldom = 16;
    if (std::ranges::count_if(samples, competes) >= kSeldom) continue;
    Ranges closer = at_rest;
    if (!budget.spend(kSituations * at_rest.size())) return peaks;
    if (narrow(contest.program(), closer, contenders[i].condition, true))
      look_at(contest.prover().situations(closer, kSituations), i);
  }
  return peaks;
}

// True if it was already reported that a part of this text is clamped to 0..1, which explains this finding.
bool is_held_within(const Diagnostics& diagnostics, Span place) {
  return std::ranges::any_of(diagnostics.all(), [&](const Diagnostic& one) {
    return one.code == Code::held_value && one.span.file == place.file && one.span.begin >= place.begin &&
           one.span.end <= place.end;
  });
}

void report_scales(const Contest& contest, const std::vector<Peak>& peaks, Diagnostics& diagnostics) {
  const auto& contenders = contest.contenders();
  const Ranges all = all_situations(contest.program());
  const auto most_of = [&](uint32_t i) { return std::abs(peaks[i].score); };
  for (uint32_t i = 0; i < contenders.size(); ++i) {
    if (!(most_of(i) > kUsual)) continue;
    float next = 0;
    for (uint32_t other = 0; other < contenders.size(); ++other) {
      if (other != i && contenders[other].rank == contenders[i].rank && contest.meet(i, other))
        next = std::max(next, most_of(other));
    }
    if (!(next > 0 && most_of(i) > kApart * next)) continue;
    const float score = peaks[i].score;
    // A negative score without a lower bound, such as one that falls with distance, is intended.
    if (score < 0 && !(all[contenders[i].score].low > -kBounded)) continue;
    const Action& action = contest.action_of(i).value;
    const Span place = action.score.given()    ? action.score.span
                       : action.weight.given() ? action.weight.span
                                               : contest.action_of(i).name.span;
    if (is_held_within(diagnostics, place)) continue;
    std::vector<bool> roots(contest.program().operations.size());
    roots[contenders[i].gate] = roots[contenders[i].score] = roots[contenders[i].condition] = true;
    const auto sources = sources_of(contest.program(), std::move(roots));
    diagnostics
        .report(Code::scores_apart, place,
                fmt::format("{} does not share the scale of the others{}", contest.name_of(i),
                            contest.of_agent()))
        .caption(fmt::format("scores {} {}; in the {} situations tried no other comes to more than {}",
                             score < 0 ? "down to" : "up to", shown(score), kSituations, shown(next)))
        .note(observed_in(contest.model(), contest.program(), sources, peaks[i].values))
        .help(
            "scores compete as they are: bring it to 0..1, as with `.norm`; if it is to come before all "
            "others, give it a `rank`");
  }
}

// A rest of a curve that wins where nothing is wanted.
constexpr float kResidue = 0.1F;

// The least that a need or drive can be. It presses no less than that, so that is where nothing is wanted.
float least_of(const LoweredTerm& term, const Ranges& at_rest) {
  return std::max(at_rest[term.input].low, 0.0F);
}

// True of `max(…, 0.1)`, `0.04 + 0.96 * x` and `min(x + 0.05, 1)`: something that does not come down to 0 by
// a little that was put there. A formula that takes off a part of 1, such as `1 - 0.9 * hp.norm`, leaves the
// rest on purpose.
bool is_floored(const Expression& node) {  // NOLINT(misc-no-recursion): as deep as the text
  const auto is_number = [](const Expression* operand) { return constant_value(*operand).has_value(); };
  if (node.kind == ExpressionKind::add) {
    return std::ranges::any_of(node.operands, [](const Expression* operand) {
      const auto value = constant_value(*operand);
      return value && *value > 0 && *value <= kResidue;
    });
  }
  if (node.kind != ExpressionKind::call || node.function == nullptr) return false;
  if (node.function->name == "max") return std::ranges::any_of(node.operands, is_number);
  return node.function->name == "min" &&
         std::ranges::any_of(node.operands, [](const Expression* operand) { return is_floored(*operand); });
}

// True if the level of a need or drive is so.
bool has_floor(const Model& model, std::string_view motive) {
  for (const auto* motives : {&model.needs, &model.drives}) {
    const uint32_t index = find_index(*motives, motive);
    const Expression* const root = index == kNone ? nullptr : (*motives)[index].value.level.root;
    if (root != nullptr && is_floored(*root)) return true;
  }
  return false;
}

// Narrows to where an option competes though none of its needs and drives presses. False if it nowhere does.
// `place`: where an operation of the agent's program is in this one. `at_rest`: of the agent's program.
template <class Place>
bool narrow_to_ease(const AnalyzedProgram& program, Ranges& ranges, const LoweredOption& option,
                    const Ranges& at_rest, const Place& place) {
  return std::ranges::all_of(option.terms,
                             [&](const LoweredTerm& term) {
                               return term.kind != TermKind::motive ||
                                      narrow_to(program, ranges, place(term.input),
                                                {0, least_of(term, at_rest)});
                             }) &&
         narrow(program, ranges, place(option.condition), true);
}

// Of an option that is there for needs and drives alone: the term that leaves it a little where none of them
// presses, and what it scores there. Nothing if there is none.
struct Residue {
  const LoweredTerm* culprit = nullptr;
  Interval score;
};
std::optional<Residue> residue_of(const Contest& contest, uint32_t i, const Ranges& at_rest) {
  const LoweredOption& option = contest.agent().options[i];
  const Contender& own = contest.contenders()[i];
  if (option.terms.empty() || contest.action_of(i).value.rewards.given) return {};
  std::vector<uint32_t> roots = {own.condition, own.score};
  for (const LoweredTerm& term : option.terms) {
    if (term.kind == TermKind::weight) continue;
    if (term.kind != TermKind::motive) return {};
    roots.insert(roots.end(), {term.input, term.contribution});
  }
  const ProgramPart part(contest.program(), roots);
  Ranges ranges = part.of(at_rest);
  const auto place = [&](uint32_t operation) { return part.place(operation); };
  if (!narrow_to_ease(part.program(), ranges, option, at_rest, place)) return {};
  Residue residue{nullptr, ranges[part.place(own.score)]};
  for (const LoweredTerm& term : option.terms) {
    constexpr float kNothing = 1e-6F;
    if (term.kind == TermKind::motive && ranges[part.place(term.contribution)].low > kNothing)
      residue.culprit = &term;
  }
  if (residue.culprit != nullptr && least_of(*residue.culprit, at_rest) > 0 &&
      !has_floor(contest.model(), residue.culprit->name))
    return {};
  const bool wins_with_little = residue.score.high < kResidue && residue.score.low > contest.minimum();
  return residue.culprit != nullptr && wins_with_little ? std::optional(residue) : std::nullopt;
}

void find_residues(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  const AnalyzedProgram& program = contest.program();
  const Ranges at_rest = contest.box_at_rest({});
  for (uint32_t i = 0; i < contest.contenders().size(); ++i) {
    const LoweredOption& option = contest.agent().options[i];
    const Contender& own = contest.contenders()[i];
    const auto residue = residue_of(contest, i, at_rest);
    if (!residue) continue;
    if (!budget.spend(kSituations * program.operations.size())) return;
    Ranges ranges = at_rest;
    if (!narrow_to_ease(program, ranges, option, at_rest, std::identity())) continue;
    const auto samples = contest.prover().situations(ranges, kSituations);
    std::vector<uint32_t> states(contest.count_states());
    std::iota(states.begin(), states.end(), 0);
    const auto is_so = [&](const std::vector<float>& values) {
      return std::ranges::all_of(option.terms,
                                 [&](const LoweredTerm& term) {
                                   return term.kind != TermKind::motive ||
                                          values[term.input] <= least_of(term, at_rest);
                                 }) &&
             std::ranges::any_of(states, [&](uint32_t state) { return contest.winner(values, state) == i; });
    };
    const auto found = std::ranges::find_if(samples, is_so);
    if (found == samples.end()) continue;
    std::vector<bool> roots(program.operations.size());
    for (const Contender& one : contest.contenders()) roots[one.gate] = roots[one.score] = true;
    const auto sources = sources_of(program, std::move(roots));
    const auto values =
        simplest(program, ranges, sources, plain_values(contest.model(), program), *found, is_so);
    const float least = least_of(*residue->culprit, at_rest);
    const Action& action = contest.action_of(i).value;
    const uint32_t gain = find_index(action.gains.value, residue->culprit->name);
    const auto& amounts = gain != kNone ? action.gains.value : action.reduces.value;
    const uint32_t index = gain != kNone ? gain : find_index(action.reduces.value, residue->culprit->name);
    diagnostics
        .report(Code::residue_wins, amounts[index].name.span,
                fmt::format("{}{} is chosen with next to nothing", contest.name_of(i), contest.of_agent()))
        .caption(least > 0 ? fmt::format("scores {} where `{}` is {}, the least that it can be",
                                         shown(values[own.gate]), residue->culprit->name, shown(least))
                           : fmt::format("scores {} where `{}` is 0, for its curve gives {} there",
                                         shown(values[own.gate]), residue->culprit->name,
                                         shown(values[residue->culprit->value])))
        .note(observed_in(contest.model(), program, sources, values))
        .help(fmt::format("let the {} reach 0, or choose only what scores more: `select: {{ minimum: {} }}`",
                          least > 0 ? "level" : "curve", shown(std::ceil(residue->score.high * 100) / 100)));
  }
}

// The inertia that keeps `b` from replacing `a` where both may be chosen; nothing if it never can.
std::optional<double> needed_inertia(const Contest& contest, uint32_t a, uint32_t b, const Ranges& all,
                                     Budget& budget) {
  const Contender& own = contest.contenders()[a];
  const Contender& other = contest.contenders()[b];
  // Members of a set meet each other, and each has a score of its own.
  const bool is_for_set = contest.agent().options[a].set != kNoRef;
  if (a == b && !is_for_set) return {};
  const ProgramPart part(contest.program(), {own.condition, own.score, other.condition, other.score});
  if (!budget.spend(part.program().operations.size() + contest.program().operations.size() / 16)) return {};
  Ranges ranges = part.of(all);
  if (!narrow(part.program(), ranges, part.place(other.condition), true)) return {};
  if (!is_for_set && !narrow(part.program(), ranges, part.place(own.condition), true)) return {};
  const double minimum = contest.minimum(), most = ranges[part.place(other.score)].high;
  const Interval score = is_for_set ? all[own.score] : ranges[part.place(own.score)];
  // The running action was worth choosing once, and may score less where the other competes.
  if (!(most > minimum) || !(all[own.score].high > minimum)) return {};
  // An action that scores too little with its inertia is out, at any rank and score of the other.
  const double needed = (other.rank == own.rank ? std::max(most, minimum) : minimum) - score.low;
  constexpr double kRounding = 1e-6;
  return needed + kRounding * (1 + std::abs(needed));
}

constexpr uint64_t kPairs = 1'000'000;  // operations of all pairs of options

// The running action goes on while its `when` holds, since what is added for it is more than any other of its
// rank can score more.
void find_freezing_inertia(const Contest& contest, Budget& of_all, Diagnostics& diagnostics) {
  const Setting<double>& inertia = contest.written().select.inertia;
  const auto& contenders = contest.contenders();
  if (!inertia.given || inertia.value <= 0) return;
  const Ranges all = all_situations(contest.program());
  Budget budget{kPairs, false, of_all.stop};
  std::optional<double> most;  // of those of one rank
  bool are_ranks_one = true;
  for (uint32_t a = 0; a < contenders.size(); ++a) {
    are_ranks_one &= contenders[a].rank == contenders[0].rank;
    for (uint32_t b = 0; b < contenders.size(); ++b) {
      if (contenders[b].rank > contenders[a].rank || !contest.meet(a, b)) continue;
      const auto needed = needed_inertia(contest, a, b, all, budget);
      if (budget.is_exhausted) of_all.is_exhausted = true;
      if (budget.is_exhausted) return;
      if (!needed) continue;
      if (!(*needed < static_cast<float>(inertia.value))) return;
      if (contenders[b].rank == contenders[a].rank) most = std::max(most.value_or(*needed), *needed);
    }
  }
  if (!most) return;
  const std::string_view rank = are_ranks_one ? "" : " of its rank";
  const bool has_states = contest.written().states.given;
  diagnostics
      .report(Code::frozen_choice, inertia.span,
              fmt::format("with so much inertia{} nothing{} replaces what runs{}", contest.of_agent(), rank,
                          has_states ? " in a state" : ""))
      .caption(fmt::format("more than the {} by which any other{} can score more",
                           shown(static_cast<float>(*most)), rank))
      .note(fmt::format(
          "proved over all that the scores can be: what was chosen goes on until it ends{}{} or its `when` "
          "holds no more",
          are_ranks_one ? "," : ", something of a higher rank takes over,",
          has_states ? " the agent goes over to another state," : ""))
      .help(
          "an inertia is added to the score of what runs: 0.03 to 0.1 keeps it from changing its mind for "
          "nothing; what is not to be interrupted says `interruptible: false`");
}

// True if it may be replaced at any time, and be chosen again at once.
bool is_free(const Contest& contest, uint32_t option) {
  const Action& action = contest.action_of(option).value;
  return action.cooldown.value <= 0 &&
         (!action.interruptible.given() || is_constantly(action.interruptible, true));
}

// Two options of which each wins while the other runs.
class Oscillation {
 public:
  explicit Oscillation(const Contest& contest) : contest_(contest), program_(contest.program()) {
    for (uint32_t i = 0; i < program_.operations.size(); ++i) {
      if (program_.operations[i].code == OperationCode::running) running_.push_back(i);
    }
  }

  void find(Budget& budget, Diagnostics& diagnostics) const {
    constexpr uint32_t kMore = 4;  // times as many situations, if that is not too much
    constexpr size_t kAsked = 4;   // times that the program is run for each
    if (running_.empty()) return;
    uint32_t count = kMore * kSituations;
    const size_t once = kAsked * program_.operations.size() * contest_.count_states();
    if (budget.operations < once * 2 * count) count = kSituations;
    if (!budget.spend(once * count)) return;
    const Ranges box = contest_.box_at_rest({});
    for (const auto& values : contest_.prover().situations(box, count)) {
      for (uint32_t state = 0; state < contest_.count_states(); ++state) {
        uint32_t a = contest_.winner(values, state);
        for (size_t i = 2; i < kAsked && a != contest_.nobody(); ++i) {
          const uint32_t b = next(values, a, state);
          if (b == contest_.nobody() && is_free(contest_, a) && is_left(values, a))
            return report_alone(a, state, box, values, diagnostics);
          if (b == a || b == contest_.nobody()) break;
          if (is_free(contest_, a) && is_free(contest_, b) && next(values, b, state) == a)
            return report(std::min(a, b), std::max(a, b), state, box, values, diagnostics);
          a = b;
        }
      }
    }
  }

 private:
  // The values of the program while one option runs.
  [[nodiscard]] std::vector<float> while_running(std::vector<float> values, uint32_t running) const {
    for (const uint32_t source : running_)
      values[source] = program_.operations[source].parameter == running ? 1.0F : 0.0F;
    evaluate_consistently(program_, values);
    return values;
  }

  // By how much another option scores more than the one that runs, inertia aside.
  [[nodiscard]] float lead(const std::vector<float>& sources, uint32_t running, uint32_t other) const {
    const std::vector<float> values = while_running(sources, running);
    return values[contest_.contenders()[other].gate] - values[contest_.contenders()[running].gate];
  }

  // True if the `when` of an option does not hold while it runs.
  [[nodiscard]] bool is_left(const std::vector<float>& sources, uint32_t running) const {
    return !(while_running(sources, running)[contest_.contenders()[running].gate] > -kInfinity);
  }

  // The option that is chosen while one runs.
  [[nodiscard]] uint32_t next(const std::vector<float>& sources, uint32_t running, uint32_t state) const {
    std::vector<float> values = while_running(sources, running);
    const uint32_t gate = contest_.contenders()[running].gate;
    // If its `when` no longer holds, it is left, and the best of the others is chosen.
    if (values[gate] > -kInfinity)
      values[gate] += static_cast<float>(contest_.written().select.inertia.value);
    return contest_.winner(values, state);
  }

  // All that the options' conditions and scores read, but for what runs.
  [[nodiscard]] std::vector<bool> sources_that_decide() const {
    std::vector<bool> roots(program_.operations.size());
    for (const Contender& one : contest_.contenders()) roots[one.gate] = roots[one.score] = true;
    auto sources = sources_of(program_, std::move(roots));
    for (const uint32_t source : running_) sources[source] = false;
    return sources;
  }

  void report(uint32_t a, uint32_t b, uint32_t state, const Ranges& box, const std::vector<float>& values,
              Diagnostics& diagnostics) const {
    const auto is_so = [&](const std::vector<float>& one) {
      return next(one, a, state) == b && next(one, b, state) == a;
    };
    const auto sources = sources_that_decide();
    const auto simple =
        simplest(program_, box, sources, plain_values(contest_.model(), program_), values, is_so);
    const float of_b = lead(simple, a, b), of_a = lead(simple, b, a);
    diagnostics
        .report(Code::oscillation, contest_.action_of(a).name.span,
                fmt::format("{} and {}{} take turns for ever", contest_.name_of(a), contest_.name_of(b),
                            contest_.of_agent()))
        .caption(lead_text(b, of_b))
        .label(contest_.action_of(b).name.span, lead_text(a, of_a))
        .note(observed_in(contest_.model(), program_, sources, simple))
        .help(of_a < kInfinity && of_b < kInfinity
                  ? fmt::format("let what runs score more, not less; or let an inertia above {} end it here",
                                shown(std::min(of_a, of_b)))
                  : "let a `when` hold on while it runs; what is to be done once can rest with a `cooldown`");
  }

  // Reports an option that is left for nothing and then chosen again.
  void report_alone(uint32_t a, uint32_t state, const Ranges& box, const std::vector<float>& values,
                    Diagnostics& diagnostics) const {
    const auto is_so = [&](const std::vector<float>& one) {
      return contest_.winner(one, state) == a && next(one, a, state) == contest_.nobody() && is_left(one, a);
    };
    const auto sources = sources_that_decide();
    const auto simple =
        simplest(program_, box, sources, plain_values(contest_.model(), program_), values, is_so);
    diagnostics
        .report(Code::oscillation, contest_.action_of(a).name.span,
                fmt::format("{} and nothing{} take turns for ever", contest_.name_of(a), contest_.of_agent()))
        .caption("as soon as it runs its `when` holds no more, and no other action may be chosen")
        .note(observed_in(contest_.model(), program_, sources, simple))
        .help("let its `when` hold on while it runs; what is to be done once can rest with a `cooldown`");
  }

  [[nodiscard]] std::string lead_text(uint32_t other, float lead) const {
    if (lead < kInfinity)
      return fmt::format("while it runs {} scores {} more", contest_.name_of(other), shown(lead));
    return fmt::format("as soon as it runs its `when` holds no more, and {} is chosen",
                       contest_.name_of(other));
  }

  const Contest& contest_;
  const AnalyzedProgram& program_;
  std::vector<uint32_t> running_;  // the operations that say which option runs
};

}  // namespace

void find_scales(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  if (contest.contenders().size() < 2) return;
  if (!budget.spend(kSituations * contest.program().operations.size())) return;
  report_scales(contest, find_peaks(contest, budget), diagnostics);
}

void find_odd_scores(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  find_freezing_inertia(contest, budget, diagnostics);
  if (contest.contenders().size() < 2) return;
  find_residues(contest, budget, diagnostics);
  Oscillation(contest).find(budget, diagnostics);
}

}  // namespace ishi::compiler
