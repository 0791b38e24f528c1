#include <array>
#include <utility>

#include "ishi/program.h"
#include "program/operation_rules.h"
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

constexpr Domain joined(Domain a, Domain b) {
  if (a == b) return a;
  const Domain low = a < b ? a : b;
  const Domain high = a < b ? b : a;
  if (low == Domain::team && high == Domain::profile) return Domain::agent;
  const bool lower_meets = low <= Domain::world || (low == Domain::team && high == Domain::team_member);
  if (is_shared_member(high) && !lower_meets) return Domain::candidate;
  return is_shared_member(low) ? Domain::candidate : high;
}

constexpr bool has_scope(OperationCode code) { return code == OperationCode::member || reads_key(code); }

// Of an operation that has none by its scope.
constexpr Domain domain_without_scope(OperationCode code, Domain operands) {
  if (code == OperationCode::member_random) return joined(operands, Domain::agent);
  switch (kTable[static_cast<uint32_t>(code)].parameter) {
    case ParameterKind::option:
    case ParameterKind::choice:
    case ParameterKind::level:
    case ParameterKind::draw:
    case ParameterKind::moment: return Domain::agent;
    case ParameterKind::motive: return Domain::profile;
    default: break;
  }
  if (code == OperationCode::time || code == OperationCode::target_row) return Domain::world;
  if (code == OperationCode::own_team) return Domain::team;
  if (code == OperationCode::self_row || code == OperationCode::level_seconds ||
      code == OperationCode::ending || reads_given(code)) {
    return Domain::agent;
  }
  if (code == OperationCode::spread) return is_shared_member(operands) ? Domain::candidate : Domain::agent;
  if (code >= OperationCode::step_elapsed && code <= OperationCode::record_entity) return Domain::agent;
  if (code == OperationCode::each) return Domain::candidate;
  const bool is_agents = code == OperationCode::bound || code == OperationCode::bound_row ||
                         code == OperationCode::member_count || code == OperationCode::nth || reduces(code);
  if (is_agents) return Domain::agent;
  if (reads_member(code)) return is_shared_member(operands) ? operands : joined(operands, Domain::agent);
  return reads_entity(code) ? joined(operands, Domain::world) : operands;
}

constexpr bool is_readable(OperationCode code, Domain user, Domain operand) {
  if (code == OperationCode::spread) return operand < Domain::agent;
  if (reduces(code)) return operand >= Domain::agent;
  if (code == OperationCode::level_after) return operand == Domain::agent;
  if (operand == user || operand == Domain::constant) return true;
  if (user == Domain::candidate) return operand == Domain::agent;
  if (user == Domain::team_member && operand == Domain::team) return true;
  return operand == Domain::world && user != Domain::agent;
}

// What only formulas of steps have, or programs that decide, assets with carried levels, or senses.
constexpr bool is_owned(OperationCode code) {
  return code == OperationCode::step_elapsed || draws(code) || code == OperationCode::level_seconds ||
         code == OperationCode::target_row || code == OperationCode::ending || code == OperationCode::ended ||
         reads_given(code);
}

constexpr OperationRules make_rules(const OperationInfo& info) {
  OperationRules rules{};
  rules.operands = info.operands;
  rules.parameter = info.parameter;
  rules.elementwise = info.elementwise;
  rules.scoped = has_scope(info.code);
  rules.owned = is_owned(info.code);
  rules.reduces = reduces(info.code);
  rules.of_member =
      reads_member(info.code) || info.code == OperationCode::bound || info.code == OperationCode::bound_row;
  for (uint32_t d = 0; d < kDomainCount; ++d) {
    const auto domain = static_cast<Domain>(d);
    rules.domain[d] = rules.scoped ? Domain::agent : domain_without_scope(info.code, domain);
    for (uint32_t operand = 0; operand < kDomainCount; ++operand) {
      if (is_readable(info.code, domain, static_cast<Domain>(operand)))
        rules.readable[d] |= set_of(static_cast<Domain>(operand));
    }
  }
  return rules;
}

constexpr auto make_all_rules() {
  std::array<OperationRules, kOperationCount> rules{};
  for (uint32_t i = 0; i < kOperationCount; ++i) rules[i] = make_rules(kTable[i]);
  return rules;
}

constexpr auto make_joined_domains() {
  std::array<std::array<Domain, kDomainCount>, kDomainCount> all{};
  for (uint32_t a = 0; a < kDomainCount; ++a) {
    for (uint32_t b = 0; b < kDomainCount; ++b)
      all[a][b] = joined(static_cast<Domain>(a), static_cast<Domain>(b));
  }
  return all;
}

}  // namespace

constexpr std::array<OperationRules, kOperationCount> kOperationRules = make_all_rules();
constexpr std::array<std::array<Domain, kDomainCount>, kDomainCount> kJoinedDomains = make_joined_domains();

std::span<const OperationInfo> operation_table() { return kTable; }

Domain join(Domain a, Domain b) { return kJoinedDomains[static_cast<uint32_t>(a)][static_cast<uint32_t>(b)]; }

Domain domain_of(OperationCode code, Domain operands, Scope scope) {
  const OperationRules& rules = rules_of(code);
  if (!rules.scoped) return rules.domain[static_cast<uint32_t>(operands)];
  if (code == OperationCode::member) return scope == Scope::team ? Domain::team_member : Domain::world_member;
  return scope == Scope::agent ? Domain::agent : scope == Scope::team ? Domain::team : Domain::world;
}

bool may_read(OperationCode code, Domain user, Domain operand) {
  return (rules_of(code).readable[static_cast<uint32_t>(user)] & set_of(operand)) != 0;
}

}  // namespace ishi
