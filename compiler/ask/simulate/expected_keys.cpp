#include "simulate/expected_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "language/node_words.h"
#include "language/scalar.h"
#include "resolve/literal.h"
#include "simulate/situation_values.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

bool takes_ranges(const Type& type) {
  return type.kind == ValueKind::number || type.kind == ValueKind::integer;
}

// True if the text is meant as a range, rightly written or not.
bool is_range(const Node& node) {
  return node.kind == NodeKind::scalar &&
         (node.text.find("..") != std::string_view::npos || node.text.starts_with('<') ||
          node.text.starts_with('>') || is_meant_as_range(node.text));
}

bool is_range_in_brackets(const Node& node) {
  return node.kind == NodeKind::sequence && node.items.size() == 2 &&
         std::ranges::all_of(node.items, [](const Node* item) {
           const size_t sign = item->text.starts_with('-') ? 1 : 0;
           return item->kind == NodeKind::scalar && number_length(item->text.substr(sign)) > 0;
         });
}

bool is_vector(const Type& type) {
  return type.kind == ValueKind::point || type.kind == ValueKind::direction;
}

// [1.2, 0..7, 6]
bool is_box(const Node& node) {
  return node.kind == NodeKind::sequence && node.items.size() == 3 &&
         std::ranges::any_of(node.items, [](const Node* item) { return is_range(*item); });
}

std::string text_of(const Node& node) {
  if (node.kind != NodeKind::sequence) return std::string(node.text);
  std::string text;
  for (const Node* item : node.items) text += fmt::format("{}{}", text.empty() ? "" : ", ", item->text);
  return fmt::format("[{}]", text);
}

class ExpectedKeyReader {
 public:
  ExpectedKeyReader(const Model& model, SituationValues& values, const KeyUse& use, Diagnostics& diagnostics)
      : model_(model), values_(values), use_(use), diagnostics_(diagnostics) {}

  std::optional<ExpectedKey> read(const Name& name, const Node* node) {
    const uint32_t key = values_.find_key(name, use_);
    if (key == kNone || node == nullptr) return std::nullopt;
    return read(key, model_.blackboard[key], *node);
  }

  // `key`: the variable's index among those that it belongs to.
  std::optional<ExpectedKey> read(uint32_t key, const Named<Variable>& named, const Node& node) {
    const auto& [name, variable] = named;
    ExpectedKey expected;
    expected.key = key;
    expected.text = text_of(node);
    expected.span = node.span;
    if (variable.resolved.kind == ValueKind::entity && node.text == "someone") {
      expected.is_anyone = true;
      return expected;
    }
    if (takes_ranges(variable.resolved) && is_range_in_brackets(node)) {
      const std::string mended = fmt::format("{}..{}", node.items[0]->text, node.items[1]->text);
      diagnostics_
          .report(Code::wrong_literal, node.span,
                  fmt::format("a range of `{}` is written with two dots, not as a list", name.text))
          .help(fmt::format("write `{}`", mended))
          .edit(node.span, mended);
      return std::nullopt;
    }
    if (takes_ranges(variable.resolved) && is_range(node)) {
      expected.is_range = true;
      if (!read_range(name.text, variable, node, expected)) return std::nullopt;
      return expected;
    }
    if (is_vector(variable.resolved) && is_box(node)) {
      expected.is_box = true;
      if (!read_box(node, expected)) return std::nullopt;
      return expected;
    }
    if (!values_.read_value(variable, node, name.text, expected.value)) return std::nullopt;
    return expected;
  }

