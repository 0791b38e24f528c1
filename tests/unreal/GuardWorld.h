#pragma once

#include <span>

#include "Engine.h"  // in a game: "CoreMinimal.h"
#include "guard.h"   // ishi header ai/guard.ishi.yaml -o Source/MyGame/guard.h

// The interface of a guard's actor. An ACharacter or AActor of the game implements it.
class IGuardBody {
 public:
  virtual ~IGuardBody() = default;
  virtual FVector GetPlace() const = 0;
  virtual void Shoot(IGuardBody* At, float TurnRight) = 0;  // radians
  virtual void Shout() = 0;
  virtual void Walk(FVector Direction, float CentimetresPerSecond) = 0;
};

// The guards of a level. A UWorldSubsystem owns one, and calls Tick in its own, with a fixed step.
class FGuardWorld : public game::Tasks<FGuardWorld> {
 public:
  bool Start(std::span<const uint8> Blob, uint32 Count);
  bool Add(IGuardBody* Body, ishi::Entity& Guard);
  void Remove(ishi::Entity Guard) { (void)Guards.despawn(Guard); }
  void SetHealth(ishi::Entity Guard, float Health);
  void SetThreat(ishi::Entity Guard, ishi::Entity Threat);
  bool Tick(float Seconds);
  uint64 Hash() const { return World.state_hash(); }

  // Called by run_frame: a member for each task of the YAML. One that is missing does not compile.
  ishi::Ending start(const ishi::Started<game::Shoot>& Task) {
    Body(Task.user)->Shoot(Body(World.entity(Task.parameters.at)), Task.parameters.turn);
    return ishi::Ending::completed;
  }
  ishi::Ending start(const ishi::Started<game::Shout>& Task) {
    Body(Task.user)->Shout();
    return ishi::Ending::completed;
  }
  // Called by run_frame for whoever steers.
  void move(const ishi::Move& Move) {
    Body(Move.user)->Walk({Move.heading.x, -Move.heading.y, Move.heading.z}, 100 * Move.speed);
  }

 private:
  static IGuardBody* Body(uint64 User) { return reinterpret_cast<IGuardBody*>(User); }
  IGuardBody* Body(ishi::Entity Entity) const {
    uint64 User = 0;
    return World.user(Entity, User) ? Body(User) : nullptr;
  }
  // Centimetres to metres. Unreal's y points to the right of x, the runtime's to the left.
  static ishi::Vector3 Metres(FVector V) {
    return {static_cast<float>(V.X / 100), static_cast<float>(-V.Y / 100), static_cast<float>(V.Z / 100)};
  }

  ishi::Asset Asset;
  ishi::World World;
  ishi::Population Guards;
  ishi::Sequential Jobs;
};
