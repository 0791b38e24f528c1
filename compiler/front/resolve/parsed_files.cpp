#include "resolve/parsed_files.h"

#include <utility>

#include "diagnostics/diagnostics.h"
#include "syntax/read_tree.h"

namespace ishi::compiler {
namespace {

ParsedFileResult parse(const std::string& path, const FileReader& reader) {
  auto text = reader.read(path);
  if (!text) return tl::unexpected(text.error());
  auto parsed = std::make_shared<ParsedFile>();
  parsed->source = std::make_shared<const SourceFile>(path, std::move(*text));
  Diagnostics diagnostics;
  parsed->tree = read_tree(parsed->source->text(), 0, diagnostics);
  parsed->findings = diagnostics.all();
  return parsed;
}

}  // namespace

ParsedFileResult ParsedFiles::get(const std::string& path, const FileReader& reader) {
  if (others_ != nullptr && path != changed_) return others_->get(path, reader);
  Slot* slot = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    slot = &slots_[path];
  }
  slot->once.run([&] { slot->result = parse(path, reader); });
  return slot->result;
}

}  // namespace ishi::compiler
