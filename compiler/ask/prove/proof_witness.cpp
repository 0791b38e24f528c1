#include "prove/proof_witness.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "analyze/shrink.h"
#include "explain/chances.h"
#include "model/model.h"
#include "prove/member_row.h"
#include "prove/witness.h"
#include "prove/witness_member.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {
namespace {

// Draws the same numbers each time (S. Vigna's SplitMix64).
class Draws {
 public:
  explicit Draws(uint64_t seed) : state_(seed) {}

  [[nodiscard]] uint64_t next();
  // A number from 0 on below `count`.
  [[nodiscard]] uint32_t below(uint32_t count) { return static_cast<uint32_t>((next() >> 32) % count); }
  // A number of the range: one of its ends in a quarter of all cases each, else one between them.
  [[nodiscard]] float within(float low, float high);

 private:
  uint64_t state_;
};

constexpr float kFar = 30;      // metres: how far away members stand
constexpr float kLarge = 1000;  // of numbers without a declared range

class MemberDrawer {
 public:
  MemberDrawer(const Model& model, uint32_t set, Draws& draws) : model_(model), set_(set), draws_(draws) {}

  MemberRow draw() {
    if (is_memory(model_, set_))
      draw_fact();
    else
      draw_candidate();
    return std::move(row_);
  }

 private:
  void draw_fact() {
    const Memory& memory = model_.memory[set_].value;
    draw_fields(count_noticed(model_, set_) + memory.fields.size());
    draw_place();
    if (draws_.below(2) == 0) {
      const double longest = memory.forget.given && std::isfinite(memory.forget.value)
                                 ? memory.forget.value
                                 : static_cast<double>(kFar);
      const auto age = std::floor(static_cast<double>(draws_.below(100)) * longest) / 100;
      if (age > 0) add(MemberPart::Kind::age, {static_cast<float>(age), 0, 0});
    }
    if (memory.aware != kNone)
      add(MemberPart::Kind::awareness, {static_cast<float>(draws_.below(5)) * 0.25F, 0, 0});
  }

  void draw_candidate() {
    const Candidates& candidates = candidates_of(model_, set_).value;
    size_t of_thing = 0;
    if (!candidates.things.empty()) {
      row_.thing = candidates.things[draws_.below(static_cast<uint32_t>(candidates.things.size()))];
      of_thing = model_.things[row_.thing].value.fields.size();
    }
    draw_fields(of_thing + candidates.fields.size());
    if (candidates.has_entities) draw_place();
  }

  void draw_place() {
    if (draws_.below(2) == 0) return;
    Vector place{};
    place[0] = std::round(draws_.within(-kFar, kFar));
    place[model_.up.value == Up::y ? 2 : 1] = std::round(draws_.within(-kFar, kFar));
    add(MemberPart::Kind::position, place);
  }

  void draw_fields(size_t count) {
    for (uint32_t i = 0; i < count; ++i) draw_field(i, variable_of(model_, set_, row_, i));
  }

  // Fields that hold an entity keep it.
  void draw_field(uint32_t index, const Variable& variable) {
    const ValueKind kind = variable.resolved.kind;
    if (kind == ValueKind::entity || kind == ValueKind::point || kind == ValueKind::direction) return;
    if (draws_.below(4) == 0) return;
    float value = draws_.within(std::max(variable.low, -kLarge), std::min(variable.high, kLarge));
    if (kind == ValueKind::boolean) value = static_cast<float>(draws_.below(2));
    if (kind == ValueKind::enumeration) value = static_cast<float>(draws_.below(count_words(variable)));
    if (kind == ValueKind::integer) value = std::round(value);
    if (kind == ValueKind::number) value = rounded(value);
    row_.parts.push_back({MemberPart::Kind::field, index, {value, 0, 0}});
  }

  void add(MemberPart::Kind kind, const Vector& value) { row_.parts.push_back({kind, 0, value}); }

  // To three digits, as one writes it, if that is in the range.
  static float rounded(float value) {
    if (value == 0 || !std::isfinite(value)) return value;
    const double step = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 2);
    return static_cast<float>(std::round(value / step) * step);
  }

  [[nodiscard]] uint32_t count_words(const Variable& variable) const {
    return std::max<uint32_t>(
        1, static_cast<uint32_t>(model_.enums[variable.resolved.reference].value.members.size()));
  }

