#include "cli/lsp/long_work.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "diagnostics/json.h"

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
  LongRequest& own = *request;
  own.stop = [this, &own] { return is_over_ || own.is_cancelled || own.is_outdated; };
  unfinished_.push_back(request);
  {
    const std::scoped_lock lock(mutex_);
    const auto begun = std::ranges::find_if(waiting_, [](const auto& one) { return one->is_begun; });
    waiting_.insert(begun, std::move(request));
    changed_.notify_one();
  }
  if (thread_.joinable() || !has_threads_) return;
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error&) {  // the system gives no more threads
    has_threads_ = false;
  }
}

bool LongWork::do_piece(bool only_first) {
  if (has_threads_ || waiting_.empty() || (only_first && waiting_.front()->is_begun)) return false;
  do_next();
  return true;
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

// Does a piece of the first waiting request, which no other thread takes meanwhile. If that does not finish
// it, it waits behind the others.
void LongWork::do_next() {
  std::shared_ptr<LongRequest> request;
  {
    const std::scoped_lock lock(mutex_);
    if (waiting_.empty()) return;  // the work is over
    request = std::move(waiting_.front());
    waiting_.pop_front();
  }
  do_some(*request);
  const bool is_done = request->finish || request->thrown || request->stop();
  {
    const std::scoped_lock lock(mutex_);
    (is_done ? done_ : waiting_).push_back(std::move(request));
  }
  if (is_done) has_news_();
}

void LongWork::do_some(LongRequest& request) {
  request.is_begun = true;
  try {
    if (!request.stop()) request.finish = request.work(request, request.stop);
  } catch (...) {  // the thread that answers throws it again
    request.thrown = std::current_exception();
  }
}

}  // namespace ishi::compiler::cli
