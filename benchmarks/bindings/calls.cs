// As calls.c, through P/Invoke.
using System;
using System.Diagnostics;
using System.IO;
using Ishi;
using static Ishi.Native;

static unsafe class Calls {
  // Of the process, which does nothing else.
  static double Now() { return Process.GetCurrentProcess().TotalProcessorTime.TotalMilliseconds * 1e6; }
  static void Require(ishi_status status) {
    if (status.code != ISHI_OK) throw new Exception("the call was refused: " + status.code);
  }
  static int Main(string[] arguments) {
    long count = long.Parse(arguments[1]);
    byte[] blob = File.ReadAllBytes(arguments[0]);
    ishi_asset asset = Runtime.Load(blob);
    ishi_world world;
    ishi_population population;
    ishi_entity agent;
    ishi_population_options options;
    options.size = (uint)sizeof(ishi_population_options);
    uint slot = 0, sum = 0;
    Require(ishi_world_create(null, &world));
    Require(ishi_population_options_defaults(&options));
    options.capacity = 1;
    Require(ishi_world_add_population(world, asset, Runtime.IdOf("agents", "guard"), &options, &population));
    Require(ishi_population_spawn(population, null, &agent));
    // Once for the compiler of mono.
    for (long turn = 0; turn < 2; ++turn) {
      long calls = turn == 0 ? 1000 : count;
      double begin = Now();
      for (long i = 0; i < calls; ++i) sum += ishi_world_valid(world);
      if (turn == 1) Console.WriteLine("valid {0:F2}", (Now() - begin) / calls);
      begin = Now();
      for (long i = 0; i < calls; ++i) sum += ishi_population_wants_act(population);
      if (turn == 1) Console.WriteLine("wants_act {0:F2}", (Now() - begin) / calls);
      begin = Now();
      for (long i = 0; i < calls; ++i) Require(ishi_population_slot_of(population, agent, &slot));
      if (turn == 1) Console.WriteLine("slot_of {0:F2}", (Now() - begin) / calls);
    }
    return sum == 0 ? 1 : 0;
  }
}
