#pragma once

#include <string_view>

// The parts of the language reference that no table holds: rules that run through the whole language.

namespace ishi::compiler {

inline constexpr std::string_view kReferenceOpening = R"(# The language, edition 1

<!-- Made by `ishi schema --reference` from compiler/language; a test proves it fresh. -->

What reads wrong does not compile, and what compiles does not fail in the game.

## Text

- A source file is `NAME.ishi.yaml`: UTF-8, one YAML document, at most 1 MiB and 64 levels deep.
- Quotes never change a meaning; each value is read as the field that it stands in wants it. Numbers are
  decimal (`+0.8`, `1e3`); a boolean is `true` or `false`.
- Inside `{ }` and `[ ]` a comma ends a value: put an expression with commas in quotes or on its own line.
- `# ishi: allow IS401 -- why it is right here` silences a warning (never an error); several codes have commas between them.
  At the end of a line it is about that line; on a line of its own about the next entry, with all that is indented below it; before the
  first entry of the file (`ishi: 1`) about the whole file. It counts wherever the file is included. Without a reason, with a
  slip, or silencing nothing it is a warning itself.
- Names are `[a-z][a-z0-9_]*`, at most 64 characters; a test's name is free text.
- `include: [path]` brings names in as though written here. Paths are relative to the file and stay inside
  the project, the nearest folder upward that holds an `ishi.yaml`. Reaching a file twice is fine.
  Every section of an included file comes along, and what that file includes; its agents can be extended, but
  only the agents and tests of the file itself are compiled and run.
- `import: { std: path }` brings in names behind an alias, for this file alone: `curve: std.worry`,
  `extends: std.soldier`, `std.near(distance(threat))`, `needs.std.hunger`. Behind it stand the curves, values,
  needs, drives, importance profiles, memories, actions, goals, planners, steerings and agents of that file and of those that it
  includes, not of those that it imports itself: `for_each: { item: std.pickups }`, `do: [std.hide]`, `planner: std.thrifty`.
  Enums, things, keys, tasks and events are everybody's and have no alias. An imported file stands by itself: it
  sees none of the names of those that import it, and its tests are not run.
- A file with `agents:` of its own is an asset and becomes one blob.

## Inheritance

`extends: NAME` takes over the fields of another entry of the same section. Short forms are expanded
first; maps merge key by key; naming another kind (of a curve, of a score) replaces the inherited kind;
everything else is replaced; `doc` and `renamed_from` are not inherited. In a list of names `+name` adds to the inherited list
and `-name` takes out.

## Other names

A game that runs can take over a behaviour that has changed: what keeps its section, its name and its type goes on where it
stood. `renamed_from: NAME` lets it go on under another name, too:

```yaml
blackboard: { vigour: { type: number, range: 0..1, renamed_from: stamina } }
enums: { metal: { members: [tin, steel], members_renamed_from: { steel: iron } } }
```

It may stand in everything that has a name but values and tests: entries of sections, fields, parameters, offers, plans, states. What
belongs to it comes along: the fields of a thing, the states of an agent. A list, `renamed_from: [energy, stamina]`, holds up to four names, the
latest last; the latest counts that the version before has. If that version has the new name already, it keeps that one. What has another
type begins anew. The old name must be free: nothing of the same kind may still be called so. Once no game and no save
has the old name any more the line can go.

## A decision

1. The game writes keys. What is read is held within the declared range; what is no number reads as the default.
2. Each need and drive has a level, held in 0..1. It is felt as `curve(level · weight)`: the weight is the
   importance profile's, the curve the profile's if it names one, else the need's own, else none.
3. Each action whose `when` holds gets a score from its model:

| model | score |
|---|---|
| `gains`, `reduces` | the sum of what is felt · amount, over all named needs and drives; with `normalize`, divided by the sum of the amounts without their signs |
| `tactical` | max(0, wE · expectation − wR · risk − wC · cost) · opportunity; the first three held in 0..1, opportunity in 1..2 |
| `considerations` | each held in 0..1, then combined: their `product`; `compensated`, the product of s + (1 − s)(1 − 1/n)s; `geometric`, the n-th root of the product; `min`, `max`, `mean`, `sum` |
| `score` | the expression |

