#include "explain/failed_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "emit/emit.h"
#include "expression/expression.h"
#include "expression/parts.h"
#include "expression/written_unit.h"
#include "ishi/asset_info.h"
#include "language/unit.h"
#include "lower/lower.h"
#include "simulate/thought.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostParts = 8;  // parts; values of values could have any number

bool is_comparison(ExpressionKind kind) {
  return kind >= ExpressionKind::equal && kind <= ExpressionKind::greater_equal;
}

class Explanation {
 public:
  Explanation(const Model& model, const Units& units, const Sources& sources, const Situation& situation,
              uint32_t action)
      : model_(model), units_(units), sources_(sources), situation_(situation), action_(action) {}

  std::string write() {
    const Formula& when = model_.actions[action_].value.when;
    // Draws and past events are known to the agent alone.
    using enum ExpressionKind;
    if (when.root == nullptr ||
        find_part(model_, *when.root, {random, since_option, since_event, ended}) != nullptr ||
        holds(*when.root))
      return {};
    explain(*when.root, when);
    return text_;
  }

 private:
  // The value of an expression in the situation: the score of an agent that has no other one.
  [[nodiscard]] std::optional<float> value_of(const Expression& expression) const {
    Model probe = model_;
    const Named<Action>& original = model_.actions[action_];
    Named<Action> scored{original.name, {}};
    scored.value.score = {original.name.text, expression.span, &expression};
    probe.actions = {};
    probe.actions.push_back(std::move(scored));
    Named<Agent> agent = model_.agents[situation_.agent];
    agent.value.actions = {{original.name.text, original.name.span, 0}};
    agent.value.states = {};
    probe.agents = {};
    probe.agents.push_back(std::move(agent));
    probe.tests = {};
    Situation situation = situation_;
    situation.agent = 0;
    situation.running = situation_.running == action_ ? 0 : kNone;
    situation.state = kNone;
    Diagnostics said_before;
    const Lowered lowered = lower(probe, kNone, said_before);
    const std::vector<uint8_t> blob = emit(probe, lowered, units_, sources_, {}, said_before);
    Asset asset;
    Thought thought;
    if (said_before.has_errors() || !Asset::load(blob, asset) ||
        !think_once(asset, probe, situation, thought, ThoughtPart::decision))
      return std::nullopt;
    return thought.score(asset, 0);
  }

  [[nodiscard]] bool holds(const Expression& condition) const {
    const auto value = value_of(condition);
    return !value || *value != 0;
  }

  // Parts of a value with parameters stand in that value.
  [[nodiscard]] std::string text_of(const Expression& node, const Formula& formula) const {
    const bool is_here = node.span.file == formula.span.file && node.span.begin >= formula.span.begin &&
                         node.span.end - formula.span.begin <= formula.text.size();
    if (!is_here) return compiler::text_of(model_, formula, node);
    return shown_formula(
        formula.text.substr(node.span.begin - formula.span.begin, node.span.end - node.span.begin));
  }

  // `node` is false; all its parts that must hold and do not are told.
  void explain(const Expression& node, const Formula& formula, std::string_view before = "; ") {
    if (node.kind == ExpressionKind::both) {
      for (const Expression* part : node.operands) {
        if (!asks_nobody(*part) && !holds(*part)) explain(*part, formula, std::exchange(before, "; "));
      }
      return;
    }
    if (node.kind == ExpressionKind::known && node.operands[0]->kind == ExpressionKind::key)
      nobodies_.push_back(node.operands[0]->index);
    if (++told_ > kMostParts) return;
    text_ += fmt::format("{}`{}` is false", text_.empty() ? "" : before, text_of(node, formula));
    if (is_comparison(node.kind)) {
      add_operand(*node.operands[0], formula);
      add_operand(*node.operands[1], formula);
    } else if (node.kind == ExpressionKind::value) {
      const Formula& named = model_.values[node.index].value.is;
      explain(*named.root, named, ", since ");
    }
  }

  // Is it about somebody of whom it has been said that there is nobody? It tells nothing more then.
  [[nodiscard]] bool asks_nobody(const Expression& node) const {
    if (node.kind == ExpressionKind::key) return std::ranges::find(nobodies_, node.index) != nobodies_.end();
    if (node.kind == ExpressionKind::both) return false;  // its parts are looked at one by one
    return std::ranges::any_of(node.operands,
                               [&](const Expression* operand) { return asks_nobody(*operand); });
  }

  // "`hp` is 8", of an operand that does not say so itself.
  void add_operand(const Expression& node, const Formula& formula) {
    const bool is_number = node.type.kind == ValueKind::number || node.type.kind == ValueKind::integer;
    const bool is_word = node.type.kind == ValueKind::enumeration;
    const bool is_literal =
        node.kind == ExpressionKind::number || node.kind == ExpressionKind::enum_member ||
        (node.kind == ExpressionKind::negate && node.operands[0]->kind == ExpressionKind::number);
    if (is_literal || !(is_number || is_word)) return;
    const auto value = value_of(node);
    if (!value) return;
    std::string shown = show(*value, node.type.quantity, written_unit(model_, node));
    if (node.kind == ExpressionKind::team && *value < static_cast<float>(model_.teams.size())) {
      shown = fmt::format("`{}`", model_.teams[static_cast<size_t>(*value)].name.text);
    } else if (is_word) {
      const auto& words = model_.enums[node.type.reference].value.members;
      shown = fmt::format("`{}`", words[static_cast<size_t>(*value)].text);
    }
    text_ += fmt::format("{}`{}` is {}", text_.ends_with("is false") ? ": " : " and ", text_of(node, formula),
                         shown);
  }

  const Model& model_;
  const Units& units_;
  const Sources& sources_;
  const Situation& situation_;
  uint32_t action_;
  std::vector<uint32_t> nobodies_;  // keys that hold nobody, as told already
  std::string text_;
  size_t told_ = 0;
};

}  // namespace

std::string FailedCondition::explain(const Situation& situation, uint32_t action) const {
  return Explanation(model_, units_, sources_, situation, action).write();
}

}  // namespace ishi::compiler
