#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "meadow.h"

// A world comes to the same states on any number of threads, whatever the engine's WorkerThreadPool does: it
// runs elements late, or from the last to the first, or refuses them, or is missing. Calls and other worlds
// do not disturb a frame that waits for the pool.
//
// usage: godot_pool_test LIBRARY MEADOW.ishi GOLDEN.txt [minute]

namespace {

using namespace fake_godot;

int checks = 0, failures = 0;

void expect(bool holds, const std::string& what, const std::string& found = {}) {
  ++checks;
  if (holds) return;
  ++failures;
  std::printf("FAILED: %s%s%s\n", what.c_str(), found.empty() ? "" : ": ", found.c_str());
}

using States = std::map<int, std::string>;  // at checkpoints, by frame
using Blob = std::vector<uint8_t>;

// Enough sheep for several jobs in each frame.
constexpr int kFlock = 300;
// The number of frames of runs that are compared between numbers of threads, and of runs that are disturbed.
int longest = 900, disturbed = 150;
MeadowOptions flock(int threads) { return {.flock = kFlock, .threads = threads, .threads_from = 1}; }

// The states on one thread, with which all others are compared.
States play_alone(Host& host, const Blob& blob) {
  States states;
  Host::set_pool({});
  Meadow meadow(host, blob, flock(1));
  for (int frame = 1; frame <= longest; ++frame) {
    meadow.step();
    if (frame <= 30 || frame % 50 == 0) states[frame] = meadow.hash();
  }
  expect(Host::groups() == 0, "one thread takes no pool");
  return states;
}

// Plays the flock, and compares it at the checkpoints.
void play(Meadow& meadow, int frames, const States& states, const std::string& what) {
  for (int frame = 1; frame <= frames; ++frame) {
    meadow.step();
    const auto found = states.find(frame);
    if (found == states.end()) continue;
    const std::string hash = meadow.hash();
    expect(hash == found->second, what + ": the state of frame " + std::to_string(frame), hash);
  }
}

void compare_thread_counts(Host& host, const Blob& blob, const States& states) {
  for (const int threads : {2, 4}) {
    Host::set_pool({});
    Meadow meadow(host, blob, flock(threads));
    play(meadow, longest, states, std::to_string(threads) + " threads");
    expect(Host::groups() > longest, "several threads take the pool in each frame");
    // Each group has an element for every thread but the one that waits.
    expect(Host::elements() <= Host::groups() * (threads - 1), "no more threads than wanted");
  }
}

// The demo's flock comes to the states of golden.txt, on one thread, as it is too small for more.
void play_the_demo(Host& host, const Blob& blob, const States& golden) {
  Host::set_pool({});
  Meadow meadow(host, blob, {.threads = 4, .threads_from = 256});
  play(meadow, longest, golden, "the demo");
  expect(Host::groups() == 0, "a small flock stays on the calling thread");
}

void survive_pools(Host& host, const Blob& blob, const States& states) {
  int asked = 0;
  const struct {
    const char* what;
    ThreadPool pool;
    bool is_used;
  } rows[] = {
      {"a pool that runs the last element first", {.order = ThreadPool::Order::last_first}, true},
      {"a pool that runs elements as it is waited for", {.order = ThreadPool::Order::while_waiting}, true},
      {"a pool that refuses", {.refuses = [] { return true; }}, false},
      {"a pool that refuses at times", {.refuses = [&asked] { return ++asked % 3 == 0; }}, true},
      {"an engine without a pool", {.exists = false}, false},
  };
  for (const auto& row : rows) {
    Host::set_pool(row.pool);
    Meadow meadow(host, blob, flock(4));
    play(meadow, disturbed, states, row.what);
    expect((Host::groups() > 0) == row.is_used, std::string(row.what) + " is used");
  }
}

void refuse_calls_while_waiting(Host& host, const Blob& blob, const States& states) {
  Host::set_pool({});
  Meadow meadow(host, blob, flock(4));
  int asked = 0;
  bool is_inside = false;
  Host::set_pool({.meanwhile = [&] {
    if (is_inside || ++asked % 50 != 0) return;
    is_inside = true;
    const auto refuses = [&](const char* method, const std::vector<Any>& arguments) {
      (void)meadow.call(method, arguments);
      const std::string error = meadow.call("get_error", {}).text;
      expect(error == "a frame is running", std::string(method) + " while a frame waits", error);
    };
    (void)meadow.call("close", {});  // does nothing
    refuses("run_frame", {16667, Any::floats({})});
    refuses("spawn", {1, Any::dictionary({})});
    refuses("remove", {1});
    refuses("set_key", {2, "wool", 0.5});
    refuses("reload", {1, Any::bytes(blob)});
    refuses("state_hash", {});
    // Another world begins, plays and is freed.
    auto other = std::make_unique<Meadow>(host, blob, flock(2));
    for (int frame = 0; frame < 3; ++frame) other->step();
    other.reset();
    is_inside = false;
  }});
  play(meadow, disturbed, states, "a world that is disturbed as it waits");
  expect(asked >= 50, "the frames have waited");
}

void free_worlds_meanwhile(Host& host, const Blob& blob, const States& states) {
  Host::set_pool({});
  Meadow meadow(host, blob, flock(4));
  auto other = std::make_unique<Meadow>(host, blob, flock(4));
  play(*other, 30, {}, "another world");
  int asked = 0;
  Host::set_pool({.meanwhile = [&] {
    if (++asked == 40) other.reset();
  }});
  play(meadow, disturbed, states, "a world beside one that is freed");
  expect(other == nullptr, "the other world was freed within a frame");
  // One is freed as soon as its frame is over, another is closed and opened again.
  for (int frames = 0; frames < 20; ++frames) {
    Meadow brief(host, blob, flock(4));
    play(brief, frames, {}, "a brief world");
    if (frames % 2 == 0) (void)brief.call("close", {});
  }
}

void keep_states_over_reloads(Host& host, const Blob& blob, const States& states) {
  std::string ends[2];
  for (const int threads : {1, 4}) {
    Host::set_pool({});
    Meadow meadow(host, blob, flock(threads));
    expect(meadow.call("keep_recording", {2.0}) == Any(true), "it is recorded");
    play(meadow, 300, states, "a world that is recorded");
    expect(meadow.call("reload", {1, Any::bytes(blob)}) == Any(true), "it is reloaded");
    for (int frame = 0; frame < 300; ++frame) meadow.step();
    ends[threads / 4] = meadow.hash();
  }
  expect(ends[0] == ends[1], "a reloaded world comes to the state of one thread", ends[1]);
}

void take_any_thread_count(Host& host, const Blob& blob, const States& states) {
  for (const int threads : {0, 3, 64, 100'000}) {
    Host::set_pool({});
    Meadow meadow(host, blob, flock(threads));
    play(meadow, threads > 3 ? 10 : disturbed, states, std::to_string(threads) + " threads");
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4 && count != 5) return 2;
  if (count == 5) longest = 3600, disturbed = 600;
  std::ifstream file(arguments[2], std::ios::binary);
  const Blob blob{std::istreambuf_iterator<char>(file), {}};
  States golden;
  std::ifstream list(arguments[3]);
  for (std::string line; std::getline(list, line);) {
    std::istringstream words(line);
    int frame = 0;
    std::string state;
    if (words >> frame >> state) golden[frame] = state;
  }
  expect(golden.size() == 6, "there are six states to compare with");
  const int64_t before = Host::values();
  {
    Host host(arguments[1]);
    play_the_demo(host, blob, golden);
    const States states = play_alone(host, blob);
    compare_thread_counts(host, blob, states);
    survive_pools(host, blob, states);
    refuse_calls_while_waiting(host, blob, states);
    free_worlds_meanwhile(host, blob, states);
    keep_states_over_reloads(host, blob, states);
    take_any_thread_count(host, blob, states);
  }
  expect(Host::values() == before, "every value of the engine is given back",
         std::to_string(Host::values() - before) + " are not");
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
