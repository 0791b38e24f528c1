#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "ishi/ishi.h"
#ifdef CONSUMER_KERNELS
#include "consumer_kernels.h"
#include "ishi/tools.h"
#endif

// What a game does at the least: loads the blob that its first argument names, spawns a guard and a person
// who threatens it, and lets the guard think for one frame. Exits with 0 if the guard has made up its mind.

namespace {

// True if a step succeeded; if not, says which.
bool done(const char* step, ishi::Status status) {
  if (!status) std::fprintf(stderr, "%s: %s\n", step, ishi::describe(status));
  return static_cast<bool>(status);
}

// One thought of every guard that is due, all of whom feel threatened.
bool think_once(ishi::World& world, ishi::Population& guards, ishi::Scratch& scratch, ishi::Entity threat) {
  ishi::Column<float> hp = guards.column<float>(ishi::id_of("blackboard", "hp"));
  ishi::Column<ishi::EntityId> threats = guards.column<ishi::EntityId>(ishi::id_of("blackboard", "threat"));
  if (hp.empty() || threats.empty()) {
    std::fprintf(stderr, "the blob has no hp or no threat\n");
    return false;
  }
  ishi::Batch batch;
  if (!done("begin_frame", world.begin_frame({.frame = 0, .time_microseconds = 0}))) return false;
  if (!done("begin_think", guards.begin_think(batch))) return false;
  for (const uint32_t slot : batch.rows()) {
    hp[slot] = 20;
    threats[slot] = threat;
  }
  for (uint32_t job = 0; job < batch.jobs(); ++job) {
    if (!done("think", guards.think(batch, job, scratch))) return false;
  }
  return done("end_think", guards.end_think(batch)) && done("end_frame", world.end_frame());
}

#ifdef CONSUMER_KERNELS
const ishi::Kernels& kKernels = consumer::kernels;

bool runs_by_kernel(const ishi::Population& guards) {
  const bool runs = ishi::Tools(guards).kernel_use() == ishi::KernelUse::runs;
  if (!runs) std::fprintf(stderr, "the guards' kernel does not run\n");
  return runs;
}
#else
constexpr ishi::Kernels kKernels;

bool runs_by_kernel(const ishi::Population&) { return true; }
#endif

// Returns the option that the guard chose, kNoOption if something failed.
uint16_t choose(const std::vector<uint8_t>& blob) {
  ishi::Asset asset;
  ishi::World world;
  ishi::Population guards;
  ishi::Scratch scratch;
  ishi::Entity threat;
  ishi::Entity guard;
  uint32_t slot = 0;
  const bool chosen =
      done("load", ishi::Asset::load(blob, asset)) &&
      done("create a world", ishi::World::create({.seed = 7, .entities = 16, .kernels = kKernels}, world)) &&
      done("add guards", world.add_population(asset, ishi::AgentId::of("guard"), {.capacity = 4}, guards)) &&
      runs_by_kernel(guards) && done("create a scratch", ishi::Scratch::create(world, scratch)) &&
      done("spawn a threat", world.spawn_entity({.thing = ishi::ThingId::of("person")}, threat)) &&
      done("spawn a guard", guards.spawn({}, guard)) && done("find the guard", guards.slot_of(guard, slot)) &&
      think_once(world, guards, scratch, threat);
  return chosen ? guards.option(guards.agent_of(slot)) : ishi::kNoOption;
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) {
    std::fprintf(stderr, "usage: consumer BLOB\n");
    return 2;
  }
  std::ifstream file(arguments[1], std::ios::binary);
  const uint16_t option = choose({std::istreambuf_iterator<char>(file), {}});
  if (option == ishi::kNoOption) {
    std::fprintf(stderr, "the guard has not made up its mind\n");
    return 1;
  }
  std::printf("the guard chose option %u\n", static_cast<unsigned>(option));
  return 0;
}
