#include "emit/header.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "emit/cpp_names.h"
#include "emit/header_words.h"
#include "ishi/types.h"

namespace ishi::compiler {
namespace {

using Parts = std::vector<const ContractPart*>;

// An imported name has the name of its file in front, and a dot.
std::string identifier_of(std::string_view name) {
  std::string result(name);
  std::ranges::replace(result, '.', '_');
  return result;
}

class HeaderWriter {
 public:
  HeaderWriter(const ContractParts& parts, const AssetNames& assets, std::string_view name_space)
      : parts_(parts), assets_(assets), name_space_(name_space) {}

  std::string write() {
    for (const std::string_view name : {"contract", "contract_entries", "up", "Tasks"})
      names_.add(std::string(name));
    line("// The contract with the game, written by `ishi header`: what is changed here is lost.");
    line(
        "#pragma once\n\n#include <ishi/ishi.h>\n\n#include <array>\n#include <cstddef>\n#include "
        "<cstdint>\n");
    line("namespace {} {{\n", name_space_);
    line("// Which axis points up.\ninline constexpr ishi::Up up = ishi::Up::{};\n",
         parts_.up() == ishi::Up::y ? "y" : "z");
    write_enums();
    const Parts keys = parts_.of(ContractKind::key);
    write_keys(keys, Scope::agent);
    write_shared_keys(keys, Scope::team, "What each team knows: for World::team_key.");
    write_shared_keys(keys, Scope::world, "What the world knows: for World::world_key.");
    for (const ContractPart* thing : parts_.of(ContractKind::thing)) write_thing(*thing);
    for (const ContractPart* set : parts_.of(ContractKind::candidates)) write_candidates(*set);
    write_tokens();
    write_sounds();
    write_ids("agents", "AgentId", "Agents: for World::add_population.", assets_.agents);
    write_ids("choices", "ChoiceId", "Choices: for Population::choose and chosen.", assets_.choices);
    write_ids("motives", "MotiveId", "Needs and drives: for Population::levels and level_now.",
              assets_.motives);
    write_ids("memories", "MemoryId", "Memories: for Population::remember, forget and facts.",
              assets_.memories);
    write_fact_fields();
    write_ids("profiles", "ProfileId", "Importance profiles: for SpawnOptions and Population::set_profile.",
              assets_.profiles);
    write_records(ContractKind::task, ContractKind::parameter);
    write_tasks();
    write_records(ContractKind::event, ContractKind::event_field);
    write_watching();
    write_contract();
    line("\n}}  // namespace {}", name_space_);
    return std::move(text_);
  }

 private:
  using Scope = ishi::Scope;

  template <class... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), text, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  void write_doc(const ContractPart& part) {
    if (const std::string doc = comment_text(part.doc); !doc.empty()) line("// {}", doc);
  }

  void write_enums() {
    for (const ContractPart* part : parts_.of(ContractKind::enumeration)) {
      const std::string name = names_.add(enum_name(*part));
      Enum& written = enums_[part->entry.id];
      written.name = name;
      CppScope scope;
      std::string members;
      for (const ContractPart* member : parts_.of(ContractKind::member, part->entry.id)) {
        written.members.push_back(scope.add(member->name));
        members += (members.empty() ? "" : ", ") + written.members.back();
      }
      write_doc(*part);
      line("enum class {} : uint8_t {{ {} }};\n", name, members);
    }
  }

  // "person.side" is PersonSide; if a task and a thing have one of that name, TaskPersonSide and
  // ThingPersonSide, whichever is mentioned first.
  std::string enum_name(const ContractPart& part) const {
    std::string name = type_name_of(part.name);
    const auto has_name = [&](const ContractPart* other) { return type_name_of(other->name) == name; };
    if (std::ranges::count_if(parts_.of(ContractKind::enumeration), has_name) == 1) return name;
    for (const ContractPart& user : parts_.all()) {
      if (user.entry.reference != part.entry.id) continue;
      if (user.name != part.name && user.owner_name + "." + user.name != part.name) break;
      switch (user.entry.kind) {
        case ContractKind::field: return "Thing" + name;
        case ContractKind::parameter: return "Task" + name;
        case ContractKind::event_field: return "Event" + name;
        default: return "Key" + name;
      }
    }
    return name;
  }

