#!/usr/bin/env bash
# The contract's header as a game programmer relies on it: it compiles without a warning whatever the YAML calls
# its parts, its world takes the asset that it was made from, and says what changed afterwards.
#
#   header_test.sh ISHI SOURCE_FOLDER GENERATED_HEADERS RUNTIME_LIBRARY CXX FLAGS     prints what failed; exits with 1 then
set -uo pipefail

ishi=$1
source=$2
runtime=(-I "$source/runtime/include" -I "$3")
library=$4
cxx=$5
read -ra flags <<<"$6"
source "$(dirname "${BASH_SOURCE[0]}")/../shell_checks.sh"

compilers=("$cxx")
for other in g++ clang++; do
  path=$(command -v "$other") && [[ $(readlink -f "$path") != $(readlink -f "$(command -v "$cxx")") ]] &&
    compilers+=("$other")
done
compiles() { # compiles FOLDER FILE: with every compiler there is, without a warning
  for compiler in "${compilers[@]}"; do
    exits 0 "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
      -I "$1" "${runtime[@]}" "$2" || return 1
  done
}
links() { # links FOLDER PROGRAM: a game of the header in FOLDER
  exits 0 "$cxx" -std=c++20 "${flags[@]}" -I "$1" "${runtime[@]}" "$source/tests/header/load.cpp" \
    "$library" -o "$2"
}

without_asset() { # without_asset HEADER: what of it only files with agents say
  sed -E '/^\/\/ The ids of the keys that running/,/^}  \/\/ namespace watched/d
    /^\/\/ (Agents|Choices|Needs and drives|Memories|Importance profiles): for /,/^}  \/\/ namespace/d' "$1" | cat -s
}

# --- examples/guard
cp -r "$source/examples/guard" guard
check "a header is written" exits 0 "$ishi" header guard -o one/game.h
check "… that a game compiles with" compiles one "$source/tests/header/guard.cpp"
check "… and links with" links one guard_game
check "assets are built" exits 0 "$ishi" build guard -o built --header two/game.h
check "… with the same header beside them" cmp one/game.h two/game.h
check "one file is enough" exits 0 "$ishi" header guard/game.ishi.yaml -o two/game.h
check "… for the same contract" cmp <(without_asset one/game.h) <(cat -s two/game.h)
check "… without agents that watch keys" lacks two/game.h "namespace watched"
stamp=$(stat -c %Y.%y one/game.h)
sleep 0.05
check "again" exits 0 "$ishi" header guard -o one/game.h
check "… touches nothing" test "$stamp" = "$(stat -c %Y.%y one/game.h)"
check "the asset is taken" exits 0 ./guard_game built/guard.ishi guard
check "… without a word" has out "done; the contracts agree"

changed() { # changed NAME SED_SCRIPT MESSAGE: an asset whose contract changed is refused, and this is said
  sed "$2" "$source/examples/guard/game.ishi.yaml" >guard/game.ishi.yaml
  check "$1: builds" exits 0 "$ishi" build guard/guard.ishi.yaml -o changed
  check "$1: is refused" exits 1 ./guard_game changed/guard.ishi guard
  check "$1: is said" has out "$3"
}
changed "another range" 's/range: 0..100, default: 100/range: 0..120, default: 100/' \
  'key `hp`: the game was built for number 0..100, the asset has number 0..120'
changed "another type" 's/ammo:     { type: integer/ammo:     { type: number/;s/effects: { ammo: ammo - 1 }, //' \
  'key `ammo`: the game was built for integer 0..12, the asset has number 0..12'
changed "a parameter that is gone" 's/, pace: { type: speed, default: 5m\/s }//' \
  'parameter `run_from.pace`: the game was built for speed -1000000m/s..1000000m/s, the asset does not have it'
changed "a new key" 's/^  in_cover: boolean/  in_cover: boolean\n  rage: { type: number, range: 0..1 }/' \
  'key `rage`: the game does not know it, the asset has number 0..1'
cp "$source/examples/guard/game.ishi.yaml" guard/

