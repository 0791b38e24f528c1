#include "game.h"

// How a game uses the header of examples/guard; that it compiles is the test.

static_assert(game::Aim::record_bytes == 8 && game::Fire::record_bytes == 0);
static_assert(game::RunFrom{}.pace == 5.0f);
static_assert(game::contract.valid());
static_assert(game::hp.id == ishi::id_of("blackboard", "hp"));
static_assert(game::agents::guard == ishi::AgentId::of("guard"));
static_assert(game::person::id == ishi::ThingId::of("person"));
static_assert(game::Fire::id == ishi::TaskId::of("fire"));
static_assert(game::Damaged::id == ishi::EventId::of("damaged"));

ishi::Dispatched play(ishi::World& world, ishi::Population& guards, const ishi::Commands& commands) {
  const ishi::Column<float> hp = guards.column(game::hp);
  const ishi::Column<ishi::EntityId> threat = guards.column(game::threat);
  ishi::Column<float> firepower;
  if (!world.field(game::person::firepower, firepower)) return {};
  if (!world.post(guards.agent_of(0), game::Damaged{.amount = 3, .by = threat[0]})) return {};
  return ishi::dispatch(
      guards, commands, [](const ishi::Started<game::Fire>&) { return ishi::Ending::completed; },
      [&](const ishi::Started<game::RunFrom>& run) { hp[0] = run.parameters.pace; },
      [&](const ishi::Ended<game::Aim>& aim) { threat[0] = aim.agent; });
}
