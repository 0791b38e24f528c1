#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

#include "compiler/reference/evaluator.h"
#include "compiler/reference/random_document.h"
#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "ishi/asset.h"
#include "pipeline.h"
#include "source/read_file.h"
#include "testing/stage.h"

using namespace ishi;
using namespace ishi::compiler;

TEST_CASE("the blob's scores are those of the language page, on random documents and situations") {
  constexpr int kDocuments = 2000;
  constexpr int kSituations = 4;
  std::mt19937 random(20);
  size_t compared = 0;
  size_t fragile = 0;
  double worst = 0;
  for (int d = 0; d < kDocuments; ++d) {
    const std::string text = reference::random_document(random);
    Sources sources;
    Diagnostics diagnostics;
    const auto program = analyze_source("random.ishi.yaml", text, MemoryReader(), sources, diagnostics);
    std::vector<uint8_t> blob;
    if (!diagnostics.has_errors()) blob = build_blob(*program, {}, sources, diagnostics);
    Asset asset;
    const bool is_loaded = !blob.empty() && Asset::load(blob, asset);
    if (!is_loaded) {
      UNSCOPED_INFO(text << render_text(diagnostics.sorted(), sources));
      FAIL("a random document does not compile");
    }
    for (int s = 0; s < kSituations; ++s) {
      const Situation situation = reference::random_situation(program->model, random);
      Thought thought;
      REQUIRE(think_once(asset, program->model, situation, thought));
      const auto& actions = program->model.agents[0].value.actions;
      for (uint32_t option = 0; option < actions.size(); ++option) {
        const reference::Score expected =
            reference::score_of(program->model, situation, actions[option].index);
        if (expected.is_fragile) {
          ++fragile;
          continue;
        }
        const float score = thought.score(asset, option);
        ++compared;
        if (!expected.is_eligible) {
          if (!std::isinf(score)) UNSCOPED_INFO(text << "\naction " << actions[option].text);
          REQUIRE(std::isinf(score));
          continue;
        }
        const double error = std::abs(score - expected.value) / std::max(1.0, std::abs(expected.value));
        worst = std::max(worst, error);
        if (!(error < 2e-5)) {
          UNSCOPED_INFO(text << "\naction " << actions[option].text << ": expected " << expected.value
                             << ", got " << score);
          REQUIRE(error < 2e-5);
        }
      }
    }
  }
  CHECK(compared > 4 * fragile);
  WARN(compared << " scores compared, " << fragile
                << " left out as too close to an edge; greatest relative error " << worst);
}