# --- names that C++ does not like
check "nasty names" exits 0 "$ishi" header "$source/tests/header/nasty.ishi.yaml" -o nasty/game.h
printf '#include "game.h"\n' >nasty/empty.cpp
check "… compile" compiles nasty nasty/empty.cpp
check "… a key that is a keyword" has nasty/game.h "ishi::Key<float> default_{"
check "… two structs of one name" has nasty/game.h "struct alignas(8) MoveTo_ {"
check "… link" links nasty nasty_game
check "their asset" exits 0 "$ishi" build "$source/tests/header/nasty.ishi.yaml" -o built
check "… is taken" exits 0 ./nasty_game built/nasty.ishi guard
check "another namespace" exits 0 "$ishi" header guard -o named.h --namespace studio::game
check "… is there" has named.h "namespace studio::game {"

check "enums of one name are told apart by what they are of" has nasty/game.h "enum class ThingDoorState : uint8_t { open, shut };"
check "… of a task" has nasty/game.h "enum class TaskDoorState : uint8_t { open, shut, ajar };"
check "… of an event" has nasty/game.h "enum class EventDoorState : uint8_t { open, shut, locked };"

# --- keys at their places, tasks and events
mkdir shared
printf 'ishi: 1\nblackboard: { own: number, alarm: { type: number, scope: team }, hour: { type: number, scope: world } }
things: { door: { fields: { locked: number } } }\ntasks: { go: {} }\nevents: { hit: { fields: { by: entity } } }
candidates: { orders: { fields: { place: point, what: { one_of: [go, stay] } }, capacity: 4 },
  doors: { of: [door], fields: { worth: number }, capacity: 8, scope: world, doc: "all of them" } }
tokens: { radio: { count: 2, scope: team }, stage: 1 }\n' >shared.ishi.yaml
check "a contract with keys of all places" exits 0 "$ishi" header shared.ishi.yaml -o shared/game.h
printf '%s\n' '#include "game.h"' 'bool use(ishi::World& world, ishi::Population& guards) {' \
  '  ishi::Column<float> column = guards.column(game::own);' \
  '  return guards.column(game::own, column) && world.team_key(game::team::alarm, column) &&' \
  '         world.world_key(game::world::hour, column) && world.field(game::door::locked, column);' '}' \
  'uint32_t fill(ishi::World& world, ishi::Population& guards, ishi::Entity door) {' \
  '  ishi::Entity order;' \
  '  if (!guards.candidates(guards.agent_of(0), game::orders::id).add(order)) return 0;' \
  '  (void)guards.candidates(guards.agent_of(0), game::orders::id).set_field(order, game::orders::place, {1, 2, 3});' \
  '  (void)guards.candidates(guards.agent_of(0), game::orders::id).set_field(order, game::orders::what, game::OrdersWhat::stay);' \
  '  (void)world.candidates(game::doors::id).set(std::span(&door, 1));' \
  '  (void)world.candidates(game::doors::id).set_field(door, game::doors::worth, 1);' \
  '  uint32_t count = 0;' \
  '  (void)world.tokens_in_use(game::tokens::radio, {}, count);' \
  '  return count + game::doors::capacity;' '}' >places.cpp
check "… whose right use compiles" compiles shared places.cpp
printf '%s\n' '#include "game.h"' \
  'struct AtOnce : game::Tasks<AtOnce> {' \
  '  ishi::Ending start(const ishi::Started<game::Go>&) { return ishi::Ending::completed; } };' \
  'struct Later : game::Tasks<Later> { ishi::Token running;' \
  '  void start(const ishi::Started<game::Go>& go) { running = go.token; }' \
  '  void end(const ishi::Ended<game::Go>&) { running = {}; }' \
  '  void thinking(ishi::Population&, const ishi::Batch&) {} };' \
  'bool play(ishi::World& world) { ishi::Sequential jobs; Later later;' \
  '  return ishi::run_frame(world, jobs, later) && ishi::run_frame(world, jobs, AtOnce()); }' >tasks.cpp
check "a class that handles each task compiles" compiles shared tasks.cpp

