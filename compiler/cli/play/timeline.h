#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/terminal.h"
#include "cli/play/topics.h"
#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/simulated_agent.h"

namespace ishi::compiler::cli {

// The lines that `play` prints of one agent.
class Timeline {
 public:
  struct Line {
    bool begins = false;  // it says something new; else it adds to the line before
    bool is_choice = false;
    std::string text;
    std::string_view whose = {};  // "world" or a team, of a key that agents share; empty: the agent's
    Topic topic = Topic::does;
    // The text without scores and without the values of a key that counts: two lines in which it is the same
    // tell the same thing again.
    std::string sense = {};
    // Of a key that counts: its name and what it changed from and to.
    std::string_view key = {};
    std::string from = {}, to = {};
  };

  // All must outlive this. `is_brief`: a choice is one line, as beside those of other agents.
  Timeline(const Model& model, const SimulatedAgent& agent, bool is_brief)
      : model_(model), agent_(agent), is_brief_(is_brief) {}

  [[nodiscard]] const SimulatedAgent& agent() const { return agent_; }
  // Changes of keys that change frame after frame become one line, before the next that says something else.
  void fold_keys() { folds_keys_ = true; }
  // Each direction in which the agent steers has a line; without this, only where it begins to steer, stops
  // and goes on.
  void show_headings() { shows_headings_ = true; }
  // The lines of the last frame, until the next call.
  [[nodiscard]] const std::vector<Line>& read_frame();
  // Call it after the last frame of the model, when the agent may be gone: the lines that wait.
  [[nodiscard]] const std::vector<Line>& finish();
  // The numbers of choices and tasks in the lines so far.
  [[nodiscard]] size_t choices() const { return choices_; }
  [[nodiscard]] size_t tasks() const { return tasks_; }

 private:
  [[nodiscard]] const Asset& asset() const { return agent_.place().asset(); }
  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] const Agent& kind() const { return model_.agents[agent_.place().situation().agent].value; }
  // A key that changes frame after frame.
  struct HeldKey {
    uint64_t last_frame = 0;
    uint32_t changes = 0;  // in as many frames
    bool is_held = false;  // changes of it wait
    std::string name, from, to;
  };
  [[nodiscard]] bool hold(const SimulatedEvent& event);
  void tell_held(uint64_t before);
  void line(std::string text, Topic topic, std::string sense = {});
  void add(std::string text);
  [[nodiscard]] std::string_view sharer_of(const SimulatedEvent& event) const;
  [[nodiscard]] bool is_told_by_another(std::string_view sharer) const;
  [[nodiscard]] std::string kept_back(uint32_t option, std::string_view before) const;
  [[nodiscard]] std::string sense_of_choice(uint32_t chosen, std::string_view whom) const;
  void note_choice_in_short(uint32_t chosen, std::string_view whom);
  void note_choice(uint32_t chosen, std::string_view whom);
  [[nodiscard]] std::string levels() const;
  void note_event(const SimulatedEvent& event);
  [[nodiscard]] bool is_same_course(const SimulatedEvent& event);
  static Color shade_of(const SimulatedEvent& event);
  [[nodiscard]] std::string node_name(const NodeInfo& node) const;
  [[nodiscard]] std::string_view verb_of(const NodeInfo& set) const;
  static std::string_view why_of(NodeCause cause, ishi::NodeKind kind);
  [[nodiscard]] std::string words_of_node(const SimulatedEvent& event) const;
  [[nodiscard]] std::string words_of(const SimulatedEvent& event);
  static std::string_view audience_text(uint32_t audience);
  [[nodiscard]] int32_t rank_of(uint32_t option) const;
  [[nodiscard]] std::string_view option_name(uint32_t option) const;
  [[nodiscard]] const Action& action_of(uint32_t option) const {
    return model_.actions[kind().actions[option].index].value;
  }

  const Model& model_;
  const SimulatedAgent& agent_;
  bool is_brief_;
  bool color_ = use_color(stdout);
  size_t choices_ = 0;
  size_t tasks_ = 0;
  std::vector<Line> lines_;
  bool folds_keys_ = false, is_told_ = false, shows_headings_ = false;
  uint32_t steering_ = kNone;  // whose direction was told last, while the agent goes on with it
  bool stands_ = false;        // what was told of it
  uint64_t frame_ = 1;
  std::map<uint32_t, HeldKey> held_;  // by key of the asset
};

}  // namespace ishi::compiler::cli
