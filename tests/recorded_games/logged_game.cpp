// A game that is recorded, and writes down itself what its agents do and why. What the tool says of the
// recordings is held against that (compare_logs.py). It spawns and removes agents, goes over to another
// version of an asset, goes back in time, and goes on from a save, with which another recording begins.
//
// logged_game TOWN TOWN_LATER FARM FOLDER SEED: three blobs, and where recordings and log go.

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "ishi/ishi.h"
#include "ishi/record/recorder.h"
#include "ishi/tools.h"

namespace {

constexpr uint64_t kFrameMicroseconds = 16'667;
constexpr uint32_t kGuards = 12, kHens = 6, kChairs = 5, kFrames = 700;
constexpr uint32_t kReload = 150, kKeep = 260, kBack = 275, kLoad = 450, kDashcam = 600;

void require(ishi::Status status, const char* call) {
  if (status) return;
  std::fprintf(stderr, "%s: %s\n", call, describe(status));
  std::exit(1);
}
void require(ishi::record::Result result) {
  if (result == ishi::record::Result::ok) return;
  std::fprintf(stderr, "%s\n", describe(result));
  std::exit(1);
}

ishi::Asset read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<uint8_t> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ishi::Asset asset;
  require(ishi::Asset::load(bytes, asset), path);
  return asset;
}

class Game {
 public:
  Game(char** arguments)
      : town_(read(arguments[1])),
        later_(read(arguments[2])),
        farm_(read(arguments[3])),
        folder_(arguments[4]),
        random_(static_cast<uint32_t>(std::atoi(arguments[5]))) {
    log_ = std::fopen((folder_ + "/log").c_str(), "w");
    require(ishi::World::create({.seed = 5, .entities = 64, .teams = 2}, world_), "World::create");
    require(world_.add_population(town_, ishi::AgentId::of("guard"), {.capacity = kGuards}, populations_[0]),
            "add_population");
    require(world_.add_population(farm_, ishi::AgentId::of("hen"), {.capacity = kHens}, populations_[1]),
            "add_population");
    require(ishi::Scratch::create(world_, scratch_), "Scratch::create");
    for (uint32_t i = 0; i < kChairs; ++i) {
      ishi::Entity chair;
      require(world_.spawn_entity({.position = place(), .thing = ishi::ThingId::of("chair")}, chair),
              "spawn_entity");
      chairs_.push_back(chair);
    }
    require(world_.candidates(ishi::SetId::of("chairs")).set(chairs_), "set");
    for (uint32_t i = 0; i < kGuards - 2; ++i) spawn(0);
    for (uint32_t i = 0; i < kHens - 1; ++i) spawn(1);
    for (int i = 0; i < 10; ++i) play();  // before anything is recorded
    open({.path = path("first").c_str(), .save_seconds = 1, .save_frames = 6, .hash_frames = 16});
  }

  void run() {
    std::vector<std::byte> kept(world_.snapshot_size());
    std::vector<ishi::Entity> kept_agents[2];
    std::vector<Work> kept_works;
    for (uint32_t i = 0; i < kFrames; ++i) {
      if (i == kReload) reload();
      if (i == kKeep) {
        size_t size = 0;
        kept.resize(world_.snapshot_size());
        require(world_.save_snapshot(kept, size), "save_snapshot");
        kept.resize(size);
        std::copy(agents_, agents_ + 2, kept_agents);
        kept_works = works_;
      }
      if (i == kBack) {
        require(world_.restore_snapshot(kept), "restore_snapshot");
        std::copy(kept_agents, kept_agents + 2, agents_);
        works_ = kept_works;
        std::fprintf(log_, "{\"kind\": \"back\", \"frame\": %" PRIu64 "}\n", world_.clock().frame);
      }
      if (i == kLoad) {
        require(recorder_.close());
        load();
        open({.path = path("second").c_str(), .save_seconds = 60, .hash_frames = 16});
      }
      if (i == kDashcam) {
        require(recorder_.close());
        open({.dashcam_seconds = 1, .hash_frames = 16});
      }
      play();
    }
    require(recorder_.write((folder_ + "/third.ishirec").c_str()));
    require(recorder_.close());
    std::fclose(log_);
  }

 private:
  struct Work {
    ishi::Token token{};
    uint64_t due = 0;
    ishi::TaskId task{};
    std::string agent;
  };

