#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "cli/output/terminal.h"
#include "cli/why/print_explanation.h"
#include "format/lines.h"
#include "language/named_moment.h"
#include "language/unit.h"
#include "simulate/simulation.h"
#include "workspace/ask/option_words.h"

namespace ishi::compiler::cli {
namespace {

// "level 0.55", "weight 1.4", "curve panic", "strength 0.36", "× +1": what became of the level of a need or
// drive. A part that has no part in it is empty.
constexpr size_t kMotiveColumns = 5;
std::array<std::string, kMotiveColumns> motive_columns(const ExplainedDecision& decision,
                                                       const RankedOption& option, const TermInfo& term) {
  const float input = option.value(term.input), value = option.value(term.value);
  const float contribution = option.value(term.contribution);
  std::array<std::string, kMotiveColumns> columns;
  if (input == value && option.action->rewards.given) {
    columns[0] = fmt::format("worth {:.4g}", value);
  } else {
    columns[0] = fmt::format("level {:.4g}", input);
    if (const auto felt = decision.felt_as(option, term)) {
      if (felt->weight != 1) columns[1] = fmt::format("weight {:.4g}", felt->weight);
      if (!felt->curve.empty()) columns[2] = fmt::format("curve {}", felt->curve);
    }
    columns[3] = fmt::format("strength {:.4g}", value);
  }
  if (value != 0) columns[4] = fmt::format("× {:+.4g}", contribution / value);
  return columns;
}

class WhyText {
 public:
  WhyText(const ExplainedDecision& decision, const std::string& flips_unknown)
      : decision_(decision),
        flips_unknown_(flips_unknown),
        thought_(decision.thought()),
        agent_(decision.asked().agent().value),
        color_(use_color(stdout)) {
    for (const auto* entries : {&decision.options(), &decision.choices()}) {
      for (const RankedOption& option : *entries) {
        width_ = std::max(width_, option.name.size());
        for (const TermInfo& term : option.terms)
          if (option.is_eligible) note_width(option, term);
      }
    }
  }

  void note_width(const RankedOption& option, const TermInfo& term) {
    width_ = std::max(width_, term.name.size() + 2);
    if (term.kind != ishi::TermKind::motive) return;
    const auto columns = motive_columns(decision_, option, term);
    for (size_t i = 0; i < kMotiveColumns; ++i)
      motive_widths_[i] = std::max(motive_widths_[i], width_of(columns[i]));
  }

  void print() const {
    print_head();
    print_table(decision_.options());
    if (!decision_.options().empty()) print_note();
    if (!decision_.options().empty() && !decision_.choices().empty()) fmt::print("\nits choices\n");
    print_table(decision_.choices());
    print_plan();
    print_foreseen();
    if (flips_unknown_.empty())
      print_flips();
    else
      fmt::print("\n{}\n", dim(wrapped("what would change it is not known: " + flips_unknown_, 0, 2)));
  }

 private:
  // The columns of a need or drive, which stand below those of the others.
  [[nodiscard]] std::string motive_words(const RankedOption& option, const TermInfo& term) const {
    const auto columns = motive_columns(decision_, option, term);
    std::string words;
    for (size_t i = 0; i < kMotiveColumns; ++i) {
      if (motive_widths_[i] == 0) continue;
      if (!words.empty()) words += i + 1 == kMotiveColumns ? " " : "  ";
      words += fmt::format("{:<{}}", columns[i], motive_widths_[i]);
    }
    return words.substr(0, words.find_last_not_of(' ') + 1);
  }

  void print_head() const {
    const AskedSituation& asked = decision_.asked();
    const RankedOption* const best = decision_.picked();
    const std::string_view counts = asked.profile_name_in(thought_.state);
    const std::string profile = counts.empty()
                                    ? ""
                                    : fmt::format(" (importance {}{})", counts,
                                                  counts == asked.profile_name() ? "" : ", of its state");
    const std::string state = thought_.state == kNoState ? "" : fmt::format(", {},", decision_.state_name());
    const bool chooses_alone = decision_.options().empty() && !decision_.choices().empty();
    const std::string target =
        thought_.picked_for.empty() ? "" : fmt::format(" for {}", shown(thought_.picked_for));
    fmt::print("{}{}{} {}\n\n", bold(asked.agent().name.text), profile, state,
               best != nullptr ? fmt::format("picks {}{}", bold(best->name), target)
               : chooses_alone ? chosen_words()
                               : "picks nothing");
    if (const AskedSituation::Decided* const decided = asked.decided())
      fmt::print("{}\n\n", dim(moment_words(*decided)));
    else if (asked.is_run())
      fmt::print("{}\n\n",
                 dim(fmt::format(
                     fmt::runtime(asked.agent().value.senses.empty()
                                      ? "its first thought: `ishi play` with the same options shows all of "
                                        "the {} of this run"
                                      : "a thought before its senses notice anybody: `--at 0s` explains the "
                                        "first thought of this run, and `ishi play` shows all of its {}"),
                     show(asked.situation().course.seconds, Quantity::duration))));
  }

