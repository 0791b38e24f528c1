#include "language/schema.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kName = "^[a-z][a-z0-9_]*$";
constexpr std::string_view kReference = R"([a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?)";  // perhaps behind an alias
constexpr std::string_view kNumber = R"([-+]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)";

// A regular expression for the units of a quantity.
std::string unit_pattern(Quantity quantity) {
  std::string result;
  for (const UnitRow& unit : units()) {
    if (unit.quantity == quantity) result += fmt::format("{}{}", result.empty() ? "" : "|", unit.suffix);
  }
  return "(" + result + ")";
}

std::string any_unit_pattern() {
  std::string result;
  for (const UnitRow& unit : units()) result += fmt::format("{}{}", result.empty() ? "" : "|", unit.suffix);
  return "(" + result + ")?";
}

class SchemaWriter {
 public:
  Json write() {
    Json root = of_mapping(kFileMapping);
    root["required"] = {"ishi"};
    Json schema;
    schema["$schema"] = "http://json-schema.org/draft-07/schema#";
    schema["title"] = "Ishi source file, edition 1";
    for (auto& [key, value] : root.items()) schema[key] = value;
    schema["definitions"] = Json::object();
    for (auto& [name, definition] : definitions_) schema["definitions"][name] = definition;
    return schema;
  }

 private:
  static std::string definition_name(const Mapping& mapping) {
    std::string name;
    for (const char c : mapping.title) name += c == ' ' ? '_' : c;
    return name;
  }

  // A mapping of its own, referred to by name.
  Json reference(const Mapping& mapping) {
    const std::string name = definition_name(mapping);
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
    Json required = Json::array();
    Json kinds = Json::array();
    std::map<uint8_t, Json> by_kind;
    const Field* short_form = nullptr;
    for (const Field& field : mapping.fields) {
      if (field.is_later) continue;
      properties[std::string(field.name)] = documented(field);
      if (field.is_required) required.push_back(field.name);
      if (field.kind != 0) by_kind[field.kind].push_back({{"required", Json::array({field.name})}});
      if (field.is_short_form) short_form = &field;
    }
    if (mapping.is_named) {
      properties["doc"] = {{"type", "string"}, {"description", "what people should know about it"}};
      properties["extends"] = {{"type", "string"},
                               {"pattern", fmt::format("^{}$", kReference)},
                               {"description", "an entry of the same section whose fields are taken over"}};
    }
    object["properties"] = properties;
    // What is required may be inherited.
    if (mapping.is_named && (!required.empty() || mapping.needs_kind)) required = Json::array();
    if (!required.empty()) object["required"] = required;
    if (mapping.open != nullptr)
      object["additionalProperties"] = of_field(*mapping.open->item);
    else if (mapping.other != nullptr)
      object["additionalProperties"] = of_field(*mapping.other);
    else
      object["additionalProperties"] = false;
    if (short_form == nullptr) return object;
    return {{"anyOf", Json::array({of_field(*short_form), object})}};
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

  static Json pattern(const std::string& regex) {
    return {{"type", "string"}, {"pattern", "^" + regex + "$"}};
  }

  Json of_field(const Field& field) {
    switch (field.form) {
      case Form::text: return {{"type", Json::array({"string", "number", "boolean"})}};
      case Form::boolean: return {{"type", "boolean"}};
      case Form::whole: {
        Json schema = {{"type", "integer"}};
        add_limits(field, schema);
        return schema;
      }
      case Form::measure: return of_measure(field);
      case Form::any_measure:
      case Form::along_input:
        return {{"anyOf", Json::array({{{"type", "number"}},
                                       pattern(fmt::format("{}{}", kNumber, any_unit_pattern()))})}};
      case Form::bounds: {
        const Json range = pattern(fmt::format("{0}{1}\\.\\.{0}{1}", kNumber, any_unit_pattern()));
        return field.is_short_form ? Json{{"anyOf", Json::array({{{"type", "number"}}, range})}} : range;
      }
      case Form::formula: return {{"type", Json::array({"string", "number", "boolean"})}, {"minLength", 1}};
      case Form::word: {
        Json words = Json::array();
        for (const std::string_view word : field.words) words.push_back(word);
        return {{"enum", words}};
      }
      case Form::type: {
        Json words = Json::array();
        for (const std::string_view word : type_names()) words.push_back(word);
        return {{"anyOf", Json::array({{{"enum", words}}, pattern("[a-z][a-z0-9_]*")})}};
      }
      case Form::reference: return pattern(std::string(kReference));
      case Form::references:
        if (field.takes_one)
          return {{"anyOf", Json::array({pattern(std::string(kReference)), references()})}};
        return references();
      case Form::names: return {{"type", "array"}, {"items", pattern("[a-z][a-z0-9_]*")}, {"minItems", 1}};
      case Form::record: return reference(*field.mapping);
      case Form::map: {
        Json map = {{"type", "object"}, {"additionalProperties", of_field(*field.item)}};
        if (field.holds_times)
          map["propertyNames"] = pattern(fmt::format("{}{}", kNumber, unit_pattern(Quantity::duration)));
        if (field.most != std::numeric_limits<size_t>::max()) map["maxProperties"] = field.most;
        if (field.is_short_form) return {{"anyOf", Json::array({pattern("[a-z][a-z0-9_]*"), map})}};
        return map;
      }
      case Form::list: return of_list(field);
      case Form::steps: return of_steps(field);
      case Form::event:
        return {{"anyOf", Json::array({pattern("[a-z][a-z0-9_]*"),
                                       {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}}})}};
      case Form::path_list: return {{"type", "array"}, {"items", pattern(".+\\.ishi\\.yaml")}};
      case Form::path_map:
        return {{"type", "object"},
                {"propertyNames", {{"pattern", kName}}},
                {"additionalProperties", pattern(".+\\.ishi\\.yaml")}};
      case Form::value: break;
    }
    return Json::object();
  }

