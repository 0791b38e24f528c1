#include "reloader.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "diary.h"

namespace household {
namespace {

using ishi::ReloadEffect;
using ishi::ReloadItem;
using ishi::ReloadPart;

std::string name_of(const ReloadItem& item) {
  static constexpr std::array<const char*, 12> kNouns = {"the key",
                                                         "the field",
                                                         "the need or drive",
                                                         "the set",
                                                         "the field",
                                                         "the choice",
                                                         "the token",
                                                         "the action",
                                                         "the state",
                                                         "when they think",
                                                         "what they try to see",
                                                         ""};
  std::string text = kNouns[static_cast<size_t>(item.part)];
  if (*item.name != '\0') text += std::string(" `") + item.name + "`";
  return text;
}

void print_all(std::span<const ReloadItem> items, ReloadEffect effect, const char* word) {
  for (const ReloadItem& item : items) {
    if (item.effect != effect) continue;
    const bool is_renamed = *item.former_name != '\0';
    if (effect == ReloadEffect::kept && !is_renamed) continue;
    std::printf("  %s: %s%s%s%s\n", word, name_of(item).c_str(), is_renamed ? ", which was called `" : "",
                item.former_name, is_renamed ? "`" : "");
  }
}

unsigned count(std::span<const ReloadItem> items, ReloadEffect effect) {
  return static_cast<unsigned>(
      std::ranges::count_if(items, [effect](const ReloadItem& item) { return item.effect == effect; }));
}

}  // namespace

Reloader::Reloader(const char* path, std::unique_ptr<ishi::Asset>& running, const Household& household)
    : path_(path), running_(running), world_(household.world()), seen_(stamp()), thread_([this] {
        watch();
      }) {}

Reloader::~Reloader() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

Reloader::Stamp Reloader::stamp() const {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path_, error);
  if (error) return {};
  const auto written = std::filesystem::last_write_time(path_, error);
  return error ? Stamp() : Stamp{written, bytes};
}

void Reloader::watch() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, std::chrono::seconds(1), [this] { return ends_; })) {
    const Stamp now = stamp();
    if (is_done_ || now == seen_ || now == Stamp()) continue;
    seen_ = now;
    lock.unlock();  // the household lives on
    std::string refusal = prepare();
    lock.lock();
    refusal_ = std::move(refusal);
    is_done_ = true;
  }
}

std::string Reloader::prepare() {
  std::ifstream file(path_, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  next_ = std::make_unique<ishi::Asset>();
  if (const ishi::Status status = ishi::Asset::load(std::vector<uint8_t>(text.begin(), text.end()), *next_);
      !status)
    return ishi::describe(status);
  const ishi::AssetChange change{running_.get(), next_.get()};
  const ishi::Status status = world_.prepare_reload({&change, 1}, reload_);
  if (status.code != ishi::StatusCode::contract_mismatch && status.code != ishi::StatusCode::contract_unknown)
    return status ? "" : ishi::describe(status);
  char why[256];
  ishi::describe(reload_.contract_fault(), why);
  return std::string("it is not for this game: ") + why;
}

void Reloader::take_over(Household& household) {
  const std::lock_guard lock(mutex_);
  if (!is_done_) return;
  is_done_ = false;
  if (!refusal_.empty()) {
    std::printf("%s  %s cannot be taken over: %s; all go on as before\n",
                clock_text(household.frames()).c_str(), path_, refusal_.c_str());
  } else {
    household.take_over(*next_, reload_);
    print(household);
    reload_ = {};  // reads the old asset, which goes now
    running_ = std::move(next_);
  }
  std::fflush(stdout);
}

void Reloader::print(const Household& household) const {
  const std::span<const ReloadItem> items = reload_.items();
  const ishi::ReloadCounts counts = reload_.counts();
  std::printf("%s  another behaviour: %u things kept, %u reset, %u dropped, %u added\n",
              clock_text(household.frames()).c_str(), count(items, ReloadEffect::kept),
              count(items, ReloadEffect::reset), count(items, ReloadEffect::dropped),
              count(items, ReloadEffect::added));
  print_all(items, ReloadEffect::kept, "kept");
  print_all(items, ReloadEffect::reset, "reset, since its type is another one");
  print_all(items, ReloadEffect::dropped, "dropped");
  print_all(items, ReloadEffect::added, "added");
  std::printf("  %u tasks run on, %u ended; %u of the people choose anew, %u begin what they did once more\n",
              counts.kept_tasks, counts.aborted_tasks, counts.ended_options,
              counts.restarted_goals + counts.restarted_options);
}

}  // namespace household
