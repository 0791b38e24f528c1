#include "compiler/village.h"

#include "compiler/asset_of.h"
#include "ishi/id.h"
#include "runtime/phases.h"

namespace ishi::compiler {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  INFO("there is no " << from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

Village::Village(const std::string& text, uint32_t capacity) {
  REQUIRE(World::create({.entities = 64, .teams = 2}, world));
  REQUIRE(world.add_population(compiled(text), AgentId::of("smith"), {.capacity = capacity}, smiths));
  REQUIRE(Scratch::create(world, scratch));
  REQUIRE(smiths.spawn({}, smith));
  REQUIRE(smiths.slot_of(smith, slot));
}

const Asset& Village::compiled(const std::string& text) {
  assets.push_back(asset_of(text));
  return assets.back();
}

void Village::step(bool thinks, const std::function<void()>& before_acts,
                   const std::function<void(const Start&)>& at_start) {
  ++frame;
  REQUIRE(world.begin_frame({frame, frame * 100'000}));
  if (thinks) {
    phases::think(smiths, scratch);
  }
  if (before_acts) before_acts();
  starts.clear();
  ends.clear();
  while (smiths.wants_act()) {
    const Commands commands = phases::act(smiths, scratch);
    starts.insert(starts.end(), commands.starts.begin(), commands.starts.end());
    ends.insert(ends.end(), commands.ends.begin(), commands.ends.end());
    if (!at_start) continue;
    const std::vector<Start> now(commands.starts.begin(), commands.starts.end());
    for (const Start& start : now) at_start(start);
  }
  REQUIRE(world.end_frame());
}

}  // namespace ishi::compiler
