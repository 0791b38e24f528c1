#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "analyze/ranges.h"
#include "source/stop.h"

namespace ishi::compiler {

// The work that a search may still do, in operations that are looked at, so that what it finds is the same on
// every machine. About 30 ns each. Once it is stopped nothing is left of it.
struct Budget {
  uint64_t operations = 0;
  bool is_exhausted = false;  // something was left undone
  const Stop* stop = nullptr;

  [[nodiscard]] bool spend(size_t count) {
    if (is_stopped(stop)) operations = 0;
    const bool is_enough = operations >= count;
    operations -= is_enough ? count : operations;
    is_exhausted |= !is_enough;
    return is_enough;
  }
};

// Proofs that something cannot be, asked of parts of all situations (branch and bound).
struct Question {
  // True if it can be nowhere in a box, whose ranges have been filled in; it may narrow them to where it can
  // be.
  std::function<bool(Ranges& ranges)> is_impossible;
  // True if it is so in one situation.
  std::function<bool(const std::vector<float>& values)> is_so;
};

// The question that asks a single situation what it asks a box of no width. The program must outlive it.
[[nodiscard]] Question question_of(const AnalyzedProgram& program,
                                   std::function<bool(Ranges& ranges)> is_impossible);

enum class Proof : uint8_t { never, sometimes, unknown };

struct Evidence {
  std::vector<float> witness;  // of `sometimes`: one situation
  Ranges open;                 // of `unknown`: the largest part of the box of which nothing is known
};

class Prover {
 public:
  explicit Prover(const AnalyzedProgram& program);

  // Looks at `count` situations of all kinds, the same ones each time: ends of ranges and what lies between.
  // The first of which `holds` is true; nothing: it is true of none.
  [[nodiscard]] std::optional<std::vector<float>> find_sample(
      const Ranges& box, uint32_t count, const std::function<bool(const std::vector<float>&)>& holds) const;
  // Such situations, all of which can be (`evaluate_consistently`), which may lie outside the box.
  [[nodiscard]] std::vector<std::vector<float>> situations(const Ranges& box, uint32_t count) const;

  // `relevant`: the sources that are split, by operation. `evidence`, if it is given, gets what it rests on.
  Proof prove(const Ranges& box, const Question& question, const std::vector<bool>& relevant, Budget& budget,
              Evidence* evidence = nullptr) const;

 private:
  void draw(const Ranges& box, uint64_t& state, std::vector<float>& values) const;
  [[nodiscard]] float pick(Interval range, bool is_whole, uint64_t random) const;
  [[nodiscard]] uint32_t widest(const Ranges& ranges, const std::vector<bool>& relevant) const;
  [[nodiscard]] uint32_t any_open(const Ranges& ranges, const std::vector<bool>& relevant) const;
  [[nodiscard]] std::vector<float> middle(const Ranges& ranges) const;
  [[nodiscard]] double size_of(const Ranges& ranges, const std::vector<bool>& relevant) const;

  const AnalyzedProgram& program_;
  std::vector<uint32_t> sources_;
};

}  // namespace ishi::compiler
