#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "recording/moment.h"
#include "recording/moment_situation.h"
#include "recording/recorded_sources.h"
#include "simulate/thought.h"
#include "workspace/ask/asked_situation.h"
#include "workspace/ask/new_test.h"

// One decision of a recorded game: what was compared, and its situation as a test.

namespace ishi::compiler {

struct RecordedDecision {
  Thought thought;
  uint64_t microseconds = 0;  // of the world's time
  uint64_t frame = 0;
  MomentSituation moment;         // its situation, as far as a test can give it
  std::vector<uint32_t> taken;    // tokens that others held
  std::string importance;         // the agent's profile; empty if it has none
  bool ran_for_departed = false;  // what ran was for somebody who is no more
};

// The agent's last decision up to a frame, by its place in `Replay::frames`: the replay plays it once more,
// and everything is read where its jobs read it. Nothing if the agent has not thought since the recording, or
// what follows lost frames, began.
[[nodiscard]] std::optional<RecordedDecision> read_decision(RecordingFile& file, const RecordedName& who,
                                                            const Model& model, size_t frame);

// A question about a decision of a recording.
class RecordedQuestion {
 public:
  // Reads the agent's last decision up to a frame, by its place in `Replay::frames`. False if it has not
  // thought by then.
  [[nodiscard]] bool read(std::shared_ptr<RecordingFile> file, RecordedName who, RecordedSource source,
                          size_t frame);

  [[nodiscard]] const RecordingFile& file() const { return *file_; }
  [[nodiscard]] const RecordedName& who() const { return who_; }
  [[nodiscard]] const RecordedSource& source() const { return source_; }
  [[nodiscard]] const RecordedDecision& decision() const { return *decision_; }
  // The situation as a test that expects what was decided.
  [[nodiscard]] const NewTest& test() const { return test_; }
  // The sources with that test, which are compiled when this is asked for the first time.
  [[nodiscard]] const std::shared_ptr<CheckedFile>& tested();
  // The reason why the situation cannot be made again outside of the game: a sentence; empty: it can.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }
  // The decision, in that situation if it can be made again.
  [[nodiscard]] AskedSituation& asked() { return *asked_; }

 private:
  void write_test();
  void ask();
  [[nodiscard]] std::string why_other(const Thought& again) const;

  std::shared_ptr<RecordingFile> file_;
  RecordedName who_;
  RecordedSource source_;
  std::optional<RecordedDecision> decision_;
  NewTest test_;
  std::shared_ptr<CheckedFile> tested_;
  SituationQuestion question_;
  std::unique_ptr<AskedSituation> asked_;
  std::string obstacle_;
};

// The answer of `why` about a decision that was recorded; or the runtime's refusal, in a sentence.
[[nodiscard]] tl::expected<nlohmann::ordered_json, std::string> recorded_why_json(RecordedQuestion& question);

// The moment of a question as a test: its text stands in `question.test()`, and passes if it `is_written`;
// otherwise the reason, in a sentence.
struct WrittenMoment {
  bool is_written = false;
  std::string obstacle;
};
[[nodiscard]] WrittenMoment written_moment(RecordedQuestion& question);

}  // namespace ishi::compiler
