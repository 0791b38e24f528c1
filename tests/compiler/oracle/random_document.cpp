#include "compiler/oracle/random_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "compiler/oracle/dice.h"
#include "compiler/oracle/random_candidates.h"
#include "compiler/oracle/random_curves.h"
#include "compiler/oracle/random_expressions.h"
#include "compiler/oracle/random_facts.h"
#include "compiler/oracle/random_offers.h"
#include "compiler/oracle/random_options.h"
#include "compiler/oracle/written_fields.h"

namespace ishi::compiler::oracle {
namespace {

constexpr std::string_view kContract =
    "enums: { mood: [calm, wary, angry] }\n"
    "events: { hit: {}, called: {} }\n"
    "blackboard:\n"
    "  n1: { type: number, range: 0..100, default: 20 }\n"
    "  n2: { type: number, range: -5..5 }\n"
    "  n3: number\n"
    "  i1: { type: integer, range: 0..12, default: 3 }\n"
    "  b1: boolean\n"
    "  mood: mood\n"
    "  d1: { type: length, range: 0m..50m, default: 10m }\n"
    "  t1: { type: duration, range: 0s..60s }\n"
    "  who: person\n"
    "  other: entity\n"
    "  home: point\n"
    "  wind: direction\n"
    "  w1: { type: number, range: 0..1, scope: world }\n"
    "  m1: { type: number, range: 0..1, scope: team, default: 0.5 }\n";

constexpr std::string_view kPersonText =
    "  person:\n"
    "    fields: { strength: { type: number, range: 0..10 }, side: { one_of: [friend, foe] }, "
    "armed: boolean, buddy: person, grade: { type: integer, range: 0..9 }, look: direction, tall: boolean, "
    "price: { type: number, range: 0..2, default: 0.4 } }\n";
constexpr std::string_view kCrateText =
    "  crate:\n"
    "    fields: { price: { type: number, range: 0..1 }, tall: boolean, "
    "worth: { type: number, range: 0..1, default: 0.3 }, heavy: boolean }\n";

class Writer {
 public:
  explicit Writer(std::mt19937& random) : dice_(random), expressions_(dice_) {}

  RandomDocument write() {
    out_ = "ishi: 1\n";
    if (dice_.chance(0.3)) out_ += "up: z\n";
    out_ += kContract;
    out_ += random_curves(dice_);
    out_ += random_memories(dice_);
    out_ += random_sets(dice_);
    const int depth = dice_.chance(0.4) ? 4 : 1;
    RandomOptions options(dice_, expressions_, depth);
    Fields choices = options.choices(0, 1);
    write_wants();
    const Fields more = options.choices(1, 1 + dice_.below(3));
    choices.insert(choices.end(), more.begin(), more.end());
    out_ += "choices:\n" + written(choices, 2);
    const Fields actions = options.actions();
    const PlannerChain planners = options.planners();
    const std::string offers = dice_.chance(0.4) ? random_offering_set(dice_) : "";
    write_things(options, offers);
    const Fields agent = options.agent(actions, planners, offers);
    out_ += "actions:\n" + written(actions, 2);
    return {out_ + "planners:\n" + written(planners.text, 2) + "agents:\n  who:\n" + written(agent, 4),
            out_ + "planners:\n" + written(planners.written_out, 2) + "agents:\n  who:\n" +
                written(with_select_of(planners, agent), 4)};
  }

 private:
  void write_things(RandomOptions& options, const std::string& offers) {
    out_ += "things:\n";
    for (const char* const thing : {"person", "crate"}) {
      out_ += std::string_view(thing) == "person" ? kPersonText : kCrateText;
      if (may_offer(offers, thing)) out_ += "    offers:\n" + written(options.offers(thing, offers), 6);
    }
  }

  void write_wants() {
    out_ += "values:\n";
    for (int i = 0; i < 2; ++i) out_ += fmt::format("  v{}: \"{}\"\n", i, expressions_.number(2));
    expressions_.values = 2;
    out_ += fmt::format(
        "  f0: {{ params: {{ x: number, whom: entity }}, is: \"x * ({}) + far(distance(whom))\" }}\n",
        expressions_.number(1));
    out_ += "  crowd0: { params: { whom: entity }, is: \"count(people, distance(it, whom) < 6.373m)\" }\n";
    expressions_.calls = true;
    const bool lives = dice_.chance(0.4);
    std::vector<std::string> entries;
    for (const char* const name : {"need0", "need1", "drive0"}) {
      entries.push_back(fmt::format("level: \"{}\"", expressions_.number(3)));
      if (lives && dice_.chance(0.6)) expressions_.carried.emplace_back(name);
    }
    expressions_.motives = true;
    const char* const names[] = {"need0", "need1", "drive0"};
    for (size_t i = 0; i < entries.size(); ++i) {
      const bool is_carried = std::ranges::find(expressions_.carried, names[i]) != expressions_.carried.end();
      if (i != 1) out_ += i == 0 ? "needs:\n" : "drives:\n";
      out_ += fmt::format("  {}: {{ {}{} }}\n", names[i], is_carried ? carried() : entries[i], maybe_curve());
    }
    write_profiles();
  }

  // A level that lives: it begins, rises, or both.
  std::string carried() {
    const bool has_start = dice_.chance(0.6);
    std::string text = has_start ? fmt::format("start: {}", dice_.real(0, 1)) : "";
    if (has_start && dice_.chance(0.3)) return text;
    text += fmt::format("{}rise: \"{}\"", has_start ? ", " : "", expressions_.rate(2));
    if (dice_.chance(0.4)) text += fmt::format(", while: \"{}\"", expressions_.condition(2));
    return text;
  }

  void write_profiles() {
    out_ += "importance:\n";
    for (int i = 0; i < 3; ++i) {
      out_ += fmt::format("  p{}: {{ need0: {}, need1: {{ weight: {}{} }}, drive0: {{ weight: 1{} }} }}\n", i,
                          dice_.real(0, 3), dice_.real(0, 2), maybe_curve(), maybe_curve());
    }
  }

  std::string maybe_curve() {
    return dice_.chance(0.6) ? fmt::format(", curve: c{}", dice_.below(kCurves)) : "";
  }

  Dice dice_;
  RandomExpressions expressions_;
  std::string out_;
};

}  // namespace

RandomDocument random_document(std::mt19937& random) { return Writer(random).write(); }

}  // namespace ishi::compiler::oracle
