#pragma once

#include <optional>
#include <string>

namespace ishi::compiler::cli {

// The lines that somebody types, without waiting for them.
class TypedLines {
 public:
  // `reads`: false: there are none.
  explicit TypedLines(bool reads) : reads_(reads) {}
  // The next line, without its end; nothing if none is there.
  [[nodiscard]] std::optional<std::string> next();

 private:
  bool reads_;
  std::string text_;
};

}  // namespace ishi::compiler::cli
