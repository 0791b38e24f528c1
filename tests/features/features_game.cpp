// One game for every feature of the runtime, linked with a runtime that lacks some: what it says of each
// asset and each call follows from what runtime_features() has, and what it plays comes to the hashes of the
// whole runtime.
//
// usage: features_game GOLDEN FOLDER [--update]
//
// GOLDEN has a line for each asset of FOLDER (NAME.ishi): its name, the hash of a game of it, the features
// that it needs. --update writes the file, and takes a runtime that has all features.

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/features.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"

namespace {

using namespace ishi;

constexpr uint32_t kAgents = 300;
constexpr uint32_t kFrames = 150;

int g_faults = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::printf("wrong: %s\n", what.c_str());
  ++g_faults;
}

std::string names_of(FeatureSet features) {
  std::string names;
  for (uint32_t i = 0; i < kFeatureCount; ++i) {
    if (features.has(static_cast<Feature>(i))) names += " " + std::string(kFeatures[i].name);
  }
  return names;
}

class Hash {
 public:
  void add(uint64_t value) {
    value_ ^= value + 0x9e3779b97f4a7c15 + (value_ << 6) + (value_ >> 2);
    value_ *= 0xff51afd7ed558ccd;
    value_ ^= value_ >> 32;
  }
  [[nodiscard]] uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 1;
};

// Numbers of the game, which no library changes.
class Dice {
 public:
  uint32_t roll() {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<uint32_t>(state_ >> 33);
  }
  float between(float low, float high) {
    return low + (high - low) * static_cast<float>(roll() % 1024) / 1024;
  }

 private:
  uint64_t state_ = 27;
};

// Reports each task some frames after its start, and hashes what it is told.
class Game {
 public:
  Dispatched carry_out(Population& population, const Commands& commands) {
    for (const Start& start : commands.starts) {
      hash.add(start.token.serial ^ start.task.value ^ start.agent.index);
      running_.push_back({start.token, frame + start.agent.index % 7});
    }
    for (const End& end : commands.ends) {
      hash.add(end.token.serial ^ ~end.task.value);
      if (end.report_when_over) running_.push_back({end.token, frame + 1});
    }
    for (size_t i = 0; i < running_.size();) {
      if (running_[i].at > frame) {
        ++i;
        continue;
      }
      const Ending ending = running_[i].token.serial % 11 == 0 ? Ending::failed : Ending::completed;
      static_cast<void>(
          population.report({.token = running_[i].token, .ending = ending}));  // it may be aborted
      running_[i] = running_.back();
      running_.pop_back();
    }
    return {};
  }
  Sight sight(const OcclusionQuery& query) {
    hash.add(query.observer.index ^ uint64_t{query.target.index} << 32);
    return query.target.index % 3 == 0 ? Sight::blocked : Sight::clear;
  }
  void emitted(Population&, const Emitted& event) { hash.add(event.event.value); }
  void move(const Move& move) { hash.add(move.slot); }

  Hash hash;
  uint64_t frame = 0;

 private:
  struct Running {
    Token token;
    uint64_t at;
  };
  std::vector<Running> running_;
};

// A world of one population of the asset's first agent, and things of its kinds.
struct Stage {
  World world;
  Population agents;
  std::vector<Entity> everybody;

  bool make(const Asset& asset) {
    const AssetParts parts(asset);
    if (!World::create({.seed = 5, .entities = 2 * kAgents, .teams = 2}, world)) return false;
    if (!world.add_population(asset, parts.agent(0).id, {.capacity = kAgents}, agents)) return false;
    if (asset.features().has(Feature::walking) && !world.create_grid({.columns = 64, .rows = 64}))
      return false;
    Dice dice;
    const auto somewhere = [&] { return Vector3{dice.between(1, 60), 0, dice.between(1, 60)}; };
    for (uint32_t i = 0; i < kAgents; ++i) {
      Entity one;
      if (!agents.spawn({.position = somewhere(), .team = TeamId(static_cast<uint16_t>(i % 2))}, one))
        return false;
      everybody.push_back(one);
    }
    for (uint32_t i = 0; i < asset.count(Kind::things); ++i) {
      for (uint32_t k = 0; k < kAgents / 8; ++k) {
        Entity one;
        if (!world.spawn_entity({.position = somewhere(), .thing = ThingId(parts.thing(i).id)}, one))
          return false;
        everybody.push_back(one);
      }
      for (uint32_t k = 0; k < parts.thing(i).fields.count; ++k) {
        const NamedVariable field = parts.field(parts.thing(i).fields.first + k);
        Column<float> numbers;
        if (!world.field(field.id, numbers)) continue;
        for (uint32_t row = 0; row < numbers.size(); ++row)
          numbers[row] = dice.between(field.variable.low, field.variable.high);
      }
    }
    return true;
  }
};

