#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "drawing/drawing.h"
#include "format/format.h"
#include "language/curve_units.h"
#include "language/functions.h"
#include "pipeline/mend.h"
#include "workspace/answers.h"
#include "workspace/checked_file.h"
#include "workspace/complete.h"
#include "workspace/complete_missing.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/file_answers.h"
#include "workspace/formula_tokens.h"
#include "workspace/hover.h"
#include "workspace/map_question.h"
#include "workspace/proved_offers.h"
#include "workspace/score_ranges.h"
#include "workspace/text_positions.h"
#include "workspace/workspace.h"

// Questions about one file.

namespace ishi::compiler {
namespace {

// "(a: entity, b: entity)"
std::string parameters_of(const Model& model, const Value& value) {
  std::string text;
  for (const auto& [name, variable] : value.parameters) {
    const Type& type = variable.resolved;
    const bool is_enum = type.kind == ValueKind::enumeration && variable.type.text.empty();
    const std::string_view written =
        is_enum ? std::string_view(model.enums[type.reference].name.text) : variable.type.text;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name.text, written);
  }
  return fmt::format("({})", text);
}

// The function or curve between whose parentheses a place is.
std::optional<Signature> signature_at(const CheckedFile& now, const CheckedFile& names, uint32_t offset) {
  const Cursor cursor = find_cursor(now.text(), offset);
  if (cursor.is_key || cursor.in_comment || cursor.begin == cursor.end) return std::nullopt;
  const std::vector<FormulaToken> tokens =
      formula_tokens(now.text().substr(cursor.begin, cursor.end - cursor.begin));
  const OpenCall call = open_call(tokens, offset - cursor.begin);
  if (!call.is_call) return std::nullopt;
  const std::string_view name = tokens[call.parenthesis - 1].text;
  Signature signature;
  if (const FunctionRow* const row = find_function(name); row != nullptr) {
    signature.label = row->form;
    signature.doc = row->doc;
  } else {
    const Model& model = names.program->model;
    const std::string_view global = names.program->scopes->find(0, Space::expressions, name);
    const uint32_t value = find_index(model.values, global), curve = find_index(model.curves, global);
    if (value != kNone && !model.values[value].value.parameters.empty()) {
      signature.label = fmt::format("{}{}", name, parameters_of(model, model.values[value].value));
      signature.doc = "a value with parameters";
    } else if (curve != kNone) {
      const bool has_unit = knows_input(model.curves[curve].value);
      const std::string_view input =
          has_unit ? describe(curve_input(model.curves[curve].value)) : std::string_view("a number");
      signature.label = fmt::format("{}({})", name, input.substr(input.find(' ') + 1));
      signature.doc = "a response curve";
    } else {
      return std::nullopt;
    }
  }
  const size_t open = signature.label.find('(');
  if (open == std::string::npos) return signature;
  size_t begin = open + 1;
  int depth = 0;
  for (size_t i = begin; i < signature.label.size(); ++i) {
    const char c = signature.label[i];
    if (c == '(') ++depth;
    const bool is_end = c == ')' && depth == 0;
    if (c == ')' && depth > 0) --depth;
    if (!is_end && !(c == ',' && depth == 0)) continue;
    while (begin < i && signature.label[begin] == ' ') ++begin;
    signature.parameters.emplace_back(static_cast<uint32_t>(begin), static_cast<uint32_t>(i));
    begin = i + 1;
    if (is_end) break;
  }
  const auto count = static_cast<uint32_t>(signature.parameters.size());
  signature.active = count == 0 ? 0 : std::min(call.argument, count - 1);
  return signature;
}

constexpr uint32_t kStep = 2;

// Without a comment and the blanks at its end. Quotes are respected.
std::string_view code_of(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
      line = line.substr(0, i);
  }
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  return line;
}

int open_brackets(std::string_view code) {
  int open = 0;
  char quote = 0;
  for (const char c : code) {
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '{' || c == '[')
      ++open;
    else if (c == '}' || c == ']')
      --open;
  }
  return open;
}

