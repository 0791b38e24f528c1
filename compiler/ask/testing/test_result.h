#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "simulate/situation_writer.h"
#include "simulate/variation.h"
#include "source/sources.h"

namespace ishi::compiler {

// A test with `for_all` is proved, refuted by a situation, or unknown, which is no success either. A test
// with `vary` is searched if all its runs held: that is no proof.
enum class Outcome : uint8_t { passed, failed, proved, refuted, searched, unknown, error };

[[nodiscard]] constexpr bool is_good(Outcome outcome) {
  return outcome == Outcome::passed || outcome == Outcome::proved || outcome == Outcome::searched;
}

struct TestResult {
  std::string name;
  Span span;  // of the test's name
  Outcome outcome = Outcome::passed;
  std::string message;  // what was expected and what came instead, a line each; if passed, what to know of it
  SituationText witness{};  // the situation that refutes it
  // In a test that varies:
  uint64_t runs = 0;           // that were tried
  RunText with{};              // of one that failed: what a test gives `with` to fail alike
  uint64_t failing = 0;        // the number of that run
  double seconds = 0;          // how long that test runs; 0: as long as this one
  std::string failing_test{};  // that test, laid out as an entry of `tests`; made by those who have the text
};

// The usual time at which a run is judged, as messages call it.
inline constexpr std::string_view kAtEnd = "at the end";

// True if a test finds a fault; a test without a result does not.
[[nodiscard]] constexpr bool finds_fault(Outcome outcome) {
  return !is_good(outcome) && outcome != Outcome::unknown;
}

// "passed", "failed", "proved", "refuted", "searched", "undecided", "error".
[[nodiscard]] std::string_view outcome_name(Outcome outcome);

}  // namespace ishi::compiler
