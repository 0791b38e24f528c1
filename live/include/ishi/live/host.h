#pragma once

#include <cstdint>
#include <span>

#include "ishi/allocator.h"
#include "ishi/asset.h"
#include "ishi/record/recorder.h"
#include "ishi/reload.h"

// Lets people look into a running game: `ishi live` and other viewers watch what its agents do and why, hold
// the game, change keys and behaviour, and let it go on. The game streams what its recorder writes; viewers
// play that again beside it, so the game computes nothing for them.
//
// A host needs no thread. Whatever a viewer changes goes through the recorder as the game's own calls do, and
// is marked, so that a recording of the game replays to the same hashes and says what was changed when.
//
// Only processes of the same user on the same machine may join, or those that know a secret. Everything that
// viewers send is untrusted: it is verified, bounded, and carried out by calls that take anything.

namespace ishi::live {

enum class Result : uint8_t {
  ok,
  not_recorded,  // the recorder is not open
  already_open,  // another host has the recorder
  bad_options,   // an option is out of its range
  out_of_memory,
  no_folder,      // the folder of socket files cannot be made, or is not the user's own
  path_too_long,  // of the socket file
  path_taken,     // another file has the socket's path
  cannot_listen,  // the system refused a socket, or another program uses the port
};
// A sentence.
[[nodiscard]] const char* describe(Result result);

struct HostOptions {
  uint32_t size = sizeof(HostOptions);
  // By which viewers find the game: 1 to 32 of a-z, A-Z, 0-9, `_` and `.`, the first a letter.
  const char* name = "game";
  uint32_t viewers = 4;    // how many may watch at once: 1 to 16
  bool may_hold = true;    // false: nobody stops the game, such as one that plays with others over a network
  bool may_change = true;  // false: viewers only watch
  // The bytes that may wait for viewers beside a recorder that is no dashcam; 0: room for two saves and
  // 8 MiB. Viewers that are slower lose frames.
  uint64_t stream_bytes = 0;
  // The file to which a viewer may have the dashcam written; null: none.
  const char* dashcam_path = nullptr;
  // The assets that viewers may replace by other versions while the game runs, and what is called after they
  // have: columns must be fetched again and scratches made anew (World::commit_reload). `changes` has the old
  // and the new assets; the new ones are the host's, and live until it is gone, so that it must outlive the
  // world. Without a function reloads are refused.
  std::span<const Asset* const> assets{};
  void (*reloaded)(void* context, std::span<const AssetChange> changes) = nullptr;
  // Gives memory for an asset that a viewer sends, in place of the host's own: an empty one, which the game
  // destroys once neither a world nor the host uses it. Null: there is none now. It may stay empty if the
  // blob is refused.
  Asset* (*make_asset)(void* context) = nullptr;
  // Is called after a viewer has ended a task in the game's place: a later report of the game's is refused
  // with token_stale.
  void (*ended)(void* context, const Token& token, Ending ending) = nullptr;
  void* context = nullptr;  // of these functions
  // Beside the socket file a port of this machine's loopback, if there is a secret of at least 16 characters
  // that viewers must know: for consoles and phones, whose ports are forwarded. 0: any free port.
  const char* secret = nullptr;
  uint16_t port = 0;
  Allocator allocator{};  // of all memory of the host
};

// The events of one call of between_frames.
struct Turn {
  uint32_t viewers = 0;            // that watch now
  uint32_t changes = 0;            // that viewers have made in this call
  uint64_t held_microseconds = 0;  // how long the game was held in this call
  // In a page, where nothing can wait: a viewer holds the game, which plays no frame until this is false.
  bool is_held = false;
};

struct HostCounters {
  uint64_t joined = 0, left = 0;  // viewers
  uint64_t refused = 0;  // connections: of other users, without the secret, of other versions, malformed
  uint64_t sent_bytes = 0;
  uint64_t lost_frames = 0;  // that viewers were too slow for, summed over them
  uint64_t commands = 0;
};

class Host {
 public:
  Host() = default;
  Host(Host&& other) noexcept;
  Host& operator=(Host&& other) noexcept;
  // Closes it.
  ~Host();

  // Lets viewers join the game whose world `recorder` records, closing what this host had open. The socket
  // file NAME-PID stands in $XDG_RUNTIME_DIR/ishi, else in ishi-UID in $TMPDIR or /tmp; only its user may
  // enter. Between frames. Allocates everything; later only a reload that a viewer sends allocates.
  // Errors: not_recorded, already_open, bad_options, out_of_memory, no_folder, path_too_long, path_taken,
  // cannot_listen.
  [[nodiscard]] Result open(record::Recorder& recorder, const HostOptions& options);
  // Sends what was recorded, and does what viewers ask for. Call it between two frames, on the thread that
  // plays them, with the world that is recorded. Waits only while a viewer holds the game, and not longer
  // than 2 s for a viewer that says nothing. A few system calls; without viewers three. Does nothing if the
  // host is not open, in a process that was forked, with another world, and once the recorder is closed.
  Turn between_frames(World& world);
  // Sends viewers away and removes the socket file. Assets that viewers gave to the game stay until the host
  // is gone.
  void close();

  [[nodiscard]] bool is_open() const;
  // The path of the socket file; empty if it is not open.
  [[nodiscard]] const char* path() const;
  // The port of the loopback; 0 without a secret.
  [[nodiscard]] uint16_t port() const;
  [[nodiscard]] HostCounters counters() const;

  // For its tests.
  struct State;
  [[nodiscard]] State* state() const { return state_; }

 private:
  State* state_ = nullptr;
};

}  // namespace ishi::live
