#include "cli/play/topics.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "cli/output/terminal.h"
#include "diagnostics/suggest.h"
#include "language/words.h"

namespace ishi::compiler::cli {
namespace {

// In the order of Topic.
constexpr auto kNames = std::to_array<std::string_view>(
    {"chooses", "ends", "does", "fails", "keys", "events", "notices", "plans", "states", "moves", "world"});
static_assert(kNames.size() == static_cast<size_t>(Topic::world) + 1);

}  // namespace

std::optional<Topics> read_topics(std::string_view words) {
  if (words.empty()) return Topics::all();
  Topics topics = Topics::none();
  while (!words.empty()) {
    const size_t comma = std::min(words.find(','), words.size());
    std::string_view word = words.substr(0, comma);
    words.remove_prefix(std::min(words.size(), comma + 1));
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    const auto name = std::ranges::find(kNames, word);
    if (name == kNames.end()) {
      const std::vector<std::string_view> known(kNames.begin(), kNames.end());
      const auto near = suggestions(word, known);
      complain("--only has no `{}`: {}", shown(word),
               near.empty() ? "its words are " + quoted_list(known, "and")
                            : fmt::format("did you mean `{}`?", near[0]));
      return std::nullopt;
    }
    topics.add(static_cast<Topic>(name - kNames.begin()));
  }
  return topics;
}

}  // namespace ishi::compiler::cli
