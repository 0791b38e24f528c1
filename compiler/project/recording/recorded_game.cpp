#include "recording/recorded_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include "diagnostics/json.h"
#include "ishi/asset_info.h"
#include "recording/injection_text.h"
#include "recording/moment.h"

namespace ishi::compiler {

using OrderedJson = nlohmann::ordered_json;
using record::Difference;
using record::RecordedFrame;
using record::Replay;

namespace {

constexpr uint64_t kMostStreamBytes = uint64_t{192} << 20;  // a page has 4 GB at most

double seconds_of(const RecordedFrame& frame) {
  return std::round(static_cast<double>(frame.microseconds) / 1e2) / 1e4;
}

// Collects the members of an array of whole numbers, without its brackets.
struct NumberList {
  std::string text;

  void begin() {
    if (!text.empty()) text += ',';
  }
  void add(int64_t number) {
    begin();
    text += fmt::format_int(number).c_str();
  }
  // Centimetres, which are short; null for what is nowhere.
  void add_length(bool is_there, float metres) {
    constexpr float kMost = 1e7F;
    if (is_there && std::abs(metres) < kMost) return add(std::lround(metres * 100));
    begin();
    text += "null";
  }
};

// Another number for other cells; 0 without a grid. Exact in a double of JSON.
uint64_t ground_number(const GridCells& cells) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15, kExact = (uint64_t{1} << 53) - 1;
  uint64_t sum = 0;
  for (uint32_t row = 0; row < cells.rows(); ++row) {
    const std::string_view bytes(reinterpret_cast<const char*>(cells.row(row)), cells.columns());
    sum = (sum ^ std::hash<std::string_view>()(bytes)) * kFactor + row;
  }
  return cells.empty() ? 0 : (sum & kExact) | 1;
}

// Cells side by side.
struct CellBlock {
  uint32_t column = 0, row = 0, columns = 0, rows = 0;
};
// The cells that nobody enters: rows of them, and those of several rows as one where they have the same ends.
std::vector<CellBlock> impassable_blocks(const GridCells& cells) {
  std::vector<CellBlock> blocks, open, next;  // open: that end with the row before
  for (uint32_t row = 0; row <= cells.rows(); ++row) {
    next.clear();
    auto above = open.begin();
    for (uint32_t column = 0; row < cells.rows() && column < cells.columns();) {
      const uint32_t begin = column;
      while (column < cells.columns() && cells.at(column, row) == kImpassableCell) ++column;
      if (column == begin) {
        ++column;
        continue;
      }
      CellBlock block{begin, row, column - begin, 1};
      for (; above != open.end() && above->column <= begin; ++above) {
        const bool goes_on = above->column == begin && above->columns == block.columns;
        if (!goes_on) {
          blocks.push_back(*above);
          continue;
        }
        block = {above->column, above->row, above->columns, above->rows + 1};
      }
      next.push_back(block);
    }
    blocks.insert(blocks.end(), above, open.end());
    std::swap(open, next);
  }
  return blocks;
}

}  // namespace

tl::expected<std::shared_ptr<RecordedGame>, std::string> RecordedGame::open(
    std::shared_ptr<RecordingFile> file) {
  auto game = std::make_shared<RecordedGame>();
  game->file_ = std::move(file);
  if (game->file_->replay.frames().empty())
    return tl::unexpected(fmt::format("{} has no frame that could be played", game->file_->path));
  if (!game->file_->replay.seek(0)) return tl::unexpected(game->unplayed(0));
  return game;
}

