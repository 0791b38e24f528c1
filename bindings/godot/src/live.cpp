#include "live.h"

#include <algorithm>
#include <string_view>

namespace ishi::godot {
namespace {

constexpr size_t kMostAssets = 8;      // of ishi_host_options
constexpr int kMostWorlds = 9;         // of one name
constexpr float kViewersSeconds = 10;  // that a viewer sees of the time before it came

}  // namespace

ishi_status Live::open_host(ishi_world world, const std::string& name, bool may_hold, bool may_change,
                            std::span<const ishi_asset> assets, std::string& path) {
  // Without a recording that is kept anyway there is one for viewers alone.
  if (recorder_.generation == 0) {
    if (const ishi_status status = open_recorder(world, 0); status.code != ISHI_OK) return status;
  }
  ishi_host_options options;
  options.size = sizeof options;
  ishi_host_options_defaults(&options);
  options.may_hold = may_hold ? 1 : 0;
  options.may_change = may_change ? 1 : 0;
  options.assets = assets.data();
  options.asset_count = static_cast<uint32_t>(std::min(assets.size(), kMostAssets));
  ishi_status status = open_named(name, options);
  char file[4096];
  size_t length = 0;
  if (status.code == ISHI_OK) status = ishi_host_path(host_, file, sizeof file, &length);
  if (status.code != ISHI_OK) {
    close_host();
    return status;
  }
  const std::string_view whole(file, length);
  path = whole.substr(whole.rfind('/') + 1);
  return status;
}

// A second world of the same name is NAME.2.
ishi_status Live::open_named(const std::string& name, ishi_host_options options) {
  ishi_status status{};
  for (int number = 1; number <= kMostWorlds; ++number) {
    const std::string its = number == 1 ? name : name + "." + std::to_string(number);
    options.name = its.c_str();
    status = ishi_host_open(recorder_, &options, &host_);
    if (status.code != ISHI_PATH_TAKEN) break;
  }
  return status;
}

void Live::close_host() {
  if (host_.generation != 0) ishi_host_close(host_);
  host_ = {};
  if (!keeps_) close_recorder();
}

ishi_status Live::open_recorder(ishi_world world, float seconds) {
  ishi_recorder_options options;
  options.size = sizeof options;
  ishi_recorder_options_defaults(&options);
  options.only_watched = seconds == 0 ? 1 : 0;
  options.dashcam_seconds = seconds == 0 ? kViewersSeconds : seconds;
  return ishi_recorder_open(world, &options, &recorder_);
}

void Live::close_recorder() {
  if (recorder_.generation != 0) ishi_recorder_close(recorder_);
  recorder_ = {};
  keeps_ = false;
}

ishi_status Live::keep(ishi_world world, float seconds) {
  close_recorder();
  if (seconds == 0) return {};
  const ishi_status status = open_recorder(world, seconds);
  keeps_ = status.code == ISHI_OK;
  return status;
}

ishi_status Live::between_frames(ishi_world world, std::vector<ishi_asset_change>& changes) {
  if (!has_host()) return {};
  ishi_turn turn;
  turn.size = sizeof turn;
  ishi_status status = ishi_host_between_frames(host_, world, &turn);
  if (status.code != ISHI_OK || turn.reloaded == 0) return status;
  changes.resize(turn.reloaded);
  uint32_t count = 0;
  status = ishi_host_reloaded(host_, changes.data(), turn.reloaded, &count);
  changes.resize(std::min(count, turn.reloaded));
  return status;
}

void Live::close() {
  close_host();
  close_recorder();
}

}  // namespace ishi::godot
