"""Worlds of agents for experiments: see docs/embedding.md of Ishi. All of the C interface is in library() and ishi.native.

Objects live as long as something uses them: a column keeps its world, a world its assets.
"""
import ctypes
import html
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
import difflib
from ctypes import byref, sizeof

import numpy

from . import native
from .frame import CompletingGame, Frame, rows
from .library import Error, Library, id_of, library, options
from .live import Host, Recorder, Turn

__all__ = ["Asset", "Error", "Host", "Library", "Points", "Population", "Recorder", "Turn", "World", "id_of", "library", "native",
           "options", "rows", "step"]

Points = namedtuple("Points", "x y z")

_ROWS = {native.ISHI_FLOAT: (ctypes.c_float, numpy.float32), native.ISHI_INT32: (ctypes.c_int32, numpy.int32),
         native.ISHI_BYTE: (ctypes.c_uint8, numpy.uint8), native.ISHI_MASK: (ctypes.c_uint64, numpy.uint64),
         native.ISHI_ENTITY: (native.ishi_entity_id, numpy.dtype([("index", numpy.uint32), ("generation", numpy.uint32)]))}


def _rows(address, count, kind, owner):
    memory, dtype = _ROWS[kind]
    if count == 0:
        return numpy.empty(0, dtype)
    block = (memory * count).from_address(ctypes.cast(address, ctypes.c_void_p).value)
    block.owner = owner  # so that the world outlives the array
    return numpy.frombuffer(block, dtype)


def _array(column, owner):
    if column.type != native.ISHI_POINT:
        return _rows(column.data, column.count, column.type, owner)
    return Points(*(_rows(axis, column.count, native.ISHI_FLOAT, owner) for axis in (column.data, column.y, column.z)))


