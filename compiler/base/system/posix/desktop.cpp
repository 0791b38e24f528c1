#ifndef __wasi__  // which has neither processes nor signals

#include <unistd.h>

#include <csignal>

#include "system/process.h"

namespace ishi::compiler {

void open_address(const std::string& address) {
  const pid_t child = ::fork();
  if (child != 0) return;
  ::execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
  ::_exit(127);
}

struct EndRequest::State {
  sigset_t ends;
  sigset_t before;
};

EndRequest::EndRequest() : state_(std::make_unique<State>()) {
  sigemptyset(&state_->ends);
  sigaddset(&state_->ends, SIGINT);
  sigaddset(&state_->ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &state_->ends, &state_->before);
}

EndRequest::~EndRequest() { pthread_sigmask(SIG_SETMASK, &state_->before, nullptr); }

void EndRequest::wait() {
  int signal = 0;
  sigwait(&state_->ends, &signal);
}

}  // namespace ishi::compiler

#endif
