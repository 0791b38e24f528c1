#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "simulate/situation.h"

namespace ishi::compiler {

// The parts of a run that can reach an agent: the tasks that its actions start, and the events that it minds.
class AgentReach {
 public:
  explicit AgentReach(const Model& model) : model_(model) {}

  // Reports what a test says of tasks that its agent never starts, of events that it never emits or gets, and
  // of events that it does not mind. The model must be without errors: what could not be read may have
  // started, emitted or minded them.
  void check(const Test& test, Diagnostics& diagnostics);
  // The same for events that a scene posts, and for what it says tasks do.
  void check(const Scene& scene, Diagnostics& diagnostics);
  // Reports each value that a task gives back to later steps although the test or scene `name` does not say
  // which: once for all of them.
  void check_given(const Situation& situation, const Name& name, Diagnostics& diagnostics);

 private:
  // To whom an event is emitted.
  struct Audiences {
    bool game = false, self = false, team = false, world = false;
    [[nodiscard]] bool any() const { return game || to_itself(); }
    [[nodiscard]] bool to_itself() const { return self || team || world; }
  };

  void check_emitted(uint32_t agent, const Name& event, Diagnostics& diagnostics);
  // The event after which something is expected must come: of an agent alone, and of one of a scene.
  void check_arrival(const Test& test, uint32_t agent, const Reference& event, Diagnostics& diagnostics);
  void check_arrival(const Test& test, const Scene& scene, uint32_t agent, const Reference& event,
                     Diagnostics& diagnostics);
  void report_no_arrival(uint32_t agent, const Reference& event, Diagnostics& diagnostics) const;
  [[nodiscard]] bool is_level(std::string_view event) const;
  const std::vector<Audiences>& emitted_by(uint32_t agent);
  void check_expected(uint32_t agent, const AgentExpectation& expect, Diagnostics& diagnostics);
  void check_events(const Scene& scene, const std::vector<Timed<Moment>>& at, Diagnostics& diagnostics) const;
  [[nodiscard]] bool minds(uint32_t agent, uint32_t event) const;
  static std::vector<uint32_t> kinds_of(const Scene& scene);
  void check_task_of_any(const std::vector<uint32_t>& agents, uint32_t task, Span span,
                         Diagnostics& diagnostics);
  const std::vector<bool>& started_by(uint32_t agent);
  void check_task(uint32_t agent, uint32_t task, Span span, Diagnostics& diagnostics);
  void check_moments(uint32_t agent, const Map<const Node*>& given, Diagnostics& diagnostics) const;
  void check_event(uint32_t agent, const Name& event, Diagnostics& diagnostics) const;

  void check_results(const std::vector<uint32_t>& agents, const Surroundings& around,
                     Diagnostics& diagnostics);
  void check_endings(const std::vector<uint32_t>& agents, const Test& test, Diagnostics& diagnostics);
  [[nodiscard]] uint32_t task_named(std::string_view name) const;

  const Model& model_;
  std::set<std::pair<uint32_t, uint32_t>> reported_;              // tasks, and values that they give
  std::unordered_map<uint32_t, std::vector<bool>> started_;       // by agent: one flag a task
  std::unordered_map<uint32_t, std::vector<Audiences>> emitted_;  // by agent, then by event
};

}  // namespace ishi::compiler
