#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/simulation.h"
#include "simulate/thought.h"
#include "source/sources.h"

// The parts of a program that its tests have tried.

namespace ishi::compiler {

enum class CoverageKind : uint8_t {
  action,
  method,
  segment,
  profile,
  state,
  transition,
  emitted,
  received,
  of_profile,
};
inline constexpr size_t kCoverageKinds = 9;

// One thing that tests can try: an action that an agent can choose, a method of a goal (or a goal without
// methods), a segment of a curve, an importance profile, a state, a transition, an event that bodies emit,
// one that an agent handles, an action chosen with a profile.
struct CoverageItem {
  CoverageKind kind{};
  std::string name;  // "flee", "reach_cover.near_cover", "panic from 0 to 0.25", "guard: calm → alert"
  std::string file;  // as shown, and where it is declared
  uint32_t line = 0;
  uint64_t count = 0;  // thoughts, or times that it ran
};

// Watches the tests of one program. Of a curve of rows (points, smooth, keys, triangles, …) the segments lie
// between their x; of `steps` they are the steps; of a formula they are the quarters of its `input`, 0 to 1
// if it has none. What lies outside counts for the nearest. Curves in bodies are not watched, nor profiles of
// agents without any.
class CoverageWatch {
 public:
  // All outlive this.
  CoverageWatch(const Model& model, const Asset& asset, const Sources& sources);

  // A thought in a situation.
  void note(const Thought& thought, const SituationAgent& situation);
  // An agent of a simulation, after each frame.
  void note_frame(const SimulatedAgent& agent);
  // The bodies that an agent ran in a simulation that is over.
  void note(const SimulatedAgent& agent);

  [[nodiscard]] const std::vector<CoverageItem>& items() const { return items_; }

 private:
  // An operation that asks a curve, and who takes what it gives.
  struct CurveUse {
    uint32_t operation = 0;
    uint32_t input = 0;
    uint32_t curve = 0;             // of the model
    bool is_of_member = false;      // of a set
    bool is_always_taken = false;   // else one of these takes it, where its condition says so
    std::vector<uint32_t> selects;  // operations
  };

  uint32_t add(CoverageKind kind, std::string name, Span span);
  void list_actions();
  void list_goals();
  void list_methods(uint32_t node);
  void list_curves();
  void list_states();
  void list_events();
  void list_of_profiles();
  void list_segments(uint32_t curve);
  void find_uses(uint32_t agent);
  void visit(const CurveUse& use, uint32_t agent, const std::vector<float>& values);
  [[nodiscard]] uint32_t segment_of(uint32_t curve, float x) const;

  const Model& model_;
  const Asset& asset_;
  const Sources& sources_;
  std::vector<CoverageItem> items_;
  std::vector<uint32_t> actions_, profiles_;  // items by index of the model; kNone: none
  std::vector<uint32_t> states_;              // the item of each agent's first state, by agent of the model
  std::vector<uint32_t> transitions_;  // by agent of the model: the first of its pairs of states among these
  std::vector<uint32_t> leads_over_;   // items; kNone: the first state of the pair has no way to the second
  std::vector<uint32_t> emitted_;      // by event of the model; kNone: no body emits it
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> received_;    // by agent and event of the model
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> of_profile_;  // by profile and action of the model
  std::vector<uint32_t> nodes_;                                   // items by node of the asset
  std::vector<uint32_t> goals_;                 // items by goal of the model, of those without methods
  std::vector<std::vector<uint32_t>> methods_;  // by goal of the model
  std::vector<std::vector<double>> bounds_;     // by curve of the model: where its segments begin and end
  std::vector<uint32_t> segments_;              // the item of each curve's first segment
  std::vector<std::vector<CurveUse>> uses_;     // by agent of the asset
};

}  // namespace ishi::compiler