   times `weight`.
4. The running action's score is raised by `inertia`. Of the actions above `minimum`, those of the highest
   `rank` compete, and the best one is picked; of equals the first in the agent's list (or the last, see
   `ties`). If there is none, what runs goes on.

With `select: { weighted: { top: 3 } }` or `softmax: { temperature: 0.1 }` the action is drawn (see `random`) in place of taking
the best: when nothing runs, among those above `minimum` of the highest `rank` that has one. `weighted` draws in proportion to the
score among the `top` best; what scores 0 or less is not drawn, and if all do the best is taken. `softmax` draws in proportion to
e^(score / temperature). What has been drawn goes on, even if its `when` no longer holds, until it ends (`while` ends it) or an
action of a higher rank takes over. An action with `for_each` takes part with its best fact.

Elsewhere the `when` of the action that runs is asked again at every thought, like those of the others. What makes it false takes the
action out of the competition, so another one may take over, unless something is not `interruptible`. Its own task can be what does:
in `reload: { when: ammo < 12, do: [load, wait: 1s], after: { nerves: -0.5 } }` a `load` that fills it is thought about before the
next step, so the agent neither waits nor calms down. `interruptible: false` lets such an action come to its end.

What is finished counts as finished. Steps are *over* when their reports are in, their waits are due, and only steps that take no time
are left (`set`, `emit` and their like). An agent whose action is over does not think in that frame: the action ends as its steps
say, with `after`, `cooldown` and `finally`, whatever its `when` says by then and whatever else would score higher, and the agent thinks
in the next frame. So `eat: { when: food > 0, do: [chew, set: { meals: meals + 1 }], after: { hunger: -0.6 } }` satisfies also if
`chew` takes the last food, in whichever frame the agent thinks.

## Thinking

How often an agent thinks is its `every`: so many frames of the game, a duration, or an expression that gives one of the two.

```yaml
agents:
  guard:    { actions: [patrol], think: { every: 4frames, on: [damaged] } }
  villager: { actions: [stroll], think: { every: 0.5s } }
  crowd:
    actions: [mill_about]
    think:
      every: if(distance(player) < 20m, 1frames, 16frames)
```

- Frames go with the frame rate: at 60 frames a second `4frames` is 15 times a second, at 30 half as often. A duration
  does not: the agent thinks in the first frame in which it has passed, and where frames are longer than that, in each one.
- Agents are spread over the frames, so that each frame has about as many thoughts. For that an agent may now and then think a
  little earlier than asked, by up to an eighth of its interval or one frame. Later it thinks only where the game
  allows fewer thoughts in a frame than are due (a quota).
- An expression counts from the agent's last thought on. It is looked at when the agent is due, and in between whenever a
  quarter of what it gave has passed: one of the crowd whom the player comes near thinks after 4 frames at the latest.
  It is held between 1 frame and 3600, or 1ms and 1h. It reads what the agent knows as scores do; `elapsed` and `running` mean
  nothing there. When it gives more than before the first wait may be anything between the two, so that a crowd does not stay in step.
- An event under `on` makes the agent think in the same frame or the next, and so does the end of what it does. Its own beat goes on
  as before.
- Who has just been spawned thinks within its interval for the first time; of an agent alone that is at once.

## States

```yaml
agents:
  guard:
    actions: [reload]                      # compete in every state
    states:
      calm:                                # the first one is the one that an agent begins in
        actions: [patrol, rest]
        to: { alert: needs.fear > 0.5 }
      alert:
        importance: furious                # counts in place of the agent's own profile
        enter: [set: { lamp: true }]
        actions: [shoot, flee]
        to: { calm: needs.fear < 0.2 and elapsed > 5s }
        finally: [set: { lamp: false }]
```

An agent is in one of its `states` at a time. Before it thinks, when its levels have been brought up to date, the first condition
under `to` that holds brings it into another state, once a thought. What it does then and the new state lacks is aborted when
it acts; while that may not be interrupted, the transition waits. `elapsed` in a condition is the time in this state.

