#include "merging/merge_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace ishi::compiler {
namespace {

using Texts = std::array<std::string_view, 3>;  // of the base, ours, theirs
constexpr size_t kBase = 0, kOurs = 1, kTheirs = 2;

// Lists in which the order of what is named says nothing.
constexpr std::array<std::string_view, 6> kUnordered = {"actions",  "include",  "senses",
                                                        "memories", "requires", "excludes"};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// Walks over a text, and knows what lies in quotes, comments and brackets.
class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}
  [[nodiscard]] bool is_end() const { return at_ >= text_.size(); }
  [[nodiscard]] size_t at() const { return at_; }
  [[nodiscard]] char character() const { return text_[at_]; }
  [[nodiscard]] bool is_plain() const { return quote_ == 0 && !is_comment_; }
  [[nodiscard]] bool is_comment() const { return is_comment_; }
  [[nodiscard]] int depth() const { return depth_; }  // of brackets, before the character
  void next() {
    const char c = text_[at_];
    const char before = at_ == 0 ? ' ' : text_[at_ - 1];
    if (is_comment_) {
      is_comment_ = c != '\n';
    } else if (quote_ != 0) {
      if (quote_ == '"' && c == '\\')
        ++at_;
      else if (c == quote_)
        quote_ = 0;
    } else if (c == '#' && (is_blank(before) || before == '\n')) {
      is_comment_ = true;
    } else if ((c == '"' || c == '\'') && !is_word(before)) {
      quote_ = c;
    } else if (c == '{' || c == '[' || c == '(') {
      ++depth_;
    } else if (c == '}' || c == ']' || c == ')') {
      --depth_;
    }
    ++at_;
  }
  // Steps onto a character that begins a comment, so that is_comment() holds there.
  [[nodiscard]] bool begins_comment() const {
    return is_plain() && text_[at_] == '#' &&
           (at_ == 0 || is_blank(text_[at_ - 1]) || text_[at_ - 1] == '\n');
  }

 private:
  static bool is_word(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  std::string_view text_;
  size_t at_ = 0;
  char quote_ = 0;
  bool is_comment_ = false;
  int depth_ = 0;
};

// A text without what only lays it out: blanks outside of quotes are one or none.
std::string without_layout(std::string_view text) {
  std::string made;
  bool has_gap = false;
  for (Scan scan(text); !scan.is_end(); scan.next()) {
    const char c = scan.character();
    if (scan.is_plain() && (is_blank(c) || c == '\n' || c == '\r')) {
      has_gap = true;
      continue;
    }
    if (has_gap && !made.empty()) made += ' ';
    has_gap = false;
    made += c;
  }
  return made;
}

