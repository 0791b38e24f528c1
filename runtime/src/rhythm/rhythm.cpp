#include "rhythm/rhythm.h"

#include <algorithm>
#include <bit>

#include "bodies/acting.h"
#include "rhythm/overdue.h"
#include "views/agents.h"
#include "views/shared_values.h"

namespace ishi {
namespace {

uint64_t clock_of(const Agents& p) {
  const WorldHeader& header = *p.around->header;
  return p.rhythm.unit == ThinkUnit::frames ? header.frames : header.time_microseconds;
}

// Calls visit(slot) for each bit of a word.
template <typename Visitor>
void for_each_slot(uint32_t word, uint64_t slots, Visitor&& visit) {
  if (~slots == 0) {
    for (uint32_t slot = word * 64; slot < (word + 1) * 64; ++slot) visit(slot);
    return;
  }
  for (; slots != 0; slots &= slots - 1) visit(word * 64 + static_cast<uint32_t>(std::countr_zero(slots)));
}

// What an agent with this interval asks for, rounded up so that all together never ask for less.
uint64_t rate_of(uint32_t interval) { return (Rhythm::kOneThought + interval - 1) / interval; }

// By how much an agent may think earlier than asked, for the spread: an eighth of its interval.
uint64_t little_earlier(const Rhythm&, uint32_t interval) { return interval / 8; }

// Or a frame, if that is more; of time half at most.
uint64_t frame_earlier(const Rhythm& r, uint32_t interval) {
  const uint64_t frame =
      r.unit == ThinkUnit::frames ? (interval > 1 ? 1 : 0) : std::min<uint64_t>(r.passed, interval / 2);
  return std::max<uint64_t>(interval / 8, frame);
}

uint32_t interval_of(const Rhythm& r, uint32_t slot) { return r.is_computed ? r.interval[slot] : r.most; }

// When somebody stands in the calendar who is not due.
uint64_t place_of(const Rhythm& r, uint32_t slot) { return r.is_computed ? r.look_at[slot] : r.due_at[slot]; }

// How an interval is looked at: four times until it is over, but not before the shortest one is.
uint64_t next_look(const Rhythm& r, uint32_t slot, uint64_t now) {
  return std::min(r.due_at[slot], now + std::max({r.interval[slot] / 4, r.least, 1u}));
}

// What an expression gave, in frames or seconds, in the clock's units.
uint32_t to_interval(const Rhythm& r, float value) {
  const double clock = double{value} * (r.unit == ThinkUnit::frames ? 1 : 1e6);
  if (!(clock > static_cast<double>(r.least))) return r.least;
  if (clock >= static_cast<double>(r.most)) return r.most;
  return static_cast<uint32_t>(clock + 0.5);
}

// A longer interval begins anywhere between the old and the new one, that of a newcomer anywhere in it, each
// time elsewhere: agents for which it became longer together do not stay together. (Multiples of the golden
// ratio are spread evenly: R. L. Graham and J. H. van Lint 1968.)
uint64_t spread_rise(Rhythm& r, uint32_t rise) {
  const uint32_t fraction = r.header->risen++ * 0x9e37'79b9u;
  return (uint64_t{rise} * (uint64_t{fraction} + 1) + 0xffff'ffffu) >> 32;
}

// An agent was looked at: its interval counts from its last thought on. Whether it is due.
bool look(Rhythm& r, uint32_t slot, uint32_t interval, uint64_t now) {
  const uint32_t before = r.interval[slot];
  r.header->rate += rate_of(interval) - (before != 0 ? rate_of(before) : 0);
  r.interval[slot] = interval;
  uint64_t& due_at = r.due_at[slot];
  if (interval > before)
    due_at += spread_rise(r, interval - before);
  else
    due_at -=
        std::min<uint64_t>(due_at, before - interval);  // what was spread may lie before the world began
  if (r.due_at[slot] <= now) return true;
  r.look_at[slot] = next_look(r, slot, now);
  r.calendar.add(slot, r.look_at[slot]);
  return false;
}

// Looks at those who are marked; how many are due.
uint32_t look_at_marked(Agents& p, uint64_t now) {
  Rhythm& r = p.rhythm;
  const Cooling no_cooling{{}, nullptr, 0};
  uint32_t slots[kChunkRows];
  uint32_t count = 0, due = 0;
  const auto look_at_all = [&] {
    Chunk chunk{p.binding,
                p.selection,
                no_cooling,
                p.shared_values.data(),
                slots,
                count,
                slots[count - 1] - slots[0] == count - 1,
                r.memory.registers(),
                r.memory.choice};
    chunk.compounds = r.schedule.compounds;
    for (uint32_t i = 0; i < count; ++i) r.memory.choice.running[i] = p.option[slots[i]];
    run_schedule(chunk, r.schedule, r.memory.flags.data());
    const float* const intervals = chunk.lanes(r.schedule.result);
    for (uint32_t i = 0; i < count; ++i) {
      if (!look(r, slots[i], to_interval(r, intervals[i]), now)) continue;
      r.due[slots[i] / 64] |= uint64_t{1} << (slots[i] % 64);
      ++due;
    }
    r.counters.looked_at += count;
    count = 0;
  };
  for (uint32_t word = 0; word < r.calendar.words(); ++word) {
    for_each_slot(word, r.looked[word], [&](uint32_t slot) {
      slots[count++] = slot;
      if (count == kChunkRows) look_at_all();
    });
    r.looked[word] = 0;
  }
  if (count > 0) look_at_all();
  return due;
}

// Those whose time has come leave the calendar; how many are due.
uint32_t take_due(Agents& p, uint64_t now) {
  Rhythm& r = p.rhythm;
  uint32_t due = 0, marked = 0;
  uint64_t* const to = r.is_computed ? r.looked.data() : r.due;
  r.calendar.take(r.header->last, now, [&](uint32_t word, uint64_t slots, bool&) {
    uint64_t taken = r.is_exact ? slots : 0;
    if (!r.is_exact) {
      for_each_slot(word, slots, [&](uint32_t slot) {
        if (place_of(r, slot) <= now) taken |= uint64_t{1} << (slot % 64);
      });
    }
    to[word] |= taken;
    (r.is_computed ? marked : due) += static_cast<uint32_t>(std::popcount(taken));
    return taken;
  });
  return marked > 0 ? look_at_marked(p, now) : due;
}

// Lets newcomers think, the lowest slots first; how many.
uint32_t take_newcomers(Rhythm& r, uint32_t wanted) {
  uint32_t taken = 0;
  for (uint32_t word = 0; word < r.calendar.words() && taken < wanted; ++word) {
    for_each_slot(word, r.newcomers[word] & ~r.due[word], [&](uint32_t slot) {
      if (taken == wanted) return;
      r.calendar.remove(slot, place_of(r, slot));
      r.due[word] |= uint64_t{1} << (slot % 64);
      ++taken;
    });
  }
  return taken;
}

// Lets those think who are due soon, bucket by bucket. Where many stand in the calendar to be looked at alone
// the search ends, so that it costs no more than the thoughts that it finds.
template <typename Earlier>
uint32_t take_early(Rhythm& r, uint32_t wanted, uint64_t now, Earlier&& earlier) {
  uint32_t taken = 0;
  uint32_t searched = 16 * wanted + 256;
  r.calendar.take(now + 1, now + earlier(r, r.most), [&](uint32_t word, uint64_t slots, bool& goes_on) {
    uint64_t early = 0;
    for_each_slot(word, slots, [&](uint32_t slot) {
      if (taken == wanted || searched == 0) return;
      --searched;
      if (r.due_at[slot] - now > earlier(r, interval_of(r, slot))) return;
      early |= uint64_t{1} << (slot % 64);
      ++taken;
    });
    r.due[word] |= early;
    goes_on = taken < wanted && searched > 0;
    return early;
  });
  return taken;
}

// Where intervals differ those first to whom a little earlier is enough: a frame counts for more in a short
// one.
uint32_t take_early(Rhythm& r, uint32_t wanted, uint64_t now) {
  const uint32_t taken = r.is_computed ? take_early(r, wanted, now, little_earlier) : 0;
  return taken < wanted ? taken + take_early(r, wanted - taken, now, frame_earlier) : taken;
}

// How many thoughts the intervals ask for that have not been had yet.
uint32_t asked_for(Rhythm& r, uint32_t living) {
  RhythmHeader& header = *r.header;
  const uint64_t most = uint64_t{living} << Rhythm::kRateBits;
  const bool is_more = r.passed != 0 && header.rate > most / r.passed;
  header.rest += static_cast<int64_t>(is_more ? most : header.rate * r.passed);
  return header.rest > 0 ? static_cast<uint32_t>(header.rest >> Rhythm::kRateBits) : 0;
}

// What was asked for and nobody could do is not made up for; nor are thoughts that were too many, unless less
// than one a frame is asked for: few agents then keep their beat.
void count_done(Rhythm& r, uint32_t done, uint32_t living) {
  constexpr auto kOne = static_cast<int64_t>(Rhythm::kOneThought);
  const bool are_few = r.header->rate < Rhythm::kOneThought / std::max<uint64_t>(r.passed, 1);
  int64_t& rest = r.header->rest;
  rest -= done * kOne;
  rest = rest >= 0 ? rest & (kOne - 1) : are_few ? std::max(rest, -(living * kOne)) : 0;
}

// All that were chosen of a word have their turn, and are due again.
void begin_next(Rhythm& r, uint32_t word, uint64_t slots, uint64_t now) {
  if (slots == 0) return;
  r.due[word] &= ~slots;
  // Where the clock jumped over their intervals many think at once: they begin anew, so as not to stay
  // together.
  uint64_t anew = !r.is_computed && r.passed >= r.most ? slots : 0;
  if (r.is_computed) {
    for_each_slot(word, slots, [&](uint32_t slot) {
      if (r.passed >= r.interval[slot]) anew |= uint64_t{1} << (slot % 64);
    });
  }
  r.header->newcomers += static_cast<uint32_t>(std::popcount(anew));
  r.header->newcomers -= static_cast<uint32_t>(std::popcount(r.newcomers[word] & slots));
  r.newcomers[word] = (r.newcomers[word] & ~slots) | anew;
  if (!r.is_computed) {
    for_each_slot(word, slots, [&](uint32_t slot) { r.due_at[slot] = now + r.most; });
    r.calendar.add(word, slots, now + r.most);
    return;
  }
  for_each_slot(word, slots, [&](uint32_t slot) {
    r.due_at[slot] = now + r.interval[slot];
    r.look_at[slot] = next_look(r, slot, now);
    r.calendar.add(slot, r.look_at[slot]);
  });
}

// Who is put off has been due since now, unless it was before.
void put_off(Rhythm& r, uint32_t slot, uint64_t now) {
  const uint64_t bit = uint64_t{1} << (slot % 64);
  if ((r.due[slot / 64] & bit) != 0) return;
  if (!r.each_frame) r.calendar.remove(slot, place_of(r, slot));
  r.due[slot / 64] |= bit;
  r.due_at[slot] = now;
}

uint64_t age_of(const Rhythm& r, uint32_t slot, uint64_t now) {
  const bool is_due = (r.due[slot / 64] >> (slot % 64) & 1) != 0;
  return is_due && now > r.due_at[slot] ? now - r.due_at[slot] : 0;
}

// All that were chosen of a word, which nobody else makes think now any more.
void take_turn(Agents& p, uint32_t word, uint64_t chosen, uint64_t now) {
  if (chosen == 0) return;
  Rhythm& r = p.rhythm;
  p.acting.think_now[word] &= ~chosen;
  if (r.each_frame)
    r.due[word] &= ~chosen;
  else
    begin_next(r, word, chosen & r.due[word], now);
}

// Writes the slots of these bits, and leaves of them whom the quota lets.
template <typename BitsOf>
uint32_t list_first(const Agents& p, uint32_t quota, uint32_t* slots, BitsOf&& bits_of, uint32_t& all) {
  const Rhythm& r = p.rhythm;
  all = 0;
  for (uint32_t word = 0; word * 64 < p.capacity; ++word) {
    const uint64_t bits = bits_of(word);
    if (~bits != 0) {
      for_each_slot(word, bits, [&](uint32_t slot) { slots[all++] = slot; });
      continue;
    }
    uint32_t* const whole = slots + all;
    for (uint32_t i = 0; i < 64; ++i) whole[i] = word * 64 + i;
    all += 64;
  }
  if (quota == 0 || all <= quota) return all;
  const uint64_t now = clock_of(p);
  OverdueCut cut = cut_overdue({slots, all}, quota, [&](uint32_t slot) { return age_of(r, slot, now); });
  uint32_t count = 0;
  for (uint32_t i = 0; i < all; ++i) {
    const uint64_t age = age_of(r, slots[i], now);
    if (age < cut.age || (age == cut.age && cut.equal == 0)) continue;
    if (age == cut.age) --cut.equal;
    std::swap(slots[count], slots[i]);  // behind them remain the others, in no order
    ++count;
  }
  return count;
}

}  // namespace

void begin_rhythm(Agents& p, uint32_t slot) {
  Rhythm& r = p.rhythm;
  if (r.each_frame) return;
  const uint64_t now = clock_of(p);
  r.newcomers[slot / 64] |= uint64_t{1} << (slot % 64);
  ++r.header->newcomers;
  r.due_at[slot] = r.is_computed ? now : now + r.most;
  if (r.is_computed) {
    r.interval[slot] = 0;
    r.look_at[slot] = now;
  } else {
    r.header->rate += rate_of(r.most);
  }
  r.calendar.add(slot, place_of(r, slot));
}

void end_rhythm(Agents& p, uint32_t slot) {
  Rhythm& r = p.rhythm;
  const uint64_t bit = uint64_t{1} << (slot % 64);
  const bool is_due = (r.due[slot / 64] & bit) != 0;
  r.due[slot / 64] &= ~bit;
  if (!r.each_frame) {
    if (!is_due) r.calendar.remove(slot, place_of(r, slot));
    r.header->newcomers -= (r.newcomers[slot / 64] & bit) != 0 ? 1 : 0;
    r.newcomers[slot / 64] &= ~bit;
    const uint32_t interval = interval_of(r, slot);
    r.header->rate -= interval != 0 ? rate_of(interval) : 0;
  }
  r.due_at[slot] = 0;
  if (r.is_computed) r.look_at[slot] = r.interval[slot] = 0;
}

void plan_thoughts(Agents& p) {
  Rhythm& r = p.rhythm;
  if (r.planned_in == p.around->frame_serial) return;
  r.planned_in = p.around->frame_serial;
  r.counters = {};
  if (r.each_frame) return;
  const uint64_t now = clock_of(p);
  uint32_t due = take_due(p, now);
  RhythmHeader& header = *r.header;
  r.passed = now - header.last;
  header.last = now;
  uint32_t wanted = asked_for(r, p.header->living);
  if (header.put_off == 0) {
    if (due == 0 && wanted == 0 && header.newcomers > 0) wanted = 1;
    if (due < wanted && header.newcomers > 0) due += take_newcomers(r, wanted - due);
    if (due < wanted) {
      r.counters.early = take_early(r, wanted - due, now);
      due += r.counters.early;
    }
  }
  count_done(r, due, p.header->living);
}

uint32_t list_thinking(Agents& p, uint32_t quota, uint32_t* slots) {
  Rhythm& r = p.rhythm;
  RhythmHeader& header = *r.header;
  const uint64_t now = clock_of(p);
  const auto asks = [&](uint32_t word) {
    return r.each_frame ? p.living[word] : r.due[word] | (p.acting.think_now[word] & p.living[word]);
  };
  uint32_t all = 0;
  const uint32_t count = list_first(p, quota, slots, asks, all);
  header.put_off = all - count;
  header.overdue = 0;
  for (uint32_t i = count; i < all; ++i) {
    put_off(r, slots[i], now);
    header.overdue = std::max(header.overdue, age_of(r, slots[i], now));
    p.acting.think_now[slots[i] / 64] &= ~(uint64_t{1} << (slots[i] % 64));
  }
  if (count == all) {
    for (uint32_t word = 0; word * 64 < p.capacity; ++word) take_turn(p, word, asks(word), now);
  } else {
    for (uint32_t i = 0; i < count;) {
      const uint32_t word = slots[i] / 64;
      uint64_t chosen = 0;
      for (; i < count && slots[i] / 64 == word; ++i) chosen |= uint64_t{1} << (slots[i] % 64);
      take_turn(p, word, chosen, now);
    }
  }
  r.counters.thoughts = count;
  r.counters.put_off = header.put_off;
  (r.unit == ThinkUnit::frames ? r.counters.overdue_frames : r.counters.overdue_microseconds) =
      header.overdue;
  return count;
}

uint32_t list_sensing(const Agents& p, uint32_t quota, uint32_t* slots) {
  const Rhythm& r = p.rhythm;
  uint32_t all = 0;
  return list_first(
      p, quota, slots, [&](uint32_t word) { return r.each_frame ? p.living[word] : r.due[word]; }, all);
}

}  // namespace ishi