tl::expected<std::shared_ptr<RecordedGame>, std::string> RecordedGame::open_stream(const std::string& name,
                                                                                   std::string_view bytes) {
  auto game = std::make_shared<RecordedGame>();
  game->file_ = std::make_shared<RecordingFile>();
  game->file_->path = name;
  game->file_->grows = true;
  Replay::open_stream(
      {.snapshot_bytes = RecordingFile::kSnapshotBytes, .most_stream_bytes = kMostStreamBytes},
      game->file_->replay);
  if (const auto begun = game->append(bytes); !begun) return tl::unexpected(begun.error());
  if (game->file_->replay.frames().empty())
    return tl::unexpected(fmt::format("{} has no frame that could be played", name));
  if (!game->file_->replay.seek(0)) return tl::unexpected(game->unplayed(0));
  return game;
}

RecordedAnswer RecordedGame::append(std::string_view bytes) {
  Replay& replay = file_->replay;
  size_t from = replay.frames().size();
  const record::ReadResult result = replay.append(std::as_bytes(std::span(bytes)));
  if (result != record::ReadResult::ok)
    return tl::unexpected(fmt::format("{} cannot be played on: {}", file_->path, describe(result)));
  const bool is_anew = replay.forgotten_frames() != forgotten_;
  if (is_anew) {
    forgotten_ = replay.forgotten_frames();
    from = played_ = decisions_ = told_ = 0;
    lives_.clear();
    counts_.clear();
    comparison_.reset();
    filter_.reset();
  }
  file_->times = FrameTimes(replay.frames());
  OrderedJson seconds = OrderedJson::array();
  for (const RecordedFrame& frame : replay.frames().subspan(from)) seconds.push_back(seconds_of(frame));
  return OrderedJson{
      {"frames", replay.frames().size()}, {"from", from}, {"seconds", std::move(seconds)}, {"anew", is_anew}};
}

std::string RecordedGame::unplayed(size_t at) const {
  return fmt::format("frame {} cannot be played: {}", file_->replay.frames()[at].frame,
                     difference_text(file_->replay));
}

OrderedJson RecordedGame::about(Workspace& workspace) {
  Replay& replay = file_->replay;
  // One that grows has the assets of its last frame.
  if (file_->grows) static_cast<void>(replay.seek(replay.frames().size() - 1));
  OrderedJson seconds = OrderedJson::array(), gaps = OrderedJson::array(), populations = OrderedJson::array(),
              sources = OrderedJson::array();
  for (size_t i = 0; i < replay.frames().size(); ++i) {
    seconds.push_back(seconds_of(replay.frames()[i]));
    if (replay.frames()[i].follows_gap && i > 0) gaps.push_back(i);
  }
  for (uint32_t i = 0; i < replay.population_count(); ++i) {
    populations.push_back(replay.agent_name(i));
    const auto own = source(workspace, *replay.asset(i));
    OrderedJson said = {{"path", own ? own->path : source_of(*replay.asset(i))}, {"fault", nullptr}};
    if (!own) said["fault"] = own.error();
    if (std::ranges::find(sources, said) == sources.end()) sources.push_back(std::move(said));
  }
  return OrderedJson{{"frames", replay.frames().size()},      {"first", replay.frames().front().frame},
                     {"seconds", std::move(seconds)},         {"gaps", std::move(gaps)},
                     {"populations", std::move(populations)}, {"cut", replay.sums().is_cut},
                     {"damaged", replay.sums().damaged},      {"sources", std::move(sources)}};
}

// The number of what an agent of a population does; 0 is nothing.
uint32_t RecordedGame::action_of(uint32_t population, uint16_t option) {
  if (option == kNoOption) return 0;
  const Asset* const asset = file_->replay.asset(population);
  if (options_.size() <= population) options_.resize(population + 1);
  auto& [of, numbers] = options_[population];
  if (of != asset || numbers.empty()) {
    of = asset;
    numbers.clear();
    const AssetParts parts(*asset);
    const AgentInfo agent = parts.agent(asset->find(file_->replay.world().population(population).agent_id()));
    for (uint32_t i = 0; i < agent.options.count; ++i) {
      std::string name(parts.option(agent.options.first + i).name);
      if (name.empty()) name = fmt::format("action {}", i);
      const auto [number, is_new] = name_numbers_.try_emplace(name, static_cast<uint32_t>(names_.size()));
      if (is_new) names_.push_back(std::move(name));
      numbers.push_back(number->second);
    }
  }
  return numbers[option];
}

