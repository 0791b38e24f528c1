"""The game of tests/bindings/game.c in Python: it comes to the same hashes."""
import struct
from ctypes import byref, cast, POINTER, c_uint32, c_uint64, sizeof

import ishi
from ishi.native import *  # noqa: F403

MASK = (1 << 64) - 1
AGENTS, BOTTLES, CHANGES, UNITS, CELLS, EXPANSIONS = 6, 6, 4, 1024, 24, 200


def divided(number, by):
    """As C divides whole numbers: towards zero."""
    return abs(number) // by * (1 if number >= 0 else -1)


def key_of(token):
    return token.slot, token.lane, token.population, token.serial


def go(start, heading, step):
    to = int(start * UNITS) + divided(int(heading * UNITS) * step, UNITS)
    return max(-11 * UNITS, min(11 * UNITS, to)) / UNITS


class Game:
    def __init__(self, asset):
        self.calls = ishi.library()
        self.chance, self.digest, self.identities = 7, 0, 0
        self.works, self.clock = [], ishi_clock()
        self.world = ishi.World(seed=5, entities=64, teams=2)
        self.populations = [self.world.add_population(asset, name, capacity=8) for name in ("guard", "thief")]
        grid = ishi.options(ishi_grid_options, "grid", columns=CELLS, rows=CELLS)
        grid.origin.x = grid.origin.z = -12
        self.calls.world_create_grid(self.world.handle, byref(grid))
        self.keen = [one.column("keen") for one in self.populations]
        self.home = [one.column("home") for one in self.populations]
        self.noise = self.world.column(ISHI_OF_WORLD, "blackboard", "noise_level")
        self.hostile, self.cloth, self.pace = (self.world.column(ISHI_OF_THING, "things/person", name)
                                               for name in ("hostile", "cloth", "pace"))
        self.bottles, self.agents = [], [None] * (2 * AGENTS)
        for _ in range(BOTTLES):
            bottle = ishi_entity()
            given = ishi.options(ishi_entity_options, "entity", position=self.place(), thing=ishi.id_of("things", "bottle"))
            self.calls.world_spawn(self.world.handle, byref(given), byref(bottle))
            self.bottles.append(bottle)
        for i in range(2 * AGENTS):
            self.spawn(i)

    def next(self):
        z = self.chance = (self.chance + 0x9e3779b97f4a7c15) & MASK
        z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & MASK
        z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & MASK
        return z ^ (z >> 31)

    def below(self, n):
        return self.next() % n

    def sixteenths(self, most):
        return self.below(most + 1) / 16

    def place(self):
        x = self.sixteenths(320) - 10
        return ishi_vector3(x, 0, self.sixteenths(320) - 10)

    def add(self, word):
        digest = ((((self.digest << 5) | (self.digest >> 59)) & MASK) ^ word) * 0x9e3779b97f4a7c15 & MASK
        self.digest = digest ^ (digest >> 29)

    def add_number(self, number):
        self.add(struct.unpack("<I", struct.pack("<f", number))[0])

    def add_point(self, point):
        for number in (point.x, point.y, point.z):
            self.add_number(number)

    def spawn(self, i):
        self.identities += 1
        population = self.populations[i // AGENTS]
        self.agents[i] = population.spawn(position=self.place(), team=i % 2, user=i, identity=self.identities,
                                          thing=ishi.id_of("things", "person"))

    def change(self):
        what, i = self.below(10), self.below(2 * AGENTS)
        who, kind = self.agents[i], i // AGENTS
        population = self.populations[kind]
        slot, world, calls = population.slot_of(who), self.world.handle, self.calls
        if what == 0:
            self.keen[kind][slot] = self.sixteenths(16)
        elif what == 1:
            point = self.place()
            self.home[kind].x[slot], self.home[kind].y[slot], self.home[kind].z[slot] = point.x, point.y, point.z
        elif what == 2:
            self.noise[0] = self.sixteenths(16)
        elif what == 3:
            self.hostile[who.index] = self.below(2)
            self.cloth[who.index] = self.sixteenths(16)
            self.pace[who.index] = self.sixteenths(48)
        elif what == 4:
            sound = ishi.options(ishi_sound_options, "sound", sound=ishi.id_of("sounds", "glass"), maker=who, elsewhere=1,
                                 position=self.place())
            calls.world_make_sound(world, byref(sound))
        elif what == 5:
            members = ishi_candidates()
            calls.world_candidates(world, ishi.id_of("candidates", "pack"), self.below(2), byref(members))
            if self.below(2) == 0:
                member = ishi_entity(who.index, who.generation, who.world)
                self.add(calls.status.candidates_add(byref(members), byref(member)).code)
            else:
                self.add(calls.status.candidates_withdraw(byref(members), who).code)
        elif what == 6:
            calls.population_despawn(population.handle, who)
            self.spawn(i)
        elif what == 7:
            other = self.agents[self.below(2 * AGENTS)]
            enemies = ishi.id_of("memory", "enemies")
            self.add(calls.status.population_remember(population.handle, who, enemies, other).code)
        elif what == 8:
            column, row = self.below(CELLS), self.below(CELLS)
            calls.world_set_cell(world, column, row, ISHI_IMPASSABLE if self.below(8) == 0 else self.below(3))
        else:
            bottle = self.bottles[self.below(BOTTLES)]
            calls.world_set_position(world, bottle, self.place())

    def report(self, token, ending):
        report = ishi_report(token=token, ending=ending)
        self.add(self.calls.status.population_report(self.populations[token.population].handle, byref(report)).code)

    def report_works(self):
        due = [work for work in self.works if work[1] <= self.clock.frame]
        self.works = [work for work in self.works if work[1] > self.clock.frame]
        for token, _, ending in due:
            self.report(token, ending)

    def run(self, kind, phase):
        return self.world.run(self.populations[kind].handle, phase)

    def sense(self, kind):
        results = self.run(kind, ISHI_SENSE)
        for i in range(results.query_count):
            query, answer = results.queries[i], self.below(4)
            self.add(query.ticket.query)
            self.add(query.observer.index)
            self.add(query.target.index)
            self.add_point(getattr(query, "from"))
            self.add_point(query.to)
            if answer != 1:
                sight = ISHI_BLOCKED if answer == 0 else ISHI_CLEAR
                self.add(self.calls.status.population_answer(self.populations[kind].handle, query.ticket, sight).code)

    def think(self):
        batches = [ishi_batch(), ishi_batch()]
        for population, batch in zip(self.populations, batches):
            self.calls.population_begin(population.handle, ISHI_THINK, None, byref(batch))
            self.calls.batch_run_all(byref(batch), self.world.scratch)
        for batch in batches:
            self.calls.batch_end(byref(batch), None)
        who, option = ishi_entity(), c_uint32()
        for population, batch in zip(self.populations, batches):
            for i in range(batch.count):
                slot = batch.rows[i]
                self.calls.population_agent_of(population.handle, slot, byref(who))
                self.calls.population_option(population.handle, who, byref(option))
                self.add(slot)
                self.add(option.value)

    def act(self, kind):
        while self.calls.population_wants_act(self.populations[kind].handle):
            results = self.run(kind, ISHI_ACT)
            for i in range(results.end_count):
                gone = key_of(results.ends[i].token)
                self.add(results.ends[i].token.serial)
                self.works = [work for work in self.works if key_of(work[0]) != gone]
            for i in range(results.start_count):
                self.begin(results.starts[i])
            for i in range(results.event_count):
                self.add(results.events[i].event)

    def begin(self, start):
        token = ishi_token.from_buffer_copy(start.token)
        self.add(token.slot)
        self.add(token.serial)
        self.add(start.user)
        if self.below(4) == 0:
            return self.report(token, ISHI_COMPLETED)
        due = self.clock.frame + self.below(30)
        self.works.append((token, due, ISHI_FAILED if self.below(5) == 0 else ISHI_COMPLETED))

    def move(self, kind):
        handle, calls = self.populations[kind].handle, self.calls
        batch, column, point = ishi_batch(), ishi_column(), ishi_vector3()
        results = ishi_results(size=sizeof(ishi_results))
        calls.population_begin(handle, ISHI_MOVE, None, byref(batch))
        calls.population_blocked(handle, byref(column))
        blocked = cast(column.data, POINTER(c_uint64))
        for i in range(batch.count):
            if self.below(8) == 0:
                blocked[batch.rows[i]] = self.next() & self.next()
        calls.batch_run_all(byref(batch), self.world.scratch)
        calls.batch_end(byref(batch), byref(results))
        for i in range(results.move_count):
            move = results.moves[i]
            self.add(move.user)
            self.add(move.direction)
            self.add_point(move.heading)
            self.add_number(move.speed)
            if calls.status.population_way_point(handle, move.agent, byref(point)).code == ISHI_OK:
                self.add_point(point)
        return results

    def follow(self, results):
        world, at = self.world.handle, ishi_vector3()
        for i in range(results.move_count):
            move = results.moves[i]
            step = divided(int(move.speed * UNITS), 60)
            self.calls.world_position(world, move.agent, byref(at))
            at.x = go(at.x, move.heading.x, step)
            at.z = go(at.z, move.heading.z, step)
            self.calls.world_set_position(world, move.agent, at)
            self.calls.world_set_facing(world, move.agent, move.heading)

    def run_frame(self):
        for _ in range(CHANGES):
            self.change()
        self.report_works()
        self.clock.frame += 1
        self.clock.time_microseconds += 16667
        self.calls.world_begin_frame(self.world.handle, byref(self.clock))
        for kind in range(2):
            self.sense(kind)
        self.think()
        for kind in range(2):
            self.act(kind)
        paths = ishi_path_options(size=sizeof(ishi_path_options), expansions=EXPANSIONS)
        self.calls.world_find_paths(self.world.handle, byref(paths))
        moves = [self.move(kind) for kind in range(2)]
        self.calls.world_end_frame(self.world.handle)
        self.add(self.world.state_hash)
        for results in moves:
            self.follow(results)
