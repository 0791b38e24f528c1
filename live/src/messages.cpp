#include <algorithm>
#include <cstring>

#include "src/host_state.h"
#include "src/meeting_place.h"
#include "src/read_table.h"

// Verifies the messages of viewers, and writes the answers.

namespace ishi::live {
namespace {

using wire::MessageHeader;
using wire::MessageKind;

// Memory for one message of the host's.
class MessageMemory final : public flatbuffers::Allocator {
 public:
  uint8_t* allocate(size_t bytes) override { return bytes <= sizeof memory_ ? memory_ : nullptr; }
  void deallocate(uint8_t* /*memory*/, size_t /*bytes*/) override {}

 private:
  alignas(16) uint8_t memory_[2048];
};

// A message that is being made; its texts are bounded, so that it fits.
struct MessageBuilder {
  MessageMemory memory;
  flatbuffers::FlatBufferBuilder builder{2048, &memory};

  template <typename Table>
  [[nodiscard]] bool compose(Viewer& viewer, MessageKind kind, flatbuffers::Offset<Table> table) {
    builder.Finish(table);
    const auto* const first = reinterpret_cast<const std::byte*>(builder.GetBufferPointer());
    return viewer.compose(kind, std::span(first, builder.GetSize()));
  }
};

// Takes as long for every guess.
bool is_secret(const flatbuffers::String* said, const char* secret) {
  const size_t length = std::strlen(secret), said_length = said == nullptr ? 0 : said->size();
  unsigned difference = length == said_length && length > 0 ? 0 : 1;
  for (size_t i = 0; i < said_length && length > 0; ++i)
    difference |= static_cast<unsigned char>(said->Get(static_cast<uint32_t>(i)) ^ secret[i % length]);
  return difference == 0;
}

size_t most_bytes(const Viewer& viewer, MessageKind kind) {
  if (!viewer.has_joined) return kind == MessageKind::join ? kMostJoin : 0;
  return kind == MessageKind::command ? kMostReload : 0;
}

bool is_of_viewers(const Viewer& viewer, const MessageHeader& header) {
  const MessageKind kind = header.kind();
  const bool is_kind = viewer.has_joined ? kind == MessageKind::command || kind == MessageKind::alive
                                         : kind == MessageKind::join;
  return is_kind && header.reserved() == 0 && header.more_reserved() == 0 &&
         header.bytes() <= most_bytes(viewer, kind);
}

}  // namespace

// Reads until a message has so many bytes. False if they have not all come, or the viewer is gone.
bool Host::State::read_up_to(Viewer& viewer, size_t bytes, uint64_t now) {
  while (viewer.in_size < bytes) {
    // Not more than this message, so that the next begins where it is aligned.
    const ptrdiff_t count =
        receive_some(viewer.socket, viewer.in_bytes().subspan(viewer.in_size, bytes - viewer.in_size));
    if (count == kClosed) leave(viewer);
    if (count < 0) return false;
    if (viewer.has_joined) viewer.heard_at = now;
    viewer.in_size += static_cast<size_t>(count);
  }
  return true;
}

void Host::State::receive(Viewer& viewer, uint64_t now) {
  constexpr size_t kMostAnswer = 1024;
  for (uint32_t i = 0; i < kMessagesEachTime && viewer.socket >= 0 && !viewer.is_to_leave; ++i) {
    // If an answer has no room, the command waits, and its viewer with it.
    if (Viewer::kOutBytes - (viewer.out_end - viewer.out_begin) < kMostAnswer) return;
    MessageHeader header;
    if (!read_up_to(viewer, sizeof header, now)) return;
    std::memcpy(&header, viewer.in_bytes().data(), sizeof header);
    if (!is_of_viewers(viewer, header)) return leave(viewer, true);
    const size_t whole = sizeof header + header.bytes();
    if (whole > viewer.in_bytes().size()) {
      const AllocatorScope scope(options.allocator);
      if (!viewer.large.allocate(whole / sizeof(uint64_t) + 1)) return leave(viewer, true);
      std::memcpy(viewer.large.data(), &header, sizeof header);
      viewer.reads_large = true;
    }
    if (!read_up_to(viewer, whole, now)) return;
    if (!take_message(viewer, header, viewer.in_bytes().subspan(sizeof header, header.bytes())))
      return leave(viewer, true);
    viewer.in_size = 0;
    if (viewer.reads_large) viewer.large = {};
    viewer.reads_large = false;
  }
}

bool Host::State::take_message(Viewer& viewer, const MessageHeader& header,
                               std::span<const std::byte> bytes) {
  if (header.kind() == MessageKind::alive) return true;
  if (header.kind() == MessageKind::join) return join(viewer, bytes);
  const auto* const command = read_table<wire::Command>(bytes);
  if (command == nullptr) return false;
  ++counts.commands;
  const Done done = carry_out(viewer, *command);
  return compose_answer(viewer, command->number(), done.outcome, done.why);
}

bool Host::State::join(Viewer& viewer, std::span<const std::byte> bytes) {
  const auto* const said = read_table<wire::Join>(bytes);
  if (said == nullptr) return false;
  if (said->protocol() != static_cast<uint32_t>(wire::Protocol::version)) {
    refuse(viewer, "the game speaks another version of the protocol: its Ishi and this one differ");
    return true;
  }
  if (viewer.needs_secret && !is_secret(said->secret(), secret)) {
    refuse(viewer, "the secret is another one");
    return true;
  }
  viewer.has_joined = true;
  viewer.wants_past = said->wants_past();
  viewer.number = next_number++;
  ++counts.joined;
  count_viewers();
  return compose_hello(viewer);
}

void Host::State::refuse(Viewer& viewer, const char* why) {
  MessageBuilder message;
  const auto text = message.builder.CreateString(why);
  static_cast<void>(
      message.compose(viewer, MessageKind::refusal, wire::CreateRefusal(message.builder, text)));
  viewer.is_to_leave = true;
  ++counts.refused;
}

bool Host::State::compose_hello(Viewer& viewer) {
  MessageBuilder message;
  const auto named = message.builder.CreateString(name);
  const auto build = message.builder.CreateString("ishi " ISHI_VERSION ", floats without contraction");
  return message.compose(
      viewer, MessageKind::hello,
      wire::CreateHello(message.builder, static_cast<uint32_t>(wire::Protocol::version),
                        static_cast<uint32_t>(recording::Format::version), named, build,
                        static_cast<uint64_t>(process), frame(), viewer_count, options.may_hold,
                        options.may_change, options.may_change && options.reloaded != nullptr,
                        dashcam_path[0] != '\0'));
}

bool Host::State::compose_answer(Viewer& viewer, uint64_t number, wire::Outcome outcome, const char* why) {
  MessageBuilder message;
  const auto text = message.builder.CreateString(why);
  return message.compose(viewer, MessageKind::answer,
                         wire::CreateAnswer(message.builder, number, outcome, text, frame()));
}

bool Host::State::compose_news(Viewer& viewer) {
  MessageBuilder message;
  return message.compose(
      viewer, MessageKind::news,
      wire::CreateNews(message.builder, frame(), is_held && steps == 0, viewer_count, is_let_go));
}

}  // namespace ishi::live
