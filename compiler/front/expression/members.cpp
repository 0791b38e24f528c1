#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "diagnostics/suggest.h"
#include "expression/advice.h"
#include "expression/asked_by_function.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "expression/written_unit.h"
#include "language/unit.h"
#include "language/words.h"
#include "resolve/names.h"

// The meaning of a member behind a point: `.norm`, a need's level, and the members of entities and events.

namespace ishi::compiler {
namespace {

constexpr size_t kMostMembersListed = 32;  // names that a message lists

// `good.price.norm`, where things of several kinds have a price, each in a range of its own.
bool report_unlike_ranges(const TypingSite& at, const Expression& node, const Expression& object) {
  if (object.kind != ExpressionKind::field) return false;
  const Expression& member = *object.operands[0];
  const bool is_member = member.kind == ExpressionKind::fact || member.kind == ExpressionKind::choice;
  if (!is_member || member.type.reference != kNone || is_memory(at.model, set_of(at.model, member)))
    return false;
  const auto& things = at.model.things;
  const Variable& first = things[object.owner].value.fields[object.index].value;
  for (const uint32_t thing : candidates_of(at.model, set_of(at.model, member)).value.things) {
    const uint32_t same = find_index(things[thing].value.fields, object.text);
    if (same == kNone) continue;
    const auto& [name, other] = things[thing].value.fields[same];
    if (other.low == first.low && other.high == first.high) continue;
    const std::string text = at.text_of(object);
    at.diagnostics
        .report(Code::no_norm, node.text_span,
                fmt::format("`{}` of `{}` and of `{}` has different ranges, so `.norm` could mean either",
                            object.text, things[object.owner].name.text, things[thing].name.text))
        .label(things[object.owner].value.fields[object.index].name.span, "one")
        .label(name.span, "the other")
        .help(fmt::format("declare both alike, or say which range becomes 0 to 1: norm({}, {}, {})", text,
                          first.low, first.high));
    return true;
  }
  return false;
}

// `hp.norm`
void check_norm(const TypingSite& at, Expression& node) {
  const Expression& object = *node.operands[0];
  const Variable* variable = at.variable_of(object);
  if (variable != nullptr && !variable->has_range() && variable->range.span.end != 0)
    return poison(node);  // what is written there is wrong
  if (variable == nullptr || !variable->has_range()) {
    std::string text = at.text_of(object);
    if (text.starts_with('(')) text = text.substr(1, text.size() - 2);
    auto report = at.diagnostics.report(
        Code::no_norm, node.text_span,
        variable == nullptr ? "`.norm` belongs to a key or field with a range, not to a calculation"
                            : fmt::format("`{}` declares no range, so it has no `.norm`", text));
    const std::string_view unit = at.unit_of(object);
    const std::string by_hand = fmt::format("norm({}, 0{}, 10{})", text, unit, unit);
    if (object.kind == ExpressionKind::motive || object.kind == ExpressionKind::norm)
      report.help("it goes from 0 to 1 as it is: leave `.norm` out");
    else if (variable == nullptr)
      report.help(fmt::format("say which range becomes 0 to 1: {}", by_hand));
    else
      report.help(fmt::format("declare its `range`, or say here which one becomes 0 to 1: {}", by_hand));
    return;
  }
  if (report_unlike_ranges(at, node, object)) return;
  node.kind = ExpressionKind::norm;
  node.type = {ValueKind::number};
}

// `spot.known`
void check_known_place(const TypingSite& at, Expression& node) {
  const Expression& object = *node.operands[0];
  if (object.may_be_nowhere) {
    node.kind = ExpressionKind::known;
    node.type = {ValueKind::boolean};
    return;
  }
  const Variable* const variable = at.variable_of(object);
  const std::string text = at.text_of(object);
  auto report =
      at.diagnostics.report(Code::place_lacking, node.text_span,
                            fmt::format("`{}` always lies somewhere, so there is nothing to ask", text));
  if (object.kind == ExpressionKind::position)
    report.help(fmt::format("ask whether there is somebody: `{}.known`", at.text_of(*object.operands[0])));
  else if (variable != nullptr)
    report.help("declare it with `default: nowhere` if there may be no place");
  else
    report.help("ask that of a key, parameter or field that says `default: nowhere`");
}

// A field of who made a sound, where that may be a thing of any kind. False if something else is asked.
bool help_with_makers(const TypingSite& at, const Expression& object, Report& report) {
  const bool is_maker = object.kind == ExpressionKind::fact_maker ||
                        (object.kind == ExpressionKind::target && at.place.hears != nullptr);
  if (!is_maker || object.type.reference != kNone) return false;
  std::vector<std::string> unsaid;
  std::vector<std::string_view> makers;
  const auto add = [&](const Named<Sound>& sound) {
    const Type& maker = sound.value.maker;
    if (maker.reference == kNone) return unsaid.push_back(fmt::format("`{}`", sound.name.text));
    const std::string_view thing = at.model.things[maker.reference].name.text;
    if (std::ranges::find(makers, thing) == makers.end()) makers.push_back(thing);
  };
  const auto add_heard = [&](const Hearing& hearing) {
    for (const Reference& sound : hearing.sounds) {
      if (sound.index != kNone) add(at.model.sounds[sound.index]);
    }
    for (size_t i = 0; hearing.sounds.empty() && i < at.model.sounds.size(); ++i) add(at.model.sounds[i]);
  };
  if (object.kind == ExpressionKind::target) add_heard(at.place.hears->hearing.value);
  for (const auto& sense : at.model.senses) {
    const bool fills = object.kind == ExpressionKind::fact_maker &&
                       sense.value.remember.index == set_of(at.model, *object.operands[0]);
    if (fills) add_heard(sense.value.hearing.value);
  }
  if (!unsaid.empty())
    report.help(fmt::format("say which thing makes {}, such as `of: {}`", fmt::join(unsaid, " and "),
                            at.model.things.empty() ? "person" : at.model.things[0].name.text));
  else
    report.help(
        fmt::format("here {} make sounds: hear those of one kind, with a memory of their own, by a "
                    "`hearing` that names its `sounds`",
                    quoted_list(makers, "and")));
  return true;
}

// `.known`, `.position`, `.facing` and the fields of an entity.
void check_variable_member(const TypingSite& at, Expression& node) {
  const Expression& object = *node.operands[0];
  if (object.type.kind == ValueKind::point && node.text == kKnown) return check_known_place(at, node);
  if (object.type.kind != ValueKind::entity) {
    auto report =
        at.diagnostics.report(Code::unknown_member, node.text_span,
                              fmt::format("{} has no `.{}`", describe(at.model, object.type), node.text));
    const bool is_number = object.type.kind == ValueKind::number || object.type.kind == ValueKind::integer;
    const std::array<std::string_view, 1> of_numbers = {"norm"};
    if (is_number && !suggestions(node.text, of_numbers).empty()) {
      report.help("did you mean `.norm`?").edit(node.text_span, "norm");
    } else if (is_number) {
      report.help("a key or field with a range has `.norm`, and nothing else");
    } else if (object.type.kind == ValueKind::boolean) {
      report.help("a condition counts as 0 or 1 as it is");
    } else if (object.type.kind == ValueKind::point || object.type.kind == ValueKind::direction) {
      report.help("its parts cannot be read: ask `distance`, `direction`, `bearing` or `angle`");
    } else {
      const auto& members = at.model.enums[object.type.reference].value.members;
      const bool is_word = std::ranges::find(members, node.text, &Name::text) != members.end();
      report.help(is_word ? fmt::format("compare it: `{} == {}`", at.text_of(object), node.text)
                          : number_instead(at, object));
    }
    return;
  }
  if (node.text == "known") {
    node.kind = ExpressionKind::known;
    node.type = {ValueKind::boolean};
    return;
  }
  if (node.text == "position" || node.text == "facing") {
    node.kind = node.text == "position" ? ExpressionKind::position : ExpressionKind::facing;
    node.type = {node.text == "position" ? ValueKind::point : ValueKind::direction};
  } else {
    if (object.type.reference != kNone) {
      const auto& fields = at.model.things[object.type.reference].value.fields;
      const uint32_t index = find_index(fields, node.text);
      if (index != kNone) {
        node.kind = ExpressionKind::field;
        node.index = index;
        node.owner = object.type.reference;
        node.type = fields[index].value.resolved;
      }
    }
    if (node.kind == ExpressionKind::member) {
      auto report = at.diagnostics.report(
          Code::unknown_member, node.text_span,
          fmt::format("{} has no field `{}`", describe(at.model, object.type), node.text));
      if (!report.is_kept()) return;
      std::vector<std::string_view> known = {"known", "position", "facing"};
      if (object.type.reference != kNone) {
        for (const auto& field : at.model.things[object.type.reference].value.fields)
          known.push_back(field.name.text);
      }
      if (help_with_makers(at, object, report)) return;
      const auto near = report.suggestions(node.text, known);
      const auto has_it = std::ranges::find_if(at.model.things, [&](const auto& thing) {
        return find_index(thing.value.fields, node.text) != kNone;
      });
      const bool is_declared = object.kind == ExpressionKind::key || object.kind == ExpressionKind::target ||
                               object.kind == ExpressionKind::event_field ||
                               object.kind == ExpressionKind::parameter;
      if (object.type.reference == kNone && is_declared && has_it != at.model.things.end() && near.empty()) {
        const std::string_view one = has_it->name.text;
        if (object.kind == ExpressionKind::target)
          report.help(fmt::format("a `{0}` has it: write `of: {0}`, if that alone is meant", one));
        else
          report.help(fmt::format("a `{0}` has it: declare `{1}` as a `{0}`, not as any `entity`", one,
                                  at.text_of(object)));
      } else if (const std::string asked = asked_by_function(node.text, at.text_of(object)); !asked.empty()) {
        report.help(fmt::format("write `{}`", asked)).edit(node.span, asked);
      } else if (object.kind == ExpressionKind::self && node.text == "team") {
        report.help("the agent's own team is read as `team`, such as `team == watch`")
            .edit(node.span, "team");
      } else if (node.text == "team") {
        report.help(
            "only the agent's own team can be asked: let the game say whose side others are on in a "
            "field of their thing");
      } else if (object.kind == ExpressionKind::self && at.names.keys.contains(node.text)) {
        report.help(fmt::format("the agent's own `{0}` is read as `{0}`", node.text))
            .edit(node.span, std::string(node.text));
      } else if (!near.empty()) {
        report.help(fmt::format("did you mean `.{}`?", near[0])).edit(node.text_span, std::string(near[0]));
      } else {
        const size_t listed = std::min(known.size(), kMostMembersListed);
        report.help(fmt::format(
            "it has `.{}`{}",
            fmt::join(known.begin(), known.begin() + static_cast<ptrdiff_t>(listed), "`, `."),
            listed < known.size() ? fmt::format(" and {} more", known.size() - listed) : std::string()));
      }
      return;
    }
  }
  warn_of_nobody(at, node);
}

}  // namespace

// `event.by`, under `on`.
void Typer::check_event_field(Expression& node) {
  Named<Event>& event = model_.events[at_.place.event];
  const uint32_t index = find_index(event.value.fields, node.text);
  if (index != kNone) {
    event.value.fields[index].value.is_read = true;
    node.kind = ExpressionKind::event_field;
    node.owner = at_.place.event;
    node.index = index;
    node.type = event.value.fields[index].value.resolved;
    node.operands.clear();
    return;
  }
  std::vector<std::string_view> known;
  for (const auto& field : event.value.fields) known.push_back(field.name.text);
  auto report = at_.diagnostics.report_missing(
      event.name.span, Code::unknown_member, node.text_span,
      fmt::format("the event `{}` has no field `{}`", event.name.text, node.text));
  report.label(event.name.span, "declared here");
  const auto near = report.suggestions(node.text, known);
  if (!near.empty())
    report.suggest(node.text_span, near[0]);
  else if (known.empty())
    report.help("it tells nothing but that it happened");
  else
    report.help(fmt::format("it has {}", quoted_list(known, "and")));
}

GivenBack* find_given(const TypingSite& at, const Expression& node) {
  if (at.place.givens == nullptr || node.kind != ExpressionKind::name) return nullptr;
  const auto found = std::ranges::find_if(*at.place.givens,
                                          [&](const GivenBack* one) { return one->name.text == node.text; });
  return found != at.place.givens->end() ? *found : nullptr;
}

// `found.spot`, behind a step with `as: found`.
void Typer::check_given(Expression& node, GivenBack& given) {
  given.is_read = true;
  model_.note_use(node.operands[0]->text_span, given.name);
  const uint32_t index = find_index(*given.values, node.text);
  const bool is_known = node.text == kKnown;
  if (index == kNone && !is_known) {
    std::vector<std::string_view> known;
    for (const auto& value : *given.values) known.push_back(value.name.text);
    auto report = at_.diagnostics.report(Code::unknown_member, node.text_span,
                                         fmt::format("`{}` gives no `{}` back", given.by->text, node.text));
    report.suggest_or(node.text_span, node.text, known, [&] {
      return fmt::format("it gives {}, and `{}` tells whether it has", quoted_list(known, "and"), kKnown);
    });
    return;
  }
  if (!is_known) {
    (*given.values)[index].value.is_read = true;
    model_.note_use(node.text_span, (*given.values)[index].name);
  }
  node.kind = ExpressionKind::given;
  node.index = is_known ? 0 : index + 1;
  node.text = given.name.text;
  node.type = is_known ? Type{ValueKind::boolean} : (*given.values)[index].value.resolved;
  node.operands.clear();
}

void Typer::check_member(Expression& node) {
  Expression& object = *node.operands[0];
  const bool is_need = object.kind == ExpressionKind::name && object.text == "needs";
  const bool is_drive = object.kind == ExpressionKind::name && object.text == "drives";
  poison(node);
  if (at_.place.event != kNone && object.kind == ExpressionKind::name && object.text == "event") {
    check_event_field(node);
    return;
  }
  if (GivenBack* const given = find_given(at_, object); given != nullptr) return check_given(node, *given);
  if (check_behind_alias(node) || check_motive_behind_alias(node)) return;
  if (is_need || is_drive) {
    const Map<Motive>& motives = is_need ? model_.needs : model_.drives;
    const uint32_t index = find_index(motives, at_.in_model(Space::motives, node.text));
    if (index != kNone && !at_.scopes.is_hidden(at_.file(), Space::motives, node.text)) {
      node.kind = ExpressionKind::motive;
      node.index = is_need ? index : index + static_cast<uint32_t>(model_.needs.size());
      node.operands.clear();
      touch_motive(node);
      return;
    }
    if (is_doubted_elsewhere(model_, node.text, at_.diagnostics) &&
        find_index(is_need ? model_.drives : model_.needs, node.text) == kNone)
      return;
    auto report =
        at_.diagnostics.report(Code::unknown_name, node.text_span,
                               fmt::format("there is no {} `{}`", is_need ? "need" : "drive", node.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known;
    std::deque<std::string> spelled;
    for (const auto& motive : motives)
      known.push_back(spelled.emplace_back(at_.scopes.spelled(at_.file(), Space::motives, motive.name.text)));
    std::erase(known, "");
    const auto near = report.suggestions(node.text, known);
    const std::string other = fmt::format("{}.{}", is_need ? "drives" : "needs", node.text);
    if (find_index(is_need ? model_.drives : model_.needs, node.text) != kNone)
      report.help(fmt::format("write `{}`", other)).edit(node.span, other);
    else if (!near.empty())
      report.suggest(node.text_span, near[0]);
    return;
  }
  constexpr std::array<std::string_view, 6> kOfSets = {"count",  "size",  "length",
                                                       "number", "empty", "is_empty"};
  at_.member_of_set =
      std::ranges::find(kOfSets, node.text) != kOfSets.end() ? std::string_view(node.text) : "";
  check(object);
  at_.member_of_set = {};
  if (object.type.kind == ValueKind::error) return;
  const bool is_number = object.type.kind == ValueKind::number || object.type.kind == ValueKind::integer;
  if (node.text == "norm" && is_number) return check_norm(at_, node);
  if (object.kind == ExpressionKind::fact) return check_fact_member(at_, node);
  if (object.kind == ExpressionKind::choice) return check_choice_member(at_, node);
  check_variable_member(at_, node);
}

std::string asked_by_function(std::string_view member, const std::string& object) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kAsked = {
      {{"distance", "distance"},
       {"dist", "distance"},
       {"range", "distance"},
       {"bearing", "bearing"},
       {"angle", "bearing"},
       {"direction", "direction"}}};
  const auto asked = std::ranges::find(kAsked, member, &std::pair<std::string_view, std::string_view>::first);
  return asked == kAsked.end() ? std::string() : fmt::format("{}({})", asked->second, object);
}

// Finds out if a point may lie nowhere: one that is declared so, and what is made of it.
void find_place(const TypingSite& at, Expression& node) {
  const bool is_known = at.known.is_suspect() || at.known.contains(node);
  const auto set = [&](bool may_be) {
    node.may_be_nowhere = may_be;
    node.is_unasked = may_be && (node.kind == ExpressionKind::nowhere || !is_known);
  };
  if (node.kind == ExpressionKind::nowhere) return set(true);
  if (node.kind == ExpressionKind::value) {
    const Expression* const root = at.model.values[node.index].value.is.root;
    return set(root != nullptr && root->may_be_nowhere);
  }
  if (node.kind == ExpressionKind::given) {
    const auto given =
        std::ranges::find(*at.place.givens, node.text, [](const GivenBack* one) { return one->name.text; });
    return set(given != at.place.givens->end() && (*(*given)->values)[node.index - 1].value.may_be_nowhere());
  }
  if (const Variable* const variable = at.variable_of(node); variable != nullptr)
    return set(variable->may_be_nowhere());
  for (const Expression* const operand : node.operands) {
    if (operand->type.kind != ValueKind::point) continue;
    node.may_be_nowhere |= operand->may_be_nowhere;
    node.is_unasked |= operand->is_unasked && !is_known;
  }
}

// Warns of a member of an entity that may be nobody, if no condition has asked for it.
void warn_of_nobody(const TypingSite& at, const Expression& node) {
  const Expression& object = *node.operands[0];
  if (at.is_somebody(object)) return;
  // Calls of the value are asked instead.
  if (at.place.value != nullptr && object.kind == ExpressionKind::parameter) {
    const Expression*& first = at.place.value->unasked[object.index];
    if (first == nullptr) first = &node;
    return;
  }
  const std::string text = at.text_of(object);
  auto report = at.diagnostics.report(
      Code::nobody_read, node.span, fmt::format("`{}` may be nobody when its `{}` is read", text, node.text));
  report.note(node.text == "position" ? "the position of nobody is the origin of the world"
              : node.text == "facing" ? "nobody faces forward"
                                      : fmt::format("of nobody, `{}` is its default", node.text));
  if (report.is_kept() && is_inherited(at, node)) {
    report.label(at.place.action->name.span,
                 fmt::format("`{}` takes this over, with a `when` of its own", at.place.action->name.text));
  }
  if (object.kind == ExpressionKind::call) {
    report.help("give it a name under `values:`, and ask that name for `.known` first");
    return;
  }
  if (at.place.in_steering && node.text == "position" && at.formula->root == nullptr &&
      node.span.end - node.span.begin == at.formula->text.size()) {
    report.help(fmt::format("write `{}` alone: as long as that is nobody, this has no effect", text))
        .edit(node.span, text);
    return;
  }
  const std::string ask = fmt::format("{}.known", text);
  if (at.place.event != kNone) {
    report.help(fmt::format("ask first: write `when: {}` below this step, in the same column", ask));
    return;
  }
  report.help(at.place.in_option
                  ? fmt::format("ask first: put `{}` into `when`, or write if({}, …, …)", ask, ask)
                  : fmt::format("ask first: `{} and …` in a condition, if({}, …, …) in a number", ask, ask));
}

}  // namespace ishi::compiler
