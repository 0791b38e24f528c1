#include "workspace/file_answers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/contest.h"
#include "analyze/evidence.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "language/words.h"
#include "lower/lower.h"
#include "source/read_file.h"
#include "syntax/yaml_text.h"
#include "workspace/checked_file.h"
#include "workspace/cursor.h"
#include "workspace/described.h"
#include "workspace/formula_tokens.h"
#include "workspace/new_entry.h"

namespace ishi::compiler {
namespace {

// An expression of one key that is straight lines: its ends, and where it bends.
struct StraightLines {
  std::string key;
  std::vector<std::string> points;  // "[30m, 0.5]", as a curve has them
};

constexpr int kCells = 512;
constexpr size_t kMostPoints = 8;
constexpr double kTolerance = 1e-4;  // of the greatest value

struct Point {
  double x = 0, y = 0;
};

// A file that has the part as the score of an agent's only action, beside what the given file declares.
std::string trial_text(std::string_view path, std::string_view part) {
  const std::string_view name = path.substr(path.rfind('/') + 1);  // all of it without folders
  return fmt::format(
      "ishi: 1\ninclude: [{}]\nactions:\n  zz_looked_at: {{ score: {} }}\nagents:\n  zz_looked_at: {{ "
      "actions: "
      "[zz_looked_at] }}\n",
      yaml_scalar(name, true), yaml_scalar(part, true));
}

// A line through two places or more.
struct Line {
  Point first, last;

