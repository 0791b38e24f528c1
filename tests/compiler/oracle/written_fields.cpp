#include "compiler/oracle/written_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ishi::compiler::oracle {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"gains", "considerations", "score", "rewards"};

std::string head_of(const std::string& path) { return path.substr(0, path.find('.')); }

// How the option's score is written; empty if it is not.
std::string kind_of(const Fields& option) {
  for (const std::string& head : heads(option)) {
    if (std::ranges::find(kKinds, head) != kKinds.end()) return head;
  }
  return {};
}

}  // namespace

std::string written(const Fields& fields, size_t indent) {
  std::string text;
  for (const std::string& head : heads(fields)) {
    text += std::string(indent, ' ') + head + ":";
    const auto leaf = std::ranges::find(fields, head, &Fields::value_type::first);
    if (leaf == fields.end())
      text += "\n" + written(under(fields, head), indent + 2);
    else
      text += leaf->second.starts_with('[') ? " " + leaf->second + "\n" : " \"" + leaf->second + "\"\n";
  }
  return text;
}

Fields under(const Fields& fields, std::string_view prefix) {
  Fields found;
  for (const auto& [path, value] : fields) {
    if (path.size() > prefix.size() && path.starts_with(prefix) && path[prefix.size()] == '.')
      found.emplace_back(path.substr(prefix.size() + 1), value);
  }
  return found;
}

std::vector<std::string> heads(const Fields& fields) {
  std::vector<std::string> found;
  for (const auto& [path, value] : fields) {
    if (std::ranges::find(found, head_of(path)) == found.end()) found.push_back(head_of(path));
  }
  return found;
}

Fields extended(Fields base, const Fields& own) {
  for (const std::string& plan : heads(under(own, "plans"))) {
    const std::string prefix = "plans." + plan;
    const std::string before = kind_of(under(base, prefix));
    const std::string now = kind_of(under(own, prefix));
    if (now.empty() || before == now) continue;
    const auto is_of = [&](const std::string& path, const std::string& kind) {
      const std::string whole = fmt::format("{}.{}", prefix, kind);
      return path == whole || path.starts_with(whole + ".");
    };
    // In its place, so that the plans keep their order.
    const auto place =
        std::ranges::find_if(base, [&](const auto& field) { return is_of(field.first, before); });
    auto at = place - base.begin();
    for (const auto& field : own) {
      if (is_of(field.first, now)) base.insert(base.begin() + at++, field);
    }
    std::erase_if(base, [&](const auto& field) { return is_of(field.first, before); });
  }
  for (const auto& [path, value] : own) {
    const auto inherited = std::ranges::find(base, path, &Fields::value_type::first);
    if (inherited == base.end())
      base.emplace_back(path, value);
    else
      inherited->second = value;
  }
  return base;
}

void put_under(Fields& fields, const std::string& prefix, const Fields& entry) {
  for (const auto& [path, value] : entry) fields.emplace_back(fmt::format("{}.{}", prefix, path), value);
}

std::string value_of(const Fields& fields, std::string_view path) {
  const auto found = std::ranges::find(fields, path, &Fields::value_type::first);
  return found == fields.end() ? "" : found->second;
}

}  // namespace ishi::compiler::oracle
