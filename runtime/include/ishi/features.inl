// The features of the runtime that a build may leave out (ISHI_FEATURES in CMake): one row each, with its
// name and what belongs to it. CMake, the enum Feature, the check in Asset::load, its error texts and the
// tests are generated from these rows. runtime/src/asset/needed_features.cpp says which parts of an asset
// need which feature. Add new rows at the end: bit i of a set of features is row i.

// What assets need.
ISHI_FEATURE(goals, "goals, branches, repeats and steps at the same time")
ISHI_FEATURE(plans, "plans")
ISHI_FEATURE(states, "states")
ISHI_FEATURE(memories, "memories, candidates and choices")
ISHI_FEATURE(senses, "senses and sounds")
ISHI_FEATURE(steering, "steering")
ISHI_FEATURE(walking, "walking and grids")
ISHI_FEATURE(claims, "tokens and claims")
ISHI_FEATURE(events, "events")
ISHI_FEATURE(levels, "needs and drives with levels of their own")
// What games call, whatever their assets hold.
ISHI_FEATURE(kernels, "kernels")
ISHI_FEATURE(recording, "recording")
ISHI_FEATURE(reloading, "reloading")
ISHI_FEATURE(saving, "saves")
ISHI_FEATURE(snapshots, "raw snapshots")
ISHI_FEATURE(names, "names of an asset's parts")
// What is only faster.
ISHI_FEATURE(packs, "loops for agents that decide alone or by few")
ISHI_FEATURE(pruning, "giving up scores that cannot win")
