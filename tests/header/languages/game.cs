// As game.c, in C#.
using System;
using System.IO;
using System.Text;
using Game;
using Ishi;
using static Ishi.Native;
using static Ishi.Runtime;

static unsafe class Bears {
  static bool Agree() {
    Trot usual = Trot.Defaults;
    return Keys.Hunger == IdOf("blackboard", "hunger") && TeamKeys.Honey == IdOf("blackboard", "honey") &&
           WorldKeys.Hour == IdOf("blackboard", "hour") && Things.Tree == IdOf("things", "tree") &&
           Fields.Tree.Ripe == IdOf("things/tree", "ripe") && Sets.Trees == IdOf("candidates", "trees") &&
           Capacities.Trees == 8 && Tokens.Den == IdOf("tokens", "den") && Agents.Bear == IdOf("agents", "bear") &&
           Choices.BestTree == IdOf("choices", "best_tree") && Memories.Seen == IdOf("memory", "seen") &&
           Facts.Seen.Checked == IdOf("memory/seen", "checked") && Tasks.Trot == IdOf("tasks", "trot") &&
           Trot.Id == Tasks.Trot && Events.BeeSting == IdOf("events", "bee_sting") && usual.Pace == 1.5f &&
           usual.Manner == Manner.Slow && usual.To.x == 1 && usual.Quiet == 1 && BeeSting.Defaults.Stings == 3 &&
           sizeof(Trot) == 24 && Contract.Tasks.Count == 2 && typeof(ITask<Trot>).IsInterface && Sniff.Gives && sizeof(Sniff) == 8 && Sniff.Defaults.Scent == 0;
  }

  static int Main(string[] arguments) {
    ishi_asset asset = Load(File.ReadAllBytes(arguments[0]));
    ishi_world_options options;
    options.size = (uint)sizeof(ishi_world_options);
    Require(ishi_world_options_defaults(&options));
    ishi_population_options few;
    few.size = (uint)sizeof(ishi_population_options);
    Require(ishi_population_options_defaults(&few));
    few.capacity = 1;
    options.up = Contract.Up;
    options.contract = Contract.Entries.First;
    options.entry_count = Contract.Entries.Count;
    ishi_world world;
    ishi_population bears;
    Require(ishi_world_create(&options, &world));
    if (ishi_world_add_population(world, asset, Agents.Bear, &few, &bears).code != ISHI_OK) {
      byte* fault = stackalloc byte[1024];
      UIntPtr length;
      Require(ishi_world_contract_fault(world, fault, (UIntPtr)1024, &length));
      Console.WriteLine(Encoding.UTF8.GetString(fault, (int)length));
      return 1;
    }
    Console.WriteLine(Agree() ? "done; the contracts agree" : "a constant is wrong");
    return Agree() ? 0 : 1;
  }
}
