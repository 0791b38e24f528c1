#include "cli/live/live_changes.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "cli/output/terminal.h"
#include "diagnostics/json.h"
#include "diagnostics/suggest.h"
#include "ishi/asset_info.h"
#include "language/unit.h"
#include "recording/injection_text.h"

namespace ishi::compiler::cli {
namespace {

using Deed = live::Command::Deed;
using OrderedJson = nlohmann::ordered_json;

// A value as the command line writes it: the parts of it that its type has.
struct Value {
  double number = 0;
  Vector3 axes{};
  EntityId entity{};
};

// "12", "0.5", "3m", "20%"; nothing if it is no number.
std::optional<double> read_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || !std::isfinite(number)) return std::nullopt;
  const std::string_view suffix(end, static_cast<size_t>(text.data() + text.size() - end));
  if (suffix.empty()) return number;
  const UnitRow* const unit = find_unit(suffix);
  return unit == nullptr ? std::nullopt : std::optional(number * unit->factor);
}

std::vector<std::string_view> names_of(uint32_t count, const Asset& asset, Kind kind) {
  std::vector<std::string_view> names;
  for (uint32_t i = 0; i < count; ++i) names.push_back(asset.name(kind, i));
  return names;
}

std::string near_text(std::string_view name, std::span<const std::string_view> known) {
  const auto near = suggestions(std::string(name), known);
  return near.empty() ? std::string() : fmt::format("; did you mean {}?", near[0]);
}

class ChangeReader {
 public:
  ChangeReader(record::Replay& replay, const LiveOptions& options, const RecordedName* who)
      : replay_(replay), options_(options), who_(who) {}

  tl::expected<std::vector<LiveChange>, std::string> read() {
    const auto all_of = [](const std::vector<std::string>& texts, const auto& read_one) {
      return std::ranges::all_of(texts, read_one);
    };
    const bool is_read = all_of(options_.sets, [this](const std::string& set) { return read_set(set); }) &&
                         all_of(options_.events, [this](const std::string& event) { return read_event(event); }) &&
                         read_end("--complete", options_.completed, Deed::complete_task) &&
                         read_end("--fail", options_.failed, Deed::fail_task) && read_choice() &&
                         read_thought();
    if (!is_read) return tl::unexpected(std::move(why_));
    if (options_.writes_dashcam) add({.deed = Deed::write_dashcam}, "the dashcam is written");
    return std::move(changes_);
  }

 private:
  template <class... Arguments>
  void refuse(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    why_ = fmt::format(text, std::forward<Arguments>(arguments)...);
  }
  void add(live::Command command, std::string words) {
    changes_.push_back({std::move(command), std::move(words)});
  }

  // The agent's asset, else the first one: parts that are shared are the same in all.
  [[nodiscard]] const Asset& asset() const {
    return *replay_.asset(who_ == nullptr ? 0 : who_->population);
  }
  [[nodiscard]] bool needs_agent(std::string_view option) {
    if (who_ != nullptr) return true;
    refuse("{} is about an agent: name it with --agent, such as --agent guard#17", option);
    return false;
  }
  // An asset that has a key; null if none has.
  [[nodiscard]] const Asset* find_asset(Kind kind, uint64_t id) const {
    if (asset().find(kind, id) != kNotFound) return &asset();
    for (uint32_t i = 0; who_ == nullptr && i < replay_.population_count(); ++i) {
      const Asset* const other = replay_.asset(i);
      if (other != nullptr && other->find(kind, id) != kNotFound) return other;
    }
    return nullptr;
  }

