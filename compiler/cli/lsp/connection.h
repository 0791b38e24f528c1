#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "cli/lsp/to_json.h"

namespace ishi::compiler::cli {

// Sends messages to the client. For one thread.
class Connection {
 public:
  // Takes an answer. False: the client is gone.
  using Send = std::function<bool(std::string_view json)>;

  explicit Connection(Send send) : send_(std::move(send)) {}

  void answer(const Json& id, const Json& result);
  void answer_raw(const Json& id, std::string_view result);
  void answer_failure(const Json& id, int code, const std::string& message);
  void notify(std::string_view method, const Json& params);
  void send(const Json& message);
  // The id of a request of the server's own.
  [[nodiscard]] std::string next_id() { return "ishi-" + std::to_string(next_id_++); }
  [[nodiscard]] bool is_gone() const { return is_gone_; }

 private:
  void send_text(const std::string& text);

  Send send_;
  int next_id_ = 1;
  bool is_gone_ = false;
};

}  // namespace ishi::compiler::cli
