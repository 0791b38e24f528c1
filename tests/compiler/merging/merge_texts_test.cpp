#include "merging/merge_texts.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "first_seed.h"
#include "trials.h"

// Texts of a behaviour that two people have changed.

namespace ishi::compiler::merge_texts_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGuard = R"(ishi: 1
include: [game.ishi.yaml]

# What it does.
actions:
  patrol: { score: 0.2, do: [walk] }   # round and round
  # Away from everybody.
  flee:
    score: 1 - hp / 100
    do: [run, hide]
  idle: { score: 0.1, do: [wait: 2s] }

agents:
  guard: { actions: [patrol, flee, idle] }
)";

std::string with(std::string_view text, std::string_view what, std::string_view now) {
  std::string made(text);
  const size_t at = made.find(what);
  REQUIRE(at != std::string::npos);
  return made.replace(at, what.size(), now);
}

// The texts are merged without a conflict, in whatever order.
void merges_to(const std::string& base, const std::string& ours, const std::string& theirs,
               const std::string& wanted) {
  for (const bool is_turned : {false, true}) {
    INFO("turned: " << is_turned);
    const MergedText merged = merge_texts(base, is_turned ? theirs : ours, is_turned ? ours : theirs, {});
    CHECK(merged.text == wanted);
    CHECK(merged.conflicts.empty());
  }
}
MergedText conflict_of(const std::string& base, const std::string& ours, const std::string& theirs,
                       const std::string& path) {
  MergedText merged = merge_texts(base, ours, theirs, {});
  REQUIRE(merged.conflicts.size() == 1);
  CHECK(merged.conflicts[0].path == path);
  return merged;
}

}  // namespace

TEST_CASE("what one side has changed counts") {
  const std::string base(kGuard), ours = with(kGuard, "0.2", "0.3");
  merges_to(base, ours, base, ours);
  merges_to(base, ours, ours, ours);
}

TEST_CASE("entries of a block are merged one by one, also where they stand side by side") {
  const std::string base(kGuard), ours = with(kGuard, "score: 0.2", "score: 0.3"),
                                  theirs = with(kGuard, "0.1", "0.15");
  merges_to(base, ours, theirs, with(ours, "0.1,", "0.15,"));
  const std::string deep = with(kGuard, "score: 1 - hp / 100", "score: 1 - hp / 80"),
                    also = with(kGuard, "[run, hide]", "[run, run, hide]");
  merges_to(base, deep, also, with(deep, "[run, hide]", "[run, run, hide]"));
}

TEST_CASE("parts of one line are merged, too") {
  const std::string base(kGuard), ours = with(kGuard, "score: 0.2", "score: 0.3"),
                                  theirs = with(kGuard, "do: [walk]", "do: [walk, look]");
  merges_to(base, ours, theirs, with(ours, "do: [walk]", "do: [walk, look]"));
  merges_to(base, ours, with(kGuard, "do: [walk] }", "do: [walk], cooldown: 2s }"),
            with(ours, "do: [walk] }", "do: [walk], cooldown: 2s }"));
  merges_to(base, ours, with(kGuard, "round and round", "for ever"),
            with(ours, "round and round", "for ever"));
}

TEST_CASE("entries that both have added stand where each put them") {
  const std::string base(kGuard);
  const std::string ours = with(with(kGuard, "  idle:", "  call: { score: 0.4, do: [call] }\n  idle:"),
                                "flee, idle]", "flee, idle, call]");
  const std::string theirs =
      with(with(kGuard, "[wait: 2s] }\n", "[wait: 2s] }\n  sing: { score: 0.05, do: [sing] }\n"),
           "flee, idle]", "flee, idle, sing]");
  const MergedText merged = merge_texts(base, ours, theirs, {});
  CHECK(merged.conflicts.empty());
  CHECK(merged.text ==
        with(with(ours, "[wait: 2s] }\n", "[wait: 2s] }\n  sing: { score: 0.05, do: [sing] }\n"),
             "idle, call]", "idle, call, sing]"));
}

