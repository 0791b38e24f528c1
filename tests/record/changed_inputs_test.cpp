#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "bytes.h"
#include "call_codec.h"
#include "compiler/asset_of.h"
#include "determinism/game.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "trials.h"

// One bit of one input of a recorded game is another one: the replay says in which frame, and of which
// population. Games of all kinds of calls, those of tests/determinism.

namespace ishi::record::changed_inputs_test {
namespace {

using recording::Call;

// A frame as a list of calls, which own their tails.
struct Frame {
  recording::RecordHeader header;
  std::vector<RecordedCall> calls;
  std::vector<std::vector<std::byte>> tails;
};

struct Recorded {
  std::vector<std::byte> head;                  // up to the first frame
  std::vector<std::vector<std::byte>> records;  // of frames, with their headers
  std::vector<Frame> frames;
};

std::vector<std::byte> play(const determinism::Scenario& scenario, const Asset& asset, uint32_t frames) {
  determinism::Game game(scenario, asset, {});
  Recorder recorder;
  REQUIRE(Recorder::open(game.world(), {.hash_frames = 1}, recorder) == Result::ok);
  for (uint32_t i = 0; i < frames; ++i) game.run_frame();
  REQUIRE(recorder.finish() == Result::ok);
  std::vector<std::byte> bytes(size_t{1} << 24);
  bytes.resize(recorder.take(bytes));
  return bytes;
}

Recorded parse(const std::vector<std::byte>& bytes) {
  Recorded recorded;
  for (size_t at = sizeof(recording::FileHeader); at < bytes.size();) {
    recording::RecordHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data() + at, sizeof header);
    const size_t size = sizeof header + header.bytes();
    const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    if (header.kind() != recording::RecordKind::frame || header.detail() != 0) {
      if (recorded.frames.empty())
        recorded.head.assign(bytes.begin(), from + static_cast<std::ptrdiff_t>(size));
      at += size;
      continue;
    }
    Frame& frame = recorded.frames.emplace_back();
    frame.header = header;
    recorded.records.emplace_back(from, from + static_cast<std::ptrdiff_t>(size));
    CallReader reader(std::span(recorded.records.back()).subspan(sizeof header));
    while (!reader.is_at_end()) {
      REQUIRE(reader.read(frame.calls.emplace_back()));
      const auto tail = frame.calls.back().tail;
      frame.tails.emplace_back(tail.begin(), tail.end());
    }
    at += size;
  }
  return recorded;
}

std::vector<std::byte> written(const Frame& frame) {
  std::vector<std::byte> memory(1 << 20);
  CallWriter writer(memory);
  for (size_t i = 0; i < frame.calls.size(); ++i) {
    const RecordedCall& call = frame.calls[i];
    writer.write(call.call, call.detail, call.population, std::span(call.memory).first(call.value_bytes),
                 frame.tails[i]);
  }
  const auto& h = frame.header;
  const auto count = static_cast<uint32_t>(writer.size());
  recording::RecordHeader header(h.kind(), h.detail(), 0, count, h.frame(), 0);
  header = {h.kind(), h.detail(), 0, count, h.frame(), checksum_of(header, writer.bytes())};
  const auto as_bytes = std::as_bytes(std::span(&header, 1));
  std::vector<std::byte> record(as_bytes.begin(), as_bytes.end());
  record.insert(record.end(), writer.bytes().begin(), writer.bytes().end());
  return record;
}

// The recording up to a frame, which is another one.
std::vector<std::byte> up_to(const Recorded& recorded, size_t frame, const std::vector<std::byte>& other) {
  std::vector<std::byte> bytes = recorded.head;
  for (size_t i = 0; i < frame; ++i)
    bytes.insert(bytes.end(), recorded.records[i].begin(), recorded.records[i].end());
  bytes.insert(bytes.end(), other.begin(), other.end());
  return bytes;
}

// Of one kind of call: how many bits were changed, and how many of these were found; of what a population was
// given also where it was said to be another one's.
struct Counts {
  uint32_t changed = 0, found = 0, elsewhere = 0;
};

}  // namespace

