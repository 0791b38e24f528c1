#include "tune/gauge.h"

#include <algorithm>
#include <utility>

namespace ishi::compiler {

Measured Gauge::of(const TunedVersion& version) const {
  Measured measured;
  measured.slacks.resize(labels_.size());
  measured.picked.resize(labels_.size());
  for (size_t i = 0; i < labels_.size(); ++i)
    measured.slacks[i] =
        slacks_of(labels_[i], picks_[i], version.asset, version.program->model, measured.picked[i]);
  return measured;
}

tl::expected<Measured, std::string> Gauge::begin() {
  ++versions_;
  const auto version = program_.compile(std::vector<std::string>(program_.numbers().size()));
  if (!version) return tl::unexpected(version.error());
  for (size_t i = 0; i < labels_.size(); ++i) {
    double best = 0;
    for (size_t pick = 0; pick < labels_[i].picks.size(); ++pick) {
      uint32_t picked = kNone;
      const double least =
          least_of(slacks_of(labels_[i], pick, (*version)->asset, (*version)->program->model, picked));
      if (pick == 0 || least > best) picks_[i] = pick, best = least;
    }
  }
  return of(**version);
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
