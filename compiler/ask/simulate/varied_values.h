#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "simulate/situation.h"
#include "simulate/situation_values.h"
#include "simulate/variation.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// True of `0..30`, and of what is meant as a range.
[[nodiscard]] bool is_range(const Node& node);

// Reads the values that something takes under `vary`, or the one that it has under `with`: ranges, boxes,
// lists, words, paths. Reports what is none; what can be read becomes a variation.
class VariedValues {
 public:
  // Notes which word a text names.
  using NoteWord = std::function<void(uint32_t index, Span use)>;

  // `varies`: each has several values; else it has one. All outlive this.
  VariedValues(const Model& model, bool varies, Situation& situation, SituationValues& values,
               Diagnostics& diagnostics)
      : model_(model), varies_(varies), situation_(situation), values_(values), diagnostics_(diagnostics) {}

  // Reads the values of something of this type. `usual`: what the situation gives.
  void add(const Name& name, const Variable& variable, const Node& node, Variation variation,
           const SituationValue& usual);
  // Reads words of which each stands for an index. `noun`: "state".
  void add_words(const Name& name, const Node& node, Variation variation, std::string_view noun,
                 const std::vector<std::string_view>& words, uint32_t usual, const NoteWord& note);
  // Reads paths, or the detours of one.
  void read_path(const Name& own, const Node& node, Variation variation);

  // What was read so far.
  [[nodiscard]] std::vector<Variation>& variations() { return variations_; }

 private:
  bool read_one_path(const Node& node, Variation& variation);
  void read_detours(const Node& node, Variation variation);
  void finish(const Name& name, Variation variation);
  bool add_choice(const Variable& variable, const Node& node, const Name& name, Variation& variation);
  bool add_range(const Name& name, const Variable& variable, const Node& node, Variation& variation);
  bool add_box(const Node& node, Variation& variation);
  bool add_all(const Name& name, const Variable& variable, Variation& variation);
  bool check_end(const Name& name, const Variable& variable, double number, const Node& node);
  void report_shape(const Node& node, std::string_view what, std::string_view example);
  void report_several(const Name& name, const Node& node);
  void report_one_value(const Name& name, const Variable& variable, const Node& node);
  void report_block(const Name& name, const Variable& variable, const Node& node);
  void report_list_as_range(const Name& name, const Node& node);

  const Model& model_;
  bool varies_;
  Situation& situation_;
  SituationValues& values_;
  Diagnostics& diagnostics_;
  std::vector<Variation> variations_;
};

}  // namespace ishi::compiler
