#include <algorithm>
#include <regex>

#include "faults.h"

// What was not thought of: a range that was not brought to 0 to 1, a half of a condition, a way back, an end.

namespace ishi::recall {
namespace {

using compiler::Code;

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string as_text(double value) {
  const auto whole = static_cast<long>(value);
  return static_cast<double>(whole) == value ? std::to_string(whole) : std::to_string(value);
}

// Keys that go far beyond 1, as expressions write them.
std::vector<std::string> wide_keys(const File& file) {
  std::vector<std::string> keys;
  for (const auto& [key, range] : file.ranges) {
    if (range.low == 0 && range.high >= 50) keys.push_back(key);
  }
  return keys;
}

// `1 - hp` where `1 - hp.norm` is meant: as a whole score, a consideration or a level.
Seeds raw_difference(const File& file) {
  Seeds seeds;
  static const std::regex whole(R"((score|level|[a-z_]+): (1 - ([a-z_]+)\.norm)(?=\s*(?:[,}#]|$)))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    std::smatch match;
    if ((line.section != "actions" && line.section != "needs" && line.section != "drives") ||
        holds(line.text, "gains:") || holds(line.text, "reduces:") ||
        !std::regex_search(line.text, match, whole))
      continue;
    const auto range = file.ranges.find(match[3].str());
    if (range == file.ranges.end() || range->second.high < 5) continue;
    seeds.push_back(changed(file, i,
                            std::string(match.prefix()) + match[1].str() + ": 1 - " + match[3].str() +
                                std::string(match.suffix()),
                            {line.entry}));
  }
  return seeds;
}

// Into the considerations of an action a new one, as the others stand there.
Seeds new_consideration(const File& file, const std::string& value) {
  Seeds seeds;
  static const std::regex in_flow(R"(considerations: \{ )");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    std::smatch match;
    const Line& line = file.text.lines()[i];
    if (line.section != "actions" || !std::regex_search(line.text, match, in_flow)) continue;
    seeds.push_back(changed(
        file, i,
        std::string(match.prefix()) + match[0].str() + "added: " + value + ", " + std::string(match.suffix()),
        {line.entry}));
  }
  return seeds;
}

// `0.8 * (1 - hp)`, the same with a factor: as a score or level, or as one more consideration.
Seeds raw_factor(const File& file) {
  Seeds seeds;
  static const std::regex whole(R"((score|level): (1 - ([a-z_]+)\.norm)(?=\s*(?:[,}#]|$)))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    std::smatch match;
    if (!std::regex_search(line.text, match, whole)) continue;
    const auto range = file.ranges.find(match[3].str());
    if (range == file.ranges.end() || range->second.high < 20) continue;
    seeds.push_back(changed(file, i,
                            std::string(match.prefix()) + match[1].str() + ": 0.8 * (1 - " + match[3].str() +
                                ")" + std::string(match.suffix()),
                            {line.entry}));
  }
  for (const std::string& key : wide_keys(file)) {
    for (Seed& seed : new_consideration(file, "0.9 * (1 - " + key + ")")) seeds.push_back(std::move(seed));
  }
  return seeds;
}

// Somebody whom the file measures the distance to: the text of the call.
std::string distance_in(const std::string& text) {
  static const std::regex call(R"(distance\([a-z_.]+\))");
  std::smatch match;
  return std::regex_search(text, match, call) ? match[0].str() : "";
}

Seeds raw_distance(const File& file) {
  Seeds seeds;
  static const std::regex in_flow(R"(considerations: \{ )");
  static const std::regex curved(R"(\b[a-z_]+\((distance\([a-z_.]+\))\)(?=\s*(?:[,}#]|$)))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    if (line.section != "actions" && line.section != "needs" && line.section != "drives") continue;
    const size_t label = line.text.find_first_not_of(' ');
    const bool is_held = holds(line.text, "considerations:") || holds(line.text, "level:") ||
                         (label != std::string::npos && label >= 6 && !holds(line.text, "score:") &&
                          !holds(line.text, "when:"));
    std::smatch match;
    if (!is_held || distance_in(line.text).empty() || !std::regex_search(line.text, match, curved)) continue;
    for (const char* const before : {"1 - ", ""}) {
      seeds.push_back(changed(
          file, i,
          std::string(match.prefix()) + before + match[1].str() + " / 1m" + std::string(match.suffix()),
          {line.entry}));
    }
  }
  return seeds;
}

// A curve that is drawn for 0 to 1.
Seeds raw_curve(const File& file) {
  Seeds seeds;
  for (const Entry& curve : file.text.entries("curves")) {
    const std::string text = file.text.text_of(curve);
    const bool is_for_1 = (holds(text, "logistic") || holds(text, "power") || holds(text, "smoothstep") ||
                           holds(text, "exponential")) &&
                          !holds(text, "input:");
    static const std::regex number_beyond_1(R"((midpoint|from|to|low|high): (-|[2-9]|1[0-9]))");
    if (!is_for_1 || std::regex_search(text, number_beyond_1)) continue;
    for (const std::string& key : wide_keys(file)) {
      for (Seed& seed : new_consideration(file, curve.name + "(" + key + ")"))
        seeds.push_back(std::move(seed));
    }
  }
  // What goes through a curve already, without its `.norm`.
  static const std::regex through(R"(\b([a-z_]+)\(([a-z_]+)\.norm\))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    std::smatch match;
    if (line.section != "actions" || !std::regex_search(line.text, match, through)) continue;
    const auto range = file.ranges.find(match[2].str());
    const auto curves = file.text.entries("curves");
    const bool is_curve = std::ranges::find(curves, match[1].str(), &Entry::name) != curves.end();
    if (!is_curve || range == file.ranges.end() || range->second.high < 50) continue;
    seeds.push_back(changed(file, i,
                            std::string(match.prefix()) + match[1].str() + "(" + match[2].str() + ")" +
                                std::string(match.suffix()),
                            {line.entry}));
  }
  return seeds;
}

// The fields of an action that stands in one line.
bool is_in_one_line(const Entry& action, const std::string& text) {
  return action.end == action.begin + 1 && holds(text, "{") && holds(text, "}");
}

const std::regex kFraction(R"(score: (0?\.[0-9]+|1)(?=\s*(?:[,}#]|$)))");

// 55 for 0.55, where that competes only seldom.
Seeds rare_percentage(const File& file) {
  Seeds seeds;
  for (const Entry& action : file.text.entries("actions")) {
    const std::string& line = file.text[action.begin];
    std::smatch match;
    if (!is_in_one_line(action, line) || holds(line, "when:") || holds(line, "rank") ||
        !std::regex_search(line, match, kFraction) || holds(std::string(match.prefix()), "do:"))
      continue;
    std::string rare;
    for (const auto& [key, range] : file.ranges) {
      if (!rare.empty()) rare += " and ";
      rare += key + " >= " + as_text(range.high - (range.high - range.low) / 50);
    }
    if (rare.empty()) continue;
    seeds.push_back(
        changed(file, action.begin,
                std::string(match.prefix()) + "when: " + rare + ", score: 55" + std::string(match.suffix()),
                {action.name}));
  }
  return seeds;
}

// What a thing offers asks for what it always, or never, is.
Seeds offer_guards(const File& file, bool holds_always) {
  Seeds seeds;
  static const std::regex asks(R"(^        when: (.*)$)");
  static const std::regex starts(R"(^      ([a-z_]+):$)");
  static const std::regex field(R"(\b([a-z_]+): \{ type: number, range: 0\.\.1)");
  std::string known_field;
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    if (line.section != "things") continue;
    std::smatch match, of_field;
    const size_t indent = line.text.find_first_not_of(' ');
    if (indent == 2) known_field.clear();
    if (std::regex_search(line.text, of_field, field)) known_field = of_field[1].str();
    if (known_field.empty()) continue;
    const std::string asked = "it." + known_field + (holds_always ? " >= 0" : " > 1");
    if (std::regex_match(line.text, match, asks)) {
      seeds.push_back(changed(file, i, "        when: " + asked, {line.entry}));
    } else if (std::regex_match(line.text, match, starts) && i + 1 < file.text.lines().size() &&
               !holds(file.text[i + 1], "when:") && !holds(file.text[i + 1], "fields") &&
               file.text[i + 1].starts_with("        ")) {
      seeds.push_back(
          changed(file, i + 1, "        when: " + asked + "\n" + file.text[i + 1], {match[1].str()}));
    }
  }
  return seeds;
}
Seeds offer_never(const File& file) { return offer_guards(file, false); }
Seeds offer_always(const File& file) { return offer_guards(file, true); }

