#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "language/functions.h"
#include "language/scalar.h"
#include "model/curve_units.h"
#include "workspace/complete_parts.h"
#include "workspace/formula_tokens.h"
#include "workspace/usual_values.h"
#include "workspace/value_fit.h"

// Names, words and functions in expressions.

namespace ishi::compiler {
namespace {

constexpr Type kCondition{ValueKind::boolean};
constexpr double kNever = 2 * kNeverFits;

bool is_condition(std::string_view field) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"when", "while", "until", "interruptible", "requires", "check", "if", "reach"});
  return std::ranges::find(kNames, field) != kNames.end();
}

bool is_numeric(const Type& type) {
  return type.kind == ValueKind::number || type.kind == ValueKind::integer;
}

class FormulaCompleter {
 public:
  FormulaCompleter(const CompletionScope& scope, const Field& field)
      : scope_(scope),
        model_(scope.model),
        field_(field),
        text_(scope.text.substr(scope.cursor.begin, scope.cursor.end - scope.cursor.begin)),
        at_(scope.offset - scope.cursor.begin),
        tokens_(formula_tokens(text_)) {
    for (; next_ < tokens_.size() && tokens_[next_].end < at_; ++next_) {
    }
    // The name that has been begun, if any.
    begin_ = at_;
    size_t first = next_;
    if (next_ < tokens_.size() && tokens_[next_].begin < at_ && tokens_[next_].is_name) {
      begin_ = tokens_[next_].begin;
      first = next_;
      ++next_;
    } else {
      while (first < tokens_.size() && tokens_[first].end <= at_) ++first;
      next_ = first;
      if (next_ < tokens_.size() && tokens_[next_].begin == at_ && tokens_[next_].is_name) ++next_;
    }
    before_ = first;
  }

  std::vector<Candidate> complete(uint32_t& begin) {
    begin = scope_.cursor.begin + begin_;
    std::vector<Candidate> result;
    const Type wanted = wanted_type();
    if (token_before(0) == ".") {
      result = members();
    } else if (is_operand_expected()) {
      result = operands(wanted);
    } else {
      for (const std::string_view word : {"and", "or"}) result.push_back(word_candidate(word));
    }
    rank(wanted, result);
    leave_out_impossible(result);
    if (wanted.kind == ValueKind::boolean && is_operand_end()) {
      for (Candidate& candidate : result) make_condition(candidate);
    }
    return result;
  }

 private:
  // `back`: 0 is the token right before the place.
  [[nodiscard]] std::string_view token_before(size_t back) const {
    return back < before_ ? tokens_[before_ - 1 - back].text : std::string_view();
  }
  [[nodiscard]] bool is_operand_expected() const {
    if (before_ == 0) return true;
    const FormulaToken& last = tokens_[before_ - 1];
    if (last.text == "and" || last.text == "or" || last.text == "not") return true;
    return !last.is_name && last.text != ")" && !(last.text[0] >= '0' && last.text[0] <= '9');
  }

  // Nothing is made of the operand: it is the whole condition, or one of those that `and` joins.
  [[nodiscard]] bool is_operand_end() const {
    if (next_ >= tokens_.size()) return true;
    const std::string_view behind = tokens_[next_].text;
    return behind == "and" || behind == "or" || behind == ")" || behind == ",";
  }

  // What is no condition by itself is offered as one: `rounds > 1`, `foe.known`.
  void make_condition(Candidate& candidate) const {
    const std::string text = candidate.text.empty() ? candidate.name : candidate.text;
    const int place = static_cast<int>(std::ranges::count(text, '$')) + 1;
    const Type& type = candidate.type;
    const bool is_field_of_set = candidate.name == "needs" || candidate.name == "drives";
    if (candidate.name == "nothing" || candidate.name == "self" || is_field_of_set) return;
    if (is_numeric(type))
      candidate.text = fmt::format("{} > ${{{}:{}}}", text, place, usual_operand(scope_, type));
    else if (type.kind == ValueKind::entity || type.kind == ValueKind::candidate)
      candidate.text = fmt::format("{}.known", text);
    else if (type.kind == ValueKind::enumeration && candidate.symbol != SymbolKind::member)
      candidate.text = fmt::format("{} == ${{{}:{}}}", text, place, usual_operand(scope_, type));
    else
      return;
    candidate.is_snippet = candidate.text.find('$') != std::string::npos;
  }

