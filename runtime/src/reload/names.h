#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/ids.h"
#include "ishi/reload.h"

namespace ishi {

// What things of an asset are called; empty if it was stripped.
class Names {
 public:
  // False if there is no memory.
  [[nodiscard]] bool make(const Asset::State& asset);

  // Of what has this id: all parts but options and states, whose ids several agents may have.
  [[nodiscard]] const char* of(ReloadPart part, uint64_t id) const;

  // Of an element, by the names of all of its kind.
  [[nodiscard]] const char* at(std::span<const uint32_t> names, size_t index) const;

 private:
  const Tables* t_ = nullptr;
  IdIndex fields_, choices_, set_fields_;
};

// Of both versions of a population's asset.
struct BothNames {
  Names before, now;
};

}  // namespace ishi
