#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/scratch.h"
#include "simulate/simulated_agent.h"
#include "simulate/stage.h"

// The agents of a situation over time, without a game: tasks last as long as the contract declares and then
// do what it declares, or fail when the situation's course says so. A frame is 1/60 s.

namespace ishi::compiler {

inline constexpr uint64_t kFramesPerSecond = 60;

// A time as it is shown to people: in hundredths of a second.
[[nodiscard]] double shown_seconds(double seconds);

// The first frame whose time, or whose shown time, is `seconds` or later: a time that somebody copies from a
// timeline leads to the frame that showed it.
[[nodiscard]] uint64_t frame_at(double seconds);

// The frames of a run of so many seconds: at least one.
[[nodiscard]] uint64_t frames_of(double seconds);

// The time of a frame, since the world began.
[[nodiscard]] constexpr uint64_t microseconds_of(uint64_t frame) {
  return frame * 1'000'000 / kFramesPerSecond;
}

// An agent whose task has led it into a wall, at first.
struct WentThroughWall {
  uint32_t agent = 0;  // of the situation
  uint32_t task = 0;   // of the asset
  Vector3 at{};
  double seconds = 0;
};

class Simulation {
 public:
  // All must outlive this.
  Simulation(const Asset& asset, const Model& model, const Situation& situation);

  // Makes the world. The status is never an error for a situation of the asset's own model.
  [[nodiscard]] Status open(uint64_t seed);
  // Makes it for another run of a situation with other values, of as many entities and the same agents: the
  // situation that it was given has changed. The world is made once, where no agent looks for paths, so that
  // this takes a small part of open(). All that is about the run before is gone.
  [[nodiscard]] Status open_again(uint64_t seed);
  // In place of open(): goes on where a run of another version of the scene stands, which stays as it is.
  // Agents keep their state as in a reload; tasks that both versions have run on. Changes of the course up to
  // then are over, and what agents have noted is not taken along. Both situations have the same entities,
  // agents and walls. `reset` gets the names of the keys and other state that could not be kept, since their
  // types are others.
  [[nodiscard]] Status take_over(const Simulation& before, std::vector<std::string>& reset);
  // Lets an agent record, from now on, how its senses judge everybody: some work for each pair in each frame.
  void judge_senses(uint32_t agent) { agents_[agent].judges_senses_ = true; }
  // From now on an agent's thoughts say who else holds what its actions claim (Thought::held).
  void note_holders(uint32_t agent) { agents_[agent].notes_holders_ = true; }
  // The same, and where everybody was at each thought (SimulatedAgent::situation_of_thought): some work for
  // each entity in each thought.
  void note_situations(uint32_t agent) {
    agents_[agent].notes_holders_ = agents_[agent].notes_entities_ = true;
  }
  // From now on an agent notes neither its thoughts nor its memories, sounds and plans, which saves most of
  // the time of a run. It still notes events of options, tasks and steps, without their texts.
  void leave_unobserved(uint32_t agent) { agents_[agent].is_observed_ = false; }
  // From now on an agent notes what happens to it without any text, of its thoughts only what they choose,
  // and of its keys these alone, of the asset: SimulatedAgent::key() knows no others.
  void observe_lightly(uint32_t agent, std::vector<uint32_t> keys) {
    agents_[agent].is_light_ = true;
    agents_[agent].watched_keys_ = std::move(keys);
  }
  // Plays one frame. Its events are in the agents' `events`, in order.
  [[nodiscard]] Status frame();

  // The state of the simulation between two frames, to go back to.
  class Between;
  [[nodiscard]] Status keep(Between& between) const;
  // Goes back. Frames may follow; what agents have noted is what they had noted before.
  [[nodiscard]] Status go_back(const Between& between);
  // Goes back, and plays the next frame as far as its thoughts. The agent has other values of keys and levels
  // there: those in which `changed` differs from `as_it_was`, both of this agent alone, as
  // SimulatedAgent::situation_of_thought gives them. `is_so`: it thinks, and has these values when it does.
  // Nothing but this may follow.
  [[nodiscard]] Status think_again(const Between& between, uint32_t agent, const Situation& as_it_was,
                                   const Situation& changed, bool& is_so);

  // The same with all that agents have noted, so that frames that follow are noted as they were the first
  // time.
  class Kept;
  [[nodiscard]] Status keep(Kept& kept) const;
  [[nodiscard]] Status go_back(const Kept& kept);

