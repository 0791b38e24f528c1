#pragma once

#include <span>
#include <string>

#include "ledger.h"

// The colours of the picture.

namespace squad {

struct Look {
  const char* name;  // a role, or what is done without one
  const char* words;
  const char* colour;
};

// For the legend.
[[nodiscard]] std::span<const Look> looks();
// What an option of a soldier looks like.
[[nodiscard]] const Look& look_of(const Ledger& ledger, uint16_t option);

inline constexpr const char* kPaper = "#fbfaf6";
inline constexpr const char* kInk = "#2b2a28";
inline constexpr const char* kFaint = "#8d8a80";
inline constexpr const char* kGuarding = "#5b6b80";
inline constexpr const char* kEnraged = "#c43d2f";

enum class Anchor : uint8_t { start, middle, end };
// Text at a place, with a halo.
void write_at(games::Drawing& drawing, Place place, const std::string& text, float size, const char* colour,
              Anchor anchor = Anchor::start, const char* halo = kPaper);

}  // namespace squad
