#include <cmath>

#include "faults.h"

// Steps that ask what is known already: by a check or a `set` right before, or of scores that never differ so
// much.

namespace ishi::recall {
namespace {

using compiler::Code;

struct OwnKey {
  std::string name;
  KeyRange range;

  // A whole number at a part of the range.
  [[nodiscard]] std::string at(double part) const {
    return std::to_string(std::lround(range.low + part * (range.high - range.low)));
  }
};

// The keys that an agent's own steps may write, with room between two whole numbers.
std::vector<OwnKey> own_keys(const File& file) {
  std::vector<OwnKey> keys;
  const BehaviourText contract(file.contract + file.text.str());
  for (const auto& [name, range] : file.ranges) {
    bool is_shared = false;
    for (const Line& line : contract.lines())
      is_shared |=
          line.section == "blackboard" && line.entry == name && line.text.find("scope:") != std::string::npos;
    if (!is_shared && range.high - range.low >= 8) keys.push_back({name, range});
  }
  return keys;
}

// Each body of an action with steps before it; `steps_of` a key.
template <class Steps>
Seeds before_bodies(const File& file, const Steps& steps_of) {
  Seeds seeds;
  for (const OwnKey& key : own_keys(file)) {
    for (size_t i = 0; i < file.text.lines().size(); ++i) {
      const Line& line = file.text.lines()[i];
      constexpr std::string_view kDo = "do: [";
      const size_t place = line.text.find(kDo);
      if (line.section != "actions" || place == std::string::npos) continue;
      std::string to = line.text;
      to.insert(place + kDo.size(), steps_of(key) + ", ");
      seeds.push_back(changed(file, i, to, {}));
    }
  }
  return seeds;
}

Seeds ruled_out_by_check(const File& file) {
  return before_bodies(file, [](const OwnKey& key) {
    return "check: " + key.name + " > " + key.at(0.5) + ", { if: " + key.name + " < " + key.at(0.25) +
           ", then: [wait: 1s] }";
  });
}

Seeds asked_again(const File& file) {
  return before_bodies(file, [](const OwnKey& key) {
    return "check: " + key.name + " > " + key.at(0.5) + ", check: " + key.name + " > " + key.at(0.25);
  });
}

Seeds ruled_out_by_set(const File& file) {
  return before_bodies(file, [](const OwnKey& key) {
    return "set: { " + key.name + ": " + key.at(0) + " }, { if: " + key.name + " > " + key.at(0.5) +
           ", then: [wait: 1s] }";
  });
}

Seeds vain_margin(const File& file) {
  return before_bodies(file, [](const OwnKey& key) {
    return "{ best: { one: { score: " + key.name + ".norm, do: [wait: 1s] }, other: { score: 1 - " +
           key.name + ".norm, do: [wait: 2s] } }, reconsider: true, margin: 5 }";
  });
}

}  // namespace

std::vector<Fault> faults_of_bodies() {
  return {
      {"a branch that a check rules out", {Code::guard_never}, ruled_out_by_check, 100},
      {"a check that asks again", {Code::guard_always}, asked_again, 100},
      {"a branch that what is set rules out", {Code::guard_never}, ruled_out_by_set, 100},
      {"a margin by which nothing leads", {Code::guard_never}, vain_margin, 100},
  };
}

}  // namespace ishi::recall
