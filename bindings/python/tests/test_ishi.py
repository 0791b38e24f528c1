"""With ISHI_LIBRARY, ISHI_TOOL, ISHI_BLOB and ISHI_GOLDEN in the environment: paths of libishi, of the tool, of the blob of
sensing.ishi.yaml, and of golden.txt."""
import ctypes
import gc
import importlib.util
import os
import pathlib
import subprocess
import sys
import time

import numpy
import pytest

import ishi
from game import Game

BLOB = os.environ["ISHI_BLOB"]


@pytest.fixture
def asset():
    return ishi.Asset.read(BLOB)


def small_world(asset, seed):
    world = ishi.World(entities=8, teams=2, seed=seed)
    guards = world.add_population(asset, "guard", capacity=4)
    for i in range(4):
        guards.spawn(identity=i + 1)
    return world


def test_the_game_comes_to_the_golden_hashes(asset):
    game = Game(asset)
    for golden in pathlib.Path(os.environ["ISHI_GOLDEN"]).read_text().split():
        for _ in range(1000):
            game.run_frame()
        assert f"{game.digest:016x}" == golden


def test_a_column_is_no_copy_and_keeps_its_world(asset):
    world = small_world(asset, 1)
    guards = world.add_population(asset, "thief", capacity=4)
    keen = guards.column("keen")
    before = world.state_hash
    keen[:] = 0.25
    assert world.state_hash != before
    assert numpy.all(guards.column("keen") == numpy.float32(0.25))
    handle = world.handle
    del world, guards
    gc.collect()
    assert ishi.library().world_valid(handle) == 1
    keen[0] = 1
    del keen
    gc.collect()
    assert ishi.library().world_valid(handle) == 0


def test_an_asset_outlives_its_worlds(asset):
    handle = asset.handle
    world = small_world(asset, 1)
    asset = None
    gc.collect()
    world.step()
    assert ishi.library().asset_valid(handle) == 1


def test_points_and_types(asset):
    world = small_world(asset, 1)
    assert world.positions.x.shape == (8,) or len(world.positions.x) >= 8
    assert world.column(ishi.native.ISHI_OF_THING, "things/person", "hostile").dtype == numpy.uint8
    with pytest.raises(ishi.Error) as refusal:
        world.column(ishi.native.ISHI_OF_WORLD, "blackboard", "no such key")
    assert refusal.value.code == ishi.native.ISHI_UNKNOWN_ID and str(refusal.value)


def test_a_thousand_worlds_at_once_come_to_the_same_as_one_after_the_other(asset):
    at_once = [small_world(asset, seed) for seed in range(1000)]
    ishi.step(at_once, 10, threads=4)
    alone = [small_world(asset, seed) for seed in range(0, 1000, 50)]
    ishi.step(alone, 10, threads=1)
    assert [world.state_hash for world in at_once[::50]] == [world.state_hash for world in alone]
    assert len({world.state_hash for world in at_once}) > 900


def test_why_is_what_was_compared(asset):
    world = ishi.World(entities=8, teams=2)
    guards = world.add_population(asset, "guard", capacity=4)
    guard = guards.spawn()
    for _ in range(3):
        world.step(complete=False)
    why = guards.why(guard)
    scores = {option.action: option.score for option in why.options}
    assert scores["stroll"] == numpy.float32(0.15)
    assert scores["hunt"] == -numpy.inf
    assert sum(option.running for option in why.options) == 1
    assert "go_home" in repr(why) and "<td>go_home</td>" in why._repr_html_()


def header(name, text, folder):
    """The module that `ishi header` writes of a text, and its asset without names."""
    (folder / f"{name}.ishi.yaml").write_text(text)
    subprocess.run([os.environ["ISHI_TOOL"], "header", f"{name}.ishi.yaml", "--language", "python", "-o", f"{name}.py"], cwd=folder, check=True)
    subprocess.run([os.environ["ISHI_TOOL"], "build", f"{name}.ishi.yaml", "--strip", "-o", "."], cwd=folder, check=True)
    spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, ishi.Asset.read(folder / f"{name}.ishi")


