#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "diagnostics/diagnostics.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::compiler {

// A compiled program and, once loaded, its asset with all agents. Loading needs a program without errors.
struct Compiled {
  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<Program> program;  // a test may take claims out of it, as `diff` does
  Asset asset;

  explicit Compiled(const std::string& text);
  Compiled(const std::filesystem::path& folder, const std::string& name);

  void load();
};

}  // namespace ishi::compiler
