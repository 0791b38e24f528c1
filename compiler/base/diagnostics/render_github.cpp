#include "diagnostics/render_github.h"

#include <fmt/format.h>

#include <string_view>

#include "diagnostics/catalogue.h"
#include "diagnostics/terminal_text.h"

namespace ishi::compiler {
namespace {

// Of a message; properties also escape what ends them.
std::string escaped_command(std::string_view text, bool is_property) {
  const std::string_view special = is_property ? "%\r\n:," : "%\r\n";
  std::string result;
  for (const char c : printable(text, text.size())) {
    if (special.find(c) == std::string_view::npos)
      result += c;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

}  // namespace

std::string render_github(std::span<const Diagnostic> diagnostics, const Sources& sources) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += diagnostic.severity == Severity::error ? "::error " : "::warning ";
    if (diagnostic.span.file < sources.size()) {
      const SourceFile& file = sources.file(diagnostic.span.file);
      const LineColumn begin = file.utf16_position(diagnostic.span.begin);
      const LineColumn end = file.utf16_position(diagnostic.span.end);
      text += fmt::format("file={},line={},col={},endLine={},",
                          escaped_command(sources.shown_path(diagnostic.span.file), true), begin.line,
                          begin.column, end.line);
      if (end.line == begin.line) text += fmt::format("endColumn={},", end.column);
    }
    std::string message = diagnostic.message;
    for (const std::string& note : diagnostic.notes) message += "\n" + note;
    if (!diagnostic.help.empty()) message += "\nhelp: " + diagnostic.help;
    text += fmt::format("title={}::{}\n", code_text(diagnostic.code), escaped_command(message, false));
  }
  return text;
}

}  // namespace ishi::compiler
