#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "cli/studio/guard.h"
#include "cli/studio/studio_files.h"
#include "cli/studio/studio_games.h"
#include "cli/studio/studio_recordings.h"
#include "source/content_hash.h"

namespace ishi::compiler::cli {

// An answer to a request.
struct StudioAnswer {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string cookie;  // that is set; empty: none
};

// The files of the page by their names: they lie in one folder of it, or in one below.
using PageFiles = std::map<std::string, std::string, std::less<>>;

// Those that were built into the tool, if `folder` is empty; else those that lie there. None where the page
// was not built.
[[nodiscard]] PageFiles read_page(const std::filesystem::path& folder);

// What the server of a project answers: the page, and behind it the project's sources and recordings. Any
// thread.
class Studio {
 public:
  // `recording`: that the person has named; empty: none.
  Studio(const PageFiles& page, const std::filesystem::path& root, std::string recording, int port,
         std::string token)
      : page_(page),
        folder_(content_hash(root.generic_string()).hex()),
        files_(root),
        recordings_(root, std::move(recording)),
        games_(root),
        guard_(port, std::move(token)) {}

  // Messages of a body may have so many bytes.
  static constexpr size_t kMostBytes = 16U << 20U;

  // Before the body is read: false if nothing of the request is looked at.
  [[nodiscard]] bool admits(const RequestHead& head) const {
    return guard_.judge(head) != Guard::Verdict::refused;
  }
  [[nodiscard]] StudioAnswer answer(const RequestHead& head, std::string_view body);

 private:
  [[nodiscard]] StudioAnswer page(std::string_view path) const;
  [[nodiscard]] StudioAnswer session(std::string_view body) const;
  [[nodiscard]] StudioAnswer list();
  [[nodiscard]] StudioAnswer list_recordings();
  [[nodiscard]] StudioAnswer ask_game(const RequestHead& head, std::string_view body);
  [[nodiscard]] StudioAnswer ask(const RequestHead& head, std::string_view body);

  const PageFiles& page_;
  std::string folder_;  // the hash of its path, by which a page knows its project again
  StudioFiles files_;
  StudioRecordings recordings_;
  StudioGames games_;
  Guard guard_;
};

// Headers of every answer: nothing of it may be read, framed or run by others.
[[nodiscard]] std::string_view studio_headers();

}  // namespace ishi::compiler::cli
