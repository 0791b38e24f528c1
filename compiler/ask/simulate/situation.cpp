#include "simulate/situation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "language/words.h"
#include "resolve/literal.h"
#include "simulate/course.h"
#include "simulate/situation_candidates.h"
#include "simulate/situation_facts.h"
#include "simulate/situation_values.h"
#include "simulate/variation.h"
#include "simulate/walls.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

// Walls as a test or a scene writes them: cells of one metre, and lines from one place to another.

// [x, y, z]
bool is_place(const Node& node) {
  return node.kind == NodeKind::sequence && node.items.size() == 3 && node.items[0]->kind == NodeKind::scalar;
}

// Two lists.
bool is_line(const Node& node) {
  return node.kind == NodeKind::sequence && node.items.size() == 2 &&
         node.items[0]->kind == NodeKind::sequence;
}

bool is_far(const Node& node, const SituationWall& wall, Diagnostics& diagnostics) {
  constexpr float kFarthest = 500;  // metres: a test's grid is not larger
  const auto lies_beyond = [](float axis) { return std::abs(axis) > kFarthest; };
  if (std::ranges::none_of(wall.from, lies_beyond) && std::ranges::none_of(wall.to, lies_beyond))
    return false;
  diagnostics.report(Code::number_out_of_range, node.span, "walls stand within 500 metres of the origin")
      .help("move it nearer, or let it end there");
  return true;
}

std::optional<SituationWall> read_wall(const Node& wall, std::string_view place, Diagnostics& diagnostics) {
  SituationWall one;
  const bool is_read =
      is_line(wall) ? read_vector(*wall.items[0], false, "the beginning of a wall", diagnostics, one.from) &&
                          read_vector(*wall.items[1], false, "the end of a wall", diagnostics, one.to)
                    : read_vector(wall, false, place, diagnostics, one.from);
  if (!is_read) return std::nullopt;
  if (!is_line(wall)) one.to = one.from;
  if (is_far(wall, one, diagnostics)) return std::nullopt;
  return one;
}

void report_walls(const Node& node, Diagnostics& diagnostics) {
  diagnostics.report(Code::wrong_shape, node.span, "`walls` is a list of places and lines")
      .help("such as [[1, 0, 2], [[8, 0, -2], [8, 0, 4]]]: a cell, and a line from one place to another");
}

// Two distant places are more likely the two ends of one wall.
void check_two_cells(const Node& walls, Diagnostics& diagnostics) {
  Diagnostics nothing_new;
  Vector a{}, b{};
  if (!read_vector(*walls.items[0], false, {}, nothing_new, a) ||
      !read_vector(*walls.items[1], false, {}, nothing_new, b))
    return;
  const float apart = std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
  if (apart < 1.5F) return;
  const auto text = [](const Vector& at) { return fmt::format("[{:g}, {:g}, {:g}]", at[0], at[1], at[2]); };
  diagnostics
      .report(Code::wrong_shape, walls.span,
              "these are two cells that lie apart, or one wall that lacks its brackets")
      .help(fmt::format(
          "write `[[{0}, {1}]]` for a wall from one to the other, `[[{0}, {0}], [{1}, {1}]]` for two "
          "cells",
          text(a), text(b)));
}

// Reads a list of walls. Everything wrong is reported, and left out.
std::vector<SituationWall> read_walls(const Node& walls, Diagnostics& diagnostics) {
  std::vector<SituationWall> result;
  if (walls.kind == NodeKind::poisoned) return result;
  if (walls.kind != NodeKind::sequence || is_place(walls)) {
    report_walls(walls, diagnostics);
    return result;
  }
  if (walls.items.size() == 2 && is_place(*walls.items[0]) && is_place(*walls.items[1]))
    check_two_cells(walls, diagnostics);
  for (const Node* wall : walls.items) {
    if (wall->kind == NodeKind::mapping) {
      report_walls(*wall, diagnostics);
      continue;
    }
    if (const auto one = read_wall(*wall, "a place of `walls`", diagnostics)) result.push_back(*one);
  }
  return result;
}

