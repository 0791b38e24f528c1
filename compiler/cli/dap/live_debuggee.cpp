#include "cli/dap/live_debuggee.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "cli/dap/attach.h"
#include "cli/input/inputs.h"
#include "cli/live/live_reload.h"
#include "cli/live/live_session.h"
#include "diagnostics/json.h"
#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

using Deed = live::Command::Deed;
using std::chrono::milliseconds;

tl::expected<std::unique_ptr<Debuggee>, std::string> attach_to_game(const std::string& name,
                                                                    std::vector<std::string> roots) {
  const auto games = live::running_games();
  if (!games) return tl::unexpected(games.error());
  std::vector<live::RunningGame> found;
  std::vector<std::string> names;
  for (const live::RunningGame& game : *games) {
    names.push_back(game.text());
    if (name.empty() || game.name == name || game.text() == name) found.push_back(game);
  }
  if (found.size() != 1)
    return tl::unexpected(
        names.empty()   ? std::string("no game runs that lets viewers join")
        : found.empty() ? fmt::format("no game called {} runs; there is {}", name, fmt::join(names, ", "))
                        : fmt::format("say which game: {}", fmt::join(names, ", ")));
  auto run = LiveDebuggee::join(found[0].address, found[0].text(), std::move(roots));
  if (!run) return tl::unexpected(std::move(run.error()));
  return std::unique_ptr<Debuggee>(std::move(*run));
}

tl::expected<std::unique_ptr<LiveDebuggee>, std::string> LiveDebuggee::join(const live::Address& address,
                                                                            const std::string& name,
                                                                            std::vector<std::string> roots) {
  constexpr milliseconds kFirst{5000}, kPiece{50};
  std::unique_ptr<LiveDebuggee> run(new LiveDebuggee());
  auto file = std::make_shared<RecordingFile>();
  file->path = name;
  file->grows = true;
  record::Replay::open_stream(stream_options(), file->replay);
  auto joined = live::LiveGame::join(address, true, file->replay);
  if (!joined) return tl::unexpected(fmt::format("{} cannot be joined: {}", name, joined.error()));
  run->game_ = std::move(*joined);
  const auto until = std::chrono::steady_clock::now() + kFirst;
  while (file->replay.frames().empty() && run->game_->is_there() && std::chrono::steady_clock::now() < until)
    static_cast<void>(run->game_->take_in(kPiece));
  if (file->replay.frames().empty())
    return tl::unexpected(fmt::format("{} plays no frames: it may wait, or be held by another viewer", name));
  if (auto begun = run->begin(std::move(file), std::move(roots)); !begun)
    return tl::unexpected(begun.error());
  return run;
}

bool LiveDebuggee::wait_for_more(milliseconds most) {
  const size_t before = frame_count();
  static_cast<void>(game_->take_in(most));
  note_growth();
  return frame_count() > before;
}

Debuggee::Done LiveDebuggee::ask(const live::Command& command) {
  const auto frame = carry_out(*game_, command);
  note_growth();
  if (!frame) return tl::unexpected(frame.error());
  return {};
}

Debuggee::Done LiveDebuggee::hold() {
  if (is_held_ || !game_->is_there()) return {};
  auto held = ask({.deed = Deed::hold});
  is_held_ = held.has_value();
  return held;
}

// So many frames; 0: until it is held again.
Debuggee::Done LiveDebuggee::let_go(uint32_t frames) {
  if (!is_held_ || !game_->is_there()) return {};
  if (frames > 0) return ask({.deed = Deed::step, .frames = frames});
  auto gone = ask({.deed = Deed::go_on});
  is_held_ = !gone.has_value();
  return gone;
}

// At its end the value is the game's, from the next frame on; before that a branch begins.
Debuggee::Done LiveDebuggee::set(uint32_t agent, const std::string& name, const std::string& value) {
  const bool is_at_end = at() + 1 == frame_count() && !is_counterfactual();
  if (!is_at_end || !game_->is_there()) return RecordingDebuggee::set(agent, name, value);
  const SimulatedAgent* const one = this->agent(agent);
  const DebugProgram* const program = program_of(agent);
  if (one == nullptr || program == nullptr) return tl::unexpected(std::string("the agent is not there"));
  const Stage& stage = one->place().stage();
  const auto given = read_given_value(program->model(), stage.situation(), 0, name, value);
  if (!given) return tl::unexpected(given.error());
  const SituationValue& read = given->value;
  live::Command command{.deed = given->is_level ? Deed::set_level : Deed::set_key};
  command.agent = entity_of(agent);
  command.value = double{read.value[0]};
  if (given->is_level) {
    command.id = MotiveId::of(name.substr(name.find('.') + 1)).value;
    return ask(command);
  }
  const Variable& key = program->model().blackboard[read.index].value;
  command.id = id_of("blackboard", name);
  command.axes = to_vector(read.value);
  if (key.resolved.kind == ValueKind::entity && read.entity != kNone)
    command.entity = stage.handle(read.entity);
  if (key.scope.value != Scope::agent) command.agent = {};
  if (key.scope.value == Scope::team) command.team = stage.situation().team;
  return ask(command);
}

tl::expected<std::string, std::string> LiveDebuggee::reload() {
  if (!game_->is_there()) return tl::unexpected(std::string("the game has ended"));
  if (!game_->info().may_reload)
    return tl::unexpected(std::string("the game takes no other behaviour: it was built without it"));
  const auto inputs = find_inputs(roots(), "");
  if (!inputs) return tl::unexpected(std::string("the folders of its sources cannot be read"));
  const auto find = [&](const std::string& source) -> tl::expected<Input, std::string> {
    const auto input = std::ranges::find(*inputs, source, &Input::path);
    if (input != inputs->end()) return *input;
    return tl::unexpected(fmt::format("whose source {} is not there; say with `root` where it is", source));
  };
  // Compares with the sources that the game has now, also while the debugger shows an earlier frame.
  const size_t here = at();
  const auto go = [&](size_t frame) { return is_counterfactual() ? Done() : go_to(frame); };
  if (auto gone = go(frame_count() - 1); !gone) return tl::unexpected(gone.error());
  const auto change = change_of_sources(file().replay, find, false, game_->is_reload_unseen());
  if (auto gone = go(here); !gone) return tl::unexpected(gone.error());
  if (!change) {
    const ReloadFault& fault = change.error();
    return tl::unexpected(
        fmt::format("{}{}{}", fmt::join(fault.errors, "\n"), fault.errors.empty() ? "" : "\n", fault.why));
  }
  if (change->command.blobs.empty()) return std::string("the game has this behaviour already");
  if (auto asked = ask(change->command); !asked) return tl::unexpected(asked.error());
  return change->words;
}

std::string LiveDebuggee::epilogue() {
  if (game_->is_there()) return {};
  return game_->fault().empty() ? "the game has ended\n" : game_->fault() + "\n";
}

}  // namespace ishi::compiler::cli
