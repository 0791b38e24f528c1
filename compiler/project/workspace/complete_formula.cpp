#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "language/curve_units.h"
#include "language/functions.h"
#include "language/scalar.h"
#include "workspace/complete_parts.h"
#include "workspace/formula_place.h"
#include "workspace/usual_values.h"
#include "workspace/value_fit.h"

// Names, words and functions in expressions.

namespace ishi::compiler {
namespace {

constexpr Type kCondition{ValueKind::boolean};
constexpr double kNever = 2 * kNeverFits;

class FormulaCompleter : FormulaPlace {
 public:
  using FormulaPlace::FormulaPlace;

  std::vector<Candidate> complete(uint32_t& begin) {
    begin = scope_.cursor.begin + begin_;
    std::vector<Candidate> result;
    const Type wanted = wanted_type();
    if (token_before(0) == ".") {
      result = members();
    } else if (is_operand_expected()) {
      result = operands(wanted);
    } else {
      for (const std::string_view word : {"and", "or"}) {
        result.push_back(word_candidate(word));
        if (!is_operand_end()) continue;
        result.back().text = fmt::format("{} ${{1:{}}}", word, word == "and" ? "true" : "false");
        result.back().is_snippet = true;
      }
    }
    rank(wanted, result);
    leave_out_impossible(result);
    for (const std::string_view word : field_.words) {  // which may stand in place of an expression
      const bool is_known = std::ranges::find(result, word, &Candidate::name) != result.end();
      if (before_ == 0 && !is_known) result.push_back(word_candidate(word));
    }
    if (wanted.kind == ValueKind::boolean && is_operand_end()) {
      for (Candidate& candidate : result) make_condition(candidate);
    }
    return result;
  }

 private:
  // A value that is no condition by itself is offered as one: `rounds > 1`, `foe.known`.
  void make_condition(Candidate& candidate) const {
    const std::string text = candidate.text.empty() ? candidate.name : candidate.text;
    const int place = static_cast<int>(std::ranges::count(text, '$')) + 1;
    const Type& type = candidate.type;
    const bool is_field_of_set = candidate.name == "needs" || candidate.name == "drives";
    if (candidate.name == "nothing" || candidate.name == "self" || is_field_of_set) return;
    if (is_plain_number(type))
      candidate.text = fmt::format("{} > ${{{}:{}}}", text, place, usual_operand(scope_, type));
    else if (type.kind == ValueKind::entity || type.kind == ValueKind::candidate)
      candidate.text = fmt::format("{}.known", text);
    else if (type.kind == ValueKind::enumeration && candidate.symbol != SymbolKind::member)
      candidate.text = fmt::format("{} == ${{{}:{}}}", text, place, usual_operand(scope_, type));
    else
      return;
    candidate.is_snippet = candidate.text.find('$') != std::string::npos;
  }

  [[nodiscard]] std::vector<Candidate> members() const {
    const std::vector<std::string_view> chain = chain_before(before_ - 1);
    if (chain.empty()) return {};
    if (chain.size() == 1 && chain[0] == "needs") return scope_.names_of(Section::needs);
    if (chain.size() == 1 && chain[0] == "drives") return scope_.names_of(Section::drives);
    if (chain.size() == 1 && chain[0] == "event" && scope_.event() != nullptr)
      return scope_.names_of(scope_.event()->value.fields, SymbolKind::field);
    const Scopes& scopes = *scope_.names.program->scopes;
    if (const Scopes::Alias* const alias = scopes.find_alias(0, chain[0]);
        alias != nullptr && chain.size() == 1) {
      std::vector<Candidate> result;
      if (alias->unit == Scopes::kNoUnit) return result;
      for (const std::string_view name : scopes.names_behind(*alias, Space::expressions))
        result.push_back(scope_.named({name, {}}, SymbolKind::value));
      return result;
    }
    return members_of(meaning_of(chain));
  }

  // A curve that takes what stands in the parentheses behind it.
  [[nodiscard]] double fit_of_curve(std::string_view name) const {
    const uint32_t curve = find_index(model_.curves, in_model(name));
    if (curve == kNone || !knows_input(model_.curves[curve].value) || next_ + 1 >= tokens_.size()) return 0;
    const FormulaToken& first = tokens_[next_ + 1];
    std::optional<Quantity> given;
    if (const FunctionRow* const function = find_function(first.text); function != nullptr) {
      if (function->result == 'l') given = Quantity::length;
      if (function->result == 'a') given = Quantity::angle;
    } else if (first.is_name) {
      std::vector<std::string_view> chain;
      for (size_t i = next_ + 1; i < tokens_.size() && tokens_[i].is_name; i += 2) {
        chain.push_back(tokens_[i].text);
        if (i + 1 >= tokens_.size() || tokens_[i + 1].text != ".") break;
      }
      const Type type = meaning_of(chain).type;
      if (is_plain_number(type)) given = type.quantity;
    }
    if (!given) return 0;
    return *given == curve_input(model_.curves[curve].value) ? 3 : -5;
  }

