#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ishi/program.h"
#include "lower/interval.h"

// Builds one program in SSA form. Equal operations become one, operations on constants are folded with
// the runtime's reference functions, values that cross into the agents' domain are spread, and results
// that could overflow are saturated.

namespace ishi::compiler {

// An operation of the builder, named by its place.
using Ref = uint32_t;
inline constexpr Ref kNoRef = 0xffff'ffff;

// A curve as the blob will hold it.
struct CurveData {
  CurveKind kind = CurveKind::linear;
  bool clamped = true;
  float shift = 0;
  float scale = 1;
  float output_scale = 1;
  float output_shift = 0;
  std::vector<float> numbers;

  [[nodiscard]] CurveView view() const {
    return {kind, clamped, shift, scale, output_scale, output_shift, numbers};
  }
};

struct LoweredOperation {
  OperationCode code = OperationCode::constant;
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t gate = 0;  // 0, or 1 + the condition
  uint32_t parameter = 0;
};

class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::span<const CurveData> curves) : curves_(curves) {}

  Ref constant(float value);
  Ref truth(bool value) { return constant(value ? 1.0F : 0.0F); }

  // A source: time, a key, a weight, …; `range` is what it can give.
  Ref source(OperationCode code, uint32_t parameter, Interval range, ishi::Scope scope = ishi::Scope::agent);
  // A carried level after a change.
  Ref level_after(uint32_t motive, Ref change);
  // A member of an entity; `row` is the entity's.
  Ref of_entity(OperationCode code, Ref row, uint32_t parameter, Interval range);

  // A value of a member, which is an `each` or a `bound`.
  Ref of_member(OperationCode code, Ref member, uint32_t parameter, Interval range);
  // The reduction of the values of all members of a set that `each` goes over; `none` is that of an empty
  // set.
  Ref reduce_members(OperationCode code, Ref value, Ref each, Ref none, Interval range);

  // The result of a choice with this score, a gate.
  Ref choose(OperationCode code, Ref score, Ref each, uint32_t choice, Interval range);
  // A value of each agent's own at least, constants included.
  Ref own(Ref value);

  // Operands stand in braces, in which calls are evaluated from left to right: so operations come in one
  // order, with every compiler.
  struct Two {
    Two(Ref first, Ref second) : a(first), b(second) {}
    Ref a, b;
  };
  struct Three {
    Three(Ref first, Ref second, Ref third) : a(first), b(second), c(third) {}
    Ref a, b, c;
  };
  Ref apply(OperationCode code, Ref a);
  Ref apply(OperationCode code, Two operands);
  Ref apply(OperationCode code, Three operands);
  Ref curve(uint32_t index, Ref x);
  [[nodiscard]] CurveView view_of(uint32_t curve) const { return curves_[curve].view(); }
  // The curves of constants, which no operation of the program shows any more.
  [[nodiscard]] const std::vector<uint32_t>& folded_curves() const { return folded_curves_; }
  Ref clamp(Ref x, float low, float high);

  // Reduces several values to one in the order that is the same everywhere: the list is thought of as
  // filled up to a power of two with the identity, then x[i] op x[i + n/2] until one is left.
  Ref reduce(OperationCode code, std::vector<Ref> values);

  // The value for each agent (or each of its candidates): spread if it belongs to the world, a team or a
  // profile.
  Ref to_agents(Ref value);
  // The score of an option: `score` where `condition` holds, else minus infinity. Never folded.
  Ref gate(Ref condition, Ref score);
  // Marks a value that is always needed.
  void keep(Ref value) { nodes_[value].is_kept = true; }
  // A result of a program: the value for each agent, always as an operation of its own, so that results
  // stand last, in the order in which they are asked for.
  Ref result(Ref value);

  [[nodiscard]] bool is_constant(Ref ref) const {
    return nodes_[ref].operation.code == OperationCode::constant;
  }
  [[nodiscard]] float value_of(Ref ref) const;
  [[nodiscard]] Interval range_of(Ref ref) const { return nodes_[ref].range; }
  [[nodiscard]] Domain domain_of(Ref ref) const { return nodes_[ref].domain; }
  [[nodiscard]] size_t size() const { return nodes_.size(); }

  // A score that stands in a pass over the set of `each`, whether or not it needs a member; the pass is where
  // `roots` have their places. `place` becomes that of its `each`.
  struct Pass {
    Ref each = kNoRef;
    Ref score = kNoRef;
    Ref* place = nullptr;
    std::vector<Ref*> roots{};
  };
  void add_pass(Pass pass) { passes_.push_back(std::move(pass)); }

  // The finished program: what `roots` and passes need. What agents share comes first, by domain; then
  // agents' operations and passes take turns, so that each has what it needs. `roots`, which are of no
  // member, become places in it. Operations that only one condition's gates need are put under it.
  // `ranges`, if it is given, gets what each of them can give.
  std::vector<LoweredOperation> finish(std::span<Ref* const> roots, std::vector<Interval>* ranges = nullptr);

 private:
  struct Node {
    LoweredOperation operation;
    uint8_t operands = 0;
    Domain domain = Domain::constant;
    Interval range;
    bool is_kept = false;
  };
  struct Key {
    OperationCode code;
    uint32_t a, b, c, parameter;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };

  Ref add(const LoweredOperation& given, uint8_t operands, ishi::Scope scope, Interval range,
          bool unique = false);
  Ref simplify(OperationCode code, Ref a, Ref b) const;
  Ref saturated(Ref ref);

  // program_layout.cpp
  friend class ProgramLayout;

  std::span<const CurveData> curves_;
  std::vector<Pass> passes_;
  std::vector<uint32_t> folded_curves_;
  std::vector<Node> nodes_;
  std::unordered_map<Key, Ref, KeyHash> known_;
};

}  // namespace ishi::compiler
