#include <charconv>
#include <string_view>

#include "asset/asset_state.h"
#include "ishi/world.h"
#include "population/population_state.h"
#include "population/world_state.h"

// A status of a call of a world, with the name or the number that it was about.

namespace ishi {
namespace {

struct Named {
  std::string_view kind;
  std::string_view name;  // empty: no asset has the id, or they were stripped
};

// What has an id in an asset.
Named find_name(const Tables& t, uint64_t id) {
  Named found;
  const auto look = [&](const auto& elements, std::span<const uint32_t> names, std::string_view kind) {
    for (size_t i = 0; i < elements.size() && found.name.empty() && i < names.size(); ++i) {
      if (elements[i].id() == id) found = {kind, t.debug.name(names[i])};
    }
  };
  const DebugTables& d = t.debug;
  if (!d.present) return found;
  look(t.keys, d.keys, "key");
  look(t.fields, d.fields, "field of a thing");
  look(t.set_fields, d.set_fields, "field of a memory or set");
  look(t.things, d.things, "thing");
  look(t.sets, d.sets, "memory or set");
  look(t.tasks, d.tasks, "task");
  look(t.events, d.events, "event");
  look(t.sounds, d.sounds, "sound");
  look(t.tokens, d.tokens, "token");
  look(t.motives, d.motives, "need or drive");
  look(t.profiles, d.profiles, "importance profile");
  look(t.agents, d.agents, "agent");
  look(t.options, d.options, "action");
  look(t.choices, d.choices, "choice");
  look(t.enums, d.enums, "enum");
  look(t.goals, d.goals, "goal");
  return found;
}

class Line {
 public:
  explicit Line(std::span<char> buffer) : buffer_(buffer) {}

  Line& operator<<(std::string_view text) {
    for (const char c : text) {
      if (size_ + 1 < buffer_.size()) buffer_[size_++] = c;
    }
    return *this;
  }
  Line& number(uint64_t value, int base = 10) {
    char text[24];
    const char* const end = std::to_chars(text, text + sizeof text, value, base).ptr;
    return *this << std::string_view(text, static_cast<size_t>(end - text));
  }
  size_t finish() {
    if (!buffer_.empty()) buffer_[size_] = 0;
    return size_;
  }

 private:
  std::span<char> buffer_;
  size_t size_ = 0;
};

// The codes whose `where` is an id.
bool is_about_id(StatusCode code) {
  switch (code) {
    case StatusCode::unknown_id:
    case StatusCode::contract_mismatch:
    case StatusCode::contract_unknown:
    case StatusCode::wrong_type:
    case StatusCode::wrong_scope:
    case StatusCode::wrong_record_size:
    case StatusCode::save_agent_unknown: return true;
    default: return false;
  }
}

// What stands before the number that `where` is; empty of the codes whose `where` is none.
std::string_view words_before_number(StatusCode code) {
  switch (code) {
    case StatusCode::out_of_range: return ": ";
    case StatusCode::time_too_late: return ": microsecond ";
    case StatusCode::too_few_tokens: return ": there are ";
    case StatusCode::buffer_too_small: return ": it takes ";
    case StatusCode::save_version: return ": version ";
    case StatusCode::save_cut: return ": it should have this many bytes: ";
    case StatusCode::snapshot_cut: return ": it takes this many bytes: ";
    case StatusCode::token_unknown:
    case StatusCode::token_stale:
    case StatusCode::already_reported:
    case StatusCode::nothing_given:
    case StatusCode::wrong_task: return ": the token's serial is ";
    default: return "";
  }
}

void write_id(Line& line, const World::State* world, uint64_t id) {
  Named found;
  for (size_t i = 0; world != nullptr && i < world->populations.size() && found.name.empty(); ++i)
    found = find_name(world->populations[i]->asset->tables, id);
  if (found.name.empty()) {
    line << ": 0x";
    line.number(id, 16);
  } else {
    line << ": `" << found.name << "` is a " << found.kind;
  }
}

}  // namespace

size_t describe(const Status& status, const World& world, std::span<char> buffer) {
  const bool is_of_contract =
      status.code == StatusCode::contract_mismatch || status.code == StatusCode::contract_unknown;
  if (is_of_contract && world.contract_fault().in_asset) return describe(world.contract_fault(), buffer);
  Line line(buffer);
  line << describe(status);
  if (is_about_id(status.code)) {
    if (status.where != 0) write_id(line, world.state(), status.where);
  } else if (const std::string_view words = words_before_number(status.code); !words.empty()) {
    line << words;
    line.number(status.where);
  }
  return line.finish();
}

}  // namespace ishi
