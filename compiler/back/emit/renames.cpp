#include "emit/renames.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "ishi/id.h"

namespace ishi::compiler {
namespace {

// The name of something, and its former names, the latest first. `space` is what its ids begin with:
// "curves/lib/std.ishi.yaml".
struct Spellings {
  std::string space;
  std::vector<std::string> names;
};

std::vector<std::string> with_former(std::string_view name, std::span<const std::string_view> former,
                                     std::string_view alias = {}) {
  std::vector<std::string> names = {std::string(name)};
  for (const std::string_view old : former) names.push_back(fmt::format("{}{}", alias, old));
  return names;
}

// All that "fridge.snack" was, where each part may have had other names.
std::vector<std::string> joined(const std::vector<std::string>& owners,
                                const std::vector<std::string>& parts) {
  std::vector<std::string> names;
  for (const std::string& owner : owners) {
    for (const std::string& part : parts) names.push_back(fmt::format("{}.{}", owner, part));
  }
  return names;
}

std::string_view behind_point(std::string_view name) { return name.substr(name.rfind('.') + 1); }
std::string_view before_point(std::string_view name) {
  return name.substr(0, std::min(name.rfind('.'), name.size()));
}

class RenameEmitter {
 public:
  RenameEmitter(const Model& model, const std::vector<uint64_t>& ids) : model_(model), ids_(ids) {}

  std::vector<blob::Rename> emit() {
    if (model_.renames.former.empty()) return {};
    add_contract();
    add_behaviour();
    add_actions();
    std::ranges::stable_sort(rows_, {}, &blob::Rename::id);
    return std::move(rows_);
  }

 private:
  void add_contract() {
    for (const auto& entry : model_.enums) add_enum(entry);
    add_with_parts("things", model_.things, "fields", &Thing::fields);
    add_all("blackboard", model_.blackboard);
    add_with_parts("events", model_.events, "fields", &Event::fields);
    add_with_parts("tasks", model_.tasks, "params", &Task::parameters);
    add_with_parts("candidates", model_.candidates, "fields", &Candidates::fields);
    add_all("tokens", model_.tokens);
    add_all("sounds", model_.sounds);
  }

  void add_behaviour() {
    add_all("curves", model_.curves);
    add_all("needs", model_.needs, "motives");
    add_all("drives", model_.drives, "motives");
    add_all("importance", model_.importance);
    add_with_parts("memory", model_.memory, "fields", &Memory::fields);
    add_all("senses", model_.senses);
    add_all("navigation", model_.navigation);
    add_all("choices", model_.choices);
    add_all("steering", model_.steering);
    add_all("goals", model_.goals);
    for (const auto& [name, goal] : model_.goals) {
      // The ids of parameters have the goal's name as the model spells it.
      const std::string path = fmt::format("goals/{}", name.text);
      const size_t alias = name.text.size() - behind_point(name.text).size();
      add_parts({"goals", with_former(name.text, model_.renames.of(path), name.text.substr(0, alias))}, path,
                "params", goal.parameters);
    }
    for (const auto& [name, agent] : model_.agents) {
      const Spellings own = spellings("agents", "agents", name.text);
      add(own);
      add_parts(own, fmt::format("agents/{}", name.text), "states", agent.states.value);
    }
  }

  // The plans of planners and the offers of things are actions behind the name of these.
  void add_actions() {
    for (const auto& [name, action] : model_.actions) {
      if (action.planner != kNone) {
        add_action_of("planners", model_.planners[action.planner].name.text, "plans", name.text);
      } else if (action.offered_by != kNone) {
        add_action_of("things", model_.things[action.offered_by].name.text, "offers", name.text);
      } else {
        add(spellings("actions", "actions", name.text));
      }
    }
  }

  void add_action_of(std::string_view section, std::string_view owner, std::string_view map,
                     std::string_view name) {
    const Spellings owners = spellings("actions", section, owner, section);
    const std::string_view own = behind_point(name);
    const std::string path = fmt::format("{}/{}/{}/{}", section, owner, map, own);
    add({owners.space, joined(owners.names, with_former(own, model_.renames.of(path)))});
  }