// What the game writes for the agents before a frame.
void write_keys(const Asset& asset, Stage& stage, Dice& dice) {
  const AssetParts parts(asset);
  for (uint32_t i = 0; i < asset.count(Kind::keys); ++i) {
    const NamedVariable key = parts.key(i);
    if (key.variable.scope != Scope::agent) continue;
    Column<float> numbers;
    Column<int32_t> integers;
    Column<uint8_t> bytes;
    Column<EntityId> entities;
    PointColumn points;
    for (uint32_t k = 0; k < 20; ++k) {
      const uint32_t slot = dice.roll() % kAgents;
      const float value = dice.between(key.variable.low, key.variable.high);
      const Entity somebody = stage.everybody[dice.roll() % stage.everybody.size()];
      if (stage.agents.column(key.id, numbers)) numbers[slot] = value;
      if (stage.agents.column(key.id, integers)) integers[slot] = static_cast<int32_t>(value);
      if (stage.agents.column(key.id, bytes)) bytes[slot] = dice.roll() % 2;
      if (stage.agents.column(key.id, entities)) entities[slot] = somebody;
      if (stage.agents.column(key.id, points))
        points.set(slot, {dice.between(1, 60), 0, dice.between(1, 60)});
    }
  }
}

// Puts into memories and sets what the asset has of them.
void write_members(const Asset& asset, Stage& stage, Dice& dice, uint64_t frame) {
  const AssetParts parts(asset);
  for (uint32_t i = 0; i < asset.count(Kind::sets); ++i) {
    const SetInfo set = parts.set(i);
    if (!set.has_entities) continue;
    const Entity agent = stage.everybody[dice.roll() % kAgents];
    const Entity somebody = stage.everybody[kAgents + dice.roll() % (stage.everybody.size() - kAgents)];
    if (set.kind == SetKind::memory) {
      static_cast<void>(stage.agents.remember(agent, MemoryId(set.id), somebody));
    } else {
      const Candidates candidates = set.scope == Scope::agent
                                        ? stage.agents.candidates(agent, SetId(set.id))
                                        : stage.world.candidates(SetId(set.id), TeamId());
      Entity added = somebody;
      static_cast<void>(frame % 9 == 0 ? candidates.set({}) : candidates.add(added));
    }
  }
  for (uint32_t i = 0; i < asset.count(Kind::events); ++i) {
    const EventInfo event = parts.event(i);
    const float hard[2] = {dice.between(0, 1), 0};
    static_cast<void>(stage.world.post({.record_bytes = event.fields.count == 0 ? 0u : 8u,
                                        .event = EventId(event.id),
                                        .target = EventTarget::everyone,
                                        .record = hard}));
  }
}

