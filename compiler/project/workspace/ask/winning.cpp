#include "workspace/ask/winning.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "ishi/asset_info.h"
#include "lower/lower.h"
#include "testing/prove_test.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kOperations = 3'000'000;  // of one search: a tenth of what a test takes

// The reason in one line, without what a test would be told to change.
std::string reason_of(const std::string& message) {
  const size_t line = message.find('\n');
  if (line == std::string::npos) return {};
  std::string reason = message.substr(message.find_first_not_of(' ', line + 1));
  return reason.substr(0, std::min(reason.find(';'), reason.find('\n')));
}

}  // namespace

class WinningSearch::Question {
 public:
  explicit Question(const CheckedFile& checked) : model_(checked.program->model) {
    Diagnostics said_before = checked.diagnostics;
    const std::vector<uint8_t> blob = blob_of(checked, {.all_agents = true}, said_before);
    is_good_ = !blob.empty() && static_cast<bool>(Asset::load(blob, asset_));
    if (is_good_) lowered_ = lower(model_, kNone, said_before);
  }
  [[nodiscard]] bool is_good() const { return is_good_; }

  [[nodiscard]] Winning ask(uint32_t action, uint32_t agent, const Stop* stop) const {
    const uint32_t own = model_.agents[agent].value.importance.index;
    Winning first = ask(action, agent, kNone, stop);
    if (first.answer != Winning::Answer::never) return first;
    for (uint32_t profile = 0; profile < model_.importance.size() && !is_stopped(stop); ++profile) {
      if (profile == own) continue;
      Winning other = ask(action, agent, profile, stop);
      if (other.answer == Winning::Answer::can) return other;
      if (other.answer == Winning::Answer::unknown) first = std::move(other);
    }
    return first;
  }

 private:
  [[nodiscard]] Winning ask(uint32_t action, uint32_t agent, uint32_t profile, const Stop* stop) const {
    TypedTest test;
    test.situation.agent = agent;
    test.situation.profile = profile;
    test.situation.self.facing = forward(model_);
    test.claim.emplace().never = {{{{model_.actions[action].name.text, {}, action}}}, {}, true};
    TestResult result = prove_test(model_, lowered_, asset_, test, stop, kOperations);
    Winning winning;
    winning.agent = model_.agents[agent].name.text;
    if (profile != kNone) winning.profile = model_.importance[profile].name.text;
    winning.answer = result.outcome == Outcome::refuted  ? Winning::Answer::can
                     : result.outcome == Outcome::proved ? Winning::Answer::never
                                                         : Winning::Answer::unknown;
    if (winning.answer == Winning::Answer::unknown) winning.reason = reason_of(result.message);
    winning.situation = std::move(result.witness);
    return winning;
  }

  const Model& model_;
  Asset asset_;
  Lowered lowered_;
  bool is_good_ = false;
};

WinningSearch::WinningSearch(std::shared_ptr<const CheckedFile> checked) : checked_(std::move(checked)) {}
WinningSearch::~WinningSearch() = default;

std::vector<Winning> WinningSearch::find(uint32_t action, const Stop* stop) {
  if (checked_->has_errors) return {};
  if (const auto known = known_.find(action); known != known_.end()) return known->second;
  std::vector<Winning> result;
  const Model& model = checked_->program->model;
  for (uint32_t agent = 0; agent < model.agents.size(); ++agent) {
    const auto& actions = model.agents[agent].value.actions;
    const bool has_it = is_own(model.agents[agent], checked_->program->units.main_file) &&
                        !model.agents[agent].value.planner.given() &&
                        std::ranges::find(actions, action, &Reference::index) != actions.end();
    if (!has_it) continue;
    if (question_ == nullptr) question_ = std::make_unique<Question>(*checked_);
    if (is_stopped(stop) || !question_->is_good()) break;
    result.push_back(question_->ask(action, agent, stop));
  }
  if (!is_stopped(stop)) known_[action] = result;
  return result;
}

std::string winnings_text(const std::vector<Winning>& winnings) {
  std::string text;
  for (const Winning& winning : winnings) {
    const std::string who = winnings.size() > 1 ? fmt::format("of `{}` ", winning.agent) : "";
    const std::string with = winning.profile.empty() ? "" : fmt::format(" with `{}`", winning.profile);
    if (!text.empty()) text += "\n\n";
    switch (winning.answer) {
      case Winning::Answer::never: text += fmt::format("It {}never wins (proved)", who); break;
      case Winning::Answer::unknown:
        text += fmt::format("Whether it {}can win is neither proved nor refuted{}{}", who,
                            winning.reason.empty() ? "" : ": ", winning.reason);
        break;
      case Winning::Answer::can: {
        const std::vector<std::string> lines = winning.situation.lines();
        if (lines.empty())
          text += fmt::format("It {}can win{}: where every key has its default", who, with);
        else
          text += fmt::format("It {}can win{}, for instance with\n\n```yaml\n{}\n```", who, with,
                              fmt::join(lines, "\n"));
        break;
      }
    }
  }
  return text;
}

}  // namespace ishi::compiler