 private:
  // Each coordinate is a number or a range.
  bool read_box(const Node& node, ExpectedKey& expected) {
    for (size_t i = 0; i < node.items.size(); ++i) {
      const Node& item = *node.items[i];
      Bounds bounds;
      if (!is_range(item)) {
        Measure measure;
        if (!read_measure(item.text, inner_span(item), diagnostics_, measure)) return false;
        bounds = {measure.value, measure.value, measure.quantity};
        // A number is met to a centimetre, as in a point without ranges.
        bounds.low -= kVectorTolerance;
        bounds.high += kVectorTolerance;
      } else if (!read_bounds(item.text, inner_span(item), diagnostics_, bounds, {})) {
        return false;
      }
      if (bounds.quantity != Quantity::number) {
        diagnostics_
            .report(Code::unit_unexpected, inner_span(item),
                    fmt::format("coordinates are bare numbers, but `{}` has a unit", item.text))
            .help("leave the unit out: coordinates are metres");
        return false;
      }
      expected.least[i] = static_cast<float>(bounds.low);
      expected.most[i] = static_cast<float>(bounds.high);
    }
    return true;
  }

  bool read_range(std::string_view name, const Variable& variable, const Node& node, ExpectedKey& expected) {
    const Type& type = variable.resolved;
    const Span span = inner_span(node);
    Bounds bounds;
    // Somebody may mean a range over midnight: from ten at night to six in the morning.
    constexpr std::string_view kOfTimes = "; a range does not go past midnight: for that write two tests";
    const std::string_view beside = type.quantity == Quantity::duration ? kOfTimes : std::string_view();
    if (!read_bounds(node.text, span, diagnostics_, bounds, beside)) return false;
    if (bounds.quantity != type.quantity) {
      report_unit(name, variable, node, bounds);
      return false;
    }
    warn_of_percentage(variable, node.text, span, fmt::format("`{}`", name), diagnostics_);
    expected.low = static_cast<float>(bounds.low);
    expected.high = static_cast<float>(bounds.high);
    const bool is_whole = type.kind == ValueKind::integer;
    const float least = std::max(is_whole ? std::ceil(expected.low) : expected.low, variable.low);
    const float most = std::min(is_whole ? std::floor(expected.high) : expected.high, variable.high);
    if (least <= most) return true;
    if (expected.low <= variable.high && expected.high >= variable.low) {
      diagnostics_
          .report(Code::default_outside_range, span,
                  fmt::format("`{}` is a whole number, and there is none in `{}`", name, node.text))
          .help(fmt::format("{} a range with whole numbers in it", use_.verb));
      return false;
    }
    auto report =
        diagnostics_.report(Code::default_outside_range, span,
                            fmt::format("`{}` goes from {} to {}, so it never lies in `{}`", name,
                                        show(variable.low, type.quantity, variable.unit),
                                        show(variable.high, type.quantity, variable.unit), node.text));
    if (variable.range.given) report.label(variable.range.span, "its range");
    report.help(fmt::format("{} a range that it can reach", use_.verb));
    return false;
  }

  void report_unit(std::string_view name, const Variable& variable, const Node& node, const Bounds& bounds) {
    const Quantity wanted = variable.resolved.quantity;
    const bool has_unit = bounds.quantity != Quantity::number;
    auto report = diagnostics_.report(
        has_unit ? Code::unit_unexpected : Code::unit_missing, inner_span(node),
        fmt::format("`{}` is {}, but `{}` {}", name, describe(wanted), node.text,
                    has_unit ? fmt::format("measures {}", describe(bounds.quantity)) : "has no units"));
    const std::string_view unit = written_or_usual(variable.unit, wanted);
    if (wanted == Quantity::number) {
      report.help("leave the units out");
    } else if (has_unit) {
      report.help(fmt::format("write both ends as {0}, such as 0{1}..10{1}", describe(wanted), unit));
    } else {
      const std::string mended = fmt::format("{}{}..{}{}", show(bounds.low, Quantity::number), unit,
                                             show(bounds.high, Quantity::number), unit);
      report.help(fmt::format("write `{}`", mended)).edit(inner_span(node), mended);
      if (!is_sure_unit(variable.unit, wanted)) report.guess();
    }
  }

