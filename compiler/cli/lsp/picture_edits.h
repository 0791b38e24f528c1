#pragma once

#include "cli/lsp/to_json.h"
#include "workspace/edit/part_of_text.h"
#include "workspace/edit/picture_edit.h"

// Edits by picture in the words of the protocol.

namespace ishi::compiler::cli {

[[nodiscard]] Json parts_json(const std::vector<PartOfText>& parts, const std::string& path,
                              Positions& positions);
// {"do": "rename", "at": […], …}; throws a Failure where it says something else. `file` is left out.
[[nodiscard]] PictureEdit picture_edit_of(const Json& options);
// The parts that a question has switched off: [{"uri": …, "at": […]}, …].
[[nodiscard]] std::vector<SwitchedOff> switched_off_of(const Json& options, OpenProjects& projects);

}  // namespace ishi::compiler::cli
