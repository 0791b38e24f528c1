#include "workspace/file_answers.h"

#include <algorithm>
#include <unordered_map>

#include "expression/lex.h"
#include "language/functions.h"
#include "language/node_words.h"
#include "language/words.h"
#include "workspace/described.h"

namespace ishi::compiler {
namespace {

class TokenCollector {
 public:
  explicit TokenCollector(const CheckedFile& checked) : checked_(checked) {
    for (const SymbolUse& use : checked.index.uses()) {
      if (use.span.file == 0) names_.emplace(use.span.begin, use);
    }
    for (const Symbol& symbol : checked.index.symbols()) {
      if (symbol.span.file == 0)
        tokens_.push_back({symbol.span.begin, symbol.span.end, SemanticKind::declaration, symbol.kind});
    }
    for (const auto& [begin, use] : names_)
      tokens_.push_back(
          {use.span.begin, use.span.end, SemanticKind::name, checked.index.symbols()[use.symbol].kind});
  }

  std::vector<SemanticToken> collect() {
    const Node* const root = checked_.tree().root;
    if (root != nullptr) add_node(*root, described_file(), true);
    // Names come first where a token of another kind begins at the same place.
    std::ranges::stable_sort(tokens_, {}, &SemanticToken::begin);
    std::vector<SemanticToken> result;
    for (const SemanticToken& token : tokens_) {
      if (token.begin < token.end && (result.empty() || token.begin >= result.back().end))
        result.push_back(token);
    }
    return result;
  }

 private:
  void add(Span span, SemanticKind kind) { tokens_.push_back({span.begin, span.end, kind, SymbolKind::key}); }

  void add_node(const Node& node, const Described& at, bool is_root = false) {
    if (node.kind == NodeKind::mapping) {
      for (const Entry& entry : node.entries) {
        if (!is_free_key(at, entry.key))
          add(entry.key_span, is_root ? SemanticKind::section : SemanticKind::field);
        add_node(*entry.value, described_value(at, entry.key));
      }
    } else if (node.kind == NodeKind::sequence) {
      for (const Node* item : node.items) add_node(*item, described_items(at));
    } else if (node.kind == NodeKind::scalar && at.field != nullptr) {
      add_scalar(node, *at.field);
    }
  }

  void add_scalar(const Node& node, const Field& field) {
    const Span span = inner_span(node);
    switch (field.form) {
      case Form::record: {
        const Field* const alone = short_form_of(&field);
        if (alone != nullptr) add_scalar(node, *alone);
        break;
      }
      case Form::formula: add_formula(node); break;
      case Form::boolean:
      case Form::word: add(span, SemanticKind::word); break;
      case Form::whole:
      case Form::measure:
      case Form::any_measure:
      case Form::along_input:
      case Form::bounds: add(span, SemanticKind::number); break;
      case Form::type: add(span, SemanticKind::word); break;
      case Form::value: add_literal(node, span); break;
      case Form::text:
        if (field.section == Section::enums) add(span, SemanticKind::text);
        break;
      case Form::path_list:
      case Form::path_map: add(span, SemanticKind::text); break;
      case Form::steps:
        if (find_field(kStepMapping, node.text) != nullptr) add(span, SemanticKind::word);
        break;
      default: break;
    }
  }

  void add_literal(const Node& node, const Span& span) {
    const bool is_number = node.text.find_first_of("0123456789") == 0 || node.text.starts_with('-');
    add(span, is_number ? SemanticKind::number : SemanticKind::word);
  }

  void add_formula(const Node& node) {
    const Formula formula = written_formula(node);
    Diagnostics said_elsewhere;
    for (const Lexeme& lexeme : lex(formula, said_elsewhere)) {
      if (lexeme.kind == TokenKind::number) add(lexeme.span, SemanticKind::number);
      if (lexeme.kind != TokenKind::name) continue;
      if (find_function(lexeme.text) != nullptr)
        add(lexeme.span, SemanticKind::function);
      else if (!meaning_in_expressions(lexeme.text).empty() || lexeme.text == "norm" ||
               lexeme.text == "known")
        add(lexeme.span, SemanticKind::word);
    }
  }

  const CheckedFile& checked_;
  std::unordered_map<uint32_t, SymbolUse> names_;
  std::vector<SemanticToken> tokens_;
};

}  // namespace

std::vector<SemanticToken> semantic_tokens_of(const CheckedFile& checked) {
  return TokenCollector(checked).collect();
}

}  // namespace ishi::compiler
