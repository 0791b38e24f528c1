#include "testing/observed_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "language/unit.h"
#include "simulate/simulation.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kFramesOfAgents = 60'000;  // of all runs of a file

// One run, and what its agents do in it.
class ObservedRun {
 public:
  ObservedRun(const Model& model, const Asset& asset, std::span<const TypedTest> tests, const TypedTest& test,
              uint32_t main_file, Diagnostics& diagnostics)
      : model_(model),
        asset_(asset),
        tests_(tests),
        test_(test),
        main_file_(main_file),
        diagnostics_(diagnostics) {}

  void play(const Stop* stop) {
    Simulation simulation(asset_, model_, test_.situation);
    if (!simulation.open(0)) return;
    for (uint32_t i = 0; i < test_.situation.agent_count(); ++i) simulation.observe_lightly(i, {});
    tracks_.resize(test_.situation.agent_count());
    const uint64_t frames = frames_of(test_.situation.course.seconds);
    for (uint64_t frame = 0; frame < frames; ++frame) {
      if (is_stopped(stop) || !simulation.frame()) return;
      for (const SimulatedAgent& agent : simulation.agents()) note(agent);
    }
    for (const SimulatedAgent& agent : simulation.agents()) judge(agent);
  }

 private:
  // The moment at which the agent left an option for another one, or for none.
  struct Left {
    double seconds = 0;
    uint32_t option = 0;
  };
  struct Track {
    std::deque<Left> left;
    bool is_restless = false;
    double idle_since = 0;
    bool has_acted = false;
  };

  [[nodiscard]] const Agent& written(const SimulatedAgent& agent) const {
    return model_.agents[agent.place().situation().agent].value;
  }
  [[nodiscard]] std::string who(const SimulatedAgent& agent) const {
    const std::string_view name = agent.place().situation().name;
    return name.empty() ? "the agent" : fmt::format("`{}`", name);
  }
  [[nodiscard]] const Named<Action>* action_of(const SimulatedAgent& agent, uint32_t option) const {
    const auto& actions = written(agent).actions;
    if (option >= actions.size() || actions[option].index >= model_.actions.size()) return nullptr;
    const Named<Action>& action = model_.actions[actions[option].index];
    return action.name.text == actions[option].text ? &action : nullptr;
  }

  void note(const SimulatedAgent& agent) {
    Track& track = tracks_[agent.place().index()];
    for (const SimulatedEvent& event : agent.events()) {
      if (event.kind == SimulatedEvent::Kind::option_left)
        track.left.push_back({agent.seconds(), event.index});
    }
    constexpr size_t kOften = 6;  // times in a second
    while (track.left.size() > kOften) track.left.pop_front();
    if (!track.is_restless && track.left.size() == kOften && is_to_and_fro(track.left)) {
      track.is_restless = true;
      report_restless(agent, track.left);
    }
    if (agent.option() == kNoOption) return;
    track.has_acted = true;
    track.idle_since = agent.seconds();
  }

  // True of two options that were left in turn, within a second.
  static bool is_to_and_fro(const std::deque<Left>& left) {
    if (left.back().seconds - left.front().seconds > 1) return false;
    for (size_t i = 2; i < left.size(); ++i) {
      if (left[i].option != left[i - 2].option) return false;
    }
    return left[0].option != left[1].option;
  }

  // True if the finding was reported, at this place or anywhere.
  [[nodiscard]] bool is_said(Code code, Span place) const {
    return std::ranges::any_of(diagnostics_.all(), [&](const Diagnostic& one) {
      return one.code == code && one.span.file == place.file && one.span.begin == place.begin;
    });
  }
  [[nodiscard]] bool is_said(Code code) const {
    return std::ranges::any_of(diagnostics_.all(), [&](const Diagnostic& one) { return one.code == code; });
  }

  // "observed in the run of the test `it bites`, from 2.4s to 3.1s"
  [[nodiscard]] std::string observed(double from, double until) const {
    return fmt::format("observed in the run of the test `{}`, from {:.2f}s to {:.2f}s", test_.name.text, from,
                       until);
  }

