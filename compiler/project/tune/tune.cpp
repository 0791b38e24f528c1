#include "tune/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ishi/asset_info.h"
#include "tune/alternatives.h"
#include "tune/gauge.h"
#include "tune/linear_tuning.h"
#include "tune/search.h"

namespace ishi::compiler {
namespace {

// Below this two scores count as equal: roundings of single precision, some times over.
constexpr double kLeastMargin = 1e-5;
constexpr double kSmallMargin = 1e-3;  // by which labels are met when numbers are chosen that must move
constexpr double kMoved = 1e-9;        // a share that has moved has moved by more
constexpr size_t kCheckedPoints = 8;
constexpr size_t kFewestHeldOut = 10;  // labels, to hold some back

class Tuner {
 public:
  Tuner(const TunedProgram& program, const std::vector<Lesson>& labels, const TuneOptions& options)
      : program_(program),
        numbers_(program.numbers()),
        labels_(labels),
        options_(options),
        gauge_(program, labels, options.each),
        kept_(labels.size(), true) {
    for (const TunedNumber& number : numbers_) {
      start_.push_back((number.place.value - number.low) / number.width());
      tuned_.values.push_back({std::string(number.place.text), std::string(number.place.text),
                               number.place.value, number.low, number.high});
    }
  }

  tl::expected<Tuned, std::string> run() {
    auto begun = gauge_.begin();
    if (!begun) return tl::unexpected(begun.error());
    before_ = std::move(*begun);
    note_labels();
    const bool has_margin = !options_.margin || least_of_all(before_) >= *options_.margin;
    if (all_met(before_) && has_margin) {
      tuned_.margin = least_of_all(before_);
      return finish();
    }
    if (auto fault = probe(); !fault.empty()) return tl::unexpected(std::move(fault));
    const bool has_alternatives =
        std::ranges::any_of(labels_, [](const Lesson& label) { return label.picks.size() > 1; });
    if (has_alternatives) choose_picks();
    tuned_.is_linear = find_rows();
    // Rows that are linear can contradict each other, whatever the others are.
    linear_.emplace(start_, rows_);
    const bool is_settled = settle_conflicts();
    note_what_matters();
    if (!is_settled)
      tuned_.ending = Tuned::Ending::contradiction;
    else if (tuned_.is_linear)
      solve_linear();
    else
      search();
    return finish();
  }

 private:
  tl::expected<Tuned, std::string> finish() {
    tuned_.versions = gauge_.versions();
    return std::move(tuned_);
  }

  void note_labels() {
    for (size_t i = 0; i < labels_.size(); ++i) {
      TunedLesson& label = tuned_.labels.emplace_back();
      label.before = label.after = before_.picked[i];
      label.was_met = label.is_met = gauge_.is_met(before_, i);
      label.slack_before = label.slack_after = least_of(before_.slacks[i]);
    }
  }

  [[nodiscard]] bool all_met(const Measured& measured) const {
    for (size_t i = 0; i < labels_.size(); ++i) {
      if (kept_[i] && !gauge_.is_met(measured, i)) return false;
    }
    return true;
  }
  [[nodiscard]] double least_of_all(const Measured& measured) const {
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < labels_.size(); ++i) {
      if (kept_[i]) least = std::min(least, least_of(measured.slacks[i]));
    }
    return least;
  }

  [[nodiscard]] double value_of(size_t number, double share) const {
    return numbers_[number].low + share * numbers_[number].width();
  }
  [[nodiscard]] std::vector<double> values_of(const std::vector<double>& shares) const {
    std::vector<double> values;
    for (size_t k = 0; k < shares.size(); ++k)
      values.push_back(shares[k] == start_[k] ? numbers_[k].place.value : value_of(k, shares[k]));
    return values;
  }

