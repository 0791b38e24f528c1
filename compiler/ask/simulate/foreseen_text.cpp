#include "simulate/foreseen_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ishi/tools.h"

namespace ishi::compiler {
namespace {

class ForeseenSteps {
 public:
  ForeseenSteps(const Asset& asset, uint32_t goal, std::span<const ForeseenChoice> choices)
      : parts_(asset), asset_(asset), choices_(choices) {
    visit(parts_.node(goal).children.first);
  }

  [[nodiscard]] std::string text() const { return fmt::format("{}", fmt::join(steps_, ", ")); }

 private:
  void visit(uint32_t index) {  // NOLINT(misc-no-recursion)
    const NodeInfo node = parts_.node(index);
    const auto chosen = std::ranges::find(choices_, index, &ForeseenChoice::node);
    const uint32_t method = chosen == choices_.end() ? kNotFound : chosen->method;
    if (chosen != choices_.end() && method == kNotFound) return;  // it is left out
    switch (node.kind) {
      case ishi::NodeKind::task: steps_.push_back(asset_.name(ishi::Kind::tasks, node.subject)); return;
      case ishi::NodeKind::goal:
        if (node.foresees || parts_.goal(node.subject).effects.count > 0)
          steps_.push_back(asset_.name(ishi::Kind::goals, node.subject));
        else
          visit(node.children.first);
        return;
      case ishi::NodeKind::first:
      case ishi::NodeKind::best:
        if (method < node.children.count) visit(node.children.first + method);
        return;
      default:
        for (uint32_t i = 0; i < node.children.count; ++i) visit(node.children.first + i);
    }
  }

  AssetParts parts_;
  const Asset& asset_;
  std::span<const ForeseenChoice> choices_;
  std::vector<std::string_view> steps_;
};

}  // namespace

std::string foreseen_text(const Asset& asset, const StageAgent& agent, uint32_t goal) {
  std::array<ForeseenChoice, 255> choices{};
  uint32_t count = 0;
  if (!Tools(agent.population()).foreseen(agent.self(), goal, choices, count) || count == 0) return {};
  return ForeseenSteps(asset, goal, std::span(choices).first(count)).text();
}

}  // namespace ishi::compiler
