#include "emit/game_outline.h"

#include <fmt/format.h>

#include <algorithm>

#include "emit/header_words.h"
#include "ishi/types.h"

namespace ishi::compiler {
namespace {

class OutlineMaker {
 public:
  OutlineMaker(const ContractParts& parts, const AssetNames& assets) : parts_(parts), assets_(assets) {}

  GameOutline make() {
    outline_.up = parts_.up();
    add_enums();
    add_keys("keys", "key", Scope::agent, "What each agent knows");
    add_keys("team_keys", "team_key", Scope::team, "What each team knows");
    add_keys("world_keys", "world_key", Scope::world, "What the world knows");
    add_things();
    add_sets();
    add_parts("tokens", "token", ContractKind::token, "What only so many agents may hold");
    add_parts("sounds", "sound", ContractKind::sound, "What can be heard");
    add_names("agents", "agent", assets_.agents, "Agents");
    add_names("actions", "action", assets_.actions, "Actions, by the ids that explanations have");
    add_names("choices", "choice", assets_.choices, "Choices");
    add_names("motives", "motive", assets_.motives, "Needs and drives");
    add_names("memories", "memory", assets_.memories, "Memories");
    add_facts();
    add_names("profiles", "profile", assets_.profiles, "Importance profiles");
    add_parts("tasks", "task", ContractKind::task, "Tasks");
    add_parts("events", "event", ContractKind::event, "Events");
    add_records(ContractKind::task, ContractKind::parameter);
    add_records(ContractKind::event, ContractKind::event_field);
    for (const ContractPart& part : parts_.all()) outline_.contract.push_back(&part);
    std::ranges::stable_sort(outline_.contract, {}, [](const ContractPart* part) { return part->entry.id; });
    return std::move(outline_);
  }

 private:
  using Scope = ishi::Scope;

  void add(OutlineGroup group) {
    if (!group.constants.empty() || !group.groups.empty()) outline_.groups.push_back(std::move(group));
  }

  void add_enums() {
    for (const ContractPart* part : parts_.of(ContractKind::enumeration)) {
      OutlineEnum& made = outline_.enums.emplace_back();
      made = {part->name, comment_text(part->doc), part->entry.id};
      for (const ContractPart* member : parts_.of(ContractKind::member, part->entry.id))
        made.members.push_back(member->name);
    }
  }

  static OutlineConstant constant_of(const ContractPart& part) {
    return {part.name, part.entry.id, true, comment_of(part)};
  }

  void add_keys(const char* name, const char* singular, Scope scope, const char* comment) {
    OutlineGroup group{name, singular, comment};
    for (const ContractPart* key : parts_.of(ContractKind::key)) {
      if (key->entry.scope == scope) group.constants.push_back(constant_of(*key));
    }
    add(std::move(group));
  }

  void add_parts(const char* name, const char* singular, ContractKind kind, const char* comment) {
    OutlineGroup group{name, singular, comment};
    for (const ContractPart* part : parts_.of(kind))
      group.constants.push_back({part->name, part->entry.id, true, comment_text(part->doc)});
    add(std::move(group));
  }

  void add_things() {
    add_parts("things", "thing", ContractKind::thing, "Kinds of things");
    OutlineGroup fields{"fields", "field", "What the world knows of each thing of a kind"};
    for (const ContractPart* thing : parts_.of(ContractKind::thing)) {
      OutlineGroup own{thing->name, "field", comment_text(thing->doc)};
      for (const ContractPart* field : parts_.of(ContractKind::field, thing->entry.id))
        own.constants.push_back(constant_of(*field));
      if (!own.constants.empty()) fields.groups.push_back(std::move(own));
    }
    add(std::move(fields));
  }

  void add_sets() {
    add_parts("sets", "set", ContractKind::candidates, "Sets of candidates, which the game fills");
    OutlineGroup capacities{"capacities", "capacity", "How many members a set has room for"};
    OutlineGroup members{"members", "member", "What the members of a set have"};
    for (const ContractPart* set : parts_.of(ContractKind::candidates)) {
      capacities.constants.push_back({set->name, set->entry.place, false, {}});
      OutlineGroup own{set->name, "member", comment_text(set->doc)};
      for (const ContractPart* field : parts_.of(ContractKind::candidate_field, set->entry.id))
        own.constants.push_back(constant_of(*field));
      if (!own.constants.empty()) members.groups.push_back(std::move(own));
    }
    add(std::move(capacities));
    add(std::move(members));
  }

  void add_facts() {
    OutlineGroup facts{"facts", "fact", "What memories give their facts"};
    for (const FactField& field : assets_.fact_fields) {
      if (facts.groups.empty() || facts.groups.back().name != field.memory)
        facts.groups.push_back({field.memory, "fact", {}});
      facts.groups.back().constants.push_back({field.field.name, field.field.id, true, {}});
    }
    add(std::move(facts));
  }

  void add_names(const char* name, const char* singular, const std::vector<NamedId>& ids,
                 const char* comment) {
    OutlineGroup group{name, singular, comment};
    for (const NamedId& one : ids) group.constants.push_back({one.name, one.id, true, {}});
    add(std::move(group));
  }

  void add_records(ContractKind kind, ContractKind part_kind) {
    for (const ContractPart* owner : parts_.of(kind)) {
      OutlineRecord record{owner->name, comment_text(owner->doc), kind == ContractKind::task,
                           owner->entry.id};
      record.fields = parts_.of(part_kind, owner->entry.id);
      if (record.fields.empty()) continue;
      const ContractEntry& last = record.fields.back()->entry;
      record.gives = std::ranges::any_of(record.fields, [](const auto* field) { return field->entry.given; });
      record.bytes = (last.place + size_of(last.type) + 7) / 8 * 8;
      outline_.records.push_back(std::move(record));
    }
  }

  const ContractParts& parts_;
  const AssetNames& assets_;
  GameOutline outline_;
};

}  // namespace

std::string_view use_of(const OutlineRecord& record) {
  if (!record.is_task) return "the record of an event, for ishi_event_options.record";
  return record.gives ? "the parameters of a task, at ishi_start.parameters, and what it gives back, for "
                        "ishi_report.record"
                      : "the parameters of a task, at ishi_start.parameters";
}

GameOutline outline_of(const ContractParts& parts, const AssetNames& assets) {
  return OutlineMaker(parts, assets).make();
}

}  // namespace ishi::compiler