# A game in which each line is wrong, compiled once by each compiler: the words and the number of each line are in what it
# says.
cat >wrong_lines <<'END'
Population::column is for keys of agents|column = guards.column(game::world::hour);
Population::column is for keys of agents|(void)guards.column(game::team::alarm, column);
World::world_key is for keys of the world|(void)world.world_key(game::own, column);
World::team_key is for keys of teams|(void)world.team_key(game::world::hour, column);
this key is not of the members of a set|(void)guards.candidates(guards.agent_of(0), game::orders::id).set_field(ishi::kNobody, game::own, 1);
World::field is for fields of things|(void)world.field(game::own, column);
Population::refreshed is for keys of the blackboard|(void)guards.refreshed(game::door::locked);
only a task starts|(void)ishi::dispatch(guards, commands, [](const ishi::Started<game::Hit>&) {});
only a task ends|(void)ishi::dispatch(guards, commands, [](const ishi::Ended<game::Hit>&) {});
only an event can be posted|(void)world.post_to_everyone(game::Go{});
MemoryId|(void)guards.remember(guards.agent_of(0), game::orders::id, ishi::kNobody);
TokenId|(void)world.keep_tokens(game::orders::id, {}, 1);
SetId|(void)world.candidates(0, game::orders::id);
TeamId|(void)world.post_to_team(1, game::Hit{});
TeamId|(void)guards.set_team(guards.agent_of(0), 1);
ThingSection|(void)ishi::EntityOptions{.thing = game::Hit::id};
EventSection|(void)ishi::EventOptions{.event = game::Go::id};
TaskId|(void)commands.starts_of(game::Hit::id);
SoundId|(void)world.make_sound(game::door::id, ishi::kNobody);
a fact has no such key|(void)guards.set_fact_field(guards.agent_of(0), {}, 0, game::own, 1);
ChoiceId|(void)guards.chosen(guards.agent_of(0), game::tokens::stage, chosen);
the task `go` needs|struct One : game::Tasks<One> {} one;
the task `go` needs|struct One : game::Tasks<One> { void start(const ishi::Started<game::Go>&) {} } one;
`thinking` is called with|struct One : game::Tasks<One> { ishi::Ending start(const ishi::Started<game::Go>&) { return {}; } void thinking(int) {} }; (void)ishi::run_frame(world, ishi::Sequential(), One());
`update` is called with|struct One : game::Tasks<One> { ishi::Ending start(const ishi::Started<game::Go>&) { return {}; } void update(ishi::Updated<game::Go>&) {} }; (void)ishi::run_frame(world, ishi::Sequential(), One());
`update` is called with|struct One : game::Tasks<One> { ishi::Ending start(const ishi::Started<game::Go>&) { return {}; } void update(const ishi::Started<game::Go>&) {} }; (void)ishi::run_frame(world, ishi::Sequential(), One());
it needs `move`, too|struct One : game::Tasks<One> { ishi::Ending start(const ishi::Started<game::Go>&) { return {}; } void moving(ishi::Population&, const ishi::MoveBatch&) {} }; (void)ishi::run_frame(world, ishi::Sequential(), One());
the game needs `ishi::Dispatched carry_out|struct One {} one; (void)ishi::run_frame(world, ishi::Sequential(), one);
END
awk -F'|' 'BEGIN { print "#include \"game.h\"" }
  { print "void use" NR "(ishi::World& world, ishi::Population& guards, ishi::Commands& commands, ishi::Column<float> column, ishi::Chosen& chosen) { " $2 " }" }
' wrong_lines >wrong.cpp
for compiler in "${compilers[@]}"; do
  all_errors=()
  [[ $("$compiler" --version) != *clang* ]] || all_errors=(-ferror-limit=0)
  check "wrong uses do not compile" exits 1 "$compiler" -std=c++20 -fsyntax-only "${all_errors[@]}" -I shared "${runtime[@]}" wrong.cpp
  number=1
  while IFS='|' read -r words line; do
    check "… $line" has err "$words"
    check "… is the line that is named" has err "wrong.cpp:$((++number)):"
  done <wrong_lines
done

# --- a task that gives something back
mkdir gives
printf 'ishi: 1\ntasks: { judge: { gives: { worth: number } } }\n' >gives.ishi.yaml
check "a task that gives something back" exits 0 "$ishi" header gives.ishi.yaml -o gives/game.h
judges() { # judges START...: a game whose task begins so
  printf '%s\n' '#include "game.h"' 'struct Judging : game::Tasks<Judging> {' "$@" '};' \
    'bool play(ishi::World& world) { ishi::Sequential jobs; Judging game; return bool(ishi::run_frame(world, jobs, game)); }' >gives/judging.cpp
}
judges 'std::optional<game::Judge> start(const ishi::Started<game::Judge>&) { return game::Judge{}; }'
check "… returns its struct" compiles gives gives/judging.cpp
judges 'ishi::Ending start(const ishi::Started<game::Judge>&) { return ishi::Ending::completed; }'
for compiler in "${compilers[@]}"; do
  check "… and no ending alone" exits 1 "$compiler" -std=c++20 -fsyntax-only -I gives "${runtime[@]}" gives/judging.cpp
  check "… and says what it needs" has err 'the task `judge` needs `std::optional<game::Judge> start'
