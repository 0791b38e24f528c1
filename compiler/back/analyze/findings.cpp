#include "analyze/findings.h"

#include <algorithm>

#include "analyze/kinds_of_findings.h"
#include "resolve/include.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kBriefly = 1'000'000;      // of all agents of a file
constexpr uint64_t kThoroughly = 30'000'000;  // of each

// The operations that the parts of an analysis may look at: those that its effort has for all of them, or
// shares of what the caller has left.
class Purse {
 public:
  Purse(Effort effort, const Stop* stop, uint64_t* left) : effort_(effort), stop_(stop), left_(left) {}

  // For a part that a brief analysis gives `brief` of its operations.
  [[nodiscard]] Budget open(uint64_t brief) {
    granted_ = effort_ == Effort::thorough ? kThoroughly : brief;
    if (left_ != nullptr) granted_ = std::max(granted_, std::min(kThoroughly, *left_));
    return {granted_, false, stop_};
  }
  // Takes back what was not spent, and gives what was.
  uint64_t close(const Budget& budget) {
    const uint64_t spent = granted_ - budget.operations;
    if (left_ != nullptr) *left_ -= std::min(*left_, spent);
    return spent;
  }

 private:
  Effort effort_;
  const Stop* stop_;
  uint64_t* left_;
  uint64_t granted_ = 0;
};

// `is_said_of_importance`: by importance whether something was said of it, to which more is added.
void find_in_agent(const Contest& contest, const std::vector<bool>& helps_nothing,
                   std::vector<bool>& is_said_of_importance, Budget& budget, Diagnostics& diagnostics) {
  if (contest.contenders().empty()) return;
  std::vector<bool> is_said = find_vain_guards(contest, budget, diagnostics);
  find_starved_actions(contest, diagnostics);
  const auto may_be_chosen = std::ranges::count(is_said, false);
  for (uint32_t i = 0; i < is_said.size(); ++i)
    is_said[i] = is_said[i] || helps_nothing[contest.contenders()[i].action];
  if (contest.written().planner.given()) return;
  if (contest.chooses_the_best()) find_scales(contest, budget, diagnostics);
  if (may_be_chosen > 1) {
    const std::vector<bool> more = find_winners(contest, is_said, budget, diagnostics);
    for (size_t p = 0; p < more.size(); ++p) is_said_of_importance[p] = is_said_of_importance[p] || more[p];
  }
  if (contest.chooses_the_best()) find_odd_scores(contest, budget, diagnostics);
}

}  // namespace

std::vector<std::string> report_findings(const Model& model, const Lowered& lowered, const Units& units,
                                         Effort effort, Diagnostics& diagnostics, const Stop* stop,
                                         uint64_t* operations) {
  const uint32_t main_file = units.main_file;
  find_unused(model, units, diagnostics);
  find_same_importances(model, lowered, diagnostics);
  find_dead_curves(model, lowered, main_file, diagnostics);
  find_left_out_fields(model, lowered, main_file, diagnostics);
  find_unheard_events(model, lowered, units, diagnostics);
  find_final_states(model, lowered, main_file, diagnostics);
  find_missed_events(model, lowered, main_file, diagnostics);
  find_short_timeouts(model, main_file, diagnostics);
  std::vector<Contest> contests;
  contests.reserve(lowered.agents.size());
  for (const LoweredAgent& agent : lowered.agents) contests.emplace_back(model, lowered, agent);
  const std::vector<bool> helps_nothing = find_idle_motives(model, units, contests, diagnostics);

  std::vector<std::string> unfinished;
  std::vector<bool> is_said_of_importance(model.importance.size());
  Purse purse(effort, stop, operations);
  Budget budget;
  uint64_t briefly = kBriefly;  // of all agents
  for (const Contest& contest : contests) {
    if (is_stopped(stop)) return unfinished;
    budget = purse.open(briefly);
    find_in_agent(contest, helps_nothing, is_said_of_importance, budget, diagnostics);
    briefly -= std::min(briefly, purse.close(budget));
    if (budget.is_exhausted) unfinished.emplace_back(model.agents[contest.agent().agent].name.text);
  }
  // However much scores have taken, what agents do is looked at, too.
  budget = purse.open(kBriefly);
  find_vain_guards_in_bodies(model, lowered, budget, diagnostics);
  purse.close(budget);
  budget = purse.open(kBriefly);
  find_contradictions(model, lowered, budget, diagnostics);
  find_vain_margins(model, lowered, budget, diagnostics);
  find_free_plan_steps(model, lowered, main_file, budget, diagnostics);
  find_flipping_states(model, lowered, budget, diagnostics);
  find_bodies_in_time(model, contests, diagnostics);
  find_own_changes(model, contests, diagnostics);
  find_hasty_retries(model, lowered, main_file, budget, diagnostics);
  find_idle_weights(contests, is_said_of_importance, main_file, budget, diagnostics);
  purse.close(budget);
  return unfinished;
}

}  // namespace ishi::compiler
