#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cache/record.h"
#include "source/content_hash.h"
#include "source/project_files.h"

// A folder that keeps what compilations gave, by the bytes that went into them; times of files play no part.
//
// A text is looked for by its own hash. What is found names the files that its compilation asked for, and
// holds if these are now what they were then: a compilation is a function of the texts, so it would ask for
// the same files again, in the same order, and give the same. The folder may be deleted at any time and be
// used by several processes at once: files in it are written beside and renamed, and none is believed whose
// size and hash are not right. What cannot be read or written is as if it were not there.

namespace ishi::compiler {

// The hash of what the files at `asked` are now. Nothing if one cannot be read.
[[nodiscard]] std::optional<ContentHash> inputs_hash(const std::vector<std::string>& asked,
                                                     const ProjectFiles& files);

class BuildCache {
 public:
  static constexpr uint64_t kMostBytes = uint64_t{512} << 20;

  // `folder` is made when something is kept. What processes that were killed have left there is deleted. When
  // the cache holds more than `most_bytes`, what was kept first goes first.
  explicit BuildCache(std::filesystem::path folder, uint64_t most_bytes = kMostBytes);

  // The record under a key. Any thread.
  [[nodiscard]] Record find(ContentHash key) const;

  // The blob of a variant. Nothing if it has none, or it is gone or damaged. Any thread.
  [[nodiscard]] std::optional<std::string> blob(const Variant& variant) const;

  // Keeps a variant with its blob, before what `record`, found under the key, had already. Any thread.
  void keep(ContentHash key, Record record, Variant variant, std::string_view blob);

  // Brings the folder down to three quarters of what it may hold if it has grown beyond that. Looks only
  // after about one of sixteen times that something has been kept.
  void trim();

  // Why something could not be kept, in a sentence for people; empty if all was.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  [[nodiscard]] std::filesystem::path path_of(std::string_view kind, ContentHash hash) const;
  void make_folder();
  // False, and the reason is noted, if a file could not be written.
  bool keep_file(const std::filesystem::path& path, std::string_view bytes);
  // Notes why something could not be kept, if it is the first time.
  void note(std::string failure);

  std::filesystem::path folder_;
  uint64_t most_bytes_;
  std::atomic<bool> is_to_trim_ = false;
  std::once_flag has_failed_;
  std::string failure_;
};

}  // namespace ishi::compiler
