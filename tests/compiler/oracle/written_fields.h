#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Entries of a source file by their paths, so that one can take over another's as the language page says.

namespace ishi::compiler::oracle {

// "plans.refill.weight" and what is written there, in the order in which it is written.
using Fields = std::vector<std::pair<std::string, std::string>>;

// As YAML, each line behind so many blanks.
std::string written(const Fields& fields, size_t indent);

// The fields of one entry: those behind "PREFIX.", without it.
Fields under(const Fields& fields, std::string_view prefix);

// The names of the entries at the top, in order.
std::vector<std::string> heads(const Fields& fields);

// A planner's fields and those of one that extends it: key by key, but another kind of score replaces the
// inherited one.
Fields extended(Fields base, const Fields& own);

// All of an entry, behind a path.
void put_under(Fields& fields, const std::string& prefix, const Fields& entry);

// The text that is written there; empty if there is none.
std::string value_of(const Fields& fields, std::string_view path);

}  // namespace ishi::compiler::oracle
