"""One frame of a world: the calls of a frame for all populations, in the order of run_frame of C++."""
import ctypes
from ctypes import byref, sizeof

import numpy

from . import native
from .library import library

_HOOKS = ("carry_out", "sensing", "sight", "ask", "thinking", "emitted", "moving", "move", "moves")


def rows(batch):
    """The slots of a batch as an array, for `column[rows(batch)]`. Not a copy: valid until the phase begins again."""
    if batch.count == 0:
        return numpy.empty(0, numpy.uint32)
    return numpy.ctypeslib.as_array(batch.rows, (batch.count,))


class Frame:
    """The phases of a frame. `game` has the members of World.run_frame; `options` are the options of each phase, by its constant, and
    of find_paths, by "paths"."""

    def __init__(self, world, populations, game, options):
        self.calls = library()
        self.world, self.populations = world, populations
        self.hooks = {name: getattr(game, name, None) for name in _HOOKS}
        self.options = options

    def run(self, microseconds):
        calls, clock = self.calls, native.ishi_clock()
        calls.world_clock(self.world, byref(clock))
        clock.frame += 1
        clock.time_microseconds += microseconds
        calls.world_begin_frame(self.world, byref(clock))
        try:
            for population in self.populations:
                self._sense(population)
            self._think(0)
            for population in self.populations:
                self._act(population)
            self._find_paths()
            self._move(0)
        except BaseException:
            calls.status.world_cancel_frame(self.world)  # refused if the frame has ended
            raise

    def _begin(self, population, phase, hook):
        batch = native.ishi_batch()
        options = self.options.get(phase)
        self.calls.population_begin(population.handle, phase, None if options is None else byref(options), byref(batch))
        if self.hooks.get(hook):
            self.hooks[hook](population, batch)
        self.calls.batch_run_all(byref(batch), population.world.scratch)
        return batch

    def _end(self, batch):
        results = native.ishi_results(size=sizeof(native.ishi_results))
        self.calls.batch_end(byref(batch), byref(results))
        return results

    def _sense(self, population):
        results = self._end(self._begin(population, native.ISHI_SENSE, "sensing"))
        queries = results.queries[:results.query_count] if self.hooks["ask"] or self.hooks["sight"] else ()
        if self.hooks["ask"]:
            self.hooks["ask"](population, queries)
        if self.hooks["sight"]:
            for query in queries:
                sight = native.ISHI_CLEAR if self.hooks["sight"](query) else native.ISHI_BLOCKED
                self.calls.population_answer(population.handle, query.ticket, sight)

    # Populations that claim the same things have the same chances if their thoughts overlap: each ends its own when those behind it
    # have thought.
    def _think(self, index):
        if index == len(self.populations):
            return
        batch = self._begin(self.populations[index], native.ISHI_THINK, "thinking")
        self._think(index + 1)
        self.calls.batch_end(byref(batch), None)

    def _act(self, population):
        while self.calls.population_wants_act(population.handle):
            results = self._end(self._begin(population, native.ISHI_ACT, None))
            try:
                self.hooks["carry_out"](population, results)
            except BaseException:
                self._give_up(population, results)
                raise
            if self.hooks["emitted"]:
                for event in results.events[:results.event_count]:
                    self.hooks["emitted"](population, event)

    def _give_up(self, population, results):
        """The game has not carried out all of a round: its tasks have failed, but for those that are over."""
        waiting = [end for end in results.ends[:results.end_count] if end.report_when_over]
        for command in [*results.starts[:results.start_count], *waiting]:
            report = native.ishi_report(token=command.token, ending=native.ISHI_FAILED)
            self.calls.status.population_report(population.handle, byref(report))

    def _find_paths(self):
        cells = native.ishi_cells()
        self.calls.world_cells(self.world, byref(cells))
        if cells.columns > 0:
            paths = self.options.get("paths")
            self.calls.world_find_paths(self.world, None if paths is None else byref(paths))

    # All populations say where to, then the frame ends, then the game moves its characters.
    def _move(self, index):
        move, moves = self.hooks["move"], self.hooks["moves"]
        if not (move or moves) or index == len(self.populations):
            self.calls.world_end_frame(self.world)
            return
        results = self._end(self._begin(self.populations[index], native.ISHI_MOVE, "moving"))
        self._move(index + 1)
        if moves:
            moves(results)
            return
        for one in results.moves[:results.move_count]:
            move(one)


class CompletingGame:
    """The game of World.step: completes tasks with what `gives` says, answers lines of sight by `sight`, and moves agents where their
    frame says. `fault` is the error of the last report that was refused."""

    def __init__(self, world, seconds, complete, gives, moves, sight):
        self.world, self.seconds = world, seconds
        self.is_completing, self.gives, self.fault = complete, gives, None
        self.sight = sight or (lambda query: True)
        if moves:
            self.positions, self.facings = world.positions, world.facings
            self.moves = self._follow

    def carry_out(self, population, results):
        for start in results.starts[:results.start_count] if self.is_completing else ():
            self.fault = self._complete(population, start) or self.fault
        for end in results.ends[:results.end_count]:
            if end.report_when_over:  # nothing takes its place before
                self._report(population, native.ishi_report(token=end.token, ending=native.ISHI_COMPLETED))

    def _report(self, population, report):
        return library().status.population_report(population.handle, byref(report))

    def _complete(self, population, start):
        """Reports a task as completed; the error if it should have given something."""
        report = native.ishi_report(token=start.token, ending=native.ISHI_COMPLETED)
        record = self.gives.get(start.task)
        if record is not None:
            record = record(start) if callable(record) else record
            report.task, report.record_bytes = start.task, sizeof(record)
            report.record = ctypes.cast(ctypes.pointer(record), ctypes.c_void_p)
        status = self._report(population, report)
        return None if status.code == native.ISHI_OK else population.task_error(start.task, status)

    def _follow(self, results):
        if results.move_count == 0:
            return
        memory = native.ishi_move * results.move_count
        moves = numpy.frombuffer(memory.from_address(ctypes.cast(results.moves, ctypes.c_void_p).value), numpy.dtype(native.ishi_move))
        goes = moves[moves["speed"] > 0]
        for axis, position, facing in zip("xyz", self.positions, self.facings):
            position[goes["agent"]["index"]] += goes["heading"][axis] * goes["speed"] * numpy.float32(self.seconds)
            facing[goes["agent"]["index"]] = goes["heading"][axis]
