#include "emit/emit.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "asset_generated.h"
#include "emit/bodies.h"
#include "emit/contract.h"
#include "emit/debug.h"
#include "emit/names.h"
#include "emit/renames.h"
#include "emit/sets.h"
#include "emit/surroundings.h"
#include "ishi/asset_info.h"
#include "ishi/id.h"

namespace ishi::compiler {
namespace {

using Entries = std::vector<blob::Entry>;

uint64_t hash_bytes(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3ULL;
  return hash;
}

// The selection of an agent; fields that its way does not need are 0.
blob::SelectionKind selection_of(const Select& select) {
  return select.weighted.given  ? blob::SelectionKind::weighted
         : select.softmax.given ? blob::SelectionKind::softmax
                                : blob::SelectionKind::highest;
}
float inertia_of(const Select& select) {
  return select.draws() ? 0.0F : static_cast<float>(select.inertia.value);
}
uint32_t top_of(const Select& select) {
  return select.weighted.given ? static_cast<uint32_t>(select.weighted.value.top.value) : 0;
}
// True once a step was given something.
const blob::Variable kTruthVariable{blob::ValueType::boolean, blob::Scope::agent, 0, 0, 0, 1, 0, 0, 0, 0};

float temperature_of(const Select& select) {
  return select.softmax.given ? static_cast<float>(select.softmax.value.temperature.value) : 0.0F;
}

// The vectors of a blob, each written as it is added, then named in the table in the same order.
class AssetVectors {
 public:
  explicit AssetVectors(flatbuffers::FlatBufferBuilder& builder) : builder_(builder) {}

  // `field`: of the table, such as blob::Asset::VT_KEYS.
  template <class Table>
  void add(flatbuffers::voffset_t field, const Table& table) {
    if constexpr (std::is_class_v<typename Table::value_type>)
      vectors_.push_back({field, builder_.CreateVectorOfStructs(table).Union()});
    else
      vectors_.push_back({field, builder_.CreateVector(table).Union()});
  }

  void move_behind(flatbuffers::voffset_t field, flatbuffers::voffset_t other) {
    const auto from = std::ranges::find(vectors_, field, &Written::field);
    const auto to = std::ranges::find(vectors_, other, &Written::field);
    std::rotate(from, from + 1, to + 1);
  }

  void name_in_table() {
    for (const Written& vector : vectors_) builder_.AddOffset(vector.field, vector.offset);
  }

 private:
  struct Written {
    flatbuffers::voffset_t field;
    flatbuffers::Offset<void> offset;
  };

  flatbuffers::FlatBufferBuilder& builder_;
  std::vector<Written> vectors_;
};

class Emitter {
 public:
  Emitter(const Model& model, const Lowered& lowered, const Units& units, const Sources& sources,
          const EmitOptions& options, Diagnostics& diagnostics)
      : model_(model),
        lowered_(lowered),
        units_(units),
        sources_(sources),
        options_(options),
        diagnostics_(diagnostics) {}

  std::vector<uint8_t> emit() {
    for (const auto& key : model_.blackboard) explained_.key_spans.push_back(key.name.span);
    contract_ = emit_contract(model_, names_);
    add_curves();
    add_motives();
    sets_ = emit_sets(model_, contract_, names_);
    for (const LoweredAgent& agent : lowered_.agents) add_operations(agent.program, operations_);
    contract_hash_ = contract_.hash(model_.up.value);  // of what a game sees: before the formulas
    add_goals();
    surroundings_.add_navigation();
    bodies_.add_tasks(lowered_.tasks, contract_.tasks);
    bodies_.add_goals(lowered_.goals, goals_);
    bodies_.add_sounds(lowered_.scales, contract_.sounds);
    for (const LoweredAgent& agent : lowered_.agents) add_agent(agent);
    for (const SourceUnit& unit : units_.units)
      source_hashes_.emplace_back(hash_bytes(sources_.file(unit.file).text()));
    sort_ids();
    if (has_collision_) return {};
    return write();
  }

