#include "simulate/situation_writer.h"

#include <fmt/format.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "compiler/compiled.h"
#include "simulate/thought.h"
#include "source/read_file.h"
#include "syntax/yaml_text.h"

// A situation that is written as a test and read again is the same one.

namespace ishi::compiler::situation_writer_test {
namespace {

namespace fs = std::filesystem;

// The parts of a thought that decide, bit for bit.
std::vector<uint32_t> bits_of(const Asset& asset, const Thought& thought) {
  std::vector<uint32_t> bits = {thought.picked, thought.running, thought.state};
  for (uint32_t option = 0; option < thought.agent.options.count; ++option) {
    bits.push_back(std::bit_cast<uint32_t>(thought.score(asset, option)));
    bits.push_back(std::bit_cast<uint32_t>(thought.inertia(option)));
  }
  return bits;
}

// Surroundings are no part of what is written, and a proof is about many situations.
bool is_written_whole(const TypedTest& test) {
  const Situation& situation = test.situation;
  return !test.is_of_scene && !test.is_proof() && situation.walls.empty() && situation.doors.empty() &&
         situation.sounds.empty() && situation.hidden.empty() && situation.agent != kNone;
}

struct Tally {
  uint32_t tests = 0, worlds = 0, facts = 0, candidates = 0, running = 0;
};

void write_and_read(const fs::path& path, Tally& tally) {
  Compiled first(path.parent_path(), path.filename().string());
  if (first.diagnostics.has_errors() || first.program->tests.empty() || first.program->model.agents.empty())
    return;
  std::vector<const TypedTest*> written;
  std::string entries;
  for (const TypedTest& test : first.program->tests) {
    if (!is_written_whole(test)) continue;
    entries += fmt::format("  {}:\n", yaml_scalar(fmt::format("written {}", written.size()), false));
    for (const std::string& line : write_situation(first.program->model, test.situation).lines())
      entries += fmt::format("    {}\n", line);
    entries += "    run: 1s\n    expect: { max_switches: 100 }\n";
    written.push_back(&test);
  }
  if (written.empty()) return;
  std::ifstream file(path);
  std::string text(std::istreambuf_iterator<char>(file), {});
  const size_t tests = text.find("\ntests:\n");
  if (tests == std::string::npos) return;
  text.insert(tests + 8, entries);
  INFO(path << "\n" << entries);

  Sources sources;
  Diagnostics diagnostics;
  const FolderReader reader(path.parent_path());
  const auto program = analyze_source(path.filename().string(), text, reader, sources, diagnostics);
  for (const Diagnostic& found : diagnostics.all()) {
    if (found.severity == Severity::error) FAIL(found.message);
  }
  first.load();
  for (uint32_t i = 0; i < written.size(); ++i) {
    const uint32_t index = find_index(program->model.tests, fmt::format("written {}", i));
    REQUIRE(index != kNone);
    const Situation& before = written[i]->situation;
    const Situation& again = program->tests[index].situation;
    INFO(written[i]->name.text);
    CHECK(write_situation(program->model, again).lines() ==
          write_situation(first.program->model, before).lines());
    Thought a, b;
    REQUIRE(think_once(first.asset, first.program->model, before, a));
    REQUIRE(think_once(first.asset, first.program->model, again, b));
    CHECK(bits_of(first.asset, a) == bits_of(first.asset, b));
    CHECK(a.picked_for == b.picked_for);
    ++tally.tests;
    tally.worlds += before.entities.empty() ? 0 : 1;
    tally.facts += before.facts.empty() ? 0 : 1;
    tally.candidates += before.candidates.empty() ? 0 : 1;
    tally.running += before.running == kNone ? 0 : 1;
  }
}

}  // namespace

TEST_CASE("the situation of every test, written and read again, is written and thinks as it was", "[large]") {
  Tally tally;
  for (const char* const folder : {"examples", "docs", "tests/cases/pass"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / folder)) {
      if (entry.path().string().ends_with(".ishi.yaml")) write_and_read(entry.path(), tally);
    }
  }
  CHECK(tally.tests > 200);
  CHECK(tally.worlds > 50);
  CHECK(tally.facts > 20);
  CHECK(tally.candidates > 20);
  CHECK(tally.running > 10);
  WARN(tally.tests << " tests, " << tally.worlds << " with entities, " << tally.facts << " with facts, "
                   << tally.candidates << " with candidates, " << tally.running << " where something runs");
}

}  // namespace ishi::compiler::situation_writer_test
