#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/live/host.h"
#include "live_generated.h"
#include "memory/room.h"
#include "recorder_state.h"

// A host: who watches, how far each has read, and whether the game is held.

namespace ishi::live {

// Bounds of messages, in bytes. Those of commands with blobs are read into memory of their own.
inline constexpr size_t kMostJoin = 4096, kMostCommand = size_t{16} << 10, kMostReload = size_t{16} << 20;
inline constexpr uint64_t kSecond = 1'000'000;
// A viewer that holds the game and says nothing for so long has died; one that joins has so long to say who
// it is.
inline constexpr uint64_t kSilence = 2 * kSecond;

// One who watches. Its memory is made once, and used again by who comes next.
struct Viewer {
  static constexpr size_t kChunk = size_t{64} << 10;  // of the recording, in one message
  static constexpr size_t kOutBytes = kChunk + (size_t{8} << 10);
  static constexpr size_t kInBytes = sizeof(wire::MessageHeader) + kMostCommand;

  int socket = -1;  // -1: nobody
  bool needs_secret = false;
  bool has_joined = false;
  bool is_to_leave = false;  // after what waits was sent
  uint64_t number = 0;       // counted by the host, from 1
  uint64_t heard_at = 0;     // when it said something last

  // Bytes to be sent, and the received part of a message. Words, so that messages are aligned.
  Room<uint64_t> out, in, large;  // `large`: of a message for which `in` has no room
  size_t out_begin = 0, out_end = 0, in_size = 0;
  bool reads_large = false;

  // The recording: the next byte, where the record of that begins, and the frames before it.
  bool wants_past = false;
  bool is_placed = false;   // it has found a beginning
  bool has_header = false;  // of the recording
  bool has_news = false;    // that were not composed yet
  uint64_t cursor = 0, record = 0, frames = 0;

  [[nodiscard]] bool make() {
    return out.allocate(kOutBytes / sizeof(uint64_t)) && in.allocate(kInBytes / sizeof(uint64_t));
  }
  void begin(int connection, bool is_by_port, uint64_t now);
  void end();
  [[nodiscard]] std::byte* out_bytes() { return reinterpret_cast<std::byte*>(out.data()); }
  [[nodiscard]] std::span<std::byte> in_bytes() {
    Room<uint64_t>& room = reads_large ? large : in;
    return {reinterpret_cast<std::byte*>(room.data()), room.size() * sizeof(uint64_t)};
  }
  // Room for a message of so many bytes, with its header; the memory for these is given. Empty: there is
  // none.
  [[nodiscard]] std::span<std::byte> compose(wire::MessageKind kind, size_t bytes);
  [[nodiscard]] bool compose(wire::MessageKind kind, std::span<const std::byte> bytes);
};

struct Host::State {
  ~State();

  [[nodiscard]] Result begin(record::Recorder& recorder, const HostOptions& given);
  // Takes in whoever comes, what they say, and sends what there is.
  void look(uint64_t now);
  void hold(uint64_t now);
  [[nodiscard]] bool is_of_this_process() const;
  [[nodiscard]] uint64_t frame() const { return recorder->world->header->frame; }
  [[nodiscard]] bool has_world() const { return recorder != nullptr && recorder->world != nullptr; }

  // Connections (host.cpp).
  void accept_all(int listener, bool is_by_port, uint64_t now);
  // Takes a connection in, or closes it where there is no place.
  void admit(int socket, bool is_by_port, uint64_t now);
  void leave(Viewer& viewer, bool is_refused = false);
  void count_viewers();
  void tell_all();
  void wait(uint64_t microseconds);

  // Receiving (messages.cpp). False: the viewer is sent away.
  void receive(Viewer& viewer, uint64_t now);
  [[nodiscard]] bool read_up_to(Viewer& viewer, size_t bytes, uint64_t now);
  [[nodiscard]] bool take_message(Viewer& viewer, const wire::MessageHeader& header,
                                  std::span<const std::byte> bytes);
  [[nodiscard]] bool join(Viewer& viewer, std::span<const std::byte> bytes);
  void refuse(Viewer& viewer, const char* why);
  [[nodiscard]] bool compose_hello(Viewer& viewer);
  [[nodiscard]] bool compose_answer(Viewer& viewer, uint64_t number, wire::Outcome outcome, const char* why);
  [[nodiscard]] bool compose_news(Viewer& viewer);

  // Sending (streaming.cpp).
  void send(Viewer& viewer, uint64_t now);
  [[nodiscard]] bool compose_records(Viewer& viewer, uint64_t now);
  [[nodiscard]] bool place(Viewer& viewer, uint64_t now);
  void note_sent(Viewer& viewer, const record::Ring& ring);

  // Commands (commands.cpp).
  struct Done {
    wire::Outcome outcome = wire::Outcome::done;
    const char* why = "";
  };
  [[nodiscard]] Done carry_out(const Viewer& viewer, const wire::Command& command);
  [[nodiscard]] Done steer(const Viewer& viewer, const wire::Command& command);
  [[nodiscard]] Done change(const Viewer& viewer, const wire::Command& command);
  [[nodiscard]] Done set_key(const wire::Command& command, const Entity& agent);
  [[nodiscard]] Done set_level(const wire::Command& command, const Entity& agent);
  [[nodiscard]] Done post(const wire::Command& command, const Entity& agent);
  [[nodiscard]] Done end_task(const wire::Command& command, const Entity& agent);
  [[nodiscard]] Done reload(const wire::Command& command);
  [[nodiscard]] Asset* free_asset();
  [[nodiscard]] Done refused(const Status& status);
  // The population in which an entity is an agent; one that says not_created if it is none.
  [[nodiscard]] Population population_of(const Entity& agent) const;

  static constexpr uint32_t kMostViewers = 16;
  // The most messages of a viewer that are read each time; the rest waits.
  static constexpr uint32_t kMessagesEachTime = 32;
  static constexpr uint32_t kMostAssets = 16;

  HostOptions options;
  record::Recorder::State* recorder = nullptr;  // null: it is gone
  World* world = nullptr;                       // during a call of between_frames
  int process = 0;
  char name[33] = {};
  char secret[257] = {};
  char path[256] = {};
  char dashcam_path[1024] = {};
  char text[256] = {};  // of a refusal
  int listener = -1, port_listener = -1;
  uint16_t port = 0;
  Viewer viewers[kMostViewers];
  uint32_t viewer_count = 0;  // that have joined
  uint32_t here = 0;          // that are connected
  uint64_t next_number = 1;
  uint64_t asked_at = 0;  // when a save was asked for last
  Turn turn;
  HostCounters counts;

  bool is_held = false, is_let_go = false;  // is_let_go: since its viewer has died
  uint32_t steps = 0;                       // frames to be played before it is held again
  uint64_t holder = 0;                      // the viewer's number
  uint64_t held_until = 0;                  // unless the holder says something
  uint64_t held_at = UINT64_MAX;            // the frame before which it was held last

  const Asset* known_assets[kMostAssets] = {};  // of the game, and of viewers
  uint32_t known_count = 0;
  Asset assets[kMostAssets];  // of viewers
};

}  // namespace ishi::live
