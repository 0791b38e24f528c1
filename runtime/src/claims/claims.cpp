#include "claims/claims.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "asset/check.h"
#include "asset/find.h"
#include "bodies/acting.h"
#include "sets/sets.h"
#include "views/agents.h"
#include "views/shared_values.h"

namespace ishi {
namespace {

constexpr uint32_t kEntity = 0xffff'ffff;  // as a claim

bool claims_token(std::span<const uint32_t> claims, uint32_t token) {
  return std::find(claims.begin(), claims.end(), token) != claims.end();
}

uint32_t body_of(const Agents& p, uint32_t slot) { return p.acting.header(slot).option; }

uint32_t place_of(const ClaimTable::Token& token, uint32_t team) {
  return token.first + (token.scope == Scope::team ? team : 0);
}

// True if an agent holds a token of the asset, as one of this team.
bool holds(const Claims& claims, uint32_t token, uint32_t team, uint32_t slot) {
  const Agents& p = *claims.population;
  const bool is_teams = claims.table->tokens[claims.tokens[token]].scope == Scope::team;
  const auto has = [&](uint32_t option, uint32_t of_team) {
    return option != kNoOption && (!is_teams || of_team == team) && claims_token(claims.of(option), token);
  };
  return has(p.option[slot], claims.team[slot]) || has(body_of(p, slot), claims.body_team[slot]);
}

void hold(ClaimTable& table, uint32_t row, EntityId entity, EntityId agent) {
  if (row == 0 || table.holder[row].agent != kNobody) return;
  table.holder[row] = {agent, entity};
  table.held.append(row);
}

void count_slot(ClaimTable& table, const Agents& p, uint32_t slot) {
  const Claims& claims = p.claims;
  const EntityView& entities = p.binding.entities;
  const uint32_t chosen = p.option[slot];
  const uint32_t body = body_of(p, slot);
  const auto add = [&](uint32_t option, uint32_t team, EntityId candidate, bool is_body) {
    for (const uint32_t claim : claims.of(option)) {
      if (claim == kEntity) {
        hold(table, entities.row_of(candidate, kAnyThing), candidate, p.self[slot]);
        continue;
      }
      const ClaimTable::Token& token = table.tokens[claims.tokens[claim]];
      const bool is_counted = is_body && chosen != kNoOption && claims_token(claims.of(chosen), claim) &&
                              (token.scope == Scope::world || claims.team[slot] == team);
      if (!is_counted) ++table.in_use[place_of(token, team)];
    }
  };
  const bool has_sets = p.sets.any();
  if (chosen != kNoOption)
    add(chosen, claims.team[slot], has_sets ? p.sets.candidate[slot] : EntityId(), false);
  if (body != kNoOption) add(body, claims.body_team[slot], has_sets ? p.sets.bound[slot] : EntityId(), true);
}

}  // namespace

uint32_t ClaimTable::find(uint64_t id) const {
  for (uint32_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].id == id) return i;
  }
  return kNotFound;
}

void ClaimTable::forget_tokens(size_t count) {
  while (tokens.size() > count) {
    const uint32_t first = tokens.take_last().first;
    while (in_use.size() > first) (void)in_use.take_last();
  }
}

void ClaimTable::list_held() {
  while (held.size() != 0) (void)held.take_last();
  for (uint32_t row = 0; row < holder.size(); ++row) {
    if (holder[row].agent != kNobody) held.append(row);
  }
}

bool Claims::has_tokens(uint32_t option, uint32_t slot) const {
  const uint32_t own_team = population->team[slot];
  for (const uint32_t claim : of(option)) {
    if (claim == kEntity) continue;
    const ClaimTable::Token& token = table->tokens[tokens[claim]];
    const uint32_t kept = kept_of(*population->around, token, own_team);
    if (uint64_t{table->in_use[place_of(token, own_team)]} + kept < token.count) continue;
    if (!holds(*this, claim, own_team, slot)) return false;
  }
  return true;
}

bool Claims::has_entity(uint32_t row, uint32_t slot) const {
  return table->holder[row].agent == kNobody || table->holder[row].agent == population->self[slot];
}

bool claims_entity(const Claims& claims, uint32_t option) { return claims.claims_entity(option); }
bool has_entity(const Claims& claims, uint32_t row, uint32_t slot) { return claims.has_entity(row, slot); }

bool Claims::holds_all(uint32_t option, EntityId candidate, uint32_t slot) const {
  for (const uint32_t claim : of(option)) {
    const bool is_held =
        claim == kEntity ? table->holder[population->binding.entities.row_of(candidate, kAnyThing)].agent ==
                               population->self[slot]
                         : holds(*this, claim, population->team[slot], slot);
    if (!is_held) return false;
  }
  return true;
}

void count_claims(Surroundings& world) {
  ClaimTable& table = world.claims;
  std::fill(table.in_use.begin(), table.in_use.end(), 0);
  while (table.held.size() != 0) table.holder[table.held.take_last()] = {};
  for (const Agents* p : world.everybody) {
    if (!p->claims.any()) continue;
    for (uint32_t begin = 0; begin < p->capacity; begin += 64) {
      for (uint64_t living = p->living[begin / 64]; living != 0; living &= living - 1)
        count_slot(table, *p, begin + static_cast<uint32_t>(std::countr_zero(living)));
    }
  }
  // What agents hold already they keep.
  if (world.header->kept == 0) return;
  for (uint32_t row = 1; row < world.header->never_used; ++row) {
    if (world.entities.kept[row] == 0) continue;
    hold(table, row, world.entities.view().id_of(static_cast<float>(row)), ClaimTable::kGame);
  }
}