// Notes who does something else after a frame than before it.
void RecordedGame::note(size_t at) {
  Replay& replay = file_->replay;
  for (const Entity& entity : replay.entities()) {
    const uint32_t population = replay.population_of(entity);
    if (population == Difference::kWorld) continue;
    if (lives_.size() <= entity.index) lives_.resize(entity.index + 1);
    std::vector<Life>& lives = lives_[entity.index];
    if (lives.empty() || lives.back().generation != entity.generation) {
      lives.push_back({entity.generation,
                       population,
                       fmt::format("{}#{}", replay.agent_name(population), entity.index),
                       at,
                       at,
                       {}});
    }
    Life& life = lives.back();
    life.seen_at = at;
    const Population& own = replay.world().population(population);
    if (counts_.size() <= population) counts_.resize(population + 1);
    PopulationCounts& counts = counts_[population];
    const uint32_t action = action_of(population, own.option(entity));
    ++counts.frames;
    if (counts.actions.size() < names_.size()) counts.actions.resize(names_.size());
    ++counts.actions[action].frames;
    count_state(counts, life, own, entity);
    const EntityId whom = action == 0 ? EntityId() : EntityId(own.candidate(entity));
    const bool is_same = life.changes.empty()
                             ? action == 0
                             : life.changes.back().action == action && life.changes.back().whom == whom;
    if (is_same) continue;
    life.changes.push_back({at, action, whom});
    ++counts.actions[action].times;
    ++decisions_;
  }
}

// Notes in which state an agent is after a frame.
void RecordedGame::count_state(PopulationCounts& counts, Life& life, const Population& own, Entity entity) {
  const uint32_t state = own.state(entity);
  if (state == kNoState) return;
  const Asset* const asset = file_->replay.asset(life.population);
  if (counts.asset != asset) {  // the first time, and after a reload
    counts.asset = asset;
    counts.state_numbers.clear();
    const AssetParts parts(*asset);
    const AgentInfo agent = parts.agent(asset->find(own.agent_id()));
    for (uint32_t i = 0; i < agent.states.count; ++i) {
      const std::string name(parts.agent_state(agent.states.first + i).name);
      const auto known = std::ranges::find(counts.state_names, name);
      counts.state_numbers.push_back(static_cast<uint32_t>(known - counts.state_names.begin()));
      if (known == counts.state_names.end()) counts.state_names.push_back(name);
    }
    counts.states.resize(counts.state_names.size());
  }
  const uint32_t number = counts.state_numbers[state];
  ++counts.states[number].frames;
  if (number == life.state) return;
  ++counts.states[number].times;
  if (life.state != kNone) ++counts.turns[{life.state, number}];
  life.state = number;
}

RecordedAnswer RecordedGame::pass(double milliseconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::microseconds(static_cast<int64_t>(milliseconds * 1000));
  const size_t frames = file_->replay.frames().size();
  do {
    if (played_ == frames) break;
    if (!file_->replay.seek(played_)) return tl::unexpected(unplayed(played_));
    note(played_++);
  } while (Clock::now() < end);
  OrderedJson changes = OrderedJson::array();
  bool is_reloaded = false;
  const auto injections = file_->replay.injections();
  for (; told_ < injections.size() && injections[told_].frame < played_; ++told_) {
    changes.push_back({injections[told_].frame, injection_text(file_->replay, injections[told_])});
    is_reloaded |= injections[told_].kind == record::InjectionKind::assets;
  }
  const Difference& difference = file_->replay.difference();
  OrderedJson said = nullptr;
  if (difference.kind != Difference::Kind::none)
    said = fmt::format("this version of ishi plays it otherwise than the game did, from frame {} on: {}",
                       difference.frame, difference_text(file_->replay));
  return OrderedJson{{"played", played_},
                     {"frames", frames},
                     {"decisions", decisions_},
                     {"difference", said},
                     {"changes", std::move(changes)},
                     {"reloaded", is_reloaded}};
}

