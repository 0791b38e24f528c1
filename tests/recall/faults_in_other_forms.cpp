#include <algorithm>
#include <cmath>
#include <regex>

#include "faults.h"

// The same faults in forms that others write: percentages in the points of a curve, levels and curves that
// leave a little, factors of raw keys, states whose ways overlap, failures that come at once.

namespace ishi::recall {
namespace {

using compiler::Code;

bool hnumber_text(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

std::string number_text(double value) {
  std::string text = std::to_string(value);
  while (text.find('.') != std::string::npos && (text.back() == '0' || text.back() == '.')) {
    const bool was_point = text.back() == '.';
    text.pop_back();
    if (was_point) break;
  }
  return text;
}

const std::regex kPoint(R"(\[(-?[0-9.]+(?:[a-z]+)?), (-?[0-9.]+)\])");

// Each curve of points in one line, with what becomes of the outputs.
template <class Change>
Seeds changed_points(const File& file, const Change& change) {
  Seeds seeds;
  for (const Entry& curve : file.text.entries("curves")) {
    const size_t i = curve.begin;
    const std::string& line = file.text[i];
    if (!hnumber_text(line, "points: [[") || hnumber_text(line, "output") || hnumber_text(line, "clamp"))
      continue;
    std::string to;
    auto at = line.cbegin();
    size_t number = 0;
    for (std::sregex_iterator match(line.begin(), line.end(), kPoint), end; match != end; ++match, ++number) {
      to.append(at, (*match)[2].first);
      to += number_text(change(number, std::stod((*match)[2].str())));
      at = (*match)[2].second;
    }
    to.append(at, line.cend());
    if (number >= 2 && to != line) seeds.push_back(changed(file, i, to, {curve.name}));
  }
  return seeds;
}

Seeds percent_points(const File& file) {
  return changed_points(file, [](size_t, double y) { return 100 * y; });
}
Seeds high_points(const File& file) {
  return changed_points(file, [](size_t, double y) { return y >= 0.8 ? y + 0.5 : y; });
}
Seeds low_points(const File& file) {
  return changed_points(file, [](size_t, double y) { return y <= 0.05 ? -0.5 : y; });
}

// A key that goes far beyond 1, in what is held in 0 to 1: each form as one more consideration.
template <class Form>
Seeds raw_forms(const File& file, const Form& form) {
  Seeds seeds;
  static const std::regex in_flow(R"(considerations: \{ )");
  for (const auto& [key, range] : file.ranges) {
    if (range.low != 0 || range.high < 50) continue;
    for (size_t i = 0; i < file.text.lines().size(); ++i) {
      std::smatch match;
      const Line& line = file.text.lines()[i];
      if (line.section != "actions" || !std::regex_search(line.text, match, in_flow)) continue;
      seeds.push_back(changed(file, i,
                              std::string(match.prefix()) + match[0].str() + "added: " + form(key) + ", " +
                                  std::string(match.suffix()),
                              {line.entry}));
    }
  }
  return seeds;
}
Seeds raw_behind(const File& file) {
  return raw_forms(file, [](const std::string& key) { return "(1 - " + key + ") * 0.5"; });
}
Seeds raw_sum(const File& file) {
  return raw_forms(file, [](const std::string& key) { return "0.2 + 0.8 * " + key; });
}
Seeds raw_offset(const File& file) {
  return raw_forms(file, [](const std::string& key) { return key + " - 20"; });
}
Seeds raw_square(const File& file) {
  return raw_forms(file, [](const std::string& key) { return "(1 - " + key + ") ^ 2"; });
}

// A level that begins above 0, of what a weak action satisfies where nothing else is to be done.
template <class Form>
Seeds levels(const File& file, const Form& form) {
  Seeds seeds;
  static const std::regex level(R"(\{ level: ([^,}"]+)(?= \}))");
  static const std::regex fallback(R"(score: 0?\.[0-9]+\s*(?:[,}#]|\n))");
  const std::string all = file.text.str();
  if (std::regex_search(all, fallback)) return seeds;  // that is always worth more
  for (const Entry& need : file.text.entries("needs")) {
    std::smatch match;
    const std::string& line = file.text[need.begin];
    if (!std::regex_search(line, match, level) || !hnumber_text(all, "gains: { " + need.name)) continue;
    std::vector<std::string> names;
    for (const Entry& action : file.text.entries("actions")) {
      if (hnumber_text(file.text.text_of(action), "gains: { " + need.name)) names.push_back(action.name);
    }
    seeds.push_back(changed(
        file, need.begin,
        std::string(match.prefix()) + "{ level: " + form(match[1].str()) + std::string(match.suffix()),
        names));
  }
  return seeds;
}
Seeds level_sum(const File& file) {
  return levels(file, [](const std::string& level) { return "0.04 + 0.96 * (" + level + ")"; });
}
Seeds level_added(const File& file) {
  return levels(file, [](const std::string& level) { return "\"min(" + level + " + 0.05, 1)\""; });
}

