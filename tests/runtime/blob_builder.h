#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/asset_info.h"
#include "runtime/raw.h"

// Makes blobs, valid and broken ones. A test takes a valid content, changes what it is about, and writes
// the blob; nothing is checked on the way.

namespace ishi::testing {

struct DebugContent {
  std::vector<std::string> names;
  std::vector<uint32_t> sources, enums, members, things, fields, keys, events, event_fields, tasks, goals,
      parameters, curves, motives, profiles, agents, options, sets, set_fields, choices, states, tokens,
      sounds, navigations, steerings, senses, givens;
  std::vector<raw::Place> agent_places, option_places, key_places;
  std::vector<raw::TermRange> option_terms;
  std::vector<raw::TermRange> choice_terms;
  std::vector<raw::Term> terms;
};

struct BlobContent {
  uint32_t format_version = kFormatVersion;
  uint64_t contract_hash = 1;
  uint8_t up = 0;
  std::vector<raw::Id> sources;
  std::vector<raw::Owner> enums;
  std::vector<raw::Id> members;
  std::vector<raw::Owner> things;
  std::vector<raw::Field> fields;
  std::vector<raw::Key> keys;
  std::vector<raw::Owner> events;
  std::vector<raw::Parameter> event_fields;
  std::vector<raw::Task> tasks;
  std::vector<raw::Goal> goals;
  std::vector<raw::Parameter> parameters;
  std::vector<raw::Parameter> givens;
  std::vector<raw::Assignment> effects;
  std::vector<raw::Curve> curves;
  std::vector<float> numbers;
  std::vector<raw::Motive> motives;
  std::vector<raw::Owner> profiles;
  std::vector<raw::Weight> weights;
  std::vector<raw::Set> sets;
  std::vector<uint32_t> set_things;
  std::vector<raw::Field> set_fields;
  std::vector<raw::Token> tokens;
  std::vector<raw::Sound> sounds;
  std::vector<raw::Awareness> awareness;
  std::vector<raw::AwarenessLevel> awareness_levels;
  std::vector<raw::Navigation> navigations;
  std::vector<uint32_t> travel_costs;
  std::vector<raw::Agent> agents;
  std::vector<raw::Option> options;
  std::vector<uint32_t> claims;
  std::vector<raw::Choice> choices;
  std::vector<raw::Node> nodes;
  std::vector<raw::Handler> handlers;
  std::vector<raw::Moment> moments;
  std::vector<raw::State> states;
  std::vector<raw::Transition> transitions;
  std::vector<uint32_t> state_options;
  std::vector<raw::Sense> senses;
  std::vector<uint32_t> sense_sounds;
  std::vector<raw::Steering> steerings;
  std::vector<raw::SteeringBehaviour> steering_behaviours;
  std::vector<raw::Argument> arguments;
  std::vector<raw::Assignment> assignments;
  std::vector<raw::Formula> formulas;
  std::vector<uint32_t> levels;
  std::vector<raw::Operation> operations;
  std::vector<raw::Entry> enums_by_id, things_by_id, keys_by_id, events_by_id, tasks_by_id, goals_by_id,
      curves_by_id, motives_by_id, profiles_by_id, agents_by_id, sets_by_id, tokens_by_id, sounds_by_id,
      navigations_by_id;
  std::vector<raw::Rename> renames;
  std::optional<DebugContent> debug;

  // Fills the look-up vectors from the vectors that they sort.
  void sort_by_id();
  // Gives everything its name in debug: the same one, which is enough for most tests.
  void add_debug();

  // The bytes of the blob. Their base is aligned to 8.
  [[nodiscard]] std::vector<uint8_t> write() const;
};

// A variable of each type, with the range that its type demands.
raw::Variable number_variable(float low, float high, float fallback, Scope scope = Scope::agent);
raw::Variable integer_variable(float low, float high, float fallback, Scope scope = Scope::agent);
raw::Variable boolean_variable(Scope scope = Scope::agent);
raw::Variable enum_variable(uint32_t reference, float last, float fallback);
raw::Variable thing_variable(uint32_t reference);
raw::Variable entity_variable(Scope scope = Scope::agent);
raw::Variable point_variable(Vector3 fallback, Scope scope = Scope::agent);

// Writes programs in any order of domains: operations are sorted by domain at the end, and `at` says
// where each went.
class ProgramBuilder {
 public:
  explicit ProgramBuilder(const BlobContent& content) : content_(content) {}

  struct Operand {
    uint32_t index;
  };

  Operand constant(float value);
  Operand add(OperationCode code, Operand a = {0}, Operand b = {0}, Operand c = {0}, uint32_t parameter = 0);
  Operand with_parameter(OperationCode code, uint32_t parameter) {
    return add(code, {0}, {0}, {0}, parameter);
  }
  Operand spread(Operand a) { return add(OperationCode::spread, a); }

  // What is added of the agents' domain until the end stands under this condition.
  void begin_gate(Operand condition) { gate_ = condition.index + 1; }
  void end_gate() { gate_ = 0; }

  // The sorted program; afterwards `at` is the place of an operation in it.
  std::vector<raw::Operation> finish();
  [[nodiscard]] uint32_t at(Operand operand) const { return places_[operand.index]; }

 private:
  [[nodiscard]] Domain domain_of_new(const raw::Operation& operation) const;

  const BlobContent& content_;
  uint32_t gate_ = 0;
  std::vector<raw::Operation> operations_;
  std::vector<Domain> domains_;
  std::vector<uint32_t> places_;
};

// Appends an agent with this program and these scores, each an option of its own.
struct ScoredOption {
  std::string_view name;
  ProgramBuilder::Operand score;
  int32_t rank = 0;
};
void add_agent(BlobContent& content, std::string_view name, ProgramBuilder& program,
               std::span<const ScoredOption> options);

// Loads a blob that must be valid.
Asset load_valid(const BlobContent& content);

}  // namespace ishi::testing
