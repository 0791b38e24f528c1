#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "analyze/kinds_of_findings.h"
#include "analyze/words_of_findings.h"
#include "analyze/words_of_texts.h"
#include "expression/constant.h"
#include "model/steps_within.h"

// Needs and drives against what is done for them: what satisfies none, and what none satisfies.

namespace ishi::compiler {
namespace {

// True if an amount may be above a bound. An amount that is no constant may be anything.
bool may_be_above(const Formula& amount, double bound) {
  if (amount.root == nullptr) return true;
  const auto value = constant_value(*amount.root);
  return !value || *value > bound;
}

class Motives {
 public:
  Motives(const Model& model, const Units& units, std::span<const Contest> contests, Diagnostics& diagnostics)
      : model_(model),
        main_file_(units.main_file),
        uses_(uses_of_names(units)),
        diagnostics_(diagnostics),
        is_done_(model.actions.size()),
        is_chosen_(model.actions.size()),
        may_score_(model.actions.size()) {
    for (const Contest& contest : contests) {
      const Ranges ranges = all_situations(contest.program());
      for (const Contender& option : contest.contenders()) {
        is_chosen_[option.action] = true;
        if (ranges[option.score].high > std::min(0.0F, contest.minimum())) may_score_[option.action] = true;
      }
    }
    for (const auto& agent : model.agents) {
      for (const Reference& option : agent.value.actions) {
        if (option.index != kNone) is_done_[option.index] = true;
      }
    }
    for_each_written_step(model, [this](const Step& step) {
      const auto* const raise = step.as<RaiseStep>();
      if (raise == nullptr) return;
      for (const auto& change : raise->changes) is_changed_by_steps_.insert(change.name.text);
    });
  }

  std::vector<bool> report() {
    std::vector<bool> helps_nothing(model_.actions.size());
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      if (is_done_[i]) helps_nothing[i] = report_unhelpful(i);
    }
    look_at(model_.needs, "need", "gains", [](const Action& action) { return &action.gains.value; });
    look_at(model_.drives, "drive", "reduces", [](const Action& action) { return &action.reduces.value; });
    return helps_nothing;
  }

 private:
  bool report_unhelpful(uint32_t index) {
    const Named<Action>& action = model_.actions[index];
    const Action& value = action.value;
    const bool is_of_amounts = value.gains.given || value.reduces.given;
    const size_t count = value.gains.value.size() + value.reduces.value.size();
    const auto may_help = [](const Named<Formula>& amount) { return may_be_above(amount.value, 0); };
    // A weight or a curve below 0 may turn the signs round.
    if (!is_of_amounts || count == 0 || value.rewards.given || action.name.span.file != main_file_ ||
        !is_chosen_[index] || may_score_[index])
      return false;
    if (std::ranges::any_of(value.gains.value, may_help) ||
        std::ranges::any_of(value.reduces.value, may_help))
      return false;
    const Named<Formula>& turned = most_of(value);
    diagnostics_
        .report(Code::helps_nothing, turned.value.span,
                fmt::format("`{}` helps nothing: no amount of it is above 0", action.name.text))
        .caption(count == 1 ? "makes it worse" : "as the others, makes it worse")
        .note("proved: its score is never above 0, and what scores 0 or less is not chosen")
        .help(fmt::format("an amount above 0 satisfies: did you mean `{}: {:+.4g}`?", turned.name.text,
                          std::abs(amount_of(turned))));
    return true;
  }

  static double amount_of(const Named<Formula>& amount) {
    return constant_value(*amount.value.root).value_or(0);
  }

  // The largest of the amounts is what the action is there for; those beside it are what it costs.
  static const Named<Formula>& most_of(const Action& action) {
    const Named<Formula>* most = nullptr;
    for (const auto* amounts : {&action.gains.value, &action.reduces.value}) {
      for (const Named<Formula>& amount : *amounts) {
        if (most == nullptr || std::abs(amount_of(amount)) > std::abs(amount_of(*most))) most = &amount;
      }
    }
    return *most;
  }

