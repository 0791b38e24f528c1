#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <vector>

#include "compiler/claims_world.h"
#include "ishi/tools.h"
#include "trials.h"

namespace ishi::compiler::claims_history_test {

using namespace ishi::compiler::testing;

// What is claimed whatever happens, counted from outside.

namespace {

// A squad to which anything happens; what its agents hold is counted from outside.
class History {
 public:
  explicit History(uint32_t seed) : random_(seed) {}

  void run(uint32_t frames) {
    for (uint32_t i = 0; i < frames; ++i) {
      happen();
      squad_.begin();
      squad_.think(1 + draw(4));
      check_chosen();
      for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
        squad_.act(*population, [&](const Commands& commands) { follow(*population, commands); });
      }
      check_running();
      report_some();
      REQUIRE(squad_.world.end_frame());
    }
    end_all();
  }

  uint64_t granted = 0, released = 0, most_radio = 0;

 private:
  struct Running {
    ishi::Token token;
    TaskId task;
    Population* population;
    Entity whom;
  };

  uint32_t draw(uint32_t below) { return static_cast<uint32_t>(random_() % below); }
  float number() { return static_cast<float>(draw(1000)) / 999.0f; }

  void happen() {
    for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
      for (uint32_t slot = 0; slot < population->capacity(); ++slot) {
        const Entity agent = population->agent_of(slot);
        const uint32_t what = draw(12);
        if (agent == kNobody) {
          if (what < 6) squad_.spawn(*population, draw(2));
          continue;
        }
        if (what == 0) {
          REQUIRE(population->despawn(agent));
        } else if (what == 1) {
          REQUIRE(population->set_team(population->agent_of(slot), TeamId(draw(2))));
        } else if (what == 2) {
          const Entity whom = foes_.empty() ? kNobody : foes_[draw(static_cast<uint32_t>(foes_.size()))];
          const Status status =
              Tools(*population).set_option(population->agent_of(slot), static_cast<uint16_t>(draw(3)), whom);
          REQUIRE((status || status.code == StatusCode::claim_taken));
        } else if (what == 3) {
          REQUIRE(Tools(*population).set_option(population->agent_of(slot), kNoOption));
        }
        for (const char* key : {"suppressing", "calling", "hunting", "marking"})
          squad_.want(*population, slot, key, draw(2) == 0 ? 0.0f : number());
      }
    }
    if (foes_.size() < 4 && draw(2) == 0) foes_.push_back(squad_.foe());
    if (!foes_.empty() && draw(6) == 0) {
      REQUIRE(squad_.world.despawn_entity(foes_.back()));
      foes_.pop_back();
    }
  }

