using System;
using System.Collections.Generic;

namespace Ishi {

/// <summary>The options of an agent with their scores.</summary>
static unsafe class Explanation {
  /// <summary>Appends the options of an agent with their scores, the best first.</summary>
  public static ishi_status Why(IshiWorldBehaviour world, IshiAgent agent, List<IshiOption> options) {
    uint value_count, count;
    ishi_population population = agent.Population.Handle;
    ishi_status status = Native.ishi_population_value_count(population, &value_count);
    if (status.code != Native.ISHI_OK) return status;
    float[] values = new float[Math.Max(1, value_count)];
    ishi_option_score[] scores = new ishi_option_score[1];
    fixed (float* room = values) {
      fixed (ishi_option_score* first = scores) status = Native.ishi_population_explain(population, agent.Entity, room, value_count, first, 0, &count);
      if (status.code != Native.ISHI_OK) return status;
      scores = new ishi_option_score[Math.Max(1, count)];
      fixed (ishi_option_score* first = scores) status = Native.ishi_population_explain(population, agent.Entity, room, value_count, first, count, &count);
      if (status.code != Native.ISHI_OK) return status;
    }
    int from = options.Count;
    for (uint i = 0; i < count; ++i) {
      ishi_option_score score = scores[i];
      ishi_entity_id candidate = new ishi_entity_id { index = score.candidate.index, generation = score.candidate.generation };
      IshiOption option = new IshiOption {
        Action = OptionName(population, score.id), Score = score.score, Rank = score.rank, IsRunning = score.running != 0, Candidate = world.ThingOf(candidate)
      };
      int place = options.Count;
      while (place > from && IsBetter(option, options[place - 1])) --place;
      options.Insert(place, option);
    }
    return status;
  }
  static bool IsBetter(in IshiOption one, in IshiOption other) {
    bool one_holds = !float.IsNegativeInfinity(one.Score), other_holds = !float.IsNegativeInfinity(other.Score);
    if (one_holds != other_holds) return one_holds;
    return one.Rank != other.Rank ? one.Rank > other.Rank : one.Score > other.Score;
  }
  static string OptionName(ishi_population population, ulong id) {
    const int room = 256;
    byte* text = stackalloc byte[room];
    UIntPtr length;
    return Native.ishi_population_option_name(population, id, text, (UIntPtr)room, &length).code == Native.ISHI_OK ? Runtime.TextOf(text) : "";
  }
}

}
