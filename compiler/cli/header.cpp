#include "cli/header.h"

#include <memory>
#include <utility>

#include "cli/exit_code.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "emit/contract_parts.h"
#include "emit/header.h"
#include "pipeline.h"

namespace ishi::compiler::cli {
namespace {

struct Read {
  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<Program> program;
  std::vector<uint8_t> contract;
  bool is_readable = true;
};

void read_one(const Input& input, ParsedFiles* included, Read& result) {
  auto text = read_input(input);
  result.is_readable = text.has_value();
  if (!text) return;
  result.sources.show_from(input.viewpoint);
  result.program = analyze_source(input.path, std::move(*text), FolderReader(input.root), result.sources,
                                  result.diagnostics, included);
  if (result.diagnostics.has_errors()) return;
  result.contract = build_contract(*result.program, result.sources, result.diagnostics);
}

// An empty string, or how it departs from what was added before.
std::string add(const Read& read, ContractParts& parts) {
  Asset asset;
  if (read.contract.empty() || !Asset::load(read.contract, asset)) return {};
  return parts.add(asset, *read.program->root, read.sources.shown_path(read.program->units.main_file));
}

}  // namespace

bool check_header(const std::string& path, const std::string& name_space) {
  if (path.empty()) complain("-o needs the name of a file");
  const bool is_good = is_namespace(name_space);
  if (!is_good) complain("`{}` is no namespace in C++; `--namespace` takes one such as game", name_space);
  return is_good && !path.empty();
}

int write_header(const std::vector<Input>& inputs, const HeaderFile& header, BatchFiles& files,
                 Findings& findings) {
  std::vector<Read> results(inputs.size());
  ContractParts parts;
  std::string departure;
  bool is_readable = true;
  const auto take = [&](size_t i) {
    findings.add(results[i].diagnostics.sorted(), results[i].sources);
    is_readable = is_readable && results[i].is_readable;
    if (departure.empty()) departure = add(results[i], parts);
    results[i] = {};
  };
  for_all(
      inputs.size(), header.jobs, "reading contracts",
      [&](size_t i) { read_one(inputs[i], files.below(inputs[i].root), results[i]); }, take);
  if (!is_readable) return kUsage;
  if (findings.errors() > 0) return kFound;
  if (!departure.empty()) {
    complain("these files have different contracts with the game: {}", departure);
    return kFound;
  }
  const std::string failure = write_file(header.path, header_text(parts, header.name_space));
  if (failure.empty()) return kGood;
  complain("{}", failure);
  return kUsage;
}

int run_header(const HeaderOptions& options) {
  if (!check_header(options.output, options.name_space)) return kUsage;
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs) return kUsage;
  if (inputs->empty()) {
    complain("no source files (NAME.ishi.yaml) found");
    return kUsage;
  }
  BatchFiles files(*inputs);
  Findings findings;
  const int code = write_header(*inputs, {options.output, options.name_space, options.jobs}, files, findings);
  findings.print_text();
  return code;
}

}  // namespace ishi::compiler::cli