- `finally` of the state that is left, then `enter` of the new one are done at once, before the scores of that thought: what they
  `set` of the agent's own is read by these scores. `enter` of the first state is done before the agent's first thought. `finally`
  is also done when the agent is despawned.
- The agent's own `actions`, and the plans of its planner, compete in every state. Among equals they go first, then those of the
  states in the order of the text. An action may be named by several states; whether it is the agent's own or of states, not both.
- A state's `importance` counts while the agent is in it. The game gives an individual its own profile
  (`Population::set_profile`), which counts again afterwards.
- The game may ask (`Population::state`) and set a state (`Population::set_state`), for saves and tests; nothing is done for that.
- A test says `state: alert`, and expects one with `expect: { state: alert }`. One thought alone does nothing for the state that
  the agent is in; what it goes over to is entered. A run enters the first state, but not one that the test names.

## Levels

The level of a need or drive, 0 to 1, is either computed from what the agent knows, or carried by each agent:

```yaml
needs:
  safety:  { level: 1 - hp.norm }                                # computed wherever it is read
  hunger:  { start: 0.2, rise: 0.01/s }                          # carried: it grows by itself
  fatigue: { rise: 0.02/s + 0.05/s * speed.norm, while: not asleep }
actions:
  eat:   { gains: { hunger: +0.9 }, do: [eat], after: { hunger: -0.6 } }
  sleep: { gains: { fatigue: +0.8 }, do: [nap], during: { fatigue: -0.1/s } }
```

- A carried level begins with `start` (0 if only `rise` is said). When the agent thinks, and when an action ends, it moves by
  all its rates, times the time since it last did so: `rise` while its `while` holds, and the `during` of the action that
  runs. All rates read the levels of before, so they may depend on each other. It never leaves 0..1.
- `after` is added when an action completes: not when it fails, is broken off or makes way for another. What satisfies is
  below 0.
- `needs.hunger` and `drives.worry` read levels in expressions, as they are by then: `until: needs.tired < 0.05` ends in the frame in
  which it is so, however seldom the agent thinks. The game reads and writes them, too (`Population::levels`, `level_now`).
- A test gives them as `given: { needs.hunger: 0.5 }` and expects them at the end of a run as `expect: { level: { hunger:
  0.3..0.4 } }`. One thought alone moves no level.

## Bodies

`do` is the name of a task, or a list of steps done in order; a step that fails fails the list. A step is the
name of a task, a task with its arguments by name, or one of the built-in verbs. Modifiers stand beside it,
in the same column; what all of them are stands under *A step*.

```yaml
do:
  - set: { aiming: true }          # writes keys; all values are computed before the first is written
  - aim: { at: threat }            # a task with its arguments
    timeout: 2s
    retry: 2                       # two more attempts after a failure, each in the next frame
  - do: fire                       # a task without arguments, with modifiers
    interruptible: false
  - do: [fire, wait: 0.2s, fire]   # a body in place: several steps as one
    when: ammo > 3
    on_fail: continue
  - fire
  - wait: 0.4s
```

- A step's `when` is asked once, when its turn comes. Then, at its start and in each frame, from the outermost
  body inwards: `until`, `while`, `timeout`, and the step itself. What is over ends as it says, before any of these is asked: a task
  reported in the very frame of its `timeout` has completed. A step that ends lets the next one start in the same frame.
- A frame has four rounds, in each of which the game may report at once what it was told to start. So of tasks in a row that are over at
  once four start in one frame, and the fifth in the next one. Steps that take no time of themselves (`set`, `emit`, …) need no round.
- Each attempt of a step with `retry` begins anew: `timeout`, `elapsed` and what `until` and `while` read of it count from its start.
- An action for somebody who is forgotten fails, unless it is over. What `after` and steps read of them as a member is then what is read
  of nobody; fields of somebody who still is in the world are read as they are.
- Arguments are expressions, computed when the task starts; a parameter that is `live` follows its argument while the task
  runs. A parameter without a default must be given. A task whose `requires` does not hold fails at once.
