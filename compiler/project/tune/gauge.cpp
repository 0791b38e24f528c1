#include "tune/gauge.h"

#include <algorithm>
#include <utility>

namespace ishi::compiler {

Measured Gauge::of(const TunedVersion& version) const {
  Measured measured;
  measured.picked.resize(labels_.size());
  for (size_t i = 0; i < labels_.size(); ++i)
    measured.by_pick.push_back(
        slacks_of(labels_[i], version.asset, version.program->model, measured.picked[i]));
  retake(measured);
  return measured;
}

void Gauge::retake(Measured& measured) const {
  measured.slacks.resize(labels_.size());
  for (size_t i = 0; i < labels_.size(); ++i) measured.slacks[i] = measured.by_pick[i][picks_[i]];
}

tl::expected<Measured, std::string> Gauge::begin() {
  ++versions_;
  const auto version = program_.compile(std::vector<std::string>(program_.numbers().size()));
  if (!version) return tl::unexpected(version.error());
  Measured measured = of(**version);
  for (size_t i = 0; i < labels_.size(); ++i) {
    const std::vector<Slacks>& picks = measured.by_pick[i];
    const auto best = std::ranges::max_element(picks, {}, [](const Slacks& one) { return least_of(one); });
    picks_[i] = static_cast<size_t>(best - picks.begin());
  }
  retake(measured);
  return measured;
}

std::vector<Gauge::Result> Gauge::at(const std::vector<std::vector<double>>& points) {
  std::vector<Result> results(points.size());
  each_(points.size(), [&](size_t i) {
    const auto version = program_.compile(points[i]);
    if (version)
      results[i] = of(**version);
    else
      results[i] = tl::unexpected(version.error());
  });
  versions_ += points.size();
  return results;
}

Gauge::Result Gauge::at(const std::vector<std::string>& texts) {
  ++versions_;
  const auto version = program_.compile(texts);
  if (!version) return tl::unexpected(version.error());
  return of(**version);
}

bool Gauge::is_met(const Measured& measured, size_t label) const {
  const Lesson& one = labels_[label];
  if (program_.program().model.agents[one.situation.agent].value.select.draws())
    return least_of(measured.slacks[label]) > 0;
  return std::ranges::find(one.picks, measured.picked[label]) != one.picks.end();
}

}  // namespace ishi::compiler
