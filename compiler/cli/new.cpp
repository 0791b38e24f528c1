#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "cli/exit_code.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "language/scalar.h"
#include "language/schema.h"

// The files of a new project are those of the folder template/, put into the tool by the assembler.
#define ISHI_EMBED(symbol, file)                                                               \
  __asm__(".pushsection .rodata\n" #symbol "_begin:\n.incbin \"" ISHI_TEMPLATE_FOLDER "/" file \
          "\"\n" #symbol "_end:\n.byte 0\n.popsection\n");                                     \
  extern const char symbol##_begin[] __asm__(#symbol "_begin");                                \
  extern const char symbol##_end[] __asm__(#symbol "_end")

ISHI_EMBED(ishi_template_game, "game.ishi.yaml");
ISHI_EMBED(ishi_template_guard, "guard.ishi.yaml");

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
    std::string_view path;
    std::string text;
  };
  const std::array files = {
      File{"ishi.yaml", ""},
      File{"README.md", fmt::format(fmt::runtime(kReadme), name)},
      File{"game.ishi.yaml", {ishi_template_game_begin, ishi_template_game_end}},
      File{"guard.ishi.yaml", {ishi_template_guard_begin, ishi_template_guard_end}},
      File{"ishi.schema.json", json_schema()},
      File{".vscode/settings.json", std::string(kEditorSettings)},
      File{".vscode/extensions.json", std::string(kEditorExtensions)},
  };
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