  // Measures both ends of each number, and some points between all of them.
  std::string probe() {
    std::vector<std::vector<double>> points;
    for (size_t k = 0; k < numbers_.size(); ++k) {
      for (const double end : {0.0, 1.0}) {
        std::vector<double> shares = start_;
        shares[k] = end;
        points.push_back(values_of(shares));
      }
    }
    SamePoints random;
    for (size_t i = 0; i < kCheckedPoints; ++i) {
      std::vector<double>& shares = checked_.emplace_back();
      for (size_t k = 0; k < numbers_.size(); ++k) shares.push_back(random.share());
      points.push_back(values_of(shares));
    }
    measured_ = gauge_.at(points);
    for (size_t k = 0; k < numbers_.size(); ++k) {
      for (size_t end = 0; end < 2; ++end) {
        const Gauge::Result& result = measured_[2 * k + end];
        if (!result)
          return fmt::format("`{}` cannot be {:g}, an end of its range: {}", numbers_[k].place.path,
                             end == 0 ? numbers_[k].low : numbers_[k].high, result.error());
      }
    }
    return {};
  }

  // The slacks as sums of what the numbers add, where they are such sums. True if all are.
  bool find_rows() {
    bool is_linear = true;
    rows_.clear();
    impossible_.clear();
    for (uint32_t label = 0; label < labels_.size(); ++label) {
      for (size_t i = 0; i < before_.slacks[label].size(); ++i) is_linear = find_row(label, i) && is_linear;
    }
    return is_linear;
  }

  [[nodiscard]] double measured(size_t point, uint32_t label, size_t i) const {
    return (*measured_[point]).slacks[label][i];
  }

  bool find_row(uint32_t label, size_t i) {
    constexpr double kRounding = 4e-6;  // of single precision, over some operations
    SlackRow row{label, before_.slacks[label][i], std::vector<double>(numbers_.size())};
    for (const Gauge::Result& one : measured_) {
      if (!one || (*one).slacks[label].size() != before_.slacks[label].size()) return false;
    }
    if (std::isinf(row.at_start)) {
      for (size_t point = 0; point < measured_.size(); ++point) {
        if (measured(point, label, i) != row.at_start) return false;
      }
      if (row.at_start < 0) impossible_.push_back(label);
      return true;
    }
    double scale = 1 + std::abs(row.at_start);
    for (size_t point = 0; point < measured_.size(); ++point) {
      const double value = measured(point, label, i);
      if (std::isinf(value)) return false;
      scale = std::max(scale, 1 + std::abs(value));
    }
    const double rounding = kRounding * scale;
    for (size_t k = 0; k < numbers_.size(); ++k) {
      const double low = measured(2 * k, label, i), high = measured(2 * k + 1, label, i);
      row.slopes[k] = std::abs(high - low) <= rounding ? 0 : high - low;
      if (std::abs(low + start_[k] * (high - low) - row.at_start) > rounding) return false;
    }
    for (size_t point = 0; point < checked_.size(); ++point) {
      const double value = measured(2 * numbers_.size() + point, label, i);
      if (std::abs(row.at(start_, checked_[point]) - value) >
          rounding * static_cast<double>(numbers_.size() + 1))
        return false;
    }
    rows_.push_back(std::move(row));
    return true;
  }

  // Notes the numbers that no label depends on. Only sums show that: the factor of a product may be 0 at the
  // start.
  void note_what_matters() {
    if (!tuned_.is_linear) return;
    for (size_t k = 0; k < numbers_.size(); ++k)
      tuned_.values[k].matters =
          std::ranges::any_of(rows_, [k](const SlackRow& row) { return row.slopes[k] != 0; });
  }

  // Chooses, for labels with several right picks, the picks for which the fewest numbers change. If scores
  // are not linear, the search tries the picks one after the other.
  void choose_picks() {
    const std::vector<size_t> nearest = gauge_.picks();
    std::vector<std::vector<uint32_t>> groups(labels_.size());
    std::vector<SlackRow> rows;
    std::vector<bool> is_possible;
    bool is_linear = true;
    for (uint32_t label = 0; label < labels_.size(); ++label) {
      for (size_t pick = 0; pick < labels_[label].picks.size(); ++pick) {
        const auto variant = static_cast<uint32_t>(is_possible.size());
        groups[label].push_back(variant);
        std::vector<size_t> picks = gauge_.picks();
        picks[label] = pick;
        take_picks(picks);
        rows_.clear();
        impossible_.clear();
        for (size_t i = 0; i < before_.slacks[label].size(); ++i) is_linear = find_row(label, i) && is_linear;
        for (SlackRow& row : rows_) {
          row.label = variant;
          rows.push_back(std::move(row));
        }
        is_possible.push_back(impossible_.empty());
      }
    }
    rows_.clear();
    impossible_.clear();
    take_picks(nearest);
    if (!is_linear) return;
    alternatives_.emplace(start_, std::move(rows), std::move(groups), std::move(is_possible));
  }