  // The names joined by points that end before token `end`: `a.b`.
  [[nodiscard]] std::vector<std::string_view> chain_before(size_t end) const {
    std::vector<std::string_view> chain;
    while (end > 0 && tokens_[end - 1].is_name) {
      chain.insert(chain.begin(), tokens_[end - 1].text);
      if (end < 2 || tokens_[end - 2].text != ".") break;
      end -= 2;
    }
    return chain;
  }

  [[nodiscard]] const Named<Reference>* loop() const {
    const Named<Action>* const option = scope_.option();
    return option == nullptr || option->value.for_each.empty() ? nullptr : &option->value.for_each[0];
  }

  // The set over whose members the function around the place goes.
  [[nodiscard]] uint32_t set_around() const {
    for (size_t end = before_; end > 0;) {
      std::vector<FormulaToken> part(tokens_.begin(), tokens_.begin() + static_cast<ptrdiff_t>(end));
      const OpenCall call = open_call(part, part.empty() ? 0 : part.back().end + 1);
      if (call.parenthesis == 0) return kNone;
      const FunctionRow* const function = find_function(tokens_[call.parenthesis - 1].text);
      if (function != nullptr && function->arguments.starts_with('s') &&
          call.parenthesis + 1 < tokens_.size())
        return find_set(model_, in_model(tokens_[call.parenthesis + 1].text));
      end = call.parenthesis;
    }
    return kNone;
  }

  [[nodiscard]] std::string_view in_model(std::string_view name) const {
    return scope_.names.program->scopes->find(0, Space::expressions, name);
  }

  // The meaning of a chain of names: its type, and the set that it is a member of.
  struct Meaning {
    Type type;
    uint32_t set = kNone;
    bool is_choice = false;
    const Map<Variable>* fields = nullptr;
    const Variable* variable = nullptr;
  };
  [[nodiscard]] Meaning meaning_of(const std::vector<std::string_view>& chain) const {
    Meaning meaning;
    if (chain.empty()) return meaning;
    const std::string_view first = chain[0];
    const std::string_view name = in_model(first);
    const auto take = [&](const Map<Variable>& map, std::string_view of) {
      const uint32_t index = find_index(map, of);
      if (index == kNone) return false;
      meaning.type = map[index].value.resolved;
      meaning.variable = &map[index].value;
      return true;
    };
    if (scope_.parameters() != nullptr && take(*scope_.parameters(), first)) {
    } else if (loop() != nullptr && loop()->name.text == first) {
      meaning.set = loop()->value.index;
      meaning.type = scope_.member_type_of(meaning.set);
    } else if (first == "it") {
      meaning.set = set_around();
      meaning.type = scope_.member_type_of(meaning.set);
      if (meaning.set == kNone) meaning.type = it_type();
    } else if (first == "event" && scope_.event() != nullptr && chain.size() > 1) {
      take(scope_.event()->value.fields, chain[1]);
      return rest(meaning, chain, 2);
    } else if (take(model_.blackboard, first)) {
    } else if (const uint32_t value = find_index(model_.values, name); value != kNone) {
      if (model_.values[value].value.is.root != nullptr)
        meaning.type = model_.values[value].value.is.root->type;
    } else if (const uint32_t choice = find_index(model_.choices, name); choice != kNone) {
      meaning.set = model_.choices[choice].value.set();
      meaning.type = scope_.member_type_of(meaning.set);
      meaning.is_choice = true;
    } else if (first == "self" || first == "nothing") {
      meaning.type = {ValueKind::entity};
    } else if (first == "needs" || first == "drives") {
      if (chain.size() > 1) meaning.type = {ValueKind::number};
      return meaning;
    }
    return rest(meaning, chain, 1);
  }

  [[nodiscard]] Meaning rest(Meaning meaning, const std::vector<std::string_view>& chain, size_t next) const {
    for (; next < chain.size(); ++next) {
      Meaning inner;
      for (const Candidate& member : members_of(meaning)) {
        if (member.name == chain[next]) inner.type = member.type;
      }
      meaning = inner;
    }
    return meaning;
  }

