#include <algorithm>
#include <array>

#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

// Candidates: the members of sets that the game fills.

using namespace ishi::c;

namespace {

constexpr uint32_t kMostMembers = 255;  // of the largest set

ishi_status find(const ishi_candidates& candidates, ishi::Candidates& cpp) {
  WorldObject* world = nullptr;
  PopulationObject* its = nullptr;
  const ishi::SetId set(candidates.set);
  if (candidates.population == ISHI_SHARED) {
    const ishi_status status = ishi::c::find(candidates.world, world);
    if (is_good(status)) cpp = world->world.candidates(set, ishi::TeamId(candidates.team));
    return status;
  }
  const ishi_status status =
      ishi::c::find(ishi_population{candidates.world, candidates.population}, world, its);
  if (is_good(status)) cpp = its->handle.candidates(to_cpp(candidates.agent), set);
  return status;
}

// `call` says a Status or an ishi_status of a Candidates.
template <typename Call>
ishi_status with_candidates(const ishi_candidates* candidates, Call&& call) {
  if (candidates == nullptr) return null_argument(1);
  ishi::Candidates cpp;
  if (const ishi_status status = find(*candidates, cpp); !is_good(status)) return status;
  return call(cpp);
}

}  // namespace

ishi_status ishi_population_candidates(ishi_population population, ishi_entity agent, uint64_t set,
                                       ishi_candidates* candidates) {
  if (candidates == nullptr) return null_argument(4);
  return with_population(population, [&](const ishi::Population& its) {
    uint32_t slot = 0;
    const ishi::Status status = its.slot_of(to_cpp(agent), slot);
    if (status) *candidates = {population.world, population.index, agent, 0, set};
    return status;
  });
}

ishi_status ishi_world_candidates(ishi_world world, uint64_t set, uint32_t team,
                                  ishi_candidates* candidates) {
  if (candidates == nullptr) return null_argument(4);
  return with_world(world, [&](const ishi::World&) {
    *candidates = {world, ISHI_SHARED, {}, team, set};
    return kGood;
  });
}

ishi_status ishi_candidates_add(const ishi_candidates* candidates, ishi_entity* member) {
  if (member == nullptr) return null_argument(2);
  return with_candidates(candidates, [&](const ishi::Candidates& its) {
    ishi::Entity entity = to_cpp(*member);
    const ishi::Status status = its.add(entity);
    if (status) *member = to_c(entity);
    return said(status);
  });
}

ishi_status ishi_candidates_set(const ishi_candidates* candidates, const ishi_entity* members,
                                uint32_t count) {
  if (members == nullptr && count > 0) return null_argument(2);
  return with_candidates(candidates, [&](const ishi::Candidates& its) {
    // More than any set holds: one more says so.
    std::array<ishi::Entity, kMostMembers + 1> entities;
    const uint32_t given = std::min(count, kMostMembers + 1);
    for (uint32_t i = 0; i < given; ++i) entities[i] = to_cpp(members[i]);
    return said(its.set({entities.data(), given}));
  });
}

ishi_status ishi_candidates_withdraw(const ishi_candidates* candidates, ishi_entity member) {
  return with_candidates(candidates,
                         [&](const ishi::Candidates& its) { return said(its.withdraw(to_cpp(member))); });
}

ishi_status ishi_candidates_list(const ishi_candidates* candidates, ishi_entity* members, uint32_t room,
                                 uint32_t* count) {
  if (members == nullptr && room > 0) return null_argument(2);
  if (count == nullptr) return null_argument(4);
  return with_candidates(candidates, [&](const ishi::Candidates& its) {
    std::array<ishi::Entity, kMostMembers> entities;
    uint32_t found = 0;
    const ishi::Status status = its.list({entities.data(), std::min(room, kMostMembers)}, found);
    if (!status) return said(status);
    for (uint32_t i = 0; i < std::min({found, room, kMostMembers}); ++i) members[i] = to_c(entities[i]);
    *count = found;
    return said(kGood);
  });
}

ishi_status ishi_candidates_field(const ishi_candidates* candidates, ishi_entity member, uint64_t field,
                                  ishi_value* value) {
  if (value == nullptr) return null_argument(4);
  return with_candidates(candidates, [&](const ishi::Candidates& its) {
    return get_value(*value, [&](auto& typed) { return its.field(to_cpp(member), field, typed); });
  });
}

ishi_status ishi_candidates_set_field(const ishi_candidates* candidates, ishi_entity member, uint64_t field,
                                      const ishi_value* value) {
  if (value == nullptr) return null_argument(4);
  return with_candidates(candidates, [&](const ishi::Candidates& its) {
    return set_value(*value, [&](const auto& typed) { return its.set_field(to_cpp(member), field, typed); });
  });
}
