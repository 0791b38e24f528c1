#include "explain/flip.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

#include "language/unit.h"
#include "simulate/asked_keys.h"
#include "simulate/inputs.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {

MomentOfThought::MomentOfThought(const Asset& asset, const Model& model, Situation course, uint32_t agent)
    : course_(std::move(course)), agent_(agent), simulation_(asset, model, course_) {}

Status MomentOfThought::play(uint64_t frames, bool ends_at_thought, const Stop* stop) {
  constexpr uint64_t kBetween = kFramesPerSecond;  // frames that are played again at most
  Status status = simulation_.open(0);
  if (status) simulation_.note_situations(agent_);
  for (uint32_t other = 0; status && other < course_.agent_count(); ++other) {
    if (other != agent_) simulation_.leave_unobserved(other);
  }
  for (; frame_ < frames && status && !is_stopped(stop); ++frame_) {
    if (frame_ % kBetween == 0) {
      status = simulation_.keep(latest_);
      latest_at_ = frame_;
    }
    if (status) status = simulation_.frame();
    if (!status || !simulation_.agent(agent_).has_thought()) continue;
    thought_ = frame_;
    if (between_at_ != latest_at_) between_ = latest_;
    between_at_ = latest_at_;
    if (ends_at_thought) break;
  }
  return status;
}

std::optional<double> MomentOfThought::seconds() const {
  if (thought_ == kNever) return std::nullopt;
  return static_cast<double>(thought_) / kFramesPerSecond;
}

Status MomentOfThought::open() {
  if (is_open_) return {};
  is_open_ = true;
  Status status = simulation_.go_back(between_);
  for (uint64_t frame = between_at_; frame < thought_ && status; ++frame) status = simulation_.frame();
  return status ? simulation_.keep(between_) : status;
}

Status MomentOfThought::think(const Situation& situation, const Situation& changed, Thought& thought,
                              bool& is_so) {
  const Status status = simulation_.think_again(between_, agent_, situation, changed, is_so);
  thought = simulation_.agent(agent_).thought();
  return status;
}

class FlipSearch::Trials {
 public:
  Trials(const Asset& asset, const Model& model, const Situation& situation, const Thought& thought,
         const Stop* stop, MomentOfThought* moment)
      : asset_(asset),
        model_(model),
        situation_(situation),
        asked_(asked_keys(asset, thought.agent_index)),
        base_(decision_of(thought)),
        repeated_(asset, model, situation, ThoughtPart::decision),
        stop_(stop),
        moment_(moment),
        inputs_(inputs_read(model, asked_)) {}

  // Tries the next input: a key that the agent reads, or a level. Returns false after the last one.
  bool go_on() {
    if (next_ == inputs_.size()) return false;
    const Input& input = inputs_[next_++];
    input.variable != nullptr ? try_key(input) : try_level(input);
    return true;
  }
  std::vector<Flip> take() {
    std::ranges::stable_sort(flips_, {}, &Flip::share);
    return std::move(flips_);
  }

 private:
  // The result of a situation, as far as people ask for it.
  struct Decision {
    uint32_t option = kNone;
    std::string picked_for;
    std::string chosen;  // of an agent that has choices alone

    // True if another option wins; the same one for somebody else is no other.
    [[nodiscard]] bool is_same(const Decision& other) const {
      return option == other.option && chosen == other.chosen;
    }
  };

  // A number that may be changed: a key's or a level's.
  struct Numeric {
    std::string key;
    float current = 0, low = 0, high = 0;
    double whole = 1;  // what a change is measured by
    bool is_integer = false;
    std::string_view unit;
    double factor = 1;  // base units in one of that
  };

  static Decision decision_of(const Thought& thought) {
    Decision decision{thought.picked, thought.picked_for, {}};
    if (thought.agent.options.count > 0) return decision;
    for (const ChoiceThought& choice : thought.choices)
      decision.chosen += fmt::format("{}{}", decision.chosen.empty() ? "" : ", ",
                                     choice.member.empty() ? "nobody" : choice.member);
    return decision;
  }

