#include <algorithm>
#include <cstring>

#include "memory/hash.h"
#include "replay_state.h"

// The calls of a frame, to be compared with those of another recording.

namespace ishi::record {

using recording::Call;

namespace {

// True of what the recorder notes beside what the game gives.
bool is_note(Call call) {
  return call == Call::none || call == Call::jobs || call == Call::end_part || call == Call::hash ||
         call == Call::snapshot;
}

// True of calls whose values begin with an entity.
bool begins_with_entity(Call call) {
  switch (call) {
    case Call::despawn_entity:
    case Call::despawn:
    case Call::set_profile:
    case Call::set_team:
    case Call::keep_entity:
    case Call::choose:
    case Call::set_option:
    case Call::set_state:
    case Call::set_moment:
    case Call::set_cooldown:
    case Call::think_now: return true;
    default: return false;
  }
}

uint64_t hash_of_bytes(std::span<const std::byte> bytes, uint64_t sum) {
  for (size_t i = 0; i < bytes.size(); i += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
    sum = hash_word(word, sum);
  }
  return hash_word(bytes.size(), sum);
}

}  // namespace

bool Replay::read_inputs(size_t frame, std::vector<RecordedInput>& inputs) const {
  inputs.clear();
  if (state_ == nullptr || frame >= state_->reader->frame_records.size()) return false;
  CallReader calls(state_->reader->records[state_->reader->frame_records[frame]].bytes);
  RecordedCall call;
  while (!calls.is_at_end() && calls.read(call)) {
    if (is_note(call.call)) continue;
    RecordedInput& input = inputs.emplace_back();
    input.call = recording::EnumNameCall(call.call);
    if (call.population != kWorldPopulation) input.population = call.population;
    const std::span<const std::byte> values = std::span(call.memory).first(call.value_bytes);
    if (begins_with_entity(call.call) && values.size() >= sizeof(EntityId))
      std::memcpy(static_cast<void*>(&input.who), values.data(), sizeof input.who);
    const uint64_t kind = static_cast<uint64_t>(call.call) << 8 | call.detail;
    input.hash = hash_of_bytes(call.tail, hash_of_bytes(values, hash_word(kind, input.population)));
  }
  return true;
}

}  // namespace ishi::record