  const Model& model_;
  uint32_t set_;
  Draws& draws_;
  MemberRow row_;
};

uint64_t Draws::next() {
  state_ += 0x9e37'79b9'7f4a'7c15U;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9U;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11ebU;
  return z ^ (z >> 31);
}

float Draws::within(float low, float high) {
  constexpr uint32_t kParts = 64;
  const uint32_t kind = below(4);
  if (kind == 0) return low;
  if (kind == 1) return high;
  const float part = static_cast<float>(1 + below(kParts - 1)) / kParts;
  return (1 - part) * low + part * high;
}

// Some member of a set: each of its fields has a value that the set allows, or its default.
MemberRow drawn_member(const Model& model, uint32_t set, Draws& draws) {
  return MemberDrawer(model, set, draws).draw();
}

// Writes situations down and shows them to the runtime.
class Trial {
 public:
  Trial(const ProofSubject& subject, RepeatedDecision& decisions, const Circumstance& circumstance,
        const Violation& violation, const std::vector<bool>& relevant)
      : subject_(subject),
        decisions_(decisions),
        model_(subject.model),
        circumstance_(circumstance),
        violation_(violation),
        relevant_(relevant) {}

  // By what it may come about that no source says: the way over to the state, tokens that others hold, and
  // somebody in the sets that the test leaves open.
  bool find_means(const std::vector<float>& values) {
    const std::vector<uint32_t> tokens = tokens_of_others();
    const std::vector<uint32_t> open = open_sets();
    const WayOver none;
    way_ = &none;
    const Situation chosen = situation_as_chosen(values);
    ways_ = ways_of(subject_.contest, circumstance_, subject_.ranges(), chosen);
    for (const WayOver& way : ways_) {
      way_ = &way;
      for (const bool are_taken : {false, true}) {
        if (are_taken && tokens.empty()) continue;
        taken_ = are_taken ? tokens : std::vector<uint32_t>{};
        for (const bool are_filled : {false, true}) {
          if (are_filled && open.empty()) continue;
          filled_ = are_filled ? open : std::vector<uint32_t>{};
          if (confirmed(values)) return true;
        }
      }
    }
    return false;
  }

  // By what is drawn: members of all open sets that the agent reads, tokens that others hold, and one of the
  // ways over to the state.
  bool find_drawn(const std::vector<float>& values, Draws& draws) {
    const WayOver none;
    way_ = &none;
    ways_ = ways_of(subject_.contest, circumstance_, subject_.ranges(), situation_as_chosen(values));
    if (ways_.empty()) return false;
    way_ = &ways_[draws.below(static_cast<uint32_t>(ways_.size()))];
    taken_.clear();
    for (const uint32_t token : tokens_of_others()) {
      if (draws.below(2) == 0) taken_.push_back(token);
    }
    filled_.clear();
    drawn_.clear();
    for (const uint32_t set : read_sets()) {
      const uint32_t most = std::min(capacity_of(model_, set), kMostDrawn);
      std::vector<MemberRow> rows;
      for (uint32_t count = draws.below(most + 1); count > 0; --count)
        rows.push_back(drawn_member(model_, set, draws));
      if (!rows.empty()) drawn_.push_back({set, std::move(rows)});
    }
    return confirmed(values).has_value();
  }

  // Leaves out tokens, members and their parts of what was drawn as long as that still shows it.
  void thin_out(const std::vector<float>& values) {
    const auto without = [&](auto& list, size_t i) {
      auto taken = list[i];
      list.erase(list.begin() + static_cast<ptrdiff_t>(i));
      if (confirmed(values)) return;
      list.insert(list.begin() + static_cast<ptrdiff_t>(i), std::move(taken));
    };
    for (size_t i = taken_.size(); i-- > 0;) without(taken_, i);
    for (DrawnSet& set : drawn_) {
      for (size_t i = set.rows.size(); i-- > 0;) without(set.rows, i);
      for (MemberRow& row : set.rows) {
        for (size_t i = row.parts.size(); i-- > 0;) without(row.parts, i);
      }
    }
  }

