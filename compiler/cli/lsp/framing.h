#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "system/streams.h"

// The frames in which the language server protocol sends its messages: headers, an empty line, so many bytes.

namespace ishi::compiler::cli {

// Cuts a stream of bytes into messages. Headers that say no length are passed over, up to the next empty
// line.
class FrameReader {
 public:
  static constexpr size_t kMostBytes = size_t{256} << 20;  // of a message
  static constexpr size_t kMostHeader = 8192;              // of its headers

  void add(std::string_view bytes) { buffer_ += bytes; }
  // The next whole message, if there is one.
  [[nodiscard]] std::optional<std::string> next();
  // The stream cannot be read any further: a message is longer than any may be, or headers have no end.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  std::string buffer_;
  size_t at_ = 0;
  bool is_broken_ = false;
};

// Messages that have come and wait. They are read in a thread of its own, so that what has come already is
// known while one is worked on; where the system has no more threads, whoever waits reads.
class MessageQueue {
 public:
  // Begins to read. The input must outlive the queue.
  explicit MessageQueue(StandardInput& input);
  // Nothing is read: messages are given with push().
  MessageQueue() = default;
  // Stops the input, and waits for the thread.
  ~MessageQueue();
  MessageQueue(const MessageQueue&) = delete;
  MessageQueue& operator=(const MessageQueue&) = delete;

  // Waits until a message has come, or for wake(). False once the input has ended and no message is left.
  [[nodiscard]] bool wait();
  void push(std::string message);
  // Ends a wait, the next one if there is none. Any thread.
  void wake();
  // The next message if one has come.
  [[nodiscard]] std::optional<std::string> take();
  [[nodiscard]] bool is_empty();
  // True once the input has ended and no message is left.
  [[nodiscard]] bool is_over();
  // True if a message that has come and waits is such a one.
  [[nodiscard]] bool holds(const std::function<bool(const std::string&)>& is_it);

 private:
  void read_all();
  [[nodiscard]] bool read_some();

  StandardInput* input_ = nullptr;
  FrameReader frames_;
  bool reads_on_wait_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  bool has_ended_ = false;
  bool is_woken_ = false;
  std::thread thread_;
};

// A message in its frame.
[[nodiscard]] std::string framed(std::string_view json);

}  // namespace ishi::compiler::cli
