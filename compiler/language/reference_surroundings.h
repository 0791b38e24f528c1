#pragma once

#include <string_view>

// What the language reference says of an agent's surroundings: what it knows, senses and weighs, and how it
// moves.

namespace ishi::compiler {

inline constexpr std::string_view kReferenceOfSurroundings = R"(## Memory

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
  sense has just noticed, and whoever is in sight only for somebody nearer.
- A sense with `occlusion` asks the game for as many in each sensing as its memory holds, the nearest first. If more than these pass the
  other tests, they take turns: those in sight, for whom the game's last answer was a clear line, are asked for at least every second
  time; the other half of the questions goes to the others while any wait. These go round by distance and then in an order that does not
  change, so that everybody who could be seen is asked for in time, however many stand behind a wall. While as many are in sight as the
  memory holds, only those who are nearer than one of them wait. Whoever is in sight keeps awareness while others are asked for: the next
  answer counts for that time, too. `forget` should be longer than two sensings.
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
| `strafe` | (dot + 1) / 2 · (1 − (dot + 0.25)²) · weight: most nearly square to the target, to either side: with `keep_heading` beside it, it goes round |
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

)";

}  // namespace ishi::compiler
