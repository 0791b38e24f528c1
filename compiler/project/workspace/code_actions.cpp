#include "workspace/file_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <compare>
#include <string>
#include <utility>

#include "diagnostics/catalogue.h"
#include "diagnostics/suggest.h"
#include "language/tables.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/new_entry.h"
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

// The entries that a missing name could have in a section, as far as one can be made without knowing more:
// the first one whose use has no fault is meant.
std::vector<std::string> entries_of(const Model& model, std::string_view section, std::string_view name,
                                    bool is_condition) {
  const auto one = [&](std::string_view value) { return std::vector{fmt::format("{}: {}", name, value)}; };
  if (section == "tasks" || section == "events" || section == "importance") return one("{}");
  if (section == "tokens") return one("1");
  if (section == "curves") return one("{ points: [[0, 0], [1, 1]] }");
  if (section == "actions") return one("{ score: 0.1 }");
  if (section == "needs" || section == "drives") return one("{ level: 0 }");
  if (section != "blackboard") return {};
  constexpr size_t kMostOwn = 8;
  std::vector<std::string_view> types = {"number", "boolean", "integer", "duration", "length",
                                         "angle",  "speed",   "entity",  "point",    "direction"};
  if (is_condition) std::swap(types[0], types[1]);
  const auto add = [&](const auto& map) {
    for (size_t i = 0; i < std::min(map.size(), kMostOwn); ++i) types.push_back(map[i].name.text);
  };
  add(model.enums);
  add(model.things);
  std::vector<std::string> entries;
  for (const std::string_view type : types) entries.push_back(one(type)[0]);
  return entries;
}

// The faults that a file has with an edit: all of them, and those in the line of a finding.
struct FaultCount {
  size_t there = 0, all = 0;
  friend auto operator<=>(const FaultCount&, const FaultCount&) = default;
};
FaultCount faults_with(const CheckedFile& checked, const Diagnostic& finding, const SourceUnit& home,
                       const FileEdit& edit, const FileReader& files) {
  std::string edited(checked.sources.file(home.file).text());
  edited.insert(edit.place.begin, edit.text);
  const OverlaidTexts reader(files, {{edit.place.path, edited}});
  ParsedFiles parsed;
  const auto after = check_file(checked.path, home.file == 0 ? edited : std::string(checked.text()), reader,
                                parsed, CheckDepth::model);
  const uint32_t shift =
      home.file == 0 && edit.place.begin <= finding.span.begin ? static_cast<uint32_t>(edit.text.size()) : 0;
  const TextPositions lines(after->text());
  const uint32_t line = lines.line_of(finding.span.begin + shift);
  FaultCount count;
  for (const Diagnostic& one : after->diagnostics.all()) {
    if (one.severity != Severity::error) continue;
    ++count.all;
    if (one.span.file == 0 && lines.line_of(one.span.begin) == line) ++count.there;
  }
  return count;
}

