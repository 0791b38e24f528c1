#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "workspace/ask/new_test.h"

namespace ishi::compiler::cli {

// A decision of a recorded game: its situation as a test, without what is expected of it.
struct RecordedMoment {
  std::string place;  // "game.ishirec, guard#17 at 12.50s"
  NewTest test;
  std::string picked;  // an action, or "nothing"
};

// A recording whose decisions are labels.
class RecordedMoments {
 public:
  // `root`: where its sources are; empty: as for other verbs.
  RecordedMoments(std::string recording, std::string root);
  ~RecordedMoments();

  // An exit code, after a message on stderr unless it is kGood.
  [[nodiscard]] int open();
  // The last decision of an agent ("guard#17") up to a time ("12.5s"). Nothing after messages on stderr.
  [[nodiscard]] std::optional<RecordedMoment> at(const std::string& time, const std::string& agent);
  // Up to `most` decisions of agents, or of one agent or kind of agents, spread over the recording. Those
  // that depend on what had happened before, which no test gives, are left out and counted in `skipped`.
  [[nodiscard]] std::vector<RecordedMoment> spread(size_t most, const std::string& agent, size_t& skipped);

 private:
  struct Opened;
  std::string recording_, root_;
  std::unique_ptr<Opened> opened_;
};

}  // namespace ishi::compiler::cli
