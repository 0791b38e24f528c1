#include "simulate/situation_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/node_words.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "language/words.h"
#include "resolve/literal.h"
#include "resolve/names.h"
#include "syntax/tree.h"

namespace ishi::compiler {

namespace {

// "needs.hunger", or "hunger".
bool is_level_of(const Map<Motive>& motives, std::string_view prefix, std::string_view name) {
  return find_index(motives, name.starts_with(prefix) ? name.substr(prefix.size()) : name) != kNone;
}

}  // namespace

Vector forward(const Model& model) { return model.up.value == Up::y ? Vector{0, 0, 1} : Vector{0, 1, 0}; }

// "ann.hp": the owner, and the name without it; the whole where no agent or team has that name.
namespace {

struct OwnedName {
  std::string_view owner;
  Name name;
};

OwnedName split(const Name& name) {
  const size_t point = name.text.find('.');
  if (point == std::string_view::npos) return {{}, name};
  const auto begin = static_cast<uint32_t>(point + 1);
  return {name.text.substr(0, point),
          {name.text.substr(begin), {name.span.file, name.span.begin + begin, name.span.end}}};
}

uint32_t find_carried(const Model& model, std::string_view name) {
  const auto find_in = [&](const Map<Motive>& motives, std::string_view prefix) {
    if (!name.starts_with(prefix)) return kNone;
    const uint32_t index = find_index(motives, name.substr(prefix.size()));
    return index != kNone && motives[index].value.is_carried() ? index : kNone;
  };
  const uint32_t need = find_in(model.needs, "needs.");
  if (need != kNone) return need;
  const uint32_t drive = find_in(model.drives, "drives.");
  return drive == kNone ? kNone : static_cast<uint32_t>(model.needs.size()) + drive;
}

// `hunger` of "needs.hunger".
void note_motive(const Model& model, const Name& name, uint32_t motive) {
  const size_t needs = model.needs.size();
  const Name& declared = motive < needs ? model.needs[motive].name : model.drives[motive - needs].name;
  model.note_use({name.span.file, name.span.end - static_cast<uint32_t>(declared.text.size()), name.span.end},
                 declared);
}

const Variable& level_variable() {
  static const Variable kLevel = [] {
    Variable level;
    level.resolved = {ValueKind::number};
    level.low = 0;
    level.high = 1;
    return level;
  }();
  return kLevel;
}

}  // namespace

void SituationValues::read_all(const Map<const Node*>& written, const KeyUse& use, KeyPlace place,
                               GivenValues& given) {
  for (const auto& entry : written) {
    const OwnedName owned = is_scene() ? split(entry.name) : OwnedName{{}, entry.name};
    const uint32_t entity = owned.owner.empty() ? kNone : find_named(situation_, owned.owner);
    const uint32_t team = owned.owner.empty() ? kNone : find_index(model_.teams, owned.owner);
    if (entity != kNone && !check_presence(entity, {owned.owner, entry.name.span})) continue;
    const Span owner{entry.name.span.file, entry.name.span.begin,
                     entry.name.span.begin + static_cast<uint32_t>(owned.owner.size())};
    if (team != kNone && entity == kNone) model_.note_use(owner, model_.teams[team].name);
    if (entity != kNone) note_entity(entity, owner);
    if (entity != kNone && is_agent(entity)) {
      read_one({owned.name, entry.value}, agent_of_entity(entity), use, place, given);
    } else if (team != kNone) {
      read_team({owned.name, entry.value}, team, use, given.keys);
    } else {
      read_one(entry, kNone, use, place, given);
    }
  }
}

void SituationValues::read_team(const Named<const Node*>& entry, uint32_t team, const KeyUse& use,
                                std::vector<SituationValue>& keys) {
  const uint32_t key = find_key(entry.name, use);
  if (key == kNone || entry.value == nullptr) return;
  if (model_.blackboard[key].value.scope.value != Scope::team) {
    diagnostics_
        .report(Code::given_not_allowed, entry.name.span,
                fmt::format("`{}` is no key of teams", entry.name.text))
        .help(model_.blackboard[key].value.scope.value == Scope::world
                  ? "take the team's name out: the whole world has one value"
                  : fmt::format("name one of the agents instead, such as `{}.{}`", situation_.name,
                                entry.name.text));
    return;
  }
  SituationValue value{key};
  value.owner = team;
  if (read_value(model_.blackboard[key].value, *entry.value, entry.name.text, value)) keys.push_back(value);
}

// `owner`: the agent that is named; kNone: nobody is.
void SituationValues::read_one(const Named<const Node*>& entry, uint32_t owner, const KeyUse& use,
                               KeyPlace place, GivenValues& given) {
  const bool is_of_one =
      place != KeyPlace::shared && (owner != kNone || !is_scene() || place == KeyPlace::given);
  const uint32_t agent = owner == kNone ? self_ : owner;
  if (const uint32_t motive = find_carried(model_, entry.name.text); motive != kNone) {
    note_motive(model_, entry.name, motive);
    if (!is_of_one) return report_owner(entry.name, place);
    SituationValue level{motive};
    level.owner = agent;
    if (entry.value != nullptr && !report_level(entry.name, *entry.value) &&
        read_value(level_variable(), *entry.value, entry.name.text, level))
      given.levels.push_back(level);
    return;
  }
  if (!named_in_since(entry.name).text.empty()) {
    if (!is_of_one) return report_owner(entry.name, place);
    return read_moment(entry, agent, given.moments);
  }
  if (report_owned(entry.name, place)) return;
  const uint32_t key = find_key(entry.name, use);
  if (key == kNone || entry.value == nullptr) return;
  const Scope scope = model_.blackboard[key].value.scope.value;
  if (scope == Scope::agent && !is_of_one) return report_owner(entry.name, place);
  if (scope != Scope::agent && is_scene() && (place == KeyPlace::given || owner != kNone)) {
    diagnostics_
        .report(Code::given_not_allowed, entry.name.span,
                fmt::format("`{}` is a key of {}, not of one agent", entry.name.text,
                            scope == Scope::world ? "the world" : "a team"))
        .help(place == KeyPlace::given ? "write it under `shared` of the scene"
                                       : "take the agent's name out");
    return;
  }
  SituationValue value{key};
  value.owner = scope == Scope::agent ? agent : scope == Scope::team && is_scene() ? kNone : 0;
  const uint32_t before = std::exchange(self_, owner == kNone ? self_ : owner);
  if (read_value(model_.blackboard[key].value, *entry.value, entry.name.text, value))
    given.keys.push_back(value);
  self_ = before;
}

// A level beyond 1, such as `40`, which may be meant as a percentage. Returns true if it is one.
bool SituationValues::report_level(const Name& name, const Node& node) {
  Measure level;
  Diagnostics said_elsewhere;
  const bool is_number = node.kind == NodeKind::scalar && read_measure(node.text, {}, said_elsewhere, level);
  if (!is_number || level.quantity != Quantity::number || (level.value >= 0 && level.value <= 1))
    return false;
  auto report = diagnostics_.report(
      Code::default_outside_range, node.span,
      fmt::format("a level goes from 0 (satisfied) to 1, but `{}` is given {}", name.text, node.text));
  constexpr double kPercent = 100, kLeast = 5;
  if (level.value >= kLeast && level.value <= kPercent && !node.text.ends_with('%')) {
    const std::string share = show(level.value / kPercent, Quantity::number);
    report.help(fmt::format("write `{}` for {} of a hundred", share, node.text))
        .edit(node.span, share)
        .guess();
  } else {
    report.help("write a number from 0 to 1, such as 0.4");
  }
  return true;
}

// A key or level of one agent where nobody is named.
void SituationValues::report_owner(const Name& name, KeyPlace place) {
  diagnostics_
      .report(Code::given_not_allowed, name.span,
              fmt::format("`{}` is each agent's own, and it is not said whose", name.text))
      .help(place == KeyPlace::shared
                ? fmt::format("write it under the agent, such as `{}: {{ given: {{ {}: … }} }}`",
                              situation_.name, name.text)
                : fmt::format("name the agent, such as `{}.{}`", situation_.name, name.text));
}

uint32_t SituationValues::find_key(const Name& name, const KeyUse& use) {
  const uint32_t key = find_index(model_.blackboard, name.text);
  if (key != kNone) {
    model_.note_use(name.span, model_.blackboard[key].name);
    return key;
  }
  if (const uint32_t entity = find_named(situation_, name.text);
      is_scene() && entity != kNone && is_agent(entity)) {
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` is an agent of the scene, and no key", name.text))
        .help(fmt::format("write its keys with its name before them, such as `{}.{}: …`", name.text,
                          model_.blackboard.empty() ? "hp" : model_.blackboard[0].name.text));
    return kNone;
  }
  const bool is_level =
      is_level_of(model_.needs, "needs.", name.text) || is_level_of(model_.drives, "drives.", name.text);
  if (const std::string carried = carried_level(name.text); !carried.empty()) {
    auto report =
        diagnostics_.report(Code::given_not_allowed, name.span,
                            fmt::format("`{}` is a level that the agent carries, and no key", name.text));
    if (use.is_expected)
      report.help(fmt::format("levels are expected beside the keys: `level: {{ {}: 0.3..0.4 }}`",
                              carried.substr(carried.find('.') + 1)));
    else
      report.help(fmt::format("write `{}`", carried)).edit(name.span, carried);
    return kNone;
  }
  if (is_level || find_index(model_.values, name.text) != kNone) {
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` is computed from keys and {}", name.text, use.cannot))
        .help(fmt::format("{} the keys that {} made of", use.verb, is_level ? "its level is" : "it is"));
    return kNone;
  }
  if (use.is_expected && is_scene()) {
    const OwnedName owned = split(name);
    const uint32_t other = owned.owner.empty() ? kNone : find_named(situation_, owned.owner);
    if (other != kNone && is_agent(other)) {
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("what `{0}` has is expected under `{0}`", owned.owner))
          .help(
              fmt::format("write `agents: {{ {}: {{ key: {{ {}: … }} }} }}`", owned.owner, owned.name.text));
      return kNone;
    }
  }
  std::vector<std::string> levels;
  for (const auto& need : model_.needs) levels.push_back(fmt::format("needs.{}", need.name.text));
  for (const auto& drive : model_.drives) levels.push_back(fmt::format("drives.{}", drive.name.text));
  const bool is_dotted = name.text.find('.') != std::string_view::npos;
  const std::string_view owner = name.text.substr(0, name.text.find('.'));
  const uint32_t entity = is_dotted ? find_index(model_.blackboard, owner) : kNone;
  if (entity != kNone && model_.blackboard[entity].value.resolved.kind == ValueKind::entity) {
    diagnostics_.report(Code::unknown_name, name.span, fmt::format("there is no key `{}`", name.text))
        .help(name.text.ends_with(".known")
                  ? fmt::format("say who it is: `{0}: someone`, or `{0}: nothing`", owner)
                  : fmt::format(
                        "say under `world` what somebody is like, such as `world: {{ {1}: {{ … }} }}`, and "
                        "name them here: `{0}: {1}`",
                        owner, owner == "thug" ? "other" : "thug"));
    return kNone;
  }
  report_unknown(name, is_dotted ? "key or level" : "key",
                 is_dotted ? std::vector<std::string_view>(levels.begin(), levels.end())
                           : std::vector<std::string_view>(),
                 model_.blackboard);
  return kNone;
}

