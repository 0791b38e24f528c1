#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/population.h"
#include "model/model.h"
#include "simulate/agent_move.h"
#include "simulate/stage.h"

// The result of one thought of a situation's agent, with the runtime that ships.

namespace ishi::compiler {

// The result of a thought for an option or choice that is for members of a set.
struct FactThought {
  uint32_t option = 0;             // of the agent; of a choice its place among those
  std::vector<float> scores;       // of each fact, without inertia; minus infinity if it is not eligible
  std::vector<std::string> names;  // of the entities, or "pickups 2"
  uint32_t best = kNone;           // the fact that it is for; kNone: none is eligible
  uint32_t running = kNone;        // the one for which it ran, or that was chosen, before
  std::vector<float> values;       // of the program, for the best fact
};

// The member that a choice has chosen.
struct ChoiceThought {
  ChoiceId id{};
  std::string member;  // as Stage::member_name; empty: nothing
  float score = 0;     // without inertia
};

// The result of a thought.
struct Thought {
  uint32_t picked = kNone;        // the option that runs afterwards, of the agent; kNone: nothing
  uint32_t running = kNone;       // the option that ran before
  bool is_locked = false;         // it could be replaced by an option of a higher rank alone
  std::vector<float> values;      // of every operation of the agent's program, before the thought
  std::vector<double> cooldowns;  // seconds until each option is ready again; none: all are
  std::vector<ChoiceThought> choices;
  std::vector<FactThought> facts;
  std::vector<bool> taken;      // by option: others hold a token that it claims
  std::vector<HeldToken> held;  // what other agents of a scene hold to the last; only of a run
  // By option: the other agent of a scene that holds the member that the option is for; only of a run.
  std::vector<std::string> member_held_by;
  std::vector<FactThought> judged;  // by choice, what each member came to; not of a run's thoughts
  Vector3 position{};               // where it is
  AgentMove move;                   // what follows, of an agent that steers; only what `think_once` thinks
  std::string picked_for;           // the name of the fact's entity; empty if it is for none
  AgentInfo agent;
  uint32_t agent_index = 0;   // in the asset
  uint32_t state = kNoState;  // in which it was thought

  // True if an option competes in that state.
  [[nodiscard]] bool competes(const Asset& asset, uint32_t option) const;
  // An option's score without inertia; minus infinity if it is not eligible.
  [[nodiscard]] float score(const Asset& asset, uint32_t option) const;
  // A claim of an option that others hold, and who they are; none if the option could have all of its claims.
  struct Held {
    std::string what, by;  // `by`: between backticks
  };
  [[nodiscard]] std::optional<Held> held_from(const Model& model, const Action& action,
                                              uint32_t option) const;
  // Null if the option is for no facts.
  [[nodiscard]] const FactThought* facts_of(uint32_t option) const;
  // The value of an operation of an option, of its best fact if it is for facts.
  [[nodiscard]] float value(uint32_t option, uint32_t operation) const;
  // The inertia that is added to the option's score because it runs.
  [[nodiscard]] float inertia(uint32_t option) const;
};

// Fills `choices` with the member that each choice of the agent has chosen.
void read_choices(const StageAgent& agent, Thought& thought);

// Scores the options that are for facts, as things stand: fills `facts`. `values` must hold what the program
// gives for the agent, and `agent` and `running` be known.
[[nodiscard]] Status judge_facts(const StageAgent& agent, Thought& thought);

// Fills `member_held_by`. To be called when all agents have thought.
void note_members_held(const StageAgent& agent, Thought& thought);

// Fills `judged` with the scores of all candidates of the agent's choices. Like judge_facts().
[[nodiscard]] Status judge_choices(const StageAgent& agent, Thought& thought);

// The same anew for a thought in which the agent went over to another state, and its values: as things stood
// when it chose there, but for what was drawn. `candidate`: whom what ran before was for.
[[nodiscard]] Status judge_again(const StageAgent& agent, Entity candidate, Thought& thought);

// An entity of the situation or an agent that a sense has noticed; kNone for one that is neither.
struct Noticed {
  uint32_t sense = 0;  // of the agent
  uint32_t entity = kNone;
};
struct Sensing {
  std::vector<Noticed> noticed;
  std::vector<JudgedEntity> judged;
};
// When the agent's thought has begun: what is answered is known then. `judged`: before it sensed.
[[nodiscard]] Sensing read_sensing(const StageAgent& agent, std::vector<JudgedEntity> judged);

// Lets the situation's first agent sense once, as it stands.
[[nodiscard]] Status sense_once(const Asset& asset, const Model& model, const Situation& situation,
                                Sensing& sensing);

// The part of a thought that is asked for. A decision alone takes far less where the situation is wide: no
// grid is made, on which agents look for paths, and `Thought::move` stays empty.
enum class ThoughtPart : uint8_t { decision, decision_and_move };

// Lets the situation's first agent think once, and if it can steer, begin what it chose and move once.
// `asset` holds it. The status is never an error for a situation of the asset's own model; if it is, `where`
// says which call failed.
[[nodiscard]] Status think_once(const Asset& asset, const Model& model, const Situation& situation,
                                Thought& thought, ThoughtPart part = ThoughtPart::decision_and_move);

// Decisions in any situations of one asset: the same as by `think_once`, bit for bit. The world is made once
// for all situations with the same agent and as many entities, which takes most of the time of a thought.
class RepeatedDecision {
 public:
  // `asset` and `model` must outlive this.
  RepeatedDecision(const Asset& asset, const Model& model) : asset_(asset), model_(model) {}
  RepeatedDecision(const RepeatedDecision&) = delete;
  RepeatedDecision& operator=(const RepeatedDecision&) = delete;

  // As think_once() with ThoughtPart::decision.
  [[nodiscard]] Status think(const Situation& situation, Thought& thought);

 private:
  [[nodiscard]] Status open(const Situation& situation);

  const Asset& asset_;
  const Model& model_;
  Situation situation_;  // the stage's
  std::optional<Stage> stage_;
  Scratch scratch_;
  std::vector<std::byte> snapshot_;  // of the world before anybody has come
};

// One situation, thought anew with other keys and levels: the same thoughts as by `think_once`, bit for bit,
// in a tenth of the time, since the world is made once and goes back to how it was.
class RepeatedThought {
 public:
  // `asset` and `model` must outlive this.
  RepeatedThought(const Asset& asset, const Model& model, Situation situation,
                  ThoughtPart part = ThoughtPart::decision_and_move)
      : situation_(std::move(situation)), part_(part), stage_(asset, model, situation_) {}
  RepeatedThought(const RepeatedThought&) = delete;
  RepeatedThought& operator=(const RepeatedThought&) = delete;

  // Thinks again in `changed`, which may differ from the situation only in keys and levels of the agent that
  // thinks.
  [[nodiscard]] Status think(const Situation& changed, Thought& thought);

 private:
  [[nodiscard]] Status open();

  Situation situation_;
  ThoughtPart part_;
  Stage stage_;
  Scratch scratch_;
  std::vector<std::byte> snapshot_;  // of the world as the situation begins; empty before the first thought
};

}  // namespace ishi::compiler
