#include "compare/unsampled.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "model/imported.h"

namespace ishi::compiler {
namespace {

class Unsampled {
 public:
  Unsampled(const Asset& asset, const Model& model, uint32_t agent)
      : asset_(asset),
        index_(asset.find(Kind::agents, model.imported.id("agents", model.agents[agent].name.text))),
        written_(model.agents[agent].value),
        model_(model) {}

  std::vector<std::string> find() {
    const AgentInfo agent = AssetParts(asset_).agent(index_);
    for (uint32_t i = 0; i < agent.operation_count; ++i) take(AssetParts(asset_).operation(index_, i));
    for (uint32_t i = 0; i < agent.states.count; ++i) {
      const IndexRange ways = AssetParts(asset_).agent_state(agent.states.first + i).transitions;
      for (uint32_t k = 0; k < ways.count; ++k)
        take_formula(AssetParts(asset_).transition(ways.first + k).condition);
    }
    for (uint32_t i = 0; i < agent.options.count; ++i) {
      const OptionInfo option = AssetParts(asset_).option(agent.options.first + i);
      take_formula(AssetParts(asset_).node(option.body)[Modifier::interruptible]);
      const Action& action = model_.actions[written_.actions[i].index].value;
      if (option.cooldown_seconds > 0 || action.cooldown_after_failure.given)
        add(fmt::format("the cooldown of `{}`", written_.actions[i].text));
      for (const Reference& token : action.claims) add(fmt::format("who else holds `{}`", token.text));
    }
    if (agent.senses.count > 0) add("what its senses notice");
    return std::move(found_);
  }

 private:
  void take_formula(uint32_t index) {
    if (index == kNotFound) return;
    const IndexRange program = AssetParts(asset_).formula(index).program;
    for (uint32_t i = 0; i < program.count; ++i) take(AssetParts(asset_).operation(program.first + i));
  }

  void take(const OperationView& operation) {
    switch (operation.code) {
      case OperationCode::since: return add(fmt::format("`since({})`", subject_of(operation.parameter)));
      case OperationCode::elapsed:
      case OperationCode::step_elapsed: return add("`elapsed`");
      case OperationCode::ending: return add("how actions end");
      case OperationCode::time: return add("`time`");
      case OperationCode::member_age: return add("the `age` of what is remembered");
      case OperationCode::member_first_seen:
      case OperationCode::member_last_seen: return add("when what is remembered was first or last seen");
      default: return;
    }
  }

  [[nodiscard]] std::string_view subject_of(uint32_t index) const {
    const MomentInfo moment =
        AssetParts(asset_).moment(AssetParts(asset_).agent(index_).moments.first + index);
    if (moment.kind == MomentKind::option) return written_.actions[moment.subject].text;
    return AssetParts(asset_).event(moment.subject).name;
  }

  void add(std::string what) {
    if (std::ranges::find(found_, what) == found_.end()) found_.push_back(std::move(what));
  }

  const Asset& asset_;
  uint32_t index_;
  const Agent& written_;
  const Model& model_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> unsampled(const Asset& asset, const Model& model, uint32_t agent) {
  return Unsampled(asset, model, agent).find();
}

}  // namespace ishi::compiler