// "needs.hunger" if that, or "hunger", is a level that agents carry; else empty.
std::string SituationValues::carried_level(std::string_view name) const {
  const auto find_in = [&](const Map<Motive>& motives, std::string_view prefix) {
    const std::string_view own = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    const uint32_t index = find_index(motives, own);
    return index != kNone && motives[index].value.is_carried() ? fmt::format("{}{}", prefix, own)
                                                               : std::string();
  };
  const std::string need = find_in(model_.needs, "needs.");
  return need.empty() ? find_in(model_.drives, "drives.") : need;
}

void SituationValues::read_fields(const Map<const Node*>& written, std::string_view owner,
                                  const Map<Variable>& fields, const std::vector<std::string_view>& more,
                                  std::vector<SituationValue>& out) {
  for (const auto& field : written) {
    const uint32_t index = find_index(fields, field.name.text);
    if (index == kNone) {
      report_unknown(field.name, fmt::format("field of `{}` called", owner), more, fields);
      continue;
    }
    model_.note_use(field.name.span, fields[index].name);
    SituationValue value{index};
    if (field.value != nullptr && read_value(fields[index].value, *field.value, field.name.text, value))
      out.push_back(value);
  }
}

bool SituationValues::read_value(const Variable& variable, const Node& node, std::string_view name,
                                 SituationValue& out) {
  if (variable.resolved.kind == ValueKind::entity && node.kind == NodeKind::scalar)
    return find_entity(variable.resolved.reference, node, name, out);
  if (variable.resolved.kind == ValueKind::entity && node.kind != NodeKind::poisoned) {
    const bool is_block = node.kind == NodeKind::mapping;
    diagnostics_
        .report(Code::wrong_literal, node.span,
                fmt::format("`{}` takes the name of an entity, but here is {}", name, describe(node)))
        .help(fmt::format("write `someone`, or {} under `world` and write its name here",
                          is_block ? "give this block a name"
                          : node.kind == NodeKind::sequence && node.flow
                              ? "give an entity with this position a name"
                              : "give an entity a name"));
    return false;
  }
  return read_literal(model_, variable, node, fmt::format("`{}`", name), diagnostics_, out.value);
}

