#pragma once

#include <cstdint>

#include "asset_generated.h"
#include "ishi/asset_info.h"

// The structs of a blob as plain fields, so that a test can write anything into them. Their layout is
// that of the generated structs.

namespace ishi::testing::raw {

inline constexpr uint32_t kMissing = 0xffff'ffff;

struct Range {
  uint32_t first = 0, count = 0;
};
struct Entry {
  uint64_t id = 0;
  uint32_t index = 0, reserved = 0;
};
struct Variable {
  uint8_t type = 0, scope = 0;
  uint16_t reserved = 0;
  uint32_t reference = 0;
  float low = 0, high = 0;
  float fallback[3] = {};
  uint32_t reserved_2 = 0;
};
// Enums, things, events and profiles.
struct Owner {
  uint64_t id = 0;
  Range parts{};
};
struct Id {
  uint64_t id = 0;
};
struct Rename {
  uint64_t id = 0, from = 0;
};
struct Field {
  uint64_t id = 0;
  Variable variable{};
};
struct Key {
  uint64_t id = 0;
  Variable variable{};
  uint8_t merge = 0, reserved = 0;
  uint16_t reserved_2 = 0;
  uint32_t reserved_3 = 0;
};
struct Task {
  uint64_t id = 0;
  Range parameters{}, formulas{}, effects{};
  uint32_t condition = kMissing;
  float takes_seconds = 0;
  uint8_t abort = 0, reserved = 0;
  uint16_t reserved_2 = 0;
  uint32_t reserved_3 = 0;
};
// A parameter of a task or a field of an event.
struct Parameter {
  uint64_t id = 0;
  Variable variable{};
  uint32_t offset = 0;
  uint8_t required = 0, live = 0, given = 0, reserved = 0;
};
struct Curve {
  uint64_t id = 0;
  uint8_t kind = 0, clamped = 1;
  uint16_t reserved = 0;
  float shift = 0, scale = 1, output_scale = 1, output_shift = 0;
  Range numbers{};
  uint32_t reserved_2 = 0;
};
struct Motive {
  uint64_t id = 0;
  uint8_t kind = 0, carried = 0;
  uint16_t reserved = 0;
  float start = 0;
};
struct Set {
  uint64_t id = 0;
  uint8_t kind = 0, scope = 0, entities = 1, noises = 0;
  uint32_t capacity = 1;
  float forget = 0;
  uint32_t reserved_2 = 0;
  Range things{}, fields{};
};
struct Weight {
  float weight = 1;
  uint32_t curve = 0;
};
struct Operation {
  uint8_t code = 0, reserved = 0;
  uint16_t reserved_2 = 0;
  uint32_t a = 0, b = 0, c = 0, gate = 0, parameter = 0;
};
struct Option {
  uint64_t id = 0;
  uint32_t score = 0;
  int32_t rank = 0;
  uint32_t body = 0, finally = kMissing;
  float cooldown = 0, cooldown_after_failure = 0;
  uint32_t set = kMissing, each = kMissing;
  Range claims{};
};
struct Navigation {
  uint64_t id = 0;
  uint32_t step = 1, turn_side = 0, turn_back = 0, max_steps = 0;
  uint8_t neighbours = 4, corners = 1;
  uint16_t reserved = 0;
  float speed = 2;
  uint32_t cells = kMissing;
  Range costs{};
  uint32_t reserved_2 = 0;
};
struct Token {
  uint64_t id = 0;
  uint32_t count = 1;
  uint8_t scope = 2, fifo = 0;
  uint16_t reserved = 0;
};
struct Sound {
  uint64_t id = 0;
  float radius = 1;
  uint32_t thing = 0xffff'ffff;
  Range formulas{};
  uint32_t scale = 0xffff'ffff, reserved = 0;
};
struct Awareness {
  uint32_t set = 0;
  float fall = 0;
  Range levels{};
};
struct AwarenessLevel {
  float level = 1;
  uint32_t event = 0;
};
struct Sense {
  uint64_t id = 0;
  uint8_t kind = 0, occlusion = 0;
  uint16_t reserved = 0;
  uint32_t thing = 0xffff'ffff;
  float range = 1, cosine = -1;
  uint32_t memory = 0;
  uint32_t filter = 0xffff'ffff, when = 0xffff'ffff, visibility = 0xffff'ffff, rise = 0xffff'ffff;
  Range sounds{};
  uint32_t reserved_2 = 0;
};
struct Choice {
  uint64_t id = 0;
  uint32_t set = 0, best = 0, score = 0;
  float inertia = 0;
};
struct Goal {
  uint64_t id = 0;
  Range parameters{}, formulas{}, effects{};
  uint32_t condition = kMissing, reserved = 0;
};
struct Node {
  uint8_t kind = 0, continues = 0, audience = 0, flags = 0;
  uint32_t subject = 0;
  Range children{}, arguments{}, assignments{};
  uint32_t value = kMissing;
  std::array<uint32_t, kModifierCount> modifiers = kNoModifiers;  // by `Modifier`
  uint32_t retries = 0, count = 0, given = kMissing;

