#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "household.h"

// Behaviour that is built anew while the household lives: a second thread looks at the blob each second, and
// makes ready what it finds; between two frames the household takes it over.

namespace household {

class Reloader {
 public:
  // `running` is the asset of the household, and becomes the one that takes its place; both must outlive
  // this.
  Reloader(const char* path, std::unique_ptr<ishi::Asset>& running, const Household& household);
  ~Reloader();
  Reloader(const Reloader&) = delete;
  Reloader& operator=(const Reloader&) = delete;

  // Between two frames: takes over what is ready, and prints what became of everything, or why it cannot be.
  void take_over(Household& household);

 private:
  // When it was written, and how long it is; zeros if it is not there.
  struct Stamp {
    std::filesystem::file_time_type written{};
    uintmax_t bytes = 0;
    bool operator==(const Stamp&) const = default;
  };
  [[nodiscard]] Stamp stamp() const;
  void watch();
  // What is said against it; empty if it is ready.
  [[nodiscard]] std::string prepare();
  void print(const Household& household) const;

  const char* path_;
  std::unique_ptr<ishi::Asset>& running_;
  const ishi::World& world_;
  Stamp seen_;

  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  bool ends_ = false;
  bool is_done_ = false;  // there is something for take_over, which the thread leaves alone
  std::string refusal_;
  std::unique_ptr<ishi::Asset> next_;
  ishi::Reload reload_;
  std::thread thread_;
};

}  // namespace household