  const std::string& path(const char* name) { return path_ = folder_ + "/" + name + ".ishirec"; }
  void open(const ishi::record::RecorderOptions& options) {
    require(ishi::record::Recorder::open(world_, options, recorder_));
    std::fprintf(log_, "{\"kind\": \"recording\", \"name\": \"%s\"}\n",
                 options.path == nullptr ? "third" : path_.substr(folder_.size() + 1).c_str());
  }

  float number() { return static_cast<float>(random_() % 1024) / 1024; }
  ishi::Vector3 place() { return {number() * 20, 0, number() * 20}; }
  bool one_in(uint32_t count) { return random_() % count == 0; }

  void spawn(uint32_t population) {
    ishi::Entity agent;
    const ishi::SpawnOptions options{
        .position = place(),
        .team = ishi::TeamId(random_() % 2),
        .thing = population == 0 ? ishi::ThingId::of("person") : ishi::ThingId()};
    if (!populations_[population].spawn(options, agent)) return;
    agents_[population].push_back(agent);
    std::fprintf(log_, "{\"kind\": \"spawned\", \"frame\": %" PRIu64 ", \"agent\": \"%s\"}\n",
                 world_.clock().frame + 1, name(agent).c_str());
  }

  void reload() {
    const ishi::AssetChange change{&town_, &later_};
    ishi::Reload reload;
    require(world_.prepare_reload({&change, 1}, reload), "prepare_reload");
    require(world_.commit_reload(reload), "commit_reload");
    require(ishi::Scratch::create(world_, scratch_), "Scratch::create");
  }

  void load() {
    size_t size = 0;
    require(world_.save_size(size), "save_size");
    std::vector<std::byte> save(size);
    require(world_.save(save, size), "save");
    const ishi::Asset* const assets[] = {&later_, &farm_};
    ishi::Reload changes;
    const uint32_t number = world_.number();
    require(ishi::World::load(save, {.assets = assets, .number = number}, world_, populations_, changes),
            "load");
    require(ishi::Scratch::create(world_, scratch_), "Scratch::create");
  }

  // What the game does to its agents between two frames.
  void change() {
    for (uint32_t p = 0; p < 2; ++p) {
      if (one_in(40) && agents_[p].size() > 3) {
        const size_t which = random_() % agents_[p].size();
        require(populations_[p].despawn(agents_[p][which]), "despawn");
        agents_[p].erase(agents_[p].begin() + static_cast<std::ptrdiff_t>(which));
      }
      if (one_in(30)) spawn(p);
    }
    ishi::Population& guards = populations_[0];
    auto hp = guards.column<float>(ishi::id_of("blackboard", "hp"));
    auto threat = guards.column<ishi::EntityId>(ishi::id_of("blackboard", "threat"));
    for (const ishi::Entity& guard : agents_[0]) {
      uint32_t slot = 0;
      require(guards.slot_of(guard, slot), "slot_of");
      if (one_in(6)) hp[slot] = number() * 100;
      const ishi::Entity other = agents_[0][random_() % agents_[0].size()];
      if (one_in(12)) threat[slot] = one_in(3) ? ishi::EntityId() : ishi::EntityId(other);
      if (one_in(20) && other != guard)
        static_cast<void>(guards.remember(guard, ishi::MemoryId::of("foes"), other));
      if (one_in(50)) require(world_.set_position(guard, place()), "set_position");
      if (one_in(60)) require(guards.set_team(guard, ishi::TeamId(random_() % 2)), "set_team");
      if (one_in(80)) {
        struct Damaged {
          float amount;
          ishi::EntityId by;
        } damaged{number() * 20, other};
        require(world_.post({.record_bytes = 16,
                             .event = ishi::EventId::of("damaged"),
                             .target = ishi::EventTarget::agent,
                             .agent = guard,
                             .record = reinterpret_cast<const std::byte*>(&damaged)}),
                "post");
      }
    }
    auto grain = populations_[1].column<float>(ishi::id_of("blackboard", "grain"));
    auto fear = populations_[1].column<float>(ishi::id_of("blackboard", "fear"));
    for (uint32_t slot = 0; slot < kHens; ++slot) {
      if (one_in(5)) grain[slot] = number();
      if (one_in(9)) fear[slot] = number();
    }
    ishi::Column<float> alarm, hour, soft, strength;
    require(world_.team_key(ishi::id_of("blackboard", "alarm"), alarm), "team_key");
    require(world_.world_key(ishi::id_of("blackboard", "hour"), hour), "world_key");
    require(world_.field(ishi::id_of("things/chair", "soft"), soft), "field");
    require(world_.field(ishi::id_of("things/person", "strength"), strength), "field");
    alarm[random_() % 2] = number();
    hour[0] = number() * 24 * 3600;
    soft[chairs_[random_() % kChairs].index] = number();
    strength[agents_[0][random_() % agents_[0].size()].index] = number();
    report();
  }