// `someone`, `nothing`, or an entity of the test's world.
bool SituationValues::find_entity(uint32_t thing, const Node& node, std::string_view name,
                                  SituationValue& out) {
  if (node.text == "nothing") return true;
  auto& entities = situation_.entities;
  if (node.text == "someone") {
    out.entity = static_cast<uint32_t>(entities.size());
    entities.push_back({{}, thing, {}, forward(model_), {}});
    return true;
  }
  if (node.text == "self" && self_ == kNone) {
    diagnostics_.report(Code::unknown_name, node.span, "here `self` does not say which agent of the scene")
        .help(fmt::format("name the agent: {}", quoted_list(named_agents(), "or")));
    return false;
  }
  if (node.text == "self") {
    out.entity = entity_of_agent(self_);
    if (takes(out.entity, thing)) return true;
    diagnostics_
        .report(Code::wrong_literal, node.span,
                fmt::format("`{}` is a `{}`, but the agent{} is not", name, model_.things[thing].name.text,
                            is_scene() ? "" : " of this test"))
        .help(fmt::format("let it be one: `self: {{ is: {} }}`", model_.things[thing].name.text));
    return false;
  }
  const uint32_t found = find_named(situation_, node.text);
  if (found == kNone) {
    auto report = diagnostics_.report(
        Code::unknown_name, node.span,
        fmt::format("there is no entity `{}` in this {}", node.text, is_scene() ? "scene" : "situation"));
    if (!report.is_kept()) return false;
    std::vector<std::string_view> known = {"someone", "nothing", "self"};
    for (const std::string_view one : named_entities(true)) known.push_back(one);
    const auto near = report.suggestions(node.text, known);
    if (node.text == "nobody" || node.text == "none") {
      report.help("write `nothing`: there is nobody then").edit(node.span, "nothing");
    } else if (node.text == "true" || node.text == "false") {
      const std::string meant = node.text == "true" ? "someone" : "nothing";
      report.help(fmt::format("write `{}`", meant)).edit(node.span, meant);
    } else if (!near.empty()) {
      report.suggest(node.span, near[0]);
    } else {
      report.help("write `someone`, `self`, `nothing`, or the name of an entity under `world`");
    }
    return false;
  }
  note_entity(found, node.span);
  if (!check_presence(found, {node.text, node.span})) return false;
  if (!takes(found, thing)) {
    const std::string_view kind = model_.things[thing].name.text;
    diagnostics_
        .report(Code::wrong_literal, node.span,
                fmt::format("`{}` is a `{}`, but `{}` is not", name, kind, node.text))
        .help(fmt::format("let it be one: `{}is: {}{}`", is_agent(found) ? "self: { " : "", kind,
                          is_agent(found) ? " }" : ""));
    return false;
  }
  out.entity = found;
  return true;
}

