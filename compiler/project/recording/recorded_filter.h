#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "recording/recording_file.h"
#include "workspace/workspace.h"

namespace ishi::compiler {

// An expression over the agents of a recorded game, such as `hp < 20 and threat.known`, in the words of their
// sources. It is compiled as the `when` of an action that each agent has besides its own, and computed by the
// runtime in the world as it was; nobody thinks with it.
class RecordedFilter {
 public:
  // `sources` are the paths of those in the workspace whose agents are asked. Or what is wrong with the
  // expression.
  [[nodiscard]] static tl::expected<std::unique_ptr<RecordedFilter>, std::string> make(
      const RecordingFile& file, Workspace& workspace, const std::vector<std::string>& sources,
      const std::string& expression);

  // True if it was made of these texts, and this expression.
  [[nodiscard]] bool is_of(Workspace& workspace, const std::string& expression) const;
  // The indices of the agents for whom it holds where the replay stands, rising. Or why that cannot be said.
  [[nodiscard]] tl::expected<std::vector<uint32_t>, std::string> agents(record::Replay& replay);

 private:
  std::string expression_;
  std::vector<Dependency> made_of_;
  std::vector<std::unique_ptr<Asset>> assets_;
  std::vector<const Asset*> others_;
  record::Replay asked_;
};

// The texts of a workspace as they are now.
class WorkspaceReader final : public FileReader {
 public:
  // It outlives this.
  explicit WorkspaceReader(Workspace& workspace) : workspace_(workspace) {}
  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override {
    auto text = workspace_.text(path);
    if (!text) return tl::unexpected(ReadError::not_found);
    return std::move(*text);
  }

 private:
  Workspace& workspace_;
};

}  // namespace ishi::compiler
