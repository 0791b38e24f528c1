#pragma once

#include <utility>

#include "model/model.h"

// The model of a file after each phase: read_model() makes the written model, link()
// the linked one, check_behaviour() the typed one. A model changes inside of a phase alone: between two
// phases everybody may read it, and only the next phase takes it over.

namespace ishi::compiler {

template <class Stage>
class ModelAt {
 public:
  explicit ModelAt(Model model) : model_(std::move(model)) {}

  [[nodiscard]] const Model& get() const { return model_; }
  // For the phase that follows.
  [[nodiscard]] Model take() && { return std::move(model_); }

 private:
  Model model_;
};

// The text alone: no reference has an index, no formula a root, no variable a resolved type.
using WrittenModel = ModelAt<struct Written>;
// Each reference has its index, where what it names was found.
using LinkedModel = ModelAt<struct Linked>;
// Each formula has its tree with types, where it is right. Nothing changes a typed model.
using TypedModel = ModelAt<struct Typed>;

}  // namespace ishi::compiler
