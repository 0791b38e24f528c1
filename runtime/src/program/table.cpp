#include <array>
#include <utility>

#include "ishi/program.h"
#include "program/operations.h"

namespace ishi {
namespace {

template <typename Operation>
constexpr OperationInfo row_of() {
  return {Operation::code, Operation::operands, Operation::parameter, operations::kIsElementwise<Operation>,
          Operation::name, Operation::form};
}

template <size_t... kIndex>
constexpr std::array<OperationInfo, kOperationCount> make_table(std::index_sequence<kIndex...>) {
  return {row_of<std::tuple_element_t<kIndex, operations::All>>()...};
}

constexpr auto kTable = make_table(std::make_index_sequence<kOperationCount>());

constexpr bool stands_in_order() {
  for (uint32_t i = 0; i < kOperationCount; ++i) {
    if (static_cast<uint32_t>(kTable[i].code) != i) return false;
  }
  return true;
}
static_assert(stands_in_order(), "operations::All must have the order of OperationCode");

}  // namespace

std::span<const OperationInfo> operation_table() { return kTable; }

Domain join(Domain a, Domain b) {
  if (a == b) return a;
  const Domain low = a < b ? a : b;
  const Domain high = a < b ? b : a;
  if (low == Domain::team && high == Domain::profile) return Domain::agent;
  const bool lower_meets = low <= Domain::world || (low == Domain::team && high == Domain::team_member);
  if (is_shared_member(high) && !lower_meets) return Domain::candidate;
  return is_shared_member(low) ? Domain::candidate : high;
}

Domain domain_of(OperationCode code, Domain operands, Scope scope) {
  switch (kTable[static_cast<uint32_t>(code)].parameter) {
    case ParameterKind::key_number:
    case ParameterKind::key_vector:
    case ParameterKind::key_entity:
      return scope == Scope::agent ? Domain::agent : scope == Scope::team ? Domain::team : Domain::world;
    case ParameterKind::option:
    case ParameterKind::choice:
    case ParameterKind::level:
    case ParameterKind::draw:
    case ParameterKind::moment: return Domain::agent;
    case ParameterKind::motive: return Domain::profile;
    default: break;
  }
  if (code == OperationCode::time || code == OperationCode::target_row) return Domain::world;
  if (code == OperationCode::self_row || code == OperationCode::level_seconds) return Domain::agent;
  if (code == OperationCode::spread) return is_shared_member(operands) ? Domain::candidate : Domain::agent;
  if (code == OperationCode::member) return scope == Scope::team ? Domain::team_member : Domain::world_member;
  if (code >= OperationCode::step_elapsed && code <= OperationCode::record_entity) return Domain::agent;
  if (code == OperationCode::each) return Domain::candidate;
  const bool is_agents = code == OperationCode::bound || code == OperationCode::bound_row ||
                         code == OperationCode::member_count || reduces(code);
  if (is_agents) return Domain::agent;
  if (reads_member(code)) return is_shared_member(operands) ? operands : join(operands, Domain::agent);
  const bool reads_entity = code >= OperationCode::position_x && code <= OperationCode::is_thing;
  return reads_entity ? join(operands, Domain::world) : operands;
}

bool may_read(OperationCode code, Domain user, Domain operand) {
  if (code == OperationCode::spread) return operand < Domain::agent;
  if (reduces(code)) return operand >= Domain::agent;
  if (code == OperationCode::level_after) return operand == Domain::agent;
  if (operand == user || operand == Domain::constant) return true;
  if (user == Domain::candidate) return operand == Domain::agent;
  if (user == Domain::team_member && operand == Domain::team) return true;
  return operand == Domain::world && user != Domain::agent;
}

}  // namespace ishi