// Reads the one wall of a door. Nothing after a report.
std::optional<SituationWall> read_door(const Node& wall, Diagnostics& diagnostics) {
  if (wall.kind == NodeKind::poisoned) return std::nullopt;
  const bool is_list_of_walls = wall.kind == NodeKind::sequence && !wall.items.empty() &&
                                (is_line(*wall.items[0]) || (is_place(*wall.items[0]) && !is_line(wall)));
  if (wall.kind != NodeKind::sequence || is_list_of_walls) {
    diagnostics.report(Code::wrong_shape, wall.span, "the `wall` of a door is one cell or one line")
        .help(
            is_list_of_walls && wall.items.size() == 1
                ? "take the outer brackets away: [[8, 0, -2], [8, 0, 4]]"
                : "such as [8, 0, 1], or [[8, 0, -2], [8, 0, 4]] from one place to another; each door has a "
                  "name of its own");
    return std::nullopt;
  }
  return read_wall(wall, "the place of a door", diagnostics);
}

}  // namespace

// The special members of these types are compiled once, here. Each type has many vectors and maps, so they
// would cost every file that copies one some hundred functions.

Course::Change::Change() = default;
Course::Change::Change(const Change&) = default;
Course::Change::Change(Change&&) noexcept = default;
Course::Change& Course::Change::operator=(const Change&) = default;
Course::Change& Course::Change::operator=(Change&&) noexcept = default;
Course::Change::~Change() = default;

Course::Course() = default;
Course::Course(const Course&) = default;
Course::Course(Course&&) noexcept = default;
Course& Course::operator=(const Course&) = default;
Course& Course::operator=(Course&&) noexcept = default;
Course::~Course() = default;

SituationAgent::SituationAgent() = default;
SituationAgent::SituationAgent(const SituationAgent&) = default;
SituationAgent::SituationAgent(SituationAgent&&) noexcept = default;
SituationAgent& SituationAgent::operator=(const SituationAgent&) = default;
SituationAgent& SituationAgent::operator=(SituationAgent&&) noexcept = default;
SituationAgent::~SituationAgent() = default;

Situation::Situation() = default;
Situation::Situation(const Situation&) = default;
Situation::Situation(Situation&&) noexcept = default;
Situation& Situation::operator=(const Situation&) = default;
Situation& Situation::operator=(Situation&&) noexcept = default;
Situation::~Situation() = default;
namespace {

// The members of each entity of a test, of any kind.
constexpr std::array<std::string_view, 3> kOfEverybody = {"is", "position", "facing"};

// The situation of a test or a scene, as it is written.
struct Written {
  std::vector<std::pair<Name, const SceneAgent*>> agents;  // in order; a test's has no name
  const Surroundings& around;
  const Map<Movement>* moves = nullptr;
  const Map<const Node*>* shared = nullptr;
  const Map<std::vector<CandidateRow>>* candidates = nullptr;  // shared
};

class SituationReader {
 public:
  SituationReader(const Model& model, Diagnostics& diagnostics) : SituationReader(model, {}, diagnostics) {}
  // Goes on with a situation.
  SituationReader(const Model& model, Situation situation, Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics), situation_(std::move(situation)) {}

  void read(const Written& written) {
    values_.set_time(kBeginning);
    situation_.others.resize(std::max<size_t>(written.agents.size(), 1) - 1);
    for (uint32_t i = 0; i < written.agents.size(); ++i) read_agent(written.agents[i], agent_at(i));
    values_.speak_of_all();
    read_entities(written.around);
    for (uint32_t i = 0; i < written.agents.size(); ++i) read_values(*written.agents[i].second, i);
    values_.speak_of_all();
    if (written.shared != nullptr) {
      std::vector<SituationValue> no_levels;
      std::vector<SituationMoment> no_moments;
      GivenValues given{situation_.keys, no_levels, no_moments};
      values_.read_all(*written.shared, {"cannot be shared", "share"}, KeyPlace::shared, given);
    }
    if (written.candidates != nullptr)
      read_candidates(model_, *written.candidates, true, values_, situation_, situation_, diagnostics_);
    for (uint32_t i = 0; i < written.agents.size(); ++i) {
      values_.speak_of(i);
      read_running_for(*written.agents[i].second, agent_at(i));
    }
    values_.speak_of_all();
    situation_.hidden = values_.find_entities(written.around.hidden, true, true);
    situation_.sounds = values_.find_sounds(written.around.sounds);
    if (written.around.walls != nullptr) situation_.walls = read_walls(*written.around.walls, diagnostics_);
    situation_.wall_cells = wall_cells(situation_.walls, model_.up.value);
    read_doors(written.around.doors);
    if (written.moves != nullptr) read_moves(*written.moves);
    situation_.taken = values_.find_taken(written.around.taken, false);
    if (situation_.agent_count() > 1 || !situation_.name.empty()) check_places(written);
  }