 private:
  void add_curves() {
    for (size_t i = 0; i < lowered_.curves.size(); ++i) {
      const CurveData& curve = lowered_.curves[i];
      const std::string_view name = model_.curves[i].name.text;
      const size_t first = numbers_.size();
      numbers_.insert(numbers_.end(), curve.numbers.begin(), curve.numbers.end());
      curves_.emplace_back(model_.imported.id("curves", name), static_cast<blob::CurveKind>(curve.kind),
                           curve.clamped ? uint8_t{1} : uint8_t{0}, uint16_t{0}, curve.shift, curve.scale,
                           curve.output_scale, curve.output_shift, add_range(numbers_, first), 0U);
      names_.curves.emplace_back(name);
    }
  }

  void add_motives() {
    const auto add = [&](const Map<Motive>& motives, blob::MotiveKind kind) {
      for (const auto& motive : motives) {
        motives_.emplace_back(model_.imported.id("motives", motive.name.text), kind,
                              motive.value.is_carried() ? uint8_t{1} : uint8_t{0}, uint16_t{0},
                              static_cast<float>(motive.value.start.value));
        names_.motives.emplace_back(motive.name.text);
      }
    };
    add(model_.needs, blob::MotiveKind::need);
    add(model_.drives, blob::MotiveKind::drive);
    for (size_t i = 0; i < lowered_.weights.size(); ++i) {
      const size_t first = weights_.size();
      for (const LoweredWeight& weight : lowered_.weights[i])
        weights_.emplace_back(weight.weight, weight.curve);
      const std::string_view name = model_.importance[i].name.text;
      profiles_.emplace_back(model_.imported.id("importance", name), add_range(weights_, first));
      names_.profiles.emplace_back(name);
    }
  }

  // Their assumptions are added with the formulas.
  void add_goals() {
    for (const auto& [name, goal] : model_.goals) {
      const blob::Range parameters =
          add_record("goals", name.text, goal.parameters, contract_.parameters, names_.parameters);
      goals_.emplace_back(model_.imported.id("goals", name.text), parameters, blob::Range(), blob::Range(),
                          kNotFound, 0U);
      names_.goals.emplace_back(name.text);
    }
  }

  void add_agent(const LoweredAgent& lowered) {
    const auto& [name, agent] = model_.agents[lowered.agent];
    const size_t first = agent_options_.size();
    const size_t first_of_bodies = operations_.size();
    const AgentBodies bodies = bodies_.add_agent(lowered);
    for (size_t i = 0; i < lowered.options.size(); ++i) {
      add_option(lowered.options[i], bodies.options[i]);
      names_.options.emplace_back(agent.actions[i].text);
    }
    const blob::Range program{next_program_, static_cast<uint32_t>(lowered.program.size())};
    next_program_ += static_cast<uint32_t>(lowered.program.size());
    const blob::Range moments = add_moments(lowered.moments);
    number_moments(lowered.moments, program.first(), program.first() + program.count());
    number_moments(lowered.moments, first_of_bodies, operations_.size());
    const size_t first_level = levels_.size();
    levels_.insert(levels_.end(), lowered.levels.begin(), lowered.levels.end());
    const size_t first_choice = choices_.size();
    for (const LoweredChoice& choice : lowered.choices) {
      const std::string_view choice_name = model_.choices[choice.choice].name.text;
      choices_.emplace_back(model_.imported.id("choices", choice_name), choice.set, choice.best, choice.score,
                            choice.inertia);
      names_.choices.emplace_back(choice_name);
      explained_.choices.push_back({&choice.terms, choice.condition, choice.weight});
    }
    agents_.emplace_back(model_.imported.id("agents", name.text),
                         agent.importance.given() ? agent.importance.index : kNoProfile, lowered.rhythm.least,
                         lowered.rhythm.most, lowered.rhythm.interval, program,
                         add_range(agent_options_, first), bodies.nodes, bodies.formulas, bodies.handlers,
                         add_range(levels_, first_level), add_range(choices_, first_choice), moments,
                         add_states(lowered, bodies), surroundings_.add_steerings(lowered, bodies),
                         surroundings_.add_senses(lowered, bodies), add_givens(lowered),
                         inertia_of(agent.select), static_cast<float>(agent.select.minimum.value),
                         agent.select.ties.value == Ties::first ? blob::Ties::first : blob::Ties::last,
                         selection_of(agent.select), static_cast<blob::ThinkUnit>(lowered.rhythm.unit),
                         uint8_t{0}, top_of(agent.select), temperature_of(agent.select), 0U);
    names_.agents.emplace_back(name.text);
    explained_.agent_spans.push_back(name.span);
  }

