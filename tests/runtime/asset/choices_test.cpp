#include "ishi/id.h"
#include "runtime/refusal.h"

// Choices of a blob: their member and their score are operations of their own.

namespace ishi::testing::choices_test {
namespace {

using Code = OperationCode;

raw::Operation operation(Code code, uint32_t a, uint32_t b, uint32_t parameter) {
  return {.code = static_cast<uint8_t>(code), .a = a, .b = b, .parameter = parameter};
}

// An agent that chooses the candidate that counts most.
struct Choosing {
  BlobContent content;

  Choosing() {
    content.sets = {{.id = id_of("candidates", "around"),
                     .kind = static_cast<uint8_t>(SetKind::candidates),
                     .entities = 0,
                     .capacity = 4,
                     .fields = {0, 1}}};
    content.set_fields = {{id_of("candidates/around", "worth"), number_variable(0, 1, 0)}};
    ProgramBuilder program(content);
    const auto idle = program.add(Code::gate, program.constant(1), program.constant(1));
    add_agent(content, "one", program, std::vector<ScoredOption>{{"idle", idle}});
    const uint32_t each = content.agents[0].program.count;
    for (const raw::Operation& one :
         {operation(Code::each, 0, 0, 0), operation(Code::member_field, each, 0, 0),
          operation(Code::gate, 0, each + 1, 0), operation(Code::best_of, each + 2, each, 0),
          operation(Code::best_score, each + 2, each, 0)}) {
      content.operations.push_back(one);
    }
    content.agents[0].program.count = each + 5;
    content.agents[0].choices = {0, 1};
    content.choices = {{.id = id_of("choices", "most"), .best = each + 3, .score = each + 4}};
    content.sort_by_id();
  }
};

TEST_CASE_METHOD(Choosing, "a choice is made of an operation for its member and one for its score") {
  REQUIRE(load_status(content.write()).code == StatusCode::ok);
  raw::Choice& choice = content.choices[0];
  SECTION("the other way round") {
    std::swap(choice.best, choice.score);
    check_refused(content, StatusCode::choice_result, choice);
  }
  SECTION("each of its own") {
    choice.score = choice.best;
    check_refused(content, StatusCode::choice_result, choice);
  }
  SECTION("which is there") {
    choice.score = 1000;
    check_refused(content, StatusCode::choice_result, choice);
  }
  SECTION("of this choice") {
    content.choices.push_back(choice);
    content.choices[1].id = id_of("choices", "other");
    content.agents[0].choices.count = 2;
    check_refused(content, StatusCode::choice_result, content.choices[1]);
  }
}

TEST_CASE_METHOD(Choosing, "a choice is from a set, with an inertia that is not negative") {
  raw::Choice& choice = content.choices[0];
  choice.set = 1;
  check_refused(content, StatusCode::index_out_of_range, choice);
  choice.set = 0;
  choice.inertia = -1;
  check_refused(content, StatusCode::inertia_negative, choice);
}

}  // namespace
}  // namespace ishi::testing::choices_test