  // May be asked again for what happens besides.
  void read_course(const WrittenCourse& course) {
    add_later(course.at);
    note_leaving(course.at);
    compiler::read_course(model_, course, values_, situation_, diagnostics_);
  }

  Situation take() { return std::move(situation_); }

  void read_reaches(const Node* node, uint32_t agent) {
    if (node == nullptr || node->kind == NodeKind::poisoned) return;
    Vector at{};
    if (!read_vector(*node, false, "`reaches`", diagnostics_, at)) return;
    agent_at(agent).reaches = at;
    const bool moves =
        std::ranges::any_of(model_.tasks, [](const auto& task) { return task.value.moves_to.given; });
    if (moves || !model_.navigation.empty() || !model_.steering.empty()) return;
    diagnostics_
        .report(Code::never_walks, node->span, "nobody walks here: this project has no classes of walkers")
        .help("declare one under `navigation`, and let a body `walk`");
  }

 private:
  [[nodiscard]] SituationAgent& agent_at(uint32_t index) {
    return index == 0 ? situation_ : situation_.others[index - 1];
  }

  void check_entity_name(const Name& name, std::string_view noun) {
    if (!check_new_name(name.text, name.span, diagnostics_)) return;
    if (name.text != "someone" && name.text != "self" && name.text != "nothing" && name.text != "any") return;
    diagnostics_
        .report(Code::reserved_name, name.span,
                fmt::format("`{}` is a word of the language, so {} cannot have that name", name.text, noun))
        .help("choose another name");
  }

  void read_agent(const std::pair<Name, const SceneAgent*>& named, SituationAgent& agent) {
    const auto& [name, written] = named;
    if (!name.text.empty()) check_entity_name(name, "an agent");
    agent.name = name.text;
    agent.agent = written->agent.index;
    agent.profile = written->importance.index;
    agent.running = written->running.index;
    agent.state = written->in_state;
    agent.team = written->team.index == kNone ? 0 : written->team.index;
    const Placement& self = written->self.value;
    agent.self = {
        {}, self.is.index, vector(self.position, false, {}), vector(self.facing, true, forward(model_)), {}};
  }

  void read_entities(const Surroundings& around) {
    add_entities(around.world, -kForever);
    add_later(around.at);
  }

  // Entities and agents that leave on the way.
  void note_leaving(const std::vector<Timed<Moment>>& at) {
    for (const auto& moment : at) {
      for (const Reference& name : moment.value.remove) {
        const uint32_t entity = find_named(situation_, name.text);
        if (entity == kNone) continue;
        double& leaves_at = is_agent(entity) ? agent_at(agent_of_entity(entity)).leaves_at
                                             : situation_.entities[entity].leaves_at;
        leaves_at = std::min(leaves_at, moment.time.value);
      }
    }
  }

  // Entities that come on the way.
  void add_later(const std::vector<Timed<Moment>>& at) {
    if (&at == added_) return;  // what comes may be named before the course is read
    added_ = &at;
    for (const auto& moment : at) add_entities(moment.value.add, moment.time.value);
  }

  // Their fields may name one another.
  void add_entities(const Map<Placement>& world, double comes_at) {
    std::vector<std::pair<uint32_t, const Placement*>> added;
    for (const auto& entity : world) {
      check_entity_name(entity.name, "an entity");
      const uint32_t known = find_named(situation_, entity.name.text);
      if (known != kNone) {
        const bool comes = comes_at != -kForever && !is_agent(known);
        diagnostics_
            .report(Code::defined_twice, entity.name.span,
                    fmt::format("`{}` is the name of {} already", entity.name.text,
                                is_agent(known) ? "an agent" : "an entity"))
            .help(comes
                      ? "choose another name, also for somebody who comes back; who is only elsewhere for a "
                        "while is moved with `place`"
                      : "choose another name");
        continue;
      }
      added.emplace_back(static_cast<uint32_t>(situation_.entities.size()), &entity.value);
      situation_.entities.push_back({entity.name.text,
                                     entity.value.is.index,
                                     vector(entity.value.position, false, {}),
                                     vector(entity.value.facing, true, forward(model_)),
                                     {},
                                     comes_at});
    }
    for (const auto& [index, placement] : added) {
      auto fields = fields_of(*placement);  // may add entities
      situation_.entities[index].fields = std::move(fields);
    }
  }

