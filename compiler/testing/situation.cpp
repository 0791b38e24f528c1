#include "testing/situation.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/words.h"
#include "resolve/literal.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

class SituationReader {
 public:
  SituationReader(const Model& model, const Test& test, Diagnostics& diagnostics)
      : model_(model), test_(test), diagnostics_(diagnostics) {}

  Situation read() {
    situation_.agent = test_.agent.index;
    situation_.profile = test_.importance.index;
    situation_.running = test_.running.index;
    situation_.facing = forward();
    situation_.position = vector(test_.self.value.position, false, situation_.position);
    situation_.facing = vector(test_.self.value.facing, true, situation_.facing);
    for (const auto& entity : test_.world) {
      check_entity_name(entity.name);
      situation_.entities.push_back({entity.name.text,
                                     entity.value.is.index,
                                     vector(entity.value.position, false, {}),
                                     vector(entity.value.facing, true, forward()),
                                     {}});
    }
    // Their fields may name one another.
    for (size_t i = 0; i < test_.world.size(); ++i) read_fields(test_.world[i].value, i);
    for (const auto& given : test_.given) read_key(given);
    return std::move(situation_);
  }

 private:
  void check_entity_name(const Name& name) {
    if (!check_new_name(name.text, name.span, diagnostics_)) return;
    if (name.text != "someone" && name.text != "nothing" && name.text != "any") return;
    diagnostics_
        .report(Code::reserved_name, name.span,
                fmt::format("`{}` is a word of the language, so an entity cannot have that name", name.text))
        .help("choose another name");
  }

  Vector forward() const { return model_.up.value == Up::y ? Vector{0, 0, 1} : Vector{0, 1, 0}; }

  Vector vector(const Node* node, bool is_direction, Vector fallback) {
    if (node != nullptr)
      read_vector(*node, is_direction, is_direction ? "`facing`" : "`position`", diagnostics_, fallback);
    return fallback;
  }

  template <class T>
  void report_unknown(const Name& name, const std::string& noun, std::vector<std::string_view> known,
                      const Map<T>& map) {
    auto report = diagnostics_.report(Code::unknown_name, name.span,
                                      fmt::format("there is no {} `{}`", noun, name.text));
    if (!report.is_kept()) return;
    for (const auto& entry : map) known.push_back(entry.name.text);
    const auto near = report.suggestions(name.text, known);
    if (!near.empty()) {
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(name.span, std::string(near[0]));
    } else if (known.empty()) {
      report.help("none is declared here or in an included file");
    } else if (known.size() <= 12) {
      report.help(
          fmt::format("there {} {}", known.size() == 1 ? "is only" : "are", quoted_list(known, "and")));
    }
  }

  void read_fields(const Placement& placement, size_t entity) {
    for (const auto& field : placement.fields) {
      if (placement.is.index == kNone) {
        if (placement.is.given()) continue;  // an unknown thing, which has been reported
        diagnostics_
            .report(Code::given_not_allowed, field.name.span,
                    fmt::format("`{}` is a field, but it is not said of which thing", field.name.text))
            .help("add `is:` and the name of a thing that has it");
        continue;
      }
      const auto& fields = model_.things[placement.is.index].value.fields;
      const uint32_t index = find_index(fields, field.name.text);
      if (index == kNone) {
        report_unknown(field.name, fmt::format("field of `{}` called", placement.is.text),
                       {"is", "position", "facing"}, fields);
        continue;
      }
      SituationValue value{index};
      if (field.value != nullptr && read_value(fields[index].value, *field.value, field.name.text, value)) {
        situation_.entities[entity].fields.push_back(value);
      }
    }
  }

