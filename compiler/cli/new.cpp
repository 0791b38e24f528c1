#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "cli/exit_code.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "language/scalar.h"
#include "language/schema.h"
#include "source/embedded_text.h"

namespace ishi::compiler {

std::span<const EmbeddedText> embedded_template();  // made by the build from cli/template/

}  // namespace ishi::compiler

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEditorSettings = R"({
  "yaml.schemas": { "./ishi.schema.json": "*.ishi.yaml" }
}
)";

constexpr std::string_view kEditorExtensions = R"({
  "recommendations": ["redhat.vscode-yaml"]
}
)";

constexpr std::string_view kReadme = R"(# {}

    ishi check            what is wrong
    ishi test             do the guards do what they should?
    ishi why guard.ishi.yaml --set hp=20 --set threat=someone
    ishi build . -o build

`ishi.yaml` marks the root of the project. An editor with the YAML language server completes and
checks while you type (in VS Code: the extension redhat.vscode-yaml). After an update of ishi, or to
be offered names that you have added since, run

    ishi schema --project . > ishi.schema.json
)";

}  // namespace

int run_new(const NewOptions& options) {
  if (options.name.empty()) {
    complain("a new project needs a name");
    return kUsage;
  }
  const fs::path folder(options.name);
  std::string name = folder.filename().string();
  if (name.empty()) name = folder.parent_path().filename().string();
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  const bool is_taken = is_there && (!fs::is_directory(folder, error) || !fs::is_empty(folder, error));
  if (error) {
    complain("{} cannot be read: {}", options.name, error.message());
    return kUsage;
  }
  if (is_taken) {
    complain("{} exists already; a new project goes into a new or empty folder", options.name);
    return kUsage;
  }
  struct File {
    std::string path;
    std::string text;
  };
  std::vector<File> files = {
      {"ishi.yaml", ""},
      {"README.md", fmt::format(fmt::runtime(kReadme), name)},
      {"ishi.schema.json", json_schema()},
      {".vscode/settings.json", std::string(kEditorSettings)},
      {".vscode/extensions.json", std::string(kEditorExtensions)},
  };
  for (const EmbeddedText& file : embedded_template())
    files.push_back({std::string(file.name), std::string(file.text)});
  for (const File& file : files) {
    const std::string failure = write_file(folder / file.path, file.text);
    if (failure.empty()) continue;
    complain("{}", failure);
    // The folder was new or empty, so that it can be tried again.
    for (const File& written : files) fs::remove(folder / written.path, error);
    fs::remove(folder / ".vscode", error);
    if (!is_there) fs::remove(folder, error);
    return kUsage;
  }
  fmt::print(
      "{} is ready. Try:\n  cd {}\n  ishi test\n  ishi why guard.ishi.yaml --set hp=20 --set "
      "threat=someone\n",
      shown(name), shell_word(options.name));
  return kGood;
}

}  // namespace ishi::compiler::cli
