#include "source/sources.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace ishi::compiler {

SourceFile::SourceFile(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
  // A byte order mark is not shown by any editor, so line 1 begins behind it.
  line_starts_.push_back(text_.starts_with(kByteOrderMark) ? 3 : 0);
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

LineColumn SourceFile::position(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  if (after == line_starts_.begin()) return {};  // inside the byte order mark
  const auto line = static_cast<uint32_t>(after - line_starts_.begin());
  return {line, offset - line_starts_[line - 1] + 1};
}

LineColumn SourceFile::utf16_position(uint32_t offset) const {
  LineColumn place = position(offset);
  const std::string_view before = line(place.line).substr(0, place.column - 1);
  uint32_t units = 0;
  for (const char c : before) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) units += byte >= 0xF0 ? 2 : 1;  // beyond U+FFFF there are two
  }
  place.column = units + 1;
  return place;
}

std::string_view SourceFile::line(uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const uint32_t begin = line_starts_[number - 1];
  const size_t end = number < line_starts_.size() ? line_starts_[number] - 1 : text_.size();
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string Viewpoint::shown(const std::string& path) const {
  if (here.empty()) return prefix + path;
  return std::filesystem::path(path).lexically_relative(here).generic_string();
}

uint32_t Sources::add(std::string path, std::string text) {
  return add(std::make_shared<const SourceFile>(std::move(path), std::move(text)));
}

uint32_t Sources::add(std::shared_ptr<const SourceFile> file) {
  std::string shown_path = viewpoint_.shown(file->path());
  files_.push_back({std::move(file), std::move(shown_path)});
  return size() - 1;
}

uint32_t Sources::add(const Sources& other, uint32_t index) {
  files_.push_back(other.files_[index]);
  return size() - 1;
}

std::string_view Sources::text(Span span) const {
  const std::string_view text = file(span.file).text();
  const size_t begin = std::min<size_t>(span.begin, text.size());
  const size_t end = std::clamp<size_t>(span.end, begin, text.size());
  return text.substr(begin, end - begin);
}

}  // namespace ishi::compiler
