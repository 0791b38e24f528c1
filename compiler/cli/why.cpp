#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/asked_situation.h"
#include "cli/batch.h"
#include "cli/exit_code.h"
#include "cli/inputs.h"
#include "cli/planned.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/suggest.h"
#include "diagnostics/terminal_text.h"
#include "ishi/asset.h"
#include "pipeline.h"
#include "source/read_file.h"
#include "syntax/read_tree.h"
#include "syntax/scan.h"
#include "testing/chances.h"
#include "testing/failed_condition.h"
#include "testing/situation.h"
#include "testing/thought.h"

namespace ishi::compiler::cli {
namespace {

// One option of the decision, or one choice, with what made its score.
struct RankedOption {
  uint32_t index = 0;  // of the agent
  std::string_view name;
  bool is_eligible = false;
  float score = 0;
  float inertia = 0;
  const Action* action = nullptr;
  const FactThought* facts = nullptr;          // if it is for members of a set
  const std::vector<float>* values = nullptr;  // of the program, for the best of them
  IndexRange terms{};
};

class Why {
 public:
  explicit Why(const WhyOptions& options) : options_(options) {}

  int run() {
    if (const int code = asked_.read(); code != kGood) return report(code);
    const Status status = think_once(asset_, asked_.model(), asked_.situation(), thought_);
    if (!status) {
      complain("internal error: the runtime refused the situation: {}", describe(status.code));
      return kFound;
    }
    chances_ = chances(asset_, thought_);
    rank();
    list_choices();
    if (const RankedOption* best = picked()) planned_ = first_plan(asked_, best->index);
    if (options_.json) {
      print_json();
    } else {
      print_text();
      report(kGood);
    }
    return kGood;
  }

 private:
  int report(int code) {
    if (code == kUsage && !asked_.diagnostics().has_errors()) return code;  // it has been said
    Findings findings;
    findings.add(asked_.verdict(), asked_.sources(), options_.path);
    if (options_.json) {
      nlohmann::ordered_json json = nlohmann::ordered_json::parse(findings.json_text());
      json["agent"] = nullptr;
      json["choice"] = nullptr;
      json["options"] = nlohmann::ordered_json::array();
      json["choices"] = nlohmann::ordered_json::array();
      json["flip"] = nullptr;
      fmt::print("{}\n", printable_json(json.dump(2)));
    } else {
      findings.print_errors(options_.path);
    }
    return code;
  }

  void rank() {
    const Agent& agent = asked_.agent().value;
    for (uint32_t i = 0; i < thought_.agent.options.count; ++i) {
      RankedOption& option = ranked_.emplace_back();
      option.index = i;
      option.name = agent.actions[i].text;
      option.score = thought_.score(asset_, i);
      option.is_eligible = option.score != -std::numeric_limits<float>::infinity();
      option.inertia = thought_.inertia(i);
      option.action = &asked_.model().actions[agent.actions[i].index].value;
      option.terms = asset_.option(thought_.agent.options.first + i).terms;
      judged_of(option, thought_.facts_of(i));
    }
    std::ranges::stable_sort(ranked_, std::greater<>(),
                             [](const RankedOption& option) { return option.score + option.inertia; });
  }

  void judged_of(RankedOption& option, const FactThought* facts) const {
    option.facts = facts;
    option.values = facts != nullptr && facts->best != kNone ? &facts->values : &thought_.values;
  }

  // In the order of the agent's list, then as they are first named.
  void list_choices() {
    const auto& model = asked_.model();
    for (const FactThought& judged : thought_.judged) {
      const ChoiceInfo info = asset_.choice(thought_.agent.choices.first + judged.option);
      RankedOption& choice = choices_.emplace_back();
      choice.index = judged.option;
      choice.name = info.name;
      choice.is_eligible = judged.best != kNone;
      if (choice.is_eligible) choice.score = judged.scores[judged.best];
      if (choice.is_eligible && judged.best == judged.running) choice.inertia = info.inertia;
      choice.action = &model.choices[find_index(model.choices, choice.name)].value;
      choice.terms = info.terms;
      judged_of(choice, &judged);
    }
  }

