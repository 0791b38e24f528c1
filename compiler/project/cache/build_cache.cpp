#include "cache/build_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "system/list_folder.h"
#include "system/paths.h"
#include "system/whole_file.h"

namespace ishi::compiler {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostRecordBytes = size_t{16} << 20;
constexpr std::string_view kRecords = "records";
constexpr std::string_view kBlobs = "blobs";

// A file of the cache, with what decides whether it is deleted when the cache is too large.
struct KeptFile {
  fs::path path;
  uint64_t bytes = 0;
  fs::file_time_type written;
};

std::vector<KeptFile> files_in(const fs::path& folder) {
  std::vector<KeptFile> files;
  std::error_code error;
  for (const fs::path& path : list_folder(folder, error)) {
    std::error_code gone;  // another process may delete it now
    KeptFile file{path, fs::file_size(path, gone), {}};
    if (!gone) file.written = fs::last_write_time(path, gone);
    if (!gone && fs::is_regular_file(path, gone)) files.push_back(std::move(file));
  }
  return files;
}

}  // namespace

std::optional<ContentHash> inputs_hash(const std::vector<std::string>& asked, const ProjectFiles& files) {
  HashedList parts;
  for (const std::string& path : asked) {
    const std::optional<ContentHash> fingerprint = files.fingerprint(path);
    if (!fingerprint) return std::nullopt;
    parts.add(*fingerprint);
  }
  return parts.hash();
}

BuildCache::BuildCache(fs::path folder, uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {
  remove_leftovers(folder_);  // where few files are: what is kept is written here, and moved below
}

fs::path BuildCache::path_of(std::string_view kind, ContentHash hash) const {
  return folder_ / kind / hash.hex();
}

Record BuildCache::find(ContentHash key) const {
  const std::optional<std::string> bytes = read_whole(path_of(kRecords, key), kMostRecordBytes);
  if (!bytes) return {};
  return decode(*bytes).value_or(Record());
}

std::optional<std::string> BuildCache::blob(const Variant& variant) const {
  if (variant.blob_bytes == 0) return std::nullopt;
  std::optional<std::string> bytes = read_whole(path_of(kBlobs, variant.blob), variant.blob_bytes);
  if (!bytes || bytes->size() != variant.blob_bytes || content_hash(*bytes) != variant.blob)
    return std::nullopt;
  return bytes;
}

void BuildCache::make_folder() {
  std::error_code error;
  if (fs::is_directory(folder_ / kRecords, error) && fs::is_directory(folder_ / kBlobs, error)) return;
  for (const std::string_view kind : {kRecords, kBlobs}) {
    fs::create_directories(folder_ / kind, error);
    if (error) return note(fmt::format("cannot make {}: {}", (folder_ / kind).string(), error_text(error)));
  }
  // For programs that make backups and archives, and for version control.
  (void)replace_whole(folder_ / "CACHEDIR.TAG",
                      "Signature: 8a477f597d28d172789f06886806bc55\n"
                      "# What `ishi build` has compiled already. It may be deleted at any time.\n");
  (void)replace_whole(folder_ / ".gitignore", "*\n");
}

bool BuildCache::keep_file(const fs::path& path, std::string_view bytes) {
  std::string failure = replace_whole(path, bytes, folder_);
  if (failure.empty()) return true;
  note(std::move(failure));
  return false;
}

void BuildCache::note(std::string failure) {
  std::call_once(has_failed_, [&] { failure_ = std::move(failure); });
}

void BuildCache::keep(ContentHash key, Record record, Variant variant, std::string_view blob) {
  make_folder();
  variant.blob_bytes = blob.size();
  variant.blob = content_hash(blob);
  // The blob first: a record that is found without it is one of a damaged cache.
  if (!blob.empty() && !keep_file(path_of(kBlobs, variant.blob), blob)) return;
  std::vector<Variant>& variants = record.variants;
  std::erase_if(variants, [&](const Variant& other) {
    return other.inputs == variant.inputs && other.asked == variant.asked;
  });
  variants.insert(variants.begin(), std::move(variant));
  variants.resize(std::min(variants.size(), Record::kMostVariants));
  if (!keep_file(path_of(kRecords, key), encode(record))) return;
  // Scanning the folder takes longer than compiling a file, so only a few writes, chosen at random, do it.
  constexpr uint64_t kOneOf = 16;
  if (key.low % kOneOf == 0) is_to_trim_ = true;
}

void BuildCache::trim() {
  if (!is_to_trim_.exchange(false)) return;
  std::vector<KeptFile> files = files_in(folder_ / kRecords);
  std::ranges::move(files_in(folder_ / kBlobs), std::back_inserter(files));
  uint64_t bytes = 0;
  for (const KeptFile& file : files) bytes += file.bytes;
  if (bytes <= most_bytes_) return;
  std::ranges::sort(files, {}, &KeptFile::written);
  for (const KeptFile& file : files) {
    if (bytes <= most_bytes_ / 4 * 3) break;
    std::error_code error;
    fs::remove(file.path, error);
    bytes -= file.bytes;
  }
}

}  // namespace ishi::compiler
