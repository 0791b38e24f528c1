#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ishi::compiler {

// The whole reference of the language, made from its tables and from reference/*.md, as one Markdown text.
// Ends with a line end.
[[nodiscard]] std::string language_reference();

// The reference as pages: docs/language.md, a cheat sheet that links to the others, and below docs/language
// a page for each topic, a page for each section of a file, types, functions, reserved words and the
// glossary.
struct ReferencePage {
  std::string path;  // from docs/ on: "language/levels.md"
  std::string text;  // ends with a line end
};
[[nodiscard]] std::vector<ReferencePage> reference_pages();
// The page on which a heading stands: "language/levels.md" of "Levels".
[[nodiscard]] std::string page_of_heading(std::string_view heading);

// The page of the topic with this name, in the singular or plural and in letters of any case: "language/scenes.md"
// of "scene"; empty if there is none.
[[nodiscard]] std::string page_of_topic(std::string_view word);

// A row of one of its tables.
struct ReferenceRow {
  std::string owner;     // what has the field, "an action"; of a function, unit or type that
  std::string name;      // "rank", "clamp"
  std::string written;   // how it is written: "whole number, 0 to 100", or the form of a function
  std::string meaning;   // one sentence
  std::string fallback;  // its default, or empty
  std::string page;      // where it stands, from docs/ on: "language/fields/actions.md"
};

// All rows, in the order of the reference.
[[nodiscard]] std::vector<ReferenceRow> reference_rows();

}  // namespace ishi::compiler
