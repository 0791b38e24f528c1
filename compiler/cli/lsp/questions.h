#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "workspace/subjects.h"

// The commands that ask about a situation, which an editor or a page describes as the verbs of the tool do.

namespace ishi::compiler::cli {

// True if the command takes a situation: `ishi.decide`, `ishi.sweep`, `ishi.play`, or `ishi.addTest` with
// one.
[[nodiscard]] bool begins_question(std::string_view command, bool has_options);

[[nodiscard]] nlohmann::json subjects_json(const Subjects& subjects);

}  // namespace ishi::compiler::cli