done
judges 'ishi::Ending start(const ishi::Started<game::Judge>&) { return ishi::Ending::completed; }' 'void end(const ishi::Ended<game::Judge>&) {}'
for compiler in "${compilers[@]}"; do
  check "… nor one that may be aborted" exits 1 "$compiler" -std=c++20 -fsyntax-only -I gives "${runtime[@]}" gives/judging.cpp
  check "… with the same words" has err 'returns a std::optional of its struct'
done

# --- typed ids of what an asset names besides its contract
mkdir named_ids
printf 'ishi: 1
blackboard: { hp: { type: number, range: 0..1 } }
tasks: { go: {} }
things: { can: { fields: { worth: { type: number, range: 0..1 } } } }
importance: { brave: { hunger: 2 } }
needs: { hunger: { level: hp } }
enums: { state: [full, empty] }
memory: { cans: { of: can, capacity: 4, forget: 10s, fields: { checked: boolean, state: state, seen_with: can } } }
candidates: { weapons: { fields: { power: { type: number, range: 0..1 } }, capacity: 4 } }
choices: { class: { for_each: { w: weapons }, score: w.power } }
actions: { stay: { score: needs.hunger }, get: { for_each: { one: cans }, score: one.worth } }
agents: { guard: { actions: [stay, get], choices: [class], importance: brave } }\n' >named_ids/guard.ishi.yaml
printf '%s\n' '#include "game.h"' \
  'static_assert(game::agents::guard == ishi::AgentId::of("guard") && game::choices::class_ == ishi::ChoiceId::of("class"));' \
  'static_assert(game::motives::hunger == ishi::MotiveId::of("hunger") && game::memories::cans == ishi::MemoryId::of("cans"));' \
  'static_assert(game::profiles::brave == ishi::ProfileId::of("brave") && game::weapons::id == ishi::SetId::of("weapons"));' \
  'static_assert(game::facts::cans::checked.id == ishi::id_of("memory/cans", "checked"));' \
  'bool note(ishi::Population& guards, ishi::Entity guard, ishi::Entity can) {' \
  '  float worth = 0; game::State state{};' \
  '  return guards.fact_field(guard, game::memories::cans, 0, game::can::worth, worth) &&' \
  '         guards.fact_field(guard, game::memories::cans, 0, game::facts::cans::state, state) &&' \
  '         guards.set_fact_field(guard, game::memories::cans, 0, game::facts::cans::state, game::State::empty) &&' \
  '         guards.set_fact_field(guard, game::memories::cans, 0, game::facts::cans::checked, 1) &&' \
  '         guards.set_fact_field(guard, game::memories::cans, 0, game::facts::cans::seen_with, can); }' >named_ids/use.cpp
check "a header of an asset" exits 0 "$ishi" header named_ids/guard.ishi.yaml -o named_ids/game.h
check "… has typed ids of what it names" compiles named_ids named_ids/use.cpp

