#include "edits.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

namespace ishi::reload {
namespace {

struct Block {
  size_t begin = 0, end = 0;  // lines
  size_t indent = 0;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool is_blank(const std::string& line) {
  const size_t first = indent_of(line);
  return first == line.size() || line[first] == '#';
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Entries of sections and what stands below them: each with the lines that are indented more. The tests of a
// file are left alone: they say what the behaviour should do, not what it does.
std::vector<Block> blocks_of(const std::vector<std::string>& lines) {
  std::vector<Block> blocks;
  bool in_tests = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (is_blank(lines[i])) continue;
    const size_t indent = indent_of(lines[i]);
    if (indent == 0) in_tests = lines[i].starts_with("tests:");
    if (in_tests || indent == 0) continue;
    size_t end = i + 1;
    while (end < lines.size() && (is_blank(lines[end]) || indent_of(lines[end]) > indent)) ++end;
    blocks.push_back({i, end, indent});
  }
  return blocks;
}

template <typename T>
const T& any(const std::vector<T>& all, std::mt19937_64& random) {
  return all[random() % all.size()];
}

// The name before the colon, behind the dash of a list; empty if there is none.
std::string name_in(const std::string& line) {
  size_t begin = indent_of(line);
  if (line.compare(begin, 2, "- ") == 0) begin += 2;
  size_t end = begin;
  while (end < line.size() && is_word(line[end])) ++end;
  return end > begin && end < line.size() && line[end] == ':' ? line.substr(begin, end - begin) : "";
}

std::string with_word(std::string text, const std::string& word, const std::string& by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) {
    const bool whole = (at == 0 || !is_word(text[at - 1])) &&
                       (at + word.size() == text.size() || !is_word(text[at + word.size()]));
    if (whole) text.replace(at, word.size(), by);
    at += whole ? by.size() : word.size();
  }
  return text;
}

std::optional<std::string> reordered(std::vector<std::string> lines, const std::vector<Block>& blocks,
                                     std::mt19937_64& random) {
  const Block& first = any(blocks, random);
  std::vector<Block> siblings;
  for (const Block& block : blocks) {
    if (block.begin == first.end && block.indent == first.indent) siblings.push_back(block);
  }
  if (siblings.empty()) return std::nullopt;
  const auto at = [&](size_t line) { return lines.begin() + static_cast<std::ptrdiff_t>(line); };
  std::rotate(at(first.begin), at(siblings[0].begin), at(siblings[0].end));
  return joined(lines);
}

std::optional<std::string> retyped(const std::string& text, std::mt19937_64& random) {
  static constexpr std::array kTypes = {"number", "integer",  "boolean", "entity",
                                        "point",  "duration", "length"};
  const std::string from = std::string("type: ") + kTypes[random() % kTypes.size()];
  const std::string to = std::string("type: ") + kTypes[random() % kTypes.size()];
  std::vector<size_t> places;
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
    places.push_back(at);
  if (places.empty() || from == to) return std::nullopt;
  return std::string(text).replace(any(places, random), from.size(), to);
}

std::optional<std::string> renumbered(const std::string& text, std::mt19937_64& random) {
  std::vector<size_t> places;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (is_digit && !is_word(text[i - 1]) && text[i - 1] != '.') places.push_back(i);
  }
  if (places.empty()) return std::nullopt;
  return std::string(text).replace(any(places, random), 1, 1, static_cast<char>('0' + random() % 10));
}

// Says what the declared thing was called; nothing if it is written in a way that has no place for it.
std::optional<std::string> with_former_name(std::vector<std::string> lines, const Block& block,
                                            const std::string& name) {
  std::string& line = lines[block.begin];
  const size_t value = line.find_first_not_of(' ', line.find(':') + 1);
  if (value == std::string::npos) {
    if (block.end < block.begin + 2 || is_blank(lines[block.begin + 1])) return std::nullopt;
    const std::string indent(indent_of(lines[block.begin + 1]), ' ');
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(block.begin) + 1,
                 indent + "renamed_from: " + name);
    return joined(lines);
  }
  if (line[value] != '{') return std::nullopt;
  const size_t next = line.find_first_not_of(' ', value + 1);
  const bool is_empty = next != std::string::npos && line[next] == '}';
  line.insert(value + 1, " renamed_from: " + name + (is_empty ? " " : ","));
  return joined(lines);
}

std::optional<Texts> renamed(Texts texts, const std::string& path, std::mt19937_64& random,
                             std::string& name) {
  const std::vector<std::string> lines = lines_of(texts[path]);
  const std::vector<Block> blocks = blocks_of(lines);
  if (blocks.empty()) return std::nullopt;
  const Block block = any(blocks, random);
  name = name_in(lines[block.begin]);
  if (name.empty() || lines[block.begin][block.indent] == '-') return std::nullopt;
  const std::string other = name + "_" + std::to_string(random() % 100);
  for (auto& [file, text] : texts) text = with_word(text, name, other);
  const auto told = with_former_name(lines_of(texts[path]), block, name);
  if (!told) return std::nullopt;
  texts[path] = *told;
  return texts;
}

std::optional<std::string> edited_text(const std::string& text, EditKind kind, std::mt19937_64& random,
                                       std::string& name) {
  if (kind == EditKind::retype) return retyped(text, random);
  if (kind == EditKind::number) return renumbered(text, random);
  std::vector<std::string> lines = lines_of(text);
  const std::vector<Block> blocks = blocks_of(lines);
  if (blocks.empty()) return std::nullopt;
  if (kind == EditKind::reorder) return reordered(std::move(lines), blocks, random);
  const Block block = any(blocks, random);
  name = name_in(lines[block.begin]);
  const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(block.begin);
  const auto end = lines.begin() + static_cast<std::ptrdiff_t>(block.end);
  if (kind == EditKind::remove) {
    lines.erase(begin, end);
    return joined(lines);
  }
  if (name.empty()) return std::nullopt;
  const std::string other = name + "_" + std::to_string(random() % 100);
  if (kind == EditKind::rename) return with_word(text, name, other);
  std::vector<std::string> copy(begin, end);
  copy[0] = with_word(copy[0], name, other);
  lines.insert(random() % 2 == 0 ? begin : end, copy.begin(), copy.end());
  return joined(lines);
}

}  // namespace

std::string_view name_of(EditKind kind) {
  static constexpr std::array<std::string_view, kEditKinds> kNames = {
      "rename", "remove", "reorder", "repeat", "retype", "number", "renamed_from"};
  return kNames[static_cast<size_t>(kind)];
}

std::optional<Texts> edited(const Texts& texts, EditKind kind, std::mt19937_64& random, std::string& name) {
  const auto file = std::next(texts.begin(), static_cast<std::ptrdiff_t>(random() % texts.size()));
  if (kind == EditKind::renamed_from) return renamed(texts, file->first, random, name);
  const auto text = edited_text(file->second, kind, random, name);
  if (!text) return std::nullopt;
  Texts result = texts;
  result[file->first] = *text;
  return result;
}

}  // namespace ishi::reload
