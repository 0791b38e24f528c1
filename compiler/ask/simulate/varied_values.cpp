#include "simulate/varied_values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "analyze/evidence.h"
#include "language/node_words.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "language/words.h"
#include "resolve/literal.h"
#include "resolve/names.h"

namespace ishi::compiler {
namespace {

using Part = Variation::Part;

constexpr size_t kMostDetours = 16;

bool is_any(const Node& node) { return node.kind == NodeKind::scalar && node.text == "any"; }

bool is_list_of_lists(const Node& node) {
  return node.kind == NodeKind::sequence && !node.items.empty() && node.items[0]->kind == NodeKind::sequence;
}

bool is_number(const Node& node) {
  const size_t sign = node.text.starts_with('-') ? 1 : 0;
  return node.kind == NodeKind::scalar && number_length(node.text.substr(sign)) > 0;
}

// So many decimals that some thousand round numbers lie in a range.
int decimals_of(double width) { return 3 - static_cast<int>(std::floor(std::log10(width))); }

bool is_single_vector(const Type& type, const Node& node) {
  return (type.kind == ValueKind::point || type.kind == ValueKind::direction) && !is_list_of_lists(node);
}

bool is_box(const Node& node) {
  return node.kind == NodeKind::sequence && node.items.size() == 3 &&
         std::ranges::any_of(node.items, [](const Node* item) { return is_range(*item); });
}

// True if `usual` is among the varied values. Numbers are compared as floats, as in the runtime.
bool has_value(const Variation& variation, const SituationValue& usual) {
  if (variation.is_of_choices())
    return std::ranges::any_of(variation.choices, [&](const VariedChoice& choice) {
      return choice.value.value == usual.value && choice.value.entity == usual.entity;
    });
  const double factor = variation.unit == nullptr ? 1 : variation.unit->factor;
  for (size_t i = 0; i < variation.ranges.size(); ++i) {
    const double value = usual.value[i];
    const VariedRange& range = variation.ranges[i];
    if (value < static_cast<float>(range.low * factor) || value > static_cast<float>(range.high * factor))
      return false;
  }
  return true;
}

std::string text_of(const Node& node) {
  if (node.kind != NodeKind::sequence) return std::string(node.text);
  std::string text;
  for (const Node* item : node.items) text += fmt::format("{}{}", text.empty() ? "" : ", ", item->text);
  return fmt::format("[{}]", text);
}

// Ends are as they were written: a division by a unit's factor leaves a trace behind the ninth digit.
VariedRange range_between(double low, double high) {
  const auto clean = [](double end) {
    constexpr double kNine = 1e9;
    return std::abs(end) < 1e6 ? std::round(end * kNine) / kNine : end;
  };
  VariedRange range{clean(low), clean(high), 0};
  if (range.low < range.high) range.decimals = decimals_of(range.high - range.low);
  return range;
}

// `low` and `high` in base units.
VariedRange range_of(double low, double high, const UnitRow* unit, const Type& type) {
  const double factor = unit == nullptr ? 1 : unit->factor;
  VariedRange range = range_between(low / factor, high / factor);
  if (type.kind != ValueKind::integer) return range;
  range.low = std::ceil(range.low);
  range.high = std::floor(range.high);
  range.decimals = std::min(range.decimals, 0);
  return range;
}

void add_word(uint32_t index, std::string_view word, Variation& variation) {
  VariedChoice choice;
  choice.value.value[0] = static_cast<float>(index);
  choice.text = word;
  variation.choices.push_back(std::move(choice));
}

const UnitRow* unit_of(const Variable& variable) {
  const Quantity quantity = variable.resolved.quantity;
  return quantity == Quantity::number ? nullptr : find_unit(written_or_usual(variable.unit, quantity));
}

uint32_t thing_of(const Situation& situation, uint32_t entity) {
  return is_agent(entity) ? situation.agent_at(agent_of_entity(entity)).self.thing
                          : situation.entities[entity].thing;
}

}  // namespace

bool is_range(const Node& node) {
  return node.kind == NodeKind::scalar &&
         (node.text.find("..") != std::string_view::npos || is_meant_as_range(node.text));
}

void VariedValues::read_path(const Name& own, const Node& node, Variation variation) {
  variation.part = Part::path;
  if (node.kind == NodeKind::mapping) {
    if (varies_) return read_detours(node, std::move(variation));
    return report_shape(node, "a path is a list of places", "[[20, 0, 0], [4, 0, 0]]");
  }
  const bool is_one = is_list_of_lists(node) && !is_list_of_lists(*node.items[0]);
  const bool are_several = is_list_of_lists(node) && is_list_of_lists(*node.items[0]);
  if (!varies_ && is_one) {
    if (!read_one_path(node, variation)) return;
  } else if (varies_ && are_several) {
    for (const Node* item : node.items) {
      if (!read_one_path(*item, variation)) return;
    }
  } else if (varies_) {
    return report_shape(node, is_one ? "this is one path, so it does not vary" : "paths are lists of places",
                        "{ detours: 3, within: [[0, 0, 0], [40, 0, 20]] }, or a list of paths");
  } else {
    return report_shape(node, "a path is a list of places", "[[20, 0, 0], [4, 0, 0]]");
  }
  finish(own, std::move(variation));
}

bool VariedValues::read_one_path(const Node& node, Variation& variation) {
  VariedChoice& choice = variation.choices.emplace_back();
  for (const Node* place : node.items) {
    Vector at{};
    if (!read_vector(*place, false, "a place of `path`", diagnostics_, at)) return false;
    choice.path.push_back(at);
    choice.text += fmt::format("{}{}", choice.text.empty() ? "" : ", ", written_point(at));
  }
  choice.text = fmt::format("[{}]", choice.text);
  return true;
}

// { detours: 3, within: [[0, 0, 0], [40, 0, 20]] }
void VariedValues::read_detours(const Node& node, Variation variation) {
  const Node* const detours = node.find("detours");
  const Node* const within = node.find("within");
  const bool is_right = detours != nullptr && within != nullptr && node.entries.size() == 2 &&
                        within->kind == NodeKind::sequence && within->items.size() == 2;
  if (!is_right)
    return report_shape(node, "detours have a number and the corners of where they may lead",
                        "{ detours: 3, within: [[0, 0, 0], [40, 0, 20]] }");
  double count = 0;
  if (detours->kind != NodeKind::scalar ||
      !read_whole(detours->text, detours->span, "`detours`", diagnostics_, count))
    return;
  if (count < 1 || count > kMostDetours) {
    diagnostics_
        .report(Code::number_out_of_range, detours->span,
                fmt::format("`detours` is at least 1 and at most {}", kMostDetours))
        .help("write how many places may come between, such as 3");
    return;
  }
  Vector from{}, to{};
  if (!read_vector(*within->items[0], false, "a corner", diagnostics_, from) ||
      !read_vector(*within->items[1], false, "a corner", diagnostics_, to))
    return;
  for (size_t i = 0; i < from.size(); ++i)
    variation.ranges.push_back(range_between(std::min(from[i], to[i]), std::max(from[i], to[i])));
  if (from == to) {
    diagnostics_.report(Code::bad_range, within->span, "both corners are the same place")
        .help("write two opposite corners, such as [[0, 0, 0], [40, 0, 20]]");
    return;
  }
  variation.detours = static_cast<uint32_t>(count);
  variation.count = 1 + 3 * static_cast<size_t>(count);
  variation.may_be_left_out = true;  // without a detour
  variations_.push_back(std::move(variation));
}

void VariedValues::add(const Name& name, const Variable& variable, const Node& node, Variation variation,
                       const SituationValue& usual) {
  const Type& type = variable.resolved;
  if (type.kind == ValueKind::error) return;
  const bool is_number_type = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  variation.unit = unit_of(variable);
  const bool takes_any = varies_ && is_any(node);
  if (!varies_) {
    if (is_range(node) || takes_any || is_any(node)) return report_several(name, node);
    if (!add_choice(variable, node, name, variation)) return;
  } else if (is_number_type && (takes_any || is_range(node))) {
    if (!add_range(name, variable, node, variation)) return;
  } else if (type.kind == ValueKind::point && is_box(node)) {
    if (!add_box(node, variation)) return;
  } else if (takes_any) {
    if (!add_all(name, variable, variation)) return;
  } else if (node.kind == NodeKind::sequence && !is_single_vector(type, node)) {
    if (is_number_type && node.items.size() == 2 && is_number(*node.items[0]) && is_number(*node.items[1]))
      return report_list_as_range(name, node);
    for (const Node* item : node.items) {
      if (!add_choice(variable, *item, name, variation)) return;
    }
  } else {
    return report_one_value(name, variable, node);
  }
  variation.may_be_left_out = has_value(variation, usual);
  finish(name, std::move(variation));
}

// A list with one value, or with the same one several times, does not vary; an empty one leaves nothing to
// try.
void VariedValues::finish(const Name& name, Variation variation) {
  if (variation.choices.empty() && variation.ranges.empty()) {
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("the list of `{}` is empty, so there is no value to try", name.text))
        .help("write two values or more, or `any`; or take it out");
    return;
  }
  if (varies_ && variation.choices.size() == 1) {
    RunText only;
    (variation.part == Part::result ? only.results : only.values)
        .emplace_back(variation.name, variation.choices[0].text);
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` has one value here, so it does not vary", name.text))
        .help(fmt::format("add others, or write it under `with`: `with: {}`", only.text()));
    return;
  }
  variation.count = variation.is_of_choices() ? 1 : variation.ranges.size();
  variations_.push_back(std::move(variation));
}

bool VariedValues::add_choice(const Variable& variable, const Node& node, const Name& name,
                              Variation& variation) {
  VariedChoice choice;
  if (variation.part == Part::starts || variation.part == Part::speed || variation.part == Part::time) {
    double number = 0;
    const Quantity quantity = variable.resolved.quantity;
    if (node.kind != NodeKind::scalar || !read_quantity(node.text, inner_span(node), quantity,
                                                        fmt::format("`{}`", name.text), diagnostics_, number))
      return false;
    if (!check_end(name, variable, number, node)) return false;
    // A single number is a range of itself: choices hold floats, and this is as exact as what a scene says.
    variation.unit = nullptr;
    variation.ranges = {{number, number, 0}};
    return true;
  }
  if (!values_.read_value(variable, node, name.text, choice.value)) return false;
  choice.text = text_of(node);
  variation.choices.push_back(std::move(choice));
  return true;
}

bool VariedValues::add_range(const Name& name, const Variable& variable, const Node& node,
                             Variation& variation) {
  const Type& type = variable.resolved;
  if (is_any(node)) {
    if (!variable.has_range()) {
      diagnostics_
          .report(Code::wrong_literal, node.span,
                  fmt::format("`{}` has no declared range, so `any` has no ends", name.text))
          .help("write a range, such as 0..100");
      return false;
    }
    variation.ranges = {range_of(variable.low, variable.high, variation.unit, type)};
    return true;
  }
  Bounds bounds;
  if (!read_bounds(node.text, inner_span(node), diagnostics_, bounds)) return false;
  if (bounds.quantity != type.quantity) {
    diagnostics_
        .report(Code::unit_unexpected, inner_span(node),
                fmt::format("`{}` is {}, but `{}` measures {}", name.text, describe(type.quantity), node.text,
                            describe(bounds.quantity)))
        .help(
            type.quantity == Quantity::number
                ? std::string("leave the units out")
                : fmt::format("write the unit at both ends, such as 0{0}..8{0}", usual_unit(type.quantity)));
    return false;
  }
  if (bounds.unit != nullptr) variation.unit = bounds.unit;
  const bool has_ends = variable.has_range() || variable.range.span.end == 0;
  const double low = variable.low, high = variable.high;
  if (has_ends && low < high &&
      (static_cast<float>(bounds.low) < variable.low || static_cast<float>(bounds.high) > variable.high)) {
    const double least = std::max(bounds.low, low), most = std::min(bounds.high, high);
    const auto text = [&](double end) { return show(end, type.quantity, variation.unit); };
    auto report = diagnostics_.report(Code::default_outside_range, inner_span(node),
                                      fmt::format("`{}` goes from {} to {}, but `{}` reaches further",
                                                  name.text, text(low), text(high), node.text));
    if (variable.range.given && variable.range.span.end != 0) report.label(variable.range.span, "its range");
    if (least < most) {
      const std::string mended = fmt::format("{}..{}", text(least), text(most));
      report.help(fmt::format("write `{}`: nothing beyond can be", mended)).edit(inner_span(node), mended);
    } else {
      report.help("name a range that it can reach");
    }
    return false;
  }
  variation.ranges = {range_of(bounds.low, bounds.high, variation.unit, type)};
  if (variation.ranges[0].low > variation.ranges[0].high) {
    diagnostics_
        .report(Code::bad_range, inner_span(node), fmt::format("no whole number lies in `{}`", node.text))
        .help("write whole ends, such as 0..3");
    return false;
  }
  return true;
}

bool VariedValues::add_box(const Node& node, Variation& variation) {
  for (const Node* item : node.items) {
    Bounds bounds;
    if (!is_range(*item)) {
      double number = 0;
      if (!read_quantity(item->text, item->span, Quantity::number, "each of x, y and z", diagnostics_,
                         number))
        return false;
      bounds = {number, number, Quantity::number};
    } else if (!read_bounds(item->text, inner_span(*item), diagnostics_, bounds)) {
      return false;
    }
    if (bounds.quantity != Quantity::number) {
      diagnostics_
          .report(Code::unit_unexpected, inner_span(*item),
                  fmt::format("coordinates are bare numbers, but `{}` has a unit", item->text))
          .help("leave the unit out: coordinates are metres");
      return false;
    }
    variation.ranges.push_back(range_between(bounds.low, bounds.high));
  }
  return true;
}

// `any` of what has few values.
bool VariedValues::add_all(const Name& name, const Variable& variable, Variation& variation) {
  const Type& type = variable.resolved;
  const auto add_one = [&](float value, std::string_view text) {
    VariedChoice choice;
    choice.value.value[0] = value;
    choice.text = text;
    variation.choices.push_back(std::move(choice));
  };
  switch (type.kind) {
    case ValueKind::boolean:
      add_one(0, "false");
      add_one(1, "true");
      return true;
    case ValueKind::enumeration: {
      const auto& members = model_.enums[type.reference].value.members;
      for (size_t i = 0; i < members.size(); ++i) add_one(static_cast<float>(i), members[i].text);
      return true;
    }
    case ValueKind::direction: {
      constexpr std::array<std::pair<int, int>, 8> kAround = {
          {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
      for (const auto& [right, ahead] : kAround) {
        VariedChoice choice;
        const auto r = static_cast<float>(right), a = static_cast<float>(ahead);
        choice.value.value = model_.up.value == Up::y ? Vector{r, 0, a} : Vector{r, a, 0};
        choice.text = written_point(choice.value.value);
        variation.choices.push_back(std::move(choice));
      }
      return true;
    }
    case ValueKind::entity: {
      VariedChoice& nobody = variation.choices.emplace_back();
      nobody.text = "nothing";
      for (const std::string_view one : values_.named_entities(true)) {
        const uint32_t entity = find_named(situation_, one);
        if (type.reference != kNone && thing_of(situation_, entity) != type.reference) continue;
        VariedChoice choice;
        choice.value.entity = entity;
        choice.text = one;
        variation.choices.push_back(std::move(choice));
      }
      return true;
    }
    default:
      diagnostics_
          .report(Code::wrong_literal, name.span, fmt::format("`{}` cannot be `any` place", name.text))
          .help("write ranges of its coordinates, such as [0..40, 0, 0..20], or a list of places");
      return false;
  }
}

void VariedValues::add_words(const Name& name, const Node& node, Variation variation, std::string_view noun,
                             const std::vector<std::string_view>& words, uint32_t usual,
                             const NoteWord& note) {
  std::vector<const Node*> items;
  if (node.kind == NodeKind::sequence) items = node.items;
  if (node.kind == NodeKind::scalar && !is_any(node)) items = {&node};
  if (node.kind == NodeKind::mapping || (!varies_ && (node.kind != NodeKind::scalar || is_any(node))))
    return varies_ ? report_shape(node, fmt::format("this is a list of {}s", noun),
                                  fmt::format("[{}]", fmt::join(words, ", ")))
                   : report_several(name, node);
  if (is_any(node)) {
    for (uint32_t i = 0; i < words.size(); ++i) add_word(i, words[i], variation);
  }
  for (const Node* item : items) {
    const auto found = item->kind == NodeKind::scalar ? std::ranges::find(words, item->text) : words.end();
    if (found == words.end()) {
      auto report = diagnostics_.report(Code::unknown_name, item->span,
                                        fmt::format("there is no {} `{}`", noun, item->text));
      if (!report.is_kept()) return;
      report.suggest_or(item->span, item->text, words, [&] {
        return fmt::format("there {} {}", words.size() == 1 ? "is" : "are", quoted_list(words, "and"));
      });
      return;
    }
    const auto index = static_cast<uint32_t>(found - words.begin());
    note(index, item->span);
    add_word(index, *found, variation);
  }
  variation.may_be_left_out = std::ranges::any_of(variation.choices, [&](const VariedChoice& choice) {
    return choice.value.value[0] == static_cast<float>(usual);
  });
  finish(name, std::move(variation));
}

// A time or speed that lies where it can.
bool VariedValues::check_end(const Name& name, const Variable& variable, double number, const Node& node) {
  if (number >= variable.low && number <= variable.high) return true;
  const Quantity quantity = variable.resolved.quantity;
  diagnostics_
      .report(Code::number_out_of_range, node.span,
              fmt::format("`{}` goes from {} to {}", name.text, show(variable.low, quantity),
                          show(variable.high, quantity)))
      .help("write a number that lies there");
  return false;
}

void VariedValues::report_shape(const Node& node, std::string_view what, std::string_view example) {
  diagnostics_.report(Code::wrong_shape, node.span, std::string(what))
      .help(fmt::format("such as {}", example));
}

void VariedValues::report_several(const Name& name, const Node& node) {
  diagnostics_
      .report(Code::wrong_literal, node.span,
              fmt::format("under `with` `{}` has one value, but here is {}", name.text,
                          is_range(node) ? "a range"
                          : is_any(node) ? "`any`"
                                         : describe(node)))
      .help("write one value, or move it to `vary`");
}

void VariedValues::report_one_value(const Name& name, const Variable& variable, const Node& node) {
  if (node.kind == NodeKind::mapping) return report_block(name, variable, node);
  // A wrong value has a message of its own.
  SituationValue read;
  if (!values_.read_value(variable, node, name.text, read)) return;
  const bool is_point = variable.resolved.kind == ValueKind::point;
  const bool is_plain =
      variable.resolved.kind == ValueKind::number || variable.resolved.kind == ValueKind::integer;
  diagnostics_
      .report(Code::given_not_allowed, node.span,
              fmt::format("`{}` has one value here, so it does not vary", name.text))
      .help(fmt::format("write {}, or write it under `with`",
                        is_plain   ? "a range, such as 0..30"
                        : is_point ? "ranges of coordinates, such as [0..40, 0, 0..20], or a list of places"
                                   : "a list of values, or `any`"));
}

void VariedValues::report_block(const Name& name, const Variable& variable, const Node& node) {
  const Type& type = variable.resolved;
  std::string_view wanted = "a list of values, or `any`";
  std::string example = "any";
  if (type.kind == ValueKind::number || type.kind == ValueKind::integer) {
    wanted = "a range, a list of values, or `any`";
    const bool has_range = variable.has_range();
    example = fmt::format("{}..{}", show(has_range ? variable.low : 0, type.quantity),
                          show(has_range ? variable.high : 30, type.quantity));
  } else if (type.kind == ValueKind::point) {
    wanted = "ranges of coordinates, or a list of places";
    example = "[0..40, 0, 0..20]";
  } else if (type.kind == ValueKind::enumeration) {
    std::vector<std::string_view> words;
    for (const Name& member : model_.enums[type.reference].value.members) words.push_back(member.text);
    example = fmt::format("[{}]", fmt::join(words, ", "));
  }
  report_shape(node, fmt::format("`{}` takes {}", name.text, wanted), example);
}

void VariedValues::report_list_as_range(const Name& name, const Node& node) {
  const std::string mended = fmt::format("{}..{}", node.items[0]->text, node.items[1]->text);
  diagnostics_
      .report(Code::wrong_literal, node.span,
              fmt::format("a range of `{}` is written with two dots, not as a list", name.text))
      .help(fmt::format("write `{}`; for these two values alone write a test for each", mended))
      .edit(node.span, mended);
}

}  // namespace ishi::compiler