# --- keys that running bodies read in each frame
mkdir watching
printf 'ishi: 1\nblackboard: { hp: number, watched: boolean, ammo: number, hour: { type: number, scope: world } }
tasks: { go: {} }
actions: { act: { score: hp, do: [{ go: {}, until: watched and hour > 12 }] }, idle: { score: ammo } }
agents: { guard: { actions: [act, idle] }, class: { actions: [idle] } }\n' >watching/a.ishi.yaml
printf 'ishi: 1\nblackboard: { hp: number, ammo: number }\ntasks: { go: {} }
actions: { act: { score: hp, while: ammo > 0, do: [go] } }\nagents: { guard: { actions: [act] } }\n' >watching/b.ishi.yaml
check "a header of agents" exits 0 "$ishi" header watching -o watching/game.h
printf '%s\n' '#include "game.h"' '#include <algorithm>' \
  'template <size_t size> constexpr bool has(const std::array<uint64_t, size>& ids, uint64_t id) {' \
  '  return std::find(ids.begin(), ids.end(), id) != ids.end(); }' \
  'static_assert(game::watched_::guard.size() == 3 && game::watched_::class_.empty());' \
  'static_assert(has(game::watched_::guard, game::watched.id) && has(game::watched_::guard, game::world::hour.id));' \
  'static_assert(has(game::watched_::guard, game::ammo.id) && !has(game::watched_::guard, game::hp.id));' \
  'bool use(ishi::Population& guards) { return guards.refreshed(game::watched) && guards.refreshed(game::world::hour); }' >watching/use.cpp
check "… lists what they watch, in a namespace whose name is free" compiles watching watching/use.cpp

# --- a game that has no contract at all knows nothing that an asset could name
printf 'ishi: 1\nactions: { stay: { score: 0.5 } }\nagents: { guard: { actions: [stay] } }\n' >bare.ishi.yaml
printf 'ishi: 1\nblackboard: { hp: number }\nactions: { stay: { score: hp } }\nagents: { guard: { actions: [stay] } }\n' >rich.ishi.yaml
check "the header of no contract" exits 0 "$ishi" header bare.ishi.yaml -o bare/game.h
check "… links" links bare bare_game
check "assets with and without a key" exits 0 "$ishi" build bare.ishi.yaml rich.ishi.yaml -o built
check "the one without is taken" exits 0 ./bare_game built/bare.ishi guard
check "the one with is refused" exits 1 ./bare_game built/rich.ishi guard
check "… and it is said why" has out 'key `hp`: the game does not know it'

# --- refusals
check "a namespace that is none is 2" exits 2 "$ishi" header guard -o x.h --namespace class
for name in size_t NULL main ishi std::game uint8_t game::ishi INT32_MAX __game _Game time EOF linux; do
  check "… nor is $name" exits 2 "$ishi" header guard -o x.h --namespace "$name"
done
for name in AI game::time game_2 Game; do
  check "… but $name is one" exits 0 "$ishi" header guard -o "named/$name.h" --namespace "$name"
  printf '#include "%s.h"\n' "$name" >>named/all.cpp
done
check "… and they compile in one file" compiles named named/all.cpp
check "a PATH that does not exist is 2" exits 2 "$ishi" header nowhere -o x.h
check "a folder without sources is 2" exits 2 bash -c "mkdir none && '$ishi' header none -o x.h"
check "an output that cannot be written is 2" exits 2 "$ishi" header guard -o guard/game.ishi.yaml/x.h
check "an error in a source is 1" exits 1 bash -c "printf 'ishi: 1\nnonsense: 1\n' >wrong.ishi.yaml; '$ishi' header wrong.ishi.yaml -o x.h"
mkdir two_games
printf 'ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\n' >two_games/a.ishi.yaml
printf 'ishi: 1\nblackboard: { hp: { type: integer, range: 0..12 } }\n' >two_games/b.ishi.yaml
check "files that disagree are 1" exits 1 "$ishi" header two_games -o x.h
check "… and it is said how" has err 'key `hp`: two_games/a.ishi.yaml has number 0..100, two_games/b.ishi.yaml has integer 0..12'
printf 'ishi: 1\ntasks: { go: { params: { a: number } } }\n' >two_games/a.ishi.yaml
printf 'ishi: 1\ntasks: { go: { params: { b: number } } }\n' >two_games/b.ishi.yaml
check "so are those with other parameters" exits 1 "$ishi" header two_games -o x.h
check "… by name" has err '`go.b` is in two_games/b.ishi.yaml, but not in two_games/a.ishi.yaml'
check "no header is written" test ! -e x.h

finish
