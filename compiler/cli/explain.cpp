#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <optional>
#include <span>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/verbs.h"
#include "diagnostics/catalogue.h"
#include "diagnostics/catalogue_reference.h"
#include "diagnostics/suggest.h"
#include "diagnostics/terminal_text.h"
#include "language/called_words.h"
#include "language/foreign_words.h"
#include "language/game_words.h"
#include "language/glossary.h"
#include "language/reference.h"
#include "pipeline/catalogue_examples.h"

namespace ishi::compiler::cli {
namespace {

// A source text with a margin, nothing in it raw.
std::string indented(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    result += fmt::format("    {}\n", printable(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

// The number of a code such as `IS102`, `is102` or `102`; nothing if it is none.
std::optional<unsigned> number_of(std::string_view code) {
  if (code.size() > 2 && std::toupper(code[0]) == 'I' && std::toupper(code[1]) == 'S') code.remove_prefix(2);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), number);
  if (error != std::errc() || end != code.data() + code.size() || code.size() > 3) return std::nullopt;
  return number;
}

// The codes before and behind one that there is not.
void say_neighbours(unsigned number) {
  const auto rows = catalogue();
  const auto behind = std::ranges::find_if(
      rows, [&](const CatalogueRow& row) { return static_cast<unsigned>(row.code) > number; });
  if (behind != rows.begin())
    say_more("before it: {} {}", code_text((behind - 1)->code), (behind - 1)->title);
  if (behind != rows.end()) say_more("behind it: {} {}", code_text(behind->code), behind->title);
}

// A text in lines of at most so many bytes, with a margin.
std::string wrapped_at_margin(std::string_view text, size_t margin) {
  constexpr size_t kWidth = 96;
  std::string result;
  size_t length = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (length == 0 || length + 1 + word.size() > kWidth) {
      result += fmt::format("{}{}", result.empty() ? "" : "\n", std::string(margin, ' '));
      length = margin;
    } else {
      result += ' ';
      ++length;
    }
    result += word;
    length += word.size();
  }
  return result + '\n';
}

void print_row(const ReferenceRow& row, bool color) {
  const bool is_part = row.owner != "a function" && row.owner != "a unit" && row.owner != "a type";
  fmt::print("{} {} {}: {}{}\n", paint(fmt::format("`{}`", row.name), Color::bold, color),
             is_part ? "of" : "is", row.owner, row.written,
             row.fallback.empty() ? "" : fmt::format("; {} unless it is written", row.fallback));
  fmt::print("{}\n", wrapped_at_margin(row.meaning, 2));
}

// Prints what Ishi has in place of a word of another tool; false if it does not know the word.
bool print_foreign_word(const std::string& word) {
  const ForeignWord* row = find_foreign_word(word);
  if (row == nullptr) return false;
  const std::string also = is_own_word(*row, word) ? "" : fmt::format(" (also called {})", row->word);
  fmt::print("{}{} is a word of {}. In Ishi:\n",
             paint(also.empty() ? row->word : shown(word), Color::bold, use_color(stdout)), also,
             row->tradition);
  fmt::print("{}\n", wrapped_at_margin(row->meaning, 2));
  fmt::print(
      "{}",
      wrapped_at_margin(
          fmt::format("`ishi help {}` says more, and docs/coming_from/{}.md what else is called otherwise.",
                      row->next, row->page),
          2));
  return true;
}

// Prints how Ishi says what a designer calls so; false if it does not know the word.
bool print_game_word(const std::string& word) {
  const GameWord* row = find_game_word(word);
  if (row == nullptr) return false;
  const std::string also = is_own_word(*row, word) ? "" : fmt::format(" ({})", row->word);
  fmt::print("{}{} in Ishi:\n", paint(also.empty() ? row->word : shown(word), Color::bold, use_color(stdout)),
             also);
  fmt::print("{}\n", wrapped_at_margin(row->meaning, 2));
  fmt::print(
      "{}", wrapped_at_margin(fmt::format("More: `ishi help {}`, and docs/{}.md.", row->next, row->page), 2));
  return true;
}

// Prints what a word of the language or of its messages means; or else, for a word of designers or of another
// tool, what Ishi has in its place. False if it knows none of these.
bool print_word(const std::string& word) {
  const bool color = use_color(stdout);
  const Term* term = find_term(word);
  const std::vector<ReferenceRow> rows = reference_rows();
  const auto is_it = [&](const ReferenceRow& row) { return row.name == word; };
  const bool is_field = std::ranges::any_of(rows, is_it);
  if (term != nullptr) {
    fmt::print("{}\n{}\n", paint(term->word, Color::bold, color), wrapped_at_margin(term->meaning, 2));
    fmt::print("{}\n", wrapped_at_margin(fmt::format("More in docs/{}.", page_of_heading(term->section)), 2));
  }
  // A designer's word may be a field's name, too: `phase` of a boss and of a sine curve.
  const bool is_game_word = term == nullptr && print_game_word(word);
  if (is_game_word && is_field) fmt::print("\n");
  std::vector<std::string> pages;
  for (const ReferenceRow& row : rows) {
    if (!is_it(row)) continue;
    print_row(row, color);
    if (std::ranges::find(pages, row.page) == pages.end()) pages.push_back(row.page);
  }
  if (std::string topic = page_of_topic(word); !topic.empty()) pages = {std::move(topic)};
  // A term and a designer's word have named the page that says more.
  constexpr size_t kMost = 2;
  if (is_field && term == nullptr && !is_game_word && pages.size() <= kMost) {
    fmt::print("{}", wrapped_at_margin(fmt::format("More in docs/{}.", fmt::join(pages, " and docs/")), 2));
  }
  return term != nullptr || is_field || is_game_word || print_foreign_word(word);
}

// The word that was meant, of the language or of `others`; empty if none is near.
std::string_view near_word(const std::string& word, std::span<const std::string_view> others) {
  std::vector<std::string_view> known(others.begin(), others.end());
  std::ranges::copy(words_of_terms(), std::back_inserter(known));
  static const std::vector<ReferenceRow> kRows = reference_rows();
  for (const ReferenceRow& row : kRows) known.push_back(row.name);
  for (const ForeignWord& row : foreign_words()) known.push_back(row.word);
  for (const GameWord& row : game_words()) known.push_back(row.word);
  const auto near = suggestions(word, known);
  return near.empty() ? std::string_view() : near[0];
}

int explain_word(const std::string& word) {
  if (print_word(word)) return kGood;
  const std::string_view near = near_word(word, {});
  complain(
      "{} is neither a code, such as IS102, nor a word of the language; {}", word,
      near.empty() ? std::string("`ishi explain --list` lists them") : fmt::format("did you mean {}?", near));
  return kUsage;
}

}  // namespace

int run_explain(const std::string& code) {
  const std::optional<unsigned> number = number_of(code);
  if (!number) return explain_word(code);
  const bool color = use_color(stdout);
  for (const CatalogueRow& row : catalogue()) {
    if (static_cast<unsigned>(row.code) != *number) continue;
    fmt::print("{}: {}\n\n{}\n",
               paint(fmt::format("{}[{}]", row.severity == Severity::error ? "error" : "warning",
                                 code_text(row.code)),
                     Color::bold, color),
               row.title, row.explanation);
    if (!row.wrong.empty()) fmt::print("\n{}\n\n{}", paint("Wrong:", Color::red, color), indented(row.wrong));
    if (!row.right.empty())
      fmt::print("\n{}\n\n{}", paint("Right:", Color::green, color), indented(row.right));
    const bool can_be_silenced = row.severity == Severity::warning &&
                                 (row.code < Code::allow_without_reason || row.code > Code::allow_unused);
    if (can_be_silenced) {
      fmt::print(
          "\nWhere it is meant so, a comment silences it: # ishi: allow {} -- why it is right here\n"
          "(at the end of a line for that line, on a line of its own for the entry below, before the first "
          "entry for the file)\n",
          code_text(row.code));
    }
    return kGood;
  }
  complain("there is no diagnostic IS{:03}; `ishi explain --list` lists them", *number);
  say_neighbours(*number);
  return kUsage;
}

int run_help(const std::string& word, bool is_verb, std::span<const std::string_view> verbs) {
  if (number_of(word)) return run_explain(word);
  if (print_word(word) || is_verb) return kGood;
  const std::string_view near = near_word(word, verbs);
  complain("{} is neither a verb of the tool, nor a word of the language, nor a code such as IS102; {}", word,
           near.empty() ? std::string("`ishi --help` lists the verbs, `ishi explain --list` the rest")
                        : fmt::format("did you mean {}?", near));
  return kUsage;
}

int run_explain_list() {
  for (const CatalogueRow& row : catalogue())
    fmt::print("{}  {:<7}  {}\n", code_text(row.code), row.severity == Severity::error ? "error" : "warning",
               row.title);
  for (const Term& term : terms())
    fmt::print("{:<18}  {}\n", term.word, term.meaning.substr(0, term.meaning.find_first_of(".:;")));
  return kGood;
}

int run_explain_reference() {
  fmt::print("{}", catalogue_reference(said_to_wrong_example));
  return kGood;
}

}  // namespace ishi::compiler::cli
