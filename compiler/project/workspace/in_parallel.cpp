#include "workspace/in_parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ishi::compiler {

void in_parallel(size_t count, const std::function<void(size_t)>& work) {
  constexpr size_t kMostThreads = 8;
  std::atomic<size_t> next = 0;
  std::mutex of_thrown;
  std::exception_ptr thrown;
  const auto run = [&] {
    try {
      for (size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {  // no memory
      next = count;
      const std::scoped_lock lock(of_thrown);
      thrown = std::current_exception();
    }
  };
  const size_t wanted =
      std::min<size_t>({count, std::max(1U, std::thread::hardware_concurrency()), kMostThreads});
  std::vector<std::thread> threads;
  threads.reserve(wanted);
  try {
    for (size_t i = 1; i < wanted; ++i) threads.emplace_back(run);
  } catch (const std::system_error&) {  // the system has no more
  }
  run();
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace ishi::compiler