uint32_t& kept_of(const Surroundings& world, const ClaimTable::Token& token, uint32_t team) {
  return world.everybody[token.population]->claims.kept[token.number][token.scope == Scope::team ? team : 0];
}

bool goes_on(const Agents& p, uint32_t slot, uint32_t option, EntityId candidate) {
  return body_of(p, slot) == option && p.option[slot] == option &&
         (!p.sets.any() || (p.sets.bound[slot] == candidate && p.sets.candidate[slot] == candidate));
}

bool can_take(const Agents& p, uint32_t slot, uint32_t option, EntityId candidate) {
  const Claims& claims = p.claims;
  const uint32_t row = p.binding.entities.row_of(candidate, kAnyThing);
  return claims.has_tokens(option, slot) && (!claims.claims_entity(option) || claims.has_entity(row, slot));
}

bool take_claims(Surroundings& world, Agents& p, uint32_t slot, uint32_t option, EntityId candidate) {
  const Claims& claims = p.claims;
  ClaimTable& table = world.claims;
  const uint32_t row = p.binding.entities.row_of(candidate, kAnyThing);
  if (!can_take(p, slot, option, candidate)) return false;
  const uint32_t team = p.team[slot];
  for (const uint32_t claim : claims.of(option)) {
    if (claim == kEntity)
      hold(table, row, candidate, p.self[slot]);
    else if (!holds(claims, claim, team, slot))
      ++table.in_use[place_of(table.tokens[claims.tokens[claim]], team)];
  }
  p.claims.team[slot] = team;
  return true;
}

Status ClaimsBuilder::add_tokens(ColumnSet& columns) {
  ClaimTable& table = p_.around->claims;
  const Tables& t = p_.asset->tables;
  const uint32_t teams = p_.around->options.teams;
  const auto population = static_cast<uint32_t>(p_.around->everybody.size());  // that it will have
  if (!p_.claims.tokens.allocate(t.tokens.size()) || !p_.claims.kept.allocate(t.tokens.size()) ||
      !table.tokens.reserve_more(t.tokens.size()) || !table.in_use.reserve_more(t.tokens.size() * teams)) {
    return {StatusCode::out_of_memory, 0};
  }
  for (uint32_t i = 0; i < t.tokens.size(); ++i) {
    const blob::Token& token = t.tokens[i];
    const auto scope = static_cast<Scope>(token.scope());
    const uint32_t rows = scope == Scope::team ? teams : 1;
    uint32_t& number = p_.claims.tokens[i];
    number = table.find(token.id());
    if (number != kNotFound) continue;
    number = static_cast<uint32_t>(table.tokens.size());
    table.tokens.append(
        {token.id(), token.count(), scope, static_cast<uint32_t>(table.in_use.size()), population, i});
    for (uint32_t team = 0; team < rows; ++team) table.in_use.append(0);
    columns.add(p_.claims.kept[i], rows,
                {.tag = ColumnTag::kept_tokens,
                 .id = token.id(),
                 .home = Home::shared,
                 .shape = scope == Scope::team ? 1u : 0u,
                 .report = ReloadPart::token});
  }
  return {};
}

Status ClaimsBuilder::declare(ColumnSet& columns) {
  Claims& claims = p_.claims;
  const Tables& t = p_.asset->tables;
  claims.population = &p_;
  claims.table = &p_.around->claims;
  claims.options = part(t.options, p_.agent->options());
  claims.claims = t.claims;
  if (Status status = add_tokens(columns); !status) return status;
  claims.is_any = std::any_of(claims.options.begin(), claims.options.end(),
                              [](const blob::Option& option) { return option.claims().count() != 0; });
  if (!claims.is_any) return {};
  const Rule is_team = Rule::at_most(p_.around->options.teams - 1);
  uint64_t* const bytes = &p_.agent_bytes.own;
  columns.add_rows(claims.team, {.tag = ColumnTag::claim_team, .rule = is_team, .bytes = bytes});
  columns.add_rows(claims.body_team, {.tag = ColumnTag::claim_body_team, .rule = is_team, .bytes = bytes});
  return {};
}

bool ClaimsBuilder::allocate(size_t scratch_bytes) {
  Claims& claims = p_.claims;
  if (!claims.any()) return true;
  ClaimTable& table = p_.around->claims;
  size_t agents = p_.capacity;
  for (const Agents* earlier : p_.around->everybody) agents += earlier->capacity;
  const size_t rows = p_.around->entities.rows();
  if (table.holder.size() == 0 && !table.holder.allocate(rows)) return false;
  // A row is listed once, however often agents go over to others before they are counted again.
  if (!table.held.reserve_more(rows - table.held.size()) || !table.asking.allocate(agents)) return false;
  if (!claims.wanted.allocate(p_.capacity) || !claims.wanted_candidate.allocate(p_.capacity) ||
      !claims.wanted_rank.allocate(p_.capacity) || !claims.wanted_score.allocate(p_.capacity) ||
      !claims.again.allocate(p_.capacity) ||
      !claims.scratch.allocate(scratch_bytes / sizeof(Claims::Line) + 1)) {
    return false;
  }
  std::fill(claims.wanted.begin(), claims.wanted.end(), kNoOption);
  return true;
}

}  // namespace ishi
