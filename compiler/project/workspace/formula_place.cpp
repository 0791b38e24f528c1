#include "workspace/formula_place.h"

#include <algorithm>
#include <array>

#include "language/curve_units.h"
#include "language/scalar.h"
#include "workspace/complete_parts.h"

namespace ishi::compiler {
namespace {

constexpr Type kTrueOrFalse{ValueKind::boolean};

}  // namespace

bool is_condition(std::string_view field) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"when", "while", "until", "interruptible", "requires", "check", "if", "reach"});
  return std::ranges::find(kNames, field) != kNames.end();
}

FormulaPlace::FormulaPlace(const CompletionScope& scope, const Field& field)
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

std::string_view FormulaPlace::token_before(size_t back) const {
  return back < before_ ? tokens_[before_ - 1 - back].text : std::string_view();
}

bool FormulaPlace::is_operand_expected() const {
  if (before_ == 0) return true;
  const FormulaToken& last = tokens_[before_ - 1];
  if (last.text == "and" || last.text == "or" || last.text == "not") return true;
  return !last.is_name && last.text != ")" && !(last.text[0] >= '0' && last.text[0] <= '9');
}

bool FormulaPlace::is_operand_end() const {
  if (next_ >= tokens_.size()) return true;
  const std::string_view behind = tokens_[next_].text;
  return behind == "and" || behind == "or" || behind == ")" || behind == ",";
}

std::vector<std::string_view> FormulaPlace::chain_before(size_t end) const {
  std::vector<std::string_view> chain;
  while (end > 0 && tokens_[end - 1].is_name) {
    chain.insert(chain.begin(), tokens_[end - 1].text);
    if (end < 2 || tokens_[end - 2].text != ".") break;
    end -= 2;
  }
  return chain;
}

const Named<Reference>* FormulaPlace::loop_named(std::string_view name) const {
  if (loop() != nullptr && loop()->name.text == name) return loop();
  for (const Named<Reference>* const of_steps : scope_.loops_of_steps()) {
    if (of_steps->name.text == name) return of_steps;
  }
  return nullptr;
}

const Named<Reference>* FormulaPlace::loop() const {
  const Named<Action>* const option = scope_.option();
  return option == nullptr || option->value.for_each.empty() ? nullptr : &option->value.for_each[0];
}

uint32_t FormulaPlace::set_around() const {
  for (size_t end = before_; end > 0;) {
    std::vector<FormulaToken> part(tokens_.begin(), tokens_.begin() + static_cast<ptrdiff_t>(end));
    const OpenCall call = open_call(part, part.empty() ? 0 : part.back().end + 1);
    if (call.parenthesis == 0) return kNone;
    const FunctionRow* const function = find_function(tokens_[call.parenthesis - 1].text);
    if (function != nullptr && function->arguments.starts_with('s') && call.parenthesis + 1 < tokens_.size())
      return find_set(model_, in_model(tokens_[call.parenthesis + 1].text));
    end = call.parenthesis;
  }
  return kNone;
}

std::string_view FormulaPlace::in_model(std::string_view name) const {
  return scope_.names.program->scopes->find(0, Space::expressions, name);
}

FormulaPlace::Meaning FormulaPlace::meaning_of(const std::vector<std::string_view>& chain) const {
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
  } else if (const Named<Reference>* const named = loop_named(first); named != nullptr) {
    meaning.set = named->value.index;
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

FormulaPlace::Meaning FormulaPlace::rest(Meaning meaning, const std::vector<std::string_view>& chain,
                                         size_t next) const {
  for (; next < chain.size(); ++next) {
    Meaning inner;
    for (const Candidate& member : members_of(meaning)) {
      if (member.name == chain[next]) inner.type = member.type;
    }
    meaning = inner;
  }
  return meaning;
}

Type FormulaPlace::it_type() const {
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

std::vector<Candidate> FormulaPlace::members_of(const Meaning& meaning) const {
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
      word("known", kTrueOrFalse);
      word("position", {ValueKind::point});
      word("age", {ValueKind::number, Quantity::duration});
      word("confidence", {ValueKind::number});
      word("first_seen", {ValueKind::number, Quantity::duration});
      word("last_seen", {ValueKind::number, Quantity::duration});
      if (model_.memory[meaning.set].value.has_noises) word(kMaker, model_.memory[meaning.set].value.maker);
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
    word("known", kTrueOrFalse);
    word("position", {ValueKind::point});
    word("facing", {ValueKind::direction});
  }
  if (meaning.is_choice && meaning.type.kind == ValueKind::candidate) word("known", kTrueOrFalse);
  const bool has_range = meaning.variable == nullptr
                             ? is_plain_number(meaning.type)
                             : is_plain_number(meaning.type) && meaning.variable->has_range();
  if (has_range) word("norm", {ValueKind::number});
  return result;
}

bool FormulaPlace::has_member(const Candidate& candidate, std::string_view member) const {
  if (candidate.name == "needs") return find_index(model_.needs, member) != kNone;
  if (candidate.name == "drives") return find_index(model_.drives, member) != kNone;
  if (candidate.name == "event")
    return scope_.event() != nullptr && find_index(scope_.event()->value.fields, member) != kNone;
  if (candidate.symbol == SymbolKind::alias) return true;
  const std::vector<Candidate> members = members_of(meaning_of({candidate.name}));
  return std::ranges::find(members, member, &Candidate::name) != members.end();
}

std::optional<Quantity> FormulaPlace::wanted_quantity() const {
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
    if (!is_plain_number(type)) return std::nullopt;
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

char FormulaPlace::argument_letter(const FunctionRow** function) const {
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

bool FormulaPlace::begins_argument() const { return token_before(0) == "(" || token_before(0) == ","; }

Type FormulaPlace::wanted_type() const {
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
      case 'b': return kTrueOrFalse;
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
  if (before == "and" || before == "or" || before == "not") return kTrueOrFalse;
  if (call.is_call) return {};
  return type_of_field();
}

Type FormulaPlace::type_of_field() const {
  const std::string_view field = scope_.key_before(0);
  if (is_condition(field) || (field_.item == nullptr && is_condition(field_.name))) return kTrueOrFalse;
  if (scope_.key_before(1) == "to" && scope_.place.section == "agents") return kTrueOrFalse;
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
  if (field == "target" || field == "away_from" || field == "to") return {ValueKind::entity};
  if (field == "switch") return {};
  return {ValueKind::number};
}

size_t FormulaPlace::arguments_behind() const {
  size_t depth = 0, commas = 0, i = next_;
  for (; i < tokens_.size(); ++i) {
    if (tokens_[i].text == "(") ++depth;
    if (tokens_[i].text == ")" && --depth == 0) break;
    commas += tokens_[i].text == "," && depth == 1 ? 1 : 0;
  }
  return i == next_ + 1 ? 0 : commas + 1;
}

}  // namespace ishi::compiler
