#include "cli/dump/dump_bodies.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "cli/output/terminal.h"
#include "explain/operation_words.h"
#include "language/modifiers.h"

namespace ishi::compiler::cli {
namespace {

uint32_t results_of(const VariableInfo& variable) {
  return variable.type == ValueType::point || variable.type == ValueType::direction ? 3 : 1;
}

std::string assignment_text(const Asset& asset, const AgentNames& agent, const AssignmentInfo& assignment) {
  const uint32_t subject = assignment.subject;
  const auto value = [&](uint32_t results) {
    return formula_text(asset, agent, assignment.formula, results);
  };
  const auto written = [&](std::string_view kind, const NamedVariable& variable) {
    return fmt::format("{}: {}", name_or(variable.name, kind, subject), value(results_of(variable.variable)));
  };
  const auto memory = [&] { return name_or(asset.name(Kind::sets, subject), "memory", subject); };
  switch (assignment.target) {
    case Target::key: return written("key", AssetParts(asset).key(subject));
    case Target::member_field: return "fact's " + written("field", AssetParts(asset).member_field(subject));
    case Target::remember: return fmt::format("{} remembers {}", memory(), value(1));
    case Target::level:
      return fmt::format("level of {}: {}", name_or(asset.name(Kind::motives, subject), "motive", subject),
                         value(1));
    case Target::given: return written("given", AssetParts(asset).given(agent.givens.first + subject));
    case Target::awareness: return fmt::format("{} is aware of {}", memory(), value(2));
    case Target::forget: break;
  }
  return fmt::format("{} forgets {}", memory(), assignment.formula == kNotFound ? "the fact" : value(1));
}

class BodyPrinter {
 public:
  BodyPrinter(const Asset& asset, uint32_t agent) : asset_(asset), agent_(AssetParts(asset).agent(agent)) {}

  std::string print() {
    for (uint32_t i = 0; i < agent_.options.count; ++i)
      print_option(AssetParts(asset_).option(agent_.options.first + i), i);
    for (uint32_t i = 0; i < agent_.handlers.count; ++i) {
      const HandlerInfo handler = AssetParts(asset_).handler(agent_.handlers.first + i);
      text_ += fmt::format("  on {}:{}\n",
                           name_or(asset_.name(Kind::events, handler.event), "event", handler.event),
                           handler.wakes ? " thinks" : "");
      if (handler.body != kNotFound) print_children(AssetParts(asset_).node(handler.body), 4);
    }
    for (uint32_t i = 0; i < agent_.states.count; ++i) print_state(i);
    return text_;
  }

 private:
  [[nodiscard]] std::string state_name(uint32_t index) const {
    return name_or(AssetParts(asset_).agent_state(agent_.states.first + index).name, "state", index);
  }

  void print_state(uint32_t index) {
    const StateInfo state = AssetParts(asset_).agent_state(agent_.states.first + index);
    text_ += fmt::format("  state {}:", state_name(index));
    for (uint32_t i = 0; i < state.options.count; ++i) {
      const uint32_t option = AssetParts(asset_).state_option(state.options.first + i);
      text_ += fmt::format(
          "{}{}", i == 0 ? " " : ", ",
          name_or(AssetParts(asset_).option(agent_.options.first + option).name, "option", option));
    }
    if (state.profile != kNoProfile)
      text_ += fmt::format("{} importance {}", state.options.count > 0 ? ";" : "",
                           name_or(asset_.name(Kind::profiles, state.profile), "profile", state.profile));
    text_ += "\n";
    for (uint32_t i = 0; i < state.transitions.count; ++i) {
      const TransitionInfo transition = AssetParts(asset_).transition(state.transitions.first + i);
      text_ +=
          fmt::format("    to {} when {}\n", state_name(transition.target), formula(transition.condition));
    }
    for (const auto& [name, body] : {std::pair("enter", state.enter), std::pair("finally", state.finally)}) {
      if (body == kNotFound) continue;
      text_ += fmt::format("    {}\n", name);
      print_children(AssetParts(asset_).node(body), 6);
    }
  }

