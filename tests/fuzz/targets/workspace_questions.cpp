// A text that somebody edits, byte for byte, and questions about places in it.

#include <string>
#include <string_view>

#include "choices.h"
#include "source/read_file.h"
#include "workspace/ask/explained_decision.h"
#include "workspace/workspace.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace ishi;
  fuzzing::Choices choices({data, size});
  const auto first = choices.value<uint32_t>(), second = choices.value<uint32_t>();
  const std::string text(reinterpret_cast<const char*>(choices.rest().data()), choices.rest().size());
  compiler::MemoryReader disk;
  disk.add("game.ishi.yaml",
           "ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\ntasks: { rest: {} }\n");
  compiler::Workspace workspace(disk);
  const std::string path = "a.ishi.yaml";
  workspace.set_files({path, "game.ishi.yaml"});
  workspace.open(path, text, 1);
  const uint32_t begin = text.empty() ? 0 : first % static_cast<uint32_t>(text.size() + 1);
  const uint32_t end = text.empty() ? 0 : second % static_cast<uint32_t>(text.size() + 1);
  static_cast<void>(workspace.analyze(path));
  static_cast<void>(workspace.complete(path, begin));
  static_cast<void>(workspace.hover(path, begin));
  static_cast<void>(workspace.signature(path, begin));
  static_cast<void>(workspace.definition(path, begin));
  static_cast<void>(workspace.rename(path, begin, "other"));
  static_cast<void>(workspace.code_actions(path, begin, end));
  static_cast<void>(workspace.all_fixes(path));
  static_cast<void>(workspace.format(path));
  static_cast<void>(workspace.outline(path));
  static_cast<void>(workspace.folding(path));
  static_cast<void>(workspace.semantic_tokens(path));
  static_cast<void>(workspace.inlay_hints(path, 0, UINT32_MAX));
  static_cast<void>(workspace.selection_ranges(path, begin));
  static_cast<void>(workspace.run(path));
  static_cast<void>(workspace.subjects(path));
  static_cast<void>(workspace.links(path));
  compiler::SituationQuestion question;
  question.asks_of_one = true;
  question.set = {"hp=20"};
  const auto asked = workspace.ask(path, question);
  if (asked->outcome() == compiler::AskedSituation::Outcome::good)
    static_cast<void>(compiler::ExplainedDecision(*asked).explain());
  // Proofs are stopped at some moment, as an editor that edits stops them.
  constexpr uint32_t kMostSteps = 512, kMostActions = 2;
  uint32_t steps_left = first % kMostSteps, actions_left = kMostActions;
  const compiler::Stop stop = [&] { return steps_left == 0 || --steps_left == 0; };
  for (const auto& [symbol, place] : workspace.symbols("")) {
    if (symbol.kind != compiler::SymbolKind::action || actions_left == 0) continue;
    --actions_left;
    static_cast<void>(workspace.winning(path, symbol.name, &stop));
    static_cast<void>(workspace.new_test(path, symbol.name, &stop));
  }
  question.stop = &stop;
  static_cast<void>(workspace.new_test(path, question));
  workspace.change(path, {{begin, end, "x: "}}, 2);
  static_cast<void>(workspace.complete(path, end));
  static_cast<void>(workspace.references(path, end));
  return 0;
}