  // Takes picks of the kept labels that can be met together, and the rows of these. False if none were found.
  bool take_best_picks() {
    const std::vector<size_t> nearest = gauge_.picks();
    for (const double margin : {options_.margin.value_or(kSmallMargin), kLeastMargin}) {
      const auto picks = alternatives_->best(kept_, nearest, margin);
      if (!picks) continue;
      take_picks(*picks);
      find_rows();
      linear_.emplace(start_, rows_);
      return true;
    }
    return false;
  }

  void take_picks(const std::vector<size_t>& picks) {
    gauge_.choose(picks);
    gauge_.retake(before_);
    for (Gauge::Result& one : measured_) {
      if (one) gauge_.retake(*one);
    }
  }

  [[nodiscard]] double weight_of(uint32_t label) const { return labels_[label].weight; }

  // Of labels that exclude each other the lightest gives way, the last of several; not if all weigh the same.
  bool give_way(Conflict& conflict, double heaviest) {
    uint32_t lightest = conflict.labels[0];
    for (const uint32_t label : conflict.labels) {
      heaviest = std::max(heaviest, weight_of(label));
      if (weight_of(label) <= weight_of(lightest)) lightest = label;
    }
    if (weight_of(lightest) >= heaviest) return false;
    conflict.gave_way = lightest;
    kept_[lightest] = false;
    return true;
  }

  // False if labels exclude each other.
  bool settle_conflicts() {
    constexpr size_t kMostConflicts = 5;
    bool is_settled = true;
    double heaviest = 0;
    for (const Lesson& label : labels_) heaviest = std::max(heaviest, label.weight);
    const auto add = [&](Conflict conflict, double than) {
      if (!give_way(conflict, than)) {
        is_settled = false;
        for (const uint32_t label : conflict.labels) kept_[label] = false;
      }
      tuned_.conflicts.push_back(std::move(conflict));
    };
    for (const uint32_t label : impossible_) {
      if (kept_[label] && !alternatives_) add({{label}, reason_of(label), {}}, heaviest);
    }
    while (is_settled || tuned_.conflicts.size() < kMostConflicts) {
      const std::vector<uint32_t> labels = alternatives_ ? alternatives_->contradiction(kept_, kLeastMargin)
                                                         : linear_->contradiction(kept_, kLeastMargin);
      if (labels.empty()) break;
      add({labels, labels.size() == 1 ? reason_of(labels[0]) : "", {}}, labels.size() == 1 ? heaviest : 0);
    }
    // With too many combinations to try, a search may still find one.
    if (alternatives_ && is_settled && !take_best_picks()) tuned_.is_linear = false;
    return is_settled;
  }

  // Why a label cannot be met, whatever the others say.
  [[nodiscard]] std::string reason_of(uint32_t label) const {
    const Slacks& slacks = before_.slacks[label];
    const auto& actions = program_.program().model.agents[labels_[label].situation.agent].value.actions;
    const uint32_t wanted = gauge_.wanted(label);
    const std::string name = wanted == kNone ? "nothing" : fmt::format("`{}`", actions[wanted].text);
    for (size_t i = 0; i + 1 < slacks.size(); ++i) {
      const std::string other = fmt::format("`{}`", actions[i].text);
      if (std::isinf(slacks[i]) && slacks[i] < 0)
        return fmt::format("{} does not compete there: its `when` does not hold, or it is not of that state",
                           name);
      double best = slacks[i];
      for (const SlackRow& row : rows_) {
        if (row.label != label || row.at_start != slacks[i]) continue;
        best = row.at_start;
        for (size_t k = 0; k < row.slopes.size(); ++k)
          best += std::max(row.slopes[k] * (1 - start_[k]), -row.slopes[k] * start_[k]);
        break;
      }
      if (best <= kLeastMargin)
        return wanted == kNone
                   ? fmt::format("{} scores more than the agent's `minimum`, whatever the numbers are", other)
                   : fmt::format(
                         "{} stays below {} by {:.3g} at least, whatever the numbers are within their ranges",
                         name, other, -best);
    }
    return fmt::format("{} cannot be made to win there by these numbers", name);
  }