TEST_CASE("one bit of any input that is another one is found in its frame and population") {
  constexpr determinism::Scenario kScenarios[] = {
      {.name = "deciding", .agents = 6, .things = 6, .changes = 8},
      {.name = "acting", .agents = 6, .things = 4, .changes = 8},
      {.name = "planning", .agents = 4, .things = 6, .changes = 8},
      {.name = "remembering", .agents = 6, .things = 5, .changes = 12},
      {.name = "chance", .agents = 6, .things = 4, .changes = 8},
      {.name = "sensing", .agents = 6, .things = 5, .changes = 12},
  };
  // Other ones with all trials.
  const uint32_t seed = makes_all_trials() ? std::random_device()() : 1;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::map<Call, Counts> counts;
  for (const determinism::Scenario& scenario : kScenarios) {
    std::ifstream file(std::string(ISHI_SOURCE_FOLDER "/tests/determinism/") + std::string(scenario.name) +
                       ".ishi.yaml");
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const Asset asset = compiler::asset_of(text);
    const Recorded recorded = parse(play(scenario, asset, 40));
    REQUIRE(recorded.frames.size() == 40);
    for (uint32_t trial = 0; trial < 2 * trials(600); ++trial) {
      const size_t at = 1 + random() % (recorded.frames.size() - 1);
      Frame frame = recorded.frames[at];
      REQUIRE(written(frame) == recorded.records[at]);
      const size_t index = random() % frame.calls.size();
      RecordedCall& call = frame.calls[index];
      std::vector<std::byte>& tail = frame.tails[index];
      const size_t bits = (call.value_bytes + tail.size()) * 8;
      if (bits == 0) continue;
      const size_t bit = random() % bits;
      if (bit / 8 < call.value_bytes)
        call.memory[bit / 8] ^= std::byte{1} << bit % 8;
      else
        tail[bit / 8 - call.value_bytes] ^= std::byte{1} << bit % 8;
      const std::vector<std::byte> bytes = up_to(recorded, at, written(frame));
      Replay replay;
      REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
      Counts& count = counts[call.call];
      ++count.changed;
      if (replay.run()) continue;
      ++count.found;
      INFO(scenario.name << ", frame " << at << ", " << EnumNameCall(call.call) << ", bit " << bit);
      // The state is compared after each frame: it was equal up to the one before.
      REQUIRE(replay.difference().last_equal_frame + 1 == frame.header.frame());
      count.elsewhere += replay.difference().population != call.population ? 1 : 0;
    }
  }
  // Every bit of clocks, decisions, hashes and removed entities counts.
  for (const Call call :
       {Call::begin_frame, Call::end_part, Call::hash, Call::despawn, Call::despawn_entity}) {
    INFO(EnumNameCall(call));
    CHECK(counts[call].found == counts[call].changed);
  }
  // Of others some mean nothing: bytes that are reserved, a quota that nobody comes to, a field of nobody's.
  for (const Call call : {Call::columns, Call::spawn, Call::spawn_entity, Call::reports, Call::post}) {
    INFO(EnumNameCall(call) << ": " << counts[call].found << " of " << counts[call].changed);
    CHECK((counts[call].found > 0 || counts[call].changed < 5));
    constexpr uint32_t kEnoughForAShare = 20;  // sanitizers try fewer
    if (counts[call].changed >= kEnoughForAShare) CHECK(counts[call].found * 3 >= counts[call].changed * 2);
  }
  CHECK(counts[Call::columns].changed >= trials(80));
  CHECK(counts[Call::columns].elsewhere * 5 <= counts[Call::columns].found);
  CHECK(counts.size() > 15);
}

}  // namespace ishi::record::changed_inputs_test
