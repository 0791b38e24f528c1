#include "syntax/tree_builder.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "syntax/characters.h"
#include "syntax/duplicate_keys.h"
#include "syntax/scan.h"
#include "syntax/simple_entry.h"
#include "syntax/yaml_words.h"

namespace ishi::compiler {

namespace {

// Lets yaml-cpp read a part of a text in place.
class PartBuffer final : public std::streambuf {
 public:
  explicit PartBuffer(std::string_view part) {
    char* const begin = const_cast<char*>(part.data());  // streambuf's interface; nothing is written
    setg(begin, begin, begin + part.size());
  }
};

// Turns events into nodes. Those of yaml-cpp carry the place where a thing begins; where it ends follows from
// the skeleton and the text.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view original, uint32_t file, const Skeleton& skeleton, size_t base, Tree& tree,
              Diagnostics& diagnostics)
      : original_(original),
        file_(file),
        skeleton_(skeleton),
        base_(base),
        tree_(tree),
        diagnostics_(diagnostics) {}

  // The document: the mapping of the entry's name to its value.
  [[nodiscard]] const Node* document() const { return document_; }

  // Events of a text without faults.
  void take(const std::vector<SimpleEvent>& events) {
    for (const SimpleEvent& event : events) {
      switch (event.kind) {
        case SimpleEvent::Kind::scalar: {
          const size_t quotes = is_quote(text_at(event.begin)) ? 1 : 0;
          add_scalar(event.begin, event.end,
                     original_.substr(event.begin + quotes, event.end - event.begin - 2 * quotes),
                     quotes > 0);
          break;
        }
        case SimpleEvent::Kind::mapping: start(NodeKind::mapping, event.begin, event.flow); break;
        case SimpleEvent::Kind::sequence: start(NodeKind::sequence, event.begin, event.flow); break;
        case SimpleEvent::Kind::end: end(); break;
      }
    }
  }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    const size_t begin = offset(mark);
    const std::string_view word = null_word(begin);
    Frame* frame = frames_.empty() ? nullptr : &frames_.back();
    if (frame == nullptr) return;
    if (frame->node->kind == NodeKind::sequence) {
      const size_t at = word.empty() ? item_begin(*frame) : begin;
      const Span where = span(at, at + std::max<size_t>(word.size(), 1));
      if (!has_fault(at, at + 1)) report_empty(where, word, "this list item has no value");
      add_value(tree_.add(NodeKind::poisoned, where));
    } else if (!frame->wants_value) {
      if (!word.empty() && !has_fault(begin, begin + 1)) {
        diagnostics_
            .report(Code::empty_value, span(begin, begin + word.size()),
                    fmt::format("`{}` cannot be a name: in YAML it means nothing at all", word))
            .help("choose another name");
      }
      lose_key();
    } else {
      const Span key = frame->entry.key_span;
      const bool is_word = !word.empty() && begin > key.end;
      const bool is_call = frame->entry.key.ends_with(')');  // `- go_to(post):`, which steps report
      if (!is_call && !has_fault(key.begin, std::max<size_t>(begin, key.end + 1))) {
        report_empty(is_word ? span(begin, begin + word.size()) : key, is_word ? word : "",
                     fmt::format("`{}` has no value", frame->entry.key));
      }
      add_value(tree_.add(NodeKind::poisoned, is_word ? span(begin, begin + word.size()) : key));
    }
  }

  // The skeleton leaves no alias in the text.
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    add_value(tree_.add(NodeKind::poisoned, span(offset(mark), offset(mark) + 1)));
  }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& value) override {
    const size_t begin = offset(mark);
    const size_t end = scalar_end(begin, value);
    add_scalar(begin, end, kept(begin, end, value), is_quote(text_at(begin)) || is_block_scalar(begin));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value style) override {
    start(NodeKind::sequence, offset(mark), style == YAML::EmitterStyle::Flow);
  }
  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value style) override {
    start(NodeKind::mapping, offset(mark), style == YAML::EmitterStyle::Flow);
  }
  void OnMapEnd() override { end(); }

 private:
  // A mapping or sequence whose end has not been met.
  struct Frame {
    Node* node = nullptr;
    bool wants_value = false;  // the mapping's latest key does
    bool is_incomplete = false;
    Entry entry;
    size_t end = 0;  // of what has been read of it
  };

  void add_scalar(size_t begin, size_t end, std::string_view text, bool is_quoted) {
    if (!frames_.empty() && frames_.back().node->kind == NodeKind::mapping && !frames_.back().wants_value) {
      return add_key(span(begin, end), text, is_quoted);
    }
    const bool is_faulty = has_fault(begin, end);
    Node& node = tree_.add(is_faulty ? NodeKind::poisoned : NodeKind::scalar, span(begin, end));
    node.quoted = is_quoted;
    if (!is_faulty) node.text = text;
    add_value(node);
  }

  [[nodiscard]] size_t offset(const YAML::Mark& mark) const {
    return std::min(base_ + static_cast<size_t>(std::max(mark.pos, 0)), skeleton_.text.size());
  }

  [[nodiscard]] Span span(size_t begin, size_t end) const {
    return {file_, static_cast<uint32_t>(begin), static_cast<uint32_t>(std::min(end, original_.size()))};
  }

  [[nodiscard]] char text_at(size_t index) const { return character_at(skeleton_.text, index); }

  [[nodiscard]] bool has_fault(size_t begin, size_t end) const {
    const auto fault = std::lower_bound(skeleton_.faults.begin(), skeleton_.faults.end(), begin);
    return fault != skeleton_.faults.end() && *fault < end;
  }

  [[nodiscard]] bool is_block_scalar(size_t begin) const {
    return text_at(begin) == '|' || text_at(begin) == '>';
  }

  // `~` or one of YAML's words for nothing, if it stands at `begin`.
  [[nodiscard]] std::string_view null_word(size_t begin) const {
    const std::string_view rest = std::string_view(skeleton_.text).substr(begin);
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      if (rest.starts_with(word) && !is_word(character_at(rest, word.size()))) return word;
    }
    return {};
  }

  void report_empty(Span where, std::string_view word, std::string message) {
    if (!word.empty()) message = fmt::format("`{}` is no value here", word);
    diagnostics_.report(Code::empty_value, where, std::move(message))
        .help(word.empty()
                  ? "write its value behind it, or below it and indented; `{}` says that nothing is in it"
                  : "write a value: where an entity is wanted, `nothing` is nobody; else leave it out");
  }

  // The dash of a list's next item, from the end of the item before.
  [[nodiscard]] size_t item_begin(const Frame& frame) const {
    size_t i = frame.end;
    while (i < skeleton_.text.size()) {
      if (text_at(i) == '#') {
        i = line_end(skeleton_.text, i);
      } else if (is_blank_or_end(text_at(i))) {
        ++i;
      } else {
        break;
      }
    }
    return i;
  }

  [[nodiscard]] size_t scalar_end(size_t begin, std::string_view value) const {
    if (is_quote(text_at(begin))) {
      const size_t end = quote_end(skeleton_.text, begin);
      return end == std::string_view::npos ? begin + 1 : end;
    }
    if (is_block_scalar(begin)) {
      const auto scalar = std::lower_bound(skeleton_.block_scalars.begin(), skeleton_.block_scalars.end(),
                                           begin, [](const BlockScalar& a, size_t b) { return a.begin < b; });
      const bool is_found = scalar != skeleton_.block_scalars.end() && scalar->begin == begin;
      return is_found ? scalar->end : begin + 1;
    }
    // Plain text: its value has all its characters in their order, with other blanks between.
    size_t end = begin;
    size_t i = begin;
    for (const char c : value) {
      if (is_blank_or_end(c)) continue;
      while (i < skeleton_.text.size() && is_blank_or_end(skeleton_.text[i])) ++i;
      if (text_at(i) != c) break;
      end = ++i;
    }
    return end;
  }

  // A scalar's value as a slice of the source where it stands there as it is.
  [[nodiscard]] std::string_view kept(size_t begin, size_t end, const std::string& value) const {
    const size_t quotes = is_quote(text_at(begin)) && end - begin >= 2 ? 1 : 0;
    const std::string_view slice = original_.substr(begin + quotes, end - begin - 2 * quotes);
    return slice == value ? slice : tree_.keep(value);
  }

  void start(NodeKind kind, size_t begin, bool flow) {
    Node& node = tree_.add(kind, span(begin, begin));
    node.flow = flow;
    frames_.push_back(
        {.node = &node, .wants_value = false, .is_incomplete = false, .entry = {}, .end = begin});
  }

  void end() {
    Frame frame = frames_.back();
    frames_.pop_back();
    Node& node = *frame.node;
    const size_t begin = node.span.begin;
    const bool is_bracket = node.flow && is_opening(text_at(begin));
    node.span = span(begin, is_bracket ? bracket_end(begin) : frame.end);
    if (node.kind == NodeKind::mapping) remove_duplicate_keys(node, diagnostics_);
    const auto& incomplete = skeleton_.incomplete;
    if (frame.is_incomplete ||
        (!is_bracket && std::binary_search(incomplete.begin(), incomplete.end(), begin))) {
      node.kind = NodeKind::poisoned;
      node.entries.clear();
      node.items.clear();
    }
    add_value(node);
  }

  [[nodiscard]] size_t bracket_end(size_t begin) const {
    const auto pair = std::lower_bound(skeleton_.brackets.begin(), skeleton_.brackets.end(), begin,
                                       [](const BracketPair& a, size_t b) { return a.open < b; });
    return pair != skeleton_.brackets.end() ? pair->close + 1 : begin + 1;
  }

  void add_key(Span where, std::string_view text, bool is_quoted) {
    Frame& frame = frames_.back();
    frame.end = where.end;
    if (text == "<<" && !is_quoted) {
      diagnostics_.report(Code::merge_key, where, "`<<` is no way to take another block in")
          .help("use `extends: NAME`");
      return lose_key();
    }
    if (has_fault(where.begin, where.end)) return lose_key();
    if (!is_one_line(text)) {
      diagnostics_.report(Code::control_character, where, "a name stands on one line and holds no tabs")
          .help("take the line end or tab out of it; a blank can stand there");
      return lose_key();
    }
    frame.entry = {text, where, nullptr};
    frame.wants_value = true;
  }

  // The current key cannot be read; its value is left out.
  void lose_key() {
    Frame& frame = frames_.back();
    frame.is_incomplete = true;
    frame.entry = {};
    frame.wants_value = true;
  }

  void add_value(Node& node) {
    if (frames_.empty()) {
      document_ = &node;
      return;
    }
    Frame& frame = frames_.back();
    frame.end = std::max<size_t>(frame.end, node.span.end);
    if (frame.node->kind == NodeKind::sequence) {
      frame.node->items.push_back(&node);
    } else if (!frame.wants_value) {
      lose_key();  // a list or a block as a name; the skeleton has reported it
    } else {
      frame.wants_value = false;
      frame.entry.value = &node;
      const bool is_lost = frame.entry.key.data() == nullptr;
      if (!is_lost) frame.node->entries.push_back(frame.entry);
    }
  }

  std::string_view original_;
  uint32_t file_;
  const Skeleton& skeleton_;
  size_t base_;
  Tree& tree_;
  Diagnostics& diagnostics_;
  std::vector<Frame> frames_;
  const Node* document_ = nullptr;
};