- The names of a task's parameters are known in its own `requires` and `effects` alone. `effects` are what tests and plans assume:
  the game brings them about.
- An action's `while` ends it, as aborted; its `interruptible` and those of its running steps must all hold before an action
  of the same rank may take over. Without `do` it goes on until another one takes over.
- `cooldown` counts from the action's end, however it ended; `cooldown_after_failure` from a failure. The longer one counts.
- `finally` is done when an action ends, in whatever way, and `on` when an event arrives. What stands there takes no time:
  `set`, `emit`, `remember` and `forget`, with or without `when`, and `do` with such steps.
- What a step sets is seen by the steps after it at once, by scores when the agent next thinks. Keys of the team and the world
  change at the end of the frame, as their `merge` says; those without `merge` are the game's.
- When an action ends its agent thinks in the next frame, whatever `every` says. An action whose steps take no time is
  over at once and may be chosen again in each frame: a `cooldown` says how long not.
- `emit` posts an event `to` the game (which gets it among its commands), the agent itself, its team or everyone in the
  world. Who has it under `on` or `think: { on: … }` hears it in the same frame or the next. `by: self` needs a field of
  type `entity`: an agent is nobody's thing.

## Goals

A goal is something that agents do by name, with what it is told. It is *inactive*, then *active*, and ends once: *completed*,
*failed* or *aborted*. A goal is written wherever a task may be, and its body is one of these, as a step's may be:

| body | what it does |
|---|---|
| `do: [steps]` | in order; a step that fails fails it |
| `first: { name: method }` | the first method whose `when` holds; if it fails, the next one that does; none left: failed |
| `best: { name: method }` | the highest `score` first, scored anew after each failure; each method once |
| `all: [steps]` | at the same time; the first failure aborts the others |
| `any: [steps]` | at the same time; the first completion aborts the others; failed when all have failed |
| `repeat: { do: [steps], times: n }` | again and again, each round from the next frame on |
| `plan: { reach: …, using: [steps] }` | the cheapest order of steps that makes `reach` true |

```yaml
goals:
  reach_cover:
    first:                                # tried in order; a method that fails gives way to the next
      near_cover:
        when: cover.known
        do: [go_to: { place: cover.position }, crouch]
      run_away: { do: [run_from: { who: threat }] }
  go_to:
    params: { place: point }              # copied when the goal begins
    do: [move_to: { place: place }]
    interject:
      shut: { when: door_shut, do: [open_door] }
    finally: [set: { walking: false }]
  rearm:
    plan: { reach: ammo > 0, using: [go_to_store, fetch_ammo, load] }
```

- A method is a step: `when` says whether it may be taken, modifiers modify it. A failed goal is its parent's to deal with: the next
  method, another attempt (`retry`), in the end the action fails and the agent chooses anew.
- The names of a goal's parameters are known in the goal alone; a parameter may not be called as a key, value, curve,
  function or word of the language is.
- Interjections are looked at before the body goes on, in each frame and at the beginning: the first whose `when` holds is done to
  its end, even if that turns false. For it the running tasks of the body are aborted; everything else keeps its place, and
  afterwards these tasks start anew. Time goes on meanwhile, for every step: an interjection counts for the `wait`, the `timeout` and the
  `elapsed` of a step of the body, and what has run out by its end is over when the body goes on; a `timeout`, `until` or `while` of the goal
  itself, or around it, ends it at once, interjection and all. What is over is not broken into. The body then has at least this one frame before an interjection is looked at again. If
  it fails, the goal fails.
- `all` and `any` start their parts in the order of the text. Beside tasks, a `fail` in `all` or a `succeed` in `any` stops
  those that have just started before the game hears of them.
- `finally` is done once for the goal, when it is over, not after each attempt of its `retry`.
- A goal's own `when` is asked when it begins and fails it if false; beside a step that does a goal `when` skips the step. `while`,
  `until`, `timeout`, `retry` and `on_fail` work on goals as they do on steps.
