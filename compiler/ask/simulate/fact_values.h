#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "simulate/key_values.h"
#include "simulate/stage.h"

namespace ishi::compiler {

// The change of a fact between two looks.
struct FactChange {
  enum class Kind : uint8_t { noticed, forgotten, field_changed };
  Kind kind{};
  uint32_t memory = 0;  // of the asset
  std::string text;     // whom it is about; of a field "joe.checked: false → true"
};

// The facts that an agent of a stage remembers, as of the last `look`.
class FactValues {
 public:
  // The stage is open and outlives this.
  void open(const StageAgent& agent);

  // Takes over what was known of the same agent in another world, of the same asset: changes since that are
  // news.
  void go_on_from(FactValues& before) { known_ = std::move(before.known_); }

  // The changes since the last time. A fact that is confirmed counts as noticed if that is the first time for
  // a second.
  std::vector<FactChange> look();

 private:
  struct Memory {
    uint32_t index = 0;  // of the asset
    MemoryId id;
    std::vector<NamedVariable> own;  // the fields that it adds to its thing's
    std::vector<FactInfo> facts;     // room for all
  };
  struct Known {
    uint32_t memory = 0;  // of the list
    uint32_t number = 0;  // in the memory
    Entity entity{};
    std::string name;
    int64_t last_seen = 0;
    std::vector<std::string> own;  // the values of the memory's own fields
    std::vector<RawValue> raw;     // the same as they stand in the memory
  };
  [[nodiscard]] std::vector<Known> read();
  [[nodiscard]] bool confirms();
  [[nodiscard]] bool is_still(const Known& known, uint32_t field) const;

  StageAgent agent_;
  std::vector<Memory> memories_;
  std::vector<Known> known_;
};

// The fields that a memory adds to its thing's, of a fact: "checked: false"; empty if there are none.
[[nodiscard]] std::string own_fields_text(const StageAgent& agent, uint32_t memory, uint32_t fact);

}  // namespace ishi::compiler