  void print_option(const OptionInfo& option, uint32_t index) {
    text_ += fmt::format("  {}: rank {}", name_or(option.name, "option", index), option.rank);
    if (option.cooldown_seconds > 0) text_ += fmt::format(", cooldown {}s", option.cooldown_seconds);
    if (option.cooldown_after_failure_seconds > 0)
      text_ += fmt::format(", {}s after a failure", option.cooldown_after_failure_seconds);
    for (uint32_t i = 0; i < option.claims.count; ++i) {
      const uint32_t claim = AssetParts(asset_).claim(option.claims.first + i);
      text_ += fmt::format("{}{}", i == 0 ? ", claims " : " and ",
                           claim == kNotFound ? std::string("whom it is for")
                                              : name_or(asset_.name(Kind::tokens, claim), "token", claim));
    }
    if (option.queues_for_entity) text_ += ", first come, first served";
    const NodeInfo body = AssetParts(asset_).node(option.body);
    text_ += modifiers(body) + "\n";
    if (body.children.count == 0) text_ += "    (goes on until another one takes over)\n";
    print_children(body, 4);
    if (option.finally == kNotFound) return;
    text_ += "    finally\n";
    print_children(AssetParts(asset_).node(option.finally), 6);
  }

  // Bodies are at most 64 levels deep.
  void print_children(const NodeInfo& node, size_t indent) {  // NOLINT(misc-no-recursion)
    for (uint32_t i = 0; i < node.children.count; ++i) {
      const NodeInfo child = AssetParts(asset_).node(node.children.first + i);
      text_ += fmt::format("{:{}}{}{}\n", "", indent, what(child), modifiers(child));
      print_children(child, indent + 2);
    }
  }

  [[nodiscard]] std::string formula(uint32_t index) const {
    return formula_text(asset_, names_of(agent_), index, 1);
  }

  // "each p of puddles"
  [[nodiscard]] std::string member_of(const NodeInfo& node) const {
    const NamedVariable member = AssetParts(asset_).given(agent_.givens.first + node.given);
    return fmt::format("each {} of {}", name_or(member.name, "given", node.given),
                       name_or(asset_.name(Kind::sets, member.member_of), "set", member.member_of));
  }

  [[nodiscard]] std::string what(const NodeInfo& node) const {
    switch (node.kind) {
      case NodeKind::sequence:
        if (node.given == kNotFound) return "in order";
        return fmt::format("once for {}{}", member_of(node), node.claims ? ", claimed" : "");
      case NodeKind::wait: return fmt::format("wait {}", formula(node.value));
      case NodeKind::first:
        return node.count == kChosenByCondition ? "if"
               : node.count == kChosenByValue   ? "switch"
               : node.reconsiders               ? "first that holds, reconsidered"
                                                : "first that holds";
      case NodeKind::best:
        if (node.draws) return "one drawn by weight";
        return fmt::format(
            "best first{}{}", node.reconsiders ? ", reconsidered" : "",
            node.value == kNotFound ? "" : fmt::format(" with a margin of {}", formula(node.value)));
      case NodeKind::all:
        return fmt::format(
            "all at once{}{}", node.count > 0 ? fmt::format(", {} are enough", node.count) : std::string(),
            node.subject > 0 ? fmt::format(", {} failures fail it", node.subject + 1) : std::string());
      case NodeKind::any: return "any of these";
      case NodeKind::repeat:
        if (node.given != kNotFound)
          return fmt::format("for {}{}", member_of(node),
                             node.value == kNotFound ? "" : fmt::format(" by {}", formula(node.value)));
        return node.count == 0 ? "repeat" : fmt::format("repeat {} times", node.count);
      case NodeKind::interjection: return "interject";
      case NodeKind::cleanup: return "finally";
      case NodeKind::plan:
        return fmt::format(
            "plan to reach {} in {} steps{}", formula(node.value), node.count,
            node.subject > 0 ? fmt::format(", of {} situations", node.subject) : std::string());
      case NodeKind::walk:
        return fmt::format("walk {} {} by {}", node.count == 0 ? "to" : "away from",
                           formula_text(asset_, names_of(agent_), node.value, 3),
                           name_or(asset_.name(Kind::navigations, node.subject), "class", node.subject));
      case NodeKind::succeed: return "succeed";
      case NodeKind::steer: {
        const uint32_t steering = agent_.steerings.first + node.subject;
        return fmt::format("steer {}",
                           name_or(AssetParts(asset_).steering(steering).name, "steering", steering));
      }
      case NodeKind::fail:
        return node.value == kNotFound ? "fail" : fmt::format("check {}", formula(node.value));
      case NodeKind::set: {
        std::string parts;
        for (uint32_t i = 0; i < node.assignments.count; ++i) {
          parts += i == 0 ? "" : ", ";
          parts += assignment_text(asset_, names_of(agent_),
                                   AssetParts(asset_).assignment(node.assignments.first + i));
        }
        return fmt::format("set {{ {} }}", parts);
      }
      case NodeKind::sound:
        return fmt::format("sound {}",
                           name_or(asset_.name(Kind::sounds, node.subject), "sound", node.subject));
      case NodeKind::emit: {
        constexpr std::string_view kAudiences[] = {"the game", "itself", "its team", "everyone", "one agent"};
        const EventInfo event = AssetParts(asset_).event(node.subject);
        return fmt::format("emit {} to {}",
                           with_arguments(node, name_or(event.name, "event", node.subject),
                                          [&](uint32_t i) {
                                            return AssetParts(asset_).event_field(event.fields.first + i);
                                          }),
                           kAudiences[static_cast<size_t>(node.audience)]);
      }
      case NodeKind::goal: {
        const GoalInfo goal = AssetParts(asset_).goal(node.subject);
        return fmt::format("goal {}{}",
                           with_arguments(node, name_or(goal.name, "goal", node.subject),
                                          [&](uint32_t i) {
                                            return AssetParts(asset_).parameter(goal.parameters.first + i);
                                          }),
                           node.foresees ? ", foreseen" : "");
      }
      case NodeKind::task: break;
    }
    const TaskInfo task = AssetParts(asset_).task(node.subject);
    const std::string call = with_arguments(node, name_or(task.name, "task", node.subject), [&](uint32_t i) {
      return AssetParts(asset_).parameter(task.parameters.first + i);
    });
    if (node.given == kNotFound) return call;
    const std::string_view known = AssetParts(asset_).given(agent_.givens.first + node.given).name;
    return fmt::format(
        "{} as {}", call,
        known.empty() ? fmt::format("given#{}", node.given) : known.substr(0, known.rfind('.')));
  }

