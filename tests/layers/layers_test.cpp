#include "layers.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <ostream>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace ishi::layers {

std::ostream& operator<<(std::ostream& out, const Violation& violation) {
  return out << violation.path << ':' << violation.line << ": " << violation.rule;
}

namespace {

const std::filesystem::path kRoot = ISHI_SOURCE_FOLDER;

TEST_CASE("the layers of this project are kept apart") {
  const Report report = check_layers(kRoot);
  const std::vector<Violation> none;
  CHECK(report.violations == none);
  // A root that is not ours would be clean, too.
  CHECK(report.file_count > 20);
}

std::set<std::string> folders_of(const std::filesystem::path& root) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.is_directory()) names.insert(entry.path().filename().string());
  }
  return names;
}

TEST_CASE("each folder of the runtime has its tests in a folder of the same name") {
  CHECK(folders_of(kRoot / "tests/runtime") == folders_of(kRoot / "runtime/src"));
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// A limit that nothing asks for is found by the runtime, which refuses the blob.
TEST_CASE("each limit of the language is asked for by the compiler") {
  std::string sources;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / "compiler")) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() == ".cpp" || (path.extension() == ".h" && path.filename() != "limits.h"))
      sources += text_of(path);
  }
  const std::string limits = text_of(kRoot / "compiler/front/language/limits.h");
  const std::regex member(R"(([a-z_]+) = )");
  size_t count = 0;
  for (std::sregex_iterator at(limits.begin(), limits.end(), member), end; at != end; ++at, ++count) {
    const std::string name = (*at)[1];
    INFO(name);
    CHECK(sources.find("kLimits." + name) != std::string::npos);
  }
  CHECK(count > 40);
}

// Two types of one name are one to the linker, which takes the inline functions of either for both. Unity
// builds and optimisation hide that.
TEST_CASE("no two headers define a type of the same name in the same namespace") {
  const std::regex type(R"(^(?:class|struct|union|enum class) (\w+)(?!::|\w)[^;(]*\{)");
  const std::regex space(R"(^namespace ([\w:]+) \{)");
  std::map<std::string, std::string> header_of;
  for (const char* const folder : {"compiler", "runtime", "record", "live", "bindings"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() != ".h") continue;
      const std::string path = entry.path().lexically_relative(kRoot).generic_string();
      std::string inside;
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);) {
        std::smatch match;
        if (std::regex_search(line, match, space)) inside = match[1];
        if (!std::regex_search(line, match, type)) continue;
        const auto [known, is_new] = header_of.emplace(inside + "::" + match[1].str(), path);
        INFO(known->first << " in " << path << " and " << known->second);
        CHECK((is_new || known->second == path));
      }
    }
  }
  CHECK(header_of.size() > 400);
}

TEST_CASE("tests of the compiler stand in folders that are named like those of the code") {
  std::set<std::string> code = {"cli"};
  for (const std::string& storey : folders_of(kRoot / "compiler"))
    code.merge(folders_of(kRoot / "compiler" / storey));
  code.insert(
      {"oracle", "running"});  // an interpreter to compare with; what compiled behaviours do in the runtime
  for (const std::string& folder : folders_of(kRoot / "tests/compiler")) {
    CAPTURE(folder);
    CHECK(code.count(folder) == 1);
  }
  for (const auto& entry : std::filesystem::directory_iterator(kRoot / "tests/compiler")) {
    const std::string name = entry.path().filename().string();
    CAPTURE(name);
    CHECK(name.find("_test.cpp") == std::string::npos);
  }
}

// tests/layers/planted/ is a small tree in which every rule is broken and, in the files named in_order,
// everything is done that is just about allowed.
constexpr const char* kHigher = "a folder of the runtime includes none of a higher layer";
constexpr const char* kLater = "a phase includes none that comes after it";

