#include "language/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>

#include "language/node_words.h"
#include "language/tables.h"
#include "language/words.h"

// Values: what one field holds.

namespace ishi::compiler {
namespace {

std::string_view describe_single(const Field& field) {
  switch (field.form) {
    case Form::formula: return "one expression";
    case Form::type:
    case Form::reference: return "one name";
    case Form::whole:
    case Form::measure:
    case Form::any_measure:
    case Form::along_input: return "one number";
    case Form::bounds: return field.is_short_form ? "one number or range" : "one range, low..high";
    default: return "a single value";
  }
}

bool holds_names(const Field& field) { return field.form == Form::names || field.form == Form::references; }

std::string help_to_word(const Field& field) {
  if (field.words.size() == 1)
    return fmt::format("write `{}`, or leave `{}` out", field.words[0], field.name);
  return field.example.empty() ? "write one of these words" : fmt::format("such as {}", field.example);
}

// The written unit, in which a message shows limits; null, the usual one, where they would read badly in it.
const UnitRow* unit_of_limits(const Field& field, std::string_view written) {
  constexpr double kLarge = 1e5;
  const std::string_view digits = written.substr(written.find_first_not_of("+-"));
  const UnitRow* const unit = find_unit(digits.substr(number_length(digits)));
  const bool is_usual = unit == nullptr || unit->factor == 1 || unit->quantity != field.quantity;
  return is_usual || std::abs(field.high) / unit->factor > kLarge ? nullptr : unit;
}

// `bell` and `[bell]` as { bell: {} }, where what is named may have nothing more to it; else nothing.
std::string meant_names(const Field& field, const Node& node) {
  if (!field.holds_names || field.item->form != Form::record) return {};
  std::string names;
  const auto add = [&](const Node& one) {
    const bool is_good = one.kind == NodeKind::scalar && is_name(one.text);
    if (is_good) names += fmt::format("{}{}: {{}}", names.empty() ? "" : ", ", one.text);
    return is_good;
  };
  const bool is_meant = node.kind == NodeKind::sequence
                            ? std::ranges::all_of(node.items, [&](const Node* item) { return add(*item); })
                            : add(node);
  return is_meant && !names.empty() ? fmt::format("{{ {} }}", names) : "";
}

}  // namespace

bool Reader::expect_scalar(const Field& field, const Node& node) {
  if (node.kind == NodeKind::scalar) return true;
  if (node.kind != NodeKind::poisoned) {
    auto report = diagnostics_.report(
        Code::wrong_shape, node.span,
        fmt::format("{} is {}, but here is {}", what(field), describe_single(field), describe(node)));
    const bool is_wrapped =
        node.kind == NodeKind::sequence && node.items.size() == 1 && node.items[0]->kind == NodeKind::scalar;
    const bool is_unknown_word = is_wrapped && field.form == Form::word &&
                                 std::ranges::find(field.words, node.items[0]->text) == field.words.end();
    if (is_unknown_word) {
      report.help(help_to_word(field));
    } else if (is_wrapped && node.flow) {
      report.help(fmt::format("write {}, without the brackets", node.items[0]->text))
          .edit(node.span, std::string(node.items[0]->text));
    } else if (field.form == Form::formula && node.kind == NodeKind::sequence) {
      report.help("join conditions with `and` or `or`, and numbers with signs or functions");
    } else if (!field.example.empty()) {
      report.help(fmt::format("such as {}", field.example));
    }
  }
  return false;
}

bool Reader::expect_map(const Field& field, const Node& node) {
  if (node.kind == NodeKind::mapping) return true;
  if (node.kind == NodeKind::poisoned) return false;
  auto report = diagnostics_.report(
      Code::wrong_shape, node.span,
      fmt::format("{} holds {}, but here is {}", what(field),
                  field.holds_times ? "times, each with what happens then" : "named entries",
                  describe(node)));
  if (const std::string meant = meant_names(field, node); !meant.empty()) {
    report.help(fmt::format("write {}", meant)).edit(node.span, meant);
  } else {
    report.help(field.example.starts_with('{')
                    ? fmt::format("such as {}", field.example)
                    : "write each entry as `name: value` on a line of its own, indented");
  }
  return false;
}

bool Reader::expect_few(const Field& field, const Node& node) {
  if (node.entries.size() <= field.most) return true;
  diagnostics_
      .report(Code::wrong_count, node.entries[field.most].key_span,
              fmt::format("{} takes {} {}, but here are {}", what(field),
                          field.most == 1 ? std::string("one") : fmt::format("at most {}", field.most),
                          field.most == 1 ? "name" : "names", node.entries.size()))
      .label(node.entries[0].key_span, "here already")
      .help("keep one of them");
  return false;
}

// A way to score that scores nothing would make an action that never wins, and without plans none could.
bool Reader::expect_filled(const Field& field, const Node& node) {
  if ((field.kind == 0 && !field.is_required) || !node.entries.empty()) return true;
  const std::string_view purpose = field.is_verb ? "try" : field.is_required ? "choose from" : "score";
  diagnostics_
      .report(Code::empty_model, node.span,
              fmt::format("{} is empty, so there is nothing to {}", what(field), purpose))
      .help(fmt::format("fill it in, such as {}{}", field.example,
                        field.is_required ? "" : ", or take it out"));
  return false;
}

bool Reader::expect_list(const Field& field, const Node& node) {
  if (node.kind == NodeKind::poisoned) return false;
  if (node.kind != NodeKind::sequence) {
    const bool has_short_form = field.form == Form::list && field.is_short_form;
    const std::string wanted =
        has_short_form ? fmt::format("{} or a list of them", describe(field.item->quantity)) : "a list";
    auto report =
        diagnostics_.report(Code::wrong_shape, node.span,
                            fmt::format("{} is {}, but here is {}", what(field), wanted, describe(node)));
    if (node.kind == NodeKind::scalar && !node.quoted && holds_names(field)) {
      report.help(fmt::format("write [{}]", node.text)).edit(node.span, fmt::format("[{}]", node.text));
    } else if (!field.example.empty()) {
      report.help(fmt::format("such as {}", field.example));
    }
    return false;
  }
  const size_t count = node.items.size();
  const size_t least = std::max(field.least, holds_names(field) ? size_t{1} : size_t{0});
  if (count < least || count > field.most) {
    const bool too_few = count < least;
    const size_t limit = too_few ? least : field.most;
    const std::string_view bound = least == field.most ? "" : too_few ? "at least " : "at most ";
    const std::string found = count == 0 ? "is none" : count == 1 ? "is 1" : fmt::format("are {}", count);
    auto report = diagnostics_.report(Code::wrong_count, node.span,
                                      fmt::format("{} takes {}{} {}, but here {}", what(field), bound, limit,
                                                  limit == 1 ? "entry" : "entries", found));
    if (limit > 4 && !field.is_short_form)
      report.help("leave out the points that add little: between points the curve needs none");
    else if (!field.example.empty())
      report.help(fmt::format("such as {}", field.example));
    return false;
  }
  return true;
}

// `at: { set: … }`: what happens stands where its time should.
bool Reader::expect_times(const Field& field, const Node& node) {
  const auto timeless = std::ranges::find_if(
      node.entries, [&](const Entry& entry) { return is_field_of(*field.item, entry.key); });
  if (timeless == node.entries.end()) return true;
  if (timeless != node.entries.begin() && (timeless - 1)->value->kind == NodeKind::poisoned) return true;
  diagnostics_
      .report(Code::wrong_shape, timeless->key_span,
              fmt::format("{} holds times, but here is `{}`", what(field), timeless->key))
      .help(fmt::format("write first when it happens, such as {}", field.example));
  return false;
}

void Reader::read_time(const Field& field, const Entry& entry, Setting<double>& out) {
  out.span = entry.key_span;
  out.given = read_quantity(entry.key, entry.key_span, Quantity::duration,
                            fmt::format("a time of `{}`", field.name), diagnostics_, out.value);
}

bool Reader::check_map_key(const Field& field, const Entry& entry) {
  // Names of declarations are checked where they are gathered; other maps hold references, or names
  // that only people read.
  (void)field;
  return !entry.key.empty();
}

bool Reader::check_limits(const Field& field, const Node& node, double value) {
  if (value >= field.low && value <= field.high) return true;
  const UnitRow* const unit = unit_of_limits(field, node.text);
  const auto show = [&](double limit) { return compiler::show(limit, field.quantity, unit); };
  std::string wanted;
  if (field.high == std::numeric_limits<double>::infinity()) {
    wanted = fmt::format("is {} or more", show(field.low));
  } else if (field.low == -std::numeric_limits<double>::infinity()) {
    wanted = fmt::format("is {} or less", show(field.high));
  } else {
    wanted = fmt::format("goes from {} to {}", show(field.low), show(field.high));
  }
  const bool is_least = value < field.low;
  const double end = is_least ? field.low : field.high;
  diagnostics_
      .report(Code::number_out_of_range, node.span,
              fmt::format("{} {}, but here is {}", what(field), wanted, node.text))
      .help(fmt::format("the {} that can be written is {}", is_least ? "least" : "greatest", show(end)));
  return false;
}

bool Reader::read_word(const Field& field, const Node& node, uint32_t& index) {
  if (!expect_scalar(field, node)) return false;
  for (uint32_t i = 0; i < field.words.size(); ++i) {
    if (field.words[i] == node.text) {
      index = i;
      return true;
    }
  }
  auto report = diagnostics_.report(
      Code::unknown_word, node.span,
      fmt::format("{} is {}, but here is `{}`", what(field), quoted_list(field.words, "or"), node.text));
  const std::vector<std::string_view> near = report.suggestions(node.text, field.words);
  if (!near.empty())
    report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.span, std::string(near[0]));
  else
    report.help(help_to_word(field));
  return false;
}

