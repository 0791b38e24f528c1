#pragma once

#include <span>
#include <string_view>

namespace ishi::compiler {

// A file that the build has put into the program (cmake/IshiEmbedTexts.cmake).
struct EmbeddedText {
  std::string_view name;  // the file's, without folders; with BASE its path below that
  std::string_view text;
};

}  // namespace ishi::compiler
