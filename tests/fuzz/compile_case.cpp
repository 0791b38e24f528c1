#include "compile_case.h"

#include <fmt/format.h>

#include <algorithm>

#include "cost.h"
#include "diagnostics/apply_mends.h"
#include "diagnostics/render_github.h"
#include "diagnostics/render_json.h"
#include "diagnostics/render_sarif.h"
#include "diagnostics/render_text.h"
#include "fail.h"
#include "ishi/compiler/compile.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::fuzzing {
namespace {

using namespace compiler;

// What is promised: 2 s, and 256 MB a MiB. What does not hang on the text is beside it: the tables of the
// language, and the analysis of one agent.
constexpr double kMostSeconds = 2;
constexpr size_t kBytesPerByte = 256;
constexpr size_t kBytesBeside = 32 << 20;

constexpr const char* kMain = "main.ishi.yaml";

constexpr const char* kGame = R"(ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..1 } } } }
blackboard: { foe: person, calm: boolean }
tasks: { walk: { params: { place: point } } }
needs: { peace: { level: calm } }
)";
constexpr const char* kLibrary = R"(ishi: 1
curves: { near: { points: [[1m, 1], [9m, 0]] } }
goals: { stay: { do: [wait: 1s] } }
)";

class Project {
 public:
  explicit Project(std::string_view text) {
    files_.add(kMain, std::string(text));
    files_.add("game.ishi.yaml", kGame);
    files_.add("lib/std.ishi.yaml", kLibrary);
  }
  [[nodiscard]] const FileReader& files() const { return files_; }

 private:
  MemoryReader files_;
};

void check_span(Span span, const Sources& sources) {
  if (sources.size() == 0) return;
  require(span.file < sources.size(), "a span names a file that was not read");
  require(span.begin <= span.end, "a span ends before it begins");
  require(span.end <= sources.file(span.file).text().size(), "a span ends behind its text");
}

void check_places(const Diagnostic& diagnostic, const Sources& sources) {
  if (diagnostic.code == Code::internal_error) fail(diagnostic.message);
  require(!diagnostic.message.empty(), "a diagnostic without a message");
  check_span(diagnostic.span, sources);
  for (const Label& label : diagnostic.labels) check_span(label.span, sources);
  for (const Edit& edit : diagnostic.edits) check_span(edit.span, sources);
}

void check_printable(const std::string& text, const char* format) {
  const bool is_printable = std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<uint8_t>(c);
    return (byte >= 0x20 && byte != 0x7f) || c == '\n';
  });
  if (!is_printable) fail(fmt::format("a control character is printed as {}", format));
}

void render_all(const Compilation& result, const Sources& sources) {
  check_printable(render_text(result.diagnostics, sources), "text");
  check_printable(render_json(result.diagnostics, sources, {}), "JSON");
  check_printable(render_sarif(result.diagnostics, result.silenced, sources, {}), "SARIF");
  check_printable(render_github(result.diagnostics, sources), "GitHub's annotations");
}

void check_cost(const Cost& cost, size_t bytes) {
  if (cost.seconds > kMostSeconds * kSlowdown)
    fail(fmt::format("compiling {} bytes took {:.1f} s, in a build that may be {:.0f} times as slow", bytes,
                     cost.seconds, kSlowdown));
  if (cost.most_bytes > kBytesBeside + bytes * kBytesPerByte)
    fail(fmt::format("compiling {} bytes took {} MB", bytes, cost.most_bytes >> 20));
}

Compilation compile_within_limits(std::string_view text, const CompileOptions& options, Sources& sources) {
  const Project project(text);
  std::string copy(text);
  const Measurement measurement;
  Compilation result = compile(kMain, std::move(copy), project.files(), options, sources);
  check_cost(measurement.cost(), text.size());
  return result;
}

}  // namespace

CompiledText compile_case(std::string_view text) {
  Sources sources;
  Compilation result = compile_within_limits(text, {.all_agents = true, .analyzes = true}, sources);
  for (const Diagnostic& diagnostic : result.diagnostics) check_places(diagnostic, sources);
  const bool tells_errors = std::ranges::any_of(
      result.diagnostics, [](const Diagnostic& d) { return d.severity == Severity::error; });
  require(result.has_errors == tells_errors, "errors that are not told, or no errors that are");
  render_all(result, sources);

  const MendedText mended = apply_mends(text, result.diagnostics, 0);
  if (mended.count > 0) {
    Sources again;
    static_cast<void>(compile_within_limits(mended.text, {.needs_blob = false}, again));
  }
  return {std::move(result.blob), result.has_errors, std::move(result.diagnostics)};
}

}  // namespace ishi::fuzzing