tl::expected<std::string, std::string> RecordedGame::frame_text(size_t at, double milliseconds) {
  using Clock = std::chrono::steady_clock;
  constexpr uint32_t kAtOnce = 8;  // frames
  Replay& replay = file_->replay;
  if (at >= replay.frames().size()) return tl::unexpected(std::string("there is no such frame"));
  const auto end = Clock::now() + std::chrono::microseconds(static_cast<int64_t>(milliseconds * 1000));
  record::Sought sought = record::Sought::on_the_way;
  while ((sought = replay.seek_part(at, kAtOnce)) == record::Sought::on_the_way) {
    if (milliseconds > 0 && Clock::now() >= end) return std::string(R"({"on_the_way":true})");
  }
  if (sought == record::Sought::failed) return tl::unexpected(unplayed(at));
  World& world = replay.world();
  const bool is_y_up = replay.population_count() == 0 || replay.asset(0)->up() == ishi::Up::y;
  NumberList agents, generations, populations, actions, right, ahead, facing, others;
  for (const Entity& entity : replay.entities()) {
    Vector3 place, way;
    const bool has_place = world.position(entity, place) && std::isfinite(place.x);
    static_cast<void>(world.facing(entity, way));
    const float to_ahead = is_y_up ? place.z : place.y;
    const uint32_t population = replay.population_of(entity);
    if (population == Difference::kWorld) {
      NumberList other;
      other.add(entity.index);
      other.add_length(has_place, place.x);
      other.add_length(has_place, to_ahead);
      others.begin();
      others.text += '[' + other.text + ']';
      continue;
    }
    constexpr float kDegrees = 57.29577951F;
    agents.add(entity.index);
    generations.add(entity.generation);
    populations.add(population);
    actions.add(action_of(population, world.population(population).option(entity)));
    right.add_length(has_place, place.x);
    ahead.add_length(has_place, to_ahead);
    facing.add(std::lround(std::atan2(way.x, is_y_up ? way.z : way.y) * kDegrees));
  }
  return fmt::format(
      R"({{"frame":{},"seconds":{},"ground":{},"names":{},"agents":[{}],"generations":[{}],"populations":[{}],"actions":[{}],)"
      R"("right":[{}],"ahead":[{}],"facing":[{}],"others":[{}]}})",
      replay.frames()[at].frame, OrderedJson(seconds_of(replay.frames()[at])).dump(),
      ground_number(world.cells()),
      OrderedJson(names_).dump(-1, ' ', false, OrderedJson::error_handler_t::replace), agents.text,
      generations.text, populations.text, actions.text, right.text, ahead.text, facing.text, others.text);
}

RecordedAnswer RecordedGame::ground(size_t at) {
  Replay& replay = file_->replay;
  if (at >= replay.frames().size()) return tl::unexpected(std::string("there is no such frame"));
  if (!replay.seek(at)) return tl::unexpected(unplayed(at));
  World& world = replay.world();
  const bool is_y_up = replay.population_count() == 0 || replay.asset(0)->up() == ishi::Up::y;
  const GridOptions grid = replay.grid();
  const double cell = double{grid.cell}, right = double{grid.origin.x},
               ahead = double{is_y_up ? grid.origin.z : grid.origin.y};
  OrderedJson blocks = OrderedJson::array();
  for (const CellBlock& one : impassable_blocks(world.cells()))
    blocks.push_back(
        {right + one.column * cell, ahead + one.row * cell, one.columns * cell, one.rows * cell});
  return OrderedJson{{"ground", ground_number(world.cells())}, {"blocks", std::move(blocks)}};
}