  // Ends the tasks that are due: well, badly, or with nothing given.
  void report() {
    for (size_t i = 0; i < works_.size();) {
      const Work work = works_[i];
      if (world_.clock().frame < work.due) {
        ++i;
        continue;
      }
      works_.erase(works_.begin() + static_cast<std::ptrdiff_t>(i));
      ishi::Report report{work.token, one_in(5) ? ishi::Ending::failed : ishi::Ending::completed, work.task};
      int32_t found[2] = {static_cast<int32_t>(random_() % 100), 0};
      const bool gives = work.task == ishi::TaskId::of("count");
      if (gives && report.ending == ishi::Ending::completed) report.record = found, report.record_bytes = 8;
      const ishi::Status status = populations_[work.token.population].report(report);
      if (!status) continue;
      // One that was aborted, and has its time to end, was told as aborted.
      if (work.due == 0) continue;
      const bool failed = report.ending == ishi::Ending::failed;
      log_task(work.agent, failed ? "task_failed" : "task_completed", work.task, world_.clock().frame + 1);
    }
  }

  void play() {
    change();
    const ishi::Clock clock{world_.clock().frame + 1, (world_.clock().frame + 1) * kFrameMicroseconds};
    require(world_.begin_frame(clock), "begin_frame");
    ishi::Batch batches[2];
    for (uint32_t p = 0; p < 2; ++p) require(populations_[p].begin_think(batches[p]), "begin_think");
    std::vector<std::string> lines[2];
    std::vector<uint32_t> thinkers[2];
    for (uint32_t p = 0; p < 2; ++p) {
      for (const uint32_t slot : batches[p].rows()) {
        if (ishi::Tools(populations_[p]).puts_off_thought(populations_[p].agent_of(slot))) continue;
        thinkers[p].push_back(slot);
        lines[p].push_back(compared(p, slot));
      }
    }
    for (uint32_t p = 0; p < 2; ++p) {
      for (uint32_t job = 0; job < batches[p].jobs(); ++job)
        require(populations_[p].think(batches[p], job, scratch_), "think");
    }
    for (uint32_t p = 0; p < 2; ++p) require(populations_[p].end_think(batches[p]), "end_think");
    for (uint32_t p = 0; p < 2; ++p) {
      for (size_t i = 0; i < lines[p].size(); ++i)
        std::fprintf(log_, "%s%s}\n", lines[p][i].c_str(), picked(p, thinkers[p][i]).c_str());
    }
    for (uint32_t p = 0; p < 2; ++p) {
      while (populations_[p].wants_act()) act(p);
    }
    require(world_.end_frame(), "end_frame");
  }

  void act(uint32_t p) {
    ishi::Round round;
    ishi::Commands commands;
    require(populations_[p].begin_act(round), "begin_act");
    for (uint32_t job = 0; job < round.jobs(); ++job)
      require(populations_[p].act(round, job, scratch_), "act");
    require(populations_[p].end_act(round, commands), "end_act");
    const uint64_t frame = world_.clock().frame;
    for (const ishi::End& end : commands.ends) {
      const auto work = std::ranges::find(works_, end.token, &Work::token);
      if (world_.is_alive(end.agent)) log_task(name(end.agent), "task_aborted", end.task, frame);
      if (work == works_.end()) continue;
      if (end.report_when_over)
        work->due = 0;
      else
        works_.erase(work);
    }
    for (const ishi::Start& start : commands.starts) {
      log_task(name(start.agent), "task_started", start.task, frame);
      works_.push_back({start.token, frame + random_() % 40, start.task, name(start.agent)});
    }
  }

