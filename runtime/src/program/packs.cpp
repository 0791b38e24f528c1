#include "program/packs.h"

#include <algorithm>
#include <limits>

#include "program/kernels.h"
#include "program/operands.h"

namespace ishi {
namespace {

constexpr uint32_t kNoIndex = 0xffff'ffff;
constexpr uint32_t kResult = 3;  // the register of what a single instruction gives, behind its operands

uint32_t padded_to_lanes(uint32_t count) { return (count + kLanes - 1) / kLanes * kLanes; }

// --- what runs a pack, where that is no vector code ---

void run_single(const PackInput& in, const Pack& pack) {
  const Instruction& instruction = in.packs.singles[pack.parameters];
  for (uint32_t k = 0; k < instruction.operand_count; ++k) {
    if ((instruction.constants >> k & 1) == 0)
      in.chunk.lanes(k)[0] = in.values[in.packs.sources[pack.sources + k]];
  }
  instruction.run(in.chunk, instruction);
  in.values[pack.out] = in.chunk.lanes(instruction.out)[0];
}

template <typename Row>
void spread_rows(const PackInput& in, const Pack& pack, Row&& row) {
  const uint32_t* const places = in.packs.parameters.data() + pack.parameters;
  for (uint32_t i = 0; i < pack.count; ++i) in.values[pack.out + i] = in.chunk.shared[places[i] + row];
}
void run_spread_one(const PackInput& in, const Pack& pack) { spread_rows(in, pack, 0); }
void run_spread_team(const PackInput& in, const Pack& pack) {
  spread_rows(in, pack, in.chunk.binding.team[in.chunk.slots[0]]);
}
void run_spread_profile(const PackInput& in, const Pack& pack) {
  const Binding& binding = in.chunk.binding;
  spread_rows(in, pack, binding.profile_row(binding.profile[in.chunk.slots[0]]));
}

// --- kinds ---

// What operations must have in common to stand in one pack.
struct Kind {
  enum class Of : uint8_t { elementwise, curve, compound, number, spread, single };

  Of of = Of::single;
  PackRun run = &run_single;
  CurveLoop loop{};
  uint8_t operation = 0;  // as in Pack

  friend bool operator==(const Kind& a, const Kind& b) {
    return a.of == b.of && a.run == b.run && a.operation == b.operation;
  }
};

bool has_rows(const Kind& kind) {
  const auto loop = static_cast<uint32_t>(kind.loop);
  return kind.of == Kind::Of::curve && loop < kCurveKindCount &&
         curve_shape(static_cast<CurveKind>(loop)).row != 0;
}

Kind kind_of(const Machine& machine, const Instruction& instruction) {
  const auto single_unless = [](Kind kind) { return kind.run != nullptr ? kind : Kind{}; };
  const auto& elementwise = machine.elementwise.values;
  for (size_t i = 0; i < elementwise.size(); ++i) {
    if (elementwise[i] != instruction.run) continue;
    if ((machine.packs.operations >> i & 1) == 0) return {};
    return {
        .of = Kind::Of::elementwise, .run = machine.packs.elementwise, .operation = static_cast<uint8_t>(i)};
  }
  for (uint32_t i = 0; i < kCurveLoops; ++i) {
    if (machine.curve[i] != instruction.run && machine.bare_curve[i] != instruction.run) continue;
    Kind kind{Kind::Of::curve, machine.packs.curve[i], static_cast<CurveLoop>(i)};
    if (!has_rows(kind)) kind.operation = static_cast<uint8_t>(i);
    return single_unless(kind);
  }
  for (uint32_t factors = 0; factors <= Compound::kMost; ++factors) {
    for (uint32_t terms = 0; terms <= Compound::kMost; ++terms) {
      if (machine.compound[factors][terms] == instruction.run)
        return {Kind::Of::compound, machine.packs.compound[factors][terms]};
    }
  }
  if (machine.load_number == instruction.run) return {Kind::Of::number, machine.packs.number};
  if (kernels::spread(Domain::world) == instruction.run) return {Kind::Of::spread, &run_spread_one};
  if (kernels::spread(Domain::team) == instruction.run) return {Kind::Of::spread, &run_spread_team};
  if (kernels::spread(Domain::profile) == instruction.run) return {Kind::Of::spread, &run_spread_profile};
  return {};
}

// --- packing ---

class Packer {
 public:
  Packer(const ScheduleInput& input, const Schedule& once, const Schedule& schedule, Packs& packs)
      : in_(input), once_(once), schedule_(schedule), out_(packs) {}

