// The behaviours of the examples, edited at random while a game plays them: each edit that compiles is
// reloaded between two frames. What starts ends exactly once, whatever is taken from under it; and where
// something has another name and says what it was called, nothing is lost at all.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "asset/asset_state.h"
#include "asset/former_ids.h"
#include "asset/ids.h"
#include "determinism/game.h"
#include "determinism/require.h"
#include "edits.h"
#include "ishi/compiler/compile.h"
#include "ishi/id.h"
#include "source/read_file.h"
#include "source/sources.h"

namespace ishi::reload {
namespace {

namespace fs = std::filesystem;
using determinism::Game;

constexpr char kUsage[] = "usage: edit_behaviours PROJECT EDITS [SEED]\n";

struct Story {
  const char* folder;
  const char* file;
};
constexpr Story kStories[] = {
    {"examples/guard", "guard.ishi.yaml"},          {"examples/guard", "soldier.ishi.yaml"},
    {"examples/forager", "forager.ishi.yaml"},      {"examples/household", "household.ishi.yaml"},
    {"examples/hunters", "hunters.ishi.yaml"},      {"examples/skirmish", "skirmish.ishi.yaml"},
    {"examples/squad", "squad.ishi.yaml"},          {"examples/thief", "thief.ishi.yaml"},
    {"tests/determinism", "acting.ishi.yaml"},      {"tests/determinism", "planning.ishi.yaml"},
    {"tests/determinism", "remembering.ishi.yaml"}, {"tests/determinism", "sensing.ishi.yaml"},
};
constexpr uint32_t kFramesPerEdit = 3;
constexpr uint32_t kEditsPerGame = 40;  // then the text is again what it was

struct Tally {
  uint64_t edits[kEditKinds] = {}, reloads[kEditKinds] = {};
  uint64_t refused = 0, renamed = 0, kept = 0, aborted = 0, goals = 0, options = 0, ended = 0, started = 0,
           frames = 0;

