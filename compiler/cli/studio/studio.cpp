#include "cli/studio/studio.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "diagnostics/json.h"
#include "source/embedded_text.h"
#include "system/list_folder.h"

namespace ishi::compiler {
std::span<const EmbeddedText> embedded_studio();
}

namespace ishi::compiler::cli {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kTypes = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
}};

StudioAnswer refusal(int status, std::string_view why) {
  return {status,
          "application/json",
          nlohmann::json{{"error", why}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
          {}};
}

constexpr std::string_view kFiles = "/api/files/", kRecordings = "/api/recordings/", kGames = "/api/games/",
                           kTake = "/take";

// The number behind a prefix; nothing if something else stands there.
std::optional<size_t> id_in(std::string_view path, std::string_view prefix) {
  if (!path.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = path.substr(prefix.size());
  size_t id = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
  return error == std::errc() && end == digits.data() + digits.size() ? std::optional(id) : std::nullopt;
}

// An answer of a running game's.
StudioAnswer game_answer(const StudioGames::Answer<nlohmann::json>& answer) {
  if (!answer) return refusal(answer.error().status, answer.error().why);
  return {
      200, "application/json", answer->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), {}};
}

// A member that is a text; empty if there is none.
std::string text_of(const nlohmann::json& json, const char* name) {
  return json.is_object() && json.contains(name) && json[name].is_string() ? json[name].get<std::string>()
                                                                           : std::string();
}

}  // namespace

std::string_view studio_headers() {
  return "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src "
         "'self'; style-src "
         "'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action "
         "'none'; "
         "frame-ancestors 'none'\r\n"
         "X-Content-Type-Options: nosniff\r\n"
         "Cross-Origin-Resource-Policy: same-origin\r\n"
         "Cross-Origin-Opener-Policy: same-origin\r\n"
         "Referrer-Policy: no-referrer\r\n"
         "Cache-Control: no-store\r\n";
}

PageFiles read_page(const std::filesystem::path& folder) {
  PageFiles files;
  if (folder.empty()) {
    for (const EmbeddedText& file : embedded_studio()) files.emplace(file.name, file.text);
    return files;
  }
  std::error_code error;
  for (const std::filesystem::path& below : {folder, folder / "assets", folder / "examples"}) {
    for (const std::filesystem::path& path : list_folder(below, error)) {
      std::ifstream file(path, std::ios::binary);
      if (std::filesystem::is_regular_file(path, error))
        files.emplace(path.filename().string(), std::string(std::istreambuf_iterator<char>(file), {}));
    }
  }
  return files;
}

StudioAnswer Studio::page(std::string_view path) const {
  // No two files of the page have the same name: it is enough.
  const std::string_view name =
      path == "/" ? std::string_view("index.html") : path.substr(path.rfind('/') + 1);
  const auto file = page_.find(name);
  const auto type = std::ranges::find_if(kTypes, [&](const auto& one) { return name.ends_with(one.first); });
  if (file == page_.end() || type == kTypes.end()) return refusal(404, "there is no such file");
  return {200, std::string(type->second), file->second, {}};
}

StudioAnswer Studio::session(std::string_view body) const {
  const nlohmann::json said = nlohmann::json::parse(body, nullptr, false);
  if (!guard_.knows_token(text_of(said, "token"))) return refusal(403, "the address is not of this session");
  return {200, "application/json", "{}", guard_.cookie()};
}

StudioAnswer Studio::list() {
  nlohmann::json files = nlohmann::json::array();
  for (const StudioFiles::File& file : files_.list())
    files.push_back({{"id", file.id}, {"path", file.path}, {"hash", file.hash}});
  return {200, "application/json", files.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), {}};
}

StudioAnswer Studio::list_recordings() {
  nlohmann::json recordings = nlohmann::json::array();
  for (const StudioRecordings::Recording& one : recordings_.list())
    recordings.push_back({{"id", one.id}, {"path", one.path}, {"bytes", one.bytes}, {"named", one.is_named}});
  return {
      200, "application/json", recordings.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), {}};
}

StudioAnswer Studio::ask_game(const RequestHead& head, std::string_view body) {
  if (head.path == "/api/games" && head.method == "GET") return game_answer(games_.list());
  if (head.method != "POST") return refusal(404, "there is no such question");
  const nlohmann::json said = nlohmann::json::parse(body, nullptr, false);
  if (head.path == "/api/games") return game_answer(games_.join(text_of(said, "name")));
  const bool takes = head.path.ends_with(kTake);
  const auto id = id_in(takes ? head.path.substr(0, head.path.size() - kTake.size()) : head.path, kGames);
  if (!id) return refusal(404, "there is no such question");
  if (!takes) return game_answer(games_.ask(*id, said));
  const bool has_from = said.is_object() && said.contains("from") && said["from"].is_number_unsigned();
  auto taken = games_.take(*id, has_from ? said["from"].get<uint64_t>() : 0);
  if (!taken) return refusal(taken.error().status, taken.error().why);
  return {200, "application/octet-stream", std::move(*taken), {}};
}

StudioAnswer Studio::ask(const RequestHead& head, std::string_view body) {
  if (head.path == "/api/games" || head.path.starts_with(kGames)) return ask_game(head, body);
  if (head.path == "/api/files" && head.method == "GET") return list();
  if (head.path == "/api/project" && head.method == "GET")
    return {200, "application/json", nlohmann::json{{"folder", folder_}}.dump(), {}};
  if (head.path == "/api/recordings" && head.method == "GET") return list_recordings();
  if (const auto id = id_in(head.path, kRecordings); id && head.method == "GET") {
    auto bytes = recordings_.read(*id);
    if (!bytes) return refusal(404, "there is no such recording");
    return {200, "application/octet-stream", std::move(*bytes), {}};
  }
  const auto id = id_in(head.path, kFiles);
  if (!id) return refusal(404, "there is no such question");
  if (head.method == "GET") {
    const auto read = files_.read(*id);
    if (!read) return refusal(404, "there is no such file");
    return {200,
            "application/json",
            nlohmann::json{{"hash", read->hash}, {"text", read->text}}.dump(
                -1, ' ', false, nlohmann::json::error_handler_t::replace),
            {}};
  }
  const nlohmann::json said = nlohmann::json::parse(body, nullptr, false);
  if (!said.is_object() || !said.contains("text") || !said["text"].is_string())
    return refusal(400, "a text and the hash of the one that it is for are wanted");
  switch (files_.write(*id, text_of(said, "hash"), text_of(said, "text"))) {
    case StudioFiles::Written::done: break;
    case StudioFiles::Written::changed_meanwhile: return refusal(409, "the file has changed on the disk");
    case StudioFiles::Written::unknown: return refusal(404, "there is no such file, or it is not written");
    case StudioFiles::Written::failed: return refusal(500, "the file could not be written");
  }
  const auto now = files_.read(*id);
  return {200, "application/json", nlohmann::json{{"hash", now ? now->hash : ""}}.dump(), {}};
}

StudioAnswer Studio::answer(const RequestHead& head, std::string_view body) {
  switch (guard_.judge(head)) {
    case Guard::Verdict::page: return page(head.path);
    case Guard::Verdict::session: return session(body);
    case Guard::Verdict::session_ok: return ask(head, body);
    case Guard::Verdict::refused: break;
  }
  return refusal(403, "this is not answered");
}

}  // namespace ishi::compiler::cli
