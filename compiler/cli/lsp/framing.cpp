#include "cli/lsp/framing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

constexpr std::string_view kLength = "content-length";

// The length that headers say; nothing if none of them does.
std::optional<size_t> length_of(std::string_view headers) {
  std::optional<size_t> length;
  while (!headers.empty()) {
    const size_t end = std::min(headers.find('\n'), headers.size());
    std::string_view line = headers.substr(0, end);
    headers.remove_prefix(std::min(end + 1, headers.size()));
    const size_t colon = line.find(':');
    if (colon != kLength.size()) continue;
    const auto is_same = [](char a, char b) { return (a | 0x20) == b || a == b; };
    if (!std::equal(kLength.begin(), kLength.end(), line.begin(),
                    [&](char b, char a) { return is_same(a, b); }))
      continue;
    line.remove_prefix(colon + 1);
    while (line.starts_with(' ')) line.remove_prefix(1);
    size_t value = 0;
    const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error == std::errc()) length = value;
  }
  return length;
}

// The last message of a client. A system may be unable to end a read that waits for another one.
bool is_exit(std::string_view message) {
  constexpr size_t kMost = 1000;
  if (message.size() > kMost || message.find("\"exit\"") == std::string_view::npos) return false;
  const auto json = nlohmann::json::parse(message, nullptr, false);
  if (!json.is_object()) return false;
  const auto method = json.find("method");
  return method != json.end() && *method == "exit" && !json.contains("id");
}

}  // namespace

std::optional<std::string> FrameReader::next() {
  while (!is_broken_) {
    size_t header_end = buffer_.find("\r\n\r\n", at_);
    size_t body = header_end + 4;
    if (header_end == std::string::npos) {
      is_broken_ = buffer_.size() - at_ > kMostHeader;
      return std::nullopt;
    }
    const auto length = length_of(std::string_view(buffer_).substr(at_, header_end + 2 - at_));
    if (!length) {
      at_ = body;
      continue;
    }
    is_broken_ = *length > kMostBytes;
    if (is_broken_ || buffer_.size() - body < *length) return std::nullopt;
    std::string message = buffer_.substr(body, *length);
    at_ = body + *length;
    if (at_ == buffer_.size() || at_ > (size_t{1} << 16)) {
      buffer_.erase(0, at_);
      at_ = 0;
    }
    return message;
  }
  return std::nullopt;
}

MessageQueue::MessageQueue(StandardInput& input) : input_(&input) {
  try {
    thread_ = std::thread([this] { read_all(); });
  } catch (const std::system_error&) {  // the system has no more
    reads_on_wait_ = true;
  }
}

MessageQueue::~MessageQueue() {
  if (input_ != nullptr) input_->stop();
  if (thread_.joinable()) thread_.join();
}

void MessageQueue::read_all() {
  while (read_some()) {
  }
  const std::scoped_lock lock(mutex_);
  has_ended_ = true;
  changed_.notify_one();
}

// Waits for bytes and takes the messages that they end. False if there are no more, or none behind `exit` is
// read.
bool MessageQueue::read_some() {
  std::array<char, 65536> buffer;
  const size_t count = input_->read(buffer);
  if (count == 0) return false;
  frames_.add({buffer.data(), count});
  while (auto message = frames_.next()) {
    const bool is_last = is_exit(*message);
    push(std::move(*message));
    if (is_last) return false;
  }
  return !frames_.is_broken();
}

void MessageQueue::push(std::string message) {
  const std::scoped_lock lock(mutex_);
  messages_.push_back(std::move(message));
  changed_.notify_one();
}

bool MessageQueue::wait() {
  if (reads_on_wait_) {
    while (!has_ended_ && !is_woken_ && messages_.empty()) has_ended_ = !read_some();
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return has_ended_ || is_woken_ || !messages_.empty(); });
  const bool is_over = has_ended_ && messages_.empty();
  is_woken_ = false;
  return !is_over;
}

void MessageQueue::wake() {
  const std::scoped_lock lock(mutex_);
  is_woken_ = true;
  changed_.notify_one();
}

// Where nobody else reads, what has come is read first.
std::optional<std::string> MessageQueue::take() {
  while (reads_on_wait_ && !has_ended_ && messages_.empty() && input_->has_bytes()) has_ended_ = !read_some();
  const std::scoped_lock lock(mutex_);
  if (messages_.empty()) return std::nullopt;
  std::string message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

bool MessageQueue::is_empty() {
  const std::scoped_lock lock(mutex_);
  return messages_.empty();
}

bool MessageQueue::is_over() {
  const std::scoped_lock lock(mutex_);
  return has_ended_ && messages_.empty();
}

bool MessageQueue::holds(const std::function<bool(const std::string&)>& is_it) {
  const std::scoped_lock lock(mutex_);
  return std::ranges::any_of(messages_, is_it);
}

std::string framed(std::string_view json) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", json.size(), json);
}

}  // namespace ishi::compiler::cli