TEST_CASE("comments go with their entries, and an entry that is gone takes them along") {
  const std::string base(kGuard);
  const std::string without =
      with(kGuard, "  # Away from everybody.\n  flee:\n    score: 1 - hp / 100\n    do: [run, hide]\n", "");
  const std::string theirs = with(kGuard, "0.1", "0.15");
  merges_to(base, without, theirs, with(without, "0.1", "0.15"));
  const std::string said = with(kGuard, "Away from everybody.", "To the tower.");
  merges_to(base, said, with(kGuard, "hp / 100", "hp / 80"), with(said, "hp / 100", "hp / 80"));
}

TEST_CASE("an order that one side has changed is kept, with what the other one has changed") {
  const std::string base = "needs:\n  a: { rise: 1/h }\n  b: { rise: 2/h }\n  c: { rise: 3/h }\n";
  const std::string ours = "needs:\n  c: { rise: 3/h }\n  a: { rise: 1/h }\n  b: { rise: 2/h }\n";
  merges_to(base, ours, with(base, "2/h", "5/h"), with(ours, "2/h", "5/h"));
}

TEST_CASE("blanks alone are no change where the other side has changed the entry") {
  const std::string base(kGuard), ours = with(kGuard, "  idle: { score: 0.1, ", "  idle:   { score:  0.1, "),
                                  theirs = with(kGuard, "0.1", "0.15");
  merges_to(base, ours, theirs, theirs);
}

TEST_CASE("what both have changed differently is a conflict of that entry alone") {
  const std::string base(kGuard), ours = with(with(kGuard, "0.2", "0.3"), "hp / 100", "hp / 80"),
                                  theirs = with(kGuard, "0.2", "0.4");
  const MergedText merged = conflict_of(base, ours, theirs, "actions.patrol");
  CHECK(merged.text.find("<<<<<<< ours\n  patrol: { score: 0.3, do: [walk] }   # round and round\n=======\n"
                         "  patrol: { score: 0.4, do: [walk] }   # round and round\n>>>>>>> theirs\n") !=
        std::string::npos);
  CHECK(merged.text.find("hp / 80") != std::string::npos);  // the rest is merged
  const MergedText longer =
      merge_texts(base, ours, theirs, {.marker_size = 12, .ours = "ours", .theirs = "theirs"});
  CHECK(longer.text.find(std::string(12, '<') + " ours\n") != std::string::npos);
}

TEST_CASE("an entry that one side has taken out and the other one changed is a conflict") {
  const std::string base(kGuard), ours = with(kGuard, "  idle: { score: 0.1, do: [wait: 2s] }\n", ""),
                                  theirs = with(kGuard, "0.1", "0.15");
  const MergedText merged = conflict_of(base, ours, theirs, "actions.idle");
  CHECK(merged.conflicts[0].why == "we have taken it out, and they have changed it");
  CHECK(merged.text.find("0.15") != std::string::npos);
}

TEST_CASE(
    "a comment that one side has changed above an entry that the other one has taken out is a conflict") {
  const std::string base(kGuard);
  const std::string ours =
      with(kGuard, "  # Away from everybody.\n  flee:\n    score: 1 - hp / 100\n    do: [run, hide]\n", "");
  const MergedText merged =
      conflict_of(base, ours, with(kGuard, "Away from everybody.", "To the tower."), "actions.flee");
  CHECK(merged.text.find("To the tower.") != std::string::npos);
}

TEST_CASE("an entry that one side has given another name is the same one") {
  const std::string base(kGuard), ours = with(kGuard, "  idle: {", "  rest: {");
  merges_to(base, ours, with(kGuard, "0.2", "0.3"), with(ours, "0.2", "0.3"));
  merges_to(base, ours, ours, ours);
  const std::string moved = "needs:\n  c: { rise: 3/h }\n  a: { rise: 1/h }\n",
                    needs = "needs:\n  a: { rise: 1/h }\n  b: { rise: 3/h }\n";
  merges_to(needs, moved, with(needs, "1/h", "2/h"), with(moved, "1/h", "2/h"));
  // Parts of a line, too.
  const std::string speed = with(kGuard, "{ actions:", "{ speed: 4, actions:"),
                    pace = with(kGuard, "{ actions:", "{ pace: 4, actions:");
  merges_to(speed, pace, with(speed, "patrol, flee, idle]", "patrol, flee]"),
            with(pace, "patrol, flee, idle]", "patrol, flee]"));
}