  [[nodiscard]] const RankedOption* picked() const {
    const auto found = std::ranges::find(ranked_, thought_.picked, &RankedOption::index);
    return found != ranked_.end() ? &*found : nullptr;
  }

  [[nodiscard]] std::string_view state_name() const {
    return asked_.agent().value.states.value[thought_.state].name.text;
  }

  void print_text() {
    const bool color = use_color(stdout);
    const RankedOption* best = picked();
    const std::string profile =
        asked_.profile_name().empty() ? "" : fmt::format(" (importance {})", asked_.profile_name());
    const std::string state = thought_.state == kNoState ? "" : fmt::format(", {},", state_name());
    fmt::print("{}{}{} {}\n\n", paint(asked_.agent().name.text, Color::bold, color), profile, state,
               best == nullptr && ranked_.empty() && !choices_.empty() ? chosen_text(color)
               : best == nullptr                                       ? "picks nothing"
                                 : fmt::format("picks {}{}", paint(best->name, Color::bold, color),
                                               thought_.picked_for.empty()
                                                   ? ""
                                                   : fmt::format(" for {}", shown(thought_.picked_for))));
    size_t width = 6;
    float greatest = 0;
    for (const auto* entries : {&ranked_, &choices_}) {
      for (const RankedOption& option : *entries) {
        width = std::max(width, option.name.size());
        if (option.is_eligible && entries == &ranked_)
          greatest = std::max(greatest, option.score + option.inertia);
        for (const TermInfo& term : terms_of(option)) width = std::max(width, term.name.size() + 2);
      }
    }
    greatest = std::max(greatest, 1.0F);
    float greatest_choice = 1;
    for (const RankedOption& choice : choices_)
      greatest_choice = std::max(greatest_choice, choice.is_eligible ? choice.score + choice.inertia : 0);
    for (const RankedOption& option : ranked_) {
      print_option(option, width, greatest, option.index == thought_.picked, color);
    }
    if (!ranked_.empty()) print_decision_note(best);
    if (!ranked_.empty() && !choices_.empty()) fmt::print("\nits choices\n");
    for (const RankedOption& choice : choices_) print_option(choice, width, greatest_choice, false, color);
    print_plan(color);
  }

  // What it will do to reach what it wants, if that is planned.
  void print_plan(bool color) const {
    if (!planned_) return;
    const std::string when = planned_->seconds > 0 ? fmt::format(", after {:.2f}s", planned_->seconds) : "";
    const std::string work = paint(fmt::format("{} situation{} looked at{}", planned_->situations,
                                               planned_->situations == 1 ? "" : "s", when),
                                   Color::dim, color);
    const std::string reach = shown(planned_->reach);
    if (planned_->holds_already) {
      fmt::print("\n`{}` holds already: there is nothing to plan\n", reach);
    } else if (!planned_->plan) {
      fmt::print("\nno plan of up to {} steps reaches `{}`\n  {}\n", planned_->depth, reach, work);
    } else {
      fmt::print("\nplans {} to reach `{}`\n  it costs {}; {}\n",
                 paint(fmt::format("{}", fmt::join(planned_->plan->steps, " → ")), Color::bold, color), reach,
                 cost_text(planned_->plan->cost_seconds), work);
    }
  }

  // "chooses best: bag 2, weapon: bag 2", of an agent that chooses and does nothing.
  [[nodiscard]] std::string chosen_text(bool color) const {
    std::string text = "chooses ";
    for (const RankedOption& choice : choices_) {
      text +=
          fmt::format("{}{}: {}", &choice == choices_.data() ? "" : ", ", choice.name,
                      paint(choice.is_eligible ? shown(choice.facts->names[choice.facts->best]) : "nobody",
                            Color::bold, color));
    }
    return text;
  }

  [[nodiscard]] std::vector<TermInfo> terms_of(const RankedOption& option) const {
    std::vector<TermInfo> terms;
    for (uint32_t i = 0; i < option.terms.count; ++i) terms.push_back(asset_.term(option.terms.first + i));
    return terms;
  }

