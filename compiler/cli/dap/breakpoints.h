#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/dap/debuggee.h"
#include "cli/dap/probes.h"

namespace ishi::compiler::cli {

// The faults of behaviour at which a run can stop.
enum class FaultKind : uint8_t { task, plan, goal, mind, member, range };
struct FaultRow {
  FaultKind kind;
  std::string_view filter, label, description;
};
[[nodiscard]] std::span<const FaultRow> fault_rows();

// A breakpoint's condition, hit count and message.
struct BreakpointTerms {
  std::string condition;  // an expression for the agent; empty: none
  std::string hits;       // "5", ">= 5", "% 10"; empty: each
  std::string message;    // "{hp} left": it is printed, and the run goes on; empty: it stops
};
struct RequestedLine {
  uint32_t line = 0;  // from 1
  BreakpointTerms terms;
};
struct RequestedName {
  std::string name;  // of an action, a goal, a task, a state or an event
  BreakpointTerms terms;
};
struct RequestedData {
  std::string id;  // as `data_id` makes it
  BreakpointTerms terms;
};

// A breakpoint as the client is told of it.
struct SetBreakpoint {
  int id = 0;
  bool is_verified = false;
  std::string path{};  // of the file; empty: it has no place
  uint32_t line = 0;   // from 1
  std::string message{};
};

// A breakpoint that a frame has hit.
struct Hit {
  int id = 0;  // 0: a fault
  std::optional<FaultKind> fault{};
  bool is_data = false;
  uint32_t agent = 0;
  std::string text{};  // "the step `go` starts"
};

// The breakpoints of a run, and which of them its frames hit. What a frame hits depends on the frame before
// it, too: conditions stop when their truth changes.
class Breakpoints {
 public:
  explicit Breakpoints(std::function<void(std::string)> print) : print_(std::move(print)) {}

  // Each replaces those of its kind (of that file).
  std::vector<SetBreakpoint> set_lines(Debuggee& run, const std::string& path,
                                       const std::vector<RequestedLine>& lines);
  std::vector<SetBreakpoint> set_names(Debuggee& run, const std::vector<RequestedName>& names);
  std::vector<SetBreakpoint> set_data(Debuggee& run, const std::vector<RequestedData>& data);
  void set_faults(std::set<FaultKind> faults) { faults_ = std::move(faults); }
  [[nodiscard]] const std::set<FaultKind>& faults() const { return faults_; }

  // True if anything may stop a run.
  [[nodiscard]] bool is_any() const { return !all_.empty() || !faults_.empty(); }

  // The run has other sources, or another one takes its place: line breakpoints go where their places are
  // now. Gives those whose line is another one, or that have no place any more.
  std::vector<SetBreakpoint> move_to(Debuggee& run);

  // The run stands at a frame from which it is played on, or was put there.
  void begin(Debuggee& run);
  // The breakpoints that the frame just played has hit; it follows the frame of the last call. `is_quiet`:
  // nothing is printed, and hits are not counted, since the run only looks for a frame.
  [[nodiscard]] std::vector<Hit> check(Debuggee& run, bool is_quiet);

  // The run stands elsewhere, or something of it was set: what expressions come to is asked anew.
  void forget_values() { looked_.clear(); }
  // An expression for an agent, where the run stands. Or what is wrong with it.
  [[nodiscard]] tl::expected<std::string, std::string> evaluate(Debuggee& run, uint32_t agent,
                                                                const std::string& expression);
  // True if it holds; false where it cannot be computed.
  [[nodiscard]] bool holds(Debuggee& run, uint32_t agent, const std::string& expression);

 private:
  // One place of one program.
  struct Bound {
    const DebugProgram* program = nullptr;
    uint32_t place = 0;
  };
  struct Breakpoint {
    int id = 0;
    std::string path;  // of its file; of one by name or data empty
    uint32_t line = 0;
    std::string name, data;
    BreakpointTerms terms;
    std::string identity;  // BreakPlace::path
    std::vector<Bound> places;
    uint64_t hits = 0;
  };
  // The last value of a data breakpoint, or of the condition at a place of a program for an agent.
  using Was = std::map<std::pair<const void*, uint64_t>, std::string>;

  SetBreakpoint bind(Debuggee& run, Breakpoint& breakpoint);
  SetBreakpoint bind_name(Debuggee& run, Breakpoint& breakpoint);
  SetBreakpoint bind_data(Debuggee& run, Breakpoint& breakpoint);
  [[nodiscard]] std::string check_terms(Debuggee& run, const Breakpoint& breakpoint);
  Probes& probes_of(Debuggee& run, const DebugProgram& program);
  [[nodiscard]] tl::expected<Probes::Value, std::string> ask(Debuggee& run, uint32_t agent,
                                                             const std::string& expression);
  [[nodiscard]] bool is_placed_in(Debuggee& run) const;
  void place_again(Debuggee& run);
  void note_programs(Debuggee& run);
  void index();
  void note(Debuggee& run, Breakpoint& breakpoint, uint32_t agent, std::string text, bool is_data,
            bool is_quiet, std::vector<Hit>& hits);
  void check_event(Debuggee& run, const DebugEvent& event, bool is_quiet, std::vector<Hit>& hits);
  void check_conditions(Debuggee& run, bool is_quiet, std::vector<Hit>* hits);
  void check_data(Debuggee& run, bool is_quiet, std::vector<Hit>* hits);
  void check_faults(Debuggee& run, const DebugEvent& event, std::vector<Hit>& hits);
  [[nodiscard]] std::string interpolated(Debuggee& run, uint32_t agent, const std::string& message);
  [[nodiscard]] std::optional<std::string> data_value(Debuggee& run, const std::string& id);

  std::function<void(std::string)> print_;
  int next_id_ = 1;
  std::vector<const DebugProgram*> programs_;  // of the run, when breakpoints were given their places
  std::vector<std::unique_ptr<Breakpoint>> all_;
  std::set<FaultKind> faults_;
  // By place: the breakpoints that stand there.
  std::map<std::pair<const DebugProgram*, uint32_t>, std::vector<Breakpoint*>> at_place_;
  std::map<std::pair<const DebugProgram*, const Step*>, std::vector<uint32_t>> steps_;
  std::map<std::tuple<const DebugProgram*, PlaceKind, uint32_t>, std::vector<uint32_t>> entries_;
  std::vector<Bound> conditions_;
  std::map<const DebugProgram*, std::unique_ptr<Probes>> probes_;
  std::set<const DebugProgram*> looked_;  // whose probes have the world as it stands
  Was was_;
  std::map<uint32_t, std::deque<double>> left_at_;  // by agent: when it changed its mind, in seconds
};

// The identity of something that a data breakpoint watches.
[[nodiscard]] std::string data_id(uint32_t agent, const std::string& expression);

}  // namespace ishi::compiler::cli
