#pragma once

#include <span>
#include <string>
#include <vector>

#include "ishi/c_api.h"

// The recorder of a world, and the host by which viewers look into it. The recorder is open while viewers may
// come, or while the last seconds are kept.

namespace ishi::godot {

class Live {
 public:
  Live() = default;
  Live(const Live&) = delete;
  Live& operator=(const Live&) = delete;
  ~Live() { close(); }

  [[nodiscard]] bool has_host() const { return host_.generation != 0; }
  [[nodiscard]] bool keeps() const { return keeps_; }

  // Lets viewers look into the world from now on, and replace the first eight of `assets`. `path` is the name
  // by which `ishi live` finds it.
  ishi_status open_host(ishi_world world, const std::string& name, bool may_hold, bool may_change,
                        std::span<const ishi_asset> assets, std::string& path);
  void close_host();
  // Keeps the last seconds from now on; 0: nothing any more. Not while there is a host.
  ishi_status keep(ishi_world world, float seconds);
  // Writes the last seconds to a file. Only while they are kept.
  ishi_status write(const std::string& path) const { return ishi_recorder_write(recorder_, path.c_str()); }
  // Viewers look, change and replace here; while one holds the game, this waits. `changes` are the assets
  // that were replaced.
  ishi_status between_frames(ishi_world world, std::vector<ishi_asset_change>& changes);
  void close();

 private:
  ishi_status open_recorder(ishi_world world, float seconds);
  ishi_status open_named(const std::string& name, ishi_host_options options);
  void close_recorder();

  ishi_recorder recorder_{};
  ishi_host host_{};
  bool keeps_ = false;  // it records, even while nobody watches
};

}  // namespace ishi::godot