  void read_key(const Named<const Node*>& given) {
    const bool is_level = given.name.text.starts_with("needs.") || given.name.text.starts_with("drives.") ||
                          find_index(model_.needs, given.name.text) != kNone ||
                          find_index(model_.drives, given.name.text) != kNone;
    const bool is_key = find_index(model_.blackboard, given.name.text) != kNone;
    if (is_level && !is_key) {
      diagnostics_
          .report(Code::given_not_allowed, given.name.span,
                  fmt::format("`{}` is computed from keys and cannot be given", given.name.text))
          .help("give the keys that its level is made of");
      return;
    }
    const uint32_t key = find_index(model_.blackboard, given.name.text);
    if (key == kNone) {
      if (find_index(model_.values, given.name.text) != kNone) {
        diagnostics_
            .report(Code::given_not_allowed, given.name.span,
                    fmt::format("`{}` is computed from keys and cannot be given", given.name.text))
            .help("give the keys that it is made of");
        return;
      }
      report_unknown(given.name, "key", {}, model_.blackboard);
      return;
    }
    SituationValue value{key};
    if (given.value != nullptr &&
        read_value(model_.blackboard[key].value, *given.value, given.name.text, value)) {
      situation_.keys.push_back(value);
    }
  }

  bool read_value(const Variable& variable, const Node& node, std::string_view name, SituationValue& out) {
    if (variable.resolved.kind == ValueKind::entity && node.kind == NodeKind::scalar) {
      return find_entity(variable.resolved.reference, node, name, out);
    }
    return read_literal(model_, variable, node, fmt::format("`{}`", name), diagnostics_, out.value);
  }

  // `someone`, `nothing`, or an entity of the test's world.
  bool find_entity(uint32_t thing, const Node& node, std::string_view name, SituationValue& out) {
    if (node.text == "nothing") return true;
    auto& entities = situation_.entities;
    if (node.text == "someone") {
      out.entity = static_cast<uint32_t>(entities.size());
      entities.push_back({{}, thing, {}, forward(), {}});
      return true;
    }
    const auto found = std::ranges::find(entities, node.text, &SituationEntity::name);
    if (found == entities.end() || node.text.empty()) {
      auto report = diagnostics_.report(Code::unknown_name, node.span,
                                        fmt::format("there is no entity `{}` in this situation", node.text));
      if (!report.is_kept()) return false;
      std::vector<std::string_view> known = {"someone", "nothing"};
      for (const auto& entity : test_.world) known.push_back(entity.name.text);
      const auto near = report.suggestions(node.text, known);
      if (!near.empty())
        report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.span, std::string(near[0]));
      else
        report.help("write `someone`, `nothing`, or the name of an entity under `world`");
      return false;
    }
    if (thing != kNone && found->thing != thing) {
      diagnostics_
          .report(
              Code::wrong_literal, node.span,
              fmt::format("`{}` is a `{}`, but `{}` is not", name, model_.things[thing].name.text, node.text))
          .help(fmt::format("let it be one: `is: {}`", model_.things[thing].name.text));
      return false;
    }
    out.entity = static_cast<uint32_t>(found - entities.begin());
    return true;
  }

  const Model& model_;
  const Test& test_;
  Diagnostics& diagnostics_;
  Situation situation_;
};

}  // namespace

Situation read_situation(const Model& model, const Test& test, Diagnostics& diagnostics) {
  return SituationReader(model, test, diagnostics).read();
}

void check_tests(const Model& model, Diagnostics& diagnostics) {
  for (const auto& test : model.tests) {
    read_situation(model, test.value, diagnostics);
    const Expectation& expect = test.value.expect.value;
    if (!test.value.is_whole || (test.value.expect.given && !expect.is_whole))
      continue;  // what it checks may be what could not be read
    if (expect.order.size() == 1) {
      diagnostics
          .report(Code::test_checks_nothing, expect.order[0].span, "an order of one action checks nothing")
          .help(fmt::format("name at least two actions, from the highest score down, or write `picks: {}`",
                            expect.order[0].text));
    }
    if (expect.picks.given || !expect.order.empty() || !expect.score.empty()) continue;
    diagnostics.report(Code::test_checks_nothing, test.name.span, "this test checks nothing")
        .help("say what must come of it, such as `expect: { picks: flee }`");
  }
}

}  // namespace ishi::compiler
