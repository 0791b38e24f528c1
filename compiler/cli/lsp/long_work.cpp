#include "cli/lsp/long_work.h"

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace ishi::compiler::cli {

LongWork::~LongWork() {
  is_over_ = true;
  {
    const std::scoped_lock lock(mutex_);
    waiting_.clear();
    changed_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void LongWork::begin(std::shared_ptr<LongRequest> request) {
  unfinished_.push_back(request);
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(request));
    changed_.notify_one();
  }
  if (thread_.joinable()) return;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error&) {  // the system has no more
    do_next();
  }
}

std::shared_ptr<LongRequest> LongWork::take_done() {
  const std::scoped_lock lock(mutex_);
  if (done_.empty()) return nullptr;
  std::shared_ptr<LongRequest> request = std::move(done_.front());
  done_.pop_front();
  std::erase(unfinished_, request);
  return request;
}

void LongWork::work() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
      if (is_over_) return;
    }
    do_next();
  }
}

// Works on the first request that waits, which nobody else takes.
void LongWork::do_next() {
  std::shared_ptr<LongRequest> request;
  {
    const std::scoped_lock lock(mutex_);
    if (waiting_.empty()) return;  // the work is over
    request = std::move(waiting_.front());
    waiting_.pop_front();
  }
  const Stop stop = [&] { return is_over_ || request->is_cancelled || request->is_outdated; };
  try {
    if (!stop()) request->finish = request->work(*request, stop);
  } catch (...) {  // thrown on where it is answered
    request->thrown = std::current_exception();
  }
  {
    const std::scoped_lock lock(mutex_);
    done_.push_back(std::move(request));
  }
  has_news_();
}

}  // namespace ishi::compiler::cli
