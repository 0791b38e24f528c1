#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/simulation.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// Runs of a test with `for_all` in which anything happens: the game writes keys, as fast as the contract lets
// it, events come, tasks end in any way. Each is a function of a seed and its number. It tries what is
// claimed of all of them in the runtime that ships.
class AnyRuns {
 public:
  // All must outlive this.
  AnyRuns(const Model& model, const Asset& asset, const TypedTest& test);

  // True if the run contradicts the claim; `message` says how.
  bool contradicts(uint64_t seed, uint64_t run);
  // Takes out of the latest run, which contradicts the claim, what it does not need.
  void simplify();
  [[nodiscard]] const std::string& message() const { return message_; }
  // "given: { hp: 20 }", "at: { 1.2s: { set: { alarm: true } } }": the lines of a test that say the run.
  [[nodiscard]] std::vector<std::string> lines() const;

 private:
  // A key of which the game writes one of these values, or numbers between two.
  struct WrittenKey {
    uint32_t key = 0;
    double low = 0, high = 0;
    bool is_whole = false;
    bool has_default = true;  // its default is one of these values
    double most_change = 0;   // in a second; 0: it is written anew
    double start_low = 0, start_high = 0;
    bool is_written = true;  // false: it is private to behaviours, and so only begins with such a value
  };

  void add_key(uint32_t key);
  uint64_t draw(uint64_t count);
  [[nodiscard]] double number_between(double low, double high, bool is_whole);
  SituationValue value_of(const WrittenKey& key);
  void make(uint64_t seed, uint64_t run);
  void let_flow(const WrittenKey& key);
  // What flows into a key from a change on, as `make` has it in mind; kFirst: from the beginning.
  [[nodiscard]] bool keeps_contract() const;
  bool fails();
  template <class List>
  bool try_without(List& list, size_t index);
  [[nodiscard]] std::string text_of(const SituationValue& value) const;
  [[nodiscard]] std::string text_of(const std::vector<SituationFlow>& flows) const;

  const Model& model_;
  const Asset& asset_;
  const TypedTest& given_;
  TypedTest varied_;
  std::optional<Simulation> simulation_;  // of `varied_`
  std::vector<WrittenKey> keys_;
  std::vector<SituationValue> levels_;
  std::vector<uint32_t> events_, tasks_;
  uint64_t seed_ = 0, run_ = 0, drawn_ = 0;
  std::string message_;
};

}  // namespace ishi::compiler
