// Messages of a viewer to a running game: commands with any values, messages that are damaged, and any
// bytes. The game goes on, and what it has recorded is played as it was.

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "careless_game.h"
#include "ishi/asset_info.h"
#include "ishi/live/host.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "live_generated.h"
#include "src/host_state.h"
#include "src/meeting_place.h"

namespace {

using namespace ishi;
using namespace ishi::fuzzing;
using live::Host;
using wire::MessageKind;

constexpr uint32_t kMostSteps = 80;

// A folder for socket files, made once.
void name_folder() {
  static const bool is_made = [] {
    static std::string name = "/tmp/ishi_fuzz_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) fail("no folder");
    return setenv("XDG_RUNTIME_DIR", name.c_str(), 1) == 0;
  }();
  require(is_made, "the environment takes no name");
}

std::vector<std::byte> message(MessageKind kind, const flatbuffers::FlatBufferBuilder& builder) {
  const wire::MessageHeader header(builder.GetSize(), kind, 0, 0);
  std::vector<std::byte> bytes(sizeof header + builder.GetSize());
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + sizeof header, builder.GetBufferPointer(), builder.GetSize());
  return bytes;
}

class WatchedGame {
 public:
  explicit WatchedGame(Choices choices) : choices_(choices) {}
  ~WatchedGame() { leave(); }

  void play() {
    name_folder();
    record::RecorderOptions recorded;
    recorded.hash_frames = 1;
    recorded.save_seconds = static_cast<float>(1 + choices_.below(60));
    require(record::Recorder::open(game_.world(), recorded, recorder_) == record::Result::ok,
            "a recorder is not opened");
    game_.expect_recorder();
    std::vector<const Asset*> assets;
    for (const Asset& asset : playable_assets()) {
      if (assets.size() < 8) assets.push_back(&asset);
    }
    // Held games would make the fuzzer wait.
    require(host_.open(
                recorder_,
                {.name = "fuzz", .may_hold = false, .assets = assets, .reloaded = &WatchedGame::reloaded}) ==
                live::Result::ok,
            "a host is not opened");
    for (uint32_t step = 0; step < kMostSteps && !choices_.at_end(); ++step) this->step();
    game_.end_frame();
    static_cast<void>(host_.between_frames(game_.world()));
    host_.close();
    static_cast<void>(recorder_.finish());
    take();
    record::Replay replay;
    if (record::Replay::open(bytes_, {}, replay) != record::ReadResult::ok) return;
    if (!replay.run())
      fail(std::string("a watched game is played otherwise than it was: ") + replay.difference().call);
  }

 private:
  static void reloaded(void*, std::span<const AssetChange>) {}

  void take() {
    std::vector<std::byte> some(1 << 16);
    for (size_t count = recorder_.take(some); count > 0; count = recorder_.take(some))
      bytes_.insert(bytes_.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
  }
  void step() {
    if (!game_.has_players()) return game_.add_any_population();
    switch (choices_.below(8)) {
      case 0: game_.spawn(game_.any_player()); break;
      case 1: game_.whole_frame(); break;
      case 2: game_.report(); break;
      case 3: say_anything(); break;
      default: command(); break;
    }
    static_cast<void>(host_.between_frames(game_.world()));
    if (socket_ >= 0) {
      std::byte answers[4096];
      while (live::receive_some(socket_, answers) > 0) continue;
    }
    take();
  }

  void join() {
    if (socket_ >= 0 && host_.state()->here > 0) return;
    leave();
    int ends[2];
    require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "no sockets");
    socket_ = ends[0];
    host_.state()->admit(ends[1], false, live::now_microseconds());
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(
        wire::CreateJoin(builder, static_cast<uint32_t>(wire::Protocol::version), 0, choices_.one_in(2)));
    send(message(MessageKind::join, builder));
    static_cast<void>(host_.between_frames(game_.world()));
  }
  void leave() {
    live::close_socket(socket_);
    socket_ = -1;
  }
  void send(std::span<const std::byte> bytes) { static_cast<void>(live::send_some(socket_, bytes)); }