  void print_option(const RankedOption& option, size_t width, float greatest, bool is_picked,
                    bool color) const {
    if (!option.is_eligible) {
      fmt::print("{:<{}}       {} {}\n", option.name, width, paint("–", Color::dim, color),
                 paint(fmt::format("not eligible: {}", failed_part(option)), Color::dim, color));
      return;
    }
    const float total = option.score + option.inertia;
    fmt::print("{}\n", paint(score_line(option.name, width, total, greatest, is_picked),
                             is_picked ? Color::green : Color::none, color));
    if (option.action->rank.value != 0)
      fmt::print("  {:<{}} {}\n", "rank", width - 2, option.action->rank.value);
    if (!chances_.empty() && thought_.running == kNone && !is_choice(option))
      fmt::print("  {:<{}} {:.1f}%\n", "chance", width - 2, 100 * chances_[option.index]);
    print_fact(option, width, color);
    for (const TermInfo& term : terms_of(option)) print_term(option, term, width, color);
    const std::string how = how_combined(*option.action);
    if (!how.empty()) fmt::print("  {}\n", paint(how, Color::dim, color));
    if (option.inertia != 0)
      fmt::print("  {:<{}} {:>+8.4f} because it {} already\n", "inertia", width - 2, option.inertia,
                 is_choice(option) ? "was chosen" : "runs");
    if (total <= thought_.agent.minimum && !is_choice(option)) {
      fmt::print("  {}\n", paint(fmt::format("not above the minimum of {:.4g}, so it does not compete",
                                             thought_.agent.minimum),
                                 Color::dim, color));
    }
  }

  // Which fact it is for, and what the others scored.
  void print_fact(const RankedOption& option, size_t width, bool color) const {
    const FactThought* const facts = option.facts;
    if (facts == nullptr) return;
    fmt::print("  {:<{}} {}\n", is_choice(option) ? "is" : "for", width - 2,
               shown(facts->names[facts->best]));
    constexpr size_t kMostShown = 8;
    std::string others;
    size_t count = 0;
    for (size_t i = 0; i < facts->scores.size(); ++i) {
      const bool is_eligible = std::isfinite(facts->scores[i]);
      if (!is_eligible && option.action->offered_by != kNone)
        continue;  // another kind of thing, or out of it
      if (i == facts->best || ++count > kMostShown) continue;
      others += fmt::format("{}{} {}", others.empty() ? "" : ", ", shown(facts->names[i]),
                            is_eligible ? fmt::format("{:.4f}", facts->scores[i]) : "–");
    }
    if (count > kMostShown) others += fmt::format(" and {} more", count - kMostShown);
    if (count > 0) fmt::print("  {}\n", paint(fmt::format("others: {}", others), Color::dim, color));
  }

  // "`when: a and b` does not hold: `b` is false", the last only where it tells more.
  [[nodiscard]] std::string failed_part(const RankedOption& option) const {
    if (!is_choice(option) && !thought_.competes(asset_, option.index))
      return fmt::format("the state `{}` lacks it", state_name());
    if (!is_choice(option) && thought_.taken[option.index]) {
      for (const Reference& claim : option.action->claims) {
        const auto& taken = asked_.situation().taken_tokens;
        if (std::ranges::find(taken, claim.index) != taken.end())
          return fmt::format("others hold `{}`", claim.text);
      }
    }
    if (const FactThought* const facts = option.facts; facts != nullptr) {
      const Model& model = asked_.model();
      const std::string_view set = name_of_set(model, option.action->set()).text;
      const std::string_view member = is_memory(model, option.action->set()) ? "fact" : "member";
      if (const uint32_t thing = option.action->offered_by; thing != kNone && !facts->scores.empty()) {
        const std::string none = fmt::format("no `{}` in `{}`", model.things[thing].name.text, set);
        return option.action->when.given()
                   ? fmt::format("{} for which `when: {}` holds", none, option.action->when.text)
                   : none;
      }
      return facts->scores.empty()
                 ? fmt::format("`{}` holds no {}", set, member)
                 : fmt::format("`when: {}` holds for no {} of `{}`", option.action->when.text, member, set);
    }
    const uint32_t action = asked_.agent().value.actions[option.index].index;
    const std::string part =
        FailedCondition(asked_.model(), asked_.units(), asked_.sources()).explain(asked_.situation(), action);
    const std::string when = fmt::format("`when: {}` does not hold", option.action->when.text);
    const bool says_more = !part.empty() && part != fmt::format("`{}` is false", option.action->when.text);
    return says_more ? fmt::format("{}: {}", when, part) : when;
  }

