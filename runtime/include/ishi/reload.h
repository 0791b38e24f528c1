#pragma once

#include <cstdint>
#include <span>

#include "ishi/asset.h"
#include "ishi/contract.h"

// A reload replaces an asset by another version while the game runs: state survives where its id and type are
// unchanged. `World::prepare_reload` does everything that may fail, beside running frames;
// `World::commit_reload` changes the world between two of them.

namespace ishi {

// An asset of the world and its replacement; both must be loaded. The new one must live as long as the world,
// the old one as long as the Reload.
struct AssetChange {
  const Asset* from = nullptr;
  const Asset* to = nullptr;
};

enum class ReloadEffect : uint8_t {
  kept,
  reset,    // of another type than before: it has its default
  dropped,  // the new asset does not have it
  added     // it has its default
};

// The kind of state that an item describes.
enum class ReloadPart : uint8_t {
  key,
  field,  // of a kind of thing
  level,  // of a need or drive that agents carry
  set,    // a memory, or candidates
  member_field,
  choice,
  token,   // the number that the game keeps
  option,  // an action that runs, and its cooldown
  state,
  rhythm,  // when agents think, without id: reset if their interval has changed
  queries  // of lines of sight that wait for an answer, without id
};

struct ReloadItem {
  static constexpr uint16_t kShared = 0xffff;

  uint64_t id = 0;
  const char* name =
      "";  // as the YAML spells it; empty if the asset was stripped. Lives as long as its asset
  const char* former_name = "";  // what the version before called it, if `renamed_from` has led to it
  ReloadPart part = ReloadPart::key;
  ReloadEffect effect = ReloadEffect::kept;
  uint16_t population = kShared;  // whose it is; kShared: the world's
};

// The effects of a commit on agents. Something is lost if the new asset lacks it or has changed it.
struct ReloadCounts {
  uint32_t kept_tasks = 0;         // run on
  uint32_t aborted_tasks = 0;      // lost: stale at once, their Ends come with the next round
  uint32_t restarted_goals = 0;    // go on from their beginning, since a step below them was lost
  uint32_t restarted_options = 0;  // likewise, where no goal was left
  uint32_t ended_options = 0;      // lost: their agents choose anew
  uint32_t dropped_members = 0;    // facts and candidates that have no room any more, or no kind
  uint32_t dropped_events = 0;     // waiting events that were lost
};

// A reload that was prepared. Holds a second set of the world's populations, the new ones before the commit
// and the old ones after it, until it is destroyed or prepared anew.
class Reload {
 public:
  Reload() = default;
  Reload(Reload&& other) noexcept;
  Reload& operator=(Reload&& other) noexcept;
  ~Reload();

  // True if it can be committed.
  [[nodiscard]] bool valid() const;
  // What becomes of each part of the state, in the order of populations, shared parts last. Known once it is
  // prepared; lives as long as this.
  [[nodiscard]] std::span<const ReloadItem> items() const;
  // All zeros before the commit.
  [[nodiscard]] ReloadCounts counts() const;
  // The reason why prepare_reload said contract_mismatch or contract_unknown, for `describe`.
  [[nodiscard]] const ContractFault& contract_fault() const;

  // For the runtime itself.
  struct State;
  [[nodiscard]] State* state() const { return state_; }

 private:
  friend class World;
  State* state_ = nullptr;
};

}  // namespace ishi
