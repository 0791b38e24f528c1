#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/verbs.h"
#include "diagnostics/diagnostics.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "simulate/situation.h"
#include "simulate/thought.h"
#include "source/sources.h"
#include "syntax/read_tree.h"

namespace ishi::compiler::cli {

// What `why` and `play` are asked about: an agent of a file, compiled, in the situation that the command line
// describes.
class AskedSituation {
 public:
  explicit AskedSituation(const AskOptions& options) : options_(options) {}

  // An exit code. kGood: everything below is there. Otherwise what is wrong has been said, or is among the
  // diagnostics.
  int read();
  // The same for options that have changed since, of the file that has been read.
  int read_again();

  [[nodiscard]] const Diagnostics& diagnostics() const { return diagnostics_; }
  [[nodiscard]] Verdict verdict() const;
  [[nodiscard]] const Sources& sources() const { return sources_; }
  [[nodiscard]] const Model& model() const { return program_->model; }
  [[nodiscard]] const Units& units() const { return program_->units; }
  [[nodiscard]] const Asset& asset() const { return asset_; }
  [[nodiscard]] const Situation& situation() const { return situation_; }
  // What it was made of, as a test; and the test of the file that it begins with, null: none.
  [[nodiscard]] const Test& written() const { return test_; }
  [[nodiscard]] const Node* begun_with() const;
  [[nodiscard]] const Named<Agent>& agent() const { return model().agents[situation_.agent]; }
  // True if it is where the run of a test begins.
  [[nodiscard]] bool is_run() const { return is_run_; }
  // The agent's importance profile; empty if it has none.
  [[nodiscard]] std::string_view profile_name() const;
  [[nodiscard]] std::string_view profile_name_of(const SituationAgent& agent) const;
  // The agent of a scene that was asked for; kNone: none was.
  [[nodiscard]] uint32_t shown_agent() const { return shown_agent_; }
  // The decision at the moment that was asked for, and when it was made; null: none was asked for.
  struct Decided {
    Thought thought;
    double seconds = 0;
  };
  [[nodiscard]] const Decided* decided() const { return decided_ ? &*decided_ : nullptr; }

 private:
  bool read_options();
  bool take_test(const Model& model);
  bool take_proof(std::string_view name);
  bool take_run();
  bool take_scene(const Model& model);
  [[nodiscard]] bool has_options_of_one() const;
  bool find_shown_agent();
  bool go_to_moment();
  bool read_changes();
  bool read_set(const std::string& set);
  bool read_at(const std::string& at);
  bool read_fail(const std::string& fail);
  void read_field(std::string_view name, const Node& node);
  const Node* read_pair(std::string_view option, const std::string& written, std::string_view example);
  const Node* read_yaml(std::string_view option, const std::string& written, const std::string& key,
                        const std::string& yaml);

  const AskOptions& options_;
  Sources sources_;
  Diagnostics diagnostics_;
  std::unique_ptr<Program> program_;
  std::deque<Tree> trees_;
  Test test_;
  std::string_view test_name_;  // of the file's test that it begins with
  Situation situation_;
  Asset asset_;
  bool is_run_ = false;
  uint32_t shown_agent_ = kNone;
  std::optional<Decided> decided_;
};

}  // namespace ishi::compiler::cli