  void say_anything() {
    join();
    std::vector<std::byte> bytes(choices_.below(200));
    for (std::byte& byte : bytes) byte = choices_.value<std::byte>();
    send(bytes);
    if (choices_.one_in(2)) leave();
  }

  // An id of the asset that a population has, or any number.
  uint64_t id(const Asset& asset) {
    const AssetParts parts(asset);
    const auto any = [&](Kind kind) { return choices_.below(std::max<uint32_t>(asset.count(kind), 1)); };
    switch (choices_.below(6)) {
      case 0: return asset.count(Kind::keys) == 0 ? 0 : parts.key(any(Kind::keys)).id;
      case 1: return asset.count(Kind::motives) == 0 ? 0 : parts.motive(any(Kind::motives)).id.value;
      case 2: return asset.count(Kind::events) == 0 ? 0 : parts.event(any(Kind::events)).id.value;
      case 3: return asset.count(Kind::tasks) == 0 ? 0 : parts.task(any(Kind::tasks)).id.value;
      case 4: return choices_.below(8);
      default: return choices_.value<uint64_t>();
    }
  }
  wire::Id entity() {
    const EntityId one = odd_entity(choices_, game_.world());
    return {one.index, one.generation};
  }
  double number() {
    switch (choices_.below(4)) {
      case 0: return choices_.below(4);
      case 1: return choices_.value<float>();
      case 2: return choices_.value<double>();
      default: return choices_.below(256) / 255.0;
    }
  }

  void command() {
    join();
    const Asset& asset = playable_assets()[choices_.below(playable_assets().size())];
    flatbuffers::FlatBufferBuilder builder;
    const auto deed = static_cast<wire::Deed>(choices_.below(static_cast<uint32_t>(wire::Deed::MAX) + 2));
    std::vector<uint8_t> record(choices_.one_in(2) ? 8 * choices_.below(8) : choices_.below(64));
    for (uint8_t& byte : record) byte = choices_.value<uint8_t>();
    flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<wire::Blob>>> blobs;
    if (deed == wire::Deed::reload) {
      std::vector<flatbuffers::Offset<wire::Blob>> all;
      for (uint32_t i = 0; i < 1 + choices_.below(3); ++i) {
        const auto& of = choices_.one_in(2) ? playable_assets() : twin_assets();
        const std::span<const uint8_t> bytes = of[choices_.below(of.size())].bytes();
        std::vector<uint8_t> blob(bytes.begin(), bytes.end());
        if (choices_.one_in(4) && !blob.empty())
          blob[choices_.below(blob.size())] ^= choices_.value<uint8_t>();
        all.push_back(wire::CreateBlob(builder, builder.CreateVector(blob)));
      }
      blobs = builder.CreateVector(all);
    }
    const wire::Id agent = entity(), other = entity();
    const wire::Axes axes(static_cast<float>(number()), static_cast<float>(number()),
                          static_cast<float>(number()));
    const uint64_t what = id(asset);
    const double value = number();
    const uint32_t team = choices_.below(4), frames = choices_.below(4);
    const bool is_for_team = choices_.one_in(2);
    builder.Finish(wire::CreateCommand(builder, 1, deed, frames, choices_.one_in(8) ? nullptr : &agent, what,
                                       team, is_for_team, value, &axes, &other, builder.CreateVector(record),
                                       blobs));
    std::vector<std::byte> bytes = message(MessageKind::command, builder);
    if (choices_.one_in(6)) bytes[choices_.below(bytes.size())] ^= choices_.value<std::byte>();
    send(bytes);
  }

  Choices choices_;
  Host host_;  // outlives the world, which may use assets that viewers sent
  CarelessGame game_{choices_};
  record::Recorder recorder_;
  int socket_ = -1;
  std::vector<std::byte> bytes_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  WatchedGame(Choices({data, size})).play();
  return 0;
}