  void add(const ReloadCounts& counts) {
    kept += counts.kept_tasks;
    aborted += counts.aborted_tasks;
    goals += counts.restarted_goals;
    options += counts.restarted_options;
    ended += counts.ended_options;
  }
};

std::string read_all(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Texts texts_in(const fs::path& folder) {
  Texts texts;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml")
      texts[fs::relative(entry.path(), folder).generic_string()] = read_all(entry.path());
  }
  return texts;
}

std::unique_ptr<Asset> compiled(const Texts& texts, const std::string& file) {
  compiler::MemoryReader reader;
  for (const auto& [path, text] : texts) reader.add(path, text);
  compiler::Sources sources;
  const compiler::Compilation compilation = compiler::compile(file, texts.at(file), reader, {}, sources);
  if (compilation.blob.empty()) return nullptr;
  auto asset = std::make_unique<Asset>();
  determinism::require(Asset::load(compilation.blob, *asset), "a blob that was just built");
  return asset;
}

// How many things of an asset are called so, or are a part of what is. A `one_of` has no name of its own, and
// members of enums may have any.
size_t count_named(const Asset& asset, std::string_view name) {
  const Tables& t = asset.state()->tables;
  const DebugTables& d = t.debug;
  std::set<uint64_t> ids;
  const auto add = [&](const auto& elements, std::span<const uint32_t> names) {
    for (size_t i = 0; i < elements.size(); ++i) {
      const std::string_view own = d.name(names[i]);
      if (own.substr(own.rfind('.') + 1) == name) ids.insert(elements[i].id());
    }
  };
  for (size_t i = 0; i < t.enums.size(); ++i) {
    const bool is_declared = t.enums[i].id() == id_of("enums", d.name(d.enums[i]));
    if (is_declared && d.name(d.enums[i]) == name) ids.insert(t.enums[i].id());
  }
  add(t.things, d.things);
  add(t.fields, d.fields);
  add(t.keys, d.keys);
  add(t.events, d.events);
  add(t.event_fields, d.event_fields);
  add(t.tasks, d.tasks);
  add(t.goals, d.goals);
  add(t.parameters, d.parameters);
  add(t.curves, d.curves);
  add(t.motives, d.motives);
  add(t.profiles, d.profiles);
  add(t.sets, d.sets);
  add(t.set_fields, d.set_fields);
  add(t.tokens, d.tokens);
  add(t.sounds, d.sounds);
  add(t.navigations, d.navigations);
  add(t.agents, d.agents);
  add(t.options, d.options);
  add(t.choices, d.choices);
  add(t.states, d.states);
  add(t.senses, d.senses);
  add(t.steerings, d.steerings);
  // A planner is only there as the first part of what its plans are called.
  const bool is_thing = std::ranges::any_of(d.things, [&](uint32_t thing) { return d.name(thing) == name; });
  for (size_t i = 0; i < t.options.size() && !is_thing; ++i) {
    const std::string full = std::string(name) + "." + std::string(d.name(d.options[i]));
    if (t.options[i].id() == id_of("actions", full)) ids.insert(id_of("planners", name));
  }
  return ids.size();
}

void require_all_kept(const Reload& reload, const char* file, const std::string& name) {
  const ReloadCounts counts = reload.counts();
  const bool keeps_items = std::ranges::all_of(
      reload.items(), [](const ReloadItem& item) { return item.effect == ReloadEffect::kept; });
  const uint32_t lost = counts.aborted_tasks + counts.restarted_goals + counts.restarted_options +
                        counts.ended_options + counts.dropped_members + counts.dropped_events;
  if (keeps_items && lost == 0) return;
  for (const ReloadItem& item : reload.items()) {
    if (item.effect != ReloadEffect::kept)
      std::printf("%s: part %d, effect %d\n", item.name, static_cast<int>(item.part),
                  static_cast<int>(item.effect));
  }
  std::printf(
      "%s: after `%s` was renamed, %u tasks were aborted, %u goals and %u actions begun anew, %u gone, "
      "%u members and %u events dropped\n",
      file, name.c_str(), counts.aborted_tasks, counts.restarted_goals, counts.restarted_options,
      counts.ended_options, counts.dropped_members, counts.dropped_events);
  determinism::require(false, "what is renamed is kept");
}

// Plays a story and edits it; returns how many edits were tried.
uint32_t play(const Texts& whole, const Story& story, uint32_t most, std::mt19937_64& random, Tally& tally) {
  Texts texts = whole;
  std::list<std::unique_ptr<Asset>> assets;
  assets.push_back(compiled(texts, story.file));
  determinism::require(assets.back() != nullptr, "an example compiles");
  const determinism::Scenario scenario{.name = "reload", .agents = 4, .things = 2, .changes = 4};
  Reload reload;
  Game game(scenario, *assets.back(), {});
  uint32_t edits = 0;
  for (; edits < std::min(most, kEditsPerGame); ++edits) {
    for (uint32_t i = 0; i < kFramesPerEdit; ++i) {
      game.run_frame();
      game.check_tasks();
    }
    const auto kind = static_cast<EditKind>(random() % kEditKinds);
    std::string name;
    const auto next = edited(texts, kind, random, name);
    ++tally.edits[static_cast<size_t>(kind)];
    if (!next) continue;
    std::unique_ptr<Asset> asset = compiled(*next, story.file);
    if (asset == nullptr) continue;
    // Of what has the same name in another place only one says that it was called so; or it stands in a file
    // that is no part of this.
    FormerIds former;
    Array<uint64_t> ids;
    determinism::require(
        list_ids(assets.back()->state()->tables, ids) && former.find(asset->state()->tables, ids),
        "memory for ids");
    const bool keeps =
        kind == EditKind::renamed_from && count_named(*assets.back(), name) == 1 && former.any();
    assets.push_back(std::move(asset));
    if (!game.reload(
            *assets.back(), [&](uint64_t id) { return former.now(id); }, reload)) {
      determinism::require(!keeps, "an agent is found under its new name");
      ++tally.refused;  // an agent is gone
      assets.pop_back();
      continue;
    }
    texts = *next;
    ++tally.reloads[static_cast<size_t>(kind)];
    tally.add(reload.counts());
    if (keeps) {
      ++tally.renamed;
      require_all_kept(reload, story.file, name);
    }
    reload = Reload();
    while (assets.size() > 1) assets.pop_front();
  }
  tally.frames += uint64_t{edits} * kFramesPerEdit;
  game.finish();
  tally.started += game.started();
  return edits;
}

int run(const fs::path& project, uint32_t edits, uint64_t seed) {
  Tally tally;
  std::mt19937_64 random(seed);
  std::map<std::string, Texts> folders;
  for (const Story& story : kStories) folders[story.folder] = texts_in(project / story.folder);
  for (uint32_t done = 0; done < edits;) {
    for (const Story& story : kStories) {
      if (done >= edits) break;
      done += play(folders[story.folder], story, edits - done, random, tally);
    }
  }
  for (uint32_t kind = 0; kind < kEditKinds; ++kind) {
    std::printf("%-12s %6llu edits, %6llu reloaded\n",
                std::string(name_of(static_cast<EditKind>(kind))).c_str(),
                static_cast<unsigned long long>(tally.edits[kind]),
                static_cast<unsigned long long>(tally.reloads[kind]));
  }
  std::printf(
      "%llu refused; %llu renames that keep everything; %llu frames, %llu tasks started; tasks kept %llu, "
      "aborted by a reload %llu; goals begun anew %llu, actions begun anew %llu, actions gone %llu\n",
      static_cast<unsigned long long>(tally.refused), static_cast<unsigned long long>(tally.renamed),
      static_cast<unsigned long long>(tally.frames), static_cast<unsigned long long>(tally.started),
      static_cast<unsigned long long>(tally.kept), static_cast<unsigned long long>(tally.aborted),
      static_cast<unsigned long long>(tally.goals), static_cast<unsigned long long>(tally.options),
      static_cast<unsigned long long>(tally.ended));
  return 0;
}

}  // namespace
}  // namespace ishi::reload

int main(int argc, char** argv) {
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  uint32_t edits = 0;
  uint64_t seed = 1;
  const auto number = [](std::string_view word, auto& value) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size();
  };
  if (words.size() < 2 || words.size() > 3 || !number(words[1], edits) ||
      (words.size() == 3 && !number(words[2], seed))) {
    std::fputs(ishi::reload::kUsage, stderr);
    return 2;
  }
  return ishi::reload::run(words[0], edits, seed);
}
