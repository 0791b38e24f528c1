#include "asset/limits.h"
#include "asset/validate.h"

// What can be heard, how aware agents become of those they remember, and what their senses notice.

namespace ishi {
namespace {

class SensesCheck {
 public:
  SensesCheck(Check& check, const Tables& tables) : check_(check), t_(tables) {}

  bool all() {
    Tiling sounds(t_.sense_sounds.size());
    return check_lookup(check_, t_.sounds_by_id, t_.sounds) &&
           Check::all(t_.sounds, [&](const blob::Sound& sound) { return one_sound(sound); }) && awareness() &&
           Check::all(t_.agents,
                      [&](const blob::Agent& agent) {
                        return Check::all(part(t_.senses, agent.senses()), [&](const blob::Sense& sense) {
                          return sounds.follows(check_, sense.sounds()) && one_sense(agent, sense);
                        });
                      }) &&
           sounds.complete(check_, t_.sense_sounds.data());
  }

 private:
  bool within(float number, float low, float high, const void* where) {
    return check_finite(check_, where, number) &&
           check_.that(number >= low && number <= high, StatusCode::sense_range, where);
  }

  bool thing(uint32_t index, const void* where) {
    return check_.that(index == kNotFound || index < t_.things.size(), StatusCode::index_out_of_range, where);
  }

  // A formula of an owner that may be missing.
  bool formula(const blob::Range& own, uint32_t index, const void* where) {
    if (index == kNotFound) return true;
    const bool owned = index >= own.first() && index - own.first() < own.count();
    return check_.that(owned, StatusCode::formula_not_of_owner, where) &&
           check_.that(t_.formulas[index].record_kind() == blob::RecordKind::sense &&
                           t_.formulas[index].set() == kNotFound,
                       StatusCode::formula_record, where);
  }

  bool one_sound(const blob::Sound& sound) {
    return check_.that(sound.reserved() == 0, StatusCode::reserved_not_zero, &sound) &&
           within(sound.radius(), 0, limits::kFar, &sound) && thing(sound.thing(), &sound) &&
           formula(sound.formulas(), sound.scale(), &sound);
  }

  bool awareness() {
    uint64_t next = 0;
    Tiling levels(t_.awareness_levels.size());
    return Check::all(t_.awareness,
                      [&](const blob::Awareness& one) {
                        const bool rises = one.set() >= next;
                        next = uint64_t{one.set()} + 1;
                        return check_.that(one.set() < t_.sets.size(), StatusCode::index_out_of_range,
                                           &one) &&
                               check_.that(t_.sets[one.set()].kind() == blob::SetKind::memory,
                                           StatusCode::sense_memory, &one) &&
                               check_.that(rises, StatusCode::sense_order, &one) &&
                               within(one.fall(), 0, limits::kAwarenessRate, &one) &&
                               levels.follows(check_, one.levels()) &&
                               check_.that(one.levels().count() <= limits::kAwarenessLevels,
                                           StatusCode::too_many, &one) &&
                               are_levels(part(t_.awareness_levels, one.levels()));
                      }) &&
           levels.complete(check_, t_.awareness_levels.data());
  }

  bool are_levels(std::span<const blob::AwarenessLevel> levels) {
    float before = 0;
    return Check::all(levels, [&](const blob::AwarenessLevel& level) {
      const bool rises = level.level() > before;
      before = level.level();
      return within(level.level(), 0, 1, &level) && check_.that(rises, StatusCode::sense_order, &level) &&
             check_.that(level.event() < t_.events.size(), StatusCode::index_out_of_range, &level) &&
             tells_whom(t_.events[level.event()], level);
    });
  }

  bool tells_whom(const blob::Event& event, const blob::AwarenessLevel& level) {
    const auto fields = part(t_.event_fields, event.fields());
    const bool is_one = fields.size() == 1 && (fields[0].variable().type() == blob::ValueType::entity ||
                                               fields[0].variable().type() == blob::ValueType::thing);
    return check_.that(is_one, StatusCode::level_event, &level);
  }

