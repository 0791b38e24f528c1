#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "crew.h"
#include "digest.h"
#include "ishi/asset_info.h"
#include "ishi/ishi.h"
#include "ledger.h"
#include "random.h"
#include "way.h"

// A game without a story: whatever an asset declares is changed at random, and what its agents are told to do
// ends after some frames, well or badly. It plays every asset, one population for each of its agents. All
// that it computes itself are whole numbers, of which it makes floats that hold them exactly.

namespace determinism {

// What is played, the same whatever the way.
struct Scenario {
  std::string_view name;  // of its blob, too
  uint32_t agents = 0;    // of each population
  uint32_t things = 0;    // agents of each kind
  uint32_t changes = 0;   // a frame
};

class Game {
 public:
  Game(const Scenario& scenario, const ishi::Asset& asset, const Way& way);

  void run_frame();
  // For calls that change nothing in it.
  [[nodiscard]] ishi::World& world() { return world_; }
  // Goes on with another version of the asset, which must have the same agents, the ids of which are what
  // `now_called` makes of those before; both must outlive this. What prepare_reload says.
  [[nodiscard]] ishi::Status reload(const ishi::Asset& next,
                                    const std::function<uint64_t(uint64_t)>& now_called,
                                    ishi::Reload& reload);
  // The world as bytes; and the world of such bytes in its place, with the asset that is played. What
  // World::load says.
  [[nodiscard]] std::vector<std::byte> save();
  [[nodiscard]] ishi::Status load(std::span<const std::byte> save);
  // That each task that runs is one that its agent's body is at.
  void check_tasks() const;
  // Ends all agents, and then what they did; nothing is played after it.
  void finish();
  // Keeps the world and the game as they are between two frames, and brings them back to that.
  void keep();
  void go_back();
  // Of all that has been seen: the state of the world in every frame, decisions, commands, plans, senses,
  // moves.
  [[nodiscard]] uint64_t hash() const { return digest_.value(); }
  [[nodiscard]] uint64_t thoughts() const { return thoughts_; }
  [[nodiscard]] uint64_t started() const { return ledger_.started(); }

 private:
  struct Agent {
    ishi::Entity entity{};
    uint32_t population = 0;
  };
  // A task that an agent is at, and when the game will say that it is over.
  struct Work {
    ishi::Token token{};
    uint64_t due = 0;
    ishi::Ending ending = ishi::Ending::completed;
  };
  struct Answer {
    uint32_t population = 0;
    ishi::Ticket ticket{};
    ishi::Sight sight = ishi::Sight::clear;
  };
  // What the game was when it was kept.
  struct Kept {
    std::vector<std::byte> world;
    std::vector<Agent> agents;
    std::vector<ishi::Entity> things, handles;
    std::vector<Work> works;
    std::vector<Answer> late_answers;
    Random random{0};
    Digest digest;
    Ledger ledger;
    ishi::Clock clock;
    uint64_t identities = 0, thoughts = 0;
    std::vector<uint64_t> counts;
  };
  auto remembered() {
    return std::tie(agents_, things_, handles_, works_, late_answers_, random_, digest_, ledger_, clock_,
                    identities_, thoughts_);
  }

  // Between frames (changes.cpp).
  void change();
  void change_key();
  void change_field();
  void change_level();
  void change_place();
  void change_agent();
  void set_profile(ishi::Population& population, ishi::Entity agent, uint32_t profile);
  void change_candidates();
  void change_facts();
  void change_claims();
  void change_cell();
  void replace_agent();
  void replace_thing();
  void post_event();
  void make_sound();
  void choose();
  void spawn(uint32_t population);
  void despawn(const Agent& agent);

  // What is random (changes.cpp).
  [[nodiscard]] float number(const ishi::VariableInfo& variable);
  [[nodiscard]] ishi::Vector3 place();
  [[nodiscard]] ishi::Entity anybody();
  template <typename Take>
  void with_value(const ishi::VariableInfo& variable, Take&& take);
  template <typename Find>
  void write(const ishi::VariableInfo& variable, uint32_t row, Find&& find);

  // A frame (game.cpp).
  template <typename Batch>
  using Phase = ishi::Status (ishi::Population::*)(const Batch& batch, uint32_t job, ishi::Scratch& scratch);
  template <typename Batch>
  void share(ishi::Population& population, const Batch& batch, Phase<Batch> phase, const char* name);
  void sense(uint32_t population);
  void think();
  void act();
  void carry_out(const ishi::Commands& commands);
  void report();
  void move(uint32_t population);
  void follow_moves();
  void see_agent(uint32_t population, uint32_t slot);
  void see_report(const ishi::Token& token, ishi::Ending ending);
  // The runtime's own counts of what it has done; those of frames that are played again count twice.
  [[nodiscard]] std::vector<uint64_t> counts() const;
  // Where those of a population begin.
  [[nodiscard]] static size_t first_count(uint32_t population) { return 2 + 6 * size_t{population}; }
  // What was counted, without what was gone back.
  [[nodiscard]] uint64_t counted(size_t place) const { return counts()[place] - counted_twice_[place]; }
  void see_status(ishi::Status status) { digest_.add(static_cast<uint32_t>(status.code)); }

  [[nodiscard]] ishi::AgentInfo agent_info(uint32_t population) const;
  [[nodiscard]] uint32_t slot_of(const Agent& agent) const;
  [[nodiscard]] uint32_t record_bytes_of_task(ishi::TaskId id) const;
  [[nodiscard]] uint32_t record_bytes_of_event(ishi::EventId id) const;

  Scenario scenario_;
  const ishi::Asset* asset_;
  bool hashes_states_;
  ishi::Allocator allocator_;
  std::vector<uint64_t> agent_ids_;   // by population
  std::vector<ishi::ThingId> kinds_;  // of the things, as many of each
  ishi::World world_;
  std::vector<ishi::Population> populations_;
  std::vector<Agent> agents_;
  std::vector<ishi::Entity> things_;
  std::vector<ishi::Entity> handles_;  // of candidates without an entity
  std::vector<Work> works_;
  std::vector<Answer> late_answers_;
  std::vector<ishi::Move> moves_;
  Random random_{42};
  Digest digest_;
  Ledger ledger_;
  ishi::Clock clock_;
  uint64_t identities_ = 0;
  uint64_t thoughts_ = 0;
  Kept kept_;
  std::vector<uint64_t> counted_twice_;
  Crew crew_;
};

}  // namespace determinism
