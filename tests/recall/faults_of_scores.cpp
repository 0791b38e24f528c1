#include <algorithm>
#include <regex>

#include "faults.h"

// Scores that never or always win, that are on another scale, and what holds a choice or turns it.

namespace ishi::recall {
namespace {

using compiler::Code;

// Agents whose list has all of these actions and that take the best, not a draw.
bool share_an_agent(const File& file, const std::vector<std::string>& actions) {
  return std::ranges::any_of(file.text.entries("agents"), [&](const Entry& agent) {
    const std::string text = file.text.text_of(agent);
    if (text.find("weighted:") != std::string::npos || text.find("softmax:") != std::string::npos)
      return false;
    const size_t list = text.find("actions: [");
    if (list == std::string::npos || text.find("states:") < list) return false;
    const std::string_view names = std::string_view(text).substr(list, text.find(']', list) - list);
    return std::ranges::all_of(
        actions, [&](const std::string& name) { return find_word(names, name) != std::string_view::npos; });
  });
}

// A score that is a number and nothing else: its place in the line, and its end.
const std::regex kPlainScore(R"(score: (-?[0-9.]+)(?=\s*(?:[,}#]|$)))");

Seeds plain_scores(const File& file, const std::string& to, bool where_nothing_is_asked) {
  Seeds seeds;
  for (const Entry& action : file.text.entries("actions")) {
    const std::string all = file.text.text_of(action);
    const bool asks = all.find("when:") != std::string::npos || all.find("for_each:") != std::string::npos ||
                      all.find("cooldown:") != std::string::npos ||
                      all.find("claims:") != std::string::npos || all.find("rank:") != std::string::npos;
    if ((asks && where_nothing_is_asked) || !share_an_agent(file, {action.name})) continue;
    for (size_t i = action.begin; i < action.end; ++i) {
      std::smatch match;
      const std::string& line = file.text[i];
      if (line.find("do:") < line.find("score:") || !std::regex_search(line, match, kPlainScore)) continue;
      if (line.find_first_not_of(' ') > 4) continue;  // of a method
      seeds.push_back(changed(file, i,
                              std::string(match.prefix()) + "score: " + to + std::string(match.suffix()),
                              {action.name}));
    }
  }
  return seeds;
}

Seeds never_wins(const File& file) { return plain_scores(file, "0", false); }
Seeds always_wins(const File& file) { return plain_scores(file, "50", true); }

bool has_any(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

std::string halved(const std::string& amounts) {
  static const std::regex number(R"(([+-]?)([0-9]+(?:\.[0-9]+)?)(?=\s*[,}]))");
  std::string result;
  auto at = amounts.cbegin();
  for (std::sregex_iterator match(amounts.begin(), amounts.end(), number), end; match != end; ++match) {
    result.append(at, (*match)[0].first);
    result += (*match)[1].str() + std::to_string(std::stod((*match)[2].str()) / 2);
    at = (*match)[0].second;
  }
  return result.append(at, amounts.cend());
}

// The text of a field of an entry that stands in one line, as "gains: { … }".
std::string field_of(const File& file, const Entry& entry, const std::string& field) {
  const size_t line = file.text.find_in(entry, field + ": ");
  if (line == kNowhere) return "";
  const std::string& text = file.text[line];
  const size_t begin = text.find(field + ": ");
  return text.substr(begin, end_of_value(text, begin + field.size() + 2) - begin);
}

// One action gains half of what another does, under what the other asks for and more.
Seeds dominated(const File& file) {
  Seeds seeds;
  const auto actions = file.text.entries("actions");
  for (const Entry& better : actions) {
    const std::string of_better = file.text.text_of(better);
    const std::string amounts = field_of(file, better, "gains");
    if (amounts.empty() || amounts.find('}') == std::string::npos ||
        has_any(of_better, {"cooldown", "claims", "for_each", "rank", "weight", "reduces", "extends"}))
      continue;
    const std::string when = field_of(file, better, "when");
    for (const Entry& worse : actions) {
      const std::string own = field_of(file, worse, "gains");
      const std::string of_worse = file.text.text_of(worse);
      if (worse.name == better.name || own.empty() || own.find('}') == std::string::npos ||
          has_any(of_worse, {"rank", "weight", "reduces", "for_each", "extends"}) ||
          !share_an_agent(file, {better.name, worse.name}))
        continue;
      BehaviourText text = file.text;
      const size_t line = text.find_in(worse, own);
      std::string changed_line = text[line];
      changed_line.replace(changed_line.find(own), own.size(), halved(amounts));
      text.set(line, changed_line);
      const std::string asked = field_of(file, worse, "when");
      if (!when.empty() && !asked.empty()) {
        const size_t at = text.find_in(worse, asked);
        std::string both = text[at];
        both.replace(both.find(asked), asked.size(),
                     "when: (" + asked.substr(6) + ") and (" + when.substr(6) + ")");
        text.set(at, both);
      } else if (!when.empty()) {
        std::string with = text[line];
        const bool is_flow = with.find('{') < with.find("gains:");
        with.insert(with.find("gains:"), is_flow ? when + ", " : when + "\n    ");
        text.set(line, with);
      }
      seeds.push_back({text.str(), worse.begin, quoted({worse.name})});
    }
  }
  return seeds;
}

// A `.norm` that was forgotten, and a decimal point.
Seeds scales(const File& file) {
  Seeds seeds;
  static const std::regex norm(R"(\b([a-z_]+)\.norm\b)");
  static const std::regex fraction(R"((score: |: )0\.([1-9])(?= [+*-] ))");
  for (const Entry& action : file.text.entries("actions")) {
    if (!share_an_agent(file, {action.name})) continue;
    for (size_t i = action.begin; i < action.end; ++i) {
      const std::string& line = file.text[i];
      std::smatch first;
      if (line.find("score:") == std::string::npos) continue;
      for (std::sregex_iterator match(line.begin(), line.end(), norm), end; match != end; ++match) {
        const auto range = file.ranges.find((*match)[1].str());
        if (range == file.ranges.end() || range->second.high < 50) continue;
        seeds.push_back(
            changed(file, i, std::string(match->prefix()) + (*match)[1].str() + std::string(match->suffix()),
                    {action.name}));
      }
      if (std::regex_search(line, first, fraction))
        seeds.push_back(changed(
            file, i,
            std::string(first.prefix()) + first[1].str() + first[2].str() + "0" + std::string(first.suffix()),
            {action.name}));
    }
  }
  return seeds;
}

// What runs counts for less: an agent's actions all tire of themselves.
Seeds oscillation(const File& file) {
  Seeds seeds;
  const auto actions = file.text.entries("actions");
  BehaviourText text = file.text;
  std::vector<std::string> names;
  size_t first = 0;
  for (const Entry& action : actions) {
    const std::string all = file.text.text_of(action);
    if (has_any(all, {"weight:", "cooldown", "interruptible", "rank", "extends", "claims", "running"}))
      continue;
    for (const std::string_view field : {"gains: {", "reduces: {", "score: "}) {
      const size_t line = file.text.find_in(action, field);
      if (line == kNowhere || file.text[line].find_first_not_of(' ') > 4) continue;
      std::string with = file.text[line];
      const size_t at = with.find(field);
      const bool is_flow = with.substr(0, at).find('{') != std::string::npos;
      with.insert(at, is_flow ? "weight: 1 - 0.98 * running, " : "weight: 1 - 0.98 * running\n    ");
      text.set(line, with);
      if (names.empty()) first = action.begin;
      names.push_back(action.name);
      break;
    }
  }
  bool is_pair = false;
  for (size_t a = 0; a < names.size(); ++a) {
    for (size_t b = a + 1; b < names.size(); ++b) is_pair |= share_an_agent(file, {names[a], names[b]});
  }
  if (is_pair) seeds.push_back({text.str(), first, quoted(names)});
  return seeds;
}

Seeds freezing_inertia(const File& file) {
  Seeds seeds;
  static const std::regex inertia(R"(inertia: [0-9.]+)");
  for (const Entry& agent : file.text.entries("agents")) {
    if (has_any(file.text.text_of(agent), {"softmax", "weighted", "planner"})) continue;
    for (size_t i = agent.begin; i < agent.end; ++i) {
      std::smatch match;
      if (std::regex_search(file.text[i], match, inertia))
        seeds.push_back(
            changed(file, i, std::string(match.prefix()) + "inertia: 3" + std::string(match.suffix()), {}));
    }
  }
  return seeds;
}

Seeds freezing_interruptible(const File& file) {
  Seeds seeds;
  static const std::regex late(R"(interruptible: elapsed > [0-9.]+s(?! or))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    std::smatch match;
    if (file.text.lines()[i].section != "tests" && std::regex_search(file.text[i], match, late))
      seeds.push_back(changed(
          file, i, std::string(match.prefix()) + "interruptible: elapsed < 0s" + std::string(match.suffix()),
          {}));
  }
  return seeds;
}

}  // namespace

std::vector<Fault> faults_of_scores() {
  return {
      {"never wins", {Code::never_wins}, never_wins, 100},
      {"always wins", {Code::always_wins, Code::scores_apart}, always_wins, 100},
      {"half of what another action is", {Code::never_wins}, dominated, 100},
      {"a scale that others do not share", {Code::scores_apart, Code::always_wins}, scales, 50},
      {"two actions that take turns", {Code::oscillation}, oscillation, 70},
      {"an inertia that freezes", {Code::frozen_choice}, freezing_inertia, 100},
      {"an interruptible that freezes", {Code::frozen_choice}, freezing_interruptible, 100},
  };
}

}  // namespace ishi::recall