// The number of blanks of a line that somebody has just begun at `offset`: as many as the lines around it
// have, two more below a name whose value is to come, those of the name behind a dash.
uint32_t indentation_at(std::string_view text, uint32_t offset) {
  const TextPositions lines(text);
  uint32_t line = lines.line_of(std::min(offset, static_cast<uint32_t>(text.size())));
  std::string_view code;
  while (line > 0 && code.empty()) code = code_of(lines.line(--line));
  if (code.empty()) return 0;
  auto indent = static_cast<uint32_t>(std::min(code.find_first_not_of(' '), code.size()));
  uint32_t inner = indent;  // of a name behind dashes
  while (inner + 1 < code.size() && code[inner] == '-' && code[inner + 1] == ' ') {
    ++inner;
    while (inner < code.size() && code[inner] == ' ') ++inner;
  }
  const bool has_dash = inner > indent;
  const std::string_view last =
      code.substr(code.find_last_of(' ') == std::string_view::npos ? 0 : code.find_last_of(' ') + 1);
  const bool is_block_text = last == "|" || last == ">" || last == "|-" || last == ">-" || last == "|+";
  if (open_brackets(code) > 0) return inner + kStep;
  if (code.ends_with(':') || is_block_text) return inner + kStep;
  // Behind a dash with a name of several the others stand below it; else another dash comes.
  const bool is_pair = has_dash && code.find(": ", inner) != std::string_view::npos && code[inner] != '{' &&
                       code[inner] != '[';
  return is_pair ? inner : indent;
}

// One edit that makes a text of another, from the first difference to the last; none if there is none.
std::vector<FileEdit> edits_between(const std::string& path, const std::string& before,
                                    const std::string& after) {
  if (after == before) return {};
  const size_t most = std::min(before.size(), after.size());
  size_t front = 0, back = 0;
  while (front < most && before[front] == after[front]) ++front;
  while (back < most - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  // Not through the middle of a character or of a line break.
  const auto continues = [](const std::string& text, size_t at) {
    return at < text.size() && ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U || text[at] == '\n');
  };
  while (front > 0 && (continues(before, front) || continues(after, front))) --front;
  while (back > 0 && (continues(before, before.size() - back) || continues(after, after.size() - back)))
    --back;
  return {{{path, static_cast<uint32_t>(front), static_cast<uint32_t>(before.size() - back)},
           after.substr(front, after.size() - back - front)}};
}

// The letters of a name before a place.
std::string_view begun_name(const std::string& text, uint32_t offset) {
  uint32_t begin = offset;
  const auto is_of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  while (begin > 0 && is_of_name(text[begin - 1])) --begin;
  return std::string_view(text).substr(begin, offset - begin);
}

}  // namespace

std::vector<OutlineEntry> Workspace::outline(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return outline_of(*checked(path));
}

std::optional<std::string> Workspace::draw(const std::string& path, const MapQuestion& question,
                                           const LineAddress& address_of) {
  const std::scoped_lock lock(mutex_);
  const auto now = checked(path);
  const Program& program = *now->program;
  std::vector<BehaviourMap> maps;
  for (const auto& one : program.model.agents) {
    const bool is_asked =
        question.agent.empty() ? is_own(one, program.units.main_file) : one.name.text == question.agent;
    if (!is_asked) continue;
    BehaviourMap map = map_of(program.model, one);
    if (const auto counts = question.counts.find(one.name.text); counts != question.counts.end())
      write_counts(map, counts->second);
    map.has_room = question.has_room;
    if (!question.only_to.empty()) {
      const auto action = std::ranges::find_if(map.parts, [&](const MapPart& part) {
        return part.kind == PartKind::action && part.name == question.only_to;
      });
      if (action == map.parts.end()) continue;
      keep_only_to(map, static_cast<uint32_t>(action - map.parts.begin()));
    }
    for (const PartKind kind : question.folded) fold_parts(map, kind);
    maps.push_back(std::move(map));
  }
  if (maps.empty()) return std::nullopt;
  return svg_of(maps, [&](Span span) {
    if (span.end == 0) return std::string();
    const SourceFile& file = now->sources.file(span.file);
    return address_of(file.path(), file.position(span.begin).line);
  });
}

