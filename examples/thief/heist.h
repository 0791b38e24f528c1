#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ishi/ishi.h"
#include "level.h"

// A small game without a window: three guards walk their rounds, a thief comes for the jewel. The game moves
// bodies, answers what stands between whom, and makes the noises; what is noticed and what comes of it is the
// YAML's.

namespace thief {

enum class Activity : uint8_t { none, looking, facing, grabbing, throwing, tipping, taking };

// Where somebody went, and with what in mind.
struct Trail {
  std::string option;
  uint64_t frame = 0;  // when it began; a place for each frame from then on
  std::vector<Place> places{};
};

struct Person {
  char letter = ' ';
  game::Side side = game::Side::guard;
  ishi::Entity agent{};
  uint32_t slot = 0;
  Place place{};
  Place facing{0, 1};
  float pace = 0;           // metres a second
  ishi::Move move{};        // the last one
  float next_step = 0;      // when its foot is heard again
  std::vector<Place> beat;  // of a guard: the places of its round

  Activity activity = Activity::none;
  ishi::Token token{};
  float until = 0;
  Place goal{};           // of facing and throwing
  ishi::EntityId whom{};  // of grabbing and tipping

  uint16_t option = ishi::kNoOption;  // as told last
  float alarm = 0;                    // its greatest awareness
  std::vector<Trail> trails{};
};

struct Barrel {
  ishi::Entity entity{};
  Place place{};
  bool is_tipped = false;
};

// A noise, for the account and the picture.
struct Noise {
  float time = 0;
  const char* what = "";
  Place place{};
  float radius = 0;  // metres
};

// What there is to draw of a moment.
struct Glance {
  uint64_t frame = 0;
  struct Look {
    char letter = ' ';
    Place place{}, facing{};
    float alarm = 0;
    std::vector<Place> way{};      // that it walks
    std::vector<float> weights{};  // of its steering
  };
  std::vector<Look> looks{};
};

struct Happening {
  float time = 0;
  std::string text;
};

enum class Outcome : uint8_t { open, escaped, caught };

class Heist {
 public:
  Heist(const ishi::Asset& asset, uint64_t seed);

  // One frame: bodies move, everybody senses, thinks, acts and is told where to go.
  void frame();

  [[nodiscard]] float time() const { return static_cast<float>(frame_) * kStep; }
  [[nodiscard]] Outcome outcome() const { return outcome_; }
  [[nodiscard]] bool has_jewel() const { return has_jewel_; }
  [[nodiscard]] float taken_at() const { return taken_at_; }  // seconds
  [[nodiscard]] const std::vector<Person>& people() const { return people_; }
  [[nodiscard]] const std::vector<Barrel>& barrels() const { return barrels_; }
  [[nodiscard]] const std::vector<Noise>& noises() const { return noises_; }
  [[nodiscard]] const std::vector<Happening>& happenings() const { return happenings_; }
  [[nodiscard]] const std::vector<Glance>& glances() const { return glances_; }
  [[nodiscard]] const ishi::World& world() const { return world_; }
  [[nodiscard]] ishi::ActCounters act_counters() const;
  [[nodiscard]] ishi::SenseCounters sense_counters(game::Side side) const;
  [[nodiscard]] uint64_t running_tasks() const;
  // The name of an option.
  [[nodiscard]] std::string option_of(const Person& person) const;
  // What somebody could do now, with scores, in the order of the text. Between frames.
  struct Score {
    std::string option;
    float score = 0;  // minus infinity: its `when` does not hold
    bool is_running = false;
  };
  [[nodiscard]] std::vector<Score> scores_of(const Person& person) const;

 private:
  void spawn(char letter, game::Side side, Place place, std::vector<Place> beat);
  void build_grid();
  void move();
  void walk(Person& person);
  void step_loudly(Person& person);
  void make_noise(ishi::SoundId sound, const char* what, ishi::Entity maker, Place place, float radius);
  void finish(Person& person);
  void tell_people();
  void tell_thief(Person& thief);
  void tell_spots(Person& thief);
  void sense(ishi::Population& population);
  void steer(ishi::Population& population);
  void carry_out(ishi::Population& population, const ishi::Commands& commands);
  void note();
  void note_awareness(Person& person);
  void take_glance();
  void tell(std::string text) { happenings_.push_back({time(), std::move(text)}); }
  [[nodiscard]] ishi::Population& population_of(const Person& person) {
    return populations_[static_cast<size_t>(person.side)];
  }
  [[nodiscard]] const ishi::Population& population_of(const Person& person) const {
    return populations_[static_cast<size_t>(person.side)];
  }
  [[nodiscard]] Person& the_thief() { return people_.back(); }
  [[nodiscard]] Person* person_of(ishi::EntityId entity);

  const ishi::Asset& asset_;
  ishi::World world_;
  std::array<ishi::Population, 2> populations_;  // by side
  ishi::Scratch scratch_;
  std::vector<Person> people_;  // the thief last
  std::vector<Barrel> barrels_;
  std::vector<ishi::Entity> spots_;  // where a bottle could be thrown
  std::vector<Noise> noises_;
  std::vector<Happening> happenings_;
  std::vector<Glance> glances_;
  uint64_t frame_ = 0;
  int32_t bottles_ = 2;
  bool has_jewel_ = false;
  float taken_at_ = 0;
  Outcome outcome_ = Outcome::open;
};

}  // namespace thief
