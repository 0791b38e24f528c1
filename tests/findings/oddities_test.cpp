#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "diagnostics/catalogue.h"
#include "diagnostics/render_text.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "population/population_state.h"
#include "runtime/phases.h"
#include "source/read_file.h"
#include "source/sources.h"
#include "trials.h"

// What is found odd of agents, held against what the runtime does: random behaviours in random situations.
// What is proved no situation may contradict; what was observed must be so where the finding says.

namespace ishi::compiler::oddities_test {

namespace {

const uint32_t kBehaviours = trials(500);
constexpr uint32_t kSituations = 200;  // of each
constexpr uint32_t kConditions = 8;    // in bodies and states
constexpr uint32_t kAgents = 3;
const char* const kKeys[] = {"k0", "k1", "k2", "ammo", "mood", "armed"};

// A behaviour, and what it was made of.
struct Behaviour {
  std::string text;
  std::vector<int> ranks;                // of the actions of `who`
  std::map<uint32_t, uint32_t> line_of;  // line, from 1: the condition that stands there
};

class Writer {
 public:
  explicit Writer(std::mt19937& random) : random_(random) {}

  Behaviour behaviour() {
    text_ =
        "ishi: 1\nenums: { mood: [calm, wary, angry] }\nblackboard:\n"
        "  k0: { type: number, range: 0..1 }\n  k1: { type: number, range: -1..4 }\n"
        "  k2: { type: number, range: 0..100 }\n  ammo: { type: integer, range: 0..5 }\n  mood: mood\n"
        "  armed: boolean\ntasks:\n  work: {}\n  rest: {}\ncurves:\n";
    for (int c = 0; c < 3; ++c) text_ += "  c" + std::to_string(c) + ": " + curve();
    text_ += "needs:\n  n0: { level: " + number(0.2, 1) +
             " * k0, curve: c0 }\n  n1: { level: 1 - k1.norm, curve: c1 }\n";
    text_ += "  n2: { level: k2.norm }\n";
    const std::string bold = number(0, 2);
    text_ += "importance:\n  bold: { n0: " + bold +
             ", n2: 1.5 }\n  meek: { extends: bold, n0: " + (below(2) == 0 ? bold : number(0, 2)) +
             (below(2) == 0 ? ", n1: 3" : "") + " }\n";
    Behaviour result;
    text_ += "actions:\n";
    const uint32_t actions = 2 + below(4);
    for (uint32_t a = 0; a < actions; ++a) result.ranks.push_back(write_action("a" + std::to_string(a)));
    std::vector<std::string> conditions;
    for (uint32_t c = 0; c < kConditions; ++c) conditions.push_back(condition(2));
    for (uint32_t c = 0; c + 2 < kConditions; ++c) {
      const char* const fields[] = {"when", "until", "while", "interruptible"};
      text_ += "  b" + std::to_string(c) + ":\n    score: 0.5\n    do:\n      - do: work\n        ";
      text_ += fields[c % 4] + (": " + conditions[c]) + "\n";
      result.line_of[line() - 1] = c;
      if (c % 4 == 2 && below(2) == 0)
        text_ += "        when: " + (below(3) == 0 ? "not " + conditions[c] : condition(1)) + "\n";
      text_ += "      - rest\n";
    }
    for (uint32_t c = 0; c < kConditions; ++c)
      text_ += "  p" + std::to_string(c) + ": { when: \"" + conditions[c] + "\", score: 1 }\n";
    text_ += "agents:\n  who:\n    actions: [" + list("a", 0, actions) +
             "]\n    select: { minimum: " + (below(3) == 0 ? number(0, 0.3) : "0") +
             ", inertia: " + number(0, 1.5) + ", ties: " + (below(2) == 0 ? "first" : "last") + " }\n";
    text_ += "  probe: { actions: [" + list("p", 0, kConditions) + "] }\n  other:\n    actions: [" +
             list("b", 0, kConditions - 2) +
             "]\n    states:\n      s0:\n        to:\n          s1: " + conditions[kConditions - 2] + "\n";
    result.line_of[line() - 1] = kConditions - 2;
    text_ += "      s1:\n        to:\n          s0: " + conditions[kConditions - 1] + "\n";
    result.line_of[line() - 1] = kConditions - 1;
    result.text = std::move(text_);
    return result;
  }