  // In the order of the blob.
  static std::vector<LoweredMoment> sorted(std::vector<LoweredMoment> moments) {
    std::ranges::sort(moments, {},
                      [](const LoweredMoment& moment) { return std::pair(moment.kind, moment.subject); });
    return moments;
  }

  blob::Range add_moments(const std::vector<LoweredMoment>& moments) {
    const size_t first = moments_.size();
    for (const LoweredMoment& moment : sorted(moments)) {
      moments_.emplace_back(moment.subject, static_cast<blob::MomentKind>(moment.kind), uint8_t{0},
                            uint16_t{0});
    }
    return add_range(moments_, first);
  }

  // `since` counts the moments of an agent as they were asked for; from now on as they stand in the blob.
  void number_moments(const std::vector<LoweredMoment>& asked, size_t first, size_t end) {
    const std::vector<LoweredMoment> in_order = sorted(asked);
    for (size_t i = first; i < end; ++i) {
      const blob::Operation since = operations_[i];
      if (since.code() != blob::OperationCode::since) continue;
      const LoweredMoment& moment = asked[since.parameter()];
      const auto place = std::ranges::find_if(in_order, [&](const LoweredMoment& other) {
        return other.kind == moment.kind && other.subject == moment.subject;
      });
      operations_[i] = blob::Operation(since.code(), 0, 0, since.a(), since.b(), since.c(), since.gate(),
                                       static_cast<uint32_t>(place - in_order.begin()));
    }
  }

  // A member that steps go over: its entity, or the handle that stands for one.
  blob::Variable member_variable(uint32_t set) const {
    const Type type = member_type(model_, set);
    const bool is_thing = type.kind == ValueKind::entity && type.reference != kNone;
    return {is_thing ? blob::ValueType::thing : blob::ValueType::entity,
            blob::Scope::agent,
            uint16_t{0},
            is_thing ? type.reference : 0U,
            0.0F,
            0.0F,
            0.0F,
            0.0F,
            0.0F,
            set + 1};
  }

  // The values that its steps are given back: a record.
  blob::Range add_givens(const LoweredAgent& lowered) {
    const std::string_view agent = model_.agents[lowered.agent].name.text;
    const size_t first = givens_.size();
    uint32_t size = 0;
    for (const LoweredGiven& given : lowered.givens) {
      const blob::Variable variable = given.member_of != kNoRef   ? member_variable(given.member_of)
                                      : given.variable == nullptr ? kTruthVariable
                                                                  : emit_variable(*given.variable);
      const auto type = static_cast<ishi::ValueType>(variable.type());
      const uint32_t offset = place_in_record(size, type);
      size = offset + size_of(type);
      givens_.emplace_back(model_.imported.id_of_part("agents", agent, given.path), variable, offset,
                           uint8_t{0}, uint8_t{0}, uint8_t{0}, uint8_t{0});
      names_.givens.emplace_back(given.name);
    }
    return add_range(givens_, first);
  }

  blob::Range add_states(const LoweredAgent& lowered, const AgentBodies& bodies) {
    const auto& [agent_name, agent] = model_.agents[lowered.agent];
    const size_t first = states_.size();
    for (size_t i = 0; i < lowered.states.size(); ++i) {
      const auto& [name, state] = agent.states.value[i];
      const LoweredState& own = lowered.states[i];
      const size_t first_option = state_options_.size();
      const size_t first_transition = transitions_.size();
      state_options_.insert(state_options_.end(), own.options.begin(), own.options.end());
      for (size_t k = 0; k < own.transitions.size(); ++k)
        transitions_.emplace_back(own.transitions[k].target, bodies.states[i].conditions[k]);
      states_.emplace_back(model_.imported.id_of_part("agents", agent_name.text, name.text),
                           add_range(state_options_, first_option), add_range(transitions_, first_transition),
                           state.importance.given() ? state.importance.index : kNoProfile,
                           bodies.states[i].enter, bodies.states[i].finally, 0U);
      names_.states.emplace_back(name.text);
    }
    return add_range(states_, first);
  }

