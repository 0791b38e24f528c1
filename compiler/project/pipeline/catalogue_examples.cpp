#include "pipeline/catalogue_examples.h"

#include "diagnostics/render_text.h"
#include "source/read_file.h"

namespace ishi::compiler {
namespace {

class ExampleReader final : public FileReader {
 public:
  tl::expected<std::string, ReadError> read(const std::string& path) const override {
    if (path == "library.ishi.yaml")
      return "ishi: 1\nblackboard: { hp: { type: number, range: 0..100 } }\ncurves: { gentle: { power: 0.5 } "
             "}\n";
    if (path == "folder.ishi.yaml") return tl::unexpected(ReadError::not_a_file);
    return tl::unexpected(ReadError::not_found);
  }
};

}  // namespace

Compilation compile_example(const CatalogueRow& row, const std::string& text, Sources& sources) {
  return compile("example.ishi.yaml", text, ExampleReader(), {.analyzes = is_of_analysis(row.code)}, sources);
}

std::string said_to_wrong_example(const CatalogueRow& row) {
  if (row.wrong.empty()) return "";
  Sources sources;
  std::string said = render_text(compile_example(row, std::string(row.wrong), sources).diagnostics, sources);
  while (said.ends_with("\n\n")) said.pop_back();
  return said;
}

}  // namespace ishi::compiler