  const Model& model_;
  SituationValues& values_;
  const KeyUse& use_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<ExpectedKey> read_expected_key(const Model& model, const Named<const Node*>& written,
                                             const KeyUse& use, SituationValues& values,
                                             Diagnostics& diagnostics) {
  return ExpectedKeyReader(model, values, use, diagnostics).read(written.name, written.value);
}

std::vector<ExpectedKey> read_expected_keys(const Model& model, const Map<const Node*>& keys,
                                            const Situation& situation, uint32_t agent,
                                            Diagnostics& diagnostics) {
  std::vector<ExpectedKey> expected;
  if (keys.empty()) return expected;
  Situation copy = situation;  // what is expected adds nobody to it
  SituationValues values{model, copy, diagnostics};
  values.speak_of(agent);
  for (const auto& written : keys) {
    const auto one =
        read_expected_key(model, written, {"is no key itself", "expect", true}, values, diagnostics);
    if (one) expected.push_back(*one);
  }
  return expected;
}

namespace {

std::vector<ExpectedKey> read_fields(const Model& model, std::string_view owner, const Map<Variable>& known,
                                     const Map<const Node*>& written, SituationValues& values,
                                     Diagnostics& diagnostics) {
  static constexpr KeyUse kUse{"is no field", "expect", true};
  std::vector<ExpectedKey> fields;
  ExpectedKeyReader reader(model, values, kUse, diagnostics);
  for (const auto& [name, node] : written) {
    const uint32_t index = find_index(known, name.text);
    if (index == kNone && known.empty()) {
      const uint32_t event = find_index(model.events, owner);
      if (event != kNone && diagnostics.is_in_doubt(model.events[event].name.span)) continue;
      diagnostics
          .report(Code::unknown_name, name.span, fmt::format("`{}` has neither arguments nor fields", owner))
          .help("expect its name alone");
    } else if (index == kNone) {
      const bool is_event = find_index(model.events, owner) != kNone;
      values.report_unknown(name, fmt::format("{} of `{}` called", is_event ? "field" : "parameter", owner),
                            {}, known);
    } else {
      model.note_use(name.span, known[index].name);
      if (node == nullptr) continue;
      if (auto field = reader.read(index, known[index], *node)) fields.push_back(std::move(*field));
    }
  }
  return fields;
}

}  // namespace

ExpectedRecords read_expected_records(const Model& model, const AgentExpectation& expect,
                                      const Situation& situation, uint32_t agent, Diagnostics& diagnostics) {
  ExpectedRecords expected;
  if (expect.does.empty() && expect.does_in_order.empty() && expect.emits.value.empty()) return expected;
  Situation copy = situation;  // what is expected adds nobody to it
  SituationValues values{model, copy, diagnostics};
  values.speak_of(agent);
  const auto read_tasks = [&](const std::vector<ExpectedTask>& tasks, std::vector<ExpectedRecord>& out) {
    for (const auto& [task, arguments] : tasks) {
      ExpectedRecord& one = out.emplace_back(ExpectedRecord{task.index, {}});
      if (task.index != kNone)
        one.fields = read_fields(model, task.text, model.tasks[task.index].value.parameters, arguments,
                                 values, diagnostics);
    }
  };
  read_tasks(expect.does, expected.does);
  read_tasks(expect.does_in_order, expected.does_in_order);
  for (const auto& [name, posting] : expect.emits.value) {
    const uint32_t event = find_index(model.events, name.text);
    if (const uint32_t sound = find_index(model.sounds, name.text); event == kNone && sound != kNone) {
      expected.emits.emplace_back(ExpectedRecord{sound, {}, true});
      if (posting.fields.empty()) continue;
      diagnostics
          .report(Code::unknown_name, posting.fields[0].name.span,
                  fmt::format("`{}` is a sound, and a sound has no fields: it is heard", name.text))
          .help(fmt::format("write `{}: {{}}`", name.text));
      continue;
    }
    ExpectedRecord& one = expected.emits.emplace_back(ExpectedRecord{event, {}});
    if (event != kNone)
      one.fields = read_fields(model, name.text, model.events[event].value.fields, posting.fields, values,
                               diagnostics);
  }
  return expected;
}

}  // namespace ishi::compiler
