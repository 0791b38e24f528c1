#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/oracle/game_sets.h"
#include "compiler/oracle/moment.h"
#include "compiler/oracle/random_situation.h"
#include "ishi/asset_info.h"
#include "ishi/population.h"
#include "ishi/scratch.h"
#include "model/model.h"
#include "simulate/situation.h"
#include "simulate/thought.h"

namespace ishi::compiler::oracle {

// What the runtime says that a choice of the model has chosen, and what the second evaluator says.
struct Answer {
  uint32_t choice = 0;
  int member = kNobody;
  float score = 0;
  int expected_member = kNobody;
  Choosing expected;
};

// A level that the agent carries, as the runtime has it, and as the second evaluator does.
struct LevelReading {
  uint32_t motive = 0;  // a need, or a drive behind them
  float level = 0;
  Level expected;
};

// An agent that thinks now and again with the runtime that ships, and what the second evaluator knows of it.
class Trial {
 public:
  // All must outlive this.
  // `acts`: whether it does what it chooses, too; else what it does not choose anew goes on.
  Trial(const Asset& asset, const Model& model, const Situation& situation, bool acts)
      : acts_(acts),
        asset_(asset),
        model_(model),
        stage_(asset, model, situation),
        game_sets_(model, stage_),
        moment_(model, situation) {}

  [[nodiscard]] Status open();
  // Brings about what has changed, on both sides, and lets the agent think.
  [[nodiscard]] Status think(const Change& change);

  // True if it was the agent's turn, as after the end of an action, and its present action is not over.
  [[nodiscard]] bool thinks() const { return thinks_; }
  [[nodiscard]] bool is_thinking_right() const { return is_thinking_right_; }
  // As it was when the agent thought.
  [[nodiscard]] const Moment& moment() const { return moment_; }
  [[nodiscard]] const Thought& thought() const { return thought_; }
  // What an option of the agent is for one of.
  [[nodiscard]] const std::vector<Member>& members_for(uint32_t option) const;
  [[nodiscard]] bool is_for_facts(uint32_t option) const;
  [[nodiscard]] bool is_for_members(uint32_t option) const { return set_of(option) != kNone; }
  // What thoughts call one of these.
  [[nodiscard]] std::string name_of_member(uint32_t option, uint32_t member) const;
  // The same for somebody; empty if the option is for none, or they are none of these.
  [[nodiscard]] std::string name_of(uint32_t option, int entity) const;
  // Of the choices that the game asked for before the thought, then of all choices of the thought.
  [[nodiscard]] const std::vector<Answer>& answers() const { return answers_; }
  // True if the agent went over to another state before it thought; and whether it is in the one where the
  // language page would have it, as far as that can be told.
  [[nodiscard]] bool has_changed_state() const { return has_changed_state_; }
  [[nodiscard]] bool is_state_right() const { return is_state_right_; }
  // Of all levels that are carried: since the agent thought, or since it acted.
  [[nodiscard]] const std::vector<LevelReading>& levels() const { return levels_; }
  // True if levels stood still before the thought, so that its scores are as they were before it.
  [[nodiscard]] bool is_settled() const { return is_settled_; }
  // What was thought becomes what runs, and is done if the agent acts.
  [[nodiscard]] Status go_on();
  // True if what runs then is what the language page would have.
  [[nodiscard]] bool is_running_right() const { return is_running_right_; }

 private:
  Status change_world(const Change& change);
  Status post(const Change& change);
  Status change_memories(const Change& change);
  Status change_candidates(const Change& change);
  Status ask(const Change& change);
  void read_answers();
  [[nodiscard]] Answer answer_of(uint32_t choice, const Chosen& chosen) const;
  Status decide();
  Status act();
  [[nodiscard]] bool is_body_over() const;
  [[nodiscard]] bool has_lost_member() const;
  [[nodiscard]] bool is_bound_to_end() const;
  void expect_ending();
  void end_running();
  void read_levels();
  [[nodiscard]] uint32_t next_state(bool& is_certain) const;
  void enter(uint32_t state);
  [[nodiscard]] MemoryId id_of_memory(uint32_t memory) const;
  [[nodiscard]] ChoiceId id_of_choice(uint32_t choice) const;
  [[nodiscard]] uint32_t set_of(uint32_t option) const;
  [[nodiscard]] const StageAgent& agent() const { return stage_.agents()[0]; }

  bool acts_;
  const Asset& asset_;
  const Model& model_;
  Stage stage_;
  GameSets game_sets_;
  Moment moment_;
  Scratch scratch_;
  Thought thought_;
  std::vector<uint32_t> choices_;  // indices in the model of the agent's choices
  std::vector<Answer> answers_;
  uint64_t frame_ = 0;
  bool has_changed_state_ = false;
  bool thinks_ = true;
  bool is_thinking_right_ = true;
  bool has_ended_ = false;
  bool is_state_right_ = true;
  bool is_settled_ = true;
  bool is_running_right_ = true;
  std::vector<LevelReading> levels_;
};

}  // namespace ishi::compiler::oracle
