#include "drawing/behaviour_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "expression/expression.h"
#include "model/motives.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

constexpr size_t kLongestLabel = 40, kLongestNote = 56, kMostSteps = 6;

// At most so many characters of a text, on one line.
std::string shortened(std::string_view text, size_t most) {
  std::string line;
  size_t count = 0;
  for (const char c : text) {
    const bool begins = (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    if (begins && ++count > most) return line + "…";
    const bool is_blank = c == '\n' || c == ' ' || c == '\t' || c == '\r';
    if (is_blank && (line.empty() || line.back() == ' ')) continue;
    line += is_blank ? ' ' : c;
  }
  return line;
}

void join(std::string& text, std::string_view more) {
  if (more.empty() || text == more) return;
  text += fmt::format("{}{}", text.empty() ? "" : ", ", more);
}

class MapBuilder {
 public:
  MapBuilder(const Model& model, const Named<Agent>& agent) : model_(model), agent_(agent.value) {
    map_.agent = agent.name.text;
    map_.span = agent.name.span;
  }

  BehaviourMap build() {
    describe_agent();
    for (const Reference& sense : agent_.senses) add_sense(sense.index);
    for (const auto& state : agent_.states.value) add_state(state);
    for (const Reference& action : agent_.actions) add_action(action.index);
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      if (is_offered(model_.actions[i].value)) add_action(i);
    }
    for (const Reference& choice : agent_.choices) of_choice(choice.index);
    for (const auto& state : agent_.states.value) link_state(state);
    for (const auto& handler : agent_.on) add_handler(handler);
    // A loop or a gain implies that the action reads its source, so one line shows both.
    std::erase_if(map_.links, [&](const MapLink& link) {
      return link.kind == LinkKind::reads && (links_.contains({LinkKind::goes_over, link.from, link.to}) ||
                                              links_.contains({LinkKind::gains, link.from, link.to}));
    });
    return std::move(map_);
  }

 private:
  uint32_t find_or_add(PartKind kind, std::string_view name, Span span) {
    const auto [found, is_new] =
        places_.try_emplace({kind, std::string(name)}, static_cast<uint32_t>(map_.parts.size()));
    if (is_new) map_.parts.push_back({kind, std::string(name), {}, span});
    return found->second;
  }

  void link(LinkKind kind, uint32_t from, uint32_t to, std::string_view label = {},
            double amount = std::numeric_limits<double>::quiet_NaN()) {
    if (from == kNone || to == kNone) return;
    const auto [found, is_new] =
        links_.try_emplace({kind, from, to}, static_cast<uint32_t>(map_.links.size()));
    if (is_new)
      map_.links.push_back({kind, from, to, shortened(label, kLongestLabel), amount});
    else
      join(map_.links[found->second].label, shortened(label, kLongestLabel));
  }

  void describe_agent() {
    if (agent_.importance.given()) join(map_.note, agent_.importance.text);
    if (agent_.planner.given()) join(map_.note, fmt::format("plans as {}", agent_.planner.text));
    if (agent_.think.every.given()) join(map_.note, fmt::format("thinks every {}", agent_.think.every.text));
  }

  // A plan of the agent's planner, or what a member of its sets offers.
  [[nodiscard]] bool is_offered(const Action& action) const {
    if (action.planner != kNone) return action.planner == agent_.planner.index;
    if (action.offered_by == kNone) return false;
    return std::ranges::any_of(agent_.offers, [&](const Reference& offer) {
      const uint32_t set = find_set(model_, offer.text);
      if (set == kNone) return false;
      const Type member = member_type(model_, set);
      return member.kind == ValueKind::entity &&
             (member.reference == kNone || member.reference == action.offered_by);
    });
  }

  void add_sense(uint32_t index) {
    if (index == kNone) return;
    const auto& [name, sense] = model_.senses[index];
    const uint32_t own = find_or_add(PartKind::sense, name.text, name.span);
    constexpr std::array<std::string_view, 3> kWords = {"touch", "sight", "hearing"};
    map_.parts[own].note = fmt::format("{} of {}", kWords[static_cast<size_t>(sense.kind())],
                                       sense.of.given() ? sense.of.text : std::string_view("anything"));
    if (sense.remember.index == kNone) return;
    link(LinkKind::fills, own, of_set(sense.remember.index));
  }

  // Memories come before sets of candidates.
  uint32_t of_set(uint32_t set) {
    if (set == kNone || set >= model_.memory.size() + model_.candidates.size()) return kNone;
    const Name& name = name_of_set(model_, set);
    if (name.text.starts_with(kCoolingPrefix)) return kNone;  // a cooldown has made it
    const PartKind kind = is_memory(model_, set) ? PartKind::memory : PartKind::candidates;
    const uint32_t own = find_or_add(kind, name.text, name.span);
    map_.parts[own].note = fmt::format("at most {}", capacity_of(model_, set));
    return own;
  }

  uint32_t of_motive(uint32_t motive) {
    if (motive >= model_.needs.size() + model_.drives.size()) return kNone;
    const Named<Motive>& named = motive_at(model_, motive);
    const bool is_need = motive < model_.needs.size();
    const uint32_t own =
        find_or_add(is_need ? PartKind::need : PartKind::drive, named.name.text, named.name.span);
    map_.parts[own].note = named.value.rise.given()    ? fmt::format("rises {}", named.value.rise.text)
                           : named.value.level.given() ? shortened(named.value.level.text, kLongestNote)
                                                       : std::string();
    return own;
  }

  // The need or drive of this name; kNone if there is none.
  uint32_t of_motive(std::string_view name) {
    const uint32_t need = find_index(model_.needs, name);
    if (need != kNone) return of_motive(need);
    const uint32_t drive = find_index(model_.drives, name);
    return drive == kNone ? kNone : of_motive(static_cast<uint32_t>(model_.needs.size()) + drive);
  }

  uint32_t of_choice(uint32_t index) {
    if (index == kNone || index >= model_.choices.size()) return kNone;
    const auto& [name, choice] = model_.choices[index];
    const bool is_new = !places_.contains({PartKind::choice, std::string(name.text)});
    const uint32_t own = find_or_add(PartKind::choice, name.text, name.span);
    if (is_new) link_scores(choice, own);
    return own;
  }

  uint32_t heard(std::string_view event, Span span) { return find_or_add(PartKind::heard, event, span); }

  // Links everything that a formula reads to the part. add_handler() uses the keys that it notes.
  void link_reads(const Formula& formula, uint32_t to) {
    if (formula.root != nullptr) link_reads(*formula.root, to, 0);
  }
  void link_reads(const Expression& node, uint32_t to,
                  uint32_t depth) {    // NOLINT(misc-no-recursion): bounded
    constexpr uint32_t kDeepest = 64;  // values that read each other in a circle are an error
    if (depth > kDeepest) return;
    switch (node.kind) {
      case ExpressionKind::set:
      case ExpressionKind::fact: link(LinkKind::reads, of_set(node.index), to); break;
      case ExpressionKind::motive: link(LinkKind::reads, of_motive(node.index), to); break;
      case ExpressionKind::choice: link(LinkKind::reads, of_choice(node.index), to); break;
      case ExpressionKind::since_event:
        if (node.index < model_.events.size()) {
          const Name& name = model_.events[node.index].name;
          link(LinkKind::reads, heard(name.text, name.span), to, "since");
        }
        break;
      case ExpressionKind::key: readers_[node.index].push_back(to); break;
      case ExpressionKind::value:
        if (node.index < model_.values.size()) {
          const Formula& is = model_.values[node.index].value.is;
          if (is.root != nullptr) link_reads(*is.root, to, depth + 1);
        }
        break;
      default: break;
    }
    for (const Expression* const operand : node.operands) {
      if (operand != nullptr) link_reads(*operand, to, depth + 1);
    }
  }

  // `counts`: the amount is what the action is scored by.
  void link_motives(const Setting<Map<Formula>>& motives, std::string_view verb, bool counts, uint32_t to) {
    for (const auto& [name, formula] : motives.value) {
      const uint32_t from = of_motive(name.text);
      const bool is_number =
          counts && formula.root != nullptr && formula.root->kind == ExpressionKind::number;
      link(LinkKind::gains, from, to, fmt::format("{} {}", verb, formula.text),
           is_number ? formula.root->number : std::numeric_limits<double>::quiet_NaN());
      link_reads(formula, to);
    }
  }

  // Links the inputs of an action's or choice's score and conditions.
  void link_scores(const Action& action, uint32_t own) {
    for (const auto& [name, set] : action.for_each)
      link(LinkKind::goes_over, of_set(set.index), own, name.text);
    link_motives(action.rewards, "rewards", true, own);
    link_motives(action.gains, "gains", true, own);
    link_motives(action.reduces, "reduces", true, own);
    link_motives(action.during, "during", false, own);
    link_motives(action.after, "after", false, own);
    for (const Formula* const formula : {&action.when, &action.score, &action.weight, &action.while_holds,
                                         &action.tactical.value.expectation, &action.tactical.value.risk,
                                         &action.tactical.value.cost, &action.tactical.value.opportunity})
      link_reads(*formula, own);
    for (const auto& consideration : action.considerations.value) link_reads(consideration.value, own);
  }

  void add_action(uint32_t index) {
    if (index == kNone || index >= model_.actions.size()) return;
    const auto& [name, action] = model_.actions[index];
    if (places_.contains({PartKind::action, std::string(name.text)})) return;
    const uint32_t own = find_or_add(PartKind::action, name.text, name.span);
    std::string note = summary(action.steps.value);
    if (action.rank.given) join(note, fmt::format("rank {}", action.rank.value));
    if (action.cooldown.given) join(note, fmt::format("cooldown {:g}s", action.cooldown.value));
    for (const Reference& claim : action.claims) join(note, fmt::format("claims {}", claim.text));
    map_.parts[own].note = std::move(note);
    link_scores(action, own);
    link_steps(action.steps.value, own, {});
    link_steps(action.finally.value, own, "at the end");
  }

  uint32_t of_goal(uint32_t index) {
    if (index == kNone || index >= model_.goals.size()) return kNone;
    const auto& [name, goal] = model_.goals[index];
    const bool is_new = !places_.contains({PartKind::goal, std::string(name.text)});
    const uint32_t own = find_or_add(PartKind::goal, name.text, name.span);
    if (!is_new) return own;
    map_.parts[own].note = goal.requirement.given()
                               ? fmt::format("requires {}", shortened(goal.requirement.text, kLongestNote))
                               : words_of(goal.body);
    link_step(goal.body, own, {});
    for (const auto& [other, interjection] : goal.interject) link_steps(interjection.steps, own, other.text);
    link_steps(goal.finally.value, own, "at the end");
    return own;
  }

  void link_steps(const std::vector<Step>& steps, uint32_t own, std::string_view label) {
    for (const Step& step : steps) link_step(step, own, label);
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as the text
  void link_step(const Step& step, uint32_t own, std::string_view label) {
    if (const auto* const goal = step.as<GoalStep>()) link(LinkKind::does, own, of_goal(goal->index), label);
    if (const auto* const emit = step.as<EmitStep>()) link_emit(*emit, own);
    const Map<Step>* const named = step.methods() != nullptr ? step.methods() : step.branches();
    if (named != nullptr) {
      for (size_t i = 0; i < named->size(); ++i) {
        const auto& [name, method] = (*named)[i];
        link_step(method, own, step.is<FirstStep>() ? fmt::format("{}. {}", i + 1, name.text) : name.text);
      }
      return;
    }
    const bool is_plan = step.is<PlanStep>();
    for_each_part(step, [&](const Step& part) { link_step(part, own, is_plan ? "may use" : label); });
  }

  void link_emit(const EmitStep& emit, uint32_t own) {
    const std::string_view name = emit.event.text;
    if (name.empty()) return;
    const uint32_t event = find_index(model_.events, name), sound = find_index(model_.sounds, name);
    const Span span = event != kNone   ? model_.events[event].name.span
                      : sound != kNone ? model_.sounds[sound].name.span
                                       : emit.event.span;
    const uint32_t sent = find_or_add(PartKind::sent, name, span);
    if (sound != kNone && event == kNone) map_.parts[sent].note = "a sound";
    link(LinkKind::emits, own, sent);
  }

  void add_state(const Named<State>& state) {
    const uint32_t own = find_or_add(PartKind::state, state.name.text, state.name.span);
    const bool is_first = &state == &agent_.states.value[0];
    if (is_first) map_.parts[own].note = "the first";
    if (state.value.importance.given())
      join(map_.parts[own].note, fmt::format("as {}", state.value.importance.text));
  }

  void link_state(const Named<State>& state) {
    const uint32_t own = find_or_add(PartKind::state, state.name.text, state.name.span);
    for (const Reference& written : state.value.actions) {
      // Linking has added the actions of states to the agent's.
      const auto action = std::ranges::find(agent_.actions, written.text, &Reference::text);
      if (action == agent_.actions.end() || action->index == kNone) continue;
      const Name& name = model_.actions[action->index].name;
      link(LinkKind::has, own, find_or_add(PartKind::action, name.text, name.span));
    }
    for (const auto& [name, condition] : state.value.to) {
      if (find_index(agent_.states.value, name.text) == kNone) continue;
      const uint32_t other = find_or_add(PartKind::state, name.text, name.span);
      link(LinkKind::turns_to, own, other, condition.text);
      link_reads(condition, other);
    }
    link_steps(state.value.enter.value, own, "at the beginning");
    link_steps(state.value.finally.value, own, "at the end");
  }

  // Links an event to the levels and memories that its handler changes, and to the readers of the keys that
  // it sets.
  void add_handler(const Named<std::vector<Step>>& handler) {
    const uint32_t event = find_index(model_.events, handler.name.text);
    const Span span = event == kNone ? handler.name.span : model_.events[event].name.span;
    const uint32_t own = heard(handler.name.text, span);
    for (const Step& step : handler.value) {
      for_each_step_in(step, [&](const Step& part) {
        if (const auto* const raised = part.as<RaiseStep>()) {
          for (const auto& [name, formula] : raised->changes) {
            const size_t point = name.text.rfind('.');
            link(LinkKind::fills, own,
                 of_motive(point == std::string_view::npos ? name.text : name.text.substr(point + 1)),
                 formula.text);
          }
        } else if (const auto* const set = part.as<SetStep>()) {
          for (const auto& [name, formula] : set->values) {
            const uint32_t key = find_index(model_.blackboard, name.text);
            const auto readers = readers_.find(key);
            if (key == kNone || readers == readers_.end()) continue;
            for (const uint32_t reader : readers->second)
              link(LinkKind::fills, own, reader, fmt::format("sets {}", name.text));
          }
        } else if (const auto* const remembered = part.as<RememberStep>()) {
          for (const auto& [name, formula] : remembered->memories)
            link(LinkKind::fills, own, of_set(find_set(model_, name.text)));
        } else if (const auto* const emit = part.as<EmitStep>()) {
          link_emit(*emit, own);
        }
      });
    }
  }

  // "go_to · brew", "first of 3", …
  [[nodiscard]] static std::string words_of(const Step& step) {
    if (const Map<Step>* const methods = step.methods())
      return fmt::format("{} of {}",
                         step.is<FirstStep>()  ? "first"
                         : step.is<BestStep>() ? "best"
                                               : "one",
                         methods->size());
    if (const auto* const body = step.as<BodyStep>()) return summary(body->steps);
    if (step.is<PlanStep>()) return "a plan";
    return step.is<GoalStep>() ? std::string() : std::string(step.name.text);
  }
  [[nodiscard]] static std::string summary(const std::vector<Step>& steps) {
    std::string text;
    size_t count = 0;
    for (const Step& step : steps) {
      const std::string words = words_of(step);
      if (words.empty()) continue;
      if (++count > kMostSteps) return text + " · …";
      text += fmt::format("{}{}", text.empty() ? "" : " · ", words);
    }
    return shortened(text, kLongestNote);
  }

  const Model& model_;
  const Agent& agent_;
  BehaviourMap map_;
  std::map<std::pair<PartKind, std::string>, uint32_t> places_;
  std::map<std::tuple<LinkKind, uint32_t, uint32_t>, uint32_t> links_;
  std::map<uint32_t, std::vector<uint32_t>> readers_;  // of a key: the parts whose formulas read it
};

}  // namespace

