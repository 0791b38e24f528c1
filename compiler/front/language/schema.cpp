#include "language/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "diagnostics/json.h"
#include "language/functions.h"
#include "language/limits.h"
#include "language/schema_patterns.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

using Json = nlohmann::ordered_json;

// Sections of whose names one can stand where one of another section is expected.
struct Also {
  Section wanted;
  Section also;
};
constexpr std::array kAlso = {
    Also{Section::memory, Section::candidates},
    Also{Section::needs, Section::drives},
    Also{Section::things, Section::enums},
};

// A text of a form that is told in words where it does not fit; `such_as` what it looks like.
Json text_like(const std::string& regex, std::string_view such_as) {
  return {{"type", "string"},
          {"pattern", fmt::format("^({})$", regex)},
          {"patternErrorMessage", fmt::format("write {}", such_as)},
          {"errorMessage", fmt::format("write {}", such_as)}};
}

Json text_or(std::string_view type, const std::string& regex, std::string_view such_as) {
  Json schema = text_like(regex, such_as);
  schema["type"] = Json::array({type, "string"});
  return schema;
}

// A name that somebody gives; `taken` are those that the language uses itself there.
Json name_except(std::span<const std::string_view> taken) {
  std::string words;
  for (const std::string_view word : taken) words += fmt::format("{}{}", words.empty() ? "" : "|", word);
  return text_like(fmt::format("(?!({})$){}", words, kNamePattern),
                   "another name: this one is no name (small letters, digits and _, a letter first), or the "
                   "language uses it itself");
}

// The words that no entry of a section may be called by.
std::vector<std::string_view> taken_in(std::string_view section) {
  constexpr std::array kInExpressions = {Section::blackboard, Section::values,  Section::curves,
                                         Section::memory,     Section::choices, Section::candidates};
  const auto is_one = [&](Section one) { return section_name(one) == section; };
  if (std::ranges::any_of(kInExpressions, is_one)) {
    std::vector<std::string_view> words = words_in_expressions();
    for (const FunctionRow& function : functions()) words.push_back(function.name);
    return words;
  }
  if (is_one(Section::tasks) || is_one(Section::goals)) return words_of_steps();
  if (is_one(Section::enums) || is_one(Section::things)) {
    std::vector<std::string_view> words(type_names().begin(), type_names().end());
    words.emplace_back("sound");
    return words;
  }
  return {"doc", "extends", kRenamedFrom.name, "nothing"};
}

Json name() {
  return text_like(std::string(kNamePattern), "a name: small letters, digits and _, a letter first");
}

Json reference() { return text_like(dotted_name_pattern(), "a name, perhaps behind an alias: `std.near`"); }

// A value of one of two forms. If they are of different types, their keywords do not meet.
Json one_or_other(Json one, Json other) {
  const auto types = [](const Json& schema) {
    const Json type = schema.value("type", Json());
    return type.is_string() ? Json::array({type}) : type;
  };
  Json both = types(one);
  const Json of_other = types(other);
  const auto is_in = [](const Json& list, const Json& type) {
    return std::find(list.begin(), list.end(), type) != list.end();
  };
  bool meet = !both.is_array() || !of_other.is_array();
  for (const Json& type : of_other) meet = meet || is_in(both, type);
  for (const auto& [key, value] : one.items()) meet = meet || (key != "type" && other.contains(key));
  if (meet) return {{"anyOf", Json::array({std::move(one), std::move(other)})}};
  for (const Json& type : of_other) both.push_back(type);
  other.erase("type");
  one.erase("errorMessage");  // which tells of one of the two alone
  one["type"] = both;
  one.update(other);
  return one;
}

class SchemaWriter {
 public:
  explicit SchemaWriter(const ProjectNames& names) : names_(names) {}

  Json write() {
    Json root = of_mapping(kFileMapping);
    Json schema;
    schema["$schema"] = "http://json-schema.org/draft-07/schema#";
    schema["title"] = "Ishi source file, edition 1";
    for (auto& [key, value] : root.items()) schema[key] = value;
    schema["required"] = {"ishi"};
    schema["definitions"] = Json::object();
    for (auto& [name, definition] : definitions_) schema["definitions"][name] = definition;
    return schema;
  }

