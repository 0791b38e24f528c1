#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "recording/counterfactual.h"
#include "recording/recorded_decision.h"
#include "recording/recorded_filter.h"
#include "workspace/workspace.h"

// A recorded game that somebody looks at: opened once, asked about many frames. What it answers is JSON, made
// by the functions of the verbs that take a recording.

namespace ishi::compiler {

// An answer, or a sentence that says why there is none.
using RecordedAnswer = tl::expected<nlohmann::ordered_json, std::string>;

class RecordedGame {
 public:
  // Takes an open recording. Or why it cannot be played.
  [[nodiscard]] static tl::expected<std::shared_ptr<RecordedGame>, std::string> open(
      std::shared_ptr<RecordingFile> file);
  // A recording that grows, such as of a game that runs: `name` is for people, `bytes` are its first and hold
  // a frame. Or why it cannot be played.
  [[nodiscard]] static tl::expected<std::shared_ptr<RecordedGame>, std::string> open_stream(
      const std::string& name, std::string_view bytes);

  // Takes in the next bytes of a recording that grows: {"frames": …, "from": …, "seconds": […], "anew": …}.
  // The seconds are those of the frames from the place `from` on; `anew`: what was known by places is
  // forgotten, since there are too many frames to keep all.
  [[nodiscard]] RecordedAnswer append(std::string_view bytes);

  // Its frames, and whether its sources are there: {"frames": …, "first": …, "seconds": […], "gaps": […],
  // "populations": […], "cut": …, "damaged": …, "sources": […]}.
  [[nodiscard]] nlohmann::ordered_json about(Workspace& workspace);
  // Plays on for so long, so that every frame is near a snapshot afterwards, and notes what everybody does:
  // {"played": …, "frames": …, "decisions": …, "difference": …, "changes": [[at, text], …],
  // "reloaded": …}. `changes`: what viewers of the running game have changed before the frames that were
  // played now; `reloaded`: they gave it other assets.
  [[nodiscard]] RecordedAnswer pass(double milliseconds);
  // Everybody where they were after a frame, as JSON: parallel lists of agents, and of what else has a place.
  // `ground` is another number where the grid's cells are others; 0 without a grid.
  // Plays for no longer than so many milliseconds on the way there, and gives {"on_the_way": true} if that is
  // not enough: ask again. 0: until it is there.
  [[nodiscard]] tl::expected<std::string, std::string> frame_text(size_t at, double milliseconds);
  // The cells that nobody can enter, after a frame: {"ground": …, "blocks": [[right, ahead, width, depth],
  // …]}, rectangles of the grid's cells by their least corners, in metres.
  [[nodiscard]] RecordedAnswer ground(size_t at);
  // What an agent did, as far as was played: {"name": …, "from": …, "gone": …, "doings": [[from, to, action,
  // whom], …]}. `gone`: the first frame without it; null if it was there in the last one.
  [[nodiscard]] RecordedAnswer doings(EntityId agent) const;
  // The tracks of all agents, as far as was played: {"lives": N, "tracks": [{"index": …, "generation": …,
  // "name": …, "from": …, "gone": …, "doings": …}, …], "counts": {AGENT: {"parts": [["action" or "state",
  // name, times, share of its time], …], "turns": [[from, to, times], …]}}}. `tracks`: the first `most` who
  // were there, of all N.
  [[nodiscard]] RecordedAnswer everybody(size_t most) const;

  // The same as `ishi play` and `ishi why` answer, of sources in a workspace. Frames by their places.
  [[nodiscard]] RecordedAnswer run(Workspace& workspace, EntityId agent, size_t from, size_t to,
                                   const Stop& stop);
  [[nodiscard]] RecordedAnswer why(Workspace& workspace, EntityId agent, size_t at);
  // The keys of an agent, and the levels of its needs and drives, after a frame, as texts: {"keys": {"hp":
  // "31", …}, "levels": {"hunger": "0.4", …}}.
  [[nodiscard]] RecordedAnswer values(Workspace& workspace, EntityId agent, size_t at);
  // An edit that adds the moment as a test, which passes. Or why there can be none.
  [[nodiscard]] tl::expected<FileEdit, std::string> test(Workspace& workspace, EntityId agent, size_t at);
  // The agents for whom an expression holds at a frame: {"agents": [index, …]}.
  [[nodiscard]] RecordedAnswer filter(Workspace& workspace, const std::string& expression, size_t at);
  // Compares for so long which decisions the texts of now would make otherwise; begins anew when these have
  // changed: {"compared": …, "frames": …, "decisions": …, "others": […]}.
  [[nodiscard]] RecordedAnswer differences(Workspace& workspace, double milliseconds);