 private:
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string number(double low, double high) {
    return std::to_string(low + (high - low) * static_cast<double>(below(17)) / 16);
  }
  [[nodiscard]] uint32_t line() const {
    return 1 + static_cast<uint32_t>(std::count(text_.begin(), text_.end(), '\n'));
  }
  static std::string list(const std::string& letter, uint32_t from, uint32_t to) {
    std::string result;
    for (uint32_t i = from; i < to; ++i) result += (i == from ? "" : ", ") + letter + std::to_string(i);
    return result;
  }
  std::string curve() {
    switch (below(4)) {
      case 0: return "{ logistic: { midpoint: " + number(0.3, 3) + ", slope: 12 } }\n";
      case 1: return "{ power: 2 }\n";
      default: {
        double x = -0.5 + 0.25 * below(4);
        std::string rows = "[" + std::to_string(x) + ", " + number(0, 1) + "]";
        for (int row = 0; row < 3; ++row) {
          x += 0.125 * (1 + below(6));
          rows += ", [" + std::to_string(x) + ", " + number(0, 1) + "]";
        }
        return "{ points: [" + rows + "] }\n";
      }
    }
  }
  std::string value() {
    switch (below(6)) {
      case 0: return number(0, 1);
      case 1: return "k0";
      case 2: return "c2(k0)";
      case 3: return "k1.norm";
      case 4: return below(4) == 0 ? "k2" : "k2.norm";
      default: return "ammo / 5";
    }
  }
  // Returns its rank.
  int write_action(const std::string& name) {
    text_ += "  " + name + ":\n";
    switch (below(4)) {
      case 0: text_ += "    score: " + number(0, 1) + " * " + value() + " + " + number(0, 1) + "\n"; break;
      case 1: text_ += "    score: " + value() + (below(2) == 0 ? " - 0.7 * running\n" : "\n"); break;
      default: {
        const uint32_t first = below(3);
        text_ += "    gains: { n" + std::to_string(first) + ": " + number(-0.5, 1);
        if (first != 0 && below(2) == 0) text_ += ", n0: " + number(-1, 0.5);
        text_ += " }\n";
      }
    }
    if (below(3) == 0) text_ += "    when: " + condition(1) + "\n";
    const int rank = below(6) == 0 ? 1 : 0;
    if (rank != 0) text_ += "    rank: 1\n";
    return rank;
  }
  std::string condition(int depth) {
    if (depth > 0 && below(2) == 0)
      return "(" + condition(depth - 1) + (below(2) == 0 ? " and " : " or ") + condition(depth - 1) + ")";
    switch (below(6)) {
      case 0: return "k0 < " + number(-0.25, 1.25);
      case 1: return "k1 >= " + number(-2, 5);
      case 2: return "ammo " + std::string(below(2) == 0 ? "== " : "> ") + std::to_string(below(6));
      case 3:
        return "mood " + std::string(below(2) == 0 ? "== " : "!= ") + (below(2) == 0 ? "calm" : "angry");
      case 4: return below(2) == 0 ? "armed" : "not armed";
      default: return "k0 + k1.norm > " + number(0, 2.5);
    }
  }

  std::mt19937& random_;
  std::string text_;
};

// One population of an agent of a behaviour.
class Stage {
 public:
  Stage(const std::string& text, const char* agent) {
    Sources sources;
    const Compilation compilation = compile("a.ishi.yaml", text, MemoryReader(), {}, sources);
    INFO(text << render_text(compilation.diagnostics, sources));
    REQUIRE(Asset::load(compilation.blob, asset_));
    REQUIRE(World::create({.entities = kSituations}, world_));
    REQUIRE(world_.add_population(asset_, AgentId::of(agent), {.capacity = kSituations}, population));
    REQUIRE(Scratch::create(world_, scratch_));
    for (uint32_t i = 0; i < kSituations; ++i) {
      Entity id;
      REQUIRE(population.spawn({}, id));
    }
    for (uint32_t i = 0; i < kAgents; ++i) {
      if (AssetParts(asset_).agent(i).id == AgentId::of(agent)) agent_ = i;
    }
  }

