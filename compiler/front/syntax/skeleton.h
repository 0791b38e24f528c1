#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "syntax/scan.h"

// The byte skeleton of a source text: where its lines, names, quotes, brackets and comments are, by our
// own reading. It knows where things end, refuses what YAML takes but nobody means, and speaks of faults in
// the words of somebody who wrote them by hand. The entries of the repaired copy are then read one by one
// (read_tree.cpp), so that what cannot be read costs one value and not the file.

namespace ishi::compiler {

// A scalar that begins with `|` or `>`.
struct BlockScalar {
  uint32_t begin = 0;
  uint32_t end = 0;  // behind the last character of its last line
};

// One `name: …` at the start of a line, with all that belongs to it.
struct TopLevelEntry {
  uint32_t begin = 0;     // the first character of the name
  uint32_t name_end = 0;  // behind the name's last
  uint32_t end = 0;       // where the next entry begins
  bool broken = false;    // it cannot be read; that has been reported
};

struct Skeleton {
  // The text with every fault repaired: the same length, the same places, and well-formed. A value that
  // cannot be saved is an `x` and blanks.
  std::string text;
  std::vector<TopLevelEntry> entries;
  std::vector<BlockScalar> block_scalars;  // by `begin`
  // The places that were mended, ascending. A scalar that holds such a place is not what was written, a value
  // that is missing beside one has been reported, and so has the fault that keeps an entry with one from
  // being read.
  std::vector<uint32_t> faults;
  // The beginnings of lists and blocks of names that have lost something, ascending.
  std::vector<uint32_t> incomplete;
};

// `original` is what the messages quote. Linear.
Skeleton read_skeleton(std::string_view original, ScannedText scanned, uint32_t file,
                       Diagnostics& diagnostics);

}  // namespace ishi::compiler