  // The places of a number where a decision is tried, from where it is to one end.
  static std::vector<float> places_toward(const Numeric& number, float end,
                                          const std::vector<float>& constants) {
    constexpr int kEven = 48, kHalvings = 20;
    std::vector<float> places = {end};
    const double span = static_cast<double>(end) - number.current;
    const auto add = [&](double offset) {
      const double at = number.current + offset;
      places.push_back(static_cast<float>(number.is_integer ? std::round(at) : at));
    };
    for (int i = 1; i < kEven; ++i) add(span * i / kEven);
    for (int i = 1; i <= kHalvings; ++i) add(std::ldexp(span, -i));
    for (const float constant : constants) {
      places.push_back(constant);
      places.push_back(std::nextafter(constant, end));
      if (number.is_integer) places.push_back(constant + (end > number.current ? 1.0F : -1.0F));
    }
    const float low = std::min(number.current, end), high = std::max(number.current, end);
    std::erase_if(places, [&](float place) {
      return !(place >= low && place <= high) || place == number.current ||
             (number.is_integer && place != std::round(place));
    });
    std::ranges::sort(places, {}, [&](float place) { return std::abs(place - number.current); });
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  [[nodiscard]] Decision decide(const Situation& situation) {
    Thought thought;
    if (is_stopped(stop_)) return base_;
    if (moment_ != nullptr) {
      bool is_so = false;
      const Status status = moment_->think(situation_, situation, thought, is_so);
      return status && is_so ? decision_of(thought) : base_;
    }
    const bool has_others = situation.entities.size() != situation_.entities.size();
    const Status status = has_others ? think_once(asset_, model_, situation, thought, ThoughtPart::decision)
                                     : repeated_.think(situation, thought);
    return status ? decision_of(thought) : base_;
  }

  // Keys that the agent reads, and levels.
  static std::vector<Input> inputs_read(const Model& model, const AskedKeys& asked) {
    std::vector<Input> inputs = inputs_of(model);
    std::erase_if(inputs, [&](const Input& input) {
      return input.variable != nullptr && !asked.reads(model.imported.id("blackboard", input.name));
    });
    return inputs;
  }

  void try_key(const Input& input) {
    Situation changed = situation_;
    SituationValue& value = input.value_in(changed);
    switch (input.variable->resolved.kind) {
      case ValueKind::number:
      case ValueKind::integer:
        return try_number(number_of(input.name, *input.variable, value.value[0]), changed, value);
      case ValueKind::boolean: {
        const bool is_true = value.value[0] != 0;
        value.value[0] = is_true ? 0 : 1;
        return keep_if_other(input.name, is_true ? "true" : "false", is_true ? "false" : "true", changed);
      }
      case ValueKind::enumeration: return try_words(input, changed, value);
      case ValueKind::entity: return try_entity(input, changed, value);
      default: return;  // points and directions have no nearest change
    }
  }

  void try_words(const Input& input, Situation& changed, SituationValue& value) {
    const auto& words = model_.enums[input.variable->resolved.reference].value.members;
    const auto current = static_cast<size_t>(value.value[0]);
    for (size_t word = 0; word < words.size(); ++word) {
      value.value[0] = static_cast<float>(word);
      if (word != current) keep_if_other(input.name, words[current].text, words[word].text, changed);
    }
  }

  // Nobody where there is somebody, and the other way round: who has a name in the situation, or someone.
  void try_entity(const Input& input, Situation& changed, SituationValue& value) {
    const uint32_t thing = input.variable->resolved.reference;
    const std::string before = entity_name(value.entity);
    const uint32_t current = std::exchange(value.entity, kNone);
    if (current != kNone) return keep_if_other(input.name, before, "nothing", changed);
    bool is_anybody = false;
    for (uint32_t i = 0; i < situation_.entities.size(); ++i) {
      const SituationEntity& entity = situation_.entities[i];
      if (entity.name.empty() || (thing != kNone && entity.thing != thing)) continue;
      is_anybody = true;
      value.entity = i;
      keep_if_other(input.name, before, entity.name, changed);
    }
    if (is_anybody || moment_ != nullptr) return;  // nobody can be added to a run
    value.entity = static_cast<uint32_t>(changed.entities.size());
    changed.entities.push_back({{}, thing, {}, forward(model_), {}});
    keep_if_other(input.name, before, "someone", changed);
  }

  [[nodiscard]] std::string entity_name(uint32_t entity) const {
    if (entity == kNone) return "nothing";
    if (entity == kSelfEntity) return "self";
    const std::string_view name = situation_.entities[entity].name;
    return std::string(name.empty() ? "someone" : name);
  }

  void keep_if_other(std::string_view key, std::string_view from, std::string_view to,
                     const Situation& changed) {
    const Decision decision = decide(changed);
    if (decision.is_same(base_)) return;
    flips_.push_back({std::string(key), std::string(from), std::string(to),
                      fmt::format("if {} were {}", key, to), 1, decision.option, decision.picked_for,
                      decision.chosen});
  }

  static Numeric number_of(std::string_view name, const Variable& variable, float current) {
    constexpr double kUnbounded = 100;  // a key without a range is taken to have about this one
    const Quantity quantity = variable.resolved.quantity;
    const UnitRow* const unit = find_unit(written_or_usual(variable.unit, quantity));
    const double range = static_cast<double>(variable.high) - variable.low;
    return {.key = std::string(name),
            .current = std::clamp(current, variable.low, variable.high),
            .low = variable.low,
            .high = variable.high,
            .whole = variable.has_range() ? range : std::max(kUnbounded, 10.0 * std::abs(current)),
            .is_integer = variable.resolved.kind == ValueKind::integer,
            .unit = unit == nullptr ? "" : unit->suffix,
            .factor = unit == nullptr ? 1 : unit->factor};
  }

  void try_level(const Input& input) {
    Situation changed = situation_;
    SituationValue& value = input.value_in(changed);
    try_number({.key = input.name, .current = value.value[0], .low = 0, .high = 1, .whole = 1, .unit = {}},
               changed, value);
  }

  void try_number(const Numeric& number, Situation& changed, SituationValue& value) {
    const auto decide_at = [&](float at) {
      value.value[0] = at;
      return decide(changed);
    };
    for (const float end : {number.low, number.high}) {
      if (end != number.current) try_toward(number, end, decide_at);
    }
  }

  template <class Decide>
  void try_toward(const Numeric& number, float end, const Decide& decide_at) {
    const std::vector<float> places = places_toward(number, end, asked_.constants);
    float before = number.current;
    size_t i = 0;
    Decision decision;
    for (; i < places.size(); ++i) {
      decision = decide_at(places[i]);
      if (!decision.is_same(base_)) break;
      before = places[i];
    }
    if (i == places.size()) return;
    // Between two places there may be several changes: the decision next to the threshold is the one told.
    const float first = between(before, places[i], number.is_integer, [&](float at) {
      const Decision there = decide_at(at);
      const bool is_other = !there.is_same(base_);
      if (is_other) decision = there;
      return is_other;
    });
    const auto is_told = [&](float at) { return decide_at(at).is_same(decision); };
    // As far as it stays so: to the end, or to the place before it changes again.
    float last = first;
    std::optional<float> beyond;
    for (size_t next = i; next < places.size() && !beyond; ++next) {
      if (is_told(places[next]))
        last = places[next];
      else if (std::abs(places[next] - number.current) > std::abs(first - number.current))
        beyond = places[next];
    }
    if (beyond) last = between(*beyond, last, number.is_integer, is_told);
    // Each gap is nearer than the one before. A search that is stopped has no result, and every place seems
    // to be a gap to it.
    while (const auto gap = is_stopped(stop_) ? std::nullopt : first_gap(number, first, last, is_told)) {
      beyond = gap;
      last = between(*gap, first, number.is_integer, is_told);
    }
    // Nobody writes a number that is next to 0.
    const bool is_next_to_zero = first != 0 && std::abs(first) < std::numeric_limits<float>::min();
    const bool is_up_to_zero = std::abs(last) < std::abs(first) && is_told(0);
    tell(number, is_next_to_zero && is_up_to_zero ? 0 : first, last, beyond.has_value(), decision, decide_at);
  }

  // A gap between two ends for which it holds: of whole numbers all are tried if they are not
  // too many, else some.
  template <class Holds>
  static std::optional<float> first_gap(const Numeric& number, float first, float last, const Holds& holds) {
    constexpr double kMost = 256;
    const double span = static_cast<double>(last) - first;
    const int count = static_cast<int>(number.is_integer ? std::min(std::abs(span), kMost) : kMost);
    for (int i = 1; i < count; ++i) {
      const double at = first + span * i / count;
      const auto place = static_cast<float>(number.is_integer ? std::round(at) : at);
      if (!holds(place)) return place;
    }
    return std::nullopt;
  }

  // The place nearest to `outside` for which `holds`, between there, for which it does not, and `inside`.
  template <class Holds>
  static float between(float outside, float inside, bool is_integer, const Holds& holds) {
    for (;;) {
      const double middle = (static_cast<double>(outside) + inside) / 2;
      const auto at = static_cast<float>(is_integer ? std::floor(middle) : middle);
      if (at == outside || at == inside) return inside;
      (holds(at) ? inside : outside) = at;
    }
  }

  struct Written {
    float value = 0;
    std::string text;
  };

  // A number in its unit with so many decimals, rounded away from where it is now.
  static Written written(const Numeric& number, float value, int decimals, bool is_upward) {
    const double scale = std::pow(10.0, decimals);
    const double scaled = value / number.factor * scale;
    // A value that is a decimal number up to float rounding is not rounded again.
    const double nearest = std::round(scaled);
    const bool is_exact = static_cast<float>(nearest / scale * number.factor) == value;
    const double rounded = is_exact ? nearest : is_upward ? std::ceil(scaled) : std::floor(scaled);
    std::string text = fmt::format("{:.{}f}", rounded / scale + 0.0, decimals);
    if (text.find('.') != std::string::npos) {
      text.erase(text.find_last_not_of('0') + 1);
      if (text.ends_with('.')) text.pop_back();
    }
    if (text == "-0") text = "0";
    return {static_cast<float>(rounded / scale * number.factor), text + std::string(number.unit)};
  }

  // Writes a value as briefly as possible without changing the outcome: exactly if that is short, else with
  // the fewest decimals for which `holds` is still true and the rounding is small compared with the change.
  template <class Holds>
  static std::optional<Written> shortest(const Numeric& number, float value, bool is_upward,
                                         const Holds& holds) {
    constexpr double kOfRange = 200, kOfChange = 4, kOfRest = 10;
    constexpr int kMostDecimals = 9, kShort = 4;
    for (int decimals = 0; decimals <= kShort; ++decimals) {
      const Written candidate = written(number, value, decimals, is_upward);
      if (candidate.value == value && holds(value)) return candidate;
    }
    double tolerance =
        std::min(number.whole / kOfRange, std::abs(static_cast<double>(value) - number.current) / kOfChange);
    // The rounding must not skip more than a tenth of the values beyond the flip.
    const double rest = std::abs(static_cast<double>(value) - (is_upward ? number.high : number.low));
    if (rest > 0) tolerance = std::min(tolerance, rest / kOfRest);
    for (int decimals = 0; decimals <= kMostDecimals; ++decimals) {
      const Written candidate = written(number, value, decimals, is_upward);
      if (std::abs(static_cast<double>(candidate.value) - value) > tolerance) continue;
      if (candidate.value >= number.low && candidate.value <= number.high && holds(candidate.value))
        return candidate;
    }
    return std::nullopt;
  }

  // One end of the numbers for which something holds: the last of them, or the first for which it does not.
  struct End {
    std::string text;
    bool is_strict = false;
  };

  // `held` is the outermost for which it holds, seen from the others; `written` a short one a little further
  // in.
  static End end_at(const Numeric& number, float held, bool is_low, const Written& written) {
    constexpr int kMostDecimals = 4;
    const float beyond = std::nextafter(held, is_low ? number.low - 1 : number.high + 1);
    for (int decimals = 0; decimals <= kMostDecimals && !number.is_integer; ++decimals) {
      const Written edge = Trials::written(number, beyond, decimals, true);
      if (edge.value == beyond && edge.text.size() <= written.text.size()) return {edge.text, true};
    }
    return {written.text, false};
  }

  static std::string condition_text(const Numeric& number, const std::optional<End>& low,
                                    const std::optional<End>& high) {
    if (low && high && low->text == high->text) return fmt::format("at {} = {}", number.key, low->text);
    if (low && high)
      return fmt::format("at {} {} {} {} {}", low->text, low->is_strict ? "<" : "≤", number.key,
                         high->is_strict ? "<" : "≤", high->text);
    if (low) return fmt::format("at {} {} {}", number.key, low->is_strict ? ">" : "≥", low->text);
    return fmt::format("at {} {} {}", number.key, high->is_strict ? "<" : "≤", high->text);
  }

  // It holds from `first` to `last`, and no further if that is bounded; else to the end of the range.
  template <class Decide>
  void tell(const Numeric& number, float first, float last, bool is_bounded, const Decision& decision,
            const Decide& decide_at) {
    const auto holds = [&](float at) { return decide_at(at).is_same(decision); };
    const bool is_upward = first > number.current;
    const double distance = std::abs(static_cast<double>(first) - number.current);
    const auto holds_here = [&](float at) { return (is_upward ? at <= last : at >= last) && holds(at); };
    std::optional<Written> near = shortest(number, first, is_upward, holds_here);
    if (!near) near = beside(number, first, is_upward, holds_here);
    if (!near) near = exactly(number, first);
    std::optional<End> low, high;
    (is_upward ? low : high) = end_at(number, first, is_upward, *near);
    if (is_bounded || last == first) {
      const auto holds_behind = [&](float at) {
        return (is_upward ? at >= near->value : at <= near->value) && holds(at);
      };
      const Written far = shortest(number, last, !is_upward, holds_behind).value_or(exactly(number, last));
      (is_upward ? high : low) = end_at(number, last, !is_upward, far);
    }
    // Whoever sets it so finds the same decision.
    const auto is_as_now = [&](float at) { return decide_at(at).is_same(base_); };
    const Written now =
        shortest(number, number.current, true, is_as_now).value_or(exactly(number, number.current));
    flips_.push_back({number.key, now.text, near->text, condition_text(number, low, high),
                      distance / number.whole, decision.option, decision.picked_for, decision.chosen});
  }

  static Written exactly(const Numeric& number, float value) {
    return {value, fmt::format("{}{}", static_cast<float>(value / number.factor), number.unit)};
  }

  // A short number a little beyond one that nobody writes.
  template <class Holds>
  static std::optional<Written> beside(const Numeric& number, float first, bool is_upward,
                                       const Holds& holds) {
    for (const double part : {1e-3, 1e-4, 1e-5, 1e-6}) {
      const double distance = part * number.whole;
      for (int decimals = 0; decimals <= 9; ++decimals) {
        const auto at = static_cast<float>(first + (is_upward ? distance : -distance));
        const Written candidate = written(number, at, decimals, is_upward);
        if (std::abs(static_cast<double>(candidate.value) - at) > distance) continue;
        if (candidate.value >= number.low && candidate.value <= number.high && holds(candidate.value))
          return candidate;
      }
    }
    return std::nullopt;
  }

  const Asset& asset_;
  const Model& model_;
  const Situation& situation_;
  const AskedKeys asked_;
  const Decision base_;
  RepeatedThought repeated_;
  const Stop* stop_;
  MomentOfThought* moment_;
  const std::vector<Input> inputs_;
  size_t next_ = 0;
  std::vector<Flip> flips_;
};

FlipSearch::FlipSearch(const Asset& asset, const Model& model, const Situation& situation,
                       const Thought& thought, const Stop* stop, MomentOfThought* moment)
    : trials_(std::make_unique<Trials>(asset, model, situation, thought, stop, moment)) {}
FlipSearch::~FlipSearch() = default;
bool FlipSearch::go_on() { return trials_->go_on(); }
std::vector<Flip> FlipSearch::take() { return trials_->take(); }

std::vector<Flip> find_flips(const Asset& asset, const Model& model, const Situation& situation,
                             const Thought& thought, const Stop* stop) {
  FlipSearch search(asset, model, situation, thought, stop);
  while (search.go_on()) {
  }
  return search.take();
}

}  // namespace ishi::compiler