class Asset:
    """A blob, which is copied and checked: any bytes may be given."""

    def __init__(self, blob):
        self.handle = native.ishi_asset()
        library().asset_load(bytes(blob), len(blob), None, byref(self.handle))

    @classmethod
    def read(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    @classmethod
    def of_handle(cls, handle):
        """Takes over a handle that the library has made, and destroys it in the end."""
        made = cls.__new__(cls)
        made.handle = native.ishi_asset(handle.index, handle.generation)
        return made

    def __del__(self):
        if getattr(self, "handle", None):
            library().status.asset_destroy(self.handle)

    def name_of(self, kind, id):
        """The name of what has this id; the id if the asset was stripped."""
        index = ctypes.c_uint32()
        library().asset_find(self.handle, kind, id, byref(index))
        return self.name(kind, index.value) or f"{id:016x}"

    def name(self, kind, index):
        text = ctypes.create_string_buffer(1024)
        length = ctypes.c_size_t()
        library().asset_name(self.handle, kind, index, text, len(text), byref(length))
        return text.value.decode()

    def names(self, kind):
        """All names of a kind, such as native.ISHI_KEYS; empty if the asset was stripped."""
        count = ctypes.c_uint32()
        library().asset_count(self.handle, kind, byref(count))
        return [name for name in (self.name(kind, i) for i in range(count.value)) if name]

    def unknown(self, kind, what, name, fault):
        """The error of a name that the asset does not have, with the one that was meant."""
        names = [] if isinstance(name, int) else self.names(kind)
        meant = difflib.get_close_matches(str(name), names, 1)
        help = f"did you mean `{meant[0]}`?" if meant else f"there are {', '.join(f'`{one}`' for one in names[:20])}" if names else ""
        return Error(f"there is no {what} `{name if isinstance(name, str) else f'{name:016x}'}`{': ' if help else ''}{help}", fault.code, fault.where)


_PHASES = {"sense": native.ISHI_SENSE, "think": native.ISHI_THINK, "act": native.ISHI_ACT, "move": native.ISHI_MOVE, "paths": "paths"}


def _is_same(one, other):
    return (one.index, one.generation) == (other.index, other.generation)


def _options_of(phase, values):
    """The options of a phase of a frame, or of find_paths, with what is given."""
    return options(native.ishi_path_options, "path", **values) if phase == "paths" else options(native.ishi_phase_options, "phase", **values)


def _entries(contract):
    """The contract of a module that `ishi header --language python` has written, as the library takes it."""
    entries = (native.ishi_entry * max(1, len(contract)))()
    for entry, values in zip(entries, contract):
        for (field, kind), value in zip(native.ishi_entry._fields_, values):
            setattr(entry, field, kind(*value) if isinstance(value, tuple) else value)
    return entries


class World:
    """A world; what is given are fields of ishi_world_options, and `contract`: CONTRACT of a module that `ishi header` has written.
    An asset with another contract is refused."""

    def __init__(self, contract=None, **given):
        self.handle = native.ishi_world()
        self.scratch = None
        self.populations = []
        self._assets = []
        self._agents = []  # of each population
        if contract is not None:
            self._contract = _entries(contract)  # which the world uses
            given.update(contract=self._contract, entry_count=len(contract))
        library().world_create(byref(options(native.ishi_world_options, "world", **given)), byref(self.handle))

    def __del__(self):
        if getattr(self, "scratch", None):
            library().status.scratch_destroy(self.scratch)
        if getattr(self, "handle", None):
            library().status.world_destroy(self.handle)

    def add_population(self, asset, agent, **given):
        """The agents of a name; `capacity` and what else is given are fields of ishi_population_options."""
        handle = native.ishi_population()
        given = options(native.ishi_population_options, "population", **given)
        status = library().status.world_add_population(self.handle, asset.handle, id_of("agents", agent), byref(given), byref(handle))
        if status.code in (native.ISHI_CONTRACT_MISMATCH, native.ISHI_CONTRACT_UNKNOWN):
            raise Error(self._contract_fault(), status.code, status.where)
        if status.code == native.ISHI_UNKNOWN_ID:
            raise asset.unknown(native.ISHI_AGENTS, "agent", agent, status)
        library().require(status, self.handle)
        self._assets.append(asset)
        population = Population(self, handle, asset, agent)
        self.populations.append(handle)
        self._agents.append(agent)
        self._make_scratch()
        return population

    def _make_scratch(self):
        if self.scratch is not None:
            library().scratch_destroy(self.scratch)
        self.scratch = native.ishi_scratch()
        library().scratch_create(self.handle, byref(self.scratch))

    def _take_reload(self, changes):
        """Takes over assets that viewers have replaced: pairs of handles, of the old one and the new one."""
        for old, new in changes:
            asset = Asset.of_handle(new)
            self._assets = [asset if _is_same(one.handle, old) else one for one in self._assets]
        self._make_scratch()

    def _contract_fault(self):
        text = ctypes.create_string_buffer(4096)
        length = ctypes.c_size_t()
        library().world_contract_fault(self.handle, text, len(text), byref(length))
        return text.value.decode()

    def column(self, place, section, name):
        """The array of a key of teams (place native.ISHI_OF_TEAM, section "blackboard", a row a team), of one of the world
        (ISHI_OF_WORLD, one row), or of a field of things (ISHI_OF_THING, section "things/person", by entity.index); Points of points.
        Not a copy."""
        column = native.ishi_column()
        status = library().status.world_column(self.handle, place, id_of(section, name), native.ISHI_ANY_TYPE, byref(column))
        if status.code in (native.ISHI_UNKNOWN_ID, native.ISHI_WRONG_SCOPE):
            raise Error(f"`{name}` of {section}: {library().describe(status).decode()}", status.code, status.where)
        library().require(status, self.handle)
        return _array(column, self)

    @property
    def positions(self):
        """The places of all entities, by entity.index. Not a copy."""
        column = native.ishi_column()
        library().world_positions(self.handle, byref(column))
        return _array(column, self)

    @property
    def facings(self):
        """The directions in which all entities look, by entity.index. Not a copy."""
        column = native.ishi_column()
        library().world_facings(self.handle, byref(column))
        return _array(column, self)

    @property
    def state_hash(self):
        value = ctypes.c_uint64()
        library().world_state_hash(self.handle, byref(value))
        return value.value

    def run_frame(self, game, microseconds=16667, **options):
        """One frame of all populations, as run_frame of C++ makes it. `game` has the members that are called, of which all but the first
        may be missing; the part of a frame for which there is none is left out:

        carry_out(population, results)   starts and ends tasks: see ishi_results
        sensing(population, batch)       writes what senses read, for those who sense: ishi.rows(batch) are their slots
        sight(query)                     says whether a line of sight is free
        ask(population, queries)         takes these questions, to answer them later with population_answer
        thinking(population, batch)      writes what the agents that are due should know
        emitted(population, event)       takes an event that a behaviour posts to the game
        moving(population, batch)        writes which ways are blocked, for a game that has `move`
        move(move)                       moves a character, when the frame has ended

        `options` are those of the phases `sense`, `think`, `act` and `move`, and of `paths`: a dict each of the fields of
        ishi_phase_options and ishi_path_options, such as think={"quota": 100}. Lists and records are valid until the member returns.
        Errors: Error says what a refused call says. Whatever a call or a member raises cancels the frame, and the next one may begin;
        if carry_out raises, all tasks that began in that round have failed."""
        if not isinstance(microseconds, int) or microseconds < 0:
            raise ValueError(f"microseconds is {microseconds!r}: time is a whole number and does not go back")
        if not callable(getattr(game, "carry_out", None)):
            raise TypeError("the game needs carry_out(population, results), which starts and ends tasks")
        if hasattr(game, "moving") and not hasattr(game, "move"):
            raise TypeError("`moving` is called only for a game that moves characters: it needs move(move), too")
        if unknown := set(options) - set(_PHASES):
            raise TypeError(f"there are no options of {sorted(unknown)[0]}: frames have those of {', '.join(_PHASES)}")
        given = {_PHASES[name]: _options_of(name, values) for name, values in options.items()}
        populations = [Population(self, handle, asset, agent)
                       for handle, asset, agent in zip(self.populations, self._assets, self._agents)]
        Frame(self.handle, populations, game, given).run(microseconds)

    def step(self, microseconds=16667, complete=True, gives=None, move=True, sight=None):
        """One frame of all populations, as run_frame makes it: they sense, think, act, find paths and move. Lines of sight are free,
        or as sight(query) says, which is called with each ishi_query. Tasks that begin are reported as completed in the same
        frame, unless `complete` is False. `gives` has what tasks give back, by name or id: a record, the parameters of the task
        with what it gives among them, such as Scout(count=3) of a module of `ishi header`, or a function that makes one of an ishi_start; a task that gives something and is not in it
        raises Error after the frame, in which it has failed. Agents that steer or walk are moved by what their frame says, and look
        where they go, unless `move` is False."""
        if sight is not None and not callable(sight):
            raise TypeError(f"sight cannot be {sight!r}: it is a function of an ishi_query that says whether the line is free")
        given = {id_of("tasks", task): record for task, record in (gives or {}).items()}
        game = CompletingGame(self, microseconds * 1e-6 if isinstance(microseconds, int) else 0, complete, given, move, sight)
        self.run_frame(game, microseconds)
        if game.fault is not None:
            raise game.fault

    def run(self, population, phase):
        """One phase of a population (its handle), and what it gives: see ishi_results. For a game with an order of its own."""
        batch = native.ishi_batch()
        results = native.ishi_results(size=sizeof(native.ishi_results))
        calls = library()
        calls.population_begin(population, phase, None, byref(batch))
        calls.batch_run_all(byref(batch), self.scratch)
        calls.batch_end(byref(batch), byref(results))
        return results


def step(worlds, frames, threads=None, **given):
    """Steps each world by so many frames, several at once: each is stepped by one thread. The same comes of it as of one thread.
    What else is given are arguments of World.step; of `gives` functions are called by several threads."""
    if isinstance(worlds, World):
        raise TypeError("step takes a list of worlds; one world has a step of its own: world.step()")
    if not isinstance(frames, int) or frames < 0:
        raise ValueError(f"frames is {frames!r}: it is a number of frames, 0 or more")
    worlds = list(worlds)
    if len({id(world) for world in worlds}) < len(worlds):
        raise ValueError("a world stands in the list more than once: each is stepped by one thread")

    def run(world):
        for _ in range(frames):
            world.step(**given)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, worlds))


