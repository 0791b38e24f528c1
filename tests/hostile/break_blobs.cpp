// Breaks a blob in every way of one kind, loads what comes of it, and plays a hundred frames with whatever is
// accepted: a game without a story that calls nearly everything that the runtime has, and keeps an account of
// what starts and ends. What the runtime does wrong with it a sanitizer sees, or the account.

#include <charconv>
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "determinism/game.h"
#include "ishi/ishi.h"

namespace hostile {
namespace {

constexpr char kUsage[] =
    R"(usage: break_blobs cuts|bits|loads BLOB [PART/PARTS]

  cuts  cuts the blob behind each of its bytes but the last; every one must be refused, also where the size in front
        says as much, which nothing is missing of but padding
  bits  turns each of its bits, or those of one of so many parts, for instance 1/4; each is refused, or loads and plays
  loads as bits, but nothing plays

0: all is well; 1: something was accepted that must not be, or nothing at all was; 2: usage, a file that cannot be
read, or a promise of the runtime that is broken.
)";

constexpr uint32_t kFrames = 100;
constexpr uint32_t kWordBytes = 8;  // what the end of a blob is padded to
constexpr int kRefused = 1, kUsageError = 2;

struct Options {
  std::string_view breaks, blob;
  size_t part = 1, parts = 1;
};

bool read_part(std::string_view text, Options& options) {
  const char* const end = text.data() + text.size();
  const auto part = std::from_chars(text.data(), end, options.part);
  if (part.ec != std::errc() || part.ptr == end || *part.ptr != '/') return false;
  const auto parts = std::from_chars(part.ptr + 1, end, options.parts);
  return parts.ec == std::errc() && parts.ptr == end && options.part >= 1 && options.part <= options.parts;
}

std::optional<Options> read_options(std::span<char* const> words) {
  if (words.size() < 2 || words.size() > 3) return {};
  Options options{words[0], words[1]};
  if (options.breaks != "cuts" && options.breaks != "bits" && options.breaks != "loads") return {};
  if (words.size() == 3 && !read_part(words[2], options)) return {};
  return options;
}

std::vector<uint8_t> read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return {bytes.begin(), bytes.end()};
}

bool loads(std::span<const uint8_t> bytes) {
  ishi::Asset asset;
  return static_cast<bool>(ishi::Asset::load(bytes, asset));
}

// Each cut has memory of its own, so that a sanitizer sees what is read behind its end.
bool is_cut_refused(std::span<const uint8_t> blob, size_t size, bool says_so) {
  std::vector<uint8_t> cut(blob.begin(), blob.begin() + static_cast<ptrdiff_t>(size));
  const size_t said = size - sizeof(uint32_t);
  for (size_t i = 0; says_so && i < sizeof(uint32_t); ++i) cut[i] = static_cast<uint8_t>(said >> (8 * i));
  return !loads(cut);
}

int break_cuts(std::span<const uint8_t> blob) {
  uint64_t refused = 0, accepted = 0;
  const auto see = [&](size_t size, bool says_so) {
    if (is_cut_refused(blob, size, says_so)) {
      ++refused;
      return;
    }
    ++accepted;
    std::fprintf(stderr, "cut to %zu bytes it is accepted\n", size);
  };
  for (size_t size = 0; size < blob.size(); ++size) see(size, false);
  for (size_t size = sizeof(uint32_t); size + kWordBytes <= blob.size(); ++size) see(size, true);
  std::printf("%zu bytes, cut everywhere: %" PRIu64 " refused, %" PRIu64 " accepted\n", blob.size(), refused,
              accepted);
  return accepted == 0 ? 0 : kRefused;
}

// The tasks that were started, and ended.
uint64_t play(const ishi::Asset& asset) {
  constexpr determinism::Scenario kScenario{.name = "hostile", .agents = 3, .things = 2, .changes = 3};
  determinism::Game game(kScenario, asset, {});
  for (uint32_t frame = 0; frame < kFrames; ++frame) game.run_frame();
  game.finish();
  return game.started();
}

int break_bits(std::vector<uint8_t> blob, const Options& options) {
  const bool plays = options.breaks == "bits";
  const auto begin = std::chrono::steady_clock::now();
  uint64_t refused = 0, accepted = 0, started = 0;
  for (size_t bit = options.part - 1; bit < blob.size() * 8; bit += options.parts) {
    const auto turned = static_cast<uint8_t>(1u << (bit % 8));
    blob[bit / 8] ^= turned;
    ishi::Asset asset;
    if (ishi::Asset::load(blob, {.borrow = true}, asset)) {
      ++accepted;
      // One turned bit may make a blob one that holds nothing, which loads.
      if (plays && asset.count(ishi::Kind::agents) > 0) started += play(asset);
    } else {
      ++refused;
    }
    blob[bit / 8] ^= turned;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("%zu bytes, part %zu of %zu of their bits turned: %" PRIu64 " refused, %" PRIu64
              " accepted, with which %" PRIu64 " tasks started and ended; %.1f s\n",
              blob.size(), options.part, options.parts, refused, accepted, started, took.count());
  return accepted > 0 && refused > 0 && (started > 0 || !plays) ? 0 : kRefused;
}

int run(const Options& options) {
  const std::vector<uint8_t> blob = read_file(options.blob.data());
  if (!loads(blob)) {
    std::fprintf(stderr, "%s is not a blob\n", options.blob.data());
    return kUsageError;
  }
  return options.breaks == "cuts" ? break_cuts(blob) : break_bits(blob, options);
}

}  // namespace
}  // namespace hostile

int main(int count, char** words) {
  const auto options = hostile::read_options({words + 1, static_cast<size_t>(count - 1)});
  if (!options) {
    std::fputs(hostile::kUsage, stderr);
    return hostile::kUsageError;
  }
  return hostile::run(*options);
}