uint32_t SituationValues::find_named_or_self(std::string_view name) const {
  return name == "self" && self_ != kNone ? entity_of_agent(self_) : find_named(situation_, name);
}

std::vector<std::string_view> SituationValues::named_agents() const {
  std::vector<std::string_view> names;
  for (uint32_t i = 0; i < situation_.agent_count(); ++i) names.push_back(situation_.agent_at(i).name);
  return names;
}

void SituationValues::note_entity(uint32_t entity, Span use) const {
  const std::string_view name = name_of_entity(situation_, entity);
  if (model_.uses != nullptr && !name.empty()) model_.uses->note(use, name);
}

bool SituationValues::takes(uint32_t entity, uint32_t thing) const {
  const uint32_t kind = is_agent(entity) ? situation_.agent_at(agent_of_entity(entity)).self.thing
                                         : situation_.entities[entity].thing;
  return thing == kNone || kind == thing;
}

std::vector<std::string_view> SituationValues::named_entities(bool or_agents) const {
  std::vector<std::string_view> names;
  for (const SituationEntity& entity : situation_.entities) {
    if (!entity.name.empty()) names.push_back(entity.name);
  }
  for (uint32_t i = 0; i < situation_.agent_count() && or_agents && is_scene(); ++i)
    names.push_back(situation_.agent_at(i).name);
  return names;
}

std::string_view SituationValues::noun_of_entities(bool or_agents) const {
  if (!is_scene()) return "entity of this test called";
  return or_agents ? "entity or agent of this scene called" : "entity of this scene called";
}