class Population:
    """The agents of one kind in a world, which World.add_population makes."""

    def __init__(self, world, handle, asset, agent):
        self.world = world
        self.handle = handle
        self.asset = asset
        self.agent = agent if isinstance(agent, str) else asset.name_of(native.ISHI_AGENTS, agent)

    def spawn(self, *wrong, **given):
        """An agent; what is given are fields of ishi_spawn_options."""
        if wrong:
            raise TypeError(f"spawn takes what it is given by name, such as spawn(position=(1, 0, 2)), and not {wrong[0]!r}")
        entity = native.ishi_entity()
        library().population_spawn(self.handle, byref(options(native.ishi_spawn_options, "spawn", **given)), byref(entity))
        return entity

    def task_error(self, task, status):
        """The error of a report about a task that was refused."""
        name = self.asset.name_of(native.ISHI_TASKS, task)
        if status.code == native.ISHI_NOTHING_GIVEN:
            return Error(f"the task `{name}` gives something back, and has failed without it: step(gives={{'{name}': record}}) says what",
                         status.code, status.where)
        return Error(f"the task `{name}`: {library().sentence(status, self.handle)}", status.code, status.where)

    def slot_of(self, agent):
        slot = ctypes.c_uint32()
        library().population_slot_of(self.handle, agent, byref(slot))
        return slot.value

    def column(self, key):
        """The array of a key of the blackboard, by slot; of a key that teams have a row a team, of the world's one row. Points of
        points. Not a copy."""
        column = native.ishi_column()
        calls = library()
        id = id_of("blackboard", key)
        status = calls.status.population_column(self.handle, id, native.ISHI_ANY_TYPE, byref(column))
        for place in (native.ISHI_OF_TEAM, native.ISHI_OF_WORLD):
            if status.code == native.ISHI_WRONG_SCOPE:
                status = calls.status.world_column(self.world.handle, place, id, native.ISHI_ANY_TYPE, byref(column))
        if status.code == native.ISHI_UNKNOWN_ID:
            raise self.asset.unknown(native.ISHI_KEYS, "key", key, status)
        calls.require(status, self.handle)
        return _array(column, self.world)

    def option_name(self, option, actions=None):
        """The name of an option by its id. A stripped asset has none: then as the class `Actions` of a module that `ishi header` has
        written has it, else the id."""
        text = ctypes.create_string_buffer(1024)
        length = ctypes.c_size_t()
        library().population_option_name(self.handle, option, text, len(text), byref(length))
        if length.value > 0:
            return text.value.decode()
        return next((name for name, id in vars(actions).items() if id == option), f"{option:016x}") if actions else f"{option:016x}"

    def why(self, agent, actions=None):
        """The scores of an agent's options, as they stand now; in a notebook a table. `actions` as of option_name."""
        calls = library()
        count = ctypes.c_uint32()
        calls.population_value_count(self.handle, byref(count))
        values = (ctypes.c_float * max(1, count.value))()
        calls.population_explain(self.handle, agent, values, len(values), None, 0, byref(count))
        scores = (native.ishi_option_score * max(1, count.value))()
        calls.population_explain(self.handle, agent, values, len(values), scores, len(scores), byref(count))
        return Why(self.agent, [Option(self.option_name(score.id, actions), score.score, score.rank, bool(score.running))
                               for score in scores[:count.value]])


Option = namedtuple("Option", "action score rank running")


class Why:
    """The options of an agent, the best one first; an option whose `when` does not hold has the score minus infinity."""

    def __init__(self, agent, scored):
        self.agent = agent
        self.options = sorted(scored, key=lambda option: (-option.rank, -option.score))

    def __repr__(self):
        return "\n".join([self.agent] + [f"{'>' if one.running else ' '} {one.action} {one.score:.6g}" for one in self.options])

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{'<b>runs</b>' if one.running else ''}</td><td>{html.escape(one.action)}</td><td>{one.score:.6g}</td></tr>"
                       for one in self.options)
        return f"<table><caption>{html.escape(self.agent)}</caption><tr><th></th><th>option</th><th>score</th></tr>{rows}</table>"