PET = """ishi: 1
blackboard: { hunger: { type: number, range: 0..1 } }
tasks: { eat: { params: { pace: { type: number, default: 2 } } } }
actions: { eat: { score: hunger, do: eat }, nap: { score: 0.5 } }
agents: { pet: { actions: [eat, nap] } }
"""


def test_a_module_of_the_contract_names_what_a_stripped_asset_does_not(tmp_path):
    game, asset = header("pets", PET, tmp_path)
    world = ishi.World(contract=game.CONTRACT, entities=4)
    pets = world.add_population(asset, game.Agents.pet, capacity=1)
    pet = pets.spawn()
    pets.column(game.Keys.hunger)[0] = 0.75
    world.step(complete=False)
    assert [option.action for option in pets.why(pet).options] == [f"{game.Actions.eat:016x}", f"{game.Actions.nap:016x}"]
    assert [option.action for option in pets.why(pet, game.Actions).options] == ["eat", "nap"]
    assert game.Tasks.eat == game.Eat.ID == ishi.id_of("tasks", "eat")
    assert game.Eat.defaults().pace == 2


def test_an_asset_of_another_contract_is_refused_with_the_difference(tmp_path):
    game, _ = header("pets", PET, tmp_path)
    _, other = header("others", PET.replace("range: 0..1", "range: 0..9"), tmp_path)
    with pytest.raises(ishi.Error, match="key `hunger`: the game was built for number 0..1, the asset has number 0..9"):
        ishi.World(contract=game.CONTRACT).add_population(other, "pet", capacity=1)


SCOUT = """ishi: 1
blackboard:
  found: { type: integer, range: 0..100 }
  alarm: { type: number, range: 0..1, scope: world }
  morale: { type: number, range: 0..1, scope: team }
  goal: point
tasks: { scout: { gives: { count: { type: integer, range: 0..100 } } }, rest: {} }
actions:
  scout: { score: 0.5, when: alarm < 0.5, do: [{ scout: {}, as: seen }, { set: { found: seen.count } }] }
  rest: { score: 0.1, do: rest }
  walk: { score: 0.2, do: [steer: go] }
steering: { go: { directions: 8, speed: 2m/s, blend: { there: { seek: { target: goal } } } } }
agents: { scout: { actions: [scout, walk, rest] } }
"""


def test_a_step_gives_what_tasks_give(tmp_path):
    game, asset = header("scouts", SCOUT, tmp_path)
    assert game.Scout.GIVES
    for record in (game.Scout(count=7), lambda start: game.Scout(count=start.agent.index)):
        world = ishi.World(contract=game.CONTRACT, entities=4, teams=2)
        scouts = world.add_population(asset, "scout", capacity=1)
        scout = scouts.spawn()
        ishi.step([world], 8, gives={"scout": record})
        assert scouts.column("found")[0] == (scout.index if callable(record) else 7)
    world = ishi.World(entities=4, teams=2)
    world.add_population(asset, "scout", capacity=1).spawn()
    with pytest.raises(ishi.Error, match="gives something back, and has failed without it") as refusal:
        ishi.step([world], 8)
    assert refusal.value.code == ishi.native.ISHI_NOTHING_GIVEN
    world.step(complete=False)  # the world goes on


def test_a_step_moves_who_steers(tmp_path):
    _, asset = header("walkers", SCOUT, tmp_path)
    for move in (True, False):
        world = ishi.World(entities=4, teams=2)
        scouts = world.add_population(asset, "scout", capacity=1)
        scout = scouts.spawn(position=(1, 0, 1))
        scouts.column("alarm")[0] = 1  # so that nobody scouts
        goal = scouts.column("goal")
        goal.x[0], goal.y[0], goal.z[0] = 9, 0, 1
        for _ in range(60):
            world.step(complete=False, move=move)
        assert world.positions.x[scout.index] == (pytest.approx(3, abs=0.1) if move else 1)


LOOKOUT = """ishi: 1
things: { thief: {} }
memory: { seen: { of: thief, capacity: 2, forget: 5s } }
senses: { eyes: { sight: { range: 20m, field: 360deg }, of: thief, remember: seen } }
actions: { chase: { for_each: { foe: seen }, score: 1, do: [wait: 1s] }, doze: { score: 0.1, do: [wait: 0.1s] } }
agents: { lookout: { actions: [chase, doze], senses: [eyes], think: { every: 1frames } } }
"""


