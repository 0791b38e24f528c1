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
everything else is replaced; `doc` is not inherited. In a list of names `+name` adds to the inherited list
and `-name` takes out.

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
action out of the competition, so another one may take over, unless something is not `interruptible`.

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
- `needs.hunger` and `drives.worry` read levels in expressions. The game reads and writes them, too (`Population::levels`).
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
  body inwards: `until`, `while`, `timeout`, and the step itself. A step that ends lets the next one start in the
  same frame.
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
  afterwards these tasks start anew. The body then has at least this one frame before an interjection is looked at again. If
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

## Memory

```yaml
memory:
  pickups: { of: pickup, capacity: 8, forget: 10s, fields: { checked: boolean } }
actions:
  refill:
    for_each: { item: pickups }
    when: not item.checked
    considerations: { worth: item.energy.norm, near: close(distance(item)), sure: item.confidence }
    do: [fetch: { what: item }]
```

Each agent remembers at most `capacity` facts, each about one entity: the fields of its thing and its position as they
were when the game last noticed it for the agent, when that was first and last, and the memory's own fields. Noticing
somebody again refreshes the fact and keeps its own fields. In a full memory the least confident fact makes
room: the one that was noticed longest ago. With `forget: 10s` a fact is gone 10 s after it was last noticed, when a
frame begins; with `forget: never` it stays. What is remembered may be wrong: a fact about somebody who is
gone stays until it is forgotten, and only its `.known` says that there is nobody any more.

`for_each: { item: pickups }` scores the action once for each fact, and the action competes with the best of them (of
equal ones the first noticed, with `ties: last` the last). Who remembers nothing there cannot pick it. In its
`when`, scores, `weight`, body and `finally` the name stands for the fact:

- `item.energy`, a field as it was noticed, or one of the memory's own; `item.position`, where it was; `distance`,
  `direction` and `bearing` of `item` go by that, too.
- `item.age`, since it was last noticed; `item.confidence`, 1 − age / forget, 1 if it is never forgotten;
  `item.first_seen`, `item.last_seen`, moments like `time`.
- `item` itself is the entity: it may be given to a task, compared and set; `item.known`: whether it still is there.
- `running` and `elapsed` are those of the action with this fact. Inertia is added where it runs for this
  entity. To go over to another fact of the same memory ends the body and starts it anew, without a cooldown.

Steps remember and forget, too: `remember: { people: event.by }` notices somebody as the game would, `forget: item` forgets
the fact that the action is for, `forget: { people: who }` what a memory knows of somebody, also of who is gone by
now; nobody, or somebody of another kind than the memory's, changes nothing. `set: { item.checked: true }` writes a field of the memory's own.

When the fact is forgotten for which an action runs, the action fails, in the same frame, after those of its steps that take
no time: `forget: item` is a last step. In `finally` a fact that is gone has the
defaults of its fields, an age of 1,000,000 s and lies at the origin.

## Senses

```yaml
sounds:                                 # what can be heard; the game makes them, and steps: `emit: footstep`
  bottle: { radius: 14m }
  footstep: { radius: 5m, of: person, scale: it.pace.norm }     # `it` makes the sound
memory:
  enemies: { of: person, capacity: 8, forget: 10s }
  noises: { of: sound, capacity: 4, forget: 6s }                # besides what is written: noise.sound, noise.loudness
senses:
  eyes:
    sight: { range: 18m, field: 110deg }
    of: person
    when: it.side == thief              # `it` is whom the sense looks at
    visibility: 1 - 0.6 * it.cloth
    awareness:
      rise: remap(distance(it), 2m, 18m, 4/s, 0.3/s)
      fall: 0.2/s
      levels: { suspicious: 0.4, alert: 1 }
    remember: enemies
  hands: { touch: { range: 0.6m }, of: person, awareness: { rise: 100/s }, remember: enemies }
  ears: { hearing: { sounds: [bottle, footstep] }, of: sound, remember: noises }
agents:
  guard: { senses: [eyes, hands, ears], on: { suspicious: [set: { suspect: event.who }] } }
```

- Agents sense in the frames in which they think by their rhythm, right before they do. Whom they notice becomes a fact of the memory, or
  refreshes it. Nobody notices themselves, or hears a sound of their own.
