#include "cli/watch/watch.h"

#include <fmt/format.h>

#include <cstdio>
#include <system_error>
#include <utility>

#include "cli/output/terminal.h"
#include "system/folder_watcher.h"
#include "system/paths.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

// The folders whose contents decide which inputs there are.
void add_folders(const std::string& given, std::set<fs::path>& folders) {
  std::error_code error;
  const fs::path path = real_path_of_new(fs::absolute(given, error), error);
  folders.insert(path.parent_path());
  if (!fs::is_directory(path, error)) return;
  folders.insert(path);
  fs::recursive_directory_iterator i(path, error);
  for (; !error && i != fs::recursive_directory_iterator(); i.increment(error)) {
    std::error_code unreadable;
    if (!i->is_directory(unreadable) || i->is_symlink(unreadable)) continue;
    if (is_hidden(i->path()))
      i.disable_recursion_pending();
    else
      folders.insert(i->path());
  }
}

class Watch {
 public:
  Watch(const std::vector<std::string>& paths, const std::string& root, const Rounds& rounds)
      : paths_(paths), root_(root), rounds_(rounds) {}

  int run() {
    const auto inputs = find_inputs(paths_, root_, &said_);
    if (!inputs || !rounds_.takes(*inputs)) return kUsage;  // a slip in the command
    set_folders();
    rounds_.update(*inputs);
    int code = rounds_.report("");
    while (true) {
      // A second look finds files that were saved in a folder before it was watched.
      while (set_folders()) code = round().value_or(code);
      flush();
      if (!watcher_.wait()) return code;
      set_folders();
      code = round().value_or(code);
    }
  }

 private:
  // Nothing if nothing has changed.
  std::optional<int> round() {
    std::vector<std::string> there;
    std::string missing;
    for (const std::string& path : paths_) {
      std::error_code error;
      if (fs::exists(path, error))
        there.push_back(path);
      else
        missing = path;
    }
    if (missing != missing_ && !missing.empty()) complain("{} is gone; waiting for it", missing);
    const bool was_other = missing != std::exchange(missing_, missing);
    const auto inputs = find_inputs(there, root_, &said_);
    if (!inputs || !rounds_.takes(*inputs)) return kUsage;
    const std::string change = rounds_.update(*inputs);
    if (change.empty() && !was_other) return std::nullopt;
    if ((change.empty() && !missing.empty()) || there.empty()) return kUsage;
    const int code = rounds_.report(change);
    return missing.empty() ? code : kUsage;
  }

  // True if there are others than before. A folder may be made while they are looked for.
  bool set_folders() {
    const std::set<fs::path> before = folders_;
    constexpr int kMostLooks = 5;  // where folders come and go all the time
    bool is_stable = false;
    for (int look = 0; look < kMostLooks && !is_stable; ++look) {
      std::set<fs::path> folders = rounds_.folders();
      for (const std::string& path : paths_) add_folders(path, folders);
      watcher_.set_folders(folders);
      is_stable = std::exchange(folders_, folders) == folders;
    }
    return folders_ != before;
  }

  // The reader of the output waits for it.
  static void flush() {
    std::fflush(stdout);
    std::fflush(stderr);
  }

  FolderWatcher watcher_;
  const std::vector<std::string>& paths_;
  const std::string& root_;
  const Rounds& rounds_;
  std::string missing_;
  std::set<std::string> said_;  // files that were named as left out
  std::set<fs::path> folders_;
};

}  // namespace

int watch(const std::vector<std::string>& paths, const std::string& root, const Rounds& rounds) {
  return Watch(paths, root, rounds).run();
}

void print_headline(Format format, std::string_view change, std::string_view result) {
  if (change.empty() || (format != Format::human && format != Format::github)) return;
  fmt::print(stderr, "{}\n",
             paint(fmt::format("{}: {}", shown(change), result), Color::bold, use_color(stderr)));
}

}  // namespace ishi::compiler::cli
