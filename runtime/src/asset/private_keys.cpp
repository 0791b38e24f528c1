#include "asset/private_keys.h"

#include <algorithm>

namespace ishi {
namespace {

bool is_private(const blob::Key& key) { return key.is_private() != 0; }

// Which enums only private keys have; by enum.
class HiddenEnums {
 public:
  explicit HiddenEnums(Array<bool>& hidden) : hidden_(hidden) {}

  void find(const Tables& t) {
    for (const blob::Key& key : t.keys) {
      if (is_private(key)) set(key.variable(), true);
    }
    for (const blob::Key& key : t.keys) {
      if (!is_private(key)) set(key.variable(), false);
    }
    show_all(t.fields);
    show_all(t.event_fields);
    show_all(t.set_fields);
    // Parameters of tasks come first, then those of goals, which the game does not know.
    const size_t of_tasks =
        t.tasks.empty() ? 0
                        : size_t{t.tasks.back().parameters().first()} + t.tasks.back().parameters().count();
    show_all(t.parameters.first(of_tasks));
  }

 private:
  template <typename Part>
  void show_all(std::span<const Part> parts) {
    for (const Part& part : parts) set(part.variable(), false);
  }
  void set(const blob::Variable& variable, bool is_hidden) {
    if (variable.type() == blob::ValueType::enumeration) hidden_[variable.reference()] = is_hidden;
  }

  Array<bool>& hidden_;
};

}  // namespace

bool find_known_parts(Tables& tables, KnownParts& parts) {
  tables.has_private_keys = std::any_of(tables.keys.begin(), tables.keys.end(), is_private);
  if (!tables.has_private_keys) return true;
  Array<bool> hidden;
  if (!hidden.allocate(tables.enums.size()) || !parts.enums.reserve_more(tables.enums.size()) ||
      !parts.members.reserve_more(tables.members.size()) || !parts.keys.reserve_more(tables.keys.size()))
    return false;
  HiddenEnums(hidden).find(tables);
  for (uint32_t i = 0; i < tables.enums.size(); ++i) {
    if (hidden[i]) continue;
    parts.enums.append(i);
    const blob::Range& members = tables.enums[i].members();
    for (uint32_t k = 0; k < members.count(); ++k) parts.members.append(members.first() + k);
  }
  for (uint32_t i = 0; i < tables.keys.size(); ++i) {
    if (!is_private(tables.keys[i])) parts.keys.append(i);
  }
  tables.known_enums = parts.enums;
  tables.known_members = parts.members;
  tables.known_keys = parts.keys;
  return true;
}

}  // namespace ishi
