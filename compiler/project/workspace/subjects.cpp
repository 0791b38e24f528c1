#include "workspace/subjects.h"

#include <algorithm>

#include "drawing/behaviour_map.h"
#include "language/unit.h"
#include "pipeline/pipeline.h"
#include "simulate/inputs.h"

namespace ishi::compiler {
namespace {

SubjectKey key_of(const Model& model, const Input& input) {
  if (input.variable == nullptr)
    return {.name = input.name, .has_range = true, .low = 0, .high = 1, .fallback = input.fallback[0]};
  const Variable& key = *input.variable;
  SubjectKey subject{.name = input.name, .has_range = key.has_range()};
  double scale = key.unit == nullptr ? 1 : key.unit->factor;
  switch (key.resolved.kind) {
    case ValueKind::number:
    case ValueKind::integer:
      subject.kind =
          key.resolved.kind == ValueKind::integer ? SubjectKey::Kind::whole : SubjectKey::Kind::number;
      if (key.resolved.quantity == Quantity::number) break;
      subject.unit = written_or_usual(key.unit, key.resolved.quantity);
      if (const UnitRow* const row = find_unit(subject.unit); row != nullptr) scale = row->factor;
      break;
    case ValueKind::boolean: subject.kind = SubjectKey::Kind::boolean; break;
    case ValueKind::enumeration:
      subject.kind = SubjectKey::Kind::word;
      for (const Name& member : model.enums[key.resolved.reference].value.members)
        subject.words.emplace_back(member.text);
      break;
    case ValueKind::entity: subject.kind = SubjectKey::Kind::entity; break;
    default: subject.kind = SubjectKey::Kind::other; break;
  }
  subject.low = key.low / scale;
  subject.high = key.high / scale;
  subject.fallback = key.fallback[0] / scale;
  return subject;
}

// The profiles that an agent may have: a profile that weighs nothing of it is of another kind of agents.
std::vector<std::string> profiles_of(const Model& model, const Named<Agent>& agent) {
  const BehaviourMap map = map_of(model, agent);
  const auto is_weighed = [&](const auto& weight) {
    return std::ranges::any_of(map.parts, [&](const MapPart& part) {
      return (part.kind == PartKind::need || part.kind == PartKind::drive) && part.name == weight.name.text;
    });
  };
  const auto is_own = [&](std::string_view name) {
    const auto& states = agent.value.states.value;
    return agent.value.importance.text == name || std::ranges::any_of(states, [&](const Named<State>& state) {
             return state.value.importance.text == name;
           });
  };
  std::vector<std::string> profiles, all;
  for (const auto& [name, profile] : model.importance) {
    all.emplace_back(name.text);
    if (is_own(name.text) || std::ranges::any_of(profile.weights, is_weighed))
      profiles.emplace_back(name.text);
  }
  return profiles.empty() ? all : profiles;
}

}  // namespace

Subjects subjects_of(const CheckedFile& file) {
  const Model& model = file.program->model;
  Subjects subjects;
  for (const Input& input : inputs_of(model)) {
    if (input.variable == nullptr || input.variable->resolved.kind != ValueKind::error)
      subjects.keys.push_back(key_of(model, input));
  }
  constexpr size_t kSamples = 65;
  for (const auto& [name, curve] : model.curves) {
    if (!file.has_errors) subjects.curves.push_back({std::string(name.text), sample_curve(curve, kSamples)});
  }
  for (const auto& profile : model.importance) subjects.profiles.emplace_back(profile.name.text);
  for (const auto& [name, agent] : model.agents) {
    Subjects::OfAgent& subject = subjects.agents.emplace_back();
    subject.name = name.text;
    subject.importance = agent.importance.text;
    for (const auto& state : agent.states.value) subject.states.emplace_back(state.name.text);
    for (const Reference& action : agent.actions) subject.actions.emplace_back(action.text);
    subject.profiles = profiles_of(model, model.agents[subjects.agents.size() - 1]);
  }
  for (const auto& [name, scene] : model.scenes) {
    Subjects::OfScene& subject = subjects.scenes.emplace_back();
    subject.name = name.text;
    for (const auto& [member, agent] : scene.agents)
      subject.agents.push_back({std::string(member.text), std::string(agent.agent.text)});
  }
  for (const auto& entry : model.tests) {
    if (!is_own(entry, file.program->units.main_file)) continue;
    const Test& test = entry.value;
    subjects.tests.push_back({std::string(entry.name.text), std::string(test.scene.text),
                              std::string(test.who.agent.text), test.run.given, test.for_all.given});
  }
  return subjects;
}

}  // namespace ishi::compiler