TEST_CASE("two names for one entry, or a name and something else, are a conflict") {
  const std::string base(kGuard), ours = with(kGuard, "  idle: {", "  rest: {");
  const MergedText twice = conflict_of(base, ours, with(kGuard, "  idle: {", "  doze: {"), "actions.idle");
  CHECK(twice.conflicts[0].why == "we have called it rest, and they have called it doze");
  CHECK(twice.text.find("<<<<<<< ours\n  rest: { score: 0.1, do: [wait: 2s] }\n=======\n  doze: { score: "
                        "0.1, do: [wait: 2s] }\n>>>>>>> theirs\n") != std::string::npos);
  const MergedText gone =
      conflict_of(base, ours, with(kGuard, "  idle: { score: 0.1, do: [wait: 2s] }\n", ""), "actions.idle");
  CHECK(gone.conflicts[0].why == "we have called it rest, and they have taken it out");
  const MergedText changed = conflict_of(base, with(kGuard, "0.1", "0.15"), ours, "actions.idle");
  CHECK(changed.conflicts[0].why == "we have changed it, and they have called it rest");
  CHECK(changed.text.find("=======\n  rest: { score: 0.1, do: [wait: 2s] }\n>>>>>>>") != std::string::npos);
  // In a line it is the line that both have changed.
  const std::string speed = with(kGuard, "{ actions:", "{ speed: 4, actions:");
  static_cast<void>(
      conflict_of(speed, with(speed, "speed:", "pace:"), with(speed, "speed:", "haste:"), "agents.guard"));
}

TEST_CASE("a new name that the other side has for something else is no new name of the entry") {
  const std::string base(kGuard), ours = with(kGuard, "  idle: {", "  rest: {");
  const std::string theirs = with(kGuard, "  idle:", "  rest: { score: 0.7, do: [sleep] }\n  idle:");
  const MergedText merged = conflict_of(base, ours, theirs, "actions.rest");
  CHECK(merged.text.find("0.7") != std::string::npos);
}

TEST_CASE("the order of steps counts: two that were added at one place are a conflict") {
  const std::string base(kGuard);
  static_cast<void>(conflict_of(base, with(kGuard, "[run, hide]", "[run, hide, rest]"),
                                with(kGuard, "[run, hide]", "[run, hide, weep]"), "actions.flee.do"));
}

TEST_CASE("without a text that both come from, equal entries are one, and others are both there") {
  const std::string ours = "ishi: 1\ntasks:\n  walk_to: { takes: 1s }\n  run_to: { takes: 1s }\n",
                    theirs = "ishi: 1\ntasks:\n  walk_to: { takes: 1s }\n  hide_in: { takes: 2s }\n";
  const MergedText merged = merge_texts("", ours, theirs, {});
  CHECK(merged.conflicts.empty());
  for (const std::string_view name : {"walk_to", "run_to", "hide_in"})
    CHECK(merged.text.find(name) != std::string::npos);
  static_cast<void>(
      conflict_of("", ours, with(ours, "run_to: { takes: 1s }", "run_to: { takes: 3s }"), "tasks.run_to"));
}

TEST_CASE("line ends are no change, and stay those of ours") {
  const std::string base(kGuard);
  std::string returns;
  for (const char c : with(kGuard, "0.2", "0.3"))
    returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const MergedText merged = merge_texts(base, returns, with(kGuard, "0.1", "0.15"), {});
  CHECK(merged.conflicts.empty());
  CHECK(std::ranges::count(merged.text, '\r') == std::ranges::count(merged.text, '\n'));
  CHECK(merged.text.find("0.15") != std::string::npos);
}