  void add_option(const LoweredOption& lowered, const OptionBodies& bodies) {
    const auto& [name, action] = model_.actions[lowered.action];
    agent_options_.emplace_back(model_.imported.id("actions", name.text), lowered.score, action.rank.value,
                                bodies.body, bodies.finally, lowered.cooldown, lowered.cooldown_after_failure,
                                lowered.set, lowered.each, add_claims(action));
    explained_.option_spans.push_back(name.span);
    explained_.options.push_back({&lowered.terms, lowered.condition, lowered.weight});
  }

  // Tokens in order, then the entity that it is for.
  blob::Range add_claims(const Action& action) {
    const size_t first = claims_.size();
    constexpr uint32_t kFirstCome = kNone - 1;
    for (const Reference& claim : action.claims)
      claims_.push_back(claim.index == kNone && action.fifo.value ? kFirstCome : claim.index);
    std::ranges::sort(claims_.begin() + static_cast<ptrdiff_t>(first), claims_.end());
    return add_range(claims_, first);
  }

  template <class T>
  Entries sorted_ids(const std::vector<T>& table, const std::vector<std::string>& names) {
    Entries entries;
    for (uint32_t i = 0; i < table.size(); ++i) entries.emplace_back(table[i].id(), i, 0U);
    sort(entries, names);
    return entries;
  }

  void sort(Entries& entries, const std::vector<std::string>& names) {
    std::ranges::sort(entries, {},
                      [](const blob::Entry& entry) { return std::pair(entry.id(), entry.index()); });
    for (size_t i = 1; i < entries.size(); ++i) {
      if (entries[i].id() != entries[i - 1].id()) continue;
      has_collision_ = true;
      diagnostics_
          .report(Code::id_collision, {},
                  fmt::format("the names `{}` and `{}` have the same id in the blob",
                              names[entries[i - 1].index()], names[entries[i].index()]))
          .help("rename one of the two");
    }
  }

  void sort_ids() {
    enums_by_id_ = sorted_ids(contract_.enums, names_.enums);
    things_by_id_ = sorted_ids(contract_.things, names_.things);
    keys_by_id_ = sorted_ids(contract_.keys, names_.keys);
    events_by_id_ = sorted_ids(contract_.events, names_.events);
    tasks_by_id_ = sorted_ids(contract_.tasks, names_.tasks);
    goals_by_id_ = sorted_ids(goals_, names_.goals);
    curves_by_id_ = sorted_ids(curves_, names_.curves);
    motives_by_id_ = sorted_ids(motives_, names_.motives);
    profiles_by_id_ = sorted_ids(profiles_, names_.profiles);
    agents_by_id_ = sorted_ids(agents_, names_.agents);
    sets_by_id_ = sorted_ids(sets_.sets, names_.sets);
    tokens_by_id_ = sorted_ids(contract_.tokens, names_.tokens);
    sounds_by_id_ = sorted_ids(contract_.sounds, names_.sounds);
    navigations_by_id_ = sorted_ids(surroundings_.navigations(), names_.navigations);
  }

  [[nodiscard]] std::vector<uint64_t> all_ids() const {
    std::vector<uint64_t> ids;
    const auto add = [&](const auto&... tables) {
      const auto add_one = [&](const auto& table) {
        for (const auto& element : table) ids.push_back(element.id());
      };
      (add_one(tables), ...);
    };
    add(contract_.enums, contract_.members, contract_.things, contract_.fields, contract_.keys,
        contract_.events, contract_.event_fields, contract_.tasks, goals_, contract_.parameters, curves_,
        motives_, profiles_, sets_.sets, sets_.fields, contract_.tokens, contract_.sounds,
        surroundings_.navigations(), agents_, agent_options_, choices_, states_, surroundings_.senses(),
        surroundings_.steerings(), givens_);
    std::ranges::sort(ids);
    return ids;
  }

