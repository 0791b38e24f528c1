#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "simulate/situation.h"

namespace ishi::compiler {

// What a test does with keys, as messages say it.
struct KeyUse {
  std::string_view cannot;  // "`hurt` is computed from keys and cannot be given"
  std::string_view verb;    // "give the keys that it is made of"
};

// Reads the values that a test writes for keys and fields: literals, and entities by their names. Everything
// wrong is reported.
class SituationValues {
 public:
  // `situation` begins with the entities of the test's `world`, and gets one for each `someone`.
  SituationValues(const Model& model, const Test& test, Situation& situation, Diagnostics& diagnostics)
      : model_(model), test_(test), situation_(situation), diagnostics_(diagnostics) {}

  void read_keys(const Map<const Node*>& written, const KeyUse& use, std::vector<SituationValue>& out);

  // The key of that name, or kNone.
  uint32_t find_key(const Name& name, const KeyUse& use);

  // `owner` has these fields; `more` are names that could stand there, too.
  void read_fields(const Map<const Node*>& written, std::string_view owner, const Map<Variable>& fields,
                   const std::vector<std::string_view>& more, std::vector<SituationValue>& out);

  bool read_value(const Variable& variable, const Node& node, std::string_view name, SituationValue& out);

  // `someone`, `nothing`, or an entity of the test's world, of this kind of thing unless that is kNone.
  bool find_entity(uint32_t thing, const Node& node, std::string_view name, SituationValue& out);

  // The entities of the test's world with these names, and sounds with those who make them.
  [[nodiscard]] std::vector<uint32_t> find_entities(const std::vector<Reference>& names);
  [[nodiscard]] std::vector<SituationSound> find_sounds(const MadeSounds& sounds);

  // Reports that there is no such `noun`, and what there is: the names of `map` and those `known`. `unlisted`
  // may be meant as well, but is not told among them.
  template <class T>
  void report_unknown(const Name& name, const std::string& noun, std::vector<std::string_view> known,
                      const Map<T>& map, const std::vector<std::string_view>& unlisted = {}) {
    for (const auto& entry : map) {
      if (!diagnostics_.is_full()) known.push_back(entry.name.text);
    }
    report_known(name, noun, known, unlisted);
  }

 private:
  uint32_t find_maker(const Sound& sound, const Name& sound_name, const Name& maker);
  [[nodiscard]] std::string carried_level(std::string_view name) const;
  void report_known(const Name& name, const std::string& noun, const std::vector<std::string_view>& known,
                    const std::vector<std::string_view>& unlisted);

  const Model& model_;
  const Test& test_;
  Situation& situation_;
  Diagnostics& diagnostics_;
};

// Where one faces if nothing is said.
[[nodiscard]] Vector forward(const Model& model);

}  // namespace ishi::compiler
