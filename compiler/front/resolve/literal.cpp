#include "resolve/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "language/scalar.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

bool read_member(const Model& model, const Enum& type, const Node& node, std::string_view what,
                 Diagnostics& diagnostics, float& out) {
  const auto found = std::ranges::find(type.members, node.text, &Name::text);
  if (found != type.members.end()) {
    model.note_use(node.span, *found);
    out = static_cast<float>(found - type.members.begin());
    return true;
  }
  std::vector<std::string_view> words;
  if (!diagnostics.is_full()) {
    for (const Name& member : type.members) words.push_back(member.text);
  }
  auto report = diagnostics.report(
      Code::wrong_literal, node.span,
      fmt::format("{} is {}, but here is `{}`", what, quoted_list(words, "or"), node.text));
  const auto near = report.suggestions(node.text, words);
  if (!near.empty())
    report.suggest(node.span, near[0]);
  else if (node.text == "default" || node.text == "_" || node.text == "otherwise")
    report.help("write one of these words; what is for all others stands under `else`");
  else
    report.help("write one of these words");
  return false;
}

// `(0, 0, 3)` and `0, 0, 3` as [0, 0, 3]; nothing where that is not what stands there.
std::string meant_vector(const Node& node) {
  if (node.kind != NodeKind::scalar) return {};
  std::string inside;
  for (const char c : node.text) {
    if (c == '(' || c == ')' || c == ' ') continue;
    if (std::string_view("0123456789+-.,").find(c) == std::string_view::npos) return {};
    inside += c;
    if (c == ',') inside += ' ';
  }
  if (std::ranges::count(inside, ',') != 2) return {};
  return fmt::format("[{}]", inside);
}

bool check_range(const Variable& variable, const Node& node, std::string_view what, double value,
                 Diagnostics& diagnostics) {
  const auto number = static_cast<float>(value);
  if (number >= variable.low && number <= variable.high) return true;
  auto report = diagnostics.report(
      Code::default_outside_range, node.span,
      fmt::format("{} goes from {} to {}, but here is `{}`", what,
                  show(variable.low, variable.resolved.quantity, variable.unit),
                  show(variable.high, variable.resolved.quantity, variable.unit), node.text));
  if (variable.range.given) {
    report.label(variable.range.span, "its range").help("write a value in this range, or widen the range");
  } else {
    report.note("so far it goes without a `range` of its own")
        .help("give it a `range` that holds this value");
  }
  return false;
}

// The number of a percentage, or nothing.
std::optional<double> share_of(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  Measure share;
  Diagnostics said_elsewhere;
  if (!read_measure(text, {}, said_elsewhere, share)) return std::nullopt;
  return share.value;
}

// `8%` as `8` of a range 0..100.
std::string number_of_share(const Variable& variable, double share) {
  const double low = variable.low, high = variable.high;
  return show(low + share * (high - low), variable.resolved.quantity, variable.unit);
}

// A number of a key whose range is not one of shares.
bool counts_beyond_one(const Variable& variable) {
  constexpr double kFar = 2;
  return variable.has_range() && variable.resolved.quantity == Quantity::number && variable.high >= kFar;
}

}  // namespace

void warn_of_percentage(const Variable& variable, std::string_view text, Span span, std::string_view what,
                        Diagnostics& diagnostics) {
  if (!counts_beyond_one(variable)) return;
  const size_t dots = text.find("..");
  const bool is_range = dots != std::string_view::npos;
  const auto low = share_of(text.substr(0, dots));
  const auto high = is_range ? share_of(text.substr(dots + 2)) : low;
  if (!low && !high) return;
  const std::string meant =
      is_range ? fmt::format("{}..{}", low ? number_of_share(variable, *low) : text.substr(0, dots),
                             high ? number_of_share(variable, *high) : text.substr(dots + 2))
               : number_of_share(variable, *low);
  diagnostics
      .report(
          Code::percentage_beside_range, span,
          is_range
              ? fmt::format("a percentage is a hundredth part of 1, but {} goes from {} to {}", what,
                            show(variable.low, Quantity::number), show(variable.high, Quantity::number))
              : fmt::format("`{}` is {}, but {} goes from {} to {}", text, show(*low, Quantity::number), what,
                            show(variable.low, Quantity::number), show(variable.high, Quantity::number)))
      .help(fmt::format("write the number: {}", meant))
      .edit(span, meant)
      .guess();
}