  // No more agents have chosen something than there are tokens and foes for it.
  void check_chosen() {
    uint32_t radios = 0;
    std::map<uint32_t, uint32_t> hunters;
    for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
      const bool is_soldier = population == &squad_.soldiers;
      for (uint32_t slot = 0; slot < population->capacity(); ++slot) {
        const uint16_t option = population->option(population->agent_of(slot));
        if (option == kNoOption) continue;
        if (is_soldier && (option == kReport || option == kGuide)) ++radios;
        const bool hunts = is_soldier ? option == kChase || option == kGuide : option == 1;
        const Entity whom = population->candidate(population->agent_of(slot));
        if (hunts && squad_.world.is_alive(whom)) ++hunters[whom.index];
      }
    }
    REQUIRE(radios <= 1);
    REQUIRE(squad_.in_use("radio") <= 1);
    for (const uint32_t team : {0U, 1U}) REQUIRE(squad_.in_use("suppressor", team) <= 2);
    for (const auto& [foe, count] : hunters) REQUIRE(count == 1);
  }

  void follow(Population& population, const Commands& commands) {
    for (const End& end : commands.ends) {
      released += std::erase_if(running_, [&](const Running& running) {
        return running.population == &population && running.token == end.token;
      });
    }
    for (const Start& start : commands.starts) {
      if (start.task == TaskId::of("wait_here")) continue;
      ++granted;
      uint32_t slot = 0;
      REQUIRE(population.slot_of(start.agent, slot));
      running_.push_back(
          {start.token, start.task, &population, population.candidate(population.agent_of(slot))});
    }
  }

  static constexpr TaskId kFire = TaskId::of("fire");
  static constexpr TaskId kCall = TaskId::of("call");
  static constexpr TaskId kMark = TaskId::of("mark");

  // Nor do more run what claims them.
  void check_running() {
    uint32_t radios = 0, fires = 0;
    for (const Running& running : running_) {
      radios += running.task == kCall || running.task == kMark ? 1 : 0;
      fires += running.task == kFire ? 1 : 0;
      if (running.whom == kNobody) continue;
      for (const Running& other : running_) REQUIRE((&other == &running || other.whom != running.whom));
    }
    most_radio = std::max<uint64_t>(most_radio, radios);
    REQUIRE(fires <= 4);
    REQUIRE(radios <= 1);
  }

  void report_some() {
    for (size_t i = running_.size(); i-- > 0;) {
      if (draw(3) != 0) continue;
      const Status status = running_[i].population->report(running_[i].token,
                                                           draw(2) == 0 ? Ending::completed : Ending::failed);
      REQUIRE((status || status.code == StatusCode::token_stale));
      if (!status) continue;
      running_[i] = running_.back();
      running_.pop_back();
      ++released;
    }
  }

  void end_all() {
    for (Population* population : {&squad_.soldiers, &squad_.rookies}) {
      for (uint32_t slot = 0; slot < population->capacity(); ++slot) {
        if (population->agent_of(slot) != kNobody) REQUIRE(population->despawn(population->agent_of(slot)));
      }
    }
    squad_.step();
    REQUIRE(squad_.in_use("radio") == 0);
    for (const uint32_t team : {0U, 1U}) REQUIRE(squad_.in_use("suppressor", team) == 0);
    for (const Entity foe : foes_) REQUIRE(squad_.world.claimed_by(foe) == kNobody);
    released += running_.size();
    running_.clear();
  }

  std::mt19937 random_;
  Squad squad_;
  std::vector<Entity> foes_;
  std::vector<Running> running_;
};

}  // namespace

TEST_CASE("whatever happens, no more is held than there is, and nothing stays held") {
  History history(1);
  for (uint32_t i = 0; i < trials(100'000); ++i) history.run(6);
  CHECK(history.granted > trials(100'000));
  CHECK(history.granted == history.released);
  WARN(history.granted << " claims, " << history.released << " releases");
}

// Who wants most of what is left comes first: from the scores alone, without a queue.
std::vector<Entity> shared_out(const std::vector<float>& hunting, const std::vector<Entity>& foes,
                               const Column<float>& worth) {
  std::vector<Entity> holders(foes.size(), kNobody);
  std::vector<uint32_t> chosen(hunting.size(), kNotFound);
  while (true) {
    float best = 0.001f;  // what resting scores
    uint32_t agent = kNotFound, foe = kNotFound;
    for (uint32_t i = 0; i < hunting.size(); ++i) {
      for (uint32_t k = 0; k < foes.size() && chosen[i] == kNotFound; ++k) {
        const float score = hunting[i] * worth[foes[k].index];
        if (holders[k] != kNobody || !(score > best)) continue;
        best = score, agent = i, foe = k;
      }
    }
    if (agent == kNotFound) return holders;
    chosen[agent] = foe;
    holders[foe] = Entity{{agent, 1}};
  }
}

TEST_CASE("hundreds who want the same are granted as if one after the other") {
  constexpr uint32_t kSoldiers = 300;
  const bool all_alike = GENERATE(false, true);
  Squad s(kSoldiers, kSoldiers);
  std::vector<Entity> foes;
  for (uint32_t i = 0; i < 16; ++i) foes.push_back(s.foe());
  std::mt19937 random(7);
  const auto any = [&] {
    return all_alike ? 0.5f : 0.01f + 0.99f * static_cast<float>(random() % 1000) / 1000;
  };
  Column<float> worth;
  REQUIRE(s.world.field(id_of("things/foe", "worth"), worth));
  for (const Entity foe : foes) worth[foe.index] = any();
  std::vector<float> hunting(kSoldiers);
  for (uint32_t slot = 0; slot < kSoldiers; ++slot)
    s.want(s.soldiers, slot, "hunting", hunting[slot] = any());
  s.step();
  const std::vector<Entity> expected = shared_out(hunting, foes, worth);
  for (size_t i = 0; i < foes.size(); ++i) {
    INFO("foe " << i);
    CHECK(s.world.claimed_by(foes[i]) ==
          (expected[i] == kNobody ? kNobody : s.soldiers.agent_of(expected[i].index)));
  }
}

}  // namespace ishi::compiler::claims_history_test