  // The same keys whatever the population, by the seed: ends of ranges, and what lies between.
  void write_keys(uint32_t seed) {
    std::mt19937 random(seed);
    for (const ishi::Variable& key : population.state()->keys) {
      for (uint32_t slot = 0; slot < kSituations; ++slot) {
        const float part = static_cast<float>(random() % 1025) / 1024;
        const float inside = key.low + (key.high - key.low) * part;
        const uint32_t pick = random() % 6;
        set(key, slot,
            pick == 0   ? key.low
            : pick == 1 ? key.high
                        : inside,
            static_cast<uint8_t>(random() % 3));
      }
    }
  }
  // "given: { k0: 0.5, mood: calm }" in all slots; what is not given stays.
  void write_given(const std::string& note) {
    const auto& keys = population.state()->keys;
    REQUIRE(keys.size() == std::size(kKeys));
    for (size_t k = 0; k < keys.size(); ++k) {
      const ishi::Variable& key = keys[k];
      const std::string name = kKeys[k];
      const size_t at = note.find(" " + name + ": ");
      if (at == std::string::npos) continue;
      const std::string value =
          note.substr(at + name.size() + 3, note.find_first_of(",}", at) - at - name.size() - 3);
      const char first = value[0];
      const uint8_t byte = first == 'w' || first == 't' ? 1 : value.starts_with("an") ? 2 : 0;
      const bool is_word = first >= 'a' && first <= 'z';
      for (uint32_t slot = 0; slot < kSituations; ++slot)
        set(key, slot, is_word ? 0 : std::stof(value), byte);
    }
  }

  void think() {
    ++frame_;
    REQUIRE(world_.begin_frame({frame_, frame_}));
    phases::think(population, scratch_);
    REQUIRE(world_.end_frame());
  }
  void begin_with(uint32_t profile) {
    const ProfileId id = profile == kNoProfile ? kNoProfileId : AssetParts(asset_).profile(profile).id;
    for (uint32_t slot = 0; slot < kSituations; ++slot)
      REQUIRE(population.set_profile(population.agent_of(slot), id));
  }
  [[nodiscard]] std::vector<uint16_t> choices() const {
    std::vector<uint16_t> result;
    for (uint32_t slot = 0; slot < kSituations; ++slot)
      result.push_back(population.option(population.agent_of(slot)));
    return result;
  }
  // Of what an option scores: not finite where its condition does not hold.
  [[nodiscard]] float score(uint32_t slot, uint32_t option) const {
    std::vector<float> values(Tools(population).value_count());
    REQUIRE(Tools(population).explain(population.agent_of(slot), values));
    return values[AssetParts(asset_).option(AssetParts(asset_).agent(agent_).options.first + option).score];
  }

  Population population;

 private:
  static void set(const ishi::Variable& key, uint32_t slot, float value, uint8_t byte) {
    if (key.storage == Storage::integer)
      static_cast<int32_t*>(key.columns[0])[slot] = static_cast<int32_t>(value);
    if (key.storage == Storage::byte) static_cast<uint8_t*>(key.columns[0])[slot] = byte;
    if (key.storage == Storage::number) static_cast<float*>(key.columns[0])[slot] = value;
  }

  Asset asset_;
  World world_;
  Scratch scratch_;
  uint32_t agent_ = 0;
  uint64_t frame_ = 0;
};

// The option in "`a2`", from some place on.
uint16_t option_in(const std::string& message, size_t from = 0) {
  return static_cast<uint16_t>(std::stoi(message.substr(message.find("`a", from) + 2)));
}

class Judge {
 public:
  Judge(const Behaviour& behaviour, uint32_t seed, std::map<std::string, size_t>& tally)
      : behaviour_(behaviour), seed_(seed), tally_(tally) {}

  void judge() {
    const Compilation compilation =
        compile("a.ishi.yaml", behaviour_.text, MemoryReader(), {.analyzes = true}, sources_);
    INFO(behaviour_.text << render_text(compilation.diagnostics, sources_));
    REQUIRE_FALSE(compilation.has_errors);
    for (const Diagnostic& one : compilation.diagnostics) {
      INFO(one.message << " (line " << line_of(one) << ")");
      switch (one.code) {
        case Code::guard_never:
        case Code::guard_always: check_guard(one); break;
        case Code::helps_nothing: check_never(one); break;
        case Code::dead_curve: check_curve(one); break;
        case Code::same_importance: check_same(one); break;
        case Code::frozen_choice:
          if (one.message.starts_with("with so much"))
            check_frozen();
          else
            check_condition(one, true);
          break;
        case Code::scores_apart: check_scale(one); break;
        case Code::residue_wins: check_residue(one); break;
        case Code::oscillation:
          if (one.message.starts_with("the states"))
            check_states(one);
          else
            check_oscillation(one);
          break;
        default: break;
      }
    }
  }

