#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace ishi::compiler::cli {

// Is it a terminal that shows colours, and has nobody asked for plain text (NO_COLOR)?
[[nodiscard]] bool use_color(std::FILE* stream);

// A text made safe for one line of a terminal, whoever wrote it: an argument, a path, a name in a blob.
[[nodiscard]] std::string shown(std::string_view text);

// Says something on stderr: "ishi: …". The only way, with `say_more`, in which the tool's own messages get
// there.
void print_message(std::string_view text);
template <class... Arguments>
void complain(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  print_message(fmt::format(text, std::forward<Arguments>(arguments)...));
}

// More of the message before, on a line of its own.
void print_more(std::string_view text);
template <class... Arguments>
void say_more(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  print_more(fmt::format(text, std::forward<Arguments>(arguments)...));
}

// Text in a colour, or as it is.
enum class Color { none, bold, dim, red, green, yellow, cyan };
[[nodiscard]] std::string paint(std::string_view text, Color color, bool use);

// A word of a command line that can be pasted into a shell: quoted if it must be, and without characters
// that a terminal would obey.
[[nodiscard]] std::string shell_word(std::string_view text);

// A text broken at spaces so that no line is wider than a terminal of old, 80 columns, as far as its words
// allow; `used` columns of the first line are taken already, lines after it begin with `indent` spaces.
[[nodiscard]] std::string wrapped(std::string_view text, size_t used, size_t indent);

// A bar of `cells` characters of which `share` (0..1) is filled, in eighths of a character.
[[nodiscard]] std::string bar(double share, size_t cells);

// The line of an option among others: its name padded to `width`, its score, a bar for the score's share of
// `greatest`, and a mark if it is the one that was picked.
[[nodiscard]] std::string score_line(std::string_view name, size_t width, float score, float greatest,
                                     bool is_picked);

// A progress bar on stderr for work of many parts that takes longer than a second; silent where stderr
// is no terminal. Any thread may advance it.
class Progress {
 public:
  Progress(std::string_view what, size_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  // So many parts more are done, or so much of one.
  void advance(double parts = 1);

 private:
  void draw();

  std::string what_;
  size_t total_;
  double done_ = 0;
  double started_seconds_;
  double drawn_seconds_ = 0;
  bool is_terminal_;
  bool is_shown_ = false;
  std::mutex mutex_;
};

}  // namespace ishi::compiler::cli
