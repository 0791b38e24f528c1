#include "system/folder_watcher.h"

#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "system/windows/windows.h"

namespace ishi::compiler {
namespace {

namespace fs = std::filesystem;

// Editors save in several steps, so changes are waited for until none comes for so long …
constexpr DWORD kQuietMilliseconds = 8;
// … but no longer than this in all.
constexpr std::chrono::milliseconds kMostWait{60};
// The interval of looks at folders if the system watches no more of them.
constexpr DWORD kLookMilliseconds = 500;
// The system waits for so many things at once; one of them is the wish to end.
constexpr size_t kMostFolders = MAXIMUM_WAIT_OBJECTS - 1;

constexpr DWORD kEvents = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                          FILE_NOTIFY_CHANGE_LAST_WRITE | FILE_NOTIFY_CHANGE_SIZE |
                          FILE_NOTIFY_CHANGE_ATTRIBUTES;

// A folder, watched without those in it. The notification must be closed.
HANDLE watch(const fs::path& folder) {
  return ::FindFirstChangeNotificationW(folder.c_str(), FALSE, kEvents);
}

}  // namespace

struct FolderWatcher::State {
  std::map<fs::path, HANDLE> watched;
  bool is_told_all = true;  // the system watches all that matters
  bool has_changed = false;

  // Waits for changes, or so many milliseconds. Nothing told, changes, or the end.
  enum class Told { nothing, changes, end };
  [[nodiscard]] Told wait(DWORD milliseconds) const {
    std::vector<HANDLE> events = {windows::end_event()};
    for (const auto& [folder, notification] : watched) events.push_back(notification);
    const DWORD told =
        ::WaitForMultipleObjects(static_cast<DWORD>(events.size()), events.data(), FALSE, milliseconds);
    if (told == WAIT_OBJECT_0) return Told::end;
    if (told <= WAIT_OBJECT_0 || told >= WAIT_OBJECT_0 + events.size()) return Told::nothing;
    ::FindNextChangeNotification(events[told - WAIT_OBJECT_0]);
    return Told::changes;
  }

  // Ends watching; changes that nobody has been told of are told by the next wait().
  void forget(HANDLE notification) {
    if (::WaitForSingleObject(notification, 0) == WAIT_OBJECT_0) has_changed = true;
    ::FindCloseChangeNotification(notification);
  }
};

FolderWatcher::FolderWatcher() : state_(std::make_unique<State>()) {
  static_cast<void>(windows::end_event());
}

FolderWatcher::~FolderWatcher() {
  for (const auto& [folder, notification] : state_->watched) ::FindCloseChangeNotification(notification);
}

void FolderWatcher::set_folders(const std::set<fs::path>& folders) {
  std::set<fs::path> wanted;
  for (fs::path folder : folders) {
    std::error_code error;
    while (!fs::is_directory(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
    wanted.insert(folder);
  }
  // All are watched anew, which begins before the old watch ends: a folder may have been deleted and made
  // anew under its name.
  std::map<fs::path, HANDLE> watched;
  state_->is_told_all = true;
  for (const fs::path& folder : wanted) {
    const HANDLE notification = watched.size() < kMostFolders ? watch(folder) : INVALID_HANDLE_VALUE;
    if (notification == INVALID_HANDLE_VALUE)
      state_->is_told_all = false;
    else
      watched.emplace(folder, notification);
  }
  for (const auto& [folder, notification] : state_->watched) state_->forget(notification);
  state_->watched = std::move(watched);
}

bool FolderWatcher::wait() {
  using Told = State::Told;
  Told told = std::exchange(state_->has_changed, false) ? Told::changes : Told::nothing;
  while (told == Told::nothing) {
    told = state_->wait(state_->is_told_all ? INFINITE : kLookMilliseconds);
    if (told == Told::nothing) return true;
  }
  const auto latest = std::chrono::steady_clock::now() + kMostWait;
  while (told == Told::changes && std::chrono::steady_clock::now() < latest)
    told = state_->wait(kQuietMilliseconds);
  return told != Told::end;
}

}  // namespace ishi::compiler