  void read_values(const SceneAgent& written, uint32_t index) {
    values_.speak_of(index);
    auto fields = fields_of(written.self.value);
    SituationAgent& agent = agent_at(index);
    agent.self.fields = std::move(fields);
    GivenValues given{agent.keys, agent.levels, agent.moments};
    values_.read_all(written.given, {"cannot be given", "give"}, KeyPlace::given, given);
    read_facts(model_, written.remembers, false, values_, situation_, agent, diagnostics_);
    read_candidates(model_, written.candidates, false, values_, situation_, agent, diagnostics_);
  }

  // Whom the running action is for: an entity, or a member by its number, "orders 2".
  void read_running_for(const SceneAgent& written, SituationAgent& agent) {
    const uint32_t set = agent.running == kNone ? kNone : model_.actions[agent.running].value.set();
    if (!written.running_for.given) {
      if (set != kNone) find_only_member(written, set, agent);
      return;
    }
    const Name& whom = written.running_for.value;
    if (whom.text == "self" && (set == kNone || has_entities(set))) {
      agent.running_for.entity = values_.find_named_or_self(whom.text);
      return;
    }
    if (set != kNone && find_named(situation_, whom.text) == kNone) {
      const std::string name(name_of_set(model_, set).text);
      for (uint32_t member = 0; member < count_members(set, agent); ++member) {
        if (whom.text != fmt::format("{} {}", name, member + 1)) continue;
        agent.running_for.member = member;
        const auto end = static_cast<uint32_t>(whom.span.begin + name.size());
        return model_.note_use({whom.span.file, whom.span.begin, end}, name_of_set(model_, set));
      }
      if (!has_entities(set)) return report_no_member(whom, set, agent);
    }
    const std::vector<uint32_t> found = values_.find_entities({{whom.text, whom.span}}, true, false);
    if (!found.empty()) agent.running_for.entity = found[0];
  }

  [[nodiscard]] bool has_entities(uint32_t set) const {
    return is_memory(model_, set) || candidates_of(model_, set).value.has_entities;
  }

  // Members without entities have no names.
  void find_only_member(const SceneAgent& written, uint32_t set, SituationAgent& agent) {
    if (has_entities(set)) return;  // reported when names are linked
    const uint32_t count = count_members(set, agent);
    if (count == 1) agent.running_for.member = 0;
    if (count < 2) return;
    const std::string_view name = name_of_set(model_, set).text;
    diagnostics_
        .report(Code::given_not_allowed, written.running.span,
                fmt::format("`{}` runs for one of the {} members of `{}`, but it is not said for which",
                            model_.actions[agent.running].name.text, count, name))
        .help(fmt::format("say so beside it, such as `running_for: {} 1`", name));
  }

  void report_no_member(const Name& whom, uint32_t set, const SituationAgent& agent) {
    const std::string_view name = name_of_set(model_, set).text;
    const uint32_t count = count_members(set, agent);
    auto report = diagnostics_.report(Code::unknown_name, whom.span,
                                      fmt::format("`{}` has no member called `{}`", name, whom.text));
    if (count == 0)
      report.help(fmt::format("give it members: `candidates: {{ {}: […] }}`", name));
    else
      report.help(count == 1 ? fmt::format("its only member is `{} 1`", name)
                             : fmt::format("its members are `{0} 1` to `{0} {1}`", name, count));
  }

  // Those that agents share stand with the first of them.
  [[nodiscard]] uint32_t count_members(uint32_t set, const SituationAgent& agent) const {
    if (is_memory(model_, set))
      return static_cast<uint32_t>(std::ranges::count(agent.facts, set, &SituationFact::memory));
    const auto candidates = static_cast<uint32_t>(set - model_.memory.size());
    const bool is_own = candidates_of(model_, set).value.scope.value == Scope::agent;
    return static_cast<uint32_t>(std::ranges::count(is_own ? agent.candidates : situation_.candidates,
                                                    candidates, &SituationCandidate::set));
  }