  std::string name(const ishi::Entity& entity) const {
    const char* kind = "entity";
    uint32_t slot = 0;
    if (populations_[0].slot_of(entity, slot)) kind = "guard";
    if (populations_[1].slot_of(entity, slot)) kind = "hen";
    if (std::ranges::find(chairs_, entity) != chairs_.end()) kind = "chair";
    return std::string(kind) + "#" + std::to_string(entity.index);
  }

  // The asset of a population now: the later one of the town gives guards a mood.
  const ishi::Asset& asset(uint32_t p) {
    if (p == 1) return farm_;
    ishi::Column<float> mood;
    return populations_[0].column(ishi::id_of("blackboard", "mood"), mood) ? later_ : town_;
  }

  static uint32_t bits(float number) {
    uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    return bits;
  }

  // What an agent compares, bit for bit, as JSON that is not closed.
  std::string compared(uint32_t p, uint32_t slot) {
    const ishi::Tools tools(populations_[p]);
    const ishi::Entity agent = populations_[p].agent_of(slot);
    const ishi::AssetParts parts(asset(p));
    const ishi::AgentInfo info = parts.agent(asset(p).find(populations_[p].agent_id()));
    std::vector<float> values(tools.value_count());
    require(tools.explain(agent, values), "explain");
    std::string text = "{\"kind\": \"decision\", \"frame\": " + std::to_string(world_.clock().frame) +
                       ", \"agent\": \"" + name(agent) + "\", \"scores\": {";
    for (uint32_t i = 0; i < info.options.count; ++i) {
      const ishi::OptionInfo option = parts.option(info.options.first + i);
      text += std::string(i == 0 ? "" : ", ") + "\"" + std::string(option.name) + "\": ";
      if (option.set == ishi::kNotFound) {
        text += std::to_string(bits(values[option.score]));
        continue;
      }
      text += "[";
      std::vector<float> of_member = values;
      for (uint32_t k = 0; tools.explain_member(agent, option.set, k, of_member); ++k) {
        text += (k == 0 ? "" : ", ") + std::to_string(bits(of_member[option.score]));
        of_member = values;
      }
      text += "]";
    }
    text += "}";
    if (p != 0) return text;
    ishi::Column<float> alarm;
    require(world_.team_key(ishi::id_of("blackboard", "alarm"), alarm), "team_key");
    const float hp = populations_[p].column<float>(ishi::id_of("blackboard", "hp"))[slot];
    char keys[96];
    std::snprintf(keys, sizeof keys, ", \"keys\": {\"hp\": %.9g, \"alarm\": %.9g}", static_cast<double>(hp),
                  static_cast<double>(alarm[populations_[p].team(agent).index]));
    return text + keys;
  }

  std::string picked(uint32_t p, uint32_t slot) {
    const ishi::Entity agent = populations_[p].agent_of(slot);
    const ishi::AssetParts parts(asset(p));
    const ishi::AgentInfo info = parts.agent(asset(p).find(populations_[p].agent_id()));
    const uint16_t option = populations_[p].option(agent);
    if (option == ishi::kNoOption) return ", \"picked\": null, \"for\": null";
    const ishi::OptionInfo one = parts.option(info.options.first + option);
    const std::string whom =
        one.set == ishi::kNotFound ? "null" : "\"" + name(populations_[p].candidate(agent)) + "\"";
    return ", \"picked\": \"" + std::string(one.name) + "\", \"for\": " + whom;
  }

  void log_task(const std::string& agent, const char* what, ishi::TaskId task, uint64_t frame) {
    const char* name = "?";
    for (const char* one : {"run_from", "hit", "sit_down", "call", "count", "peck", "run"}) {
      if (ishi::TaskId::of(one) == task) name = one;
    }
    std::fprintf(log_, "{\"kind\": \"%s\", \"frame\": %" PRIu64 ", \"agent\": \"%s\", \"task\": \"%s\"}\n",
                 what, frame, agent.c_str(), name);
  }

  ishi::Asset town_, later_, farm_;
  std::string folder_, path_;
  std::mt19937 random_;
  std::FILE* log_ = nullptr;
  ishi::World world_;
  ishi::Population populations_[2];
  ishi::Scratch scratch_;
  ishi::record::Recorder recorder_;
  std::vector<ishi::Entity> chairs_, agents_[2];
  std::vector<Work> works_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 6) return 2;
  Game(arguments).run();
  return 0;
}
