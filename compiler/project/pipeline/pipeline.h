#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "ishi/compiler/compile.h"
#include "model/model.h"
#include "resolve/include.h"
#include "resolve/scopes.h"
#include "simulate/typed_test.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "source/stop.h"

// The phases up to the typed model, for whoever needs more than a blob: the compiler itself, the runner
// of designers' tests, the tool's verbs.

namespace ishi::compiler {

// A file and what it includes and imports, read, merged, linked and typed. Owns all that the model refers to
// except the texts, which are the Sources'.
struct Program {
  Units units;
  std::optional<Scopes> scopes;
  Tree merged;
  Model model;
  std::vector<TypedTest> tests;  // the model's after their check; empty where names have not been looked up
  ExpressionArena expressions;
  const Node* root = nullptr;  // all sections after include and extends
  bool knows_names = false;    // all files and sections could be read, so names have been looked up

  [[nodiscard]] bool is_asset() const;
};

// `included`: as in CompileOptions. `uses`: gets which names mean what, if it is given. `stop`: asked between
// the phases; may be null.
std::unique_ptr<Program> analyze_source(const std::string& path, std::string text, const FileReader& reader,
                                        Sources& sources, Diagnostics& diagnostics,
                                        ParsedFiles* included = nullptr, NameUses* uses = nullptr,
                                        const Stop* stop = nullptr);

// Lowers and emits a program without errors. `unfinished`: as in Compilation. `stop`: asked by the analysis;
// may be null. `operations`: as report_findings() has them; may be null.
std::vector<uint8_t> build_blob(const Program& program, const CompileOptions& options, const Sources& sources,
                                Diagnostics& diagnostics, std::vector<std::string>* unfinished = nullptr,
                                const Stop* stop = nullptr, uint64_t* operations = nullptr);

// The part of the analysis that plays the runs of the program's own tests (observe_runs). `stop` may be null.
void observe_program(const Program& program, const Sources& sources, Diagnostics& diagnostics,
                     const Stop* stop = nullptr);

// The findings of a program: all that was reported, without those that comments in its texts silence.
// Comments about what was not looked for are left alone.
enum class LookedFor { names, programs, analysis };  // each with those before it
Verdict judge(const Program& program, const Diagnostics& diagnostics, LookedFor looked_for);

// The contract of a program without errors: a blob with names and no agents.
std::vector<uint8_t> build_contract(const Program& program, const Sources& sources, Diagnostics& diagnostics);

}  // namespace ishi::compiler