TEST_CASE("a file that breaks a rule of the layers is named with the line and the rule") {
  const std::vector<Violation> planted = {
      {"bindings/c/src/inner_header.cpp", 1, "bindings include the runtime's public headers alone"},
      {"compiler/ask/compare/reaches_forward.cpp", 1, kLater},
      {"compiler/ask/explain/reaches_forward.cpp", 1, kLater},
      {"compiler/ask/prove/reaches_forward.cpp", 1, kLater},
      {"compiler/ask/simulate/reaches_forward.cpp", 1, kLater},
      {"compiler/ask/testing/cli11_outside.cpp", 1, "only compiler/cli/ knows CLI11"},
      {"compiler/ask/testing/reaches_forward.cpp", 1, kLater},
      {"compiler/back/analyze/reaches_forward.cpp", 1, kLater},
      {"compiler/back/emit/reaches_forward.cpp", 1, kLater},
      {"compiler/back/emit/yaml_outside.cpp", 1, "only compiler/front/syntax/ knows yaml-cpp"},
      {"compiler/back/kernels/reaches_forward.cpp", 1, kLater},
      {"compiler/back/lower/reaches_forward.cpp", 1, kLater},
      {"compiler/base/diagnostics/reaches_forward.cpp", 1, kLater},
      {"compiler/base/source/reaches_forward.cpp", 1, kLater},
      {"compiler/base/system/reaches_forward.cpp", 1, kLater},
      {"compiler/front/check/reaches_forward.cpp", 1, kLater},
      {"compiler/front/expression/checks.h", 3, kLater},
      {"compiler/front/language/reaches_forward.cpp", 1, kLater},
      {"compiler/front/model/no_pragma.h", 0, "a header says #pragma once"},
      {"compiler/front/model/reaches_forward.cpp", 1, kLater},
      {"compiler/front/model/reports.h", 3, "compiler/front/model/ reports nothing"},
      {"compiler/front/resolve/reaches_forward.cpp", 1, kLater},
      {"compiler/front/syntax/reaches_forward.h", 5, kLater},
      {"compiler/front/syntax/reaches_forward_by_path.h", 3, kLater},
      {"compiler/include/ishi/compiler/private_in_public.h", 3,
       "a public header includes public headers alone"},
      {"compiler/loose.cpp", 0, "a file of compiler/ stands in a folder that has its place among the phases"},
      {"compiler/project/cache/reaches_forward.cpp", 1, kLater},
      {"compiler/project/drawing/reaches_forward.cpp", 1, kLater},
      {"compiler/project/format/reaches_forward.cpp", 1, kLater},
      {"compiler/project/merging/reaches_forward.cpp", 1, kLater},
      {"compiler/project/mutate/reaches_forward.cpp", 1, kLater},
      {"compiler/project/pipeline/reaches_forward.cpp", 1, kLater},
      {"compiler/project/recording/reaches_forward.cpp", 1, kLater},
      {"compiler/project/sweep/reaches_forward.cpp", 1, kLater},
      {"compiler/project/tune/reaches_forward.cpp", 1, kLater},
      {"compiler/project/workspace/reaches_forward.cpp", 1, kLater},
      {"compiler/stray/no_phase.cpp", 0,
       "a file of compiler/ stands in a folder that has its place among the phases"},
      {"live/include/ishi/live/private_in_public.h", 3, "a public header includes public headers alone"},
      {"live/src/compiler_phase.cpp", 1, "running games know nothing of the compiler"},
      {"live/src/knows_viewers.cpp", 1, "a host knows nothing of its viewers"},
      {"record/include/ishi/record/private_in_public.h", 3, "a public header includes public headers alone"},
      {"record/src/compiler_phase.cpp", 1, "recordings know nothing of the compiler"},
      {"runtime/include/ishi/flatbuffers_in_public.h", 3, "what a game includes needs no FlatBuffers"},
      {"runtime/include/ishi/schema_in_public.h", 3, "what a game includes needs no FlatBuffers"},
      {"runtime/src/asset/compiler_by_path.cpp", 1, "the runtime knows nothing of the compiler"},
      {"runtime/src/asset/compiler_face.cpp", 3, "the runtime knows nothing of the compiler"},
      {"runtime/src/asset/compiler_phase.cpp", 1, "the runtime knows nothing of the compiler"},
      {"runtime/src/asset/fmt_in_runtime.cpp", 1, "the runtime uses no library but FlatBuffers"},
      {"runtime/src/asset/reaches_up.cpp", 1, kHigher},
      {"runtime/src/blackboard/reaches_up.cpp", 1, kHigher},
      {"runtime/src/bodies/reaches_up.cpp", 1, kHigher},
      {"runtime/src/chance/reaches_up.cpp", 1, kHigher},
      {"runtime/src/claims/reaches_up.cpp", 1, kHigher},
      {"runtime/src/columns/reaches_up.cpp", 1, kHigher},
      {"runtime/src/decision/reaches_up.cpp", 1, kHigher},
      {"runtime/src/levels/reaches_up.cpp", 1, kHigher},
      {"runtime/src/levels/reaches_up_by_path.cpp", 1, kHigher},
      {"runtime/src/math/reaches_up.inl", 1, kHigher},
      {"runtime/src/memory/reaches_up.cpp", 1, kHigher},
      {"runtime/src/moments/reaches_up.cpp", 1, kHigher},
      {"runtime/src/navigation/reaches_up.cpp", 1, kHigher},
      {"runtime/src/planning/reaches_up.cpp", 1, kHigher},
      {"runtime/src/population/reaches_up.cpp", 1, kHigher},
      {"runtime/src/program/reaches_up.cpp", 1, kHigher},
      {"runtime/src/reload/reaches_up.cpp", 1, kHigher},
      {"runtime/src/rhythm/reaches_up.cpp", 1, kHigher},
      {"runtime/src/save/reaches_up.cpp", 1, kHigher},
      {"runtime/src/senses/reaches_up.cpp", 1, kHigher},
      {"runtime/src/sets/reaches_up.cpp", 1, kHigher},
      {"runtime/src/snapshot/reaches_up.cpp", 1, kHigher},
      {"runtime/src/states/reaches_up.cpp", 1, kHigher},
      {"runtime/src/steering/reaches_up.cpp", 1, kHigher},
      {"runtime/src/stray/no_layer.cpp", 0,
       "a file of runtime/src/ stands in a folder that has its place among the layers"},
      {"runtime/src/tape/reaches_up.cpp", 1, kHigher},
      {"runtime/src/tape/recorder.cpp", 1, "the runtime knows of recordings its tape alone"},
      {"runtime/src/views/reaches_up.cpp", 1, kHigher},
      {"runtime/src/world/reaches_up.cpp", 1, kHigher},
      {"tests/compiler/yaml_in_test.cpp", 1, "only compiler/front/syntax/ knows yaml-cpp"},
  };
  CHECK(check_layers(kRoot / "tests/layers/planted").violations == planted);
}

TEST_CASE("each folder with a rank has a planted file that reaches beyond it") {
  const std::vector<Violation> found = check_layers(kRoot / "tests/layers/planted").violations;
  for (const std::string& folder : ranked_folders()) {
    CAPTURE(folder);
    CHECK(std::any_of(found.begin(), found.end(), [&](const Violation& violation) {
      return violation.path.rfind(folder, 0) == 0 && (violation.rule == kHigher || violation.rule == kLater);
    }));
  }
}

}  // namespace
}  // namespace ishi::layers