  // Whom a sense or a sound speaks of, or what offers something.
  [[nodiscard]] Type it_type() const {
    if (scope_.place.section == "senses") {
      const uint32_t sense = find_index(model_.senses, scope_.place.entry);
      return sense == kNone ? Type() : model_.senses[sense].value.target;
    }
    if (scope_.place.section == "sounds") {
      const uint32_t sound = find_index(model_.sounds, scope_.place.entry);
      return sound == kNone ? Type() : model_.sounds[sound].value.maker;
    }
    if (scope_.place.section == "things")
      return {ValueKind::entity, Quantity::number, find_index(model_.things, scope_.place.entry)};
    return {};
  }

  [[nodiscard]] std::vector<Candidate> members_of(const Meaning& meaning) const {
    std::vector<Candidate> result;
    const auto word = [&](std::string_view name, const Type& type) {
      Candidate candidate = word_candidate(name);
      candidate.type = type;
      result.push_back(std::move(candidate));
    };
    const auto add_fields = [&](const Map<Variable>& fields) {
      append(result, scope_.names_of(fields, SymbolKind::field));
    };
    const bool is_memory_fact = meaning.set != kNone && is_memory(model_, meaning.set);
    if (meaning.set != kNone) {
      add_fields(own_fields(model_, meaning.set));
      if (is_memory_fact) {
        if (const auto* const noticed = noticed_fields(model_, meaning.set)) add_fields(*noticed);
        word("known", kCondition);
        word("position", {ValueKind::point});
        word("age", {ValueKind::number, Quantity::duration});
        word("confidence", {ValueKind::number});
        word("first_seen", {ValueKind::number, Quantity::duration});
        word("last_seen", {ValueKind::number, Quantity::duration});
        if (model_.memory[meaning.set].value.aware != kNone) word("awareness", {ValueKind::number});
      } else {
        for (const uint32_t thing : candidates_of(model_, meaning.set).value.things)
          add_fields(model_.things[thing].value.fields);
      }
      if (meaning.is_choice) word("score", {ValueKind::number});
    }
    if (meaning.type.kind == ValueKind::entity && !is_memory_fact) {
      if (meaning.type.reference != kNone && meaning.set == kNone)
        add_fields(model_.things[meaning.type.reference].value.fields);
      word("known", kCondition);
      word("position", {ValueKind::point});
      word("facing", {ValueKind::direction});
    }
    if (meaning.is_choice && meaning.type.kind == ValueKind::candidate) word("known", kCondition);
    const bool has_range = meaning.variable == nullptr
                               ? is_numeric(meaning.type)
                               : is_numeric(meaning.type) && meaning.variable->has_range();
    if (has_range) word("norm", {ValueKind::number});
    return result;
  }

  // The text behind the cursor is read of the name to be written: `|.noise`.
  [[nodiscard]] bool has_member(const Candidate& candidate, std::string_view member) const {
    if (candidate.name == "needs") return find_index(model_.needs, member) != kNone;
    if (candidate.name == "drives") return find_index(model_.drives, member) != kNone;
    if (candidate.name == "event")
      return scope_.event() != nullptr && find_index(scope_.event()->value.fields, member) != kNone;
    if (candidate.symbol == SymbolKind::alias) return true;
    const std::vector<Candidate> members = members_of(meaning_of({candidate.name}));
    return std::ranges::find(members, member, &Candidate::name) != members.end();
  }

