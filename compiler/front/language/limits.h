#pragma once

#include <cstddef>
#include <cstdint>

// The limits of the compiler. Each row has its diagnostic, and a test at its edge. The text's
// own limits (1 MiB, 64 levels) stand in syntax/scan.h.

namespace ishi::compiler {

struct Limits {
  size_t name_bytes = 64;
  size_t entries_per_section = 4096;
  size_t enum_members = 255;  // an enum is stored in a byte
  size_t included_files = 256;
  size_t extends_depth = 32;
  size_t inherited_entries = 65536;  // all that is copied by `extends`, in a file and what it includes
  size_t offered_actions = 16384;    // each offer counts once for each set by which agents are offered it
  size_t expression_depth = 64;      // nested parentheses, calls and operators
  size_t expression_nodes = 4096;    // of one expression
  size_t written_out = 262144;       // parts of values with parameters, over all that call them in a file
  size_t expression_height = 512;    // nested operations, counting the values and levels that it names
  size_t curve_rows = 256;           // points or keys of one curve
  size_t options_per_agent = 1024;
  size_t choices_per_agent = 1024;  // those that it lists, and those that its expressions name
  size_t states_per_agent = 64;
  size_t operations_per_agent = 65536;
  size_t operations_per_file = 524288;   // of all agents and arguments, and what explains their scores
  size_t profile_weights = 262144;       // profiles × needs and drives
  size_t nested_members = 16384;         // of sets that formulas of an agent go over inside each other
  size_t operations_per_formula = 4096;  // of an argument, a condition, what is set
  size_t steps_per_body = 256;
  size_t nodes_per_agent = 65535;  // its steps, and the bodies that hold them
  size_t record_bytes = 1024;      // the parameters of a task or the fields of an event
  size_t awareness_levels = 16;    // of a memory
  size_t facts_per_memory = 64;    // of one agent; the same for its own candidates
  size_t shared_candidates = 255;  // of a team or the world
  size_t set_values = 65536;       // of all sets when they are full; a member has one more than fields
  size_t token_holders = 65536;
  size_t retries = 65535;
  size_t rounds = 16777216;  // of a repetition
  size_t branches = 64;      // of `first`, `best`, `all` and `any`, and interjections of a goal
  size_t plan_depth = 128;   // steps of a plan
  size_t plan_situations = 1 << 20;
  size_t planned_values = 256;  // of an agent: of the keys that its plans change, three for a point
  size_t body_depth = 63;       // bodies in bodies, through the goals that they name
  size_t think_every_frames = 3600;
  double least_think_seconds = 0.001, think_every_seconds = 3600;
  size_t navigation_classes = 64;
  double step_weight = 16;                            // of one step in the score of a way
  double turning = 255;                               // of a turn, likewise
  double walk_steps = 1 << 20;                        // of a way
  double terrain_cost = 255;                          // of a step, in plain ones
  size_t least_directions = 4, most_directions = 64;  // of a steering
  size_t steering_behaviours = 64;                    // of one steering
  size_t steerings_per_agent = 256;                   // that its bodies name
  size_t senses_per_agent = 64;
  double run_seconds = 24 * 3600;  // of a test that simulates
  size_t failures_per_task = 1000;
};

inline constexpr Limits kLimits;

}  // namespace ishi::compiler
