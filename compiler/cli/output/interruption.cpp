#include "cli/output/interruption.h"

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace ishi::compiler::cli {
namespace {

std::atomic<bool> is_interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // so a handler may set it

extern "C" void note_interruption(int /*signal*/) {
  is_interrupted = true;
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace

Interruption::Interruption() : before_(std::signal(SIGINT, note_interruption)) {
  is_interrupted = false;
  // A tool that was started in the background goes on ignoring Ctrl-C.
  if (before_ == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

Interruption::~Interruption() { std::signal(SIGINT, before_ == SIG_ERR ? SIG_DFL : before_); }

bool Interruption::is_asked() { return is_interrupted; }

void Interruption::end() {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  std::exit(130);  // 128 and the signal's number, as shells have it
}

}  // namespace ishi::compiler::cli