  // "its thought at 3.50s"; of a moment at which it did not think "its last thought by 1h, at 3599.02s".
  [[nodiscard]] std::string moment_words(const AskedSituation::Decided& decided) const {
    const AskedSituation& asked = decision_.asked();
    const std::string at = "at " + decided.time;
    const std::optional<NamedMoment> moment = read_moment(asked.question().moment);
    const bool is_then = !moment || (moment->frame ? *moment->frame == decided.frame
                                                   : fmt::format("{:.2f}s", moment->seconds) == decided.time);
    if (is_then) return fmt::format("its thought {}", at);
    const double leaves_at = asked.situation().leaves_at;
    const double seconds =
        moment->frame ? static_cast<double>(*moment->frame) / kFramesPerSecond : moment->seconds;
    return seconds >= leaves_at
               ? fmt::format("its last thought, {}: it left at {}", at, show(leaves_at, Quantity::duration))
               : fmt::format("its last thought by {}, {}", asked.question().moment, at);
  }

  // "chooses best: bag 2, weapon: bag 2", of an agent that chooses and does nothing.
  [[nodiscard]] std::string chosen_words() const {
    std::string text = "chooses ";
    for (const RankedOption& choice : decision_.choices()) {
      text +=
          fmt::format("{}{}: {}", &choice == decision_.choices().data() ? "" : ", ", choice.name,
                      bold(choice.is_eligible ? shown(choice.facts->names[choice.facts->best]) : "nobody"));
    }
    return text;
  }

  void print_table(const std::vector<RankedOption>& options) const {
    float greatest = 1;
    for (const RankedOption& option : options)
      if (option.is_eligible) greatest = std::max(greatest, option.total());
    for (const RankedOption& option : options) {
      if (option.is_eligible)
        print_option(option, greatest);
      else
        print_obstacle(option);
    }
  }

  void print_obstacle(const RankedOption& option) const {
    constexpr size_t kIndent = 4;
    const std::string text = fmt::format("not eligible: {}", decision_.obstacle(option));
    fmt::print("{:<{}}       {} {}\n", option.name, width_, dim("–"),
               dim(wrapped(text, width_ + 9, kIndent)));
  }

  void print_option(const RankedOption& option, float greatest) const {
    const bool is_picked = !option.is_choice && option.index == thought_.picked;
    fmt::print("{}\n", paint(score_line(option.name, width_, option.total(), greatest, is_picked),
                             is_picked ? Color::green : Color::none, color_));
    if (option.action->when.given())
      print_line("when",
                 dim(wrapped(fmt::format("`{}` holds", option.action->when.text), width_ + 1, width_ + 1)));
    if (option.action->rank.value != 0) print_line("rank", fmt::format("{}", option.action->rank.value));
    if (const auto chance = decision_.chance(option); chance && thought_.running == kNone)
      print_line("chance", fmt::format("{:.1f}%", 100 * *chance));
    print_member(option);
    for (const TermInfo& term : option.terms) print_term(option, term);
    if (const std::string how = combination_words(*option.action, agent_.select); !how.empty())
      fmt::print("  {}\n", dim(how));
    if (option.inertia != 0)
      print_line("inertia", fmt::format("{:>+8.4f} {}", option.inertia,
                                        dim(option.is_choice ? "because it was chosen already"
                                                             : "because it runs already")));
    for (const std::string& reason : reasons_not_to_compete(decision_, option))
      fmt::print("  {}\n", dim(reason));
  }

  void print_line(std::string_view name, const std::string& text) const {
    fmt::print("  {:<{}} {}\n", name, width_ - 2, text);
  }

  // The member of its set that it is for, and the scores of the others.
  void print_member(const RankedOption& option) const {
    const FactThought* const facts = option.facts;
    if (facts == nullptr) return;
    print_line(option.is_choice ? "is" : "for", shown(facts->names[facts->best]));
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
    if (count > 0) fmt::print("  {}\n", dim(wrapped(fmt::format("others: {}", others), 2, 4)));
  }