bool SituationValues::check_presence(uint32_t entity, const Name& name) {
  const SituationAgent* const agent =
      is_agent(entity) ? &situation_.agent_at(agent_of_entity(entity)) : nullptr;
  const double comes_at = agent != nullptr ? -kForever : situation_.entities[entity].comes_at;
  const double leaves_at = agent != nullptr ? agent->leaves_at : situation_.entities[entity].leaves_at;
  if (!has_time_) return true;
  if (time_ < comes_at) {
    const std::string then = show(comes_at, Quantity::duration);
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` is not there yet: it comes at {}", name.text, then))
        .help(fmt::format(
            "name it from then on, under `at: {{ {}: … }}`, or let it be there from the beginning, "
            "under `world`",
            then));
    return false;
  }
  if (time_ >= leaves_at) {
    const std::string then = show(leaves_at, Quantity::duration);
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("`{}` is no longer there: it is removed at {}", name.text, then))
        .help("remove it later, or take it out here");
    return false;
  }
  return true;
}

std::vector<uint32_t> SituationValues::find_entities(const std::vector<Reference>& names, bool or_agents,
                                                     bool or_absent) {
  std::vector<uint32_t> entities;
  for (const Reference& name : names) {
    const uint32_t entity = find_named(situation_, name.text);
    if (entity != kNone) note_entity(entity, name.span);
    if (entity == kNone || (is_agent(entity) && !or_agents)) {
      report_unknown(Name{name.text, name.span}, std::string(noun_of_entities(or_agents)),
                     named_entities(or_agents));
    } else if (or_absent || check_presence(entity, {name.text, name.span})) {
      entities.push_back(entity);
    }
  }
  return entities;
}

SituationTaken SituationValues::find_taken(const std::vector<Reference>& names, bool reports) {
  SituationTaken taken;
  for (const Reference& name : names) {
    const uint32_t entity = find_named_or_self(name.text);
    // A name on the command line has not been linked.
    const uint32_t token = name.index != kNone ? name.index : find_index(model_.tokens, name.text);
    if (token == kNone && entity != kNone) note_entity(entity, name.span);
    if (token != kNone && entity != kNone) {
      const std::string_view kind = is_agent(entity) ? "agent" : "entity";
      diagnostics_
          .report(Code::given_not_allowed, name.span,
                  fmt::format("`{}` is a token, and also an {} of this {}", name.text, kind,
                              is_scene() ? "scene" : "test"))
          .help(fmt::format("give the {} another name, so that only one of the two can be meant", kind));
    }
    if (token != kNone)
      taken.tokens.push_back(token);
    else if (entity != kNone && check_presence(entity, {name.text, name.span}))
      taken.entities.push_back(entity);
    else if (entity == kNone && (reports || name.text == "self"))
      report_unknown(
          Name{name.text, name.span},
          is_scene() ? "token, entity or agent of this scene called" : "token or entity of this test called",
          named_entities(true), model_.tokens);
  }
  return taken;
}

std::vector<SituationSound> SituationValues::find_sounds(const MadeSounds& sounds) {
  std::vector<SituationSound> made;
  for (const auto& one : sounds) {
    for (const auto& [name, maker] : one) {
      const uint32_t sound = find_index(model_.sounds, name.text);
      if (sound == kNone)
        report_unknown(name, "sound", {}, model_.sounds);
      else
        model_.note_use(name.span, model_.sounds[sound].name);
      if (!maker.given) continue;
      const uint32_t entity =
          sound == kNone ? kNone : find_maker(model_.sounds[sound].value, name, maker.value);
      if (entity != kNone) made.push_back({sound, entity});
    }
  }
  return made;
}

// The maker of a sound, if it can make it.
uint32_t SituationValues::find_maker(const Sound& sound, const Name& sound_name, const Name& maker) {
  const bool is_self = maker.text == "self" && !is_scene();
  const uint32_t index = is_self ? kSelfEntity : find_named(situation_, maker.text);
  if (index == kNone) {
    std::vector<std::string_view> known = named_entities(true);
    if (!is_scene()) known.insert(known.begin(), "self");
    report_unknown(maker, std::string(noun_of_entities(true)), known);
    return kNone;
  }
  if (!is_self) note_entity(index, maker.span);
  if (!check_presence(index, maker)) return kNone;
  const uint32_t thing = sound.maker.reference;
  const bool is_any = sound.maker.kind != ValueKind::entity || thing == kNone;
  if (is_any || takes(index, thing)) return index;
  const std::string_view kind = model_.things[thing].name.text;
  diagnostics_
      .report(Code::wrong_literal, maker.span,
              fmt::format("`{}` is made by a `{}`, but {} is not one", sound_name.text, kind,
                          is_self ? "the agent of this test" : fmt::format("`{}`", maker.text)))
      .label(sound.of.span, "who makes it")
      .help(fmt::format("let it be one: `{}is: {}{}`", is_self ? "self: { " : "", kind, is_self ? " }" : ""));
  return kNone;
}

}  // namespace ishi::compiler
