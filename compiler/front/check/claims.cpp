#include <fmt/format.h>

#include <initializer_list>
#include <string_view>

#include "check/checking.h"
#include "expression/parts.h"
#include "expression/types.h"

namespace ishi::compiler {
namespace {

using enum ExpressionKind;

// Something that `for_all` does not vary.
struct Unvaried {
  std::initializer_list<ExpressionKind> kinds;
  std::string_view what;
  std::string_view help;
};

constexpr std::initializer_list<ExpressionKind> kDraws = {random};
constexpr std::initializer_list<ExpressionKind> kMoments = {since_option, since_event};
constexpr std::initializer_list<ExpressionKind> kTimes = {time};
constexpr std::initializer_list<ExpressionKind> kSets = {set, choice, choice_score, fact, awareness};
constexpr Unvaried kUnvaried[] = {
    {kDraws, "this is drawn anew in each thought",
     "ask keys and carried levels here, and take what is drawn out"},
    {kMoments, "nothing has happened yet in the situations of a proof",
     "take this out, or look at one situation, in a test with `run`"},
    {kTimes, "`for_all` does not vary how old the world is",
     "ask keys and carried levels here, and take the time out"},
    {kSets, "`for_all` does not vary what sets hold",
     "ask keys and carried levels here; what a set holds stands beside it, under `remembers` or "
     "`candidates`"},
};

void refuse_unvaried(const Checking& c, Test& test) {
  for (const Unvaried& one : kUnvaried) {
    const Expression* const part = find_part(c.model, *test.where.root, one.kinds);
    if (part == nullptr) continue;
    c.diagnostics
        .report(Code::not_for_proofs, part->span,
                fmt::format("`where` asks about what `for_all` varies, and {}", one.what))
        .label(test.for_all.span, "this varies keys and carried levels")
        .help(std::string(one.help));
    test.where.root = nullptr;
    return;
  }
}

}  // namespace

void check_claims(const Checking& c) {
  for (auto& [name, test] : c.model.tests) {
    if (!test.where.given() || !test.for_all.given) continue;
    c.typer.enter("tests", name.text);
    Place place;
    place.in_score = true;
    // `for_all`, which is read later, decides if a key holds somebody.
    const Assumptions assumptions(c.known);
    c.known.suspect({"someone", test.for_all.span, nullptr});
    c.typer.type(test.where, kCondition, place, "`where`");
    if (test.where.root != nullptr) refuse_unvaried(c, test);
  }
}

}  // namespace ishi::compiler
