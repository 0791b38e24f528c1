#include "cli/diff/page_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "source/markup.h"

namespace ishi::compiler::cli {

Words code(std::string_view text) {
  Words words;
  if (!text.empty()) words.parts.push_back({std::string(text), Words::Look::code});
  return words;
}
Words strong(std::string text) {
  Words words;
  words.parts.push_back({std::move(text), Words::Look::strong});
  return words;
}
Words said(std::string_view sentence) {
  Words words;
  bool is_code = false;
  for (size_t begin = 0; begin <= sentence.size();) {
    const size_t end = std::min(sentence.find('`', begin), sentence.size());
    if (end > begin)
      words.parts.push_back({std::string(sentence.substr(begin, end - begin)),
                             is_code ? Words::Look::code : Words::Look::plain});
    is_code = !is_code;
    begin = end + 1;
  }
  return words;
}

namespace {

// --- Markdown

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
  return line;
}

std::string markdown_code(std::string_view text, bool is_in_table) {
  std::string line = on_one_line(text);
  size_t longest = 0, run = 0;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (is_in_table) {  // where a bar ends the cell even in code
    std::string escaped;
    for (const char c : line) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    line = std::move(escaped);
  }
  const std::string fence(longest + 1, '`');
  const bool needs_room = line.starts_with('`') || line.ends_with('`') || line.starts_with(' ');
  return needs_room ? fmt::format("{0} {1} {0}", fence, line) : fmt::format("{0}{1}{0}", fence, line);
}

// Without meaning as markup; nobody is mentioned and nothing linked.
std::string markdown_text(std::string_view text) {
  constexpr std::string_view kNothing = "\u200b";
  std::string escaped;
  for (const char c : on_one_line(text)) {
    if (std::string_view("\\`*_[]<>|~").find(c) != std::string_view::npos) escaped += '\\';
    if (c == '&') {
      escaped += "&amp;";
      continue;
    }
    escaped += c;
    if (c == '@' || c == '#') escaped += kNothing;
    if (c == ':') escaped += text.find("://") == std::string_view::npos ? std::string_view() : kNothing;
  }
  return escaped;
}

std::string markdown_words(const Words& words, bool is_in_table) {
  std::string text;
  for (const Words::Part& part : words.parts) {
    switch (part.look) {
      case Words::Look::code: text += markdown_code(part.text, is_in_table); break;
      case Words::Look::strong: text += fmt::format("**{}**", markdown_text(part.text)); break;
      case Words::Look::plain: text += markdown_text(part.text); break;
    }
  }
  return text;
}

std::string markdown_block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::title: return fmt::format("## {}\n", markdown_words(block.words, false));
    case Block::Kind::heading: return fmt::format("### {}\n", markdown_words(block.words, false));
    case Block::Kind::paragraph: return markdown_words(block.words, false) + "\n";
    case Block::Kind::picture: return {};  // a comment shows none
    case Block::Kind::list: {
      std::string text;
      for (const auto& row : block.rows) text += fmt::format("- {}\n", markdown_words(row[0], false));
      return text;
    }
    case Block::Kind::table: break;
  }
  std::string text;
  for (size_t i = 0; i < block.rows.size(); ++i) {
    for (const Words& cell : block.rows[i]) text += fmt::format("| {} ", markdown_words(cell, true));
    text += "|\n";
    if (i > 0) continue;
    for (size_t k = 0; k < block.rows[0].size(); ++k) text += "| --- ";
    text += "|\n";
  }
  return text;
}

// --- HTML

std::string html_words(const Words& words) {
  std::string text;
  for (const Words::Part& part : words.parts) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kMarks = {
        {{"", ""}, {"<strong>", "</strong>"}, {"<code>", "</code>"}}};
    const auto& [begin, end] = kMarks[static_cast<size_t>(part.look)];
    text += fmt::format("{}{}{}", begin, markup_text(part.text), end);
  }
  return text;
}

std::string html_block(const Block& block) {
  switch (block.kind) {
    case Block::Kind::title: return fmt::format("<h1>{}</h1>\n", html_words(block.words));
    case Block::Kind::heading: return fmt::format("<h2>{}</h2>\n", html_words(block.words));
    case Block::Kind::paragraph: return fmt::format("<p>{}</p>\n", html_words(block.words));
    case Block::Kind::picture:
      return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", block.svg,
                         html_words(block.words));
    case Block::Kind::list: {
      std::string text = "<ul>\n";
      for (const auto& row : block.rows) text += fmt::format("<li>{}</li>\n", html_words(row[0]));
      return text + "</ul>\n";
    }
    case Block::Kind::table: break;
  }
  std::string text = "<table>\n";
  for (size_t i = 0; i < block.rows.size(); ++i) {
    text += "<tr>";
    for (const Words& cell : block.rows[i])
      text += fmt::format("<{0}>{1}</{2}>", i == 0 ? "th scope=\"col\"" : "td", html_words(cell),
                          i == 0 ? "th" : "td");
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Changes of behaviour</title>
<style>
:root { color-scheme: light dark; font: 15px/1.45 system-ui, sans-serif }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; background: light-dark(#fbfaf7, #16181c); color: light-dark(#1d2127, #e6e6e3) }
table { border-collapse: collapse; margin: .6rem 0 } th { text-align: left } th, td { border: 1px solid light-dark(#d9d6cd, #343942); padding: .2rem .6rem; vertical-align: top; overflow-wrap: break-word }
table { max-width: 100% } td:last-child { overflow-wrap: anywhere }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .92em }
figure { margin: 1rem 0; overflow-x: auto } figcaption { color: light-dark(#5c6370, #a3a9b5) }
.small rect { fill: light-dark(#fff, #1e2127); stroke: light-dark(#d9d6cd, #343942) } .small polyline { fill: none; stroke-width: 2 }
.small .was { stroke: light-dark(#5c6370, #a3a9b5); stroke-dasharray: 5 3 } .small .is { stroke: light-dark(#1f5fae, #86b8f5) }
</style></head><body>
)";

}  // namespace

std::string markdown_of(const std::vector<Block>& blocks) {
  constexpr size_t kMost = 60'000;  // bytes; a comment may have 65,536
  std::string text = "<!-- ishi diff -->\n";
  for (const Block& block : blocks) {
    const std::string more = markdown_block(block);
    if (more.empty()) continue;
    if (text.size() + more.size() > kMost)
      return text + "\nThere is more than a comment may hold: `ishi diff OLD NEW` prints all of it.\n";
    text += "\n" + more;
  }
  return text;
}

std::string html_of(const std::vector<Block>& blocks) {
  std::string text(kHead);
  for (const Block& block : blocks) text += html_block(block);
  return text + "</body></html>\n";
}

}  // namespace ishi::compiler::cli
