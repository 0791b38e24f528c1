#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/asset.h"
#include "model/model.h"
#include "workspace/checked_file.h"

// The lines of a compiled source, as a debugger shows them and stops at them.

namespace ishi::compiler::cli {

// The part of the text that a node of the asset carries out.
struct NodeText {
  const Step* step = nullptr;    // of the model; null: no step says it
  const Name* method = nullptr;  // of a first, best, draw, if or switch, which it is; null: none
};

enum class PlaceKind : uint8_t {
  action,      // it is chosen
  step,        // it starts
  goal,        // it begins
  task,        // it is started
  condition,   // its truth changes
  transition,  // it is taken
  state,       // it is entered
  sense,       // it notices somebody
  event,       // it is sent or received
};

// A place of the text at which a run can stop.
struct BreakPlace {
  PlaceKind kind{};
  Span span;
  uint32_t line = 0;           // from 1
  uint32_t index = 0;          // of the action, goal, task, sense or event in the model; of a state or
                               // transition of the agent's, where it goes
  uint32_t agent = kNone;      // of the model, whose state, transition or handler it is; kNone: anybody's
  uint32_t from = kNone;       // of a transition: the state that it leaves
  uint32_t action = kNone;     // of the model, in which it stands; kNone: in none
  const Step* step = nullptr;  // of a step
  const Formula* formula = nullptr;  // of a condition
  bool is_entry = false;             // it heads an entry of a section
  std::string what{};                // "the step `go`"
  std::string path{};                // which stays when lines above are edited: "actions/flee/do/2"
  std::string never{};               // why it can never be hit; empty: as far as is known it can
};

struct DebugProgram {
  std::shared_ptr<const CheckedFile> file;
  const Asset* asset = nullptr;
  std::filesystem::path root;
  std::vector<NodeText> nodes;     // by node of the asset
  std::vector<BreakPlace> places;  // by file, then by offset

  [[nodiscard]] const Model& model() const { return file->program->model; }
  [[nodiscard]] const Sources& sources() const { return file->sources; }
  // The absolute path of a file of the sources.
  [[nodiscard]] std::string path_of(uint32_t source) const;
  // The file with that absolute path; nothing if it is none of the sources.
  [[nodiscard]] std::optional<uint32_t> find_source(const std::string& path) const;
};

// `all_agents`: the asset holds the agents of included files, too. The asset outlives the program. Takes as
// long as a compilation and the brief analysis of `ishi check`, whose proofs say what can never be hit.
[[nodiscard]] std::shared_ptr<const DebugProgram> debug_program(std::shared_ptr<const CheckedFile> file,
                                                                const Asset& asset,
                                                                std::filesystem::path root, bool all_agents);

// The place for a breakpoint that was asked for on a line (from 1) of a file.
struct FoundPlace {
  uint32_t place = 0;  // of the program's
  uint32_t line = 0;   // where it stands
  std::string moved;   // why it is not the line that was asked for; empty: it is
};
[[nodiscard]] std::optional<FoundPlace> find_place(const DebugProgram& program, uint32_t source,
                                                   uint32_t line);
// All places on a line: an action may stand on one with its steps.
[[nodiscard]] std::vector<uint32_t> places_on_line(const DebugProgram& program, uint32_t source,
                                                   uint32_t line);

}  // namespace ishi::compiler::cli