bool read_vector(const Node& node, bool is_direction, std::string_view what, Diagnostics& diagnostics,
                 std::array<float, 3>& out) {
  if (node.kind == NodeKind::poisoned) return false;
  if (node.kind != NodeKind::sequence || node.items.size() != 3) {
    const std::string meant = meant_vector(node);
    if (!meant.empty()) {
      diagnostics
          .report(Code::wrong_literal, node.span,
                  fmt::format("{} is {}, which is written with [ ]", what,
                              is_direction ? "a direction" : "a point"))
          .help(fmt::format("write {}", meant))
          .edit(node.span, meant);
      return false;
    }
    diagnostics
        .report(Code::wrong_literal, node.span,
                fmt::format("{} is {}, which is written [x, y, z]", what,
                            is_direction ? "a direction" : "a point"))
        .help(is_direction ? "write three plain numbers, such as [0, 0, 1]"
                           : "write three plain numbers of metres, such as [0, 0, 2.5]");
    return false;
  }
  std::array<float, 3> value{};
  for (size_t i = 0; i < 3; ++i) {
    const Node& item = *node.items[i];
    if (item.kind == NodeKind::poisoned) return false;
    if (item.kind != NodeKind::scalar) {
      diagnostics.report(Code::wrong_literal, item.span, "each of x, y and z is a single number")
          .help("write [x, y, z], such as [0, 0, 2.5]");
      return false;
    }
    double number = 0;
    if (!read_quantity(item.text, item.span, Quantity::number, "each of x, y and z", diagnostics, number))
      return false;
    value[i] = static_cast<float>(number);
  }
  if (is_direction && value[0] == 0 && value[1] == 0 && value[2] == 0) {
    diagnostics
        .report(Code::wrong_literal, node.span,
                fmt::format("{} points nowhere: all three numbers are 0", what))
        .help("give at least one of them another value, such as [0, 0, 1]");
    return false;
  }
  out = value;
  return true;
}

bool read_literal(const Model& model, const Variable& variable, const Node& node, std::string_view what,
                  Diagnostics& diagnostics, std::array<float, 3>& out) {
  const Type& type = variable.resolved;
  if (type.kind == ValueKind::error || node.kind == NodeKind::poisoned) return false;
  if (type.kind == ValueKind::point && node.kind == NodeKind::scalar && node.text == "nowhere") {
    out = {kNowhere, kNowhere, kNowhere};
    return true;
  }
  if (type.kind == ValueKind::point || type.kind == ValueKind::direction) {
    return read_vector(node, type.kind == ValueKind::direction, what, diagnostics, out);
  }
  if (type.kind == ValueKind::entity) {
    diagnostics
        .report(Code::wrong_literal, node.span,
                fmt::format("{} is an entity, which only the game can name", what))
        .help("leave it out: it is nobody until the game says who");
    return false;
  }
  if (node.kind != NodeKind::scalar) {
    diagnostics
        .report(Code::wrong_literal, node.span,
                fmt::format("{} is a single value, but here is a {}", what,
                            node.kind == NodeKind::sequence ? "list" : "block"))
        .help("write the value alone, without brackets");
    return false;
  }
  double number = 0;
  switch (type.kind) {
    case ValueKind::boolean: {
      bool truth = false;
      if (!read_boolean(node.text, node.span, what, diagnostics, truth)) return false;
      out = {truth ? 1.0F : 0.0F, 0, 0};
      return true;
    }
    case ValueKind::enumeration:
      return read_member(model, model.enums[type.reference].value, node, what, diagnostics, out[0]);
    case ValueKind::integer:
      if (const auto share = share_of(node.text); share && counts_beyond_one(variable)) {
        diagnostics
            .report(Code::not_whole, node.span,
                    fmt::format("{} is a whole number, but `{}` is {}", what, node.text,
                                show(*share, Quantity::number)))
            .help("write the number itself: a percentage is a hundredth part of 1");
        return false;
      }
      if (!read_whole(node.text, node.span, what, diagnostics, number)) return false;
      break;
    default:
      if (!read_quantity(node.text, node.span, type.quantity, what, diagnostics, number, variable.unit))
        return false;
      warn_of_percentage(variable, node.text, node.span, what, diagnostics);
      break;
  }
  if (!check_range(variable, node, what, number, diagnostics)) return false;
  out = {static_cast<float>(number), 0, 0};
  return true;
}

}  // namespace ishi::compiler
