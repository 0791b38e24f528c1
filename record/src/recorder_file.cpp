#include "output_file.h"
#include "recorder_state.h"

// The file of a recording, which a thread of its own writes.

namespace ishi::record {

Result Recorder::State::begin_file() {
  if (const Result result = open_output(options.path, file); result != Result::ok) return result;
  std::setvbuf(file, nullptr, _IONBF, 0);  // whole spans are written at once
  // Whatever becomes of the game, the file says what it is.
  const recording::FileHeader header = this->header();
  if (std::fwrite(&header, sizeof header, 1, file) != 1) return Result::cannot_write;
  written.store(sizeof header, std::memory_order_relaxed);
  writer = std::thread([this] { write_file(); });
  return Result::ok;
}

// A game may die in its next frame: this one is to be in the file by then.
void Recorder::State::wake_writer() {
  if (file == nullptr) return;
  news.fetch_add(1, std::memory_order_release);
  news.notify_one();
}

void Recorder::State::write_file() {
  while (true) {
    const uint32_t known = news.load(std::memory_order_acquire);
    const bool is_last = is_closing.load(std::memory_order_acquire);
    if (write_waiting()) continue;
    if (is_last) return;
    news.wait(known, std::memory_order_acquire);
  }
}

// Whole records, since they are put in as such. False if there are none.
bool Recorder::State::write_waiting() {
  const std::scoped_lock access(ring_access);
  const uint64_t begin = ring.tail(), end = ring.head();
  if (begin == end) return false;
  if (!has_failed.load(std::memory_order_relaxed)) {
    uint64_t done = begin;
    ring.for_each_part(begin, end, [&](std::span<const std::byte> bytes) {
      const size_t count = std::fwrite(bytes.data(), 1, bytes.size(), file);
      done += count;
      return count == bytes.size();
    });
    written.fetch_add(done - begin, std::memory_order_relaxed);
    frames_in_file.fetch_add(ring.frames_between(begin, done), std::memory_order_relaxed);
    if (done != end) has_failed.store(true, std::memory_order_release);
  }
  ring.drop_to(end);
  return true;
}

void Recorder::State::end_file() {
  if (file == nullptr) return;
  is_closing.store(true, std::memory_order_release);
  wake_writer();
  if (writer.joinable()) writer.join();
  if (std::fclose(file) != 0) has_failed.store(true, std::memory_order_release);
  file = nullptr;
}

}  // namespace ishi::record
