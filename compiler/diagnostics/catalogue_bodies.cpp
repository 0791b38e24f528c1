#include <array>

#include "diagnostics/catalogue_parts.h"

// What bodies and goals can have wrong: 3xx from 321 on.

namespace ishi::compiler {
namespace {

constexpr auto kBodiesRows = std::to_array<CatalogueRow>({
    {Code::modifier_not_here, Severity::error, "modifier without a step",
     "Words such as `timeout`, `retry` and `until` say how one step is carried out. They stand "
     "beside that step, in the same column as its name, and in the same list item. Here none stands "
     "beside it: the modifier has a dash of its own, or it stands among the fields of the action. "
     "Steps under `on`, `enter` and `finally` take no time and know `when` alone.\n\n"
     "Move it below the step. To modify several steps at once, make them one: `- do: [aim, fire]`, "
     "and the modifier below `do`.",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: {}\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - crouch\n"
     "      - timeout: 2s\n",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: {}\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - do: crouch\n"
     "        timeout: 2s\n"},
    {Code::step_not_instant, Severity::error, "step that takes time where there is none",
     "What stands under `on` is done in the moment in which an event arrives, and what stands under "
     "`finally` or `enter` in the moment in which something ends or begins. None of them can wait for a task "
     "or for time to pass: only `set`, `emit`, `remember` and `forget` can stand there.\n\n"
     "Take the step out. For what takes time write an action, and let the event set what its `when` "
     "asks.",
     "ishi: 1\n"
     "blackboard:\n"
     "  aiming: boolean\n"
     "tasks:\n"
     "  lower_gun: {}\n"
     "actions:\n"
     "  shoot:\n"
     "    score: 0.5\n"
     "    finally: [lower_gun]\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  aiming: boolean\n"
     "actions:\n"
     "  shoot:\n"
     "    score: 0.5\n"
     "    finally: [set: { aiming: false }]\n"},
    {Code::never_ends, Severity::error, "action that can never end",
     "An action without `do` goes on until another one takes over, and a `repeat` without `times` and "
     "`until` "
     "until something in it fails. If neither can end, nothing may interrupt it, and the agent can do "
     "nothing of a "
     "higher rank, the character is stuck in it for the rest of the game.\n\n"
     "Give it something that ends: a `do`, a `while`, an `until`, or an `interruptible` that becomes true. "
     "Or give "
     "what may take over a higher `rank`.",
     "ishi: 1\n"
     "actions:\n"
     "  stare: { score: 0.5, interruptible: false }\n",
     "ishi: 1\n"
     "actions:\n"
     "  stare: { score: 0.5, interruptible: elapsed > 2s }\n"},
    {Code::cannot_fail, Severity::error, "consequence of a failure that cannot happen",
     "`retry` and `on_fail` say what follows when a step fails. A task can fail, and so can what has "
     "a `while` or a `timeout`, and a body with such a step in it. Waiting and setting keys always "
     "work out.\n\n"
     "Take the modifier out, or say when the step fails.",
     "ishi: 1\n"
     "actions:\n"
     "  rest:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - wait: 2s\n"
     "        retry: 3\n",
     "ishi: 1\n"
     "actions:\n"
     "  rest:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - wait: 2s\n"},
    {Code::shared_key_not_written, Severity::error, "key that only the game writes",
     "A key of the team or of the world is shared by many characters. The game writes it; a "
     "behaviour may do so only if the key says how several writes in one frame become one: `merge: "
     "max` takes the greatest, `min` the least, `sum` adds up the changes that each makes to the old "
     "value, `last` takes the last one. What is written shows from the next frame on.\n\n"
     "Add `merge` to the key, or let the game write it.",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: number, range: 0..1, scope: team }\n"
     "actions:\n"
     "  shout: { score: 0.5, do: [set: { alarm: 1 }] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: number, range: 0..1, scope: team, merge: max }\n"
     "actions:\n"
     "  shout: { score: 0.5, do: [set: { alarm: 1 }] }\n"},
    {Code::merge_not_allowed, Severity::error, "merge that a key cannot have",
     "`merge` says how the writes of several characters to one key become one. A key of scope "
     "`agent` has a single writer and needs none. `max`, `min` and `sum` compare or add numbers; of "
     "conditions there is `max` (true if anyone says so) and `min` (true if all do); entities, "
     "points, directions and words know only `last`.\n\n"
     "Choose one that the type allows, or leave `merge` out.",
     "ishi: 1\n"
     "blackboard:\n"
     "  target: { type: entity, scope: team, merge: max }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  target: { type: entity, scope: team, merge: last }\n"},
    {Code::memory_field_taken, Severity::error, "name that a fact has already",
     "A fact has the fields of the thing that it is about, as they were when it was noticed, its `position`, "
     "`age`, `confidence`, `first_seen` and `last_seen`, and what the memory itself adds. All of them are "
     "read behind the same point, so none of these names may stand for two.\n\n"
     "Choose another name for what the memory adds. If a field of the thing itself has the name of something "
     "that "
     "every fact has, rename that field.",
     "ishi: 1\n"
     "things: { pickup: { fields: { energy: { type: number, range: 0..1 } } } }\n"
     "memory:\n"
     "  pickups: { of: pickup, capacity: 8, forget: 10s, fields: { age: duration } }\n",
     "ishi: 1\n"
     "things: { pickup: { fields: { energy: { type: number, range: 0..1 } } } }\n"
     "memory:\n"
     "  pickups: { of: pickup, capacity: 8, forget: 10s, fields: { ripeness: duration } }\n"},
    {Code::fact_not_written, Severity::error, "write to what is only noticed",
     "A step writes keys with `set`, and of the fact that its action is for the fields that the memory "
     "itself "
     "declares under `fields`. What a fact says of the thing is as it was noticed, when and where is kept by "
     "the memory, and what the thing itself has belongs to the game.\n\n"
     "Declare a field of the memory for what the agent makes of it. Or let a task of the game change the "
     "thing.",
     "ishi: 1\n"
     "things: { crate: { fields: { locked: boolean } } }\n"
     "memory:\n"
     "  crates: { of: crate, capacity: 8, forget: never }\n"
     "tasks: { search: { params: { what: crate }, takes: 3s } }\n"
     "actions:\n"
     "  loot: { for_each: { box: crates }, score: 0.5, do: [search: { what: box }, set: { box.locked: true "
     "}] }\n"
     "agents:\n"
     "  thief: { actions: [loot] }\n",
     "ishi: 1\n"
     "things: { crate: { fields: { locked: boolean } } }\n"
     "memory:\n"
     "  crates: { of: crate, capacity: 8, forget: never, fields: { searched: boolean } }\n"
     "tasks: { search: { params: { what: crate }, takes: 3s } }\n"
     "actions:\n"
     "  loot:\n"
     "    for_each: { box: crates }\n"
     "    when: not box.searched\n"
     "    score: 0.5\n"
     "    do: [search: { what: box }, set: { box.searched: true }]\n"
     "agents:\n"
     "  thief: { actions: [loot] }\n"},
    {Code::goal_circle, Severity::error, "goal that does itself",
     "A goal is written out whole wherever it is used, so that what an agent remembers of it has a known "
     "size. "
     "A goal that does itself, or does another one that leads back to it, would have no end. The chain says "
     "which goals "
     "do which.\n\n"
     "Write what shall be done again under `repeat`, or let the goal end: an action that still scores best "
     "is "
     "chosen anew.",
     "ishi: 1\n"
     "tasks: { walk_round: { takes: 5s } }\n"
     "actions:\n"
     "  patrol: { score: 0.1, do: guard_duty }\n"
     "goals:\n"
     "  guard_duty: { do: [walk_round, guard_duty] }\n"
     "agents:\n"
     "  guard: { actions: [patrol] }\n",
     "ishi: 1\n"
     "tasks: { walk_round: { takes: 5s } }\n"
     "actions:\n"
     "  patrol: { score: 0.1, do: guard_duty }\n"
     "goals:\n"
     "  guard_duty: { repeat: [walk_round] }\n"
     "agents:\n"
     "  guard: { actions: [patrol] }\n"},
    {Code::unreachable_method, Severity::error, "method that is never tried",
     "The methods of `first` are tried in the order of the text. A method without `when` may always be "
     "taken, "
     "and if nothing in it can fail, what comes after it never gets its turn.\n\n"
     "Put the method that always works last. Or say with `when` in which case it shall be taken.",
     "ishi: 1\n"
     "blackboard: { armed: boolean }\n"
     "tasks: { shoot: { takes: 1s } }\n"
     "actions:\n"
     "  fight: { score: 0.5, do: defend }\n"
     "goals:\n"
     "  defend:\n"
     "    first:\n"
     "      stay: { do: [wait: 2s] }\n"
     "      attack: { when: armed, do: [shoot] }\n"
     "agents:\n"
     "  guard: { actions: [fight] }\n",
     "ishi: 1\n"
     "blackboard: { armed: boolean }\n"
     "tasks: { shoot: { takes: 1s } }\n"
     "actions:\n"
     "  fight: { score: 0.5, do: defend }\n"
     "goals:\n"
     "  defend:\n"
     "    first:\n"
     "      attack: { when: armed, do: [shoot] }\n"
     "      stay: { do: [wait: 2s] }\n"
     "agents:\n"
     "  guard: { actions: [fight] }\n"},
    {Code::always_interjected, Severity::error, "interjection that always breaks in",
     "An interjection is looked at before the body of its goal goes on, in each frame. If its `when` always "
     "holds, it is done again and again, the tasks of the body are aborted each time, and the goal never "
     "gets "
     "anywhere.\n\n"
     "Write the condition under which it is needed, and let what it does bring that to an end.",
     "ishi: 1\n"
     "tasks: { march: { takes: 3s }, open_door: { takes: 1s } }\n"
     "actions:\n"
     "  go: { score: 0.5, do: pass }\n"
     "goals:\n"
     "  pass:\n"
     "    do: [march]\n"
     "    interject:\n"
     "      shut: { when: true, do: [open_door] }\n"
     "agents:\n"
     "  guard: { actions: [go] }\n",
     "ishi: 1\n"
     "blackboard: { door_shut: boolean }\n"
     "tasks: { march: { takes: 3s }, open_door: { takes: 1s, effects: { door_shut: false } } }\n"
     "actions:\n"
     "  go: { score: 0.5, do: pass }\n"
     "goals:\n"
     "  pass:\n"
     "    do: [march]\n"
     "    interject:\n"
     "      shut: { when: door_shut, do: [open_door] }\n"
     "agents:\n"
     "  guard: { actions: [go] }\n"},
    {Code::loop_never_waits, Severity::error, "repetition that never waits",
     "A `repeat` without `times` and without `until` goes on for ever. Here nothing in it takes time, so it "
     "is "
     "done once in every frame of the game, which is hardly meant.\n\n"
     "Say how often or until when, or put something into it that lasts: a task or a `wait`.",
     "ishi: 1\n"
     "blackboard: { alarm: { type: number, range: 0..1 } }\n"
     "actions:\n"
     "  worry: { score: 0.5, do: [repeat: [set: { alarm: 1 }]] }\n"
     "agents:\n"
     "  guard: { actions: [worry] }\n",
     "ishi: 1\n"
     "blackboard: { alarm: { type: number, range: 0..1 } }\n"
     "actions:\n"
     "  worry: { score: 0.5, do: [repeat: [set: { alarm: 1 }, wait: 2s]] }\n"
     "agents:\n"
     "  guard: { actions: [worry] }\n"},
    {Code::body_too_deep, Severity::error, "bodies too deep in each other",
     "What an agent remembers of what it does has a fixed size, and its bodies, with all goals written out, "
     "are at "
     "most 63 levels deep: a list of steps, a goal, its body, a method are a level each. The chain says "
     "which goals led "
     "here.\n\n"
     "Let one goal do in order what several do by way of each other.",
     "ishi: 1\n"
     "tasks: { march: { takes: 1s } }\n"
     "actions:\n"
     "  go: { score: 0.5, do: g0 }\n"
     "goals:\n"
     "  g0: { do: [g1] }\n"
     "  g1: { do: [g2] }\n"
     "  g2: { do: [g3] }\n"
     "  g3: { do: [g4] }\n"
     "  g4: { do: [g5] }\n"
     "  g5: { do: [g6] }\n"
     "  g6: { do: [g7] }\n"
     "  g7: { do: [g8] }\n"
     "  g8: { do: [g9] }\n"
     "  g9: { do: [g10] }\n"
     "  g10: { do: [g11] }\n"
     "  g11: { do: [g12] }\n"
     "  g12: { do: [g13] }\n"
     "  g13: { do: [g14] }\n"
     "  g14: { do: [g15] }\n"
     "  g15: { do: [g16] }\n"
     "  g16: { do: [g17] }\n"
     "  g17: { do: [g18] }\n"
     "  g18: { do: [g19] }\n"
     "  g19: { do: [g20] }\n"
     "  g20: { do: [g21] }\n"
     "  g21: { do: [g22] }\n"
     "  g22: { do: [g23] }\n"
     "  g23: { do: [g24] }\n"
     "  g24: { do: [g25] }\n"
     "  g25: { do: [g26] }\n"
     "  g26: { do: [g27] }\n"
     "  g27: { do: [g28] }\n"
     "  g28: { do: [g29] }\n"
     "  g29: { do: [g30] }\n"
     "  g30: { do: [g31] }\n"
     "  g31: { do: [g32] }\n"
     "  g32: { do: [g33] }\n"
     "  g33: { do: [march] }\n"
     "agents:\n"
     "  guard: { actions: [go] }\n",
     "ishi: 1\n"
     "tasks: { march: { takes: 1s } }\n"
     "actions:\n"
     "  go: { score: 0.5, do: g0 }\n"
     "goals:\n"
     "  g0: { do: [g1] }\n"
     "  g1: { do: [march] }\n"
     "agents:\n"
     "  guard: { actions: [go] }\n"},
    {Code::not_for_plans, Severity::error, "step that no plan can use",
     "A plan is made before anything is done: of each step it knows only what the step `requires` and which "
     "keys its "
     "`effects` change. What says nothing of that, or is neither a task nor a goal, cannot be planned "
     "with.\n\n"
     "Give the task or goal its `effects`. Put waits and other bodies into a goal that has some.",
     "ishi: 1\n"
     "blackboard: { has_box: boolean, ammo: { type: integer, range: 0..12 } }\n"
     "tasks:\n"
     "  fetch_box: { takes: 3s, effects: { has_box: true } }\n"
     "  load: { requires: has_box, effects: { ammo: 12, has_box: false }, takes: 1s }\n"
     "  sing: { takes: 2s }\n"
     "actions:\n"
     "  rearm: { score: 0.5, do: [plan: { reach: ammo > 0, using: [fetch_box, load, sing] }] }\n"
     "agents:\n"
     "  guard: { actions: [rearm] }\n",
     "ishi: 1\n"
     "blackboard: { has_box: boolean, ammo: { type: integer, range: 0..12 } }\n"
     "tasks:\n"
     "  fetch_box: { takes: 3s, effects: { has_box: true } }\n"
     "  load: { requires: has_box, effects: { ammo: 12, has_box: false }, takes: 1s }\n"
     "  sing: { takes: 2s }\n"
     "actions:\n"
     "  rearm: { score: 0.5, do: [plan: { reach: ammo > 0, using: [fetch_box, load] }] }\n"
     "agents:\n"
     "  guard: { actions: [rearm] }\n"},
    {Code::never_reached, Severity::error, "plan that reaches nothing",
     "What a plan shall `reach` is a condition on keys, and a plan can make it true only by steps whose "
     "`effects` "
     "change one of these keys. Here no step does, so there is never a plan.\n\n"
     "Add a step that changes one of the keys, or write into the `effects` of a step what it really changes.",
     "ishi: 1\n"
     "blackboard: { has_box: boolean, ammo: { type: integer, range: 0..12 } }\n"
     "tasks:\n"
     "  fetch_box: { takes: 3s, effects: { has_box: true } }\n"
     "  load: { requires: has_box, effects: { ammo: 12, has_box: false }, takes: 1s }\n"
     "  sing: { takes: 2s }\n"
     "actions:\n"
     "  rearm: { score: 0.5, do: [plan: { reach: ammo > 0, using: [fetch_box] }] }\n"
     "agents:\n"
     "  guard: { actions: [rearm] }\n",
     "ishi: 1\n"
     "blackboard: { has_box: boolean, ammo: { type: integer, range: 0..12 } }\n"
     "tasks:\n"
     "  fetch_box: { takes: 3s, effects: { has_box: true } }\n"
     "  load: { requires: has_box, effects: { ammo: 12, has_box: false }, takes: 1s }\n"
     "  sing: { takes: 2s }\n"
     "actions:\n"
     "  rearm: { score: 0.5, do: [plan: { reach: ammo > 0, using: [fetch_box, load] }] }\n"
     "agents:\n"
     "  guard: { actions: [rearm] }\n"},
    {Code::reward_without_planner, Severity::error, "rewards that nobody values",
     "What a reward is worth is not the same for all: a planner says it, under `rewards`, for all of its "
     "`plans`. An action that "
     "belongs to no planner has nobody who values its rewards.\n\n"
     "Write it under the `plans` of a planner. Or give the action a score of another kind.",
     "ishi: 1\n"
     "blackboard: { energy: { type: number, range: 0..1 } }\n"
     "tasks: { sleep: { takes: 3s } }\n"
     "actions:\n"
     "  rest: { rewards: { energy: 0.5 }, do: [sleep] }\n"
     "agents:\n"
     "  cat: { actions: [rest] }\n",
     "ishi: 1\n"
     "blackboard: { energy: { type: number, range: 0..1 } }\n"
     "tasks: { sleep: { takes: 3s } }\n"
     "planners:\n"
     "  thrifty:\n"
     "    rewards: { energy: (1 - energy)^2 }\n"
     "    plans:\n"
     "      rest: { rewards: { energy: 0.5 }, do: [sleep] }\n"
     "agents:\n"
     "  cat: { planner: thrifty }\n"},
    {Code::step_after_forgetting, Severity::warning, "step after its fact is forgotten",
     "An action with `for_each` is done for one fact. When that is forgotten, whoever forgets it, the action "
     "fails: there is nothing left that it could be done for. So steps that take time and come after a "
     "`forget` of that fact are never done to their end.\n\n"
     "Forget it in the last step, or under `finally` if it shall be forgotten however the action ends.",
     "ishi: 1\n"
     "things: { pickup: {} }\n"
     "memory: { pickups: { of: pickup, capacity: 8, forget: 10s } }\n"
     "tasks: { fetch: { params: { what: pickup }, takes: 3s }, cheer: { takes: 1s } }\n"
     "actions:\n"
     "  refill: { for_each: { item: pickups }, score: 0.5, do: [fetch: { what: item }, forget: item, cheer] "
     "}\n"
     "agents:\n"
     "  cat: { actions: [refill] }\n",
     "ishi: 1\n"
     "things: { pickup: {} }\n"
     "memory: { pickups: { of: pickup, capacity: 8, forget: 10s } }\n"
     "tasks: { fetch: { params: { what: pickup }, takes: 3s }, cheer: { takes: 1s } }\n"
     "actions:\n"
     "  refill: { for_each: { item: pickups }, score: 0.5, do: [fetch: { what: item }, cheer, forget: item] "
     "}\n"
     "agents:\n"
     "  cat: { actions: [refill] }\n"},
    {Code::level_not_carried, Severity::error, "change of a level that is computed",
     "The level of a need or drive is either computed, with `level`, from what the agent knows, wherever it "
     "is "
     "read; or each agent carries it, with `start` or `rise`: it rises by itself, and `after` "
     "and "
     "`during` of what the agent does change it. What is computed cannot be changed from outside, and has no "
     "value of its own at the end of a run.\n\n"
     "Let the agents carry it. Or leave it computed, and change the keys that it is computed from.",
     "ishi: 1\n"
     "blackboard: { food: { type: number, range: 0..1 } }\n"
     "needs: { hunger: { level: 1 - food } }\n"
     "tasks: { eat: { takes: 3s } }\n"
     "actions: { eat: { gains: { hunger: +0.9 }, do: [eat], after: { hunger: -0.6 } } }\n"
     "agents: { cat: { actions: [eat] } }\n",
     "ishi: 1\n"
     "needs: { hunger: { start: 0.2, rise: 0.01/s } }\n"
     "tasks: { eat: { takes: 3s } }\n"
     "actions: { eat: { gains: { hunger: +0.9 }, do: [eat], after: { hunger: -0.6 } } }\n"
     "agents: { cat: { actions: [eat] } }\n"},
    {Code::step_never_reached, Severity::error, "step that never has its turn",
     "The steps of a list are done in order, each when the one before it is completed. A `repeat` without "
     "`times` and `until` is never completed, and `succeed` and `fail` end the list in which they stand. "
     "What "
     "comes after them is never done.\n\n"
     "Say when the step before it ends, or take out what follows.",
     "ishi: 1\n"
     "tasks: { patrol: { takes: 5s }, rest: { takes: 3s } }\n"
     "actions:\n"
     "  guard_duty: { score: 0.5, do: [repeat: [patrol], rest] }\n"
     "agents:\n"
     "  guard: { actions: [guard_duty] }\n",
     "ishi: 1\n"
     "tasks: { patrol: { takes: 5s }, rest: { takes: 3s } }\n"
     "actions:\n"
     "  guard_duty: { score: 0.5, do: [repeat: { do: [patrol], times: 3 }, rest] }\n"
     "agents:\n"
     "  guard: { actions: [guard_duty] }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_bodies() { return kBodiesRows; }

}  // namespace ishi::compiler
