"""As calls.c, through ctypes. The functions are those of ishi.library(): one that gives a status looks at it."""
import sys
import time
from ctypes import byref, c_uint32

import ishi
from ishi.native import ishi_entity


def measure(name, count, function, *arguments):
    begin = time.thread_time_ns()
    for _ in range(count):
        function(*arguments)
    print(f"{name} {(time.thread_time_ns() - begin) / count:.2f}")


def main():
    count = int(sys.argv[2])
    calls = ishi.library()
    world = ishi.World()
    population = world.add_population(ishi.Asset.read(sys.argv[1]), "guard", capacity=1)
    agent, slot = ishi_entity(), c_uint32()
    calls.population_spawn(population.handle, None, byref(agent))
    measure("valid", count, calls.world_valid, world.handle)
    measure("wants_act", count, calls.population_wants_act, population.handle)
    measure("slot_of", count, calls.population_slot_of, population.handle, agent, byref(slot))


main()