  template <class AmountsOf>
  void look_at(const Map<Motive>& motives, std::string_view kind, std::string_view field,
               AmountsOf amounts_of) {
    for (const auto& motive : motives) {
      if (is_changed_by_steps_.contains(motive.name.text)) continue;  // how often and when nobody knows
      const Named<Action>* worsens = nullptr;
      bool is_satisfied = false;
      std::vector<Relief> reliefs;
      bool knows_relief = true;
      for (uint32_t i = 0; i < model_.actions.size(); ++i) {
        if (!is_done_[i]) continue;
        const Named<Action>& action = model_.actions[i];
        const auto amount = find_index(*amounts_of(action.value), motive.name.text);
        if (amount != kNone) {
          const bool helps = may_be_above((*amounts_of(action.value))[amount].value, 0);
          is_satisfied |= helps;
          if (!helps && worsens == nullptr) worsens = &action;
        }
        const auto of_action = relief_of(action.value, motive.name.text);
        if (of_action)
          reliefs.push_back(*of_action);
        else
          knows_relief = false;
      }
      const double relief = most_relief(reliefs);
      const bool is_relieved = relief > 0 || !knows_relief;
      // It is not known what expressions that read the level do with it.
      const bool is_read = uses_[motive.name.text].as(Role::level) > 0;
      if (!is_satisfied && !is_relieved && !is_read && (worsens != nullptr || motive.value.rise.given()))
        report_unsatisfied(motive, kind, field, worsens);
      else if (knows_relief && relief > 0)
        report_rise(motive, relief);
      else if (knows_relief && is_satisfied && kind == "need")
        report_only_rises(motive);
      if (kind == "need") report_fall(motive);
    }
  }

  void report_unsatisfied(const Named<Motive>& motive, std::string_view kind, std::string_view field,
                          const Named<Action>* worsens) {
    const auto is_told = [&](const Diagnostic& found) {  // that nothing uses it at all
      return found.code == Code::never_used && found.span == motive.name.span;
    };
    if (std::ranges::any_of(diagnostics_.all(), is_told)) return;
    auto report = diagnostics_.report(Code::never_satisfied, motive.name.span,
                                      fmt::format("nothing satisfies the {} `{}`", kind, motive.name.text));
    report.caption("no action's score counts on it, and none lowers it");
    if (worsens != nullptr)
      report.label(worsens->name.span, fmt::format("`{}` makes it worse", worsens->name.text));
    report.note("proved: every action of every agent was looked at")
        .help(fmt::format("give an action `{}: {{ {}: +0.5 }}`, or take the {} out", field, motive.name.text,
                          kind));
  }

  // A drive may be what the game raises; a need is the agent's own.
  void report_fall(const Named<Motive>& motive) {
    const Formula& rise = motive.value.rise;
    const auto rate = rise.root != nullptr ? constant_value(*rise.root) : std::nullopt;
    if (!rate || *rate >= 0) return;
    const Named<Action>* lowers = nullptr;
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      const Named<Action>& action = model_.actions[i];
      for (const auto* changes : {&action.value.after.value, &action.value.during.value}) {
        const uint32_t change = is_done_[i] ? find_index(*changes, motive.name.text) : kNone;
        if (change == kNone) continue;
        if (may_be_above((*changes)[change].value, 0)) return;
        if (lowers == nullptr) lowers = &action;
      }
    }
    auto report = diagnostics_.report(Code::only_falls, rise.span,
                                      fmt::format("`{}` only falls: nothing raises it", motive.name.text));
    report.caption("below 0, it falls by itself");
    if (lowers != nullptr)
      report.label(lowers->name.span, fmt::format("`{}` lowers it, too", lowers->name.text));
    report.note("proved: every action of every agent was looked at; the game may still set it")
        .help(fmt::format("a level is what is lacking: for a need that grows write `rise: {}`",
                          without_sign(rise.text)));
  }