 private:
  [[nodiscard]] uint32_t line_of(const Diagnostic& one) const {
    return sources_.file(0).position(one.span.begin).line;
  }

  void check_guard(const Diagnostic& one) {
    const bool never = one.code == Code::guard_never;
    if (one.message.starts_with("this part of")) {
      ++tally_["part of a condition"];
      check_text(text_of(one.span), never);
    } else if (one.message.ends_with("where this begins")) {
      ++tally_["contradiction"];
      check_text("(" + text_of(one.labels.at(0).span) + ") and (" + text_of(one.span) + ")", true);
    } else {
      check_condition(one, never);
    }
  }
  [[nodiscard]] std::string text_of(Span span) const {
    return behaviour_.text.substr(span.begin, span.end - span.begin);
  }
  // As the condition of an action.
  void check_text(const std::string& condition, bool never) {
    std::string changed = behaviour_.text;
    const size_t begin = changed.find("\n  p0: ") + 1;
    changed.replace(begin, changed.find('\n', begin) - begin,
                    "  p0: { when: \"" + condition + "\", score: 1 }");
    Stage stage(changed, "probe");
    stage.write_keys(seed_);
    stage.think();
    for (uint32_t slot = 0; slot < kSituations; ++slot) REQUIRE(std::isfinite(stage.score(slot, 0)) != never);
  }
  // Where an observed finding says both conditions hold.
  void check_states(const Diagnostic& one) {
    ++tally_["states"];
    Stage stage(behaviour_.text, "probe");
    stage.write_keys(seed_);
    stage.write_given(one.notes.at(0));
    stage.think();
    for (uint32_t slot = 0; slot < kSituations; ++slot) {
      for (const uint32_t condition : {kConditions - 2, kConditions - 1})
        REQUIRE(std::isfinite(stage.score(slot, condition)));
    }
  }
  // In a body or between states: as the condition of an action that asks the same.
  void check_condition(const Diagnostic& one, bool never) {
    const auto condition = behaviour_.line_of.find(line_of(one));
    if (condition == behaviour_.line_of.end()) return;
    ++tally_["condition"];
    Stage stage(behaviour_.text, "probe");
    stage.write_keys(seed_);
    stage.think();
    for (uint32_t slot = 0; slot < kSituations; ++slot)
      REQUIRE(std::isfinite(stage.score(slot, condition->second)) != never);
  }
  void check_never(const Diagnostic& one) {
    ++tally_["helps nothing"];
    for (const uint32_t profile : {kNoProfile, 0U, 1U}) {
      Stage stage(behaviour_.text, "who");
      stage.begin_with(profile);
      stage.write_keys(seed_);
      stage.think();
      for (const uint16_t choice : stage.choices()) REQUIRE(choice != option_in(one.message));
    }
  }
  // With other rows where nothing gets to, everybody chooses the same.
  void check_curve(const Diagnostic& one) {
    if (!one.message.starts_with("nothing ever reaches")) return;
    ++tally_["curve"];
    std::string changed = behaviour_.text;
    const size_t begin = changed.rfind('[', one.span.begin), end = changed.find(']', begin);
    const size_t comma = changed.find(',', begin);
    REQUIRE(comma < end);
    changed.replace(comma, end - comma, ", 0.123456");
    for (const uint32_t profile : {kNoProfile, 0U, 1U}) {
      Stage stage(behaviour_.text, "who"), other(changed, "who");
      for (Stage* const both : {&stage, &other}) {
        both->begin_with(profile);
        both->write_keys(seed_);
        both->think();
      }
      REQUIRE(stage.choices() == other.choices());
      for (uint32_t slot = 0; slot < kSituations; slot += 10) {
        for (uint32_t option = 0; option < behaviour_.ranks.size(); ++option)
          REQUIRE(stage.score(slot, option) == other.score(slot, option));
      }
    }
  }
  void check_same(const Diagnostic& one) {
    REQUIRE(one.message == "`meek` behaves exactly like `bold`");
    ++tally_["same importance"];
    std::vector<uint16_t> choices[2];
    for (const uint32_t profile : {0U, 1U}) {
      Stage stage(behaviour_.text, "who");
      stage.begin_with(profile);
      stage.write_keys(seed_);
      stage.think();
      choices[profile] = stage.choices();
    }
    REQUIRE(choices[0] == choices[1]);
  }
  // Whatever was chosen and still may be goes on in another situation, if nothing stands above it in rank.
  void check_frozen() {
    ++tally_["frozen"];
    for (const uint32_t profile : {kNoProfile, 0U, 1U}) {
      Stage stage(behaviour_.text, "who");
      stage.begin_with(profile);
      stage.write_keys(seed_);
      stage.think();
      for (uint32_t later = 1; later <= 4; ++later) {
        const auto running = stage.choices();
        stage.write_keys(seed_ + 1000 * later);
        std::vector<bool> may_go_on;
        for (uint32_t slot = 0; slot < kSituations; ++slot)
          may_go_on.push_back(running[slot] != kNoOption && std::isfinite(stage.score(slot, running[slot])));
        stage.think();
        const auto choices = stage.choices();
        for (uint32_t slot = 0; slot < kSituations; ++slot) {
          if (!may_go_on[slot] || choices[slot] == running[slot]) continue;
          REQUIRE(choices[slot] != kNoOption);
          REQUIRE(behaviour_.ranks[choices[slot]] > behaviour_.ranks[running[slot]]);
        }
      }
    }
  }
  // Where an observed finding says: all else is random.
  [[nodiscard]] std::unique_ptr<Stage> witness(const Diagnostic& one) const {
    auto stage = std::make_unique<Stage>(behaviour_.text, "who");
    stage->write_keys(seed_);
    stage->write_given(one.notes.at(0));
    return stage;
  }
  void check_scale(const Diagnostic& one) {
    ++tally_["scale"];
    const auto stage = witness(one);
    const float said = std::stof(one.caption.substr(one.caption.find(" to ") + 4));
    for (uint32_t slot = 0; slot < kSituations; ++slot)
      REQUIRE(stage->score(slot, option_in(one.message)) == Approx(said).epsilon(1e-3));
  }
  void check_residue(const Diagnostic& one) {
    ++tally_["residue"];
    const auto stage = witness(one);
    stage->think();
    for (const uint16_t choice : stage->choices()) REQUIRE(choice == option_in(one.message));
  }
  void check_oscillation(const Diagnostic& one) {
    ++tally_["oscillation"];
    const uint16_t a = option_in(one.message);
    const bool is_alone = one.message.find("and nothing") != std::string::npos;
    const uint16_t b = is_alone ? kNoOption : option_in(one.message, one.message.find("and"));
    const auto stage = witness(one);
    for (uint32_t slot = 0; slot < kSituations; ++slot)
      REQUIRE(Tools(stage->population).set_option(stage->population.agent_of(slot), a));
    for (int round = 0; round < 2; ++round) {
      for (const uint16_t expected : {b, a}) {
        stage->think();
        for (const uint16_t choice : stage->choices()) REQUIRE(choice == expected);
      }
    }
  }

  const Behaviour& behaviour_;
  uint32_t seed_;
  std::map<std::string, size_t>& tally_;
  Sources sources_;
};

}  // namespace

TEST_CASE("nothing that is found odd of agents is contradicted by what they do") {
  std::mt19937 random(23);
  std::map<std::string, size_t> tally;
  for (uint32_t i = 0; i < kBehaviours; ++i) {
    const Behaviour behaviour = Writer(random).behaviour();
    Judge(behaviour, i, tally).judge();
  }
  for (const char* const kind :
       {"condition", "helps nothing", "curve", "same importance", "frozen", "scale", "residue", "oscillation",
        "part of a condition", "contradiction", "states"}) {
    INFO(kind << ": " << tally[kind]);
    CHECK(tally[kind] >= sightings(15));
  }
}

}  // namespace ishi::compiler::oddities_test
