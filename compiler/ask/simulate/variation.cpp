#include "simulate/variation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "language/unit.h"
#include "simulate/walls.h"

namespace ishi::compiler {
namespace {

using Part = Variation::Part;

double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

// A decimal number: no sum of binary fractions comes between it and how it is written.
double with_decimals(double number, int decimals) {
  const double scale = power_of_ten(std::abs(decimals));
  return decimals >= 0 ? std::round(number * scale) / scale : std::round(number / scale) * scale;
}

double draw_from(const VariedRange& range, double place) {
  return round_within(range, range.low + place * (range.high - range.low), range.decimals);
}

size_t nth_of(size_t count, double place) {
  return std::min(static_cast<size_t>(place * static_cast<double>(count)), count - 1);
}

// The meaning of a range's number, in base units.
double in_base_units(const Variation& variation, double number) {
  return variation.unit == nullptr ? number : number * variation.unit->factor;
}

Vector place_of(std::span<const double> numbers) {
  return {static_cast<float>(numbers[0]), static_cast<float>(numbers[1]), static_cast<float>(numbers[2])};
}

SituationAgent& agent_at(Situation& situation, uint32_t index) {
  return index == 0 ? situation : situation.others[index - 1];
}

SituationEntity& somebody(Situation& situation, uint32_t entity) {
  return is_agent(entity) ? agent_at(situation, agent_of_entity(entity)).self : situation.entities[entity];
}

void give(std::vector<SituationValue>& values, const SituationValue& value) {
  const auto known = std::ranges::find_if(values, [&](const SituationValue& one) {
    return one.index == value.index && one.owner == value.owner;
  });
  if (known == values.end())
    values.push_back(value);
  else
    *known = value;
}

// The value that a run gives to a key, level or field.
SituationValue value_of(const Variation& variation, std::span<const double> numbers) {
  SituationValue value = variation.value;
  if (variation.is_of_choices()) {
    const SituationValue& chosen = variation.choices[static_cast<size_t>(numbers[0])].value;
    value.value = chosen.value;
    value.entity = chosen.entity;
  } else if (variation.ranges.size() == 1) {
    value.value = {static_cast<float>(in_base_units(variation, numbers[0]))};
  } else {
    value.value = place_of(numbers);
  }
  return value;
}

// The path that a run lets an entity take: that of the situation, with detours before its last place.
std::vector<Vector> path_of(const Variation& variation, std::span<const double> numbers,
                            const std::vector<Vector>& given) {
  if (variation.is_of_choices()) return variation.choices[static_cast<size_t>(numbers[0])].path;
  std::vector<Vector> path = given;
  const auto detours = static_cast<size_t>(numbers[0]);
  for (size_t i = 0; i < detours; ++i)
    path.insert(path.end() - (given.empty() ? 0 : 1), place_of(numbers.subspan(1 + 3 * i, 3)));
  return path;
}

void vary_one(const Variation& variation, std::span<const double> numbers, Situation& situation) {
  const auto index = [&] {
    return static_cast<uint32_t>(variation.choices[static_cast<size_t>(numbers[0])].value.value[0]);
  };
  const auto move = [&]() -> SituationMove& {
    return *std::ranges::find(situation.moves, variation.entity, &SituationMove::entity);
  };
  switch (variation.part) {
    case Part::key: {
      const bool is_own = variation.entity != kNone;
      give(agent_at(situation, is_own ? agent_of_entity(variation.entity) : 0).keys,
           value_of(variation, numbers));
      break;
    }
    case Part::level:
      give(agent_at(situation, agent_of_entity(variation.entity)).levels, value_of(variation, numbers));
      break;
    case Part::field: give(somebody(situation, variation.entity).fields, value_of(variation, numbers)); break;
    case Part::position:
      somebody(situation, variation.entity).position = value_of(variation, numbers).value;
      break;
    case Part::facing:
      somebody(situation, variation.entity).facing = value_of(variation, numbers).value;
      break;
    case Part::starts:
      move().starts =
          std::max(in_base_units(variation, numbers[0]), situation.entities[variation.entity].comes_at);
      break;
    case Part::speed: move().speed = in_base_units(variation, numbers[0]); break;
    case Part::path: move().path = path_of(variation, numbers, move().path); break;
    case Part::importance: agent_at(situation, agent_of_entity(variation.entity)).profile = index(); break;
    case Part::state: agent_at(situation, agent_of_entity(variation.entity)).state = index(); break;
    case Part::result:
      situation.course.endings.push_back(
          {variation.task, variation.value.owner, static_cast<Course::End>(index())});
      break;
    case Part::time:
      for (const uint32_t moment : variation.moments)
        situation.course.changes[moment].seconds = in_base_units(variation, numbers[0]);
      break;
    case Part::present: break;  // when times are in order
  }
}

// Those who are not there leave before anybody thinks.
void remove_absent(std::span<const Variation> variations, std::span<const double> numbers,
                   Situation& situation) {
  Course::Change leaving;
  for (const Variation& variation : variations) {
    const double number = numbers[variation.first];
    if (variation.part != Part::present || std::isnan(number)) continue;
    if (variation.choices[static_cast<size_t>(number)].value.value[0] != 0) continue;
    leaving.remove.push_back(variation.entity);
    if (is_agent(variation.entity))
      agent_at(situation, agent_of_entity(variation.entity)).leaves_at = 0;
    else
      situation.entities[variation.entity].leaves_at = 0;
  }
  if (!leaving.remove.empty())
    situation.course.changes.insert(situation.course.changes.begin(), std::move(leaving));
}

std::string number_text(double number, const UnitRow* unit) {
  return fmt::format("{}{}", number == 0 ? 0.0 : number, unit == nullptr ? "" : unit->suffix);
}

std::string place_text(std::span<const double> numbers) {
  return fmt::format("[{}, {}, {}]", number_text(numbers[0], nullptr), number_text(numbers[1], nullptr),
                     number_text(numbers[2], nullptr));
}

}  // namespace

size_t numbers_of(std::span<const Variation> variations) {
  return variations.empty() ? 0 : variations.back().first + variations.back().count;
}

double round_within(const VariedRange& range, double number, int decimals) {
  return std::clamp(with_decimals(number, decimals), range.low, range.high);
}

void draw(const Variation& variation, std::span<const double> places, std::span<double> numbers) {
  if (variation.is_of_choices()) {
    numbers[0] = static_cast<double>(nth_of(variation.choices.size(), places[0]));
    return;
  }
  if (variation.detours == 0) {
    for (size_t i = 0; i < variation.ranges.size(); ++i)
      numbers[i] = draw_from(variation.ranges[i], places[i]);
    return;
  }
  numbers[0] = static_cast<double>(nth_of(variation.detours + 1, places[0]));
  for (size_t i = 1; i < variation.count; ++i)
    numbers[i] = draw_from(variation.ranges[(i - 1) % 3], places[i]);
}

void vary(std::span<const Variation> variations, std::span<const double> numbers, Situation& situation) {
  bool has_times = false;
  for (const Variation& variation : variations) {
    if (std::isnan(numbers[variation.first])) continue;
    vary_one(variation, numbers.subspan(variation.first, variation.count), situation);
    has_times = has_times || variation.part == Part::time;
  }
  if (has_times) std::ranges::stable_sort(situation.course.changes, {}, &Course::Change::seconds);
  remove_absent(variations, numbers, situation);
}

std::string written(const Variation& variation, std::span<const double> numbers, const Situation& situation) {
  if (variation.is_of_choices()) return variation.choices[static_cast<size_t>(numbers[0])].text;
  if (variation.part == Part::path) {
    const auto move = std::ranges::find(situation.moves, variation.entity, &SituationMove::entity);
    std::string text;
    for (const Vector& place : path_of(variation, numbers, move->path)) {
      const auto part = [](float one) { return show(one, Quantity::number); };
      text += fmt::format("{}[{}, {}, {}]", text.empty() ? "" : ", ", part(place[0]), part(place[1]),
                          part(place[2]));
    }
    return fmt::format("[{}]", text);
  }
  return variation.ranges.size() == 1 ? number_text(numbers[0], variation.unit) : place_text(numbers);
}

RunText written_run(std::span<const Variation> variations, std::span<const double> numbers,
                    const Situation& situation) {
  RunText text;
  for (const Variation& variation : variations) {
    if (std::isnan(numbers[variation.first])) continue;
    RunText::Entries& entries = variation.part == Part::result ? text.results
                                : variation.part == Part::time ? text.times
                                                               : text.values;
    entries.emplace_back(variation.name,
                         written(variation, numbers.subspan(variation.first, variation.count), situation));
  }
  return text;
}

std::string RunText::text() const {
  std::vector<std::string> parts;
  const auto in_braces = [](const Entries& entries) {
    std::string list;
    for (const auto& [name, value] : entries)
      list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", name, value);
    return fmt::format("{{ {} }}", list);
  };
  for (const auto& [name, value] : values) parts.push_back(fmt::format("{}: {}", name, value));
  if (!results.empty()) parts.push_back(fmt::format("results: {}", in_braces(results)));
  if (!times.empty()) parts.push_back(fmt::format("at: {}", in_braces(times)));
  return parts.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
}

bool can_be(const Model& model, const Situation& situation) {
  if (situation.walls.empty() && situation.doors.empty()) return true;
  for (uint32_t i = 0; i < situation.agent_count(); ++i) {
    const SituationAgent& agent = situation.agent_at(i);
    if (agent.leaves_at == 0) continue;
    const Vector& at = agent.self.position;
    if (is_in_cells(situation.wall_cells, at, model.up.value)) return false;
    for (const SituationDoor& door : situation.doors) {
      if (!door.is_open && is_in_cells(door.cells, at, model.up.value)) return false;
    }
  }
  return true;
}

}  // namespace ishi::compiler