// The entry with a poisoned value. Of a name in quotes, what stands between them.
Entry poisoned_entry(std::string_view original, uint32_t file, const TopLevelEntry& entry, Tree& tree) {
  const Span key = {file, entry.begin, entry.name_end};
  std::string_view text = original.substr(key.begin, key.end - key.begin);
  if (text.size() >= 2 && is_quote(text[0])) text = text.substr(1, text.size() - 2);
  return {text, key, &tree.add(NodeKind::poisoned, key)};
}

bool has_faults(const Skeleton& skeleton, const TopLevelEntry& entry) {
  const auto fault = std::lower_bound(skeleton.faults.begin(), skeleton.faults.end(), entry.begin);
  return fault != skeleton.faults.end() && *fault < entry.end;
}

// True if yaml-cpp could read the entry; if not, that has been reported.
bool read_with_library(TreeBuilder& builder, uint32_t file, const Skeleton& skeleton,
                       const TopLevelEntry& entry, Diagnostics& diagnostics) {
  const auto report_unless_mended = [&](size_t offset, std::string_view words) {
    if (has_faults(skeleton, entry)) return;
    report_yaml_error({file, static_cast<uint32_t>(offset), static_cast<uint32_t>(offset)}, words,
                      diagnostics);
  };
  try {
    PartBuffer buffer(std::string_view(skeleton.text).substr(entry.begin, entry.end - entry.begin));
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    if (!parser) return true;
    report_unless_mended(entry.begin, "");  // it takes what it does not understand for the next document
  } catch (const YAML::Exception& error) {
    const size_t offset = entry.begin + static_cast<size_t>(std::max(error.mark.pos, 0));
    report_unless_mended(std::min<size_t>(offset, entry.end), error.msg);
  }
  return false;
}

}  // namespace

std::optional<Entry> build_entry(std::string_view original, uint32_t file, const Skeleton& skeleton,
                                 const TopLevelEntry& entry, Tree& tree, Diagnostics& diagnostics,
                                 EntryReader reader) {
  // With so much reported already nobody will use the tree.
  if (entry.broken || diagnostics.is_full()) return poisoned_entry(original, file, entry, tree);
  TreeBuilder builder(original, file, skeleton, entry.begin, tree, diagnostics);
  std::vector<SimpleEvent> events;
  if (reader == EntryReader::quickest && !has_faults(skeleton, entry) &&
      read_simple_entry(skeleton.text, entry.begin, entry.end, events)) {
    builder.take(events);
  } else if (!read_with_library(builder, file, skeleton, entry, diagnostics)) {
    return poisoned_entry(original, file, entry, tree);
  }
  const Node* document = builder.document();
  if (document == nullptr || document->entries.size() != 1) return std::nullopt;
  return document->entries.front();
}

}  // namespace ishi::compiler
