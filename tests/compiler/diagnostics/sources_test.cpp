#include "source/sources.h"

#include <catch2/catch.hpp>

namespace ishi::compiler::sources_test {

namespace {

bool is_at(const SourceFile& file, uint32_t offset, uint32_t line, uint32_t column) {
  const LineColumn place = file.position(offset);
  return place.line == line && place.column == column;
}

}  // namespace

TEST_CASE("offsets become lines and columns, both from one") {
  const SourceFile file("a", "ab\ncd\n");
  CHECK(is_at(file, 0, 1, 1));
  CHECK(is_at(file, 2, 1, 3));
  CHECK(is_at(file, 3, 2, 1));
  CHECK(is_at(file, 6, 3, 1));
  CHECK(is_at(file, 99, 3, 1));
}

TEST_CASE("columns count bytes") { CHECK(is_at(SourceFile("a", "é: x"), 4, 1, 5)); }

TEST_CASE("a byte order mark stands before column one") {
  const SourceFile file("a", "\xEF\xBB\xBFishi: 1\n");
  CHECK(is_at(file, 0, 1, 1));
  CHECK(is_at(file, 3, 1, 1));
  CHECK(is_at(file, 7, 1, 5));
  CHECK(file.line(1) == "ishi: 1");
}

TEST_CASE("a line comes without its line end") {
  const SourceFile file("a", "one\r\ntwo\n\nfour");
  CHECK(file.line(1) == "one");
  CHECK(file.line(2) == "two");
  CHECK(file.line(3).empty());
  CHECK(file.line(4) == "four");
  CHECK(file.line(0).empty());
  CHECK(file.line(5).empty());
}

TEST_CASE("files keep their order, and spans their bytes") {
  Sources sources;
  CHECK(sources.add("a", "first") == 0);
  CHECK(sources.add("b", "second") == 1);
  CHECK(sources.size() == 2);
  CHECK(sources.file(1).path() == "b");
  CHECK(sources.text({1, 1, 3}) == "ec");
  CHECK(sources.text({1, 4, 99}) == "nd");
  CHECK(sources.text({1, 99, 100}).empty());
}

}  // namespace ishi::compiler::sources_test
