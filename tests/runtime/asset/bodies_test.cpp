#include "runtime/body_world.h"
#include "runtime/refusal.h"

// How deep bodies are, and what is assumed of tasks.

namespace ishi::testing::bodies_test {
namespace {

using namespace bodies;

// The root of the option's body is the first of so many nodes in one another.
BlobContent nested(uint32_t depth) {
  Body body = task(walk);
  for (uint32_t i = 1; i < depth; ++i) body = sequence({std::move(body)});
  return BodyContent({.options = {{.body = std::move(body)}}}).content;
}

TEST_CASE("a body is at most 64 nodes deep") {
  CHECK(load_status(nested(64).write()));
  // What would hold the node that is too deep.
  const BlobContent content = nested(65);
  check_refused(content, StatusCode::node_too_deep, content.nodes[63]);
}

TEST_CASE("a task is assumed to change keys alone") {
  BlobContent content =
      BodyContent({.options = {{.body = sequence({task(walk)})}}, .task_effects = {{walk, {{flag_0, 1.0f}}}}})
          .content;
  CHECK(load_status(content.write()));
  content.effects[0].target = static_cast<uint8_t>(Target::forget);
  check_refused(content, StatusCode::effect_not_on_key, content.effects[0]);
}

}  // namespace
}  // namespace ishi::testing::bodies_test
