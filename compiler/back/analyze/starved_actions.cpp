#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/words_of_findings.h"
#include "language/unit.h"

// Actions that are never chosen a first time, since their `when` asks how long ago they were done, or others
// that wait for them.

namespace ishi::compiler {
namespace {

class StarvedActions {
 public:
  explicit StarvedActions(const Contest& contest)
      : contest_(contest), weighings_(contest.weighings()), may_be_done_(contest.contenders().size()) {}

  void find(Diagnostics& diagnostics) {
    // First the actions that may be chosen before any other one was done, then those that may be chosen after
    // these, and so on.
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (uint32_t option = 0; option < may_be_done_.size(); ++option) {
        if (may_be_done_[option] || !may_be_chosen(option)) continue;
        may_be_done_[option] = true;
        has_changed = true;
      }
    }
    for (uint32_t option = 0; option < may_be_done_.size(); ++option) {
      const bool is_starved = !may_be_done_[option] && contest_.action_of(option).value.when.given();
      if (is_starved && may_ever_be_chosen(option)) report(option, diagnostics);
    }
  }

 private:
  // The option whose last end an operation asks for; kNoRef: it asks for none.
  [[nodiscard]] uint32_t asked_by(const LoweredOperation& operation) const {
    if (operation.code != OperationCode::since) return kNoRef;
    const LoweredMoment& moment = contest_.agent().moments[operation.parameter];
    return moment.kind == MomentKind::option ? moment.subject : kNoRef;
  }

  [[nodiscard]] bool may_ever_be_chosen(uint32_t option) const {
    return std::ranges::any_of(weighings_, [&](const Weighing& weighing) {
      Ranges any = contest_.box_at_rest(weighing);
      return contest_.narrow_to_eligible(any, option);
    });
  }

  // The same where nothing has been done but what may have been.
  [[nodiscard]] bool may_be_chosen(uint32_t option) const {
    return std::ranges::any_of(weighings_, [&](const Weighing& weighing) {
      Ranges box = contest_.box_at_rest(weighing);
      for (uint32_t i = 0; i < box.size(); ++i) {
        const uint32_t asked = asked_by(contest_.program().operations[i]);
        if (asked != kNoRef && !may_be_done_[asked]) box[i] = {box[i].high, box[i].high};
      }
      propagate(contest_.program(), box);
      return contest_.narrow_to_eligible(box, option);
    });
  }

  void report(uint32_t option, Diagnostics& diagnostics) const {
    const auto& [name, action] = contest_.action_of(option);
    std::vector<uint32_t> asked;  // that are never done, either
    const std::vector<bool> sources = source_of(contest_.program(), contest_.contenders()[option].condition);
    for (uint32_t i = 0; i < sources.size(); ++i) {
      const uint32_t one = asked_by(contest_.program().operations[i]);
      const bool is_never_done = sources[i] && one != kNoRef && !may_be_done_[one];
      if (is_never_done && std::ranges::find(asked, one) == asked.end()) asked.push_back(one);
    }
    if (asked.empty()) return;
    const bool is_itself = std::ranges::find(asked, option) != asked.end();
    if (is_itself) asked = {option};
    std::vector<std::string> names, moments;
    for (const uint32_t one : asked) {
      names.push_back(contest_.name_of(one));
      moments.push_back(fmt::format("`since({})`", contest_.action_of(one).name.text));
    }
    const double cooldown = action.cooldown.value;
    const std::string why = !is_itself     ? fmt::format("; {} {} never chosen a first time, either",
                                                         listed(names, "and"), names.size() == 1 ? "is" : "are")
                            : cooldown > 0 ? fmt::format(", and for {} after that it cools down",
                                                         show(cooldown, Quantity::duration))
                                           : "";
    diagnostics
        .report(Code::starved_action, action.when.span,
                fmt::format("`{}`{} is never chosen a first time", name.text, contest_.of_agent()))
        .caption(fmt::format("does not hold as long as {} {} never done", listed(names, "and"),
                             names.size() == 1 ? "was" : "were"))
        .note(fmt::format("proved: {} {} 1000000s until {} been done once{}", listed(moments, "and"),
                          names.size() == 1 ? "is" : "are",
                          is_itself           ? "it has"
                          : names.size() == 1 ? names[0] + " has"
                                              : "they have",
                          why))
        .help(
            "ask for something that is so at first; what is to rest after it was done has a `cooldown`, as "
            "in "
            "`cooldown: 3s`");
  }

  const Contest& contest_;
  std::vector<Weighing> weighings_;
  std::vector<bool> may_be_done_;  // by option
};

}  // namespace

void find_starved_actions(const Contest& contest, Diagnostics& diagnostics) {
  const auto asks = [](const LoweredMoment& moment) { return moment.kind == MomentKind::option; };
  if (std::ranges::any_of(contest.agent().moments, asks)) StarvedActions(contest).find(diagnostics);
}

}  // namespace ishi::compiler
