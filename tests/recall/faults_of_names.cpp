#include <algorithm>
#include <regex>

#include "faults.h"

// Names that nothing uses any more, since another one of their kind stands where they did.

namespace ishi::recall {
namespace {

using compiler::Code;

// Each use of a name becomes one of another of its section.
Seeds never_used(const File& file, std::string_view section) {
  Seeds seeds;
  const auto entries = file.text.entries(section);
  for (const Entry& entry : entries) {
    for (const Entry& other : entries) {
      if (other.name == entry.name) continue;
      BehaviourText text = file.text;
      bool has_changed = false;
      for (size_t i = 0; i < text.lines().size(); ++i) {
        const bool is_own = text.lines()[i].section == section && i >= entry.begin && i < entry.end;
        if (is_own || text.lines()[i].section == "tests") continue;
        std::string line = text[i];
        for (size_t at = find_word(line, entry.name); at != std::string::npos;
             at = find_word(line, entry.name, at + other.name.size())) {
          // Where it begins a line of its own it is somebody else's name.
          if (line.find_first_not_of(' ') == at && at == 2) continue;
          line.replace(at, entry.name.size(), other.name);
          has_changed = true;
        }
        text.set(i, line);
      }
      if (has_changed) seeds.push_back({text.str(), entry.begin, quoted({entry.name})});
    }
  }
  return seeds;
}

Seeds unused_key(const File& file) { return never_used(file, "blackboard"); }
Seeds unused_curve(const File& file) { return never_used(file, "curves"); }
Seeds unused_task(const File& file) { return never_used(file, "tasks"); }
Seeds unused_goal(const File& file) { return never_used(file, "goals"); }
Seeds unused_value(const File& file) { return never_used(file, "values"); }

// An action that stands in no list.
Seeds unused_action(const File& file) {
  Seeds seeds;
  for (const Entry& action : file.text.entries("actions")) {
    BehaviourText text = file.text;
    bool has_changed = false;
    for (size_t i = 0; i < text.lines().size(); ++i) {
      std::string line = text[i];
      if (text.lines()[i].section != "agents" || line.find("actions: [") == std::string::npos) continue;
      const std::string with_comma = action.name + ", ", last = ", " + action.name + "]";
      if (const size_t at = find_word(line, action.name); at == std::string::npos) continue;
      if (const size_t at = line.find(", " + with_comma); at != std::string::npos)
        line.erase(at, with_comma.size());
      else if (const size_t first = line.find("[" + with_comma); first != std::string::npos)
        line.erase(first + 1, with_comma.size());
      else if (const size_t end = line.find(last); end != std::string::npos)
        line.erase(end, last.size() - 1);
      else
        continue;
      has_changed = true;
      text.set(i, line);
    }
    for (const Line& line : text.lines()) {
      const bool is_list = line.section == "agents" && line.text.find("actions: [") != std::string::npos;
      if (is_list && find_word(line.text, action.name) != std::string::npos) has_changed = false;
    }
    if (has_changed) seeds.push_back({text.str(), action.begin, quoted({action.name})});
  }
  return seeds;
}

// A field of facts that only one step sets.
Seeds never_written(const File& file) {
  Seeds seeds;
  static const std::regex set(R"(set: \{ ([a-z_]+)\.([a-z_]+): [^{}]*\})");
  for (size_t i = 0; i < file.text.lines().size(); ++i) {
    std::smatch match;
    if (file.text.lines()[i].section != "actions" || !std::regex_search(file.text[i], match, set)) continue;
    // The fields of candidates are the game's to write.
    const auto is_candidates = [&](const auto& line) {
      return line.section == "candidates" && find_word(line.text, match[2].str()) != std::string::npos;
    };
    if (std::ranges::any_of(file.text.lines(), is_candidates)) continue;
    seeds.push_back(changed(file, i, std::string(match.prefix()) + "wait: 0.1s" + std::string(match.suffix()),
                            {match[2].str()}));
  }
  return seeds;
}

}  // namespace

std::vector<Fault> faults_of_names() {
  const std::vector<Code> codes = {Code::never_used};
  return {
      {"a key that nothing uses", codes, unused_key, 100},
      {"a curve that nothing uses", codes, unused_curve, 100},
      {"a task that nothing uses", codes, unused_task, 100},
      {"a goal that nothing uses", codes, unused_goal, 100},
      {"a value that nothing uses", codes, unused_value, 100},
      {"an action that nobody does", codes, unused_action, 100},
      {"a field that is read and never set", {Code::never_written}, never_written, 100},
  };
}

}  // namespace ishi::recall
