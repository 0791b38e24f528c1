#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/input/batch.h"
#include "cli/input/inputs.h"
#include "source/content_hash.h"
#include "source/project_files.h"

// A verb's results of its inputs, kept from one round of `--watch` to the next: an input is worked on
// again only if its text or one that it asked for has changed.

namespace ishi::compiler::cli {

// The texts that a result depends on.
struct Dependencies {
  std::vector<std::string> asked;    // the files asked for besides the input, relative to the root
  std::optional<ContentHash> main;   // of the input as it was read; it may have changed since
  std::optional<ContentHash> state;  // of the input and of those; nothing: the result does not hold
};

// Of a result that was made of `main`, and of what `files` noted.
[[nodiscard]] Dependencies dependencies_of(const Input& input, const IdentifiedText& main,
                                           const std::vector<std::string>& asked, const ProjectFiles& files);

// Does a result still hold?
[[nodiscard]] bool holds(const Dependencies& dependencies, const Input& input, const ProjectFiles& files);

// The files of all rounds so far, to tell what has changed since the one before.
class SeenFiles {
 public:
  void see(const Input& input, const Dependencies& dependencies, const ProjectFiles& files);
  // The changes since the last call in words, such as "guard.ishi.yaml changed"; empty if nothing has.
  [[nodiscard]] std::string changes();
  // The folders of all files that were seen in the latest round.
  [[nodiscard]] std::set<std::filesystem::path> folders() const;

 private:
  struct Seen {
    std::string shown;
    std::optional<ContentHash> fingerprint;  // nothing: it cannot be read
  };
  using Files = std::map<std::filesystem::path, Seen>;

  Files now_;
  Files before_;
};

// `Result` has a member `dependencies`.
template <class Result>
class KeptResults {
 public:
  // Are there to be several rounds? If not, nothing is read to tell what changes.
  explicit KeptResults(bool has_rounds) : has_rounds_(has_rounds) {}

  struct Entry {
    Input input;
    std::shared_ptr<Result> result;
    bool is_new = true;  // it was made in the latest round
  };

  // Calls `work(i)` for all i below `count`, in any order and by any threads.
  using Each = std::function<void(size_t count, const std::function<void(size_t)>& work)>;
  using Make = std::function<Result(const Input&, Project&)>;

  // Works on the inputs, as far as needed. Gives what has changed, in words; nothing if nothing has.
  std::string update(const std::vector<Input>& inputs, const Each& each, const Make& make) {
    std::map<std::filesystem::path, std::shared_ptr<Result>> known;
    for (Entry& entry : entries_) known.emplace(entry.input.root / entry.input.path, std::move(entry.result));
    projects_ = std::make_unique<Projects>(inputs);
    entries_.assign(inputs.size(), {});
    each(inputs.size(), [&](size_t i) {
      const Input& input = inputs[i];
      Project& project = projects_->of(input);
      Entry& entry = entries_[i];
      entry.input = input;
      const auto old = known.find(input.root / input.path);
      if (old != known.end() && holds(old->second->dependencies, input, project.files)) {
        entry.result = old->second;
        entry.is_new = false;
      } else {
        entry.result = std::make_shared<Result>(make(input, project));
      }
    });
    if (!has_rounds_) return {};
    for (const Entry& entry : entries_)
      seen_.see(entry.input, entry.result->dependencies, projects_->of(entry.input).files);
    return seen_.changes();
  }

  // In the order of the inputs.
  [[nodiscard]] std::vector<Entry>& entries() { return entries_; }
  // The files as the latest round saw them.
  [[nodiscard]] Projects& projects() { return *projects_; }
  [[nodiscard]] std::set<std::filesystem::path> folders() const { return seen_.folders(); }

 private:
  bool has_rounds_;
  std::vector<Entry> entries_;
  std::unique_ptr<Projects> projects_;
  SeenFiles seen_;
};

}  // namespace ishi::compiler::cli
