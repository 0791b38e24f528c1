#include <limits>

#include "ishi/id.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// Agents, options, steps and arguments of a blob, and the names in its debug part.

namespace ishi::testing {
namespace {

struct Behaviour {
  BlobContent content = guard_content();
  raw::Agent& guard = content.agents[0];
  // fire, wait, move_to; their arguments: seconds, place, pace.
  raw::Step& fire = content.steps[0];
  raw::Step& wait = content.steps[1];
  raw::Step& move_to = content.steps[2];
};

TEST_CASE_METHOD(Behaviour, "an agent thinks at intervals") {
  guard.think_every_frames = 0;
  check_refused(content, StatusCode::agent_without_interval, guard);
}

TEST_CASE_METHOD(Behaviour, "inertia is finite and not negative") {
  guard.inertia = -0.1f;
  check_refused(content, StatusCode::inertia_negative, guard);
  guard.inertia = std::numeric_limits<float>::infinity();
  check_refused(content, StatusCode::number_not_finite, guard);
}

TEST_CASE_METHOD(Behaviour, "the minimum is a number") {
  guard.minimum = std::numeric_limits<float>::quiet_NaN();
  check_refused(content, StatusCode::number_not_finite, guard);
}

TEST_CASE_METHOD(Behaviour, "a way to break ties must exist") {
  guard.ties = 2;
  check_refused(content, StatusCode::unknown_enumerator, guard);
}

TEST_CASE_METHOD(Behaviour, "an agent's usual profile exists or is none") {
  guard.profile = 2;
  check_refused(content, StatusCode::index_out_of_range, guard);
  guard.profile = kNoProfile;
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Behaviour, "an agent's reserved fields must be zero") {
  guard.reserved_3 = 1;
  check_refused(content, StatusCode::reserved_not_zero, guard);
}

TEST_CASE_METHOD(Behaviour, "an agent's options have different ids") {
  content.options[2].id = content.options[1].id;
  check_refused(content, StatusCode::id_duplicate, content.options[2]);
}

TEST_CASE_METHOD(Behaviour, "options are left over by no agent") {
  guard.options.count = 3;
  check_refused(content, StatusCode::elements_left_over);
}

TEST_CASE_METHOD(Behaviour, "operations are left over by no program") {
  content.operations.push_back(content.operations[0]);
  check_refused(content, StatusCode::elements_left_over);
}

TEST_CASE_METHOD(Behaviour, "a step's kind must exist") {
  fire.kind = 2;
  check_refused(content, StatusCode::unknown_enumerator, fire);
}

TEST_CASE_METHOD(Behaviour, "a step's reserved fields must be zero") {
  fire.reserved = 1;
  check_refused(content, StatusCode::reserved_not_zero, fire);
}

TEST_CASE_METHOD(Behaviour, "a step's task must exist") {
  fire.task = 2;
  check_refused(content, StatusCode::index_out_of_range, fire);
}

TEST_CASE_METHOD(Behaviour, "a wait has no task") {
  wait.task = 1;
  check_refused(content, StatusCode::unused_not_zero, wait);
}

TEST_CASE_METHOD(Behaviour, "a wait has one argument") {
  wait.arguments.count = 0;
  move_to.arguments = {0, 3};
  check_refused(content, StatusCode::argument_count, wait);
}

TEST_CASE_METHOD(Behaviour, "a wait's argument is its first") {
  content.arguments[0].parameter = 1;
  check_refused(content, StatusCode::index_out_of_range, content.arguments[0]);
}

TEST_CASE_METHOD(Behaviour, "an argument's parameter must exist") {
  content.arguments[2].parameter = 3;
  check_refused(content, StatusCode::index_out_of_range, content.arguments[2]);
}

TEST_CASE_METHOD(Behaviour, "a parameter is given once") {
  content.arguments[2].parameter = 1;
  check_refused(content, StatusCode::argument_order, content.arguments[2]);
}

TEST_CASE_METHOD(Behaviour, "a required parameter is given") {
  content.arguments[1].parameter = 0;
  check_refused(content, StatusCode::argument_missing, move_to);
}

TEST_CASE_METHOD(Behaviour, "a point is three results") {
  const uint32_t first = content.arguments[1].program.first;
  content.arguments[1].program.count = 2;
  content.arguments[2].program = {first + 2, 3};
  check_refused(content, StatusCode::program_empty, content.arguments[1]);
}

TEST_CASE_METHOD(Behaviour, "an argument has a program") {
  const uint32_t first = content.arguments[0].program.first;
  content.arguments[0].program.count = 0;
  content.arguments[1].program = {first, 4};
  check_refused(content, StatusCode::program_empty, content.arguments[0]);
}

TEST_CASE_METHOD(Behaviour, "the programs of arguments follow those of the agents") {
  content.arguments[0].program.first = 0;
  check_refused(content, StatusCode::range_not_tiled, content.arguments[0].program);
}

TEST_CASE_METHOD(Behaviour, "an argument has no gates") {
  raw::Operation& pace = content.operations.back();
  pace.gate = 1;
  check_refused(content, StatusCode::gate_not_here, pace);
}

struct Debug : Behaviour {
  DebugContent& debug = *content.debug;
};

TEST_CASE_METHOD(Debug, "a blob without debug loads and has no names") {
  content.debug.reset();
  const Asset asset = load_valid(content);
  CHECK_FALSE(asset.has_names());
  CHECK(asset.name(Kind::agents, 0).empty());
  CHECK(asset.option(0).name.empty());
  CHECK(asset.option(0).condition == kNotFound);
  CHECK(asset.agent_place(0).source.empty());
}

TEST_CASE_METHOD(Debug, "names are as many as what they name") {
  debug.members.pop_back();
  check_refused(content, StatusCode::debug_count);
  debug.members.clear();
  check_refused(content, StatusCode::debug_count);
}

TEST_CASE_METHOD(Debug, "places are as many as what stands there") {
  debug.key_places.pop_back();
  check_refused(content, StatusCode::debug_count, debug.key_places[0]);
}

TEST_CASE_METHOD(Debug, "terms are given for each option") {
  debug.option_terms.pop_back();
  check_refused(content, StatusCode::debug_count, debug.option_terms[0]);
}

TEST_CASE_METHOD(Debug, "a name must exist") {
  debug.keys[3] = 3;
  check_refused(content, StatusCode::index_out_of_range, debug.keys[3]);
}

TEST_CASE_METHOD(Debug, "the source of a place must exist") {
  debug.key_places[2].source = 2;
  check_refused(content, StatusCode::index_out_of_range, debug.key_places[2]);
}

TEST_CASE_METHOD(Debug, "names are sorted, and each stands once") {
  std::swap(debug.names[0], debug.names[1]);
  check_refused(content, StatusCode::name_unsorted);
  debug.names[1] = debug.names[0];
  check_refused(content, StatusCode::name_unsorted);
}

TEST_CASE_METHOD(Debug, "names are UTF-8") {
  const char* const broken = GENERATE("z\x80", "z\xc3", "z\xc0\xaf", "z\xe0\x80\xaf", "z\xed\xa0\x80",
                                      "z\xf4\x90\x80\x80", "z\xf5\x80\x80\x80", "z\xe2\x82", "z\xff");
  debug.names[2] = broken;
  check_refused(content, StatusCode::name_not_utf8);
}

TEST_CASE_METHOD(Debug, "names in all scripts are UTF-8") {
  debug.names[2] = "z\xc3\xa4\xe8\xad\xa6\xf0\x9f\x9b\xa1\xef\xbf\xbf\xf4\x8f\xbf\xbf";
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Debug, "names hold nothing that a terminal would obey") {
  const char* const control =
      GENERATE("z\x1b[31m", "z\n", "z\x7f", "z\xc2\x80", "z\xc2\x9f", "z\xe2\x80\x8b", "z\xe2\x80\xa8",
               "z\xe2\x80\xae", "z\xe2\x81\xa0", "z\xe2\x81\xa6", "z\xef\xbb\xbf");
  debug.names[2] = control;
  check_refused(content, StatusCode::name_control_character);
}

TEST_CASE_METHOD(Debug, "names may hold what only begins like a control character") {
  debug.names[2] = "z\xc2\xa0\xe2\x80\xa6\xe2\x81\x84\xef\xbb\xbe\xe6\x80\xae";
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Debug, "a term's kind must exist") {
  debug.terms[1].kind = 5;
  check_refused(content, StatusCode::unknown_enumerator, debug.terms[1]);
}

TEST_CASE_METHOD(Debug, "a term's operations must exist or be missing") {
  debug.terms[1].value = 0xffff'ffff;
  CHECK(load_status(content.write()));
  debug.terms[1].value = guard.program.count;
  check_refused(content, StatusCode::index_out_of_range, debug.terms[1]);
}

TEST_CASE_METHOD(Debug, "an option's condition must exist or be missing") {
  debug.option_terms[1].condition = guard.program.count;
  check_refused(content, StatusCode::index_out_of_range, debug.option_terms[1]);
}

TEST_CASE_METHOD(Debug, "terms follow each other") {
  debug.option_terms[1].terms.first = 0;
  check_refused(content, StatusCode::range_not_tiled, debug.option_terms[1].terms);
}

}  // namespace
}  // namespace ishi::testing
