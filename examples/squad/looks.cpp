#include "looks.h"

#include <algorithm>

namespace squad {
namespace {

constexpr Look kLooks[] = {
    {"suppressor", "suppressor: one", "#e08a1e"},
    {"flanker", "flanker: two at most", "#7d4bb5"},
    {"medic", "medic: one", "#2a9d68"},
    {"support", "no role: fetches, fires", "#3f83c4"},
    {"fall_back", "hides", "#a3aab2"},
};

}  // namespace

std::span<const Look> looks() { return kLooks; }

const Look& look_of(const Ledger& ledger, uint16_t option) {
  const std::string role = ledger.role_of(option);
  const std::string name = role.empty() ? ledger.option_name(option) : role;
  const auto found =
      std::find_if(std::begin(kLooks), std::end(kLooks), [&](const Look& look) { return name == look.name; });
  return found == std::end(kLooks) ? kLooks[std::size(kLooks) - 1] : *found;
}

void write_at(games::Drawing& drawing, Place place, const std::string& text, float size, const char* colour,
              Anchor anchor, const char* halo) {
  constexpr const char* kAnchors[] = {"start", "middle", "end"};
  games::add(drawing.raw(),
             "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.2f\" fill=\"%s\" text-anchor=\"%s\" stroke=\"%s\" "
             "stroke-width=\"%.2f\" paint-order=\"stroke\">%s</text>\n",
             place.x, drawing.y_of(place.z), size, colour, kAnchors[static_cast<size_t>(anchor)], halo,
             size / 5, text.c_str());
}

}  // namespace squad