  // The quantity of what the number at hand is compared with, added to or given to; nothing if that is not
  // known.
  [[nodiscard]] std::optional<Quantity> wanted_quantity() const {
    constexpr auto kAlike = std::to_array<std::string_view>({"<", ">", "<=", ">=", "==", "!=", "+", "-"});
    const auto is_alike = [&](std::string_view text) {
      return std::ranges::find(kAlike, text) != kAlike.end();
    };
    const auto of_number = [](std::string_view text) -> std::optional<Quantity> {
      Diagnostics said_elsewhere;
      Measure measure;
      if (!read_measure(text, {}, said_elsewhere, measure)) return std::nullopt;
      return measure.quantity;
    };
    const auto of_chain = [&](const std::vector<std::string_view>& chain) -> std::optional<Quantity> {
      const Type type = chain.empty() ? Type() : meaning_of(chain).type;
      if (!is_numeric(type)) return std::nullopt;
      return type.quantity;
    };
    const auto is_digit = [](std::string_view text) { return text[0] >= '0' && text[0] <= '9'; };
    if (before_ >= 2 && is_alike(token_before(0))) {
      const FormulaToken& other = tokens_[before_ - 2];
      if (is_digit(other.text)) return of_number(other.text);
      if (other.is_name) return of_chain(chain_before(before_ - 1));
    }
    if (next_ + 1 < tokens_.size() && is_alike(tokens_[next_].text)) {
      const FormulaToken& other = tokens_[next_ + 1];
      if (is_digit(other.text)) return of_number(other.text);
      std::vector<std::string_view> chain;
      for (size_t i = next_ + 1; i < tokens_.size() && tokens_[i].is_name; i += 2) {
        chain.push_back(tokens_[i].text);
        if (i + 1 >= tokens_.size() || tokens_[i + 1].text != ".") break;
      }
      if (other.is_name && find_function(other.text) == nullptr) return of_chain(chain);
    }
    const OpenCall call = open_call(tokens_, begin_);
    if (!call.is_call || !begins_argument()) return std::nullopt;
    const uint32_t curve = find_index(model_.curves, in_model(tokens_[call.parenthesis - 1].text));
    if (curve == kNone || !knows_input(model_.curves[curve].value)) return std::nullopt;
    return curve_input(model_.curves[curve].value);
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

  // The letter of the argument in which the place is; 0: it is in none.
  [[nodiscard]] char argument_letter(const FunctionRow** function = nullptr) const {
    const OpenCall call = open_call(tokens_, begin_);
    if (!call.is_call) return 0;
    const FunctionRow* const row = find_function(tokens_[call.parenthesis - 1].text);
    if (function != nullptr) *function = row;
    if (row == nullptr || row->arguments.empty()) return 0;
    std::string_view letters = row->arguments;
    if (letters.ends_with('*')) letters.remove_suffix(1);
    const char letter = letters[std::min<size_t>(call.argument, letters.size() - 1)];
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  }

  // Right inside of its parentheses or behind its comma: the whole argument is still to come.
  [[nodiscard]] bool begins_argument() const { return token_before(0) == "(" || token_before(0) == ","; }

  [[nodiscard]] Type wanted_type() const {
    const std::string_view before = token_before(0);
    if ((before == "==" || before == "!=") && before_ >= 2) return meaning_of(chain_before(before_ - 1)).type;
    const FormulaToken* const behind = next_ < tokens_.size() ? &tokens_[next_] : nullptr;
    if (behind != nullptr && (behind->text == "==" || behind->text == "!=") && next_ + 1 < tokens_.size() &&
        tokens_[next_ + 1].is_name) {
      const Type other = meaning_of({tokens_[next_ + 1].text}).type;
      if (other.kind == ValueKind::entity) return other;
      for (const auto& type : model_.enums) {
        const auto& members = type.value.members;
        if (std::ranges::find(members, tokens_[next_ + 1].text, &Name::text) != members.end())
          return {ValueKind::enumeration, Quantity::number, static_cast<uint32_t>(&type - &model_.enums[0])};
      }
    }
    if (behind != nullptr && (behind->text[0] == '<' || behind->text[0] == '>')) return {ValueKind::number};
    if (before == "<" || before == ">" || before == "<=" || before == ">=") return {ValueKind::number};
    constexpr std::string_view kArithmetic = "+-*/^";
    const bool is_arithmetic =
        (!before.empty() && kArithmetic.find(before[0]) != std::string_view::npos) ||
        (behind != nullptr && kArithmetic.find(behind->text[0]) != std::string_view::npos);
    if (is_arithmetic) return {ValueKind::number};
    const FunctionRow* function = nullptr;
    const OpenCall call = open_call(tokens_, begin_);
    if (call.is_call && begins_argument()) {
      const char letter = argument_letter(&function);
      if (function == nullptr) return {ValueKind::number};  // of a curve
      switch (letter) {
        case 'b': return kCondition;
        case 'p': return {ValueKind::entity};
        case 'd': return {ValueKind::direction};
        case 'n':
        case 'u':
        case 'v':
        case 'a':
        case 'l':
        case 'i': return {ValueKind::number};
        default: return {};
      }
    }
    if (before == "and" || before == "or" || before == "not") return kCondition;
    if (call.is_call) return {};
    return type_of_field();
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
      if (is_numeric(type)) given = type.quantity;
    }
    if (!given) return 0;
    return *given == curve_input(model_.curves[curve].value) ? 3 : -5;
  }