  // Nothing if the runtime does not find the violation in it.
  [[nodiscard]] std::optional<ConfirmedWitness> confirmed(const std::vector<float>& values) const {
    ConfirmedWitness witness;
    std::deque<std::string> names;
    const Situation situation = situation_with(values, names);
    Thought& thought = witness.thought;
    if (!is_writable(model_, situation) || !decisions_.think(situation, thought)) return std::nullopt;
    const uint32_t state = circumstance_.state;
    if (state != kNone && thought.state != state) return std::nullopt;
    if (!is_so_in(thought)) return std::nullopt;
    witness.text = text_of(situation);
    return witness;
  }

 private:
  // Tokens which the options that compete with one claim, and it does not: others may hold them.
  [[nodiscard]] std::vector<uint32_t> tokens_of_others() const {
    std::vector<uint32_t> tokens;
    const bool is_of_one = violation_.kind == Violation::Kind::wins;
    if (!is_of_one && violation_.kind != Violation::Kind::nothing_wins) return tokens;
    for (const uint32_t option : circumstance_.competing) {
      for (const Reference& claim : subject_.contest.action_of(option).value.claims) {
        const bool is_own = is_of_one && claims(subject_.contest, violation_.option, claim.index);
        if (claim.index != kNone && !is_own && std::ranges::find(tokens, claim.index) == tokens.end())
          tokens.push_back(claim.index);
      }
    }
    return tokens;
  }

  using DrawnRow = std::vector<std::string>;  // parts
  // A set that the test leaves open, and some members.
  struct DrawnSet {
    uint32_t set = 0;
    std::vector<MemberRow> rows;
  };
  static constexpr uint32_t kMostDrawn = 3;  // members of a set

  // The sets that the agent's program reads, and which the test does not fill.
  [[nodiscard]] std::vector<uint32_t> read_sets() const {
    using enum OperationCode;
    std::vector<uint32_t> sets;
    const auto take = [&](uint32_t set) {
      const bool is_fixed =
          std::ranges::find(subject_.fixed.sets, set, &FixedSet::set) != subject_.fixed.sets.end();
      if (!is_fixed && std::ranges::find(sets, set) == sets.end()) sets.push_back(set);
    };
    for (const LoweredOperation& operation : subject_.given.program) {
      const bool names_set = operation.code == each || operation.code == OperationCode::member ||
                             operation.code == bound || operation.code == bound_row ||
                             operation.code == nth || operation.code == member_count;
      if (names_set) take(operation.parameter);
    }
    return sets;
  }

  // Sets of which competing options are for a member, and which the test does not fill.
  [[nodiscard]] std::vector<uint32_t> open_sets() const {
    std::vector<uint32_t> sets;
    for (const uint32_t option : circumstance_.competing) {
      const uint32_t set = subject_.contest.action_of(option).value.set();
      const bool is_open = set != kNone && std::ranges::find(subject_.fixed.sets, set, &FixedSet::set) ==
                                               subject_.fixed.sets.end();
      if (is_open && std::ranges::find(sets, set) == sets.end()) sets.push_back(set);
    }
    return sets;
  }

  [[nodiscard]] const Situation& shared() const { return subject_.test.situation; }
  [[nodiscard]] bool is_named(uint32_t key) const { return subject_.fixed.named[key] != kNone; }

  // The parts that the options read, as they are before the change of state.
  [[nodiscard]] Situation situation_as_chosen(const std::vector<float>& values) const {
    std::deque<std::string> names;
    Situation situation =
        situation_of(subject_.contest, relevant_, values, subject_.fixed.self_row, shared(), names);
    leave_out_set_keys(situation);
    std::erase_if(situation.keys, [&](const SituationValue& key) { return is_named(key.index); });
    std::erase_if(situation.levels, [&](const SituationValue& level) {
      return circumstance_.changes({.is_level = true, .index = level.index, .of = {}});
    });
    return situation;
  }

  // Leaves out keys that a state transition sets: they have these values only after it.
  void leave_out_set_keys(Situation& situation) const {
    std::erase_if(situation.keys, [&](const SituationValue& key) {
      return circumstance_.sets(key.index) && !is_named(key.index);
    });
  }

