#include "tune/alternatives.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ishi::compiler {
namespace {

constexpr size_t kMostPrograms = 3000;  // linear programs of one question
constexpr size_t kMostWays = 64;        // to take a pick for each label, which are compared

}  // namespace

// Takes a pick for one label after the other.
struct Alternatives::Visit {
  const LinearTuning::Kept& kept;  // labels
  const std::vector<size_t>&
      nearest;  // the order in which alternatives are tried; empty: the order of the text
  double margin = 0;
  bool ends_at_first = false;  // true if the search ends with the first solution
  LinearTuning::Kept taken{};  // picks
  std::vector<size_t> way{};   // by label
  std::optional<std::vector<size_t>> best{};
  size_t best_moved = 0;
  double best_distance = 0;
  size_t programs = 0, ways = 0;

  [[nodiscard]] bool is_over() const {
    return programs > kMostPrograms || ways >= kMostWays || (ends_at_first && best);
  }
};

bool Alternatives::can_be_met(const LinearTuning::Kept& picks, double margin) const {
  const auto widest = linear_.widest(picks, linear_.all_free(), 2 * margin);
  return widest && widest->margin > margin;
}

void Alternatives::go_on(Visit& visit, size_t label) const {  // NOLINT(misc-no-recursion): a level a label
  while (label < picks_.size() && (!visit.kept[label] || picks_[label].size() == 1)) ++label;
  if (label == picks_.size()) {
    ++visit.ways;
    if (visit.ends_at_first) {
      visit.best = visit.way;
      return;
    }
    const auto shares = linear_.fewest(visit.taken, linear_.all_free(), visit.margin);
    if (!shares) return;
    size_t moved = 0;
    double distance = 0;
    for (size_t k = 0; k < shares->size(); ++k) {
      const double way = std::abs((*shares)[k] - linear_.start()[k]);
      moved += way > 1e-9 ? 1 : 0;
      distance += way;
    }
    const bool is_better =
        !visit.best || std::pair(moved, distance) < std::pair(visit.best_moved, visit.best_distance - 1e-9);
    if (!is_better) return;
    visit.best = visit.way;
    visit.best_moved = moved;
    visit.best_distance = distance;
    return;
  }
  const size_t first = visit.nearest.empty() ? 0 : visit.nearest[label];
  for (size_t i = 0; i < picks_[label].size() && !visit.is_over(); ++i) {
    const size_t pick = i == 0 ? first : i <= first ? i - 1 : i;
    const uint32_t number = picks_[label][pick];
    if (!is_possible_[number]) continue;
    visit.taken[number] = true;
    visit.way[label] = pick;
    ++visit.programs;
    if (can_be_met(visit.taken, visit.margin)) go_on(visit, label + 1);
    visit.taken[number] = false;
  }
}

std::optional<std::vector<size_t>> Alternatives::best(const LinearTuning::Kept& kept,
                                                      const std::vector<size_t>& nearest,
                                                      double margin) const {
  Visit visit{.kept = kept, .nearest = nearest, .margin = margin};
  visit.taken.resize(is_possible_.size());
  visit.way = nearest;
  for (size_t label = 0; label < picks_.size(); ++label) {
    if (kept[label] && picks_[label].size() == 1) visit.taken[picks_[label][0]] = true;
  }
  go_on(visit, 0);
  return visit.best;
}

// True if all kept labels can be met at once; nothing if there are too many combinations to try.
std::optional<bool> Alternatives::can_all(const LinearTuning::Kept& kept, double margin) const {
  const std::vector<size_t> in_order;
  Visit visit{.kept = kept, .nearest = in_order, .margin = margin, .ends_at_first = true};
  visit.taken.resize(is_possible_.size());
  visit.way.resize(picks_.size());
  for (size_t label = 0; label < picks_.size(); ++label) {
    if (!kept[label] || picks_[label].size() > 1) continue;
    if (!is_possible_[picks_[label][0]]) return false;
    visit.taken[picks_[label][0]] = true;
  }
  if (!can_be_met(visit.taken, margin)) return false;
  go_on(visit, 0);
  if (visit.best) return true;
  return visit.programs > kMostPrograms ? std::nullopt : std::optional(false);
}

std::vector<uint32_t> Alternatives::contradiction(const LinearTuning::Kept& kept, double margin) const {
  if (can_all(kept, margin).value_or(true)) return {};
  LinearTuning::Kept needed = kept;
  for (size_t label = kept.size(); label-- > 0;) {
    if (!needed[label]) continue;
    needed[label] = false;
    if (can_all(needed, margin).value_or(true)) needed[label] = true;
  }
  std::vector<uint32_t> labels;
  for (uint32_t label = 0; label < needed.size(); ++label) {
    if (needed[label]) labels.push_back(label);
  }
  return labels;
}

double Alternatives::least_of(uint32_t label, std::span<const double> shares) const {
  double best = -std::numeric_limits<double>::infinity();
  for (const uint32_t number : picks_[label]) {
    if (is_possible_[number]) best = std::max(best, linear_.least_of(number, shares));
  }
  return best;
}

}  // namespace ishi::compiler