  std::vector<uint8_t> write() {
    flatbuffers::FlatBufferBuilder builder(size_t{64} * 1024);
    const auto debug = options_.strip ? flatbuffers::Offset<blob::Debug>()
                                      : write_debug(explained_, units_, sources_, builder);
    AssetVectors vectors(builder);
    add_vectors(vectors);

    blob::AssetBuilder asset(builder);
    asset.add_format_version(kFormatVersion);
    asset.add_contract_hash(contract_hash_);
    asset.add_up(model_.up.value == Up::y ? blob::Up::y : blob::Up::z);
    vectors.name_in_table();
    if (!options_.strip) asset.add_debug(debug);
    blob::FinishSizePrefixedAssetBuffer(builder, asset.Finish());
    return {builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize()};
  }

  void add_vectors(AssetVectors& vectors) {
    using Asset = blob::Asset;
    vectors.add(Asset::VT_SOURCES, source_hashes_);
    vectors.add(Asset::VT_ENUMS, contract_.enums);
    vectors.add(Asset::VT_MEMBERS, contract_.members);
    vectors.add(Asset::VT_THINGS, contract_.things);
    vectors.add(Asset::VT_FIELDS, contract_.fields);
    vectors.add(Asset::VT_KEYS, contract_.keys);
    vectors.add(Asset::VT_EVENTS, contract_.events);
    vectors.add(Asset::VT_EVENT_FIELDS, contract_.event_fields);
    vectors.add(Asset::VT_TASKS, contract_.tasks);
    vectors.add(Asset::VT_GOALS, goals_);
    vectors.add(Asset::VT_PARAMETERS, contract_.parameters);
    vectors.add(Asset::VT_CURVES, curves_);
    vectors.add(Asset::VT_NUMBERS, numbers_);
    vectors.add(Asset::VT_LEVELS, levels_);
    vectors.add(Asset::VT_GIVENS, givens_);
    vectors.add(Asset::VT_MOTIVES, motives_);
    vectors.add(Asset::VT_PROFILES, profiles_);
    vectors.add(Asset::VT_WEIGHTS, weights_);
    vectors.add(Asset::VT_SETS, sets_.sets);
    vectors.add(Asset::VT_SET_THINGS, sets_.things);
    vectors.add(Asset::VT_SET_FIELDS, sets_.fields);
    vectors.add(Asset::VT_AGENTS, agents_);
    vectors.add(Asset::VT_OPTIONS, agent_options_);
    vectors.add(Asset::VT_TOKENS, contract_.tokens);
    vectors.add(Asset::VT_NAVIGATIONS, surroundings_.navigations());
    vectors.add(Asset::VT_TRAVEL_COSTS, surroundings_.travel_costs());
    vectors.add(Asset::VT_CLAIMS, claims_);
    vectors.add(Asset::VT_CHOICES, choices_);
    vectors.add(Asset::VT_NODES, bodies_.nodes());
    vectors.add(Asset::VT_HANDLERS, bodies_.handlers());
    vectors.add(Asset::VT_MOMENTS, moments_);
    vectors.add(Asset::VT_STATES, states_);
    vectors.add(Asset::VT_TRANSITIONS, transitions_);
    vectors.add(Asset::VT_STATE_OPTIONS, state_options_);
    vectors.add(Asset::VT_SENSES, surroundings_.senses());
    vectors.add(Asset::VT_SENSE_SOUNDS, surroundings_.sense_sounds());
    vectors.add(Asset::VT_SOUNDS, contract_.sounds);
    vectors.add(Asset::VT_AWARENESS, sets_.awareness);
    vectors.add(Asset::VT_AWARENESS_LEVELS, sets_.levels);
    vectors.add(Asset::VT_SOUNDS_BY_ID, sounds_by_id_);
    vectors.add(Asset::VT_STEERINGS, surroundings_.steerings());
    vectors.add(Asset::VT_STEERING_BEHAVIOURS, surroundings_.behaviours());
    vectors.add(Asset::VT_ARGUMENTS, bodies_.arguments());
    vectors.add(Asset::VT_ASSIGNMENTS, bodies_.assignments());
    vectors.add(Asset::VT_EFFECTS, bodies_.effects());
    vectors.add(Asset::VT_FORMULAS, bodies_.formulas());
    vectors.add(Asset::VT_OPERATIONS, operations_);
    vectors.add(Asset::VT_ENUMS_BY_ID, enums_by_id_);
    vectors.add(Asset::VT_THINGS_BY_ID, things_by_id_);
    vectors.add(Asset::VT_KEYS_BY_ID, keys_by_id_);
    vectors.add(Asset::VT_EVENTS_BY_ID, events_by_id_);
    vectors.add(Asset::VT_TASKS_BY_ID, tasks_by_id_);
    vectors.add(Asset::VT_GOALS_BY_ID, goals_by_id_);
    vectors.add(Asset::VT_CURVES_BY_ID, curves_by_id_);
    vectors.add(Asset::VT_MOTIVES_BY_ID, motives_by_id_);
    vectors.add(Asset::VT_PROFILES_BY_ID, profiles_by_id_);
    vectors.add(Asset::VT_AGENTS_BY_ID, agents_by_id_);
    vectors.add(Asset::VT_SETS_BY_ID, sets_by_id_);
    vectors.add(Asset::VT_TOKENS_BY_ID, tokens_by_id_);
    vectors.add(Asset::VT_NAVIGATIONS_BY_ID, navigations_by_id_);
    vectors.add(Asset::VT_RENAMES, emit_renames(model_, all_ids()));
    // In the table these stand farther behind.
    vectors.move_behind(Asset::VT_LEVELS, Asset::VT_FORMULAS);
    vectors.move_behind(Asset::VT_SET_THINGS, Asset::VT_SET_FIELDS);
    vectors.move_behind(Asset::VT_AGENTS, Asset::VT_TRAVEL_COSTS);
    vectors.move_behind(Asset::VT_OPTIONS, Asset::VT_AGENTS);
  }

