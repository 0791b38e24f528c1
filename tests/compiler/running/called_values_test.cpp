#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "source/read_file.h"
#include "workspace/workspace.h"

// Values with parameters, as somebody sees them who edits them.

namespace ishi::compiler::called_values_test {

namespace {

constexpr std::string_view kValues =
    "ishi: 1\n"
    "values:\n"
    "  gap:\n"
    "    params: { left: entity, right: entity }\n"
    "    is: distance(left, right)\n"
    "  unused: { params: { some: number }, is: 1 }\n";

constexpr std::string_view kGuard =
    "ishi: 1\n"
    "include: [values.ishi.yaml]\n"
    "blackboard: { rival: entity, home: point }\n"
    "values: { near: \"gap(self, rival) < 4m and unused(1) > 0\" }\n"
    "actions:\n"
    "  hit: { when: near and rival.known, score: \"gap(rival, self) / 10m\" }\n"
    "agents: { guard: { actions: [hit] } }\n";

uint32_t place_of(std::string_view text, std::string_view piece) {
  const size_t bar = piece.find('|');
  std::string plain(piece);
  plain.erase(bar, 1);
  const size_t found = text.find(plain);
  REQUIRE(found != std::string_view::npos);
  return static_cast<uint32_t>(found + bar);
}

struct Project {
  MemoryReader disk;
  Workspace workspace{disk};

  Project() {
    disk.add("values.ishi.yaml", std::string(kValues));
    disk.add("guard.ishi.yaml", std::string(kGuard));
    workspace.set_files({"values.ishi.yaml", "guard.ishi.yaml"});
  }
  size_t references(const std::string& path, std::string_view text, std::string_view piece) {
    return workspace.references(path, place_of(text, piece)).size();
  }
};

}  // namespace

TEST_CASE("a value with parameters is found where it is called, and its parameters where it reads them") {
  Project project;
  CHECK(project.references("values.ishi.yaml", kValues, "  g|ap:") == 3);
  CHECK(project.references("guard.ishi.yaml", kGuard, "g|ap(self") == 3);
  CHECK(project.references("values.ishi.yaml", kValues, "le|ft: entity") == 2);
  CHECK(project.references("guard.ishi.yaml", kGuard, "ri|val: entity") == 4);
}

TEST_CASE("values with parameters and their parameters are renamed") {
  Project project;
  const Renaming value = project.workspace.rename("guard.ishi.yaml", place_of(kGuard, "g|ap(self"), "space");
  CHECK(value.refusal.empty());
  CHECK(value.edits.size() == 3);
  const Renaming parameter =
      project.workspace.rename("values.ishi.yaml", place_of(kValues, "distance(le|ft"), "one");
  CHECK(parameter.refusal.empty());
  CHECK(parameter.edits.size() == 2);
  const Renaming taken =
      project.workspace.rename("values.ishi.yaml", place_of(kValues, "distance(le|ft"), "rival");
  CHECK_FALSE(taken.refusal.empty());
}

TEST_CASE("completion offers values with parameters as calls, and their parameters where they stand") {
  Project project;
  const auto offered = [&](const std::string& path, std::string text) {
    const size_t bar = text.find('|');
    text.erase(bar, 1);
    project.workspace.open(path, text, 1);
    return project.workspace.complete(path, static_cast<uint32_t>(bar));
  };
  const std::string guard(kGuard);
  const auto calls =
      offered("guard.ishi.yaml", guard.substr(0, guard.find("agents")) + "  flee: { score: |\n");
  const auto gap = std::ranges::find(calls, "gap", &Completion::label);
  REQUIRE(gap != calls.end());
  CHECK(gap->is_snippet);
  const auto inside = offered("values.ishi.yaml",
                              "ishi: 1\nvalues:\n  gap:\n    params: { left: entity, right: entity }\n"
                              "    is: distance(|)\n");
  CHECK(std::ranges::find(inside, "left", &Completion::label) != inside.end());
}

TEST_CASE("the signature of a value with parameters says what they are") {
  Project project;
  const auto signature = project.workspace.signature("guard.ishi.yaml", place_of(kGuard, "gap(self, |rival"));
  REQUIRE(signature);
  CHECK(signature->label == "gap(left: entity, right: entity)");
  CHECK(signature->active == 1);
}

}  // namespace ishi::compiler::called_values_test