// True if a name is a condition by itself: in a line of conditions, and no part of a comparison or sum.
bool is_condition_at(std::string_view text, const Span& name) {
  const TextPositions lines(text);
  const uint32_t begin = lines.start_of(lines.line_of(name.begin));
  const std::string_view line = lines.line(lines.line_of(name.begin));
  const std::string_view before = line.substr(0, name.begin - begin);
  const std::string_view behind = line.substr(std::min<size_t>(line.size(), name.end - begin));
  const size_t last = before.find_last_not_of(' '), next = behind.find_first_not_of(' ');
  const auto is_operator = [](char c) {
    return std::string_view("<>=!+-*/.").find(c) != std::string_view::npos;
  };
  if (last != std::string_view::npos && is_operator(before[last])) return false;
  if (next != std::string_view::npos && is_operator(behind[next])) return false;
  return std::ranges::any_of(
      std::array{"when", "while", "until", "not ", " and ", " or "},
      [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

// Declares the name at a finding, in the file that has its section, or in this one.
std::vector<CodeAction> declare_missing(const CheckedFile& checked, const Diagnostic& finding,
                                        const FileReader& files) {
  if (finding.code != Code::unknown_name || finding.span.file != 0) return {};
  const std::string name(checked.sources.text(finding.span));
  const auto is_of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  if (name.empty() || !std::ranges::all_of(name, is_of_name)) return {};
  const Field* const section = section_wanted(checked, finding);
  if (section == nullptr) return {};
  const bool is_condition = is_condition_at(checked.text(), finding.span);
  const std::vector<std::string> entries =
      entries_of(checked.program->model, section->name, name, is_condition);
  if (entries.empty()) return {};
  const SourceUnit* home = &checked.program->units.units.front();
  for (const SourceUnit& unit : checked.program->units.units) {
    const Node* const found = unit.tree.root == nullptr ? nullptr : unit.tree.root->find(section->name);
    const bool is_home = found != nullptr && takes_entries(*unit.tree.root, section->name) &&
                         checked.program->scopes->is_main(unit.file);
    if (!is_home) continue;
    home = &unit;
    break;
  }
  if (home->tree.root == nullptr || !takes_entries(*home->tree.root, section->name)) return {};
  const auto edit_of = [&](const std::string& entry) {
    return new_entry(home->path, checked.sources.file(home->file).text(), *home->tree.root, section->name, "",
                     entry);
  };
  CodeAction action;
  FaultCount least{SIZE_MAX, SIZE_MAX};
  for (const std::string& entry : entries) {
    const FileEdit edit = edit_of(entry);
    const FaultCount faults =
        entries.size() == 1 ? FaultCount() : faults_with(checked, finding, *home, edit, files);
    if (faults >= least) continue;
    least = faults;
    action.edits = {edit};
    const std::string type = entries.size() == 1 ? "" : fmt::format(": {}", entry.substr(name.size() + 2));
    action.title = fmt::format("Declare `{}{}` in `{}`", name, type, section->name);
    if (least.there == 0) break;
  }
  action.title += home->file == 0 ? "" : fmt::format(" of {}", home->path);
  return {action};
}

}  // namespace

std::vector<CodeAction> code_actions_for(const CheckedFile& checked, const std::vector<Diagnostic>& findings,
                                         uint32_t begin, uint32_t end, const FileReader& files) {
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
    for (CodeAction& action : declare_missing(checked, finding, files)) {
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

std::vector<CodeAction> files_nearby(const CheckedFile& checked, const std::vector<Diagnostic>& findings,
                                     uint32_t begin, uint32_t end, const std::vector<std::string>& files) {
  const std::string folder = checked.path.substr(0, checked.path.rfind('/') + 1);
  std::vector<std::string_view> paths;
  for (const std::string& file : files) {
    if (file.starts_with(folder) && file != checked.path)
      paths.push_back(std::string_view(file).substr(folder.size()));
  }
  std::vector<CodeAction> actions;
  for (uint32_t i = 0; i < findings.size(); ++i) {
    const Span& span = findings[i].span;
    if (findings[i].code != Code::include_not_found || span.file != 0 || span.end < begin || end < span.begin)
      continue;
    std::string_view written = checked.text().substr(span.begin, span.end - span.begin);
    if (written.size() > 1 && (written.front() == '"' || written.front() == '\''))
      written = written.substr(1, written.size() - 2);
    for (const std::string_view path : suggestions(written, paths)) {
      CodeAction action;
      action.title = fmt::format("Did you mean `{}`?", path);
      action.edits.push_back({{checked.path, span.begin, span.end}, std::string(path)});
      action.diagnostic = i;
      actions.push_back(std::move(action));
    }
  }
  return actions;
}

namespace {

// The entry of this name at a place of a text, and what describes its value.
struct NamedEntry {
  const Node* around = nullptr;
  const Entry* entry = nullptr;
  const Mapping* mapping = nullptr;
  const Field* field = nullptr;
};

// The outermost entry of that name around a place whose state outlives a reload. An `entry` of null: none.
NamedEntry find_kept(const Node& node, const Described& at, uint32_t offset,  // NOLINT(misc-no-recursion)
                     std::string_view name) {
  for (const Entry& entry : node.entries) {
    if (entry.key_span.begin > offset || std::max(entry.key_span.end, entry.value->span.end) < offset)
      continue;
    const Described value = described_value(at, entry.key);
    const Mapping* const mapping =
        value.field != nullptr && value.field->form == Form::record ? value.field->mapping : nullptr;
    const bool keeps = mapping != nullptr && mapping->is_named && mapping->keeps_state;
    if (entry.key == name && keeps && is_free_key(at, entry.key))
      return {&node, &entry, mapping, value.field};
    return find_kept(*entry.value, value, offset, name);
  }
  return {};
}

}  // namespace

std::vector<CodeAction> keep_old_name(const CheckedFile& checked, uint32_t offset, std::string_view before,
                                      std::string_view after) {
  if (checked.tree().root == nullptr) return {};
  const NamedEntry found = find_kept(*checked.tree().root, described_file(), offset, after);
  if (found.entry == nullptr || found.around->find(before) != nullptr) return {};
  const Node& value = *found.entry->value;
  if (value.find(kRenamedFrom.name) != nullptr || value.kind == NodeKind::poisoned) return {};
  const std::string said = fmt::format("{}: {}", kRenamedFrom.name, before);
  CodeAction action;
  action.title =
      fmt::format("Write that `{}` was called `{}`, so that saves and reloads keep it", after, before);
  action.is_quick_fix = false;
  if (value.kind == NodeKind::mapping && !value.entries.empty()) {
    const uint32_t at = value.entries.front().key_span.begin;
    const TextPositions lines(checked.text());
    const uint32_t column = at - lines.start_of(lines.line_of(at));
    const std::string_view ending = checked.text().find("\r\n") != std::string_view::npos ? "\r\n" : "\n";
    action.edits = {
        {{checked.path, at, at},
         value.flow ? said + ", " : fmt::format("{}{}{}", said, ending, std::string(column, ' '))}};
    return {action};
  }
  // `alarm: boolean` becomes `alarm: { type: boolean, renamed_from: bell }`.
  const std::string_view written =
      std::string_view(checked.text()).substr(value.span.begin, value.span.end - value.span.begin);
  const Field* const alone = short_form_of(found.field);
  const bool is_empty = value.kind == NodeKind::mapping;
  const bool is_inline =
      (value.kind == NodeKind::scalar || value.flow) && written.find('\n') == std::string_view::npos;
  if (!is_inline || (!is_empty && alone == nullptr)) return {};
  const FilePlace place{checked.path, value.span.begin, value.span.end};
  action.edits = {{place, is_empty ? fmt::format("{{ {} }}", said)
                                   : fmt::format("{{ {}: {}, {} }}", alone->name, written, said)}};
  return {action};
}

}  // namespace ishi::compiler
