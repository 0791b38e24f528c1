#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ishi/allocator.h"
#include "ishi/enums.h"
#include "ishi/features.h"
#include "ishi/id.h"
#include "ishi/status.h"
#include "ishi/types.h"

// A loaded blob: what the compiler made of one asset's YAML. An Asset owns a copy of the bytes (or
// borrows them) and never changes, so any number of threads and worlds may read it. Everything in it is
// named by index, in text order; ids (ishi/id.h) find indices. Names are there unless the blob was stripped.
// What its parts consist of is for tools: see AssetParts (ishi/asset_info.h).

namespace ishi {

// What can be looked up by id.
enum class Kind : uint8_t {
  enums,
  things,
  keys,
  events,
  tasks,
  goals,
  curves,
  motives,
  profiles,
  agents,
  sets,
  tokens,
  sounds,
  navigations
};
inline constexpr uint32_t kKindCount = static_cast<uint32_t>(Kind::navigations) + 1;

class Asset {
 public:
  struct Options {
    uint32_t size = sizeof(Options);
    // Use the caller's memory instead of a copy: it must outlive the asset, be aligned to 8 bytes and
    // never change. A memory-mapped file qualifies only if nobody can rewrite it.
    bool borrow = false;
    Allocator allocator{};
  };

  Asset() = default;
  Asset(Asset&& other) noexcept;
  Asset& operator=(Asset&& other) noexcept;
  ~Asset();

  // Loads a blob into `asset`, replacing what it held; on any error `asset` stays as it was. Safe for
  // untrusted input: any bytes either are refused with a code and the byte offset of what is wrong, or
  // can do no harm afterwards: nothing that the runtime does with a loaded asset fails because of its
  // content. That says nothing of who made it. Allocates the bytes, itself and up to 1 MiB for what memories
  // hold, and while it checks less than the size of the blob. Linear in the size whatever is in it, but for
  // the sorting of ids.
  // An asset that needs a feature which this runtime was built without is refused with feature_missing.
  // Any thread. Populations keep reading the asset that they were made from: it must outlive them, and
  // an asset that has populations must not be loaded into.
  [[nodiscard]] static Status load(std::span<const uint8_t> bytes, const Options& options, Asset& asset);
  [[nodiscard]] static Status load(std::span<const uint8_t> bytes, Asset& asset);

  // True if something is loaded. Everything below needs that, and indices below their count.
  [[nodiscard]] bool valid() const { return state_ != nullptr; }

  [[nodiscard]] std::span<const uint8_t> bytes() const;
  // Equal for assets that share a contract with the game.
  [[nodiscard]] uint64_t contract_hash() const;
  [[nodiscard]] Up up() const;
  [[nodiscard]] bool has_names() const;
  // The features of the runtime that it needs. Linear in its nodes and operations.
  [[nodiscard]] FeatureSet features() const;

  [[nodiscard]] uint32_t count(Kind kind) const;
  // The index of what has this id, else kNotFound. Logarithmic.
  [[nodiscard]] uint32_t find(Kind kind, uint64_t id) const;
  [[nodiscard]] uint32_t find(AgentId id) const { return find(Kind::agents, id.value); }
  [[nodiscard]] uint32_t find(MotiveId id) const { return find(Kind::motives, id.value); }
  [[nodiscard]] uint32_t find(ProfileId id) const { return find(Kind::profiles, id.value); }
  [[nodiscard]] uint32_t find(MemoryId id) const { return find(Kind::sets, id.value); }
  [[nodiscard]] uint32_t find(SetId id) const { return find(Kind::sets, id.value); }
  [[nodiscard]] uint32_t find(TokenId id) const { return find(Kind::tokens, id.value); }
  [[nodiscard]] uint32_t find(ThingId id) const { return find(Kind::things, id.value); }
  [[nodiscard]] uint32_t find(SoundId id) const { return find(Kind::sounds, id.value); }
  [[nodiscard]] uint32_t find(EventId id) const { return find(Kind::events, id.value); }
  [[nodiscard]] uint32_t find(TaskId id) const { return find(Kind::tasks, id.value); }
  // Empty if stripped.
  [[nodiscard]] std::string_view name(Kind kind, uint32_t index) const;

  // The keys that running bodies of an agent read in each frame, also while the agent does not think: those
  // of `until`, `while` and the `when` of interjections, of what live parameters follow, of where walks lead
  // and of how agents steer, and those by which the levels rise that these read. Keys of agents, teams and
  // the world, by index, rising; returns how many, of which the first are written to `keys`. No allocation.
  // Linear in the agent's nodes and operations, for each 1,024 keys.
  uint32_t watched_keys(uint32_t agent, std::span<uint32_t> keys) const;

  // For the runtime itself.
  struct State;
  [[nodiscard]] const State* state() const { return state_; }

 private:
  State* state_ = nullptr;
};

}  // namespace ishi