  [[nodiscard]] std::vector<Candidate> operands(const Type& wanted) const {
    std::vector<Candidate> result;
    const FunctionRow* function = nullptr;
    const char letter = argument_letter(&function);
    if (letter == 's' && begins_argument()) {
      append(result, scope_.names_of(Section::memory));
      append(result, scope_.names_of(Section::candidates));
      return result;
    }
    if (is_compared_with_team()) return scope_.names_of(Section::teams);
    if (letter == 'm') {
      append(result, scope_.names_of(Section::actions));
      append(result, scope_.names_of(Section::events));
      return result;
    }
    if (wanted.kind == ValueKind::enumeration) append(result, scope_.words_of(wanted));
    if (scope_.parameters() != nullptr)
      append(result, scope_.names_of(*scope_.parameters(), SymbolKind::parameter));
    if (const Named<Reference>* const its = loop(); its != nullptr)
      result.push_back(
          scope_.named(its->name, SymbolKind::loop_variable, scope_.member_type_of(its->value.index)));
    for (const Named<Reference>* const of_steps : scope_.loops_of_steps())
      result.push_back(scope_.named(of_steps->name, SymbolKind::loop_variable,
                                    scope_.member_type_of(of_steps->value.index)));
    append(result, scope_.names_of(Section::blackboard));
    append(result, scope_.names_of(Section::values));
    std::erase_if(result, [&](const Candidate& one) { return is_called(one); });
    append(result, scope_.names_of(Section::choices));
    add_functions(result);
    add_words(result);
    for (const Scopes::Alias& alias : scope_.names.program->scopes->aliases(0))
      result.push_back(scope_.named({alias.name, alias.span}, SymbolKind::alias));
    for (const auto& level : model_.levels)
      result.push_back(scope_.named(level.name, SymbolKind::level, {ValueKind::number}));
    return result;
  }

  // Behind `team ==`.
  [[nodiscard]] bool is_compared_with_team() const {
    if (model_.teams.empty() || before_ < 2 || tokens_[before_ - 2].text != "team") return false;
    return tokens_[before_ - 1].text == "==" || tokens_[before_ - 1].text == "!=";
  }

  // A value with parameters.
  [[nodiscard]] bool is_called(const Candidate& candidate) const {
    if (candidate.symbol != SymbolKind::value) return false;
    const uint32_t value = find_index(model_.values, in_model(candidate.name));
    return value != kNone && !model_.values[value].value.parameters.empty();
  }

  void add_functions(std::vector<Candidate>& result) const {
    const bool has_parenthesis = next_ < tokens_.size() && tokens_[next_].text == "(";
    std::vector<Candidate> values = scope_.names_of(Section::values);
    std::erase_if(values, [&](const Candidate& one) { return !is_called(one); });
    for (Candidate& value : values) {
      const Type type = value.type;
      result.push_back(std::move(as_functions({std::move(value)}, has_parenthesis)[0]));
      result.back().type = type;
    }
    for (Candidate& curve : as_functions(scope_.names_of(Section::curves), has_parenthesis))
      result.push_back(std::move(curve));
    for (const FunctionRow& row : functions()) {
      Candidate candidate;
      candidate.name = row.name;
      candidate.kind = CompletionKind::function;
      candidate.type = row.result == 'b'   ? kCondition
                       : row.result == 'l' ? Type{ValueKind::number, Quantity::length}
                       : row.result == 'a' ? Type{ValueKind::number, Quantity::angle}
                       : row.result == 'd' ? Type{ValueKind::direction}
                                           : Type{ValueKind::number};
      candidate.detail = row.form;
      candidate.doc = row.doc;
      if (!has_parenthesis) candidate.text = fmt::format("{}{}", row.name, usual_arguments(scope_, row.name));
      candidate.is_snippet = !has_parenthesis;
      result.push_back(std::move(candidate));
    }
    if (!has_parenthesis) return;
    std::erase_if(result, [](const Candidate& one) {
      return one.kind != CompletionKind::function && one.symbol != SymbolKind::alias;
    });
  }

