#include "expression/typing_site.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/scalar.h"
#include "language/unit.h"

namespace ishi::compiler {
namespace {

template <class T>
std::unordered_map<std::string_view, uint32_t> index_by_name(const Map<T>& map) {
  std::unordered_map<std::string_view, uint32_t> result;
  for (uint32_t i = 0; i < map.size(); ++i) result.emplace(map[i].name.text, i);
  return result;
}

// `ammo` and `left` of `ammo-left`; nothing of what is a name.
void add_pieces_of_bad_name(std::string_view name, std::unordered_set<std::string_view>& pieces) {
  if (is_name(name)) return;
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (size_t begin = 0; begin < name.size(); ++begin) {
    const size_t end =
        static_cast<size_t>(std::ranges::find_if_not(name.substr(begin), is_part) - name.begin());
    if (end > begin) pieces.insert(name.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace

ExpressionNames::ExpressionNames(const Model& model, const Scopes& scopes)
    : keys(index_by_name(model.blackboard)),
      values(index_by_name(model.values)),
      curves(index_by_name(model.curves)),
      choices(index_by_name(model.choices)) {
  for (const auto& key : model.blackboard) add_pieces_of_bad_name(key.name.text, pieces_of_bad_names);
  for (const auto& value : model.values) {
    if (is_name(value.name.text)) continue;
    const bool is_imported = !scopes.origin(Space::expressions, value.name.text).path.empty();
    if (!is_imported) add_pieces_of_bad_name(value.name.text, pieces_of_bad_names);
  }
}

std::string TypingSite::without_unit(const Expression& node) const {
  const Expression& digits = node.kind == ExpressionKind::negate ? *node.operands[0] : node;
  const std::string text = text_of(node);
  if (digits.kind != ExpressionKind::number || !text.ends_with(digits.text)) return {};
  return text.substr(0, text.size() - (digits.text.size() - number_length(digits.text)));
}

std::string_view TypingSite::unit_of(const Expression& node) const {
  return written_or_usual(written_unit(model, node, place.parameters), node.type.quantity);
}

std::string TypingSite::range_of(const Expression& node) const {
  const Variable* variable = variable_of(node);
  if (variable == nullptr || !variable->has_range()) return fmt::format("0{0}..10{0}", unit_of(node));
  const UnitRow* unit = written_unit(model, node, place.parameters);
  return fmt::format("{}..{}", show(variable->low, node.type.quantity, unit),
                     show(variable->high, node.type.quantity, unit));
}

bool TypingSite::is_somebody(const Expression& entity) const {
  const bool is_in_doubt = place.action != nullptr && diagnostics.is_in_doubt(place.action->name.span);
  return is_in_doubt || known.is_somebody(entity);
}

}  // namespace ishi::compiler
