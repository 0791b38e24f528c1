#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "cli/live/live_session.h"
#include "cli/play/timeline.h"
#include "cli/play/timeline_printer.h"
#include "recording/recorded_run.h"
#include "recording/recorded_sources.h"
#include "workspace/ask/play_json.h"

namespace ishi::compiler::cli {

// Prints the timeline of an agent of a running game as it happens, in the form of `ishi play`. Each call
// prints the frames that have arrived since the last one.
class LiveFollow {
 public:
  // All outlive this.
  LiveFollow(LiveSession& session, const LiveOptions& options, const Topics& topics, const RecordedName& who);

  // Prints what the agent did in the frames that are there. False once nothing more can be said: the agent is
  // no more, or its sources are not there.
  [[nodiscard]] bool go_on();
  // The last lines, and why there are no more.
  void end();

 private:
  // As long as the agent has one asset.
  struct Part {
    Part(const RecordedRun& run, const std::string& source)
        : timeline(run.model(), *run.agent(), false), source(source) {}
    Timeline timeline;
    std::string source;
  };
  struct FoundSource {
    RecordedSource source;
    std::vector<std::byte> blob;
  };

  [[nodiscard]] bool is_json() const { return options_.format == Format::json; }
  [[nodiscard]] const Model* find_model(const Asset& asset);
  void note();
  void tell_injections(size_t at);

  LiveSession& session_;
  const LiveOptions& options_;
  RecordedName who_;
  std::deque<FoundSource> sources_;
  RecordedRun run_;
  std::deque<Part> parts_;
  TimelinePrinter printer_;
  uint64_t next_ = 0;      // frame, counted over those that are forgotten, too
  uint64_t injected_ = 0;  // of the replay's, that were told
  uint64_t forgotten_ = 0;
  std::string end_;
  std::string last_time_;
};

}  // namespace ishi::compiler::cli