  [[nodiscard]] std::vector<Candidate> as_functions(std::vector<Candidate> curves,
                                                    bool has_parenthesis) const {
    for (Candidate& curve : curves) {
      curve.kind = CompletionKind::function;
      curve.type = {ValueKind::number};
      if (!has_parenthesis) curve.text = fmt::format("{}{}", curve.name, usual_arguments(scope_, curve.name));
      curve.is_snippet = !has_parenthesis;
    }
    return curves;
  }

  void add_words(std::vector<Candidate>& result) const {
    if (next_ < tokens_.size() && tokens_[next_].text == "(") return;
    const auto word = [&](std::string_view name, const Type& type, std::string_view detail) {
      Candidate candidate = word_candidate(name, detail);
      candidate.type = type;
      result.push_back(std::move(candidate));
    };
    const bool is_of_option = scope_.option() != nullptr && scope_.place.section != "choices";
    const Type kTime{ValueKind::number, Quantity::duration};
    if (!model_.needs.empty()) word("needs", {ValueKind::number}, "levels of needs");
    if (!model_.drives.empty()) word("drives", {ValueKind::number}, "levels of drives");
    if (scope_.event() != nullptr) word("event", {}, "what has just arrived");
    if (is_of_option) word("running", kCondition, "this action runs");
    if (is_of_option || scope_.is_below("states") || scope_.place.section == "goals")
      word("elapsed", kTime, "how long this runs");
    word("time", kTime, "since the world began");
    word("random", {ValueKind::number}, "drawn from 0 to 1");
    word("self", {ValueKind::entity}, "the agent itself");
    if (set_around() != kNone || it_type().kind != ValueKind::error)
      word("it", scope_.member_type_of(set_around()), "a member of the set");
    if (!model_.teams.empty()) word("team", kCondition, "the agent's team");
    word("nothing", {ValueKind::entity}, "nobody");
    word("nowhere", {ValueKind::point}, "the point that is no place");
    word("not", kCondition, "the opposite");
    word("true", kCondition, "");
    word("false", kCondition, "");
    if (std::ranges::any_of(model_.memory, [](const auto& memory) { return memory.value.aware != kNone; }))
      word("awareness", {ValueKind::number}, "the greatest of all facts");
  }

  [[nodiscard]] static double fit(const Candidate& candidate, const Type& wanted) {
    const Type& type = candidate.type;
    if (wanted.kind == ValueKind::error || type.kind == ValueKind::error) return 0;
    const bool is_entity = type.kind == ValueKind::entity || type.kind == ValueKind::point;
    switch (wanted.kind) {
      case ValueKind::enumeration:
        return type.kind != ValueKind::enumeration || type.reference != wanted.reference ? -8
               : candidate.symbol == SymbolKind::member                                  ? 3
                                                                                         : 1;
      case ValueKind::entity:
      case ValueKind::point:
        if (!is_entity) return -8;
        return wanted.reference != kNone && type.reference != kNone && type.reference != wanted.reference ? -6
                                                                                                          : 2;
      case ValueKind::boolean: return type.kind == ValueKind::boolean ? 2 : is_entity ? -0.5 : 0;
      case ValueKind::number:
      case ValueKind::integer:
        if (is_entity) return -1;  // `foe.hp`
        return is_plain_number(type) ? 1 : -2;
      default: return 0;
    }
  }
  static bool takes(const FunctionRow& function, size_t count) {
    size_t least = 0, most = 0;
    for (const char letter : function.arguments) {
      if (letter == '*') return count >= least;
      ++most;
      least += letter >= 'a' ? 1 : 0;
    }
    return count >= least && count <= most;
  }

  // The sign behind a name tells its kind: a member, an argument in parentheses.
  [[nodiscard]] double fit_before(const Candidate& candidate) const {
    const std::string_view behind = next_ < tokens_.size() ? tokens_[next_].text : std::string_view();
    const std::string_view then = next_ + 1 < tokens_.size() ? tokens_[next_ + 1].text : std::string_view();
    if (behind == "." && !then.empty()) return has_member(candidate, then) ? 6 : -8;
    if (behind != "(" || candidate.kind != CompletionKind::function) return 0;
    const FunctionRow* const function = find_function(candidate.name);
    if (function == nullptr)
      return fit_of_curve(candidate.name) + (find_set(model_, in_model(then)) == kNone ? 2 : -6);
    if (!takes(*function, arguments_behind())) return kNever;
    const bool is_set = find_set(model_, in_model(then)) != kNone;
    const bool is_moment =
        find_index(model_.actions, then) != kNone || find_index(model_.events, then) != kNone;
    const bool takes_set = function->arguments.starts_with('s');
    const bool takes_moment = function->arguments == "m";
    if (takes_set || is_set) return takes_set && is_set ? 4 : -6;
    return takes_moment == is_moment ? (is_moment ? 8 : 1) : -6;
  }

