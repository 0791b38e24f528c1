#pragma once

#include <functional>
#include <span>
#include <string>

#include "drawing/behaviour_map.h"
#include "source/sources.h"

// Maps of agents as texts: a picture, and the graphs of two other tools.

namespace ishi::compiler {

// The address of a place in the text, such as `guard.ishi.yaml#L12`; empty: none.
using AddressOf = std::function<std::string(Span)>;
// The shown path of a span's file, and its line; empty for what stands in no text.
[[nodiscard]] std::string address_in(const Sources& sources, Span span);

// An SVG document, with the maps one below the other. Each part is a link to its text, with that place in a
// `data-at` and its number in a `data-part`; each line has the numbers of its ends in `data-from` and
// `data-to`. Colours follow the reader's light or dark scheme. No script, and nothing is loaded.
[[nodiscard]] std::string svg_of(std::span<const BehaviourMap> maps, const AddressOf& address_of);

// A `digraph` for Graphviz, with a cluster for each map.
[[nodiscard]] std::string dot_of(std::span<const BehaviourMap> maps, const AddressOf& address_of);

// A flowchart for Mermaid, with a subgraph for each map.
[[nodiscard]] std::string mermaid_of(std::span<const BehaviourMap> maps);

}  // namespace ishi::compiler
