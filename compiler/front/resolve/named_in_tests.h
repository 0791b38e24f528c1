#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/names.h"

namespace ishi::compiler {

// Finds the options, states, tasks, tokens, levels, senses and entities that a test or scene names, and
// reports those that do not exist, with what may be meant.
class NamedInTests {
 public:
  NamedInTests(Model& model, Names& names, Diagnostics& diagnostics)
      : model_(model), names_(names), diagnostics_(diagnostics) {}

  enum class Whose { test, scene };
  // The names that stand for entities in the test at hand, and whether its scene declares them.
  void set_entities(std::vector<std::string_view> names, Whose whose) {
    entities_ = std::move(names);
    whose_ = whose;
  }
  template <class T>
  void add_entities(const Map<T>& map) {
    for (const auto& entry : map) entities_.push_back(entry.name.text);
  }

  // Says that a name could not be found, as far as it leaves the test itself in doubt; asks and forgets that.
  void lack_name() { lacks_names_ = true; }
  [[nodiscard]] bool take_lack() { return std::exchange(lacks_names_, false); }

  // Something of a section of the model.
  template <class T>
  void find_in(const Name& name, const Map<T>& map, Section section) {
    Reference reference{name.text, name.span};
    names_.find(reference, map, section);
  }
  // An action that an agent has; of any agent if it is null.
  void find_option(Reference& reference, const Named<Agent>* agent);
  // The index of a state of an agent; kNone if it has no such state, or nothing is written.
  [[nodiscard]] uint32_t find_state(const Setting<Name>& written, const Named<Agent>* agent);
  // A token; no report if there is none, since it may be an entity.
  void find_token(Reference& taken) const;
  // A task that a test expects.
  void find_task(Reference& task);
  // A level that agents carry.
  void check_level(const Name& name);
  // Resolves an expected sense of the agent and the entities that it notices.
  void check_noticed(const Named<std::vector<Setting<Name>>>& noticed, const Named<Agent>* agent);
  // Entities of the test, or `nothing` alone.
  void check_entities(const std::vector<Setting<Name>>& entities, std::string_view nothing_and_more);

 private:
  void report_no_option(const Reference& reference, const Named<Agent>& agent,
                        const std::vector<std::string_view>& known);
  void find_entity(const Name& name, std::span<const std::string_view> words);
  void report_wait(const Reference& wait);

  Model& model_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::vector<std::string_view> entities_;
  Whose whose_ = Whose::test;
  bool lacks_names_ = false;
};

}  // namespace ishi::compiler