  bool read_set(const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      refuse("--set takes KEY=VALUE, such as hp=20, but here is {}", text);
      return false;
    }
    const std::string name = text.substr(0, equals), written = text.substr(equals + 1);
    const MotiveId level = MotiveId::of(name);
    const uint64_t id = id_of("blackboard", name);
    const Asset* const of_key = find_asset(Kind::keys, id);
    if (of_key == nullptr && find_asset(Kind::motives, level.value) != nullptr)
      return read_level(name, written);
    if (of_key == nullptr) {
      std::vector<std::string_view> known = names_of(asset().count(Kind::keys), asset(), Kind::keys);
      for (const std::string_view motive : names_of(asset().count(Kind::motives), asset(), Kind::motives))
        known.push_back(motive);
      refuse("there is no key, need or drive {}{}", name, near_text(name, known));
      return false;
    }
    const NamedVariable key = AssetParts(*of_key).key(of_key->find(Kind::keys, id));
    const auto value = read_value(*of_key, key.variable, "--set " + name, written);
    if (!value) return false;
    live::Command command{.deed = Deed::set_key, .id = id, .value = value->number, .axes = value->axes};
    command.entity = value->entity;
    std::string whose;
    if (key.variable.scope == ishi::Scope::agent) {
      if (!needs_agent("--set " + name)) return false;
      command.agent = who_->id;
      whose = fmt::format(" of {}", who_->text);
    } else if (key.variable.scope == ishi::Scope::team) {
      command.team = options_.team;
      whose = fmt::format(" of team {}", options_.team);
    }
    add(std::move(command), fmt::format("{}{} is {}", name, whose, written));
    return true;
  }

  bool read_level(const std::string& name, const std::string& written) {
    if (!needs_agent("--set " + name)) return false;
    const auto value = read_number(written);
    if (!value || *value < 0 || *value > 1) {
      refuse("--set {} is a level, a number from 0 to 1, but here is {}", name, written);
      return false;
    }
    const uint32_t motive = asset().find(MotiveId::of(name));
    if (!AssetParts(asset()).motive(motive).is_carried) {
      refuse("the level of {} is computed from other things: set what its `level` reads", name);
      return false;
    }
    add({.deed = Deed::set_level, .agent = who_->id, .id = MotiveId::of(name).value, .value = *value},
        fmt::format("{} of {} is {}", name, who_->text, written));
    return true;
  }

  std::optional<Value> read_value(const Asset& asset, const VariableInfo& variable, const std::string& what,
                                  const std::string& text) {
    const auto other = [&](const std::string& wanted) {
      refuse("{} takes {}, but here is {}", what, wanted, text);
      return std::optional<Value>();
    };
    switch (variable.type) {
      case ValueType::boolean:
        if (text == "true" || text == "false") return Value{.number = text == "true" ? 1.0 : 0.0};
        return other("true or false");
      case ValueType::enumeration: {
        const EnumInfo members = AssetParts(asset).enumeration(variable.reference);
        std::vector<std::string_view> names;
        for (uint32_t i = 0; i < members.members.count; ++i) {
          names.push_back(AssetParts(asset).member_name(members.members.first + i));
          if (names.back() == text) return Value{.number = static_cast<double>(i)};
        }
        return other(fmt::format("one of {}", fmt::join(names, ", ")));
      }
      case ValueType::entity:
      case ValueType::thing: {
        if (text == "nobody") return Value{};
        const auto entity = find_entity(text);
        if (!entity) return other("an entity that lives, such as guard#17, or nobody");
        return Value{.number = 0, .axes = {}, .entity = *entity};
      }
      case ValueType::point:
      case ValueType::direction: {
        Value value;
        std::string_view left = text;
        for (float* const axis : {&value.axes.x, &value.axes.y, &value.axes.z}) {
          const size_t comma = left.find(',');
          const auto number = read_number(left.substr(0, comma));
          const bool is_last = axis == &value.axes.z;
          if (!number || (comma == std::string_view::npos) != is_last) return other("x,y,z in metres");
          *axis = static_cast<float>(*number);
          left = is_last ? std::string_view() : left.substr(comma + 1);
        }
        return value;
      }
      default: break;
    }
    const auto number = read_number(text);
    if (!number) return other("a number");
    const bool is_whole = variable.type != ValueType::integer || *number == std::floor(*number);
    if (!is_whole) return other("a whole number");
    if (*number < static_cast<double>(variable.low) || *number > static_cast<double>(variable.high))
      return other(fmt::format("what its range has, {} to {}", variable.low, variable.high));
    return Value{.number = *number};
  }

  // "guard#17", who lives where the replay stands.
  std::optional<EntityId> find_entity(const std::string& text) {
    for (const Entity& entity : replay_.entities()) {
      if (entity_name(replay_, asset(), entity) == text) return entity;
    }
    return std::nullopt;
  }

  // "damaged amount=5 by=raider#3", for the agent, or for everyone.
  bool read_event(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
      if (c == ' ') {
        if (!words.back().empty()) words.emplace_back();
      } else {
        words.back() += c;
      }
    }
    const EventId id = EventId::of(words[0]);
    const Asset* const of_event = find_asset(Kind::events, id.value);
    if (of_event == nullptr) {
      const auto known = names_of(asset().count(Kind::events), asset(), Kind::events);
      refuse("there is no event {}{}", words[0], near_text(words[0], known));
      return false;
    }
    const EventInfo event = AssetParts(*of_event).event(of_event->find(id));
    live::Command command{.deed = Deed::post_event, .id = id.value};
    command.record.resize(event.record_size);
    for (uint32_t i = 0; i < event.fields.count; ++i)
      write_field(command.record, AssetParts(*of_event).event_field(event.fields.first + i), {}, true);
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i].empty()) continue;
      const size_t equals = words[i].find('=');
      const std::string name = words[i].substr(0, equals);
      std::vector<std::string_view> known;
      bool is_known = false;
      for (uint32_t k = 0; k < event.fields.count && !is_known; ++k) {
        const NamedVariable field = AssetParts(*of_event).event_field(event.fields.first + k);
        known.push_back(field.name);
        if (field.name != name || equals == std::string::npos) continue;
        is_known = true;
        const auto value = read_value(*of_event, field.variable, fmt::format("{} of {}", name, words[0]),
                                      words[i].substr(equals + 1));
        if (!value) return false;
        write_field(command.record, field, *value, false);
      }
      if (!is_known) {
        refuse("--emit takes an event and FIELD=VALUE behind it, and {} has no field {}{}", words[0], name,
                 near_text(name, known));
        return false;
      }
    }
    std::string whom = " to everyone";
    if (who_ != nullptr) {
      command.agent = who_->id;
      whom = fmt::format(" to {}", who_->text);
    }
    add(std::move(command), fmt::format("{}{}", text, whom));
    return true;
  }

  static void write_field(std::vector<std::byte>& record, const NamedVariable& field, const Value& value,
                          bool is_default) {
    const auto write = [&](const auto& bytes) {
      if (field.offset + sizeof bytes <= record.size())
        std::memcpy(record.data() + field.offset, &bytes, sizeof bytes);
    };
    const VariableInfo& variable = field.variable;
    const double number = is_default ? static_cast<double>(variable.fallback.x) : value.number;
    switch (variable.type) {
      case ValueType::boolean:
      case ValueType::enumeration: return write(static_cast<uint8_t>(number));
      case ValueType::integer: return write(static_cast<int32_t>(number));
      case ValueType::entity:
      case ValueType::thing: return write(std::array{value.entity.index, value.entity.generation});
      case ValueType::point:
      case ValueType::direction: {
        const Vector3 axes = is_default ? variable.fallback : value.axes;
        return write(std::array{axes.x, axes.y, axes.z});
      }
      default: return write(static_cast<float>(number));
    }
  }

  bool read_end(std::string_view option, const std::optional<std::string>& task, Deed deed) {
    if (!task) return true;
    if (!needs_agent(option)) return false;
    uint64_t id = 0;
    if (!task->empty()) {
      id = TaskId::of(*task).value;
      if (asset().find(TaskId(id)) == kNotFound) {
        refuse("there is no task {}{}", *task,
                 near_text(*task, names_of(asset().count(Kind::tasks), asset(), Kind::tasks)));
        return false;
      }
    }
    const std::string what = task->empty() ? std::string("the task that runs") : *task;
    add({.deed = deed, .agent = who_->id, .id = id},
        fmt::format("{} of {} has {}", what, who_->text,
                    deed == Deed::complete_task ? "completed" : "failed"));
    return true;
  }

  bool read_choice() {
    if (options_.chosen.empty()) return true;
    if (!needs_agent("--choose")) return false;
    const AssetParts parts(asset());
    const AgentInfo agent =
        parts.agent(asset().find(replay_.world().population(who_->population).agent_id()));
    std::vector<std::string_view> names;
    for (uint32_t i = 0; i < agent.options.count; ++i) {
      const OptionInfo option = parts.option(agent.options.first + i);
      names.push_back(option.name);
      if (option.name != options_.chosen) continue;
      if (option.set != kNotFound) {
        refuse("{} is for members of a set, and --choose does not say for which", options_.chosen);
        return false;
      }
      add({.deed = Deed::choose, .agent = who_->id, .id = i},
          fmt::format("{} does {}", who_->text, options_.chosen));
      return true;
    }
    refuse("{} has no action {}{}", who_->text, options_.chosen, near_text(options_.chosen, names));
    return false;
  }

  bool read_thought() {
    if (!options_.thinks) return true;
    if (!needs_agent("--think")) return false;
    add({.deed = Deed::think, .agent = who_->id}, fmt::format("{} thinks", who_->text));
    return true;
  }

  record::Replay& replay_;
  const LiveOptions& options_;
  const RecordedName* who_;
  std::vector<LiveChange> changes_;
  std::string why_;
};

}  // namespace

tl::expected<std::vector<LiveChange>, std::string> read_changes(record::Replay& replay,
                                                                const LiveOptions& options,
                                                                const RecordedName* who) {
  return ChangeReader(replay, options, who).read();
}

bool ask_for(LiveSession& session, const LiveOptions& options, const LiveChange& change) {
  const auto answer = session.game->ask(change.command);
  const bool is_done = answer && bool(*answer);
  const std::string why = !answer ? answer.error() : answer->why;
  if (options.format == Format::json) {
    fmt::print("{}\n", OrderedJson{{"kind", "change"},
                                   {"what", change.words},
                                   {"is_done", is_done},
                                   {"why", why},
                                   {"frame", answer ? answer->frame : 0}}
                           .dump());
  } else if (is_done) {
    fmt::print("{} from frame {} on\n", change.words, answer->frame + 1);
  } else {
    complain("{}: the game refuses that: {}", change.words, why);
  }
  std::fflush(stdout);
  return is_done;
}

}  // namespace ishi::compiler::cli
