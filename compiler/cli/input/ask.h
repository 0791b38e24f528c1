#pragma once

#include "cli/verbs.h"
#include "workspace/ask/asked_situation.h"

namespace ishi::compiler::cli {

// A file of the command line, compiled as `depth` says; null after a message on stderr.
[[nodiscard]] std::shared_ptr<CheckedFile> check_input(const std::string& path, const std::string& root,
                                                       CheckDepth depth = CheckDepth::model);

// Reads what a verb is asked about. An exit code; kGood: it is there. Otherwise what is wrong with the
// question has been said, and what is wrong with the file is among the diagnostics.
[[nodiscard]] int ask(AskedSituation& asked, const AskOptions& options);
// The same for options that have changed since, of the file that has been read.
[[nodiscard]] int ask_again(AskedSituation& asked);

// Prints the errors of the file or the question, if there are some. Gives `code`.
int report_faults(const AskedSituation& asked, const std::string& path, int code);

}  // namespace ishi::compiler::cli
