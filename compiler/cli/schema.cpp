#include <fmt/format.h>

#include <cstdio>

#include "cli/exit_code.h"
#include "cli/verbs.h"
#include "language/reference.h"
#include "language/schema.h"

namespace ishi::compiler::cli {

int run_schema() {
  fmt::print("{}", json_schema());
  return kGood;
}

int run_reference() {
  fmt::print("{}", language_reference());
  return kGood;
}

}  // namespace ishi::compiler::cli
