#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cli/live/live_session.h"

namespace ishi::compiler::cli {

// Gives a running game the behaviour that the sources of a folder or file become now.
class LiveReload {
 public:
  // Both outlive this.
  LiveReload(LiveSession& session, const LiveOptions& options) : session_(session), options_(options) {}

  // Compiles the sources of the assets that the game has, and gives it those that have become others. False
  // after a message on stderr: a source has errors, or the game refuses it.
  bool reload();
  // True if a file of the project has another time or size than when this was asked last.
  [[nodiscard]] bool has_changed();

 private:
  struct Stamp {
    std::filesystem::file_time_type written{};
    uintmax_t bytes = 0;
    bool operator==(const Stamp&) const = default;
  };

  LiveSession& session_;
  const LiveOptions& options_;
  std::map<std::string, Stamp> stamps_;
};

}  // namespace ishi::compiler::cli
