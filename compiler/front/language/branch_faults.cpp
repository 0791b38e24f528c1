#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "language/branch_rows.h"
#include "language/reader.h"
#include "language/step_faults.h"
#include "language/tables.h"
#include "language/words.h"

// The messages about `if`, `switch`, `all` and their parts where one of them lacks the other.

namespace ishi::compiler {

// True if the field beside which a part has its meaning stands there, too.
bool has_partner(const Node& node, const Field& part) {
  return node.find(part.with) != nullptr || (!part.or_with.empty() && node.find(part.or_with) != nullptr);
}

// `if` beside a step and without branches is meant as its `when`.
bool is_if_for_when(const ReadingSite& at, const Node& node, const Entry& entry) {
  if (entry.key != "if" || node.find(kThen) != nullptr || node.find(kElse) != nullptr) return false;
  return std::ranges::any_of(node.entries, [&](const Entry& other) {
    return &other != &entry && !is_step_modifier(other.key) && !is_foreign_modifier(at, other.key);
  });
}

// A part that has a meaning only beside another verb, such as `then`, and a verb that lacks one. Returns
// true if there is one.
bool report_lone_part(const ReadingSite& at, const Field& steps, const Node& node, const Entry& verb) {
  for (const Entry& entry : node.entries) {
    const Field* row = find_step_row(entry.key);
    if (row == nullptr || row->with.empty() || has_partner(node, *row)) continue;
    auto report = at.diagnostics.report(
        Code::field_without_its_kind, entry.key_span,
        fmt::format("`{}` has a meaning only together with `{}`{}", row->name, row->with,
                    row->or_with.empty() ? "" : fmt::format(" or `{}`", row->or_with)));
    report.label(verb.key_span, "the step begins here");
    if (row->name == kThen) {
      report.help("what follows is the next step of the list, which begins when this one has completed");
    } else if (row->name == kElse && verb.key == "switch") {
      report.help("what is done for all other values stands under `cases`: `cases: { …, else: [...] }`");
    } else if (row->with == "all") {
      report.help(verb.key == "any"
                      ? "`any` is completed by one step: write `all` if several shall complete it"
                      : "take it out, or write it beside `all: [...]`");
    } else {
      report.help(fmt::format("take it out, or write it beside `{}: {}`", row->with,
                              find_step_row(row->with)->example));
    }
    return true;
  }
  const std::string_view part = verb.key == "if" ? kThen : verb.key == "switch" ? "cases" : "";
  const bool is_done = part.empty() || node.find(part) != nullptr || steps.is_instant ||
                       verb.value->kind == NodeKind::poisoned;
  if (is_done) return false;
  at.diagnostics.report(Code::missing_field, verb.key_span, fmt::format("`{}` needs `{}`", verb.key, part))
      .help(
          part == kThen
              ? fmt::format("write `then: [...]` below it, in the same column; a list that shall go on only "
                            "where the condition holds asks with `check: {}`",
                            verb.value->kind == NodeKind::scalar ? verb.value->text : "…")
          : verb.value->kind == NodeKind::mapping && verb.value->entries.size() == 1
              ? fmt::format(
                    "write `switch: {}`, and below it, in the same column, `cases:` with what is done for "
                    "each value",
                    verb.value->entries[0].key)
              : "write `cases: { VALUE: [...], else: [...] }` below it, in the same column");
  return true;
}

// Reports `check ammo > 0`, a verb and its value without the colon between them. Returns false for anything
// else.
bool report_verb_without_colon(const ReadingSite& at, std::string_view verb, Span span, const Node* value) {
  const size_t blank = verb.find(' ');
  const Field* row = blank == std::string_view::npos ? nullptr : find_step_row(verb.substr(0, blank));
  if (value != nullptr || row == nullptr || !row->is_verb || row->form != Form::formula) return false;
  const auto end = static_cast<uint32_t>(span.begin + blank);
  at.diagnostics
      .report(Code::wrong_shape, span, fmt::format("what `{}` is given stands behind its `:`", row->name))
      .help(fmt::format("write `{}: {}`", row->name, verb.substr(verb.find_first_not_of(' ', blank))))
      .edit({span.file, end, end}, ":");
  return true;
}

}  // namespace ishi::compiler