  // The C++ type of a column or record of this type.
  std::string column_type(const ContractEntry& entry) const {
    switch (entry.type) {
      case ishi::ValueType::integer: return "int32_t";
      case ishi::ValueType::boolean: return "uint8_t";
      case ishi::ValueType::entity:
      case ishi::ValueType::thing: return "ishi::EntityId";
      case ishi::ValueType::point:
      case ishi::ValueType::direction: return "ishi::Vector3";
      case ishi::ValueType::enumeration: return enums_.at(entry.reference).name;
      default: return "float";
    }
  }

  void write_key(const ContractPart& key, CppScope& scope) {
    line("// {}", comment_of(key));
    const std::string_view place = key.entry.kind == ContractKind::field             ? "Field"
                                   : key.entry.kind == ContractKind::candidate_field ? "Candidate"
                                   : key.entry.scope == Scope::team                  ? "Team"
                                   : key.entry.scope == Scope::world                 ? "World"
                                                                                     : "";
    line("inline constexpr ishi::{}Key<{}> {}{{{:#018x}}};", place, column_type(key.entry),
         scope.add(key.name), key.entry.id);
  }

  void write_keys(const Parts& keys, Scope scope) {
    const size_t before = text_.size();
    for (const ContractPart* key : keys) {
      if (key->entry.scope == scope) write_key(*key, names_);
    }
    if (text_.size() > before) text_ += '\n';
  }

  void write_shared_keys(const Parts& keys, Scope scope, std::string_view comment) {
    const auto is_here = [&](const ContractPart* key) { return key->entry.scope == scope; };
    if (std::ranges::none_of(keys, is_here)) return;
    const std::string name = names_.add(std::string(scope_word(scope)));
    CppScope names;
    line("// {}\nnamespace {} {{", comment, name);
    for (const ContractPart* key : keys) {
      if (is_here(key)) write_key(*key, names);
    }
    line("}}  // namespace {}\n", name);
  }

  void write_thing(const ContractPart& thing) {
    const std::string name = names_.add(thing.name);
    CppScope names;
    write_doc(thing);
    line("namespace {} {{", name);
    line("inline constexpr ishi::ThingId {}{{{:#018x}}};  // of this kind of thing", names.add("id"),
         thing.entry.id);
    for (const ContractPart* field : parts_.of(ContractKind::field, thing.entry.id)) {
      write_key(*field, names);
    }
    line("}}  // namespace {}\n", name);
  }

  // "at most 8, each a fridge or bed, of the world: for World::candidates".
  std::string about_set(const ContractPart& set) const {
    std::string kinds;
    for (const ContractPart* kind : parts_.of(ContractKind::candidate_kind, set.entry.id)) {
      kinds += fmt::format("{}{}", kinds.empty() ? ", each a " : " or ", kind->name);
    }
    if (!set.entry.required) kinds = ", each with the fields below";
    const bool is_own = set.entry.scope == Scope::agent;
    return fmt::format("at most {}{}, of {}: for {}::candidates", set.entry.place, kinds,
                       is_own                           ? "each agent"
                       : set.entry.scope == Scope::team ? "each team"
                                                        : "the world",
                       is_own ? "Population" : "World");
  }

  void write_candidates(const ContractPart& set) {
    const std::string name = names_.add(set.name);
    CppScope names;
    write_doc(set);
    line("// {}", about_set(set));
    line("namespace {} {{", name);
    line("inline constexpr ishi::SetId {}{{{:#018x}}};  // of this set", names.add("id"), set.entry.id);
    line("inline constexpr uint32_t {} = {};", names.add("capacity"), set.entry.place);
    for (const ContractPart* field : parts_.of(ContractKind::candidate_field, set.entry.id)) {
      write_key(*field, names);
    }
    line("}}  // namespace {}\n", name);
  }

  void write_tokens() {
    const Parts tokens = parts_.of(ContractKind::token);
    if (tokens.empty()) return;
    const std::string name = names_.add("tokens");
    CppScope names;
    line("// What only so many agents may hold: for World::tokens_in_use.\nnamespace {} {{", name);
    for (const ContractPart* token : tokens) {
      const std::string doc = comment_text(token->doc);
      const std::string count = fmt::format("{} of {}", token->entry.place,
                                            token->entry.scope == Scope::team ? "each team" : "the world");
      line("// {}", doc.empty() ? count : fmt::format("{} ({})", doc, count));
      line("inline constexpr ishi::TokenId {}{{{:#018x}}};", names.add(token->name), token->entry.id);
    }
    line("}}  // namespace {}\n", name);
  }

