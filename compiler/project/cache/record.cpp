#include "cache/record.h"

#include <algorithm>
#include <utility>

namespace ishi::compiler {
namespace {

// Changes whenever what stands in a record does; the tool itself is part of what a record is found by.
constexpr std::string_view kBegin = "ishi record 5\n";

class Writer {
 public:
  void number(uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>((value >> shift) & 255);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  void hash(ContentHash value) {
    number(value.low);
    number(value.high);
  }
  void span(Span value) {
    number(value.file);
    number(value.begin);
    number(value.end);
  }
  template <typename List, typename Write>
  void list(const List& values, const Write& write) {
    number(values.size());
    for (const auto& value : values) write(value);
  }
  void texts(const std::vector<std::string>& values) {
    list(values, [&](const std::string& value) { text(value); });
  }

  std::string bytes_;
};

void write(Writer& out, const Diagnostic& diagnostic) {
  out.number(static_cast<uint64_t>(diagnostic.code));
  out.number(static_cast<uint64_t>(diagnostic.severity));
  out.text(diagnostic.message);
  out.span(diagnostic.span);
  out.text(diagnostic.caption);
  out.list(diagnostic.labels, [&](const Label& label) {
    out.span(label.span);
    out.text(label.text);
  });
  out.texts(diagnostic.notes);
  out.text(diagnostic.help);
  out.list(diagnostic.edits, [&](const Edit& edit) {
    out.span(edit.span);
    out.text(edit.replacement);
  });
  out.number(diagnostic.is_mend_sure ? 1 : 0);
}

void write(Writer& out, const Variant& variant) {
  out.texts(variant.asked);
  out.hash(variant.inputs);
  out.texts(variant.sources);
  const auto write_finding = [&](const Diagnostic& finding) { write(out, finding); };
  out.list(variant.verdict.diagnostics, write_finding);
  out.list(variant.verdict.silenced, [&](const Silenced& silenced) {
    write(out, silenced.diagnostic);
    out.span(silenced.by);
    out.text(silenced.reason);
  });
  out.list(variant.verdict.unneeded, write_finding);
  out.number(variant.verdict.is_asset ? 1 : 0);
  out.list(variant.verdict.unused, write_finding);
  out.texts(variant.verdict.unfinished);
  out.number(variant.blob_bytes);
  out.hash(variant.blob);
}

// A read past the end gives zeros and is remembered.
class Parser {
 public:
  explicit Parser(std::string_view bytes) : rest_(bytes) {}

  uint64_t number() {
    const std::string_view bytes = take(8);
    uint64_t value = 0;
    for (size_t i = 0; i < bytes.size(); ++i)
      value |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
  }
  std::string text() { return std::string(take(number())); }
  ContentHash hash() {
    const uint64_t low = number();
    return {low, number()};
  }
  Span span() {
    const auto file = static_cast<uint32_t>(number());
    const auto begin = static_cast<uint32_t>(number());
    return {file, begin, static_cast<uint32_t>(number())};
  }
  template <typename Read>
  auto list(const Read& read) {
    std::vector<decltype(read())> values;
    // Each has a byte at least, so that a wrong number does not ask for more memory than there is text.
    for (uint64_t left = number(); left > 0 && is_good(); --left) values.push_back(read());
    return values;
  }
  std::vector<std::string> texts() {
    return list([&] { return text(); });
  }

  [[nodiscard]] bool is_good() const { return is_good_; }
  [[nodiscard]] bool is_at_end() const { return is_good_ && rest_.empty(); }

 private:
  std::string_view take(uint64_t size) {
    if (size > rest_.size()) is_good_ = false;
    if (!is_good_) return {};
    const std::string_view taken = rest_.substr(0, static_cast<size_t>(size));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

Diagnostic read_diagnostic(Parser& in) {
  Diagnostic diagnostic;
  diagnostic.code = static_cast<Code>(in.number());
  diagnostic.severity = static_cast<Severity>(in.number());
  diagnostic.message = in.text();
  diagnostic.span = in.span();
  diagnostic.caption = in.text();
  diagnostic.labels = in.list([&] {
    const Span span = in.span();
    return Label{span, in.text()};
  });
  diagnostic.notes = in.texts();
  diagnostic.help = in.text();
  diagnostic.edits = in.list([&] {
    const Span span = in.span();
    return Edit{span, in.text()};
  });
  diagnostic.is_mend_sure = in.number() != 0;
  return diagnostic;
}

Variant read_variant(Parser& in) {
  Variant variant;
  variant.asked = in.texts();
  variant.inputs = in.hash();
  variant.sources = in.texts();
  const auto read_finding = [&] { return read_diagnostic(in); };
  variant.verdict.diagnostics = in.list(read_finding);
  variant.verdict.silenced = in.list([&] {
    Silenced silenced{read_diagnostic(in), {}, {}};
    silenced.by = in.span();
    silenced.reason = in.text();
    return silenced;
  });
  variant.verdict.unneeded = in.list(read_finding);
  variant.verdict.is_asset = in.number() != 0;
  variant.verdict.unused = in.list(read_finding);
  variant.verdict.unfinished = in.texts();
  variant.blob_bytes = in.number();
  variant.blob = in.hash();
  return variant;
}

}  // namespace

std::string encode(const Record& record) {
  Writer out;
  out.bytes_ = kBegin;
  out.list(record.variants, [&](const Variant& variant) { write(out, variant); });
  const ContentHash hash = content_hash(out.bytes_);
  out.hash(hash);
  return std::move(out.bytes_);
}

std::optional<Record> decode(std::string_view bytes) {
  constexpr size_t kHashBytes = 16;
  if (!bytes.starts_with(kBegin) || bytes.size() < kBegin.size() + kHashBytes) return std::nullopt;
  const std::string_view body = bytes.substr(0, bytes.size() - kHashBytes);
  if (Parser(bytes.substr(body.size())).hash() != content_hash(body)) return std::nullopt;
  Parser in(body.substr(kBegin.size()));
  Record record;
  record.variants = in.list([&] { return read_variant(in); });
  if (!in.is_at_end()) return std::nullopt;
  return record;
}

}  // namespace ishi::compiler
