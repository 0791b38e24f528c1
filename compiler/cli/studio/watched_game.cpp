#include "cli/studio/watched_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/output/terminal.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using Deed = live::Command::Deed;

constexpr milliseconds kFirstFrame{5000}, kPiece{10}, kMostWaiting{500}, kMostLooking{100};
constexpr std::chrono::seconds kLetGo{3}, kDeserted{30};
constexpr size_t kMostBytes = size_t{64} << 20;
constexpr std::string_view kIsGone = "the game is not there any more";

}  // namespace

tl::expected<std::shared_ptr<WatchedGame>, std::string> WatchedGame::join(const live::Address& address,
                                                                          const std::string& name) {
  auto session = LiveSession::enter(address, name, true);
  if (!session) return tl::unexpected(std::move(session.error()));
  return std::make_shared<WatchedGame>(address, std::move(*session));
}

WatchedGame::WatchedGame(const live::Address& address, std::unique_ptr<LiveSession> session)
    : session_(std::move(session)),
      address_(address),
      name_(session_->file.path),
      may_hold_(session_->game->info().may_hold) {
  session_->game->on_bytes = [this](std::span<const std::byte> bytes) {
    records_.take(bytes, [this](std::span<const std::byte> whole) {
      const std::scoped_lock lock(mutex_);
      bytes_.append(reinterpret_cast<const char*>(whole.data()), whole.size());
    });
  };
  session_->game->on_cut = [this] { records_.cut(); };
  thread_ = std::thread([this] { look(); });
  looking_ = std::thread([this] {
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        if (came_.wait_for(lock, kPiece, [this] { return is_over_ || is_ended_; })) break;
      }
      look_for_hits();
    }
    const std::scoped_lock lock(run_mutex_);
    run_.reset();
  });
  // A page that looks first sees something.
  std::unique_lock lock(mutex_);
  came_.wait_for(lock, kFirstFrame, [this] { return is_ended_ || !state_.empty(); });
}

WatchedGame::~WatchedGame() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
    came_.notify_all();
  }
  thread_.join();
  looking_.join();
}

void WatchedGame::note_state() {
  const live::LiveGame& game = *session_->game;
  const live::GameInfo& info = game.info();
  const std::scoped_lock lock(mutex_);
  if (is_held_ && !game.is_held()) holds_ = false;  // another viewer has let it go on
  is_held_ = game.is_held();
  const std::string fault = is_slow_ ? "the page takes in less than the game plays" : game.fault();
  std::string state = json{
      {"name", info.name},
      {"held", game.is_held()},
      {"let_go", game.was_let_go()},
      {"viewers", game.viewers() - std::min(game.viewers(), has_breakpoints_ ? 1U : 0U)},
      {"lost", game.lost_frames()},
      {"there", game.is_there() && !is_slow_},
      {"fault", fault},
      {"may_hold", info.may_hold},
      {"may_change", info.may_change},
      {"may_reload", info.may_reload},
      {"may_keep", info.may_write},
      {"breakpoints_fault", breakpoints_fault_},
      {"hit", hit_}}.dump(-1, ' ', false, json::error_handler_t::replace);
  if (state == state_ && bytes_.empty()) return;
  state_ = std::move(state);
  came_.notify_all();
}

void WatchedGame::do_work() {
  for (;;) {
    Work* work = nullptr;
    {
      const std::scoped_lock lock(mutex_);
      if (work_.empty()) return;
      work = work_.front();
      work_.pop_front();
    }
    json answer = (*work->function)(*session_);
    const std::scoped_lock lock(mutex_);
    *work->answer = std::move(answer);
    work->is_done = true;
    done_.notify_all();
  }
}

json WatchedGame::set_breakpoints(const std::string& root, const std::string& path,
                                  const std::vector<uint32_t>& lines) {
  json answer = {{"done", true}, {"said", ""}, {"lines", json::array()}};
  const std::scoped_lock lock(run_mutex_);
  {
    const std::scoped_lock state(mutex_);
    if (is_ended_) return {{"done", false}, {"said", kIsGone}};
  }
  if (run_ == nullptr) {
    if (lines.empty()) return answer;
    if (!may_hold_) {
      for (const uint32_t line : lines)
        answer["lines"].push_back(
            {{"line", line}, {"verified", false}, {"message", "this game may not be held"}});
      return answer;
    }
    auto joined = LiveDebuggee::join(address_, name_, {root});
    if (!joined) return {{"done", false}, {"said", joined.error()}};
    run_ = std::move(*joined);
    breakpoints_ = std::make_unique<Breakpoints>([](const std::string&) {});
    is_stopped_ = false;
  }
  std::vector<RequestedLine> wanted;
  for (const uint32_t line : lines) wanted.push_back({line, {}});
  for (const SetBreakpoint& one : breakpoints_->set_lines(*run_, root + "/" + path, wanted))
    answer["lines"].push_back({{"line", one.line}, {"verified", one.is_verified}, {"message", one.message}});
  breakpoints_->begin(*run_);
  if (!breakpoints_->is_any()) run_.reset();
  const std::scoped_lock state(mutex_);
  has_breakpoints_ = run_ != nullptr;
  if (run_ == nullptr) breakpoints_fault_.clear();
  return answer;
}

