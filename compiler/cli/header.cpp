#include "cli/header.h"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "cli/exit_code.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "emit/contract_parts.h"
#include "emit/header.h"
#include "emit/language_header.h"
#include "workspace/checked_file.h"

namespace ishi::compiler::cli {
namespace {

struct Read {
  std::shared_ptr<CheckedFile> file;  // null: it cannot be read
  std::vector<uint8_t> contract;
  std::vector<uint8_t> blob;  // empty without agents
  std::string failure;        // of reading
};

void read_one(const Input& input, Project& project, Read& result) {
  auto read = read_input(input, project.files);
  if (!read) {
    result.failure = read.error();
    return;
  }
  result.file = check_file(input.path, std::move(read->text), project.files, project.parsed,
                           CheckDepth::model, input.viewpoint);
  CheckedFile& file = *result.file;
  if (file.has_errors) return;
  result.contract = build_contract(*file.program, file.sources, file.diagnostics);
  // A build reports the findings of programs itself.
  Diagnostics of_programs;
  result.blob = blob_of(file, {.analyzes = false}, of_programs);
}

// False for a blob that there is not.
bool load(const std::vector<uint8_t>& blob, Asset& asset) {
  if (blob.empty()) return false;
  const Status status = Asset::load(blob, asset);
  if (status.code == StatusCode::out_of_memory) throw std::bad_alloc();
  return static_cast<bool>(status);
}

// An empty string, or how it departs from what was added before.
std::string add(const Read& read, ContractParts& parts, AssetNames& names) {
  Asset asset;
  if (load(read.blob, asset)) names.add(asset);
  if (!load(read.contract, asset)) return {};
  const Program& program = *read.file->program;
  return parts.add(asset, *program.root, read.file->sources.shown_path(program.units.main_file));
}

struct Language {
  std::string_view name, usual_name_space;
};
constexpr Language kLanguages[] = {
    {"cpp", "game"}, {"c", "game"}, {"csharp", "Game"}, {"python", ""}, {"typescript", ""}};

bool check_name_space(const HeaderFile& header) {
  if (header.language == HeaderLanguage::cpp) return check_namespace(header.name_space);
  if (is_namespace_of(header.language, header.name_space)) return true;
  if (header.language == HeaderLanguage::python || header.language == HeaderLanguage::typescript)
    complain("a module of {} has the name of its file; leave `--namespace` out",
             header.language == HeaderLanguage::python ? "Python" : "TypeScript");
  else if (header.language == HeaderLanguage::c)
    complain("`{}` cannot begin names in C; `--namespace` takes one such as game", header.name_space);
  else
    complain("`{}` can be no namespace in C#; `--namespace` takes one such as Studio.Game",
             header.name_space);
  return false;
}

}  // namespace

std::vector<std::string> header_languages() {
  std::vector<std::string> names;
  for (const Language& language : kLanguages) names.emplace_back(language.name);
  return names;
}

bool check_namespace(const std::string& name) {
  if (is_namespace(name)) return true;
  complain("`{}` can be no namespace in C++; `--namespace` takes one such as game", name);
  return false;
}

bool check_header(const HeaderFile& header) {
  if (header.path.empty()) complain("{} needs the name of a file", header.option);
  return check_name_space(header) && !header.path.empty();
}

bool overwrites_input(const HeaderFile& header, const std::vector<Input>& inputs) {
  return std::ranges::any_of(inputs, [&](const Input& input) {
    return overwrites(header.path, header.option, input.root / input.path);
  });
}

tl::expected<std::string, int> make_header(const std::vector<Input>& inputs, const HeaderFile& header,
                                           Projects& projects, Findings& findings) {
  std::vector<Read> results(inputs.size());
  ContractParts parts;
  AssetNames names;
  std::string departure;
  bool is_readable = true;
  bool is_source = false;
  const auto take = [&](size_t i) {
    if (const CheckedFile* const read = results[i].file.get(); read != nullptr) {
      for (uint32_t file = 0; file < read->sources.size() && !is_source; ++file)
        is_source = overwrites(header.path, header.option, inputs[i].root / read->sources.file(file).path());
      findings.add(judge(*read->program, read->diagnostics, LookedFor::names), read->sources,
                   inputs[i].shown_path());
    }
    if (!results[i].failure.empty()) {
      complain("{}", results[i].failure);
      is_readable = false;
    }
    if (departure.empty()) departure = add(results[i], parts, names);
    results[i] = {};
  };
  for_all(
      inputs.size(), header.jobs, "reading contracts",
      [&](size_t i) { read_one(inputs[i], projects.of(inputs[i]), results[i]); }, take);
  findings.settle();
  if (!is_readable || is_source) return tl::unexpected(kUsage);
  if (findings.errors() > 0) return tl::unexpected(kFound);
  if (!departure.empty()) {
    complain("these files have different contracts with the game: {}", departure);
    return tl::unexpected(kFound);
  }
  return language_header(header.language, parts, names, header.name_space);
}

int write_header(const HeaderFile& header, std::string_view text) {
  const std::string failure = write_file(header.path, text);
  if (failure.empty()) return kGood;
  complain("{}", failure);
  return kUsage;
}

int run_header(const HeaderOptions& options) {
  const Language* const language = std::ranges::find(kLanguages, options.language, &Language::name);
  HeaderFile header{options.output, "-o", options.name_space, options.jobs,
                    static_cast<HeaderLanguage>(language - kLanguages)};
  if (header.name_space.empty()) header.name_space = language->usual_name_space;
  if (!check_header(header)) return kUsage;
  const auto inputs = find_inputs(options.paths, options.root);
  if (!inputs) return kUsage;
  if (inputs->empty()) {
    complain("no source files (NAME.ishi.yaml) found");
    return kUsage;
  }
  if (overwrites_input(header, *inputs)) return kUsage;
  Projects projects(*inputs);
  Findings findings;
  const auto text = make_header(*inputs, header, projects, findings);
  remove_leftovers_beside({header.path});
  const int code = text ? write_header(header, *text) : text.error();
  findings.print(Format::human, {});
  return code;
}

}  // namespace ishi::compiler::cli
