#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ishi/compiler/diagnostic.h"
#include "workspace/name_index.h"

// The workspace's answers. Places are bytes of UTF-8 in the text of a file, whose path is relative to the
// root.

namespace ishi::compiler {

struct FilePlace {
  std::string path;
  uint32_t begin = 0, end = 0;

  friend bool operator==(const FilePlace&, const FilePlace&) = default;
};

struct FileEdit {
  FilePlace place;
  std::string text;
};

// A place of a file and, where it matters, of the text that it is of.
struct FoundName {
  FilePlace place;
  bool is_declaration = false;
};

// A rename, or why it is not made.
struct Renaming {
  std::vector<FileEdit> edits;
  std::string refusal;  // empty: it can be made
};

// An entry of the outline of a file.
struct OutlineEntry {
  std::string name;
  std::string detail;
  SymbolKind kind = SymbolKind::key;
  bool is_section = false;
  uint32_t begin = 0, end = 0;            // of all of it
  uint32_t name_begin = 0, name_end = 0;  // of its name
  std::vector<OutlineEntry> inside;
};

struct HoverText {
  std::string markdown;
  uint32_t begin = 0, end = 0;
  std::string action;  // that it is about: whether it can win takes longer to find out (Workspace::winning)
};

enum class CompletionKind : uint8_t { field, name, word, function, snippet, path, verb };

struct Completion {
  std::string label;
  std::string text;         // that replaces the range
  bool is_snippet = false;  // `text` has places to fill: $1, ${2:word}
  CompletionKind kind = CompletionKind::name;
  SymbolKind symbol = SymbolKind::key;  // of names
  std::string detail;                   // one line
  std::string doc;                      // Markdown
  uint32_t begin = 0, end = 0;          // what is replaced
  std::vector<FileEdit> also;           // what else is written: the `include` of who declares it
};

struct CodeAction {
  std::string title;
  std::vector<FileEdit> edits;
  bool is_preferred = false;    // what `ishi check --fix` makes without asking
  bool is_quick_fix = true;     // else it rewrites what is right
  uint32_t diagnostic = kNone;  // that it fixes: of Findings::diagnostics
};

struct FoldingRange {
  uint32_t begin = 0, end = 0;
  bool is_comment = false;
};

enum class SemanticKind : uint8_t { section, field, declaration, name, function, number, text, word };

struct SemanticToken {
  uint32_t begin = 0, end = 0;
  SemanticKind kind = SemanticKind::name;
  SymbolKind symbol = SymbolKind::key;  // of declarations and names
};

struct InlayHint {
  uint32_t at = 0;
  std::string text;
  std::string tooltip;
};

struct Signature {
  std::string label;  // "clamp(x, low, high)"
  std::string doc;
  std::vector<std::pair<uint32_t, uint32_t>> parameters;  // in the label
  uint32_t active = 0;
};

struct FileLink {
  uint32_t begin = 0, end = 0;
  std::string path;  // of what is included, relative to the root
};

// A code lens: a test that can be run, or something else to ask about it.
struct TestPlace {
  std::string name;
  uint32_t begin = 0, end = 0;
  bool is_scene = false;
};

// A test that has been run.
struct TestRun {
  std::string name;
  bool is_good = false;
  std::string outcome;  // "passed", "failed", "refuted"
  std::string message;  // empty if there is nothing to say
  uint32_t begin = 0, end = 0;
};

// The findings of one version of a file's text.
struct FileFindings {
  int version = 0;
  bool is_analyzed = false;             // what agents can never do has been looked for, too
  std::vector<Diagnostic> diagnostics;  // spans name files by their number
  std::vector<std::string> files;       // paths by that number; the file itself is the first
};

}  // namespace ishi::compiler