std::string_view part_word(PartKind kind) {
  constexpr std::array<std::string_view, kPartKinds> kWords = {
      "sense",  "event", "memory", "set of candidates", "need", "drive", "choice", "state",
      "action", "goal",  "event"};
  return kWords[static_cast<size_t>(kind)];
}

std::string_view part_plural(PartKind kind) {
  constexpr std::array<std::string_view, kPartKinds> kWords = {
      "senses", "events heard", "memories", "sets of candidates", "needs", "drives", "choices",
      "states", "actions",      "goals",    "events sent"};
  return kWords[static_cast<size_t>(kind)];
}

std::optional<PartKind> part_kind_of_plural(std::string_view word) {
  for (size_t i = 0; i < kPartKinds; ++i) {
    const auto kind = static_cast<PartKind>(i);
    if (part_plural(kind) == word) return kind;
  }
  return std::nullopt;
}

BehaviourMap map_of(const Model& model, const Named<Agent>& agent) {
  return MapBuilder(model, agent).build();
}

void fold_parts(BehaviourMap& map, PartKind kind) {
  const auto count = static_cast<uint32_t>(std::ranges::count(map.parts, kind, &MapPart::kind));
  if (count < 2) return;
  std::vector<MapPart> parts;
  std::vector<uint32_t> places(map.parts.size());
  uint32_t folded = kNone;
  for (uint32_t i = 0; i < map.parts.size(); ++i) {
    MapPart& part = map.parts[i];
    if (part.kind != kind) {
      places[i] = static_cast<uint32_t>(parts.size());
      parts.push_back(std::move(part));
      continue;
    }
    if (folded == kNone) {
      folded = static_cast<uint32_t>(parts.size());
      MapPart& whole = parts.emplace_back();
      whole.kind = kind;
      whole.name = fmt::format("{} {}", count, part_plural(kind));
      whole.folded = count;
    }
    places[i] = folded;
    parts[folded].times += part.times;
    parts[folded].share += part.share;
    constexpr size_t kMostNames = 3;
    const size_t named = parts[folded].note.empty() ? 0 : std::ranges::count(parts[folded].note, ',') + 1;
    if (named < kMostNames) join(parts[folded].note, shortened(part.name, kLongestNote / kMostNames));
    if (named == kMostNames) join(parts[folded].note, "…");
  }
  map.parts = std::move(parts);
  std::map<std::tuple<LinkKind, uint32_t, uint32_t>, uint32_t> links;
  std::vector<MapLink> kept;
  for (MapLink& link : map.links) {
    link.from = places[link.from];
    link.to = places[link.to];
    if (link.from == link.to && link.from == folded) continue;
    if (link.from != folded && link.to != folded) {
      kept.push_back(std::move(link));
      continue;
    }
    const auto [found, is_new] =
        links.try_emplace({link.kind, link.from, link.to}, static_cast<uint32_t>(kept.size()));
    if (!is_new) {
      kept[found->second].times += link.times;
      continue;
    }
    // The words and amounts of several would not fit beside one line.
    link.label.clear();
    link.amount = std::numeric_limits<double>::quiet_NaN();
    kept.push_back(std::move(link));
  }
  map.links = std::move(kept);
}

