#pragma once

#include <cstdint>
#include <string_view>

#include "diagnostics/diagnostics.h"
#include "language/field.h"
#include "language/misplaced_fields.h"
#include "model/written.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Where a node is read: what a check of its shape, or a message about it, is made of.
struct ReadingSite {
  Diagnostics& diagnostics;
  const Node* root = nullptr;  // has the sections whose names serve as examples, if there are any
  RecordAround around;         // the record that is being read
};

// Each returns false after a report.
bool expect_scalar(const ReadingSite& at, const Field& field, const Node& node);
bool expect_map(const ReadingSite& at, const Field& field, const Node& node);
bool expect_filled(const ReadingSite& at, const Field& field, const Node& node);
bool expect_few(const ReadingSite& at, const Field& field, const Node& node);
bool expect_list(const ReadingSite& at, const Field& field, const Node& node);
bool expect_times(const ReadingSite& at, const Field& field, const Node& node);
// The number of one of the field's words.
bool read_word(const ReadingSite& at, const Field& field, const Node& node, uint32_t& index);
void read_time(const ReadingSite& at, const Field& field, const Entry& entry, Setting<double>& out);

[[nodiscard]] bool check_map_key(const Field& field, const Entry& entry);
// True of a record's fields.
[[nodiscard]] bool is_field_of(const Field& item, std::string_view key);

}  // namespace ishi::compiler
