#include "diagnostics/render_sarif.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "diagnostics/render_github.h"

namespace ishi::compiler::render_sarif_test {

using Json = nlohmann::json;

namespace {

// 😀 has two units in UTF-16 and four bytes in UTF-8, ä one and two.
Diagnostic example(Sources& sources) {
  const uint32_t file = sources.add("ä b.ishi.yaml", "ishi: 1\n\"😀ä\": x\n");
  Diagnostic diagnostic;
  diagnostic.code = Code::unknown_name;
  diagnostic.message = "see [x](y), 100%: a, b";
  diagnostic.span = {file, 18, 19};
  diagnostic.caption = "here";
  diagnostic.labels = {{{file, 0, 4}, "the edition"}};
  diagnostic.notes = {"a note"};
  diagnostic.help = "did you mean `y`?";
  diagnostic.edits = {{{file, 18, 19}, "y"}, {{file, 18, 18}, ""}};
  return diagnostic;
}

Json run_of(const std::vector<Diagnostic>& diagnostics, const std::vector<Silenced>& silenced,
            const Sources& sources) {
  return Json::parse(render_sarif(diagnostics, silenced, sources, {"1.2.3", true}))["runs"][0];
}

}  // namespace

TEST_CASE("a SARIF result has its place in units of UTF-16 and in bytes") {
  Sources sources;
  const Json result = run_of({example(sources)}, {}, sources)["results"][0];
  const Json& place = result["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"] == Json({{"uri", "%C3%A4%20b.ishi.yaml"}, {"uriBaseId", "%SRCROOT%"}}));
  CHECK(place["region"] == Json({{"startLine", 2},
                                 {"startColumn", 8},
                                 {"endLine", 2},
                                 {"endColumn", 9},
                                 {"byteOffset", 18},
                                 {"byteLength", 1}}));
  CHECK(result["relatedLocations"][0]["message"]["text"] == "the edition");
  CHECK(result["message"]["text"] == "see [x\\](y), 100%: a, b\na note\nhelp: did you mean `y`?");
}

TEST_CASE("the edits of a diagnostic are one fix in SARIF") {
  Sources sources;
  const Json fixes = run_of({example(sources)}, {}, sources)["results"][0]["fixes"];
  REQUIRE(fixes.size() == 1);
  const Json& changes = fixes[0]["artifactChanges"];
  REQUIRE(changes.size() == 1);
  CHECK(changes[0]["replacements"].size() == 2);
  CHECK(changes[0]["replacements"][0]["insertedContent"]["text"] == "y");
  CHECK_FALSE(changes[0]["replacements"][1].contains("insertedContent"));
}

TEST_CASE("each SARIF result names its rule, and what is silenced its reason") {
  Sources sources;
  Diagnostic warning = example(sources);
  warning.code = Code::never_wins;
  warning.severity = Severity::warning;
  const Json run = run_of({example(sources)}, {{warning, warning.span, "meant so"}}, sources);
  const Json& rules = run["tool"]["driver"]["rules"];
  REQUIRE(rules.size() == 2);
  CHECK(rules[0]["id"] == "IS102");
  CHECK(rules[0]["name"] == "UnknownName");
  CHECK(rules[1]["defaultConfiguration"]["level"] == "warning");
  REQUIRE(run["results"].size() == 2);
  CHECK(run["results"][0]["suppressions"].empty());
  CHECK(run["results"][1]["ruleIndex"] == 1);
  CHECK(run["results"][1]["suppressions"][0]["justification"] == "meant so");
}

TEST_CASE("annotations for GitHub escape what would end them") {
  Sources sources;
  CHECK(render_github(std::vector{example(sources)}, sources) ==
        "::error file=ä b.ishi.yaml,line=2,col=8,endLine=2,endColumn=9,title=IS102::"
        "see [x](y), 100%25: a, b%0Aa note%0Ahelp: did you mean `y`?\n");
  Diagnostic nowhere;
  nowhere.message = "of no file";
  nowhere.code = Code::internal_error;
  CHECK(render_github(std::vector{nowhere}, Sources()) == "::error title=IS599::of no file\n");
}

}  // namespace ishi::compiler::render_sarif_test
