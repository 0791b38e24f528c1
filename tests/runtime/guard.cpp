#include "runtime/guard.h"

#include "ishi/id.h"

namespace ishi::testing {
namespace guard {

uint64_t key_id(std::string_view name) { return id_of("blackboard", name); }

}  // namespace guard

namespace {

using Code = OperationCode;
using Operand = ProgramBuilder::Operand;

void add_contract(BlobContent& c) {
  c.sources = {{11}, {12}};
  c.enums = {{id_of("enums", "posture"), {0, 3}}};
  for (const char* member : {"stand", "crouch", "prone"})
    c.members.push_back({id_of("enums/posture", member)});
  c.things = {{id_of("things", "person"), {0, 3}}, {id_of("things", "pickup"), {3, 1}}};
  c.fields = {{id_of("things/person", "cloth"), number_variable(0, 1, 0.5f)},
              {id_of("things/person", "home"), point_variable({1, 2, 3})},
              {id_of("things/person", "friend"), thing_variable(0)},
              {id_of("things/pickup", "energy"), number_variable(0, 10, 0)}};
  c.keys = {{guard::key_id("hp"), number_variable(0, 100, 100)},
            {guard::key_id("ammo"), integer_variable(0, 12, 12)},
            {guard::key_id("in_cover"), boolean_variable()},
            {guard::key_id("posture"), enum_variable(0, 2, 0)},
            {guard::key_id("threat"), thing_variable(0)},
            {guard::key_id("cover"), entity_variable()},
            {guard::key_id("home"), point_variable({})},
            {guard::key_id("alarm"), number_variable(0, 1, 0, Scope::team)},
            {guard::key_id("danger"), number_variable(0, 1, 0, Scope::world)}};
  c.events = {{id_of("events", "damaged"), {0, 2}}};
  c.event_fields = {{id_of("events/damaged", "amount"), number_variable(0, 100, 0), 0},
                    {id_of("events/damaged", "by"), thing_variable(0), 4}};
  raw::Task move_to{id_of("tasks", "move_to"), {0, 3}};
  move_to.takes_seconds = 3.0f;
  raw::Task fire{id_of("tasks", "fire"), {3, 0}};
  fire.takes_seconds = 0.2f;
  c.tasks = {move_to, fire};
  c.parameters = {{id_of("tasks/move_to", "hasty"), boolean_variable(), 0, 0},
                  {id_of("tasks/move_to", "place"), point_variable({}), 4, 1},
                  {id_of("tasks/move_to", "pace"), number_variable(0, 10, 2), 16, 0}};
}

void add_curves(BlobContent& c) {
  raw::Curve panic{id_of("curves", "panic"), static_cast<uint8_t>(CurveKind::logistic)};
  panic.shift = 0.6f;
  panic.scale = -12;
  raw::Curve close{id_of("curves", "close"), static_cast<uint8_t>(CurveKind::points)};
  close.numbers = {0, 9};
  raw::Curve swing{id_of("curves", "swing"), static_cast<uint8_t>(CurveKind::keys)};
  swing.numbers = {9, 12};
  raw::Curve tent{id_of("curves", "tent"), static_cast<uint8_t>(CurveKind::triangle)};
  tent.numbers = {21, 3};
  c.curves = {panic, close, swing, tent};
  c.numbers = {0, 1,    -0.025f, 8, 0.8f, -0.0666f, 20, 0, 0,           // close
               1, 2,    0,       0, 1,    0,        0,  1, 1, 0, 0, 0,  // swing
               0, 0.5f, 1};                                             // tent
}

void add_motives(BlobContent& c) {
  for (const char* need : {"aggression", "survival", "stability"})
    c.motives.push_back({id_of("motives", need)});
  c.profiles = {{id_of("importance", "soldier"), {0, 3}}, {id_of("importance", "coward"), {3, 3}}};
  c.weights = {{1, 0}, {1, 1}, {1, 0}, {1, 0}, {1.8f, 1}, {1, 0}};
}

// The length of the vector from the agent to an entity.
Operand distance_to(ProgramBuilder& p, Operand row) {
  const Operand self = p.with_parameter(Code::self_row, 0);
  Operand sum{};
  for (const Code axis : {Code::position_x, Code::position_y, Code::position_z}) {
    const Operand d = p.add(Code::subtract, p.add(axis, row), p.add(axis, self));
    const Operand square = p.add(Code::multiply, d, d);
    sum = axis == Code::position_x ? square : p.add(Code::add, sum, square);
  }
  return p.add(Code::square_root, sum);
}

void add_guard(BlobContent& c) {
  ProgramBuilder p(c);
  const Operand zero = p.constant(0);
  const Operand one = p.constant(1);
  const Operand weight_0 = p.spread(p.with_parameter(Code::weight, 0));
  const Operand weight_1 = p.spread(p.with_parameter(Code::weight, 1));
  const Operand choice_1 = p.spread(p.with_parameter(Code::curve_choice, 1));
  const Operand hp = p.with_parameter(Code::key, guard::hp);
  const Operand ammo = p.with_parameter(Code::key, guard::ammo);
  const Operand threat = p.with_parameter(Code::key_entity, guard::threat);
  const Operand known = p.add(Code::not_equal, threat, zero);
  const Operand health = p.add(Code::divide, hp, p.constant(100));
  const Operand stability = p.add(Code::subtract, one, p.add(Code::divide, ammo, p.constant(12)));
  const Operand alarm = p.spread(p.with_parameter(Code::key, guard::alarm));
  const Operand danger = p.spread(p.with_parameter(Code::key, guard::danger));

  const Operand may_shoot = p.add(Code::both, known, p.add(Code::less, zero, ammo));
  p.begin_gate(may_shoot);
  const Operand near = p.add(Code::curve, distance_to(p, threat), {}, {}, 1);
  const Operand cloth = p.add(Code::field, threat, {}, {}, 0);
  const Operand courage = p.add(Code::add, p.constant(0.1f), p.add(Code::multiply, p.constant(0.6f), health));
  const Operand aggression =
      p.add(Code::multiply, p.add(Code::multiply, weight_0, courage), p.constant(0.8f));
  const Operand tempting = p.add(Code::add, aggression, p.add(Code::multiply, near, p.constant(0.1f)));
  const Operand shot = p.add(Code::subtract, tempting, p.add(Code::multiply, cloth, p.constant(0.05f)));
  p.end_gate();
  const Operand shoot = p.add(Code::gate, may_shoot, shot);

  p.begin_gate(known);
  const Operand fear = p.add(Code::multiply, p.add(Code::subtract, one, health), weight_1);
  const Operand panic = p.add(Code::curve, fear, {}, {}, 0);
  const Operand felt = p.add(Code::select, p.add(Code::equal, choice_1, one), panic, fear);
  const Operand flight =
      p.add(Code::add, felt, p.add(Code::multiply, p.add(Code::add, alarm, danger), p.constant(0.1f)));
  p.end_gate();
  const Operand flee = p.add(Code::gate, known, flight);

  const Operand posture = p.with_parameter(Code::key, guard::posture);
  const Operand covered = p.with_parameter(Code::key, guard::in_cover);
  const Operand home = p.with_parameter(Code::key_x, guard::home);
  const Operand calm =
      p.add(Code::multiply, p.add(Code::add, posture, p.add(Code::add, covered, home)), p.constant(1e-4f));
  const Operand reload =
      p.add(Code::gate, p.add(Code::less, ammo, p.constant(12)), p.add(Code::add, stability, calm));
  const Operand patrol = p.add(Code::gate, one, p.constant(0.05f));
  const ScoredOption options[] = {{"shoot", shoot}, {"flee", flee}, {"reload", reload}, {"patrol", patrol}};
  add_agent(c, "guard", p, options);
  c.agents.back().inertia = 0.03f;
}

void add_bodies(BlobContent& c) {
  const auto first = static_cast<uint32_t>(c.operations.size());
  ProgramBuilder seconds(c), place(c), pace(c);
  seconds.constant(0.4f);
  for (const Code axis : {Code::key_x, Code::key_y, Code::key_z}) place.with_parameter(axis, guard::home);
  pace.add(Code::negate, pace.constant(-3));
  // Drawn and asked: true, since nobody has been damaged yet.
  ProgramBuilder calm(c);
  const Operand drawn = calm.with_parameter(Code::random, 0x1234'5678);
  calm.add(Code::less, drawn, calm.with_parameter(Code::since, 1));
  c.moments = {{guard::shoot, static_cast<uint8_t>(MomentKind::option)},
               {0, static_cast<uint8_t>(MomentKind::event)}};
  for (ProgramBuilder* program : {&seconds, &place, &pace, &calm}) {
    for (const raw::Operation& operation : program->finish()) c.operations.push_back(operation);
  }
  c.formulas = {{{first, 1}}, {{first + 1, 3}}, {{first + 4, 2}}, {{first + 6, 3}}};
  c.arguments = {{1, 1}, {2, 2}};
  // Two states by turns, in which the same options compete.
  c.states = {{id_of("agents/guard", "calm"), {0, 1}, {0, 1}},
              {id_of("agents/guard", "alert"), {1, 1}, {1, 1}}};
  c.state_options = {guard::patrol, guard::patrol};
  c.transitions = {{1, 3}, {0, 3}};
  const auto task = static_cast<uint8_t>(NodeKind::task);
  const auto wait = static_cast<uint8_t>(NodeKind::wait);
  c.nodes.assign(7, {});
  c.nodes[guard::shoot].children = {4, 2};
  c.nodes[guard::flee].children = {6, 1};
  c.nodes[4].kind = task;
  c.nodes[4].subject = 1;  // fire
  c.nodes[4][Modifier::when] = 3;
  c.nodes[5].kind = wait;
  c.nodes[5].value = 0;
  c.nodes[6].kind = task;
  c.nodes[6].subject = 0;  // move_to: place, pace
  c.nodes[6].arguments = {0, 2};
  for (uint32_t i : {2u, 3u, 4u, 5u, 6u}) c.nodes[i].children = {7, 0};
  for (uint32_t i = 0; i < c.options.size(); ++i) c.options[i].body = i;
  c.agents[0].nodes = {0, 7};
  c.agents[0].formulas = {0, 4};
  c.agents[0].moments = {0, 2};
  c.agents[0].states = {0, 2};
}

}  // namespace

BlobContent guard_content() {
  BlobContent c;
  add_contract(c);
  add_curves(c);
  add_motives(c);
  add_guard(c);
  add_bodies(c);
  c.sort_by_id();
  c.add_debug();
  return c;
}

}  // namespace ishi::testing
