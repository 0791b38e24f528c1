#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "cli/lsp/projects.h"
#include "cli/lsp/to_json.h"

// The requests about texts that are answered at once.

namespace ishi::compiler::cli {

// What the client has said of itself.
struct ClientCapabilities {
  PositionEncoding encoding = PositionEncoding::utf16;
  bool takes_snippets = false;
  bool watches_files = false;
  bool takes_edits = false;
  bool shows_progress = false;
  bool shows_pictures = false;     // in hovers, however large they are as text
  std::set<std::string> commands;  // of its own, for code lenses
};

// The texts that are asked about, and who asks.
struct TextsOfClient {
  OpenProjects& projects;
  const ClientCapabilities& client;
};

// The file that a message is about. Throws a Failure if there is none.
[[nodiscard]] ProjectFile file_of(const TextsOfClient& at, const Json& params);
[[nodiscard]] Positions positions_of(const TextsOfClient& at, const ProjectFile& file);
[[nodiscard]] Json hover_json(const TextsOfClient& at, const ProjectFile& file, const HoverText& hover);
// The file and the place in it that a request is about. Throws a Failure if it does not say that.
[[nodiscard]] std::pair<ProjectFile, uint32_t> place_asked(const TextsOfClient& at, const Json& params);

// Answers a request, or throws a Failure.
using TextRequest = Json (*)(const TextsOfClient& at, const Json& params);
// By method.
[[nodiscard]] const std::map<std::string_view, TextRequest>& text_requests();

}  // namespace ishi::compiler::cli
