#include "compiler/oracle/body_model.h"

#include <algorithm>
#include <utility>

namespace ishi::compiler::bodies_agree_test {
namespace {

bool takes_time(const Step& step) {
  switch (step.verb) {
    case Verb::stand:
    case Verb::mop:
    case Verb::look:
    case Verb::go:
    case Verb::wait:
    case Verb::repeat:
    case Verb::members: return true;  // rounds begin in frames of their own
    default: return std::ranges::any_of(step.parts, takes_time);
  }
}

int64_t microseconds(uint32_t eighths) { return int64_t{eighths} * 125'000; }

}  // namespace

bool BodyModel::holds(const Condition& condition, int64_t since) const {
  using What = Condition::What;
  const auto is_so = [&] {
    switch (condition.what) {
      case What::above: return keys[condition.key] > condition.number;
      case What::equal: return keys[condition.key] == condition.number;
      case What::elapsed: return now_ - since > microseconds(static_cast<uint32_t>(condition.number));
      case What::has_spot: return has_spot;
      case What::is_given: return given_.contains(condition.key);
      case What::worth: {
        const auto known = given_.find(condition.key);
        return known != given_.end() && known->second > 0.5F;
      }
      case What::size: {
        // Of whoever has left the world a field has its default, 0.
        const auto known = bound_.find(condition.key);
        return known != bound_.end() && known->second.size > 0.5F &&
               std::ranges::find(puddles, known->second.id, &Puddle::id) != puddles.end();
      }
      case What::fear: return fear > 0.4F;
    }
    return false;
  };
  return is_so() != condition.is_not;
}

Result BodyModel::result_if_over(const Run& run) const {
  const bool is_between_rounds =
      run.inner.empty() && (run.step->verb == Verb::repeat || run.step->verb == Verb::members);
  if (!run.has_begun || run.waits || is_between_rounds) return Result::running;
  BodyModel ahead = *this;
  ahead.looks_ahead_ = true;
  ahead.has_written_ = false;
  Run copy = run;
  return ahead.go_on(copy);
}

bool BodyModel::is_over(int64_t now, uint64_t frame) {
  now_ = now;
  frame_ = frame;
  return !root_.empty() && result_if_over(root_[0]) != Result::running;
}

bool BodyModel::is_locked(const Run& run) const {
  if (run.step->interruptible && !holds(*run.step->interruptible, run.started)) return true;
  for (size_t i = 0; i < run.inner.size(); ++i) {
    const bool is_over = i < run.ended.size() && run.ended[i] != Result::running;
    if (!is_over && run.inner[i].step != nullptr && is_locked(run.inner[i])) return true;
  }
  return false;
}

void BodyModel::begin(int64_t now, uint64_t frame) {
  now_ = now;
  frame_ = frame;
  done_.clear();
  given_.clear();
  root_.push_back({.step = &document_->body, .started = now});
}

void BodyModel::abort(int64_t now) {
  now_ = now;
  if (root_.empty()) return;
  stop(root_[0]);
  end(3);
}

void BodyModel::end(int32_t how) {
  root_.clear();
  ended = how;
}

void BodyModel::visit(int64_t now, uint64_t frame) {
  now_ = now;
  frame_ = frame;
  if (root_.empty()) return;
  const Result result = go_on(root_[0]);
  if (result != Result::running) end(result == Result::failed ? 2 : 1);
}

// A part whose turn has come.
Result BodyModel::begin(std::vector<Run>& inner, const Step& step, int64_t holder_started) {
  inner.clear();
  if (step.is_once && done_.contains(&step)) return Result::skipped;
  if (looks_ahead_) return foresee(step, holder_started);
  if (step.when && !holds(*step.when, holder_started)) return Result::skipped;
  done_.insert(&step);
  // A check belongs to its list, whose time it counts.
  inner.push_back({.step = &step, .started = step.verb == Verb::check ? holder_started : now_});
  return go_on(inner[0]);
}

// A step that is left: it ends in the visit in which its turn comes if it takes no time, or is skipped for
// sure.
Result BodyModel::foresee(const Step& step, int64_t holder_started) {
  if (step.when && !has_written_ && !holds(*step.when, holder_started)) return Result::skipped;
  if (step.retry > 0) return Result::running;
  if (step.verb == Verb::check && !has_written_ && !step.continues && !step.inverts &&
      !holds(step.condition, holder_started))
    return Result::failed;
  if (takes_time(step)) {
    if (step.verb != Verb::list) return Result::running;
    for (const Step& part : step.parts) {
      std::vector<Run> none;
      const Result result = begin(none, part, now_);
      if (result == Result::running) return result;
      if (result == Result::failed) break;
    }
  }
  has_written_ = has_written_ || (step.verb != Verb::check && step.verb != Verb::fail);
  return Result::completed;
}

Result BodyModel::go_on(Run& run) {
  const Step& step = *run.step;
  if (run.waits) {
    if (looks_ahead_ || run.since == frame_) return Result::running;
    run.waits = false;
    if (!run.has_begun) run.started = now_;  // another attempt
  }
  const bool is_limited = step.until || step.while_holds || step.timeout > 0;
  if (is_limited && !looks_ahead_ && result_if_over(run) == Result::running) {
    if (step.until && holds(*step.until, run.started)) {
      stop(run);
      return modified(run, Result::completed);
    }
    if (step.while_holds && !holds(*step.while_holds, run.started)) {
      stop(run);
      return modified(run, Result::failed);
    }
    if (step.timeout > 0 && now_ - run.started >= microseconds(step.timeout)) {
      stop(run);
      if (run.attempt == step.retry) return modified(run, Result::failed);
      run = {.step = &step, .started = now_, .attempt = run.attempt + 1, .waits = true, .since = frame_};
      return Result::running;
    }
  }
  const Result result = body(run);
  if (result == Result::running) return result;
  if (result == Result::failed && run.attempt < step.retry) {
    if (!looks_ahead_)
      run = {.step = &step, .started = now_, .attempt = run.attempt + 1, .waits = true, .since = frame_};
    return Result::running;
  }
  return modified(run, result);
}

Result BodyModel::modified(const Run& run, Result result) {
  if (run.step->inverts) result = result == Result::failed ? Result::completed : Result::failed;
  return run.step->continues ? Result::completed : result;
}

void BodyModel::stop(Run& run, bool by_sibling) {
  Result last = Result::running;
  for (size_t i = 0; i < run.inner.size(); ++i) {
    const bool has_ended = i < run.ended.size() && run.ended[i] != Result::running;
    Run& inner = run.inner[i];
    if (has_ended || inner.step == nullptr) continue;
    // What is over ends as it says.
    last = by_sibling || result_if_over(inner) == Result::running ? Result::running : go_on(inner);
    if (last == Result::running) stop(inner, by_sibling);
  }
  run.inner.clear();
  if (run.serial != 0) {
    // Of what has started and is stopped in the same visit the game learns nothing.
    const bool is_told =
        std::erase_if(starts, [&](const StartedTask& one) { return one.serial == run.serial; }) == 0;
    if (is_told && !reports.contains(run.serial)) aborts.push_back(run.serial);
    run.serial = 0;
  }
  // A goal that has never begun has nothing to clean up.
  if (run.step->verb == Verb::goal && run.has_begun)
    keys[kWritten] = last == Result::running ? 3 : last == Result::failed ? 2 : 1;
}

Result BodyModel::body(Run& run) {
  const Step& step = *run.step;
  switch (step.verb) {
    case Verb::list: return list(run);
    case Verb::stand:
    case Verb::mop:
    case Verb::look:
    case Verb::go: return task(run);
    case Verb::wait:
      if (!std::exchange(run.has_begun, true))
        run.due = now_ + microseconds(static_cast<uint32_t>(step.value));
      return now_ >= run.due ? Result::completed : Result::running;
    case Verb::set:
      keys[kWritten] = std::clamp(step.value < 0 ? keys[kWritten] + 1 : step.value, 0, 9);
      return Result::completed;
    case Verb::place: has_spot = step.value != 0; return Result::completed;
    case Verb::raise:
      fear = std::clamp(fear + (step.value == 0 ? -0.25F : 0.25F), 0.0F, 1.0F);
      return Result::completed;
    case Verb::check: return holds(step.condition, run.started) ? Result::completed : Result::failed;
    case Verb::fail: return Result::failed;
    case Verb::branch:
    case Verb::cases: return part(run);
    case Verb::first:
    case Verb::best:
    case Verb::draw: return methods(run);
    case Verb::all:
    case Verb::any: return parts(run);
    case Verb::repeat: return repeat(run);
    case Verb::members: return members(run);
    case Verb::goal: return goal(run);
  }
  return Result::failed;
}

Result BodyModel::list(Run& run) {
  if (!std::exchange(run.has_begun, true)) {
    // What was given in an earlier round is forgotten.
    for (const Step& part : run.step->parts) {
      if (part.verb == Verb::look) given_.erase(part.name);
    }
  }
  while (run.current < run.step->parts.size()) {
    const Result result =
        run.inner.empty() ? begin(run.inner, run.step->parts[run.current], run.started) : go_on(run.inner[0]);
    if (result == Result::running || result == Result::failed) return result;
    run.inner.clear();
    ++run.current;
  }
  return Result::completed;
}

Result BodyModel::task(Run& run) {
  const Step& step = *run.step;
  if (!run.has_begun) {
    if (looks_ahead_) return Result::running;
    if (step.verb == Verb::go && !has_spot) return Result::failed;
    run.has_begun = true;
    run.serial = ++serials_;
    const auto bound = bound_.find(step.name);
    starts.push_back({run.serial, step.verb,
                      step.verb == Verb::mop && bound != bound_.end() ? bound->second.id : EntityId{}});
    return Result::running;
  }
  const auto report = reports.find(run.serial);
  if (report == reports.end()) return Result::running;
  if (step.verb == Verb::look && report->second.completes) {
    given_[step.name] = report->second.worth;
    has_written_ = true;
  }
  run.serial = 0;
  return report->second.completes ? Result::completed : Result::failed;
}

// The branch that was chosen when the turn came.
Result BodyModel::part(Run& run) {
  const Step& step = *run.step;
  if (!run.has_begun) {
    run.has_begun = true;
    const size_t count = step.parts.size();
    size_t chosen = count;
    if (step.verb == Verb::branch) {
      chosen = holds(step.condition, run.started) ? 0 : 1;
    } else {
      const auto value = static_cast<size_t>(keys[step.key]);
      const size_t cases = step.has_else ? count - 1 : count;
      chosen = value < cases ? value : step.has_else ? cases : count;
    }
    run.current = static_cast<uint32_t>(chosen);
    if (chosen >= count) return Result::completed;
    return begin(run.inner, step.parts[chosen], run.started);
  }
  return go_on(run.inner[0]);
}

// What has failed takes part again when its condition was false.
void BodyModel::note_conditions(Run& run) {
  for (size_t i = 0; i < run.step->parts.size(); ++i) {
    const Step& method = run.step->parts[i];
    if (method.when && !holds(*method.when, run.started)) run.has_failed[i] = 0;
  }
}

std::optional<uint32_t> BodyModel::choose(const Run& run) const {
  std::optional<uint32_t> chosen;
  for (uint32_t i = 0; i < run.step->parts.size(); ++i) {
    const Step& method = run.step->parts[i];
    if (run.has_failed[i] != 0 || (method.is_once && done_.contains(&method))) continue;
    if (method.when && !holds(*method.when, run.started)) continue;
    if (run.step->verb == Verb::draw && !holds(method.condition, run.started)) continue;
    if (run.step->verb != Verb::best) return i;
    if (!chosen || keys[method.key] > keys[run.step->parts[*chosen].key]) chosen = i;
  }
  return chosen;
}

Result BodyModel::methods(Run& run) {
  const Step& step = *run.step;
  if (!std::exchange(run.has_begun, true)) run.has_failed.assign(step.parts.size(), 0);
  if (step.reconsiders) note_conditions(run);
  const bool reconsiders = step.reconsiders && !run.inner.empty() && !looks_ahead_ &&
                           !is_locked(run.inner[0]) && result_if_over(run.inner[0]) == Result::running;
  if (reconsiders) {
    const auto other = choose(run);
    const bool takes_over = other && *other != run.current &&
                            (step.verb == Verb::first ? *other < run.current
                                                      : keys[step.parts[*other].key] >
                                                            keys[step.parts[run.current].key] + step.margin);
    if (takes_over) {
      stop(run.inner[0]);
      run.inner.clear();
      run.current = *other;
      done_.insert(&step.parts[*other]);
      run.inner.push_back({.step = &step.parts[*other], .started = now_});
    }
  }
  for (;;) {
    if (run.inner.empty()) {
      const auto method = choose(run);
      if (!method) return Result::failed;
      if (looks_ahead_) return Result::running;
      run.current = *method;
      done_.insert(&step.parts[*method]);
      run.inner.push_back({.step = &step.parts[*method], .started = now_});
    }
    const Result result = go_on(run.inner[0]);
    if (result != Result::failed) return result;
    run.inner.clear();
    run.has_failed[run.current] = 1;
    if (step.verb == Verb::first && !step.reconsiders) {
      for (uint32_t i = 0; i < run.current; ++i) run.has_failed[i] = 1;  // the next ones alone
    }
  }
}

Result BodyModel::parts(Run& run) {
  const Step& step = *run.step;
  const size_t count = step.parts.size();
  const bool is_first = !std::exchange(run.has_begun, true);
  if (is_first) {
    run.inner.resize(count);
    run.ended.assign(count, Result::running);
  }
  const uint32_t most_failures = step.failures > 0 ? step.failures : 1;
  const auto number_of = [&](Result result) {
    return static_cast<uint32_t>(std::ranges::count(run.ended, result));
  };
  const auto stop_others = [&](Result result) {
    for (size_t i = 0; i < count; ++i) {
      if (run.ended[i] == Result::running && run.inner[i].step != nullptr) stop(run.inner[i], true);
    }
    run.inner.clear();
    run.ended.clear();
    return result;
  };
  for (size_t i = 0; i < count; ++i) {
    if (run.ended[i] != Result::running) continue;
    if (run.inner[i].step == nullptr) {
      if (!is_first) continue;
      std::vector<Run> one;
      run.ended[i] = begin(one, step.parts[i], run.started);
      if (!one.empty()) run.inner[i] = std::move(one[0]);
    } else {
      run.ended[i] = go_on(run.inner[i]);
    }
    if (step.verb == Verb::any) {
      if (run.ended[i] == Result::completed) return stop_others(Result::completed);
      continue;
    }
    if (number_of(Result::failed) >= most_failures) return stop_others(Result::failed);
    if (step.enough > 0 && number_of(Result::completed) >= step.enough) return stop_others(Result::completed);
  }
  if (number_of(Result::running) > 0) return Result::running;
  const bool lacks =
      step.verb == Verb::any || (step.enough > 0 && number_of(Result::completed) < step.enough);
  return lacks && number_of(Result::failed) > 0 ? Result::failed : Result::completed;
}

// A round that was over ends first, and then the `until` of all of them is asked.
bool BodyModel::is_done_with_rounds(const Run& run, bool was_over) const {
  if (!run.step->until) return false;
  if (looks_ahead_) return has_written_ || holds(*run.step->until, run.started);
  return was_over && holds(*run.step->until, run.started);
}

Result BodyModel::repeat(Run& run) {
  const Step& step = *run.step;
  const bool was_over = !looks_ahead_ && result_if_over(run) != Result::running;
  run.has_begun = true;
  for (;;) {
    const Result result =
        run.inner.empty() ? begin(run.inner, step.parts[0], run.started) : go_on(run.inner[0]);
    if (result == Result::running || result == Result::failed) return result;
    run.inner.clear();
    if (++run.current == step.times || is_done_with_rounds(run, was_over)) return Result::completed;
    run.waits = true;
    run.since = frame_;
    return Result::running;
  }
}

Result BodyModel::members(Run& run) {
  const Step& step = *run.step;
  const bool was_over = !looks_ahead_ && result_if_over(run) != Result::running;
  if (!std::exchange(run.has_begun, true)) {
    run.members = puddles;
    if (step.sorts) std::ranges::stable_sort(run.members, {}, &Puddle::size);
  }
  const auto is_there = [&](const Puddle& one) {
    return std::ranges::find(puddles, one.id, &Puddle::id) != puddles.end();
  };
  const auto pass_over_gone = [&] {
    while (run.current < run.members.size() && !is_there(run.members[run.current])) ++run.current;
    return run.current == run.members.size();
  };
  // Each round begins in the next frame; where nobody is left, the last one has been.
  const auto next = [&] {
    run.inner.clear();
    ++run.current;
    if (pass_over_gone()) return Result::completed;
    if (is_done_with_rounds(run, was_over)) return Result::completed;
    run.waits = true;
    run.since = frame_;
    return Result::running;
  };
  if (!run.inner.empty()) {
    if (!looks_ahead_ && !is_there(run.members[run.current]) &&
        result_if_over(run.inner[0]) == Result::running) {
      stop(run.inner[0]);
      return next();
    }
    const Result result = go_on(run.inner[0]);
    return result == Result::running || result == Result::failed ? result : next();
  }
  if (pass_over_gone()) return Result::completed;
  bound_[step.name] = run.members[run.current];
  const Result result = begin(run.inner, step.parts[0], run.started);
  return result == Result::running || result == Result::failed ? result : next();
}

Result BodyModel::goal(Run& run) {
  run.has_begun = true;
  const Result result =
      run.inner.empty() ? begin(run.inner, run.step->parts[0], run.started) : go_on(run.inner[0]);
  if (result == Result::running) return result;
  run.inner.clear();
  keys[kWritten] = result == Result::failed ? 2 : 1;
  has_written_ = true;
  return result;
}

}  // namespace ishi::compiler::bodies_agree_test
