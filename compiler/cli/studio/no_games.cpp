#include "cli/studio/studio_games.h"
#include "diagnostics/json.h"

// In place of studio_games.cpp, where the system has no sockets of POSIX.

namespace ishi::compiler::cli {

struct StudioGames::State {};

StudioGames::StudioGames(std::filesystem::path /*root*/) {}
StudioGames::~StudioGames() = default;

StudioGames::Answer<nlohmann::json> StudioGames::list() { return nlohmann::json::array(); }
StudioGames::Answer<nlohmann::json> StudioGames::join(const std::string& /*name*/) {
  return tl::unexpected(Refusal{404, "this ishi cannot look into running games"});
}
StudioGames::Answer<std::string> StudioGames::take(size_t /*id*/, uint64_t /*from*/) {
  return tl::unexpected(Refusal{404, "no such game was joined"});
}
StudioGames::Answer<nlohmann::json> StudioGames::ask(size_t /*id*/, const nlohmann::json& /*wanted*/) {
  return tl::unexpected(Refusal{404, "no such game was joined"});
}

}  // namespace ishi::compiler::cli
