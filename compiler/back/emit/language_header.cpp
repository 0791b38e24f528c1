#include "emit/language_header.h"

#include <algorithm>

#include "emit/game_outline.h"
#include "emit/header.h"
#include "emit/language_scope.h"
#include "emit/language_writers.h"

namespace ishi::compiler {

bool is_namespace_of(HeaderLanguage language, std::string_view text) {
  if (language == HeaderLanguage::cpp) return is_namespace(text);
  if (language == HeaderLanguage::python || language == HeaderLanguage::typescript) return text.empty();
  if (language == HeaderLanguage::c) return is_word(text) && !is_taken_in_c(text) && text[0] != '_';
  while (true) {
    const size_t end = std::min(text.find('.'), text.size());
    if (!is_word(text.substr(0, end)) || is_taken_in_csharp(text.substr(0, end))) return false;
    if (end == text.size()) return true;
    text.remove_prefix(end + 1);
  }
}

std::string language_header(HeaderLanguage language, const ContractParts& parts, const AssetNames& assets,
                            std::string_view name_space) {
  if (language == HeaderLanguage::cpp) return header_text(parts, assets, name_space);
  const GameOutline outline = outline_of(parts, assets);
  switch (language) {
    case HeaderLanguage::c: return c_header(outline, name_space);
    case HeaderLanguage::csharp: return csharp_header(outline, name_space);
    case HeaderLanguage::typescript: return typescript_header(outline);
    default: break;
  }
  return python_header(outline);
}

}  // namespace ishi::compiler
