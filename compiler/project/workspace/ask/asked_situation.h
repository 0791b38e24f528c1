#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "simulate/situation.h"
#include "simulate/thought.h"
#include "source/sources.h"
#include "syntax/read_tree.h"
#include "workspace/ask/situation_question.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

class MomentOfThought;

// The subject of a question: an agent of a file, compiled, in the situation that the question describes.
class AskedSituation {
 public:
  enum class Outcome : uint8_t { good, has_errors, is_refused };

  // `question` must outlive it. `shown`: the file as the person called it.
  AskedSituation(const SituationQuestion& question, std::string shown)
      : question_(question), shown_(std::move(shown)) {}

  // Good: everything below is there. Otherwise what is wrong is among the diagnostics, or is said in
  // `refusal()`.
  // `asset`: the file's, where it has been made already.
  Outcome read(std::shared_ptr<const CheckedFile> file, std::shared_ptr<const FileAsset> asset = nullptr);
  // Takes a situation of an agent of the file, in place of the one that the question describes. The
  // names in it must outlive this.
  Outcome read(std::shared_ptr<const CheckedFile> file, Situation situation);
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  // The same for a question that has changed since, of the file that has been read.
  Outcome read_again();

  // Says why nothing can be asked.
  void refuse_question(std::string why) { refusal_.push_back(std::move(why)); }

  // The fault of the question: a sentence, and more of it on lines of its own. Empty: none.
  [[nodiscard]] const std::vector<std::string>& refusal() const { return refusal_; }
  [[nodiscard]] const SituationQuestion& question() const { return question_; }
  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] const Program& program() const { return *file_->program; }
  [[nodiscard]] const Model& model() const { return program().model; }
  [[nodiscard]] const Units& units() const { return program().units; }
  [[nodiscard]] const Asset& asset() const { return asset_->asset; }
  [[nodiscard]] const Situation& situation() const { return situation_; }
  // Its source as a test, and the test of the file that it begins with, null: none.
  [[nodiscard]] const Test& written() const { return test_; }
  [[nodiscard]] const Node* begun_with() const;
  [[nodiscard]] const Named<Agent>& agent() const { return model().agents[situation_.agent]; }
  // True if it is where the run of a test begins.
  [[nodiscard]] bool is_run() const { return is_run_; }
  // The agent's importance profile; empty if it has none.
  [[nodiscard]] std::string_view profile_name() const;
  [[nodiscard]] std::string_view profile_name_of(const SituationAgent& agent) const;
  // The profile that counts in a state of the agent: that state's own, if it has one.
  [[nodiscard]] std::string_view profile_name_in(uint32_t state) const;
  // The agent of a scene that was asked for; kNone: none was.
  [[nodiscard]] uint32_t shown_agent() const { return shown_agent_; }
  // The decision at the moment that was asked for, and when it was made; null: none was asked for.
  struct Decided {
    Thought thought;
    double seconds = 0;
    uint64_t frame = 0;
    std::string time;                  // as it is shown: "3.50s"
    bool is_in_situation = true;       // false: no situation can be read that is the one of the decision
    std::vector<uint32_t> taken = {};  // tokens that others held; of one in no situation
  };
  // Takes a decision that was made elsewhere, in the situation that has been read if there is one. `thought`
  // is of another asset of the same agent, which this one takes the place of.
  void take_decided(Decided decided);
  [[nodiscard]] const Decided* decided() const { return decided_ ? &*decided_ : nullptr; }
  // Of a decision at a moment of a run: what the run begins with, and which of its agents decided. Null: of
  // none.
  [[nodiscard]] const Situation* course() const;
  // The same run as it was played, to think once more at that moment. Null: of none.
  [[nodiscard]] const std::shared_ptr<MomentOfThought>& moment() const { return moment_; }
  [[nodiscard]] uint32_t agent_of_moment() const { return shown_agent_ == kNone ? 0 : shown_agent_; }

 private:
  Outcome read_file();
  Outcome take_file();
  Outcome read_question();
  bool read_options();
  bool take_test(const Model& model);
  void refuse_unknown_test(const Model& model);
  bool take_proof(std::string_view name);
  bool take_run();
  bool take_scene(const Model& model);
  bool has_options_of_one();
  bool find_shown_agent();
  bool go_to_moment();
  bool read_changes();
  bool read_set(const std::string& set);
  bool read_world(const std::string& entity);
  bool read_memory(const std::string& memory);
  bool link_things(Map<Placement>& entities);
  bool read_at(const std::string& written);
  bool read_fail(const std::string& fail);
  void read_field(std::string_view name, const Node& node);
  const Node* read_pair(std::string_view option, std::string_view form, const std::string& written,
                        std::string_view example);
  const Node* read_yaml(std::string_view option, const std::string& written, const std::string& key,
                        const std::string& yaml);

  template <class... Arguments>
  void refuse(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    refusal_.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
  }
  template <class T>
  std::optional<uint32_t> find_named(const Map<T>& map, const std::string& name, std::string_view noun);
  std::optional<double> read_duration(std::string_view option, const std::string& text, bool is_moment);

  const SituationQuestion& question_;
  std::string shown_;
  std::shared_ptr<const CheckedFile> file_;
  std::shared_ptr<const FileAsset> asset_;
  Sources sources_;  // those of the file, and behind them what the question says
  Diagnostics diagnostics_;
  std::vector<std::string> refusal_;
  Outcome outcome_ = Outcome::is_refused;  // of the latest reading
  std::deque<Tree> trees_;
  Test test_;
  std::string_view test_name_;  // of the file's test that it begins with
  Situation situation_;
  bool is_run_ = false;
  uint32_t shown_agent_ = kNone;
  std::optional<Decided> decided_;
  std::shared_ptr<MomentOfThought> moment_;
};

}  // namespace ishi::compiler
