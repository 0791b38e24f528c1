#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "cli/lsp/projects.h"
#include "diagnostics/json.h"
#include "source/stop.h"

// Requests that may take seconds: tests, proofs, decisions. A thread of its own works on them, so that the
// server answers an editor meanwhile; it does a piece of each in turn, so that a short request does not wait
// for a long one. Where the system has no threads, as in a page, the server does a piece whenever no message
// waits.

namespace ishi::compiler::cli {

// A request that was begun. What the two threads share is atomic, or handed over when it is done.
struct LongRequest {
  struct RawJson {  // JSON as text: objects of so many values would take too long to build
    std::string text;
  };
  using Finish = std::function<std::variant<nlohmann::json, RawJson>()>;
  // Does a piece of the work, some milliseconds long where it can be cut so. Empty: there is more to do.
  using Work = std::function<Finish(LongRequest& request, const Stop& stop)>;

  std::string id;              // as JSON
  std::string progress_token;  // as JSON; empty: the client does not ask for it
  OpenProject* project = nullptr;
  std::vector<Dependency> made_of;  // the texts that the answer depends on
  // Called on the thread: does the work, and returns a function that makes the answer from it.
  Work work;
  Stop stop;  // set when nobody wants the answer any more; lives as long as the request

  std::atomic<bool> is_cancelled = false;  // by the client
  std::atomic<bool> is_outdated = false;   // one of the texts has changed since
  std::atomic<double> share = 0;           // of the work that is done, 0 to 1

  bool is_begun = false;
  Finish finish;
  std::exception_ptr thrown;
  int told_percentage = 0;  // the last one that the client was told
};

class LongWork {
 public:
  // `has_news` is called on the thread when a request is done or has progressed.
  explicit LongWork(std::function<void()> has_news) : has_news_(std::move(has_news)) {}
  // Stops what is being worked on, and waits for it.
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  void begin(std::shared_ptr<LongRequest> request);
  // Where there are no threads: does a piece of the next request; `only_first`: of one that was not begun.
  // False if there is none.
  bool do_piece(bool only_first);
  // The next request that is done; null: none.
  [[nodiscard]] std::shared_ptr<LongRequest> take_done();
  // All requests that are not done. Only for the thread that calls the other functions.
  [[nodiscard]] const std::vector<std::shared_ptr<LongRequest>>& unfinished() const { return unfinished_; }

 private:
  void work();
  void do_next();
  static void do_some(LongRequest& request);

  std::function<void()> has_news_;
  std::vector<std::shared_ptr<LongRequest>> unfinished_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<LongRequest>> waiting_, done_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;  // begun with the first request
  bool has_threads_ = true;
};

}  // namespace ishi::compiler::cli