def test_a_step_answers_lines_of_sight(tmp_path):
    game, asset = header("lookouts", LOOKOUT, tmp_path)
    lines = []
    for sight, seen in ((None, True), (lambda query: True, True), (lambda query: lines.append(query.target.index), False)):
        world = ishi.World(entities=4)
        lookouts = world.add_population(asset, "lookout", capacity=1)
        lookout, thief = lookouts.spawn(position=(0, 0, 0)), ishi.native.ishi_entity()
        there = ishi.options(ishi.native.ishi_entity_options, "entity", position=(0, 0, 5), thing=ishi.id_of("things", "thief"))
        ishi.library().world_spawn(world.handle, there, thief)
        ishi.step([world], 8, sight=sight)
        assert [one.action for one in lookouts.why(lookout, game.Actions).options if one.running] == ["chase" if seen else "doze"]
    assert set(lines) == {thief.index}
    with pytest.raises(TypeError, match="sight cannot be True"):
        world.step(sight=True)


WALKER = """ishi: 1
blackboard: { goal: point }
navigation: { feet: { neighbours: 8, speed: 2m/s } }
steering: { walker: { directions: 16, speed: 2m/s, blend: { way: { follow_path: {} } } } }
actions: { go: { score: 1, do: [any: [walk: { to: goal, by: feet }, steer: walker]] } }
agents: { walker: { actions: [go] } }
"""


def test_a_step_finds_paths(tmp_path):
    _, asset = header("walking", WALKER, tmp_path)
    world = ishi.World(entities=4)
    walkers = world.add_population(asset, "walker", capacity=1)
    ishi.library().world_create_grid(world.handle, ishi.options(ishi.native.ishi_grid_options, "grid", columns=8, rows=8))
    for row in range(7):  # a wall with a gap at its end
        ishi.library().world_set_cell(world.handle, 4, row, ishi.native.ISHI_IMPASSABLE)
    walker = walkers.spawn(position=(1.5, 0, 1.5))
    goal = walkers.column("goal")
    goal.x[0], goal.y[0], goal.z[0] = 6.5, 0, 1.5
    farthest = 0
    for _ in range(600):
        world.step()
        farthest = max(farthest, world.positions.z[walker.index])
    assert farthest > 6.5  # around the wall
    assert world.positions.x[walker.index] == pytest.approx(6.5, abs=0.6)
    assert world.positions.z[walker.index] == pytest.approx(1.5, abs=0.6)


CLAIMERS = """ishi: 1
blackboard: { eager: { type: number, range: 0..1 } }
tokens: { radio: 1 }
actions: { talk: { score: eager, claims: radio, do: [wait: 5s] }, listen: { score: 0.01, do: [wait: 0.1s] } }
agents: { private: { actions: [talk, listen] }, sergeant: { actions: [talk, listen] } }
"""


def test_populations_of_a_step_have_the_same_chances(tmp_path):
    _, asset = header("claimers", CLAIMERS, tmp_path)
    world = ishi.World(entities=8)
    both = [world.add_population(asset, name, capacity=1) for name in ("private", "sergeant")]
    for population, eager in zip(both, (0.4, 0.8)):
        population.spawn()
        population.column("eager")[0] = eager
    ishi.step([world], 8)
    option, runs = ctypes.c_uint32(), []
    for population in both:
        agent = ishi.native.ishi_entity()
        ishi.library().population_agent_of(population.handle, 0, agent)
        ishi.library().population_option(population.handle, agent, ctypes.byref(option))
        runs.append(option.value)
    assert runs == [1, 0]  # the sergeant, who is behind and keener, talks


def test_a_game_of_its_own_runs_its_frames(tmp_path):
    _, asset = header("scouting", SCOUT, tmp_path)
    world = ishi.World(entities=4, teams=2)
    scouts = world.add_population(asset, "scout", capacity=2)
    scouts.spawn(), scouts.spawn()

    class Rules:
        thought, started = [], []

        def thinking(self, population, batch):
            assert population.agent == scouts.agent
            self.thought += ishi.rows(batch).tolist()

        def carry_out(self, population, results):
            self.started += [start.task for start in results.starts[:results.start_count]]

    for _ in range(8):
        world.run_frame(Rules(), think={"quota": 1})
    assert sorted(set(Rules.thought)) == [0, 1]
    assert Rules.started == 2 * [ishi.id_of("tasks", "scout")]
    with pytest.raises(TypeError, match=r"needs carry_out\(population, results\)"):
        world.run_frame(object())
    with pytest.raises(TypeError, match="there are no options of thinks"):
        world.run_frame(Rules(), thinks={"quota": 1})
    with pytest.raises(TypeError, match="there is no option quotas"):
        world.run_frame(Rules(), think={"quotas": 1})


