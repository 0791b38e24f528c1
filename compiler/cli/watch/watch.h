#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/exit_code.h"
#include "cli/input/inputs.h"
#include "cli/output/format.h"

// `--watch`: a verb that is done again whenever what it is about has changed.

namespace ishi::compiler::cli {

// A verb in rounds.
struct Rounds {
  // Can these inputs be worked on? If not, it has been said why.
  std::function<bool(const std::vector<Input>&)> takes;
  // Works on them as far as needed; gives what has changed in words, or nothing.
  std::function<std::string(const std::vector<Input>&)> update;
  // Prints the results, with a headline if there is one; an exit code.
  std::function<int(const std::string& headline)> report;
  // The folders of the files that it depends on.
  std::function<std::set<std::filesystem::path>()> folders;
};

// Does it once, then after each change, until somebody presses Ctrl-C (or ends it kindly). The exit code is
// that of the last round. Folders and files may come and go meanwhile.
int watch(const std::vector<std::string>& paths, const std::string& root, const Rounds& rounds);

// Says, for people, what has changed and what came of it: "guard.ishi.yaml changed: 1 error". Nothing without
// a change.
void print_headline(Format format, std::string_view change, std::string_view result);

// Does a verb once, or in rounds if its options say so.
template <class Options, class Verb>
int run_rounds(const Options& options, Verb& verb) {
  if (options.watches) {
    return watch(
        options.paths, options.root,
        {[&](const std::vector<Input>& inputs) { return verb.takes(inputs); },
         [&](const std::vector<Input>& inputs) { return verb.update(inputs); },
         [&](const std::string& headline) { return verb.report(headline); }, [&] { return verb.folders(); }});
  }
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs || !verb.takes(*inputs)) return kUsage;
  verb.update(*inputs);
  return verb.report("");
}

}  // namespace ishi::compiler::cli
