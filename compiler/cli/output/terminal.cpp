#include "cli/output/terminal.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>

#include "diagnostics/terminal_text.h"
#include "system/terminal.h"

namespace ishi::compiler::cli {
namespace {

constexpr double kPatienceSeconds = 1.0;
constexpr double kRedrawSeconds = 0.1;

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

bool use_color(std::FILE* stream) {
  const char* plain = std::getenv("NO_COLOR");
  return (plain == nullptr || *plain == '\0') && obeys_escapes(stream);
}

std::string shown(std::string_view text) { return printable_line(text); }

void print_message(std::string_view text) { fmt::print(stderr, "ishi: {}\n", shown(text)); }

void print_more(std::string_view text) { fmt::print(stderr, "  {}\n", shown(text)); }

std::string paint(std::string_view text, Color color, bool use) {
  constexpr std::array<std::string_view, 7> kCodes = {"", "1", "2", "31", "32", "33", "36"};
  if (!use || color == Color::none) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", kCodes[static_cast<size_t>(color)], text);
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) return std::string(text);
  const bool is_printable = shown(text) == text;
  std::string result = is_printable ? "'" : "$'";
  for (const char c : text) {
    const bool needs_code = c < ' ' || c > '~' || c == '\'' || c == '\\';
    if (!is_printable && needs_code)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else if (c == '\'')
      result += "'\\''";
    else
      result += c;
  }
  return result + "'";
}

std::string wrapped(std::string_view text, size_t used, size_t indent) {
  constexpr size_t kColumns = 80;
  const auto columns = [](std::string_view word) {
    return static_cast<size_t>(
        std::ranges::count_if(word, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
  };
  std::string result;
  size_t column = used;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    const bool is_first = result.empty();
    if (!is_first && column + 1 + columns(word) > kColumns) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!is_first) {
      result += ' ';
      ++column;
    }
    result += word;
    column += columns(word);
  }
  return result;
}

std::string bar(double share, size_t cells) {
  constexpr std::array<std::string_view, 8> kParts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double clamped = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
  const auto eighths = static_cast<size_t>(std::lround(clamped * static_cast<double>(cells) * 8));
  std::string result;
  for (size_t i = 0; i < eighths / 8; ++i) result += "█";
  result += kParts[eighths % 8];
  for (size_t i = (eighths + 7) / 8; i < cells; ++i) result += ' ';
  return result;
}

std::string score_line(std::string_view name, size_t width, float score, float greatest, bool is_picked) {
  constexpr size_t kBarCells = 30;
  std::string line = fmt::format("{:<{}} {:>8.4f} {}", name, width, score, bar(score / greatest, kBarCells));
  if (is_picked) return line + " ◀";
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

Progress::Progress(std::string_view what, size_t total)
    : what_(what), total_(total), started_seconds_(now_seconds()), is_terminal_(obeys_escapes(stderr)) {}

Progress::~Progress() {
  if (is_shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::advance(double parts) {
  const std::scoped_lock lock(mutex_);
  done_ += parts;
  draw();
}

void Progress::draw() {
  const double now = now_seconds();
  if (!is_terminal_ || now - started_seconds_ < kPatienceSeconds || now - drawn_seconds_ < kRedrawSeconds)
    return;
  drawn_seconds_ = now;
  is_shown_ = true;
  constexpr double kHair = 1e-6;  // what sums of shares may lack
  const double share = total_ == 0 ? 1 : done_ / static_cast<double>(total_);
  fmt::print(stderr, "\r{} [{}] {}/{}", what_, bar(share, 30), static_cast<size_t>(done_ + kHair), total_);
  std::fflush(stderr);
}

}  // namespace ishi::compiler::cli
