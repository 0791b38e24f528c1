#include "language/reader.h"

#include <fmt/format.h>
#include <limits>

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "language/node_words.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"

// Values: what one field holds.

namespace ishi::compiler {
namespace {

// The written unit, in which a message shows limits; null, the usual one, where they would read badly in it.
const UnitRow* unit_of_limits(const Field& field, std::string_view written) {
  constexpr double kLarge = 1e5;
  const std::string_view digits = written.substr(written.find_first_not_of("+-"));
  const UnitRow* const unit = find_unit(digits.substr(number_length(digits)));
  const bool is_usual = unit == nullptr || unit->factor == 1 || unit->quantity != field.quantity;
  return is_usual || std::abs(field.high) / unit->factor > kLarge ? nullptr : unit;
}

bool check_limits(const ReadingSite& at, const Field& field, const Node& node, double value) {
  if (value >= field.low && value <= field.high) return true;
  const UnitRow* const unit = unit_of_limits(field, node.text);
  const auto show = [&](double limit) { return compiler::show(limit, field.quantity, unit); };
  const bool is_least = value < field.low;
  const double end = is_least ? field.low : field.high;
  at.diagnostics
      .report(Code::number_out_of_range, node.span,
              fmt::format("{} goes from {} to {}, but here is {}", what(field), show(field.low),
                          show(field.high), node.text))
      .help(fmt::format("the {} that can be written is {}", is_least ? "least" : "greatest", show(end)) +
            (field.name == "retry" && is_least ? "; without end, let a `repeat` do it" : ""));
  return false;
}

// A word where a quantity or another word stands.
void report_no_word(const ReadingSite& at, const Field& field, const Node& node) {
  auto report = at.diagnostics.report(Code::unknown_word, node.span,
                                      fmt::format("{} is {} or `{}`, but here is `{}`", what(field),
                                                  describe(field.quantity), field.words[0], node.text));
  report.suggest_or(node.span, node.text, field.words,
                    [&] { return fmt::format("such as {}", field.example); });
}

}  // namespace

void read_time(const ReadingSite& at, const Field& field, const Entry& entry, Setting<double>& out) {
  out.span = entry.key_span;
  out.given = read_quantity(entry.key, entry.key_span, Quantity::duration,
                            fmt::format("a time of `{}`", field.name), at.diagnostics, out.value);
}

bool check_map_key(const Field& field, const Entry& entry) {
  // Names of declarations are checked where they are gathered; other maps hold references, paths, or names
  // that only people read.
  (void)field;
  return !entry.key.empty();
}

void Reader::read_value(const Field& field, const Node& node, Setting<bool>& out) {
  bool value = false;
  if (!expect_scalar(at_, field, node)) return;
  if (read_boolean(node.text, node.span, what(field), at_.diagnostics, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<int32_t>& out) {
  double value = 0;
  if (!expect_scalar(at_, field, node)) return;
  if (!read_whole(node.text, inner_span(node), what(field), at_.diagnostics, value)) return;
  if (check_limits(at_, field, node, value)) out = {static_cast<int32_t>(value), node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<double>& out) {
  double value = 0;
  if (!expect_scalar(at_, field, node)) return;
  if (!field.words.empty() && node.text == field.words[0]) {
    out = {std::numeric_limits<double>::infinity(), node.span, true};
    return;
  }
  if (!field.words.empty() && is_name(node.text)) return report_no_word(at_, field, node);
  if (!read_quantity(node.text, inner_span(node), field.quantity, what(field), at_.diagnostics, value))
    return;
  if (check_limits(at_, field, node, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<Measure>& out) {
  Measure value;
  if (!expect_scalar(at_, field, node)) return;
  if (read_measure(node.text, inner_span(node), at_.diagnostics, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, AlongInput& out) {
  Measure written;
  if (!expect_scalar(at_, field, node) ||
      !read_measure(node.text, inner_span(node), at_.diagnostics, written))
    return;
  if (written.quantity == Quantity::number) {
    if (!check_limits(at_, field, node, written.value)) return;
    out.value = written.value;
  }
  out.span = node.span;
  out.given = true;
  out.text = node.text;
  out.written = written;
}

void Reader::read_value(const Field& field, const Node& node, Setting<Bounds>& out) {
  out.span = node.span;  // also of what is wrong: so much is known as that something was written
  if (!expect_scalar(at_, field, node)) return;
  Bounds value;
  const bool is_comparison = node.text.starts_with('<') || node.text.starts_with('>');
  const bool is_range = (field.may_be_open && node.text.ends_with('+')) ||
                        node.text.find("..") != std::string_view::npos || is_comparison ||
                        is_meant_as_range(node.text);
  if (!is_range && field.is_short_form) {  // a single number is both ends
    Measure measure;
    if (!read_measure(node.text, inner_span(node), at_.diagnostics, measure)) return;
    value = {measure.value, measure.value, measure.quantity};
  } else if (field.may_be_open && (node.text.ends_with("..") != node.text.starts_with(".."))) {
    const bool has_low = node.text.ends_with("..");
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    const std::string_view end = has_low ? node.text.substr(0, node.text.size() - 2) : node.text.substr(2);
    Measure measure;
    if (!read_measure(end, inner_span(node), at_.diagnostics, measure)) return;
    value = {has_low ? measure.value : -kEndless, has_low ? kEndless : measure.value, measure.quantity};
  } else if (const std::string meant = field.may_be_open ? meant_open_end(node.text) : ""; !meant.empty()) {
    at_.diagnostics.report(Code::bad_range, node.span, fmt::format("`{}` is not a range", node.text))
        .help(fmt::format("write `{}`", meant))
        .edit(inner_span(node), meant)
        .guess();
    return;
  } else if (!read_bounds(
                 node.text, inner_span(node), at_.diagnostics, value,
                 field.name == "output" ? ", and `invert: true` beside it to turn the curve round" : "")) {
    return;
  }
  out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<Name>& out) {
  if (expect_scalar(at_, field, node)) out = {{node.text, inner_span(node)}, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Formula& out) {
  out.span = node.span;  // also of what is wrong: so much is known as that something was written
  if (!expect_scalar(at_, field, node)) return;
  // A word outside of quotes is as long as it is written, but for characters that have been reported
  // (syntax/retype.h).
  const Span inner = inner_span(node);
  const bool is_as_written = inner.end - inner.begin == node.text.size();
  if (!is_as_written && !node.quoted && node.text.find_first_of(" \n") == std::string_view::npos) return;
  if (node.text.find_first_not_of(" \n") == std::string_view::npos) {
    at_.diagnostics
        .report(Code::expression_syntax, node.span, fmt::format("{} is an empty expression", what(field)))
        .help("write a number, a key or a calculation");
    return;
  }
  const Formula written = written_formula(node);
  if (written.text.empty()) {
    at_.diagnostics.report(Code::expression_layout, node.span, "an expression has no escapes")
        .help("write it without quotes and `\\`; a long expression may go on in the next line");
    return;
  }
  out.text = written.text;
  out.span = written.span;
  if (formulas_ != nullptr) formulas_->push_back(written);
}

void Reader::read_value(const Field& field, const Node& node, Reference& out) {
  if (!expect_scalar(at_, field, node)) return;
  if (node.text.empty()) {
    at_.diagnostics.report(Code::bad_name, node.span, fmt::format("{} is an empty name", what(field)));
    return;
  }
  out.text = node.text;
  out.span = inner_span(node);
}

void Reader::read_value(const Field& field, const Node& node, std::vector<Reference>& out) {
  if (field.takes_one && node.kind == NodeKind::scalar) {
    Reference reference;
    read_value(field, node, reference);
    if (reference.given()) out.push_back(reference);
    return;
  }
  if (!expect_list(at_, field, node)) return;
  bool is_reported = false;
  for (const Node* item : node.items) {
    Reference reference;
    read_value(field, *item, reference);
    if (!reference.given()) continue;
    if (reference.text[0] == '+' || reference.text[0] == '-') {
      if (!std::exchange(is_reported, true)) {
        at_.diagnostics
            .report(
                Code::list_change_without_extends, reference.span,
                fmt::format("`{}` changes an inherited list, but nothing is inherited here", reference.text))
            .help(fmt::format("write `{}`, or say whose list it changes with `extends:`",
                              reference.text.substr(1)));
      }
      continue;
    }
    out.push_back(reference);
  }
}

void Reader::read_value(const Field& field, const Node& node, std::vector<Name>& out) {
  if (field.takes_one && node.kind == NodeKind::scalar) {
    const Span span = inner_span(node);
    if (check_new_name(node.text, span, at_.diagnostics)) out.push_back({node.text, span});
    return;
  }
  if (!expect_list(at_, field, node)) return;
  std::unordered_map<std::string_view, Span> first;
  for (const Node* item : node.items) {
    if (!expect_scalar(at_, field, *item)) continue;
    const Span span = inner_span(*item);
    if (!check_new_name(item->text, span, at_.diagnostics)) continue;
    const auto [same, is_new] = first.emplace(item->text, span);
    if (!is_new) {
      at_.diagnostics
          .report(Code::defined_twice, span, fmt::format("`{}` stands twice in this list", item->text))
          .label(same->second, "here already")
          .help("take one of the two out");
      continue;
    }
    out.push_back({item->text, span});
  }
}

void Reader::read_value(const Field&, const Node& node, const Node*& out) {
  if (node.kind != NodeKind::poisoned) out = &node;
}

void Reader::read_value(const Field& field, const Node& node, CurvePoint& out) {
  if (node.kind == NodeKind::poisoned) return;
  if (node.kind != NodeKind::sequence || node.items.size() != 2) {
    at_.diagnostics.report(Code::wrong_shape, node.span, "a point of a curve is written [x, y]")
        .help("such as [[0, 1], [0.5, 0.8], [1, 0]], with brackets round each point");
    return;
  }
  Field y = field;
  y.name = {};
  y.doc = "the y of a point";
  read_value(y, *node.items[0], out.x);
  read_value(y, *node.items[1], out.y);
}

namespace table {

std::string show_default_value(const Field&, const Setting<bool>& setting) {
  return setting.value ? "true" : "false";
}

std::string show_default_value(const Field&, const Setting<int32_t>& setting) {
  return fmt::format("{}", setting.value);
}

std::string show_default_value(const Field&, const AlongInput& setting) {
  return show(setting.value, Quantity::number);
}

std::string show_default_value(const Field& field, const Setting<double>& setting) {
  return show(setting.value, field.quantity);
}

}  // namespace table

}  // namespace ishi::compiler