TEST_CASE("whatever cannot be read becomes a conflict, and nothing is lost") {
  const std::string base = "actions: {\n", ours = "actions: { a: 1\n", theirs = "actions: { b: 2\n  ]\n";
  const MergedText merged = merge_texts(base, ours, theirs, {});
  CHECK(merged.conflicts.size() == 1);
  CHECK(merged.text.find(" a: 1") != std::string::npos);
  CHECK(merged.text.find(" b: 2\n  ]") != std::string::npos);
  for (const std::string& one :
       {std::string(), std::string("\n"), std::string("- a\n- b\n"), std::string("a"),
        std::string("a: |\n  x\n\n  y\n"), std::string("\"a: b\": '# no'\n")}) {
    for (const std::string& other :
         {std::string("a: 1\n"), std::string("a: 1\na: 2\n"), std::string("'"), std::string("{[")}) {
      static_cast<void>(merge_texts(one, other, one, {}));
      static_cast<void>(merge_texts(one, one + other, other, {}));
      CHECK(merge_texts(one, one, other, {}).text == other);
    }
  }
}

namespace {

// An edit of a line that is an entry of its own.
struct Edit {
  size_t line = 0;
  enum class Kind : uint8_t { number, add, remove, comment, rename } kind = Kind::number;
  size_t token = 0;  // of a number: which one in the line
  std::string text;  // what stands there then; of a rename the key
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    lines.back() += c;
    if (c == '\n') lines.emplace_back();
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}
// The last character of a line that is no blank, before a comment.
char trimmed_end(const std::string& line) {
  std::string own = line.substr(0, line.find(" #"));
  while (!own.empty() && (own.back() == ' ' || own.back() == '\n')) own.pop_back();
  return own.empty() ? ' ' : own.back();
}
size_t depth_of(const std::string& line) { return line.find_first_not_of(' '); }

// The numbers of a line, up to a comment.
std::vector<std::pair<size_t, size_t>> numbers_of(const std::string& line) {
  std::vector<std::pair<size_t, size_t>> found;
  const size_t end = std::min(line.find(" #"), line.size());
  for (size_t i = 1; i < end; ++i) {
    const bool begins = std::isdigit(static_cast<unsigned char>(line[i])) &&
                        (line[i - 1] == ' ' || line[i - 1] == '[' || line[i - 1] == '+');
    if (!begins) continue;
    size_t last = i;
    while (last < end && (std::isdigit(static_cast<unsigned char>(line[last])) ||
                          (line[last] == '.' && line[last + 1] != '.')))
      ++last;
    found.emplace_back(i, last - i);
    i = last;
  }
  return found;
}

std::string applied(const std::vector<std::string>& lines, const std::vector<Edit>& edits) {
  std::string made;
  for (size_t i = 0; i < lines.size(); ++i) {
    std::string line = lines[i], before, behind;
    bool is_gone = false;
    std::map<size_t, std::string> numbers;
    for (const Edit& edit : edits) {
      if (edit.line != i) continue;
      if (edit.kind == Edit::Kind::number) numbers[edit.token] = edit.text;
      if (edit.kind == Edit::Kind::add) behind += edit.text;
      if (edit.kind == Edit::Kind::comment) before += edit.text;
      if (edit.kind == Edit::Kind::rename) {
        const size_t key = depth_of(line);
        line.replace(key, line.find(": ") - key, edit.text);
      }
      is_gone |= edit.kind == Edit::Kind::remove;
    }
    const auto places = numbers_of(lines[i]);
    for (auto number = numbers.rbegin(); number != numbers.rend(); ++number)
      line.replace(places[number->first].first, places[number->first].second, number->second);
    made += before + (is_gone ? "" : line) + behind;
  }
  return made;
}

}  // namespace

