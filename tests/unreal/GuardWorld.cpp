#include "GuardWorld.h"

// All memory of the runtime is the engine's.
static const ishi::Allocator EngineMemory{nullptr,
                                          [](void*, size_t Bytes, size_t Alignment) {
                                            return FMemory::Malloc(Bytes, static_cast<uint32>(Alignment));
                                          },
                                          [](void*, void* Memory, size_t, size_t) { FMemory::Free(Memory); }};

bool FGuardWorld::Start(std::span<const uint8> Blob, uint32 Count) {
  ishi::Status Status = ishi::Asset::load(Blob, {.allocator = EngineMemory}, Asset);
  if (Status)
    Status = ishi::World::create(
        {.entities = 1024, .up = game::up, .contract = game::contract, .allocator = EngineMemory}, World);
  if (Status) Status = World.add_population(Asset, game::agents::guard, {.capacity = Count}, Guards);
  if (!Status) UE_LOG(LogTemp, Error, TEXT("Ishi: %hs"), ishi::describe(Status));
  return static_cast<bool>(Status);
}

bool FGuardWorld::Add(IGuardBody* Body, ishi::Entity& Guard) {
  const uint64 User = reinterpret_cast<uint64>(Body);
  return static_cast<bool>(Guards.spawn(
      {.position = Metres(Body->GetPlace()), .facing = {1, 0, 0}, .user = User, .thing = game::actor::id},
      Guard));
}

void FGuardWorld::SetHealth(ishi::Entity Guard, float Health) {
  uint32 Slot = 0;
  if (Guards.slot_of(Guard, Slot)) Guards.column(game::health)[Slot] = Health;
}

void FGuardWorld::SetThreat(ishi::Entity Guard, ishi::Entity Threat) {
  uint32 Slot = 0;
  if (Guards.slot_of(Guard, Slot)) Guards.column(game::threat)[Slot] = Threat;
}

bool FGuardWorld::Tick(float Seconds) {
  // Agents see their bodies where they are now.
  ishi::PointColumn Places = World.positions();
  for (uint32 Slot = 0; Slot < Guards.capacity(); ++Slot) {
    const ishi::Entity Guard = Guards.agent_of(Slot);
    const IGuardBody* const Its = Body(Guard);
    if (Its == nullptr) continue;
    const ishi::Vector3 At = Metres(Its->GetPlace());
    Places.x[Guard.index] = At.x;
    Places.y[Guard.index] = At.y;
    Places.z[Guard.index] = At.z;
  }
  const auto Microseconds = static_cast<uint64>(std::llround(Seconds * 1e6F));
  return static_cast<bool>(ishi::run_frame(World, Jobs, *this, {.microseconds = Microseconds}));
}
