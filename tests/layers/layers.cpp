#include "layers.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ishi::layers {
namespace {

namespace fs = std::filesystem;
using std::string_view;

// A phase or layer may include those before it and those of equal rank.
struct Phase {
  string_view folder;
  int rank;
};

// A folder of the compiler, of which compiler/phases.txt has a line each.
struct CompilerPhase {
  std::string storey, folder;
  int rank = 0;
};
std::vector<CompilerPhase> read_phases() {
  std::vector<CompilerPhase> phases;
  std::ifstream file(ISHI_SOURCE_FOLDER "/compiler/phases.txt");
  int last = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    CompilerPhase phase;
    if (line.starts_with("#") || !(words >> phase.storey >> phase.folder >> phase.rank)) continue;
    last = phase.rank;
    phases.push_back(std::move(phase));
  }
  phases.push_back({"cli", "", last + 1});
  return phases;
}
const std::vector<CompilerPhase>& phases() {
  static const std::vector<CompilerPhase> kRead = read_phases();
  return kRead;
}

// The folders of the runtime: what holds for one agent or program alone, then the columns of a state and the
// views of it that features are handed, the features, and above these who owns them and calls them in the
// order of a frame.
constexpr std::array kLayers = {
    Phase{"math", 0},       Phase{"memory", 0},   Phase{"chance", 0},     Phase{"planning", 0},
    Phase{"asset", 1},      Phase{"program", 1},  Phase{"decision", 4},   Phase{"blackboard", 1},
    Phase{"columns", 2},    Phase{"views", 3},    Phase{"bodies", 4},     Phase{"claims", 4},
    Phase{"levels", 4},     Phase{"moments", 4},  Phase{"navigation", 4}, Phase{"rhythm", 4},
    Phase{"senses", 4},     Phase{"sets", 4},     Phase{"states", 4},     Phase{"steering", 4},
    Phase{"population", 5}, Phase{"snapshot", 6}, Phase{"world", 7},      Phase{"reload", 8},
    Phase{"save", 9},       Phase{"api", 10},     Phase{"tape", 3},
};

// A library whose headers may stand in files below one folder only.
struct Library {
  string_view prefix;  // of what is included
  string_view home;    // of the file that includes it
  string_view rule;
  std::array<string_view, 2> also{};  // files and folders that measure the library, or compare with it

  [[nodiscard]] bool may_stand_in(string_view path) const {
    return path.starts_with(home) || std::any_of(also.begin(), also.end(), [&](string_view one) {
             return !one.empty() && path.starts_with(one);
           });
  }
};
constexpr std::array kLibraries = {
    Library{"yaml-cpp/",
            "compiler/front/syntax/",
            "only compiler/front/syntax/ knows yaml-cpp",
            {"benchmarks/compile.cpp", "tests/compiler/syntax/"}},
    Library{"CLI/", "compiler/cli/", "only compiler/cli/ knows CLI11"},
};

constexpr std::array<string_view, 7> kNotForTheRuntime = {"yaml-cpp/", "fmt/",       "CLI/", "nlohmann/",
                                                          "catch2/",   "benchmark/", "tl/"};

constexpr std::array<string_view, 9> kFolders = {"compiler", "runtime",  "record", "live",      "bindings",
                                                 "wasm",     "examples", "tests",  "benchmarks"};
constexpr string_view kPlantedFiles = "tests/layers/planted/";

struct Include {
  string_view target;
  int line;
};

// What a file is, as far as the rules ask.
struct File {
  string_view path;
  std::vector<Include> includes;
  bool has_pragma_once = false;
};

string_view without_leading_space(string_view text) {
  const size_t start = text.find_first_not_of(" \t");
  return start == string_view::npos ? string_view() : text.substr(start);
}

bool skip(string_view& text, string_view expected) {
  text = without_leading_space(text);
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(expected.size());
  return true;
}

// The target of an #include line.
std::optional<string_view> included(string_view line) {
  if (!skip(line, "#") || !skip(line, "include")) return std::nullopt;
  line = without_leading_space(line);
  if (line.empty() || (line.front() != '"' && line.front() != '<')) return std::nullopt;
  const char closing = line.front() == '"' ? '"' : '>';
  line.remove_prefix(1);
  return line.substr(0, line.find(closing));
}