- Cheap tests come first, and who is out on one is not tested on the next: what `when` and `visibility` say of `it` and the
  world alone, once a frame for all who look; the distance, up to `range` × `visibility`; the field; what `when` says besides,
  of the agent or `distance(it)`; visibility, where that depends on the agent; in the end the game, which says whether
  something stands in between (`occlusion: false` does without).
- A field is half to each side of the facing; 360deg, if none is written, sees all around. Who stands in the same place is
  in every field. A facing of zeros looks forward.
- A sound is heard once, within its radius × `scale` × `sensitivity`, where it sounded, whoever made it. A noise is about its
  maker; `noise.sound == bottle` asks which sound it was, `noise.loudness` how loud: 1 at its place, 0 at the edge.
- If more is noticed at once than the memory holds, the nearest count. A full memory gives up what was noticed before, never what another
  sense has just noticed.
- Awareness belongs to the fact, 0 to 1: `foe.awareness`; bare `awareness` is the greatest of all facts, 0 of none. It rises by `rise` for the
  time since the agent last sensed, also of whom it has just noticed; of hearing `rise` is a number, added with each sound.
  Of whom no sense notices it falls. One sense of those that fill a memory says `fall` and `levels`.
- A level is an event of its name, raised for the agent when awareness reaches it from below: `event.who` is whom it became
  aware of; and a number: `foe.awareness >= suspicious`.

## Candidates

```yaml
candidates:
  foes:   { of: person, capacity: 16 }                       # each agent's own
  around: { of: [fridge, bed], capacity: 32, scope: world }  # one for all; `scope: team`: one for each team
  orders: { fields: { urgency: { type: number, range: 0..1 }, place: point }, capacity: 4 }
values:
  crowd: count(foes, distance(it) < 5m)
actions:
  chase: { for_each: { foe: foes }, score: 0.5 + 0.1 * crowd - 0.02 * distance(foe) / 1m, do: [run_to: { whom: foe }] }
  obey:  { for_each: { order: orders }, score: order.urgency, do: [go_to: { place: order.place }] }
```

A set of candidates is what the game fills: targets, what lies around, the player's orders. Its members are entities of one
kind, of several or of any (`of: entity`); without `of` they are nothing but their `fields`. With `of`, `fields` are what each
has besides its thing's. `for_each` goes over a set as over a memory: the action is scored for each member, the best one is
what it is done for, ties go to the first in the order of the set, and an empty set takes the action out.

- Of a member are read the fields of its thing and of the set, and of entities `.position`, `.facing` and `.known`; it may stand
  wherever its entity is wanted. A field of things of several kinds must be one that all of them declare alike; `.norm` of it
  wants the same range everywhere.
- What the game withdraws fails the action that is for it. An entity that is gone leaves all sets when the next frame begins.
- Whatever of a score depends on a shared member alone is computed once for all agents.
- `count(foes)`, `count(foes, it.hp < 20)`, `sum(foes, it.worth)`, `highest(foes, it.hp)` and `lowest(foes, it.hp)` say something of a
  whole set or memory; `it` is each member in turn. Of none `count`, `sum` and `highest` are 0, `lowest` is 0 too, but 1,000,000 m
  of a length.

## Choices

```yaml
choices:
  prey:
    for_each: { foe: foes }
    when: foe.hp > 0
    considerations: { near: close(distance(foe)), weak: 1 - foe.hp.norm }
    inertia: 0.1
actions:
  hunt: { when: prey.known, score: 0.3 + 0.5 * prey.score, do: [run_to: { whom: prey }] }
agents: { wolf: { actions: [hunt, rest] }, shooter: { choices: [best_weapon] } }
```

A choice finds the best member of a set or memory without doing anything. It is written and scored as an action with `for_each` is.
Scores, conditions and steps read who it is: `prey.known` whether there is one, `prey.score`, and all that a member has
(`prey.hp`, `distance(prey)`); choices may read other choices. An agent has those that its behaviour names, and those under its
`choices`, which only the game asks for (`Population::choose`, at any time, without a life around it).

- `inertia` is added to the score of the one that was chosen last, so that it does not flicker; `prey.score` is without it. Ties go
  to the first of the set. There is no minimum: whoever passes `when` can be chosen, with a score below 0, too.
- Of nobody the score is 0, fields have their defaults, and the place is the origin.
- Scores and conditions of actions read what is chosen in this thought. What stands outside of them (steps, `to` of states, `rise` of
  needs) reads what was chosen in the last one: a body that names a choice in several steps may find another one in the next of
  them. Keep it in a key first (`set: { customer: prey }`), or let the action be for it with `for_each`.