 private:
  // A mapping of its own, referred to by name. In a list nothing is inherited, so there it has to be whole.
  Json reference_to(const Mapping& mapping) {
    std::string name(mapping.title);
    std::ranges::replace(name, ' ', '_');
    if (is_whole_) name += "_in_a_list";
    if (!definitions_.contains(name)) {
      definitions_.emplace(name, Json::object());  // met again below: refers to itself
      definitions_[name] = of_mapping(mapping);
    }
    return {{"$ref", "#/definitions/" + name}};
  }

  Json of_mapping(const Mapping& mapping) {
    Json object;
    object["type"] = "object";
    Json properties = Json::object();
    const Field* short_form = nullptr;
    for (const Field& field : mapping.fields) {
      properties[std::string(field.name)] = documented(field);
      if (field.is_short_form) short_form = &field;
    }
    if (mapping.is_named) {
      properties["doc"] = {{"type", Json::array({"string", "number", "boolean"})},
                           {"description", "what people should know about it"}};
      properties["extends"] = &mapping == &kTestMapping ? Json{{"type", "string"}} : reference();
      properties["extends"]["description"] = "an entry of the same section whose fields are taken over";
      if (mapping.keeps_state) properties[std::string(kRenamedFrom.name)] = documented(kRenamedFrom);
    }
    object["properties"] = std::move(properties);
    add_required(mapping, object);
    add_exclusions(mapping, object);
    if (mapping.open != nullptr)
      add_entries(*mapping.open, object);
    else if (mapping.other != nullptr)
      add_steps_of_project(*mapping.other, object);
    else
      object["additionalProperties"] = false;
    if (short_form == nullptr) return object;
    const bool is_formula = short_form->form == Form::formula;
    return one_or_other(is_formula ? of_formula() : of_field(*short_form), std::move(object));
  }

  // The required fields, unless they may be inherited. That one of several kinds must be there is left to the
  // compiler: editors would say that the first of them is missing.
  void add_required(const Mapping& mapping, Json& object) const {
    Json required = Json::array();
    for (const Field& field : mapping.fields) {
      if (field.is_required) required.push_back(field.name);
    }
    if (required.empty() || (!is_whole_ && !mapping.is_named)) return;
    if (!mapping.is_named) {
      object["required"] = required;
    } else {
      object["if"] = {{"not", {{"required", {"extends"}}}}};
      object["then"] = {{"required", required}};
    }
  }

  // Fields of one kind exclude those of another, and a step does one thing.
  static void add_exclusions(const Mapping& mapping, Json& object) {
    const auto is_of_kind = [&](const Field& field) {
      return &mapping == &kStepMapping ? field.is_verb : field.kind != 0;
    };
    for (const Field& field : mapping.fields) {
      if (!is_of_kind(field)) continue;
      Json others = Json::object();
      for (const Field& other : mapping.fields) {
        const bool is_other = &mapping == &kStepMapping ? &other != &field : other.kind != field.kind;
        if (is_of_kind(other) && is_other) others[std::string(other.name)] = false;
      }
      if (!others.empty()) object["dependencies"][std::string(field.name)] = {{"properties", others}};
    }
  }

  static bool is_section(const Field& map) {
    return std::ranges::any_of(kFileMapping.fields, [&](const Field& field) { return &field == &map; });
  }

  // The keys and items of a map.
  void add_entries(const Field& map, Json& object) {
    const Field& item = *map.item;
    Json entry = of_field(item);
    const bool is_new_name = item.form == Form::record && item.mapping->is_named;
    if (map.holds_times)
      object["propertyNames"] = text_like(measure_pattern(Quantity::duration, false), "a time, such as 2s");
    else if (map.holds_paths)
      object["propertyNames"] = text_like(path_to_number_pattern(),
                                          "the keys that lead to a number, such as actions.eat.gains.hunger");
    else if (is_new_name && item.mapping != &kTestMapping)
      object["propertyNames"] = is_section(map) ? name_except(taken_in(map.name)) : name();
    if (map.holds_names) {
      for (const std::string& known : known_in(map.section)) {
        if (!object["properties"].contains(known)) object["properties"][known] = entry;
      }
    }
    object["additionalProperties"] = std::move(entry);
  }