def test_what_a_member_raises_cancels_the_frame_and_hangs_no_agent(tmp_path):
    _, asset = header("scouting", SCOUT, tmp_path)

    class Clumsy:
        def __init__(self, fails):
            self.fails, self.started = fails, 0

        def call(self, name):
            if self.fails == name:
                self.fails = None
                raise KeyError(name)

        def sensing(self, population, batch):
            self.call("sensing")

        def thinking(self, population, batch):
            self.call("thinking")

        def carry_out(self, population, results):
            self.call("carry_out")
            self.started += results.start_count

    for name in ("sensing", "thinking", "carry_out"):
        world = ishi.World(entities=4, teams=2)
        scouts = world.add_population(asset, "scout", capacity=2)
        scouts.spawn(), scouts.spawn()
        game, raised = Clumsy(name), 0
        for _ in range(120):  # an action that failed may be chosen again after half a second
            try:
                world.run_frame(game)
            except KeyError:
                raised += 1
        assert raised == 1
        assert (name, game.started) == (name, 2)


def test_keys_of_teams_and_the_world_have_columns(tmp_path):
    _, asset = header("shared", SCOUT, tmp_path)
    world = ishi.World(entities=4, teams=2)
    scouts = world.add_population(asset, "scout", capacity=1)
    scout = scouts.spawn()
    assert len(scouts.column("morale")) == 2 and len(scouts.column("alarm")) == 1
    before = world.state_hash
    scouts.column("alarm")[0] = 0.75
    assert world.column(ishi.native.ISHI_OF_WORLD, "blackboard", "alarm")[0] == 0.75
    assert len(world.column(ishi.native.ISHI_OF_TEAM, "blackboard", "morale")) == 2
    assert world.state_hash != before
    for _ in range(8):
        world.step(complete=False)
    assert [option.action for option in scouts.why(scout).options if option.running] == [f"{ishi.id_of('actions', 'walk'):016x}"]


def test_names_that_are_not_there_are_named(asset):
    world = small_world(asset, 1)
    guards = world.add_population(asset, "thief", capacity=1)
    with pytest.raises(ishi.Error, match="there is no key `kene`: did you mean `keen`?") as refusal:
        guards.column("kene")
    assert refusal.value.code == ishi.native.ISHI_UNKNOWN_ID
    with pytest.raises(ishi.Error, match="there is no agent `gard`: did you mean `guard`?"):
        world.add_population(asset, "gard", capacity=1)
    with pytest.raises(ishi.Error, match="`alarm` of blackboard: "):
        world.column(ishi.native.ISHI_OF_WORLD, "blackboard", "alarm")


def test_what_is_given_wrongly_is_named(asset):
    world = small_world(asset, 1)
    guards = world.add_population(asset, "guard", capacity=4)
    with pytest.raises(TypeError, match=r"spawn\(position=\(1, 0, 2\)\)"):
        guards.spawn((1, 2))
    with pytest.raises(TypeError, match=r"position is a point, \(x, y, z\), and not \(1, 2\)"):
        guards.spawn(position=(1, 2))
    with pytest.raises(TypeError, match="position is a point"):
        guards.spawn(position=3)
    with pytest.raises(TypeError, match="team cannot be 'red'"):
        guards.spawn(team="red")
    with pytest.raises(ValueError, match="team is -1: it goes from 0"):
        guards.spawn(team=-1)
    with pytest.raises(ValueError, match="frames is -5"):
        ishi.step([world], -5)
    with pytest.raises(TypeError, match="a list of worlds"):
        ishi.step(world, 5)
    with pytest.raises(ValueError, match="microseconds is -1"):
        world.step(-1)
    before = world.state_hash
    with pytest.raises(ValueError, match="more than once"):
        ishi.step([world, small_world(asset, 2), world], 5)
    assert world.state_hash == before


