#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>

#include "drawing/drawing.h"

// Maps in the languages of Graphviz and Mermaid.

namespace ishi::compiler {
namespace {

template <typename... Arguments>
void append(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

// In the quotes of Graphviz.
std::string dot_text(std::string_view text) {
  std::string written;
  for (const char c : text) {
    if (c == '"' || c == '\\') written += '\\';
    written += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return written;
}

// In the quotes of Mermaid, which reads entities in them, and HTML.
std::string mermaid_text(std::string_view text) {
  std::string written;
  for (const char c : text) {
    switch (c) {
      case '"': written += "#quot;"; break;
      case '<': written += "#lt;"; break;
      case '>': written += "#gt;"; break;
      case '&': written += "#amp;"; break;
      case '#': written += "#35;"; break;
      default: written += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return written;
}

constexpr std::array<std::string_view, kPartKinds> kDotShapes = {"cds",     "larrow",    "cylinder", "folder",
                                                                 "ellipse", "ellipse",   "diamond",  "box",
                                                                 "box",     "component", "rarrow"};
constexpr std::array<std::pair<std::string_view, std::string_view>, kPartKinds> kMermaidShapes = {{
    {"[/", "/]"},
    {">", "]"},
    {"[(", ")]"},
    {"[(", ")]"},
    {"([", "])"},
    {"([", "])"},
    {"{{", "}}"},
    {"(", ")"},
    {"[", "]"},
    {"[[", "]]"},
    {">", "]"},
}};

}  // namespace

std::string address_in(const Sources& sources, Span span) {
  if (span.end == 0) return {};
  return fmt::format("{}#L{}", sources.shown_path(span.file),
                     sources.file(span.file).position(span.begin).line);
}

std::string dot_of(std::span<const BehaviourMap> maps, const AddressOf& address_of) {
  std::string text =
      "digraph {\n  rankdir=LR\n  node [fontname=\"monospace\" fontsize=11]\n  edge [fontname=\"monospace\" "
      "fontsize=9]\n";
  for (size_t m = 0; m < maps.size(); ++m) {
    const BehaviourMap& map = maps[m];
    append(text, "  subgraph cluster_{} {{\n    label=\"{}\"\n", m, dot_text(map.agent));
    for (size_t i = 0; i < map.parts.size(); ++i) {
      const MapPart& part = map.parts[i];
      const std::string address = address_of(part.span);
      append(text, "    p{}_{} [shape={} label=\"{}{}{}\"", m, i, kDotShapes[static_cast<size_t>(part.kind)],
             dot_text(part.name), part.note.empty() ? "" : "\\n", dot_text(part.note));
      append(text, " tooltip=\"{} {}\"", part_word(part.kind), dot_text(part.name));
      if (!address.empty()) append(text, " URL=\"{}\"", dot_text(address));
      text += "]\n";
    }
    for (const MapLink& link : map.links) {
      append(text, "    p{}_{} -> p{}_{}", m, link.from, m, link.to);
      std::string more;
      if (!link.label.empty()) append(more, " label=\"{}\"", dot_text(link.label));
      if (link.kind == LinkKind::reads || link.kind == LinkKind::has) more += " style=dashed";
      if (link.kind == LinkKind::turns_to) more += " constraint=false";
      if (std::isfinite(link.amount))
        append(more, " penwidth={:.1f}", 1 + 2 * std::min(std::abs(link.amount), 1.0));
      if (!more.empty()) append(text, " [{}]", more.substr(1));
      text += "\n";
    }
    text += "  }\n";
  }
  return text + "}\n";
}

std::string mermaid_of(std::span<const BehaviourMap> maps) {
  std::string text = "flowchart LR\n";
  for (size_t m = 0; m < maps.size(); ++m) {
    const BehaviourMap& map = maps[m];
    append(text, "  subgraph a{}[\"{}\"]\n", m, mermaid_text(map.agent));
    for (size_t i = 0; i < map.parts.size(); ++i) {
      const MapPart& part = map.parts[i];
      const auto& [open, close] = kMermaidShapes[static_cast<size_t>(part.kind)];
      append(text, "    p{}_{}{}\"{}{}{}\"{}\n", m, i, open, mermaid_text(part.name),
             part.note.empty() ? "" : "<br/>", mermaid_text(part.note), close);
    }
    for (const MapLink& link : map.links) {
      const bool is_dashed = link.kind == LinkKind::reads || link.kind == LinkKind::has;
      append(text, "    p{}_{} {}", m, link.from, is_dashed ? "-.->" : "-->");
      if (!link.label.empty()) append(text, "|\"{}\"|", mermaid_text(link.label));
      append(text, " p{}_{}\n", m, link.to);
    }
    text += "  end\n";
  }
  return text;
}

}  // namespace ishi::compiler
