#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "analyze/evidence.h"
#include "language/limits.h"
#include "language/node_words.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "language/words.h"
#include "model/motives.h"
#include "resolve/literal.h"
#include "resolve/names.h"
#include "simulate/situation_values.h"
#include "simulate/variation.h"
#include "simulate/varied_values.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;
using Part = Variation::Part;

constexpr std::array kEnds = {"completed"sv, "failed"sv, "never"sv};
constexpr size_t kMostNumbers = 256;  // of a run
// The parts of an agent or entity besides keys, levels and fields.
constexpr std::array kOfAnybody = {"position"sv, "facing"sv, "present"sv};
constexpr std::array kOfAgents = {"state"sv, "importance"sv};
constexpr std::array kOfMovers = {"starts"sv, "speed"sv, "path"sv};

bool has(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

const Variable& level_variable() {
  static const Variable kLevel = [] {
    Variable level;
    level.resolved = {ValueKind::number};
    level.range.given = true;
    level.low = 0;
    level.high = 1;
    return level;
  }();
  return kLevel;
}

Variable measured(Quantity quantity, double low, double high) {
  Variable variable;
  variable.resolved = {ValueKind::number, quantity};
  variable.low = static_cast<float>(low);
  variable.high = static_cast<float>(high);
  return variable;
}

// Finds out what each entry of `vary` or `with` names, and lets VariedValues read what it is given.
class VariationReader {
 public:
  // `varies`: each has several values; else it has one.
  VariationReader(const Model& model, const Test& test, bool varies, Situation& situation,
                  Diagnostics& diagnostics)
      : model_(model),
        test_(test),
        varies_(varies),
        written_(varies ? test.vary : test.with),
        situation_(situation),
        diagnostics_(diagnostics) {
    values_.speak_of_all();
  }

  std::vector<Variation> read() {
    for (const auto& entry : written_.value.values) {
      if (!is_in_both(entry.name, test_.with.value.values)) read_value(entry);
    }
    for (const auto& entry : written_.value.results) {
      if (!is_in_both(entry.name, test_.with.value.results)) read_result(entry);
    }
    for (const auto& entry : written_.value.at) read_time(entry);
    if (varies_ && varied_.variations().empty() && !has_errors_ && !diagnostics_.is_in_doubt(written_.span) &&
        written_.value.values.empty() && written_.value.results.empty() && written_.value.at.empty()) {
      diagnostics_.report(Code::test_checks_nothing, written_.span, "nothing varies here")
          .help("say what does, such as `{ ann.hp: 1..100 }`, or take `vary` out");
    }
    size_t first = 0;
    for (Variation& variation : varied_.variations()) {
      variation.first = first;
      first += variation.count;
    }
    if (first > kMostNumbers) {
      diagnostics_
          .report(Code::too_many_entries, written_.span,
                  fmt::format("a run would have {} numbers, and {} are the most", first, kMostNumbers))
          .help("vary less in one test, or let paths have fewer detours");
      varied_.variations().clear();
    }
    return std::move(varied_.variations());
  }

 private:
  [[nodiscard]] std::string_view field() const { return varies_ ? "vary" : "with"; }

  bool is_in_both(const Name& name, const Map<const Node*>& fixed) {
    if (!varies_) return false;
    const uint32_t twin = find_index(fixed, name.text);
    if (twin == kNone) return false;
    diagnostics_
        .report(Code::defined_twice, name.span,
                fmt::format("`{}` stands under `vary` and under `with`", name.text))
        .label(fixed[twin].name.span, "here it has one value")
        .help("take one of the two out");
    return true;
  }

  void read_value(const Named<const Node*>& entry) {
    if (entry.value == nullptr || entry.value->kind == NodeKind::poisoned) {
      has_errors_ = true;
      return;
    }
    Variation variation;
    variation.name = entry.name.text;
    variation.span = entry.name.span;
    const size_t point = entry.name.text.find('.');
    const std::string_view before = entry.name.text.substr(0, point);
    const bool is_self = before == "self" && !values_.is_scene();
    const uint32_t somebody = point == std::string_view::npos ? kNone
                              : is_self                       ? kSelfEntity
                                                              : find_named(situation_, before);
    if (somebody == kNone) return read_plain(entry, std::move(variation));
    const auto begin = static_cast<uint32_t>(point + 1);
    if (!is_self)
      values_.note_entity(somebody, {entry.name.span.file, entry.name.span.begin,
                                     entry.name.span.begin + static_cast<uint32_t>(point)});
    const Name own{entry.name.text.substr(begin),
                   {entry.name.span.file, entry.name.span.begin + begin, entry.name.span.end}};
    variation.entity = somebody;
    read_of_somebody(own, *entry.value, std::move(variation));
  }

  // A key or level of a test's one agent, a key of a team or of the world.
  void read_plain(const Named<const Node*>& entry, Variation variation) {
    Name name = entry.name;
    const size_t point = name.text.find('.');
    const uint32_t team =
        point == std::string_view::npos ? kNone : find_index(model_.teams, name.text.substr(0, point));
    if (team != kNone && values_.is_scene()) {
      const auto begin = static_cast<uint32_t>(point + 1);
      model_.note_use({name.span.file, name.span.begin, name.span.begin + static_cast<uint32_t>(point)},
                      model_.teams[team].name);
      name = {name.text.substr(begin), {name.span.file, name.span.begin + begin, name.span.end}};
    }
    if (!values_.is_scene()) {
      if (const uint32_t motive = find_carried(name.text); motive != kNone)
        return read_level(name, motive, *entry.value, std::move(variation), 0);
      if (has(kOfAnybody, name.text) || has(kOfAgents, name.text)) {
        if (find_index(model_.blackboard, name.text) == kNone) {
          diagnostics_.report(Code::unknown_name, name.span, fmt::format("there is no key `{}`", name.text))
              .help(fmt::format("write `self.{}` for the agent itself", name.text))
              .edit(name.span, fmt::format("self.{}", name.text));
          return;
        }
      }
    } else if (values_.report_owned(name, KeyPlace::set)) {
      return;
    }
    const uint32_t key = values_.find_key(name, kUse);
    if (key == kNone) return;
    const Scope scope = model_.blackboard[key].value.scope.value;
    if (scope == Scope::agent && values_.is_scene()) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("`{}` is each agent's own, and it is not said whose", name.text))
          .help(fmt::format("name the agent, such as `{}.{}`", situation_.name, name.text));
      return;
    }
    if (team != kNone && scope != Scope::team) {
      diagnostics_
          .report(Code::given_not_allowed, name.span, fmt::format("`{}` is no key of teams", name.text))
          .help("take the team's name out: the whole world has one value");
      return;
    }
    variation.value.owner = scope == Scope::team && values_.is_scene() ? team : 0;
    read_key(name, key, *entry.value, std::move(variation));
  }

  void read_of_somebody(const Name& own, const Node& node, Variation variation) {
    const uint32_t entity = variation.entity;
    const bool is_an_agent = is_agent(entity);
    const bool is_self = !values_.is_scene() && is_an_agent;
    if (own.text == "position" || own.text == "facing") {
      variation.part = own.text == "position" ? Part::position : Part::facing;
      Variable place;
      place.resolved = {own.text == "position" ? ValueKind::point : ValueKind::direction};
      const Vector usual = own.text == "position" ? somebody(entity).position : somebody(entity).facing;
      return varied_.add(own, place, node, std::move(variation), SituationValue{0, usual});
    }
    if (own.text == "present") return read_present(own, node, std::move(variation));
    if (has(kOfMovers, own.text)) {
      const bool is_field = find_field(entity, own.text) != kNone;
      if (!is_field || is_moved(entity)) return read_movement(own, node, std::move(variation));
    }
    if (is_an_agent && own.text == "state") return read_state(own, node, std::move(variation));
    if (is_an_agent && own.text == "importance") return read_importance(own, node, std::move(variation));
    if (const uint32_t index = find_field(entity, own.text); index != kNone) {
      const auto& [name, variable] = model_.things[somebody(entity).thing].value.fields[index];
      model_.note_use(own.span, name);
      variation.part = Part::field;
      variation.value.index = index;
      const auto& fields = somebody(entity).fields;
      const auto given = std::ranges::find(fields, index, &SituationValue::index);
      return varied_.add(own, variable, node, std::move(variation),
                         given != fields.end() ? *given : SituationValue{index, variable.fallback});
    }
    if (!is_an_agent || is_self) return report_unknown_of(own, entity);
    const uint32_t agent = agent_of_entity(entity);
    if (const uint32_t motive = find_carried(own.text); motive != kNone)
      return read_level(own, motive, node, std::move(variation), agent);
    const uint32_t key = values_.find_key(own, kUse);
    if (key == kNone) return;
    if (model_.blackboard[key].value.scope.value != Scope::agent) {
      const bool is_of_world = model_.blackboard[key].value.scope.value == Scope::world;
      diagnostics_
          .report(Code::given_not_allowed, own.span,
                  fmt::format("`{}` is a key of {}, not of one agent", own.text,
                              is_of_world ? "the world" : "a team"))
          .help("take the agent's name out");
      return;
    }
    variation.value.owner = agent;
    values_.speak_of(agent);
    read_key(own, key, node, std::move(variation));
    values_.speak_of_all();
  }

  // True if the test expects something of a key, so that its value matters even where no formula reads it.
  [[nodiscard]] bool is_expected(std::string_view key) const {
    const Expectation& expected = test_.expect.value;
    return asks_about(expected, key) || std::ranges::any_of(expected.agents, [&](const auto& agent) {
             return asks_about(agent.value, key);
           });
  }
  [[nodiscard]] static bool asks_about(const AgentExpectation& expected, std::string_view key) {
    return find_index(expected.key, key) != kNone || find_index(expected.always.value.key, key) != kNone ||
           find_index(expected.never.value.key, key) != kNone ||
           std::ranges::any_of(expected.at, [&](const Timed<AgentExpectation>& timed) {
             return asks_about(timed.value, key);
           });
  }

  void read_key(const Name& name, uint32_t key, const Node& node, Variation variation) {
    const Variable& variable = model_.blackboard[key].value;
    if (varies_ && !variable.is_read && !is_expected(name.text)) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("no formula reads `{}`, so it makes no difference what it is", name.text))
          .help("take it out, or vary a key that scores, conditions or steps read");
      return;
    }
    variation.part = Part::key;
    variation.value.index = key;
    const bool is_own = variable.scope.value == Scope::agent;
    if (is_own) variation.entity = entity_of_agent(variation.value.owner);
    const auto& keys = is_own ? situation_.agent_at(variation.value.owner).keys : situation_.keys;
    SituationValue usual{key, variable.fallback};
    for (const SituationValue& given : keys) {
      if (given.index == key && (given.owner == variation.value.owner || given.owner == kNone)) usual = given;
    }
    varied_.add(name, variable, node, std::move(variation), usual);
  }

  void read_level(const Name& name, uint32_t motive, const Node& node, Variation variation, uint32_t agent) {
    const size_t needs = model_.needs.size();
    const Name& declared = motive < needs ? model_.needs[motive].name : model_.drives[motive - needs].name;
    model_.note_use(
        {name.span.file, name.span.end - static_cast<uint32_t>(declared.text.size()), name.span.end},
        declared);
    variation.part = Part::level;
    variation.entity = entity_of_agent(agent);
    variation.value.index = motive;
    variation.value.owner = agent;
    const Motive& of = motive < needs ? model_.needs[motive].value : model_.drives[motive - needs].value;
    SituationValue usual{motive, {static_cast<float>(of.start.value)}};
    for (const SituationValue& level : situation_.agent_at(agent).levels) {
      if (level.index == motive) usual = level;
    }
    varied_.add(name, level_variable(), node, std::move(variation), usual);
  }

  void read_present(const Name& own, const Node& node, Variation variation) {
    if (values_.is_scene() ? situation_.agent_count() == 1 && is_agent(variation.entity)
                           : is_agent(variation.entity)) {
      diagnostics_.report(Code::given_not_allowed, own.span, "without its one agent nothing happens here")
          .help("take it out, or vary who else is there");
      return;
    }
    variation.part = Part::present;
    Variable truth;
    truth.resolved = {ValueKind::boolean};
    varied_.add(own, truth, node, std::move(variation), SituationValue{0, {1}});
  }

  void read_movement(const Name& own, const Node& node, Variation variation) {
    const auto move = std::ranges::find(situation_.moves, variation.entity, &SituationMove::entity);
    if (move == situation_.moves.end()) {
      const std::string_view who = name_of_entity(situation_, variation.entity);
      const bool is_an_agent = is_agent(variation.entity);
      diagnostics_
          .report(Code::given_not_allowed, own.span,
                  is_an_agent ? fmt::format("`{}` is an agent, which moves as its behaviour says", who)
                              : fmt::format("`{}` does not move, so it has no `{}`", who, own.text))
          .help(is_an_agent || !values_.is_scene()
                    ? std::string("vary its `position`, or how tasks end, under `results`")
                    : fmt::format("give it a path in the scene, such as `moves: {{ {}: {{ path: [[20, 0, 0], "
                                  "[4, 0, 0]] }} }}`, or vary its `position`",
                                  who));
      return;
    }
    if (own.text == "path") return varied_.read_path(own, node, std::move(variation));
    const bool is_speed = own.text == "speed";
    variation.part = is_speed ? Part::speed : Part::starts;
    const Variable variable = is_speed ? measured(Quantity::speed, 0.001, 1000)
                                       : measured(Quantity::duration, 0, kLimits.run_seconds);
    const double usual = is_speed ? move->speed : move->starts;
    if (!check_start(own, node, is_speed)) return;
    varied_.add(own, variable, node, std::move(variation), SituationValue{0, {static_cast<float>(usual)}});
  }

  // A movement that begins when the run is over never does.
  bool check_start(const Name& own, const Node& node, bool is_speed) {
    if (is_speed || !test_.run.given || !is_range(node)) return true;
    Diagnostics said_elsewhere;
    Bounds bounds;
    if (!read_bounds(node.text, inner_span(node), said_elsewhere, bounds)) return true;
    if (bounds.quantity != Quantity::duration || bounds.low < test_.run.value) return true;
    const std::string end = show(test_.run.value, Quantity::duration);
    diagnostics_
        .report(Code::time_outside_run, own.span, fmt::format("by then the run is over: it lasts {}", end))
        .label(test_.run.span, "the run")
        .help(fmt::format("write times below {}, or let it run longer", end));
    return false;
  }

  void read_state(const Name& own, const Node& node, Variation variation) {
    const SituationAgent& agent = situation_.agent_at(agent_of_entity(variation.entity));
    if (agent.agent == kNone) return;
    const auto& states = model_.agents[agent.agent].value.states.value;
    variation.part = Part::state;
    if (states.empty()) {
      diagnostics_
          .report(Code::given_not_allowed, own.span,
                  fmt::format("`{}` has no states", model_.agents[agent.agent].name.text))
          .help("take it out");
      return;
    }
    varied_.add_words(own, node, std::move(variation), "state", names_of(states),
                      agent.state == kNone ? 0 : agent.state,
                      [&](uint32_t index, Span use) { model_.note_use(use, states[index].name); });
  }

  void read_importance(const Name& own, const Node& node, Variation variation) {
    const SituationAgent& agent = situation_.agent_at(agent_of_entity(variation.entity));
    if (agent.agent == kNone) return;
    variation.part = Part::importance;
    if (model_.importance.empty()) {
      diagnostics_.report(Code::unknown_name, own.span, "there are no importance profiles")
          .help("take it out, or declare profiles under `importance`");
      return;
    }
    const uint32_t own_profile = model_.agents[agent.agent].value.importance.index;
    const uint32_t usual = agent.profile == kNone ? own_profile : agent.profile;
    varied_.add_words(own, node, std::move(variation), "importance profile", names_of(model_.importance),
                      usual,
                      [&](uint32_t index, Span use) { model_.note_use(use, model_.importance[index].name); });
  }

  void read_result(const Named<const Node*>& entry) {
    if (entry.value == nullptr || entry.value->kind == NodeKind::poisoned) {
      has_errors_ = true;
      return;
    }
    Name name = entry.name;
    Variation variation;
    variation.part = Part::result;
    variation.name = name.text;
    variation.span = name.span;
    variation.value.owner = kNone;
    const size_t point = name.text.find('.');
    const uint32_t somebody = point == std::string_view::npos || !values_.is_scene()
                                  ? kNone
                                  : find_named(situation_, name.text.substr(0, point));
    if (somebody != kNone && is_agent(somebody)) {
      const auto begin = static_cast<uint32_t>(point + 1);
      values_.note_entity(somebody, {name.span.file, name.span.begin, name.span.begin + begin - 1});
      name = {name.text.substr(begin), {name.span.file, name.span.begin + begin, name.span.end}};
      variation.value.owner = agent_of_entity(somebody);
    }
    variation.task = find_index(model_.tasks, name.text);
    if (variation.task == kNone) return values_.report_unknown(name, "task", {}, model_.tasks);
    model_.note_use(name.span, model_.tasks[variation.task].name);
    varied_.add_words(name, *entry.value, std::move(variation), "ending",
                      std::vector<std::string_view>(kEnds.begin(), kEnds.end()), 0, [](uint32_t, Span) {});
  }

  // The time of what the scene or test does at a time.
  void read_time(const Timed<const Node*>& entry) {
    if (!entry.time.given || entry.value == nullptr || entry.value->kind == NodeKind::poisoned) {
      has_errors_ = true;
      return;
    }
    const auto is_then = [&](double seconds) { return std::abs(seconds - entry.time.value) < 1e-9; };
    if (varies_ && std::ranges::any_of(test_.with.value.at, [&](const Timed<const Node*>& fixed) {
          return is_then(fixed.time.value);
        })) {
      diagnostics_
          .report(Code::defined_twice, entry.time.span, "this time stands under `vary` and under `with`")
          .help("take one of the two out");
      return;
    }
    Variation variation;
    variation.part = Part::time;
    variation.name = show(entry.time.value, Quantity::duration);
    variation.span = entry.time.span;
    const auto& changes = situation_.course.changes;
    bool adds = false;
    for (uint32_t i = 0; i < changes.size(); ++i) {
      if (!is_then(changes[i].seconds)) continue;
      variation.moments.push_back(i);
      adds = adds || !changes[i].add.empty();
    }
    const std::string written = variation.name;
    const Name name{written, entry.time.span};
    if (variation.moments.empty()) {
      auto report = diagnostics_.report(Code::given_not_allowed, entry.time.span,
                                        fmt::format("nothing changes at {}", variation.name));
      std::vector<std::string> times;
      for (const Course::Change& change : changes) {
        const std::string time = show(change.seconds, Quantity::duration);
        if (std::ranges::find(times, time) == times.end()) times.push_back(time);
      }
      const std::vector<std::string_view> known(times.begin(), times.end());
      report.help(
          known.empty()
              ? std::string("this moves what stands under `at` of the scene or test, and there is none")
              : fmt::format("something does at {}", quoted_list(known, "and")));
      return;
    }
    if (adds) {
      diagnostics_
          .report(Code::given_not_allowed, entry.time.span,
                  fmt::format("somebody comes at {}, and may be named from then on", variation.name))
          .help("let them be there from the beginning, and vary where they are or when they start to move");
      return;
    }
    varied_.add(name, measured(Quantity::duration, 0, kLimits.run_seconds), *entry.value,
                std::move(variation), SituationValue{0, {static_cast<float>(entry.time.value)}});
  }

  [[nodiscard]] const SituationEntity& somebody(uint32_t entity) const {
    return is_agent(entity) ? situation_.agent_at(agent_of_entity(entity)).self : situation_.entities[entity];
  }

  [[nodiscard]] uint32_t find_field(uint32_t entity, std::string_view name) const {
    const uint32_t thing = somebody(entity).thing;
    return thing == kNone ? kNone : find_index(model_.things[thing].value.fields, name);
  }

  [[nodiscard]] bool is_moved(uint32_t entity) const {
    return std::ranges::find(situation_.moves, entity, &SituationMove::entity) != situation_.moves.end();
  }

  [[nodiscard]] uint32_t find_carried(std::string_view name) const {
    const auto find_in = [&](const Map<Motive>& motives, std::string_view prefix) {
      if (!name.starts_with(prefix)) return kNone;
      const uint32_t index = find_index(motives, name.substr(prefix.size()));
      return index != kNone && motives[index].value.is_carried() ? index : kNone;
    };
    const uint32_t need = find_in(model_.needs, "needs.");
    if (need != kNone) return need;
    const uint32_t drive = find_in(model_.drives, "drives.");
    return drive == kNone ? kNone : static_cast<uint32_t>(model_.needs.size()) + drive;
  }

  void report_unknown_of(const Name& own, uint32_t entity) {
    std::vector<std::string_view> known(kOfAnybody.begin(), kOfAnybody.end());
    if (is_agent(entity)) known.insert(known.end(), kOfAgents.begin(), kOfAgents.end());
    if (is_moved(entity)) known.insert(known.end(), kOfMovers.begin(), kOfMovers.end());
    const std::string_view who = name_of_entity(situation_, entity);
    const bool is_key = find_index(model_.blackboard, own.text) != kNone;
    if (is_key) {
      const bool is_self = entity == kSelfEntity && !values_.is_scene();
      diagnostics_
          .report(Code::given_not_allowed, own.span,
                  is_self ? fmt::format("`{}` is a key of the agent", own.text)
                          : fmt::format("`{}` is a key, and `{}` is no agent", own.text, who))
          .help(is_self ? fmt::format("write `{}` alone", own.text)
                        : "name an agent, or a field of its thing");
      return;
    }
    const uint32_t thing = somebody(entity).thing;
    if (thing != kNone) {
      for (const auto& field : model_.things[thing].value.fields) known.push_back(field.name.text);
    }
    values_.report_unknown(
        own, who.empty() ? "part of the agent called" : fmt::format("part of `{}` called", who), known);
  }

  static constexpr KeyUse kUse{"cannot vary", "vary"};

  const Model& model_;
  const Test& test_;
  bool varies_;
  const Setting<Variations>& written_;
  Situation& situation_;
  Diagnostics& diagnostics_;
  SituationValues values_{model_, situation_, diagnostics_};
  VariedValues varied_{model_, varies_, situation_, values_, diagnostics_};
  bool has_errors_ = false;  // of what could not be read
};

}  // namespace

std::vector<Variation> read_variations(const Model& model, const Test& test, Situation& situation,
                                       Diagnostics& diagnostics) {
  if (!test.vary.given) return {};
  return VariationReader(model, test, true, situation, diagnostics).read();
}

void read_with(const Model& model, const Test& test, Situation& situation, Diagnostics& diagnostics) {
  if (!test.with.given) return;
  const std::vector<Variation> fixed = VariationReader(model, test, false, situation, diagnostics).read();
  std::vector<double> numbers(numbers_of(fixed));
  for (const Variation& one : fixed) {
    if (!one.is_of_choices()) numbers[one.first] = one.ranges[0].low;
  }
  vary(fixed, numbers, situation);
}

}  // namespace ishi::compiler