std::vector<ScoreRange> Workspace::score_ranges_of(const std::string& path) {
  const auto now = checked(path);
  if (!is_open(path)) return score_ranges(*now);
  KeptRanges& kept = ranges_[path];
  if (kept.checked.lock() != now) kept = {now, score_ranges(*now)};
  return kept.ranges;
}

std::optional<HoverText> Workspace::hover(const std::string& path, uint32_t offset, bool has_map) {
  const std::scoped_lock lock(mutex_);
  return hover_at(
      *checked(path), offset, diagnostics(path).diagnostics, [&] { return score_ranges_of(path); }, has_map);
}

std::vector<Completion> Workspace::complete(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  const std::string bytes = text(path).value_or("");
  offset = std::min(offset, static_cast<uint32_t>(bytes.size()));
  const std::string filled = with_placeholder(bytes, offset);
  const auto reader = overlay(path);
  const auto now = filled == bytes ? checked(path)
                                   : std::shared_ptr<const CheckedFile>(
                                         check_file(path, filled, *reader, *parsed_, CheckDepth::names));
  const auto names = now->knows_names ? now : checked_with_names(path);
  std::vector<Completion> completions = complete_at(
      bytes, *now, *names, offset, wants_paths(bytes, offset) ? files() : std::vector<std::string>());
  leave_out_refused(bytes, *checked(path), *now, snapshot(), disk_, *parsed_, completions);
  if (completions.empty() || !completions[0].label.starts_with(begun_name(bytes, offset)))
    add_missing(path, bytes, offset, *now, *names, completions);
  return completions;
}

// Names of files that this one does not include, as soon as two letters are written that begin none in scope.
void Workspace::add_missing(const std::string& path, const std::string& bytes, uint32_t offset,
                            const CheckedFile& now, const CheckedFile& names,
                            std::vector<Completion>& completions) {
  constexpr size_t kLeast = 2, kMost = 5;
  const WantedName wanted = wanted_name(bytes, now, names, offset);
  if (wanted.kinds.empty() || wanted.written.size() < kLeast) return;
  index_project();
  const auto here = checked(path);
  const SnapshotReader::Texts texts = snapshot();
  size_t found = 0;
  for (const std::string& other : files_) {
    const auto& dependencies = here->dependencies;
    if (std::ranges::find(dependencies, other, &Dependency::path) != dependencies.end()) continue;
    for (const Symbol& symbol : indexes_[other].index.symbols()) {
      const bool fits = symbol.span.file == 0 && symbol.owner.empty() &&
                        symbol.name.starts_with(wanted.written) &&
                        std::ranges::find(wanted.kinds, symbol.kind) != wanted.kinds.end();
      if (!fits || found == kMost) continue;
      Completion completion;
      completion.label = completion.text = symbol.name;
      completion.symbol = symbol.kind;
      completion.detail = fmt::format("{} of {}, which is included then", noun_of(symbol.kind), other);
      completion.doc = symbol.doc;
      completion.begin = wanted.begin;
      completion.end = wanted.end;
      completion.also = include_edit(*here, other);
      if (completion.also.empty() || completion.also[0].place.begin >= wanted.begin) continue;
      // With both edits nothing is wrong that was not before.
      std::string written = bytes;
      written.replace(wanted.begin, wanted.end - wanted.begin, symbol.name);
      written.insert(completion.also[0].place.begin, completion.also[0].text);
      const SnapshotReader reader(texts, disk_);
      const auto after = check_file(path, std::move(written), reader, *parsed_, CheckDepth::model);
      if (after->diagnostics.error_count() >= std::max<size_t>(1, now.diagnostics.error_count())) continue;
      completions.insert(completions.begin() + static_cast<ptrdiff_t>(found++), std::move(completion));
    }
  }
}

