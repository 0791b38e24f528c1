#include <algorithm>
#include <cmath>
#include <regex>

#include "faults.h"

// Conditions that never or always hold, divisions, and bodies that cannot be got through.

namespace ishi::recall {
namespace {

using compiler::Code;

// A comparison of a key with a number, in a condition that is nothing else or joins it with others.
struct Comparison {
  size_t line = 0;
  size_t begin = 0, end = 0;        // of the comparison
  size_t field = 0, field_end = 0;  // of the condition
  std::string key;
  bool is_below = false;
  KeyRange range;
};

std::vector<Comparison> comparisons(const File& file) {
  std::vector<Comparison> result;
  static const std::regex condition(R"(\b(when|while|until|interruptible): )");
  static const std::regex compares(R"(\b([a-z_.]+) (<|>|<=|>=) ([0-9.]+)(?![0-9a-z./]| [*/+-]))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    if (line.section != "actions" && line.section != "goals") continue;
    for (std::sregex_iterator field(line.text.begin(), line.text.end(), condition), end; field != end;
         ++field) {
      const size_t begin = static_cast<size_t>(field->position() + field->length());
      const size_t to = end_of_value(line.text, begin);
      const std::string value = line.text.substr(begin, to - begin);
      for (std::sregex_iterator match(value.begin(), value.end(), compares); match != end; ++match) {
        const std::string key = (*match)[1].str();
        KeyRange range{0, 1};
        const bool is_level =
            key.starts_with("needs.") || key.starts_with("drives.") || key.ends_with(".norm");
        if (!is_level) {
          const auto known = file.ranges.find(key);
          if (known == file.ranges.end()) continue;
          range = known->second;
        }
        const size_t at = begin + static_cast<size_t>(match->position());
        result.push_back({i, at, at + static_cast<size_t>(match->length()), begin, to, key,
                          (*match)[2].str()[0] == '<', range});
      }
    }
  }
  return result;
}

std::string number(double value) {
  const auto whole = static_cast<long>(std::lround(value));
  return static_cast<double>(whole) == value ? std::to_string(whole) : std::to_string(value);
}

Seed with(const File& file, const Comparison& one, const std::string& instead) {
  std::string line = file.text[one.line];
  line.replace(one.begin, one.end - one.begin, instead);
  return changed(file, one.line, line, {});
}

// A bound beyond the range.
Seeds guard_never(const File& file) {
  Seeds seeds;
  for (const Comparison& one : comparisons(file)) {
    const std::string condition = file.text[one.line].substr(one.field, one.field_end - one.field);
    if (condition.find(" or ") != std::string::npos || condition.find("not ") != std::string::npos) continue;
    seeds.push_back(with(
        file, one,
        one.is_below ? one.key + " < " + number(one.range.low) : one.key + " > " + number(one.range.high)));
  }
  return seeds;
}

// Two that exclude each other.
Seeds contradiction(const File& file) {
  Seeds seeds;
  static const std::regex known(R"(\b([a-z_]+)\.known and )");
  for (const Comparison& one : comparisons(file)) {
    const std::string text = file.text[one.line].substr(one.begin, one.end - one.begin);
    const std::string condition = file.text[one.line].substr(one.field, one.field_end - one.field);
    if (condition.find(" or ") != std::string::npos || condition.find("not ") != std::string::npos) continue;
    std::string turned = text;
    const size_t sign = turned.find_first_of("<>");
    const bool or_equal = turned[sign + 1] == '=';
    turned[sign] = one.is_below ? '>' : '<';
    if (or_equal) turned.erase(sign + 1, 1);
    seeds.push_back(with(file, one, text + " and " + turned));
  }
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    std::smatch match;
    const Line& line = file.text.lines()[i];
    if (line.section != "actions" || line.text.find("when:") == std::string::npos ||
        line.text.find(" or ") != std::string::npos || !std::regex_search(line.text, match, known))
      continue;
    seeds.push_back(changed(file, i,
                            std::string(match.prefix()) + match[0].str() + "not " + match[1].str() +
                                ".known and " + std::string(match.suffix()),
                            {}));
  }
  return seeds;
}

Seeds guard_always(const File& file) {
  Seeds seeds;
  for (const Comparison& one : comparisons(file)) {
    const std::string condition = file.text[one.line].substr(one.field, one.field_end - one.field);
    const bool is_alone = one.begin == one.field && one.end == one.field_end;
    if (!is_alone &&
        (condition.find(" and ") != std::string::npos || condition.find("not ") != std::string::npos))
      continue;
    seeds.push_back(with(
        file, one,
        one.is_below ? one.key + " <= " + number(one.range.high) : one.key + " >= " + number(one.range.low)));
  }
  return seeds;
}

// A first method that always succeeds.
Seeds unreachable_method(const File& file) {
  Seeds seeds;
  static const std::regex method(R"(^ +([a-z_]+): +\{ )");
  for (const Entry& goal : file.text.entries("goals")) {
    const size_t first = file.text.find_in(goal, "first:");
    if (first == kNowhere || first + 2 >= goal.end) continue;
    std::smatch match, next;
    if (!std::regex_search(file.text[first + 1], match, method) ||
        !std::regex_search(file.text[first + 2], next, method))
      continue;
    seeds.push_back(
        changed(file, first + 1, match[0].str() + "do: [wait: 1s] }", {match[1].str(), next[1].str()}));
  }
  return seeds;
}

// What fails at once is tried again at once.
Seeds hasty_retry(const File& file) {
  Seeds seeds;
  static const std::regex first_step(R"(do: \[?([a-z_]+))");
  static const std::regex given(R"(cooldown_after_failure: [0-9.]+s)");
  for (const Entry& action : file.text.entries("actions")) {
    const std::string all = file.text.text_of(action);
    const size_t at = file.text.find_in(action, "do:");
    if (at == kNowhere || file.text[at].find_first_not_of(' ') > 4 ||
        all.find("cooldown") != std::string::npos)
      continue;
    std::string line = file.text[at];
    std::string step;
    std::smatch match;
    if (std::regex_search(line, match, first_step))
      step = match[1].str();
    else if (std::regex_search(file.text[std::min(at + 1, action.end - 1)], match,
                               std::regex(R"(- ([a-z_]+))")))
      step = match[1].str();
    const std::regex fails("\n  " + step + ": +\\{.*requires: ([^,}]*)");
    const std::string contract = file.contract, own = file.text.str();
    const bool may_refuse =
        !step.empty() && (std::regex_search(contract, match, fails) || std::regex_search(own, match, fails));
    // Where the `when` asks for the same, it cannot fail at once.
    const std::string requirement = may_refuse ? match[1].str() : "";
    const size_t asks = file.text.find_in(action, "when:");
    const bool is_asked =
        may_refuse && asks != kNowhere && file.text[asks].find(requirement) != std::string::npos;
    if (step != "walk" && (!may_refuse || is_asked)) continue;
    const size_t place = line.find("do:");
    const bool is_flow = line.substr(0, place).find('{') != std::string::npos;
    line.insert(place, is_flow ? "cooldown_after_failure: 0s, " : "cooldown_after_failure: 0s\n    ");
    seeds.push_back(changed(file, at, line, {action.name}));
  }
  return seeds;
}

Seeds goal_circle(const File& file) {
  Seeds seeds;
  static const std::regex body(R"(do: \[([a-z_]+)(?=[,\]:]))");
  for (const Entry& goal : file.text.entries("goals")) {
    if (file.text.text_of(goal).find("params") != std::string::npos) continue;
    std::smatch match;
    const std::string& line = file.text[goal.begin];
    if (!std::regex_search(line, match, body)) continue;
    const size_t begin = static_cast<size_t>(match.position()) + 5;
    std::string to = line;
    to.replace(begin, end_of_value(line, begin) - begin, goal.name);
    seeds.push_back(changed(file, goal.begin, to, {goal.name}));
  }
  return seeds;
}

Seeds division(const File& file) {
  Seeds seeds;
  static const std::regex times(R"( \* ([a-z_]+)(\.norm)?(?![a-z_.(]))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    if (line.section != "actions" && line.section != "needs" && line.section != "drives") continue;
    for (std::sregex_iterator match(line.text.begin(), line.text.end(), times), end; match != end; ++match) {
      const auto range = file.ranges.find((*match)[1].str());
      if (range == file.ranges.end() || range->second.low > 0 || range->second.high < 0) continue;
      if ((*match)[2].length() > 0 && range->second.low == range->second.high) continue;
      seeds.push_back(changed(file, i,
                              std::string(match->prefix()) + " / " + (*match)[1].str() + (*match)[2].str() +
                                  std::string(match->suffix()),
                              {}));
    }
  }
  return seeds;
}

}  // namespace

std::vector<Fault> faults_of_conditions() {
  return {
      {"a bound beyond the range", {Code::guard_never}, guard_never, 100},
      {"conditions that contradict each other", {Code::guard_never}, contradiction, 100},
      {"a condition that always holds", {Code::guard_always}, guard_always, 100},
      {"a method that is never reached",
       {Code::unreachable_method, Code::never_reached},
       unreachable_method,
       100,
       true},
      {"a failure that is repeated at once", {Code::fails_over_and_over}, hasty_retry, 100},
      {"a goal that leads to itself", {Code::goal_circle, Code::loop_never_waits}, goal_circle, 100, true},
      {"a division that may be by zero", {Code::possible_division_by_zero}, division, 100},
  };
}

}  // namespace ishi::recall
