#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ishi/compiler/diagnostic.h"

// The pieces of which the model is made: each remembers what was written and where. Texts are slices
// of the sources or of the syntax tree, which must outlive the model.

namespace ishi::compiler {

inline constexpr uint32_t kNone = 0xffff'ffff;

struct Expression;  // expression/expression.h

// A value that may have been written. `value` holds the default until then, and after an error.
template <class T>
struct Setting {
  T value{};
  Span span{};
  bool given = false;
};

// Something that happens at a time.
template <class T>
struct Timed {
  Setting<double> time;  // seconds
  T value{};
};

// A name where it is declared, or a free text.
struct Name {
  std::string_view text;
  Span span;
};

// A name that stands for something declared elsewhere. `index` is its place in that section of the
// model, or kNone where it was not given or could not be found (which has then been reported).
struct Reference {
  std::string_view text;
  Span span;
  uint32_t index = kNone;

  [[nodiscard]] bool given() const { return !text.empty(); }
};

// An expression as written; `root` is its typed tree, null where it was not given or is wrong (which
// has then been reported).
struct Formula {
  std::string_view text;
  Span span;  // of the text itself, without quotes
  const Expression* root = nullptr;

  [[nodiscard]] bool given() const { return !text.empty(); }
};

// An entry of a map.
template <class T>
struct Named {
  Name name;
  T value{};
};

// Entries in text order, each found by its name in constant time.
template <class T>
class Map {
 public:
  using value_type = Named<T>;  // NOLINT(readability-identifier-naming): as containers of the library

  [[nodiscard]] auto begin() { return entries_.begin(); }
  [[nodiscard]] auto begin() const { return entries_.begin(); }
  [[nodiscard]] auto end() { return entries_.end(); }
  [[nodiscard]] auto end() const { return entries_.end(); }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] size_t size() const { return entries_.size(); }
  [[nodiscard]] Named<T>& operator[](size_t index) { return entries_[index]; }
  [[nodiscard]] const Named<T>& operator[](size_t index) const { return entries_[index]; }
  [[nodiscard]] Named<T>& back() { return entries_.back(); }

  void push_back(Named<T> entry) {
    entries_.push_back(std::move(entry));
    index();
  }
  void erase(std::string_view name) {
    std::erase_if(entries_, [&](const Named<T>& entry) { return entry.name.text == name; });
    index_.clear();
    indexed_ = 0;
    index();
  }

  // The index of the first entry with this name, or kNone. Any number of threads may ask at once.
  [[nodiscard]] uint32_t find(std::string_view name) const {
    if (size() <= kFew) {
      for (uint32_t i = 0; i < size(); ++i) {
        if (entries_[i].name.text == name) return i;
      }
      return kNone;
    }
    const auto found = index_.find(name);
    return found != index_.end() ? found->second : kNone;
  }

 private:
  static constexpr size_t kFew = 8;  // looked through as fast as hashed

  void index() {
    if (size() <= kFew) return;
    for (; indexed_ < size(); ++indexed_) index_.emplace(entries_[indexed_].name.text, indexed_);
  }

  std::vector<Named<T>> entries_;
  std::unordered_map<std::string_view, uint32_t> index_;
  uint32_t indexed_ = 0;  // entries that the index holds
};

// The index of the entry with this name, or kNone.
template <class T>
[[nodiscard]] uint32_t find_index(const Map<T>& map, std::string_view name) {
  return map.find(name);
}

}  // namespace ishi::compiler