  void write_sounds() {
    const Parts sounds = parts_.of(ContractKind::sound);
    if (sounds.empty()) return;
    const std::string name = names_.add("sounds");
    CppScope names;
    line("// What can be heard: for World::make_sound.\nnamespace {} {{", name);
    for (const ContractPart* sound : sounds) {
      const std::string doc = comment_text(sound->doc);
      const std::string maker = sound->reference_name.empty()
                                    ? "made by any entity"
                                    : fmt::format("made by a {}", sound->reference_name);
      line("// {}", doc.empty() ? maker : fmt::format("{} ({})", doc, maker));
      line("inline constexpr ishi::SoundId {}{{{:#018x}}};", names.add(sound->name), sound->entry.id);
    }
    line("}}  // namespace {}\n", name);
  }

  // Typed ids, in a namespace of their own.
  void write_ids(std::string_view wanted_name, std::string_view type, std::string_view comment,
                 const std::vector<NamedId>& ids) {
    if (ids.empty()) return;
    const std::string name = names_.add(std::string(wanted_name));
    CppScope names;
    line("// {}\nnamespace {} {{", comment, name);
    for (const NamedId& one : ids)
      line("inline constexpr ishi::{} {}{{{:#018x}}};", type, names.add(identifier_of(one.name)), one.id);
    line("}}  // namespace {}\n", name);
  }

  void write_fact_fields() {
    const std::vector<FactField>& all = assets_.fact_fields;
    if (all.empty()) return;
    CppScope memories;
    line("// The fields that memories give their facts: for Population::fact_field and set_fact_field.");
    line("namespace {} {{", names_.add("facts"));
    for (auto first = all.begin(); first != all.end();) {
      const auto last =
          std::find_if(first, all.end(), [&](const FactField& f) { return f.memory != first->memory; });
      CppScope names;
      line("namespace {} {{", memories.add(identifier_of(first->memory)));
      for (; first != last; ++first) {
        line("inline constexpr ishi::FactKey<{}> {}{{{:#018x}}};",
             column_type({.reference = first->reference, .type = first->type}),
             names.add(identifier_of(first->field.name)), first->field.id);
      }
      line("}}");
    }
    line("}}  // namespace facts\n");
  }

  std::string default_text(const ContractEntry& entry) const {
    const Vector3& value = entry.fallback;
    switch (entry.type) {
      case ishi::ValueType::integer: return fmt::format(" = {}", static_cast<int32_t>(value.x));
      case ishi::ValueType::boolean: return value.x != 0 ? " = true" : " = false";
      case ishi::ValueType::entity:
      case ishi::ValueType::thing: return "{}";
      case ishi::ValueType::point:
      case ishi::ValueType::direction:
        if (value.x == 0 && value.y == 0 && value.z == 0) return "{}";
        if (entry.type == ishi::ValueType::point && !is_somewhere(value)) return " = ishi::kNowhere";
        return fmt::format("{{{}, {}, {}}}", number_text(value.x), number_text(value.y),
                           number_text(value.z));
      case ishi::ValueType::enumeration: {
        const Enum& written = enums_.at(entry.reference);
        return fmt::format(" = {}::{}", written.name, written.members[static_cast<size_t>(value.x)]);
      }
      default: return " = " + number_text(value.x);
    }
  }

  void write_records(ContractKind kind, ContractKind part_kind) {
    for (const ContractPart* owner : parts_.of(kind)) {
      const Parts parts = parts_.of(part_kind, owner->entry.id);
      const uint32_t end = parts.empty() ? 0 : parts.back()->entry.place + size_of(parts.back()->entry.type);
      write_record(*owner, parts, (end + 7) / 8 * 8);
    }
  }

  void write_record(const ContractPart& owner, const Parts& parts, uint32_t bytes) {
    const std::string name = names_.add(type_name_of(owner.name));
    CppScope names;
    std::string checks;
    write_doc(owner);
    records_[owner.entry.id] = name;
    line("struct alignas(8) {} {{", name);
    line("  static constexpr ishi::{} {}{{{:#018x}}};",
         owner.entry.kind == ContractKind::task ? "TaskId" : "EventId", names.add("id"), owner.entry.id);
    line("  static constexpr uint32_t {} = {};", names.add("record_bytes"), bytes);
    const bool gives =
        std::any_of(parts.begin(), parts.end(), [](const auto* part) { return part->entry.given; });
    if (gives) {
      line("  static constexpr bool {} = true;  // something back", names.add("gives"));
      givers_.insert(owner.entry.id);
    }
    for (const ContractPart* part : parts) {
      const bool is_truth = part->entry.type == ishi::ValueType::boolean;
      const std::string member = names.add(part->name);
      line("  {} {}{};  // {}", is_truth ? "bool" : column_type(part->entry), member,
           default_text(part->entry), comment_of(*part));
      checks += fmt::format("static_assert(offsetof({}, {}) == {});\n", name, member, part->entry.place);
    }
    line("}};");
    if (bytes > 0) text_ += fmt::format("{}static_assert(sizeof({}) == {});\n", checks, name, bytes);
    text_ += '\n';
  }

