#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyze/contest.h"
#include "analyze/prover.h"
#include "diagnostics/diagnostics.h"

// The kinds of findings. What they look at is taken from the budget; those without one read the model once.

namespace ishi::compiler {

struct Units;

// So many situations are sampled to see what scores or conditions do.
inline constexpr uint32_t kSituations = 256;

// Of the whole file.

// Names that nothing uses, and fields of facts that are never set.
void find_unused(const Model& model, const Units& units, Diagnostics& diagnostics);

// Needs and drives that nothing satisfies or that rise too fast, and actions that satisfy none: returned by
// action.
std::vector<bool> find_idle_motives(const Model& model, const Units& units, std::span<const Contest> contests,
                                    Diagnostics& diagnostics);

// Failures that lead back to where they happened, without time between.
void find_hasty_retries(const Model& model, const Lowered& lowered, uint32_t main_file, Budget& budget,
                        Diagnostics& diagnostics);

// Actions that never end though nothing may interrupt them, and those that are over at once and chosen again.
void find_bodies_in_time(const Model& model, std::span<const Contest> contests, Diagnostics& diagnostics);

// Actions whose own steps make their `when` false before they are done.
void find_own_changes(const Model& model, std::span<const Contest> contests, Diagnostics& diagnostics);

// Importances that weigh as another one does.
void find_same_importances(const Model& model, const Lowered& lowered, Diagnostics& diagnostics);

// Parts of curves that nothing reaches.
void find_dead_curves(const Model& model, const Lowered& lowered, uint32_t main_file,
                      Diagnostics& diagnostics);

// Conditions in what agents do that never or always hold.
void find_vain_guards_in_bodies(const Model& model, const Lowered& lowered, Budget& budget,
                                Diagnostics& diagnostics);

// A `margin` by which no method ever leads.
void find_vain_margins(const Model& model, const Lowered& lowered, Budget& budget, Diagnostics& diagnostics);

// Conditions that never or always hold where they are asked, by what was asked or set right before; a `while`
// that never holds where the `when` does that leads there.
void find_contradictions(const Model& model, const Lowered& lowered, Budget& budget,
                         Diagnostics& diagnostics);

// Steps of plans that cost nothing, and costs that can fall below 0.
void find_free_plan_steps(const Model& model, const Lowered& lowered, uint32_t main_file, Budget& budget,
                          Diagnostics& diagnostics);

// Two states between which an agent goes to and fro.
void find_flipping_states(const Model& model, const Lowered& lowered, Budget& budget,
                          Diagnostics& diagnostics);

// Weights of importances that change no decision of any agent; not of those about which enough has been said.
void find_idle_weights(std::span<const Contest> contests, const std::vector<bool>& is_said,
                       uint32_t main_file, Budget& budget, Diagnostics& diagnostics);

// Events that agents send without what others read of them.
void find_left_out_fields(const Model& model, const Lowered& lowered, uint32_t main_file,
                          Diagnostics& diagnostics);

// Events that agents emit to each other, and that no agent minds.
void find_unheard_events(const Model& model, const Lowered& lowered, const Units& units,
                         Diagnostics& diagnostics);

// States that are never left, and those of them in which there is nothing to do.
void find_final_states(const Model& model, const Lowered& lowered, uint32_t main_file,
                       Diagnostics& diagnostics);

// Events about which a condition asks for a shorter time than passes between two thoughts.
void find_missed_events(const Model& model, const Lowered& lowered, uint32_t main_file,
                        Diagnostics& diagnostics);

// A `timeout` that is over before the task usually is.
void find_short_timeouts(const Model& model, uint32_t main_file, Diagnostics& diagnostics);

// Of one agent.

// Guards that never or always hold. Returns by option whether its condition never does.
std::vector<bool> find_vain_guards(const Contest& contest, Budget& budget, Diagnostics& diagnostics);

// Options that never win or always do, with some importances or with all; not those about which enough has
// been said. Returns by importance whether something was said of it.
std::vector<bool> find_winners(const Contest& contest, const std::vector<bool>& is_said, Budget& budget,
                               Diagnostics& diagnostics);

// Options that are never chosen a first time.
void find_starved_actions(const Contest& contest, Diagnostics& diagnostics);

// Scores of another scale than those of the others.
void find_scales(const Contest& contest, Budget& budget, Diagnostics& diagnostics);

// Scores that come of nothing, that inertia freezes or that take turns.
void find_odd_scores(const Contest& contest, Budget& budget, Diagnostics& diagnostics);

}  // namespace ishi::compiler
