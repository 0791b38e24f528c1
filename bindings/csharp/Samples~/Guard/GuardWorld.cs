using Ishi;
using UnityEngine;
using static Ishi.Native;
using static Ishi.Runtime;

/// <summary>A world with one guard, which decides in each frame. Give it what guard.ishi.yaml was imported as.</summary>
public sealed unsafe class GuardWorld : MonoBehaviour {
  public IshiAsset Behaviour;

  ishi_asset asset_;
  ishi_world world_;
  ishi_population guards_;
  ishi_scratch scratch_;
  ishi_clock clock_;

  void OnEnable() {
    CheckLibrary();
    asset_ = Load(Behaviour.Blob);
    ishi_world world;
    ishi_population guards;
    ishi_scratch scratch;
    ishi_entity guard;
    ishi_population_options options;
    options.size = (uint)sizeof(ishi_population_options);
    Require(ishi_population_options_defaults(&options));
    options.capacity = 1;
    Require(ishi_world_create(null, &world));
    Require(ishi_world_add_population(world, asset_, IdOf("agents", "guard"), &options, &guards));
    Require(ishi_scratch_create(world, &scratch));
    Require(ishi_population_spawn(guards, null, &guard));
    world_ = world;
    guards_ = guards;
    scratch_ = scratch;
  }

  void OnDisable() {
    Require(ishi_scratch_destroy(scratch_));
    Require(ishi_world_destroy(world_));
    Require(ishi_asset_destroy(asset_));
  }

  void Update() {
    ++clock_.frame;
    clock_.time_microseconds += (ulong)(Time.deltaTime * 1e6f);
    ishi_clock clock = clock_;
    Require(ishi_world_begin_frame(world_, &clock));
    Run(ISHI_SENSE);
    Run(ISHI_THINK);
    while (ishi_population_wants_act(guards_) != 0) {
      ishi_results commands = Run(ISHI_ACT);
      // The game begins these tasks, and reports with ishi_population_report when they are over.
      for (uint i = 0; i < commands.start_count; ++i) Debug.Log("starts task " + commands.starts[i].task);
    }
    Require(ishi_world_end_frame(world_));
  }

  ishi_results Run(uint phase) {
    ishi_batch batch;
    ishi_results results;
    results.size = (uint)sizeof(ishi_results);
    Require(ishi_population_begin(guards_, phase, null, &batch));
    Require(ishi_batch_run_all(&batch, scratch_));
    Require(ishi_batch_end(&batch, &results));
    return results;
  }
}
