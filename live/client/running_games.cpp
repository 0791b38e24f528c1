#include "client/running_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <tuple>

#include "src/meeting_place.h"

namespace ishi::live {

std::string folder_of_games() {
  std::array<char, 4096> path{};
  return write_folder_path(path) ? std::string(path.data()) : std::string();
}

tl::expected<std::vector<RunningGame>, std::string> running_games() {
  const std::string folder = folder_of_games();
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(folder, error)))
    return std::vector<RunningGame>();
  if (!is_own_folder(folder.c_str()))
    return tl::unexpected(fmt::format(
        "{} is a link, another user's, or open to others, so that its games are not trusted", folder));
  std::vector<RunningGame> games;
  std::filesystem::directory_iterator files(folder, error);
  for (; !error && files != std::filesystem::directory_iterator(); files.increment(error)) {
    const std::string file = files->path().filename().string();
    const size_t dash = file.rfind('-');
    if (dash == std::string::npos || !is_name(file.substr(0, dash).c_str())) continue;
    RunningGame game;
    game.name = file.substr(0, dash);
    const char* const end = file.data() + file.size();
    const auto [rest, fault] = std::from_chars(file.data() + dash + 1, end, game.process);
    if (fault != std::errc() || rest != end) continue;
    game.address.path = files->path().string();
    const int socket = connect_to(game.address.path.c_str());
    if (socket < 0) continue;
    close_socket(socket);
    games.push_back(std::move(game));
  }
  if (error) return tl::unexpected(fmt::format("{} cannot be read: {}", folder, error.message()));
  std::ranges::sort(games, {}, [](const RunningGame& one) { return std::tie(one.name, one.process); });
  return games;
}

}  // namespace ishi::live
