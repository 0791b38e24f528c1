"""The game of tests/bindings/game.c in Python: it comes to the same hashes."""
import ctypes
import struct
from ctypes import byref, cast, POINTER, c_float, c_uint32, c_uint64, sizeof

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


class Record(ctypes.Structure):
    """The one value of each task and of the event `calmed`, as `ishi header` would declare their records."""
    _fields_ = [("value", c_float), ("padding", c_float)]


def value_of(record):
    return cast(record, POINTER(Record))[0].value


class Game:
    def __init__(self, asset):
        self.calls = ishi.library()
        self.chance, self.digest, self.identities = 7, 0, 0
        self.works = []
        self.look, self.judge = ishi.id_of("tasks", "look"), ishi.id_of("tasks", "judge")
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
        what, i = self.below(12), self.below(2 * AGENTS)
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
        elif what == 9:
            bottle, claimer = self.bottles[self.below(BOTTLES)], ishi_entity()
            calls.world_set_position(world, bottle, self.place())
            calls.world_claimed_by(world, bottle, byref(claimer))
            self.add(claimer.index)
        elif what == 10:
            self.post(who, i % 2)
        else:
            chaser, team, used = ishi.id_of("tokens", "chaser"), i % 2, c_uint32()
            calls.world_keep_tokens(world, chaser, team, self.below(3))
            calls.world_tokens_in_use(world, chaser, team, byref(used))
            self.add(used.value)

    def post(self, agent, team):
        target = self.below(3)
        record = Record(self.sixteenths(16))
        event = ishi.options(ishi_event_options, "event", event=ishi.id_of("events", "calmed"), target=target, team=team, agent=agent,
                             record_bytes=sizeof(record), record=ctypes.addressof(record))
        self.add(self.calls.status.world_post(self.world.handle, byref(event)).code)

    def frame(self):
        clock = ishi_clock()
        self.calls.world_clock(self.world.handle, byref(clock))
        return clock.frame

    def report(self, token, task, ending):
        report = ishi_report(token=token, ending=ending)
        if task == self.judge and ending == ISHI_COMPLETED:
            given = Record(self.sixteenths(16))
            report.task, report.record, report.record_bytes = task, ctypes.addressof(given), sizeof(given)
        self.add(self.calls.status.population_report(self.populations[token.population].handle, byref(report)).code)

    def report_works(self):
        frame = self.frame()
        due = [work for work in self.works if work[2] <= frame]
        self.works = [work for work in self.works if work[2] > frame]
        for token, task, _, ending in due:
            self.report(token, task, ending)

    def begin(self, start):
        token = ishi_token.from_buffer_copy(start.token)
        self.add(token.slot)
        self.add(token.serial)
        self.add(start.user)
        if start.task == self.look:
            self.add_number(value_of(start.parameters))
        if self.below(4) == 0:
            return self.report(token, start.task, ISHI_COMPLETED)
        due = self.frame() + self.below(30)
        self.works.append((token, start.task, due, ISHI_FAILED if self.below(5) == 0 else ISHI_COMPLETED))

    def abort(self, end):
        token = ishi_token.from_buffer_copy(end.token)
        self.add(token.serial)
        self.works = [work for work in self.works if key_of(work[0]) != key_of(token)]
        if end.report_when_over:
            self.works.append((token, end.task, self.frame() + self.below(4), ISHI_COMPLETED))

    # The members that World.run_frame calls.

    def sensing(self, population, batch):
        who = ishi_entity()
        for slot in ishi.rows(batch):
            self.add(int(slot))
            if self.below(16) == 0:
                self.calls.population_agent_of(population.handle, int(slot), byref(who))
                self.hostile[who.index] = self.below(2)

    def ask(self, population, queries):
        self.add(len(queries))

    def sight(self, query):
        self.add(query.ticket.query)
        self.add(query.observer.index)
        self.add(query.target.index)
        self.add_point(getattr(query, "from"))
        self.add_point(query.to)
        return self.below(4) != 0

    def thinking(self, population, batch):
        for slot in ishi.rows(batch):
            self.add(int(slot))
            if self.below(8) == 0:
                self.keen[population.handle.index][slot] = self.sixteenths(16)

    def carry_out(self, population, results):
        for end in results.ends[:results.end_count]:
            self.abort(end)
        for start in results.starts[:results.start_count]:
            self.begin(start)
        for update in results.updates[:results.update_count]:
            self.add(update.token.serial)
            self.add_number(value_of(update.parameters))

    def emitted(self, population, event):
        self.add(event.event)
        self.add(event.agent.index)
        self.add_point(cast(event.record, POINTER(ishi_vector3))[0])

    def moving(self, population, batch):
        column = ishi_column()
        self.calls.population_blocked(population.handle, byref(column))
        blocked = cast(column.data, POINTER(c_uint64))
        for slot in ishi.rows(batch):
            if self.below(8) == 0:
                blocked[int(slot)] = self.next() & self.next()

    def move(self, move):
        world, at = self.world.handle, ishi_vector3()
        self.add(move.user)
        self.add(move.direction)
        self.add_point(move.heading)
        self.add_number(move.speed)
        step = divided(int(move.speed * UNITS), 60)
        self.calls.world_position(world, move.agent, byref(at))
        at.x = go(at.x, move.heading.x, step)
        at.z = go(at.z, move.heading.z, step)
        self.calls.world_set_position(world, move.agent, at)
        self.calls.world_set_facing(world, move.agent, move.heading)

    def add_choice(self, i):
        population, agent = self.populations[i // AGENTS].handle, self.agents[i]
        option, candidate, point = c_uint32(), ishi_entity(), ishi_vector3()
        self.calls.population_option(population, agent, byref(option))
        self.add(option.value)
        self.calls.population_candidate(population, agent, byref(candidate))
        self.add(candidate.index)
        if self.calls.status.population_way_point(population, agent, byref(point)).code == ISHI_OK:
            self.add_point(point)

    def run_frame(self):
        for _ in range(CHANGES):
            self.change()
        self.report_works()
        self.world.run_frame(self, paths={"expansions": EXPANSIONS})
        self.add(self.world.state_hash)
        for i in range(2 * AGENTS):
            self.add_choice(i)
