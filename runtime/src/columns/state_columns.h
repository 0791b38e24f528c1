#pragma once

#include <cstdint>
#include <initializer_list>

#include "asset/former_ids.h"
#include "columns/column_set.h"

namespace ishi {

// Lists the columns of a set by what they are of. `body_shape` becomes the shape of those that only the very
// same bodies can read; `tables` are those of the asset that they are of, null for the world. `former` says
// what ids were in the version whose columns are to be found again. False if there is no memory. Linear in
// the columns.
[[nodiscard]] bool list_columns(const ColumnSet& set, const Tables* tables, uint32_t body_shape,
                                Array<NamedColumn>& columns, const FormerIds& former = {});

// A shape that distinguishes lists of numbers.
[[nodiscard]] uint32_t shape_of(std::initializer_list<uint64_t> numbers);
// The shape of a variable: its type, and the id of the part that it refers to.
[[nodiscard]] uint32_t shape_of(const Tables& tables, const blob::Variable& variable,
                                const FormerIds& former = {});

}  // namespace ishi
