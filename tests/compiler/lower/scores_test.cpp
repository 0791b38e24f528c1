#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "compiler/oracle/comparison.h"
#include "compiler/oracle/random_document.h"
#include "compiler/oracle/random_situation.h"
#include "compiler/oracle/trial.h"
#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "source/read_file.h"
#include "trials.h"

namespace ishi::compiler::scores_test {

namespace {

const uint32_t kDocuments = rare_trials(1200);
constexpr int kSituations = 3;
constexpr int kThoughts = 3;  // of each situation

// A source file, read and compiled.
struct Compiled {
  explicit Compiled(const std::string& text) {
    program = analyze_source("random.ishi.yaml", text, MemoryReader(), sources, diagnostics);
    if (!diagnostics.has_errors()) blob = build_blob(*program, {}, sources, diagnostics);
    if (!blob.empty() && Asset::load(blob, asset)) return;
    UNSCOPED_INFO(text << render_text(diagnostics.sorted(), sources));
    FAIL("a random document does not compile");
  }

  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<const Program> program;
  std::vector<uint8_t> blob;
  Asset asset;
};

}  // namespace

TEST_CASE(
    "the blob's scores and choices are those of the language page, on random documents and situations") {
  std::mt19937 random(20);
  oracle::Tally tally;
  for (uint32_t d = 0; d < kDocuments; ++d) {
    const oracle::RandomDocument document = oracle::random_document(random);
    INFO(document.text);
    const Compiled compiled(document.text);
    const Compiled written_out(document.written_out);
    const Model& model = compiled.program->model;
    for (int s = 0; s < kSituations; ++s) {
      const Situation situation = oracle::random_situation(model, random);
      oracle::Trial trial(compiled.asset, model, situation, s == 0);
      REQUIRE(trial.open());
      for (int t = 0; t < kThoughts; ++t) {
        INFO("document " << d << ", situation " << s << ", thought " << t);
        bool is_settled = false;
        for (oracle::Change change = oracle::random_change(model, trial.moment(), random); !is_settled;
             change = {}) {
          REQUIRE(trial.think(change));
          is_settled = trial.is_settled();
          oracle::Comparison comparison(compiled.asset, written_out.program->model, trial, tally);
          comparison.compare();
          REQUIRE(trial.go_on());
          REQUIRE(trial.is_running_right());
          comparison.compare_levels();
        }
      }
    }
  }
  CHECK(tally.scores > 4 * tally.fragile);
  CHECK(tally.best_of_several > tally.thoughts / 2);
  CHECK(tally.for_members > tally.thoughts / 5);
  CHECK(tally.transitions > tally.thoughts / 50);
  CHECK(tally.not_of_state > tally.thoughts / 20);
  CHECK(tally.offers > tally.thoughts / 4);
  CHECK(tally.chosen > tally.thoughts / 2);
  CHECK(tally.levels > tally.thoughts);
  CHECK(tally.unaided > tally.thoughts / 20);
  WARN(tally.transitions << " transitions; " << tally.thoughts << " choices, " << tally.for_members
                         << " of them for a member of a set; " << tally.best_of_several
                         << " best ones of several members; " << tally.scores << " scores, " << tally.facts
                         << " for a fact, " << tally.candidates << " for a candidate, " << tally.offers
                         << " of an offer; " << tally.levels << " levels and " << tally.unaided
                         << " choices by them alone; " << tally.answers << " answers of `choices`, "
                         << tally.chosen << " of them somebody; " << tally.fragile
                         << " left out as too close to an edge; greatest relative error " << tally.worst);
}

}  // namespace ishi::compiler::scores_test
