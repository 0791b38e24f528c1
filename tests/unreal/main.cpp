#include <cstdio>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <vector>

#include "GuardWorld.h"

// Plays the module of docs/unreal.md without Unreal: no exceptions, no RTTI, the engine's macros, and its
// memory. usage: unreal BLOB

static int64 News = 0;
void* operator new(std::size_t bytes) { return ++News, std::malloc(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return ++News, std::aligned_alloc(static_cast<size_t>(alignment), bytes);
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return ++News, std::malloc(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return ++News, std::aligned_alloc(static_cast<size_t>(alignment), bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace {

bool failed = false;
void expect(bool holds, const char* what) {
  if (!holds) std::printf("FAILED: %s\n", what);
  failed |= !holds;
}

struct Body final : IGuardBody {
  FVector place{};
  int shots = 0, shouts = 0;
  IGuardBody* at = nullptr;
  float turn = 0;
  FVector GetPlace() const override { return place; }
  void Shoot(IGuardBody* whom, float right) override { ++shots, at = whom, turn = right; }
  void Shout() override { ++shouts; }
  void Walk(FVector direction, float speed) override {
    place.X += direction.X * speed / 60, place.Y += direction.Y * speed / 60,
        place.Z += direction.Z * speed / 60;
  }
};

uint64 play(const std::vector<uint8>& blob) {
  Body guard, thug;
  guard.place = {0, 0, 90};
  thug.place = {300, 400, 90};
  FGuardWorld world;
  ishi::Entity its, other;
  expect(world.Start(blob, 4) && world.Add(&guard, its) && world.Add(&thug, other), "the world starts");
  const int64 before = News;
  for (int i = 0; i < 120; ++i) expect(world.Tick(1.0F / 60), "a tick");
  expect(std::hypot(guard.place.X, guard.place.Y) > 50,
         "a guard without a threat strolls about, in centimetres");
  expect(guard.place.Z == 90, "and stays on the floor");
  world.SetThreat(its, other);
  for (int i = 0; i < 30; ++i) expect(world.Tick(1.0F / 60), "a tick");
  expect(guard.shots > 0 && guard.at == &thug, "it shoots at what it is shown");
  const double right = std::atan2(thug.place.Y - guard.place.Y, thug.place.X - guard.place.X);
  expect(std::abs(guard.turn - right) < 0.1, "and turns to the side of Unreal's y");
  world.SetHealth(its, 20);
  const double far = std::abs(guard.place.X - thug.place.X);
  for (int i = 0; i < 60; ++i) expect(world.Tick(1.0F / 60), "a tick");
  expect(
      guard.shouts > 0 && std::hypot(guard.place.X - thug.place.X, guard.place.Y - thug.place.Y) > far + 100,
      "hit, it shouts and runs away");
  world.Remove(its);
  for (int i = 0; i < 60; ++i) expect(world.Tick(1.0F / 60), "a tick without it");
  expect(News == before, "nothing comes from operator new");
  expect(FMemory::Blocks > 0, "the engine's memory is used");
  return world.Hash();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<uint8> blob{std::istreambuf_iterator<char>(file), {}};
  FGuardWorld closed;
  expect(!closed.Start(std::span<const uint8>(blob).first(100), 4), "a blob that is cut off is refused");
  expect(!closed.Tick(1.0F / 60), "a world that has not started refuses to tick");
  expect(play(blob) == play(blob), "equal games come to equal states");
  expect(FMemory::Blocks == 0, "all memory is given back");
  return failed ? 1 : 0;
}
