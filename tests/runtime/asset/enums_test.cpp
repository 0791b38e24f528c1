#include <catch2/catch.hpp>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "asset_generated.h"
#include "ishi/enums.h"

// The enums of the interface are generated from the blob's schema by other means than those of the blob: both
// must have read the same.

namespace ishi::testing::enums_test {
namespace {

std::vector<std::string> of_interface(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

// FlatBuffers ends a list of names with a null.
std::vector<std::string> of_blob(const char* const* names) {
  std::vector<std::string> all;
  for (; *names != nullptr; ++names) all.emplace_back(*names);
  return all;
}

// That of the format is a number, and no part of the interface.
std::vector<std::string> enums_of_schema() {
  std::ifstream schema(ISHI_SOURCE_FOLDER "/schemas/asset.fbs");
  std::vector<std::string> names;
  for (std::string line; std::getline(schema, line);) {
    if (!line.starts_with("enum ") || line.find(" : ubyte") == std::string::npos) continue;
    names.push_back(line.substr(5, line.find(' ', 5) - 5));
  }
  return names;
}

TEST_CASE("each enum of the interface has the members of the blob's, in their order") {
  std::vector<std::string> compared;
#define ISHI_SAME(NAME)                                                    \
  compared.emplace_back(#NAME);                                            \
  CHECK(of_interface(k##NAME##Names) == of_blob(blob::EnumNames##NAME())); \
  STATIC_REQUIRE(k##NAME##Count == static_cast<uint32_t>(blob::NAME::MAX) + 1)
  ISHI_SAME(ValueType);
  ISHI_SAME(Scope);
  ISHI_SAME(Up);
  ISHI_SAME(OperationCode);
  ISHI_SAME(CurveKind);
  ISHI_SAME(Modifier);
  ISHI_SAME(NodeKind);
  ISHI_SAME(HowEnded);
  ISHI_SAME(Audience);
  ISHI_SAME(Merge);
  ISHI_SAME(Target);
  ISHI_SAME(Abort);
  ISHI_SAME(RecordKind);
  ISHI_SAME(Ties);
  ISHI_SAME(SetKind);
  ISHI_SAME(SelectionKind);
  ISHI_SAME(MotiveKind);
  ISHI_SAME(MomentKind);
  ISHI_SAME(SenseKind);
  ISHI_SAME(SteeringKind);
  ISHI_SAME(ThinkUnit);
#undef ISHI_SAME
  CHECK(compared == enums_of_schema());  // none is left out
}

TEST_CASE("members of the interface's enums have the values of the blob's") {
  STATIC_REQUIRE(static_cast<uint8_t>(OperationCode::saturate) ==
                 static_cast<uint8_t>(blob::OperationCode::saturate));
  STATIC_REQUIRE(static_cast<uint8_t>(OperationCode::own_team) ==
                 static_cast<uint8_t>(blob::OperationCode::own_team));
  STATIC_REQUIRE(static_cast<uint8_t>(NodeKind::walk) == static_cast<uint8_t>(blob::NodeKind::walk));
  STATIC_REQUIRE(static_cast<uint8_t>(CurveKind::keys) == static_cast<uint8_t>(blob::CurveKind::keys));
  STATIC_REQUIRE(kFormatVersion == static_cast<uint32_t>(blob::Format::version));
}

}  // namespace
}  // namespace ishi::testing::enums_test
