#include "behaviour_text.h"

namespace ishi::recall {
namespace {

bool is_of_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

// "flee" of "  flee:   { … }" where that is indented by so much; empty: something else stands there.
std::string key_at(std::string_view line, size_t indent) {
  if (line.size() <= indent || line.find_first_not_of(' ') != indent) return "";
  const size_t colon = line.find(':', indent);
  if (colon == std::string_view::npos || !is_of_word(line[indent])) return "";
  return std::string(line.substr(indent, colon - indent));
}

}  // namespace

BehaviourText::BehaviourText(std::string_view text) {
  std::string section, entry;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line(text.substr(begin, end - begin));
    if (const std::string key = key_at(line, 0); !key.empty()) section = key, entry = "";
    if (const std::string key = key_at(line, 2); !key.empty()) entry = key;
    lines_.push_back({line, section, entry});
    begin = end + 1;
  }
}

std::vector<Entry> BehaviourText::entries(std::string_view section) const {
  std::vector<Entry> result;
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].section != section || lines_[i].entry.empty()) continue;
    const size_t first = lines_[i].text.find_first_not_of(' ');
    if (first == std::string::npos || lines_[i].text[first] == '#') continue;
    if (result.empty() || result.back().name != lines_[i].entry) result.push_back({lines_[i].entry, i, i});
    result.back().end = i + 1;
  }
  return result;
}

size_t BehaviourText::find_in(const Entry& entry, std::string_view text) const {
  for (size_t i = entry.begin; i < entry.end; ++i) {
    if (lines_[i].text.find(text) != std::string::npos) return i;
  }
  return kNowhere;
}

std::string BehaviourText::text_of(const Entry& entry) const {
  std::string result;
  for (size_t i = entry.begin; i < entry.end; ++i) result += lines_[i].text + "\n";
  return result;
}

std::string BehaviourText::str() const {
  std::string result;
  for (const Line& line : lines_) result += line.text + "\n";
  return result;
}

size_t end_of_value(std::string_view line, size_t begin) {
  int depth = 0;
  bool is_quoted = false;
  for (size_t i = begin; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    const bool ends =
        depth < 0 || (depth == 0 && c == ',') ||
        (depth == 0 && c == ' ' && line.substr(i).find_first_not_of(' ') != std::string_view::npos &&
         line[i + line.substr(i).find_first_not_of(' ')] == '#');
    if (ends) {
      while (i > begin && line[i - 1] == ' ') --i;
      return i;
    }
  }
  return line.size();
}

size_t find_word(std::string_view text, std::string_view word, size_t from) {
  for (size_t at = text.find(word, from); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_of_word(text[at - 1]);
    const bool ends = at + word.size() == text.size() || !is_of_word(text[at + word.size()]);
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

}  // namespace ishi::recall
