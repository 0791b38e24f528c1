#include "resolve/link_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "ishi/types.h"
#include "language/limits.h"
#include "language/node_words.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/unit.h"
#include "language/words.h"
#include "resolve/literal.h"

namespace ishi::compiler {
namespace {

constexpr float kUnboundedQuantity = 1e6F;  // the range of a quantity that declares none, in base units

struct BuiltInType {
  std::string_view name;
  Type type;
};

constexpr BuiltInType kBuiltInTypes[] = {
    {"number", {ValueKind::number}},
    {"integer", {ValueKind::integer}},
    {"boolean", {ValueKind::boolean}},
    {"entity", {ValueKind::entity}},
    {"point", {ValueKind::point}},
    {"direction", {ValueKind::direction}},
    {"length", {ValueKind::number, Quantity::length}},
    {"duration", {ValueKind::number, Quantity::duration}},
    {"angle", {ValueKind::number, Quantity::angle}},
    {"speed", {ValueKind::number, Quantity::speed}},
};

// Names of types in other languages, and ours for each.
struct ForeignType {
  std::string_view name, type;
};

constexpr auto kForeignTypes = std::to_array<ForeignType>({
    {"float", "number"},
    {"double", "number"},
    {"real", "number"},
    {"int", "integer"},
    {"uint", "integer"},
    {"bool", "boolean"},
    {"vector", "point"},
    {"vec3", "point"},
    {"position", "point"},
    {"time", "duration"},
    {"seconds", "duration"},
});

}  // namespace

ishi::ValueType record_type(ValueKind kind) {
  switch (kind) {
    case ValueKind::boolean:
    case ValueKind::enumeration: return ishi::ValueType::boolean;
    case ValueKind::entity: return ishi::ValueType::entity;
    case ValueKind::point:
    case ValueKind::direction: return ishi::ValueType::point;
    default: return ishi::ValueType::number;
  }
}

namespace {

class VariableLinker {
 public:
  VariableLinker(Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  void link() {
    for (const auto& entry : model_.enums) check_member_count(entry);
    for (auto& thing : model_.things) link_all(thing.value.fields, "things", thing.name.text);
    for (auto& event : model_.events) link_all(event.value.fields, "events", event.name.text);
    for (auto& task : model_.tasks) {
      link_all(task.value.parameters, "tasks", task.name.text);
      link_all(task.value.gives, "tasks", task.name.text);
      check_gives(task);
    }
    for (auto& goal : model_.goals) {
      link_all(goal.value.parameters, "goals", goal.name.text);
      link_all(goal.value.gives, "goals", goal.name.text);
      check_gives(goal);
    }
    for (auto& value : model_.values) link_all(value.value.parameters, "values", value.name.text);
    link_all(model_.blackboard, "blackboard", {});
    for (auto& memory : model_.memory) link_all(memory.value.fields, "memory", memory.name.text);
    for (auto& set : model_.candidates) link_all(set.value.fields, "candidates", set.name.text);
    for (const auto& event : model_.events) check_record(event.value.fields, event.name.text, "fields");
    for (const auto& task : model_.tasks) check_record(record_of(task.value), task.name.text, "parameters");
    for (const auto& goal : model_.goals) check_record(goal.value.parameters, goal.name.text, "parameters");
    for (const auto& key : model_.blackboard) check_merge(key), check_private(key);
  }

 private:
  void check_member_count(const Named<Enum>& entry) {
    if (entry.value.members.size() <= kLimits.enum_members) return;
    diagnostics_
        .report(Code::too_many_entries, entry.value.members[kLimits.enum_members].span,
                fmt::format("`{}` has more than {} words", entry.name.text, kLimits.enum_members))
        .help("for so many, number them with an integer key");
  }

  // A name of what is given back means that, and no parameter.
  template <class Declared>
  void check_gives(const Named<Declared>& entry) {
    for (const auto& given : entry.value.gives) {
      const uint32_t parameter = find_index(entry.value.parameters, given.name.text);
      if (parameter != kNone) {
        diagnostics_
            .report(Code::defined_twice, given.name.span,
                    fmt::format("`{}` is a parameter of `{}` already", given.name.text, entry.name.text))
            .label(entry.value.parameters[parameter].name.span, "declared here")
            .help("give one of the two another name");
      } else if (given.name.text == kKnown) {
        diagnostics_
            .report(Code::reserved_name, given.name.span,
                    "`known` tells whether anything was given back, so what is given cannot be called so")
            .help("choose another name");
      }
    }
  }

  // A task's parameters or an event's fields travel together, as one record.
  void check_record(const Map<Variable>& variables, std::string_view owner, std::string_view noun) {
    uint32_t size = 0;
    for (const auto& variable : variables) {
      const ishi::ValueType type = record_type(variable.value.resolved.kind);
      size = place_in_record(size, type) + size_of(type);
      if (size <= kLimits.record_bytes) continue;
      diagnostics_
          .report(Code::too_many_entries, variable.name.span,
                  fmt::format("the {} of `{}` take more than {} bytes together", noun, owner,
                              kLimits.record_bytes))
          .note("a number takes 4 bytes, an entity 8, a point or direction 12")
          .help("leave out what the game knows anyway, or make two of it");
      return;
    }
  }

  // Without `merge` the game alone writes what a team or the world knows.
  void check_private(const Named<Variable>& key) {
    const Variable& variable = key.value;
    if (!variable.is_private.value || variable.scope.value == Scope::agent || variable.merge.given) return;
    const std::string_view whose = variable.scope.value == Scope::team ? "team" : "world";
    diagnostics_
        .report_missing(key.name.span, Code::private_key_of_game, variable.is_private.span,
                        fmt::format("`{}` belongs to the {}, where only the game writes it, and is private",
                                    key.name.text, whose))
        .help(
            "take `private` out, or let behaviours write the key: declare how the writes of several agents "
            "become "
            "one, such as `merge: last`");
  }

  void check_merge(const Named<Variable>& key) {
    const Variable& variable = key.value;
    if (!variable.merge.given) return;
    const auto reject = [&](std::string message, std::string help) {
      diagnostics_.report(Code::merge_not_allowed, variable.merge.span, std::move(message))
          .help(std::move(help));
    };
    if (variable.scope.value == Scope::agent) {
      if (diagnostics_.is_in_doubt(key.name.span)) return;  // its scope may be what could not be read
      reject(fmt::format("`{}` is the agent's own, so no two writes of it ever meet", key.name.text),
             "leave `merge` out, or write `scope: team` or `scope: world` beside it");
      return;
    }
    const Merge merge = variable.merge.value;
    const ValueKind kind = variable.resolved.kind;
    const bool is_number = kind == ValueKind::number || kind == ValueKind::integer;
    if (kind == ValueKind::error || merge == Merge::last || is_number) return;
    if (kind == ValueKind::boolean && merge != Merge::sum) return;
    constexpr std::string_view kWords[] = {"max", "min", "sum"};
    reject(fmt::format("`{}` is no number, so `{}` of several writes has no meaning", key.name.text,
                       kWords[static_cast<size_t>(merge)]),
           kind == ValueKind::boolean ? "write `max` (true if anyone says so), `min` (if all do) or `last`"
                                      : "write `last`");
  }

  void link_all(Map<Variable>& variables, std::string_view section, std::string_view owner) {
    report_flattened(variables);
    for (auto& variable : variables) {
      resolve_type(variable, section, owner);
      find_unit_of(variable.value);
      resolve_range(variable.value, variable.name.text);
      resolve_changes(variable.value, variable.name.text);
      resolve_fallback(variable.value, variable.name.text);
    }
  }

  // `{ goods: integer, range: 0..20 }`: the fields of one stand beside its name.
  void report_flattened(Map<Variable>& variables) {
    const Named<Variable>* before = nullptr;
    bool is_reported = false;
    for (auto& entry : variables) {
      const std::string_view name = entry.name.text;
      const bool is_field = name == "range" || name == "default" || name == "scope" || name == "one_of";
      const bool is_typed = !entry.value.type.given() || is_type(entry.value.type.text);
      if (!is_field || is_typed) {
        before = &entry;
        continue;
      }
      if (before != nullptr && before->value.type.given() && !std::exchange(is_reported, true)) {
        diagnostics_
            .report(Code::wrong_shape, entry.name.span,
                    fmt::format("`{0}` stands beside `{1}` and would be another name like it", name,
                                before->name.text))
            .label(before->name.span, fmt::format("`{}` has its type alone", before->name.text))
            .help(fmt::format("write `{}: {{ type: {}, {}: {} }}`", before->name.text,
                              before->value.type.text, name, entry.value.type.text));
      }
      if (is_reported) entry.value.type = {};
    }
  }

  [[nodiscard]] bool is_type(std::string_view name) const {
    return std::ranges::find(kBuiltInTypes, name, &BuiltInType::name) != std::end(kBuiltInTypes) ||
           find_index(model_.enums, name) != kNone || find_index(model_.things, name) != kNone;
  }

  void resolve_type(Named<Variable>& entry, std::string_view section, std::string_view owner) {
    Variable& variable = entry.value;
    if (!variable.one_of.empty()) {
      const auto index = static_cast<uint32_t>(model_.enums.size());
      std::string& name = model_.made_names.emplace_back(
          owner.empty() ? std::string(entry.name.text) : fmt::format("{}.{}", owner, entry.name.text));
      model_.enums.push_back({{name, entry.name.span}, {variable.one_of, section}});
      check_member_count(model_.enums.back());
      variable.resolved = {ValueKind::enumeration, Quantity::number, index};
      return;
    }
    if (!variable.type.given()) return;
    for (const BuiltInType& row : kBuiltInTypes) {
      if (row.name == variable.type.text) variable.resolved = row.type;
    }
    if (variable.resolved.kind != ValueKind::error)
      return;  // a built-in type, even if something else has its name
    const uint32_t as_enum = find_index(model_.enums, variable.type.text);
    const uint32_t as_thing = find_index(model_.things, variable.type.text);
    if (as_enum != kNone) model_.note_use(variable.type.span, model_.enums[as_enum].name);
    if (as_thing != kNone) model_.note_use(variable.type.span, model_.things[as_thing].name);
    if (as_enum != kNone) variable.resolved = {ValueKind::enumeration, Quantity::number, as_enum};
    if (as_thing != kNone) variable.resolved = {ValueKind::entity, Quantity::number, as_thing};
    if (variable.resolved.kind == ValueKind::error) report_unknown_type(variable.type);
    if (variable.resolved.kind == ValueKind::enumeration &&
        model_.enums[variable.resolved.reference].value.members.empty()) {
      variable.resolved.kind = ValueKind::error;  // its enum is wrong, which has been said
    }
  }

  // The type of a value that stands in the place of a type; nothing if it is no value.
  static std::string_view type_of_value(std::string_view text) {
    if (text == "true" || text == "false") return "boolean";
    Diagnostics said_elsewhere;
    Measure measure;
    if (!read_measure(text, {}, said_elsewhere, measure)) return {};
    switch (measure.quantity) {
      case Quantity::number:
        return text.find_first_of(".e%") == std::string_view::npos ? "integer" : "number";
      case Quantity::length: return "length";
      case Quantity::duration: return "duration";
      case Quantity::angle: return "angle";
      case Quantity::speed: return "speed";
      default: return {};
    }
  }

  void report_unknown_type(const Reference& type) {
    auto report = diagnostics_.report(Code::unknown_name, type.span,
                                      fmt::format("there is no type, enum or thing `{}`", type.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known;
    for (const BuiltInType& row : kBuiltInTypes) known.push_back(row.name);
    for (const auto& entry : model_.enums) known.push_back(entry.name.text);
    for (const auto& entry : model_.things) known.push_back(entry.name.text);
    const auto foreign = std::ranges::find(kForeignTypes, type.text, &ForeignType::name);
    std::string_view meant = foreign == kForeignTypes.end() ? std::string_view() : foreign->type;
    if (const std::string_view of_value = type_of_value(type.text); !of_value.empty()) {
      report.help(fmt::format("write `{{ type: {}, default: {} }}`", of_value, type.text));
      return;
    }
    if (type.text == "enum" || type.text == "enumeration" || type.text == "word") {
      report.help(
          "the words that it may be stand under `one_of`, in place of `type`: `one_of: [calm, wary]`");
      return;
    }
    const auto near = report.suggestions(type.text, known);
    if (meant.empty() && !near.empty()) meant = near[0];
    if (!meant.empty()) {
      report.suggest(type.span, meant);
    } else {
      report.help(type.text == "string" || type.text == "text"
                      ? "texts are no values: write an enum of the words that it may be"
                      : fmt::format("the built-in types are {}", quoted_list(type_names(), "and")));
    }
  }

  // The unit in which the designer writes it: the range's, else the default's.
  static void find_unit_of(Variable& variable) {
    variable.unit = variable.range.value.unit;
    const Node* fallback = variable.fallback_node;
    if (variable.unit != nullptr || fallback == nullptr || fallback->kind != NodeKind::scalar) return;
    Diagnostics said_elsewhere;
    Measure measure;
    if (!read_measure(fallback->text, fallback->span, said_elsewhere, measure) || measure.unit == nullptr)
      return;
    // `range: 0..3, default: 50cm`: these are no centimetres.
    const double number = measure.value / measure.unit->factor;
    const Setting<Bounds>& range = variable.range;
    if (!range.given || (number >= range.value.low && number <= range.value.high))
      variable.unit = measure.unit;
  }

  void resolve_range(Variable& variable, std::string_view name) {
    const Type& type = variable.resolved;
    const bool is_numeric = type.kind == ValueKind::number || type.kind == ValueKind::integer;
    if (type.kind == ValueKind::boolean) variable.high = 1;
    if (type.kind == ValueKind::enumeration) {
      variable.high = static_cast<float>(model_.enums[type.reference].value.members.size() - 1);
    }
    if (is_numeric) {
      variable.low = -kUnboundedQuantity;
      variable.high = kUnboundedQuantity;
    }
    if (!variable.range.given || type.kind == ValueKind::error) return;
    const Bounds& bounds = variable.range.value;
    const auto reject = [&](Code code, std::string message, std::string help) {
      diagnostics_.report(code, variable.range.span, std::move(message)).help(std::move(help));
      variable.range.given = false;
      variable.resolved.kind = ValueKind::error;
    };
    if (!is_numeric) {
      reject(Code::range_not_allowed, fmt::format("`{}` is no number, so it has no range", name),
             "leave `range` out");
    } else if (bounds.quantity != type.quantity) {
      reject_unit_of_range(variable, name);
    } else if (type.kind == ValueKind::integer &&
               (bounds.low != std::floor(bounds.low) || bounds.high != std::floor(bounds.high))) {
      reject(Code::not_whole, fmt::format("`{}` is an integer, so its range ends at whole numbers", name),
             "leave the fractions out");
    } else if (type.kind == ValueKind::integer &&
               (std::abs(bounds.low) > 16777216 || std::abs(bounds.high) > 16777216)) {
      reject(Code::number_out_of_range, fmt::format("the range of the integer `{}` is too wide", name),
             "whole numbers go from -16777216 to 16777216");
    } else {
      variable.low = static_cast<float>(bounds.low);
      variable.high = static_cast<float>(bounds.high);
    }
  }

  // "10/s": what may be added to it, or taken off, in a second.
  void resolve_changes(Variable& variable, std::string_view name) {
    const Node* const node = variable.changes_node;
    const Type& type = variable.resolved;
    if (node == nullptr || node->kind == NodeKind::poisoned || type.kind == ValueKind::error) return;
    const bool is_numeric = type.kind == ValueKind::number || type.kind == ValueKind::integer;
    if (!is_numeric) {
      diagnostics_
          .report(Code::range_not_allowed, node->span,
                  fmt::format("`{}` is no number, so it does not change little by little", name))
          .help("leave `changes` out");
      return;
    }
    if (type.quantity == Quantity::duration) {
      diagnostics_
          .report(Code::range_not_allowed, node->span,
                  fmt::format("`{}` is a duration, which may begin anew at the end of its range as a clock "
                              "does, so `changes` says nothing of it",
                              name))
          .help("leave `changes` out");
      return;
    }
    constexpr std::string_view kPerSecond = "/s";
    std::string_view amount = node->kind == NodeKind::scalar ? std::string_view(node->text) : "";
    const bool is_of_speeds = type.quantity == Quantity::speed;
    const bool says_second = is_of_speeds ? amount.ends_with("/s/s") : amount.ends_with(kPerSecond);
    if (says_second) amount.remove_suffix(kPerSecond.size());
    Diagnostics said_below;
    Measure measure;
    if (!read_measure(amount, node->span, said_below, measure)) {
      diagnostics_.report(Code::wrong_shape, node->span, "`changes` takes the most that is added in a second")
          .help(fmt::format("such as `{}/s`", show(2, type.quantity)));
      return;
    }
    if (measure.unit != nullptr && measure.unit->quantity != type.quantity) {
      diagnostics_
          .report(Code::unit_unexpected, inner_span(*node),
                  fmt::format("`{}` is {}, but `{}` is {}", name, describe(type.quantity), amount,
                              describe(measure.unit->quantity)))
          .help(fmt::format("write how fast it changes, such as `{}/s`", show(2, type.quantity)));
      return;
    }
    const bool lacks_unit = measure.unit == nullptr && type.quantity != Quantity::number;
    if (!says_second || lacks_unit) {
      const std::string mended =
          fmt::format("{}{}/s", amount, lacks_unit ? written_or_usual(variable.unit, type.quantity) : "");
      auto report = diagnostics_.report(
          Code::unit_missing, inner_span(*node),
          says_second ? fmt::format("`{}` is {}, but `{}` has no unit", name, describe(type.quantity), amount)
                      : fmt::format("`changes` counts by the second, but `{}` does not say so", amount));
      report.help(fmt::format("write `{}`", mended)).edit(inner_span(*node), mended);
      if (lacks_unit && !is_sure_unit(variable.unit, type.quantity)) report.guess();
      return;
    }
    const double most = measure.value;
    if (most > 0) {
      variable.most_change = most;
      return;
    }
    diagnostics_
        .report(Code::number_out_of_range, inner_span(*node),
                fmt::format("`{}` may change by as much up as down, so `changes` is above 0", name))
        .help(most < 0 ? fmt::format("write `{}/s`", amount.substr(1))
                       : std::string("leave it out if the game never changes it, or write how fast it does"));
  }

  void reject_unit_of_range(Variable& variable, std::string_view name) {
    const Bounds& bounds = variable.range.value;
    const Quantity wanted = variable.resolved.quantity;
    const Quantity given = bounds.quantity;
    auto report = diagnostics_.report(
        given == Quantity::number ? Code::unit_missing : Code::unit_unexpected, variable.range.span,
        fmt::format(
            "`{}` is {}, but its range is {}", name, describe(wanted),
            given == Quantity::number ? "without a unit" : fmt::format("that of {}", describe(given))));
    if (given == Quantity::number) {
      const std::string_view unit = written_or_usual(variable.unit, wanted);
      const std::string mended =
          fmt::format("{}{}..{}{}", show(bounds.low, given), unit, show(bounds.high, given), unit);
      report.help(fmt::format("write `{}`", mended)).edit(variable.range.span, mended);
      if (!is_sure_unit(variable.unit, wanted)) report.guess();
    } else if (wanted == Quantity::number) {
      report.help("leave the units out, or choose another type");
    } else {
      report.help(fmt::format("write the range of {}, such as 0{}..10{}", describe(wanted),
                              written_or_usual(variable.unit, wanted),
                              written_or_usual(variable.unit, wanted)));
    }
    variable.range.given = false;
    variable.resolved.kind = ValueKind::error;
  }

  void resolve_fallback(Variable& variable, std::string_view name) {
    const Type& type = variable.resolved;
    if (type.kind == ValueKind::direction) {
      variable.fallback =
          model_.up.value == Up::y ? std::array<float, 3>{0, 0, 1} : std::array<float, 3>{0, 1, 0};
    } else if (type.kind == ValueKind::number || type.kind == ValueKind::integer) {
      const bool has_zero = variable.low <= 0 && variable.high >= 0;
      variable.fallback = {has_zero ? 0 : variable.low, 0, 0};
    }
    if (variable.fallback_node == nullptr) return;
    read_literal(model_, variable, *variable.fallback_node, fmt::format("`{}`", name), diagnostics_,
                 variable.fallback);
  }

  Model& model_;
  Diagnostics& diagnostics_;
};

}  // namespace

void link_variables(Model& model, Diagnostics& diagnostics) { VariableLinker(model, diagnostics).link(); }

}  // namespace ishi::compiler