// The one of three texts that counts where they are one thing; nothing if both have changed it.
std::optional<std::string_view> whole(const Texts& of) {
  if (of[kOurs] == of[kTheirs] || of[kTheirs] == of[kBase]) return of[kOurs];
  if (of[kOurs] == of[kBase]) return of[kTheirs];
  const std::string base = without_layout(of[kBase]), ours = without_layout(of[kOurs]),
                    theirs = without_layout(of[kTheirs]);
  if (theirs == base || ours == theirs) return of[kOurs];
  if (ours == base) return of[kTheirs];
  return std::nullopt;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

size_t indentation_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

// The end of the key that a text begins with, behind which its colon stands; npos if it begins with none.
size_t key_end(std::string_view text) {
  for (Scan scan(text); !scan.is_end(); scan.next()) {
    if (scan.begins_comment() || scan.character() == '\n') break;
    if (!scan.is_plain() || scan.depth() > 0 || scan.character() != ':') continue;
    const size_t behind = scan.at() + 1;
    if (behind == text.size() || is_blank(text[behind]) || text[behind] == '\n' || text[behind] == '\r')
      return scan.at();
  }
  return std::string_view::npos;
}

// An entry of a block: the comments and blank lines above it, and its own lines.
struct Entry {
  std::string key;
  std::string_view lead, own;
};
using Entries = std::vector<Entry>;

const Entry* find_entry(const Entries& entries, std::string_view key) {
  const auto found = std::ranges::find(entries, key, &Entry::key);
  return found == entries.end() ? nullptr : &*found;
}

// The value of an entry, without its layout.
std::string value_of(const Entry& entry) {
  const size_t deep = indentation_of(entry.own);
  return without_layout(entry.own.substr(deep).substr(key_end(entry.own.substr(deep)) + 1));
}

struct Block {
  Entries entries;
  std::string_view tail;  // comments and blank lines behind the last one
};

// The entries of a mapping that is written as a block; nothing if it is none, or has a key twice.
std::optional<Block> block_of(std::string_view text) {
  Block block;
  std::optional<size_t> indentation;
  size_t lead = 0, own = 0, at = 0;  // where the lines begin that are not given to an entry yet
  const auto finish = [&](size_t end) {
    if (!block.entries.empty()) block.entries.back().own = text.substr(own, end - own);
  };
  bool is_behind = false;  // comments and blank lines that may belong to the next entry
  size_t behind = 0;
  for (const std::string_view line : lines_of(text)) {
    const size_t begin = at, deep = indentation_of(line);
    at += line.size();
    const std::string_view said = trimmed(line);
    const bool is_lead = said.empty() || (said.front() == '#' && (!indentation || deep <= *indentation));
    if (is_lead) {
      if (!is_behind) behind = begin;
      is_behind = true;
      continue;
    }
    if (!indentation) indentation = deep;
    if (deep < *indentation) return std::nullopt;
    const bool is_item = said == "-" || said.starts_with("- ");
    if (deep > *indentation || (is_item && !block.entries.empty())) {
      is_behind = false;
      continue;
    }
    const size_t end = key_end(line.substr(deep));
    if (is_item || end == std::string_view::npos || end == 0) return std::nullopt;
    const size_t above = is_behind ? behind : begin;
    finish(above);
    lead = above;
    own = begin;
    const std::string_view key = trimmed(line.substr(deep, end));
    if (find_entry(block.entries, key) != nullptr) return std::nullopt;
    block.entries.push_back({std::string(key), text.substr(lead, own - lead), {}});
    is_behind = false;
  }
  const size_t end = is_behind ? behind : text.size();
  finish(end);
  block.tail = text.substr(end);
  return block;
}

// `{ a: 1, b: 2 }` or `[a, b]` in pieces: what stands before and behind them.
struct Flow {
  char open = 0;
  Entries items;         // lead: the blanks before; the key of an item of a list is the item
  std::string_view end;  // what stands before the last bracket
};
std::optional<Flow> flow_of(std::string_view text) {
  if (text.size() < 2 || (text.front() != '{' && text.front() != '[')) return std::nullopt;
  Flow flow{.open = text.front(), .items = {}, .end = {}};
  size_t begin = 1;
  const auto add = [&](size_t end) {
    const std::string_view piece = text.substr(begin, end - begin);
    const size_t first = piece.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return false;
    const std::string_view own = piece.substr(first);
    const size_t colon = flow.open == '{' ? key_end(own) : std::string_view::npos;
    if (flow.open == '{' && colon == std::string_view::npos) return false;
    const std::string_view key = flow.open == '{' ? own.substr(0, colon) : own;
    flow.items.push_back({std::string(trimmed(key)), piece.substr(0, first), own});
    return true;
  };
  for (Scan scan(text); !scan.is_end(); scan.next()) {
    if (scan.begins_comment()) return std::nullopt;  // it would swallow what comes behind
    if (!scan.is_plain()) continue;
    if (scan.character() == ',' && scan.depth() == 1) {
      if (!add(scan.at())) return std::nullopt;
      begin = scan.at() + 1;
    } else if (scan.depth() == 1 && (scan.character() == '}' || scan.character() == ']')) {
      if (scan.at() + 1 != text.size()) return std::nullopt;
      const std::string_view rest = text.substr(begin, scan.at() - begin);
      const std::string_view said = trimmed(rest);
      if (!said.empty() && !add(scan.at())) return std::nullopt;
      const size_t last = rest.find_last_not_of(" \t\r\n");
      flow.end = last == std::string_view::npos ? rest : rest.substr(last + 1);
      if (!said.empty()) {
        std::string_view& own = flow.items.back().own;
        own.remove_suffix(own.size() - (own.find_last_not_of(" \t\r\n") + 1));
        if (flow.open == '[') flow.items.back().key = std::string(own);
      }
      std::set<std::string_view> keys;
      for (const Entry& item : flow.items) {
        if (flow.open == '{' && !keys.insert(item.key).second) return std::nullopt;
      }
      return flow;
    }
  }
  return std::nullopt;
}

// The places of the longest common part of two lists.
std::vector<std::pair<size_t, size_t>> common(const std::vector<std::string>& a,
                                              const std::vector<std::string>& b) {
  std::vector<std::vector<uint32_t>> longest(a.size() + 1, std::vector<uint32_t>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;)
      longest[i][j] =
          a[i] == b[j] ? longest[i + 1][j + 1] + 1 : std::max(longest[i + 1][j], longest[i][j + 1]);
  }
  std::vector<std::pair<size_t, size_t>> places;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      places.emplace_back(i++, j++);
    } else if (longest[i + 1][j] >= longest[i][j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return places;
}

// The items of a list that counts; nothing where both have changed the same part of it. `is_unordered`:
// additions at one place both count.
std::optional<std::vector<std::string>> merge_lists(const std::array<std::vector<std::string>, 3>& of,
                                                    bool is_unordered) {
  const auto with_ours = common(of[kBase], of[kOurs]), with_theirs = common(of[kBase], of[kTheirs]);
  std::vector<std::string> made;
  size_t base = 0, ours = 0, theirs = 0;
  auto in_ours = with_ours.begin();
  auto in_theirs = with_theirs.begin();
  // Up to the next item of the base that both have, and to the end.
  for (;;) {
    while (in_ours != with_ours.end() && in_theirs != with_theirs.end() && in_ours->first != in_theirs->first)
      ++(in_ours->first < in_theirs->first ? in_ours : in_theirs);
    size_t next_base = of[kBase].size(), next_ours = of[kOurs].size(), next_theirs = of[kTheirs].size();
    if (in_ours != with_ours.end() && in_theirs != with_theirs.end()) {
      next_base = in_ours->first;
      next_ours = in_ours++->second;
      next_theirs = in_theirs++->second;
    }
    const auto part = [](const std::vector<std::string>& list, size_t from, size_t to) {
      return std::vector<std::string>(list.begin() + static_cast<std::ptrdiff_t>(from),
                                      list.begin() + static_cast<std::ptrdiff_t>(to));
    };
    const auto b = part(of[kBase], base, next_base), o = part(of[kOurs], ours, next_ours),
               t = part(of[kTheirs], theirs, next_theirs);
    if (o == t || t == b) {
      made.insert(made.end(), o.begin(), o.end());
    } else if (o == b) {
      made.insert(made.end(), t.begin(), t.end());
    } else if (is_unordered) {
      // What one side has taken out is out, what either has added is in.
      const auto is_in = [](const std::vector<std::string>& list, const std::string& one) {
        return std::ranges::find(list, one) != list.end();
      };
      for (const std::string& one : o) {
        if (!is_in(b, one) || is_in(t, one)) made.push_back(one);
      }
      for (const std::string& one : t) {
        if (!is_in(b, one) && !is_in(o, one)) made.push_back(one);
      }
    } else {
      return std::nullopt;
    }
    if (next_base == of[kBase].size()) return made;
    made.push_back(of[kBase][next_base]);
    base = next_base + 1;
    ours = next_ours + 1;
    theirs = next_theirs + 1;
  }
}

// Keys in the order in which they stand in the merged mapping: that of the side that has changed the order,
// with what the other one has added behind what it stands behind there.
std::vector<std::string> order_of(const std::vector<std::string>& base, const std::vector<std::string>& ours,
                                  const std::vector<std::string>& theirs) {
  const auto is_in = [](const std::vector<std::string>& list, const std::string& key) {
    return std::ranges::find(list, key) != list.end();
  };
  const auto both = [&](const std::vector<std::string>& in_order_of, const std::vector<std::string>& other) {
    std::vector<std::string> all;
    for (const std::string& key : in_order_of) {
      if (is_in(other, key)) all.push_back(key);
    }
    return all;
  };
  const auto is_in_order = [&](const std::vector<std::string>& side) {
    return both(side, base) == both(base, side);
  };
  const bool is_theirs = is_in_order(ours) && !is_in_order(theirs);
  std::vector<std::string> order = is_theirs ? theirs : ours;
  const std::vector<std::string>& other = is_theirs ? ours : theirs;
  for (size_t i = 0; i < other.size(); ++i) {
    if (is_in(order, other[i])) continue;
    auto place = order.begin();
    for (size_t k = i; k-- > 0;) {
      const auto before = std::ranges::find(order, other[k]);
      if (before == order.end()) continue;
      place = before + 1;
      // Behind what the first side has added there, too.
      while (!is_theirs && place != order.end() && !is_in(base, *place) && !is_in(other, *place)) ++place;
      break;
    }
    order.insert(place, other[i]);
  }
  return order;
}

// An entry in the three texts; null where it is not there.
using Triple = std::array<const Entry*, 3>;

// The entries of three mappings, in the order of the merged one. One that a side has renamed is the same
// entry: its value stands there under a key that the base does not have, and the old key is gone.
class Triples {
 public:
  Triples(const Entries& base, const Entries& ours, const Entries& theirs) : of_{&base, &ours, &theirs} {
    for (const Entry& entry : base) {
      const Entry* const by_ours = renamed(entry, ours);
      const Entry* const by_theirs = renamed(entry, theirs);
      const bool is_same = by_ours != nullptr && by_theirs != nullptr && by_ours->key == by_theirs->key;
      // A key that the other side has, too, may be another entry.
      const bool is_ours = by_ours != nullptr && (is_same || find_entry(theirs, by_ours->key) == nullptr);
      const bool is_theirs = by_theirs != nullptr && (is_same || find_entry(ours, by_theirs->key) == nullptr);
      if (is_ours) renames_.push_back({&entry, by_ours, kOurs});
      if (is_theirs) renames_.push_back({&entry, by_theirs, kTheirs});
    }
    for (const std::string& key : order_of(keys(kBase), keys(kOurs), keys(kTheirs))) {
      const Entry* const entry = find_entry(base, key);
      if (entry != nullptr)
        all_.push_back({entry, in(*entry, kOurs), in(*entry, kTheirs)});
      else
        all_.push_back({nullptr, find_entry(ours, key), find_entry(theirs, key)});
    }
  }
  [[nodiscard]] std::vector<Triple> all() const { return all_; }

 private:
  struct Rename {
    const Entry* from = nullptr;
    const Entry* to = nullptr;
    size_t side = kOurs;
  };

  // The entry of a side that has the value of one of the base, whose key the side does not have.
  [[nodiscard]] const Entry* renamed(const Entry& entry, const Entries& side) const {
    if (find_entry(side, entry.key) != nullptr) return nullptr;
    const std::string value = value_of(entry);
    const Entry* found = nullptr;
    for (const Entry& one : side) {
      if (find_entry(*of_[kBase], one.key) != nullptr || value_of(one) != value) continue;
      if (found != nullptr) return nullptr;  // it may be either
      found = &one;
    }
    for (const Entry& one : *of_[kBase]) {
      if (&one != &entry && find_entry(side, one.key) == nullptr && value_of(one) == value) return nullptr;
    }
    return found;
  }
  [[nodiscard]] const Entry* in(const Entry& base, size_t side) const {
    for (const Rename& one : renames_) {
      if (one.from == &base && one.side == side) return one.to;
    }
    return find_entry(*of_[side], base.key);
  }
  // The keys of a side, of renamed entries those of the base.
  [[nodiscard]] std::vector<std::string> keys(size_t side) const {
    std::vector<std::string> all;
    for (const Entry& entry : *of_[side]) {
      const auto renamed = std::ranges::find(renames_, &entry, &Rename::to);
      all.push_back(renamed == renames_.end() ? entry.key : renamed->from->key);
    }
    return all;
  }

  std::array<const Entries*, 3> of_;
  std::vector<Rename> renames_;
  std::vector<Triple> all_;
};

// Why an entry is a conflict as a whole, in words: the two sides did things with it that exclude each other. Nothing if its
// value and comment decide.
std::optional<std::string> disagreement(const Triple& of) {
  const Entry* const base = of[kBase];
  const Entry* const ours = of[kOurs];
  const Entry* const theirs = of[kTheirs];
  if (base == nullptr) return std::nullopt;
  enum class Deed : uint8_t { nothing, removed, renamed, changed };
  const auto deed = [&](const Entry* side) {
    if (side == nullptr) return Deed::removed;
    if (side->key != base->key) return Deed::renamed;
    const bool is_same =
        without_layout(side->own) == without_layout(base->own) && trimmed(side->lead) == trimmed(base->lead);
    return is_same ? Deed::nothing : Deed::changed;
  };
  const Deed by_ours = deed(ours), by_theirs = deed(theirs);
  if (by_ours == Deed::nothing || by_theirs == Deed::nothing) return std::nullopt;
  if (by_ours == by_theirs && (by_ours != Deed::renamed || ours->key == theirs->key)) return std::nullopt;
  const auto words = [](Deed done, const Entry* side) {
    if (done == Deed::removed) return std::string("taken it out");
    return done == Deed::renamed ? "called it " + side->key : std::string("changed it");
  };
  return fmt::format("we have {}, and they have {}", words(by_ours, ours), words(by_theirs, theirs));
}

class EntryMerge {
 public:
  explicit EntryMerge(const MergeOptions& options) : options_(options) {}

  std::string block(const Texts& of, const std::string& path) {
    if (const auto one = whole(of)) return std::string(*one);
    const std::optional<Block> base = block_of(of[kBase]), ours = block_of(of[kOurs]),
                               theirs = block_of(of[kTheirs]);
    if (!base || !ours || !theirs) return lines(of, path);
    std::string made;
    const std::vector<Triple> entries = Triples(base->entries, ours->entries, theirs->entries).all();
    for (const Triple& one : entries)
      made += entry(one, path.empty() ? key_of(one) : path + "." + key_of(one));
    const Texts tails = {base->tail, ours->tail, theirs->tail};
    if (const auto tail = whole(tails)) return made + std::string(*tail);
    return made + std::string(ours->tail) + std::string(theirs->tail);  // comments of both
  }

  std::vector<MergeConflict> conflicts;

 private:
  std::string conflict(std::string_view ours, std::string_view theirs, const std::string& path,
                       std::string why) {
    conflicts.push_back({path, std::move(why)});
    const auto ended = [](std::string_view text) {
      return std::string(text) + (text.empty() || text.ends_with('\n') ? "" : "\n");
    };
    return fmt::format("{} {}\n{}{}\n{}{} {}\n", std::string(options_.marker_size, '<'), options_.ours,
                       ended(ours), std::string(options_.marker_size, '='), ended(theirs),
                       std::string(options_.marker_size, '>'), options_.theirs);
  }

  // What is no mapping, line by line.
  std::string lines(const Texts& of, const std::string& path) {
    std::array<std::vector<std::string>, 3> lists;
    for (size_t i = 0; i < 3; ++i) {
      for (const std::string_view line : lines_of(of[i])) lists[i].emplace_back(line);
    }
    constexpr size_t kMost = 4000;  // lines, of which the pairs are compared
    const bool is_small = std::ranges::all_of(lists, [](const auto& list) { return list.size() < kMost; });
    const auto merged = is_small ? merge_lists(lists, false) : std::nullopt;
    if (!merged) return conflict(of[kOurs], of[kTheirs], path, "both have changed it");
    std::string made;
    for (const std::string& line : *merged) made += line;
    return made;
  }

  static const std::string& key_of(const Triple& of) {
    return (of[kBase] != nullptr ? of[kBase] : of[kOurs] != nullptr ? of[kOurs] : of[kTheirs])->key;
  }

  // An entry of a block, from where it is there.
  std::string entry(const Triple& of, const std::string& path) {
    const auto text = [](const Entry* one) {
      return one == nullptr ? std::string() : std::string(one->lead) + std::string(one->own);
    };
    if (auto why = disagreement(of))
      return conflict(text(of[kOurs]), text(of[kTheirs]), path, std::move(*why));
    const Entry *base = of[kBase], *ours = of[kOurs], *theirs = of[kTheirs];
    if (ours == nullptr || theirs == nullptr) {
      if (base != nullptr) return {};  // one has taken it out, and the other one has not touched it
      return text(ours == nullptr ? theirs : ours);
    }
    const Entry none;
    if (base == nullptr) base = &none;
    const auto lead = whole({base->lead, ours->lead, theirs->lead});
    const size_t before = conflicts.size();
    auto own = value({base->own, ours->own, theirs->own}, path);
    if (own && lead) return std::string(*lead) + *own;
    conflicts.resize(before);
    return conflict(text(ours), text(theirs), path,
                    base == &none ? "both have added it" : "both have changed it");
  }

  // `key: …` with all of its lines; nothing if it is a conflict as a whole.
  std::optional<std::string> value(const Texts& of, const std::string& path) {
    if (const auto one = whole(of)) return std::string(*one);
    struct Parts {
      std::string_view key, inlined, comment, body;  // of the first line, and the lines below
    };
    std::array<Parts, 3> parts;
    for (size_t i = 0; i < 3; ++i) {
      if (of[i].empty()) continue;
      const size_t deep = indentation_of(of[i]);
      const size_t colon = key_end(of[i].substr(deep));
      if (colon == std::string_view::npos) return std::nullopt;
      const size_t head = deep + colon + 1;
      // The value that begins in the first line ends with its line, or with its last bracket.
      Scan scan(of[i].substr(head));
      size_t end = 0;
      for (; !scan.is_end(); scan.next()) {
        if (scan.begins_comment() && scan.depth() == 0) break;
        if (scan.character() == '\n' && scan.depth() <= 0) break;
        if (!is_blank(scan.character()) && scan.character() != '\r') end = scan.at() + 1;
      }
      const std::string_view rest = of[i].substr(head);
      parts[i].key = of[i].substr(0, head);
      parts[i].inlined = rest.substr(0, end);
      const size_t line = std::min(rest.find('\n', end), rest.size() - 1) + 1;
      parts[i].comment = rest.substr(end, line - end);
      parts[i].body = rest.substr(line);
    }
    const bool has_base = !of[kBase].empty();
    const auto all = [&](std::string_view Parts::*part) {
      return Texts{parts[kBase].*part, parts[kOurs].*part, parts[kTheirs].*part};
    };
    const auto key = has_base ? whole(all(&Parts::key)) : parts[kOurs].key;
    const auto comment = has_base || parts[kOurs].comment == parts[kTheirs].comment
                             ? whole(all(&Parts::comment))
                             : std::nullopt;
    if (!key || !comment) return std::nullopt;
    const auto inlined = flow(all(&Parts::inlined), path);
    if (!inlined) return std::nullopt;
    const bool has_bodies = !parts[kOurs].body.empty() && !parts[kTheirs].body.empty();
    if (const auto body = whole(all(&Parts::body)))
      return std::string(*key) + *inlined + std::string(*comment) + std::string(*body);
    // Blocks of another depth are not compared line by line.
    if (!has_bodies || !inlined->empty()) return std::nullopt;
    return std::string(*key) + *inlined + std::string(*comment) + block(all(&Parts::body), path);
  }

  // `{ … }`, `[ … ]` or a value in a line, with the blanks before it; nothing if both have changed the same
  // of it.
  std::optional<std::string> flow(const Texts& of, const std::string& path) {
    if (const auto one = whole(of)) return std::string(*one);
    std::array<Flow, 3> flows;
    for (size_t i = 0; i < 3; ++i) {
      const auto read = flow_of(trimmed(of[i]));
      if (!read && !(i == kBase && of[i].empty())) return std::nullopt;
      if (read)
        flows[i] = *read;
      else
        flows[i].open = flows[kOurs].open;
    }
    if (of[kBase].empty()) flows[kBase].open = flows[kOurs].open;
    if (flows[kOurs].open != flows[kTheirs].open || flows[kOurs].open != flows[kBase].open)
      return std::nullopt;
    const bool is_ours = flows[kOurs].items.size() >= flows[kTheirs].items.size();
    const Texts own = of;
    const std::string_view laid_out = is_ours ? own[kOurs] : own[kTheirs];
    std::vector<std::pair<std::string, std::string>> items;  // the blanks before, and the item
    if (flows[kOurs].open == '[') {
      std::array<std::vector<std::string>, 3> lists;
      for (size_t i = 0; i < 3; ++i) {
        for (const Entry& item : flows[i].items) lists[i].push_back(item.key);
      }
      const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
      const auto merged = merge_lists(lists, std::ranges::find(kUnordered, name) != kUnordered.end());
      if (!merged) return std::nullopt;
      for (const std::string& one : *merged) items.emplace_back(items.empty() ? "" : " ", one);
    } else {
      const std::vector<Triple> entries =
          Triples(flows[kBase].items, flows[kOurs].items, flows[kTheirs].items).all();
      for (const Triple& at : entries) {
        if (disagreement(at)) return std::nullopt;
        if (at[kOurs] == nullptr || at[kTheirs] == nullptr) {
          const Entry* const left = at[kOurs] == nullptr ? at[kTheirs] : at[kOurs];
          if (at[kBase] == nullptr) items.emplace_back(left->lead, left->own);
          continue;
        }
        const Texts texts = {at[kBase] == nullptr ? std::string_view() : at[kBase]->own, at[kOurs]->own,
                             at[kTheirs]->own};
        if (at[kBase] == nullptr && without_layout(texts[kOurs]) != without_layout(texts[kTheirs]))
          return std::nullopt;
        if (const auto one = whole(texts)) {
          items.emplace_back(at[kOurs]->lead, *one);
          continue;
        }
        Texts values;
        std::string_view head;
        for (size_t i = 0; i < 3; ++i) {
          const size_t colon = key_end(texts[i]) + 1;
          if (i == kOurs) head = texts[i].substr(0, colon);
          values[i] = texts[i].substr(colon);
        }
        const auto inner = flow(values, path + "." + key_of(at));
        if (!inner) return std::nullopt;
        items.emplace_back(at[kOurs]->lead, std::string(head) + *inner);
      }
    }
    const size_t first = std::min(laid_out.find_first_not_of(" \t\r\n"), laid_out.size());
    std::string made(laid_out.substr(0, first));
    made += flows[kOurs].open;
    const Flow& shape = is_ours ? flows[kOurs] : flows[kTheirs];
    for (size_t i = 0; i < items.size(); ++i) {
      if (i > 0) made += ',';
      const bool is_first = i == 0;
      const std::string blanks = is_first ? std::string(shape.items.empty() ? "" : shape.items.front().lead)
                                 : items[i].first.empty() ? " "
                                                          : items[i].first;
      made += blanks + items[i].second;
    }
    made += std::string(items.empty() ? std::string_view() : shape.end);
    made += flows[kOurs].open == '{' ? '}' : ']';
    return made;
  }

  const MergeOptions& options_;
};

std::string with_line_feeds(std::string_view text) {
  std::string made;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') made += text[i];
  }
  return made;
}
bool has_returns(std::string_view text) { return text.find("\r\n") != std::string_view::npos; }

}  // namespace

MergedText merge_texts(std::string_view base, std::string_view ours, std::string_view theirs,
                       const MergeOptions& options) {
  const bool ends_with_returns =
      has_returns(ours) == has_returns(base) ? has_returns(theirs) : has_returns(ours);
  const std::string b = with_line_feeds(base), o = with_line_feeds(ours), t = with_line_feeds(theirs);
  EntryMerge merge(options);
  MergedText merged{merge.block({b, o, t}, ""), std::move(merge.conflicts)};
  if (!ends_with_returns) return merged;
  std::string with_returns;
  for (const char c : merged.text) {
    if (c == '\n') with_returns += '\r';
    with_returns += c;
  }
  merged.text = std::move(with_returns);
  return merged;
}

}  // namespace ishi::compiler
