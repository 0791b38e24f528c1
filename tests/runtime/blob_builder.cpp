#include "runtime/blob_builder.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "ishi/id.h"

namespace ishi::testing {
namespace {

template <typename Table, typename Raw>
flatbuffers::Offset<flatbuffers::Vector<const Table*>> structs(flatbuffers::FlatBufferBuilder& builder,
                                                               const std::vector<Raw>& elements) {
  return builder.CreateVectorOfStructs(reinterpret_cast<const Table*>(elements.data()), elements.size());
}

template <typename Element>
void sort_entries(std::vector<raw::Entry>& entries, const std::vector<Element>& elements) {
  entries.clear();
  for (uint32_t i = 0; i < elements.size(); ++i) entries.push_back({elements[i].id, i});
  std::sort(entries.begin(), entries.end(),
            [](const raw::Entry& a, const raw::Entry& b) { return a.id < b.id; });
}

flatbuffers::Offset<blob::Debug> write_debug(flatbuffers::FlatBufferBuilder& builder, const DebugContent& d) {
  const auto names = builder.CreateVectorOfStrings(d.names);
  const auto sources = builder.CreateVector(d.sources);
  const auto enums = builder.CreateVector(d.enums);
  const auto members = builder.CreateVector(d.members);
  const auto things = builder.CreateVector(d.things);
  const auto fields = builder.CreateVector(d.fields);
  const auto keys = builder.CreateVector(d.keys);
  const auto events = builder.CreateVector(d.events);
  const auto event_fields = builder.CreateVector(d.event_fields);
  const auto tasks = builder.CreateVector(d.tasks);
  const auto goals = builder.CreateVector(d.goals);
  const auto parameters = builder.CreateVector(d.parameters);
  const auto curves = builder.CreateVector(d.curves);
  const auto motives = builder.CreateVector(d.motives);
  const auto profiles = builder.CreateVector(d.profiles);
  const auto agents = builder.CreateVector(d.agents);
  const auto options = builder.CreateVector(d.options);
  const auto sets = builder.CreateVector(d.sets);
  const auto set_fields = builder.CreateVector(d.set_fields);
  const auto choices = builder.CreateVector(d.choices);
  const auto states = builder.CreateVector(d.states);
  const auto tokens = builder.CreateVector(d.tokens);
  const auto sounds = builder.CreateVector(d.sounds);
  const auto senses = builder.CreateVector(d.senses);
  const auto givens = builder.CreateVector(d.givens);
  const auto navigations = builder.CreateVector(d.navigations);
  const auto steerings = builder.CreateVector(d.steerings);
  const auto agent_places = structs<blob::Place>(builder, d.agent_places);
  const auto option_places = structs<blob::Place>(builder, d.option_places);
  const auto key_places = structs<blob::Place>(builder, d.key_places);
  const auto option_terms = structs<blob::TermRange>(builder, d.option_terms);
  const auto choice_terms = structs<blob::TermRange>(builder, d.choice_terms);
  const auto terms = structs<blob::Term>(builder, d.terms);
  return blob::CreateDebug(builder, names, sources, enums, members, things, fields, keys, events,
                           event_fields, tasks, goals, parameters, curves, motives, profiles, agents, options,
                           sets, set_fields, choices, states, tokens, sounds, navigations, steerings, senses,
                           givens, agent_places, option_places, key_places, option_terms, choice_terms,
                           terms);
}

}  // namespace

void BlobContent::sort_by_id() {
  sort_entries(enums_by_id, enums);
  sort_entries(things_by_id, things);
  sort_entries(keys_by_id, keys);
  sort_entries(events_by_id, events);
  sort_entries(tasks_by_id, tasks);
  sort_entries(goals_by_id, goals);
  sort_entries(curves_by_id, curves);
  sort_entries(motives_by_id, motives);
  sort_entries(profiles_by_id, profiles);
  sort_entries(agents_by_id, agents);
  sort_entries(sets_by_id, sets);
  sort_entries(tokens_by_id, tokens);
  sort_entries(sounds_by_id, sounds);
  sort_entries(navigations_by_id, navigations);
}

void BlobContent::add_debug() {
  DebugContent& d = debug.emplace();
  d.names = {"contribution", "guard.ishi.yaml", "n\xc3\xa4me"};
  d.sources.assign(sources.size(), 1);
  const auto name_all = [](std::vector<uint32_t>& names, size_t count) { names.assign(count, 2); };
  name_all(d.enums, enums.size());
  name_all(d.members, members.size());
  name_all(d.things, things.size());
  name_all(d.fields, fields.size());
  name_all(d.keys, keys.size());
  name_all(d.events, events.size());
  name_all(d.event_fields, event_fields.size());
  name_all(d.tasks, tasks.size());
  name_all(d.goals, goals.size());
  name_all(d.parameters, parameters.size());
  name_all(d.curves, curves.size());
  name_all(d.motives, motives.size());
  name_all(d.profiles, profiles.size());
  name_all(d.agents, agents.size());
  name_all(d.options, options.size());
  name_all(d.sets, sets.size());
  name_all(d.set_fields, set_fields.size());
  name_all(d.choices, choices.size());
  name_all(d.states, states.size());
  name_all(d.tokens, tokens.size());
  name_all(d.sounds, sounds.size());
  name_all(d.senses, senses.size());
  name_all(d.givens, givens.size());
  name_all(d.navigations, navigations.size());
  name_all(d.steerings, steerings.size());
  d.agent_places.assign(agents.size(), {0, 3, 1});
  d.option_places.assign(options.size(), {0, 5, 3});
  d.key_places.assign(keys.size(), {0, 7, 3});
  for (uint32_t i = 0; i < options.size(); ++i) {
    d.option_terms.push_back({{i, 1}});
    d.terms.push_back({0, 3, 0xffff'ffff, 0, options[i].score});
  }
  for (uint32_t i = 0; i < choices.size(); ++i)
    d.choice_terms.push_back({{static_cast<uint32_t>(options.size()), 0}});
}

std::vector<uint8_t> BlobContent::write() const {
  flatbuffers::FlatBufferBuilder builder;
  const auto debug_offset = debug ? write_debug(builder, *debug) : flatbuffers::Offset<blob::Debug>();
  const auto source_offset = structs<blob::SourceHash>(builder, sources);
  const auto enum_offset = structs<blob::Enum>(builder, enums);
  const auto member_offset = structs<blob::Member>(builder, members);
  const auto thing_offset = structs<blob::Thing>(builder, things);
  const auto field_offset = structs<blob::Field>(builder, fields);
  const auto key_offset = structs<blob::Key>(builder, keys);
  const auto event_offset = structs<blob::Event>(builder, events);
  const auto event_field_offset = structs<blob::Parameter>(builder, event_fields);
  const auto task_offset = structs<blob::Task>(builder, tasks);
  const auto goal_offset = structs<blob::Goal>(builder, goals);
  const auto parameter_offset = structs<blob::Parameter>(builder, parameters);
  const auto effect_offset = structs<blob::Assignment>(builder, effects);
  const auto curve_offset = structs<blob::Curve>(builder, curves);
  const auto number_offset = builder.CreateVector(numbers);
  const auto motive_offset = structs<blob::Motive>(builder, motives);
  const auto profile_offset = structs<blob::Profile>(builder, profiles);
  const auto weight_offset = structs<blob::Weight>(builder, weights);
  const auto set_offset = structs<blob::Set>(builder, sets);
  const auto set_thing_offset = builder.CreateVector(set_things);
  const auto set_field_offset = structs<blob::Field>(builder, set_fields);
  const auto agent_offset = structs<blob::Agent>(builder, agents);
  const auto option_offset = structs<blob::Option>(builder, options);
  const auto token_offset = structs<blob::Token>(builder, tokens);
  const auto sound_offset = structs<blob::Sound>(builder, sounds);
  const auto awareness_offset = structs<blob::Awareness>(builder, awareness);
  const auto awareness_level_offset = structs<blob::AwarenessLevel>(builder, awareness_levels);
  const auto sense_offset = structs<blob::Sense>(builder, senses);
  const auto given_offset = structs<blob::Parameter>(builder, givens);
  const auto sense_sound_offset = builder.CreateVector(sense_sounds);
  const auto navigation_offset = structs<blob::Navigation>(builder, navigations);
  const auto travel_cost_offset = builder.CreateVector(travel_costs);
  const auto claim_offset = builder.CreateVector(claims);
  const auto choice_offset = structs<blob::Choice>(builder, choices);
  const auto node_offset = structs<blob::Node>(builder, nodes);
  const auto handler_offset = structs<blob::Handler>(builder, handlers);
  const auto moment_offset = structs<blob::Moment>(builder, moments);
  const auto state_offset = structs<blob::State>(builder, states);
  const auto transition_offset = structs<blob::Transition>(builder, transitions);
  const auto state_option_offset = builder.CreateVector(state_options);
  const auto steering_offset = structs<blob::Steering>(builder, steerings);
  const auto steering_behaviour_offset = structs<blob::SteeringBehaviour>(builder, steering_behaviours);
  const auto argument_offset = structs<blob::Argument>(builder, arguments);
  const auto assignment_offset = structs<blob::Assignment>(builder, assignments);
  const auto formula_offset = structs<blob::Formula>(builder, formulas);
  const auto level_offset = builder.CreateVector(levels);
  const auto operation_offset = structs<blob::Operation>(builder, operations);
  const auto enums_by_id_offset = structs<blob::Entry>(builder, enums_by_id);
  const auto things_by_id_offset = structs<blob::Entry>(builder, things_by_id);
  const auto keys_by_id_offset = structs<blob::Entry>(builder, keys_by_id);
  const auto events_by_id_offset = structs<blob::Entry>(builder, events_by_id);
  const auto tasks_by_id_offset = structs<blob::Entry>(builder, tasks_by_id);
  const auto goals_by_id_offset = structs<blob::Entry>(builder, goals_by_id);
  const auto curves_by_id_offset = structs<blob::Entry>(builder, curves_by_id);
  const auto motives_by_id_offset = structs<blob::Entry>(builder, motives_by_id);
  const auto profiles_by_id_offset = structs<blob::Entry>(builder, profiles_by_id);
  const auto agents_by_id_offset = structs<blob::Entry>(builder, agents_by_id);
  const auto sets_by_id_offset = structs<blob::Entry>(builder, sets_by_id);
  const auto sounds_by_id_offset = structs<blob::Entry>(builder, sounds_by_id);
  const auto tokens_by_id_offset = structs<blob::Entry>(builder, tokens_by_id);
  const auto navigations_by_id_offset = structs<blob::Entry>(builder, navigations_by_id);
  const auto rename_offset = structs<blob::Rename>(builder, renames);

  blob::AssetBuilder asset(builder);
  asset.add_format_version(format_version);
  asset.add_contract_hash(contract_hash);
  asset.add_up(static_cast<blob::Up>(up));
  asset.add_sources(source_offset);
  asset.add_enums(enum_offset);
  asset.add_members(member_offset);
  asset.add_things(thing_offset);
  asset.add_fields(field_offset);
  asset.add_keys(key_offset);
  asset.add_events(event_offset);
  asset.add_event_fields(event_field_offset);
  asset.add_tasks(task_offset);
  asset.add_goals(goal_offset);
  asset.add_parameters(parameter_offset);
  asset.add_effects(effect_offset);
  asset.add_curves(curve_offset);
  asset.add_numbers(number_offset);
  asset.add_motives(motive_offset);
  asset.add_profiles(profile_offset);
  asset.add_weights(weight_offset);
  asset.add_sets(set_offset);
  asset.add_set_things(set_thing_offset);
  asset.add_set_fields(set_field_offset);
  asset.add_agents(agent_offset);
  asset.add_options(option_offset);
  asset.add_tokens(token_offset);
  asset.add_sounds(sound_offset);
  asset.add_awareness(awareness_offset);
  asset.add_awareness_levels(awareness_level_offset);
  asset.add_senses(sense_offset);
  asset.add_givens(given_offset);
  asset.add_sense_sounds(sense_sound_offset);
  asset.add_navigations(navigation_offset);
  asset.add_travel_costs(travel_cost_offset);
  asset.add_claims(claim_offset);
  asset.add_choices(choice_offset);
  asset.add_nodes(node_offset);
  asset.add_handlers(handler_offset);
  asset.add_moments(moment_offset);
  asset.add_states(state_offset);
  asset.add_transitions(transition_offset);
  asset.add_state_options(state_option_offset);
  asset.add_steerings(steering_offset);
  asset.add_steering_behaviours(steering_behaviour_offset);
  asset.add_assignments(assignment_offset);
  asset.add_formulas(formula_offset);
  asset.add_levels(level_offset);
  asset.add_arguments(argument_offset);
  asset.add_operations(operation_offset);
  asset.add_enums_by_id(enums_by_id_offset);
  asset.add_things_by_id(things_by_id_offset);
  asset.add_keys_by_id(keys_by_id_offset);
  asset.add_events_by_id(events_by_id_offset);
  asset.add_tasks_by_id(tasks_by_id_offset);
  asset.add_goals_by_id(goals_by_id_offset);
  asset.add_curves_by_id(curves_by_id_offset);
  asset.add_motives_by_id(motives_by_id_offset);
  asset.add_profiles_by_id(profiles_by_id_offset);
  asset.add_agents_by_id(agents_by_id_offset);
  asset.add_sets_by_id(sets_by_id_offset);
  asset.add_tokens_by_id(tokens_by_id_offset);
  asset.add_sounds_by_id(sounds_by_id_offset);
  asset.add_navigations_by_id(navigations_by_id_offset);
  asset.add_renames(rename_offset);
  if (debug) asset.add_debug(debug_offset);
  blob::FinishSizePrefixedAssetBuffer(builder, asset.Finish());
  return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
}

namespace {

raw::Variable variable(ValueType type, Scope scope, float low, float high, float fallback) {
  raw::Variable v;
  v.type = static_cast<uint8_t>(type);
  v.scope = static_cast<uint8_t>(scope);
  v.low = low;
  v.high = high;
  v.fallback[0] = fallback;
  return v;
}

}  // namespace

raw::Variable number_variable(float low, float high, float fallback, Scope scope) {
  return variable(ValueType::number, scope, low, high, fallback);
}
raw::Variable integer_variable(float low, float high, float fallback, Scope scope) {
  return variable(ValueType::integer, scope, low, high, fallback);
}
raw::Variable boolean_variable(Scope scope) { return variable(ValueType::boolean, scope, 0, 1, 0); }
raw::Variable enum_variable(uint32_t reference, float last, float fallback) {
  raw::Variable v = variable(ValueType::enumeration, Scope::agent, 0, last, fallback);
  v.reference = reference;
  return v;
}
raw::Variable thing_variable(uint32_t reference) {
  raw::Variable v = variable(ValueType::thing, Scope::agent, 0, 0, 0);
  v.reference = reference;
  return v;
}
raw::Variable entity_variable(Scope scope) { return variable(ValueType::entity, scope, 0, 0, 0); }
raw::Variable point_variable(Vector3 fallback, Scope scope) {
  raw::Variable v = variable(ValueType::point, scope, 0, 0, fallback.x);
  v.fallback[1] = fallback.y;
  v.fallback[2] = fallback.z;
  return v;
}

ProgramBuilder::Operand ProgramBuilder::constant(float value) {
  return add(OperationCode::constant, {0}, {0}, {0}, std::bit_cast<uint32_t>(value));
}

ProgramBuilder::Operand ProgramBuilder::add(OperationCode code, Operand a, Operand b, Operand c,
                                            uint32_t parameter) {
  raw::Operation operation{.code = static_cast<uint8_t>(code)};
  const uint32_t operands = operation_table()[operation.code].operands;
  if (operands > 0) operation.a = a.index;
  if (operands > 1) operation.b = b.index;
  if (operands > 2) operation.c = c.index;
  operation.parameter = parameter;
  domains_.push_back(domain_of_new(operation));
  const bool gated = code != OperationCode::gate && domains_.back() >= Domain::agent;
  operation.gate = gated ? gate_ : 0;
  operations_.push_back(operation);
  return {static_cast<uint32_t>(operations_.size() - 1)};
}

Domain ProgramBuilder::domain_of_new(const raw::Operation& operation) const {
  const OperationInfo& info = operation_table()[operation.code];
  Domain joined = Domain::constant;
  const uint32_t operands[] = {operation.a, operation.b, operation.c};
  for (uint32_t i = 0; i < info.operands; ++i) joined = join(joined, domains_[operands[i]]);
  const bool key = info.parameter == ParameterKind::key_number ||
                   info.parameter == ParameterKind::key_vector || info.parameter == ParameterKind::key_entity;
  const bool member = info.code == OperationCode::member;
  const Scope scope = key      ? static_cast<Scope>(content_.keys.at(operation.parameter).variable.scope)
                      : member ? static_cast<Scope>(content_.sets.at(operation.parameter).scope)
                               : Scope::agent;
  return domain_of(info.code, joined, scope);
}

std::vector<raw::Operation> ProgramBuilder::finish() {
  std::vector<uint32_t> order(operations_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return domains_[a] < domains_[b]; });
  places_.resize(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) places_[order[i]] = i;
  std::vector<raw::Operation> sorted;
  for (const uint32_t index : order) {
    raw::Operation operation = operations_[index];
    const uint32_t operands = operation_table()[operation.code].operands;
    if (operands > 0) operation.a = places_[operation.a];
    if (operands > 1) operation.b = places_[operation.b];
    if (operands > 2) operation.c = places_[operation.c];
    if (operation.gate != 0) operation.gate = places_[operation.gate - 1] + 1;
    sorted.push_back(operation);
  }
  return sorted;
}

void add_agent(BlobContent& content, std::string_view name, ProgramBuilder& program,
               std::span<const ScoredOption> options) {
  const std::vector<raw::Operation> operations = program.finish();
  raw::Agent agent;
  agent.id = id_of("agents", name);
  agent.profile = content.profiles.empty() ? kNoProfile : 0;
  agent.program = {static_cast<uint32_t>(content.operations.size()),
                   static_cast<uint32_t>(operations.size())};
  agent.options = {static_cast<uint32_t>(content.options.size()), static_cast<uint32_t>(options.size())};
  content.operations.insert(content.operations.end(), operations.begin(), operations.end());
  for (const ScoredOption& option : options) {
    const auto body = static_cast<uint32_t>(content.nodes.size());
    content.options.push_back({id_of("actions", option.name), program.at(option.score), option.rank, body});
    content.nodes.emplace_back();
  }
  const auto end = static_cast<uint32_t>(content.nodes.size());
  agent.nodes = {end - agent.options.count, agent.options.count};
  for (uint32_t i = 0; i < agent.nodes.count; ++i) content.nodes[agent.nodes.first + i].children = {end, 0};
  content.agents.push_back(agent);
}

}  // namespace ishi::testing
