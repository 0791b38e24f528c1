#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "memory/array.h"

// Cells by their score: a ring of lists, one a score. What is open at the same time must differ by less than
// the ring has lists. Of equal scores the cell that came last is taken first. Each call takes constant time.
// The queue refers to memory that a search owns, so that a loop may hold a copy of it in registers.

namespace ishi {

// What a search knows of a cell. Cells of an earlier search have another number in `search`.
struct CellRecord {
  uint32_t cost;  // units from the start
  uint16_t search;
  uint8_t direction;  // of the step that leads to it
  uint8_t open;       // 1 + the Turn with which it was scored while it is in a list, else 0
};
static_assert(sizeof(CellRecord) == 8);

// The neighbours of a cell in its list; 0: none.
struct CellLinks {
  uint32_t next;
  uint32_t previous;
};

class BucketQueue {
 public:
  // The most lists that any Travel needs.
  static constexpr uint32_t kMostLists = 1 << 15;
  static constexpr uint32_t kWords = kMostLists / 64;
  static constexpr uint32_t kBlocks = kWords / 64;

  // What it needs, zeroed, but for the links, of which there is one a cell.
  struct Memory {
    Array<uint32_t> heads;
    Array<uint64_t> words;
    Array<uint64_t> blocks;
    Array<CellLinks> links;

    [[nodiscard]] bool allocate(size_t cells) {
      return heads.allocate(kMostLists) && words.allocate(kWords) && blocks.allocate(kBlocks) &&
             links.allocate(cells);
    }
    // Calls visit(array) for each.
    template <typename Visitor>
    void for_each(Visitor&& visit) {
      visit(heads);
      visit(words);
      visit(blocks);
      visit(links);
    }
  };

  BucketQueue() = default;
  // An empty queue for scores that differ by less than `window` and are at first not below `lowest`.
  BucketQueue(Memory& memory, uint32_t window, uint32_t lowest)
      : heads_(memory.heads.data()),
        words_(memory.words.data()),
        blocks_(memory.blocks.data()),
        links_(memory.links.data()),
        // At least a word of lists, so that looking goes by words.
        mask_(std::bit_ceil(window < 64 ? 64u : window) - 1),
        lowest_(lowest) {
    // Clears what an earlier search has left: few lists, whose bits are set.
    for (uint32_t block = 0; block < kBlocks; ++block) {
      for (uint64_t left = blocks_[block]; left != 0; left &= left - 1) {
        const uint32_t word = block * 64 + static_cast<uint32_t>(std::countr_zero(left));
        for (uint64_t bits = words_[word]; bits != 0; bits &= bits - 1)
          heads_[word * 64 + static_cast<uint32_t>(std::countr_zero(bits))] = 0;
        words_[word] = 0;
      }
      blocks_[block] = 0;
    }
  }

  // Calls visit(number) for each that it holds beside its memory.
  template <typename Visitor>
  void for_each_number(Visitor&& visit) {
    visit(mask_);
    visit(lowest_);
  }

  void push(uint32_t cell, uint32_t score) {
    const uint32_t list = score & mask_;
    const uint32_t head = heads_[list];
    links_[cell] = {head, 0};
    // Cell 0 is of the border: what is written to its links nobody reads.
    links_[head].previous = cell;
    heads_[list] = cell;
    words_[list / 64] |= uint64_t{1} << (list % 64);
    blocks_[list / 4096] |= uint64_t{1} << (list / 64 % 64);
    if (score < lowest_) lowest_ = score;
  }

  // Calls visit(cell) for each cell, so that a queue into which they are pushed in this order is like this
  // one.
  template <typename Visitor>
  void for_each_as_pushed(Visitor&& visit) const {
    for (uint32_t word = 0; word < kWords; ++word) {
      for (uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        uint32_t cell = heads_[word * 64 + static_cast<uint32_t>(std::countr_zero(bits))];
        while (links_[cell].next != 0) cell = links_[cell].next;
        for (; cell != 0; cell = links_[cell].previous) visit(cell);
      }
    }
  }

  // Takes a cell out of the list of its score. Seldom called, and so not a part of the loops; it is given a
  // copy, so that what they hold stays in registers.
  [[gnu::noinline]] static void remove(BucketQueue queue, uint32_t cell, uint32_t score) {
    const CellLinks links = queue.links_[cell];
    queue.links_[links.next].previous = links.previous;
    if (links.previous != 0) {
      queue.links_[links.previous].next = links.next;
    } else {
      queue.set_head(score & queue.mask_, links.next);
    }
  }

  // The cell of lowest score, which is taken out, and its score; 0 if there is none.
  uint32_t take(uint32_t& score) {
    if (!find_lowest()) return 0;
    score = lowest_;
    const uint32_t list = lowest_ & mask_;
    const uint32_t cell = heads_[list];
    const uint32_t next = links_[cell].next;
    links_[next].previous = 0;
    set_head(list, next);
    return cell;
  }

 private:
  void set_head(uint32_t list, uint32_t cell) {
    heads_[list] = cell;
    if (cell != 0) return;
    const uint64_t word = words_[list / 64] & ~(uint64_t{1} << (list % 64));
    words_[list / 64] = word;
    if (word == 0) blocks_[list / 4096] &= ~(uint64_t{1} << (list / 64 % 64));
  }

  // Brings `lowest_` to the lowest score of a list that holds something.
  bool find_lowest() {
    const uint32_t from = lowest_ & mask_;
    const uint64_t word = words_[from / 64] >> (from % 64);
    if (word != 0) {
      lowest_ += static_cast<uint32_t>(std::countr_zero(word));
      return true;
    }
    // Once round the ring: the word from which it began is the last one, for its lower bits.
    const uint32_t words = (mask_ + 1) / 64;
    for (uint32_t passed = 1; passed <= words;) {
      const uint32_t at = (from / 64 + passed) & (words - 1);
      const uint64_t block = blocks_[at / 64] >> (at % 64);
      if ((block & 1) != 0) {
        const uint32_t list = at * 64 + static_cast<uint32_t>(std::countr_zero(words_[at]));
        lowest_ += (list - from) & mask_;
        return true;
      }
      // To the next word that holds something, or to the end of this block or of the ring.
      const uint32_t left = words < 64 ? words - at : 64 - at % 64;
      const auto skip = block == 0 ? left : static_cast<uint32_t>(std::countr_zero(block));
      passed += skip < left ? skip : left;
    }
    return false;
  }

  uint32_t* heads_ = nullptr;
  uint64_t* words_ = nullptr;   // a bit a list that holds something
  uint64_t* blocks_ = nullptr;  // a bit a word that is not 0
  CellLinks* links_ = nullptr;
  uint32_t mask_ = 63;
  uint32_t lowest_ = 0;  // no list holds a lower score
};

}  // namespace ishi