  [[nodiscard]] double slope() const { return (last.y - first.y) / (last.x - first.x); }
  [[nodiscard]] Point meets(const Line& other) const {
    const double x = (other.first.y - first.y + slope() * first.x - other.slope() * other.first.x) /
                     (slope() - other.slope());
    return {x, first.y + slope() * (x - first.x)};
  }
};

// The ends of values at equal distances, and the places between them where they bend, if these are few.
// Between two lines at most one pair of neighbours is on neither.
std::vector<Point> corners(const std::vector<Point>& places, double tolerance) {
  std::vector<Line> lines;
  for (size_t begin = 0; begin + 2 < places.size();) {
    const auto is_on = [&](size_t i) {
      const Line line{places[begin], places[begin + 1]};
      return std::abs(line.first.y + line.slope() * (places[i].x - line.first.x) - places[i].y) <=
             tolerance * (1 + 0.15 * static_cast<double>(i - begin));  // floats, carried on
    };
    size_t end = begin + 2;
    while (end < places.size() && is_on(end)) ++end;
    if (end > begin + 2) lines.push_back({places[begin], places[end - 1]});
    begin = end > begin + 2 ? end - 1 : begin + 1;
    if (lines.size() > kMostPoints) break;
  }
  std::vector<Point> result = {places.front()};
  for (size_t i = 1; i < lines.size(); ++i) result.push_back(lines[i - 1].meets(lines[i]));
  result.push_back(places.back());
  return result;
}

double value_at(const std::vector<Point>& points, double x) {
  for (size_t i = 1; i < points.size(); ++i) {
    if (x > points[i].x && i + 1 < points.size()) continue;
    const double width = points[i].x - points[i - 1].x;
    return width <= 0 ? points[i].y
                      : points[i - 1].y + (points[i].y - points[i - 1].y) * (x - points[i - 1].x) / width;
  }
  return points.front().y;
}

double rounded(double value, double unit) {
  if (value == 0 || unit == 0) return 0;
  const double step = std::pow(10.0, std::floor(std::log10(unit)) - 5);
  return std::round(value / step) * step;
}

// The lines of a part of an expression of a file, a number; nothing if it depends on anything else than one
// key with a range, leaves 0..1, is curved, or jumps. It is compiled and looked at in some thousand places of
// the key's range: there the lines are as near to it as numbers of a few digits can be.
std::optional<StraightLines> straight_lines(const CheckedFile& checked, std::string_view part,
                                            const FileReader& reader) {
  const size_t folder = checked.path.rfind('/');
  const std::string path =
      (folder == std::string::npos ? "" : checked.path.substr(0, folder + 1)) + "zz_looked_at.ishi.yaml";
  ParsedFiles included;  // the file itself is one of them, and kept ones are good while it is none
  const auto trial = check_file(path, trial_text(checked.path, part), reader, included, CheckDepth::model);
  if (trial->has_errors) return std::nullopt;
  const Model& model = trial->program->model;
  Diagnostics said_before;
  const Lowered lowered = lower(model, trial->program->units.main_file, said_before);
  if (said_before.has_errors() || lowered.agents.size() != 1) return std::nullopt;
  const Contest contest(model, lowered, lowered.agents[0]);
  if (contest.contenders().empty()) return std::nullopt;
  const AnalyzedProgram& program = contest.program();
  const uint32_t score = contest.contenders()[0].score;
  const std::vector<bool> sources = source_of(program, score);
  if (std::ranges::count(sources, true) != 1) return std::nullopt;
  const auto source = static_cast<uint32_t>(std::ranges::find(sources, true) - sources.begin());
  const LoweredOperation& operation = program.operations[source];
  if (operation.code != OperationCode::key) return std::nullopt;
  const auto& [name, key] = model.blackboard[operation.parameter];
  if (!key.has_range() || !(key.low < key.high)) return std::nullopt;

  std::vector<float> values(program.operations.size());
  const auto at = [&](double x) {
    values[source] = static_cast<float>(x);
    evaluate(program, values);
    return static_cast<double>(values[score]);
  };
  std::vector<Point> places;
  double most = 0;
  for (int i = 0; i <= kCells; ++i) {
    const double x = key.low + (static_cast<double>(key.high) - key.low) * i / kCells;
    places.push_back({x, at(x)});
    const double y = places.back().y;
    if (!(y >= 0 && y <= 1)) return std::nullopt;  // where a curve is cut off
    most = std::max(most, std::abs(places.back().y));
  }
  std::vector<Point> points = corners(places, most * 1e-6);
  if (points.size() > kMostPoints) return std::nullopt;
  StraightLines lines;
  lines.key = name.text;
  for (Point& point : points) {
    point.y = rounded(point.y, most) + 0.0;  // not -0
    const double factor = key.unit == nullptr ? 1 : key.unit->factor;
    point.x = rounded(point.x / factor, std::max(std::abs(key.low), std::abs(key.high)) / factor) * factor;
    lines.points.push_back(
        fmt::format("[{}, {:g}]", show(point.x, key.resolved.quantity, key.unit), point.y));
  }
  for (size_t i = 1; i < points.size(); ++i) {
    if (!(points[i - 1].x < points[i].x)) return std::nullopt;
  }
  constexpr int kChecked = 4001;  // not a multiple of the cells
  for (int i = 0; i <= kChecked; ++i) {
    const double x = key.low + (static_cast<double>(key.high) - key.low) * i / kChecked;
    const bool is_near = std::abs(at(x) - value_at(points, x)) <= kTolerance * most;
    if (!is_near) return std::nullopt;
  }
  return lines;
}

// Only whole tokens, with parentheses that close each other, and more than one of them.
bool is_whole_part(std::string_view formula, uint32_t begin, uint32_t end) {
  int depth = 0;
  size_t count = 0;
  for (const FormulaToken& token : formula_tokens(formula)) {
    if (token.end <= begin || token.begin >= end) continue;
    if (token.begin < begin || token.end > end) return false;
    if (token.text == "(") ++depth;
    if (token.text == ")" && --depth < 0) return false;
    ++count;
  }
  return depth == 0 && count > 1;
}

// The same name with a number where it is taken.
std::string free_name(const CheckedFile& checked, std::string_view wanted) {
  std::string name(wanted);
  const auto is_taken = [&] {
    return std::ranges::any_of(checked.index.symbols(),
                               [&](const Symbol& symbol) { return symbol.name == name; });
  };
  for (int number = 2; is_taken(); ++number) name = fmt::format("{}_{}", wanted, number);
  return name;
}

bool still_compiles(const CheckedFile& checked, std::vector<FileEdit> edits, const FileReader& reader,
                    ParsedFiles& included) {
  std::string text(checked.text());
  std::ranges::sort(edits, std::greater<>(), [](const FileEdit& edit) { return edit.place.begin; });
  for (const FileEdit& edit : edits)
    text.replace(edit.place.begin, edit.place.end - edit.place.begin, edit.text);
  const auto after = check_file(checked.path, std::move(text), reader, included);
  return !after->has_errors;
}

}  // namespace

std::vector<CodeAction> extractions(const CheckedFile& checked, uint32_t begin, uint32_t end,
                                    const FileReader& reader, ParsedFiles& included) {
  const std::string_view text = checked.text();
  if (checked.has_errors || begin >= end || end > text.size()) return {};
  const Cursor cursor = find_cursor(text, begin);
  if (cursor.is_key || cursor.in_comment || begin < cursor.begin || end > cursor.end) return {};
  const DescribedPlace place = describe_place(cursor.path);
  const Field* field = place.at.field;
  if (field != nullptr && field->form == Form::record) field = short_form_of(field);
  if (field == nullptr || field->form != Form::formula || is_for_tests(place.section)) return {};
  const std::string_view formula = text.substr(cursor.begin, cursor.end - cursor.begin);
  if (!is_whole_part(formula, begin - cursor.begin, end - cursor.begin)) return {};
  const std::string part(text.substr(begin, end - begin));
  // Brackets and quotes of YAML stay where they are, so the part must stand alone outside of them.
  const bool needs_quotes = part.find_first_of(",:#\"'[]{}") != std::string::npos;
  const std::string written = needs_quotes ? fmt::format("\"{}\"", part) : part;
  if (part.find('"') != std::string::npos || part.find('\n') != std::string::npos) return {};
  std::vector<CodeAction> actions;
  const auto offer = [&](std::string_view section, std::string_view title, const std::string& name,
                         const std::string& entry, const std::string& use) {
    if (!takes_entries(*checked.tree().root, section)) return;
    CodeAction action;
    action.title = title;
    action.is_quick_fix = false;
    action.edits = {new_entry(checked.path, text, *checked.tree().root, section, place.section,
                              fmt::format("{}: {}", name, entry)),
                    {{checked.path, begin, end}, use}};
    if (still_compiles(checked, action.edits, reader, included)) actions.push_back(std::move(action));
  };
  const std::string name = free_name(checked, "new_value");
  offer("values", "Extract a value", name, written, name);
  if (const auto lines = straight_lines(checked, part, reader)) {
    const std::string curve = free_name(checked, "new_curve");
    offer("curves", "Extract a curve", curve,
          fmt::format("{{ points: [{}] }}", fmt::join(lines->points, ", ")),
          fmt::format("{}({})", curve, lines->key));
  }
  return actions;
}

}  // namespace ishi::compiler
