#include "resolve/inherited_slips.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/suggest.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostPairs = 1'000'000;  // thousands of names beside thousands are no slips

const Node* find_mapping(const Node& node, std::string_view key) {
  const Node* value = node.kind == NodeKind::mapping ? node.find(key) : nullptr;
  return value != nullptr && value->kind == NodeKind::mapping ? value : nullptr;
}

bool is_brought(std::string_view reward, const Node& planner) {
  const Node* plans = find_mapping(planner, "plans");
  if (plans == nullptr) return false;
  return std::ranges::any_of(plans->entries, [&](const Entry& plan) {
    const Node* rewards = find_mapping(*plan.value, "rewards");
    return rewards != nullptr && rewards->find(reward) != nullptr;
  });
}

bool does_something(const Entry& plan) {
  return plan.value->kind != NodeKind::mapping || plan.value->find("do") != nullptr;
}

// `wave_1` and `wave_2` are no slips of each other.
bool differs_in_digits(std::string_view a, std::string_view b) {
  constexpr std::string_view kDigits = "0123456789";
  std::string left(a);
  std::string right(b);
  std::erase_if(left, [&](char c) { return kDigits.find(c) != std::string_view::npos; });
  std::erase_if(right, [&](char c) { return kDigits.find(c) != std::string_view::npos; });
  return left == right;
}

class Slips {
 public:
  Slips(const Node& inherited, const Node& own, Diagnostics& diagnostics)
      : inherited_(inherited), own_(own), diagnostics_(diagnostics) {}

  // `may_be`: of an entry that is new: may it be a slip?
  template <class MayBe>
  void warn(std::string_view field, std::string_view noun, MayBe&& may_be) {
    const Node* base = find_mapping(inherited_, field);
    const Node* added = find_mapping(own_, field);
    if (base == nullptr || added == nullptr || base->entries.size() * added->entries.size() > kMostPairs)
      return;
    std::vector<std::string_view> known;
    for (const Entry& entry : base->entries) known.push_back(entry.key);
    for (const Entry& entry : added->entries) {
      if (base->find(entry.key) != nullptr || !may_be(entry)) continue;
      std::vector<std::string_view> near = suggestions(entry.key, known);
      std::erase_if(near, [&](std::string_view name) { return differs_in_digits(name, entry.key); });
      if (near.empty()) continue;
      const auto meant = std::ranges::find(base->entries, near[0], &Entry::key);
      diagnostics_
          .report(
              Code::nearly_inherited, entry.key_span,
              fmt::format("`{}` is a new {}, beside the `{}` that is inherited", entry.key, noun, near[0]))
          .label(meant->key_span, "inherited from here")
          .suggest(entry.key_span, near[0])
          .guess();
    }
  }

 private:
  const Node& inherited_;
  const Node& own_;
  Diagnostics& diagnostics_;
};

}  // namespace

void warn_of_inherited_slips(const Node& inherited, const Node& own, const Node& merged,
                             Diagnostics& diagnostics) {
  Slips slips(inherited, own, diagnostics);
  slips.warn("rewards", "reward", [&](const Entry& entry) { return !is_brought(entry.key, merged); });
  slips.warn("plans", "plan", [](const Entry& entry) { return !does_something(entry); });
}

}  // namespace ishi::compiler