  const Model& model_;
  const Lowered& lowered_;
  const Units& units_;
  const Sources& sources_;
  const EmitOptions& options_;
  Diagnostics& diagnostics_;

  Explained explained_;
  NameTables& names_ = explained_.names;
  ContractTables contract_;
  uint64_t contract_hash_ = 0;
  std::vector<blob::SourceHash> source_hashes_;
  std::vector<blob::Curve> curves_;
  std::vector<float> numbers_;
  std::vector<uint32_t> levels_;
  std::vector<blob::Parameter> givens_;
  std::vector<blob::Motive> motives_;
  std::vector<blob::Profile> profiles_;
  std::vector<blob::Weight> weights_;
  std::vector<blob::Goal> goals_;
  SetTables sets_;
  std::vector<blob::Agent> agents_;
  std::vector<blob::Option> agent_options_;
  std::vector<uint32_t> claims_;
  std::vector<blob::Choice> choices_;
  std::vector<blob::Moment> moments_;
  std::vector<blob::State> states_;
  std::vector<blob::Transition> transitions_;
  std::vector<uint32_t> state_options_;
  std::vector<blob::Operation> operations_;
  BodyEmitter bodies_{operations_};
  SurroundingsEmitter surroundings_{model_, names_};
  uint32_t next_program_ = 0;
  Entries enums_by_id_, things_by_id_, keys_by_id_, events_by_id_, tasks_by_id_, goals_by_id_, curves_by_id_,
      motives_by_id_, profiles_by_id_, agents_by_id_, sets_by_id_, tokens_by_id_, sounds_by_id_,
      navigations_by_id_;
  bool has_collision_ = false;
};

}  // namespace

std::vector<uint8_t> emit(const Model& model, const Lowered& lowered, const Units& units,
                          const Sources& sources, const EmitOptions& options, Diagnostics& diagnostics) {
  return Emitter(model, lowered, units, sources, options, diagnostics).emit();
}

}  // namespace ishi::compiler