const RecordedGame::Life* RecordedGame::life_of(EntityId agent) const {
  if (agent.index >= lives_.size()) return nullptr;
  const std::vector<Life>& lives = lives_[agent.index];
  const auto life = std::ranges::find(lives, agent.generation, &Life::generation);
  return life == lives.end() ? nullptr : &*life;
}

OrderedJson RecordedGame::doings_of(const Life& life) const {
  OrderedJson doings = OrderedJson::array();
  for (size_t i = 0; i < life.changes.size(); ++i) {
    const Change& change = life.changes[i];
    const size_t to = i + 1 < life.changes.size() ? life.changes[i + 1].at : life.seen_at + 1;
    if (change.action == 0) continue;
    const bool is_for_somebody = change.whom != EntityId();
    doings.push_back({change.at, to, names_[change.action],
                      is_for_somebody ? OrderedJson(change.whom.index) : OrderedJson(nullptr)});
  }
  const bool is_gone = life.seen_at + 1 < played_;
  return OrderedJson{{"name", life.name},
                     {"from", life.begun_at},
                     {"gone", is_gone ? OrderedJson(life.seen_at + 1) : OrderedJson(nullptr)},
                     {"doings", std::move(doings)}};
}

RecordedAnswer RecordedGame::doings(EntityId agent) const {
  const Life* const life = life_of(agent);
  if (life == nullptr)
    return tl::unexpected(std::string("this agent was not seen in what was played so far"));
  return doings_of(*life);
}

RecordedAnswer RecordedGame::everybody(size_t most) const {
  OrderedJson tracks = OrderedJson::array(), counts = OrderedJson::object();
  size_t lives = 0;
  for (uint32_t index = 0; index < lives_.size(); ++index) {
    for (const Life& life : lives_[index]) {
      if (++lives > most) continue;
      OrderedJson track = {{"index", index}, {"generation", life.generation}};
      track.update(doings_of(life));
      tracks.push_back(std::move(track));
    }
  }
  // Populations of the same agent are counted together.
  struct Counts {
    size_t frames = 0;
    std::map<std::string, Doing> actions, states;
    std::map<std::pair<std::string, std::string>, uint32_t> turns;
  };
  std::map<std::string, Counts> of_agents;
  const auto sum = [](Doing& doing, const Doing& more) {
    doing.times += more.times;
    doing.frames += more.frames;
  };
  for (uint32_t i = 0; i < counts_.size(); ++i) {
    const PopulationCounts& own = counts_[i];
    if (own.frames == 0) continue;
    Counts& of_agent = of_agents[std::string(file_->replay.agent_name(i))];
    of_agent.frames += own.frames;
    for (size_t action = 1; action < own.actions.size(); ++action)
      if (own.actions[action].frames > 0) sum(of_agent.actions[names_[action]], own.actions[action]);
    for (size_t state = 0; state < own.states.size(); ++state)
      sum(of_agent.states[own.state_names[state]], own.states[state]);
    for (const auto& [turn, times] : own.turns)
      of_agent.turns[{own.state_names[turn.first], own.state_names[turn.second]}] += times;
  }
  for (const auto& entry : of_agents) {
    const Counts& own = entry.second;
    OrderedJson parts = OrderedJson::array(), turns = OrderedJson::array();
    const auto add = [&](const char* kind, const std::map<std::string, Doing>& doings) {
      for (const auto& [name, doing] : doings) {
        const double share = static_cast<double>(doing.frames) / static_cast<double>(own.frames);
        parts.push_back({kind, name, doing.times, share});
      }
    };
    add("action", own.actions);
    add("state", own.states);
    for (const auto& [turn, times] : own.turns) turns.push_back({turn.first, turn.second, times});
    counts[entry.first] = {{"parts", std::move(parts)}, {"turns", std::move(turns)}};
  }
  return OrderedJson{{"lives", lives}, {"tracks", std::move(tracks)}, {"counts", std::move(counts)}};
}

}  // namespace ishi::compiler