  // How the terms become the score, where they are not simply added up.
  [[nodiscard]] std::string how_combined(const Action& action) const {
    constexpr std::string_view kCombined[] = {"the score is their product",
                                              "the score is their product, compensated for their number",
                                              "the score is their geometric mean",
                                              "the score is the least of them",
                                              "the score is the greatest of them",
                                              "the score is their mean",
                                              "the score is their sum"};
    if (action.considerations.given) return std::string(kCombined[static_cast<size_t>(action.combine.value)]);
    if (action.tactical.given) return "the score is max(0, the sum of the first three) × opportunity";
    const bool is_normalized = asked_.agent().value.select.normalize.value;
    const bool has_amounts = action.gains.given || action.reduces.given;
    return is_normalized && has_amounts ? "their sum is divided by the sum of the amounts (normalize)" : "";
  }

  void print_term(const RankedOption& option, const TermInfo& term, size_t width, bool color) const {
    const bool is_reward = option.action->rewards.given;
    const float input = (*option.values)[term.input];
    const float value = (*option.values)[term.value];
    const float contribution = (*option.values)[term.contribution];
    std::string how;
    bool is_added = true;
    switch (term.kind) {
      case ishi::TermKind::motive:
        how = input == value && is_reward ? fmt::format("worth {:.4g}", value)
                                          : fmt::format("level {:.4g}, strength {:.4g}", input, value);
        if (value != 0) how += fmt::format(" × {:+.4g}", contribution / value);
        break;
      case ishi::TermKind::consideration:
      case ishi::TermKind::tactical:
        is_added = term.kind == ishi::TermKind::tactical && term.name != "opportunity";
        how = input == value ? fmt::format("{:.4g}", value)
                             : fmt::format("{:.4g}, held at {:.4g}", input, value);
        break;
      case ishi::TermKind::weight:
        is_added = false;
        how = "multiplies the score";
        break;
      case ishi::TermKind::score: break;
    }
    const std::string amount =
        is_added ? fmt::format("{:>+8.4f}", contribution) : fmt::format("{:>8.4f}", contribution);
    fmt::print("  {:<{}} {}{}\n", term.name, width - 2, amount,
               how.empty() ? "" : paint(" " + how, Color::dim, color));
  }

  // Whether it is one of the agent's choices, and not an option.
  [[nodiscard]] bool is_choice(const RankedOption& option) const {
    return !choices_.empty() && &option >= choices_.data() && &option < choices_.data() + choices_.size();
  }

  void print_decision_note(const RankedOption* best) const {
    if (best != nullptr && !chances_.empty()) {
      print_draw_note(*best);
    } else if (best == nullptr) {
      fmt::print("\nnothing scores above the minimum of {:.4g}\n", thought_.agent.minimum);
    } else if (thought_.is_locked && best->index == thought_.running) {
      fmt::print("\n{} runs and may not be interrupted: `interruptible: {}` does not hold\n", best->name,
                 best->action->interruptible.text);
    } else if (ranked_[0].index != best->index && ranked_[0].is_eligible) {
      fmt::print("\n{} scores higher, but {}\n", ranked_[0].name,
                 best->action->rank.value > ranked_[0].action->rank.value
                     ? fmt::format("{} has a higher rank", best->name)
                     : std::string("ties go to the other one"));
    }
  }

