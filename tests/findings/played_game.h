#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "played_document.h"

// A game that plays a random behaviour: it writes keys, fills sets, sends events and ends tasks after the
// time that the contract says, and tells what its agents chose.

namespace ishi::plays {

// So many agents live in a game, each in a situation of its own.
inline constexpr uint32_t kPlayers = 8;
// Of the first, keys stay as they are and no task fails; of the next ones, no task fails.
inline constexpr uint32_t kStill = 3, kUnfailing = 6;

// What a player had right before a thought, and what it had right after it and at the end of the frame.
struct Seen {
  uint16_t before = kNoOption, after = kNoOption, at_end = kNoOption;
  uint32_t state_before = 0, state_after = 0;
  bool is_over = false;  // what it did was over before the thought, so that it did not think
  bool is_locked = false;
  bool cools = false;        // an option did
  std::vector<float> gates;  // by option, as they were right before the thought; of members: the best
};

class PlayedGame {
 public:
  PlayedGame(const std::vector<uint8_t>& blob, const PlayedDocument& document, uint32_t seed);

  // One frame; what each player did in it.
  const std::array<Seen, kPlayers>& step();

  [[nodiscard]] uint32_t profile_of(uint32_t player) const { return player % 3; }  // 0: none
  [[nodiscard]] uint64_t cooldown_left(uint32_t player, uint16_t option) const;
  [[nodiscard]] int32_t counter(uint32_t player, uint32_t number);
  // The level of a need that agents carry, as it was stored last; nothing if the document has none.
  [[nodiscard]] std::optional<float> level(uint32_t player, uint32_t carried);
  [[nodiscard]] double seconds() const { return static_cast<double>(now_) * 1e-6; }

 private:
  struct Task {
    Token token;
    uint64_t due = 0;
    bool fails = false;
  };

  void write_keys(uint32_t player);
  void write_members(uint32_t player);
  void note_gates(uint32_t player, Seen& seen);
  void act();
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  std::mt19937 random_;
  const PlayedDocument& document_;
  Asset asset_;
  World world_;
  Population population_;
  Scratch scratch_;
  std::vector<Task> tasks_;
  std::vector<Entity> foes_;
  std::array<Seen, kPlayers> seen_;
  std::vector<float> values_;
  uint64_t frame_ = 0, now_ = 0, step_ = 16'667;
};

}  // namespace ishi::plays