void write_counts(BehaviourMap& map, const MapCounts& counts) {
  map.has_run = true;
  const auto find_part = [&](PartKind kind, std::string_view name) {
    const auto found = std::ranges::find_if(
        map.parts, [&](const MapPart& part) { return part.kind == kind && part.name == name; });
    return found == map.parts.end() ? kNone : static_cast<uint32_t>(found - map.parts.begin());
  };
  for (const MapCounts::OfPart& count : counts.parts) {
    const uint32_t part = find_part(count.kind, count.name);
    if (part == kNone) continue;
    map.parts[part].times = count.times;
    map.parts[part].share = count.share;
  }
  for (const MapCounts::OfTurn& count : counts.turns) {
    const uint32_t from = find_part(PartKind::state, count.from), to = find_part(PartKind::state, count.to);
    for (MapLink& link : map.links) {
      if (link.kind == LinkKind::turns_to && link.from == from && link.to == to) link.times = count.times;
    }
  }
}

void keep_only_to(BehaviourMap& map, uint32_t action) {
  // States lead to each other in circles; the way that is meant goes forwards or backwards all along.
  const auto reach = [&](bool forwards) {
    std::vector<bool> is_kept(map.parts.size());
    std::vector<uint32_t> open{action};
    is_kept[action] = true;
    while (!open.empty()) {
      const uint32_t part = open.back();
      open.pop_back();
      for (const MapLink& link : map.links) {
        if ((forwards ? link.from : link.to) != part) continue;
        const uint32_t other = forwards ? link.to : link.from;
        if (!is_kept[other]) open.push_back(other);
        is_kept[other] = true;
      }
    }
    return is_kept;
  };
  const std::vector<bool> before = reach(false), behind = reach(true);
  std::vector<uint32_t> places(map.parts.size(), kNone);
  std::vector<MapPart> parts;
  for (uint32_t i = 0; i < map.parts.size(); ++i) {
    if (!before[i] && !behind[i]) continue;
    places[i] = static_cast<uint32_t>(parts.size());
    parts.push_back(std::move(map.parts[i]));
  }
  map.parts = std::move(parts);
  std::erase_if(map.links,
                [&](const MapLink& link) { return places[link.from] == kNone || places[link.to] == kNone; });
  for (MapLink& link : map.links) {
    link.from = places[link.from];
    link.to = places[link.to];
  }
}

}  // namespace ishi::compiler
