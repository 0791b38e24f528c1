#include "cli/play/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>

#include "diagnostics/json.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::pair<std::string_view, std::string AskOptions::*>, 5> kParts = {
    {{"agent", &AskOptions::agent},
     {"importance", &AskOptions::importance},
     {"state", &AskOptions::state},
     {"running", &AskOptions::running},
     {"test", &AskOptions::test}}};

// The fault of a line; empty if there is none.
std::string read_line(const std::string& text, AskOptions& asked) {
  const OrderedJson json = OrderedJson::parse(text, nullptr, false);
  if (!json.is_object()) return R"(it is no JSON object such as {"agent": "guard", "set": {"hp": 20}})";
  for (const auto& [name, value] : json.items()) {
    const std::string& key = name;
    const auto part = std::ranges::find(kParts, key, [](const auto& one) { return one.first; });
    if (part != kParts.end() && value.is_string()) {
      asked.*(part->second) = value.get<std::string>();
    } else if (part != kParts.end() && value.is_null()) {
      continue;
    } else if (key == "set" && value.is_object()) {
      for (const auto& [set, to] : value.items())
        asked.set.push_back(fmt::format("{}={}", set, to.is_string() ? to.get<std::string>() : to.dump()));
    } else {
      return fmt::format(
          "`{}` should not be there; a line may have agent, importance, state, running and test, "
          "which are names, and set, an object of keys",
          key);
    }
  }
  return {};
}

}  // namespace

tl::expected<std::vector<TraceLine>, std::string> read_trace(const std::string& path) {
  auto read = read_to_end(path);
  if (!read) return tl::unexpected(fmt::format("{} cannot be read: {}", path, read.error()));
  std::istringstream file(std::move(*read));
  std::vector<TraceLine> lines;
  std::string text;
  for (size_t number = 1; std::getline(file, text); ++number) {
    if (text.find_first_not_of(" \t\r") == std::string::npos) continue;
    TraceLine& line = lines.emplace_back();
    line.number = number;
    if (const std::string fault = read_line(text, line.asked); !fault.empty())
      return tl::unexpected(fmt::format("line {} of {} cannot be used: {}", number, path, fault));
  }
  if (lines.empty()) return tl::unexpected(fmt::format("{} has no lines", path));
  return lines;
}

}  // namespace ishi::compiler::cli