void Reader::read_value(const Field& field, const Node& node, Setting<bool>& out) {
  bool value = false;
  if (!expect_scalar(field, node)) return;
  if (read_boolean(node.text, node.span, what(field), diagnostics_, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<int32_t>& out) {
  double value = 0;
  if (!expect_scalar(field, node)) return;
  if (!read_whole(node.text, inner_span(node), what(field), diagnostics_, value)) return;
  if (check_limits(field, node, value)) out = {static_cast<int32_t>(value), node.span, true};
}

// A word where a quantity or another word stands.
void Reader::report_no_word(const Field& field, const Node& node) {
  auto report = diagnostics_.report(Code::unknown_word, node.span,
                                    fmt::format("{} is {} or `{}`, but here is `{}`", what(field),
                                                describe(field.quantity), field.words[0], node.text));
  if (const auto near = report.suggestions(node.text, field.words); !near.empty())
    report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.span, std::string(near[0]));
  else
    report.help(fmt::format("such as {}", field.example));
}

void Reader::read_value(const Field& field, const Node& node, Setting<double>& out) {
  double value = 0;
  if (!expect_scalar(field, node)) return;
  if (!field.words.empty() && node.text == field.words[0]) {
    out = {std::numeric_limits<double>::infinity(), node.span, true};
    return;
  }
  if (!field.words.empty() && is_name(node.text)) return report_no_word(field, node);
  if (!read_quantity(node.text, inner_span(node), field.quantity, what(field), diagnostics_, value)) return;
  if (check_limits(field, node, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<Measure>& out) {
  Measure value;
  if (!expect_scalar(field, node)) return;
  if (read_measure(node.text, inner_span(node), diagnostics_, value)) out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, AlongInput& out) {
  Measure written;
  if (!expect_scalar(field, node) || !read_measure(node.text, inner_span(node), diagnostics_, written))
    return;
  if (written.quantity == Quantity::number) {
    if (!check_limits(field, node, written.value)) return;
    out.value = written.value;
  }
  out.span = node.span;
  out.given = true;
  out.text = node.text;
  out.written = written;
}

void Reader::read_value(const Field& field, const Node& node, Setting<Bounds>& out) {
  out.span = node.span;  // also of what is wrong: so much is known as that something was written
  if (!expect_scalar(field, node)) return;
  Bounds value;
  const bool is_comparison = node.text.starts_with('<') || node.text.starts_with('>');
  if (node.text.find("..") == std::string_view::npos && !is_comparison &&
      field.is_short_form) {  // a single number is both ends
    Measure measure;
    if (!read_measure(node.text, inner_span(node), diagnostics_, measure)) return;
    value = {measure.value, measure.value, measure.quantity};
  } else if (!read_bounds(
                 node.text, inner_span(node), diagnostics_, value,
                 field.name == "output" ? ", and `invert: true` beside it to turn the curve round" : "")) {
    return;
  }
  out = {value, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Setting<Name>& out) {
  if (expect_scalar(field, node)) out = {{node.text, inner_span(node)}, node.span, true};
}

void Reader::read_value(const Field& field, const Node& node, Formula& out) {
  out.span = node.span;  // also of what is wrong: so much is known as that something was written
  if (!expect_scalar(field, node)) return;
  const Span span = inner_span(node);
  if (node.text.find('\n') != std::string_view::npos || span.end - span.begin != node.text.size()) {
    diagnostics_
        .report(Code::expression_layout, node.span, "an expression stands on one line, without escapes")
        .help("name its parts under `values:` and combine the names");
    return;
  }
  if (node.text.find_first_not_of(' ') == std::string_view::npos) {
    diagnostics_
        .report(Code::expression_syntax, node.span, fmt::format("{} is an empty expression", what(field)))
        .help("write a number, a key or a calculation");
    return;
  }
  out.text = node.text;
  out.span = span;
}

void Reader::read_value(const Field& field, const Node& node, Reference& out) {
  if (!expect_scalar(field, node)) return;
  if (node.text.empty()) {
    diagnostics_.report(Code::bad_name, node.span, fmt::format("{} is an empty name", what(field)));
    return;
  }
  out.text = node.text;
  out.span = inner_span(node);
}

void Reader::read_value(const Field& field, const Node& node, std::vector<Reference>& out) {
  if (!expect_list(field, node)) return;
  bool is_reported = false;
  for (const Node* item : node.items) {
    Reference reference;
    read_value(field, *item, reference);
    if (!reference.given()) continue;
    if (reference.text[0] == '+' || reference.text[0] == '-') {
      if (!std::exchange(is_reported, true)) {
        diagnostics_
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
  if (!expect_list(field, node)) return;
  std::unordered_map<std::string_view, Span> first;
  for (const Node* item : node.items) {
    if (!expect_scalar(field, *item)) continue;
    const Span span = inner_span(*item);
    if (!check_new_name(item->text, span, diagnostics_)) continue;
    const auto [same, is_new] = first.emplace(item->text, span);
    if (!is_new) {
      diagnostics_
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
    diagnostics_.report(Code::wrong_shape, node.span, "a point of a curve is written [x, y]")
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
