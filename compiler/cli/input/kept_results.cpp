#include "cli/input/kept_results.h"
#include "system/paths.h"

#include <fmt/format.h>

#include <system_error>

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

ContentHash state_of(ContentHash main, const std::vector<std::string>& asked, const ProjectFiles& files) {
  HashedList parts;
  parts.add(main);
  for (const std::string& path : asked) {
    if (const auto fingerprint = files.fingerprint(path))
      parts.add(*fingerprint);
    else
      parts.add("cannot be read");
  }
  return parts.hash();
}

}  // namespace

Dependencies dependencies_of(const Input& input, const IdentifiedText& main,
                             const std::vector<std::string>& asked, const ProjectFiles& files) {
  const ContentHash fingerprint = fingerprint_of(input.path, main);
  return {asked, fingerprint, state_of(fingerprint, asked, files)};
}

bool holds(const Dependencies& dependencies, const Input& input, const ProjectFiles& files) {
  const auto main = files.fingerprint(input.path);
  return main && dependencies.state && *dependencies.state == state_of(*main, dependencies.asked, files);
}

void SeenFiles::see(const Input& input, const Dependencies& dependencies, const ProjectFiles& files) {
  const auto add = [&](const std::string& path, const std::optional<ContentHash>& fingerprint) {
    now_.insert_or_assign(input.root / path, Seen{input.viewpoint.shown(path), fingerprint});
  };
  for (const std::string& path : dependencies.asked) {
    if (!now_.contains(input.root / path)) add(path, files.fingerprint(path));
  }
  add(input.path, dependencies.main);
}

std::string SeenFiles::changes() {
  std::vector<std::string> changed;
  std::vector<std::string> others;  // that come along when an `include` changes
  for (const auto& [path, seen] : now_) {
    const auto old = before_.find(path);
    if (old == before_.end() || (!old->second.fingerprint && seen.fingerprint)) {
      others.push_back(seen.shown + " appeared");
    } else if (old->second.fingerprint && !seen.fingerprint) {
      others.push_back(seen.shown + " is gone");
    } else if (old->second.fingerprint != seen.fingerprint) {
      changed.push_back(seen.shown + " changed");
    }
  }
  for (const auto& [path, seen] : before_) {
    std::error_code error;
    if (!now_.contains(path) && !fs::exists(path, error)) others.push_back(seen.shown + " is gone");
  }
  before_ = std::exchange(now_, {});
  changed.insert(changed.end(), others.begin(), others.end());
  if (changed.size() <= 1) return changed.empty() ? "" : changed[0];
  return fmt::format("{} and {} more", changed[0], changed.size() - 1);
}

std::set<fs::path> SeenFiles::folders() const {
  std::set<fs::path> folders;
  for (const auto& [path, seen] : before_) {
    folders.insert(path.parent_path());
    std::error_code error;  // of a file that is reached by a link, the one where it lies, too
    const fs::path real = real_path(path, error);
    if (!error) folders.insert(real.parent_path());
  }
  return folders;
}

}  // namespace ishi::compiler::cli
