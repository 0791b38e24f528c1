// Plays agents twice, by the machine and by kernels, and compares the hashes of every frame: both_ways BLOB…
// 0: equal; 1: not; 2: a blob that cannot be read.

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include BOTH_WAYS_KERNELS

#include "game.h"
#include "ishi/asset_info.h"
#include "ishi/tools.h"
#include "require.h"

namespace determinism {
namespace {

constexpr uint32_t kFrames = 300;
// Not whole vectors, and more than a word of 64 agents.
constexpr Scenario kScenario = {.name = "both ways", .agents = 70, .things = 6, .changes = 40};

bool load(const char* path, ishi::Asset& asset) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return static_cast<bool>(ishi::Asset::load(std::vector<uint8_t>(text.begin(), text.end()), asset));
}

// True if both have the same hashes.
bool play(const char* path, const ishi::Asset& asset, ishi::InstructionSet set) {
  Way by_machine, by_kernels;
  by_machine.instruction_set = by_kernels.instruction_set = set;
  by_kernels.kernels = kernels;
  Game machine(kScenario, asset, by_machine), kernel(kScenario, asset, by_kernels);
  for (uint32_t frame = 0; frame < kFrames; ++frame) {
    machine.run_frame();
    kernel.run_frame();
    if (machine.hash() == kernel.hash()) continue;
    std::fprintf(stderr, "%s: frame %" PRIu32 " differs\n", path, frame);
    return false;
  }
  if (machine.thoughts() == 0) std::fprintf(stderr, "%s: nobody thought\n", path);
  return machine.thoughts() > 0;
}

// Kernels that a game may hand over by mistake. Each is refused with its own word, and the machine runs.
struct Refusal {
  const char* what;
  ishi::KernelUse use;
  uint32_t version = ishi::kKernelVersion;
  uint64_t program = 0;  // in place of the right hash, if it is not 0
  bool has_parts = true;
  ishi::KernelRun run = nullptr;  // in place of all functions, where `replaces`
  bool replaces = false;
};

void give_zeros(const ishi::KernelRows& rows) {
  for (uint32_t i = 0; i < rows.lanes; ++i) rows.outputs[0][i] = 0;
}

constexpr Refusal kRefusals[] = {
    {.what = "another version", .use = ishi::KernelUse::other_version, .version = ishi::kKernelVersion + 1},
    {.what = "another program", .use = ishi::KernelUse::other_program, .program = 1},
    {.what = "too few parts", .use = ishi::KernelUse::differs, .has_parts = false},
    {.what = "no functions", .use = ishi::KernelUse::differs, .replaces = true},
    {.what = "other numbers", .use = ishi::KernelUse::differs, .run = &give_zeros, .replaces = true},
};

bool is_refused(const ishi::Asset& asset, ishi::AgentId agent, const Refusal& refusal) {
  std::vector<ishi::Kernel> list;
  std::vector<std::vector<ishi::KernelPart>> parts;
  for (const ishi::Kernel& kernel : kernels.list) {
    if (kernel.agent != agent) continue;
    auto& own = parts.emplace_back(kernel.parts.begin(), kernel.parts.end());
    if (!refusal.has_parts) own.pop_back();
    for (ishi::KernelPart& part : own) {
      for (ishi::KernelRun& run : part.run) run = refusal.replaces ? refusal.run : run;
    }
    list.push_back({kernel.agent, refusal.program != 0 ? refusal.program : kernel.program, own});
  }
  ishi::World world;
  ishi::Population population;
  require(ishi::World::create(
              {.entities = 4, .teams = 2, .up = asset.up(), .kernels = {refusal.version, list}}, world),
          "World::create");
  require(world.add_population(asset, agent, {.capacity = 2}, population), "add_population");
  const ishi::KernelUse use = ishi::Tools(population).kernel_use();
  if (use != refusal.use)
    std::fprintf(stderr, "a kernel of %s is taken as %d\n", refusal.what, static_cast<int>(use));
  return use == refusal.use;
}

// A kernel is found again where a world is loaded, and where the same asset is loaded anew.
bool outlives_saves_and_reloads(const ishi::Asset& asset, ishi::AgentId agent) {
  ishi::World world;
  ishi::Population population;
  require(ishi::World::create({.entities = 4, .teams = 2, .up = asset.up(), .kernels = kernels}, world),
          "World::create");
  require(world.add_population(asset, agent, {.capacity = 2}, population), "add_population");
  const ishi::KernelUse use = ishi::Tools(population).kernel_use();
  size_t bytes = 0;
  require(world.save_size(bytes), "save_size");
  std::vector<std::byte> save(bytes);
  require(world.save(save, bytes), "save");
  const ishi::Asset* const assets[] = {&asset};
  ishi::World loaded;
  ishi::Reload reload;
  std::vector<ishi::Population> populations(1);
  require(ishi::World::load(save, {.assets = assets, .kernels = kernels}, loaded, populations, reload),
          "load");
  if (ishi::Tools(populations[0]).kernel_use() != use) return false;
  ishi::Asset again;
  require(ishi::Asset::load(asset.bytes(), again), "Asset::load");
  const ishi::AssetChange change{&asset, &again};
  require(world.prepare_reload({&change, 1}, reload), "prepare_reload");
  require(world.commit_reload(reload), "commit_reload");
  const bool is_same = ishi::Tools(population).kernel_use() == use;
  world = ishi::World();  // before the asset that it runs
  return is_same;
}

bool are_refused(const ishi::Asset& asset) {
  bool all = true;
  for (uint32_t i = 0; i < asset.count(ishi::Kind::agents); ++i) {
    const ishi::AgentId agent = ishi::AssetParts(asset).agent(i).id;
    const bool has_kernel =
        std::ranges::any_of(kernels.list, [&](const ishi::Kernel& kernel) { return kernel.agent == agent; });
    if (!outlives_saves_and_reloads(asset, agent)) {
      std::fprintf(stderr, "a kernel is lost in a save or a reload\n");
      all = false;
    }
    for (const Refusal& refusal : kRefusals) all = (!has_kernel || is_refused(asset, agent, refusal)) && all;
  }
  return all;
}

}  // namespace
}  // namespace determinism

int main(int count, char** words) {
  using enum ishi::InstructionSet;
  bool are_equal = count > 1;
  for (int i = 1; i < count; ++i) {
    ishi::Asset asset;
    if (!determinism::load(words[i], asset)) {
      std::fprintf(stderr, "%s: cannot be loaded\n", words[i]);
      return 2;
    }
    are_equal = determinism::are_refused(asset) && are_equal;
    for (const ishi::InstructionSet set : {best, avx2, sse4, scalar}) {
      ishi::World world;
      if (!ishi::World::create({.instruction_set = set}, world)) continue;
      are_equal = determinism::play(words[i], asset, set) && are_equal;
    }
  }
  return are_equal ? 0 : 1;
}
