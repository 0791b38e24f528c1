#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "ishi/c_api.h"
#include "ishi/ishi.h"
#include "objects.h"

// Between the structs of the two interfaces, and from handles to objects.

namespace ishi::c {

[[nodiscard]] inline ishi_status said(uint32_t code, uint64_t where = 0) { return {code, where}; }
[[nodiscard]] inline ishi_status said(const Status& status) {
  return {static_cast<uint32_t>(status.code), status.where};
}
inline constexpr Status kGood{};
[[nodiscard]] inline ishi_status null_argument(uint32_t argument) {
  return said(ISHI_NULL_ARGUMENT, argument);
}
[[nodiscard]] inline bool is_good(const ishi_status& status) { return status.code == ISHI_OK; }

// Structs that lie alike in both; layouts.cpp compares them.
[[nodiscard]] inline Vector3 to_cpp(const ishi_vector3& v) { return std::bit_cast<Vector3>(v); }
[[nodiscard]] inline ishi_vector3 to_c(const Vector3& v) { return std::bit_cast<ishi_vector3>(v); }
[[nodiscard]] inline EntityId to_cpp(const ishi_entity_id& id) { return std::bit_cast<EntityId>(id); }
[[nodiscard]] inline ishi_entity_id to_c(const EntityId& id) { return {id.index, id.generation}; }
[[nodiscard]] inline Entity to_cpp(const ishi_entity& e) { return Entity{{e.index, e.generation}, e.world}; }
[[nodiscard]] inline ishi_entity to_c(const Entity& e) { return {e.index, e.generation, e.world}; }
[[nodiscard]] inline Token to_cpp(const ishi_token& t) {
  return {t.slot, t.population, t.lane, t.serial, t.world};
}
[[nodiscard]] inline Ticket to_cpp(const ishi_ticket& t) { return {t.query, t.world, t.population}; }
[[nodiscard]] inline Allocator to_cpp(const ishi_allocator& a) { return {a.context, a.allocate, a.release}; }

// The sentence of a code that recorders or hosts say; null of any other.
[[nodiscard]] const char* describe_live(uint32_t code);

// The bytes that a struct had in the first version of the interface that it was in. One that grows says here
// what it was.
template <typename T>
inline constexpr uint32_t kFirstSize = sizeof(T);

inline constexpr auto kBadSize = static_cast<uint64_t>(BadOption::size);

template <typename T>
[[nodiscard]] bool has_good_size(const T& sized) {
  return sized.size >= kFirstSize<T> && sized.size <= sizeof(T);
}

// Fills in what an option struct of an older header does not have. `given` may be null.
template <typename T>
[[nodiscard]] ishi_status read_options(const T* given, const T& defaults, T& options) {
  options = defaults;
  if (given == nullptr) return said(kGood);
  if (!has_good_size(*given)) return said(ISHI_BAD_OPTIONS, kBadSize);
  std::memcpy(static_cast<void*>(&options), given, given->size);
  return said(kGood);
}

// Writes a result as far as the caller knows it.
template <typename T>
[[nodiscard]] ishi_status write_sized(T result, T* place) {
  if (!has_good_size(*place)) return said(ISHI_BAD_OPTIONS, kBadSize);
  result.size = place->size;
  std::memcpy(static_cast<void*>(place), &result, place->size);
  return said(kGood);
}

// Fills options in as far as the caller knows them, who has set `size`.
template <typename T>
[[nodiscard]] ishi_status give_defaults(const T& defaults, T* options) {
  if (options == nullptr) return null_argument(1);
  return write_sized(defaults, options);
}

// `where` of a null handle.
inline constexpr uint64_t kNullHandle = UINT64_MAX;

template <typename Object, Sort kSort>
[[nodiscard]] ishi_status find_in(const Registry<Object, kSort>& registry, uint32_t index,
                                  uint32_t generation, Object*& object) {
  if (generation == 0) return said(ISHI_NOT_CREATED, kNullHandle);
  object = registry.find(index, generation);
  return object != nullptr ? said(kGood) : said(ISHI_STALE_OBJECT, index);
}
// Makes an object with a handle, lets `open` begin with it, and gives the handle out; without the object if
// that fails.
template <typename Object, Sort kSort, typename Handle, typename Open>
[[nodiscard]] ishi_status add_in(Registry<Object, kSort>& registry, Handle& handle, Open&& open) {
  Handle made{};
  bool is_full = false;
  Object* const object = registry.add(made.index, made.generation, is_full);
  if (object == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
  const ishi_status status = open(*object);
  if (is_good(status)) {
    handle = made;
  } else {
    registry.remove(made.index, made.generation);
  }
  return status;
}
[[nodiscard]] ishi_status find(ishi_asset handle, AssetObject*& object);
[[nodiscard]] ishi_status find(ishi_world handle, WorldObject*& object);
[[nodiscard]] ishi_status find(ishi_scratch handle, ScratchObject*& object);
[[nodiscard]] ishi_status find(ishi_reload handle, ReloadObject*& object);
[[nodiscard]] ishi_status find(ishi_population handle, WorldObject*& world, PopulationObject*& object);
// Its world, and its phase if it is the batch that began last.
[[nodiscard]] ishi_status find(const ishi_batch& batch, PopulationObject*& object);

// A scratch as long as a call uses it: another thread that gives it meanwhile is refused.
class UsedScratch {
 public:
  explicit UsedScratch(ishi_scratch handle) : status_(find(handle, object_)) {
    if (is_good(status_) && object_->is_used.exchange(true, std::memory_order_acquire)) {
      status_ = said(ISHI_OBJECT_BUSY);
      object_ = nullptr;
    }
  }
  UsedScratch(const UsedScratch&) = delete;
  UsedScratch& operator=(const UsedScratch&) = delete;
  ~UsedScratch() {
    if (object_ != nullptr) object_->is_used.store(false, std::memory_order_release);
  }
  [[nodiscard]] const ishi_status& status() const { return status_; }
  [[nodiscard]] Scratch& get() const { return object_->scratch; }

 private:
  ScratchObject* object_ = nullptr;
  ishi_status status_;
};

// Calls `call`, a function of a World& or of a Population&, which says a Status or an ishi_status.
template <typename Call>
[[nodiscard]] ishi_status with_world(ishi_world handle, Call&& call) {
  WorldObject* object = nullptr;
  if (const ishi_status status = find(handle, object); !is_good(status)) return status;
  if constexpr (std::is_same_v<std::invoke_result_t<Call, World&>, Status>) {
    return said(call(object->world));
  } else {
    return call(object->world);
  }
}
template <typename Call>
[[nodiscard]] ishi_status with_population(ishi_population handle, Call&& call) {
  WorldObject* world = nullptr;
  PopulationObject* object = nullptr;
  if (const ishi_status status = find(handle, world, object); !is_good(status)) return status;
  if constexpr (std::is_same_v<std::invoke_result_t<Call, Population&>, Status>) {
    return said(call(object->handle));
  } else {
    return call(object->handle);
  }
}

// Gives a result out if the call was good.
template <typename To, typename From>
[[nodiscard]] Status give(const Status& status, To& to, const From& from) {
  if (status) to = static_cast<To>(from);
  return status;
}

// Writes a text and a zero, as far as there is room.
[[nodiscard]] inline ishi_status give_text(std::string_view from, char* text, size_t room, size_t* length) {
  if (from.size() >= room) return said(ISHI_BUFFER_TOO_SMALL, from.size() + 1);
  std::copy(from.begin(), from.end(), text);
  text[from.size()] = '\0';
  *length = from.size();
  return said(kGood);
}

// Finds a column by the type that is asked for; any type: by trying. `get` is a function of a column, of each
// type.
template <typename Get>
[[nodiscard]] ishi_status get_column(uint32_t type, ishi_column& column, Get&& get) {
  const auto typed = [&]<typename T>(uint32_t its_type, Column<T> found) {
    const Status status = get(found);
    if (status) column = {found.data(), nullptr, nullptr, found.size(), sizeof(T), its_type};
    return status;
  };
  const auto one = [&](uint32_t its_type) -> Status {
    switch (its_type) {
      case ISHI_FLOAT: return typed(its_type, Column<float>());
      case ISHI_INT32: return typed(its_type, Column<int32_t>());
      case ISHI_BYTE: return typed(its_type, Column<uint8_t>());
      case ISHI_ENTITY: return typed(its_type, Column<EntityId>());
      default: {
        PointColumn points;
        const Status status = get(points);
        if (status) column = {points.x, points.y, points.z, points.size, sizeof(float), its_type};
        return status;
      }
    }
  };
  if (type > ISHI_POINT) return said(ISHI_BAD_ENUMERATOR, type);
  if (type != ISHI_ANY_TYPE) return said(one(type));
  Status status;
  for (uint32_t its_type = ISHI_FLOAT; its_type <= ISHI_POINT; ++its_type) {
    status = one(its_type);
    if (status.code != StatusCode::wrong_type) break;
  }
  return said(status);
}

// The same for one value: `get` is a function of a value of each type.
template <typename Get>
[[nodiscard]] ishi_status get_value(ishi_value& value, Get&& get) {
  ishi_value result{};
  const auto one = [&](uint32_t type) -> Status {
    result.type = type;
    Status status;
    switch (type) {
      case ISHI_FLOAT: return get(result.number);
      case ISHI_INT32: return get(result.integer);
      case ISHI_BYTE: {
        uint8_t byte = 0;
        status = get(byte);
        result.byte = byte;
        return status;
      }
      case ISHI_ENTITY: {
        EntityId id;
        status = get(id);
        result.entity = to_c(id);
        return status;
      }
      default: {
        Vector3 point;
        status = get(point);
        result.point = to_c(point);
        return status;
      }
    }
  };
  if (value.type > ISHI_POINT) return said(ISHI_BAD_ENUMERATOR, value.type);
  Status status;
  if (value.type != ISHI_ANY_TYPE) {
    status = one(value.type);
  } else {
    for (uint32_t type = ISHI_FLOAT; type <= ISHI_POINT; ++type) {
      status = one(type);
      if (status.code != StatusCode::wrong_type) break;
    }
  }
  if (status) value = result;
  return said(status);
}
template <typename Set>
[[nodiscard]] ishi_status set_value(const ishi_value& value, Set&& set) {
  switch (value.type) {
    case ISHI_FLOAT: return said(set(value.number));
    case ISHI_INT32: return said(set(value.integer));
    case ISHI_BYTE:
      if (value.byte > 0xff) return said(ISHI_OUT_OF_RANGE, value.byte);
      return said(set(static_cast<uint8_t>(value.byte)));
    case ISHI_ENTITY: return said(set(to_cpp(value.entity)));
    case ISHI_POINT: return said(set(to_cpp(value.point)));
    default: return said(ISHI_BAD_ENUMERATOR, value.type);
  }
}

}  // namespace ishi::c
