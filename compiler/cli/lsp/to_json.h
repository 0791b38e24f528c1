#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/lsp/projects.h"
#include "workspace/answers.h"
#include "workspace/text_positions.h"

// The workspace's answers in the words of the protocol.

namespace ishi::compiler::cli {

using Json = nlohmann::json;

// Turns bytes of the texts of a project into positions, each text cut into lines once.
class Positions {
 public:
  Positions(OpenProjects& projects, OpenProject& project, PositionEncoding encoding)
      : projects_(projects), project_(project), encoding_(encoding) {}

  [[nodiscard]] Json position(const std::string& path, uint32_t offset);
  [[nodiscard]] Json range(const std::string& path, uint32_t begin, uint32_t end);
  [[nodiscard]] Json location(const FilePlace& place);
  [[nodiscard]] uint32_t offset(const std::string& path, const Json& position);
  // Edits of several files, as a WorkspaceEdit with the versions that they are of.
  [[nodiscard]] Json workspace_edit(const std::vector<FileEdit>& edits);
  [[nodiscard]] std::string uri(const std::string& path) const { return projects_.uri_of(project_, path); }
  [[nodiscard]] TextPosition place(const std::string& path, uint32_t offset);

 private:
  struct Lines {
    std::shared_ptr<const std::string> text;
    TextPositions positions;
  };
  const Lines& lines(const std::string& path);

  OpenProjects& projects_;
  OpenProject& project_;
  PositionEncoding encoding_;
  std::map<std::string, Lines> lines_;
};

[[nodiscard]] int symbol_kind(SymbolKind kind);
[[nodiscard]] Json outline_json(const std::vector<OutlineEntry>& entries, const std::string& path,
                                Positions& positions);
[[nodiscard]] Json completion_json(const std::vector<Completion>& completions, const std::string& path,
                                   Positions& positions, bool takes_snippets);
[[nodiscard]] Json diagnostics_json(const std::vector<Diagnostic>& diagnostics, const FileFindings& findings,
                                    Positions& positions);
// The legend's names, and the tokens in its numbers.
[[nodiscard]] Json semantic_legend();
[[nodiscard]] Json semantic_data(const std::vector<SemanticToken>& tokens, const std::string& path,
                                 Positions& positions, const std::string& text);

}  // namespace ishi::compiler::cli
