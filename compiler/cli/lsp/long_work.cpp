#include "cli/lsp/long_work.h"

#include <nlohmann/json.hpp>
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
  const std::scoped_lock lock(mutex_);
  waiting_.push_back(std::move(request));
  changed_.notify_one();
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
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
    std::shared_ptr<LongRequest> request;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
      if (is_over_) return;
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
}

}  // namespace ishi::compiler::cli
