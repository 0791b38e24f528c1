#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "cli/lsp/server.h"

// The language server for a page, where nothing is piped: bindings/npm/index.js calls these functions of the
// module. A page asks what an editor asks, in the
// same messages, so there is one list of questions. Each call returns when its work is done.

namespace {

using namespace ishi::compiler::cli;

struct Session {
  std::string message;              // that is being handed over
  std::string answer;               // that is being taken
  std::deque<std::string> answers;  // that wait
  MessageQueue queue;
  LanguageServer server{queue, [this](std::string_view json) {
                          answers.emplace_back(json);
                          return true;
                        }};
};

Session& session() {
  static Session only;
  return only;
}

}  // namespace

#define ISHI_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Of the linker.
extern "C" void __wasm_call_ctors();

// Comes first, once, in place of `_start`.
ISHI_EXPORT(ishi_open) void ishi_open() { __wasm_call_ctors(); }

// Where the caller writes the `size` bytes of a message, as JSON in UTF-8. Valid until ishi_receive().
ISHI_EXPORT(ishi_message) char* ishi_message(uint32_t size) {
  session().message.resize(size);
  return session().message.data();
}

// Hands the message over.
ISHI_EXPORT(ishi_receive) void ishi_receive() { session().queue.push(std::move(session().message)); }

// Answers one message that was handed over, or does a piece of what nobody asks for, such as diagnostics.
// False (0) if there was nothing to do.
ISHI_EXPORT(ishi_work) bool ishi_work() { return session().server.work(); }

// Takes the next answer: its size in bytes; 0 if there is none.
ISHI_EXPORT(ishi_take) uint32_t ishi_take() {
  Session& own = session();
  own.answer.clear();
  if (own.answers.empty()) return 0;
  own.answer = std::move(own.answers.front());
  own.answers.pop_front();
  return static_cast<uint32_t>(own.answer.size());
}

// The bytes of the answer that was taken, as JSON. Valid until the next call.
ISHI_EXPORT(ishi_answer) const char* ishi_answer() { return session().answer.data(); }