  void print_term(const RankedOption& option, const TermInfo& term) const {
    const float input = option.value(term.input), value = option.value(term.value);
    const float contribution = option.value(term.contribution) + 0.0F;  // no -0
    std::string how;
    bool is_added = true;
    switch (term.kind) {
      case ishi::TermKind::motive: how = motive_words(option, term); break;
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
    print_line(term.name, amount + (how.empty() ? "" : dim(" " + how)));
  }

  void print_note() const {
    if (const std::string note = decision_note(decision_); !note.empty()) fmt::print("\n{}\n", note);
  }

  // The steps of its plan, if it plans.
  void print_plan() const {
    const auto& planned = decision_.planned();
    if (!planned) return;
    const std::string when = planned->seconds > 0 ? fmt::format(", after {:.2f}s", planned->seconds) : "";
    const std::string work = dim(fmt::format("{} situation{} looked at{}", planned->situations,
                                             planned->situations == 1 ? "" : "s", when));
    const std::string reach = shown(planned->reach);
    if (planned->holds_already) {
      fmt::print("\n`{}` holds already: there is nothing to plan\n", reach);
    } else if (!planned->plan) {
      fmt::print("\n{} `{}`\n  {}\n",
                 planned->limit.empty() ? "no plan, however long, reaches" : "no plan was found that reaches",
                 reach, work);
      if (!planned->limit.empty()) fmt::print("  {}\n", planned->limit);
    } else {
      // A plan that the agent follows is not asked for: this one is made from the situation.
      const bool is_at_work = thought_.running != kNone && thought_.picked == thought_.running;
      fmt::print("\n{} {} to reach `{}`\n  it costs {}; {}\n", is_at_work ? "if it planned now:" : "plans",
                 bold(fmt::format("{}", fmt::join(planned->plan->steps, " → "))), reach,
                 cost_text(planned->plan->cost_seconds), work);
    }
  }

  // The steps that a goal with `foresee` decides ahead.
  void print_foreseen() const {
    const auto& foreseen = decision_.foreseen();
    if (!foreseen) return;
    const std::string when = foreseen->seconds > 0 ? fmt::format(" after {:.2f}s", foreseen->seconds) : "";
    if (foreseen->steps.empty())
      fmt::print("\nforesees no way to end it, so it begins nothing{}\n", dim(when));
    else
      fmt::print("\nforesees {}{}\n", bold(foreseen->steps), dim(when));
  }

  // The nearest change that makes another option win, those that are just as near, and some that are less so.
  void print_flips() const {
    if (decision_.is_drawn()) return;
    const auto& flips = decision_.flips();
    if (!decision_.is_repeatable()) {
      fmt::print("\n{}\n", dim("what would change it is not known: the same situation, played by itself, "
                               "gives another decision"));
      return;
    }
    if (flips.empty()) {
      fmt::print("\nno change of one key would change this\n");
      return;
    }
    constexpr size_t kMostFurther = 4;
    constexpr double kAsNear = 1e-6;  // of a range
    fmt::print("\n");
    size_t count = 0;
    for (; count < flips.size() && flips[count].share <= flips[0].share + kAsNear; ++count) {
      const Flip& flip = flips[count];
      fmt::print("{}{} {}\n", count > 0 ? "or " : "", bold(flip_words(flip)), dim(from_words(flip)));
    }
    std::string further;
    for (size_t i = count; i < flips.size() && i < count + kMostFurther; ++i)
      further += fmt::format("{}{}", further.empty() ? "further off: " : "; ", flip_words(flips[i]));
    if (flips.size() > count + kMostFurther)
      further += fmt::format("; and {} more", flips.size() - count - kMostFurther);
    if (!further.empty()) fmt::print("{}\n", dim(wrapped(further, 0, 2)));
  }

  // "at hp ≤ 31 it would flee"
  [[nodiscard]] std::string flip_words(const Flip& flip) const {
    const std::string_view option = decision_.picked_by(flip);
    const bool is_verb = option.find('.') == std::string_view::npos;  // no offer or plan
    const std::string target = flip.picked_for.empty() ? "" : fmt::format(" for {}", shown(flip.picked_for));
    return !flip.chosen.empty() ? fmt::format("{} it would choose {}", flip.condition, shown(flip.chosen))
           : option.empty()
               ? fmt::format("{} it would pick nothing", flip.condition)
               : fmt::format("{} it would {}{}{}", flip.condition, is_verb ? "" : "pick ", option, target);
  }

  static std::string from_words(const Flip& flip) { return fmt::format("({} is {})", flip.key, flip.from); }

  [[nodiscard]] std::string dim(std::string_view text) const { return paint(text, Color::dim, color_); }
  [[nodiscard]] std::string bold(std::string_view text) const { return paint(text, Color::bold, color_); }

  const ExplainedDecision& decision_;
  const std::string& flips_unknown_;
  const Thought& thought_;
  const Agent& agent_;
  const bool color_;
  size_t width_ = 6;
  std::array<size_t, kMotiveColumns> motive_widths_{};  // 0: no term has this column
};

}  // namespace

void print_explanation(const ExplainedDecision& decision, const std::string& flips_unknown) {
  WhyText(decision, flips_unknown).print();
}

}  // namespace ishi::compiler::cli