  void report_restless(const SimulatedAgent& agent, const std::deque<Left>& left) {
    const Named<Action>* const a = action_of(agent, left[0].option);
    const Named<Action>* const b = action_of(agent, left[1].option);
    if (a == nullptr || b == nullptr || a->name.span.file != main_file_ || is_said(Code::oscillation)) return;
    diagnostics_
        .report(
            Code::oscillation, a->name.span,
            fmt::format("{} goes to and fro between `{}` and `{}`", who(agent), a->name.text, b->name.text))
        .label(b->name.span, "and back")
        .note(observed(left.front().seconds, left.back().seconds))
        .help(
            "let what runs score more, or raise the inertia; of states, let the two conditions leave a gap");
  }

  void judge(const SimulatedAgent& agent) {
    const uint32_t index = agent.place().index();
    const Track& track = tracks_[index];
    if (!agent.place().is_alive()) return;
    constexpr double kLong = 5;                     // seconds
    if (written(agent).actions.size() < 2) return;  // a trap, or what does one thing once
    if (track.has_acted && agent.seconds() - track.idle_since >= kLong + longest_rest(agent))
      report_idle(agent, track.idle_since);
  }

  // The longest cooldown among the agent's actions, in seconds.
  [[nodiscard]] double longest_rest(const SimulatedAgent& agent) const {
    double longest = 0;
    for (const Reference& one : written(agent).actions) {
      if (one.index >= model_.actions.size()) continue;
      const Action& action = model_.actions[one.index].value;
      longest = std::max({longest, action.cooldown.value, action.cooldown_for_member.value});
    }
    return longest;
  }

  // True if the test expects that the agent does nothing or is in its state at the end, or if any test claims
  // that it stays in that state for ever.
  [[nodiscard]] bool is_meant(const SimulatedAgent& agent) const {
    const auto is_nothing = [](const Reference& pick) { return pick.text == "nothing"; };
    const TypedExpectation* const expect = test_.expected_of(agent.place().index());
    const bool ends_there = expect != nullptr && expect->state.given && expect->in_state == agent.state();
    if (ends_there || (expect != nullptr && (std::ranges::any_of(expect->picks, is_nothing) ||
                                             std::ranges::any_of(expect->always.value.picks, is_nothing))))
      return true;
    const uint32_t kind = agent.place().situation().agent;
    return std::ranges::any_of(tests_, [&](const TypedTest& test) {
      const TypedExpectation* const claimed = test.is_of_scene ? nullptr : test.expected_of(0);
      return claimed != nullptr && test.situation.agent == kind && claimed->always.given &&
             std::ranges::find(claimed->always.value.in_states, agent.state()) !=
                 claimed->always.value.in_states.end();
    });
  }

  void report_idle(const SimulatedAgent& agent, double since) {
    if (is_meant(agent)) return;
    const auto& [name, kind] = model_.agents[agent.place().situation().agent];
    const bool has_states = !kind.states.value.empty() && agent.state() < kind.states.value.size();
    const Name& place = has_states ? kind.states.value[agent.state()].name : name;
    if (place.span.file != main_file_ || is_said(Code::stands_still, place.span)) return;
    diagnostics_
        .report(Code::stands_still, place.span,
                has_states ? fmt::format("in the state `{}` {} stands still", place.text, who(agent))
                           : fmt::format("{} stands still", who(agent)))
        .caption("none of its actions may be chosen")
        .note(observed(since, agent.seconds()))
        .help("give it something to do at any time: an action without `when` and with a small `score`");
  }

  const Model& model_;
  const Asset& asset_;
  std::span<const TypedTest> tests_;
  const TypedTest& test_;
  uint32_t main_file_;
  Diagnostics& diagnostics_;
  std::vector<Track> tracks_;  // by agent of the situation
};

}  // namespace

void observe_runs(const Model& model, const Asset& asset, std::span<const TypedTest> tests,
                  uint32_t main_file, Diagnostics& diagnostics, const Stop* stop) {
  const auto frames = [](const TypedTest* test) {
    return frames_of(test->situation.course.seconds) * test->situation.agent_count();
  };
  std::vector<const TypedTest*> runs;
  for (const TypedTest& test : tests) {
    if (test.name.span.file == main_file && test.has_run && !test.is_proof()) runs.push_back(&test);
  }
  std::ranges::stable_sort(runs,
                           [&](const TypedTest* a, const TypedTest* b) { return frames(a) < frames(b); });
  uint64_t left = kFramesOfAgents;
  for (const TypedTest* test : runs) {
    if (frames(test) > left || is_stopped(stop)) return;
    left -= frames(test);
    ObservedRun(model, asset, tests, *test, main_file, diagnostics).play(stop);
  }
}

}  // namespace ishi::compiler
