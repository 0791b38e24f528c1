#include "levels/levels.h"

#include <algorithm>

#include "built_features.h"
#include "program/level_sum.h"
#include "program/run_row.h"
#include "views/agents.h"

namespace ishi {

namespace {

// Computes what the levels of an agent follow from by now. Writes nothing else.
void compute_values(const Agents& p, uint32_t slot, std::span<float> values) {
  const Levels& levels = p.levels;
  const auto program = p.program();
  const auto shared = std::span<const SharedOperation>(p.schedule.shared);
  Row row{slot, p.team[slot], p.profile[slot]};
  const auto value_of = [&](uint32_t operand) {
    if (operand >= shared.size()) return values[levels.places[operand]];
    const SharedOperation& of = shared[operand];
    return p.shared_values[of.place + of.row_of(row, p.binding)];
  };
  const auto domains = p.asset->domains_of(p.agent->program());
  const auto store = [&](uint32_t operation, float value) { values[levels.places[operation]] = value; };
  run_row(
      p.binding, program, domains, levels.needed.size(), row, [&](size_t i) { return levels.needed[i]; },
      value_of, store, [](uint32_t) {});
}

// The level of the i-th of those motives whose levels are carried.
LevelSum sum_of(const Agents& p, uint32_t slot, std::span<const float> values, size_t i) {
  const Levels& levels = p.levels;
  const blob::Operation& result = p.program()[levels.results[i]];
  const uint32_t motive = levels.motives[i];
  const float rest = levels.rests[motive][slot];
  if (result.code() == blob::OperationCode::level_after) {
    const float level = held(levels.columns[motive][slot], 0, 1, 0);
    return level_after(level, rest, values[levels.places[result.a()]]);
  }
  return {held(values[levels.places[levels.results[i]]], 0, 1, 0), rest};
}

}  // namespace

void advance_levels(Agents& p, uint32_t slot, std::span<float> values) {
  Levels& levels = p.levels;
  const uint64_t now = p.around->header->time_microseconds;
  if (!levels.any() || levels.advanced_at[slot] == now) return;
  compute_values(p, slot, values);
  for (size_t i = 0; i < levels.motives.size(); ++i) {
    const uint32_t motive = levels.motives[i];
    const LevelSum sum = sum_of(p, slot, values, i);
    levels.columns[motive][slot] = sum.level;
    levels.rests[motive][slot] = sum.rest;
  }
  levels.advanced_at[slot] = now;
  if (levels.draws) ++p.draws[slot];
}

bool read_levels(const Agents& p, uint32_t slot, std::span<float> values, std::span<float> levels) {
  if (!p.levels.any() || p.levels.advanced_at[slot] == p.around->header->time_microseconds) return false;
  compute_values(p, slot, values);
  for (size_t i = 0; i < p.levels.motives.size(); ++i)
    levels[p.levels.motives[i]] = sum_of(p, slot, values, i).level;
  return true;
}

bool LevelsBuilder::declare(ColumnSet& columns) {
  const auto motives = p_.asset->tables.motives;
  const auto is_carried = [](const blob::Motive& motive) { return motive.carried() != 0; };
  const auto count = static_cast<size_t>(std::count_if(motives.begin(), motives.end(), is_carried));
  if (!p_.levels.columns.allocate(motives.size()) || !p_.levels.rests.allocate(motives.size()) ||
      !p_.levels.motives.reserve_more(count)) {
    return false;
  }
  for (uint32_t i = 0; i < motives.size(); ++i) {
    if (is_carried(motives[i])) p_.levels.motives.append(i);
  }
  p_.levels.results = p_.asset->tables.levels.subspan(p_.agent->levels().first(), p_.agent->levels().count());
  if (!is_built(Feature::levels) || count == 0) return true;
  Levels& levels = p_.levels;
  uint64_t* const bytes = &p_.agent_bytes.levels;
  for (const uint32_t i : levels.motives) {  // a game may write any number: it is held when it is read
    columns.add_rows(levels.columns[i],
                     About(ColumnTag::level).id(motives[i].id()).report(ReloadPart::level).bytes(bytes),
                     motives[i].start());
  }
  for (const uint32_t i : levels.motives) {
    columns.add_rows(levels.rests[i],
                     About(ColumnTag::level_rest).id(motives[i].id()).rule(Rule::within(-1, 1)).bytes(bytes));
  }
  columns.add_rows(levels.advanced_at, About(ColumnTag::levels_advanced_at).vacant(Vacant::now).bytes(bytes));
  return true;
}

bool LevelsBuilder::find_needed() {
  Levels& levels = p_.levels;
  if (!levels.any()) return true;
  const auto program = p_.program();
  const auto shared = static_cast<uint32_t>(p_.schedule.shared.size());
  Array<bool> is_needed;
  if (!is_needed.allocate(program.size()) || !levels.places.allocate(program.size())) return false;
  for (const uint32_t result : levels.results) is_needed[result] = true;
  const size_t count = mark_needs(program, shared, {is_needed.data(), is_needed.size()});
  if (!levels.needed.reserve_more(count)) return false;
  for (auto i = shared; i < program.size(); ++i) {
    if (!is_needed[i]) continue;
    levels.places[i] = static_cast<uint32_t>(levels.needed.size());
    levels.draws = levels.draws || ishi::draws(static_cast<OperationCode>(program[i].code()));
    levels.needed.append(i);
  }
  return true;
}

}  // namespace ishi