- Tests expect `chooses: { prey: thug }`, also of agents that do nothing else; members without a name are `orders 2`.
- What the game asks between thoughts sees levels as they are by then and changes only what that choice chose last.

## Offers

```yaml
things:
  fridge:
    fields: { food: { type: number, range: 0..1, default: 1 } }
    offers:
      snack: { when: it.food > 0, gains: { hunger: 0.5 * it.food }, claims: it, do: [eat: { from: it }], after: { hunger: -0.5 } }
candidates: { around: { of: [fridge, bed], capacity: 16, scope: world } }
agents: { child: { offers: around } }
```

Things advertise what can be done with them, and agents only have needs: who adds a bed adds `nap` to everybody's life. An offer is
written as an action is, without `for_each`: the thing that offers it is `it`. For each member of the agent's set that is
such a thing the offer is scored, and the best of all actions, plans and offers is done.

- `offers` of an agent names one set of candidates or memory. What its members offer competes in every state, behind the agent's
  own actions and plans in the order of ties.
- An offer is called by its thing: tests expect `{ picks: fridge.snack, on: cold_one }`, expressions ask
  `since(fridge.snack)`. It is no name for `actions`: it comes with the set.
- What `it` offers is known: `it.food` is read without a question, and `it` may be given to a task that wants a fridge.
  Inside `count` and the like over a set `it` is each member of that set, as everywhere.

## Claims

```yaml
tokens: { suppressor: { count: 2, scope: team }, radio: 1 }
actions:
  suppress: { score: 0.6 * danger, claims: suppressor, do: [fire_at: { whom: threat }] }
  chase: { for_each: { foe: foes }, score: close(distance(foe)), claims: foe, do: [hunt: { whom: foe }] }
```

What an action claims nobody else can have at the same time. Of a token so many agents of each team, or of the world, can hold
one as its `count` says; what stands before the set in `for_each` is claimed for one agent alone, of all that there are.
Several claims are held together or not at all.

- When all have thought the claims are granted: the highest `rank` first, then the highest score, then in the order of
  agents. Who comes too late decides again without that action, or without that member of the set, in the same thought.
- Who holds a claim keeps it while the action runs, however much higher others score it. While others hold it the action
  is out of the question, as in a cooldown.
- It is free again when the action has ended, however it ended, and its agent with it; others can have it in the next frame.
  An action that is replaced ends when its agent acts.
- Who changes the team holds on to a token of the old one until the action ends, or is given one of the new team.
- In tests an agent is alone, and everything is free but what is `taken: [suppressor, old_chair]`: tokens, and entities of
  the test's `world`, that others hold. A game keeps for itself what its player holds (`World::keep_tokens`, `keep_entity`).

## Steering

```yaml
steering:
  hunter:
    directions: 16
    speed: 1.5m/s
    blend:
      chase:   { seek: { target: threat }, when: distance(threat) > 1.2m }
      circle:  { strafe: { target: threat }, when: distance(threat) >= 0.8m }
      retreat: { flee: { target: threat }, when: distance(threat) < 0.8m }
      steady:  { keep_heading: {} }
      apart:   { separate: { from: pack, range: 0.5m } }
      walls:   { avoid: {} }
actions:
  hunt: { when: threat.known, score: 0.5, do: [steer: hunter] }
```

While a body is at the step `steer: hunter` the agent moves. In every frame each of its directions, evenly spread over the plane,
gets a weight: what all the behaviours of the `blend` give it, added up. The agent goes in the heaviest direction with
a weight above 0, of equal ones the first, counted from the world's forward to the right; if there is none it stands. The step
never completes by itself: `until`, `while`, `timeout`, another part of an `any`, or another action ends it. An agent steers
one way at a time; to do several things at once, let one steering blend them.

With `dot` the cosine of the angle between a direction and the way to the target, and heights left out:

| behaviour | weight of a direction |
|---|---|
| `seek` | (dot + 1) / 2 · weight |
| `flee` | the same with the way from the target |
| `strafe` | (dot + 1) / 2 · (1 − (dot + 0.25)²) · weight: most nearly square to the target; alone it goes round it, outwards little by little |
| `arrive` | as `seek`; from `slow` on the speed falls with the rest of the way to `stop`; when a hundredth of that is left it has arrived and no longer counts |
| `separate` | as `seek` along the sum, over all who are nearer than `range`, of the way from them · (1 − distance / range); who is nearer than 5cm counts with a random direction |
| `keep_heading` | as `seek` with the direction in which it went last, but only if something else moves it |
| `wander` | as `seek` with a heading that drifts by `turn` in a second, on average; it begins where the agent looks or goes |
| `follow_path` | as `seek` towards the next cell of the way of the agent's `walk` (see *Walking*): `any: [walk: { to: home }, steer: hunter]` |
| `avoid` | takes those directions out that the game says are blocked, wherever it stands in the blend |

- A `target` is a point, or somebody, whose place it is: of a fact the remembered one. While that is nobody, and from its very place, the
  behaviour counts for nothing. A `point` of nobody is the origin: write `target: threat` rather than `threat.position`.
- `weight` and `when` are expressions of the agent, computed in every frame; `weight` is 1 if left out, of `strafe` 0.1, of `keep_heading` 0.3,
  of `separate` 8. What several of them ask for is computed once.
- `interpolate: true` lets the agent go between two directions, where the weights say that the peak lies, but not towards a
  blocked one.
- An `arrive` sets the speed for whatever else moves the agent; of several the slowest counts. Once it has arrived it sets none.
- Where the bands of a blend leave a gap, in which nothing moves the agent, the compiler says so.
- Tests expect `heads: 45deg` (see *Situations*).

## Walking

```yaml
enums: { ground: [floor, mud, water] }
navigation:
  infantry: { step: 3, turn: { side: 1, back: 2 }, max_steps: 12, speed: 2m/s }
  tank:     { speed: 5m/s, neighbours: 8, corners: false, cells: ground, costs: { mud: 3, water: never } }
actions:
  go_home: { score: 0.3, do: [walk: { to: home, by: infantry }] }
  flee:    { when: threat.known, score: 0.8, do: [walk: { away_from: threat, by: infantry }] }
```

Agents walk over a grid that the game lays over the world: each cell is of a terrain, or can be entered by nobody. A class of
`navigation` says what ways cost its agents, `walk` finds one and follows it from cell to cell.

| step | what it does |
|---|---|
| `walk: { to: place }` | goes to a point, or to somebody, and follows them as they move; completes in the place's cell, or within half a cell of it |
| `walk: { away_from: place }` | goes to the cell that is farthest from where the place was at the beginning, of equal ones the nearest; completes there |

- Of all cells that are known, a search goes on from the one with the lowest score: `step` · its cost + the turning of the last move
  (`side` up to a quarter turn, `back` beyond) + the distance that is left, columns and rows added up. Turning never counts as a cost: of ways
  that cost nearly the same it chooses one that goes straight on. Where turning costs nothing the way is always a cheapest one.
- A step costs 1, into a terrain of `costs` as much as it says; `never` keeps the class out. With 8 `neighbours` a step across a corner
  costs 1.4. `max_steps` counts these costs: mud of 3 counts as three steps.
- If the place cannot be reached, or not within `max_steps`, the way leads to the cell nearest to it, of equal ones the cheapest. From its end
  the search goes on; when it brings the agent no nearer, the step fails. It also fails where the game has no grid, outside of it, and
  when who is walked to is nobody.
- While its way is searched the agent stands, or walks on along the old one. `by` may be left out if there is one class. An agent
  walks one way at a time; what steers meanwhile (`steer`) decides where it goes.

## Planners

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

`ishi why FILE --test "NAME"` explains the decision of a test; with `--set key=value` something else is given.

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

## Expressions

`or` < `and` < `not` < comparisons < `+ -` < `* /` < unary `-` < `^` (from the right; `-x^2` is −(x²)), calls,
`.member`, parentheses. Comparisons are not chained. An expression stands on one line.

- Names: keys, `values`, `needs.NAME` and `drives.NAME` (levels), `time` (since the world began), `self`, `nothing`,
  `running` (in an action: whether it runs), curves as functions; in an action with `for_each` the name of the fact.
- `elapsed`: in an action's scores and `when` the time since this action started, 0s while it does not run; in its
  `while` and `interruptible` the same; in a step the time since that step started.
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
- Frames are counted in `think` alone: `every: 4frames` thinks in each fourth frame of the game, 15 times a second
  at 60 frames a second.

## Messages

Each error and warning has a code. `ishi explain IS102` explains one with a wrong and a right example;
`ishi explain --list` lists them.

)";

}  // namespace ishi::compiler