  bool run() {
    if (!find_kinds() || !find_readers() || !allocate()) return false;
    uint32_t left = once_.stores;
    while (left > 0) {
      const uint32_t kind = next_kind();
      Queue& queue = queues_[kind];
      const uint32_t first = queue.first;
      const uint32_t count = kinds_[kind].of == Kind::Of::single ? 1 : queue.ready;
      take(queue, count);
      if (!pack(kinds_[kind], first, count)) return false;
      left -= count;
    }
    for (uint32_t i = once_.stores; i < once_.instructions.size(); ++i) {
      if (!out_.sources.reserve_more(kResult)) return false;
      out_.stores.append(single(i));
    }
    for (size_t i = 0; i < once_.contests.size(); ++i)
      out_.results.append({value_of_[once_.contests[i].scores], schedule_.contests[i].scores});
    out_.any = 2 * out_.list.size() < once_.stores;  // else it is not worth it
    return true;
  }

 private:
  // Instructions of a kind whose operands are there, in a list.
  struct Queue {
    uint32_t first = kNoIndex, last = kNoIndex;
    uint32_t ready = 0, left = 0;  // all that are left, the ready ones included
  };

  bool find_kinds() {
    const uint32_t count = once_.stores;
    if (!kind_of_.allocate(count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      const Kind kind = kind_of(*once_.machine, once_.instructions[i]);
      const auto known =
          static_cast<uint32_t>(std::find(kinds_.begin(), kinds_.end(), kind) - kinds_.begin());
      if (known == kinds_.size()) {
        if (!kinds_.reserve_more(1) || !queues_.reserve_more(1)) return false;
        kinds_.append(kind);
        queues_.append({});
      }
      kind_of_[i] = known;
      ++queues_[known].left;
    }
    return true;
  }

  // Calls visit(register) for each value that an instruction reads, in the order of a pack's operands.
  template <typename Visitor>
  void each_register(uint32_t i, Visitor&& visit) const {
    const Instruction& instruction = once_.instructions[i];
    if (is_compound(i)) {
      once_.compounds[instruction.parameter].each_value(visit);
      return;
    }
    for (uint32_t k = 0; k < instruction.operand_count; ++k) {
      if ((instruction.constants >> k & 1) == 0) visit(instruction.operands[k]);
    }
  }
  [[nodiscard]] bool is_compound(uint32_t i) const {
    return i < kind_of_.size() && kinds_[kind_of_[i]].of == Kind::Of::compound;
  }

  // Who waits for whose value.
  bool find_readers() {
    const uint32_t count = once_.stores;
    if (!first_reader_.allocate(once_.registers + 1) || !waits_for_.allocate(count) || !next_.allocate(count))
      return false;
    for (uint32_t i = 0; i < count; ++i)
      each_register(i, [&](uint32_t at) { ++first_reader_[at + 1], ++waits_for_[i]; });
    for (uint32_t at = 0; at < once_.registers; ++at) first_reader_[at + 1] += first_reader_[at];
    if (!readers_.allocate(first_reader_[once_.registers]) || !filled_.allocate(once_.registers))
      return false;
    for (uint32_t i = 0; i < count; ++i)
      each_register(i, [&](uint32_t at) { readers_[first_reader_[at] + filled_[at]++] = i; });
    for (uint32_t i = 0; i < count; ++i) {
      if (waits_for_[i] == 0) make_ready(i);
    }
    return true;
  }

  // Room for what is one for each instruction at most, and the places of single values.
  bool allocate() {
    const size_t all = once_.instructions.size();
    if (!value_of_.allocate(once_.registers) || !place_of_shared_.allocate(once_.shared_size) ||
        !out_.shared.reserve_more(once_.shared_size) || !out_.list.reserve_more(all) ||
        !out_.singles.reserve_more(all) || !out_.stores.reserve_more(all - once_.stores) ||
        !out_.results.reserve_more(once_.contests.size()))
      return false;
    next_single_ = copy_shared();
    out_.values = padded_to_lanes(next_single_ + singles());
    out_.registers = kResult + 1;
    return true;
  }

  [[nodiscard]] uint32_t singles() const {
    uint32_t count = static_cast<uint32_t>(once_.instructions.size()) - once_.stores;
    for (uint32_t i = 0; i < once_.stores; ++i) count += kinds_[kind_of_[i]].of == Kind::Of::single ? 1 : 0;
    return count;
  }

  // Finds which shared values are copied, and where each lies then; the next place.
  uint32_t copy_shared() {
    const auto copy = [&](uint32_t place) { place_of_shared_[place] = 1; };
    for (uint32_t i = 0; i < once_.stores; ++i) {
      const Instruction& instruction = once_.instructions[i];
      const Kind::Of of = kinds_[kind_of_[i]].of;
      if (of == Kind::Of::compound) {
        const Compound& compound = once_.compounds[instruction.parameter];
        for (uint32_t k = 0; k < compound.term_count; ++k) {
          if (compound.terms[k].weight != Compound::kNone) copy(compound.terms[k].weight);
        }
      } else if (of == Kind::Of::elementwise || of == Kind::Of::curve) {
        for (uint32_t k = 0; k < instruction.operand_count; ++k) {
          if ((instruction.constants >> k & 1) != 0) copy(instruction.operands[k]);
        }
      }
    }
    constexpr uint32_t kGap = 8;  // is copied, too: sooner than another run is begun
    uint32_t next = 1;
    for (uint32_t place = 0; place < once_.shared_size; ++place) {
      if (place_of_shared_[place] == 0) continue;
      Packs::SharedRun* run = out_.shared.size() == 0 ? nullptr : &out_.shared[out_.shared.size() - 1];
      if (run == nullptr || place > run->place + run->count + kGap) {
        out_.shared.append({place, 0});
        run = &out_.shared[out_.shared.size() - 1];
      }
      next += place + 1 - (run->place + run->count);
      run->count = place + 1 - run->place;
      place_of_shared_[place] = next - 1;
    }
    return next;
  }

  void make_ready(uint32_t i) {
    Queue& queue = queues_[kind_of_[i]];
    next_[i] = kNoIndex;
    (queue.ready == 0 ? queue.first : next_[queue.last]) = i;
    queue.last = i;
    ++queue.ready;
  }
  void take(Queue& queue, uint32_t count) {
    for (uint32_t k = 0; k < count; ++k) queue.first = next_[queue.first];
    queue.ready -= count;
    queue.left -= count;
  }

  // One of which all that are left can be packed now; else that of which most can.
  [[nodiscard]] uint32_t next_kind() const {
    uint32_t best = 0;
    const auto is_whole = [&](const Queue& queue) { return queue.ready == queue.left; };
    for (uint32_t kind = 0; kind < kinds_.size(); ++kind) {
      const Queue& queue = queues_[kind];
      if (queue.ready == 0) continue;
      if (kinds_[kind].of == Kind::Of::single) return kind;
      const Queue& other = queues_[best];
      const bool is_better =
          other.ready == 0 ||
          (is_whole(queue) != is_whole(other) ? is_whole(queue) : queue.ready > other.ready);
      if (is_better) best = kind;
    }
    return best;
  }

  bool pack(const Kind& kind, uint32_t first, uint32_t count) {
    if (kind.of == Kind::Of::single) {
      if (!out_.sources.reserve_more(kResult)) return false;
      out_.list.append(single(first));
      give_value(first, out_.list[out_.list.size() - 1].out);
      return true;
    }
    Pack pack;
    pack.run = kind.run;
    pack.operation = kind.operation;
    pack.operands = static_cast<uint8_t>(once_.instructions[first].operand_count);
    pack.count = count;
    pack.padded = padded_to_lanes(count);
    pack.out = out_.values;
    pack.sources = static_cast<uint32_t>(out_.sources.size());
    pack.numbers = static_cast<uint32_t>(out_.numbers.size());
    pack.parameters = static_cast<uint32_t>(out_.parameters.size());
    out_.values += pack.padded;
    // By lane, the last one again for those that fill up.
    const auto each_lane = [&](auto&& visit) {
      uint32_t i = first;
      for (uint32_t lane = 0; lane < pack.padded; ++lane) {
        visit(i);
        if (lane + 1 < count) i = next_[i];
      }
    };
    const uint32_t operands = sources_of(kind, first), numbers = numbers_of(kind, first);
    if (!out_.sources.reserve_more(size_t{pack.padded} * operands) ||
        !out_.numbers.reserve_more(size_t{pack.padded} * numbers) ||
        !out_.parameters.reserve_more(pack.padded))
      return false;
    for (uint32_t k = 0; k < operands; ++k)
      each_lane([&](uint32_t i) { out_.sources.append(source(kind, i, k)); });
    each_lane([&](uint32_t i) {
      const Instruction& instruction = once_.instructions[i];
      out_.parameters.append(kind.of == Kind::Of::spread ? instruction.operands[0] : instruction.parameter);
      pack.rows = std::max(pack.rows, rows_of(kind, instruction));
    });
    for (uint32_t k = 0; k < numbers; ++k)
      each_lane([&](uint32_t i) { out_.numbers.append(number(kind, once_.instructions[i], k)); });
    out_.list.append(pack);
    uint32_t i = first;
    for (uint32_t lane = 0; lane < count; ++lane) {
      const uint32_t following = next_[i];
      give_value(i, pack.out + lane);
      i = following;
    }
    return true;
  }

  void give_value(uint32_t i, uint32_t value) {
    const uint32_t at = once_.instructions[i].out;
    value_of_[at] = value;
    for (uint32_t k = first_reader_[at]; k < first_reader_[at + 1]; ++k) {
      if (--waits_for_[readers_[k]] == 0) make_ready(readers_[k]);
    }
  }

  Pack single(uint32_t i) {
    Instruction instruction = once_.instructions[i];
    Pack pack;
    pack.run = &run_single;
    pack.count = pack.padded = 1;
    pack.out = next_single_++;
    pack.sources = static_cast<uint32_t>(out_.sources.size());
    pack.parameters = static_cast<uint32_t>(out_.singles.size());
    for (uint32_t k = 0; k < instruction.operand_count; ++k) {
      const bool is_shared = (instruction.constants >> k & 1) != 0;
      out_.sources.append(is_shared ? Packs::kOne : value_of_[instruction.operands[k]]);
      if (!is_shared) instruction.operands[k] = k;
    }
    instruction.out = kResult;
    out_.singles.append(instruction);
    return pack;
  }

  // --- what a pack has by lane ---

  [[nodiscard]] uint32_t sources_of(const Kind& kind, uint32_t i) const {
    if (kind.of == Kind::Of::compound) {
      const Compound& compound = once_.compounds[once_.instructions[i].parameter];
      return compound.factor_count + 2 * compound.term_count;
    }
    return kind.of == Kind::Of::spread ? 0 : once_.instructions[i].operand_count;
  }
  // The factors and values of a compound, then the weights.
  [[nodiscard]] uint32_t source(const Kind& kind, uint32_t i, uint32_t k) const {
    const Instruction& instruction = once_.instructions[i];
    if (kind.of == Kind::Of::compound) {
      const Compound& compound = once_.compounds[instruction.parameter];
      if (k < compound.factor_count) return value_of_[compound.factors[k]];
      k -= compound.factor_count;
      if (k < compound.term_count) return value_of_[compound.terms[k].value];
      const uint32_t weight = compound.terms[k - compound.term_count].weight;
      return weight == Compound::kNone ? Packs::kOne : place_of_shared_[weight];
    }
    const bool is_shared = (instruction.constants >> k & 1) != 0;
    return is_shared ? place_of_shared_[instruction.operands[k]] : value_of_[instruction.operands[k]];
  }

  [[nodiscard]] const curves::Curve& curve_of(const Instruction& instruction) const {
    return in_.curves[instruction.parameter];
  }
  [[nodiscard]] uint32_t rows_of(const Kind& kind, const Instruction& instruction) const {
    if (!has_rows(kind)) return 0;
    const curves::Curve& curve = curve_of(instruction);
    const CurveShape shape = curve_shape(curve.kind);
    return (curve.numbers.count - shape.fixed) / shape.row;
  }
  [[nodiscard]] uint32_t numbers_of(const Kind& kind, uint32_t i) const {
    if (kind.of == Kind::Of::compound) return Compound::kMost;
    if (kind.of == Kind::Of::number) return Pack::kHeld;
    if (kind.of != Kind::Of::curve) return 0;
    const CurveShape shape = curve_shape(curve_of(once_.instructions[i]).kind);
    return Pack::kFrame + (has_rows(kind) ? curves::kFewRows * shape.row : Pack::kCurve);
  }
  // Of a curve its frame and the numbers of its kind, or the columns of its rows; of a compound the signs; of
  // a key its range and what stands for NaN.
  [[nodiscard]] float number(const Kind& kind, const Instruction& instruction, uint32_t k) const {
    if (kind.of == Kind::Of::compound)
      return once_.compounds[instruction.parameter].terms[k].negative ? -1.0f : 1.0f;
    if (kind.of == Kind::Of::number) {
      const Variable& key = in_.keys[instruction.parameter];
      return k == 0 ? key.low : k == 1 ? key.high : key.fallback[0];
    }
    const curves::Curve& curve = curve_of(instruction);
    const curves::Frame& f = curve.frame;
    const float frame[Pack::kFrame] = {f.shift, f.scale, f.low, f.high, f.output_scale, f.output_shift};
    if (k < Pack::kFrame) return frame[k];
    k -= Pack::kFrame;
    if (!has_rows(kind)) return k < curve.numbers.count ? curve.numbers[k] : 0.0f;
    const CurveShape shape = curve_shape(curve.kind);
    const uint32_t index = shape.fixed + k % curves::kFewRows * shape.row + k / curves::kFewRows;
    return index < curve.numbers.count ? curve.numbers[index] : std::numeric_limits<float>::quiet_NaN();
  }

  const ScheduleInput& in_;
  const Schedule& once_;  // each value has a register of its own
  const Schedule& schedule_;
  Packs& out_;
  Array<Kind> kinds_;
  Array<Queue> queues_;                    // by kind
  Array<uint32_t> kind_of_;                // by instruction
  Array<uint32_t> waits_for_, next_;       // likewise
  Array<uint32_t> first_reader_, filled_;  // by register
  Array<uint32_t> readers_;
  Array<uint32_t> value_of_;         // by register
  Array<uint32_t> place_of_shared_;  // by place, 0 if no pack reads it
  uint32_t next_single_ = 0;
};

}  // namespace

bool Packs::make(const ScheduleInput& input, const Schedule& schedule) {
  if (schedule.passes.size() != 0) return true;
  ScheduleInput once = input;
  once.machine = &machine_of_packs(*input.machine);
  once.keeps_all = true;
  Schedule all;
  return make_schedule(once, all) && Packer(input, all, schedule, *this).run();
}

void run_packs(const Chunk& chunk, const Packs& packs, float* values) {
  values[Packs::kOne] = 1.0f;
  float* to = values + 1;
  for (const Packs::SharedRun& run : packs.shared) to = std::copy_n(chunk.shared + run.place, run.count, to);
  const PackInput input{chunk, packs, values};
  for (const Pack& pack : packs.list) pack.run(input, pack);
  for (const Pack& pack : packs.stores) pack.run(input, pack);
  for (const Packs::Result& result : packs.results) chunk.lanes(result.to)[0] = values[result.value];
}

}  // namespace ishi