// A gain that depends on something, and a change with the wrong sign.
Seeds gain_expression(const File& file) {
  Seeds seeds;
  static const std::regex gain(R"(gains: \{ ([a-z_]+): \+?([0-9.]+) \})");
  static const std::regex change(R"((after|during): \{ ([a-z_]+): -(?=[0-9.]+(/[a-z]+)?\s*[,}]))");
  const auto keys = file.ranges;
  if (keys.empty()) return seeds;
  for (const Entry& action : file.text.entries("actions")) {
    BehaviourText text = file.text;
    std::string motive;
    size_t where = kNowhere;
    for (size_t i = action.begin; i < action.end; ++i) {
      std::smatch match;
      std::string line = text[i];
      if (std::regex_search(line, match, gain)) {
        motive = match[1].str();
        line = std::string(match.prefix()) + "gains: { " + motive + ": " + match[2].str() +
               " * (0.5 + 0.5 * " + keys.begin()->first + ".norm) }" + std::string(match.suffix());
      }
      if (!motive.empty() && std::regex_search(line, match, change) && match[2].str() == motive) {
        line = std::string(match.prefix()) + match[1].str() + ": { " + motive + ": +" +
               std::string(match.suffix());
        where = i;
      }
      text.set(i, line);
    }
    if (where != kNowhere) seeds.push_back({text.str(), where, quoted({motive})});
  }
  return seeds;
}