  // "move_to { place: home }"; `parameter(i)` is the i-th that can be given.
  template <class Parameter>
  [[nodiscard]] std::string with_arguments(const NodeInfo& node, std::string name,
                                           Parameter&& parameter) const {
    std::string parts;
    for (uint32_t i = 0; i < node.arguments.count; ++i) {
      const ArgumentInfo argument = AssetParts(asset_).argument(node.arguments.first + i);
      const NamedVariable variable = parameter(argument.parameter);
      parts += fmt::format(
          "{}{}: {}", i == 0 ? "" : ", ", name_or(variable.name, "parameter", argument.parameter),
          formula_text(asset_, names_of(agent_), argument.formula, results_of(variable.variable)));
    }
    return parts.empty() ? name : fmt::format("{} {{ {} }}", name, parts);
  }

  [[nodiscard]] std::string modifiers(const NodeInfo& node) const {
    std::string result;
    const auto add = [&](std::string_view name, uint32_t index) {
      if (index != kNotFound) result += fmt::format(", {} {}", name, formula(index));
    };
    add("score", node[Modifier::score]);
    for (const ModifierRow& row : modifier_rows()) {
      if (row.formula != nullptr) add(row.name(), node[row.in_blob]);
      const std::string shown = row.show != nullptr ? row.show(node) : "";
      if (!shown.empty()) result += fmt::format(", {} {}", row.name(), shown);
    }
    return result;
  }

  const Asset& asset_;
  AgentInfo agent_;
  std::string text_;
};

}  // namespace

std::string bodies_text(const Asset& asset, uint32_t agent) { return BodyPrinter(asset, agent).print(); }

std::string task_text(const Asset& asset, uint32_t task) {
  const TaskInfo info = AssetParts(asset).task(task);
  std::string text;
  if (info.condition != kNotFound)
    text += fmt::format("    requires {}\n", formula_text(asset, {}, info.condition, 1));
  for (uint32_t i = 0; i < info.effects.count; ++i) {
    const AssignmentInfo effect = AssetParts(asset).effect(info.effects.first + i);
    if (effect.target == Target::given) {
      const NamedVariable given = AssetParts(asset).parameter(info.parameters.first + effect.subject);
      text += fmt::format("    usually gives {}: {}\n", name_or(given.name, "parameter", effect.subject),
                          formula_text(asset, {}, effect.formula, results_of(given.variable)));
      continue;
    }
    text += fmt::format("    changes {}\n", assignment_text(asset, {}, effect));
  }
  return text;
}

}  // namespace ishi::compiler::cli
