#include <fmt/format.h>

#include <set>
#include <string_view>
#include <utility>

#include "analyze/kinds_of_findings.h"
#include "model/steps_within.h"

// Events that agents send each other and that lack what is read of them.

namespace ishi::compiler {
namespace {

class LeftOutFields {
 public:
  LeftOutFields(const Model& model, const Lowered& lowered, uint32_t main_file, Diagnostics& diagnostics)
      : model_(model), main_file_(main_file), diagnostics_(diagnostics) {
    for (const LoweredAgent& agent : lowered.agents) {
      for (const LoweredHandler& handler : agent.handlers) find_read(handler.event, handler.body);
    }
  }

  void report() {
    for_each_written_step(model_, [&](const Step& step) {
      const auto* const emit = step.as<EmitStep>();
      if (emit == nullptr || emit->event.index == kNone || emit->event.span.file != main_file_) return;
      if (step.modifiers.audience.value != Audience::game) report_left_out(*emit);
    });
  }

 private:
  void find_read(uint32_t event, const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    const auto look_at = [&](const LoweredFormula& formula) {
      if (formula.record_kind != RecordKind::event) return;
      for (const LoweredOperation& operation : formula.program) {
        if (operation.code >= OperationCode::record && operation.code <= OperationCode::record_entity)
          read_.insert({event, operation.parameter});
      }
    };
    look_at(node.value);
    for (const LoweredFormula& modifier : node.modifiers) look_at(modifier);
    for (const LoweredArgument& argument : node.arguments) look_at(argument.formula);
    for (const LoweredAssignment& assignment : node.assignments) look_at(assignment.formula);
    for (const LoweredNode& child : node.children) find_read(event, child);
  }

  // Reports a field that an `emit` leaves out and a handler reads, if the field declares no default.
  void report_left_out(const EmitStep& emit) const {
    const Map<Variable>& fields = model_.events[emit.event.index].value.fields;
    for (uint32_t i = 0; i < fields.size(); ++i) {
      const auto& [name, field] = fields[i];
      const bool is_given = find_index(emit.arguments, name.text) != kNone;
      if (is_given || field.fallback_node != nullptr || !read_.contains({emit.event.index, i})) continue;
      diagnostics_
          .report(
              Code::never_written, emit.event.span,
              fmt::format("this `{}` does not say its `{}`, which agents read", emit.event.text, name.text))
          .caption(fmt::format("so `{}` is {}", name.text, fallback_text(field)))
          .label(name.span, "declared here, without a default")
          .note("proved: a step of an agent that handles the event reads it")
          .help(fmt::format("give it: `emit: {{ {}: {{ {}: … }} }}`; or declare its `default`, if it may be "
                            "left out",
                            emit.event.text, name.text));
    }
  }

  [[nodiscard]] static std::string_view fallback_text(const Variable& field) {
    switch (field.resolved.kind) {
      case ValueKind::entity: return "nobody";
      case ValueKind::point: return "[0, 0, 0]";
      case ValueKind::direction: return "no direction";
      case ValueKind::boolean: return "false";
      case ValueKind::enumeration: return "the first word";
      default: return "the default of its type";
    }
  }

  const Model& model_;
  uint32_t main_file_;
  Diagnostics& diagnostics_;
  std::set<std::pair<uint32_t, uint32_t>> read_;  // fields of events that handlers read
};

}  // namespace

void find_left_out_fields(const Model& model, const Lowered& lowered, uint32_t main_file,
                          Diagnostics& diagnostics) {
  LeftOutFields(model, lowered, main_file, diagnostics).report();
}

}  // namespace ishi::compiler
