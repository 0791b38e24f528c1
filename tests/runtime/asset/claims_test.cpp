#include "runtime/refusal.h"
#include "runtime/sets/fact_world.h"

// What a blob may not say of tokens and claims.

namespace ishi::testing::claims_test {

namespace {

// Its first option, which is for a pickup, claims the first of two tokens and the pickup.
BlobContent valid() {
  BlobContent content = fact_content({});
  content.tokens = {{id_of("tokens", "radio"), 1},
                    {id_of("tokens", "turn"), 2, static_cast<uint8_t>(Scope::team)}};
  content.claims = {0, 0xffff'ffff};
  for (raw::Option& option : content.options) option.claims = {2, 0};
  content.options[0].claims = {0, 2};
  content.sort_by_id();
  return content;
}

}  // namespace

TEST_CASE("a blob with claims loads, and says what they are") {
  BlobContent content = valid();
  content.add_debug();
  const Asset asset = load_valid(content);
  REQUIRE(asset.count(Kind::tokens) == 2);
  const TokenInfo turn = AssetParts(asset).token(asset.find(Kind::tokens, id_of("tokens", "turn")));
  CHECK(turn.count == 2);
  CHECK(turn.scope == Scope::team);
  CHECK(!turn.name.empty());
  const IndexRange claims = AssetParts(asset).option(0).claims;
  REQUIRE(claims.count == 2);
  CHECK(AssetParts(asset).claim(claims.first) == 0);
  CHECK(AssetParts(asset).claim(claims.first + 1) == kNotFound);
  CHECK(AssetParts(asset).option(1).claims.count == 0);
}

TEST_CASE("a token that makes no sense is refused") {
  BlobContent content = valid();
  raw::Token& token = content.tokens[1];
  SECTION("for nobody") {
    token.count = 0;
    check_refused(content, StatusCode::token_count, token);
  }
  SECTION("for more than there may be") {
    token.count = (1u << 16) + 1;
    check_refused(content, StatusCode::token_count, token);
  }
  SECTION("each agent's own") {
    token.scope = static_cast<uint8_t>(Scope::agent);
    check_refused(content, StatusCode::unknown_enumerator, token);
  }
  SECTION("of an unknown scope") {
    token.scope = 3;
    check_refused(content, StatusCode::unknown_enumerator, token);
  }
  SECTION("neither fifo nor not") {
    token.fifo = 2;
    check_refused(content, StatusCode::unknown_enumerator, token);
  }
  SECTION("what is reserved") {
    token.reserved = 1;
    check_refused(content, StatusCode::reserved_not_zero, token);
  }
  SECTION("without an id") {
    token.id = 0;
    CHECK_FALSE(load_status(content.write()));
  }
}

TEST_CASE("claims that make no sense are refused") {
  BlobContent content = valid();
  SECTION("of a token that there is not") {
    content.claims[0] = 2;
    check_refused(content, StatusCode::index_out_of_range);
  }
  SECTION("in another order") {
    content.claims = {1, 0};
    check_refused(content, StatusCode::claim_order);
  }
  SECTION("of the same token twice") {
    content.claims = {1, 1};
    check_refused(content, StatusCode::claim_order);
  }
  SECTION("of an entity, by an option that is for none") {
    content.options[0].claims = {0, 0};
    content.options[1].claims = {0, 2};
    check_refused(content, StatusCode::index_out_of_range);
  }
  SECTION("of what are no entities") {
    content.sets[content.options[0].set].kind = static_cast<uint8_t>(SetKind::candidates);
    content.sets[content.options[0].set].entities = 0;
    CHECK_FALSE(load_status(content.write()));
  }
  SECTION("that belong to nobody") {
    content.options[0].claims = {0, 1};
    for (uint32_t i = 1; i < content.options.size(); ++i) content.options[i].claims = {1, 0};
    CHECK_FALSE(load_status(content.write()));
  }
}

}  // namespace ishi::testing::claims_test
