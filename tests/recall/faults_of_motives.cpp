#include <algorithm>
#include <regex>

#include "faults.h"

// Needs and drives, their curves, and what importances say of them.

namespace ishi::recall {
namespace {

using compiler::Code;

std::vector<std::string> motive_names(const File& file) {
  std::vector<std::string> names;
  for (const char* const section : {"needs", "drives"}) {
    for (const Entry& motive : file.text.entries(section)) names.push_back(motive.name);
  }
  return names;
}

bool is_of_actions(const Line& line) { return line.section == "actions" || line.section == "things"; }

// Every plus of the amounts of a motive in `gains` and `reduces` of a line becomes a minus. What stands under
// `after` and `during` has a minus already, where it helps.
bool turn_signs(std::string& line, const std::string& motive) {
  const std::regex amount("\\b" + motive + R"(: \+?(?=[0-9.]*[1-9][0-9.]*\s*[,}]))");
  bool has_changed = false;
  for (const std::string_view field : {"gains: {", "reduces: {"}) {
    const size_t begin = line.find(field);
    if (begin == std::string::npos) continue;
    const size_t end = line.find('}', begin) + 1;
    const std::string amounts = line.substr(begin, end - begin);
    const std::string turned = std::regex_replace(amounts, amount, motive + ": -");
    has_changed |= turned != amounts;
    line.replace(begin, end - begin, turned);
  }
  return has_changed;
}

// True if an action has amounts that are more than numbers.
bool has_expressions(const std::string& text) {
  static const std::regex amounts(R"((gains|reduces): \{([^}]*)\})");
  static const std::regex numbers(R"(( *[a-z_]+: [+-]?[0-9.]+ *,?)*)");
  for (std::sregex_iterator match(text.begin(), text.end(), amounts), end; match != end; ++match) {
    if (!std::regex_match((*match)[2].str(), numbers)) return true;
  }
  return false;
}

Seeds never_satisfied(const File& file) {
  Seeds seeds;
  for (const char* const section : {"needs", "drives"}) {
    for (const Entry& motive : file.text.entries(section)) {
      BehaviourText text = file.text;
      bool has_changed = false, is_relieved = false;
      const std::regex relief("(after|during): \\{[^}]*\\b" + motive.name + ": -");
      for (size_t i = 0; i < text.lines().size(); ++i) {
        if (!is_of_actions(text.lines()[i])) continue;
        std::string line = text[i];
        is_relieved |= std::regex_search(line, relief);
        has_changed |= turn_signs(line, motive.name);
        text.set(i, line);
      }
      if (has_changed && !is_relieved) seeds.push_back({text.str(), motive.begin, quoted({motive.name})});
    }
  }
  return seeds;
}

Seeds helps_nothing(const File& file) {
  Seeds seeds;
  const auto motives = motive_names(file);
  for (const Entry& action : file.text.entries("actions")) {
    BehaviourText text = file.text;
    if (text.find_in(action, "extends") != kNowhere || has_expressions(text.text_of(action))) continue;
    std::vector<std::string> names = {action.name};
    size_t where = kNowhere;
    for (size_t i = action.begin; i < action.end; ++i) {
      std::string line = text[i];
      for (const std::string& motive : motives) {
        if (!turn_signs(line, motive)) continue;
        names.push_back(motive);
        where = i;
      }
      text.set(i, line);
    }
    if (where != kNowhere) seeds.push_back({text.str(), where, quoted(names)});
  }
  return seeds;
}

// The sign of what doing it changes, where the score counts on the opposite.
Seeds against_gains(const File& file) {
  Seeds seeds;
  static const std::regex change(R"((after|during): \{ ([a-z_]+): -(?=[0-9.]+(/[a-z]+)?\s*[,}]))");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    std::smatch match;
    if (!is_of_actions(file.text.lines()[i]) || !std::regex_search(file.text[i], match, change)) continue;
    const std::regex gained("\\b" + match[2].str() + R"(: \+?[0-9.]+\s*[,}])");
    bool is_gained = false;
    for (size_t line = i < 6 ? 0 : i - 6; line <= i; ++line) {
      const std::string& text = file.text[line];
      is_gained |= text.find("gains:") != std::string::npos && std::regex_search(text, gained);
    }
    if (!is_gained) continue;
    seeds.push_back(changed(file, i,
                            std::string(match.prefix()) + match[1].str() + ": { " + match[2].str() + ": +" +
                                std::string(match.suffix()),
                            {match[2].str()}));
  }
  return seeds;
}

Seeds rises_faster(const File& file) {
  Seeds seeds;
  static const std::regex rise(R"(rise: ([0-9.]+)(/[a-z]+)(?=\s*[,}]))");
  for (const char* const section : {"needs", "drives"}) {
    for (const Entry& motive : file.text.entries(section)) {
      std::smatch match;
      const std::string& line = file.text[motive.begin];
      if (line.find("while:") != std::string::npos || !std::regex_search(line, match, rise)) continue;
      const std::regex relief("(after|during): \\{[^}]*\\b" + motive.name + ": -");
      if (!std::regex_search(file.text.str(), relief)) continue;
      seeds.push_back(changed(file, motive.begin,
                              std::string(match.prefix()) +
                                  "rise: " + std::to_string(std::stod(match[1]) * 1000) + match[2].str() +
                                  std::string(match.suffix()),
                              {motive.name}));
    }
  }
  return seeds;
}

// Curves through which a level goes, between 0 and 1.
bool is_of_motive(const File& file, const std::string& curve) {
  for (const char* const section : {"needs", "drives"}) {
    for (const Entry& motive : file.text.entries(section)) {
      if (file.text.text_of(motive).find("curve: " + curve) != std::string::npos) return true;
    }
  }
  return false;
}
bool is_of_norms(const File& file, const std::string& curve) {
  return file.text.str().find(curve + "(") != std::string::npos &&
         !std::regex_search(file.text.str(), std::regex("\\b" + curve + R"(\((?![a-z_]+\.norm\)))"));
}

// A percentage where 0 to 1 was meant.
Seeds dead_curve(const File& file) {
  Seeds seeds;
  static const std::regex last(R"(\[1, ([0-9.]+)\]\])");
  static const std::regex midpoint(R"(midpoint: 0\.([0-9]+))");
  static const std::regex points(R"(points: |smooth: )");
  for (const Entry& curve : file.text.entries("curves")) {
    const std::string& line = file.text[curve.begin];
    if (!is_of_motive(file, curve.name) && !is_of_norms(file, curve.name)) continue;
    std::smatch match;
    if (std::regex_search(line, points) && std::regex_search(line, match, last)) {
      for (const char* const to : {"[1, 0.5], [2, 0.7]]", "[100, 0.9]]"})
        seeds.push_back(changed(
            file, curve.begin, std::string(match.prefix()) + to + std::string(match.suffix()), {curve.name}));
    }
    if (std::regex_search(line, match, midpoint))
      seeds.push_back(changed(file, curve.begin,
                              std::string(match.prefix()) + "midpoint: 60" + std::string(match.suffix()),
                              {curve.name}));
  }
  return seeds;
}

// True if some agent has nothing that it does for nothing.
bool has_no_rest(const File& file) {
  return std::ranges::any_of(file.text.entries("agents"), [&](const Entry& agent) {
    const std::string text = file.text.text_of(agent);
    const size_t list = text.find("actions: [");
    if (list == std::string::npos || text.find("extends") != std::string::npos) return false;
    const std::string_view names = std::string_view(text).substr(list, text.find(']', list) - list);
    return std::ranges::none_of(file.text.entries("actions"), [&](const Entry& action) {
      const std::string of_action = file.text.text_of(action);
      return find_word(names, action.name) != std::string_view::npos &&
             of_action.find("when:") == std::string::npos &&
             (of_action.find("score:") != std::string::npos ||
              of_action.find("considerations:") != std::string::npos);
    });
  });
}

// A curve that does not come down to 0 any more.
Seeds residue(const File& file) {
  Seeds seeds;
  if (!has_no_rest(file)) return seeds;
  for (const Entry& curve : file.text.entries("curves")) {
    const bool is_changed = file.text[curve.begin].find("logistic") != std::string::npos;
    if (is_changed || !is_of_motive(file, curve.name) || curve.end != curve.begin + 1) continue;
    seeds.push_back(
        changed(file, curve.begin, "  " + curve.name + ": { logistic: { midpoint: 0.6, slope: 12 } }", {}));
    seeds.back().names = {"with next to nothing"};
  }
  return seeds;
}

Seeds idle_weight(const File& file) {
  Seeds seeds;
  const auto motives = motive_names(file);
  for (const Entry& profile : file.text.entries("importance")) {
    const std::string& line = file.text[profile.begin];
    for (const std::string& motive : motives) {
      std::smatch match;
      const std::regex weight("\\b" + motive + R"(: ([0-9.]+)(?=\s*[,}]))");
      if (!std::regex_search(line, match, weight) || std::stod(match[1]) == 1) continue;
      seeds.push_back(changed(file, profile.begin,
                              std::string(match.prefix()) + motive + ": 1.0001" + std::string(match.suffix()),
                              {profile.name}));
    }
  }
  return seeds;
}

Seeds same_importance(const File& file) {
  Seeds seeds;
  const auto profiles = file.text.entries("importance");
  for (const Entry& copy : profiles) {
    for (const Entry& parent : profiles) {
      const std::string& line = file.text[parent.begin];
      if (copy.begin <= parent.begin || line.find('{') == std::string::npos) continue;
      seeds.push_back(changed(file, copy.begin, "  " + copy.name + ": " + line.substr(line.find('{')),
                              {copy.name, parent.name}));
    }
  }
  return seeds;
}

}  // namespace

std::vector<Fault> faults_of_motives() {
  return {
      {"a need or drive that nothing satisfies",
       {Code::never_satisfied, Code::helps_nothing},
       never_satisfied,
       90},
      {"an action that helps nothing",
       {Code::helps_nothing, Code::never_wins, Code::change_against_gains},
       helps_nothing,
       100},
      {"a change against what is gained",
       {Code::change_against_gains, Code::sign_adds_nothing, Code::never_satisfied},
       against_gains,
       100},
      {"a rise that nothing keeps up with", {Code::rises_faster}, rises_faster, 80},
      {"a part of a curve that nothing reaches", {Code::dead_curve}, dead_curve, 100},
      {"a residue that wins", {Code::residue_wins}, residue, 100},
      {"a weight that changes nothing", {Code::idle_weight, Code::same_importance}, idle_weight, 50},
      {"a profile like another", {Code::same_importance}, same_importance, 100},
  };
}

}  // namespace ishi::recall