File parse(string_view path, string_view text) {
  File file{.path = path, .includes = {}};
  for (int line_number = 1; !text.empty(); ++line_number) {
    const size_t end = std::min(text.find('\n'), text.size());
    const string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const auto target = included(line)) file.includes.push_back({*target, line_number});
    if (line == "#pragma once") file.has_pragma_once = true;
  }
  return file;
}

template <size_t count>
const Phase* find_folder(const std::array<Phase, count>& phases, string_view path) {
  const string_view folder = path.substr(0, path.find('/'));
  const auto* found =
      std::find_if(phases.begin(), phases.end(), [&](const Phase& phase) { return phase.folder == folder; });
  return path.find('/') == string_view::npos || found == phases.end() ? nullptr : found;
}

// The phase of what is included, "syntax/parse.h" or "cli/verbs.h".
const CompilerPhase* phase_of(string_view target) {
  const size_t end = target.find('/');
  if (end == string_view::npos) return nullptr;
  const string_view folder = target.substr(0, end);
  for (const CompilerPhase& phase : phases()) {
    if (folder == (phase.folder.empty() ? phase.storey : phase.folder)) return &phase;
  }
  return nullptr;
}

// The phase of a file below compiler/, "front/syntax/parse.cpp".
const CompilerPhase* phase_of_file(string_view path) {
  for (const CompilerPhase& phase : phases()) {
    const std::string folder = phase.storey + "/" + (phase.folder.empty() ? "" : phase.folder + "/");
    if (path.starts_with(folder)) return &phase;
  }
  return nullptr;
}

// The layer of a file of the runtime, of which those in no folder are the lowest.
constexpr string_view kRuntime = "runtime/src/";
const Phase* layer_of(string_view path) {
  if (!path.starts_with(kRuntime)) return nullptr;
  path.remove_prefix(kRuntime.size());
  static constexpr Phase kLoose{"", -1};
  return path.find('/') == string_view::npos ? &kLoose : find_folder(kLayers, path);
}

// Includes are written from compiler/ or an include folder; one with ".." is first brought into that form.
std::string from_include_root(string_view path, string_view target) {
  if (!target.starts_with(".")) return std::string(target);
  std::string resolved = (fs::path(path).parent_path() / target).lexically_normal().generic_string();
  for (const string_view root : {string_view("compiler/"), string_view("runtime/src/")}) {
    if (!resolved.starts_with(root)) continue;
    const std::string inner = resolved.substr(root.size());
    const CompilerPhase* const phase = phase_of_file(inner);
    return phase == nullptr || phase->folder.empty() ? inner : inner.substr(phase->storey.size() + 1);
  }
  return resolved;
}

bool is_flatbuffers(string_view target) {
  return target.starts_with("flatbuffers/") || target.ends_with("_generated.h");
}

// The rule that an include of the runtime breaks, or nothing.
string_view broken_in_runtime(string_view path, string_view target) {
  if (target.starts_with("ishi/compiler/") || phase_of(target) != nullptr)
    return "the runtime knows nothing of the compiler";
  if (target.starts_with("ishi/record/")) return "the runtime knows of recordings its tape alone";
  for (const string_view library : kNotForTheRuntime) {
    if (target.starts_with(library)) return "the runtime uses no library but FlatBuffers";
  }
  if (path.starts_with("runtime/include/") && is_flatbuffers(target))
    return "what a game includes needs no FlatBuffers";
  const Phase* const own = layer_of(path);
  const Phase* const above = find_folder(kLayers, target);
  if (own != nullptr && above != nullptr && own->rank < above->rank)
    return "a folder of the runtime includes none of a higher layer";
  return {};
}

// Of `record/`, which stands on the runtime.
string_view broken_in_record(string_view path, string_view target) {
  if (target.starts_with("ishi/compiler/") || phase_of(target) != nullptr)
    return "recordings know nothing of the compiler";
  if (path.starts_with("record/include/") && !target.starts_with("ishi/") && target.ends_with(".h"))
    return "a public header includes public headers alone";
  return {};
}