  // The situation of the test with these values, before the change of state.
  [[nodiscard]] Situation situation_with(const std::vector<float>& values,
                                         std::deque<std::string>& names) const {
    Situation situation =
        situation_of(subject_.contest, relevant_, values, subject_.fixed.self_row, shared(), names);
    situation.state = circumstance_.from;
    situation.taken.tokens = taken_;
    leave_out_set_keys(situation);
    add_way(situation);
    for (const ProofRange& range : subject_.ranges()) {
      // A step on the way may read it, though no option does.
      const bool is_before =
          !range.is_level && (circumstance_.sets(range.index) || circumstance_.goes_over());
      if (is_before && !is_named(range.index)) add_as_claimed(range, situation);
    }
    std::erase_if(situation.keys, [&](const SituationValue& key) {
      return key.entity == kNone && key.value == model_.blackboard[key.index].value.fallback;
    });
    for (const uint32_t set : filled_)
      add_member(model_, set, witness_member(subject_.contest, relevant_, values, set), situation);
    for (const DrawnSet& one : drawn_) {
      for (const MemberRow& row : one.rows) add_member(model_, one.set, row, situation);
    }
    return situation;
  }

  // The fields that a test of this situation has besides those of the proof's test. Keys that name an entity
  // of that test's world come last.
  [[nodiscard]] SituationText text_of(Situation situation) const {
    const auto leave_out_defaults = [&](SituationEntity& entity) {
      std::erase_if(entity.fields, [&](const SituationValue& field) {
        const Variable& variable = model_.things[entity.thing].value.fields[field.index].value;
        return variable.resolved.kind == ValueKind::entity || field.value == variable.fallback;
      });
    };
    leave_out_defaults(situation.self);
    for (size_t i = shared().entities.size(); i < situation.entities.size(); ++i)
      leave_out_defaults(situation.entities[i]);
    SituationText text =
        write_situation(model_, situation,
                        {shared().entities.size(), shared().facts.size(), shared().candidates.size(), true});
    std::stable_partition(text.given.begin(), text.given.end(), [&](const auto& entry) {
      const uint32_t key = find_index(model_.blackboard, entry.first);
      return key == kNone || !is_named(key);
    });
    return text;
  }

  // A situation has no key twice: what an option reads counts, and the way over must do with it.
  void add_way(Situation& situation) const {
    const auto is_new = [](const std::vector<SituationValue>& values, uint32_t index) {
      return std::ranges::find(values, index, &SituationValue::index) == values.end();
    };
    for (SituationValue key : way_->keys) {
      if (!is_new(situation.keys, key.index)) continue;
      if (key.entity != kNone) key.entity = add_somebody(model_.blackboard[key.index].value, situation);
      situation.keys.push_back(key);
    }
    for (const SituationValue& level : way_->levels) {
      if (is_new(situation.levels, level.index)) situation.levels.push_back(level);
    }
  }

  // As it is before the way over: in its range, and by default if that will do.
  void add_as_claimed(const ProofRange& range, Situation& situation) const {
    if (std::ranges::find(situation.keys, range.index, &SituationValue::index) != situation.keys.end())
      return;
    const Variable& variable = model_.blackboard[range.index].value;
    SituationValue key{range.index, variable.fallback};
    if (variable.resolved.kind == ValueKind::entity) {
      if (range.of[0].low >= 1) key.entity = add_somebody(variable, situation);
    } else {
      for (size_t i = 0; i < range.of.size(); ++i)
        key.value[i] = std::clamp(key.value[i], range.of[i].low, range.of[i].high);
    }
    situation.keys.push_back(key);
  }

  uint32_t add_somebody(const Variable& variable, Situation& situation) const {
    situation.entities.push_back({{}, variable.resolved.reference, {}, forward(model_), {}});
    return static_cast<uint32_t>(situation.entities.size() - 1);
  }

  [[nodiscard]] bool may_be_drawn(const Thought& thought, uint32_t option) const {
    const std::vector<double> drawn = chances(subject_.asset, thought);
    return option < drawn.size() && drawn[option] > 0;
  }

