#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/compiler/code.h"

// The compiler's findings about a source text. A diagnostic is a value: it owns its strings and
// names places as byte ranges of files, so it can be sorted, rendered in any format or compared.

namespace ishi::compiler {

// A range of bytes [begin, end) of one file; `file` is an index into the Sources of the run.
struct Span {
  uint32_t file = 0;
  uint32_t begin = 0;
  uint32_t end = 0;

  friend bool operator==(const Span&, const Span&) = default;
};

enum class Severity : uint8_t { error, warning };

// A place that explains the primary one ("first defined here").
struct Label {
  Span span;
  std::string text;
};

// A fix that a tool can apply: the bytes of `span` become `replacement`.
struct Edit {
  Span span;
  std::string replacement;
};

struct Diagnostic {
  Code code{};
  Severity severity = Severity::error;
  std::string message;        // one sentence in a designer's words, no full stop
  Span span;                  // the narrowest text that is wrong
  std::string caption;        // what stands behind the carets; may be empty
  std::vector<Label> labels;  // in the order of their importance
  std::vector<std::string> notes;
  std::string help;         // what to do; may be empty
  std::vector<Edit> edits;  // that belong together
  // The edits are what was surely meant, so that they may be applied without asking; else they are a guess.
  bool is_mend_sure = true;
};

// A warning that a comment in the text silences: `# ishi: allow IS401 -- reason`.
struct Silenced {
  Diagnostic diagnostic;
  Span by;             // the code in that comment
  std::string reason;  // empty: the comment gives none, which is a warning of its own
};

// The findings of one compilation.
struct Verdict {
  std::vector<Diagnostic> diagnostics;  // errors and warnings in the order of the texts
  std::vector<Silenced> silenced;       // in the same order
  // Comments of included files that silence nothing here (IS505, the code as its place). They may silence
  // something where other files include them, so this is to be said only when no compilation needs them.
  std::vector<Diagnostic> unneeded;
  // True if the file has agents of its own, so that what it does not use of a file it includes is known.
  bool is_asset = false;
  // Parts of included files that are not used here (codes with `is_of_project`). Other assets may use them,
  // so this is to be said only when none does.
  std::vector<Diagnostic> unused;
  // Agents of which a thorough analysis might find more than a brief one has.
  std::vector<std::string> unfinished;
};

}  // namespace ishi::compiler
