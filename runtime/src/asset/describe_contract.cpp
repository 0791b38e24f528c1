#include <charconv>
#include <cmath>
#include <string_view>

#include "ishi/contract.h"

// A fault of a contract in words.

namespace ishi {
namespace {

class Line {
 public:
  explicit Line(std::span<char> buffer) : buffer_(buffer) {}

  Line& operator<<(std::string_view text) {
    for (const char c : text) {
      if (size_ + 1 < buffer_.size()) buffer_[size_++] = c;
    }
    return *this;
  }
  Line& operator<<(const char* text) { return *this << std::string_view(text); }
  Line& operator<<(uint32_t number) { return write(number, 10); }
  Line& operator<<(float number) {
    char text[64];
    const float size = std::fabs(number);
    const bool is_plain = size == 0 || (size >= 1e-4f && size < 1e9f);
    const auto format = is_plain ? std::chars_format::fixed : std::chars_format::scientific;
    const char* const end = std::to_chars(text, text + sizeof text, number, format).ptr;
    return *this << std::string_view(text, static_cast<size_t>(end - text));
  }
  Line& hex(uint64_t number) {
    *this << "0x";
    return write(number, 16);
  }

  size_t finish() {
    if (!buffer_.empty()) buffer_[size_] = 0;
    return size_;
  }

 private:
  Line& write(uint64_t number, int base) {
    char text[24];
    const char* const end = std::to_chars(text, text + sizeof text, number, base).ptr;
    return *this << std::string_view(text, static_cast<size_t>(end - text));
  }

  std::span<char> buffer_;
  size_t size_ = 0;
};

// By ContractKind.
constexpr std::string_view kKinds[] = {"enum",  "member", "thing", "field", "key",   "task",  "parameter",
                                       "event", "field",  "set",   "kind",  "field", "token", "sound"};
constexpr std::string_view kParts[] = {"members", "", "fields", "", "", "parameters", "",
                                       "fields",  "", "",       "", "", "",           ""};

struct TypeWords {
  std::string_view name;
  std::string_view unit;
  bool has_range;
};
// By ValueType.
constexpr TypeWords kTypes[] = {
    {"number", "", true},   {"integer", "", true},    {"boolean", "", false}, {"entity", "", false},
    {"point", "", false},   {"direction", "", false}, {"length", "m", true},  {"duration", "s", true},
    {"angle", "rad", true}, {"speed", "m/s", true},   {"enum", "", false},    {"thing", "", false},
};
static_assert(std::size(kKinds) == static_cast<size_t>(ContractKind::sound) + 1 &&
              std::size(kParts) == std::size(kKinds) && std::size(kTypes) == kValueTypeCount);

bool is_of_variable(ContractKind kind) {
  return kind == ContractKind::field || kind == ContractKind::key || kind == ContractKind::parameter ||
         kind == ContractKind::event_field || kind == ContractKind::candidate_field;
}

void write_name(Line& line, const ContractEntry& entry) {
  line << kKinds[static_cast<size_t>(entry.kind)] << " ";
  if (*entry.name == 0) {
    line.hex(entry.id);
    return;
  }
  line << "`";
  if (*entry.owner_name != 0) line << entry.owner_name << ".";
  line << entry.name << "`";
}

void write_type(Line& line, const ContractEntry& entry) {
  const TypeWords& type = kTypes[static_cast<size_t>(entry.type)];
  line << type.name;
  if (type.has_range) {
    line << " " << entry.low << type.unit << ".." << entry.high << type.unit;
  } else if (entry.reference != 0 && *entry.reference_name != 0) {
    line << " `" << entry.reference_name << "`";
  } else if (entry.reference != 0) {
    line << " ";
    line.hex(entry.reference);
  }
}

bool is_same(Vector3 a, Vector3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

void write_default(Line& line, const ContractEntry& entry) {
  const Vector3 value = entry.fallback;
  const bool is_vector = entry.type == ValueType::point || entry.type == ValueType::direction;
  if (is_vector) {
    line << ", default [" << value.x << ", " << value.y << ", " << value.z << "]";
  } else {
    line << ", default " << value.x << kTypes[static_cast<size_t>(entry.type)].unit;
  }
}

// Describes what one side has: its type, and every property outside of the type in which the other side
// differs.
void write_variable(Line& line, const ContractEntry& entry, const ContractEntry& other) {
  write_type(line, entry);
  if (entry.scope != other.scope) line << ", scope " << kScopeNames[static_cast<size_t>(entry.scope)];
  if (entry.merge != other.merge) line << ", merge " << kMergeNames[static_cast<size_t>(entry.merge)];
  if (!is_same(entry.fallback, other.fallback)) write_default(line, entry);
  if (entry.required != other.required) line << (entry.required ? ", required" : ", not required");
  if (entry.given != other.given) line << (entry.given ? ", given back" : ", not given back");
  if (entry.live != other.live) line << (entry.live ? ", live" : ", not live");
  if (entry.place != other.place) line << ", at byte " << entry.place << " of its record";
}

void write_side(Line& line, const ContractEntry& entry, const ContractEntry& other) {
  if (is_of_variable(entry.kind)) {
    write_variable(line, entry, other);
  } else if (entry.kind == ContractKind::member) {
    line << "place " << entry.place;
  } else if (entry.kind == ContractKind::candidates) {
    line << entry.place << (entry.required ? " entities" : " members") << " for each "
         << kScopeNames[static_cast<size_t>(entry.scope)];
  } else if (entry.kind == ContractKind::candidate_kind) {
    line << "this kind of thing in it";
  } else if (entry.kind == ContractKind::sound) {
    line << "it made by ";
    if (entry.reference == 0) {
      line << "any entity";
    } else if (*entry.reference_name != 0) {
      line << "a `" << entry.reference_name << "`";
    } else {
      line.hex(entry.reference);
    }
  } else if (entry.kind == ContractKind::token) {
    line << entry.place << " for each " << kScopeNames[static_cast<size_t>(entry.scope)];
  } else {
    line << entry.size << " " << kParts[static_cast<size_t>(entry.kind)];
    if (entry.abort != other.abort) line << (entry.abort == Abort::wait ? ", abort wait" : ", abort now");
  }
}

}  // namespace

size_t describe(const ContractFault& fault, std::span<char> buffer, const ContractWords& words) {
  Line line(buffer);
  if (!fault.in_game && !fault.in_asset) {
    line << "the contracts agree";
    return line.finish();
  }
  write_name(line, fault.in_game ? fault.game : fault.asset);
  if (fault.in_game) {
    line << ": " << words.game << " ";
    write_side(line, fault.game, fault.in_asset ? fault.asset : fault.game);
  } else {
    line << ": " << words.game_lacks;
  }
  line << ", ";
  if (fault.in_asset) {
    line << words.asset << " ";
    write_side(line, fault.asset, fault.in_game ? fault.game : fault.asset);
  } else {
    line << "the asset does not have it";
  }
  return line.finish();
}

size_t describe(const ContractFault& fault, std::span<char> buffer) {
  if (!fault.between_assets) return describe(fault, buffer, {});
  return describe(fault, buffer,
                  {.game = "an earlier asset has", .game_lacks = "an earlier asset does not have it"});
}

}  // namespace ishi