// The rules of `live/`, which stands on recordings.
string_view broken_in_live(string_view path, string_view target) {
  if (target.starts_with("ishi/compiler/") || phase_of(target) != nullptr)
    return "running games know nothing of the compiler";
  if (path.starts_with("live/include/") && !target.starts_with("ishi/") && target.ends_with(".h"))
    return "a public header includes public headers alone";
  if (path.starts_with("live/src/") && target.starts_with("client/"))
    return "a host knows nothing of its viewers";
  return {};
}

// Of `bindings/`, which games in other languages see in place of the public headers.
string_view broken_in_bindings(string_view target) {
  if (target.starts_with("ishi/compiler/") || phase_of(target) != nullptr ||
      find_folder(kLayers, target) != nullptr)
    return "bindings include the runtime's public headers alone";
  return {};
}

string_view broken_in_compiler(string_view path, string_view target) {
  const CompilerPhase* later = phase_of(target);
  if (later == nullptr) return {};
  constexpr string_view kCompiler = "compiler/";
  if (path.starts_with("compiler/include/")) return "a public header includes public headers alone";
  const CompilerPhase* own = phase_of_file(path.substr(kCompiler.size()));
  if (own != nullptr && own->rank < later->rank) return "a phase includes none that comes after it";
  if (path.starts_with("compiler/front/model/") && target == "diagnostics/diagnostics.h")
    return "compiler/front/model/ reports nothing";
  return {};
}

// True if a file of compiler/ stands in no folder that has a place among the phases.
bool is_in_unknown_phase(string_view path) {
  constexpr string_view kCompiler = "compiler/";
  if (!path.starts_with(kCompiler) || path.starts_with("compiler/include/")) return false;
  path.remove_prefix(kCompiler.size());
  return phase_of_file(path) == nullptr;
}

void check(const File& file, std::vector<Violation>& violations) {
  const auto add = [&](int line, string_view rule) {
    if (!rule.empty()) violations.push_back({std::string(file.path), line, std::string(rule)});
  };
  if (file.path.ends_with(".h") && !file.has_pragma_once) add(0, "a header says #pragma once");
  if (is_in_unknown_phase(file.path))
    add(0, "a file of compiler/ stands in a folder that has its place among the phases");
  if (file.path.starts_with(kRuntime) && layer_of(file.path) == nullptr)
    add(0, "a file of runtime/src/ stands in a folder that has its place among the layers");
  for (const Include& include : file.includes) {
    const std::string target = from_include_root(file.path, include.target);
    for (const Library& library : kLibraries) {
      if (target.starts_with(library.prefix) && !library.may_stand_in(file.path))
        add(include.line, library.rule);
    }
    if (file.path.starts_with("runtime/")) add(include.line, broken_in_runtime(file.path, target));
    if (file.path.starts_with("record/")) add(include.line, broken_in_record(file.path, target));
    if (file.path.starts_with("live/")) add(include.line, broken_in_live(file.path, target));
    if (file.path.starts_with("bindings/")) add(include.line, broken_in_bindings(target));
    if (file.path.starts_with("compiler/")) add(include.line, broken_in_compiler(file.path, target));
  }
}

}  // namespace

Report check_layers(const fs::path& root) {
  std::vector<std::string> paths;
  for (const string_view folder : kFolders) {
    if (!fs::exists(root / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
      const fs::path extension = entry.path().extension();
      std::string path = entry.path().lexically_relative(root).generic_string();
      const bool is_code = extension == ".h" || extension == ".cpp" || extension == ".inl";
      if (is_code && !path.starts_with(kPlantedFiles)) paths.push_back(std::move(path));
    }
  }
  std::sort(paths.begin(), paths.end());

  Report report;
  for (const std::string& path : paths) {
    std::ifstream stream(root / path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    check(parse(path, text), report.violations);
    ++report.file_count;
  }
  return report;
}

std::vector<std::string> ranked_folders() {
  std::vector<std::string> folders;
  for (const CompilerPhase& phase : phases()) {
    if (!phase.folder.empty()) folders.push_back("compiler/" + phase.storey + "/" + phase.folder + "/");
  }
  const int highest = std::max_element(kLayers.begin(), kLayers.end(), [](const Phase& a, const Phase& b) {
                        return a.rank < b.rank;
                      })->rank;
  for (const Phase& layer : kLayers) {
    if (layer.rank < highest) folders.push_back(std::string(kRuntime) + std::string(layer.folder) + "/");
  }
  return folders;
}

}  // namespace ishi::layers