  // The shares that labels ask for; nothing if they cannot all be met.
  [[nodiscard]] std::optional<std::vector<double>> solve(const LinearTuning::Kept& kept,
                                                         LinearTuning::Fixed& fixed, double& margin) const {
    if (options_.margin) {
      margin = *options_.margin;
      auto fewest = linear_->fewest(kept, fixed, margin);
      for (size_t k = 0; fewest && k < start_.size(); ++k) {
        if (std::abs((*fewest)[k] - start_[k]) <= kMoved) fixed[k] = start_[k];
      }
      return fewest;
    }
    // First the numbers that must move, then those alone, with as much margin as there is up to the usual
    // one. `margin` is 0 where the shares stand in the middle of what there is.
    const auto all = linear_->widest(kept, fixed, kUsualMargin);
    if (!all || all->margin <= kLeastMargin) return std::nullopt;
    const auto least = linear_->fewest(kept, fixed, std::min(all->margin / 2, kSmallMargin));
    if (!least) return std::nullopt;
    for (size_t k = 0; k < start_.size(); ++k) {
      if (std::abs((*least)[k] - start_[k]) <= kMoved) fixed[k] = start_[k];
    }
    const auto widest = linear_->widest(kept, fixed, kUsualMargin);
    if (!widest) return least;
    if (widest->margin < kUsualMargin) {
      // The labels leave little room; its middle is the best guess at the numbers that made them.
      auto middle = linear_->middle(kept, fixed, widest->shares);
      if (linear_->least(kept, middle) > kLeastMargin) {
        margin = 0;
        return middle;
      }
    }
    margin = widest->margin * (1 - 1e-6);
    auto nearest = linear_->nearest(kept, fixed, margin);
    return nearest ? nearest : widest->shares;
  }

  void solve_linear() {
    LinearTuning::Fixed fixed = linear_->all_free();
    double margin = 0;
    auto shares = solve(kept_, fixed, margin);
    if (!shares) {
      const auto widest = linear_->widest(kept_, linear_->all_free(), options_.margin.value_or(kUsualMargin));
      tuned_.ending = Tuned::Ending::no_margin;
      tuned_.margin = widest ? widest->margin : 0;
      if (widest) tuned_.conflicts.push_back({widest->labels, {}, {}});
      return;
    }
    write(std::move(*shares), fixed, margin);
    hold_out();
  }

  // Rounds the values one after the other, the others giving way, and has the runtime judge what is written.
  void write(std::vector<double> shares, LinearTuning::Fixed fixed, double margin) {
    constexpr double kWorth = 0.9;  // of a margin that nobody named, for rounder numbers
    constexpr double kMiddle = 0.05;
    constexpr int kMoreDecimals = 5;
    const double enough = options_.margin ? margin : margin * kWorth;
    std::vector<std::string> texts(numbers_.size());
    for (size_t k = 0; k < numbers_.size(); ++k) {
      if (fixed[k] || std::abs(shares[k] - start_[k]) < 1e-9) {
        fixed[k] = start_[k];
        shares[k] = start_[k];
        continue;
      }
      const TunedNumber& number = numbers_[k];
      const int fewest = fewest_decimals(k);
      bool is_round = false;
      for (int decimals = fewest; decimals <= fewest + kMoreDecimals && !is_round; ++decimals) {
        const double unit = std::pow(10.0, decimals);
        const double exact = value_of(k, shares[k]) * unit;
        const double nearest = std::round(exact), other = nearest > exact ? nearest - 1 : nearest + 1;
        for (const double rounded : {nearest, other}) {
          LinearTuning::Fixed with = fixed;
          with[k] = (rounded / unit - number.low) / number.width();
          if (*with[k] < 0 || *with[k] > 1) continue;
          if (margin == 0) {
            // This number stays near the middle: it moves by a twentieth of its room while the others keep
            // their places.
            std::vector<double> moved = shares;
            moved[k] = *with[k];
            const auto room = linear_->room(kept_, shares, k);
            if (std::abs(moved[k] - shares[k]) > kMiddle * (room.high - room.low) ||
                linear_->least(kept_, moved) <= kLeastMargin)
              continue;
            shares = std::move(moved);
            fixed = with;
            texts[k] = number_text(number.place, rounded / unit, decimals);
            is_round = true;
            break;
          }
          const auto found = linear_->nearest(kept_, with, enough);
          if (!found) continue;
          shares = *found;
          fixed = with;
          texts[k] = number_text(number.place, rounded / unit, decimals);
          is_round = true;
          break;
        }
      }
      if (!is_round) {
        fixed[k] = shares[k];
        texts[k] = number_text(number.place, value_of(k, shares[k]), fewest + kMoreDecimals + 2);
      }
    }
    judge(texts);
    for (size_t k = 0; k < numbers_.size(); ++k) {
      TunedValue& value = tuned_.values[k];
      const auto room = linear_->room(kept_, shares, k);
      value.low = value_of(k, room.low);
      value.high = value_of(k, room.high);
    }
  }

