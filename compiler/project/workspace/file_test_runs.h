#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workspace/answers.h"
#include "workspace/ask/tested_file.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The tests of one version of a file, run one after the other.
class FileTestRuns {
 public:
  // `name`: of the only one that is run; empty: all are. Where the file has errors none are. `stop` may be
  // null and outlives it.
  FileTestRuns(std::shared_ptr<const CheckedFile> file, std::string name, const Stop* stop,
               TestProgress progress);

  // Runs the next one, or a part of its run. False if there is none, or it is stopped.
  bool go_on() { return session_.go_on(); }
  // Takes the results of those that were run.
  [[nodiscard]] std::vector<TestRun> take();

 private:
  std::shared_ptr<const CheckedFile> file_;
  std::string name_;
  Diagnostics diagnostics_;
  TestSession session_;
};

}  // namespace ishi::compiler
