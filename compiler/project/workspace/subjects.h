#pragma once

#include <string>
#include <vector>

#include "workspace/checked_file.h"
#include "workspace/curve_picture.h"

namespace ishi::compiler {

// What can be given to an agent before it is asked: a key of the blackboard, or a carried level.
struct SubjectKey {
  enum class Kind : uint8_t { number, whole, boolean, word, entity, other };

  std::string name;  // as SituationQuestion::set takes it: "hp", "needs.hunger"
  Kind kind = Kind::number;
  bool has_range = false;
  double low = 0, high = 0,
         fallback = 0;    // of numbers, in the unit; of a boolean 0 or 1; of a word its place in `words`
  std::string unit = {};  // as it is written behind a number; may be empty
  std::vector<std::string> words = {};
};

// About whom a file can be asked (SituationQuestion), and what can be said of them.
struct Subjects {
  struct OfAgent {
    std::string name;
    std::string importance;  // the usual profile; empty: none
    std::vector<std::string> states, actions;
    std::vector<std::string>
        profiles;  // those that weigh something of it, and those that it has; all if none does
  };
  struct OfScene {
    struct Member {
      std::string name, agent;
    };
    std::string name;
    std::vector<Member> agents;
  };
  struct OfTest {
    std::string name;
    std::string scene, agent;  // either may be empty
    bool has_run = false;      // it lasts; else it asks for one decision, or proves something
    bool is_proof = false;
  };

  struct OfCurve {
    std::string name;
    SampledCurve sampled;
  };

  std::vector<SubjectKey> keys;  // in the order of the text, then levels
  std::vector<std::string> profiles;
  std::vector<OfCurve> curves;  // none where the file has errors
  std::vector<OfAgent> agents;
  std::vector<OfScene> scenes;
  std::vector<OfTest> tests;
};

// Of the file itself; agents and scenes of what it includes are of use, too. What has errors is left out.
[[nodiscard]] Subjects subjects_of(const CheckedFile& file);

}  // namespace ishi::compiler
