#include "world/thought.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <optional>

#include "asset/check.h"
#include "bodies/fates.h"
#include "built_features.h"
#include "decision/contest.h"
#include "decision/lottery.h"
#include "program/run_row.h"

namespace ishi {
namespace {

constexpr size_t kFewAgents = 4;  // up to so many are faster one by one

// What is asked of bodies. Most thoughts need none of it, so it is made for the first that does.
class Looking {
 public:
  Looking(Population::State& p, std::span<float> values) : p_(p), values_(values) {}

  BodyLook& look() {
    if (!made_) made_.emplace(p_, values_);
    return *made_;
  }

 private:
  Population::State& p_;
  std::span<float> values_;
  std::optional<BodyLook> made_;
};

// What may not be interrupted keeps running, but for options of a higher rank.
void lock_running(const Population::State& p, std::span<const uint32_t> slots, Looking& looking,
                  Choice& choice) {
  for (uint32_t i = 0; i < slots.size(); ++i) {
    const uint16_t running = p.option[slots[i]];
    if (running == kNoOption || p.acting.may_be_locked[running] == 0 ||
        !looking.look().formulas.is_locked(slots[i]))
      continue;
    choice.lock(i, p.asset->tables.options[p.agent->options().first() + running].rank());
  }
}

// The agents among the 64 of a word whose option may be bound to end, or that waited for its end in the last
// thought.
struct MayEnd {
  MayEnd(const Acting& a, uint32_t its_word, uint64_t now)
      : word(its_word),
        any(Acting::word(a.awake, word) | Acting::word(a.watching, word) | Acting::word(a.awaits_end, word)),
        has_deadlines(a.block_deadline[word] <= now) {}

  [[nodiscard]] bool nobody() const { return any == 0 && !has_deadlines; }
  [[nodiscard]] bool holds(const Acting& a, uint32_t slot, uint64_t now) const {
    return (any >> (slot % 64) & 1) != 0 || (has_deadlines && a.deadline[slot] <= now);
  }

  uint32_t word;
  uint64_t any;
  bool has_deadlines;
};

// An agent whose option is bound to end does not think in this frame: the option ends in this frame's first
// round, and the agent thinks in the next frame. So what is finished counts as finished, and what has lost
// its member as failed, whatever the conditions say by now, in whichever frame the thought falls. Nobody
// waits twice in a row.
bool waits_for_end(const Population::State& p, uint32_t slot, Looking& looking) {
  const Acting& a = p.acting;
  const uint16_t running = a.header(slot).option;
  const bool may_be_over = running != kNoOption && running == p.option[slot];
  if (may_be_over && looking.look().fates.puts_off_thought(slot)) {
    Acting::raise(a.awaits_end, slot);
    Acting::raise(a.think_now, slot);
    return true;
  }
  if (Acting::has(a.awaits_end, slot)) Acting::lower(a.awaits_end, slot);
  return false;
}

// The agents of a chunk that think: all of `rows`, or in `kept` those of them whose options are not bound to
// end.
std::span<const uint32_t> thinking_of(const Population::State& p, std::span<const uint32_t> rows,
                                      bool all_follow, uint64_t now, Looking& looking,
                                      std::span<uint32_t> kept) {
  size_t count = 0;
  bool all = true;
  for (size_t i = 0; i < rows.size();) {
    const MayEnd may_end(p.acting, rows[i] / 64, now);
    size_t end = i + 1;
    if (all_follow) end = std::min(rows.size(), i + 64 - rows[i] % 64);
    while (end < rows.size() && rows[end] / 64 == may_end.word) ++end;
    for (size_t k = i; k < end; ++k) {
      if (may_end.nobody()) {
        if (!all)
          count = static_cast<size_t>(std::copy(rows.begin() + k, rows.begin() + end, kept.begin() + count) -
                                      kept.begin());
        break;
      }
      const bool thinks = !may_end.holds(p.acting, rows[k], now) || !waits_for_end(p, rows[k], looking);
      if (!thinks && all) {
        std::copy_n(rows.begin(), k, kept.begin());
        count = k;
        all = false;
      }
      if (thinks && !all) kept[count++] = rows[k];
    }
    i = end;
  }
  return all ? rows : kept.first(count);
}

// Draws for those who run nothing; what runs makes way for options of a higher rank alone.
void draw_options(const Population::State& p, const Chunk& chunk) {
  const auto options = part(p.asset->tables.options, p.agent->options());
  const auto rank_of = [options](uint32_t option) { return int64_t{options[option].rank()}; };
  for (uint32_t i = 0; i < chunk.count; ++i) {
    const int32_t running = chunk.choice.running[i];
    const int64_t above = running == Choice::kNone ? std::numeric_limits<int64_t>::min()
                                                   : rank_of(static_cast<uint32_t>(running));
    const auto score_of = [&](uint32_t option) { return chunk.lanes(p.schedule.scores[option])[i]; };
    const Lottery lottery(p.selection, static_cast<uint32_t>(options.size()), above, rank_of, score_of);
    const uint32_t slot = chunk.slots[i];
    const uint32_t again = p.claims.is_again ? p.claims.again[slot] : 0;
    if (lottery.any())
      chunk.choice.option[i] =
          static_cast<int32_t>(lottery.draw(p.binding.random(slot, choice_place(again))));
  }
}

// Says whom the options are for that won; nobody if they are for no set. Agents that follow each other often
// choose alike, so it looks up an option once for all of them.
class Winners {
 public:
  Winners(const Population::State& p, const Schedule& schedule, const Chunk& chunk)
      : p_(p), schedule_(schedule), chunk_(chunk) {}

