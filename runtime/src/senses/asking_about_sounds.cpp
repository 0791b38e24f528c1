#include "senses/asking_about_sounds.h"

#include <algorithm>
#include <cmath>

#include "bodies/acting.h"
#include "memory/sort.h"

namespace ishi {
namespace {

// The sounds about which a hearing asks in one sensing, in the order in which they sounded.
class ChosenSounds {
 public:
  ChosenSounds(uint32_t most, std::span<const Near> makers, std::span<const Near> latest) {
    for (const Near& sound : makers) sounds_[count_++] = sound;
    const std::span<const Near> first(sounds_, count_);
    for (size_t i = 0; i < latest.size() && count_ < most; ++i) {
      const auto is_same = [&](const Near& other) { return other.place == latest[i].place; };
      if (std::none_of(first.begin(), first.end(), is_same)) sounds_[count_++] = latest[i];
    }
    sort_rarely(sounds_, sounds_ + count_, [](const Near& a, const Near& b) { return a.place < b.place; });
  }

  [[nodiscard]] std::span<const Near> all() const { return {sounds_, count_}; }

 private:
  Near sounds_[limits::kSetMembers];
  uint32_t count_ = 0;
};

}  // namespace

float loudness_of(const Sense& sense, const HeardSound& sound, float distance_squared) {
  const float reach = sound.reach * sense.range;
  return held(reach > 0 ? 1.0f - std::sqrt(distance_squared) / reach : 0.0f, 0, 1, 0);
}

void ask_about_sounds(Agents& p, uint32_t index, uint32_t slot, float seconds, std::span<const Near> makers,
                      std::span<const Near> latest) {
  const Senses& senses = p.senses;
  const Sense& sense = senses.senses[index];
  const std::span<Waiting> places(senses.waiting_of(slot, sense), sense.places);
  AskedSound* const asked = senses.sounds_of(slot, sense);
  for (Waiting& place : places) {
    if (!place.is_free()) place.seconds += seconds;  // its answer counts for this time, too
  }
  const ChosenSounds chosen(sense.capacity, makers, latest);
  size_t next = 0;
  for (const Near& near : chosen.all()) {
    const HeardSound& sound = senses.sounds[near.place];
    // The last answer about a maker counts for all the time since one was heard or missed.
    float since = seconds;
    for (const Waiting& place : places) {
      if (!place.is_free() && place.target == sound.maker) since = std::max(since, place.seconds);
    }
    while (next < places.size() && !places[next].is_free()) ++next;
    if (next == places.size()) return;
    asked[next] = {.sound = SoundId(p.asset->tables.sounds[sound.sound].id()),
                   .serial = sound.serial,
                   .position = {sound.position[0], sound.position[1], sound.position[2]},
                   .loudness = loudness_of(sense, sound, near.distance_squared)};
    places[next].target = sound.maker;
    places[next].seconds = since;
    places[next].ask(static_cast<uint32_t>(p.around->header->frames % kAskedMoments));
    Acting::raise(senses.has_waiting, slot);
  }
}

}  // namespace ishi
