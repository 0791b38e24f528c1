#include "model/model.h"

namespace ishi::compiler {

// The special members of these types are compiled once, here. Each type has many vectors and maps, so they
// would cost every file that copies one some hundred functions.

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) = default;  // NOLINT(performance-noexcept-move-constructor)
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

}  // namespace ishi::compiler
