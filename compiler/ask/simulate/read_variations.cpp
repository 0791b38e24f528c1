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
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;
using Part = Variation::Part;

constexpr std::array kEnds = {"completed"sv, "failed"sv, "never"sv};
constexpr size_t kMostDetours = 16;
constexpr size_t kMostNumbers = 256;  // of a run
// The parts of an agent or entity besides keys, levels and fields.
constexpr std::array kOfAnybody = {"position"sv, "facing"sv, "present"sv};
constexpr std::array kOfAgents = {"state"sv, "importance"sv};
constexpr std::array kOfMovers = {"starts"sv, "speed"sv, "path"sv};

bool has(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_range(const Node& node) {
  return node.kind == NodeKind::scalar &&
         (node.text.find("..") != std::string_view::npos || is_meant_as_range(node.text));
}

bool is_any(const Node& node) { return node.kind == NodeKind::scalar && node.text == "any"; }

bool is_list_of_lists(const Node& node) {
  return node.kind == NodeKind::sequence && !node.items.empty() && node.items[0]->kind == NodeKind::sequence;
}

bool is_number(const Node& node) {
  const size_t sign = node.text.starts_with('-') ? 1 : 0;
  return node.kind == NodeKind::scalar && number_length(node.text.substr(sign)) > 0;
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

// So many decimals that some thousand round numbers lie in a range.
int decimals_of(double width) { return 3 - static_cast<int>(std::floor(std::log10(width))); }

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
    if (varies_ && variations_.empty() && !has_errors_ && !diagnostics_.is_in_doubt(written_.span) &&
        written_.value.values.empty() &&
        written_.value.results.empty() && written_.value.at.empty()) {
      diagnostics_.report(Code::test_checks_nothing, written_.span, "nothing varies here")
          .help("say what does, such as `{ ann.hp: 1..100 }`, or take `vary` out");
    }
    size_t first = 0;
    for (Variation& variation : variations_) {
      variation.first = first;
      first += variation.count;
    }
    if (first > kMostNumbers) {
      diagnostics_
          .report(Code::too_many_entries, written_.span,
                  fmt::format("a run would have {} numbers, and {} are the most", first, kMostNumbers))
          .help("vary less in one test, or let paths have fewer detours");
      variations_.clear();
    }
    return std::move(variations_);
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
      return add(own, place, node, std::move(variation), SituationValue{0, usual});
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
      return add(own, variable, node, std::move(variation),
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
    add(name, variable, node, std::move(variation), usual);
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
    add(name, level_variable(), node, std::move(variation), usual);
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
    add(own, truth, node, std::move(variation), SituationValue{0, {1}});
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
    if (own.text == "path") return read_path(own, node, std::move(variation));
    const bool is_speed = own.text == "speed";
    variation.part = is_speed ? Part::speed : Part::starts;
    const Variable variable = is_speed ? measured(Quantity::speed, 0.001, 1000)
                                       : measured(Quantity::duration, 0, kLimits.run_seconds);
    const double usual = is_speed ? move->speed : move->starts;
    if (!check_start(own, node, is_speed)) return;
    add(own, variable, node, std::move(variation), SituationValue{0, {static_cast<float>(usual)}});
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

  void read_path(const Name& own, const Node& node, Variation variation) {
    variation.part = Part::path;
    if (node.kind == NodeKind::mapping) {
      if (varies_) return read_detours(node, std::move(variation));
      return report_shape(node, "a path is a list of places", "[[20, 0, 0], [4, 0, 0]]");
    }
    const bool is_one = is_list_of_lists(node) && !is_list_of_lists(*node.items[0]);
    const bool are_several = is_list_of_lists(node) && is_list_of_lists(*node.items[0]);
    if (!varies_ && is_one) {
      if (!read_one_path(node, variation)) return;
    } else if (varies_ && are_several) {
      for (const Node* item : node.items) {
        if (!read_one_path(*item, variation)) return;
      }
    } else if (varies_) {
      return report_shape(node,
                          is_one ? "this is one path, so it does not vary" : "paths are lists of places",
                          "{ detours: 3, within: [[0, 0, 0], [40, 0, 20]] }, or a list of paths");
    } else {
      return report_shape(node, "a path is a list of places", "[[20, 0, 0], [4, 0, 0]]");
    }
    finish(own, std::move(variation));
  }

  bool read_one_path(const Node& node, Variation& variation) {
    VariedChoice& choice = variation.choices.emplace_back();
    for (const Node* place : node.items) {
      Vector at{};
      if (!read_vector(*place, false, "a place of `path`", diagnostics_, at)) return false;
      choice.path.push_back(at);
      choice.text += fmt::format("{}{}", choice.text.empty() ? "" : ", ", written_point(at));
    }
    choice.text = fmt::format("[{}]", choice.text);
    return true;
  }

  // { detours: 3, within: [[0, 0, 0], [40, 0, 20]] }
  void read_detours(const Node& node, Variation variation) {
    const Node* const detours = node.find("detours");
    const Node* const within = node.find("within");
    const bool is_right = detours != nullptr && within != nullptr && node.entries.size() == 2 &&
                          within->kind == NodeKind::sequence && within->items.size() == 2;
    if (!is_right)
      return report_shape(node, "detours have a number and the corners of where they may lead",
                          "{ detours: 3, within: [[0, 0, 0], [40, 0, 20]] }");
    double count = 0;
    if (detours->kind != NodeKind::scalar ||
        !read_whole(detours->text, detours->span, "`detours`", diagnostics_, count))
      return;
    if (count < 1 || count > kMostDetours) {
      diagnostics_
          .report(Code::number_out_of_range, detours->span,
                  fmt::format("`detours` is at least 1 and at most {}", kMostDetours))
          .help("write how many places may come between, such as 3");
      return;
    }
    Vector from{}, to{};
    if (!read_vector(*within->items[0], false, "a corner", diagnostics_, from) ||
        !read_vector(*within->items[1], false, "a corner", diagnostics_, to))
      return;
    for (size_t i = 0; i < from.size(); ++i)
      variation.ranges.push_back(range_between(std::min(from[i], to[i]), std::max(from[i], to[i])));
    if (from == to) {
      diagnostics_.report(Code::bad_range, within->span, "both corners are the same place")
          .help("write two opposite corners, such as [[0, 0, 0], [40, 0, 20]]");
      return;
    }
    variation.detours = static_cast<uint32_t>(count);
    variation.count = 1 + 3 * static_cast<size_t>(count);
    variation.may_be_left_out = true;  // without a detour
    variations_.push_back(std::move(variation));
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
    add_words(own, node, std::move(variation), "state", names_of(states),
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
    add_words(own, node, std::move(variation), "importance profile", names_of(model_.importance), usual,
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
    add_words(name, *entry.value, std::move(variation), "ending",
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
    add(name, measured(Quantity::duration, 0, kLimits.run_seconds), *entry.value, std::move(variation),
        SituationValue{0, {static_cast<float>(entry.time.value)}});
  }

  // Reads the values of something of this type. `usual`: what the situation gives.
  void add(const Name& name, const Variable& variable, const Node& node, Variation variation,
           const SituationValue& usual) {
    const Type& type = variable.resolved;
    if (type.kind == ValueKind::error) return;
    const bool is_number_type = type.kind == ValueKind::number || type.kind == ValueKind::integer;
    variation.unit = unit_of(variable);
    const bool takes_any = varies_ && is_any(node);
    if (!varies_) {
      if (is_range(node) || takes_any || is_any(node)) return report_several(name, node);
      if (!add_choice(variable, node, name, variation)) return;
    } else if (is_number_type && (takes_any || is_range(node))) {
      if (!add_range(name, variable, node, variation)) return;
    } else if (type.kind == ValueKind::point && is_box(node)) {
      if (!add_box(node, variation)) return;
    } else if (takes_any) {
      if (!add_all(name, variable, variation)) return;
    } else if (node.kind == NodeKind::sequence && !is_single_vector(type, node)) {
      if (is_number_type && node.items.size() == 2 && is_number(*node.items[0]) && is_number(*node.items[1]))
        return report_list_as_range(name, node);
      for (const Node* item : node.items) {
        if (!add_choice(variable, *item, name, variation)) return;
      }
    } else {
      return report_one_value(name, variable, node);
    }
    variation.may_be_left_out = has_value(variation, usual);
    finish(name, std::move(variation));
  }

  static bool is_single_vector(const Type& type, const Node& node) {
    return (type.kind == ValueKind::point || type.kind == ValueKind::direction) && !is_list_of_lists(node);
  }

  static bool is_box(const Node& node) {
    return node.kind == NodeKind::sequence && node.items.size() == 3 &&
           std::ranges::any_of(node.items, [](const Node* item) { return is_range(*item); });
  }

  // True if `usual` is among the varied values. Numbers are compared as floats, as in the runtime.
  static bool has_value(const Variation& variation, const SituationValue& usual) {
    if (variation.is_of_choices())
      return std::ranges::any_of(variation.choices, [&](const VariedChoice& choice) {
        return choice.value.value == usual.value && choice.value.entity == usual.entity;
      });
    const double factor = variation.unit == nullptr ? 1 : variation.unit->factor;
    for (size_t i = 0; i < variation.ranges.size(); ++i) {
      const double value = usual.value[i];
      const VariedRange& range = variation.ranges[i];
      if (value < static_cast<float>(range.low * factor) || value > static_cast<float>(range.high * factor))
        return false;
    }
    return true;
  }

  // A list with one value, or with the same one several times, does not vary.
  void finish(const Name& name, Variation variation) {
    if (varies_ && variation.choices.size() == 1) {
      RunText only;
      (variation.part == Part::result ? only.results : only.values)
          .emplace_back(variation.name, variation.choices[0].text);
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("`{}` has one value here, so it does not vary", name.text))
          .help(fmt::format("add others, or write it under `with`: `with: {}`", only.text()));
      return;
    }
    variation.count = variation.is_of_choices() ? 1 : variation.ranges.size();
    variations_.push_back(std::move(variation));
  }

  bool add_choice(const Variable& variable, const Node& node, const Name& name, Variation& variation) {
    VariedChoice choice;
    if (variation.part == Part::starts || variation.part == Part::speed || variation.part == Part::time) {
      double number = 0;
      const Quantity quantity = variable.resolved.quantity;
      if (node.kind != NodeKind::scalar ||
          !read_quantity(node.text, inner_span(node), quantity, fmt::format("`{}`", name.text), diagnostics_,
                         number))
        return false;
      if (!check_end(name, variable, number, node)) return false;
      // A single number is a range of itself: choices hold floats, and this is as exact as what a scene says.
      variation.unit = nullptr;
      variation.ranges = {{number, number, 0}};
      return true;
    }
    if (!values_.read_value(variable, node, name.text, choice.value)) return false;
    choice.text = text_of(node);
    variation.choices.push_back(std::move(choice));
    return true;
  }

  static std::string text_of(const Node& node) {
    if (node.kind != NodeKind::sequence) return std::string(node.text);
    std::string text;
    for (const Node* item : node.items) text += fmt::format("{}{}", text.empty() ? "" : ", ", item->text);
    return fmt::format("[{}]", text);
  }

  bool add_range(const Name& name, const Variable& variable, const Node& node, Variation& variation) {
    const Type& type = variable.resolved;
    if (is_any(node)) {
      if (!variable.has_range()) {
        diagnostics_
            .report(Code::wrong_literal, node.span,
                    fmt::format("`{}` has no declared range, so `any` has no ends", name.text))
            .help("write a range, such as 0..100");
        return false;
      }
      variation.ranges = {range_of(variable.low, variable.high, variation.unit, type)};
      return true;
    }
    Bounds bounds;
    if (!read_bounds(node.text, inner_span(node), diagnostics_, bounds)) return false;
    if (bounds.quantity != type.quantity) {
      diagnostics_
          .report(Code::unit_unexpected, inner_span(node),
                  fmt::format("`{}` is {}, but `{}` measures {}", name.text, describe(type.quantity),
                              node.text, describe(bounds.quantity)))
          .help(type.quantity == Quantity::number
                    ? std::string("leave the units out")
                    : fmt::format("write the unit at both ends, such as 0{0}..8{0}",
                                  usual_unit(type.quantity)));
      return false;
    }
    if (bounds.unit != nullptr) variation.unit = bounds.unit;
    const bool has_ends = variable.has_range() || variable.range.span.end == 0;
    const double low = variable.low, high = variable.high;
    if (has_ends && low < high &&
        (static_cast<float>(bounds.low) < variable.low || static_cast<float>(bounds.high) > variable.high)) {
      const double least = std::max(bounds.low, low), most = std::min(bounds.high, high);
      const auto text = [&](double end) { return show(end, type.quantity, variation.unit); };
      auto report = diagnostics_.report(Code::default_outside_range, inner_span(node),
                                        fmt::format("`{}` goes from {} to {}, but `{}` reaches further",
                                                    name.text, text(low), text(high), node.text));
      if (variable.range.given && variable.range.span.end != 0)
        report.label(variable.range.span, "its range");
      if (least < most) {
        const std::string mended = fmt::format("{}..{}", text(least), text(most));
        report.help(fmt::format("write `{}`: nothing beyond can be", mended)).edit(inner_span(node), mended);
      } else {
        report.help("name a range that it can reach");
      }
      return false;
    }
    variation.ranges = {range_of(bounds.low, bounds.high, variation.unit, type)};
    if (variation.ranges[0].low > variation.ranges[0].high) {
      diagnostics_
          .report(Code::bad_range, inner_span(node), fmt::format("no whole number lies in `{}`", node.text))
          .help("write whole ends, such as 0..3");
      return false;
    }
    return true;
  }

  // `low` and `high` in base units.
  static VariedRange range_of(double low, double high, const UnitRow* unit, const Type& type) {
    const double factor = unit == nullptr ? 1 : unit->factor;
    VariedRange range = range_between(low / factor, high / factor);
    if (type.kind != ValueKind::integer) return range;
    range.low = std::ceil(range.low);
    range.high = std::floor(range.high);
    range.decimals = std::min(range.decimals, 0);
    return range;
  }

  // Ends are as they were written: a division by a unit's factor leaves a trace behind the ninth digit.
  static VariedRange range_between(double low, double high) {
    const auto clean = [](double end) {
      constexpr double kNine = 1e9;
      return std::abs(end) < 1e6 ? std::round(end * kNine) / kNine : end;
    };
    VariedRange range{clean(low), clean(high), 0};
    if (range.low < range.high) range.decimals = decimals_of(range.high - range.low);
    return range;
  }

  bool add_box(const Node& node, Variation& variation) {
    for (const Node* item : node.items) {
      Bounds bounds;
      if (!is_range(*item)) {
        double number = 0;
        if (!read_quantity(item->text, item->span, Quantity::number, "each of x, y and z", diagnostics_,
                           number))
          return false;
        bounds = {number, number, Quantity::number};
      } else if (!read_bounds(item->text, inner_span(*item), diagnostics_, bounds)) {
        return false;
      }
      if (bounds.quantity != Quantity::number) {
        diagnostics_
            .report(Code::unit_unexpected, inner_span(*item),
                    fmt::format("coordinates are bare numbers, but `{}` has a unit", item->text))
            .help("leave the unit out: coordinates are metres");
        return false;
      }
      variation.ranges.push_back(range_between(bounds.low, bounds.high));
    }
    return true;
  }

  // `any` of what has few values.
  bool add_all(const Name& name, const Variable& variable, Variation& variation) {
    const Type& type = variable.resolved;
    const auto add_one = [&](float value, std::string_view text) {
      VariedChoice choice;
      choice.value.value[0] = value;
      choice.text = text;
      variation.choices.push_back(std::move(choice));
    };
    switch (type.kind) {
      case ValueKind::boolean:
        add_one(0, "false");
        add_one(1, "true");
        return true;
      case ValueKind::enumeration: {
        const auto& members = model_.enums[type.reference].value.members;
        for (size_t i = 0; i < members.size(); ++i) add_one(static_cast<float>(i), members[i].text);
        return true;
      }
      case ValueKind::direction: {
        constexpr std::array<std::pair<int, int>, 8> kAround = {
            {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
        for (const auto& [right, ahead] : kAround) {
          VariedChoice choice;
          const auto r = static_cast<float>(right), a = static_cast<float>(ahead);
          choice.value.value = model_.up.value == Up::y ? Vector{r, 0, a} : Vector{r, a, 0};
          choice.text = written_point(choice.value.value);
          variation.choices.push_back(std::move(choice));
        }
        return true;
      }
      case ValueKind::entity: {
        VariedChoice& nobody = variation.choices.emplace_back();
        nobody.text = "nothing";
        for (const std::string_view one : values_.named_entities(true)) {
          const uint32_t entity = find_named(situation_, one);
          if (type.reference != kNone && somebody(entity).thing != type.reference) continue;
          VariedChoice choice;
          choice.value.entity = entity;
          choice.text = one;
          variation.choices.push_back(std::move(choice));
        }
        return true;
      }
      default:
        diagnostics_
            .report(Code::wrong_literal, name.span, fmt::format("`{}` cannot be `any` place", name.text))
            .help("write ranges of its coordinates, such as [0..40, 0, 0..20], or a list of places");
        return false;
    }
  }

  // Words of which each stands for an index.
  template <class Note>
  void add_words(const Name& name, const Node& node, Variation variation, std::string_view noun,
                 const std::vector<std::string_view>& words, uint32_t usual, Note note) {
    std::vector<const Node*> items;
    if (node.kind == NodeKind::sequence) items = node.items;
    if (node.kind == NodeKind::scalar && !is_any(node)) items = {&node};
    if (node.kind == NodeKind::mapping || (!varies_ && (node.kind != NodeKind::scalar || is_any(node))))
      return varies_ ? report_shape(node, fmt::format("this is a list of {}s", noun),
                                    fmt::format("[{}]", fmt::join(words, ", ")))
                     : report_several(name, node);
    if (is_any(node)) {
      for (uint32_t i = 0; i < words.size(); ++i) add_word(i, words[i], variation);
    }
    for (const Node* item : items) {
      const auto found = item->kind == NodeKind::scalar ? std::ranges::find(words, item->text) : words.end();
      if (found == words.end()) {
        auto report = diagnostics_.report(Code::unknown_name, item->span,
                                          fmt::format("there is no {} `{}`", noun, item->text));
        if (!report.is_kept()) return;
        report.suggest_or(item->span, item->text, words, [&] {
          return fmt::format("there {} {}", words.size() == 1 ? "is" : "are", quoted_list(words, "and"));
        });
        return;
      }
      const auto index = static_cast<uint32_t>(found - words.begin());
      note(index, item->span);
      add_word(index, *found, variation);
    }
    variation.may_be_left_out = std::ranges::any_of(variation.choices, [&](const VariedChoice& choice) {
      return choice.value.value[0] == static_cast<float>(usual);
    });
    finish(name, std::move(variation));
  }

  static void add_word(uint32_t index, std::string_view word, Variation& variation) {
    VariedChoice choice;
    choice.value.value[0] = static_cast<float>(index);
    choice.text = word;
    variation.choices.push_back(std::move(choice));
  }

  // A time or speed that lies where it can.
  bool check_end(const Name& name, const Variable& variable, double number, const Node& node) {
    if (number >= variable.low && number <= variable.high) return true;
    const Quantity quantity = variable.resolved.quantity;
    diagnostics_
        .report(Code::number_out_of_range, node.span,
                fmt::format("`{}` goes from {} to {}", name.text, show(variable.low, quantity),
                            show(variable.high, quantity)))
        .help("write a number that lies there");
    return false;
  }

  [[nodiscard]] const UnitRow* unit_of(const Variable& variable) const {
    const Quantity quantity = variable.resolved.quantity;
    return quantity == Quantity::number ? nullptr : find_unit(written_or_usual(variable.unit, quantity));
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

  void report_shape(const Node& node, std::string_view what, std::string_view example) {
    diagnostics_.report(Code::wrong_shape, node.span, std::string(what))
        .help(fmt::format("such as {}", example));
  }

  void report_several(const Name& name, const Node& node) {
    diagnostics_
        .report(Code::wrong_literal, node.span,
                fmt::format("under `with` `{}` has one value, but here is {}", name.text,
                            is_range(node) ? "a range"
                            : is_any(node) ? "`any`"
                                           : describe(node)))
        .help("write one value, or move it to `vary`");
  }

  void report_block(const Name& name, const Variable& variable, const Node& node) {
    const Type& type = variable.resolved;
    std::string_view wanted = "a list of values, or `any`";
    std::string example = "any";
    if (type.kind == ValueKind::number || type.kind == ValueKind::integer) {
      wanted = "a range, a list of values, or `any`";
      const bool has_range = variable.has_range();
      example = fmt::format("{}..{}", show(has_range ? variable.low : 0, type.quantity),
                            show(has_range ? variable.high : 30, type.quantity));
    } else if (type.kind == ValueKind::point) {
      wanted = "ranges of coordinates, or a list of places";
      example = "[0..40, 0, 0..20]";
    } else if (type.kind == ValueKind::enumeration) {
      std::vector<std::string_view> words;
      for (const Name& member : model_.enums[type.reference].value.members) words.push_back(member.text);
      example = fmt::format("[{}]", fmt::join(words, ", "));
    }
    report_shape(node, fmt::format("`{}` takes {}", name.text, wanted), example);
  }

  void report_one_value(const Name& name, const Variable& variable, const Node& node) {
    if (node.kind == NodeKind::mapping) return report_block(name, variable, node);
    // A wrong value has a message of its own.
    SituationValue read;
    if (!values_.read_value(variable, node, name.text, read)) return;
    const bool is_point = variable.resolved.kind == ValueKind::point;
    const bool is_plain =
        variable.resolved.kind == ValueKind::number || variable.resolved.kind == ValueKind::integer;
    diagnostics_
        .report(Code::given_not_allowed, node.span,
                fmt::format("`{}` has one value here, so it does not vary", name.text))
        .help(fmt::format("write {}, or write it under `with`",
                          is_plain   ? "a range, such as 0..30"
                          : is_point ? "ranges of coordinates, such as [0..40, 0, 0..20], or a list of places"
                                     : "a list of values, or `any`"));
  }

  void report_list_as_range(const Name& name, const Node& node) {
    const std::string mended = fmt::format("{}..{}", node.items[0]->text, node.items[1]->text);
    diagnostics_
        .report(Code::wrong_literal, node.span,
                fmt::format("a range of `{}` is written with two dots, not as a list", name.text))
        .help(fmt::format("write `{}`; for these two values alone write a test for each", mended))
        .edit(node.span, mended);
  }

  static constexpr KeyUse kUse{"cannot vary", "vary"};

  const Model& model_;
  const Test& test_;
  bool varies_;
  const Setting<Variations>& written_;
  Situation& situation_;
  Diagnostics& diagnostics_;
  SituationValues values_{model_, situation_, diagnostics_};
  std::vector<Variation> variations_;
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