  // True if `option`, which runs and has won in row `i`, has won for the one for whom it runs.
  bool goes_on(uint32_t i, uint32_t option) {
    if (!is_built(Feature::memories) || !p_.sets.any()) return true;
    if (option != option_) look_up(option);
    if (running_ == nullptr) return candidate(i, option) == p_.sets.candidate[chunk_.slots[i]];
    const size_t row = table_->row(chunk_.slots[i], static_cast<uint32_t>(best_[i]));
    return table_->entity.packed[row] == std::bit_cast<uint32_t>(running_[i]);
  }
  // The one that `option` is for, which won in row `i`.
  EntityId candidate(uint32_t i, uint32_t option) {
    if (!is_built(Feature::memories)) return kNobody;
    if (option != option_) look_up(option);
    if (best_ == nullptr) return kNobody;
    const uint32_t slot = chunk_.slots[i];
    const uint32_t owner = table_->owner_of(slot, p_.team[slot]);
    return table_->entity[table_->row(owner, static_cast<uint32_t>(best_[i]))];
  }

 private:
  void look_up(uint32_t option) {
    option_ = option;
    const uint32_t best = schedule_.best_member[option];
    best_ = best == Schedule::kNone ? nullptr : chunk_.lanes(best);
    running_ = nullptr;
    if (best_ == nullptr) return;
    const uint32_t running = schedule_.running[option];
    if (running != Schedule::kNone) running_ = chunk_.lanes(running);
    table_ = &p_.sets.tables[p_.asset->tables.options[p_.agent->options().first() + option].set()];
  }

