#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expression/typer.h"
#include "expression/types.h"
#include "expression/written_unit.h"
#include "language/limits.h"

// Values with parameters: `gap(self, it)`. Their formula is typed once, with the parameters as they are
// declared. A call becomes a copy of it in which what is given stands for the parameters, so that whatever
// reads expressions need not know of calls.

namespace ishi::compiler {
namespace {

// "gap(a, b)", as one calls it.
std::string form_of(const Named<Value>& value, std::string_view called) {
  std::vector<std::string_view> names;
  for (const auto& parameter : value.value.parameters) names.push_back(parameter.name.text);
  return fmt::format("{}({})", called, fmt::join(names, ", "));
}

std::string count_of(size_t count) { return count == 0 ? "none" : fmt::format("{}", count); }

size_t count_parts(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
  size_t count = 1;
  for (const Expression* operand : node.operands) count += count_parts(*operand);
  return count;
}

}  // namespace

// Copies a formula, with what is given in place of the parameters.
class Typer::Expander {
 public:
  Expander(Typer& typer, const Expression& call) : typer_(typer), call_(call.span), given_(call.operands) {
    for (const Expression* given : given_) sizes_.push_back(count_parts(*given));
  }

  // Null after a report.
  Expression* copy(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
    if (node.kind == ExpressionKind::parameter) {
      parts_ += sizes_[node.index];
      return given_[node.index];
    }
    ++parts_;
    Expression& result = typer_.arena_.add(node.kind, node.span);
    result = node;
    result.call = call_;
    if (node.kind == ExpressionKind::call && node.pass != 0)
      result.pass = passes_[node.pass] = ++typer_.passes_;
    if (node.kind == ExpressionKind::fact && passes_.contains(node.pass)) result.pass = passes_[node.pass];
    result.height = 1;
    for (Expression*& operand : result.operands) {
      operand = copy(*operand);
      if (operand == nullptr) return nullptr;
      result.height = std::max(result.height, operand->height + 1);
    }
    return typer_.read_as_remembered(result, call_) ? &result : nullptr;
  }

  [[nodiscard]] size_t parts() const { return parts_; }

