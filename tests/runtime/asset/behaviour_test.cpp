#include <limits>

#include "ishi/id.h"
#include "runtime/body_world.h"
#include "runtime/guard.h"
#include "runtime/refusal.h"

// Agents, options and bodies of a blob, and the names in its debug part.

namespace ishi::testing::behaviour_test {
namespace {

struct Behaviour {
  BlobContent content = guard_content();
  raw::Agent& guard = content.agents[0];
  raw::Node& fire = content.nodes[4];
  raw::Node& wait = content.nodes[5];
  raw::Node& move_to = content.nodes[6];  // arguments: place, pace
};

TEST_CASE_METHOD(Behaviour, "an agent thinks at intervals") {
  guard.think_least = guard.think_most = 0;
  check_refused(content, StatusCode::agent_without_interval, guard);
}

TEST_CASE_METHOD(Behaviour, "an interval that nothing computes is one alone") {
  guard.think_most = 2;
  check_refused(content, StatusCode::agent_without_interval, guard);
}

TEST_CASE_METHOD(Behaviour, "an interval that is computed lies between two, and is an agent's own value") {
  guard.think_interval = static_cast<uint32_t>(content.operations.size());
  guard.think_most = 2;
  check_refused(content, StatusCode::interval_result, guard);
  guard.think_interval = content.options[0].score;  // a gate
  check_refused(content, StatusCode::interval_result, guard);
  guard.think_interval = 0;  // what all agents share
  check_refused(content, StatusCode::interval_result, guard);
  guard.think_least = 3;
  check_refused(content, StatusCode::agent_without_interval, guard);
}

TEST_CASE_METHOD(Behaviour, "intervals are counted in frames or microseconds") {
  guard.think_unit = 2;
  check_refused(content, StatusCode::unknown_enumerator, guard);
  guard.think_unit = 1;
  CHECK(load_status(content.write()));
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
  guard.reserved_2 = 1;
  check_refused(content, StatusCode::reserved_not_zero, guard);
}

TEST_CASE_METHOD(Behaviour, "an agent's options have different ids") {
  content.options[2].id = content.options[1].id;
  check_refused(content, StatusCode::id_duplicate, content.options[2]);
}

TEST_CASE_METHOD(Behaviour, "options are left over by no agent") {
  // The last option, without a body of its own.
  content.options.push_back(content.options.back());
  content.options.back().id = 99;
  content.debug.reset();
  check_refused(content, StatusCode::elements_left_over);
}

TEST_CASE_METHOD(Behaviour, "operations are left over by no program") {
  content.operations.push_back(content.operations[0]);
  check_refused(content, StatusCode::elements_left_over);
}

TEST_CASE_METHOD(Behaviour, "a node's kind must exist") {
  fire.kind = 99;
  check_refused(content, StatusCode::unknown_enumerator, fire);
}

// Bodies with goals, written as trees.
void check_body(Body body, StatusCode code) {
  const BodySpec spec{.options = {{.body = sequence({std::move(body)})}}};
  const Status status = load_status(BodyContent(spec).content.write());
  CHECK(status.code == code);
}

TEST_CASE("a body with goals is taken") {
  check_body(goal(bodies::fetch, {of(NodeKind::best, {scored(1.0f, task(bodies::walk))}),
                                  when(1.0f, of(NodeKind::interjection, {task(bodies::slow)})),
                                  of(NodeKind::cleanup, {set({{bodies::flag_0, 1.0f}})})}),
             StatusCode::ok);
}

TEST_CASE("the parts of a goal stand in it, its body first and what cleans up last") {
  const Body body = task(bodies::walk);
  const Body interjection = when(1.0f, of(NodeKind::interjection, {task(bodies::slow)}));
  const Body cleanup = of(NodeKind::cleanup, {set({{bodies::flag_0, 1.0f}})});
  check_body(goal(bodies::plain, {interjection, body}), StatusCode::node_not_here);
  check_body(goal(bodies::plain, {cleanup}), StatusCode::node_not_here);
  check_body(goal(bodies::plain, {body, cleanup, interjection}), StatusCode::node_not_here);
  check_body(goal(bodies::plain, {body, body}), StatusCode::node_not_here);
  check_body(sequence({interjection}), StatusCode::node_not_here);
  check_body(of(NodeKind::all, {cleanup}), StatusCode::node_not_here);
  check_body(goal(bodies::plain, {}), StatusCode::node_unused_part);
  check_body(goal(2, {body}), StatusCode::index_out_of_range);
}

TEST_CASE("what cleans up takes no time") {
  check_body(goal(bodies::plain, {task(bodies::walk), of(NodeKind::cleanup, {task(bodies::walk)})}),
             StatusCode::node_not_here);
  check_body(goal(bodies::plain, {task(bodies::walk), of(NodeKind::cleanup, {wait(1)})}),
             StatusCode::node_not_here);
}

TEST_CASE("formulas read the parameters of the innermost goal alone") {
  Body reading = task(bodies::picky, {{0, Value::of_record(0)}});
  check_body(goal(bodies::fetch, {reading}), StatusCode::ok);
  // `plain` has none.
  check_body(goal(bodies::plain, {reading}), StatusCode::index_out_of_range);
}

TEST_CASE("methods of best have scores, and nothing else has") {
  check_body(of(NodeKind::best, {task(bodies::walk)}), StatusCode::node_without_value);
  check_body(of(NodeKind::first, {scored(1.0f, task(bodies::walk))}), StatusCode::node_unused_part);
}

TEST_CASE("what chooses or works at once has one to sixty-four children, a repeat one") {
  for (const NodeKind kind : {NodeKind::first, NodeKind::all, NodeKind::any}) {
    check_body(of(kind, {}), StatusCode::node_unused_part);
    check_body(of(kind, std::vector<Body>(64, task(bodies::walk))), StatusCode::ok);
    check_body(of(kind, std::vector<Body>(65, task(bodies::walk))), StatusCode::node_unused_part);
  }
  check_body(of(NodeKind::repeat, {task(bodies::walk), task(bodies::walk)}), StatusCode::node_unused_part);
}

TEST_CASE("succeed stands in a list of steps") {
  check_body(sequence({succeed()}), StatusCode::ok);
  check_body(of(NodeKind::all, {succeed()}), StatusCode::node_not_here);
}

TEST_CASE("a plan is of tasks and goals, has what it reaches and a depth") {
  const auto plan = [](std::vector<Body> steps, uint32_t depth) {
    Body body = of(NodeKind::plan, std::move(steps));
    body.value = Value::of_key(bodies::flag_0);
    body.count = depth;
    return body;
  };
  check_body(plan({task(bodies::walk), goal(bodies::plain, {task(bodies::walk)})}, 128), StatusCode::ok);
  check_body(plan({wait(1)}, 8), StatusCode::node_not_here);
  check_body(plan({sequence({task(bodies::walk)})}, 8), StatusCode::ok);
  check_body(plan({sequence({wait(1)})}, 8), StatusCode::node_not_here);
  check_body(plan({task(bodies::walk)}, 0), StatusCode::node_unused_part);
  check_body(plan({task(bodies::walk)}, 129), StatusCode::node_unused_part);
  Body wide = plan({task(bodies::walk)}, 8);
  wide.subject = 1u << 20;
  check_body(wide, StatusCode::ok);
  wide.subject = (1u << 20) + 1;
  check_body(wide, StatusCode::node_unused_part);
  Body aimless = plan({task(bodies::walk)}, 8);
  aimless.value = {};
  check_body(aimless, StatusCode::node_without_value);
}

TEST_CASE("only a goal foresees") {
  Body body = goal(bodies::plain, {task(bodies::walk)});
  body.flags = kForeseesFlag;
  check_body(body, StatusCode::ok);
  Body list = sequence({task(bodies::walk)});
  list.flags = kForeseesFlag;
  check_body(list, StatusCode::node_unused_part);
}

TEST_CASE("how many of several must complete or may fail is below their number") {
  const auto all = [](uint32_t enough, uint32_t failures) {
    Body body = of(NodeKind::all, {task(bodies::walk), task(bodies::slow)});
    body.count = enough;
    body.subject = failures;
    return body;
  };
  check_body(all(2, 1), StatusCode::ok);
  check_body(all(3, 0), StatusCode::node_unused_part);
  check_body(all(0, 2), StatusCode::node_unused_part);
  Body first = of(NodeKind::first, {task(bodies::walk)});
  first.count = kChosenByValue;
  check_body(first, StatusCode::ok);
  first.count = kChosenByValue + 1;
  check_body(first, StatusCode::node_unused_part);
}

TEST_CASE("a step may be inverted and done once, a step that takes no time may not") {
  Body step = task(bodies::walk);
  step.flags = kInvertsFlag | kOnceFlag;
  check_body(step, StatusCode::ok);
  Body cleanup = set({{bodies::flag_0, 1.0f}});
  cleanup.flags = kOnceFlag;
  check_body(goal(bodies::plain, {task(bodies::walk), of(NodeKind::cleanup, {cleanup})}),
             StatusCode::modifier_not_here);
}

TEST_CASE_METHOD(Behaviour, "a node has no flags that mean nothing") {
  fire.flags = 64;
  check_refused(content, StatusCode::reserved_not_zero, fire);
}

TEST_CASE_METHOD(Behaviour, "only a step of a plan that is for a member claims") {
  fire.flags = kClaimsFlag;
  check_refused(content, StatusCode::node_unused_part, fire);
}

TEST_CASE_METHOD(Behaviour, "a node's task must exist") {
  fire.subject = 2;
  check_refused(content, StatusCode::index_out_of_range, fire);
}

TEST_CASE_METHOD(Behaviour, "a node has no part that its kind does not have") {
  wait.subject = 1;
  check_refused(content, StatusCode::node_unused_part, wait);
  wait.subject = 0;
  fire.value = 0;
  check_refused(content, StatusCode::node_unused_part, fire);
}

TEST_CASE_METHOD(Behaviour, "a wait has its seconds") {
  wait.value = raw::kMissing;
  check_refused(content, StatusCode::node_without_value, wait);
}

TEST_CASE_METHOD(Behaviour, "an option's body is a sequence") {
  content.nodes[2].kind = static_cast<uint8_t>(NodeKind::set);
  check_refused(content, StatusCode::node_not_here, content.nodes[2]);
}

TEST_CASE_METHOD(Behaviour, "bodies follow the order of the options") {
  std::swap(content.options[0].body, content.options[1].body);
  check_refused(content, StatusCode::root_order, content.options[0]);
}

TEST_CASE_METHOD(Behaviour, "each node but a root has one parent") {
  content.nodes[guard::flee].children = {4, 1};
  check_refused(content, StatusCode::range_not_tiled, content.nodes[guard::flee].children);
}

TEST_CASE_METHOD(Behaviour, "no node stands below itself") {
  // The last sequence would hold the last node, and itself.
  content.nodes[6] = {};
  content.nodes[guard::flee].children.count = 0;
  for (uint32_t i = guard::flee + 1; i < 6; ++i) content.nodes[i].children = {6, 0};
  content.nodes[6].children = {6, 1};
  content.arguments.clear();
  const StatusCode code = load_status(content.write()).code;
  CHECK(code == StatusCode::node_before_parent);
}

TEST_CASE_METHOD(Behaviour, "nodes are left over by no parent") {
  content.nodes[guard::flee].children.count = 0;
  for (uint32_t i = 2; i < 7; ++i) content.nodes[i].children = {6, 0};
  check_refused(content, StatusCode::node_before_parent, move_to);
}

TEST_CASE_METHOD(Behaviour, "a body has no modifiers but `while` and `interruptible`") {
  raw::Node& root = content.nodes[guard::shoot];
  root[Modifier::while_true] = 0;
  root[Modifier::interruptible] = 0;
  CHECK(load_status(content.write()));
  root[Modifier::timeout] = 0;
  check_refused(content, StatusCode::modifier_not_here, root);
}

TEST_CASE_METHOD(Behaviour, "a modifier is a formula of the agent") {
  fire[Modifier::timeout] = 4;
  check_refused(content, StatusCode::formula_not_of_owner, fire);
}

TEST_CASE_METHOD(Behaviour, "a cooldown is not negative") {
  content.options[1].cooldown = -1;
  check_refused(content, StatusCode::cooldown_negative, content.options[1]);
}

TEST_CASE_METHOD(Behaviour, "a formula reads the record that is there") {
  content.formulas[0].record_kind = static_cast<uint8_t>(RecordKind::event);
  check_refused(content, StatusCode::formula_record, wait);
  content.formulas[0].record = 1;
  check_refused(content, StatusCode::index_out_of_range, content.formulas[0]);
}

TEST_CASE_METHOD(Behaviour, "an argument's parameter must exist") {
  content.arguments[1].parameter = 3;
  check_refused(content, StatusCode::index_out_of_range, content.arguments[1]);
}

TEST_CASE_METHOD(Behaviour, "a parameter is given once") {
  content.arguments[1].parameter = 1;
  check_refused(content, StatusCode::argument_order, content.arguments[1]);
}

TEST_CASE_METHOD(Behaviour, "a required parameter is given") {
  content.arguments[0].parameter = 0;
  check_refused(content, StatusCode::argument_missing, move_to);
}

TEST_CASE_METHOD(Behaviour, "a point is three results") {
  content.arguments[0].formula = 2;
  check_refused(content, StatusCode::program_empty, content.arguments[0]);
}

TEST_CASE_METHOD(Behaviour, "a formula has a program") {
  const uint32_t first = content.formulas[0].program.first;
  content.formulas[0].program.count = 0;
  content.formulas[1].program = {first, 4};
  check_refused(content, StatusCode::program_empty, content.formulas[0]);
}

TEST_CASE_METHOD(Behaviour, "the programs of formulas follow those of the agents") {
  content.formulas[0].program.first = 0;
  check_refused(content, StatusCode::range_not_tiled, content.formulas[0].program);
}

TEST_CASE_METHOD(Behaviour, "a formula has no gates") {
  raw::Operation& pace = content.operations.back();
  pace.gate = 1;
  check_refused(content, StatusCode::gate_not_here, pace);
}

// A handler of the event `damaged` that sets a key.
struct Handling : Behaviour {
  Handling() {
    content.handlers = {{0, 1, 0, 0, 4}};
    guard.handlers = {0, 1};
    // Its body is the last root.
    content.nodes.insert(content.nodes.begin() + 4, raw::Node{});
    content.nodes.emplace_back();
    content.nodes.back().kind = static_cast<uint8_t>(NodeKind::set);
    content.nodes.back().assignments = {0, 1};
    content.nodes[guard::shoot].children = {5, 2};
    content.nodes[guard::flee].children = {7, 1};
    for (uint32_t i = 2; i < 4; ++i) content.nodes[i].children = {8, 0};
    content.nodes[4].children = {8, 1};
    for (uint32_t i = 5; i < 9; ++i) content.nodes[i].children = {9, 0};
    for (uint32_t i = 8; i < 9; ++i) content.nodes[i].arguments = {2, 0};
    guard.nodes.count = 9;
    content.assignments = {{guard::hp, 0}};
  }
};

TEST_CASE_METHOD(Handling, "a handler runs instant steps") {
  CHECK(load_status(content.write()));
  content.nodes[8].kind = static_cast<uint8_t>(NodeKind::wait);
  content.nodes[8].assignments = {0, 0};
  content.nodes[8].value = 0;
  check_refused(content, StatusCode::node_not_here, content.nodes[8]);
}

TEST_CASE_METHOD(Handling, "an event has one handler") {
  content.handlers.push_back({0, 1});
  guard.handlers.count = 2;
  check_refused(content, StatusCode::handler_duplicate, content.handlers[1]);
}

TEST_CASE_METHOD(Handling, "a handler's formulas read its event") {
  content.formulas[0].record_kind = static_cast<uint8_t>(RecordKind::event);
  content.nodes[6].kind = static_cast<uint8_t>(NodeKind::sequence);
  content.nodes[6].value = raw::kMissing;
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Handling, "a shared key is written where it has a merge") {
  content.assignments[0].subject = guard::alarm;
  check_refused(content, StatusCode::assignment_of_shared, content.assignments[0]);
  content.keys[guard::alarm].merge = static_cast<uint8_t>(Merge::max);
  CHECK(load_status(content.write()));
}

TEST_CASE_METHOD(Handling, "an instant body has no timeout") {
  content.nodes[8][Modifier::timeout] = 0;
  check_refused(content, StatusCode::modifier_not_here, content.nodes[8]);
}

TEST_CASE_METHOD(Behaviour, "a merge belongs to a shared key whose type can have it") {
  content.keys[guard::hp].merge = static_cast<uint8_t>(Merge::max);
  check_refused(content, StatusCode::merge_not_of_key, content.keys[guard::hp]);
}

struct Debug : Behaviour {
  DebugContent& debug = *content.debug;
};

TEST_CASE_METHOD(Debug, "a blob without debug loads and has no names") {
  content.debug.reset();
  const Asset asset = load_valid(content);
  CHECK_FALSE(asset.has_names());
  CHECK(asset.name(Kind::agents, 0).empty());
  CHECK(AssetParts(asset).option(0).name.empty());
  CHECK(AssetParts(asset).option(0).condition == kNotFound);
  CHECK(AssetParts(asset).agent_place(0).source.empty());
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
}  // namespace ishi::testing::behaviour_test
