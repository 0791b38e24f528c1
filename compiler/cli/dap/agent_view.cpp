#include "cli/dap/agent_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "diagnostics/json.h"
#include "ishi/asset_info.h"
#include "ishi/tools.h"
#include "language/unit.h"
#include "simulate/fact_values.h"
#include "simulate/foreseen_text.h"
#include "simulate/key_values.h"
#include "simulate/simulation.h"

namespace ishi::compiler::cli {
namespace {

constexpr size_t kMostNodes = 256;

std::string number_text(double value) {
  if (std::isnan(value)) return "none";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  return fmt::format("{}", static_cast<float>(value));
}
std::string seconds_of(double seconds) { return fmt::format("{:.2f}s", seconds); }

std::vector<uint32_t> active_nodes(const SimulatedAgent& agent) {
  const StageAgent& place = agent.place();
  std::vector<uint32_t> nodes(kMostNodes);
  nodes.resize(std::min<size_t>(kMostNodes, Tools(place.population()).active_nodes(place.self(), nodes)));
  return nodes;
}

std::string name_of_node(const Asset& asset, uint32_t node, const NodeText& text) {
  const NodeInfo info = AssetParts(asset).node(node);
  const std::string_view verb = text.step == nullptr ? std::string_view() : text.step->name.text;
  if (text.method != nullptr) return fmt::format("method {}", text.method->text);
  if (info.kind == ishi::NodeKind::goal) return fmt::format("goal {}", verb);
  return std::string(verb);
}

// ---- scopes

std::vector<ShownVariable> keys_of(const SimulatedAgent& agent) {
  std::vector<ShownVariable> all;
  const Asset& asset = agent.place().asset();
  for (uint32_t key = 0; key < agent.key_count(); ++key) {
    const NamedVariable info = AssetParts(asset).key(key);
    const std::string_view whose = info.variable.scope == ishi::Scope::world  ? "world"
                                   : info.variable.scope == ishi::Scope::team ? "team"
                                                                              : "agent";
    all.push_back({.name = std::string(info.name),
                   .value = value_text(agent.place(), info.variable, agent.key(key).data()),
                   .type = fmt::format("key of the {}", whose),
                   .expression = std::string(info.name),
                   .is_settable = true,
                   .is_watchable = true});
  }
  return all;
}

std::vector<ShownVariable> levels_of(const SimulatedAgent& agent) {
  std::vector<ShownVariable> all;
  const Asset& asset = agent.place().asset();
  const StageAgent& place = agent.place();
  const ProfileId profile = place.population().profile(place.self());
  const uint32_t index = profile == kNoProfileId ? kNotFound : asset.find(profile);
  for (uint32_t motive = 0; motive < asset.count(ishi::Kind::motives); ++motive) {
    const auto level = agent.level(motive);
    if (!level) continue;
    const std::string name = name_of_level(asset, motive);
    ShownVariable shown{.name = name,
                        .value = number_text(*level),
                        .type = "level",
                        .expression = name,
                        .is_settable = true,
                        .is_watchable = true};
    if (index != kNotFound)
      shown.parts.push_back(
          {.name = "weight",
           .value = number_text(AssetParts(asset).weight(index, motive)),
           .type = fmt::format("in the importance profile {}", AssetParts(asset).profile(index).name)});
    all.push_back(std::move(shown));
  }
  return all;
}

std::string place_of(const Vector3& at) { return vector_text({at.x, at.y, at.z}); }

std::vector<ShownVariable> memories_of(const SimulatedAgent& agent, double seconds) {
  std::vector<ShownVariable> all;
  const StageAgent& place = agent.place();
  const Asset& asset = place.asset();
  for (uint32_t set = 0; set < asset.count(ishi::Kind::sets); ++set) {
    const SetInfo info = AssetParts(asset).set(set);
    ShownVariable shown{.name = std::string(info.name), .value = {}, .type = "set"};
    if (info.kind != ishi::SetKind::memory) {
      const size_t count = place.members(set).size();
      for (uint32_t i = 0; i < count; ++i)
        shown.parts.push_back({.name = fmt::format("{}", i + 1), .value = place.member_name(set, i)});
    } else {
      shown.type = "memory";
      const std::vector<FactInfo> facts = place.facts(set);
      for (uint32_t i = 0; i < facts.size(); ++i) {
        const double last = static_cast<double>(facts[i].last_seen_microseconds) / 1e6;
        const double first = static_cast<double>(facts[i].first_seen_microseconds) / 1e6;
        ShownVariable fact{.name = place.member_name(set, i),
                           .value = fmt::format("{} ago", seconds_of(seconds - last)),
                           .type = "fact"};
        fact.parts.push_back({.name = "age", .value = seconds_of(seconds - last)});
        fact.parts.push_back({.name = "known for", .value = seconds_of(seconds - first)});
        fact.parts.push_back({.name = "position", .value = place_of(facts[i].position)});
        float awareness = 0;
        if (info.has_awareness && place.population().awareness(place.self(), MemoryId(info.id), i, awareness))
          fact.parts.push_back({.name = "awareness", .value = number_text(awareness)});
        if (std::string fields = own_fields_text(place, set, i); !fields.empty())
          fact.parts.push_back({.name = "fields", .value = std::move(fields)});
        shown.parts.push_back(std::move(fact));
      }
    }
    shown.value = shown.parts.empty() ? "nobody" : fmt::format("{}", shown.parts.size());
    all.push_back(std::move(shown));
  }
  return all;
}

std::vector<ShownVariable> terms_of(const Asset& asset, const Thought& thought, uint32_t option,
                                    IndexRange terms) {
  std::vector<ShownVariable> all;
  for (uint32_t i = 0; i < terms.count; ++i) {
    const TermInfo term = AssetParts(asset).term(terms.first + i);
    ShownVariable shown{.name = std::string(term.name),
                        .value = number_text(thought.value(option, term.contribution)),
                        .type = "contribution"};
    shown.parts.push_back({.name = "input", .value = number_text(thought.value(option, term.input))});
    shown.parts.push_back({.name = "value", .value = number_text(thought.value(option, term.value))});
    shown.parts.push_back(
        {.name = "contribution", .value = number_text(thought.value(option, term.contribution))});
    all.push_back(std::move(shown));
  }
  return all;
}

// The options of the last decision, the best first.
std::vector<ShownVariable> scores_of(const SimulatedAgent& agent,
                                     const std::optional<DebugDecision>& decision) {
  std::vector<ShownVariable> all;
  if (!decision) return all;
  const Thought& thought = decision->thought;
  const Asset& asset = agent.place().asset();
  std::vector<std::pair<float, uint32_t>> order;
  for (uint32_t i = 0; i < thought.agent.options.count; ++i)
    order.emplace_back(thought.score(asset, i) + thought.inertia(i), i);
  std::ranges::stable_sort(order, std::greater<>(), &std::pair<float, uint32_t>::first);
  for (const auto& [total, i] : order) {
    const OptionInfo option = AssetParts(asset).option(thought.agent.options.first + i);
    const float score = thought.score(asset, i);
    const bool is_eligible = score != -std::numeric_limits<float>::infinity();
    ShownVariable shown{.name = std::string(option.name),
                        .value = is_eligible ? number_text(total) : "not eligible",
                        .type = thought.picked == i ? "picked" : "action"};
    shown.parts.push_back({.name = "score", .value = is_eligible ? number_text(score) : "not eligible"});
    if (thought.inertia(i) != 0)
      shown.parts.push_back({.name = "inertia", .value = number_text(thought.inertia(i))});
    if (option.condition != kNotFound)
      shown.parts.push_back(
          {.name = "when", .value = thought.value(i, option.condition) != 0 ? "true" : "false"});
    if (const FactThought* const facts = thought.facts_of(i)) {
      ShownVariable members{.name = "members", .value = fmt::format("{}", facts->scores.size())};
      for (size_t k = 0; k < facts->scores.size(); ++k)
        members.parts.push_back({.name = facts->names[k], .value = number_text(facts->scores[k])});
      shown.parts.push_back(std::move(members));
    }
    if (i < thought.cooldowns.size() && thought.cooldowns[i] > 0)
      shown.parts.push_back({.name = "cools down", .value = seconds_of(thought.cooldowns[i])});
    ShownVariable terms{.name = "terms", .value = fmt::format("{}", option.terms.count)};
    terms.parts = terms_of(asset, thought, i, option.terms);
    shown.parts.push_back(std::move(terms));
    all.push_back(std::move(shown));
  }
  return all;
}

std::vector<ShownVariable> plan_of(const SimulatedAgent& agent, const DebugProgram& program) {
  std::vector<ShownVariable> all;
  const StageAgent& place = agent.place();
  const Tools tools(place.population());
  for (const uint32_t node : active_nodes(agent)) {
    PlanInfo plan;
    if (tools.plan(place.self(), node, plan)) {
      const NodeInfo info = AssetParts(place.asset()).node(node);
      ShownVariable shown{.name = "plan", .value = cost_text(plan.cost_seconds), .type = "plan"};
      for (uint32_t i = 0; i < plan.count; ++i) {
        const uint32_t child = info.children.first + plan.steps[i];
        const NodeText text = child < program.nodes.size() ? program.nodes[child] : NodeText();
        std::string name = name_of_node(place.asset(), child, text);
        if (plan.members[i] != EntityId()) name += " for " + place.name_of(plan.members[i]);
        shown.parts.push_back({.name = fmt::format("{}", i + 1),
                               .value = std::move(name),
                               .type = i == plan.current  ? "at work"
                                       : i < plan.current ? "done"
                                                          : "to come"});
      }
      all.push_back(std::move(shown));
    }
    const NodeInfo info = AssetParts(place.asset()).node(node);
    if (!info.foresees) continue;
    if (std::string text = foreseen_text(place.asset(), place, node); !text.empty())
      all.push_back({.name = fmt::format("{} foresees", place.asset().name(ishi::Kind::goals, info.subject)),
                     .value = std::move(text)});
  }
  return all;
}

std::vector<ShownVariable> claims_of(const SimulatedAgent& agent) {
  std::vector<ShownVariable> all;
  const StageAgent& place = agent.place();
  const AssetParts parts(place.asset());
  const uint16_t option = agent.option();
  if (option != kNoOption) {
    const AgentInfo info = parts.agent(place.agent_index());
    const OptionInfo own = parts.option(info.options.first + option);
    for (uint32_t i = 0; i < own.claims.count; ++i) {
      const uint32_t token = parts.claim(own.claims.first + i);
      const Entity whom = place.population().candidate(place.self());
      all.push_back({.name = token == kNotFound ? place.name_of(whom) : std::string(parts.token(token).name),
                     .value = "held by itself",
                     .type = token == kNotFound ? "claim" : "token"});
    }
  }
  for (const HeldToken& held : place.held_tokens())
    all.push_back({.name = std::string(place.stage().model().tokens[held.token].name.text),
                   .value = fmt::format("held by {}", held.by),
                   .type = "token"});
  return all;
}

std::vector<ShownVariable> timers_of(const SimulatedAgent& agent, double seconds) {
  std::vector<ShownVariable> all;
  const StageAgent& place = agent.place();
  const AssetParts parts(place.asset());
  const AgentInfo info = parts.agent(place.agent_index());
  for (uint32_t i = 0; i < info.options.count; ++i) {
    const uint64_t left = Tools(place.population()).cooldown_left(place.self(), static_cast<uint16_t>(i));
    if (left > 0)
      all.push_back({.name = std::string(parts.option(info.options.first + i).name),
                     .value = seconds_of(static_cast<double>(left) / 1e6),
                     .type = "cooldown"});
  }
  for (uint32_t goal = 0; goal < place.asset().count(ishi::Kind::goals); ++goal) {
    const GoalStanding& standing = agent.goal(goal);
    if (standing.is_active)
      all.push_back({.name = std::string(place.asset().name(ishi::Kind::goals, goal)),
                     .value = seconds_of(seconds - standing.active_since),
                     .type = "active for"});
  }
  return all;
}

std::vector<ShownVariable> position_of(const SimulatedAgent& agent) {
  std::vector<ShownVariable> all;
  const StageAgent& place = agent.place();
  Vector3 at, facing;
  if (place.world().position(place.self(), at))
    all.push_back({.name = "position", .value = place_of(at), .type = "metres"});
  if (place.world().facing(place.self(), facing))
    all.push_back({.name = "facing", .value = place_of(facing), .type = "direction"});
  const uint32_t steering = Tools(place.population()).steering(place.self());
  if (steering != kNotFound) {
    all.push_back(
        {.name = "steering", .value = std::string(AssetParts(place.asset()).steering(steering).name)});
    all.push_back({.name = "heading", .value = heading_text(agent.move())});
  }
  std::array<Vector3, 2048> cells;
  uint32_t count = 0;
  if (place.population().path(place.self(), cells, count) && count > 0)
    all.push_back({.name = "path",
                   .value = fmt::format("{} cells to {}", count, place_of(cells[count - 1])),
                   .type = "cells"});
  return all;
}

}  // namespace

std::string name_of_level(const Asset& asset, uint32_t motive) {
  const MotiveInfo info = AssetParts(asset).motive(motive);
  return fmt::format("{}.{}", info.kind == MotiveKind::need ? "needs" : "drives", info.name);
}

std::vector<StackLevel> stack_of(const SimulatedAgent& agent, const DebugProgram& program,
                                 const std::optional<DebugDecision>& decision) {
  std::vector<StackLevel> stack;
  const StageAgent& place = agent.place();
  const Asset& asset = place.asset();
  const Agent& kind = program.model().agents[place.situation().agent].value;
  const uint16_t option = agent.option();
  if (option != kNoOption) {
    const Reference& name = kind.actions[option];
    const Named<Action>& action = program.model().actions[name.index];
    std::string text = fmt::format("action {}", name.text);
    if (const Entity whom = place.population().candidate(place.self()); whom != kNobody)
      text += fmt::format(" for {}", place.name_of(whom));
    stack.push_back({.name = std::move(text), .span = action.name.span, .has_span = true});
    for (const uint32_t node : active_nodes(agent)) {
      const NodeText own = node < program.nodes.size() ? program.nodes[node] : NodeText();
      const bool is_new = own.step != nullptr || own.method != nullptr;
      if (!is_new) {
        stack.back().nodes.push_back(node);
        continue;
      }
      StackLevel& level = stack.emplace_back();
      level.name = name_of_node(asset, node, own);
      level.span = own.step != nullptr ? own.step->name.span : own.method->span;
      if (own.step == nullptr || own.step->name.span.end == 0)
        level.span = own.method != nullptr ? own.method->span : Span{};
      level.has_span = level.span.end != 0;
      level.nodes.push_back(node);
    }
    std::ranges::reverse(stack);
  }
  const uint32_t state = agent.state();
  if (state != kNoState && state < kind.states.value.size())
    stack.push_back({.name = fmt::format("state {}", kind.states.value[state].name.text),
                     .span = kind.states.value[state].name.span,
                     .has_span = true});
  if (!decision) {
    // An agent at work has decided before: a hot reload has forgotten that decision, or the recording begins
    // after it.
    stack.push_back({.name = option == kNoOption ? "it has not decided anything yet"
                                                 : "its last decision is not known any more",
                     .span = program.model().agents[place.situation().agent].name.span,
                     .has_span = true});
    return stack;
  }
  const uint32_t picked = decision->thought.picked;
  StackLevel& last = stack.emplace_back();
  last.name = fmt::format("decided at {}: {}", decision->time,
                          picked == kNone ? std::string_view("nothing") : kind.actions[picked].text);
  last.span = picked == kNone ? program.model().agents[place.situation().agent].name.span
                              : program.model().actions[kind.actions[picked].index].name.span;
  last.has_span = true;
  return stack;
}

std::span<const ScopeRow> scope_rows() {
  static constexpr std::array kRows = {
      ScopeRow{ScopeKind::keys, "Keys"},         ScopeRow{ScopeKind::levels, "Levels"},
      ScopeRow{ScopeKind::memories, "Memories"}, ScopeRow{ScopeKind::scores, "Scores of the last decision"},
      ScopeRow{ScopeKind::plan, "Plan"},         ScopeRow{ScopeKind::claims, "Claims and tokens"},
      ScopeRow{ScopeKind::timers, "Timers"},     ScopeRow{ScopeKind::position, "Position"}};
  return kRows;
}

std::vector<ShownVariable> variables_of(ScopeKind scope, const SimulatedAgent& agent, double seconds,
                                        const DebugProgram& program,
                                        const std::optional<DebugDecision>& decision) {
  switch (scope) {
    case ScopeKind::keys: return keys_of(agent);
    case ScopeKind::levels: return levels_of(agent);
    case ScopeKind::memories: return memories_of(agent, seconds);
    case ScopeKind::scores: return scores_of(agent, decision);
    case ScopeKind::plan: return plan_of(agent, program);
    case ScopeKind::claims: return claims_of(agent);
    case ScopeKind::timers: return timers_of(agent, seconds);
    case ScopeKind::position: return position_of(agent);
  }
  return {};
}

}  // namespace ishi::compiler::cli