 private:
  // An agent from a frame on; `action` counts in `names_`.
  struct Change {
    size_t at = 0;
    uint32_t action = 0;
    EntityId whom{};
  };
  struct Life {
    uint32_t generation = 0;
    uint32_t population = 0;
    std::string name;
    size_t begun_at = 0, seen_at = 0;  // the first and the last frame with it
    std::vector<Change> changes;
    uint32_t state = kNone;  // its last one, in the `state_names` of its population; kNone: none
  };
  struct Doing {
    uint32_t times = 0;
    size_t frames = 0;
  };
  // Counts of what the agents of a population did.
  struct PopulationCounts {
    const Asset* asset = nullptr;  // of which the states are
    size_t frames = 0;             // summed over its agents
    std::vector<Doing> actions;    // by their number in `names_`
    std::vector<std::string> state_names;
    std::vector<uint32_t> state_numbers;  // of the asset's states, in `state_names`
    std::vector<Doing> states;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> turns;
  };
  // The texts from which assets are made, and the other game that is played with them.
  struct Comparison {
    std::vector<std::string> texts;
    std::vector<std::unique_ptr<Asset>> assets;
    std::vector<const Asset*> others;
    record::Replay would;
    std::unique_ptr<Counterfactual> compared;
  };

  // Reads the decision of an agent after a frame, for a question about it. Or why there is none.
  [[nodiscard]] tl::expected<void, std::string> read(RecordedQuestion& question, Workspace& workspace,
                                                     EntityId agent, size_t at);
  [[nodiscard]] std::string unplayed(size_t at) const;
  [[nodiscard]] uint32_t action_of(uint32_t population, uint16_t option);
  void note(size_t at);
  void count_state(PopulationCounts& counts, Life& life, const Population& own, Entity entity);
  [[nodiscard]] nlohmann::ordered_json doings_of(const Life& life) const;
  // Null if it was not seen in what was played so far.
  [[nodiscard]] const Life* life_of(EntityId agent) const;
  [[nodiscard]] std::string absence(EntityId agent, size_t at) const;
  [[nodiscard]] tl::expected<RecordedName, std::string> find(EntityId agent, size_t at);
  [[nodiscard]] tl::expected<RecordedSource, std::string> source(Workspace& workspace, const Asset& asset);
  [[nodiscard]] std::vector<std::string> sources(Workspace& workspace) const;
  [[nodiscard]] tl::expected<std::vector<std::string>, std::string> texts_of_today(
      Workspace& workspace) const;
  [[nodiscard]] tl::expected<void, std::string> begin_comparison(Workspace& workspace);

  std::shared_ptr<RecordingFile> file_;
  size_t played_ = 0;       // of the pass
  size_t told_ = 0;         // changes of viewers
  uint64_t forgotten_ = 0;  // frames
  size_t decisions_ = 0;
  std::vector<std::vector<Life>> lives_;  // by the index of the entity
  std::vector<PopulationCounts> counts_;
  std::vector<std::string> names_{""};  // of actions
  std::map<std::string, uint32_t, std::less<>> name_numbers_;
  std::vector<std::pair<const Asset*, std::vector<uint32_t>>> options_;  // of populations
  std::map<uint64_t, RecordedSource> sources_;                           // by the hash of the asset
  std::unique_ptr<Comparison> comparison_;
  std::unique_ptr<RecordedFilter> filter_;
};

}  // namespace ishi::compiler