  // Some ways to take a right pick for each label, the nearest first.
  [[nodiscard]] std::vector<std::vector<size_t>> ways_to_pick() const {
    constexpr size_t kMost = 8;
    std::vector<std::vector<size_t>> ways = {gauge_.picks()};
    for (size_t label = 0; label < labels_.size(); ++label) {
      const size_t known = ways.size();
      for (size_t pick = 0; pick < labels_[label].picks.size(); ++pick) {
        if (pick == ways[0][label] || !kept_[label]) continue;
        for (size_t i = 0; i < known && ways.size() < kMost; ++i) {
          ways.push_back(ways[i]);
          ways.back()[label] = pick;
        }
      }
    }
    return ways;
  }

  void search() {
    constexpr size_t kMost = 3000, kMostOfOthers = 600;
    const auto ways = ways_to_pick();
    std::optional<Tuned> first;
    for (size_t i = 0; i < ways.size() && tuned_.ending != Tuned::Ending::found; ++i) {
      take_picks(ways[i]);
      search(i == 0 ? kMost : kMostOfOthers);
      if (i == 0) first = tuned_;
    }
    if (tuned_.ending != Tuned::Ending::found) tuned_ = std::move(*first);
  }

  // For the picks that labels are about now.
  void search(size_t most) {
    constexpr size_t kMostHeldOut = 300, kFolds = 3;
    std::vector<double> weights;
    for (const Lesson& label : labels_) weights.push_back(label.weight);
    const Search::ValuesOf values = [this](const std::vector<double>& shares) { return values_of(shares); };
    const double margin = options_.margin.value_or(kUsualMargin);
    Search search(gauge_, values, weights, start_, kept_, margin, most);
    Search::Found found = search.run();
    if (found.shares.empty()) found = {start_, before_, search.shortfall_of(before_)};
    if (all_met(found.measured)) search.pull_back(found);
    round(search, found);
    if (tuned_.ending != Tuned::Ending::found) return;
    if (options_.margin && tuned_.margin < *options_.margin * (1 - 1e-6)) {
      tuned_.ending = Tuned::Ending::no_margin;
      return;
    }
    const auto rooms = search.rooms(found);
    for (size_t k = 0; k < numbers_.size(); ++k) {
      tuned_.values[k].low = value_of(k, rooms[k].low);
      tuned_.values[k].high = value_of(k, rooms[k].high);
    }
    const auto count = static_cast<size_t>(std::ranges::count(kept_, true));
    if (count < kFewestHeldOut) return;
    tuned_.held_out = {kFolds, count, 0};
    for (size_t fold = 0; fold < kFolds; ++fold) {
      std::vector<bool> kept = kept_;
      for (size_t i = fold; i < labels_.size(); i += kFolds) kept[i] = false;
      const Search::Found other = Search(gauge_, values, weights, start_, kept, margin, kMostHeldOut).run();
      for (size_t i = fold; !other.shares.empty() && i < labels_.size(); i += kFolds)
        tuned_.held_out.right += kept_[i] && gauge_.is_met(other.measured, i) ? 1 : 0;
    }
  }