  // A base for the game's class, which then does not compile until each task has its handler.
  void write_tasks() {
    const Parts tasks = parts_.of(ContractKind::task);
    std::string names;
    for (const ContractPart* task : tasks) names += (names.empty() ? "" : ", ") + records_.at(task->entry.id);
    line(
        "// What carries the tasks out: see <ishi/tasks.h>.\ntemplate <typename Game>\nclass Tasks {{\n "
        "public:");
    line("  Tasks() {{");
    for (const ContractPart* task : tasks) {
      const std::string& name = records_.at(task->entry.id);
      line("    static_assert(ishi::HandlesTask<Game, {}>,", name);
      line(
          "                  \"the task `{0}` needs `{3} start(const ishi::Started<{1}::{2}>&)` if "
          "it is "
          "over at once, else `void start` and `void end(const ishi::Ended<{1}::{2}>&)`\");",
          task->name, name_space_, name,
          givers_.contains(task->entry.id) ? fmt::format("std::optional<{}::{}>", name_space_, name)
                                           : "ishi::Ending");
    }
    line("  }}");
    line(
        "  [[nodiscard]] ishi::Dispatched carry_out(ishi::Population& population, const ishi::Commands& "
        "commands) {{");
    line("    return ishi::carry_out<{}>(static_cast<Game&>(*this), population, commands);\n  }}\n}};\n",
         names);
  }

  void write_watching() {
    if (assets_.watching.empty()) return;
    const std::string name = names_.add("watched");
    CppScope names;
    line(
        "// The ids of the keys that running bodies of each agent read in each frame, also while it does not "
        "think: see");
    line("// ishi::Asset::watched_keys.\nnamespace {} {{", name);
    for (const WatchingAgent& agent : assets_.watching) {
      std::string ids, words;
      for (const auto& [id, key] : agent.keys) {
        ids += fmt::format("{}{:#018x}", ids.empty() ? "" : ", ", id);
        words += (words.empty() ? "" : ", ") + key;
      }
      line("// {}", words.empty() ? "none" : comment_text(words));
      line("inline constexpr std::array<uint64_t, {}> {}{{{}}};", agent.keys.size(), names.add(agent.name),
           ids);
    }
    line("}}  // namespace {}\n", name);
  }

  void write_contract() {
    Parts parts;
    for (const ContractPart& part : parts_.all()) parts.push_back(&part);
    std::ranges::stable_sort(parts, {}, [](const ContractPart* part) { return part->entry.id; });
    line("// What the game was built against: for WorldOptions::contract.");
    if (parts.empty()) {
      line("inline constexpr ishi::Contract contract = ishi::kEmptyContract;");
      return;
    }
    line("inline constexpr ishi::ContractEntry contract_entries[] = {{");
    for (const ContractPart* part : parts) line("    {{{}}},", entry_text(*part));
    line("}};");
    line("inline constexpr ishi::Contract contract{{contract_entries, {}}};", parts.size());
  }

  struct Enum {
    std::string name;
    std::vector<std::string> members;
  };

  const ContractParts& parts_;
  const AssetNames& assets_;
  std::string_view name_space_;
  std::string text_;
  CppScope names_;  // of the namespace
  std::map<uint64_t, Enum> enums_;
  std::map<uint64_t, std::string> records_;  // the structs of tasks and events
  std::set<uint64_t> givers_;                // the tasks that give something back
};

}  // namespace

bool is_namespace(std::string_view text) {
  bool is_outermost = true;
  while (true) {
    const size_t end = std::min(text.find("::"), text.size());
    const std::string_view word = text.substr(0, end);
    const auto is_letter = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const auto is_inside = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
    if (word.empty() || !is_letter(word[0]) || !std::ranges::all_of(word, is_inside)) return false;
    if (is_taken_in_cpp(word) || is_macro(word) || (is_outermost && is_global_in_c(word))) return false;
    is_outermost = false;
    if (end == text.size()) return true;
    text.remove_prefix(end + 2);
  }
}

std::string header_text(const ContractParts& parts, const AssetNames& assets, std::string_view name_space) {
  return HeaderWriter(parts, assets, name_space).write();
}

}  // namespace ishi::compiler
