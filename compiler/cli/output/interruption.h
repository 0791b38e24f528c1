#pragma once

namespace ishi::compiler::cli {

// As long as one of these lives, the first Ctrl-C does not end the program but asks it to end; a second one
// ends it as usual. One at a time, on the main thread.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  // True once somebody has pressed Ctrl-C. Any thread.
  [[nodiscard]] static bool is_asked();
  // Ends the program as Ctrl-C does, so that a script that runs it ends, too. Call it after all is printed,
  // when none of these lives.
  [[noreturn]] static void end();

 private:
  void (*before_)(int);
};

}  // namespace ishi::compiler::cli
