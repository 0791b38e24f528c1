#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/read_file.h"
#include "trials.h"
#include "workspace/workspace.h"

using namespace ishi::compiler;  // NOLINT(*using-namespace*)

// All that an editor asks, at random places of texts in which something random has been written.

namespace workspace_questions_test {
namespace {

class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed) {}
  uint32_t below(size_t count) {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 17U;
    state_ ^= state_ << 5U;
    return count == 0 ? 0 : state_ % static_cast<uint32_t>(count);
  }

 private:
  uint32_t state_;
};

constexpr std::string_view kPieces[] = {"\n",
                                        "\r\n",
                                        "  ",
                                        ": ",
                                        "- ",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        "\"",
                                        "'",
                                        "#",
                                        ",",
                                        "|\n",
                                        "when: ",
                                        "extends: ",
                                        "it.",
                                        "needs.",
                                        "\xF0\x9F\x98\x80",
                                        "\xFF",
                                        "\x01",
                                        std::string_view("\0", 1),
                                        "(",
                                        ")",
                                        "count(",
                                        "event.",
                                        "tests:\n",
                                        "include: [x]\n"};

// True if a place lies in a text.
bool lies_in(const FilePlace& place, size_t size) { return place.begin <= place.end && place.end <= size; }

void ask(Workspace& workspace, const std::string& path, uint32_t begin, uint32_t end) {
  const size_t size = workspace.text(path)->size();
  for (const Completion& one : workspace.complete(path, begin)) {
    REQUIRE(lies_in({path, one.begin, one.end}, size));
    REQUIRE(one.begin <= begin);
  }
  if (const auto hover = workspace.hover(path, begin))
    REQUIRE(lies_in({path, hover->begin, hover->end}, size));
  static_cast<void>(workspace.signature(path, begin));
  for (const FoundName& name : workspace.references(path, begin)) {
    if (name.place.path == path) REQUIRE(lies_in(name.place, size));
  }
  static_cast<void>(workspace.rename(path, begin, "other"));
  for (const CodeAction& action : workspace.code_actions(path, begin, end)) {
    for (const FileEdit& edit : action.edits) {
      if (edit.place.path == path) REQUIRE(lies_in(edit.place, size));
    }
  }
  for (const FileEdit& edit : workspace.all_fixes(path)) REQUIRE(lies_in(edit.place, size));
  for (const FileEdit& edit : workspace.format(path)) REQUIRE(lies_in(edit.place, size));
  static_cast<void>(workspace.outline(path));
  for (const FoldingRange& fold : workspace.folding(path))
    REQUIRE(lies_in({path, fold.begin, fold.end}, size));
  uint32_t last = 0;
  for (const SemanticToken& token : workspace.semantic_tokens(path)) {
    REQUIRE(lies_in({path, token.begin, token.end}, size));
    REQUIRE(token.begin >= last);
    last = token.end;
  }
  static_cast<void>(workspace.inlay_hints(path, 0, UINT32_MAX));
  const std::vector<FilePlace> around = workspace.selection_ranges(path, begin);
  REQUIRE_FALSE(around.empty());
  for (const FilePlace& place : around) REQUIRE(lies_in(place, size));
}

}  // namespace

TEST_CASE("questions at random places of broken texts are answered") {
  Random random(7);
  for (const char* const example : {"guard/guard", "squad/squad", "household/household", "watch/watch"}) {
    const std::string name(example);
    const size_t slash = name.find('/');
    const FolderReader disk(std::string(ISHI_SOURCE_FOLDER) + "/examples/" + name.substr(0, slash));
    const std::string path = name.substr(slash + 1) + ".ishi.yaml";
    const std::string text = *disk.read(path);
    Workspace workspace(disk);
    workspace.set_files({path, "game.ishi.yaml"});
    int version = 1;
    workspace.open(path, text, version);
    for (uint32_t trial = 0; trial < ishi::trials(800); ++trial) {
      if (random.below(8) == 0) workspace.open(path, text, ++version);
      const size_t size = workspace.text(path)->size();
      const uint32_t begin = random.below(size + 1),
                     end = begin + random.below(random.below(4) == 0 ? 200 : 8);
      const std::string_view piece = kPieces[random.below(std::size(kPieces))];
      workspace.change(path, {{begin, end, std::string(piece)}}, ++version);
      const size_t now = workspace.text(path)->size();
      ask(workspace, path,
          random.below(3) == 0 ? random.below(now + 1)
                               : std::min<uint32_t>(begin, static_cast<uint32_t>(now)),
          random.below(now + 1));
    }
  }
}

}  // namespace workspace_questions_test
