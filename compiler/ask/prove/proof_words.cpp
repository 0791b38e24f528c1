#include "prove/proof_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "language/unit.h"
#include "prove/proof_dependence.h"

namespace ishi::compiler {

std::string refutation(const ProofSubject& subject, const Violation& violation,
                       const ConfirmedWitness& witness) {
  const auto scored = [&](uint32_t option) {
    return fmt::format("`{}` ({:.4f})", subject.name_of(option),
                       witness.thought.score(subject.asset, subject.known.origins[option]));
  };
  std::string what;
  switch (violation.kind) {
    case Violation::Kind::wins: what = fmt::format("it picks {}", scored(violation.option)); break;
    case Violation::Kind::nothing_wins: what = "it picks nothing"; break;
    case Violation::Kind::eligible: break;  // nobody claims it
    case Violation::Kind::outscored:
      what = fmt::format("{} is not above {}", scored(violation.option), scored(violation.other));
      break;
    case Violation::Kind::above:
    case Violation::Kind::below:
      what =
          fmt::format("{} scores {} {:.6g}", scored(violation.option),
                      violation.kind == Violation::Kind::above ? "more than" : "less than", violation.bound);
      break;
  }
  const std::vector<std::string> lines = witness.text.lines();
  std::string text = fmt::format("refuted: {}, for instance {}", what,
                                 lines.empty() ? "where every key has its default" : "with");
  if (witness.text.seconds > 0)
    text += fmt::format("{}\n  a world that is {} old, which no test can say", lines.empty() ? ", in" : "",
                        show(witness.text.seconds, Quantity::duration));
  for (const std::string& line : lines) text += "\n  " + line;
  std::vector<std::string_view> beside;
  const auto& filled = subject.claim().filled_sets;
  const auto is_remembered = [&](uint32_t set) { return is_memory(subject.model, set); };
  if (std::ranges::any_of(subject.test.situation.entities,
                          [](const SituationEntity& entity) { return !entity.name.empty(); }))
    beside.emplace_back("`world`");
  if (std::ranges::any_of(filled, is_remembered)) beside.emplace_back("`remembers`");
  if (!std::ranges::all_of(filled, is_remembered)) beside.emplace_back("`candidates`");
  if (!beside.empty()) text += fmt::format("\n  and this test's {}", listed(beside));
  return text;
}

std::string undecided(const ProofSubject& subject, const Violation& violation, const std::string& why) {
  const std::string_view name = subject.name_of(violation.option);
  std::string what;
  switch (violation.kind) {
    case Violation::Kind::wins: what = fmt::format("whether it may pick `{}`", name); break;
    case Violation::Kind::nothing_wins: what = "whether it may pick nothing"; break;
    case Violation::Kind::eligible: break;  // nobody claims it
    case Violation::Kind::outscored:
      what = fmt::format("whether `{}` may score as much as `{}`", subject.name_of(violation.other), name);
      break;
    case Violation::Kind::above: what = fmt::format("whether `{}` may score more", name); break;
    case Violation::Kind::below: what = fmt::format("whether `{}` may score less", name); break;
  }
  const std::string text = fmt::format("undecided: {} is neither proved nor refuted", what);
  return why.empty() ? text : fmt::format("{}\n  {}", text, why);
}

}  // namespace ishi::compiler
