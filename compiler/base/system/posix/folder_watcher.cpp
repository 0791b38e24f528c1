#include <algorithm>
#include <chrono>
#include <map>
#include <system_error>
#include <thread>

#include "system/folder_watcher.h"

// Looks at the times of files. Ctrl-C ends the program at once, as it would any other.

namespace ishi::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kLookEvery{50};

using Times = std::map<fs::path, fs::file_time_type>;

Times times_of(const std::set<fs::path>& folders) {
  Times times;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (fs::directory_iterator i(folder, error); !error && i != fs::directory_iterator();
         i.increment(error)) {
      std::error_code unreadable;
      times.emplace(i->path(), i->last_write_time(unreadable));
    }
  }
  return times;
}

}  // namespace

struct FolderWatcher::State {
  std::set<fs::path> folders;
  Times times;
};

FolderWatcher::FolderWatcher() : state_(std::make_unique<State>()) {}
FolderWatcher::~FolderWatcher() = default;

void FolderWatcher::set_folders(const std::set<fs::path>& folders) {
  if (folders == state_->folders) return;
  state_->folders = folders;
  state_->times = times_of(folders);
}

bool FolderWatcher::wait() {
  while (true) {
    std::this_thread::sleep_for(kLookEvery);
    Times times = times_of(state_->folders);
    if (std::exchange(state_->times, times) != times) return true;
  }
}

}  // namespace ishi::compiler
