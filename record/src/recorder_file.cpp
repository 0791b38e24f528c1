#include <chrono>

#include "recorder_state.h"

// The file of a recording, which a thread of its own writes.

namespace ishi::record {
namespace {

constexpr std::chrono::milliseconds kPause{4};  // between two looks for new bytes: the frame wakes nobody

}  // namespace

Result Recorder::State::begin_file() {
  file = std::fopen(options.path, "wb");
  if (file == nullptr) return Result::cannot_write;
  std::setvbuf(file, nullptr, _IONBF, 0);  // whole spans are written at once
  writer = std::thread([this] { write_file(); });
  return Result::ok;
}

void Recorder::State::write_file() {
  while (true) {
    const bool is_last = is_closing.load(std::memory_order_acquire);
    bool is_empty = false;
    {
      const std::scoped_lock access(ring_access);
      const std::span<const std::byte> bytes = ring.next();
      is_empty = bytes.empty();
      if (!is_empty && !has_failed.load(std::memory_order_relaxed)) {
        if (std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size())
          written.fetch_add(bytes.size(), std::memory_order_relaxed);
        else
          has_failed.store(true, std::memory_order_release);
      }
      ring.taken(bytes.size());
    }
    if (!is_empty) continue;
    if (is_last) return;
    std::this_thread::sleep_for(kPause);
  }
}

void Recorder::State::end_file() {
  if (file == nullptr) return;
  is_closing.store(true, std::memory_order_release);
  writer.join();
  if (std::fclose(file) != 0) has_failed.store(true, std::memory_order_release);
  file = nullptr;
}

}  // namespace ishi::record
