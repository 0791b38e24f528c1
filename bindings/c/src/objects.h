#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

#include "ishi/c_api.h"
#include "ishi/ishi.h"
#include "registry.h"

// What the handles of the C interface stand for: the C++ objects, and what the interface keeps beside them,
// so that nothing that a game gives back to it has to be trusted.

namespace ishi::c {

// A list in memory of the game's allocator.
template <typename T>
class List {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16);

 public:
  List() = default;
  List(const List&) = delete;
  List& operator=(const List&) = delete;
  ~List() { release(); }

  void use(const Allocator& allocator) { allocator_ = allocator; }
  [[nodiscard]] bool reserve(uint32_t room) {
    if (room <= room_) return true;
    const size_t bytes = size_t{room} * sizeof(T);
    void* const memory = allocator_.allocate != nullptr ? allocator_.allocate(allocator_.context, bytes, 16)
                                                        : ::operator new(bytes, std::nothrow);
    if (memory == nullptr) return false;
    if (size_ > 0) std::memcpy(memory, static_cast<const void*>(data_), size_ * sizeof(T));
    const uint32_t size = size_;
    release();
    data_ = static_cast<T*>(memory);
    room_ = room;
    size_ = size;
    return true;
  }
  // There must be room.
  void add(const T& value) { new (data_ + size_++) T(value); }
  void clear() { size_ = 0; }
  [[nodiscard]] uint32_t size() const { return size_; }
  [[nodiscard]] T* begin() { return data_; }
  [[nodiscard]] T* end() { return data_ + size_; }
  [[nodiscard]] T& operator[](uint32_t index) { return data_[index]; }

 private:
  void release() {
    if (data_ == nullptr) return;
    if (allocator_.release != nullptr) {
      allocator_.release(allocator_.context, data_, size_t{room_} * sizeof(T), 16);
    } else {
      ::operator delete(data_);
    }
    data_ = nullptr;
    size_ = room_ = 0;
  }

  Allocator allocator_;
  T* data_ = nullptr;
  uint32_t size_ = 0, room_ = 0;
};

struct AssetObject {
  Asset asset;
  std::atomic<uint32_t> users = 0;  // worlds and reloads that read it
};

// A population, and the phases of its frame that are open.
struct PopulationObject {
  Population handle;
  AssetObject* asset = nullptr;
  SenseBatch sense;
  Batch think;
  Round act;
  MoveBatch move;
  uint64_t serials[4] = {};  // of the batch of each phase that began last; 0: none did
};

struct WorldObject {
  static constexpr uint32_t kFaultBytes = 512;

  World world;
  List<PopulationObject> populations;
  List<AssetObject*> assets;  // all that it reads, each once
  uint64_t serial = 0;        // of the last batch
  char fault[kFaultBytes] = {};

  WorldObject() = default;
  ~WorldObject() { release_assets(); }
  void release_assets() {
    for (AssetObject* asset : assets) --asset->users;
    assets.clear();
  }
  // Needs room for one more.
  void use(AssetObject& asset) {
    for (const AssetObject* one : assets) {
      if (one == &asset) return;
    }
    ++asset.users;
    assets.add(&asset);
  }
};

// A world reads another asset in place of one.
inline void replace_asset(WorldObject& world, AssetObject& from, AssetObject& to) {
  for (PopulationObject& population : world.populations) {
    if (population.asset == &from) population.asset = &to;
  }
  for (AssetObject*& asset : world.assets) {
    if (asset != &from) continue;
    ++to.users;
    --from.users;
    asset = &to;
    break;
  }
}

struct ScratchObject {
  Scratch scratch;
  std::atomic<bool> is_used = false;
};

struct ReloadObject {
  struct Change {
    AssetObject *from = nullptr, *to = nullptr;
  };
  Reload reload;
  List<Change> changes;
  bool is_committed = false;

  ReloadObject() = default;
  // The populations that it keeps go before the assets that they read.
  ~ReloadObject() {
    reload = {};
    for (const Change& change : changes) {
      --change.from->users;
      --change.to->users;
    }
  }
};

[[nodiscard]] Registry<AssetObject, Sort::asset>& assets();
[[nodiscard]] Registry<WorldObject, Sort::world>& worlds();
[[nodiscard]] Registry<ScratchObject, Sort::scratch>& scratches();
[[nodiscard]] Registry<ReloadObject, Sort::reload>& reloads();

}  // namespace ishi::c
