#include "senses/asking.h"

#include <algorithm>

#include "bodies/acting.h"
#include "senses/senses.h"
#include "views/agents.h"

namespace ishi {
namespace {

uint64_t bit_of(uint32_t row) { return uint64_t{1} << (row % 64); }

// The place of somebody in a sweep.
Near in_sweep(bool by_row, float distance_squared, uint32_t row) {
  return {by_row ? 0.0f : distance_squared, row, distance_squared, kNotFound};
}

}  // namespace

Asking::Asking(Agents& population, const Sense& sense, uint32_t slot)
    : p_(population),
      sense_(sense),
      slot_(slot),
      seen_(population, sense, slot),
      cursor_(population.senses.cursor_of(slot, sense)),
      places_(population.senses.waiting_of(slot, sense), sense.capacity),
      ahead_(sense.capacity),
      anew_(sense.capacity) {
  for (const Waiting& place : places_) {
    if (!place.is_free()) waiting_ |= bit_of(place.target.index);
  }
  known_ = waiting_;
}

EntityId Asking::entity(uint32_t row) const { return {row, p_.binding.entities.generation[row]}; }

bool Asking::waits(EntityId who) const {
  if ((waiting_ & bit_of(who.index)) == 0) return false;
  return std::any_of(places_.begin(), places_.end(),
                     [&](const Waiting& place) { return !place.is_free() && place.target == who; });
}

uint32_t Asking::count_free() const {
  return static_cast<uint32_t>(
      std::count_if(places_.begin(), places_.end(), [](const Waiting& place) { return place.is_free(); }));
}

void Asking::keep(uint32_t fact, float distance_squared, uint32_t row) {
  const Near near{distance_squared, row, distance_squared, fact};
  rows_[in_sight_count_++] = row;
  known_ |= bit_of(row);
  if (!has_horizon_ || horizon_.is_before(near)) horizon_ = near;
  has_horizon_ = true;
  if (waits(entity(row))) return;
  kept_[kept_count_++] = near;
  if (seen_.times_put_off(fact) == 0) ++fresh_;
}

void Asking::begin_others() { has_horizon_ = has_horizon_ && in_sight_count_ == sense_.capacity; }

bool Asking::is_another(uint32_t row) const {
  return std::find(rows_, rows_ + in_sight_count_, row) == rows_ + in_sight_count_ && !waits(entity(row));
}

void Asking::add(float distance_squared, uint32_t row) {
  ++others_count_;
  const bool by_row = cursor_.by_row != 0;
  const Near near = in_sweep(by_row, distance_squared, row);
  if (in_sweep(by_row, cursor_.distance_squared, cursor_.row).is_before(near)) ahead_.add(near);
  anew_.add(in_sweep(!by_row, distance_squared, row));
}

void Asking::ask(float seconds) {
  for (Waiting& place : places_) {
    if (!place.is_free()) place.seconds += seconds;  // its answer counts for this time, too
  }
  const uint32_t free = count_free();
  const uint32_t unused = free > kept_count_ ? free - kept_count_ : 0;
  const uint32_t must = std::min(free, kept_count_ - fresh_);  // who was put off is asked for now
  const uint32_t others = std::min(others_count_, std::max(unused, std::min((free + 1) / 2, free - must)));
  Nearest chosen(sense_.capacity);
  choose_others(others, chosen);
  choose_seen(std::min(kept_count_, free - others), seconds, chosen);

  Waiting* place = places_.data();
  for (const Near& near : chosen.all()) {
    while (!place->is_free()) ++place;
    place->target = entity(static_cast<uint32_t>(near.which));
    place->seconds = seconds;
    if (near.place != kNotFound) place->seconds += seen_.take_turn(near.place);
    place->ask(static_cast<uint32_t>(p_.around->header->frames % kAskedMoments));
    Acting::raise(p_.senses.has_waiting, slot_);
  }
}

void Asking::choose_others(uint32_t wanted, Nearest& chosen) {
  const auto choose = [&](const Near& near) {
    chosen.add({near.distance_squared, near.which, near.distance_squared, kNotFound});
  };
  if (wanted == others_count_) {  // all of them; a sweep that others wait for goes on where it was
    for (const Near& near : anew_.all()) choose(near);
    return;
  }
  const auto point_at = [&](const Near& last) {
    cursor_.distance_squared = last.distance_squared;
    cursor_.row = static_cast<uint32_t>(last.which);
  };
  const auto first = ahead_.all().first(std::min<size_t>(wanted, ahead_.all().size()));
  for (const Near& near : first) choose(near);
  if (!first.empty()) point_at(first.back());
  uint32_t missing = wanted - static_cast<uint32_t>(first.size());
  if (missing == 0) return;
  cursor_.by_row = cursor_.by_row == 0 ? 1 : 0;
  for (const Near& near : anew_.all()) {
    const auto is_same = [&](const Near& other) { return other.which == near.which; };
    if (std::any_of(first.begin(), first.end(), is_same)) continue;
    choose(near);
    point_at(near);
    if (--missing == 0) return;
  }
}

void Asking::choose_seen(uint32_t wanted, float seconds, Nearest& chosen) {
  if (wanted < kept_count_) {
    uint32_t put_off[limits::kSetMembers];
    for (uint32_t i = 0; i < kept_count_; ++i) {
      const Near near = kept_[i];
      const uint32_t times = seen_.times_put_off(near.place);
      uint32_t at = i;
      for (; at > 0; --at) {
        const bool is_first =
            times != put_off[at - 1] ? times > put_off[at - 1] : near.is_before(kept_[at - 1]);
        if (!is_first) break;
        put_off[at] = put_off[at - 1];
        kept_[at] = kept_[at - 1];
      }
      put_off[at] = times;
      kept_[at] = near;
    }
  }
  for (uint32_t i = 0; i < kept_count_; ++i) {
    if (i < wanted)
      chosen.add(kept_[i]);
    else
      seen_.put_off(kept_[i].place, seconds);
  }
}

}  // namespace ishi
