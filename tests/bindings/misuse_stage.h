#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/c_api.h"

// What a misused function is asked with: objects that are good, and those that are not.

namespace misuse {

using Bytes = std::vector<uint8_t>;

// When a call is made: phases of the first population that are open.
enum class When : uint8_t { between_frames, in_frame, sensing, thinking, acting, moving };
inline constexpr uint32_t kWhens = 6;
[[nodiscard]] const char* words_of(When when);

// A small game. What it lends to a call lies in blocks of exactly its size, so that a sanitizer sees who goes
// beyond.
class Stage {
 public:
  Stage(const ishi_api& api, const Bytes& blob, When when);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage();

  // Memory that holds zeros, or `value`s; it lives as long as the stage.
  [[nodiscard]] std::byte* lend(size_t bytes, uint8_t value = 0);
  template <typename T>
  [[nodiscard]] T* lend(const T& value, uint32_t count = 1) {
    auto* const memory = reinterpret_cast<T*>(lend(sizeof(T) * count));
    for (uint32_t i = 0; i < count; ++i) memory[i] = value;
    return memory;
  }
  // All that is lent, one after the other.
  [[nodiscard]] Bytes lent() const;
  [[nodiscard]] uint64_t state() const;
  [[nodiscard]] bool has_sane_places() const;

  const ishi_api& api;
  const Bytes& blob;
  When when;
  ishi_asset asset{}, stale_asset{};
  ishi_world world{}, other_world{}, stale_world{};
  ishi_population population{};
  ishi_scratch scratch{}, stale_scratch{};
  ishi_reload reload{}, stale_reload{};
  ishi_entity agent{}, thing{}, stale_entity{}, foreign_entity{};
  ishi_batch batch{}, stale_batch{};
  ishi_token token{};
  Bytes save, snapshot;

 private:
  void make_world(ishi_world& made, ishi_population* populations);
  void make_stale();
  void run_frame();
  void open(uint32_t phase);
  void check(ishi_status status, const char* call) const;

  struct Block {
    std::unique_ptr<std::byte[]> memory;
    size_t bytes = 0;
  };
  std::vector<Block> blocks_;
  ishi_population populations_[2] = {};
  uint64_t frame_ = 0;
};

}  // namespace misuse
