#include "ishi/live/host.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "memory/allocation.h"
#include "src/host_state.h"
#include "src/meeting_place.h"

namespace ishi::live {
namespace {

constexpr size_t kLeastSecret = 16, kMostSecret = 256;

// Copies a text that may be null. False if it is too long.
template <size_t size>
bool copy_text(const char* text, char (&to)[size]) {
  const size_t length = text == nullptr ? 0 : std::strlen(text);
  if (length >= size) return false;
  if (length > 0) std::memcpy(to, text, length);
  to[length] = '\0';
  return true;
}

bool are_good(const HostOptions& options) {
  const size_t secret = options.secret == nullptr ? kLeastSecret : std::strlen(options.secret);
  return options.size == sizeof(HostOptions) && is_name(options.name) && options.viewers >= 1 &&
         options.viewers <= Host::State::kMostViewers && secret >= kLeastSecret && secret <= kMostSecret &&
         (options.secret != nullptr || options.port == 0) &&
         options.assets.size() <= Host::State::kMostAssets / 2 && bool(check_allocator(options.allocator));
}

}  // namespace

bool is_name(const char* name) {
  if (name == nullptr) return false;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  size_t length = 0;
  for (; name[length] != '\0'; ++length) {
    const char c = name[length];
    const bool is_known = is_letter(c) || (length > 0 && ((c >= '0' && c <= '9') || c == '_' || c == '.'));
    if (!is_known || length == kMostName) return false;
  }
  return length > 0;
}

const char* describe(Result result) {
  switch (result) {
    case Result::ok: return "nothing is wrong";
    case Result::not_recorded: return "the recorder is not open: open it with the world first";
    case Result::already_open: return "another host has this recorder";
    case Result::bad_options:
      return "an option is out of its range: a name has 1 to 32 letters, digits, `_` and `.`, a secret 16 to "
             "256 characters";
    case Result::out_of_memory: return "there is not enough memory";
    case Result::no_folder:
      return "the folder `ishi` in $XDG_RUNTIME_DIR (or ishi-UID in $TMPDIR or /tmp) cannot be made, or is a "
             "link, another user's, or open to others";
    case Result::path_too_long:
      return "the path of the socket file is too long for a socket: set XDG_RUNTIME_DIR to a shorter folder, "
             "or give the game a shorter name";
    case Result::path_taken:
      return "something that is no socket file of a game that has ended is where the socket file goes: "
             "remove it";
    case Result::cannot_listen: return "the system gives no socket, or another program has the port";
  }
  return "unknown";
}

void Viewer::begin(int connection, bool is_by_port, uint64_t now) {
  socket = connection;
  needs_secret = is_by_port;
  has_joined = is_to_leave = wants_past = is_placed = has_header = has_news = false;
  out_begin = out_end = in_size = 0;
  reads_large = false;
  heard_at = now;
  cursor = record = frames = 0;
}

void Viewer::end() {
  close_socket(socket);
  socket = -1;
  has_joined = false;
  reads_large = false;
  large = {};
}

std::span<std::byte> Viewer::compose(wire::MessageKind kind, size_t bytes) {
  const wire::MessageHeader header(static_cast<uint32_t>(bytes), kind, 0, 0);
  if (out_begin > 0) {
    std::memmove(out_bytes(), out_bytes() + out_begin, out_end - out_begin);
    out_end -= out_begin;
    out_begin = 0;
  }
  if (kOutBytes - out_end < sizeof header + bytes) return {};
  std::memcpy(out_bytes() + out_end, &header, sizeof header);
  const std::span<std::byte> room(out_bytes() + out_end + sizeof header, bytes);
  out_end += sizeof header + bytes;
  return room;
}

bool Viewer::compose(wire::MessageKind kind, std::span<const std::byte> bytes) {
  const std::span<std::byte> room = compose(kind, bytes.size());
  if (room.size() != bytes.size()) return false;
  if (!bytes.empty()) std::memcpy(room.data(), bytes.data(), bytes.size());
  return true;
}

Host::State::~State() {
  const bool is_own = is_of_this_process();
  for (Viewer& viewer : viewers) viewer.end();
  close_socket(port_listener);
  if (listener >= 0) {
    close_socket(listener);
    if (is_own) remove_socket_file(path);
  }
  if (recorder == nullptr) return;
  recorder->watched_by = nullptr;
  if (recorder->world != nullptr) recorder->watch(false);
}

bool Host::State::is_of_this_process() const { return own_process() == process; }

Result Host::State::begin(record::Recorder& recorded, const HostOptions& given) {
  options = given;
  process = own_process();
  const bool fit = copy_text(given.name, name) && copy_text(given.secret, secret) &&
                   copy_text(given.dashcam_path, dashcam_path);
  if (!fit) return Result::bad_options;
  for (const Asset* const asset : given.assets) {
    if (asset == nullptr || !asset->valid()) return Result::bad_options;
    known_assets[known_count++] = asset;
  }
  options.assets = {};
  for (uint32_t i = 0; i < options.viewers; ++i) {
    if (!viewers[i].make()) return Result::out_of_memory;
  }
  record::Recorder::State& state = *recorded.state();
  if (!state.open_stream(static_cast<size_t>(given.stream_bytes))) return Result::out_of_memory;
  if (const Result result = write_socket_path(name, process, path); result != Result::ok) return result;
  if (const Result result = listen_at(path, listener); result != Result::ok) return result;
  port = given.port;
  if (given.secret != nullptr) {
    if (const Result result = listen_at_port(port, port_listener); result != Result::ok) return result;
  }
  recorder = &state;
  recorder->watched_by = &recorder;
  return Result::ok;
}

void Host::State::accept_all(int from, bool is_by_port, uint64_t now) {
  if (from < 0) return;
  for (int socket = accept_from(from); socket >= 0; socket = accept_from(from)) {
    if (is_by_port || is_own_peer(socket)) {
      admit(socket, is_by_port, now);
    } else {
      close_socket(socket);
      ++counts.refused;
    }
  }
}

void Host::State::admit(int socket, bool is_by_port, uint64_t now) {
  // Half of the places are never those of a port's connections that have not said who they are.
  uint32_t strangers = 0;
  Viewer* place = nullptr;
  for (uint32_t i = 0; i < options.viewers; ++i) {
    Viewer& viewer = viewers[i];
    if (viewer.socket < 0 && place == nullptr) place = &viewer;
    strangers += viewer.socket >= 0 && viewer.needs_secret && !viewer.has_joined ? 1 : 0;
  }
  const bool is_admitted = !is_by_port || 2 * strangers <= options.viewers;
  if (place == nullptr || !is_admitted) {
    close_socket(socket);
    ++counts.refused;
    return;
  }
  place->begin(socket, is_by_port, now);
  ++here;
}

void Host::State::leave(Viewer& viewer, bool is_refused) {
  if (viewer.socket < 0) return;
  const bool had_joined = viewer.has_joined;
  viewer.end();
  --here;
  counts.refused += is_refused ? 1 : 0;
  counts.left += had_joined ? 1 : 0;
  if (had_joined) count_viewers();
}

void Host::State::count_viewers() {
  const uint32_t before = viewer_count;
  viewer_count = static_cast<uint32_t>(
      std::count_if(viewers, viewers + options.viewers, [](const Viewer& one) { return one.has_joined; }));
  if ((before == 0) != (viewer_count == 0)) recorder->watch(viewer_count > 0);
  tell_all();
}

void Host::State::tell_all() {
  for (Viewer& viewer : viewers) viewer.has_news = viewer.has_joined;
}

void Host::State::look(uint64_t now) {
  accept_all(listener, false, now);
  accept_all(port_listener, true, now);
  if (here == 0) return;
  for (uint32_t i = 0; i < options.viewers; ++i) {
    Viewer& viewer = viewers[i];
    if (viewer.socket >= 0) receive(viewer, now);
    if (viewer.socket >= 0 && !viewer.has_joined && !viewer.is_to_leave && now - viewer.heard_at > kSilence)
      leave(viewer, true);
    if (viewer.socket >= 0) send(viewer, now);
  }
}

// Waits until a viewer has something to say, or can be told more.
void Host::State::wait(uint64_t microseconds) {
  Awaited sockets[kMostViewers + 2];
  size_t count = 0;
  for (const int one : {listener, port_listener}) {
    if (one >= 0) sockets[count++] = {one, false};
  }
  for (uint32_t i = 0; i < options.viewers; ++i) {
    const Viewer& viewer = viewers[i];
    if (viewer.socket < 0) continue;
    sockets[count++] = {viewer.socket, viewer.out_end > viewer.out_begin || viewer.is_to_leave};
  }
  wait_for({sockets, count}, microseconds);
}

// Holds the game as long as a viewer wants it, and lives. Without kCanWait it returns at once and says that the
// game is held; the game calls again before each frame that it would play.
void Host::State::hold(uint64_t now) {
  constexpr uint64_t kWait = kSecond / 20;
  const uint64_t begun = now;
  const bool has_played = frame() != held_at;
  held_at = frame();
  if (steps > 0 && has_played) --steps;
  if (is_held && steps == 0 && has_played) tell_all();
  while (is_held && steps == 0 && has_world()) {
    for (uint32_t i = 0; i < options.viewers; ++i) {
      const Viewer& viewer = viewers[i];
      if (viewer.has_joined && viewer.number == holder)
        held_until = std::max(held_until, viewer.heard_at + kSilence);
    }
    if (now > held_until) {
      is_held = false;
      is_let_go = true;
      tell_all();
      look(now);
      break;
    }
    if constexpr (!kCanWait) {
      turn.is_held = true;
      return;
    }
    wait(kWait);
    now = now_microseconds();
    look(now);
  }
  turn.held_microseconds = now - begun;
}

Host::Host(Host&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Host& Host::operator=(Host&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

Host::~Host() { destroy(std::exchange(state_, nullptr)); }

Result Host::open(record::Recorder& recorder, const HostOptions& options) {
  close();
  if (!recorder.is_open()) return Result::not_recorded;
  if (recorder.state()->watched_by != nullptr) return Result::already_open;
  if (!are_good(options)) return Result::bad_options;
  const AllocatorScope scope(options.allocator);
  Owned<State> made = make_owned<State>();
  if (made == nullptr) return Result::out_of_memory;
  if (const Result result = made->begin(recorder, options); result != Result::ok) return result;
  destroy(std::exchange(state_, made.release()));
  return Result::ok;
}

Turn Host::between_frames(World& world) {
  if (state_ == nullptr || !state_->has_world() || world.state() != state_->recorder->world) return {};
  State& state = *state_;
  const uint64_t now = now_microseconds();
  if (!state.is_of_this_process() || state.recorder->world->in_frame) return {};
  state.turn = {};
  state.world = &world;
  state.look(now);
  if (state.is_held) state.hold(now);
  state.world = nullptr;
  state.turn.viewers = state.viewer_count;
  return state.turn;
}

// The assets of viewers may have populations, so that they stay.
void Host::close() {
  if (state_ == nullptr) return;
  State& state = *state_;
  const bool is_own = state.is_of_this_process();
  for (Viewer& viewer : state.viewers) viewer.end();
  state.here = state.viewer_count = 0;
  close_socket(std::exchange(state.port_listener, -1));
  if (const int listener = std::exchange(state.listener, -1); listener >= 0) {
    close_socket(listener);
    if (is_own) remove_socket_file(state.path);
  }
  state.path[0] = '\0';
  state.port = 0;
  state.is_held = false;
  if (state.recorder == nullptr) return;
  state.recorder->watched_by = nullptr;
  if (state.recorder->world != nullptr) state.recorder->watch(false);
  state.recorder = nullptr;
}

bool Host::is_open() const { return state_ != nullptr && state_->has_world(); }
const char* Host::path() const { return state_ == nullptr ? "" : state_->path; }
uint16_t Host::port() const { return state_ == nullptr ? 0 : state_->port; }
HostCounters Host::counters() const { return state_ == nullptr ? HostCounters() : state_->counts; }

}  // namespace ishi::live