  // A `one_of` is called as its variable is, the enum of sounds has them as its members.
  void add_enum(const Named<Enum>& entry) {
    const std::string_view name = entry.name.text;
    const std::string_view section = entry.value.section;
    if (section.empty()) {
      const Spellings own = spellings("enums", "enums", name);
      add(own);
      const std::string path = name == "sound" ? "sounds" : fmt::format("enums/{}/members", name);
      for (const Name& member : entry.value.members)
        add_part(own, with_former(member.text, model_.renames.of(fmt::format("{}/{}", path, member.text))));
      return;
    }
    Spellings own{fmt::format("enums/{}", section), {}};
    if (section == "blackboard") {
      own.names = with_former(name, model_.renames.of(fmt::format("blackboard/{}", name)));
    } else {
      const std::string owner = fmt::format("{}/{}", section, before_point(name));
      const std::string_view map = section == "tasks" || section == "goals" ? "params" : "fields";
      const std::string_view field = behind_point(name);
      own.names = joined(with_former(before_point(name), model_.renames.of(owner)),
                         with_former(field, model_.renames.of(fmt::format("{}/{}/{}", owner, map, field))));
    }
    for (size_t i = 1; i < own.names.size(); ++i) add_row(enum_id(own, 0), enum_id(own, i));
    for (const Name& member : entry.value.members) add_part(own, {std::string(member.text)});
  }
  // The section is a part of the name here.
  static uint64_t enum_id(const Spellings& own, size_t i) {
    return id_of("enums", fmt::format("{}/{}", own.space.substr(own.space.find('/') + 1), own.names[i]));
  }

  template <class T>
  void add_all(std::string_view section, const Map<T>& map, std::string_view section_of_ids = {}) {
    for (const auto& entry : map)
      add(spellings(section_of_ids.empty() ? section : section_of_ids, section, entry.name.text));
  }

  template <class T>
  void add_with_parts(std::string_view section, const Map<T>& map, std::string_view part_map,
                      Map<Variable> T::*parts) {
    for (const auto& entry : map) {
      const Spellings own = spellings(section, section, entry.name.text);
      add(own);
      add_parts(own, fmt::format("{}/{}", section, entry.name.text), part_map, entry.value.*parts);
    }
  }

  template <class T>
  void add_parts(const Spellings& owner, const std::string& path, std::string_view part_map,
                 const Map<T>& parts) {
    for (const auto& part : parts) {
      const std::string_view name = part.name.text;
      add_part(owner, with_former(name, model_.renames.of(fmt::format("{}/{}/{}", path, part_map, name))));
    }
  }

  void add_part(const Spellings& owner, const std::vector<std::string>& names) {
    const auto id = [&](size_t i, size_t k) {
      return id_of(fmt::format("{}/{}", owner.space, owner.names[i]), names[k]);
    };
    for (size_t i = 0; i < owner.names.size(); ++i) {
      for (size_t k = 0; k < names.size(); ++k) {
        if (i > 0 || k > 0) add_row(id(0, 0), id(i, k));
      }
    }
  }

  // `origins`: the section by which it was imported, if its ids are of another one.
  [[nodiscard]] Spellings spellings(std::string_view section_of_ids, std::string_view section,
                                    std::string_view name, std::string_view origins = {}) const {
    const std::span<const std::string_view> former = model_.renames.of(fmt::format("{}/{}", section, name));
    const auto found =
        model_.imported.origins.find(fmt::format("{}/{}", origins.empty() ? section_of_ids : origins, name));
    if (found == model_.imported.origins.end())
      return {std::string(section_of_ids), with_former(name, former)};
    return {fmt::format("{}/{}", section_of_ids, found->second.path),
            with_former(found->second.name, former)};
  }

  void add(const Spellings& own) {
    for (size_t i = 1; i < own.names.size(); ++i)
      add_row(id_of(own.space, own.names[0]), id_of(own.space, own.names[i]));
  }

  // A thing outside of the blob has no state; an offer is there once for each set.
  void add_row(uint64_t id, uint64_t from) {
    if (std::ranges::binary_search(ids_, id) && from_.insert(from).second) rows_.emplace_back(id, from);
  }

  const Model& model_;
  const std::vector<uint64_t>& ids_;
  std::vector<blob::Rename> rows_;
  std::unordered_set<uint64_t> from_;
};

}  // namespace

std::vector<blob::Rename> emit_renames(const Model& model, const std::vector<uint64_t>& ids) {
  return RenameEmitter(model, ids).emit();
}

}  // namespace ishi::compiler