  // A step is named by its task or goal, whose arguments it holds.
  void add_steps_of_project(const Field& arguments, Json& object) {
    Json given = documented(arguments);
    for (const Section section : {Section::tasks, Section::goals}) {
      for (const std::string& known : names_in(section)) {
        if (!object["properties"].contains(known)) object["properties"][known] = given;
      }
    }
    object["additionalProperties"] = std::move(given);
  }

  Json documented(const Field& field) {
    Json schema = of_field(field);
    std::string text(field.doc);
    const std::string fallback = field.show_default != nullptr ? field.show_default(field) : "";
    if (!fallback.empty() && !field.is_required) text += fmt::format(" (default {})", fallback);
    if (!field.example.empty()) text += fmt::format("; such as {}", field.example);
    if (schema.contains("$ref")) schema = {{"allOf", Json::array({schema})}};
    schema["description"] = text;
    return schema;
  }

  Json of_field(const Field& field) {
    switch (field.form) {
      case Form::text: return with_names(field, {{"type", Json::array({"string", "number", "boolean"})}});
      case Form::boolean: return text_or("boolean", std::string(kBooleanPattern), "true or false");
      case Form::whole: {
        Json schema = text_or("integer", measure_pattern(Quantity::number, field.low < 0), "a whole number");
        add_limits(field, schema);
        return schema;
      }
      case Form::measure: return of_measure(field);
      case Form::any_measure:
      case Form::along_input:
        return text_or("number", any_measure_pattern(), "a number with its unit, such as 12, 0.5 or 3m");
      case Form::bounds: {
        const std::string open =
            field.may_be_open ? fmt::format("|{0}\\.\\.|\\.\\.{0}", any_measure_pattern()) : "";
        const std::string range = bounds_pattern() + open;
        constexpr std::string_view kSuchAs = "a range, such as 0..100 or 0m..40m";
        return field.is_short_form
                   ? text_or("number", fmt::format("{}|{}", range, any_measure_pattern()), kSuchAs)
                   : text_like(range, kSuchAs);
      }
      case Form::formula:
        definitions_.try_emplace("an_expression", of_formula());
        return {{"$ref", "#/definitions/an_expression"}};
      case Form::word:
        return {{"enum", Json(std::vector<std::string_view>(field.words.begin(), field.words.end()))}};
      case Form::type: {
        Json schema = name();
        for (const std::string_view word : type_names()) schema["examples"].push_back(word);
        return with_names(Section::things, std::move(schema));
      }
      case Form::reference: return with_names(field.section, reference());
      case Form::references: {
        Json list = {{"type", "array"}, {"items", of_reference_in_list(field)}};
        return field.takes_one ? one_or_other(with_names(field.section, reference()), std::move(list)) : list;
      }
      case Form::names: return of_names(field);
      case Form::record: return reference_to(*field.mapping);
      case Form::map: return of_map(field);
      case Form::list: return of_list(field);
      case Form::steps: return of_steps(field);
      case Form::event:
        return with_names(
            field.section,
            one_or_other(name(), {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}}));
      case Form::path_list: return {{"type", "array"}, {"items", path()}};
      case Form::path_map:
        return {{"type", "object"}, {"propertyNames", name()}, {"additionalProperties", path()}};
      case Form::value:
        return field.mapping == nullptr ? of_value() : one_or_other(of_value(), reference_to(*field.mapping));
    }
    return Json::object();
  }

  static Json of_names(const Field& field) {
    Json list = {{"type", "array"}, {"items", name()}, {"minItems", 1}};
    if (field.most != std::numeric_limits<size_t>::max()) list["maxItems"] = field.most;
    return field.takes_one ? one_or_other(name(), std::move(list)) : list;
  }

  static Json path() { return text_like(R"(.+\.ishi\.yaml)", "a path, such as game.ishi.yaml"); }

  // A literal of a type that only the project knows.
  static Json of_value() { return {{"type", Json::array({"number", "string", "boolean", "array"})}}; }

  Json of_formula() const {
    Json schema =
        text_like(formula_pattern(), "an expression, such as 1 - hp.norm or ammo > 0 and threat.known");
    schema["type"] = Json::array({"string", "number", "boolean"});
    schema = with_names(Section::blackboard, std::move(schema));
    return with_names(Section::values, std::move(schema));
  }

  Json of_reference_in_list(const Field& field) const {
    return with_names(field.section, text_like("[-+]?" + dotted_name_pattern(),
                                               "a name, or +name and -name beside `extends`"));
  }

  Json of_map(const Field& field) {
    Json map = {{"type", "object"}};
    add_entries(field, map);
    if (field.most != std::numeric_limits<size_t>::max()) map["maxProperties"] = field.most;
    return field.is_short_form ? one_or_other(name(), std::move(map)) : map;
  }

  static void add_limits(const Field& field, Json& schema) {
    if (field.low != -std::numeric_limits<double>::infinity()) schema["minimum"] = field.low;
    if (field.high != std::numeric_limits<double>::infinity()) schema["maximum"] = field.high;
  }

  static Json of_measure(const Field& field) {
    std::string regex = measure_pattern(field.quantity, field.low < 0);
    for (const std::string_view word : field.words) regex += fmt::format("|{}", word);
    const bool is_plain = field.quantity == Quantity::number;
    const std::string such_as =
        fmt::format("{}, such as 2{}{}", describe(field.quantity), usual_unit(field.quantity),
                    field.words.empty() ? "" : fmt::format(", or {}", field.words[0]));
    Json schema = is_plain ? text_or("number", regex, such_as) : text_like(regex, such_as);
    if (is_plain) add_limits(field, schema);
    for (const std::string_view word : field.words) schema["examples"].push_back(word);
    return schema;
  }

  Json of_list(const Field& field) {
    const bool was_whole = std::exchange(is_whole_, true);
    Json schema = {{"type", "array"}, {"minItems", field.least}};
    if (field.most != std::numeric_limits<size_t>::max()) schema["maxItems"] = field.most;
    // A point of a curve is a list in a list.
    if (field.item->form == Form::measure && field.most > 4 && !field.is_short_form) {
      schema["items"] = {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}};
    } else {
      schema["items"] = of_field(*field.item);
    }
    if (field.is_short_form) schema = one_or_other(of_field(*field.item), std::move(schema));
    is_whole_ = was_whole;
    return schema;
  }

  Json of_steps(const Field& field) {
    const bool was_whole = std::exchange(is_whole_, true);
    Json named = name();
    if (!field.is_instant) named = with_names(Section::goals, with_names(Section::tasks, std::move(named)));
    const Json step = {{"anyOf", Json::array({named, reference_to(*field.mapping)})}};
    Json list = {{"type", "array"}, {"items", step}, {"minItems", 1}, {"maxItems", kLimits.steps_per_body}};
    is_whole_ = was_whole;
    return field.is_instant ? list : one_or_other(std::move(named), std::move(list));
  }

  [[nodiscard]] std::span<const std::string> names_in(Section section) const {
    return names_[static_cast<size_t>(section)];
  }
  // The names that may stand where a name of a section is expected.
  [[nodiscard]] std::vector<std::string> known_in(Section section) const {
    std::vector<std::string> known(names_in(section).begin(), names_in(section).end());
    for (const auto& [wanted, also] : kAlso) {
      if (wanted == section) known.insert(known.end(), names_in(also).begin(), names_in(also).end());
    }
    return known;
  }
  // Editors offer examples, and take what is none.
  [[nodiscard]] Json with_names(Section section, Json schema) const {
    for (const std::string& known : known_in(section)) schema["examples"].push_back(known);
    return schema;
  }
  [[nodiscard]] Json with_names(const Field& field, Json schema) const {
    return field.holds_names ? with_names(field.section, std::move(schema)) : schema;
  }

  const ProjectNames& names_;
  std::map<std::string, Json> definitions_;
  bool is_whole_ = false;  // inside a list
};

}  // namespace

std::string json_schema(const ProjectNames& names) { return SchemaWriter(names).write().dump(2) + "\n"; }

}  // namespace ishi::compiler