- A goal cannot do itself, directly or by way of others; `repeat` does something again.
- A plan is made from what tasks and goals say: a step can be taken when its `requires` holds, changes keys as its `effects` say, and
  costs what the task `takes`, or the `cost` beside it (a goal needs one). A step under `using` whose `when` does not hold is kept
  out of the plan. Of the cheapest plans the one whose steps come first in
  the text is taken. A step that would be given nobody is not planned. When a step fails, or all are done and `reach` does not hold,
  it is planned anew, three times (`retry`). If there is no plan, it fails at once.
- `succeed` completes the list of steps in which it stands, `fail` fails it.

)";

// After what is said of surroundings.
inline constexpr std::string_view kReferenceOfTools = R"(## Planners

The `plans` of a planner are actions, of which the best one is chosen; a `plan` is a body, which finds an order of steps (see
*Goals*).

A planner is a set of plans, written as actions are, with its own sense of what rewards are worth: the score of a plan is the
sum of what each of its `rewards` is worth to the planner now, times how much of it the plan brings. An agent has `actions`, a
`planner`, or both, which then compete; its `select` goes before that of the planner. Planners extend each other: the same plans,
judged otherwise.

```yaml
planners:
  thrifty:
    rewards: { energy: (1 - energy)^2 }      # the emptier, the more
    plans:
      refill: { for_each: { item: pickups }, rewards: { energy: item.energy }, do: [fetch: { what: item }] }
      roam: { score: 0.01, do: [wander] }
    select: { ties: last }
```

## Curves

With `input: 0h..24h` a curve takes a duration: 0h becomes x = 0 and 24h becomes x = 1. Places and widths on x are
written in the unit of the `input`, or as plain numbers in 0..1 of it: a peak in the evening is
`gaussian: { center: 18h, width: 3h }`, or `{ center: 0.75, width: 0.125 }`. Slopes and heights are plain numbers;
a slope of 1 climbs from 0 to 1 along the whole `input`. A curve that lists its x has no `input`: its x are written
in the units of what it is given.

## Situations

In a test, a key that is not given has its default, and the agent stands at the origin unless `self` says
otherwise. `someone` is an entity at the origin whose fields have their defaults; entities with a place
and fields of their own stand under `world`. An action whose `when` does not hold fails an expected score or
order. An order compares scores alone: ranks, inertia and the minimum do not count in it. That an action cannot
be picked is expected by what is picked in its place; there is no expectation for it yet.

`time` is 0s and cannot be given. What depends on the hour reads a key that the game writes
(`hour: { type: duration, range: 0h..24h, scope: world }`), and a test gives that.

`remembers: { pickups: [{ is: far_one, age: 2s }, { energy: 10, position: [3, 0, 0] }] }` fills a memory: each row is a
fact about an entity of `world`, or about one without a name. What a row does not say is as it is with that entity. With
`on: far_one` beside `picks` the action must be picked for that entity.

`notices: { eyes: thug, ears: nothing }` expects whom senses notice: one name, a list, or `nothing`, which means exactly them. It looks at
one sensing of the situation as it stands; the thought of a test without `run` is made without senses. `hidden: [thug]` names
those that something stands before, `sounds: [bottle: keg]` what is heard, and the entity of `world` that makes it. Rows of
`remembers` may give `awareness`.

`heads: 45deg` is where the agent goes that steers: after the thought, and the beginning of what it chose, one move is made; with `run`
it is the last one. It is counted from the world's forward to the right, to the left below 0, and met to half a degree; a range such as
`40deg..50deg` does, too, and `nothing` if it stands. `blocked: [[1, 0, 2]]` names places in cells of one metre, centred on whole metres, that
nobody can enter: a direction is blocked that runs into one within a metre, and ways lead around them.

`reaches: [3, 0, 2]` is where the way ends that the agent begins to walk by this thought, to half a metre; with `run` it comes there at some
time. The test's grid holds all that the situation names, and 16 metres around it.

`ishi why FILE --test "NAME"` explains the decision of a test; with `--set key=value` something else is given. It ends with the
smallest change of one key, or of one carried level, that would have made another option win: `at hp ≤ 31 it would flee`. Numbers are
tried over their declared range, words, booleans and entities one by one, and the runtime decides each time; the smallest
share of a range comes first.

