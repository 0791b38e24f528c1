#include "workspace/collect_symbols.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "language/words.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

// The places of all values of the texts, by the places of their keys.
class KeyPlaces {
 public:
  explicit KeyPlaces(const Units& units) {
    for (const SourceUnit& unit : units.units) {
      if (unit.tree.root != nullptr) add(*unit.tree.root);
    }
  }

  [[nodiscard]] const Node* value_of(Span key) const {
    const auto found = values_.find(uint64_t{key.file} << 32U | key.begin);
    return found == values_.end() ? nullptr : found->second;
  }

 private:
  void add(const Node& node) {
    for (const Entry& entry : node.entries) {
      values_.emplace(uint64_t{entry.key_span.file} << 32U | entry.key_span.begin, entry.value);
      add(*entry.value);
    }
    for (const Node* item : node.items) add(*item);
  }

  std::unordered_map<uint64_t, const Node*> values_;
};

class Collector {
 public:
  Collector(const Program& program, const Sources& sources)
      : program_(program), model_(program.model), sources_(sources), places_(program.units) {}

  std::vector<Symbol> collect() {
    add_contract();
    add_behaviour();
    add_agents();
    for (const auto& scene : model_.scenes) add_scene(scene);
    for (const auto& test : model_.tests) add_test(test);
    for (const SourceUnit& unit : program_.units.units) {
      for (const Import& import : unit.imports) add(SymbolKind::alias, {import.alias, import.span}, {});
    }
    return std::move(symbols_);
  }

 private:
  // Names that stand in no text, and those of texts that are none, are left out.
  Symbol* add(SymbolKind kind, const Name& name, std::string_view owner) {
    if (name.span.end <= name.span.begin) return nullptr;
    std::string_view written = sources_.text(name.span);
    Span span = name.span;
    if (written.size() > 1 && (written.front() == '"' || written.front() == '\'')) {
      written = written.substr(1, written.size() - 2);
      ++span.begin;
      --span.end;
    }
    const std::string_view own = name.text.ends_with(written) ? written : name.text;
    if (own != written) return nullptr;  // made by the language, such as `who` of a level of awareness
    Symbol& symbol = symbols_.emplace_back();
    symbol.kind = kind;
    symbol.span = symbol.whole = span;
    symbol.name = own;
    symbol.owner = owner;
    if (const Node* const value = places_.value_of(name.span); value != nullptr) {
      symbol.whole.end = std::max(value->span.end, span.end);
      const Node* const doc = value->kind == NodeKind::mapping ? value->find("doc") : nullptr;
      if (doc != nullptr && doc->kind == NodeKind::scalar) symbol.doc = doc->text;
    }
    return &symbol;
  }

  template <class T>
  void add_all(SymbolKind kind, const Map<T>& map, std::string_view owner = {}) {
    for (const auto& entry : map) add(kind, entry.name, owner);
  }

  void add_variable(SymbolKind kind, const Named<Variable>& variable, std::string_view owner) {
    if (Symbol* const symbol = add(kind, variable.name, owner)) symbol->type = variable.value.resolved;
    for (const Name& member : variable.value.one_of) add(SymbolKind::member, member, variable.name.text);
  }
  void add_variables(SymbolKind kind, const Map<Variable>& variables, std::string_view owner) {
    for (const auto& variable : variables) add_variable(kind, variable, owner);
  }

  void add_contract() {
    for (const auto& [name, type] : model_.enums) {
      if (!type.section.empty()) continue;  // of a `one_of`
      const bool is_declared = name.text != "sound";
      if (is_declared) add(SymbolKind::enumeration, name, {});
      for (const Name& member : type.members)
        if (is_declared) add(SymbolKind::member, member, name.text);
    }
    for (const auto& [name, thing] : model_.things) {
      add(SymbolKind::thing, name, {});
      add_variables(SymbolKind::field, thing.fields, name.text);
      add_all(SymbolKind::offer, thing.offers, name.text);
    }
    add_variables(SymbolKind::key, model_.blackboard, {});
    for (const auto& [name, task] : model_.tasks) {
      add(SymbolKind::task, name, {});
      add_variables(SymbolKind::parameter, task.parameters, name.text);
    }
    for (const auto& [name, event] : model_.events) {
      if (event.of_memory == kNone) add(SymbolKind::event, name, {});
      add_variables(SymbolKind::field, event.fields, name.text);
    }
    for (const auto& [name, candidates] : model_.candidates) {
      add(SymbolKind::candidates, name, {});
      add_variables(SymbolKind::field, candidates.fields, name.text);
    }
    add_all(SymbolKind::token, model_.tokens);
    add_all(SymbolKind::sound, model_.sounds);
    add_all(SymbolKind::level, model_.levels);
  }

