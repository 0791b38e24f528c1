#pragma once

#include <string>
#include <utility>
#include <vector>

#include "choices.h"

// A document as a tree, to be changed and then written.

namespace ishi::fuzzing {

struct YamlTree {
  enum class Kind : uint8_t { scalar, list, mapping };

  Kind kind = Kind::scalar;
  std::string text;             // of a scalar, without quotes
  std::vector<YamlTree> items;  // of a list; the values of a mapping
  std::vector<std::string> keys;

  static YamlTree scalar(std::string text) { return {Kind::scalar, std::move(text), {}, {}}; }
  static YamlTree list() { return {Kind::list, {}, {}, {}}; }
  static YamlTree mapping() { return {Kind::mapping, {}, {}, {}}; }

  void add(YamlTree item) { items.push_back(std::move(item)); }
  void add(std::string key, YamlTree value) {
    keys.push_back(std::move(key));
    items.push_back(std::move(value));
  }
  // Null if it is no mapping, or has no such key.
  [[nodiscard]] const YamlTree* find(const std::string& key) const;
};

// Makes a few mistakes in it: takes away, doubles, exchanges, misspells, or puts something of another shape.
void spoil(YamlTree& tree, uint32_t mistakes, Choices& choices);

// As a file: in blocks or in braces, as the choices say, with quotes where they are needed.
[[nodiscard]] std::string write(const YamlTree& tree, Choices& choices);

}  // namespace ishi::fuzzing