  // The type of the whole expression.
  [[nodiscard]] Type type_of_field() const {
    const std::string_view field = scope_.key_before(0);
    if (is_condition(field) || (field_.item == nullptr && is_condition(field_.name))) return kCondition;
    if (scope_.key_before(1) == "to" && scope_.place.section == "agents") return kCondition;
    const auto find_in = [&](const Map<Variable>& map) {
      const uint32_t index = find_index(map, field);
      return index == kNone ? Type() : map[index].value.resolved;
    };
    const std::string_view owner = scope_.key_before(1);
    if (owner == "set" || owner == "effects") return find_in(model_.blackboard);
    if (owner == "remember" || owner == "forget") return {ValueKind::entity};
    if (const uint32_t task = find_index(model_.tasks, owner); task != kNone)
      if (const Type type = find_in(model_.tasks[task].value.parameters); type.kind != ValueKind::error)
        return type;
    if (const uint32_t goal = find_index(model_.goals, owner); goal != kNone)
      if (const Type type = find_in(model_.goals[goal].value.parameters); type.kind != ValueKind::error)
        return type;
    if (const uint32_t event = find_index(model_.events, owner); event != kNone)
      if (const Type type = find_in(model_.events[event].value.fields); type.kind != ValueKind::error)
        return type;
    if (field == "target" || field == "away_from" || (field == "to" && owner == "walk"))
      return {ValueKind::entity};
    if (field == "switch") return {};
    return {ValueKind::number};
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
    append(result, scope_.names_of(Section::blackboard));
    append(result, scope_.names_of(Section::values));
    append(result, scope_.names_of(Section::choices));
    add_functions(result);
    add_words(result);
    for (const Scopes::Alias& alias : scope_.names.program->scopes->aliases(0))
      result.push_back(scope_.named({alias.name, alias.span}, SymbolKind::alias));
    for (const auto& level : model_.levels)
      result.push_back(scope_.named(level.name, SymbolKind::level, {ValueKind::number}));
    return result;
  }

  void add_functions(std::vector<Candidate>& result) const {
    const bool has_parenthesis = next_ < tokens_.size() && tokens_[next_].text == "(";
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
    word("nothing", {ValueKind::entity}, "nobody");
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
        return is_numeric(type) ? 1 : -2;
      default: return 0;
    }
  }

  // How many arguments stand in the parentheses behind the place.
  [[nodiscard]] size_t arguments_behind() const {
    size_t depth = 0, commas = 0, i = next_;
    for (; i < tokens_.size(); ++i) {
      if (tokens_[i].text == "(") ++depth;
      if (tokens_[i].text == ")" && --depth == 0) break;
      commas += tokens_[i].text == "," && depth == 1 ? 1 : 0;
    }
    return i == next_ + 1 ? 0 : commas + 1;
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
      if (quantity && is_numeric(candidate.type)) score += candidate.type.quantity == *quantity ? 3 : -4;
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

  const CompletionScope& scope_;
  const Model& model_;
  const Field& field_;
  std::string_view text_;
  uint32_t at_;
  std::vector<FormulaToken> tokens_;
  size_t before_ = 0;  // tokens before the place
  size_t next_ = 0;    // the first token behind it
  uint32_t begin_ = 0;
};

}  // namespace

std::vector<Candidate> complete_formula(const CompletionScope& scope, const Field& field, uint32_t& begin) {
  return FormulaCompleter(scope, field).complete(begin);
}

}  // namespace ishi::compiler
