#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "built_features.h"
#include "columns/column_set.h"
#include "ishi/world.h"
#include "memory/arena.h"

// The sounds of a world that may still be heard. They lie in an arena of their own, which is there from the
// first asset on that has sounds: worlds without pay nothing.

namespace ishi {

struct MadeSound {
  uint64_t serial;
  uint64_t id;
  uint64_t made_in;  // counts begin_frame
  uint64_t made_at;  // microseconds of the world's time
  EntityId maker;
  float position[3];  // metres
  float reach;        // metres
};
static_assert(sizeof(MadeSound) == 56);

class Sounds {
 public:
  // Room for so many. False if there is no memory.
  [[nodiscard]] bool reserve(uint32_t capacity);
  [[nodiscard]] bool any() const { return is_built(Feature::senses) && header_ != nullptr; }

  // The number of the sound that was made last; 0: none.
  [[nodiscard]] uint64_t last_serial() const { return header_ == nullptr ? 0 : header_->last; }
  [[nodiscard]] uint64_t lost() const { return header_ == nullptr ? 0 : header_->lost; }

  // Gives it its number. In a full ring the oldest is lost.
  void add(MadeSound sound);
  // Removes, at the beginning of a frame, the sounds that every listener has heard; `last` is the time of the
  // previous frame.
  void forget(const World::State& world, uint64_t last);

  // Calls `visit` with each, the oldest first.
  template <typename Visitor>
  void for_each(Visitor&& visit) const {
    if (header_ == nullptr) return;
    const MadeSound* const sounds = sounds_;
    for (uint32_t i = 0; i < header_->count; ++i) visit(sounds[(header_->first + i) % capacity_]);
  }
  template <typename Visitor>
  void for_each(Visitor&& visit) {
    if (header_ == nullptr) return;
    for (uint32_t i = 0; i < header_->count; ++i) visit(sounds_[(header_->first + i) % capacity_]);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return arena_.bytes(); }
  // Its columns; none without memory.
  [[nodiscard]] const ColumnSet& columns() const { return columns_; }
  // True if the header says of a ring that there can be.
  [[nodiscard]] bool is_sound() const {
    return header_ == nullptr || (header_->first <= capacity_ && header_->count <= capacity_);
  }
  void swap(Sounds& other) {
    arena_.swap(other.arena_);
    columns_.swap(other.columns_);
    std::swap(header_, other.header_);
    std::swap(sounds_, other.sounds_);
    std::swap(capacity_, other.capacity_);
  }
  [[nodiscard]] Arena& arena() { return arena_; }

 private:
  struct Header {
    uint64_t last;
    uint64_t lost;
    uint32_t first;
    uint32_t count;
  };

  Arena arena_;
  ColumnSet columns_;
  Header* header_ = nullptr;
  MadeSound* sounds_ = nullptr;
  uint32_t capacity_ = 0;
};

// Makes a sound of an asset of this population: `sound` is its index. The maker is alive and of its kind; it
// sounds where the maker is.
void make_sound(Population::State& population, uint32_t sound, EntityId maker, const float (&position)[3]);

}  // namespace ishi
