#include "views/member_pairs.h"

#include <algorithm>
#include <bit>

#include "asset/limits.h"
#include "program/machine.h"

namespace ishi {
namespace {

constexpr uint32_t kMostMembers = (limits::kSharedMembers + kLanes - 1) / kLanes * kLanes;
constexpr uint32_t kWords = (limits::kSharedMembers + 63) / 64;
// Fewer members are gone through with the agents in the lanes.
constexpr uint32_t kLeastMembers = 4;
// With so few agents most lanes of a vector are empty, or most time goes to work that is done once for all
// lanes.
constexpr uint32_t kFewAgents = 24;

// The members of a set that may be somebody's.
struct Members {
  Members(const Chunk& chunk, const SetTable& table, const PairPass& plan) {
    const float* const condition =
        plan.member_condition == PairPass::kNone ? nullptr : chunk.shared + plan.member_condition;
    for (uint32_t member = 0; member < table.count[0]; ++member) {
      const uint32_t row = table.row(0, member);
      if (condition != nullptr && condition[row] == 0.0f) continue;
      for (uint32_t k = 0; k < plan.axis_count; ++k) axes[k][count] = chunk.shared[plan.axes[k].member + row];
      rows[count++] = row;
    }
    for (uint32_t k = 0; k < plan.axis_count; ++k)
      std::fill(axes[k] + count, axes[k] + (count + kLanes - 1) / kLanes * kLanes, 0.0f);
  }

  uint32_t count = 0;
  uint32_t rows[kMostMembers];
  alignas(64) float axes[PairPass::kMostAxes][kMostMembers];
};

// The pairs of a chunk: by agent a bit for each member.
struct PairBits {
  uint64_t words[kChunkRows][kWords];
  uint32_t pairs = 0;
};

// The square of how far a member may be from an agent, with more than all the roundings; below 0: none may.
float most_squared(const Chunk& chunk, const PairPass& plan, uint32_t lane) {
  if (plan.axis_count == 0) return 0;
  const float reach =
      plan.reach_of_agent == PairPass::kNone ? plan.reach : chunk.lanes(plan.reach_of_agent)[lane];
  if (!(reach < plan.most_reach)) return limits::kFar * limits::kFar * 16;
  return reach < 0 ? -1.0f : reach * reach * (1 + 1e-5f) + 1e-30f;
}

void find_pairs(const Chunk& chunk, const Schedule& schedule, const PairPass& plan, const Members& members,
                PairBits& found) {
  const uint32_t words = (members.count + 63) / 64;
  NearMembers near{{members.axes[0], members.axes[1], members.axes[2]}, plan.axis_count, members.count};
  for (uint32_t lane = 0; lane < chunk.count; ++lane) {
    uint64_t* const its = found.words[lane];
    const bool may =
        plan.agent_condition == PairPass::kNone || chunk.lanes(plan.agent_condition)[lane] != 0.0f;
    if (!may) {
      std::fill_n(its, words, uint64_t{0});
      continue;
    }
    float at[PairPass::kMostAxes] = {};
    for (uint32_t k = 0; k < plan.axis_count; ++k) at[k] = chunk.lanes(plan.axes[k].agent)[lane];
    found.pairs += schedule.machine->pairs.find_near(near, at, most_squared(chunk, plan, lane), its);
  }
}

// Runs a pass for the pairs that were found, as many at once as a chunk has lanes: those of an agent follow
// each other in the order of the members.
class PairRunner {
 public:
  PairRunner(const Chunk& chunk, const Schedule& schedule, const Pass& pass, const PairPass& plan,
             uint8_t* flags)
      : chunk_(chunk),
        schedule_(schedule),
        instructions_(
            std::span<const Instruction>(schedule.instructions).subspan(pass.first, pass.end - pass.first)),
        plan_(plan),
        loops_(schedule.machine->pairs),
        table_(chunk.binding.sets[pass.set]),
        flags_(flags) {
    for (uint32_t i = 0; i < chunk.count; ++i) any_running_ |= chunk.choice.running[i] != Choice::kNone;
    any_running_ = any_running_ && chunk.selection.inertia != 0;
  }

  void run(const Members& members, const PairBits& found) {
    const uint32_t words = (members.count + 63) / 64;
    for (uint32_t lane = 0; lane < chunk_.count; ++lane) {
      for (uint32_t word = 0; word < words; ++word) {
        const uint64_t bits = found.words[lane][word];
        if (bits == 0) continue;
        if (count_ + 64 > kChunkRows) run_pairs();
        const uint32_t first = count_;
        count_ += loops_.list_near(bits, members.rows + word * 64, rows_ + count_);
        if (runs_ > 0 && of_agents_[runs_ - 1].lane == lane)
          of_agents_[runs_ - 1].end = count_;
        else
          of_agents_[runs_++] = {lane, first, count_};
      }
    }
    if (count_ > 0) run_pairs();
  }

