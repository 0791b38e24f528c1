#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "ishi/program.h"
#include "math/exponential.h"
#include "math/logarithm.h"
#include "math/power.h"
#include "math/rounding.h"
#include "math/trigonometry.h"
#include "program/hulls.h"

// The operations of the score machine, one struct each, gathered in one list. The table that the
// compiler prints with, the scalar reference and the loops over chunks of agents are all made from it,
// so that they cannot disagree. An elementwise operation (operations.inl) has `apply`, the one place where
// its rounding happens; the others get their values from columns and tables (program/row.cpp,
// program/kernels*).

namespace ishi::operations {

using Code = OperationCode;
using Text = std::string_view;

template <Code kCode, ParameterKind kParameterKind, int kOperands>
struct Loaded {
  static constexpr Code code = kCode;
  static constexpr ParameterKind parameter = kParameterKind;
  static constexpr int operands = kOperands;
};

template <Code kCode, int kOperands>
struct Elementwise {
  static constexpr Code code = kCode;
  static constexpr int operands = kOperands;
  static constexpr ParameterKind parameter = ParameterKind::none;
  static constexpr bool is_total = false;
};

template <Code kCode, int kOperands>
struct Total : Elementwise<kCode, kOperands> {
  static constexpr bool is_total = true;
};

struct Constant : Loaded<Code::constant, ParameterKind::constant, 0> {
  static constexpr Text name = "constant", form = "{p}";
};
struct Time : Loaded<Code::time, ParameterKind::none, 0> {
  static constexpr Text name = "time", form = "time";
};
struct Key : Loaded<Code::key, ParameterKind::key_number, 0> {
  static constexpr Text name = "key", form = "{p}";
};
struct KeyX : Loaded<Code::key_x, ParameterKind::key_vector, 0> {
  static constexpr Text name = "key_x", form = "{p}.x";
};
struct KeyY : Loaded<Code::key_y, ParameterKind::key_vector, 0> {
  static constexpr Text name = "key_y", form = "{p}.y";
};
struct KeyZ : Loaded<Code::key_z, ParameterKind::key_vector, 0> {
  static constexpr Text name = "key_z", form = "{p}.z";
};
struct KeyEntity : Loaded<Code::key_entity, ParameterKind::key_entity, 0> {
  static constexpr Text name = "key_entity", form = "{p}";
};
struct SelfRow : Loaded<Code::self_row, ParameterKind::none, 0> {
  static constexpr Text name = "self_row", form = "self";
};
struct Running : Loaded<Code::running, ParameterKind::option, 0> {
  static constexpr Text name = "running", form = "running {p}";
  static constexpr Interval range{0, 1};
};
struct Elapsed : Loaded<Code::elapsed, ParameterKind::option, 0> {
  static constexpr Text name = "elapsed", form = "elapsed of {p}";
};
struct StepElapsed : Loaded<Code::step_elapsed, ParameterKind::none, 0> {
  static constexpr Text name = "step_elapsed", form = "elapsed";
};
struct RecordNumber : Loaded<Code::record, ParameterKind::record_number, 0> {
  static constexpr Text name = "record", form = "given {p}";
};
struct RecordX : Loaded<Code::record_x, ParameterKind::record_vector, 0> {
  static constexpr Text name = "record_x", form = "given {p}.x";
};
struct RecordY : Loaded<Code::record_y, ParameterKind::record_vector, 0> {
  static constexpr Text name = "record_y", form = "given {p}.y";
};
struct RecordZ : Loaded<Code::record_z, ParameterKind::record_vector, 0> {
  static constexpr Text name = "record_z", form = "given {p}.z";
};
struct RecordEntity : Loaded<Code::record_entity, ParameterKind::record_entity, 0> {
  static constexpr Text name = "record_entity", form = "given {p}";
};
struct Weight : Loaded<Code::weight, ParameterKind::motive, 0> {
  static constexpr Text name = "weight", form = "importance of {p}";
};
struct CurveChoice : Loaded<Code::curve_choice, ParameterKind::motive, 0> {
  static constexpr Text name = "curve_choice", form = "curve of {p}";
};
struct PositionX : Loaded<Code::position_x, ParameterKind::none, 1> {
  static constexpr Text name = "position_x", form = "{a}.position.x";
};
struct PositionY : Loaded<Code::position_y, ParameterKind::none, 1> {
  static constexpr Text name = "position_y", form = "{a}.position.y";
};
struct PositionZ : Loaded<Code::position_z, ParameterKind::none, 1> {
  static constexpr Text name = "position_z", form = "{a}.position.z";
};
struct FacingX : Loaded<Code::facing_x, ParameterKind::none, 1> {
  static constexpr Text name = "facing_x", form = "{a}.facing.x";
};
struct FacingY : Loaded<Code::facing_y, ParameterKind::none, 1> {
  static constexpr Text name = "facing_y", form = "{a}.facing.y";
};
struct FacingZ : Loaded<Code::facing_z, ParameterKind::none, 1> {
  static constexpr Text name = "facing_z", form = "{a}.facing.z";
};
struct FieldNumber : Loaded<Code::field, ParameterKind::field_number, 1> {
  static constexpr Text name = "field", form = "{a}.{p}";
};
struct FieldX : Loaded<Code::field_x, ParameterKind::field_vector, 1> {
  static constexpr Text name = "field_x", form = "{a}.{p}.x";
};
struct FieldY : Loaded<Code::field_y, ParameterKind::field_vector, 1> {
  static constexpr Text name = "field_y", form = "{a}.{p}.y";
};
struct FieldZ : Loaded<Code::field_z, ParameterKind::field_vector, 1> {
  static constexpr Text name = "field_z", form = "{a}.{p}.z";
};
struct FieldEntity : Loaded<Code::field_entity, ParameterKind::field_entity, 1> {
  static constexpr Text name = "field_entity", form = "{a}.{p}";
};
struct IsThing : Loaded<Code::is_thing, ParameterKind::thing, 1> {
  static constexpr Text name = "is_thing", form = "{a} is a {p}";
  static constexpr Interval range{0, 1};
};
struct Spread : Loaded<Code::spread, ParameterKind::none, 1> {
  static constexpr Text name = "spread", form = "each agent's {a}";
};

using namespace hulls;
ISHI_USING_LANEWISE;

#include "program/operations.inl"

struct CurveOf : Loaded<Code::curve, ParameterKind::curve, 1> {
  static constexpr Text name = "curve", form = "{p}({a})";
};
// Members of sets.
struct Each : Loaded<Code::each, ParameterKind::set, 0> {
  static constexpr Text name = "each", form = "each of {p}";
};
struct SharedMember : Loaded<Code::member, ParameterKind::set, 0> {
  static constexpr Text name = "member", form = "each of {p}";
};
struct Bound : Loaded<Code::bound, ParameterKind::set, 0> {
  static constexpr Text name = "bound", form = "the one of {p}";
};
struct BoundRow : Loaded<Code::bound_row, ParameterKind::set, 0> {
  static constexpr Text name = "bound_row", form = "the one of {p}";
};
struct MemberRow : Loaded<Code::member_row, ParameterKind::set, 1> {
  static constexpr Text name = "member_row", form = "{a}";
};
struct MemberX : Loaded<Code::member_x, ParameterKind::memory, 1> {
  static constexpr Text name = "member_x", form = "{a}.position.x";
};
struct MemberY : Loaded<Code::member_y, ParameterKind::memory, 1> {
  static constexpr Text name = "member_y", form = "{a}.position.y";
};
struct MemberZ : Loaded<Code::member_z, ParameterKind::memory, 1> {
  static constexpr Text name = "member_z", form = "{a}.position.z";
};
struct MemberAge : Loaded<Code::member_age, ParameterKind::memory, 1> {
  static constexpr Text name = "member_age", form = "{a}.age";
};
struct MemberFirstSeen : Loaded<Code::member_first_seen, ParameterKind::memory, 1> {
  static constexpr Text name = "member_first_seen", form = "{a}.first_seen";
};
struct MemberLastSeen : Loaded<Code::member_last_seen, ParameterKind::memory, 1> {
  static constexpr Text name = "member_last_seen", form = "{a}.last_seen";
};
struct MemberBound : Loaded<Code::member_bound, ParameterKind::set, 1> {
  static constexpr Text name = "member_bound", form = "running for {a}";
};
struct MemberNumber : Loaded<Code::member_field, ParameterKind::member_number, 1> {
  static constexpr Text name = "member_field", form = "{a}.{p}";
};
struct MemberFieldX : Loaded<Code::member_field_x, ParameterKind::member_vector, 1> {
  static constexpr Text name = "member_field_x", form = "{a}.{p}.x";
};
struct MemberFieldY : Loaded<Code::member_field_y, ParameterKind::member_vector, 1> {
  static constexpr Text name = "member_field_y", form = "{a}.{p}.y";
};
struct MemberFieldZ : Loaded<Code::member_field_z, ParameterKind::member_vector, 1> {
  static constexpr Text name = "member_field_z", form = "{a}.{p}.z";
};
struct MemberFieldEntity : Loaded<Code::member_field_entity, ParameterKind::member_entity, 1> {
  static constexpr Text name = "member_field_entity", form = "{a}.{p}";
};
struct MemberCount : Loaded<Code::member_count, ParameterKind::set, 0> {
  static constexpr Text name = "member_count", form = "count({p})";
};

// What is made of all members: `start` before the first, `take` with each.
struct SumOf : Loaded<Code::sum_of, ParameterKind::none, 2> {
  static constexpr Text name = "sum_of", form = "sum of {a} over {b}";
  static constexpr float start = 0;
  static float take(float sum, float a) { return sum + a; }
};
struct HighestOf : Loaded<Code::highest_of, ParameterKind::none, 3> {
  static constexpr Text name = "highest_of", form = "highest {a} over {b}, else {c}";
  static constexpr float start = -HUGE_VALF;
  static float take(float highest, float a) { return a > highest ? a : highest; }
};
struct LowestOf : Loaded<Code::lowest_of, ParameterKind::none, 3> {
  static constexpr Text name = "lowest_of", form = "lowest {a} over {b}, else {c}";
  static constexpr float start = HUGE_VALF;
  static float take(float lowest, float a) { return a < lowest ? a : lowest; }
};

struct BestOf : Loaded<Code::best_of, ParameterKind::choice, 2> {
  static constexpr Text name = "best_of", form = "{p}: best {a} over {b}";
};
struct BestScore : Loaded<Code::best_score, ParameterKind::choice, 2> {
  static constexpr Text name = "best_score", form = "score of {p}: best {a} over {b}";
};

// Levels that agents carry.
struct Level : Loaded<Code::level, ParameterKind::level, 0> {
  static constexpr Text name = "level", form = "carried {p}";
  static constexpr Interval range{0, 1};
};
struct LevelSeconds : Loaded<Code::level_seconds, ParameterKind::none, 0> {
  static constexpr Text name = "level_seconds", form = "seconds since the last thought";
};

struct LevelAfter : Loaded<Code::level_after, ParameterKind::level, 1> {
  static constexpr Text name = "level_after", form = "{p} after {a}";
};

struct Chosen : Loaded<Code::chosen, ParameterKind::choice, 0> {
  static constexpr Text name = "chosen", form = "{p} as chosen last";
};
struct ChosenScore : Loaded<Code::chosen_score, ParameterKind::choice, 0> {
  static constexpr Text name = "chosen_score", form = "score of {p} as chosen last";
};

// Chance, and what has happened.
struct Random : Loaded<Code::random, ParameterKind::draw, 0> {
  static constexpr Text name = "random", form = "random";
};
struct Since : Loaded<Code::since, ParameterKind::moment, 0> {
  static constexpr Text name = "since", form = "since({p})";
};

// Senses.
struct TargetRow : Loaded<Code::target_row, ParameterKind::none, 0> {
  static constexpr Text name = "target_row", form = "it";
};
struct MemberAwareness : Loaded<Code::member_awareness, ParameterKind::aware_memory, 1> {
  static constexpr Text name = "member_awareness", form = "{a}.awareness";
};

// Endings.
struct EndingOf : Loaded<Code::ending, ParameterKind::none, 0> {
  static constexpr Text name = "ending", form = "ending";
  static constexpr Interval range{0, 3};
};
struct Ended : Loaded<Code::ended, ParameterKind::option, 0> {
  static constexpr Text name = "ended", form = "{p} ended";
  static constexpr Interval range{0, 1};
};

struct GivenNumber : Loaded<Code::given, ParameterKind::given_number, 0> {
  static constexpr Text name = "given", form = "{p}";
};
struct GivenX : Loaded<Code::given_x, ParameterKind::given_vector, 0> {
  static constexpr Text name = "given_x", form = "{p}.x";
};
struct GivenY : Loaded<Code::given_y, ParameterKind::given_vector, 0> {
  static constexpr Text name = "given_y", form = "{p}.y";
};
struct GivenZ : Loaded<Code::given_z, ParameterKind::given_vector, 0> {
  static constexpr Text name = "given_z", form = "{p}.z";
};
struct GivenEntity : Loaded<Code::given_entity, ParameterKind::given_entity, 0> {
  static constexpr Text name = "given_entity", form = "{p}";
};

struct GivenMember : Loaded<Code::given_member, ParameterKind::given_member, 0> {
  static constexpr Text name = "given_member", form = "which {p}";
};

struct Nth : Loaded<Code::nth, ParameterKind::set, 1> {
  static constexpr Text name = "nth", form = "member {a} of {p}";
  static constexpr Interval range{-1, 254};
};

struct OwnTeam : Loaded<Code::own_team, ParameterKind::none, 0> {
  static constexpr Text name = "own_team", form = "team";
  static constexpr Interval range{0, 65534};
};

struct MemberRandom : Loaded<Code::member_random, ParameterKind::draw, 1> {
  static constexpr Text name = "member_random", form = "random for {a}";
};

using AllLoaded =
    std::tuple<Constant, Time, Key, KeyX, KeyY, KeyZ, KeyEntity, SelfRow, Running, Elapsed, StepElapsed,
               RecordNumber, RecordX, RecordY, RecordZ, RecordEntity, Weight, CurveChoice, PositionX,
               PositionY, PositionZ, FacingX, FacingY, FacingZ, FieldNumber, FieldX, FieldY, FieldZ,
               FieldEntity, IsThing, Spread, CurveOf, Each, SharedMember, Bound, BoundRow, MemberRow, MemberX,
               MemberY, MemberZ, MemberAge, MemberFirstSeen, MemberLastSeen, MemberBound, MemberNumber,
               MemberFieldX, MemberFieldY, MemberFieldZ, MemberFieldEntity, MemberCount, SumOf, HighestOf,
               LowestOf, BestOf, BestScore, Level, LevelSeconds, LevelAfter, Chosen, ChosenScore, Random,
               Since, TargetRow, MemberAwareness, EndingOf, Ended, GivenNumber, GivenX, GivenY, GivenZ,
               GivenEntity, GivenMember, Nth, MemberRandom, OwnTeam>;

using Listed = decltype(std::tuple_cat(std::declval<AllLoaded>(), std::declval<AllElementwise>()));
static_assert(std::tuple_size_v<Listed> == kOperationCount, "an operation is not listed, or listed twice");

// For each operation code its index in the list.
template <typename... Operations>
constexpr auto places_of(std::tuple<Operations...>*) {
  std::array<size_t, kOperationCount> places{};
  places.fill(kOperationCount);
  size_t next = 0;
  ((places[static_cast<size_t>(Operations::code)] = next++), ...);
  return places;
}
inline constexpr auto kPlaces = places_of(static_cast<Listed*>(nullptr));

template <size_t... kCodes>
auto in_order(std::index_sequence<kCodes...>) -> std::tuple<std::tuple_element_t<kPlaces[kCodes], Listed>...>;

// In the order of their codes.
using All = decltype(in_order(std::make_index_sequence<kOperationCount>()));

// The elementwise ones, counted by themselves: 0xff for others.
constexpr auto elementwise_places() {
  std::array<uint8_t, kOperationCount> places{};
  for (size_t code = 0; code < kOperationCount; ++code) {
    constexpr size_t kLoaded = std::tuple_size_v<AllLoaded>;
    places[code] = static_cast<uint8_t>(kPlaces[code] < kLoaded ? 0xff : kPlaces[code] - kLoaded);
  }
  return places;
}
inline constexpr auto kElementwisePlaces = elementwise_places();

// Something of each elementwise operation, by its code; of others as if it were never set.
template <typename T>
struct OfElementwise {
  std::array<T, std::tuple_size_v<AllElementwise>> values{};

  constexpr T operator[](OperationCode code) const {
    const uint8_t place = kElementwisePlaces[static_cast<size_t>(code)];
    return place < values.size() ? values[place] : T{};
  }
  constexpr void set(OperationCode code, T value) {
    values[kElementwisePlaces[static_cast<size_t>(code)]] = value;
  }
};

template <typename Operation>
inline constexpr bool kIsElementwise =
    std::is_base_of_v<Elementwise<Operation::code, Operation::operands>, Operation>;

}  // namespace ishi::operations
