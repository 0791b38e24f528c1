#include "forgery.h"

#include <catch2/catch.hpp>
#include <span>

#include "memory/hash.h"
#include "save/format.h"

namespace ishi::testing {
namespace {

struct Parts {
  explicit Parts(const Bytes& of) : save(of) {
    const auto world = take<save::SavedWorld>();
    if (world.has_grid != 0) take<save::SavedGrid>();
    for (uint32_t i = 0; i < world.assets; ++i) skip(take<save::SavedAsset>().bytes);
    for (uint32_t i = 0; i < world.populations; ++i) take<save::SavedPopulation>();
    const auto columns = take<save::SavedColumns>();
    for (uint64_t i = 0; i < columns.count; ++i) {
      const auto column = take<save::SavedColumn>();
      const Part values{at, static_cast<size_t>(column.count * column.width)};
      if (column.count > 0) list.push_back(values);
      of_columns.push_back({column, values});
      skip(column.count * column.width);
    }
    REQUIRE(save.size() - at < save::kUnit);
  }

  struct Column {
    save::SavedColumn saved;
    Part values;
  };
  std::vector<Part> list;
  std::vector<Column> of_columns;

 private:
  template <typename T>
  T take() {
    list.push_back({at, sizeof(T)});
    at += sizeof(T);
    return read<T>(save, at - sizeof(T));
  }
  void skip(uint64_t bytes) {
    at += static_cast<size_t>(bytes);
    at += (save::kAlignment - at % save::kAlignment) % save::kAlignment;
  }

  const Bytes& save;
  size_t at = sizeof(save::SaveHeader);
};

}  // namespace

void forge(Bytes& save) {
  auto header = read<save::SaveHeader>(save, 0);
  header.size = save.size();
  header.checksum = hash_bytes(std::span<const std::byte>(save).subspan(sizeof header), header.size);
  write(save, 0, header);
}

Bytes save_of(const Asset& asset, uint32_t frames) {
  determinism::Game game(kScenario, asset, {});
  for (uint32_t frame = 0; frame < frames; ++frame) game.run_frame();
  return game.save();
}

Bytes save_of(World& world) {
  size_t size = 0;
  REQUIRE(world.save_size(size));
  Bytes save(size);
  REQUIRE(world.save(save, size));
  return save;
}

Status load(const Bytes& forged, const Asset& asset, World& world, std::vector<Population>& populations) {
  const Asset* const assets[] = {&asset};
  populations.assign(8, {});
  Reload reload;
  return World::load(forged, {.assets = assets}, world, populations, reload);
}

Status load(const Bytes& forged, const Asset& asset) {
  World world;
  std::vector<Population> populations;
  return load(forged, asset, world, populations);
}

std::vector<Part> parts_of(const Bytes& save) { return Parts(save).list; }

std::optional<Part> find_column(const Bytes& save, ColumnTag tag, uint16_t population) {
  for (const Parts::Column& column : Parts(save).of_columns) {
    if (column.saved.tag == static_cast<uint16_t>(tag) && column.saved.population == population)
      return column.values;
  }
  return std::nullopt;
}

}  // namespace ishi::testing