  const Population::State& p_;
  const Schedule& schedule_;
  const Chunk& chunk_;
  uint32_t option_ = kNoOption;
  const float* best_ = nullptr;
  const float* running_ = nullptr;
  const SetTable* table_ = nullptr;
};

// Keeps what the agent in row `i` has chosen until claims are granted.
void want(Population::State& p, const Chunk& chunk, uint32_t i, uint16_t option, EntityId candidate) {
  const uint32_t slot = chunk.slots[i];
  p.claims.wanted[slot] = option;
  p.claims.wanted_candidate[slot] = candidate;
  p.claims.wanted_rank[slot] = p.claims.options[option].rank();
  p.claims.wanted_score[slot] =
      p.selection.draws() ? chunk.lanes(p.schedule.scores[option])[i] : chunk.choice.score[i];
}

// Keeps what the thought of the agent in row `i` waits for, if that is first come, first served.
void ask(Population::State& p, const Chunk& chunk, uint32_t i, uint64_t now, Winners& winners) {
  const bool has_chosen = chunk.choice.option[i] != Choice::kNone && !chunk.choice.is_locked(i);
  const auto option = has_chosen ? static_cast<uint32_t>(chunk.choice.option[i]) : uint32_t{kNoOption};
  const EntityId candidate = has_chosen ? winners.candidate(i, option) : EntityId();
  p.claims.ask(chunk.slots[i], option, candidate, now);
}

// Every so often a chunk tries whether giving up scores that cannot win pays.
constexpr uint32_t kChunksPerTrial = 16;

bool prunes(Population::State& p) {
  if (!is_built(Feature::pruning) || p.pruned.hopes.size() == 0) return false;
  const bool is_trial = p.chunks.fetch_add(1, std::memory_order_relaxed) % kChunksPerTrial == 0;
  return is_trial || p.pruning_pays.load(std::memory_order_relaxed);
}

// After a chunk that was pruned: it pays if more instructions were left out than looked whether they may be.
void judge_pruning(Population::State& p, const uint8_t* flags) {
  uint32_t saved = 0, looked = 0;
  for (const Hope& hope : p.pruned.hopes) {
    const bool was_asked = hope.under == 0 || flags[hope.under - 1] != 0;
    looked += was_asked ? 2 : 0;  // the best so far is kept, too
    saved += was_asked && flags[hope.flag] == 0 ? hope.stake : 0;
  }
  p.pruning_pays.store(saved > looked, std::memory_order_relaxed);
}

void begin_choice(const Population::State& p, std::span<const uint32_t> rows, bool contiguous,
                  Choice& choice) {
  const size_t count = rows.size();
  const size_t lanes = (count + kLanes - 1) / kLanes * kLanes;
  choice.has_locks = false;
  if (lanes != count) std::fill_n(choice.running + lanes - kLanes, kLanes, Choice::kNone);
  const uint16_t* const first = p.option + rows[0];
  if (contiguous) {
    for (size_t i = 0; i < count; ++i) choice.running[i] = first[i];
  } else {
    for (size_t i = 0; i < count; ++i) choice.running[i] = p.option[rows[i]];
  }
}

// True if what runs is what was chosen, for so many lanes from this one on.
constexpr uint32_t kComparedLanes = 64;
bool all_go_on(const Choice& choice, uint32_t first, uint32_t count) {
  if (count - first < kComparedLanes) return false;
  const int32_t* const option = choice.option + first;
  const int32_t* const running = choice.running + first;
  int32_t differences = 0;
  for (uint32_t i = 0; i < kComparedLanes; ++i) differences |= option[i] ^ running[i];
  return differences == 0;
}

}  // namespace

void Population::State::plan_memory() {
  ThoughtMemory& m = thought_memory;
  m.contestants = sizeof(Choice);
  m.flags = m.contestants + schedule.contests.size() * sizeof(Contestant);
  m.registers = (m.flags + std::max(schedule.flags, pruned.flags) + kCacheLine - 1) / kCacheLine * kCacheLine;
  m.pairs = m.registers + size_t{std::max({schedule.registers, pruned.registers, packs.registers})} *
                              kRegisterStride * sizeof(float);
  const auto of_pairs = [](const Schedule& of) { return of.pair_passes.size() == 0 ? 0 : of.registers; };
  m.packed =
      m.pairs + size_t{std::max(of_pairs(schedule), of_pairs(pruned))} * kRegisterStride * sizeof(float);
  m.values = m.packed + packs.values * sizeof(float);
  m.size = m.values + std::max<size_t>(acting.layout.values, agent->program().count()) * sizeof(float);
  scratch_size = std::max(m.size, steering_scratch(*this));
  if (senses.any()) scratch_size = std::max(scratch_size, sensing_scratch(senses));
}

void decide(Population::State& p, std::span<const uint32_t> slots, std::byte* memory, uint32_t job) {
  const ThoughtMemory& plan = p.thought_memory;
  Choice& choice = *new (memory) Choice;
  const std::span<Contestant> contestants(reinterpret_cast<Contestant*>(memory + plan.contestants),
                                          p.schedule.contests.size());
  auto* const flags = reinterpret_cast<uint8_t*>(memory + plan.flags);
  auto* const registers = reinterpret_cast<float*>(memory + plan.registers);
  const std::span<float> values(reinterpret_cast<float*>(memory + plan.values), p.acting.layout.values);
  Looking looking(p, values);
  const uint64_t now = p.world->header->time_microseconds;
  const Cooling cooling{p.acting.ready_at, p.acting.cooling_until, now};
  for (size_t begin = 0; begin < slots.size();) {
    const size_t left = slots.size() - begin;
    const bool is_alone = is_built(Feature::packs) && p.packs.any && left <= kFewAgents;
    const auto due = slots.subspan(begin, is_alone ? 1 : std::min<size_t>(kChunkRows, left));
    begin += due.size();
    const bool is_again = p.claims.any() && p.claims.is_again;
    uint32_t kept[kChunkRows];
    const bool all_follow = due.back() - due.front() == due.size() - 1;
    const auto rows = is_again ? due : thinking_of(p, due, all_follow, now, looking, kept);
    if (rows.empty()) continue;
    const auto count = static_cast<uint32_t>(rows.size());
    const bool contiguous = rows[count - 1] - rows[0] == count - 1;
    if (p.states.any() && !is_again) {
      for (const uint32_t slot : rows) advance_state(p, slot, values, p.states.job_outputs[job]);
    }
    // Who decides again draws as before, but for the choice itself.
    if (p.thought_draws && is_again) {
      for (const uint32_t slot : rows) --p.draws[slot];
    }
    begin_choice(p, rows, contiguous, choice);
    if (p.acting.any_locks && !p.selection.draws()) lock_running(p, rows, looking, choice);
    const bool is_pruned = !is_alone && prunes(p);
    const Schedule& schedule = is_pruned ? p.pruned : p.schedule;
    Chunk chunk{.binding = p.binding,
                .selection = p.selection,
                .cooling = cooling,
                .shared = p.shared_values.data(),
                .slots = rows.data(),
                .count = count,
                .contiguous = contiguous,
                .registers = registers,
                .choice = choice,
                .member = 0,
                .allowing = {p.states.state, p.states.allowed_in},
                .claims = p.claims.any() ? &p.claims : nullptr,
                .compounds = schedule.compounds,
                .kernels = &schedule.kernels,
                .pair_registers = schedule.pair_passes.size() == 0
                                      ? nullptr
                                      : reinterpret_cast<float*>(memory + plan.pairs)};
    if (is_alone) {
      run_packs(chunk, p.packs, reinterpret_cast<float*>(memory + plan.packed));
      std::fill_n(flags, schedule.flags, uint8_t{1});  // all scores are there, whatever conditions hold
    } else {
      run_schedule(chunk, schedule, flags);
    }
    if (is_pruned) judge_pruning(p, flags);
    compete(chunk, schedule, flags, contestants);
    if (p.selection.draws()) draw_options(p, chunk);
    if (p.levels.any()) {
      for (const uint32_t slot : rows) p.levels.advanced_at[slot] = now;
    }
    if (p.thought_draws) {
      for (const uint32_t slot : rows) ++p.draws[slot];
    }
    const bool always_asked = p.sets.any() || p.claims.any();
    const bool asks = p.claims.any() && p.claims.is_any_fifo && !is_again;
    Winners winners(p, schedule, chunk);
    for (uint32_t i = 0; asks && i < count; ++i) ask(p, chunk, i, now, winners);
    for (uint32_t i = 0; i < count; ++i) {
      if (!always_asked && i % kComparedLanes == 0 && all_go_on(choice, i, count)) {
        i += kComparedLanes - 1;
        continue;
      }
      // Where nothing is eligible, what ran goes on.
      if (choice.option[i] == Choice::kNone || choice.is_locked(i)) continue;
      const auto option = static_cast<uint16_t>(choice.option[i]);
      const bool goes_on = option == choice.running[i] && winners.goes_on(i, option);
      if (goes_on && !p.claims.any()) continue;
      const EntityId candidate = winners.candidate(i, option);
      if (goes_on && p.claims.holds_all(option, candidate, rows[i])) continue;
      if (p.claims.any() && !p.claims.of(option).empty()) {
        want(p, chunk, i, option, candidate);
      } else {
        begin_chosen(p, rows[i], option, candidate);
      }
    }
  }
}

void begin_chosen(Population::State& p, uint32_t slot, uint16_t option, EntityId candidate) {
  const uint16_t running = p.option[slot];
  if (option == running && (!p.sets.any() || candidate == p.sets.candidate[slot])) return;
  const uint64_t now = p.world->header->time_microseconds;
  // It ends where it is looked at next, which may be later.
  if (running != kNoOption && running != option) p.moments.option_ended(running, slot, now);
  p.option[slot] = option;
  if (p.sets.any()) p.sets.candidate[slot] = candidate;
  p.acting.started[slot] = now;
  Acting::raise(p.acting.awake, slot);
}

void explain_member(const Population::State& p, uint32_t slot, uint32_t set, uint32_t member,
                    std::span<float> values) {
  const auto program = p.program();
  const SetTable& table = p.sets.tables[set];
  Row row{slot, p.team[slot], p.profile[slot]};
  row.member = member;
  row.candidate = table.entity[table.row(table.owner_of(slot, row.team), member)];
  const auto value_of = [values](uint32_t operand) { return values[operand]; };
  for (uint32_t i = 0; i < program.size(); ++i) {
    if (p.schedule.sets[i] == set) values[i] = evaluate_row(p.binding, program[i], row, value_of);
  }
}

void explain_agent(const Population::State& p, uint32_t slot, std::span<float> values) {
  const auto program = p.program();
  const Row row{slot, p.team[slot], p.profile[slot]};
  const auto shared = static_cast<uint32_t>(p.schedule.shared.size());
  // What is of members once for all agents is, for one of them, of the member that is met.
  const auto meet = [&](const Row& met, uint32_t set) {
    for (uint32_t i = 0; i < shared; ++i) {
      if (p.schedule.sets[i] != set) continue;
      values[i] = evaluate_row(p.binding, program[i], met, [values](uint32_t k) { return values[k]; });
    }
  };
  run_row(p.binding, program, p.asset->domains_of(p.agent->program()), row, values, meet);
  // What is each member's is nobody's here.
  for (size_t i = 0; i < program.size(); ++i) {
    if (p.schedule.sets[i] == Schedule::kNone) continue;
    const bool is_score = program[i].code() == blob::OperationCode::gate;
    values[i] = is_score ? -std::numeric_limits<float>::infinity() : 0.0f;
  }
}

void choose(Population::State& p, uint32_t slot, uint32_t choice, std::span<float> values) {
  const blob::Choice& made = p.asset->tables.choices[p.agent->choices().first() + choice];
  const ChoiceState& state = p.sets.choices[choice];
  const std::span<const uint32_t> needed =
      std::span<const uint32_t>(p.sets.needed).subspan(state.first_needed, state.needed);
  const auto program = p.program();
  const auto value_of = [values](uint32_t operand) { return values[operand]; };
  Row row{slot, p.team[slot], p.profile[slot]};
  run_row(
      p.binding, program, p.asset->domains_of(p.agent->program()), needed.size(), row,
      [needed](size_t k) { return needed[k]; }, value_of,
      [values](uint32_t i, float value) { values[i] = value; },
      [&](uint32_t set) {
        for (const uint32_t i : needed) {
          if (i >= p.schedule.shared.size()) break;
          if (p.schedule.sets[i] == set) values[i] = evaluate_row(p.binding, program[i], row, value_of);
        }
      });
  const SetTable& table = p.sets.tables[state.set];
  const uint32_t owner = table.owner_of(slot, p.team[slot]);
  const float member = values[made.best()];
  state.entity[slot] =
      table.has(owner, member) ? table.entity[table.row(owner, static_cast<uint32_t>(member))] : EntityId();
  state.score[slot] = values[made.score()];
  if (p.thought_draws) ++p.draws[slot];  // what it draws is drawn anew next time
}

}  // namespace ishi
