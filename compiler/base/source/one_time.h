#pragma once

#include <mutex>

namespace ishi::compiler {

// Work that whoever comes first does; others wait until it is done. If the work throws, the next one does it
// again. In place of std::call_once: an exception that passes through that one ends the process where there
// is no memory, since the C library then loads what it unwinds with.
class OneTime {
 public:
  template <typename Work>
  void run(Work&& work) {
    const std::scoped_lock lock(mutex_);
    if (is_done_) return;
    work();
    is_done_ = true;
  }

 private:
  std::mutex mutex_;
  bool is_done_ = false;
};

}  // namespace ishi::compiler
