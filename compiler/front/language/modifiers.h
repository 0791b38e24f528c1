#pragma once

#include <span>
#include <string>
#include <string_view>

#include "ishi/asset_info.h"
#include "language/field.h"
#include "model/step.h"

// The modifiers that every step may have: one row each (step_table.cpp), from which reading, checking,
// lowering, `dump` and findings follow. Those that are formulas lie in the blob by `ishi::Modifier`.

namespace ishi::compiler {

enum class ModifierForm : uint8_t { condition, duration, other };

struct ModifierRow {
  Field of_step;
  Field of_goal;  // the same, of what a goal does

  ModifierForm form = ModifierForm::other;
  Formula Modifiers::*formula = nullptr;  // null: a number or a word
  Modifier in_blob = Modifier::when;      // where a formula lies
  bool is_assumed = false;                // of a condition: it holds for what follows, and for what is done

  // Of a condition: what follows from one that never holds, and from one that always does.
  std::string_view never{}, always{};
  bool asks_for_nothing = false;  // one that always holds might as well not be there
  // Of a duration: what is wrong with one of 0s, and what to write instead.
  std::string_view zero{}, help{};

  // The number or word that a node of a blob has, for `dump`; empty if it has none.
  std::string (*show)(const NodeInfo&) = nullptr;

  [[nodiscard]] std::string_view name() const { return of_step.name; }
};

// In the order of the language's reference, which is that in which they are asked.
[[nodiscard]] std::span<const ModifierRow> modifier_rows();

}  // namespace ishi::compiler
