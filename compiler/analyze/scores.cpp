#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyze/kinds_of_findings.h"
#include "analyze/shrink.h"
#include "analyze/words_of_findings.h"

// How scores compare: on what scale, at what they are when nothing presses, and against the inertia.

namespace ishi::compiler {
namespace {

constexpr uint32_t kSituations = 256;

using Samples = std::vector<std::vector<float>>;

// Scores of which one reaches so many times as far as all others share no scale.
constexpr float kApart = 10;
constexpr float kUsual = 2;  // what a score on the usual scale hardly exceeds

void find_scales(const Contest& contest, const Samples& samples, Diagnostics& diagnostics) {
  const auto& contenders = contest.contenders();
  std::vector<float> most(contenders.size(), 0);
  std::vector<size_t> at(contenders.size());
  for (size_t s = 0; s < samples.size(); ++s) {
    for (uint32_t i = 0; i < contenders.size(); ++i) {
      const float score = samples[s][contenders[i].gate];
      if (score > most[i]) most[i] = score, at[i] = s;
    }
  }
  for (uint32_t i = 0; i < contenders.size(); ++i) {
    float next = 0;
    for (uint32_t other = 0; other < contenders.size(); ++other) {
      if (other != i && contenders[other].rank == contenders[i].rank) next = std::max(next, most[other]);
    }
    if (!(next > 0 && most[i] > kUsual && most[i] > kApart * next)) continue;
    const Action& action = contest.action_of(i).value;
    const Span place = action.score.given()    ? action.score.span
                       : action.weight.given() ? action.weight.span
                                               : contest.action_of(i).name.span;
    std::vector<bool> roots(contest.program().operations.size());
    roots[contenders[i].gate] = roots[contenders[i].score] = roots[contenders[i].condition] = true;
    const auto sources = sources_of(contest.program(), std::move(roots));
    diagnostics
        .report(Code::scores_apart, place,
                fmt::format("{} does not share the scale of the others{}", contest.name_of(i),
                            contest.of_agent()))
        .caption(
            fmt::format("scores up to {}, where no other reaches more than {}", shown(most[i]), shown(next)))
        .note("observed, for instance with " +
              given_in(contest.model(), contest.program(), sources, samples[at[i]]))
        .help(
            "scores compete as they are: bring it to 0..1, as with `.norm`; if it is to come before all "
            "others, give it a `rank`");
  }
}

// What remains of a curve where nothing is wanted, and wins.
constexpr float kResidue = 0.1F;

void find_residues(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  const AnalyzedProgram& program = contest.program();
  for (uint32_t i = 0; i < contest.contenders().size(); ++i) {
    const LoweredOption& option = contest.agent().options[i];
    const Contender& own = contest.contenders()[i];
    if (own.states.size() > 0 || option.terms.empty()) continue;
    Ranges ranges = contest.box_of({});
    bool is_of_motives = true, leaves_some = false, can_be = true;
    const LoweredTerm* culprit = nullptr;
    for (const LoweredTerm& term : option.terms) {
      if (term.kind == TermKind::weight) continue;
      if (term.kind != TermKind::motive || contest.action_of(i).value.rewards.given) {
        is_of_motives = false;
        break;
      }
      can_be = can_be && narrow_to(program, ranges, term.input, {0, 0});
    }
    if (!is_of_motives || !can_be || !narrow(program, ranges, own.condition, true)) continue;
    for (const LoweredTerm& term : option.terms) {
      if (term.kind != TermKind::motive) continue;
      const Interval left = ranges[term.contribution];
      if (left.low > 1e-6F) leaves_some = true, culprit = &term;
    }
    if (!leaves_some || !(ranges[own.score].high < kResidue) || !(ranges[own.score].low > contest.minimum()))
      continue;
    if (!budget.spend(kSituations * program.operations.size())) return;
    const auto samples = contest.prover().samples(ranges, kSituations);
    std::vector<uint32_t> everyone(contest.contenders().size());
    for (uint32_t b = 0; b < everyone.size(); ++b) everyone[b] = b;
    const auto is_so = [&](const std::vector<float>& values) {
      return std::ranges::all_of(option.terms,
                                 [&](const LoweredTerm& term) {
                                   return term.kind != TermKind::motive || values[term.input] == 0;
                                 }) &&
             contest.wins(i, values, everyone);
    };
    const auto found = std::ranges::find_if(samples, is_so);
    if (found == samples.end()) continue;
    std::vector<bool> roots(program.operations.size());
    for (const Contender& one : contest.contenders()) roots[one.gate] = roots[one.score] = true;
    const auto sources = sources_of(program, std::move(roots));
    const auto values =
        simplest(program, ranges, sources, plain_values(contest.model(), program), *found, is_so);
    const Action& action = contest.action_of(i).value;
    const uint32_t gain = find_index(action.gains.value, culprit->name);
    const auto& amounts = gain != kNone ? action.gains.value : action.reduces.value;
    const uint32_t index = gain != kNone ? gain : find_index(action.reduces.value, culprit->name);
    diagnostics
        .report(Code::residue_wins, amounts[index].name.span,
                fmt::format("{}{} is chosen with next to nothing", contest.name_of(i), contest.of_agent()))
        .caption(fmt::format("scores {} where `{}` is 0, for its curve gives {} there",
                             shown(values[own.gate]), culprit->name, shown(values[culprit->value])))
        .note("observed, for instance with " + given_in(contest.model(), program, sources, values))
        .help(fmt::format("let the curve reach 0, or choose only what scores more: `select: {{ minimum: "
                          "{} }}`",
                          shown(std::ceil(ranges[own.score].high * 100) / 100)));
  }
}

// Whatever has been chosen goes on, since what is added for it is more than any two scores differ.
void find_freezing_inertia(const Contest& contest, Diagnostics& diagnostics) {
  const Setting<double>& inertia = contest.written().select.inertia;
  const auto& contenders = contest.contenders();
  if (!inertia.given || inertia.value <= 0 || contenders.size() < 2) return;
  const Ranges ranges = all_situations(contest.program());
  Interval all{kInfinity, -kInfinity};
  for (const Contender& one : contenders) {
    if (one.rank != contenders[0].rank) return;
    all = hull(all, ranges[one.score]);
  }
  all.low = std::max(all.low, contest.minimum());
  if (!(all.high - all.low < static_cast<float>(inertia.value))) return;
  diagnostics
      .report(
          Code::frozen_choice, inertia.span,
          fmt::format("with so much inertia{} nothing that was chosen is ever replaced", contest.of_agent()))
      .caption(fmt::format("no two scores differ by more than {}", shown(all.high - all.low)))
      .note("proved: " + fmt::format("scores lie between {} and {}", shown(all.low), shown(all.high)))
      .help(
          "an inertia is added to the score of what runs: 0.03 to 0.1 keeps it from changing its mind for "
          "nothing; what is not to be interrupted says `interruptible: false`");
}

// Two options of which each wins while the other runs.
void find_oscillation(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  const AnalyzedProgram& program = contest.program();
  const auto& contenders = contest.contenders();
  const auto is_running = [&](uint32_t i) { return program.operations[i].code == OperationCode::running; };
  std::vector<uint32_t> running_sources;
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    if (is_running(i)) running_sources.push_back(i);
  }
  if (running_sources.empty()) return;
  if (!budget.spend(kSituations * program.operations.size() * (contenders.size() + 1))) return;
  const auto inertia = static_cast<float>(contest.written().select.inertia.value);
  // Who is chosen while one runs.
  const auto next = [&](std::vector<float> values, uint32_t running) {
    for (const uint32_t source : running_sources)
      values[source] = program.operations[source].parameter == running ? 1.0F : 0.0F;
    evaluate(program, values);
    if (!(values[contenders[running].gate] > -kInfinity)) return contest.nobody();
    values[contenders[running].gate] += inertia;
    return contest.winner(values);
  };
  const Ranges box = contest.box_of({});
  for (const auto& values : contest.prover().samples(box, kSituations)) {
    for (uint32_t a = 0; a < contenders.size(); ++a) {
      const uint32_t b = next(values, a);
      if (b == contest.nobody() || b <= a || next(values, b) != a) continue;
      const auto is_so = [&](const std::vector<float>& one) {
        return next(one, a) == b && next(one, b) == a;
      };
      std::vector<bool> roots(program.operations.size());
      for (const uint32_t i : {a, b}) roots[contenders[i].gate] = roots[contenders[i].score] = true;
      auto sources = sources_of(program, std::move(roots));
      for (const uint32_t source : running_sources) sources[source] = false;
      const auto simple =
          simplest(program, box, sources, plain_values(contest.model(), program), values, is_so);
      diagnostics
          .report(Code::oscillation, contest.action_of(a).name.span,
                  fmt::format("{} and {} take turns for ever", contest.name_of(a), contest.name_of(b)))
          .caption(fmt::format("while it runs {} scores more", contest.name_of(b)))
          .label(contest.action_of(b).name.span,
                 fmt::format("while it runs {} scores more", contest.name_of(a)))
          .note("observed, for instance with " + given_in(contest.model(), program, sources, simple))
          .help(fmt::format("let what runs score more, not less; or raise the inertia above {}",
                            shown(inertia)));
      return;
    }
  }
}

}  // namespace

void find_odd_scores(const Contest& contest, Budget& budget, Diagnostics& diagnostics) {
  find_freezing_inertia(contest, diagnostics);
  if (contest.contenders().size() < 2) return;
  if (!budget.spend(kSituations * contest.program().operations.size())) return;
  find_scales(contest, contest.prover().samples(contest.box_of({}), kSituations), diagnostics);
  find_residues(contest, budget, diagnostics);
  find_oscillation(contest, budget, diagnostics);
}

}  // namespace ishi::compiler
