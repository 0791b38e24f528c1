#include "workspace/code_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "diagnostics/catalogue.h"
#include "diagnostics/suggest.h"
#include "language/tables.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/text_positions.h"

namespace ishi::compiler {
namespace {

std::string title_of(const Diagnostic& finding) {
  std::string title = finding.help.empty() ? "fix this" : finding.help;
  if (title.front() >= 'a' && title.front() <= 'z')
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

// `# ishi: allow IS401 -- why` at the end of a line, or on a line of its own above one that ends with a
// comment or opens a block that is longer.
FileEdit silence(const CheckedFile& checked, const Diagnostic& finding) {
  const TextPositions lines(checked.text());
  const uint32_t line = lines.line_of(finding.span.begin);
  const std::string_view text = lines.line(line);
  const std::string comment = fmt::format("# ishi: allow {} -- say why", code_text(finding.code));
  const bool is_free = text.find(" #") == std::string_view::npos &&
                       text.find('"') == std::string_view::npos &&
                       text.find('\'') == std::string_view::npos && text.find('|') == std::string_view::npos;
  const uint32_t start = lines.start_of(line);
  if (is_free) {
    const uint32_t end = start + static_cast<uint32_t>(text.size());
    return {{checked.path, end, end}, fmt::format("  {}", comment)};
  }
  const size_t indent = std::min(text.find_first_not_of(' '), text.size());
  const std::string_view ending = checked.text().find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
  return {{checked.path, start, start}, fmt::format("{}{}{}", std::string(indent, ' '), comment, ending)};
}

// The section in which a name would be declared that stands at a place; nothing if that is not known.
const Field* section_wanted(const CheckedFile& checked, const Diagnostic& finding) {
  const Cursor cursor = find_cursor(checked.text(), finding.span.begin);
  const DescribedPlace place = describe_place(cursor.path);
  const Field* const field = place.at.field;
  if (field == nullptr) return nullptr;
  const bool is_step = field->form == Form::steps || field->mapping == &kStepMapping;
  std::string_view section;
  if (is_step)
    section = section_name(Section::tasks);
  else if (field->form == Form::event || field->form == Form::reference || field->form == Form::references)
    section = section_name(field->section);
  else if (field->form == Form::map && field->holds_names)
    section = section_name(field->section);
  else if (field->form == Form::formula || (field->form == Form::record && short_form_of(field) != nullptr &&
                                            short_form_of(field)->form == Form::formula))
    section = section_name(Section::blackboard);
  return section.empty() ? nullptr : find_field(kFileMapping, section);
}

// The beginning of a new entry of a section, as far as one can be made without knowing more.
std::string entry_text(std::string_view section, std::string_view name, bool is_condition) {
  if (section == "blackboard") return fmt::format("{}: {}", name, is_condition ? "boolean" : "number");
  if (section == "tasks" || section == "events") return fmt::format("{}: {{}}", name);
  if (section == "tokens") return fmt::format("{}: 1", name);
  if (section == "curves") return fmt::format("{}: {{ points: [[0, 0], [1, 1]] }}", name);
  if (section == "actions") return fmt::format("{}: {{ score: 0.1 }}", name);
  if (section == "needs" || section == "drives") return fmt::format("{}: {{ level: 0 }}", name);
  if (section == "importance") return fmt::format("{}: {{}}", name);
  return {};
}

// Declares the name at a finding, in the file that has its section, or in this one.
std::vector<CodeAction> declare_missing(const CheckedFile& checked, const Diagnostic& finding) {
  if (finding.code != Code::unknown_name || finding.span.file != 0) return {};
  const std::string name(checked.sources.text(finding.span));
  const auto is_of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (name.empty() || !std::ranges::all_of(name, is_of_name)) return {};
  const Field* const section = section_wanted(checked, finding);
  if (section == nullptr) return {};
  const TextPositions lines(checked.text());
  const std::string_view line = lines.line(lines.line_of(finding.span.begin));
  const bool is_condition = line.find("when") != std::string_view::npos ||
                            line.find("while") != std::string_view::npos ||
                            line.find(" not ") != std::string_view::npos;
  const std::string entry = entry_text(section->name, name, is_condition);
  if (entry.empty()) return {};
  CodeAction action;
  action.title = fmt::format("Declare `{}` in `{}`", name, section->name);
  const SourceUnit* home = &checked.program->units.units.front();
  const Node* block = nullptr;
  for (const SourceUnit& unit : checked.program->units.units) {
    const Node* const found = unit.tree.root == nullptr ? nullptr : unit.tree.root->find(section->name);
    const bool is_block =
        found != nullptr && found->kind == NodeKind::mapping && !found->flow && !found->entries.empty();
    if (!is_block || !checked.program->scopes->is_main(unit.file)) continue;
    home = &unit;
    block = found;
    break;
  }
  const std::string_view text = checked.sources.file(home->file).text();
  const TextPositions home_lines(text);
  if (block != nullptr) {
    const Entry& last = block->entries.back();
    const uint32_t end_line = home_lines.line_of(std::max(last.value->span.end, last.key_span.end));
    const uint32_t at =
        home_lines.start_of(end_line) + static_cast<uint32_t>(home_lines.line(end_line).size());
    const uint32_t key_line = home_lines.line_of(block->entries.front().key_span.begin);
    const uint32_t indent = block->entries.front().key_span.begin - home_lines.start_of(key_line);
    action.title += home->file == 0 ? "" : fmt::format(" of {}", home->path);
    action.edits.push_back({{home->path, at, at}, fmt::format("\n{}{}", std::string(indent, ' '), entry)});
  } else {
    const auto end = static_cast<uint32_t>(text.size());
    action.edits.push_back(
        {{home->path, end, end},
         fmt::format("{}\n{}:\n  {}\n", text.ends_with('\n') ? "" : "\n", section->name, entry)});
  }
  return {action};
}

}  // namespace

std::vector<CodeAction> code_actions_for(const CheckedFile& checked, const std::vector<Diagnostic>& findings,
                                         uint32_t begin, uint32_t end) {
  std::vector<CodeAction> actions;
  for (uint32_t i = 0; i < findings.size(); ++i) {
    const Diagnostic& finding = findings[i];
    if (finding.span.file != 0 || finding.span.begin > end || finding.span.end < begin) continue;
    if (!finding.edits.empty()) {
      CodeAction action;
      action.title = title_of(finding);
      action.is_preferred = finding.is_mend_sure;
      action.diagnostic = i;
      for (const Edit& edit : finding.edits) {
        const std::string& path = checked.sources.file(edit.span.file).path();
        action.edits.push_back({{path, edit.span.begin, edit.span.end}, edit.replacement});
      }
      actions.push_back(std::move(action));
    }
    for (CodeAction& action : declare_missing(checked, finding)) {
      action.diagnostic = i;
      actions.push_back(std::move(action));
    }
    if (finding.severity == Severity::warning) {
      CodeAction action;
      action.title = fmt::format("Silence {} here, with a reason", code_text(finding.code));
      action.edits.push_back(silence(checked, finding));
      action.diagnostic = i;
      actions.push_back(std::move(action));
    }
  }
  return actions;
}

std::vector<CodeAction> keep_old_name(const CheckedFile& checked, uint32_t offset, std::string_view before,
                                      std::string_view after) {
  if (checked.tree().root == nullptr) return {};
  for (const Entry& section : checked.tree().root->entries) {
    const Field* const field = find_field(kFileMapping, section.key);
    const Field* const item = field == nullptr ? nullptr : field->item;
    const bool keeps =
        item != nullptr && item->mapping != nullptr && item->mapping->is_named && item->mapping->keeps_state;
    if (!keeps || section.value->kind != NodeKind::mapping || section.value->find(before) != nullptr)
      continue;
    for (const Entry& entry : section.value->entries) {
      const bool is_here = entry.key_span.begin <= offset && offset <= entry.value->span.end;
      const bool has_fields = entry.value->kind == NodeKind::mapping && !entry.value->entries.empty();
      if (entry.key != after || !is_here || !has_fields) continue;
      if (entry.value->find(kRenamedFrom.name) != nullptr) continue;
      const uint32_t at = entry.value->entries.front().key_span.begin;
      const TextPositions lines(checked.text());
      const uint32_t column = at - lines.start_of(lines.line_of(at));
      const std::string said = fmt::format("{}: {}", kRenamedFrom.name, before);
      const std::string_view ending = checked.text().find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
      CodeAction action;
      action.title =
          fmt::format("Write that `{}` was called `{}`, so that saves and reloads keep it", after, before);
      action.is_quick_fix = false;
      action.edits = {
          {{checked.path, at, at},
           entry.value->flow ? said + ", " : fmt::format("{}{}{}", said, ending, std::string(column, ' '))}};
      return {action};
    }
  }
  return {};
}

}  // namespace ishi::compiler