  static Json references() {
    return {{"type", "array"}, {"items", pattern(fmt::format("[-+]?{}", kReference))}};
  }

  static void add_limits(const Field& field, Json& schema) {
    if (field.low != -std::numeric_limits<double>::infinity()) schema["minimum"] = field.low;
    if (field.high != std::numeric_limits<double>::infinity()) schema["maximum"] = field.high;
  }

  static Json of_measure(const Field& field) {
    const std::string units = unit_pattern(field.quantity);
    if (!field.words.empty())
      return {{"anyOf", Json::array({{{"enum", Json::array({field.words[0]})}},
                                     pattern(fmt::format("{}{}", kNumber, units))})}};
    if (field.quantity != Quantity::number) return pattern(fmt::format("{}{}", kNumber, units));
    Json number = {{"type", "number"}};
    add_limits(field, number);
    return {{"anyOf", Json::array({number, pattern(fmt::format("{}{}", kNumber, units))})}};
  }

  Json of_list(const Field& field) {
    Json schema = {{"type", "array"}, {"minItems", field.least}, {"maxItems", field.most}};
    // A point of a curve is a list in a list.
    if (field.item->form == Form::measure && field.most > 4 && !field.is_short_form) {
      schema["items"] = {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}};
    } else {
      schema["items"] = of_field(*field.item);
    }
    if (field.is_short_form) return {{"anyOf", Json::array({of_field(*field.item), schema})}};
    return schema;
  }

  Json of_steps(const Field& field) {
    const Json name = pattern("[a-z][a-z0-9_]*");
    const Json step = {{"anyOf", Json::array({name, reference(*field.mapping)})}};
    Json list = {{"type", "array"}, {"items", step}, {"minItems", 1}, {"maxItems", kLimits.steps_per_body}};
    if (field.is_instant) return list;
    return {{"anyOf", Json::array({name, list})}};
  }

  std::map<std::string, Json> definitions_;
};

}  // namespace

std::string json_schema() { return SchemaWriter().write().dump(2) + "\n"; }

}  // namespace ishi::compiler
