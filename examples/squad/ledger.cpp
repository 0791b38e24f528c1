#include "ledger.h"
#include "ishi/asset_info.h"
#include "ishi/tools.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace squad {

Ledger::Ledger(Fight& fight) : fight_(fight), roles_(fight.soldiers().size()) {}

void Ledger::note() {
  note_roles();
  note_plans();
  check_roles();
  check_rocks();
}

std::string Ledger::option_name(uint16_t option) const {
  if (option == ishi::kNoOption) return "nothing";
  const uint32_t agent = fight_.asset().find(game::agents::soldier);
  return std::string(ishi::AssetParts(fight_.asset())
                         .option(ishi::AssetParts(fight_.asset()).agent(agent).options.first + option)
                         .name);
}

std::string Ledger::role_of(uint16_t option) const {
  if (option == ishi::kNoOption) return "";
  const ishi::Asset& asset = fight_.asset();
  const uint32_t agent = asset.find(game::agents::soldier);
  const ishi::IndexRange claims =
      ishi::AssetParts(asset).option(ishi::AssetParts(asset).agent(agent).options.first + option).claims;
  for (uint32_t i = 0; i < claims.count; ++i) {
    const uint32_t token = ishi::AssetParts(asset).claim(claims.first + i);
    if (token != ishi::kNotFound) return std::string(ishi::AssetParts(asset).token(token).name);
  }
  return "";
}

void Ledger::note_roles() {
  for (size_t i = 0; i < roles_.size(); ++i) {
    const Soldier& soldier = fight_.soldiers()[i];
    const std::string role = soldier.is_alive ? role_of(fight_.squad().option(soldier.agent)) : "";
    if (!role.empty()) tenures_[role][soldier.letter] += kStep;
    if (role == roles_[i]) continue;
    roles_[i] = role;
    if (role.empty()) continue;
    ++handovers_[role];
    fight_.tell(std::string(1, soldier.letter) + " is " + role);
  }
}

// "go_to, take_magazine, load": the steps of the plan that a soldier follows.
std::string Ledger::plan_text(const Soldier& soldier) const {
  uint32_t nodes[16];
  const uint32_t count = std::min(16U, ishi::Tools(fight_.squad()).active_nodes(soldier.agent, nodes));
  ishi::PlanInfo plan;
  std::string text;
  for (uint32_t i = 0; i < count; ++i) {
    if (!ishi::Tools(fight_.squad()).plan(soldier.agent, nodes[i], plan)) continue;
    const ishi::Asset& asset = fight_.asset();
    for (uint32_t k = 0; k < plan.count; ++k) {
      const ishi::NodeInfo step =
          ishi::AssetParts(asset).node(ishi::AssetParts(asset).node(nodes[i]).children.first + plan.steps[k]);
      text += (text.empty() ? "" : ", ") + std::string(ishi::AssetParts(asset).task(step.subject).name);
    }
  }
  return text;
}

void Ledger::note_plans() {
  tell_plans();
  const ishi::Asset& asset = fight_.asset();
  for (const ishi::NodeEvent& event : fight_.node_events()) {
    if (ishi::AssetParts(asset).node(event.node).kind != ishi::NodeKind::plan) continue;
    const bool begins = event.change == ishi::NodeChange::began;
    if (!begins && event.change != ishi::NodeChange::tried_again) continue;
    ++(begins ? begun_ : remade_);
    new_plans_[event.agent.index] = begins ? NewPlan::first : NewPlan::anew;
  }
}

// Those that were asked for in earlier frames and have been found; the long ones.
void Ledger::tell_plans() {
  for (const Soldier& soldier : fight_.soldiers()) {
    if (!soldier.is_alive || new_plans_[soldier.agent.index] == NewPlan::none) continue;
    const std::string text = plan_text(soldier);
    if (text.empty()) continue;
    const bool is_anew = new_plans_[soldier.agent.index] == NewPlan::anew;
    new_plans_[soldier.agent.index] = NewPlan::none;
    const bool is_long = std::count(text.begin(), text.end(), ',') >= 2;
    if (is_long)
      fight_.tell(std::string(1, soldier.letter) + (is_anew ? " plans anew: " : " plans: ") + text);
  }
}

size_t Ledger::holders_of(const std::string& role) const {
  const auto found = tenures_.find(role);
  return found == tenures_.end() ? 0 : found->second.size();
}

void Ledger::expect(bool holds, const char* what) {
  if (!holds && is_right_) std::printf("%6.1fs  WRONG: %s\n", fight_.time(), what);
  is_right_ &= holds;
}

// As the world counts, and counted from outside by what runs.
void Ledger::check_roles() {
  const ishi::Asset& asset = fight_.asset();
  for (uint32_t i = 0; i < asset.count(ishi::Kind::tokens); ++i) {
    const ishi::TokenInfo token = ishi::AssetParts(asset).token(i);
    uint32_t in_use = 0;
    games::require(fight_.world().tokens_in_use(token.id, {}, in_use), "a token");
    const std::string name(token.name);
    const auto seen = static_cast<uint32_t>(std::count(roles_.begin(), roles_.end(), name));
    most_[name] = std::max(most_[name], seen);
    expect(in_use <= token.count, "the world has given out more of a role than there is");
    expect(seen <= token.count, "more soldiers have a role than may");
    expect(seen <= in_use, "somebody has a role that was not given");
  }
}

void Ledger::check_rocks() {
  std::set<uint32_t> taken;
  for (const Soldier& soldier : fight_.soldiers()) {
    if (!soldier.is_alive) continue;
    const ishi::Entity rock = fight_.squad().candidate(soldier.agent);
    if (rock == ishi::kNobody) continue;
    expect(taken.insert(rock.index).second, "two soldiers have claimed one thing");
    expect(fight_.world().claimed_by(rock) == soldier.agent, "somebody has what another one claims");
  }
}

bool Ledger::print() const {
  for (const auto& [role, tenures] : tenures_) {
    std::printf("%-10s at most %u at a time, taken on %d times:", role.c_str(), most_.at(role),
                handovers_.at(role));
    for (const auto& [letter, seconds] : tenures) std::printf("  %c %.1f s", letter, seconds);
    std::printf("\n");
  }
  const ishi::ActCounters counters = fight_.squad().act_counters();
  std::printf("plans: %d goals planned, %d planned anew, %llu plans found\n", begun_, remade_,
              static_cast<unsigned long long>(counters.plans));
  return is_right_;
}

}  // namespace squad
