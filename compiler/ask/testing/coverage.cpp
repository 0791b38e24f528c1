#include "testing/coverage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "language/scalar.h"
#include "language/unit.h"
#include "model/steps_within.h"
#include "simulate/profiles_of.h"

namespace ishi::compiler {
namespace {

bool is_about_member(OperationCode code) {
  return (code >= OperationCode::each && code <= OperationCode::member_field_entity) ||
         code == OperationCode::member_awareness || code == OperationCode::member_random ||
         code == OperationCode::nth;
}

// The places on x between which a curve of rows lies; none of other curves.
std::vector<double> rows_of(const Curve& curve) {
  std::vector<double> places;
  for (const Setting<Measure>* x : listed_x(curve)) places.push_back(x->value.value);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  // The last step goes on as far as anybody asks.
  if (curve.is<StepsCurve>() && !places.empty()) places.push_back(HUGE_VAL);
  return places;
}

// The quantity of its x, and the unit in which that is written.
Measure measure_of(const Curve& curve) {
  if (curve.input.given) return {0, curve.input.value.quantity, curve.input.value.unit};
  const ListedX all = listed_x(curve);
  return all.empty() ? Measure() : all.back()->value;
}

}  // namespace

CoverageWatch::CoverageWatch(const Model& model, const Asset& asset, const Sources& sources)
    : model_(model), asset_(asset), sources_(sources) {
  list_actions();
  list_goals();
  list_curves();
  for (const auto& profile : model_.importance)
    profiles_.push_back(add(CoverageKind::profile, std::string(profile.name.text), profile.name.span));
  list_of_profiles();
  list_states();
  list_events();
}

uint32_t CoverageWatch::add(CoverageKind kind, std::string name, Span span) {
  items_.push_back({kind, std::move(name), sources_.shown_path(span.file),
                    sources_.file(span.file).position(span.begin).line, 0});
  return static_cast<uint32_t>(items_.size() - 1);
}

void CoverageWatch::list_actions() {
  actions_.assign(model_.actions.size(), kNone);
  for (const auto& agent : model_.agents) {
    for (const Reference& action : agent.value.actions) {
      if (actions_[action.index] == kNone)
        actions_[action.index] =
            add(CoverageKind::action, std::string(model_.actions[action.index].name.text),
                model_.actions[action.index].name.span);
    }
  }
}

// The goals that bodies do, and the nodes that begin when a method of theirs does.
void CoverageWatch::list_goals() {
  goals_.assign(model_.goals.size(), kNone);
  methods_.resize(model_.goals.size());
  for (uint32_t agent = 0; agent < asset_.count(Kind::agents); ++agent) {
    const IndexRange options = AssetParts(asset_).agent(agent).options;
    for (uint32_t i = 0; i < options.count; ++i)
      list_methods(AssetParts(asset_).option(options.first + i).body);
  }
}

void CoverageWatch::list_methods(uint32_t index) {  // NOLINT(misc-no-recursion): 64 levels at most
  const NodeInfo node = AssetParts(asset_).node(index);
  if (node.kind == ishi::NodeKind::goal) {
    const uint64_t id = AssetParts(asset_).goal(node.subject).id;
    uint32_t goal = 0;
    while (goal < model_.goals.size() && model_.imported.id("goals", model_.goals[goal].name.text) != id)
      ++goal;
    if (goal < model_.goals.size()) {
      const auto& [name, written] = model_.goals[goal];
      const Map<Step> none;
      const Map<Step>& written_methods = written.body.methods() != nullptr ? *written.body.methods() : none;
      // The body of such a goal is the choice itself, perhaps with what modifies it around.
      uint32_t choice = index;
      for (NodeInfo inner = node; inner.children.count > 0;) {
        choice = inner.children.first;
        inner = AssetParts(asset_).node(choice);
        const bool is_choice = inner.kind == ishi::NodeKind::first || inner.kind == ishi::NodeKind::best;
        if (is_choice && inner.children.count == written_methods.size()) break;
        if (inner.kind == ishi::NodeKind::goal) inner.children.count = 0;
        if (inner.children.count == 0) choice = kNone;
      }
      const bool has_methods = !written_methods.empty() && choice != kNone && choice != index;
      if (has_methods && methods_[goal].empty()) {
        for (const auto& method : written_methods)
          methods_[goal].push_back(
              add(CoverageKind::method, fmt::format("{}.{}", name.text, method.name.text), method.name.span));
      } else if (!has_methods && goals_[goal] == kNone) {
        goals_[goal] = add(CoverageKind::method, std::string(name.text), name.span);
      }
      if (nodes_.size() < index + 1) nodes_.resize(index + 1, kNone);
      if (!has_methods) nodes_[index] = goals_[goal];
      for (uint32_t i = 0; has_methods && i < written_methods.size(); ++i) {
        const uint32_t child = AssetParts(asset_).node(choice).children.first + i;
        if (nodes_.size() < child + 1) nodes_.resize(child + 1, kNone);
        nodes_[child] = methods_[goal][i];
      }
    }
  }
  for (uint32_t i = 0; i < node.children.count; ++i) list_methods(node.children.first + i);
}

// The states of agents, and the transitions between them that somebody wrote.
void CoverageWatch::list_states() {
  for (const auto& [agent, written] : model_.agents) {
    const Map<State>& states = written.states.value;
    states_.push_back(static_cast<uint32_t>(items_.size()));
    for (const auto& state : states)
      add(CoverageKind::state, fmt::format("{}: {}", agent.text, state.name.text), state.name.span);
    transitions_.push_back(static_cast<uint32_t>(leads_over_.size()));
    leads_over_.resize(leads_over_.size() + states.size() * states.size(), kNone);
    for (uint32_t from = 0; from < states.size(); ++from) {
      for (const auto& to : states[from].value.to) {
        const uint32_t target = find_index(states, to.name.text);
        if (target == kNone) continue;
        leads_over_[transitions_.back() + from * states.size() + target] =
            add(CoverageKind::transition,
                fmt::format("{}: {} → {}", agent.text, states[from].name.text, to.name.text), to.name.span);
      }
    }
  }
}

// Events that bodies emit, and those that agents handle.
void CoverageWatch::list_events() {
  emitted_.assign(model_.events.size(), kNone);
  const auto note_emit = [&](const Step& step) {
    const auto* const emit = step.as<EmitStep>();
    if (emit == nullptr || emit->sound != kNone || emit->event.index == kNone) return;
    uint32_t& item = emitted_[emit->event.index];
    if (item == kNone) item = add(CoverageKind::emitted, std::string(emit->event.text), emit->event.span);
  };
  for_each_written_step(model_, note_emit);
  for (uint32_t agent = 0; agent < model_.agents.size(); ++agent) {
    const auto& [name, written] = model_.agents[agent];
    for (const auto& handler : written.on) {
      const uint32_t event = find_index(model_.events, handler.name.text);
      received_[{agent, event}] =
          add(CoverageKind::received, fmt::format("{}: {}", name.text, handler.name.text), handler.name.span);
    }
  }
}

// The actions of agents that have a profile, with each profile.
void CoverageWatch::list_of_profiles() {
  if (model_.importance.size() < 2) return;
  for (uint32_t agent = 0; agent < model_.agents.size(); ++agent) {
    const Agent& written = model_.agents[agent].value;
    if (!written.importance.given()) continue;
    for (const uint32_t profile : profiles_of(model_, agent)) {
      for (const Reference& action : written.actions) {
        uint32_t& item = of_profile_.try_emplace({profile, action.index}, kNone).first->second;
        if (item == kNone)
          item = add(CoverageKind::of_profile,
                     fmt::format("{}: {}", model_.importance[profile].name.text, action.text),
                     model_.importance[profile].name.span);
      }
    }
  }
}

void CoverageWatch::list_curves() {
  bounds_.resize(model_.curves.size());
  segments_.assign(model_.curves.size(), kNone);
  uses_.resize(asset_.count(Kind::agents));
  for (uint32_t agent = 0; agent < uses_.size(); ++agent) find_uses(agent);
  std::vector<bool> is_used(model_.curves.size());
  for (const auto& uses : uses_)
    for (const CurveUse& use : uses) is_used[use.curve] = true;
  for (uint32_t curve = 0; curve < model_.curves.size(); ++curve)
    if (is_used[curve]) list_segments(curve);
}

void CoverageWatch::list_segments(uint32_t curve) {
  constexpr int kQuarters = 4;
  const auto& [name, written] = model_.curves[curve];
  std::vector<double>& bounds = bounds_[curve];
  bounds = rows_of(written);
  if (bounds.size() < 2) {
    const double low = written.input.given ? written.input.value.low : 0;
    const double high = written.input.given ? written.input.value.high : 1;
    bounds.clear();
    for (int i = 0; i <= kQuarters; ++i) bounds.push_back(low + (high - low) * i / kQuarters);
  }
  const Measure measure = measure_of(written);
  const auto shown = [&](double x) { return show(x, measure.quantity, measure.unit); };
  for (size_t i = 0; i + 1 < bounds.size(); ++i) {
    const std::string from = shown(bounds[i]);
    const uint32_t item = add(CoverageKind::segment,
                              std::isfinite(bounds[i + 1])
                                  ? fmt::format("{} from {} to {}", name.text, from, shown(bounds[i + 1]))
                                  : fmt::format("{} from {} on", name.text, from),
                              name.span);
    if (i == 0) segments_[curve] = item;
  }
}

void CoverageWatch::find_uses(uint32_t agent) {
  const uint32_t count = AssetParts(asset_).agent(agent).operation_count;
  std::vector<bool> is_of_member(count);
  std::vector<uint32_t> use_of(count, kNone);
  auto& uses = uses_[agent];
  for (uint32_t i = 0; i < count; ++i) {
    const OperationView view = AssetParts(asset_).operation(agent, i);
    const auto& info = ishi::operation_table()[static_cast<size_t>(view.code)];
    const std::array<uint32_t, 3> operands = {view.a, view.b, view.c};
    bool is_about = is_about_member(view.code);
    for (uint32_t k = 0; k < info.operands; ++k) {
      is_about = is_about || is_of_member[operands[k]];
      if (use_of[operands[k]] == kNone) continue;
      CurveUse& use = uses[use_of[operands[k]]];
      if (view.code == OperationCode::select && k > 0)
        use.selects.push_back(i);
      else
        use.is_always_taken = true;
    }
    is_of_member[i] = is_about && !ishi::reduces(view.code);
    if (view.code != OperationCode::curve) continue;
    const uint64_t id = [&] {
      for (uint32_t c = 0; c < model_.curves.size(); ++c)
        if (asset_.find(Kind::curves, model_.imported.id("curves", model_.curves[c].name.text)) ==
            view.parameter)
          return uint64_t{c};
      return uint64_t{kNone};
    }();
    if (id == kNone) continue;
    use_of[i] = static_cast<uint32_t>(uses.size());
    uses.push_back({i, view.a, static_cast<uint32_t>(id), is_of_member[i], false, {}});
  }
}

uint32_t CoverageWatch::segment_of(uint32_t curve, float x) const {
  const std::vector<double>& bounds = bounds_[curve];
  const auto after = std::upper_bound(bounds.begin(), bounds.end(), static_cast<double>(x));
  const auto place = std::clamp<std::ptrdiff_t>(after - bounds.begin() - 1, 0,
                                                static_cast<std::ptrdiff_t>(bounds.size()) - 2);
  return segments_[curve] + static_cast<uint32_t>(place);
}

void CoverageWatch::visit(const CurveUse& use, uint32_t agent, const std::vector<float>& values) {
  const bool is_taken = use.is_always_taken || std::ranges::any_of(use.selects, [&](uint32_t select) {
                          const OperationView view = AssetParts(asset_).operation(agent, select);
                          return (values[view.a] != 0 ? view.b : view.c) == use.operation;
                        });
  if (is_taken) ++items_[segment_of(use.curve, values[use.input])].count;
}

void CoverageWatch::note(const Thought& thought, const SituationAgent& situation) {
  const Agent& agent = model_.agents[situation.agent].value;
  if (thought.picked != kNone && thought.picked < agent.actions.size())
    ++items_[actions_[agent.actions[thought.picked].index]].count;
  const uint32_t of_state =
      thought.state == kNoState ? kNone : agent.states.value[thought.state].value.importance.index;
  const uint32_t usual = situation.profile != kNone ? situation.profile : agent.importance.index;
  const uint32_t profile = of_state != kNone ? of_state : usual;
  if (profile != kNone) ++items_[profiles_[profile]].count;
  if (thought.picked != kNone && thought.picked < agent.actions.size()) {
    const auto pair = of_profile_.find({profile, agent.actions[thought.picked].index});
    if (pair != of_profile_.end()) ++items_[pair->second].count;
  }
  if (thought.state != kNoState) ++items_[states_[situation.agent] + thought.state].count;
  for (const CurveUse& use : uses_[thought.agent_index]) {
    if (!use.is_of_member) visit(use, thought.agent_index, thought.values);
    for (const auto* judged : {&thought.facts, &thought.judged})
      for (const FactThought& member : *judged)
        if (use.is_of_member && member.best != kNone) visit(use, thought.agent_index, member.values);
  }
}

void CoverageWatch::note_frame(const SimulatedAgent& agent) {
  using EventKind = SimulatedEvent::Kind;
  const uint32_t of_model = agent.place().situation().agent;
  const auto event_of = [&](const SimulatedEvent& event) {
    return find_index(model_.events, asset_.name(ishi::Kind::events, event.index));
  };
  for (const SimulatedEvent& event : agent.events()) {
    if (event.kind == EventKind::state_changed && agent.state_before() != kNoState) {
      const size_t count = model_.agents[of_model].value.states.value.size();
      const uint32_t item = leads_over_[transitions_[of_model] + agent.state_before() * count + event.index];
      if (item != kNone) ++items_[item].count;
    }
    const bool is_emitted = event.kind == EventKind::event_emitted;
    if (is_emitted) {
      const uint32_t emitted = event_of(event);
      if (emitted != kNone && emitted_[emitted] != kNone) ++items_[emitted_[emitted]].count;
    }
    if (event.kind == EventKind::event_posted || (is_emitted && event.reaches_itself)) {
      const auto handler = received_.find({of_model, event_of(event)});
      if (handler != received_.end()) ++items_[handler->second].count;
    }
  }
}

void CoverageWatch::note(const SimulatedAgent& agent) {
  for (uint32_t node = 0; node < nodes_.size(); ++node)
    if (nodes_[node] != kNone) items_[nodes_[node]].count += agent.begun(node);
}

}  // namespace ishi::compiler
