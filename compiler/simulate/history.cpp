#include "simulate/history.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

constexpr size_t kMostStretches = 1000;  // messages show a few
constexpr double kFrame = 1.0 / kFramesPerSecond;

}  // namespace

History::History(const SimulatedAgent& agent, size_t started)
    : most_started_(started),
      first_events_(agent.place().asset().count(ishi::Kind::events), -1),
      changed_(agent.key_count(), -1),
      times_(agent.place().asset().count(ishi::Kind::tasks)) {
  if (agent.option() != kNoOption) begin(agent.option(), 0);
}

void History::note(const SimulatedAgent& agent) {
  using EventKind = SimulatedEvent::Kind;
  const double now = agent.seconds();
  for (const SimulatedEvent& event : agent.events()) {
    switch (event.kind) {
      case EventKind::option_chosen: begin(event.index, now); break;
      case EventKind::option_left:
      case EventKind::option_ended:
      case EventKind::option_failed: end(now); break;
      case EventKind::task_started:
        ++times_[event.index];
        if (started_.size() < most_started_) started_.push_back({event.index, now, event.record});
        break;
      case EventKind::event_emitted:
        if (!event.is_for_game()) note_arrival(event.index, now);
        note_emitted({event.index, now, event.record});
        break;
      case EventKind::event_posted: note_arrival(event.index, now); break;
      case EventKind::key_changed: changed_[event.index] = now; break;
      default: break;
    }
  }
  if (const uint32_t state = agent.state(); state != kNoState) change(states_, state, now);
  if (is_running_) stretches_.back().ends = now + kFrame;
  if (!agent.has_thought()) return;
  for (const Noticed& notice : agent.sensing().noticed) {
    const auto is_same = [&](const FirstNotice& first) {
      return first.sense == notice.sense && first.entity == notice.entity;
    };
    if (std::ranges::none_of(first_notices_, is_same))
      first_notices_.push_back({notice.sense, notice.entity, now});
  }
  change(picks_, agent.thought().picked, now);
}

void History::note_arrival(uint32_t event, double now) {
  if (first_events_[event] >= 0) return;
  first_events_[event] = now;
  last_first_arrival_ = now;
}

// Expectations ask for the first event of a kind since the run began, or since an event first arrived.
void History::note_emitted(const Record& record) {
  constexpr size_t kFirst = 1000, kMostUnlike = 100'000;
  std::string key(reinterpret_cast<const char*>(&record.index), sizeof record.index);
  key.append(reinterpret_cast<const char*>(record.fields.data()), record.fields.size());
  const auto [known, is_new] = last_kept_.try_emplace(std::move(key), record.seconds);
  const bool is_needed = is_new || known->second < last_first_arrival_ || emitted_.size() < kFirst;
  if (!is_needed) return;
  if (emitted_.size() == kMostUnlike) {
    has_lost_emitted_ = true;
    return;
  }
  known->second = record.seconds;
  emitted_.push_back(record);
}

double History::first_of(const std::vector<Change>& changes, uint32_t what, double since) {
  for (size_t i = 0; i < changes.size(); ++i) {
    const bool is_over = i + 1 < changes.size() && changes[i + 1].begins <= since;
    if (changes[i].what == what && !is_over) return std::max(since, changes[i].begins);
  }
  return -1;
}

void History::change(std::vector<Change>& changes, uint32_t what, double now) {
  if (changes.empty() || changes.back().what != what) changes.push_back({what, now});
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
