#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyze/kinds_of_findings.h"
#include "analyze/words_of_findings.h"
#include "model/motives.h"

// Importance profiles that make no difference: to others, or in some of what they say.

namespace ishi::compiler {
namespace {

constexpr uint32_t kWeightSituations = 512;
constexpr double kNearlyOne =
    0.001;  // a weight that differs from 1 by less is not what anybody wanted to say

// By motive: whether the scores of an agent of the file ask for its weight.
std::vector<bool> weighed_motives(const Model& model, const Lowered& lowered) {
  std::vector<bool> result(model.needs.size() + model.drives.size());
  for (const LoweredAgent& agent : lowered.agents) {
    for (const LoweredOperation& operation : agent.program) {
      if (operation.code == OperationCode::weight || operation.code == OperationCode::curve_choice)
        result[operation.parameter] = true;
    }
  }
  return result;
}

bool is_same(const LoweredWeight& a, const LoweredWeight& b) {
  return a.weight == b.weight && a.curve == b.curve;
}

void report_near_one(const Named<Profile>& profile, const Named<Weighting>& weighting,
                     Diagnostics& diagnostics) {
  diagnostics
      .report(Code::idle_weight, weighting.name.span,
              fmt::format("what `{}` says of `{}` changes next to nothing", profile.name.text,
                          weighting.name.text))
      .caption(fmt::format("{} is nearly 1, which is what is not named weighs", weighting.value.weight.value))
      .note("proved: it changes a strength by less than a thousandth, unless a curve makes more of that")
      .help("weigh it more or less, or leave it out");
}

}  // namespace

void find_same_importances(const Model& model, const Lowered& lowered, Diagnostics& diagnostics) {
  const std::vector<bool> is_weighed = weighed_motives(model, lowered);
  for (uint32_t later = 0; later < model.importance.size(); ++later) {
    const Named<Profile>& profile = model.importance[later];
    for (uint32_t earlier = 0; earlier < later; ++earlier) {
      const auto& a = lowered.weights[earlier];
      const auto& b = lowered.weights[later];
      std::vector<std::string> in_vain;
      bool differs = false;
      for (uint32_t motive = 0; motive < a.size(); ++motive) {
        if (is_same(a[motive], b[motive])) continue;
        differs |= is_weighed[motive];
        in_vain.push_back(fmt::format("`{}`", motive_at(model, motive).name.text));
      }
      if (differs) continue;
      auto report = diagnostics.report(Code::same_importance, profile.name.span,
                                       fmt::format("`{}` behaves exactly like `{}`", profile.name.text,
                                                   model.importance[earlier].name.text));
      report.label(model.importance[earlier].name.span, "weighs all that counts alike");
      report.note(in_vain.empty() ? std::string("proved: they weigh every need and drive alike")
                                  : fmt::format("proved: they differ in {} alone, which no score weighs",
                                                listed(in_vain, "and")));
      report.help("give it a weight of its own, or take one of the two out");
      break;
    }
  }
}

void find_idle_weights(std::span<const Contest> contests, const std::vector<bool>& is_said,
                       uint32_t main_file, Budget& budget, Diagnostics& diagnostics) {
  if (contests.empty()) return;
  const Model& model = contests[0].model();
  const Lowered& lowered = contests[0].lowered();
  for (uint32_t p = 0; p < model.importance.size(); ++p) {
    if (is_said[p]) continue;
    for (uint32_t motive = 0; motive < lowered.weights[p].size(); ++motive) {
      const uint32_t written =
          find_index(model.importance[p].value.weights, motive_at(model, motive).name.text);
      if (written == kNone) continue;
      const auto& weighting = model.importance[p].value.weights[written];
      const bool is_plain = weighting.value.weight.value == 1 && !weighting.value.curve.given();
      if (is_plain || weighting.name.span.file != main_file) continue;
      if (!weighting.value.curve.given() && std::abs(weighting.value.weight.value - 1) < kNearlyOne) {
        report_near_one(model.importance[p], weighting, diagnostics);
        continue;
      }
      size_t looked_at = 0;
      const bool differs = std::ranges::any_of(contests, [&](const Contest& contest) {
        if (!contest.chooses_the_best() || contest.contenders().size() < 2) return true;
        const auto& operations = contest.program().operations;
        const auto asks = [&](const LoweredOperation& operation) {
          return operation.parameter == motive &&
                 (operation.code == OperationCode::weight || operation.code == OperationCode::curve_choice);
        };
        if (std::ranges::none_of(operations, asks)) return false;
        // It may decide between members of a set, too.
        const auto is_for_set = [](const LoweredOption& option) { return option.set != kNoRef; };
        if (std::ranges::any_of(contest.agent().options, is_for_set)) return true;
        if (!budget.spend(2 * kWeightSituations * operations.size())) return true;
        const Ranges box = contest.box_at_rest({p, ""});
        const auto winners = [&](const std::vector<float>& values) {
          std::vector<uint32_t> result;
          for (uint32_t state = 0; state < contest.count_states(); ++state)
            for (const uint32_t winner : contest.winners_as_they_cool_down(values, state))
              result.push_back(winner);
          return result;
        };
        for (std::vector<float> values : contest.prover().situations(box, kWeightSituations)) {
          ++looked_at;
          const std::vector<uint32_t> chosen = winners(values);
          for (uint32_t i = 0; i < operations.size(); ++i) {
            if (asks(operations[i])) values[i] = operations[i].code == OperationCode::weight ? 1.0F : 0.0F;
          }
          evaluate_consistently(contest.program(), values);
          if (winners(values) != chosen) return true;
        }
        return false;
      });
      if (differs || looked_at == 0) continue;
      diagnostics
          .report(Code::idle_weight, weighting.name.span,
                  fmt::format("what `{}` says of `{}` changes no decision", model.importance[p].name.text,
                              weighting.name.text))
          .caption("a weight of 1 would choose the same")
          .note(
              fmt::format("observed: in none of {} situations, which are the same ones each time", looked_at))
          .help("weigh it more, or leave it out");
    }
  }
}

}  // namespace ishi::compiler
