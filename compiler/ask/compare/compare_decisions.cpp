#include "compare/compare_decisions.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "compare/decision_sampler.h"
#include "simulate/situation_values.h"
#include "simulate/thought.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostExamples = 8;

struct Cell {
  uint64_t count = 0;
  std::optional<Sample> simplest;
};

// As the newer program calls it.
std::string_view option_name(const SituationSpace& space, size_t side, uint32_t option) {
  if (option == kNone) return {};
  const auto& [model, asset, agent] = space.side(side);
  const std::string_view name = model->agents[agent].value.actions[option].text;
  return side == 1 ? name : newer_name(space.renames(), "actions", name);
}

// Takes off a sample what the two decisions do not hang on, each decided anew by the runtime, alone.
class Simplifier {
 public:
  using Names = std::pair<std::string_view, std::string_view>;

  Simplifier(const SituationSpace& space, const Sample& sample, const Names& names)
      : space_(space),
        entities_(space.entities(sample.number / SituationSpace::kRound)),
        sample_(sample),
        names_(names) {}

  // As a test writes it; empty if it is another decision where the agent is alone.
  std::vector<std::string> lines() {
    if (!holds(sample_)) return {};
    for (uint32_t* part : {&sample_.running, &sample_.state, &sample_.profile}) {
      if (*part != kNone)
        try_without([&] { return std::exchange(*part, kNone); }, [&](uint32_t old) { *part = old; });
    }
    for (auto& members : sample_.sets) {
      for (size_t i = members.size(); i-- > 0;) {
        auto before = members;
        members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
        if (!holds(sample_)) members = std::move(before);
      }
      for (SampledMember& member : members) {
        drop(member.fields);
        if (member.awareness.is_given)
          try_without([&] { return std::exchange(member.awareness, {}); },
                      [&](const SampledValue& old) { member.awareness = old; });
      }
    }
    drop(sample_.keys);
    drop(sample_.levels);
    for (SampledEntity& entity : entities_) {
      drop(entity.fields);
      for (auto [part, usual] : {std::pair(&entity.facing, forward(*space_.side(1).model)),
                                 std::pair(&entity.position, Vector{})}) {
        Vector* const changed = part;
        try_without([&, to = usual] { return std::exchange(*changed, to); },
                    [&](const Vector& old) { *changed = old; });
      }
    }
    return space_.lines(sample_, entities_);
  }
  [[nodiscard]] std::array<Situation, 2> situations() const {
    return {space_.situation(sample_, entities_, 0), space_.situation(sample_, entities_, 1)};
  }

 private:
  template <class Take, class Restore>
  void try_without(const Take& take, const Restore& restore) {
    const auto old = take();
    if (!holds(sample_)) restore(old);
  }

  void drop(std::vector<SampledValue>& values) {
    for (SampledValue& value : values) {
      if (!value.is_given) continue;
      try_without([&] { return std::exchange(value, SampledValue()); },
                  [&](const SampledValue& old) { value = old; });
    }
  }

  [[nodiscard]] bool holds(const Sample& sample) const {
    for (const size_t side : {0U, 1U}) {
      const Situation situation = space_.situation(sample, entities_, side);
      Thought thought;
      if (!think_once(*space_.side(side).asset, *space_.side(side).model, situation, thought,
                      ThoughtPart::decision))
        return false;
      if (option_name(space_, side, thought.picked) != (side == 0 ? names_.first : names_.second))
        return false;
    }
    return true;
  }

  const SituationSpace& space_;
  std::vector<SampledEntity> entities_;
  Sample sample_;
  Names names_;
};

}  // namespace

Status compare_decisions(const SituationSpace& space, uint64_t samples,
                         const std::function<void(uint64_t)>& progress, DecisionComparison& comparison) {
  DecisionSampler older(space, 0), newer(space, 1);
  Status status = older.open();
  if (status) status = newer.open();
  std::map<Simplifier::Names, Cell> cells;
  std::vector<Sample> round;
  std::vector<uint32_t> before, after;
  for (uint64_t done = 0; done < samples && status; done += round.size()) {
    const auto entities = space.entities(done / SituationSpace::kRound);
    round.clear();
    for (uint64_t i = done; i < std::min<uint64_t>(done + SituationSpace::kRound, samples); ++i)
      round.push_back(space.sample(i, entities));
    status = older.decide(entities, round, before);
    if (status) status = newer.decide(entities, round, after);
    for (size_t i = 0; i < round.size() && status; ++i) {
      const Simplifier::Names names = {option_name(space, 0, before[i]), option_name(space, 1, after[i])};
      if (names.first == names.second) continue;
      Cell& cell = cells[names];
      ++cell.count;
      ++comparison.changed;
      if (!cell.simplest || round[i].size() < cell.simplest->size()) cell.simplest = round[i];
    }
    comparison.situations += round.size();
    progress(comparison.situations);
  }
  for (const auto& [names, cell] : cells)
    comparison.cells.push_back({names.first, names.second, cell.count, {}, {}});
  std::ranges::stable_sort(comparison.cells, std::greater<>(), &ChangedDecision::count);
  for (size_t i = 0; i < std::min(comparison.cells.size(), kMostExamples) && status; ++i) {
    ChangedDecision& told = comparison.cells[i];
    const Simplifier::Names names = {told.before, told.after};
    Simplifier simplified(space, *cells.at(names).simplest, names);
    told.example = simplified.lines();
    if (!told.example.empty()) told.situations = simplified.situations();
  }
  return status;
}

}  // namespace ishi::compiler