def test_a_refused_call_of_a_world_names_what_it_was_about(asset):
    world = ishi.World(entities=4)
    guards = world.add_population(asset, "guard", capacity=2)
    with pytest.raises(ishi.Error, match=": 9$") as refusal:
        guards.spawn(team=9)
    assert refusal.value.code == ishi.native.ISHI_OUT_OF_RANGE
    with pytest.raises(ishi.Error, match="`keen` is a key"):
        ishi.library().world_tokens_in_use(world.handle, ishi.id_of("blackboard", "keen"), 0, ctypes.byref(ctypes.c_uint32()))
    with pytest.raises(ishi.Error, match="0x4d"):
        ishi.library().population_set_profile(guards.handle, guards.spawn(), 77)
    # Without a world, or with one that is gone, a status still has its sentence.
    assert ishi.library().sentence(ishi.native.ishi_status(ishi.native.ISHI_UNKNOWN_ID, 77)) == \
        ishi.library().sentence(ishi.native.ishi_status(ishi.native.ISHI_UNKNOWN_ID, 77), ishi.native.ishi_world())


def test_misuse_is_refused_with_a_sentence(asset):
    for blob in (b"", b"abc", bytes(5000)):
        with pytest.raises(ishi.Error, match="blob"):
            ishi.Asset(blob)
    with pytest.raises(TypeError, match="there is no option capacities"):
        ishi.World().add_population(asset, "guard", capacities=3)
    with pytest.raises(ishi.Error):
        ishi.World().add_population(asset, "nobody", capacity=3)


def test_another_library_is_refused_with_a_sentence(tmp_path):
    with pytest.raises(ishi.Error, match="libishi is not found"):
        ishi.Library(str(tmp_path / "libishi.so"))
    source = tmp_path / "other.c"
    for text, words in (("unsigned ishi_api_version(void) { return 99; }", "version 99 of the C interface"),
                        ("int nothing;", "is not Ishi's library")):
        source.write_text(text)
        other = tmp_path / f"lib{len(text)}.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", other, source], check=True)
        with pytest.raises(ishi.Error, match=words):
            ishi.Library(str(other))


def test_the_blocks_of_the_documentation_run():
    text = pathlib.Path(os.environ["ISHI_SOURCE"], "docs/embedding.md").read_text()
    blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert blocks
    exec("".join(blocks), {"path": BLOB})


def test_a_call_is_measured(asset):
    world = small_world(asset, 1)
    alive, nobody = ishi.library().world_is_alive, ishi.native.ishi_entity()
    start = time.perf_counter()
    for _ in range(10000):
        alive(world.handle, nobody)
    print(f"a call: {(time.perf_counter() - start) * 1e5:.0f} ns", file=sys.stderr)


@pytest.fixture
def sockets(tmp_path, monkeypatch):
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


KEEN_PET = """ishi: 1
blackboard: { hunger: { type: number, range: 0..1, default: 0.5 } }
actions: { eat: { score: hunger }, nap: { score: 0.4 } }
agents: { pet: { actions: [eat, nap] } }
"""


def pets_of(folder):
    """A source of pets, and the asset that is built of it."""
    folder.mkdir(exist_ok=True)
    source = folder / "pet.ishi.yaml"
    source.write_text(KEEN_PET)
    subprocess.run([os.environ["ISHI_TOOL"], "build", folder, "-o", folder], check=True, stdout=subprocess.DEVNULL)
    return source, ishi.Asset.read(folder / "pet.ishi")


