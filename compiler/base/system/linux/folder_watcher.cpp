#include <poll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <map>
#include <system_error>
#include <vector>

#include "system/folder_watcher.h"

namespace ishi::compiler {
namespace {

namespace fs = std::filesystem;

// Editors save in several steps, so changes are waited for until none comes for so long …
constexpr int kQuietMilliseconds = 8;
// … but no longer than this in all.
constexpr std::chrono::milliseconds kMostWait{60};
// The interval of looks at folders if the kernel watches no more of them.
constexpr int kLookMilliseconds = 500;

// A text that is being written is not looked at before it is closed.
constexpr uint32_t kEvents = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                             IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;

}  // namespace

struct FolderWatcher::State {
  int events = -1;
  int signals = -1;
  std::map<fs::path, int> watched;
  bool is_told_all = true;  // the kernel watches all that matters

  // Waits for events, or so many milliseconds; -1: for ever. Nothing told, changes, or the end.
  enum class Told { nothing, changes, end };
  [[nodiscard]] Told wait(int milliseconds) const {
    std::array<pollfd, 2> waits = {pollfd{signals, POLLIN, 0}, pollfd{events, POLLIN, 0}};
    if (poll(waits.data(), waits.size(), milliseconds) <= 0) return Told::nothing;
    if (waits[0].revents != 0) return Told::end;
    alignas(inotify_event) std::array<char, 16384> buffer;
    while (read(events, buffer.data(), buffer.size()) > 0) {
    }
    return Told::changes;
  }
};

FolderWatcher::FolderWatcher() : state_(std::make_unique<State>()) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  state_->signals = signalfd(-1, &ends, SFD_CLOEXEC);
  state_->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (state_->signals < 0 || state_->events < 0)
    throw std::system_error(errno, std::generic_category(), "cannot watch files");
}

FolderWatcher::~FolderWatcher() {
  if (state_->events >= 0) close(state_->events);
  if (state_->signals >= 0) close(state_->signals);
}

void FolderWatcher::set_folders(const std::set<fs::path>& folders) {
  std::set<fs::path> wanted;
  for (fs::path folder : folders) {
    std::error_code error;
    while (!fs::is_directory(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
    wanted.insert(folder);
  }
  // All are added again: a folder may have been deleted and made anew under its name.
  std::map<fs::path, int> watched;
  state_->is_told_all = true;
  for (const fs::path& folder : wanted) {
    const int watch = inotify_add_watch(state_->events, folder.c_str(), kEvents);
    if (watch >= 0)
      watched.emplace(folder, watch);
    else
      state_->is_told_all = false;
  }
  std::set<int> used;
  for (const auto& [folder, watch] : watched) used.insert(watch);
  for (const auto& [folder, watch] : state_->watched) {
    if (!used.contains(watch)) inotify_rm_watch(state_->events, watch);
  }
  state_->watched = std::move(watched);
}

bool FolderWatcher::wait() {
  using Told = State::Told;
  Told told = Told::nothing;
  while (told == Told::nothing) {
    told = state_->wait(state_->is_told_all ? -1 : kLookMilliseconds);
    if (told == Told::nothing && !state_->is_told_all) return true;
  }
  const auto latest = std::chrono::steady_clock::now() + kMostWait;
  while (told == Told::changes && std::chrono::steady_clock::now() < latest)
    told = state_->wait(kQuietMilliseconds);
  return told != Told::end;
}

}  // namespace ishi::compiler
