#include "cli/studio/web_server.h"

#include <civetweb.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <thread>

namespace ishi::compiler::cli {
namespace {

std::string_view header(const mg_connection* connection, const char* name) {
  const char* const value = mg_get_header(connection, name);
  return value == nullptr ? std::string_view() : value;
}

std::string_view words_of(int status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    default: return "Internal Server Error";
  }
}

int send(mg_connection* connection, const StudioAnswer& answer) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n{}",
                  answer.status, words_of(answer.status), answer.type, answer.body.size(), studio_headers());
  if (!answer.cookie.empty()) head += fmt::format("Set-Cookie: {}\r\n", answer.cookie);
  head += "\r\n";
  mg_write(connection, head.data(), head.size());
  const bool wants_body = std::string_view(mg_get_request_info(connection)->request_method) != "HEAD";
  if (wants_body) mg_write(connection, answer.body.data(), answer.body.size());
  return 1;
}

// Called by the library for every request, before it looks at anything: it serves no files of its own.
int begin_request(mg_connection* connection) {
  const mg_request_info* const info = mg_get_request_info(connection);
  Studio& studio = *static_cast<Studio*>(info->user_data);
  const RequestHead head{.method = info->request_method,
                         .path = info->request_uri == nullptr ? std::string_view() : info->request_uri,
                         .host = header(connection, "Host"),
                         .origin = header(connection, "Origin"),
                         .fetch_site = header(connection, "Sec-Fetch-Site"),
                         .content_type = header(connection, "Content-Type"),
                         .cookie = header(connection, "Cookie")};
  if (!studio.admits(head)) return send(connection, {403, "text/plain", "this is not answered\n", {}});
  std::string body;
  if (head.method == "POST") {
    const long long length = info->content_length;
    if (length < 0 || static_cast<unsigned long long>(length) > Studio::kMostBytes)
      return send(connection, {413, "text/plain", "too much\n", {}});
    std::array<char, 4096> part;
    while (body.size() < static_cast<size_t>(length)) {
      const size_t wanted = std::min(part.size(), static_cast<size_t>(length) - body.size());
      const int got = mg_read(connection, part.data(), wanted);
      if (got <= 0) return send(connection, {400, "text/plain", "the message was cut\n", {}});
      body.append(part.data(), static_cast<size_t>(got));
    }
  }
  // The library's threads have stacks of 100 kB, which reading and writing files need more than.
  StudioAnswer answer;
  std::thread([&] { answer = studio.answer(head, body); }).join();
  return send(connection, answer);
}

int log_nothing(const mg_connection*, const char*) { return 1; }

class CivetServerOfStudio final : public WebServer {
 public:
  explicit CivetServerOfStudio(mg_context* context) : context_(context) {}
  CivetServerOfStudio(const CivetServerOfStudio&) = delete;
  CivetServerOfStudio& operator=(const CivetServerOfStudio&) = delete;
  ~CivetServerOfStudio() override { mg_stop(context_); }

 private:
  mg_context* context_;
};

}  // namespace

std::unique_ptr<WebServer> WebServer::start(Studio& studio, int port, std::string& why) {
  mg_callbacks callbacks{};
  callbacks.begin_request = begin_request;
  callbacks.log_message = log_nothing;
  mg_context* context = nullptr;
  std::array<char, 256> text{};
  // A machine without IPv6 has the first alone.
  for (const std::string& ports :
       {fmt::format("127.0.0.1:{0},[::1]:{0}", port), fmt::format("127.0.0.1:{}", port)}) {
    // No address of ours needs an escape, so that none is resolved.
    std::array<const char*, 9> options = {
        "listening_ports", ports.c_str(), "num_threads", "8",    "request_timeout_ms",
        "10000",           "decode_url",  "no",          nullptr};
    mg_init_data data{&callbacks, &studio, options.data()};
    text.fill('\0');
    unsigned code = 0;
    mg_error_data error{&code, text.data(), text.size()};
    context = mg_start2(&data, &error);
    if (context != nullptr) return std::make_unique<CivetServerOfStudio>(context);
  }
  why = text.data();
  return nullptr;
}

}  // namespace ishi::compiler::cli
