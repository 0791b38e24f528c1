#include <algorithm>
#include <cstring>

#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

// Assets.

using namespace ishi::c;

namespace {

template <typename Call>
ishi_status with_asset(ishi_asset handle, Call&& call) {
  AssetObject* object = nullptr;
  if (const ishi_status status = find(handle, object); !is_good(status)) return status;
  return call(object->asset);
}

template <typename Call>
ishi_status with_kind(ishi_asset handle, uint32_t kind, Call&& call) {
  if (kind > ISHI_NAVIGATIONS) return said(ISHI_BAD_ENUMERATOR, kind);
  return with_asset(handle,
                    [&](const ishi::Asset& asset) { return call(asset, static_cast<ishi::Kind>(kind)); });
}

}  // namespace

ishi_status ishi_asset_load(const void* bytes, size_t count, const ishi_asset_options* options,
                            ishi_asset* asset) {
  if (bytes == nullptr) return null_argument(1);
  if (asset == nullptr) return null_argument(4);
  ishi_asset_options given;
  if (const ishi_status status = read_options(options, {}, given); !is_good(status)) return status;
  ishi::Asset::Options cpp;
  cpp.allocator = to_cpp(given.allocator);
  ishi::Asset loaded;
  if (const ishi::Status status = ishi::Asset::load({static_cast<const uint8_t*>(bytes), count}, cpp, loaded);
      !status)
    return said(status);
  ishi_asset handle{};
  bool is_full = false;
  AssetObject* const object = assets().add(handle.index, handle.generation, is_full);
  if (object == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
  object->asset = std::move(loaded);
  *asset = handle;
  return said(ishi::c::kGood);
}

ishi_status ishi_asset_destroy(ishi_asset asset) {
  AssetObject* object = nullptr;
  if (const ishi_status status = find(asset, object); !is_good(status)) return status;
  if (const uint32_t users = object->users; users > 0) return said(ISHI_OBJECT_IN_USE, users);
  return assets().remove(asset.index, asset.generation) ? said(kGood) : said(ISHI_STALE_OBJECT);
}

uint32_t ishi_asset_valid(ishi_asset asset) {
  AssetObject* object = nullptr;
  return is_good(find(asset, object)) ? 1 : 0;
}

ishi_status ishi_asset_up(ishi_asset asset, uint32_t* up) {
  if (up == nullptr) return null_argument(2);
  return with_asset(asset, [&](const ishi::Asset& its) {
    *up = static_cast<uint32_t>(its.up());
    return said(kGood);
  });
}

ishi_status ishi_asset_contract_hash(ishi_asset asset, uint64_t* hash) {
  if (hash == nullptr) return null_argument(2);
  return with_asset(asset, [&](const ishi::Asset& its) {
    *hash = its.contract_hash();
    return said(kGood);
  });
}

ishi_status ishi_asset_features(ishi_asset asset, uint64_t* features) {
  if (features == nullptr) return null_argument(2);
  return with_asset(asset, [&](const ishi::Asset& its) {
    *features = its.features().bits;
    return said(kGood);
  });
}

ishi_status ishi_asset_count(ishi_asset asset, uint32_t kind, uint32_t* count) {
  if (count == nullptr) return null_argument(3);
  return with_kind(asset, kind, [&](const ishi::Asset& its, ishi::Kind its_kind) {
    *count = its.count(its_kind);
    return said(kGood);
  });
}

ishi_status ishi_asset_find(ishi_asset asset, uint32_t kind, uint64_t id, uint32_t* index) {
  if (index == nullptr) return null_argument(4);
  return with_kind(asset, kind, [&](const ishi::Asset& its, ishi::Kind its_kind) {
    const uint32_t found = its.find(its_kind, id);
    if (found == ishi::kNotFound) return said(ISHI_UNKNOWN_ID, id);
    *index = found;
    return said(kGood);
  });
}

ishi_status ishi_asset_name(ishi_asset asset, uint32_t kind, uint32_t index, char* text, size_t room,
                            size_t* length) {
  if (text == nullptr) return null_argument(4);
  if (length == nullptr) return null_argument(6);
  return with_kind(asset, kind, [&](const ishi::Asset& its, ishi::Kind its_kind) {
    if (index >= its.count(its_kind)) return said(ISHI_OUT_OF_RANGE, its.count(its_kind));
    return give_text(its.name(its_kind, index), text, room, length);
  });
}

ishi_status ishi_asset_entry_count(ishi_asset asset, uint32_t* count) {
  if (count == nullptr) return null_argument(2);
  return with_asset(asset, [&](const ishi::Asset& its) {
    *count = ishi::contract_size(its);
    return said(kGood);
  });
}

ishi_status ishi_asset_entry(ishi_asset asset, uint32_t index, ishi_entry* entry) {
  if (entry == nullptr) return null_argument(3);
  return with_asset(asset, [&](const ishi::Asset& its) {
    if (index >= ishi::contract_size(its)) return said(ISHI_OUT_OF_RANGE, ishi::contract_size(its));
    const ishi::ContractEntry found = ishi::contract_entry(its, index);
    std::memcpy(entry, &found, sizeof found);
    return said(kGood);
  });
}

ishi_status ishi_asset_watched_keys(ishi_asset asset, uint32_t agent, uint32_t* keys, uint32_t room,
                                    uint32_t* count) {
  if (keys == nullptr && room > 0) return null_argument(3);
  if (count == nullptr) return null_argument(5);
  return with_asset(asset, [&](const ishi::Asset& its) {
    if (agent >= its.count(ishi::Kind::agents)) return said(ISHI_OUT_OF_RANGE, its.count(ishi::Kind::agents));
    *count = its.watched_keys(agent, {keys, room});
    return said(kGood);
  });
}