 private:
  Typer& typer_;
  Span call_;
  std::vector<Expression*> given_;
  std::vector<size_t> sizes_;
  std::unordered_map<uint32_t, uint32_t> passes_;
  size_t parts_ = 0;
};

// The formula of a value, as it stands.
void Typer::type_value(Named<Value>& named) {
  Value& value = named.value;
  if (value.parameters.empty()) return type(value.is, {}, {}, "");
  value.unasked.assign(value.parameters.size(), nullptr);
  std::vector<bool> read(value.parameters.size(), false);
  Place place;
  place.parameters = &value.parameters;
  place.value = &value;
  place.read = &read;
  type(value.is, {}, place, "");
  if (value.is.root == nullptr) return;
  for (size_t i = 0; i < read.size(); ++i) {
    const Name& name = value.parameters[i].name;
    if (read[i]) continue;
    diagnostics_.report(Code::never_used, name.span, fmt::format("`{}` is never read", name.text))
        .label(value.is.span, "its formula")
        .help(
            fmt::format("read it in `is`, or take it out here and wherever `{}` is called", named.name.text));
  }
}

void Typer::report_not_called(const Expression& node, const Named<Value>& value) {
  diagnostics_
      .report(Code::argument_count, node.span,
              fmt::format("`{}` has parameters, but here it is given nothing", text_of(node)))
      .label(value.name.span, "declared here")
      .help(fmt::format("write `{}`, with something for each parameter", form_of(value, text_of(node))));
}

void Typer::check_expansion(Expression& node, uint32_t index) {
  Named<Value>& value = model_.values[index];
  Expression reader;
  reader.index = index;
  reader.span = node.span;
  touch_value(reader);
  node.index = index;
  const bool is_right = check_given_values(node, value);
  if (model_.uses != nullptr) {
    model_.note_use(node.text_span, value.name);
    for (const Expression* operand : node.operands) note_uses(*operand);
  }
  const bool is_typed = value_states_[index] == State::done && value.value.is.root != nullptr;
  if (!is_right || !is_typed) return;
  warn_of_given_nobody(node, value);
  expand(node, value);
}

bool Typer::check_given_values(Expression& node, const Named<Value>& value) {
  const auto& parameters = value.value.parameters;
  const std::string called =
      node.alias.empty() ? std::string(node.text) : fmt::format("{}.{}", node.alias, node.text);
  const bool is_count_right = node.operands.size() == parameters.size();
  if (!is_count_right) {
    diagnostics_
        .report(Code::argument_count, node.span,
                fmt::format("`{}` takes {} value{}, but here {} {}", called, parameters.size(),
                            parameters.size() == 1 ? "" : "s", node.operands.size() < 2 ? "is" : "are",
                            count_of(node.operands.size())))
        .label(value.name.span, "declared here")
        .help(fmt::format("write `{}`", form_of(value, called)));
  }
  bool is_right = is_count_right;
  for (size_t i = 0; i < node.operands.size(); ++i) {
    Expression& given = *node.operands[i];
    const Type wanted = is_count_right ? parameters[i].value.resolved : Type();
    check(given, wanted);
    if (failed(given) || wanted.kind == ValueKind::error) {
      is_right = false;
      continue;
    }
    const size_t before = diagnostics_.all().size();
    if (fits(given, wanted, fmt::format("`{}` of `{}`", parameters[i].name.text, called))) continue;
    if (diagnostics_.all().size() > before)
      diagnostics_.label_latest(parameters[i].name.span, "declared here");
    is_right = false;
  }
  return is_right;
}

// Warns where a value reads a field of somebody and the call gives it somebody who may be nobody.
void Typer::warn_of_given_nobody(const Expression& node, const Named<Value>& value) {
  for (size_t i = 0; i < node.operands.size(); ++i) {
    const Expression* const read = value.value.unasked[i];
    const Expression& given = *node.operands[i];
    if (read == nullptr || is_somebody(given)) continue;
    if (place_.value != nullptr && given.kind == ExpressionKind::parameter) {
      const Expression*& first = place_.value->unasked[given.index];
      if (first == nullptr) first = read;
      continue;
    }
    const std::string text = text_of(given);
    diagnostics_
        .report(Code::nobody_read, given.span,
                fmt::format("`{}` may be nobody when `{}` reads its `{}`", text, value.name.text, read->text))
        .label(read->span, "read here")
        .note(read->text == "position" ? "the position of nobody is the origin of the world"
              : read->text == "facing" ? "nobody faces forward"
                                       : fmt::format("of nobody, `{}` is its default", read->text))
        .help(fmt::format("ask first: `{0}.known and …` in a condition, if({0}.known, …, …) in a number",
                          text));
  }
}

// Makes a call what it stands for.
void Typer::expand(Expression& node, const Named<Value>& value) {
  const Expression* root = nullptr;
  if (written_out_ <= kLimits.expression_nodes && all_written_out_ <= kLimits.written_out) {
    Expander expander(*this, node);
    root = expander.copy(*value.value.is.root);
    written_out_ += expander.parts();
    all_written_out_ += expander.parts();
    if (root == nullptr) return;
  }
  if (written_out_ > kLimits.expression_nodes || all_written_out_ > kLimits.written_out) {
    const bool is_file = written_out_ <= kLimits.expression_nodes;
    diagnostics_
        .report(Code::expression_too_large, node.span,
                fmt::format("written out, the values with parameters {} come to more than {} parts",
                            is_file ? "of this file up to here" : "in this expression",
                            is_file ? kLimits.written_out : kLimits.expression_nodes))
        .label(value.name.span, "this one is written out here")
        .help("let values without parameters hold what is the same in all calls, or call fewer");
    return;
  }
  Expression written = *root;
  written.span = node.span;
  written.text_span = node.text_span;
  written.expands = node.index;
  node = std::move(written);
}

// Turns reads of a parameter into reads of the memory, where the call gives it a member of one. False after a
// report.
bool Typer::read_as_remembered(Expression& node, Span call) {
  const bool reads = node.kind == ExpressionKind::position || node.kind == ExpressionKind::facing ||
                     node.kind == ExpressionKind::field;
  if (!reads) return true;
  const Expression& object = *node.operands[0];
  const bool is_member = object.kind == ExpressionKind::fact || object.kind == ExpressionKind::choice;
  if (!is_member || !is_memory(model_, set_of(object))) return true;
  if (node.kind == ExpressionKind::position) {
    node.kind = ExpressionKind::fact_position;
  } else if (node.kind == ExpressionKind::field) {
    node.kind = ExpressionKind::fact_field;
    node.owner = set_of(object);
  } else {
    diagnostics_
        .report(Code::unknown_member, call,
                "this asks where a fact looks, but facts remember where somebody was, and nothing of that")
        .label(node.span, "asked here")
        .help("let a field of the thing hold it, if it matters");
    return false;
  }
  return true;
}

}  // namespace ishi::compiler
