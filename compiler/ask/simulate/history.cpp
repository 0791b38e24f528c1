#include "simulate/history.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

constexpr size_t kMostStretches = 1000;  // messages show a few
constexpr double kFrame = 1.0 / kFramesPerSecond;

}  // namespace

History::History(const SimulatedAgent& agent, size_t started)
    : most_started_(started),
      first_events_(agent.place().asset().count(ishi::Kind::events), {-1, 0, kNever, 0}),
      changed_(agent.key_count(), -1),
      times_(agent.place().asset().count(ishi::Kind::tasks)) {
  if (agent.option() != kNoOption) begin(agent.option(), 0);
}

void History::note(const SimulatedAgent& agent) {
  using EventKind = SimulatedEvent::Kind;
  const double now = agent.seconds();
  const std::vector<SimulatedEvent>& events = agent.events();
  for (size_t i = 0; i <= events.size(); ++i) {
    ++order_;
    if (agent.has_thought() && i == agent.events_before_thought()) note_thought(agent);
    if (i == events.size()) break;
    const SimulatedEvent& event = events[i];
    switch (event.kind) {
      case EventKind::option_chosen: begin(event.index, now); break;
      case EventKind::option_left:
      case EventKind::option_ended:
      case EventKind::option_failed: end(now); break;
      case EventKind::task_started:
        ++times_[event.index];
        if (started_.size() < most_started_) started_.push_back({event.index, now, event.record, order_});
        break;
      case EventKind::event_emitted:
        if (event.reaches_itself) note_arrival(event.index, now);
        note_emitted({event.index, now, event.record, order_});
        break;
      case EventKind::sound_made: note_emitted({event.index, now, {}, order_, true}); break;
      case EventKind::event_posted: note_arrival(event.index, now); break;
      case EventKind::key_changed: changed_[event.index] = now; break;
      default: break;
    }
  }
  if (const uint32_t state = agent.state(); state != kNoState) change(states_, state, now);
  if (is_running_) stretches_.back().ends = now + kFrame;
}

void History::note_arrival(uint32_t event, double now) {
  if (first_events_[event].seconds >= 0) return;
  first_events_[event] = {now, order_, kNever, 0};
  unanswered_.push_back(event);
  last_first_arrival_ = order_;
}

void History::note_thought(const SimulatedAgent& agent) {
  const double now = agent.seconds();
  for (const uint32_t event : unanswered_) {
    first_events_[event].thought = order_;
    first_events_[event].thought_seconds = now;
  }
  unanswered_.clear();
  for (const Noticed& notice : agent.sensing().noticed) {
    const auto is_same = [&](const FirstNotice& first) {
      return first.sense == notice.sense && first.entity == notice.entity &&
             first.order >= last_first_arrival_;
    };
    if (std::ranges::none_of(first_notices_, is_same))
      first_notices_.push_back({notice.sense, notice.entity, now, order_});
  }
  if (const uint32_t state = agent.state(); state != kNoState) change(states_, state, now);
  change(picks_, agent.thought().picked, now);
}

// Expectations ask for the first event of a kind since the run began, or since an event first arrived.
void History::note_emitted(const Record& record) {
  constexpr size_t kFirst = 1000, kMostUnlike = 100'000;
  std::string key(reinterpret_cast<const char*>(&record.index), sizeof record.index);
  key += record.is_sound ? 's' : 'e';
  key.append(reinterpret_cast<const char*>(record.fields.data()), record.fields.size());
  const auto [known, is_new] = last_kept_.try_emplace(std::move(key), record.order);
  const bool is_needed = is_new || known->second <= last_first_arrival_ || emitted_.size() < kFirst;
  if (!is_needed) return;
  if (emitted_.size() == kMostUnlike) {
    has_lost_emitted_ = true;
    return;
  }
  known->second = record.order;
  emitted_.push_back(record);
}

double History::first_of(const std::vector<Change>& changes, uint32_t what, const Since& since,
                         double until) {
  for (size_t i = 0; i < changes.size(); ++i) {
    const Change& one = changes[i];
    if (one.what != what) continue;
    if (one.order >= since.order) return one.begins;
    const bool is_last = i + 1 == changes.size();
    if (since.thought != kNever && (is_last || changes[i + 1].order > since.thought))
      return since.thought_seconds;
    if (is_last || changes[i + 1].begins > until) return until;
  }
  return -1;
}

void History::change(std::vector<Change>& changes, uint32_t what, double now) const {
  if (changes.empty() || changes.back().what != what) changes.push_back({what, now, order_});
}

void History::begin(uint32_t option, double seconds) {
  const bool is_other = stretches_.empty() || stretches_.back().option != option;
  if (is_other && !stretches_.empty()) ++switches_;
  is_running_ = true;
  const bool goes_on = !is_other && seconds - stretches_.back().ends < 1.5 * kFrame;
  if (goes_on) return;
  if (stretches_.size() == kMostStretches) stretches_.pop_back();
  stretches_.push_back({option, seconds, seconds});
}

void History::end(double seconds) {
  is_running_ = false;
  if (!stretches_.empty()) stretches_.back().ends = seconds;
}

}  // namespace ishi::compiler