  [[nodiscard]] bool is_so_in(const Thought& thought) const {
    const auto& origins = subject_.known.origins;
    const auto score = [&](uint32_t option) { return thought.score(subject_.asset, origins[option]); };
    const uint32_t option = violation_.option, other = violation_.other;
    switch (violation_.kind) {
      case Violation::Kind::wins:
        return thought.picked == origins[option] || may_be_drawn(thought, origins[option]);
      case Violation::Kind::nothing_wins: return thought.picked == kNone;
      case Violation::Kind::eligible: return score(option) > -kInfinity && score(other) > -kInfinity;
      case Violation::Kind::outscored: return score(option) > -kInfinity && score(other) >= score(option);
      case Violation::Kind::above: return score(option) > violation_.bound;
      case Violation::Kind::below: return score(option) > -kInfinity && score(option) < violation_.bound;
    }
    return false;
  }

  const ProofSubject& subject_;
  RepeatedDecision& decisions_;
  const Model& model_;
  const Circumstance& circumstance_;
  const Violation& violation_;
  const std::vector<bool>& relevant_;
  std::vector<WayOver> ways_;
  const WayOver* way_ = nullptr;
  std::vector<uint32_t> taken_;
  std::vector<uint32_t> filled_;  // with one member each
  std::vector<DrawnSet> drawn_;
};

// Somewhere in the whole world nobody is near anybody: in most situations those of whom it reads the place
// stand within some metres.
void bring_together(const AnalyzedProgram& program, const Ranges& box, Draws& draws,
                    std::vector<float>& values) {
  constexpr float kAround = 15;  // metres
  using enum OperationCode;
  if (draws.below(4) == 0) return;
  for (uint32_t i = 0; i < values.size(); ++i) {
    const LoweredOperation& source = program.operations[i];
    const bool is_place = program.is_source(i) && source.code >= position_x && source.code <= position_z;
    const float value = std::round(draws.within(-kAround, kAround));
    if (is_place && box[i].low < -kAround && box[i].high > kAround) values[i] = value;
  }
  evaluate(program, values);
}

}  // namespace

std::optional<ConfirmedWitness> drawn_witness(const ProofSubject& subject, RepeatedDecision& decisions,
                                              const Circumstance& circumstance, const Violation& violation,
                                              const std::vector<bool>& relevant, const Ranges& box,
                                              const Stop* stop) {
  constexpr uint64_t kFirstDraw = 1;
  constexpr uint32_t kMostTried = 400;   // situations that are shown to the runtime
  constexpr uint32_t kMostDrawn = 4000;  // some of which are outside of `where`
  const AnalyzedProgram& program = subject.contest.program();
  Trial trial(subject, decisions, circumstance, violation, relevant);
  Draws draws(kFirstDraw);
  uint32_t tried = 0;
  const auto is_inside = [&](const std::vector<float>& values) {
    return violation.where == kNoRef || values[violation.where] != 0;
  };
  std::vector<float> found;
  const auto shows_it = [&](std::vector<float> values) {
    if (tried == kMostTried || is_stopped(stop)) return true;
    bring_together(program, box, draws, values);
    if (!is_inside(values)) return false;
    ++tried;
    if (!trial.find_drawn(values, draws)) return false;
    found = std::move(values);
    return true;
  };
  static_cast<void>(subject.contest.prover().find_sample(box, kMostDrawn, shows_it));
  if (found.empty()) return std::nullopt;
  trial.thin_out(found);
  const auto still_is_so = [&](const std::vector<float>& changed) {
    return is_inside(changed) && trial.confirmed(changed);
  };
  const auto plain = plain_values(subject.model, program);
  return trial.confirmed(simplest(program, box, relevant, plain, found, still_is_so, evaluate));
}

std::optional<ConfirmedWitness> simplest_witness(const ProofSubject& subject, RepeatedDecision& decisions,
                                                 const Circumstance& circumstance, const Violation& violation,
                                                 const std::vector<bool>& relevant, const Ranges& box,
                                                 const std::vector<float>& values) {
  Trial trial(subject, decisions, circumstance, violation, relevant);
  if (!trial.find_means(values)) return std::nullopt;
  const Contest& contest = subject.contest;
  const auto still_is_so = [&](const std::vector<float>& changed) {
    return is_so(contest, circumstance.competing, violation, changed) && trial.confirmed(changed);
  };
  const auto plain = plain_values(subject.model, contest.program());
  return trial.confirmed(simplest(contest.program(), box, relevant, plain, values, still_is_so, evaluate));
}

}  // namespace ishi::compiler
