#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler {

// The entities that are known to be somebody, and the points that are known to lie somewhere, because a
// condition around the expression at hand holds.
class KnownEntities {
 public:
  explicit KnownEntities(const Model& model) : model_(model), seen_values_(model.values.size(), 0) {}

  // From here on a typed condition holds. If it could not be read, everybody may be somebody.
  void assume(const Formula& condition, bool truth = true);
  // From here on a condition may have asked what is not known, if it could not be read.
  void suspect(const Formula& condition);
  // Adds what follows from a typed condition that is true, or false.
  void add(const Expression& condition, bool truth);
  // Nothing that was assumed is known to hold any longer.
  void forget() { entities_.clear(); }

  [[nodiscard]] bool contains(const Expression& one) const;
  // True if an entity is somebody, or nothing can be said of it.
  [[nodiscard]] bool is_somebody(const Expression& entity) const;
  // True if a condition that was to hold here could not be read.
  [[nodiscard]] bool is_suspect() const { return is_suspect_; }

  // Begins with nothing known, and brings back what was known before when it goes.
  class Anew {
   public:
    explicit Anew(KnownEntities& known)
        : known_(known), entities_(std::exchange(known.entities_, {})), is_suspect_(known.is_suspect_) {}
    // As the other, and no condition is unread.
    Anew(KnownEntities& known, bool is_suspect) : Anew(known) { known.is_suspect_ = is_suspect; }
    Anew(const Anew&) = delete;
    Anew& operator=(const Anew&) = delete;
    ~Anew() {
      known_.entities_ = std::move(entities_);
      known_.is_suspect_ = is_suspect_;
    }

   private:
    KnownEntities& known_;
    std::vector<const Expression*> entities_;
    bool is_suspect_;
  };

 private:
  friend class Assumptions;

  void add_of(const Expression& node, bool truth);
  void add_of_comparison(const Expression& node, bool truth);
  void add_of_score(const Expression& node, bool truth);

  const Model& model_;
  std::vector<const Expression*> entities_;
  bool is_suspect_ = false;
  std::vector<uint32_t> seen_values_;  // by value: the number of the call of add() that read it last
  uint32_t added_ = 0;                 // calls of add()
};

// Takes back what is assumed while it lives.
class Assumptions {
 public:
  explicit Assumptions(KnownEntities& known)
      : known_(known), count_(known.entities_.size()), is_suspect_(known.is_suspect_) {}
  ~Assumptions() {
    known_.entities_.resize(std::min(count_, known_.entities_.size()));
    known_.is_suspect_ = is_suspect_;
  }
  Assumptions(const Assumptions&) = delete;
  Assumptions& operator=(const Assumptions&) = delete;

 private:
  KnownEntities& known_;
  size_t count_;
  bool is_suspect_;
};

}  // namespace ishi::compiler