  bool one_sense(const blob::Agent& agent, const blob::Sense& sense) {
    if (!check_.that(sense.reserved() == 0 && sense.reserved_2() == 0, StatusCode::reserved_not_zero,
                     &sense) ||
        !check_.that(sense.kind() <= blob::SenseKind::MAX && sense.occlusion() <= 1,
                     StatusCode::unknown_enumerator, &sense) ||
        !check_.that(agent.senses().count() <= limits::kSenses, StatusCode::too_many, &agent)) {
      return false;
    }
    const blob::Range& own = agent.formulas();
    return within(sense.range(), 0, limits::kFar, &sense) && within(sense.cosine(), -1, 1, &sense) &&
           thing(sense.thing(), &sense) && parts(sense) && memory(sense) &&
           formula(own, sense.filter(), &sense) && formula(own, sense.when(), &sense) &&
           formula(own, sense.visibility(), &sense) && formula(own, sense.rise(), &sense) &&
           heard(part(t_.sense_sounds, sense.sounds()), sense);
  }

  bool parts(const blob::Sense& sense) {
    const bool is_sight = sense.kind() == blob::SenseKind::sight;
    const bool is_hearing = sense.kind() == blob::SenseKind::hearing;
    const bool has_its_own = (is_sight || (sense.cosine() == -1 && sense.visibility() == kNotFound)) &&
                             (is_hearing ? sense.thing() == kNotFound : sense.sounds().count() == 0);
    return check_.that(has_its_own, StatusCode::sense_unused_part, &sense);
  }

  // What is noticed must be of the kind that the memory is about.
  bool memory(const blob::Sense& sense) {
    if (!check_.that(sense.memory() < t_.sets.size(), StatusCode::index_out_of_range, &sense)) return false;
    const blob::Set& set = t_.sets[sense.memory()];
    const auto things = part(t_.set_things, set.things());
    const bool is_of_noises = sense.kind() == blob::SenseKind::hearing;
    const bool fits = set.kind() == blob::SetKind::memory && (set.noises() != 0) == is_of_noises &&
                      (things.empty() || things[0] == sense.thing());
    const bool can_rise = sense.rise() == kNotFound || find_awareness(t_, sense.memory()) != nullptr;
    return check_.that(fits && can_rise, StatusCode::sense_memory, &sense);
  }

  bool heard(std::span<const uint32_t> sounds, const blob::Sense& sense) {
    uint64_t next = 0;
    return Check::all(sounds, [&](const uint32_t& sound) {
      const bool rises = sound >= next;
      next = uint64_t{sound} + 1;
      return check_.that(sound < t_.sounds.size(), StatusCode::index_out_of_range, &sound) &&
             check_.that(rises, StatusCode::sense_order, &sense);
    });
  }

  Check& check_;
  const Tables& t_;
};

}  // namespace

bool validate_senses(Check& check, const Tables& t) { return SensesCheck(check, t).all(); }

bool validate_shared_formulas(Check& check, const Tables& t, std::span<const Domain> domains) {
  const auto is_shared = [&](uint32_t formula, const void* where) {
    if (formula == kNotFound) return true;
    const blob::Range& program = t.formulas[formula].program();
    const blob::Operation& result = t.operations[program.first() + program.count() - 1];
    const bool is_spread = result.code() == blob::OperationCode::spread;
    return check.that(is_spread && domains[program.first() + result.a()] <= Domain::world,
                      StatusCode::sense_formula, where);
  };
  return Check::all(t.sounds, [&](const blob::Sound& sound) { return is_shared(sound.scale(), &sound); }) &&
         Check::all(t.senses, [&](const blob::Sense& sense) { return is_shared(sense.filter(), &sense); });
}

}  // namespace ishi
