#include "resolve/link_steering.h"

#include <fmt/format.h>

namespace ishi::compiler {
namespace {

void check_members(const Model& model, Reference& set, Diagnostics& diagnostics) {
  if (member_type(model, set.index).kind != ValueKind::candidate) return;
  diagnostics
      .report(
          Code::separate_from_nowhere, set.span,
          fmt::format("the members of `{}` are no entities, so they are nowhere to keep away from", set.text))
      .label(name_of_set(model, set.index).span, "declared here, without `of`")
      .help("say with `of` what its members are, or name a memory or a set of entities");
  set.index = kNone;
}

}  // namespace

void link_steering(Model& model, Names& names, Diagnostics& diagnostics) {
  for (auto& steering : model.steering) {
    for (auto& behaviour : steering.value.blend) {
      if (!behaviour.value.separate.given) continue;
      Separate& separate = behaviour.value.separate.value;
      if (separate.from.given()) names.find_set(separate.from);
      if (separate.from.index != kNone) check_members(model, separate.from, diagnostics);
    }
  }
}

}  // namespace ishi::compiler
