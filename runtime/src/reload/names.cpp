#include "reload/names.h"

#include "asset/find.h"

namespace ishi {

bool Names::make(const Asset::State& asset) {
  t_ = &asset.tables;
  return fields_.make(t_->fields) && choices_.make(t_->choices) && set_fields_.make(t_->set_fields);
}

const char* Names::of(ReloadPart part, uint64_t id) const {
  const DebugTables& d = t_->debug;
  switch (part) {
    case ReloadPart::key: return at(d.keys, find_entry(t_->keys_by_id, id));
    case ReloadPart::level: return at(d.motives, find_entry(t_->motives_by_id, id));
    case ReloadPart::set: return at(d.sets, find_entry(t_->sets_by_id, id));
    case ReloadPart::token: return at(d.tokens, find_entry(t_->tokens_by_id, id));
    case ReloadPart::field: return at(d.fields, fields_.find(id));
    case ReloadPart::choice: return at(d.choices, choices_.find(id));
    case ReloadPart::member_field: {
      const char* const own = at(d.set_fields, set_fields_.find(id));
      return *own != '\0' ? own : at(d.fields, fields_.find(id));
    }
    default: return "";
  }
}

const char* Names::at(std::span<const uint32_t> names, size_t index) const {
  return t_->debug.present && index < names.size() ? t_->debug.names->Get(names[index])->c_str() : "";
}

}  // namespace ishi