std::vector<std::string> who_gain(const File& file, const std::string& need) {
  std::vector<std::string> result;
  for (const Entry& action : file.text.entries("actions")) {
    if (holds(file.text.text_of(action), "gains: { " + need)) result.push_back(action.name);
  }
  return result;
}

// A level that never comes down to 0, of what a weak action satisfies where nothing else is to be done.
Seeds level_floor(const File& file) {
  Seeds seeds;
  static const std::regex level(R"(\{ level: ([^,}"]+)(?= \}))");
  const std::string actions = file.text.str();
  for (const Entry& need : file.text.entries("needs")) {
    std::smatch match;
    const std::string& line = file.text[need.begin];
    if (!std::regex_search(line, match, level)) continue;
    // Where something is always worth more nobody sees it.
    static const std::regex fallback(R"(score: 0?\.[0-9]+\s*(?:[,}#]|\n))");
    if (std::regex_search(actions, fallback) || !holds(actions, "gains: { " + need.name)) continue;
    seeds.push_back(changed(file, need.begin,
                            std::string(match.prefix()) + "{ level: \"max(" + match[1].str() + ", 0.05)\"" +
                                std::string(match.suffix()),
                            who_gain(file, need.name)));
  }
  return seeds;
}

// `when: a and hp >= 0`.
Seeds idle_half(const File& file) {
  Seeds seeds;
  static const std::regex condition(R"(\b(when|while): )");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    const Line& line = file.text.lines()[i];
    std::smatch match;
    if (line.section != "actions" || file.ranges.empty() || !std::regex_search(line.text, match, condition))
      continue;
    const size_t begin = static_cast<size_t>(match.position() + match.length());
    const size_t end = end_of_value(line.text, begin);
    const std::string value = line.text.substr(begin, end - begin);
    if (value.empty() || value[0] == '"' || value == "true" || value == "false" || holds(value, " or "))
      continue;
    const auto& [key, range] = *file.ranges.begin();
    if (holds(value, key)) continue;
    std::string to = line.text;
    to.replace(begin, end - begin, value + " and " + key + " <= " + as_text(range.high));
    seeds.push_back(changed(file, i, to, {line.entry}));
  }
  return seeds;
}

// From a state the way back is the way there.
Seeds flips(const File& file) {
  Seeds seeds;
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
        if (there.from != back.to || there.to != back.from || there.from == back.from) continue;
        const std::string condition = file.text[there.line].substr(there.begin, there.end - there.begin);
        if (holds(condition, "since(") || holds(condition, "elapsed")) continue;
        std::string line = file.text[back.line];
        line.replace(back.begin, back.end - back.begin, condition);
        seeds.push_back(changed(file, back.line, line, {there.from, back.from}));
      }
    }
  }
  return seeds;
}