TEST_CASE("of a thousand merges of real files nearly all are settled, and none wrongly", "[large]") {
  std::vector<std::vector<std::string>> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(ISHI_SOURCE_FOLDER) / "examples")) {
    if (!entry.path().string().ends_with(".ishi.yaml")) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files.push_back(lines_of({std::istreambuf_iterator<char>(file), {}}));
  }
  std::ranges::sort(files);
  REQUIRE(files.size() > 10);
  std::mt19937 random(first_seed());
  const auto below = [&](size_t count) { return static_cast<size_t>(random() % count); };
  size_t settled = 0, made = 0;
  for (uint32_t trial = 0; trial < 1000; ++trial) {
    const std::vector<std::string>& base = files[below(files.size())];
    // Lines that are whole entries of a block.
    std::vector<size_t> entries;
    for (size_t i = 0; i < base.size(); ++i) {
      const size_t deep = depth_of(base[i]);
      const size_t colon = base[i].find(": ");
      const bool is_own = deep != std::string::npos && deep > 0 && base[i].find_first_of("#\"'-") > colon &&
                          colon != std::string::npos &&
                          std::ranges::count(base[i], '{') == std::ranges::count(base[i], '}') &&
                          std::ranges::count(base[i], '[') == std::ranges::count(base[i], ']');
      size_t next = i + 1;
      while (next < base.size() && depth_of(base[next]) == base[next].size() - 1) ++next;  // blank lines
      const bool has_body = next < base.size() && depth_of(base[next]) > deep;
      bool is_inner = false;  // of brackets, or of a text over several lines
      for (size_t k = i; k-- > 0 && !is_inner;) {
        if (depth_of(base[k]) >= deep || depth_of(base[k]) == base[k].size() - 1) continue;
        is_inner = trimmed_end(base[k]) != ':';
        break;
      }
      if (is_own && !has_body && !is_inner) entries.push_back(i);
    }
    if (entries.size() < 6) continue;
    std::array<std::vector<Edit>, 2> sides;
    std::set<std::pair<size_t, int>> taken;  // lines that a side has changed otherwise than by a number
    std::set<std::pair<size_t, size_t>> tokens;
    std::set<size_t> numbered;
    for (int side = 0; side < 2; ++side) {
      for (size_t k = 1 + below(3); k > 0; --k) {
        Edit edit{.line = entries[below(entries.size())],
                  .kind = static_cast<Edit::Kind>(below(5)),
                  .token = 0,
                  .text = {}};
        const std::string indent(depth_of(base[edit.line]), ' ');
        const bool is_free = !taken.contains({edit.line, 0});
        const auto numbers = numbers_of(base[edit.line]);
        if (edit.kind == Edit::Kind::number) {
          if (numbers.empty() || !is_free) continue;
          edit.token = below(numbers.size());
          if (!tokens.insert({edit.line, edit.token}).second) continue;
          // Two numbers of one value are one change.
          const auto part_of = [&](size_t token) {
            return std::ranges::count(base[edit.line].substr(0, numbers[token].first), ':');
          };
          bool is_shared = false;
          for (const Edit& other : sides[0])
            is_shared |= side == 1 && other.line == edit.line && other.kind == Edit::Kind::number &&
                         part_of(other.token) == part_of(edit.token);
          if (is_shared) continue;
          edit.text = std::to_string(100 + below(900));
          numbered.insert(edit.line);
        } else {
          if (!is_free || numbered.contains(edit.line)) continue;
          taken.insert({edit.line, 0});
          const std::string name =
              "new_" + std::to_string(trial) + "_" + std::to_string(side) + "_" + std::to_string(k);
          if (edit.kind == Edit::Kind::add)
            edit.text = indent + name + base[edit.line].substr(base[edit.line].find(": "));
          if (edit.kind == Edit::Kind::rename) edit.text = name;
          if (edit.kind == Edit::Kind::comment) edit.text = indent + "# " + name + "\n";
          if (edit.kind == Edit::Kind::add && !edit.text.ends_with('\n')) continue;
        }
        sides[static_cast<size_t>(side)].push_back(edit);
      }
    }
    std::vector<Edit> both = sides[0];
    both.insert(both.end(), sides[1].begin(), sides[1].end());
    std::string whole;
    for (const std::string& line : base) whole += line;
    const std::string ours = applied(base, sides[0]), theirs = applied(base, sides[1]);
    const MergedText merged = merge_texts(whole, ours, theirs, {});
    ++made;
    INFO("trial " << trial);
    if (merged.conflicts.empty()) {
      ++settled;
      const bool is_right = merged.text == applied(base, both);
      if (!is_right) {
        CHECK(merged.text == applied(base, both));
      }
      continue;
    }
    // Nothing that either has written is lost.
    for (const std::vector<Edit>& side : sides) {
      for (const Edit& edit : side) {
        if (edit.kind != Edit::Kind::remove) CHECK(merged.text.find(edit.text) != std::string::npos);
      }
    }
  }
  INFO(settled << " of " << made << " are settled");
  CHECK(made > 500);
  CHECK(settled * 100 >= made * 95);
}

}  // namespace ishi::compiler::merge_texts_test