  void print_draw_note(const RankedOption& best) const {
    if (best.index == thought_.running) {
      fmt::print("\n{} was drawn before and goes on: only something of a higher rank takes over\n",
                 best.name);
      return;
    }
    const AgentInfo& agent = thought_.agent;
    const std::string among = agent.top > 0 ? fmt::format(" among the best {}", agent.top) : "";
    fmt::print("\n{} is drawn{}, {}\n", best.name, among,
               agent.selection == SelectionKind::weighted
                   ? std::string("in proportion to the score")
                   : fmt::format("with a temperature of {:.4g}", agent.temperature));
  }

  [[nodiscard]] nlohmann::ordered_json plan_json() const {
    if (!planned_) return nullptr;
    nlohmann::ordered_json json = {{"reach", planned_->reach}, {"found", planned_->plan.has_value()}};
    if (planned_->holds_already) json["holds_already"] = true;
    if (planned_->plan) {
      json["steps"] = planned_->plan->steps;
      json["cost_seconds"] = planned_->plan->cost_seconds;
    }
    json["situations"] = planned_->situations;
    json["after_seconds"] = planned_->seconds;
    return json;
  }

  void print_json() const {
    using Json = nlohmann::ordered_json;
    Json options = Json::array();
    const auto number = [](float value) { return std::isfinite(value) ? Json(value) : Json(nullptr); };
    const auto terms_json = [&](const RankedOption& option) {
      Json terms = Json::array();
      for (const TermInfo& term : terms_of(option)) {
        terms.push_back({{"name", term.name},
                         {"input", number((*option.values)[term.input])},
                         {"value", number((*option.values)[term.value])},
                         {"contribution", number((*option.values)[term.contribution])}});
      }
      return terms;
    };
    const auto facts_json = [&](const FactThought& facts) {
      Json of_facts = Json::array();
      for (size_t i = 0; i < facts.scores.size(); ++i)
        of_facts.push_back({{"target", facts.names[i]}, {"score", number(facts.scores[i])}});
      return of_facts;
    };
    const auto target_json = [&](const FactThought* facts) {
      return facts != nullptr && facts->best != kNone ? Json(facts->names[facts->best]) : Json(nullptr);
    };
    for (const RankedOption& option : ranked_) {
      options.push_back(
          {{"action", option.name},
           {"target", target_json(option.facts)},
           {"eligible", option.is_eligible},
           {"gate", option.action->when.given() ? Json(option.action->when.text) : Json(nullptr)},
           {"score", number(option.score)},
           {"inertia", option.inertia},
           {"chance", chances_.empty() ? Json(nullptr) : Json(chances_[option.index])},
           {"terms", terms_json(option)}});
      if (option.facts != nullptr) options.back()["facts"] = facts_json(*option.facts);
    }
    Json choices = Json::array();
    for (const RankedOption& choice : choices_) {
      choices.push_back(
          {{"choice", choice.name},
           {"target", target_json(choice.facts)},
           {"gate", choice.action->when.given() ? Json(choice.action->when.text) : Json(nullptr)},
           {"score", choice.is_eligible ? number(choice.score) : Json(nullptr)},
           {"inertia", choice.inertia},
           {"terms", terms_json(choice)},
           {"facts", facts_json(*choice.facts)}});
    }
    const RankedOption* best = picked();
    Json choice = nullptr;
    if (best != nullptr)
      choice = {{"action", best->name},
                {"target", thought_.picked_for.empty() ? Json(nullptr) : Json(thought_.picked_for)},
                {"score", number(best->score)},
                {"plan", plan_json()}};
    const Json json = {{"version", 1},
                       {"agent", asked_.agent().name.text},
                       {"state", thought_.state == kNoState ? Json(nullptr) : Json(state_name())},
                       {"choice", choice},
                       {"options", options},
                       {"choices", choices},
                       {"flip", nullptr}};
    fmt::print("{}\n", printable_json(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)));
  }

  const WhyOptions& options_;
  AskedSituation asked_{options_};
  const Asset& asset_ = asked_.asset();
  Thought thought_;
  std::vector<double> chances_;  // by option; empty if the best is taken
  std::vector<RankedOption> ranked_;
  std::vector<RankedOption> choices_;
  std::optional<Planned> planned_;
};

}  // namespace

int run_why(const WhyOptions& options) { return Why(options).run(); }

}  // namespace ishi::compiler::cli
