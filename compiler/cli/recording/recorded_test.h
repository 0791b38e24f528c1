#pragma once

#include <string>

#include "cli/recording/recorded_decision.h"
#include "cli/verbs.h"

namespace ishi::compiler::cli {

// The moment of a question as a test: its text stands in `question.test()`, and passes if it `is_written`;
// otherwise the reason, in a sentence.
struct WrittenMoment {
  bool is_written = false;
  std::string obstacle;
};
[[nodiscard]] WrittenMoment written_moment(RecordedQuestion& question);

// Prints a moment of a recording as a test that passes, an exit code.
int write_recorded_test(const TestOptions& options);

}  // namespace ishi::compiler::cli