  // Writes what was found with as few decimals as keep it as good.
  void round(Search& search, const Search::Found& found) {
    constexpr int kMoreDecimals = 7;
    for (int more = 0; more <= kMoreDecimals; ++more) {
      std::vector<std::string> texts(numbers_.size());
      for (size_t k = 0; k < numbers_.size(); ++k) {
        if (found.shares[k] != start_[k])
          texts[k] = number_text(numbers_[k].place, value_of(k, found.shares[k]), fewest_decimals(k) + more);
      }
      const Gauge::Result rounded = gauge_.at(texts);
      const bool is_good = rounded && search.shortfall_of(*rounded) <= found.shortfall + 1e-9 &&
                           (!all_met(found.measured) || all_met(*rounded));
      if (!is_good && more < kMoreDecimals) continue;
      judge(texts);
      return;
    }
  }

  // So many that a hundredth of the range can be written.
  [[nodiscard]] int fewest_decimals(size_t number) const {
    return std::max(0, static_cast<int>(std::ceil(-std::log10(numbers_[number].width() / 100))));
  }

  // Compiles what is to be written, and has the runtime decide.
  void judge(const std::vector<std::string>& texts) {
    const Gauge::Result after = gauge_.at(texts);
    if (!after) {
      tuned_.ending = Tuned::Ending::not_found;
      return;
    }
    for (size_t k = 0; k < numbers_.size(); ++k) {
      if (texts[k].empty()) continue;
      tuned_.values[k].after = texts[k];
      tuned_.values[k].value = std::strtod(texts[k].c_str(), nullptr);
    }
    for (size_t i = 0; i < labels_.size(); ++i) {
      tuned_.labels[i].after = (*after).picked[i];
      tuned_.labels[i].is_met = gauge_.is_met(*after, i);
      tuned_.labels[i].slack_after = least_of((*after).slacks[i]);
    }
    tuned_.margin = least_of_all(*after);
    tuned_.ending = all_met(*after) ? Tuned::Ending::found : Tuned::Ending::not_found;
  }

  // Tunes with parts of the labels held back, and asks for these.
  void hold_out() {
    const auto count = static_cast<size_t>(std::ranges::count(kept_, true));
    if (count < kFewestHeldOut || options_.folds < 2) return;
    HeldOut& held = tuned_.held_out;
    held.folds = options_.folds;
    std::vector<size_t> right(held.folds);
    options_.each(held.folds, [&](size_t fold) {
      LinearTuning::Kept kept = kept_;
      for (size_t i = fold; i < labels_.size(); i += held.folds) kept[i] = false;
      LinearTuning::Fixed fixed = linear_->all_free();
      double margin = 0;
      const auto shares = solve(kept, fixed, margin);
      if (!shares) return;
      for (size_t i = fold; i < labels_.size(); i += held.folds) {
        const auto label = static_cast<uint32_t>(i);
        const double least =
            alternatives_ ? alternatives_->least_of(label, *shares) : linear_->least_of(label, *shares);
        if (kept_[i] && least > 0) ++right[fold];
      }
    });
    held.labels = count;
    for (const size_t one : right) held.right += one;
  }

  const TunedProgram& program_;
  const std::vector<TunedNumber>& numbers_;
  const std::vector<Lesson>& labels_;
  const TuneOptions& options_;
  Gauge gauge_;
  LinearTuning::Kept kept_;
  std::vector<double> start_;
  Measured before_;
  std::vector<Gauge::Result> measured_;       // both ends of each number, then the checked points
  std::vector<std::vector<double>> checked_;  // shares
  std::vector<SlackRow> rows_;
  std::vector<uint32_t> impossible_;  // labels that no scores meet
  std::optional<LinearTuning> linear_;
  std::optional<Alternatives> alternatives_;  // of labels with several right picks, where scores are linear
  Tuned tuned_;
};

}  // namespace

std::vector<std::string> Tuned::texts() const {
  std::vector<std::string> texts;
  for (const TunedValue& value : values) texts.push_back(value.after);
  return texts;
}

size_t Tuned::moved() const {
  return static_cast<size_t>(
      std::ranges::count_if(values, [](const TunedValue& value) { return value.before != value.after; }));
}

tl::expected<Tuned, std::string> tune(const TunedProgram& program, const std::vector<Lesson>& labels,
                                      const TuneOptions& options) {
  return Tuner(program, labels, options).run();
}

}  // namespace ishi::compiler