std::optional<Signature> Workspace::signature(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  return signature_at(*checked(path), *checked_with_names(path), offset);
}

std::vector<CodeAction> Workspace::code_actions(const std::string& path, uint32_t begin, uint32_t end) {
  const std::scoped_lock lock(mutex_);
  const auto now = checked(path);
  const auto reader = overlay(path);
  std::vector<CodeAction> actions =
      code_actions_for(*now, diagnostics(path).diagnostics, begin, end, *reader);
  for (std::vector<CodeAction> more : {files_nearby(*now, diagnostics(path).diagnostics, begin, end, files()),
                                       extractions(*now, begin, end, *reader, *parsed_)}) {
    for (CodeAction& action : more) actions.push_back(std::move(action));
  }
  for (CodeAction& action : keep_old_name(path, begin)) actions.push_back(std::move(action));
  return actions;
}

std::vector<CodeAction> Workspace::keep_old_name(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  const auto now = checked(path);
  std::vector<CodeAction> actions;
  for (const Renamed& renamed : renamed_) {
    if (renamed.path != path) continue;
    for (CodeAction& action : compiler::keep_old_name(*now, offset, renamed.before, renamed.after))
      actions.push_back(std::move(action));
  }
  return actions;
}

std::vector<FileEdit> Workspace::all_fixes(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto before = text(path);
  if (!before) return {};
  ParsedFiles parsed;
  const auto reader = overlay(path);
  return edits_between(path, *before, mend(path, *before, *reader, parsed).text);
}

std::vector<FileEdit> Workspace::format(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto before = text(path);
  if (!before) return {};
  Diagnostics said_elsewhere;
  const FormattedText after = format_text(*before, 0, {}, said_elsewhere);
  if (after.outcome != FormattedText::Outcome::changed) return {};
  const auto reader = overlay(path);
  if (!compiles_to_same_blob(path, *before, after.text, *reader)) return {};
  return edits_between(path, *before, after.text);
}

std::vector<FileEdit> Workspace::indentation(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  const std::string bytes = text(path).value_or("");
  const TextPositions lines(bytes);
  const uint32_t begin = lines.start_of(lines.line_of(offset));
  uint32_t end = begin;
  while (end < bytes.size() && bytes[end] == ' ') ++end;
  const uint32_t wanted = indentation_at(bytes, begin);
  if (end - begin == wanted) return {};
  return {{{path, begin, end}, std::string(wanted, ' ')}};
}

std::vector<FoldingRange> Workspace::folding(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return folding_of(*checked(path));
}

std::vector<SemanticToken> Workspace::semantic_tokens(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return semantic_tokens_of(*checked(path));
}

std::vector<InlayHint> Workspace::inlay_hints(const std::string& path, uint32_t begin, uint32_t end) {
  const std::scoped_lock lock(mutex_);
  std::vector<InlayHint> hints;
  for (const ScoreRange& range : score_ranges_of(path)) {
    if (range.name.file != 0 || range.name.begin < begin || range.name.begin > end) continue;
    hints.push_back({range.name.end, " " + range_text(range),
                     "the score where it competes, proved over all "
                     "situations of the declared ranges"});
  }
  const auto now = checked(path);
  for (std::vector<InlayHint> more : {inherited_hints(*now), unit_hints(*now)}) {
    for (InlayHint& hint : more) {
      if (hint.at >= begin && hint.at <= end) hints.push_back(std::move(hint));
    }
  }
  std::ranges::sort(hints, {}, &InlayHint::at);
  return hints;
}

std::vector<FilePlace> Workspace::selection_ranges(const std::string& path, uint32_t offset) {
  const std::scoped_lock lock(mutex_);
  return selection_around(*checked(path), offset);
}

std::vector<FileLink> Workspace::links(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return links_of(*checked(path));
}

std::vector<TestPlace> Workspace::tests(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return tests_of(*checked(path));
}

Subjects Workspace::subjects(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return subjects_of(*checked_with_names(path));
}

}  // namespace ishi::compiler
