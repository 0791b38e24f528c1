#include "cli/input/ask.h"

#include <utility>

#include "cli/exit_code.h"
#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "cli/output/terminal.h"

namespace ishi::compiler::cli {
namespace {

int code_of(const AskedSituation& asked, AskedSituation::Outcome outcome) {
  for (size_t i = 0; i < asked.refusal().size(); ++i) {
    if (i == 0)
      complain("{}", asked.refusal()[i]);
    else
      say_more("{}", asked.refusal()[i]);
  }
  switch (outcome) {
    case AskedSituation::Outcome::good: return kGood;
    case AskedSituation::Outcome::has_errors: return kFound;
    case AskedSituation::Outcome::is_refused: return kUsage;
  }
  return kUsage;
}

}  // namespace

std::shared_ptr<CheckedFile> check_input(const std::string& path, const std::string& root, CheckDepth depth) {
  const auto input = find_input(path, root);
  if (!input) return nullptr;
  auto text = read_input(*input);
  if (!text) return nullptr;
  ParsedFiles parsed;
  return check_file(input->path, std::move(*text), FolderReader(input->root), parsed, depth,
                    input->viewpoint);
}

int ask(AskedSituation& asked, const AskOptions& options) {
  if (!options.more_roots.empty()) {
    complain("{} is a source, which has one --root; a recording may have several", options.path);
    return kUsage;
  }
  auto file = check_input(options.path, options.root);
  if (file == nullptr) return kUsage;
  return code_of(asked, asked.read(std::move(file)));
}

int ask_again(AskedSituation& asked) { return code_of(asked, asked.read_again()); }

int report_faults(const AskedSituation& asked, const std::string& path, int code) {
  if (code == kUsage && !asked.diagnostics().has_errors()) return code;  // it has been said
  Findings findings;
  findings.add(asked.verdict(), asked.sources(), path);
  findings.print_errors(path);
  return code;
}

}  // namespace ishi::compiler::cli