`ishi test --coverage` tells what the tests of all files together have tried: which actions were ever chosen, which methods of goals ran
(or goals without methods), which segments of curves were visited, and which importance profiles were tried; `--coverage=FILE.html`
writes a page of it, too. The segments of a curve of rows lie between them, those of a formula are the quarters of its `input`.

`ishi show FILE` prints the program after `include` and `extends`, and beside each value that was not written there where it was:
`survival: 1  # from soldier, line 17`. What it prints compiles to the same. `--agent NAME` shows one agent and what it names,
`--defaults` what is not written, too.

`ishi diff OLD NEW` compares two files, or two folders, in meaning: comments, docs, orders of maps that decide nothing and ways to write the same number
change nothing. What says the same under a new name is renamed, and nothing changes where it is named. Where something changes, both decide in a million random situations (`--samples N`), the same ones each time: keys, levels, what
is remembered, candidates of the agent, who is near, what runs already; each agent alone, and nobody holds what it claims. It tells which
share of decisions changes, from what to what, each with a situation that a test can give, and on what they depend that is not sampled
(`since`, ages, cooldowns, who else holds a token). Shares are of situations drawn for this: `--sample uniform` draws every value alike,
`--sample defaults` leaves most keys at theirs, `mixed`, which is usual, does both. `--trace FILE` takes recorded situations
instead, a line of JSON each: `{"agent": "guard", "set": {"hp": 20, "threat": "someone"}, "running": "shoot"}`, with `importance`,
`state` and `test` as `ishi why` takes them. It ends with 0 if nothing changes in meaning, 1 if something does, 2 if they cannot be compared.

## Runs

With `run: 5s` the situation is where a test begins: the agent is simulated at 60 frames a second, without a game.
It goes where its steering heads or its walk leads, and looks there; everybody else stands still.

```yaml
a guard fights on, whatever happens:
  agent: guard
  given: { threat: someone, ammo: 2 }
  run: 8s
  at:
    2s: { set: { hp: 40 } }
    3s: { emit: { damaged: { amount: 5 } } }
  fails: { move_to: [1s, 4s] }
  expect:
    picks: shoot
    does: [aim, fire, aim]
    max_switches: 3
    key: { ammo: 6, hp: 30..50, threat: someone }
```

- A task lasts as long as it `takes` and then has its `effects`; without `takes` it is done at once.
- Agents with senses sense in a run whenever they think; `at: { 2s: { hidden: [], sounds: [bottle: keg] } }` says who is hidden from
  then on, and what is heard. `notices` is whom they noticed when they sensed last.
- `at` a time keys are `set`, then events come, in the first frame from then on; what an event does not tell has its
  default. Each time of `fails` fails one task: that which runs then, or else the next one of its name as soon as it starts.
- `picks` is what the last thought chose; with `within: 1s`, what some thought chose until then. `order` and `score` are
  those of the last thought. `does` are the first tasks that are started. `max_switches` counts how often another
  action is chosen than the one before. A `key` is looked at when all is over: a number is met to 0.00001, an
  integer exactly, an entity by its name, `nothing` or `someone` (whoever it is).

`ishi play FILE --test "NAME"` shows a run line by line; with `--at "2s: { set: { hp: 5 } }"` and `--fail move_to=2s` more
happens in it.

### Proofs

A test with `for_all` is about every situation, not one: every value of the keys and carried levels that it names within
their ranges, and every value that the declared ranges allow of all else, places and sets included.

```yaml
tests:
  nobody shoots an empty gun:
    agent: guard
    for_all: { ammo: 0 }
    never: { picks: shoot }
  the wounded flee or hide:
    agent: guard
    for_all: { hp: 0..20, threat: someone }
    always: { picks: [flee, hide] }
    order: [flee, shoot]
    score: { flee: 0.5..1.2 }
```

- A number has a range `0..20` within the declared one, or one value, anything else a value; `any` is all that is declared (of an
  entity: nobody, too), `someone` and `nothing` one half of that. `needs.hunger: 0.5..1` is a level that agents carry. `given` may
  stand beside it, for other keys.