  uint32_t& operator[](Modifier modifier) { return modifiers[static_cast<size_t>(modifier)]; }
};
struct Handler {
  uint32_t event = 0;
  uint8_t wakes = 0, reserved = 0;
  uint16_t reserved_2 = 0;
  uint32_t body = kMissing;
};
struct Moment {
  uint32_t subject = 0;
  uint8_t kind = 0, reserved = 0;
  uint16_t reserved_2 = 0;
};
struct State {
  uint64_t id = 0;
  Range options{}, transitions{};
  uint32_t profile = kMissing, enter = kMissing, finally = kMissing, reserved = 0;
};
struct Transition {
  uint32_t target = 0, condition = 0;
};
struct Steering {
  uint64_t id = 0;
  Range behaviours{};
  uint32_t formula = kMissing, speed = kMissing;
  float constant = 1;
  uint16_t directions = 16;
  uint8_t interpolates = 0, reserved = 0;
};
struct SteeringBehaviour {
  uint8_t kind = 0, reserved = 0;
  uint16_t reserved_2 = 0;
  uint32_t when = kMissing, weight = kMissing, known = kMissing, right = kMissing, ahead = kMissing,
           set = kMissing;
  float constant = 1, range = 0, stop = 0;
};
struct Argument {
  uint32_t parameter = 0, formula = 0;
};
struct Assignment {
  uint32_t subject = 0, formula = 0;
  uint8_t target = 0, reserved = 0;
  uint16_t reserved_2 = 0;
};
struct Formula {
  Range program{};
  uint8_t record_kind = 0, reserved = 0;
  uint16_t reserved_2 = 0;
  uint32_t record = 0, set = kMissing;
};
struct Agent {
  uint64_t id = 0;
  uint32_t profile = 0, think_least = 1, think_most = 1, think_interval = kMissing;
  Range program{}, options{}, nodes{}, formulas{}, handlers{}, levels{}, choices{}, moments{}, states{},
      steerings{}, senses{}, givens{};
  float inertia = 0, minimum = 0;
  uint8_t ties = 0, selection = 0, think_unit = 0, reserved = 0;
  uint32_t top = 0;
  float temperature = 0;
  uint32_t reserved_2 = 0;
};
struct Place {
  uint32_t source = 0, line = 1, column = 1;
};
struct Term {
  uint32_t name = 0, kind = 0, input = 0, value = 0, contribution = 0;
};
struct TermRange {
  Range terms{};
  uint32_t condition = 0xffff'ffff, weight = 0xffff'ffff;
};

static_assert(sizeof(Entry) == sizeof(blob::Entry) && sizeof(Variable) == sizeof(blob::Variable));
static_assert(sizeof(Owner) == sizeof(blob::Enum) && sizeof(Owner) == sizeof(blob::Thing));
static_assert(sizeof(Owner) == sizeof(blob::Event) && sizeof(Owner) == sizeof(blob::Profile));
static_assert(sizeof(Id) == sizeof(blob::Member) && sizeof(Id) == sizeof(blob::SourceHash));
static_assert(sizeof(Key) == sizeof(blob::Key) && sizeof(Field) == sizeof(blob::Field));
static_assert(sizeof(Task) == sizeof(blob::Task) && sizeof(Parameter) == sizeof(blob::Parameter));
static_assert(sizeof(Curve) == sizeof(blob::Curve) && sizeof(Motive) == sizeof(blob::Motive));
static_assert(sizeof(Weight) == sizeof(blob::Weight) && sizeof(Operation) == sizeof(blob::Operation));
static_assert(sizeof(Option) == sizeof(blob::Option) && sizeof(Node) == sizeof(blob::Node));
static_assert(sizeof(Choice) == sizeof(blob::Choice) && sizeof(Token) == sizeof(blob::Token) &&
              sizeof(Navigation) == sizeof(blob::Navigation));
static_assert(sizeof(Goal) == sizeof(blob::Goal));
static_assert(sizeof(Handler) == sizeof(blob::Handler) && sizeof(Formula) == sizeof(blob::Formula));
static_assert(sizeof(Assignment) == sizeof(blob::Assignment) && sizeof(Moment) == sizeof(blob::Moment));
static_assert(sizeof(State) == sizeof(blob::State) && sizeof(Transition) == sizeof(blob::Transition));
static_assert(sizeof(Argument) == sizeof(blob::Argument) && sizeof(Agent) == sizeof(blob::Agent));
static_assert(sizeof(Place) == sizeof(blob::Place) && sizeof(Term) == sizeof(blob::Term));
static_assert(sizeof(Steering) == sizeof(blob::Steering));
static_assert(sizeof(SteeringBehaviour) == sizeof(blob::SteeringBehaviour));
static_assert(sizeof(Set) == sizeof(blob::Set) && sizeof(Sound) == sizeof(blob::Sound));
static_assert(sizeof(Sense) == sizeof(blob::Sense) && sizeof(Awareness) == sizeof(blob::Awareness));
static_assert(sizeof(AwarenessLevel) == sizeof(blob::AwarenessLevel));
static_assert(sizeof(TermRange) == sizeof(blob::TermRange));

}  // namespace ishi::testing::raw
