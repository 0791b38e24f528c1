#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "cli/dap/debug_program.h"
#include "ishi/commands.h"
#include "ishi/world.h"
#include "simulate/simulated_agent.h"

// A run that a debugger looks at: it can be placed at any of its frames, says what happened in that frame,
// and shows its agents as they stand after it.

namespace ishi::compiler::cli {

// Something that happened to an agent in a frame.
struct DebugEvent {
  enum class Kind : uint8_t {
    chosen,          // `index`: an option of the agent
    left,            // the same: another one, or none, is chosen instead
    ended,           // the same
    failed,          // the same
    node,            // `index`: a node of the asset
    task_started,    // `index`: a task of the asset
    task_failed,     // the same
    event_received,  // `index`: an event of the asset
    event_sent,      // the same
    state,           // `index`: the agent's state that it has entered
    noticed,         // `index`: a sense, counted from the agent's first
    key,             // `index`: a key of the asset
    gone,            // it has left the world
  };
  Kind kind{};
  uint32_t agent = 0;  // of the debuggee
  uint32_t index = 0;
  NodeChange change{};  // of a node
  NodeCause cause{};
  uint32_t before = 0;  // of a state: the one that it has left
  std::string text{};   // whom an option is for, what a task was given, how a key changed
};

// The last decision of an agent.
struct DebugDecision {
  Thought thought;
  std::string time;    // "12.50s"
  uint64_t frame = 0;  // as the run counts
};

class Debuggee {
 public:
  using Done = tl::expected<void, std::string>;  // or why not, in a sentence

  Debuggee() = default;
  Debuggee(const Debuggee&) = delete;
  Debuggee& operator=(const Debuggee&) = delete;
  virtual ~Debuggee() = default;

  // Its frames, known by their places from 0 on.
  [[nodiscard]] virtual size_t frame_count() const = 0;
  // The frame after which it stands.
  [[nodiscard]] virtual size_t at() const = 0;
  // Goes to any frame; to the next one fastest. All that other calls have given is void then.
  [[nodiscard]] virtual Done go_to(size_t frame) = 0;
  [[nodiscard]] virtual std::string time(size_t frame) const = 0;  // "12.50s"
  [[nodiscard]] virtual double seconds(size_t frame) const = 0;
  // The last frame up to a moment as people write it: "12.5s", "frame 750".
  [[nodiscard]] virtual std::optional<size_t> find_moment(const std::string& text) const = 0;

  // The events of the frame, agent by agent in their order.
  [[nodiscard]] virtual const std::vector<DebugEvent>& events() = 0;

  // Agents keep their numbers as long as the run is open, also when they are gone.
  [[nodiscard]] virtual uint32_t agent_count() const = 0;
  [[nodiscard]] virtual std::string agent_name(uint32_t agent) const = 0;
  [[nodiscard]] virtual bool is_there(uint32_t agent) const = 0;
  // The population and handle of an agent that is there.
  [[nodiscard]] virtual uint32_t population_of(uint32_t agent) const = 0;
  [[nodiscard]] virtual EntityId entity_of(uint32_t agent) const = 0;
  // Null if its sources are not there.
  [[nodiscard]] virtual const DebugProgram* program_of(uint32_t agent) = 0;
  // All programs that are known, in a fixed order.
  [[nodiscard]] virtual std::vector<std::shared_ptr<const DebugProgram>> programs() = 0;
  // The agent as the tools of simulations see one; null if it is not there, or its sources are not.
  [[nodiscard]] virtual const SimulatedAgent* agent(uint32_t agent) = 0;
  // Nothing if it has not thought by then.
  [[nodiscard]] virtual std::optional<DebugDecision> decision(uint32_t agent) = 0;
  // The answer of `ishi why` about that decision.
  [[nodiscard]] virtual tl::expected<nlohmann::ordered_json, std::string> why(uint32_t agent) = 0;
  // The action that the agent would have picked in its last decision with another value of a key or level.
  [[nodiscard]] virtual tl::expected<std::string, std::string> what_if(uint32_t agent,
                                                                       const std::string& name,
                                                                       const std::string& value) = 0;

  // The world as it stands, to be asked.
  [[nodiscard]] virtual const World& world() const = 0;
  [[nodiscard]] virtual std::vector<const Asset*> assets() const = 0;
  [[nodiscard]] virtual bool has_all_agents() const = 0;  // its assets have the agents of included files, too

  // Sets a key or level of an agent that is there; frames that follow come of it.
  [[nodiscard]] virtual Done set(uint32_t agent, const std::string& name, const std::string& value) = 0;
  // Reads the sources again and goes on with them, while agents keep their state: a scene from the frame at
  // which it stands, a game from its next frame. Returns a sentence that says so, or why the run goes on as
  // before.
  [[nodiscard]] virtual tl::expected<std::string, std::string> reload() {
    return tl::unexpected(std::string("a recording is what a game has done: it has no other behaviour"));
  }
  // True in a branch of a recording, where a value was set that the game did not have.
  [[nodiscard]] virtual bool is_counterfactual() const { return false; }
  // A game that runs, whose frames are still to come: what follows is of it alone.
  [[nodiscard]] virtual bool is_live() const { return false; }
  // Takes in what the game has sent, and waits for it up to so long. True if there are frames that there were
  // not before.
  [[nodiscard]] virtual bool wait_for_more(std::chrono::milliseconds) { return false; }
  // Holds the game, and lets it go on: so many frames, or, if that is 0, until it is held again.
  [[nodiscard]] virtual Done hold() { return {}; }
  [[nodiscard]] virtual Done let_go(uint32_t /*frames*/) { return {}; }
  // The message at the end of the run, such as the outcome of a test; empty if there is none.
  [[nodiscard]] virtual std::string epilogue() { return {}; }
};

}  // namespace ishi::compiler::cli