  Vector vector(const Node* node, bool is_direction, Vector fallback) {
    if (node != nullptr)
      read_vector(*node, is_direction, is_direction ? "`facing`" : "`position`", diagnostics_, fallback);
    return fallback;
  }

  // A field of somebody of whom it is not said what they are; perhaps one that everybody has, with a slip.
  void report_field_of_nothing(const Name& field) {
    const bool is_any_field = std::ranges::any_of(model_.things, [&](const auto& thing) {
      return find_index(thing.value.fields, field.text) != kNone;
    });
    auto report = diagnostics_.report(
        is_any_field ? Code::given_not_allowed : Code::unknown_name, field.span,
        is_any_field ? fmt::format("`{}` is a field, but it is not said of which thing", field.text)
                     : fmt::format("no thing has a field `{}`", field.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known(kOfEverybody.begin(), kOfEverybody.end());
    if (!is_any_field) {
      for (const auto& thing : model_.things) {
        for (const auto& [name, variable] : thing.value.fields) known.push_back(name.text);
      }
    }
    const auto near = is_any_field ? std::vector<std::string_view>() : report.suggestions(field.text, known);
    if (!near.empty())
      report.suggest(field.span, near[0]);
    else
      report.help("add `is:` and the name of a thing that has it");
  }

  // May add entities to the situation: somebody whom a field names.
  std::vector<SituationValue> fields_of(const Placement& placement) {
    std::vector<SituationValue> fields;
    if (placement.is.index != kNone) {
      values_.read_fields(placement.fields, placement.is.text, model_.things[placement.is.index].value.fields,
                          {kOfEverybody.begin(), kOfEverybody.end()}, fields);
      return fields;
    }
    if (placement.is.given()) return fields;  // an unknown thing, which has been reported
    for (const auto& field : placement.fields) report_field_of_nothing(field.name);
    return fields;
  }

  void read_doors(const Map<Door>& doors) {
    for (const auto& [name, written] : doors) {
      if (!check_new_name(name.text, name.span, diagnostics_)) continue;
      SituationDoor door{name.text, {}, {}, written.open.value, {}, {}};
      for (const Reference& task : written.opened_by) door.opened_by.push_back(task.index);
      for (const Reference& task : written.closed_by) door.closed_by.push_back(task.index);
      if (written.wall == nullptr) continue;
      if (const auto wall = read_door(*written.wall, diagnostics_)) {
        door.wall = *wall;
        door.cells = wall_cells({&door.wall, 1}, model_.up.value);
        situation_.doors.push_back(std::move(door));
      }
    }
  }

  void read_moves(const Map<Movement>& moves) {
    for (const auto& [name, movement] : moves) {
      const uint32_t entity = find_named(situation_, name.text);
      if (entity == kNone || is_agent(entity)) {
        if (entity == kNone) {
          values_.report_unknown(name, std::string(values_.noun_of_entities(false)),
                                 values_.named_entities(false));
        } else {
          diagnostics_
              .report(Code::given_not_allowed, name.span,
                      fmt::format("`{}` is an agent, which moves as its behaviour says", name.text))
              .help("let it walk or steer, or give its tasks `moves_to`");
        }
        continue;
      }
      values_.note_entity(entity, name.span);
      SituationMove& move = situation_.moves.emplace_back(
          SituationMove{entity,
                        {},
                        movement.speed.value,
                        // Whoever comes later sets off then.
                        std::max(movement.starts.value, situation_.entities[entity].comes_at)});
      if (movement.path == nullptr || movement.path->kind == NodeKind::poisoned) continue;
      const bool is_list = movement.path->kind == NodeKind::sequence && !movement.path->items.empty() &&
                           movement.path->items[0]->kind != NodeKind::scalar;
      if (!is_list) {
        diagnostics_.report(Code::wrong_shape, movement.path->span, "`path` is a list of places")
            .help("such as [[20, 0, 0], [4, 0, 0]], with brackets round each of them");
        continue;
      }
      for (const Node* place : movement.path->items) {
        Vector at{};
        if (read_vector(*place, false, "a place of `path`", diagnostics_, at)) move.path.push_back(at);
      }
    }
  }

  // Agents of a scene stand outside of walls.
  void check_places(const Written& written) {
    for (uint32_t i = 0; i < written.agents.size(); ++i) {
      const Placement& self = written.agents[i].second->self.value;
      const Vector& at = agent_at(i).self.position;
      const auto door = std::ranges::find_if(situation_.doors, [&](const SituationDoor& one) {
        return !one.is_open && is_in_cells(one.cells, at, model_.up.value);
      });
      const bool is_in_door = door != situation_.doors.end();
      if (!is_in_door && !is_in_cells(situation_.wall_cells, at, model_.up.value)) continue;
      diagnostics_
          .report(Code::given_not_allowed,
                  self.position == nullptr ? written.agents[i].first.span : self.position->span,
                  fmt::format("`{}` stands in {}", written.agents[i].first.text,
                              is_in_door ? fmt::format("the closed door `{}`", door->name) : "a wall"))
          .help(
              "a wall fills the cells of one metre, centred on whole metres, that it touches: move one of "
              "the two");
    }
  }

  const Model& model_;
  Diagnostics& diagnostics_;
  Situation situation_;
  const std::vector<Timed<Moment>>* added_ = nullptr;  // whose entities are there
  SituationValues values_{model_, situation_, diagnostics_};
};

Written written_by(const Scene& scene) {
  Written written{.agents = {},
                  .around = scene.around,
                  .moves = &scene.moves,
                  .shared = &scene.shared,
                  .candidates = &scene.candidates};
  for (const auto& agent : scene.agents) written.agents.emplace_back(agent.name, &agent.value);
  return written;
}

const Map<std::vector<Setting<double>>> kNoFailures;

}  // namespace

std::string_view name_of_entity(const Situation& situation, uint32_t entity) {
  if (entity == kNone) return {};
  return is_agent(entity) ? situation.agent_at(agent_of_entity(entity)).name
                          : situation.entities[entity].name;
}

uint32_t find_named(const Situation& situation, std::string_view name) {
  if (name.empty()) return kNone;
  const auto entity = std::ranges::find(situation.entities, name, &SituationEntity::name);
  if (entity != situation.entities.end()) return static_cast<uint32_t>(entity - situation.entities.begin());
  for (uint32_t i = 0; i < situation.agent_count(); ++i) {
    if (situation.agent_at(i).name == name) return entity_of_agent(i);
  }
  return kNone;
}

Situation read_scene(const Model& model, const Scene& scene, double seconds, Diagnostics& diagnostics) {
  SituationReader reader(model, diagnostics);
  reader.read(written_by(scene));
  reader.read_course({{seconds, {}, true}, scene.around.at, kNoFailures, scene.around});
  return reader.take();
}

Situation read_situation(const Model& model, const Test& test, Diagnostics& diagnostics) {
  if (test.scene.given()) {
    if (test.scene.index == kNone) return {};
    const Scene& scene = model.scenes[test.scene.index].value;
    Diagnostics said_before;
    SituationReader reader(model, said_before);
    reader.read(written_by(scene));
    reader.read_course({test.run, scene.around.at, kNoFailures, scene.around});
    Situation situation = reader.take();
    SituationReader more(model, std::move(situation), diagnostics);
    more.read_course({test.run, test.around.at, test.fails, test.around});
    if (scene.agents.size() == 1) more.read_reaches(test.expect.value.reaches, 0);
    for (const auto& [name, expect] : test.expect.value.agents) {
      const uint32_t agent = find_index(scene.agents, name.text);
      if (agent != kNone) more.read_reaches(expect.reaches, agent);
    }
    situation = more.take();
    read_with(model, test, situation, diagnostics);
    return situation;
  }
  SituationReader reader(model, diagnostics);
  reader.read({.agents = {{{}, &test.who}}, .around = test.around});
  reader.read_course({test.run, test.around.at, test.fails, test.around});
  reader.read_reaches(test.expect.value.reaches, 0);
  Situation situation = reader.take();
  read_with(model, test, situation, diagnostics);
  return situation;
}

}  // namespace ishi::compiler
