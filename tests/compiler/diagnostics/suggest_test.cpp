#include "diagnostics/suggest.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace ishi::compiler::suggest_test {

namespace {

using Views = std::vector<std::string_view>;

const Views kNames = {"any",        "nothing",    "someone",
                      "event",      "time",       "random",
                      "elapsed",    "running",    "awareness",
                      "needs",      "drives",     "not",
                      "true",       "false",      "min",
                      "max",        "clamp",      "lerp",
                      "abs",        "sign",       "floor",
                      "ceil",       "round",      "sqrt",
                      "log",        "remap",      "smoothstep",
                      "distance",   "bearing",    "direction",
                      "angle",      "count",      "highest",
                      "lowest",     "since",      "enums",
                      "things",     "blackboard", "events",
                      "tasks",      "curves",     "values",
                      "importance", "actions",    "goals",
                      "agents",     "tests",      "include",
                      "import",     "extends",    "renamed_from",
                      "level",      "curve",      "gains",
                      "reduces",    "tactical",   "considerations",
                      "combine",    "score",      "weight",
                      "when",       "rank",       "normalize",
                      "select",     "inertia",    "minimum",
                      "ties",       "think",      "interruptible",
                      "cooldown",   "timeout",    "retry"};

}  // namespace

TEST_CASE("a suggestion is clear if it is the only one, and no other number") {
  using Names = std::vector<std::string_view>;
  CHECK(is_clear("hungr", Names{"hunger"}));
  CHECK_FALSE(is_clear("hungr", Names{}));
  CHECK_FALSE(is_clear("cat", Names{"bat", "car"}));
  CHECK_FALSE(is_clear("post_3", Names{"post_2"}));
  CHECK(is_clear("pst_2", Names{"post_2"}));
}

TEST_CASE("a slip of one letter finds the name") {
  CHECK(suggestions("timout", kNames) == Views{"timeout"});
  CHECK(suggestions("timeoutt", kNames) == Views{"timeout"});
  CHECK(suggestions("tineout", kNames) == Views{"timeout"});
  CHECK(suggestions("tiemout", kNames) == Views{"timeout"});
}

TEST_CASE("nothing is suggested when nothing is near") {
  CHECK(suggestions("zebra", kNames).empty());
  CHECK(suggestions("xy", kNames).empty());
  CHECK(suggestions("", kNames).empty());
  CHECK(suggestions("a", Views{"b"}).empty());
  CHECK(suggestions("hp", Views{}).empty());
}

TEST_CASE("the name itself is no suggestion") { CHECK(suggestions("hp", Views{"hp", "mp"}) == Views{"mp"}); }

TEST_CASE("a neighbouring key is likelier than a distant one") {
  CHECK(suggestions("cost", Views{"cast", "coat"}) == Views{"coat", "cast"});
}

TEST_CASE("swapped letters are likelier than wrong ones") {
  CHECK(suggestions("form", Views{"fork", "from"}) == Views{"from", "fork"});
}

TEST_CASE("a name with the same beginning is likelier") {
  CHECK(suggestions("cover", Views{"hover", "coven"}) == Views{"coven", "hover"});
}

TEST_CASE("capitals hardly count") {
  CHECK(suggestions("inCover", Views{"in_cover"}) == Views{"in_cover"});
  CHECK(suggestions("HP", Views{"mp", "hp"}) == Views{"hp", "mp"});
}

TEST_CASE("equally near names keep their order, and three are enough") {
  CHECK(suggestions("key_x", Views{"key_5", "key_6", "key_7", "key_8"}) == Views{"key_5", "key_6", "key_7"});
}

TEST_CASE("a name that stands twice is suggested once") {
  CHECK(suggestions("amo", Views{"ammo", "ammo"}) == Views{"ammo"});
}

TEST_CASE("long names may hold more slips than short ones") {
  CHECK(suggestions("intruptible", kNames) == Views{"interruptible"});
  CHECK(suggestions("mni", kNames).front() == "min");
  CHECK(suggestions("mxn", Views{"tau"}).empty());
}

TEST_CASE("words that are merely alike are not taken for one another") {
  CHECK(suggestions("raining", Views{"running"}).empty());
  CHECK(suggestions("angry", Views{"hungry"}).empty());
  CHECK(suggestions("agresion", Views{"aggression"}) == Views{"aggression"});
}

TEST_CASE("a letter that moved over two others is a typo") {
  CHECK(suggestions("interia", Views{"inertia", "minimum"}) == Views{"inertia"});
  CHECK(suggestions("retains", Views{"nastier"}).empty());
}

TEST_CASE("names longer than any declared one are near to nothing") {
  const std::string longest(100'000, 'a');
  const std::string longer = longest + "a";
  CHECK(suggestions(longest, Views{longer}).empty());
}

TEST_CASE("95 of 100 slips of one letter name the right word first") {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz_";
  size_t slips = 0;
  size_t found = 0;
  const auto count = [&](const std::string& slip, std::string_view meant) {
    for (const std::string_view name : kNames) {
      if (name == slip) return;
    }
    ++slips;
    const Views near = suggestions(slip, kNames);
    if (!near.empty() && near.front() == meant) ++found;
  };
  for (const std::string_view name : kNames) {
    for (size_t i = 0; i <= name.size(); ++i) {
      for (const char letter : kLetters) count(std::string(name).insert(i, 1, letter), name);
      if (i == name.size()) break;
      if (name.size() > 2) count(std::string(name).erase(i, 1), name);
      for (const char letter : kLetters) count(std::string(name).replace(i, 1, 1, letter), name);
      std::string swapped(name);
      if (i + 1 < name.size()) std::swap(swapped[i], swapped[i + 1]);
      count(swapped, name);
    }
  }
  CAPTURE(slips, found);
  CHECK(found * 100 >= slips * 95);
}

}  // namespace ishi::compiler::suggest_test