  void add_behaviour() {
    add_all(SymbolKind::curve, model_.curves);
    for (const auto& [name, value] : model_.values) {
      Symbol* const symbol = add(SymbolKind::value, name, {});
      if (symbol != nullptr && value.is.root != nullptr) symbol->type = value.is.root->type;
      add_variables(SymbolKind::parameter, value.parameters, name.text);
    }
    add_all(SymbolKind::need, model_.needs);
    add_all(SymbolKind::drive, model_.drives);
    add_all(SymbolKind::profile, model_.importance);
    for (const auto& [name, memory] : model_.memory) {
      if (name.text.starts_with(kCoolingPrefix)) continue;
      add(SymbolKind::memory, name, {});
      // The other members of noises are declared nowhere: `of: sound` stands for them.
      if (!memory.has_noises) {
        add_variables(SymbolKind::field, memory.fields, name.text);
      } else {
        for (const auto& field : memory.fields) {
          if (!(field.name.span == memory.of.span)) add_variable(SymbolKind::field, field, name.text);
        }
      }
    }
    add_all(SymbolKind::sense, model_.senses);
    add_all(SymbolKind::navigation, model_.navigation);
    add_all(SymbolKind::steering, model_.steering);
    for (const auto& choice : model_.choices) add_option(SymbolKind::choice, choice, {});
    for (const auto& action : model_.actions) {
      const Action& value = action.value;
      if (value.planner != kNone)
        add_option(SymbolKind::plan, action, model_.planners[value.planner].name.text);
      else if (value.offered_by != kNone)
        add_option(SymbolKind::offer, action, model_.things[value.offered_by].name.text);
      else
        add_option(SymbolKind::action, action, {});
    }
    for (const auto& [name, goal] : model_.goals) {
      add(SymbolKind::goal, name, {});
      add_variables(SymbolKind::parameter, goal.parameters, name.text);
      add_all(SymbolKind::method, goal.interject, name.text);
      add_methods(goal.body, name.text);
    }
    for (const auto& [name, planner] : model_.planners) {
      add(SymbolKind::planner, name, {});
      add_all(SymbolKind::reward, planner.rewards, name.text);
    }
  }

  void add_option(SymbolKind kind, const Named<Action>& option, std::string_view owner) {
    add(kind, option.name, owner);
    if (option.value.offered_by == kNone)
      add_all(SymbolKind::loop_variable, option.value.for_each, option.name.text);
    for (const Step& step : option.value.steps.value) add_methods(step, option.name.text);
  }

  void add_methods(const Step& whole, std::string_view owner) {
    for_each_step_in(whole, [&](const Step& step) {
      if (const Map<Step>* const methods = step.methods()) add_all(SymbolKind::method, *methods, owner);
      if (const auto* const repeat = step.as<RepeatStep>())
        add_all(SymbolKind::loop_variable, repeat->for_each, owner);
      add_all(SymbolKind::loop_variable, step.modifiers.for_each, owner);
    });
  }

  void add_agents() {
    for (const auto& [name, agent] : model_.agents) {
      add(SymbolKind::agent, name, {});
      add_all(SymbolKind::state, agent.states.value, name.text);
    }
    add_all(SymbolKind::team, model_.teams);
  }

  void add_entities(const Surroundings& around, std::string_view owner) {
    add_all(SymbolKind::entity, around.world, owner);
    add_all(SymbolKind::entity, around.doors, owner);
    for (const auto& moment : around.at) add_all(SymbolKind::entity, moment.value.add, owner);
  }

  void add_scene(const Named<Scene>& scene) {
    add(SymbolKind::scene, scene.name, {});
    add_all(SymbolKind::actor, scene.value.agents, scene.name.text);
    add_entities(scene.value.around, scene.name.text);
  }

  void add_test(const Named<Test>& test) {
    add(SymbolKind::test, test.name, {});
    add_entities(test.value.around, test.name.text);
  }

  const Program& program_;
  const Model& model_;
  const Sources& sources_;
  KeyPlaces places_;
  std::vector<Symbol> symbols_;
};

}  // namespace

std::vector<Symbol> collect_symbols(const Program& program, const Sources& sources) {
  return Collector(program, sources).collect();
}

}  // namespace ishi::compiler