  // Words that mean something in some places more than in others.
  [[nodiscard]] double fit_of_word(const Candidate& candidate, const Type& wanted) const {
    if (candidate.kind != CompletionKind::word) return 0;
    const std::string_view before = token_before(0);
    const std::string_view behind = next_ < tokens_.size() ? tokens_[next_].text : std::string_view();
    const bool is_asked =
        is_condition(field_.name) || is_condition(scope_.key_before(0)) || scope_.key_before(1) == "to";
    if (candidate.name == "running" && (before == "not" || before == "or" || behind == "or")) return 4;
    if (candidate.name == "running") return wanted.kind == ValueKind::boolean ? 1 : 0;
    if (candidate.name == "true" || candidate.name == "false") return is_asked && before != "==" ? -5 : 0;
    if (candidate.name == "it" && set_around() != kNone) return 1.5;
    return 0;
  }

  void rank(const Type& wanted, std::vector<Candidate>& candidates) const {
    const std::string_view before = token_before(0), earlier = token_before(1);
    const std::string_view behind = next_ < tokens_.size() ? tokens_[next_].text : std::string_view();
    std::string_view owner;
    for (size_t i = scope_.cursor.path.size(); i-- > 0;) {
      const Described above = i == 0 ? described_file() : scope_.place.steps[i - 1];
      if (scope_.cursor.path[i].is_item || !is_free_key(above, scope_.cursor.path[i].key)) continue;
      owner = scope_.cursor.path[i].key;
      break;
    }
    const std::optional<Quantity> quantity = wanted_quantity();
    const Habits& habits = scope_.habits;
    double order = 0;
    for (Candidate& candidate : candidates) {
      const std::string& name = candidate.name;
      const double of_type = fit(candidate, wanted), of_place = fit_before(candidate);
      double score = of_type + of_place + fit_of_word(candidate, wanted) + fit_of_name(candidate);
      const bool has_members =
          candidate.type.kind == ValueKind::entity || candidate.type.kind == ValueKind::candidate;
      if (of_place <= kNeverFits || (of_type <= kNeverFits && !has_members)) score += kOut;
      if (quantity && is_plain_number(candidate.type)) score += candidate.type.quantity == *quantity ? 3 : -4;
      // A function that gives a plain number gives no length; nor do levels and draws.
      const FunctionRow* const function = find_function(name);
      const bool gives_plain = function != nullptr ? function->result == 'n' || function->result == 'i'
                                                   : name == "needs" || name == "drives" || name == "random";
      if (gives_plain && quantity && *quantity != Quantity::number) score -= 8;
      score += 5 * std::log1p(habits.count_in_formulas(earlier, before, name));
      score += 3 * std::log1p(habits.count_in_formulas(before, name));
      score += 2 * std::log1p(habits.count_in_formulas_of({&field_, owner}, name));
      score += 0.7 * std::log1p(habits.count_in_formulas(name));
      if (!behind.empty() && behind != ")" && behind != ",")
        score += 1.5 * std::log1p(habits.count_in_formulas(name, behind));
      candidate.score += score - 0.01 * order++;
    }
    scope_.prefer_like_entry(candidates);
  }

  [[nodiscard]] double fit_of_name(const Candidate& candidate) const {
    double score = 0;
    if (candidate.kind != CompletionKind::word && scope_.is_unused(candidate)) score += 5;
    if (candidate.kind != CompletionKind::name) return score;
    const bool is_local =
        candidate.symbol == SymbolKind::parameter || candidate.symbol == SymbolKind::loop_variable;
    if (is_local) score += 2.5;
    // An argument is often called as its parameter is.
    if (candidate.name == scope_.key_before(0)) score += 4;
    const auto is_it = [&](const FormulaToken& token) {
      return token.is_name && token.text == candidate.name && token.begin != begin_;
    };
    if (!is_local && std::ranges::any_of(tokens_, is_it)) score -= 2;
    return score;
  }
};

}  // namespace

std::vector<Candidate> complete_formula(const CompletionScope& scope, const Field& field, uint32_t& begin) {
  return FormulaCompleter(scope, field).complete(begin);
}

}  // namespace ishi::compiler