json WatchedGame::ask_to(Deed deed, uint32_t frames, std::string_view words) {
  return ask([&](LiveSession& session) -> json {
    const auto frame = carry_out(*session.game, {.deed = deed, .frames = frames});
    if (!frame) return {{"done", false}, {"said", frame.error()}};
    const std::scoped_lock lock(mutex_);
    if (deed != Deed::step) holds_ = deed == Deed::hold;
    is_held_ = session.game->is_held();
    return {{"done", true}, {"said", fmt::format("{} from frame {} on", words, *frame + 1)}};
  });
}

json WatchedGame::steer(Deed deed, uint32_t frames, std::string_view words) {
  json answer = ask_to(deed, frames, words);
  if (deed == Deed::hold || !answer["done"].get<bool>()) return answer;
  const std::scoped_lock lock(run_mutex_);
  is_stopped_ = false;
  return answer;
}

// Looks at the frames that have come since, and holds the game where one hits a breakpoint.
void WatchedGame::look_for_hits() {
  const std::scoped_lock lock(run_mutex_);
  if (run_ == nullptr) return;
  static_cast<void>(run_->wait_for_more(milliseconds(0)));
  if (run_->lost_frames() > 0) {
    const std::scoped_lock state(mutex_);
    breakpoints_fault_ =
        fmt::format("The game is faster than breakpoints are looked for: in {} they were not.",
                    counted(run_->lost_frames(), "frame"));
  }
  if (is_stopped_) {
    const std::scoped_lock state(mutex_);
    if (is_held_) return;
    is_stopped_ = false;
  }
  const auto until = Clock::now() + kMostLooking;
  while (run_->at() + 1 < run_->frame_count() && Clock::now() < until) {
    if (const auto gone = run_->go_to(run_->at() + 1); !gone) {
      const std::scoped_lock state(mutex_);
      breakpoints_fault_ = fmt::format("Breakpoints are not looked for any more: {}.", gone.error());
      has_breakpoints_ = false;
      return run_.reset();
    }
    const std::vector<Hit> hits = breakpoints_->check(*run_, false);
    if (!hits.empty()) return hold_at(hits[0], hits.size() - 1);
  }
}

void WatchedGame::hold_at(const Hit& hit, size_t others) {
  const json held = ask_to(Deed::hold, 0, "the game is held");
  is_stopped_ = true;
  const EntityId agent = run_->entity_of(hit.agent);
  const std::scoped_lock lock(mutex_);
  if (!held["done"].get<bool>())
    breakpoints_fault_ = fmt::format("A breakpoint was hit, but {}.", held["said"].get<std::string>());
  hit_ = {{"number", ++hits_},    {"seconds", run_->seconds(run_->at())},
          {"text", hit.text},     {"name", run_->agent_name(hit.agent)},
          {"index", agent.index}, {"generation", agent.generation},
          {"others", others}};
}

// A game that this page holds goes on.
void WatchedGame::let_go() {
  {
    const std::scoped_lock lock(mutex_);
    if (!std::exchange(holds_, false)) return;
  }
  if (session_->game->is_there()) static_cast<void>(session_->game->ask({.deed = Deed::go_on}));
}

void WatchedGame::look() {
  static_cast<void>(session_->wait_for_frame(kFirstFrame, [this] {
    const std::scoped_lock lock(mutex_);
    return is_over_;
  }));
  for (;;) {
    Clock::duration silence;
    {
      const std::scoped_lock lock(mutex_);
      silence = Clock::now() - taken_at_;
      if (is_over_ || silence > kDeserted) break;
      is_slow_ = bytes_.size() > kMostBytes;
    }
    note_state();
    if (is_slow_ || !session_->take_in(kPiece)) break;
    session_->play();
    do_work();
    if (silence > kLetGo) let_go();
  }
  let_go();
  note_state();
  const std::scoped_lock lock(mutex_);
  session_.reset();
  is_ended_ = true;
  came_.notify_all();
  done_.notify_all();
}

std::optional<std::string> WatchedGame::take(uint64_t from) {
  std::unique_lock lock(mutex_);
  taken_at_ = Clock::now();
  if (from < first_byte_ || from > first_byte_ + bytes_.size()) return std::nullopt;
  bytes_.erase(0, from - first_byte_);
  first_byte_ = from;
  came_.wait_for(lock, kMostWaiting,
                 [this] { return !bytes_.empty() || state_ != taken_state_ || is_ended_; });
  taken_at_ = Clock::now();
  taken_state_ = state_;
  std::string answer;
  for (int i = 0; i < 4; ++i) answer += static_cast<char>(state_.size() >> (8 * i) & 0xff);
  return answer + state_ + bytes_;
}

json WatchedGame::ask(const std::function<json(LiveSession&)>& work) {
  json answer = {{"done", false}, {"said", kIsGone}};
  Work mine{&work, &answer, false};
  std::unique_lock lock(mutex_);
  if (is_ended_) return answer;
  work_.push_back(&mine);
  done_.wait(lock, [&] { return mine.is_done || is_ended_; });
  return answer;
}

bool WatchedGame::is_deserted() {
  const std::scoped_lock lock(mutex_);
  return Clock::now() - taken_at_ > kDeserted;
}

}  // namespace ishi::compiler::cli