// `while` says the opposite of `when`.
Seeds against_when(const File& file) {
  Seeds seeds;
  static const std::regex condition(R"(\bwhen: )");
  for (const Entry& action : file.text.entries("actions")) {
    const std::string all = file.text.text_of(action);
    if (holds(all, "while:") || holds(all, "extends")) continue;
    for (size_t i = action.begin; i < action.end; ++i) {
      const std::string& line = file.text[i];
      std::smatch match;
      if (!std::regex_search(line, match, condition) || line.find_first_not_of(' ') > 4) continue;
      const auto begin = static_cast<size_t>(match.position() + match.length());
      const size_t end = end_of_value(line, begin);
      const std::string value = line.substr(begin, end - begin);
      if (value.empty() || value[0] == '"' || value == "true" || holds(value, "since(") ||
          line.find("do:") < begin)
        continue;
      const bool is_flow = line.find('{') < begin;
      std::string to = line;
      to.insert(end, is_flow ? ", while: not (" + value + ")" : "\n    while: not (" + value + ")");
      Seed seed = changed(file, i, to, {action.name});
      if (!is_flow) ++seed.line;
      seeds.push_back(std::move(seed));
    }
  }
  return seeds;
}

const std::regex kBody(R"(\bdo: (\[[^\]]*\]|[a-z_]+)(?=\s*(?:[,}#]|$)))");

// The body of an action, for ever, and let nobody break in.
Seeds endless(const File& file) {
  Seeds seeds;
  for (const Entry& action : file.text.entries("actions")) {
    const std::string& line = file.text[action.begin];
    std::smatch match;
    if (!is_in_one_line(action, line) || holds(line, "while") || holds(line, "interruptible") ||
        holds(line, "until") || !std::regex_search(line, match, kBody))
      continue;
    // What ranks higher or leads to another state ends it.
    const std::string all = file.text.str();
    if (holds(all, "rank: ") || holds(all, "states:")) continue;
    std::string steps = match[1].str();
    if (steps[0] == '[') steps = steps.substr(1, steps.size() - 2);
    static const std::regex tasks(R"([a-z_]+(, [a-z_]+)*)");
    if (!std::regex_match(steps, tasks)) continue;
    // A task that may refuse ends it, too.
    const std::regex refuses("\n  (" + std::regex_replace(steps, std::regex(", "), "|") +
                             "): +\\{.*requires:");
    if (std::regex_search(all, refuses) || std::regex_search(file.contract, refuses)) continue;
    seeds.push_back(changed(file, action.begin,
                            std::string(match.prefix()) + "interruptible: false, do: [repeat: [" + steps +
                                "]]" + std::string(match.suffix()),
                            {action.name}));
  }
  return seeds;
}

// The task was left out, and only what the action notes of itself stays.
Seeds idle_body(const File& file) {
  Seeds seeds;
  for (const Entry& action : file.text.entries("actions")) {
    const std::string& line = file.text[action.begin];
    std::smatch match;
    if (!is_in_one_line(action, line) || holds(line, "cooldown") || holds(line, "claims") ||
        holds(line, "after") || holds(line, "finally") || !std::regex_search(line, match, kBody))
      continue;
    BehaviourText text = file.text;
    text.set(action.begin,
             std::string(match.prefix()) + "do: [set: { noted: true }]" + std::string(match.suffix()));
    for (size_t i = 0; i < text.lines().size(); ++i) {
      if (text[i] != "blackboard:") continue;
      text.set(i, "blackboard:\n  noted: boolean");
      seeds.push_back({text.str(), action.begin + (i < action.begin ? 1U : 0U), quoted({action.name})});
      break;
    }
  }
  return seeds;
}

}  // namespace

std::vector<Fault> faults_of_oversights() {
  return {
      {"`1 - hp` without `.norm`", {Code::held_value, Code::scores_apart}, raw_difference, 100},
      {"`f * (1 - hp)` without `.norm`", {Code::held_value}, raw_factor, 100},
      {"a distance divided by one metre", {Code::held_value}, raw_distance, 100},
      {"a curve of a raw range", {Code::held_value}, raw_curve, 85},
      {"a percentage behind a rare `when`", {Code::scores_apart}, rare_percentage, 90},
      {"an offer's `when` that never holds", {Code::guard_never}, offer_never, 100},
      {"an offer's `when` that always holds", {Code::guard_always}, offer_always, 100},
      {"a change against a gain that depends", {Code::change_against_gains}, gain_expression, 100},
      {"a level that is never 0", {Code::residue_wins, Code::always_wins}, level_floor, 50},
      {"a half that always holds", {Code::guard_always}, idle_half, 100},
      {"two states that take turns", {Code::oscillation}, flips, 50},
      {"a `while` against its `when`", {Code::guard_never}, against_when, 100},
      {"an endless body that nothing interrupts", {Code::frozen_choice}, endless, 90},
      {"an action that is over at once", {Code::over_at_once}, idle_body, 80},
  };
}

}  // namespace ishi::recall