def look(host, play, *arguments):
    """Plays on until the tool has looked into the game: what it says, and the turns of which it took part."""
    tool = subprocess.Popen([os.environ["ISHI_TOOL"], "live", os.path.basename(host.path), *map(str, arguments)],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    turns = []
    while tool.poll() is None:
        turns.append(host.between_frames())
        play()
        time.sleep(0.002)
    said = tool.stdout.read()
    assert tool.returncode == 0, said
    return said, turns


def test_viewers_look_into_a_game_change_it_hold_it_and_replace_its_behaviour(tmp_path, sockets):
    source, asset = pets_of(tmp_path / "game")
    world = ishi.World(entities=8)
    pets = world.add_population(asset, "pet", capacity=4)
    pet = pets.spawn(identity=1)
    best = lambda: pets.why(pet).options[0].action
    recorded = tmp_path / "played.ishirec"
    with ishi.Recorder(world, recorded) as recorder, ishi.Host(recorder, "pets", [asset], may_change=1) as host:
        assert os.path.basename(host.path) == f"pets-{os.getpid()}" and host.port == 0
        for _ in range(30):
            assert host.between_frames() == (0, 0, 0, 0)
            world.step()
        said, _ = look(host, world.step)
        assert "pet" in said
        said, turns = look(host, world.step, "--agent", "pet", "--set", "hunger=0.125", "--root", tmp_path / "game")
        assert "hunger of pet" in said and sum(turn.changes for turn in turns) == 1
        assert pets.column("hunger")[0] == numpy.float32(0.125)
        assert best() == "nap"
        _, turns = look(host, world.step, "--step", 3)
        assert max(turn.held_microseconds for turn in turns) > 0
        for score in ("0.01", "0.02", "0.03"):  # what was replaced gives its place to the next one
            source.write_text(KEEN_PET.replace("0.4", score))
            _, turns = look(host, world.step, "--reload", tmp_path / "game")
            assert sum(turn.reloaded for turn in turns) == 1
            world.step()
            assert best() == "eat"
        frames = recorder.counters.frames
        assert frames > 30 and recorder.counters.lost_frames == 0
    played = subprocess.run([os.environ["ISHI_TOOL"], "replay", recorded], capture_output=True, text=True)
    assert played.returncode == 0 and "is played as it was" in played.stdout, played.stdout + played.stderr
    assert played.stdout.count("gives the game 1 new asset") == 3
    world.step()  # the last asset outlives its host
    assert not list(sockets.rglob("pets-*"))


def test_a_host_that_nobody_looks_into_changes_nothing(tmp_path, sockets):
    _, asset = pets_of(tmp_path / "game")
    hashes = []
    for is_hosted in (False, True):
        world = ishi.World(entities=8, seed=3)
        world.add_population(asset, "pet", capacity=4).spawn(identity=1)
        recorder = ishi.Recorder(world, dashcam_seconds=5, only_watched=1) if is_hosted else None
        host = ishi.Host(recorder, "pets") if is_hosted else None
        for _ in range(50):
            if is_hosted:
                host.between_frames()
            world.step()
        hashes.append(world.state_hash)
    assert hashes[0] == hashes[1]


def test_recorders_and_hosts_refuse_what_cannot_be_with_a_sentence(tmp_path, sockets):
    _, asset = pets_of(tmp_path / "game")
    world = ishi.World(entities=8)
    world.add_population(asset, "pet", capacity=4).spawn(identity=1)
    with pytest.raises(ishi.Error, match="cannot be written"):
        ishi.Recorder(world, tmp_path / "none" / "x.ishirec")
    with pytest.raises(TypeError, match="there is no option seconds"):
        ishi.Recorder(world, seconds=3)
    recorder = ishi.Recorder(world)
    with pytest.raises(ishi.Error, match="another recorder has this world"):
        ishi.Recorder(world)
    with pytest.raises(ishi.Error, match="not opened as a dashcam"):
        recorder.write(tmp_path / "x.ishirec")
    world.step()
    assert b"".join(iter(recorder.take, b"")).startswith(b"ISHIREC")
    with pytest.raises(ishi.Error, match="a name has 1 to 32 letters"):
        ishi.Host(recorder, "1st")
    with pytest.raises(ishi.Error, match="out of its range"):
        ishi.Host(recorder, "many", [asset] * 9)
    host = ishi.Host(recorder, "first")
    with pytest.raises(ishi.Error, match="another host has this recorder"):
        ishi.Host(recorder, "second")
    recorder.finish()
    recorder.take()
    recorder.close()
    assert host.between_frames() == (0, 0, 0, 0)  # a host whose recorder is closed lets the game go on
    with pytest.raises(ValueError, match="closed"):
        recorder.take()
    host.close()
    host.close()  # once more does no harm
    with pytest.raises(ValueError, match="closed"):
        host.between_frames()
