#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "diagnostics/catalogue.h"
#include "ishi/compiler/compile.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::compiler::allowances_test {

namespace {

class Texts final : public FileReader {
 public:
  explicit Texts(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  tl::expected<std::string, ReadError> read(const std::string& path) const override {
    const auto text = texts_.find(path);
    if (text == texts_.end()) return tl::unexpected(ReadError::not_found);
    return text->second;
  }

 private:
  std::map<std::string, std::string> texts_;
};

struct Judged {
  Compilation compilation;
  Sources sources;

  [[nodiscard]] std::string said() const { return codes(compilation.diagnostics); }
  [[nodiscard]] std::string unneeded() const { return codes(compilation.unneeded); }

 private:
  static std::string codes(const std::vector<Diagnostic>& diagnostics) {
    std::string text;
    for (const Diagnostic& diagnostic : diagnostics) text += code_text(diagnostic.code) + " ";
    return text;
  }
};

Judged judged(const std::string& text, bool analyzes = false,
              std::map<std::string, std::string> others = {}) {
  Judged result;
  result.compilation =
      compile("a.ishi.yaml", text, Texts(std::move(others)), {.analyzes = analyzes}, result.sources);
  return result;
}

// `chase` can never win.
std::string guard(const std::string& comment) {
  return "ishi: 1\nblackboard:\n  hp: { type: number, range: 0..100 }\nactions:\n"
         "  flee: { score: 0.6 + 0.4 * (1 - hp.norm) }\n  patrol: { score: 0.8 }\n" +
         comment +
         "  chase: { score: 0.5 * hp.norm }\nagents:\n  guard: { actions: [flee, patrol, chase] }\n";
}

const std::string kLevelCurve = "ishi: 1\ncurves:\n  # ishi: allow IS417 -- drawn later\n  worth: ";

}  // namespace

TEST_CASE("a silenced finding is kept with the reason") {
  const Judged level = judged(kLevelCurve + "{ points: [[0, 1], [1, 1]] }\n");
  CHECK(level.said().empty());
  REQUIRE(level.compilation.silenced.size() == 1);
  const Silenced& silenced = level.compilation.silenced[0];
  CHECK(silenced.diagnostic.code == Code::curve_rows_level);
  CHECK(silenced.reason == "drawn later");
  CHECK(level.sources.text(silenced.by) == "IS417");
}

TEST_CASE("findings of analysis are silenced, and missed only where they are looked for") {
  const std::string comment = "  # ishi: allow IS401, IS402 -- the boss is meant to be single-minded\n";
  CHECK(judged(guard(""), true).said().find("IS401") != std::string::npos);
  CHECK(judged(guard(comment), false).said().empty());
  const Judged analyzed = judged(guard(comment), true);
  CHECK(analyzed.said().find("IS401") == std::string::npos);
  CHECK(analyzed.said().find("IS505") != std::string::npos);
}

TEST_CASE("after an error nobody is told that a comment is not needed") {
  CHECK(judged(guard("  # ishi: allow IS410 -- nothing is divided\n") + "nonsense: 1\n").said() == "IS101 ");
}

TEST_CASE("what a comment of an included file silences depends on who includes it") {
  const std::string library =
      "ishi: 1\nactions:\n  # ishi: allow IS410 -- the game never gives both\n  eat: { score: 1 / (a - b) }\n"
      "blackboard: { a: { type: number, range: 0..9 }, b: { type: number, range: 0..9 } }\n";
  const std::map<std::string, std::string> files = {{"library.ishi.yaml", library}};
  const std::string head = "ishi: 1\ninclude: [library.ishi.yaml]\n";

  const Judged user = judged(head + "agents: { cat: { actions: [eat] } }\n", false, files);
  CHECK(user.said().empty());
  CHECK(user.unneeded().empty());
  CHECK(user.compilation.silenced.size() == 1);

  const Judged other =
      judged(head + "actions: { nap: { score: 1 } }\nagents: { cat: { actions: [nap] } }\n", false, files);
  CHECK(other.said().empty());
  CHECK(other.unneeded() == "IS505 ");

  CHECK(judged(library).said().empty());  // by itself it does nothing, so nothing can be known
}

TEST_CASE("of two comments the narrower one silences, and the other is not needed") {
  const Judged both = judged("# ishi: allow IS417 -- wide\n" + kLevelCurve +
                             "{ points: [[0, 1], [1, 1]] }\nactions: { nap: { score: worth(1) } }\n"
                             "agents: { cat: { actions: [nap] } }\n");
  CHECK(both.said() == "IS505 ");
  REQUIRE(both.compilation.silenced.size() == 1);
  CHECK(both.compilation.silenced[0].reason == "drawn later");
}

TEST_CASE("comments count with the line ends of every system") {
  std::string text =
      kLevelCurve +
      "{ points: [[0, 1], [1, 1]] }\n  price: { points: [[0, 1], [1, 1]] } # ishi: allow IS417 -- x y\n";
  for (size_t i = 0; (i = text.find('\n', i)) != std::string::npos; i += 2) text.insert(i, "\r");
  const Judged windows = judged(text);
  CHECK(windows.said().empty());
  REQUIRE(windows.compilation.silenced.size() == 2);
  CHECK(windows.compilation.silenced[1].reason == "x y");
}

TEST_CASE("twenty thousand comments are read, and a thousand of them told about") {
  std::string text = "ishi: 1\ncurves:\n";
  for (int i = 0; i < 20'000; ++i) text += "  # ishi: allow IS417 -- why not\n";
  text +=
      "  worth: { points: [[0, 1], [1, 1]] }\nactions: { nap: { score: worth(1) } }\n"
      "agents: { cat: { actions: [nap] } }\n";
  const Judged many = judged(text);
  CHECK(many.compilation.silenced.size() == 1);
  CHECK(many.compilation.diagnostics.size() == 1000);
}

TEST_CASE("a byte order mark does not hide the comment behind it") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string line = "# ishi: allow IS401 -- kept as it was\n";
  const Judged whole = judged(mark + line + guard(""), true);
  CHECK(whole.said().empty());
  CHECK(whole.compilation.silenced.size() == 1);
}

}  // namespace ishi::compiler::allowances_test