  static std::string_view without_sign(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of("- "), text.size()));
  }

  // The amount that an action takes off a level: so much a second while it runs, and so much each time it is
  // completed. It then has run for some seconds, and does not begin anew for some more.
  struct Relief {
    double each_second = 0, each_time = 0;
    double busy_seconds = 0, other_seconds = 0;
  };

  // Nothing if that is not known.
  [[nodiscard]] std::optional<Relief> relief_of(const Action& action, std::string_view motive) const {
    Relief relief;
    const uint32_t during = find_index(action.during.value, motive);
    if (during != kNone) {
      const Formula& change = action.during.value[during].value;
      const auto value = change.root != nullptr ? constant_value(*change.root) : std::nullopt;
      if (!value) return {};
      relief.each_second = std::max(0.0, -*value);
    }
    const uint32_t after = find_index(action.after.value, motive);
    if (after == kNone) return relief;
    const Formula& change = action.after.value[after].value;
    const auto value = change.root != nullptr ? constant_value(*change.root) : std::nullopt;
    if (!value) return {};
    relief.each_time = std::max(0.0, -*value);
    relief.busy_seconds = least_seconds(action.steps.value);
    relief.other_seconds = action.cooldown.value;
    if (relief.each_time > 0 && relief.busy_seconds + relief.other_seconds <= 0) return {};
    return relief;
  }

  // The most that all of them take off in a second, one action at a time: while one cools down others are
  // done. A second is given to what takes off most in its time first.
  static double most_relief(std::span<const Relief> reliefs) {
    struct Share {
      double rate = 0, seconds = 0;  // of each second
    };
    std::vector<Share> shares;
    double sum = 0;
    for (const Relief& relief : reliefs) {
      const double round = relief.busy_seconds + relief.other_seconds;
      if (relief.each_time > 0 && relief.busy_seconds <= 0) sum += relief.each_time / round;
      if (relief.each_time > 0 && relief.busy_seconds > 0)
        shares.push_back(
            {relief.each_second + relief.each_time / relief.busy_seconds, relief.busy_seconds / round});
      shares.push_back({relief.each_second, 1});
    }
    std::ranges::sort(shares, std::greater(), &Share::rate);
    double left = 1;
    for (const Share& share : shares) {
      const double taken = std::min(left, share.seconds);
      sum += taken * share.rate;
      left -= taken;
    }
    return sum;
  }

  // The least time of steps in order.
  [[nodiscard]] double least_seconds(const std::vector<Step>& steps) const {
    double sum = 0;
    for (const Step& step : steps) {
      bool may_succeed = false;
      for_each_step_in(step, [&](const Step& part) { may_succeed |= part.is<SucceedStep>(); });
      if (may_succeed) break;
      const Modifiers& modifiers = step.modifiers;
      const bool may_be_shorter = modifiers.until.given() || modifiers.when.given() ||
                                  modifiers.on_fail.given || modifiers.invert.value || modifiers.once.value;
      if (may_be_shorter) continue;
      if (const auto* const task = step.as<TaskStep>(); task != nullptr && task->index != kNone)
        sum += model_.tasks[task->index].value.takes.value;
      if (const auto* const wait = step.as<WaitStep>(); wait != nullptr && wait->seconds.root != nullptr)
        sum += constant_value(*wait->seconds.root).value_or(0);
    }
    return sum;
  }

  // The gains that actions promise lower no level: `after` and `during` do.
  void report_only_rises(const Named<Motive>& motive) {
    const Formula& rise = motive.value.rise;
    const auto rate = rise.root != nullptr ? constant_value(*rise.root) : std::nullopt;
    if (!rate || *rate <= 0) return;
    const Named<Action>* helper = nullptr;
    for (uint32_t i = 0; i < model_.actions.size() && helper == nullptr; ++i) {
      const auto& gains = model_.actions[i].value.gains.value;
      const uint32_t gain = is_done_[i] ? find_index(gains, motive.name.text) : kNone;
      if (gain != kNone && may_be_above(gains[gain].value, 0)) helper = &model_.actions[i];
    }
    if (helper == nullptr) return;
    diagnostics_
        .report(Code::rises_faster, rise.span,
                fmt::format("`{}` rises until it is 1, and stays there: nothing lowers it", motive.name.text))
        .label(helper->name.span,
               fmt::format("`{}` is chosen for it, but does not lower it", helper->name.text))
        .note("proved: every action of every agent was looked at; the game may still set it")
        .help(fmt::format(
            "say what it does: `after: {{ {}: -0.5 }}`, or `during` for what goes on while it lasts",
            motive.name.text));
  }

  void report_rise(const Named<Motive>& motive, double relief) {
    const Formula& rise = motive.value.rise;
    if (rise.root == nullptr || motive.value.while_rises.given()) return;
    const auto rate = constant_value(*rise.root);
    constexpr double kRounding = 1e-9;  // what lowers it just as fast holds it where it is
    if (!rate || *rate <= relief * (1 + kRounding)) return;
    diagnostics_
        .report(Code::rises_faster, rise.span,
                fmt::format("`{}` rises faster than anything lowers it", motive.name.text))
        .caption(fmt::format("by {:.4g} a second", *rate))
        .note(
            fmt::format("proved, with what tasks are said to take: what lowers it takes off {:.4g} a second, "
                        "one action after the other, over and over",
                        relief))
        .help(
            "let it rise more slowly, let an action lower it by more, or let it rise only `while` something "
            "holds");
  }

  const Model& model_;
  uint32_t main_file_;
  UsesOfNames uses_;
  Diagnostics& diagnostics_;
  std::unordered_set<std::string_view> is_changed_by_steps_;  // needs and drives
  std::vector<bool> is_done_;                                 // by action: an agent has it
  std::vector<bool> is_chosen_;                               // one of this file's own has it
  std::vector<bool> may_score_;  // and may score enough to choose it, or more than 0
};

}  // namespace

std::vector<bool> find_idle_motives(const Model& model, const Units& units, std::span<const Contest> contests,
                                    Diagnostics& diagnostics) {
  return Motives(model, units, contests, diagnostics).report();
}

}  // namespace ishi::compiler
