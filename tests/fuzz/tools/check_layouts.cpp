// Lays out documents that the writer of documents makes, after comments, empty lines and odd blanks have been
// strewn into them: a second time changes nothing, comments stay in their order, and what compiles comes to
// the same blob.
//
//   fuzz_layouts        600 documents, or 10000 with ISHI_LONG_TESTS in the environment

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "choices.h"
#include "document_writer.h"
#include "format/format.h"
#include "ishi/compiler/compile.h"
#include "source/sources.h"
#include "yaml_tree.h"

#include "../../trials.h"

namespace {

using namespace ishi::fuzzing;
using namespace ishi::compiler;

// The same document as somebody might have typed it. May come to one that cannot be read.
std::string strewn(const std::string& text, Choices& choices) {
  std::string result;
  char quote = '\0';
  int comments = 0;
  const auto comment = [&] { return fmt::format("# comment {}", ++comments); };
  const auto blanks = [&](uint32_t most) { return std::string(choices.below(most + 1), ' '); };
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && c == '\n') {
      if (choices.one_in(12)) result += " " + blanks(6) + comment();
      result += choices.one_in(30) ? "   \n" : "\n";
      if (choices.one_in(12)) result += "\n" + std::string(choices.one_in(3) ? "\n" : "");
      if (choices.one_in(12)) result += blanks(8) + comment() + "\n";
      continue;
    }
    result += c;
    if (quote != '\0') {
      if (c == '\\' && i + 1 < text.size()) result += text[++i];
      if (c == quote) quote = '\0';
      continue;
    }
    if (c == '"') quote = c;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    const bool is_between = depth > 0 && (c == ',' || c == '{' || c == '[');
    if (is_between && choices.one_in(20))
      result += (choices.one_in(3) ? " " + comment() : "") + "\n" + std::string(40, ' ');
    if ((is_between || (c == ':' && i + 1 < text.size() && text[i + 1] == ' ')) && choices.one_in(4))
      result += blanks(3);
  }
  return result;
}

struct Shares {
  size_t changed = 0, unreadable = 0, compiled = 0;
};

std::string fault_of(const std::string& text, size_t width, Shares& shares) {
  using Outcome = FormattedText::Outcome;
  Diagnostics diagnostics;
  const FormattedText once = format_text(text, 0, {.width = width}, diagnostics);
  if (once.outcome == Outcome::unproved) return fmt::format("{} is lost", once.doubt);
  if (once.outcome == Outcome::unreadable) {
    ++shares.unreadable;
    return {};
  }
  shares.changed += once.outcome == Outcome::changed;
  Diagnostics again;
  const FormattedText twice = format_text(once.text, 0, {.width = width}, again);
  if (twice.outcome != Outcome::unchanged)
    return "a second layout is another one:\n" + once.text + "=====\n" + twice.text;
  const MemoryReader reader;
  Sources sources;
  CompileOptions options;
  options.needs_blob = false;
  shares.compiled += !compile("a.ishi.yaml", text, reader, options, sources).has_errors;
  if (!compiles_to_same_blob("a.ishi.yaml", text, once.text, reader)) return "the blob is another one";
  return {};
}

}  // namespace

int main() {
  const uint32_t count = ishi::makes_all_trials() ? 10'000 : 600;
  Shares shares;
  for (uint32_t seed = 0; seed < count; ++seed) {
    Choices choices = Choices::endless(seed);
    // The fewer choices a document has, the more often it compiles.
    std::vector<uint8_t> bytes(choices.one_in(2) ? 4000 : choices.below(120));
    for (uint8_t& byte : bytes) byte = choices.value<uint8_t>();
    Choices of_document(bytes);
    const std::string document = write(write_document(of_document), of_document);
    const std::string text = strewn(document, choices);
    const size_t width = choices.one_in(3) ? 50 : 120;
    const std::string fault = fault_of(text, width, shares);
    if (fault.empty()) continue;
    fmt::print(stderr, "document {}: {}\n{}", seed, fault, text);
    return 1;
  }
  fmt::print("{} documents: {} changed, {} compiled, {} could not be read\n", count, shares.changed,
             shares.compiled, shares.unreadable);
  // Without these shares nothing would have been tried.
  const bool is_enough =
      shares.changed > count / 2 && shares.compiled > count / 20 && shares.unreadable < count / 3;
  if (!is_enough) fmt::print(stderr, "these are too few\n");
  return is_enough ? 0 : 1;
}