 private:
  void run_pairs() {
    for (uint32_t run = 0; plan_.reads_slots && run < runs_; ++run)
      std::fill(slots_ + of_agents_[run].first, slots_ + of_agents_[run].end,
                chunk_.slots[of_agents_[run].lane]);
    const Chunk pairs{.binding = chunk_.binding,
                      .selection = chunk_.selection,
                      .cooling = chunk_.cooling,
                      .shared = chunk_.shared,
                      .slots = slots_,
                      .count = count_,
                      .contiguous = false,
                      .registers = chunk_.pair_registers,
                      .choice = chunk_.choice,
                      .member = 0,
                      .allowing = chunk_.allowing,
                      .claims = chunk_.claims,
                      .compounds = chunk_.compounds,
                      .kernels = chunk_.kernels,
                      .pair_registers = nullptr,
                      .pair_rows = rows_};
    for (uint32_t k = 0; k < plan_.reads; ++k) {
      const uint32_t at = schedule_.pair_reads[plan_.first_read + k];
      loops_.spread(chunk_.lanes(at), of_agents_, runs_, pairs.lanes(at));
    }
    const Instruction::Run keep_best = schedule_.machine->keep_best[schedule_.last_wins_ties ? 1 : 0];
    run_instructions(pairs, instructions_, flags_, [&](const Instruction& instruction) {
      if (instruction.run == keep_best)
        keep(pairs, instruction);
      else
        instruction.run(pairs, instruction);
    });
    count_ = runs_ = 0;
  }

  // kernels::keep_best, agent by agent.
  void keep(const Chunk& pairs, const Instruction& in) const {
    float* const scores = pairs.lanes(in.operands[0]);
    const bool are_claimed = chunk_.claims != nullptr && claims_entity(*chunk_.claims, in.parameter);
    for (uint32_t i = 0; i < runs_; ++i) {
      const PairRun& run = of_agents_[i];
      const uint32_t own = any_running_ ? running_pair(run, in.parameter) : kNotFound;
      // Another option may have the same scores.
      const float plain = own == kNotFound ? 0.0f : scores[own];
      if (own != kNotFound) scores[own] = plain + chunk_.selection.inertia;
      if (are_claimed)
        keep_free(run, scores, in);
      else
        keep_any(run, scores, in);
      if (own != kNotFound) scores[own] = plain;
    }
  }

  // The one for whose member the option runs; kNotFound if none is.
  [[nodiscard]] uint32_t running_pair(const PairRun& run, uint32_t option) const {
    const uint32_t slot = chunk_.slots[run.lane];
    if (chunk_.binding.option[slot] != option) return kNotFound;
    const uint32_t wanted = table_.entity.pack(chunk_.binding.candidate[slot]);
    for (uint32_t i = run.first; i < run.end; ++i) {
      if (table_.entity.packed[rows_[i]] == wanted) return i;
    }
    return kNotFound;
  }

  void keep_any(const PairRun& run, const float* scores, const Instruction& in) const {
    const PairBest found =
        loops_.best[schedule_.last_wins_ties ? 1 : 0](scores + run.first, run.end - run.first);
    take(run.lane, found.score, rows_[run.first + found.number], in);
  }
  // … of those that no other agent holds.
  void keep_free(const PairRun& run, const float* scores, const Instruction& in) const {
    const EntityId self = chunk_.binding.self[chunk_.slots[run.lane]];
    for (uint32_t i = run.first; i < run.end; ++i) {
      const uint32_t entity = table_.entity.row_of(rows_[i], chunk_.binding.entities);
      if (claim_on(*chunk_.claims, entity).leaves_to(self)) take(run.lane, scores[i], rows_[i], in);
    }
  }
  void take(uint32_t lane, float score, uint32_t row, const Instruction& in) const {
    float& best = chunk_.lanes(in.operands[1])[lane];
    if (!(schedule_.last_wins_ties ? score >= best : score > best)) return;
    best = score + 0.0f;
    chunk_.lanes(in.operands[2])[lane] = static_cast<float>(row / table_.stride);
  }

  const Chunk& chunk_;
  const Schedule& schedule_;
  std::span<const Instruction> instructions_;
  const PairPass& plan_;
  const PairLoops& loops_;
  const SetTable& table_;
  uint8_t* flags_;
  bool any_running_ = false;
  uint32_t count_ = 0, runs_ = 0;
  PairRun of_agents_[kChunkRows];
  uint32_t rows_[kChunkRows], slots_[kChunkRows];
};

// True if pairs are less work than all agents with each member: a pair takes some more than a lane.
bool are_less_work(const Chunk& chunk, uint32_t members, uint32_t pairs) {
  return chunk.count <= kFewAgents || uint64_t{pairs} * 2 <= uint64_t{chunk.count} * members;
}

}  // namespace

bool run_in_pairs(const Chunk& chunk, const Schedule& schedule, const Pass& pass, uint8_t* flags) {
  if (pass.pairs == PairPass::kNone || chunk.pair_registers == nullptr) return false;
  const PairPass& plan = schedule.pair_passes[pass.pairs];
  const SetTable& table = chunk.binding.sets[pass.set];
  const uint32_t all = table.count[0];
  const bool leaves_out = plan.axis_count > 0 || plan.agent_condition != PairPass::kNone ||
                          plan.member_condition != PairPass::kNone;
  if (all < kLeastMembers || (!leaves_out && chunk.count > kFewAgents)) return false;
  const Members members(chunk, table, plan);
  PairBits found;
  find_pairs(chunk, schedule, plan, members, found);
  if (!are_less_work(chunk, all, found.pairs)) return false;
  PairRunner(chunk, schedule, pass, plan, flags).run(members, found);
  return true;
}

}  // namespace ishi
