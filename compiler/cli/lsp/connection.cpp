#include "cli/lsp/connection.h"

#include <fmt/format.h>

#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

// Bytes of a text that are no UTF-8 are shown as such.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

// Written around the text of the result, which may be large, in place of a copy in an object.
void Connection::answer(const Json& id, const Json& result) { answer_raw(id, text_of(result)); }
void Connection::answer_raw(const Json& id, std::string_view result) {
  send_text(fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", text_of(id), result));
}

void Connection::answer_failure(const Json& id, int code, const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

void Connection::notify(std::string_view method, const Json& params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void Connection::send(const Json& message) { send_text(text_of(message)); }

void Connection::send_text(const std::string& text) {
  if (!send_(text)) is_gone_ = true;
}

}  // namespace ishi::compiler::cli
