#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "cli/lsp/projects.h"
#include "source/stop.h"

// Requests that may take seconds: tests, proofs, decisions. They are worked on in pieces, in turns, so that a
// short one does not wait for a long one: in a thread of their own, so that an editor is answered meanwhile.
// Where the system has no threads, as in a page, the server does a piece while no message waits.

namespace ishi::compiler::cli {

// A request that was begun. What the two threads share is atomic, or handed over when it is done.
struct LongRequest {
  struct RawJson {  // written as text, where objects of so many values would take too long
    std::string text;
  };
  using Finish = std::function<std::variant<nlohmann::json, RawJson>()>;
  // A piece of the work, some milliseconds of it where that can be. Empty: there is more to do.
  using Work = std::function<Finish(LongRequest& request, const Stop& stop)>;

  std::string id;              // as JSON
  std::string progress_token;  // as JSON; empty: the client does not ask for it
  OpenProject* project = nullptr;
  std::vector<Dependency> made_of;  // the texts that the answer is of; none: it is of no texts
  // On the thread: does the work, and gives what makes the answer of it afterwards.
  Work work;
  Stop stop;  // nobody wants it any more; as long as the request lives

  std::atomic<bool> is_cancelled = false;  // by the client
  std::atomic<bool> is_outdated = false;   // one of the texts is another one now
  std::atomic<double> share = 0;           // that is done, 0 to 1

  bool is_begun = false;
  Finish finish;
  std::exception_ptr thrown;
  int told_percentage = 0;  // to the client
};

class LongWork {
 public:
  // `has_news`: called on the thread when a request is done or has got further.
  explicit LongWork(std::function<void()> has_news) : has_news_(std::move(has_news)) {}
  // Stops what is being worked on, and waits for it.
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  void begin(std::shared_ptr<LongRequest> request);
  // Where there are no threads: does a piece of the next request; `only_first`: of one that was not begun.
  // False if there is none.
  bool do_piece(bool only_first);
  // The next one that is done; null: none.
  [[nodiscard]] std::shared_ptr<LongRequest> take_done();
  // All that are not done, for one thread: the one that calls the rest of this.
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
