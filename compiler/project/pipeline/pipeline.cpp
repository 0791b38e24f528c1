#include "pipeline/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "analyze/findings.h"
#include "check/check.h"
#include "check/check_curves.h"
#include "emit/emit.h"
#include "expression/parse.h"
#include "ishi/asset_info.h"
#include "language/read_model.h"
#include "language/tables.h"
#include "lower/lower.h"
#include "resolve/gather.h"
#include "resolve/link.h"
#include "resolve/renames.h"
#include "resolve/tuned_numbers.h"
#include "testing/check_tests.h"
#include "testing/observed_runs.h"

namespace ishi::compiler {

namespace {

// Could every file and every section be read that may declare names? If not, nothing can be said about a
// name that is missing, or about anything that follows from it.
bool knows_all_names(const Program& program) {
  if (!program.units.is_complete) return false;
  return std::ranges::all_of(program.root->entries, [](const Entry& entry) {
    const auto field = std::ranges::find(kFileMapping.fields, entry.key, &Field::name);
    if (field == kFileMapping.fields.end()) return false;
    return field->form != Form::map || entry.value->kind == NodeKind::mapping;
  });
}

// An impossible fault is reported, not shipped.
std::vector<uint8_t> emit_checked(const Program& program, const Lowered& lowered, const EmitOptions& options,
                                  const Sources& sources, Diagnostics& diagnostics) {
  std::vector<uint8_t> blob = emit(program.model, lowered, program.units, sources, options, diagnostics);
  if (diagnostics.has_errors()) return {};
  Asset asset;
  if (const Status status = Asset::load(blob, asset); !status) {
    if (status.code == StatusCode::out_of_memory) throw std::bad_alloc();
    diagnostics
        .report(Code::internal_error, {program.units.main_file, 0, 0},
                fmt::format("internal error: the runtime refuses the blob: {} (byte {})",
                            describe(status.code), status.where))
        .help("please report it, with this file");
    return {};
  }
  return blob;
}

}  // namespace

bool Program::is_asset() const {
  return std::ranges::any_of(model.agents, [&](const auto& agent) { return is_own(agent, units.main_file); });
}

std::unique_ptr<Program> analyze_source(const std::string& path, std::string text, const FileReader& reader,
                                        Sources& sources, Diagnostics& diagnostics, ParsedFiles* included,
                                        NameUses* uses, const Stop* stop) {
  auto program = std::make_unique<Program>();
  ParsedFiles own;
  program->units =
      load_units(path, std::move(text), reader, included != nullptr ? *included : own, sources, diagnostics);
  Scopes& scopes = program->scopes.emplace(program->units);
  program->root = gather(program->units, scopes, program->merged, diagnostics);
  program->knows_names = knows_all_names(*program);
  // With all names the formulas are parsed as they are checked.
  std::vector<Formula> formulas;
  Model model = read_model(*program->root, diagnostics, program->knows_names ? nullptr : &formulas);
  Renames renames = collect_renames(*program->root, diagnostics);
  check_curves(model, diagnostics);
  for (const Formula& formula : formulas) (void)parse_expression(formula, program->expressions, diagnostics);
  if (!program->knows_names || is_stopped(stop)) {
    program->model = std::move(model);
    return program;
  }
  model = link(std::move(model), std::move(renames), scopes, uses, diagnostics);
  model = check_behaviour(std::move(model), scopes, program->expressions, diagnostics);
  program->tests = check_tests(model, diagnostics);
  if (!diagnostics.has_errors()) check_tune_marks(model, program->units, sources, diagnostics);
  program->model = std::move(model);
  program->model.uses = nullptr;
  if (!diagnostics.has_errors()) report_unused_imports(program->units, scopes, diagnostics);
  return program;
}

std::vector<uint8_t> build_blob(const Program& program, const CompileOptions& options, const Sources& sources,
                                Diagnostics& diagnostics, std::vector<std::string>* unfinished,
                                const Stop* stop, uint64_t* operations) {
  const Lowered lowered =
      lower(program.model, options.all_agents ? kNone : program.units.main_file, diagnostics);
  if (options.analyzes && !diagnostics.has_errors()) {
    const Effort effort = options.is_thorough ? Effort::thorough : Effort::brief;
    auto agents =
        report_findings(program.model, lowered, program.units, effort, diagnostics, stop, operations);
    if (unfinished != nullptr) *unfinished = std::move(agents);
  }
  if (!options.needs_blob || diagnostics.has_errors() || lowered.agents.empty()) return {};
  return emit_checked(program, lowered, {options.strip}, sources, diagnostics);
}

void observe_program(const Program& program, const Sources& sources, Diagnostics& diagnostics,
                     const Stop* stop) {
  const auto is_run = [](const TypedTest& test) { return test.has_run && !test.is_proof(); };
  if (diagnostics.has_errors() || is_stopped(stop) || std::ranges::none_of(program.tests, is_run)) return;
  Diagnostics said_elsewhere;
  const std::vector<uint8_t> blob = build_blob(program, {.all_agents = true}, sources, said_elsewhere);
  Asset asset;
  if (blob.empty() || !Asset::load(blob, asset)) return;
  observe_runs(program.model, asset, program.tests, program.units.main_file, diagnostics, stop);
}

std::vector<uint8_t> build_contract(const Program& program, const Sources& sources,
                                    Diagnostics& diagnostics) {
  return emit_checked(program, {}, {}, sources, diagnostics);
}

Compilation compile(const std::string& path, std::string text, const FileReader& reader,
                    const CompileOptions& options, Sources& sources) {
  Diagnostics diagnostics;
  Compilation result;
  const auto program = analyze_source(path, std::move(text), reader, sources, diagnostics, options.included);
  std::vector<std::string> unfinished;
  uint64_t operations = kAnalysisOperations;
  if (!diagnostics.has_errors())
    result.blob = build_blob(*program, options, sources, diagnostics, &unfinished, nullptr, &operations);
  if (options.analyzes) observe_program(*program, sources, diagnostics);
  result.has_errors = diagnostics.has_errors();
  if (result.has_errors) result.blob.clear();
  // An unfinished analysis may have left findings unfound.
  const bool has_analyzed = options.analyzes && unfinished.empty();
  static_cast<Verdict&>(result) =
      judge(*program, diagnostics, has_analyzed ? LookedFor::analysis : LookedFor::programs);
  result.unfinished = std::move(unfinished);
  return result;
}

}  // namespace ishi::compiler
