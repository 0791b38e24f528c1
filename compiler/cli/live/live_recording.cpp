#include "cli/live/live_recording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <filesystem>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "client/live_game.h"

namespace ishi::compiler::cli {
namespace {

std::vector<live::RunningGame> games_called(const std::string& name) {
  std::vector<live::RunningGame> found;
  const auto games = live::running_games();
  if (!games) return found;
  for (const live::RunningGame& game : *games) {
    if (game.name == name || game.text() == name) found.push_back(game);
  }
  return found;
}

}  // namespace

bool is_running_game(const std::string& name) {
  std::error_code error;
  const bool may_be_name = !name.empty() && name.find('/') == std::string::npos;
  return may_be_name && !std::filesystem::exists(name, error) && !games_called(name).empty();
}

tl::expected<std::string, std::string> record_running_game(const std::string& name) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kFirst{5000}, kMore{1000}, kPiece{50};
  const std::vector<live::RunningGame> games = games_called(name);
  if (games.empty()) return tl::unexpected(fmt::format("no game called {} runs", name));
  if (games.size() > 1) {
    std::vector<std::string> names;
    for (const live::RunningGame& game : games) names.push_back(game.text());
    return tl::unexpected(
        fmt::format("{} games are called {}; say which: {}", games.size(), name, fmt::join(names, ", ")));
  }
  // A program that looked for the game may hold a viewer's place until the next frame.
  constexpr int kTries = 5;
  record::Replay replay;
  record::Replay::open_stream({}, replay);
  auto game = live::LiveGame::join(games[0].address, true, replay);
  for (int i = 1; i < kTries && !game; ++i) {
    std::this_thread::sleep_for(kPiece);
    game = live::LiveGame::join(games[0].address, true, replay);
  }
  if (!game) return tl::unexpected(fmt::format("{} cannot be joined: {}", name, game.error()));
  std::string bytes;
  (*game)->on_bytes = [&](std::span<const std::byte> more) {
    bytes.append(reinterpret_cast<const char*>(more.data()), more.size());
  };
  const auto begin = Clock::now();
  auto end = begin + kFirst;
  bool has_frames = false;
  while ((*game)->is_there() && Clock::now() < end) {
    static_cast<void>((*game)->take_in(kPiece));
    if (has_frames || replay.frames().empty()) continue;
    has_frames = true;
    end = Clock::now() + kMore;
  }
  if (!has_frames)
    return tl::unexpected(fmt::format("{} plays no frames: it may wait, or be held by another viewer", name));
  return bytes;
}

}  // namespace ishi::compiler::cli
