#include "yaml_tree.h"

#include <algorithm>
#include <string_view>

namespace ishi::fuzzing {
namespace {

using TreeKind = YamlTree::Kind;

void collect(YamlTree& tree, std::vector<YamlTree*>& nodes) {
  nodes.push_back(&tree);
  for (YamlTree& item : tree.items) collect(item, nodes);
}

void misspell(std::string& word, Choices& choices) {
  const auto place = choices.below(word.size() + 1);
  switch (choices.below(4)) {
    case 0:
      if (!word.empty()) word.erase(std::min<size_t>(place, word.size() - 1), 1);
      break;
    case 1: word.insert(place, 1, static_cast<char>('a' + choices.below(26))); break;
    case 2: word.insert(place, 1, choices.value<char>()); break;
    default: word += choices.one_in(2) ? " " : "_"; break;
  }
}

YamlTree of_other_shape(Choices& choices) {
  switch (choices.below(5)) {
    case 0: return YamlTree::scalar("");
    case 1: return YamlTree::list();
    case 2: return YamlTree::mapping();
    case 3: return YamlTree::scalar("-1e39");
    default: return YamlTree::scalar("nothing");
  }
}

void spoil_one(YamlTree& root, Choices& choices) {
  std::vector<YamlTree*> nodes;
  collect(root, nodes);
  YamlTree& node = *nodes[choices.below(nodes.size())];
  YamlTree& other = *nodes[choices.below(nodes.size())];
  const size_t place = node.items.empty() ? 0 : choices.below(node.items.size());
  const auto at = static_cast<std::ptrdiff_t>(place);
  switch (choices.below(7)) {
    case 0:
      if (node.items.empty()) break;
      node.items.erase(node.items.begin() + at);
      if (node.kind == TreeKind::mapping) node.keys.erase(node.keys.begin() + at);
      break;
    case 1:
      if (node.items.empty() || node.items.size() > 64) break;
      node.items.push_back(YamlTree(node.items[place]));
      if (node.kind == TreeKind::mapping) node.keys.push_back(std::string(node.keys[place]));
      break;
    case 2:
      if (node.kind == TreeKind::mapping && !node.keys.empty())
        misspell(node.keys[place], choices);
      else if (node.kind == TreeKind::scalar)
        misspell(node.text, choices);
      break;
    case 3: node = of_other_shape(choices); break;
    // A copy: one of the two may stand within the other.
    case 4: node = YamlTree(other); break;
    case 5:
      if (node.kind == TreeKind::scalar && other.kind == TreeKind::scalar) std::swap(node.text, other.text);
      break;
    default:
      if (node.kind == TreeKind::mapping && other.kind == TreeKind::mapping && !other.keys.empty())
        node.add(std::string(other.keys[0]), YamlTree(other.items[0]));
      break;
  }
}

bool needs_quotes(std::string_view text) {
  return text.empty() || text.find_first_of("{}[],:#\"'\\&*!|>%@`\n\t") != std::string_view::npos ||
         text.front() == ' ' || text.back() == ' ' || text.front() == '-' || text.front() == '?';
}

class Writer {
 public:
  explicit Writer(Choices& choices) : choices_(choices) {}

  void put_document(const YamlTree& tree) {
    if (tree.kind != TreeKind::mapping) return put_inline(tree);
    for (size_t i = 0; i < tree.keys.size(); ++i) put_entry(tree.keys[i], tree.items[i], 0);
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  static constexpr size_t kMostBytes = 64 * 1024;

  void put_scalar(const std::string& text) {
    if (!needs_quotes(text)) {
      out_ += text;
      return;
    }
    out_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') out_ += '\\';
      if (c == '\n')
        out_ += "\\n";
      else
        out_ += c;
    }
    out_ += '"';
  }

  void put_inline(const YamlTree& tree) {
    if (out_.size() > kMostBytes) return void(out_ += "0");
    if (tree.kind == TreeKind::scalar) return put_scalar(tree.text);
    const bool is_mapping = tree.kind == TreeKind::mapping;
    out_ += is_mapping ? '{' : '[';
    for (size_t i = 0; i < tree.items.size(); ++i) {
      if (i > 0) out_ += ", ";
      if (is_mapping) put_key(tree.keys[i]);
      put_inline(tree.items[i]);
    }
    out_ += is_mapping ? '}' : ']';
  }

  void put_key(const std::string& key) {
    put_scalar(key);
    out_ += ": ";
  }

  void put_entry(const std::string& key, const YamlTree& value, int depth) {
    out_.append(static_cast<size_t>(depth) * 2, ' ');
    put_key(key);
    put_value(value, depth);
  }

  void put_value(const YamlTree& value, int depth) {
    const bool is_block = value.kind != TreeKind::scalar && !value.items.empty() && depth < 8 &&
                          out_.size() < kMostBytes && (depth == 0 || choices_.one_in(4));
    if (!is_block) {
      put_inline(value);
      out_ += '\n';
      return;
    }
    out_ += '\n';
    for (size_t i = 0; i < value.items.size(); ++i) {
      if (value.kind == TreeKind::mapping) {
        put_entry(value.keys[i], value.items[i], depth + 1);
      } else {
        out_.append(static_cast<size_t>(depth + 1) * 2, ' ');
        out_ += "- ";
        put_inline(value.items[i]);
        out_ += '\n';
      }
    }
  }

  Choices& choices_;
  std::string out_;
};

}  // namespace

const YamlTree* YamlTree::find(const std::string& key) const {
  for (size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == key) return &items[i];
  }
  return nullptr;
}

void spoil(YamlTree& tree, uint32_t mistakes, Choices& choices) {
  for (uint32_t i = 0; i < mistakes; ++i) spoil_one(tree, choices);
}

std::string write(const YamlTree& tree, Choices& choices) {
  Writer writer(choices);
  writer.put_document(tree);
  return writer.take();
}

}  // namespace ishi::fuzzing
