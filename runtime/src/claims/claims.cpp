#include "claims/claims.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "asset/check.h"
#include "asset/find.h"
#include "bodies/acting.h"
#include "built_features.h"
#include "memory/sort.h"
#include "sets/sets.h"
#include "views/agents.h"
#include "views/shared_values.h"

namespace ishi {
namespace {

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

void count_slot(ClaimTable& table, const Agents& p, uint32_t slot) {
  const Claims& claims = p.claims;
  const EntityView& entities = p.binding.entities;
  const uint32_t chosen = p.option[slot];
  const uint32_t body = body_of(p, slot);
  const auto add = [&](uint32_t option, uint32_t team, EntityId candidate, bool is_body) {
    for (const uint32_t claim : claims.of(option)) {
      if (claim >= Claims::kEntityInTurn) {
        table.hold(entities.row_of(candidate, kAnyThing), candidate, p.self[slot]);
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
    while (in_use.size() > first) {
      (void)in_use.take_last();
      (void)asked.take_last();
    }
  }
}

void ClaimTable::forget_askers() {
  while (askers.size() != 0) (void)askers.take_last();
  std::fill(asked.begin(), asked.end(), 0);
  std::fill(first_asker.begin(), first_asker.end(), EntityId());
}

void ClaimTable::hold(uint32_t row, EntityId entity, EntityId agent) {
  if (row == 0 || holder[row].agent != kNobody) return;
  holder[row] = {agent, entity};
  held.append(row);
}

void ClaimTable::list_held() {
  while (held.size() != 0) (void)held.take_last();
  for (uint32_t row = 0; row < holder.size(); ++row) {
    if (holder[row].agent != kNobody) held.append(row);
  }
}

namespace {

// For how many more agents there is room.
uint32_t room_of(const Surroundings& world, const ClaimTable& table, const ClaimTable::Token& token,
                 uint32_t team) {
  const uint64_t taken = uint64_t{table.in_use[place_of(token, team)]} + kept_of(world, token, team);
  return taken < token.count ? static_cast<uint32_t>(token.count - taken) : 0;
}

}  // namespace

bool Claims::has_tokens(uint32_t option, uint32_t slot, Queues queues) const {
  const uint32_t own_team = population->team[slot];
  for (const uint32_t claim : of(option)) {
    if (claim >= kEntityInTurn) continue;
    const ClaimTable::Token& token = table->tokens[tokens[claim]];
    if (token.is_fifo && queues == Queues::asks) continue;
    const uint32_t room = room_of(*population->around, *table, token, own_team);
    const bool is_in_turn = token.is_fifo && queues == Queues::in_turn;
    const bool has_room = !is_in_turn             ? room > 0
                          : asks_for(slot, claim) ? room > 0 && turn[slot] != 0
                                                  : room > table->asked[place_of(token, own_team)];
    if (!has_room && !holds(*this, claim, own_team, slot)) return false;
  }
  return true;
}

bool Claims::has_entity(uint32_t row, uint32_t slot, Queues queues) const {
  const EntityId self = population->self[slot];
  const bool is_free = table->holder[row].agent == kNobody || table->holder[row].agent == self;
  if (!is_free || queues != Queues::in_turn || table->first_asker.size() == 0) return is_free;
  return table->first_asker[row] == kNobody || table->first_asker[row] == self;
}

bool claims_entity(const Claims& claims, uint32_t option) {
  return claims.claims_entity(option) && (claims.is_again || !claims.queues_for_entity(option));
}
EntityClaim claim_on(const Claims& claims, uint32_t row) {
  const ClaimTable& table = *claims.table;
  const bool is_in_turn = claims.is_again && table.first_asker.size() != 0;
  return {table.holder[row].agent, is_in_turn ? table.first_asker[row] : EntityId()};
}

bool Claims::must_queue(uint32_t option, EntityId candidate, uint32_t slot) const {
  if (option == kNoOption) return false;
  const uint32_t row = population->binding.entities.row_of(candidate, kAnyThing);
  for (const uint32_t claim : of(option)) {
    if (claim == kEntityInTurn && table->holder[row].agent != population->self[slot]) return true;
    if (claim < kEntityInTurn && table->tokens[tokens[claim]].is_fifo &&
        !holds(*this, claim, population->team[slot], slot))
      return true;
  }
  return false;
}

// Of what an agent waits for already it has asked before.
void Claims::ask(uint32_t slot, uint32_t option, EntityId candidate, uint64_t now) const {
  if (!must_queue(option, candidate, slot)) {
    ask_option[slot] = kNoOption;
    ask_candidate[slot] = EntityId();
    ask_since[slot] = ask_team[slot] = 0;
    return;
  }
  bool has_asked = ask_option[slot] != kNoOption && ask_team[slot] == population->team[slot];
  for (const uint32_t claim : of(option)) {
    const bool is_queue =
        claim == kEntityInTurn || (claim < kEntityInTurn && table->tokens[tokens[claim]].is_fifo);
    if (is_queue && has_asked)
      has_asked = asks_for(slot, claim) && (claim != kEntityInTurn || ask_candidate[slot] == candidate);
  }
  if (!has_asked) ask_since[slot] = now;
  ask_option[slot] = static_cast<uint16_t>(option);
  ask_candidate[slot] = queues_for_entity(option) ? candidate : EntityId();
  ask_team[slot] = population->team[slot];
}

bool Claims::asks_for(uint32_t slot, uint32_t claim) const {
  return is_any_fifo && ask_option[slot] != kNoOption && ask_team[slot] == population->team[slot] &&
         claims_token(of(ask_option[slot]), claim);
}

bool Claims::holds_all(uint32_t option, EntityId candidate, uint32_t slot) const {
  for (const uint32_t claim : of(option)) {
    const bool is_held =
        claim >= kEntityInTurn
            ? table->holder[population->binding.entities.row_of(candidate, kAnyThing)].agent ==
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
  while (table.planners.size() != 0) (void)table.planners.take_last();
  for (const Agents* p : world.everybody) {
    if (!p->claims.any()) continue;
    for (uint32_t begin = 0; begin < p->capacity; begin += 64) {
      for (uint64_t living = p->living[begin / 64]; living != 0; living &= living - 1)
        count_slot(table, *p, begin + static_cast<uint32_t>(std::countr_zero(living)));
    }
  }
  hold_planned(world);
  // What agents hold already they keep.
  if (world.header->kept == 0) return;
  for (uint32_t row = 1; row < world.header->never_used; ++row) {
    if (world.entities.kept[row] == 0) continue;
    table.hold(row, world.entities.view().id_of(static_cast<float>(row)), ClaimTable::kGame);
  }
}

void count_askers(Surroundings& world) {
  ClaimTable& table = world.claims;
  table.forget_askers();
  for (uint32_t i = 0; i < world.everybody.size(); ++i) {
    const Agents& p = *world.everybody[i];
    if (!p.claims.is_any_fifo) continue;
    p.for_each_living([&](uint32_t slot) {
      const bool waits = p.claims.ask_option[slot] != kNoOption && p.claims.ask_team[slot] == p.team[slot];
      if (waits) table.askers.append({p.claims.ask_since[slot], i, slot});
    });
  }
  sort_rarely(table.askers.begin(), table.askers.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.since, a.population, a.slot) < std::tuple(b.since, b.population, b.slot);
  });
  for (const ClaimTable::Asker& asker : table.askers) {
    Agents& p = *world.everybody[asker.population];
    const Claims& claims = p.claims;
    const uint32_t team = p.team[asker.slot];
    bool is_turn = true;
    for (const uint32_t claim : claims.of(claims.ask_option[asker.slot])) {
      if (claim == Claims::kEntity) continue;
      if (claim == Claims::kEntityInTurn) {
        const uint32_t row = p.binding.entities.row_of(claims.ask_candidate[asker.slot], kAnyThing);
        EntityId& first = table.first_asker[row];
        is_turn &=
            row != 0 && first == kNobody && claims.has_entity(row, asker.slot, Claims::Queues::ignored);
        if (row != 0 && first == kNobody) first = p.self[asker.slot];
        continue;
      }
      const ClaimTable::Token& token = table.tokens[claims.tokens[claim]];
      if (!token.is_fifo || holds(claims, claim, team, asker.slot)) continue;
      is_turn &= table.asked[place_of(token, team)]++ < room_of(world, table, token, team);
    }
    p.claims.turn[asker.slot] = is_turn ? 1 : 0;
  }
}

void wake_askers(Surroundings& world) {
  count_askers(world);
  for (const ClaimTable::Asker& asker : world.claims.askers) {
    Agents& p = *world.everybody[asker.population];
    if (p.claims.turn[asker.slot] != 0) Acting::raise(p.acting.think_now, asker.slot);
  }
}

uint32_t& kept_of(const Surroundings& world, const ClaimTable::Token& token, uint32_t team) {
  return world.everybody[token.population]->claims.kept[token.number][token.scope == Scope::team ? team : 0];
}

bool goes_on(const Agents& p, uint32_t slot, uint32_t option, EntityId candidate) {
  return body_of(p, slot) == option && p.option[slot] == option &&
         (!p.sets.any() || (p.sets.bound[slot] == candidate && p.sets.candidate[slot] == candidate));
}

bool can_take(const Agents& p, uint32_t slot, uint32_t option, EntityId candidate, Claims::Queues queues) {
  const Claims& claims = p.claims;
  const uint32_t row = p.binding.entities.row_of(candidate, kAnyThing);
  return claims.has_tokens(option, slot, queues) &&
         (!claims.claims_entity(option) || claims.has_entity(row, slot, queues));
}

bool take_claims(Surroundings& world, Agents& p, uint32_t slot, uint32_t option, EntityId candidate,
                 Claims::Queues queues) {
  const Claims& claims = p.claims;
  ClaimTable& table = world.claims;
  const uint32_t row = p.binding.entities.row_of(candidate, kAnyThing);
  if (!can_take(p, slot, option, candidate, queues)) return false;
  const uint32_t team = p.team[slot];
  for (const uint32_t claim : claims.of(option)) {
    if (claim >= Claims::kEntityInTurn)
      table.hold(row, candidate, p.self[slot]);
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
      !table.tokens.reserve_more(t.tokens.size()) || !table.in_use.reserve_more(t.tokens.size() * teams) ||
      !table.asked.reserve_more(t.tokens.size() * teams)) {
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
    table.tokens.append({token.id(), token.count(), scope, token.fifo() != 0,
                         static_cast<uint32_t>(table.in_use.size()), population, i});
    for (uint32_t team = 0; team < rows; ++team) {
      table.in_use.append(0);
      table.asked.append(0);
    }
    columns.add(p_.claims.kept[i], rows,
                About(ColumnTag::kept_tokens)
                    .id(token.id())
                    .home(Home::shared)
                    .shape(scope == Scope::team ? 1u : 0u)
                    .report(ReloadPart::token));
  }
  return {};
}

Status ClaimsBuilder::declare(ColumnSet& columns) {
  Claims& claims = p_.claims;
  const Tables& t = p_.asset->tables;
  if (!is_built(Feature::claims)) return {};
  claims.population = &p_;
  claims.table = &p_.around->claims;
  claims.options = part(t.options, p_.agent->options());
  claims.claims = t.claims;
  if (Status status = add_tokens(columns); !status) return status;
  claims.is_any = std::any_of(claims.options.begin(), claims.options.end(),
                              [](const blob::Option& option) { return option.claims().count() != 0; });
  const auto nodes = part(t.nodes, p_.agent->nodes());
  claims.do_plans = is_built(Feature::plans) && std::any_of(nodes.begin(), nodes.end(), claims_member);
  claims.is_any |= claims.do_plans;
  if (!claims.is_any) return {};
  const Rule is_team = Rule::at_most(p_.around->options.teams - 1);
  uint64_t* const bytes = &p_.agent_bytes.own;
  columns.add_rows(claims.team, About(ColumnTag::claim_team).rule(is_team).bytes(bytes));
  columns.add_rows(claims.body_team, About(ColumnTag::claim_body_team).rule(is_team).bytes(bytes));
  const auto queues = [&](uint32_t claim) {
    return claim == Claims::kEntityInTurn ||
           (claim < Claims::kEntityInTurn && claims.table->tokens[claims.tokens[claim]].is_fifo);
  };
  claims.is_any_fifo =
      std::any_of(claims.options.begin(), claims.options.end(), [&](const blob::Option& option) {
        const auto own = part(t.claims, option.claims());
        return std::any_of(own.begin(), own.end(), queues);
      });
  if (!claims.is_any_fifo) return {};
  const Index option{IndexOf::option, static_cast<uint32_t>(claims.options.size()), kNoOption, 0, kNoOption};
  columns.add_rows(claims.ask_option, About(ColumnTag::ask_option).index(option).since(6).bytes(bytes),
                   kNoOption);
  columns.add_rows(claims.ask_candidate, About(ColumnTag::ask_candidate).since(6).bytes(bytes));
  columns.add_rows(claims.ask_since, About(ColumnTag::ask_since).rule(Rule::time()).since(6).bytes(bytes));
  columns.add_rows(claims.ask_team, About(ColumnTag::ask_team).rule(is_team).since(6).bytes(bytes));
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
  if (claims.do_plans && !table.planners.reserve_more(agents)) return false;
  if (!claims.wanted.allocate(p_.capacity) || !claims.wanted_candidate.allocate(p_.capacity) ||
      !claims.wanted_rank.allocate(p_.capacity) || !claims.wanted_score.allocate(p_.capacity) ||
      !claims.again.allocate(p_.capacity) ||
      !claims.scratch.allocate(scratch_bytes / sizeof(Claims::Line) + 1)) {
    return false;
  }
  std::fill(claims.wanted.begin(), claims.wanted.end(), kNoOption);
  if (!claims.is_any_fifo) return true;
  const bool has_rows = table.first_asker.size() != 0 || table.first_asker.allocate(rows);
  return has_rows && claims.turn.allocate(p_.capacity) && table.askers.reserve_more(agents);
}

}  // namespace ishi