  // Between two frames, of an agent that lives: sets a key that it reads, whoever shares that with it, or a
  // level that it carries. Entities are the situation's. What that changes is noted among the events of the
  // last frame.
  [[nodiscard]] Status set_key(uint32_t agent, SituationValue key);
  [[nodiscard]] Status set_level(uint32_t agent, SituationValue level);

  // The last frame's time.
  [[nodiscard]] double seconds() const { return static_cast<double>(frame_ - 1) / kFramesPerSecond; }
  // In the order of the situation. Their addresses stay.
  [[nodiscard]] const std::deque<SimulatedAgent>& agents() const { return agents_; }
  [[nodiscard]] const SimulatedAgent& agent(uint32_t index = 0) const { return agents_[index]; }
  [[nodiscard]] const Stage& stage() const { return stage_; }
  // Failures of the course that have not come about: no such task ran or was started after their time.
  [[nodiscard]] const std::vector<Course::Failure>& failures_left() const { return failures_; }
  // Agents that `moves_to` has led through a wall, for it leads straight; each agent and task at most once.
  [[nodiscard]] const std::vector<WentThroughWall>& through_walls() const { return through_walls_; }

 private:
  static constexpr uint64_t kNever = ~uint64_t{0};  // of a task that ends when it has come to its target
  struct RunningTask {
    ishi::Token token;
    uint32_t agent;  // of the situation
    uint32_t task;
    uint64_t ends_at;  // microseconds
    uint32_t depth;
    uint32_t target = kNone;                // the parameter to which it moves its agent; kNone: it does not
    float step = 0;                         // how far in a frame, in metres
    const std::byte* parameters = nullptr;  // live, until the task is over
    bool has_no_effect = false;             // it completes without
    Course::End end = Course::End::completed;
  };
  // Something that is added to a key in each frame.
  struct Flowing {
    SituationFlow flow;
    double value = 0;  // of the key, without roundings
  };

  Status begin(Status opened);
  void go_on_with(const RunningTask& task, const Simulation& before);
  void set_target(RunningTask& task) const;
  Status begin_frame();
  Status set_key_of(uint32_t agent, SituationValue key);
  Status flow();
  void change_flow(const SituationFlow& flow);
  Status change();
  Status fail_tasks();
  Status end_tasks();
  Status sense();
  Status think(uint32_t only);
  [[nodiscard]] static bool is_noted(const SimulatedAgent& agent, uint32_t only);
  Status act(uint32_t population);
  Status move();
  Status move_by_tasks();
  Status move_by(RunningTask& task);
  void look_for_wall(const RunningTask& task, const Vector3& at);
  Status start(const Start& start);
  [[nodiscard]] bool is_due(double seconds) const;
  bool take_failure(uint32_t task, bool completes);
  [[nodiscard]] Course::End end_of(uint32_t agent, uint32_t task) const;
  void note_changes();
  void note_posted(std::span<const Posted> posted);
  [[nodiscard]] Population& population_of(const RunningTask& task);
  [[nodiscard]] SimulatedAgent* find(Entity agent);
  template <class Visit>
  Status each_of(uint32_t population, Visit visit);

  const Asset& asset_;
  const Model& model_;
  const Situation& situation_;
  Stage stage_;
  Scratch scratch_;
  std::deque<SimulatedAgent> agents_;
  uint64_t frame_ = 0;
  size_t changed_ = 0;                     // how many changes of the course are over
  std::vector<Course::Failure> failures_;  // still to come; `task` is the asset's
  std::vector<Course::Ending> endings_;    // the course's; `task` is the asset's
  std::vector<Flowing> flowing_;
  std::vector<RunningTask> running_;
  std::vector<AgentMove> moves_;  // by agent
  std::vector<WentThroughWall> through_walls_;
  std::vector<std::byte> empty_world_;  // a snapshot, before anybody has come; empty: there is none
};

class Simulation::Between {
 private:
  friend class Simulation;
  std::vector<std::byte> world_;  // a snapshot
  uint64_t frame_ = 0;
  size_t changed_ = 0;
  std::vector<Course::Failure> failures_;
  std::vector<RunningTask> running_;
  std::vector<uint32_t> hidden_;
  SituationTaken taken_;
  std::vector<bool> open_doors_;
  std::vector<Flowing> flowing_;
};

class Simulation::Kept {
 public:
  // The bytes that it takes, without what agents have noted.
  [[nodiscard]] size_t bytes() const { return between_.world_.size(); }

 private:
  friend class Simulation;
  Between between_;
  std::vector<SimulatedAgent> agents_;
  std::vector<AgentMove> moves_;
  std::vector<WentThroughWall> through_walls_;
};

}  // namespace ishi::compiler
