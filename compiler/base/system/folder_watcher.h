#pragma once

#include <filesystem>
#include <memory>
#include <set>

// Waits for changes in folders, and for the wish to end. On Linux the kernel tells it (inotify, signalfd), on
// Windows too (change notifications); elsewhere it looks at the times of files, some times a second.

namespace ishi::compiler {

class FolderWatcher {
 public:
  // From here on Ctrl-C and kind requests to end are told by `wait` and do nothing else, for this thread and
  // those that it starts.
  FolderWatcher();
  FolderWatcher(const FolderWatcher&) = delete;
  FolderWatcher& operator=(const FolderWatcher&) = delete;
  ~FolderWatcher();

  // The folders that matter, without those inside of them. Of one that does not exist, the nearest above it
  // that does.
  void set_folders(const std::set<std::filesystem::path>& folders);

  // Returns true soon after something has changed in one of them since the last call, or since they were set,
  // and no more changes come for a moment; false when it is time to end. What has changed is not told; and
  // it may have been nothing that matters.
  [[nodiscard]] bool wait();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ishi::compiler
