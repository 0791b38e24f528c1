#include "record.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <system_error>

#include "ishi/contract.h"

namespace ishi::godot {
namespace {

// JSON of names, which need no escapes, and numbers.
class Writer {
 public:
  void text(std::string_view word) {
    separate();
    (out_ += '"').append(word) += '"';
    is_first_ = false;
  }
  void number(float value) {
    separate();
    char digits[48];
    const auto end = std::to_chars(digits, digits + sizeof digits, value);
    out_.append(digits, end.ptr);
    is_first_ = false;
  }
  void name(std::string_view word) {
    text(word);
    out_ += ':';
    is_first_ = true;
  }
  void open(char bracket) {
    separate();
    out_ += bracket;
    is_first_ = true;
  }
  void close(char bracket) {
    out_ += bracket;
    is_first_ = false;
  }
  void value(const ishi_entry& entry) {
    const ValueKind kind = kind_of(entry.type);
    name("name"), text(entry.name);
    name("type"), text(name_of(kind));
    name("of"), text(entry.reference_name);
    name("low"), number(entry.low);
    name("high"), number(entry.high);
    name("default");
    if (kind != ValueKind::point) return number(entry.fallback.x);
    open('['), number(entry.fallback.x), number(entry.fallback.y), number(entry.fallback.z), close(']');
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void separate() {
    if (!is_first_) out_ += ',';
  }
  std::string out_;
  bool is_first_ = true;
};

std::vector<ishi_entry> entries_of(ishi_asset asset) {
  uint32_t count = 0;
  if (ishi_asset_entry_count(asset, &count).code != ISHI_OK) return {};
  std::vector<ishi_entry> entries(count);
  for (uint32_t i = 0; i < count; ++i) ishi_asset_entry(asset, i, &entries[i]);
  return entries;
}

bool is_kind(const ishi_entry& entry, ContractKind kind) { return entry.kind == static_cast<uint8_t>(kind); }

class Description {
 public:
  explicit Description(ishi_asset asset) : entries_(entries_of(asset)) {
    out_.open('{');
    out_.name("agents"), out_.open('[');
    for (const std::string& agent : names_of(asset, ISHI_AGENTS)) out_.text(agent);
    out_.close(']');
    keys();
    enums();
    out_.name("things"), out_.open('{');
    each(ContractKind::thing,
         [&](const ishi_entry& thing) { out_.name(thing.name), parts(thing.id, ContractKind::field); });
    out_.close('}');
    out_.name("tasks"), out_.open('[');
    each(ContractKind::task, [&](const ishi_entry& task) {
      out_.open('{'), out_.name("name"), out_.text(task.name);
      out_.name("parameters"), parts(task.id, ContractKind::parameter, false);
      out_.name("gives"), parts(task.id, ContractKind::parameter, true), out_.close('}');
    });
    out_.close(']');
    out_.name("events"), out_.open('[');
    each(ContractKind::event, [&](const ishi_entry& event) {
      out_.open('{'), out_.name("name"), out_.text(event.name), out_.name("fields"),
          parts(event.id, ContractKind::event_field), out_.close('}');
    });
    out_.close(']'), out_.close('}');
  }
  [[nodiscard]] std::string take() { return out_.take(); }

 private:
  template <typename Function>
  void each(ContractKind kind, Function function) {
    for (const ishi_entry& entry : entries_)
      if (is_kind(entry, kind)) function(entry);
  }
  void parts(uint64_t owner, ContractKind kind, bool given = false) {
    out_.open('[');
    each(kind, [&](const ishi_entry& part) {
      if (part.owner == owner && (part.given != 0) == given)
        out_.open('{'), out_.value(part), out_.close('}');
    });
    out_.close(']');
  }
  void keys() {
    constexpr const char* kScopes[] = {"agent", "team", "world"};
    out_.name("keys"), out_.open('[');
    each(ContractKind::key, [&](const ishi_entry& key) {
      out_.open('{'), out_.value(key);
      out_.name("scope"), out_.text(kScopes[std::min<uint8_t>(key.scope, 2)]), out_.close('}');
    });
    out_.close(']');
  }
  void enums() {
    out_.name("enums"), out_.open('{');
    each(ContractKind::enumeration, [&](const ishi_entry& enumeration) {
      std::vector<const ishi_entry*> members;
      each(ContractKind::member, [&](const ishi_entry& member) {
        if (member.owner == enumeration.id) members.push_back(&member);
      });
      std::sort(members.begin(), members.end(), [](auto* a, auto* b) { return a->place < b->place; });
      out_.name(enumeration.name), out_.open('[');
      for (const ishi_entry* member : members) out_.text(member->name);
      out_.close(']');
    });
    out_.close('}');
  }

  std::vector<ishi_entry> entries_;
  Writer out_;
};

}  // namespace

ValueKind kind_of(uint8_t type) {
  constexpr ValueKind kKinds[] = {ValueKind::number, ValueKind::integer,     ValueKind::boolean,
                                  ValueKind::entity, ValueKind::point,       ValueKind::point,
                                  ValueKind::number, ValueKind::number,      ValueKind::number,
                                  ValueKind::number, ValueKind::enumeration, ValueKind::entity};
  return type < std::size(kKinds) ? kKinds[type] : ValueKind::number;
}

const char* name_of(ValueKind kind) {
  constexpr const char* kNames[] = {"number", "integer", "boolean", "entity", "point", "enum"};
  return kNames[static_cast<size_t>(kind)];
}

uint32_t size_of(ValueKind kind) {
  constexpr uint32_t kSizes[] = {4, 4, 1, 8, 12, 1};
  return kSizes[static_cast<size_t>(kind)];
}

void learn_layouts(ishi_asset asset, RecordLayouts& layouts) {
  const std::vector<ishi_entry> entries = entries_of(asset);
  for (const ishi_entry& entry : entries)
    if (is_kind(entry, ContractKind::task) || is_kind(entry, ContractKind::event))
      layouts[entry.id] = {entry.name, 0, {}};
  for (const ishi_entry& entry : entries) {
    if (!is_kind(entry, ContractKind::parameter) && !is_kind(entry, ContractKind::event_field)) continue;
    const auto owner = layouts.find(entry.owner);
    if (owner == layouts.end()) continue;
    const ValueKind kind = kind_of(entry.type);
    owner->second.members.push_back({entry.name, entry.place, kind, entry.fallback.x, entry.fallback});
    owner->second.bytes = std::max(owner->second.bytes, (entry.place + size_of(kind) + 7) / 8 * 8);
  }
}

std::string describe(ishi_asset asset) { return Description(asset).take(); }

std::vector<std::string> names_of(ishi_asset asset, uint32_t kind) {
  std::vector<std::string> names;
  uint32_t count = 0;
  if (ishi_asset_count(asset, kind, &count).code != ISHI_OK) return names;
  for (uint32_t i = 0; i < count; ++i) {
    char text[128];
    size_t length = 0;
    if (ishi_asset_name(asset, kind, i, text, sizeof text, &length).code == ISHI_OK && length > 0)
      names.emplace_back(text, length);
  }
  return names;
}

}  // namespace ishi::godot