- Sets hold whatever they can, unless the test fills them: `candidates` and `remembers` may stand beside `for_all`, with fixed members
  (`[]`: none), and so may a `world`, whom those and keys name: `for_all: { threat: wolf }`. What choices choose of them stays open.
- It is about one thought, in which nothing runs, nothing cools down; others may hold what an action claims; with the
  agent's importance or the one that is named; in the state that is named, or one that it leads to, or in any.
- `always` and `never` say what is picked: an action, one of several, or `nothing`. `order` and `score` are about actions
  where they are eligible; a claim about one that is nowhere eligible in these ranges fails.
- It is *proved*, over ranges that are narrowed and split and over sums, and then holds for every number that a float can
  be (numbers nearer to 0 than 1e-30 taken for 0); or *refuted* by a situation that the game's own runtime has confirmed, in words that
  can be copied into a test; or *undecided*, with the largest part that is left, which is no success: narrow the ranges. It is undecided,
  too, if what contradicts it is a matter of what no test beside `for_all` can give, such as what is drawn; it says of what.
- `ishi why` and `ishi play` take the single values of a `for_all`, and ask for those of its ranges: `--set hp=5`.

## Expressions

`or` < `and` < `not` < comparisons < `+ -` < `* /` < unary `-` < `^` (from the right; `-x^2` is −(x²)), calls,
`.member`, parentheses. Comparisons are not chained. An expression stands on one line.

- Names: keys, `values`, `needs.NAME` and `drives.NAME` (levels), `time` (since the world began), `self`, `nothing`,
  `running` (in an action: whether it runs), curves as functions; in an action with `for_each` the name of the fact.
- `elapsed`: in an action's scores and `when` the time since this action started, 0s while it does not run; in its
  `while` and `interruptible` the same; in a step the time since that step started, or its latest attempt did.
- `since(damaged)`: how long ago an event last reached the agent; `since(flee)`: how long ago it ended an action, in whatever
  way, and 0s while it runs. What has never happened was 1,000,000 s ago. In the `on` of an event it has just arrived.
- `random`: 0 to 1, below 1; `lerp(2s, 5s, random)` lies between 2s and 5s. Each `random` that is written draws for
  itself: in scores anew at each thought, in a body whenever what it stands in is asked. In one thought a value
  is the same wherever it is named, and for all facts of a memory. What is drawn follows from the world's seed,
  the agent's identity (`SpawnOptions::identity`), how often it has drawn, and the place in the text, whatever else
  the game does; tests have the seed 0. `requires`, `effects` and what a plan is made of cannot draw.
- `event.FIELD`, under an agent's `on`: what has just arrived tells it.
- `key.norm` maps the declared range to 0..1. An entity has `.known`, `.position`, `.facing` and its thing's
  fields. Nobody is 1,000,000 m away, at bearing 0; of nobody `.position` is the origin, `.facing` is forward, and
  fields are their defaults.
- A direction is as the game, a test or an expression gives it: it is not made 1 long. An angle does not depend on
  its length; with a direction of zeros it is 0deg.
- A word of an enum is a name only where that enum is compared or given, and there it goes before a key or
  value of the same name.
- Sums and comparisons need the same unit on both sides. A unit times a number, a unit by the same unit, a
  length by a duration, a speed times a duration, a length by a speed, a rate times a duration and a
  number by a duration make sense; other products do not.
- A condition counts as 0 or 1 where a number is wanted, never the other way round. `==` is for whole
  numbers, conditions, words and entities.
- Every operation has a result: x / 0 is 0, the root and logarithm of what has none are 0, `0^0` is 1, a
  negative number to a fractional power is 0, what grows too large stays at the largest number.
- `round` goes half away from zero; `mod` has the sign of its divisor.
- Frames are counted in `think` alone, with the frames of the game: see there.

## Messages

Each error and warning has a code. `ishi explain IS102` explains one with a wrong and a right example;
`ishi explain inertia` explains a word, `ishi explain --list` lists all, and [diagnostics.md](diagnostics.md) holds all of them with what is said to the wrong example.

)";

}  // namespace ishi::compiler
