#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "compiler/village.h"
#include "ishi/id.h"

// All calls of a population and of a world that take handles, in tables: a test crosses the handles of each,
// and compares the tables with the headers.

namespace ishi::compiler::crossed {

constexpr MemoryId kSeen = MemoryId::of("seen");
constexpr SetId kSpots = SetId::of("spots");
constexpr SetId kOrders = SetId::of("orders");
constexpr SetId kPool = SetId::of("pool");
constexpr uint64_t kFriend = id_of("memory/seen", "friend");
constexpr ThingId kPerson = ThingId::of("person");

// The arguments of calls.
struct Handles {
  Entity agent{}, entity{}, order{};
  ishi::Token token{};
  Ticket ticket{};
  SenseBatch sensing;
  Batch batch;
  Round round;
  MoveBatch moving;
};

// The behaviour of a Place.
[[nodiscard]] const char* text_of_place();

// A world in which somebody runs something, and remembers somebody.
struct Place : Village {
  Handles own;

  Place();

 private:
  void begin();
};

enum Given : uint32_t {
  kNothing = 0,
  kAgent = 1,
  kEntity = 2,
  kOrder = 4,
  kToken = 8,
  kTicket = 16,
  kBatches = 32
};

struct Call {
  const char* name;
  uint32_t given;   // each of these is crossed
  bool has_status;  // else it gives nothing for who is not there
  bool says_much;   // … and something for who is
  std::function<Status(Place&, const Handles&)> call;
};

[[nodiscard]] std::vector<Call> calls_of_population();
// Those that take a handle.
[[nodiscard]] std::vector<Call> calls_of_world();

}  // namespace ishi::compiler::crossed
