#include "model/model.h"

namespace ishi::compiler {

// What copies, moves and destroys these is compiled once, here: each has many vectors and maps, which would cost each file that holds
// one some hundred functions.

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

}  // namespace ishi::compiler
