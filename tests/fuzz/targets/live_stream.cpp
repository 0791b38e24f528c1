// Messages to a viewer from a game, or from a process that pretends to be one: messages of a recording that
// was edited past its checksums, in pieces of any size, lost, repeated, or any bytes.

#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "careless_game.h"
#include "choices.h"
#include "client/live_game.h"
#include "fail.h"
#include "ishi/ishi.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "live_generated.h"
#include "recording_edits.h"

namespace {

using namespace ishi;
using namespace ishi::fuzzing;
using wire::MessageKind;
using Bytes = std::vector<std::byte>;

// A short recording of a game with something of everything.
const Bytes& recording() {
  static const Bytes bytes = [] {
    Choices choices = Choices::endless(7);
    CarelessGame game(choices);
    record::Recorder recorder;
    record::RecorderOptions options;
    options.hash_frames = 1;
    options.save_seconds = 1;
    options.save_frames = 4;
    require(record::Recorder::open(game.world(), options, recorder) == record::Result::ok,
            "a recorder is not opened");
    for (uint32_t i = 0; i < 12; ++i) {
      if (!game.has_players()) game.add_any_population();
      for (uint32_t k = 0; k < 3; ++k) game.spawn(game.any_player());
      game.whole_frame();
      game.report();
    }
    static_cast<void>(recorder.finish());
    Bytes taken, some(1 << 16);
    for (size_t count = recorder.take(some); count > 0; count = recorder.take(some))
      taken.insert(taken.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
    return taken;
  }();
  return bytes;
}

void add(Bytes& to, MessageKind kind, std::span<const std::byte> bytes) {
  const wire::MessageHeader header(static_cast<uint32_t>(bytes.size()), kind, 0, 0);
  const auto* const first = reinterpret_cast<const std::byte*>(&header);
  to.insert(to.end(), first, first + sizeof header);
  to.insert(to.end(), bytes.begin(), bytes.end());
}

void add(Bytes& to, MessageKind kind, const flatbuffers::FlatBufferBuilder& builder) {
  add(to, kind, {reinterpret_cast<const std::byte*>(builder.GetBufferPointer()), builder.GetSize()});
}

Bytes stream(Choices& choices, std::span<const std::byte> left) {
  Bytes all;
  {
    flatbuffers::FlatBufferBuilder builder;
    builder.Finish(wire::CreateHello(builder, 1, 5, builder.CreateString("fuzz")));
    add(all, MessageKind::hello, builder);
  }
  while (!left.empty()) {
    const size_t count =
        std::min<size_t>(left.size(), 1 + (choices.one_in(3) ? choices.below(64) : choices.below(20'000)));
    add(all, MessageKind::records, left.first(count));
    left = left.subspan(count);
    if (choices.at_end()) {
      add(all, MessageKind::records, left.first(std::min<size_t>(left.size(), 1 << 19)));
      break;
    }
    switch (choices.below(12)) {
      case 0: {
        const wire::LostNote note(choices.value<uint64_t>());
        add(all, MessageKind::lost, std::as_bytes(std::span(&note, 1)));
        break;
      }
      case 1: {
        flatbuffers::FlatBufferBuilder builder;
        builder.Finish(wire::CreateNews(builder, choices.value<uint64_t>(), choices.one_in(2),
                                        choices.value<uint32_t>()));
        add(all, MessageKind::news, builder);
        break;
      }
      case 2: {
        Bytes any(choices.below(64));
        for (std::byte& byte : any) byte = choices.value<std::byte>();
        add(all, static_cast<MessageKind>(choices.below(12)), any);
        break;
      }
      case 3: all.push_back(choices.value<std::byte>()); break;
      default: break;
    }
  }
  if (choices.one_in(3) && !all.empty()) all[choices.below(all.size())] ^= choices.value<std::byte>();
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kEditBytes = 16;
  Choices all({data, size});
  const uint32_t edits = all.below(4);
  if (size < 1 + edits * kEditBytes) return 0;
  Bytes recorded = recording();
  for (uint32_t i = 0; i < edits; ++i) {
    Choices edit({data + 1 + i * kEditBytes, kEditBytes});
    edit_recording(recorded, edit);
  }
  Choices choices({data + 1 + edits * kEditBytes, size - 1 - edits * kEditBytes});
  const Bytes sent = stream(choices, recorded);
  record::Replay replay;
  record::ReplayOptions options;
  options.snapshot_bytes = 1 << 20;
  options.most_extra_bytes = uint64_t{1} << 26;
  options.most_stream_bytes = uint64_t{1} << (16 + choices.below(5));
  record::Replay::open_stream(options, replay);
  int ends[2];
  require(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0, "no sockets");
  // As much as the socket takes; a whole recording is longer, so the viewer reads in between.
  size_t given = 0;
  const auto give = [&] {
    if (given == sent.size()) return;
    const ssize_t count =
        ::send(ends[1], sent.data() + given, sent.size() - given, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count > 0) given += static_cast<size_t>(count);
    if (given == sent.size()) ::shutdown(ends[1], SHUT_WR);
  };
  give();
  const auto joined = live::LiveGame::join_over(ends[0], {}, false, replay);
  for (uint32_t i = 0; joined && (*joined)->is_there() && i < 1000; ++i) {
    give();
    static_cast<void>((*joined)->take_in(live::LiveGame::Milliseconds(0)));
    while (replay.step() != record::Step::end) continue;
  }
  if (!replay.frames().empty()) {
    static_cast<void>(replay.seek(replay.frames().size() / 2));
    record::Replay beside;
    record::Replay::open_beside(replay, {}, beside);
    static_cast<void>(beside.seek(beside.frames().size() - 1));
  }
  ::close(ends[1]);
  return 0;
}
