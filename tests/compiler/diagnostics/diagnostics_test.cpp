#include "diagnostics/diagnostics.h"

#include <catch2/catch.hpp>

namespace ishi::compiler::diagnostics_test {

TEST_CASE("a report takes its severity from the catalogue and its details from the call site") {
  Diagnostics diagnostics;
  diagnostics.report(Code::duplicate_key, {0, 4, 6}, "`hp` is defined twice here")
      .caption("again")
      .label({0, 0, 2}, "first")
      .note("a note")
      .help("rename one")
      .edit({0, 4, 6}, "mp");
  REQUIRE(diagnostics.all().size() == 1);
  const Diagnostic& found = diagnostics.all()[0];
  CHECK(found.severity == Severity::error);
  CHECK(found.span == Span{0, 4, 6});
  CHECK(found.caption == "again");
  CHECK(found.labels.at(0).text == "first");
  CHECK(found.notes.at(0) == "a note");
  CHECK(found.help == "rename one");
  CHECK(found.edits.at(0).replacement == "mp");
  CHECK(diagnostics.has_errors());
}

TEST_CASE("sorted means by file, then by place, then as reported") {
  Diagnostics diagnostics;
  diagnostics.report(Code::tag, {1, 0, 1}, "a");
  diagnostics.report(Code::tag, {0, 9, 10}, "b");
  diagnostics.report(Code::tag, {0, 2, 9}, "c");
  diagnostics.report(Code::tag, {0, 2, 3}, "d");
  std::string order;
  for (const Diagnostic& found : diagnostics.sorted()) order += found.message;
  CHECK(order == "cdba");
}

TEST_CASE("exact repetitions appear once, whatever stands between them") {
  Diagnostics diagnostics;
  diagnostics.report(Code::tag, {0, 2, 3}, "a");
  diagnostics.report(Code::tag, {0, 2, 3}, "b");
  diagnostics.report(Code::tag, {0, 2, 3}, "a");
  diagnostics.report(Code::tag, {0, 2, 4}, "a");
  CHECK(diagnostics.sorted().size() == 3);
}

TEST_CASE("more diagnostics than anybody reads are counted but not kept") {
  Diagnostics diagnostics;
  for (size_t i = 0; i < Diagnostics::kKept + 5; ++i) {
    CHECK(diagnostics.is_full() == (i >= Diagnostics::kKept));
    diagnostics.report(Code::tag, {0, 0, 1}, "x").help("y");
  }
  CHECK(diagnostics.all().size() == Diagnostics::kKept);
  CHECK(diagnostics.error_count() == Diagnostics::kKept + 5);
}

TEST_CASE("a report that is only counted suggests nothing") {
  Diagnostics diagnostics;
  const std::vector<std::string_view> known = {"hp"};
  for (size_t i = 0; i <= Diagnostics::kKept; ++i) {
    Report report = diagnostics.report(Code::tag, {0, 0, 1}, "x");
    CHECK(report.is_kept() == (i < Diagnostics::kKept));
    CHECK(report.suggestions("hpp", known).size() == (i < Diagnostics::kKept ? 1 : 0));
  }
}

TEST_CASE("suggestions end when very many letters have been compared", "[large]") {
  Diagnostics diagnostics;
  const std::string name(50, 'a');
  const std::vector<std::string_view> known(Diagnostics::kSuggestionLetters / 100, name);
  Report report = diagnostics.report(Code::tag, {0, 0, 1}, "x");
  const std::string slip = name + "b";
  CHECK(report.suggestions(slip, known).size() == 1);
  CHECK(report.suggestions(slip, known).size() == 1);
  CHECK(report.suggestions(slip, known).empty());
}

TEST_CASE("the latest reports can be taken back") {
  Diagnostics diagnostics;
  diagnostics.report(Code::tag, {0, 0, 1}, "kept");
  diagnostics.report(Code::tag, {0, 1, 2}, "taken back");
  diagnostics.retract_to(1);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].message == "kept");
  CHECK(diagnostics.error_count() == 1);
}

}  // namespace ishi::compiler::diagnostics_test