// From a state the way there and the way back hold in the same situations, though they say different things.
Seeds overlapping_states(const File& file) {
  Seeds seeds;
  for (const auto& [key, range] : file.ranges) {
    const auto at = [&, low = range.low, high = range.high](double part) {
      return number_text(std::round(low + part * (high - low)));
    };
    if (range.high - range.low < 8) continue;
    for (const Entry& agent : file.text.entries("agents")) {
      struct Way {
        size_t line = 0, begin = 0, end = 0;
        std::string from, to;
      };
      std::vector<Way> ways;
      std::string state;
      static const std::regex of_state(R"(^      ([a-z_]+):)");
      static const std::regex to(R"(to: \{ ([a-z_]+): )");
      for (size_t i = agent.begin; i < agent.end; ++i) {
        const std::string& line = file.text[i];
        std::smatch match;
        if (std::regex_search(line, match, of_state)) state = match[1].str();
        if (!std::regex_search(line, match, to)) continue;
        const auto begin = static_cast<size_t>(match.position() + match.length());
        ways.push_back({i, begin, end_of_value(line, begin), state, match[1].str()});
      }
      for (const Way& there : ways) {
        for (const Way& back : ways) {
          if (there.from != back.to || there.to != back.from || there.from >= back.from ||
              there.line == back.line)
            continue;
          BehaviourText text = file.text;
          std::string of_there = text[there.line], of_back = text[back.line];
          of_there.replace(there.begin, there.end - there.begin, key + " > " + at(0.25));
          of_back.replace(back.begin, back.end - back.begin, key + " < " + at(0.75));
          text.set(there.line, of_there);
          text.set(back.line, of_back);
          seeds.push_back({text.str(), there.line, quoted({there.from, back.from})});
        }
      }
    }
  }
  return seeds;
}

// The body of an action that stands in one line, in a goal or a loop that can fail as soon as it begins.
template <class Form>
Seeds hasty(const File& file, const Form& form) {
  Seeds seeds;
  static const std::regex body(R"(\bdo: (\[[^\]]*\]|[a-z_]+)(?=\s*(?:[,}#]|$)))");
  if (file.ranges.empty()) return seeds;
  const auto& [key, range] = *file.ranges.begin();
  for (const Entry& action : file.text.entries("actions")) {
    const std::string& line = file.text[action.begin];
    std::smatch match;
    if (action.end != action.begin + 1 || !hnumber_text(line, "{") || hnumber_text(line, "cooldown") ||
        hnumber_text(line, key) || !std::regex_search(line, match, body))
      continue;
    std::string steps = match[1].str();
    if (steps[0] == '[') steps = steps.substr(1, steps.size() - 2);
    const std::string asked = key + " > " + number_text(std::round((range.low + range.high) / 2));
    seeds.push_back(changed(file, action.begin,
                            std::string(match.prefix()) + form(asked, steps) + std::string(match.suffix()),
                            {action.name}));
  }
  return seeds;
}
Seeds hasty_check(const File& file) {
  return hasty(file, [](const std::string& asked, const std::string& steps) {
    return "cooldown_after_failure: 0s, do: [check: " + asked + ", " + steps + "]";
  });
}
Seeds hasty_method(const File& file) {
  return hasty(file, [](const std::string& asked, const std::string& steps) {
    return "cooldown_after_failure: 0s, do: [first: { one: { when: " + asked + ", do: [" + steps + "] } }]";
  });
}
Seeds hasty_loop(const File& file) {
  return hasty(file, [](const std::string& asked, const std::string& steps) {
    return "do: [repeat: [{ do: [check: " + asked + ", " + steps + "], on_fail: continue }]]";
  });
}
Seeds hasty_while(const File& file) {
  return hasty(file, [](const std::string& asked, const std::string& steps) {
    return "cooldown_after_failure: 0s, do: [{ do: [" + steps + "], while: " + asked + " }]";
  });
}

}  // namespace

std::vector<Fault> faults_in_other_forms() {
  return {
      {"points of a curve as percentages", {Code::curve_value_cut}, percent_points, 100},
      {"points of a curve above 1", {Code::curve_value_cut}, high_points, 100},
      {"points of a curve below 0", {Code::curve_value_cut}, low_points, 100},
      {"`(1 - hp) * f` without `.norm`", {Code::held_value}, raw_behind, 100},
      {"`a + f * hp` without `.norm`", {Code::held_value}, raw_sum, 100},
      {"`hp - 20` where 0 to 1 is held", {Code::held_value}, raw_offset, 100},
      {"`(1 - hp) ^ 2` without `.norm`", {Code::held_value}, raw_square, 100},
      {"a level that starts above 0", {Code::residue_wins, Code::always_wins}, level_sum, 50},
      {"a level with something added", {Code::residue_wins, Code::always_wins}, level_added, 50},
      {"states whose ways overlap", {Code::oscillation}, overlapping_states, 60},
      {"a check that fails at once", {Code::fails_over_and_over}, hasty_check, 90},
      {"a method that is not there at once", {Code::fails_over_and_over}, hasty_method, 90},
      {"a round that fails at once", {Code::fails_over_and_over}, hasty_loop, 90},
      {"a `while` that fails at once", {Code::fails_over_and_over}, hasty_while, 90},
  };
}

}  // namespace ishi::recall