bool play(const Asset& asset, uint32_t frames, uint64_t& hash) {
  Stage stage;
  if (!stage.make(asset)) return false;
  Game game;
  Dice dice;
  Sequential executor;
  for (game.frame = 1; game.frame <= frames; ++game.frame) {
    write_keys(asset, stage, dice);
    write_members(asset, stage, dice, game.frame);
    const FrameResult result = run_frame(stage.world, executor, game, {.microseconds = 33'000});
    if (!result.status) {
      std::printf("a frame ends with: %s\n", describe(result.status));
      return false;
    }
    if (game.frame % 10 == 0) game.hash.add(stage.world.state_hash());
  }
  hash = game.hash.value();
  return true;
}

// --- calls ---

bool is_missing(const Status& status, Feature feature) {
  return status.code == StatusCode::feature_missing && status.where == static_cast<uint64_t>(feature);
}

// A call that is about a feature is refused with its status exactly if the runtime lacks it.
void check_call(const char* call, Feature feature, const Status& status) {
  const bool has = runtime_features().has(feature);
  expect(is_missing(status, feature) != has, std::string(call) + " says `" + describe(status) +
                                                 "` of a runtime " + (has ? "with " : "without ") +
                                                 std::string(kFeatures[static_cast<uint32_t>(feature)].name));
}

void check_calls(const Asset& asset) {
  Stage stage;
  if (!stage.make(asset)) return expect(false, "the stage of the calls can be made");
  World& world = stage.world;
  Population& agents = stage.agents;
  const Entity agent = stage.everybody[0];
  uint32_t count = 0;
  size_t bytes = 0;
  std::vector<std::byte> memory(1 << 22);
  Chosen chosen;
  Scratch scratch;
  Reload reload;
  expect(static_cast<bool>(Scratch::create(world, scratch)), "a scratch is made");
  check_call("create_grid", Feature::walking, world.create_grid({.columns = 8, .rows = 8}));
  check_call("post", Feature::events, world.post({.event = EventId(1)}));
  check_call("make_sound", Feature::senses, world.make_sound({.sound = SoundId(1), .maker = agent}));
  check_call("answer", Feature::senses, agents.answer({}, Sight::clear));
  check_call("tokens_in_use", Feature::claims, world.tokens_in_use(TokenId(1), TeamId(), count));
  check_call("keep_tokens", Feature::claims, world.keep_tokens(TokenId(1), TeamId(), 0));
  check_call("remember", Feature::memories, agents.remember(agent, MemoryId(1), agent));
  check_call("forget", Feature::memories, agents.forget(agent, MemoryId(1), agent));
  check_call("facts", Feature::memories, agents.facts(agent, MemoryId(1), {}, count));
  check_call("list", Feature::memories, agents.candidates(agent, SetId(1)).list({}, count));
  check_call("list", Feature::memories, world.candidates(SetId(1), TeamId()).list({}, count));
  check_call("chosen", Feature::memories, agents.chosen(agent, ChoiceId(1), chosen));
  check_call("choose", Feature::memories, agents.choose(agent, ChoiceId(1), scratch, chosen));
  check_call("save_size", Feature::saving, world.save_size(bytes));
  check_call("save", Feature::saving, world.save(memory, bytes));
  World loaded;
  check_call("load", Feature::saving, World::load({memory.data(), bytes}, {}, loaded, {}, reload));
  check_call("save_snapshot", Feature::snapshots, world.save_snapshot(memory, bytes));
  check_call("restore_snapshot", Feature::snapshots, world.restore_snapshot({memory.data(), bytes}));
  check_call("prepare_reload", Feature::reloading, world.prepare_reload({}, reload));
  check_call("commit_reload", Feature::reloading, world.commit_reload(reload));
  expect(asset.has_names() == runtime_features().has(Feature::names),
         "an asset has names exactly if the runtime has");
  // These give what they give of an asset that has nothing of the kind.
  float level = 0;
  Way way;
  Vector3 point;
  expect(agents.state(agent) == kNoState, "an agent without states is in none");
  expect(!agents.level_now(agent, MotiveId(1), scratch, level), "no motive is known");
  expect(!agents.way_point(agent, point), "who does not walk has no way point");
  expect(static_cast<bool>(agents.way(agent, way)) && way.steps == 0, "who does not walk has no way");
  expect(agents.blocked().empty(), "who does not steer has no blocked directions");
  expect(world.claimed_by(agent) == kNobody, "nobody claims");
  expect(agents.candidate(agent) == kNobody, "nobody acts for a candidate");
}

// --- forged bytes ---

// Whatever gets past the load is played: no byte reaches what the runtime lacks.
void play_forged(const std::vector<uint8_t>& blob, uint32_t trials) {
  Dice dice;
  for (uint32_t i = 0; i < trials; ++i) {
    std::vector<uint8_t> forged = blob;
    forged[dice.roll() % forged.size()] = static_cast<uint8_t>(dice.roll());
    if (i % 2 == 0) forged[dice.roll() % forged.size()] = static_cast<uint8_t>(dice.roll() % 24);
    Asset asset;
    uint64_t hash = 0;
    if (!Asset::load(forged, asset) || asset.count(Kind::agents) == 0) continue;
    expect(asset.features().without(runtime_features()).empty(), "what is loaded needs what is there");
    static_cast<void>(play(asset, 2, hash));
  }
}

// --- all of it ---

std::vector<uint8_t> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Line {
  std::string name, hash, features;
};

std::vector<Line> read_golden(const char* path) {
  std::ifstream file(path);
  std::vector<Line> lines;
  for (std::string text; std::getline(file, text);) {
    std::istringstream words(text);
    Line line;
    words >> line.name >> line.hash;
    std::getline(words, line.features);
    lines.push_back(line);
  }
  return lines;
}

std::string hex(uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

// The set of features that a line of the golden file names.
FeatureSet features_named(const std::string& names) {
  FeatureSet features;
  std::istringstream words(names);
  for (std::string word; words >> word;) {
    for (uint32_t i = 0; i < kFeatureCount; ++i) {
      if (kFeatures[i].name == word) features.add(static_cast<Feature>(i));
    }
  }
  return features;
}

void check_asset(const Line& line, const std::vector<uint8_t>& blob) {
  const FeatureSet lacking = features_named(line.features).without(runtime_features());
  Asset asset;
  const Status status = Asset::load(blob, asset);
  if (!lacking.empty()) {
    expect(is_missing(status, lacking.first()),
           line.name + " is refused for " +
               std::string(kFeatures[static_cast<uint32_t>(lacking.first())].name) +
               ", not: " + describe(status));
    expect(!asset.valid(), line.name + ": a refused asset is none");
    const std::string text = describe(status);
    const std::string name(kFeatures[static_cast<uint32_t>(lacking.first())].name);
    expect(text.find("`" + name + "`") != std::string::npos, "`" + text + "` names " + name);
    return;
  }
  if (!status) return expect(false, line.name + " is refused: " + describe(status));
  expect(names_of(asset.features()) == line.features, line.name + " needs" + names_of(asset.features()));
  uint64_t hash = 0;
  if (!play(asset, kFrames, hash)) return expect(false, line.name + " cannot be played");
  expect(hex(hash) == line.hash, line.name + " comes to " + hex(hash) + ", not " + line.hash);
  if (lacking.empty() && features_named(line.features).empty()) {
    check_calls(asset);
  }
  play_forged(blob, 3000);
}

int update(const char* golden, const std::string& folder, const std::vector<Line>& lines) {
  std::ofstream file(golden);
  for (const Line& line : lines) {
    Asset asset;
    uint64_t hash = 0;
    const Status status = Asset::load(read(folder + "/" + line.name + ".ishi"), asset);
    if (!status || !play(asset, kFrames, hash))
      return std::printf("%s: %s\n", line.name.c_str(), describe(status)), 1;
    file << line.name << ' ' << hex(hash) << names_of(asset.features()) << '\n';
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return std::puts("usage: features_game GOLDEN FOLDER [--update]"), 2;
  const std::string folder = arguments[2];
  const std::vector<Line> lines = read_golden(arguments[1]);
  if (count > 3) return update(arguments[1], folder, lines);
  expect(lines.size() > 10, "the golden file has lines");
  for (const Line& line : lines) check_asset(line, read(folder + "/" + line.name + ".ishi"));
  // Each feature that assets need is needed by one of them.
  FeatureSet needed;
  for (const Line& line : lines) needed.bits |= features_named(line.features).bits;
  for (uint32_t i = 0; i < static_cast<uint32_t>(Feature::kernels); ++i)
    expect(needed.has(static_cast<Feature>(i)), "an asset needs " + std::string(kFeatures[i].name));
  std::printf("a runtime with%s: %d faults\n", names_of(runtime_features()).c_str(), g_faults);
  return g_faults == 0 ? 0 : 1;
}
