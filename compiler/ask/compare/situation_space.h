#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/new_names.h"
#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/situation.h"

// The situations in which an agent of two programs can be compared: what either of them reads, by name, and
// random values for it. A sample is a function of its number alone, so it can be made again for people.

namespace ishi::compiler {

// Something of a situation that has a value: a key, a level, a field.
struct Dimension {
  std::string_view name;
  const Variable* variable = nullptr;              // of the program that has it; null: a level
  std::array<uint32_t, 2> index = {kNone, kNone};  // in each program
  bool is_of_world = false;
};

inline constexpr std::array<uint32_t, 2> kNoIndex = {kNone, kNone};

// A kind of entities, or kNone's: those of no kind.
struct ThingDimension {
  std::array<uint32_t, 2> thing = {kNone, kNone};
  std::vector<Dimension> fields;
};

// A set of which agents have members of their own.
struct SetDimension {
  std::string_view name;
  bool is_memory = false;
  bool has_entities = true;
  std::array<uint32_t, 2> index = {kNone, kNone};  // a memory, or a set of candidates
  std::vector<uint32_t> kinds{};                   // of the space's kinds of entities
  std::vector<Dimension> fields{};                 // of its own
  Dimension awareness{};                           // of a memory, in the programs that have it
  uint32_t most = 0;                               // members of a sample
};

// A name that both programs have.
struct SharedName {
  std::string_view name;
  std::array<uint32_t, 2> index = {kNone, kNone};
};

struct SampledValue {
  bool is_given = false;  // else it is the default of each program
  Vector value{};
  uint32_t entity = kNone;  // of the round's pool
};

struct SampledEntity {
  uint32_t kind = 0;  // of the space
  Vector position{}, facing{};
  std::vector<SampledValue> fields{};
};

struct SampledMember {
  uint32_t entity = kNone;
  std::vector<SampledValue> fields{};
  SampledValue awareness{};
};

struct Sample {
  uint64_t number = 0;
  std::vector<SampledValue> keys{}, levels{};
  std::vector<std::vector<SampledMember>> sets{};
  uint32_t running = kNone, state = kNone, profile = kNone;  // of the space

  // The number of values that are given: the fewer the simpler.
  [[nodiscard]] size_t size() const;
};

// What runs in a sample: for a member of one of the space's sets, or for nobody.
struct SampledRun {
  uint32_t set = kNone;
  uint32_t member = 0;
};

// The share of a sample that is not the default of its key, level or field.
enum class SampleMixture : uint8_t {
  mixed,    // a quarter each of samples with little, some and, in half of them, all
  uniform,  // all: every value is as likely as any other
  defaults  // little: most keys have their default
};

class SituationSpace {
 public:
  static constexpr uint32_t kRound = 1024;  // samples that share what is the world's, and their entities

  // An agent of two programs, which have been compiled to these assets; all outlive this.
  struct Side {
    const Model* model = nullptr;
    const Asset* asset = nullptr;
    uint32_t agent = kNone;  // in the model
  };
  // `renames`: what the second calls otherwise; keys, levels, actions and profiles belong together by them.
  SituationSpace(const std::array<Side, 2>& sides, uint64_t seed, NewNames renames = {},
                 SampleMixture mixture = SampleMixture::mixed);

  [[nodiscard]] const Side& side(size_t index) const { return sides_[index]; }
  [[nodiscard]] const NewNames& renames() const { return renames_; }
  [[nodiscard]] const std::vector<Dimension>& keys() const { return keys_; }
  [[nodiscard]] const std::vector<Dimension>& levels() const { return levels_; }
  [[nodiscard]] const std::vector<SetDimension>& sets() const { return sets_; }
  [[nodiscard]] const std::vector<ThingDimension>& things() const { return things_; }
  [[nodiscard]] const std::vector<SharedName>& actions() const { return actions_; }
  [[nodiscard]] const std::vector<SharedName>& states() const { return states_; }
  [[nodiscard]] const std::vector<SharedName>& profiles() const { return profiles_; }

  // The entities of a round, which is a sample's number / kRound.
  [[nodiscard]] std::vector<SampledEntity> entities(uint64_t round) const;
  [[nodiscard]] Sample sample(uint64_t number, const std::vector<SampledEntity>& entities) const;

  // A sample as a situation of one of the programs.
  [[nodiscard]] Situation situation(const Sample& sample, const std::vector<SampledEntity>& entities,
                                    size_t side) const;
  // The second program's situation as a test writes it, a line each: "given: { hp: 8, threat: one }".
  [[nodiscard]] std::vector<std::string> lines(const Sample& sample,
                                               const std::vector<SampledEntity>& entities) const;
  // What `sample.running` is for in a program; nothing if nothing can run: its set has no member.
  [[nodiscard]] std::optional<SampledRun> run_of(const Sample& sample, size_t side) const;
  // A value in the terms of a program, whose enum may have its words in another order. False if it has none.
  [[nodiscard]] bool translate(const Dimension& dimension, size_t side, SampledValue& value) const;

 private:
  void find_keys();
  void find_levels();
  void find_things();
  void find_sets();
  void find_names();
  void add_dimensions(const Map<Variable>& fields, const Map<Variable>* other,
                      std::vector<Dimension>& out) const;
  [[nodiscard]] uint32_t kind_of(size_t side, uint32_t thing) const;
  class Dice;
  [[nodiscard]] SampledValue draw(const Dimension& dimension, Dice& dice,
                                  const std::vector<SampledEntity>& entities) const;

  std::array<Side, 2> sides_;
  uint64_t seed_;
  NewNames renames_;
  SampleMixture mixture_;
  std::vector<Dimension> keys_, levels_;
  std::vector<ThingDimension> things_;
  std::vector<SetDimension> sets_;
  std::vector<SharedName> actions_, states_, profiles_;
};

}  // namespace ishi::compiler
