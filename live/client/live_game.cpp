#include "client/live_game.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "live_generated.h"
#include "src/meeting_place.h"
#include "src/read_table.h"

namespace ishi::live {
namespace {

using wire::MessageHeader;
using wire::MessageKind;
using Clock = std::chrono::steady_clock;

constexpr LiveGame::Milliseconds kMostWait{2000};
constexpr LiveGame::Milliseconds kAlive{400};  // so often a viewer says that it lives
// A game is no more trusted than a recording: its messages are bounded.
constexpr size_t kMostMessage = size_t{1} << 20;
constexpr size_t kMostEachTime = size_t{8} << 20;  // bytes that are read before they are taken in
constexpr size_t kMostAnswers = 1024;              // that nobody has asked for

std::string text_of(const flatbuffers::String* text) { return text == nullptr ? std::string() : text->str(); }

wire::Id id_of(EntityId id) { return {id.index, id.generation}; }

std::span<const std::byte> bytes_of(const flatbuffers::FlatBufferBuilder& builder) {
  return {reinterpret_cast<const std::byte*>(builder.GetBufferPointer()), builder.GetSize()};
}

}  // namespace

tl::expected<std::unique_ptr<LiveGame>, std::string> LiveGame::join(const Address& address, bool wants_past,
                                                                    record::Replay& replay) {
  const int socket = address.path.empty() ? connect_to_port(address.port) : connect_to(address.path.c_str());
  if (socket < 0) return tl::unexpected(std::string("no game listens there: it may have ended"));
  return join_over(socket, address.secret, wants_past, replay);
}

tl::expected<std::unique_ptr<LiveGame>, std::string> LiveGame::join_over(int socket,
                                                                         const std::string& known_secret,
                                                                         bool wants_past,
                                                                         record::Replay& replay) {
  std::unique_ptr<LiveGame> game(new LiveGame(replay));
  game->socket_ = socket;
  flatbuffers::FlatBufferBuilder builder;
  const auto secret = builder.CreateString(known_secret);
  builder.Finish(
      wire::CreateJoin(builder, static_cast<uint32_t>(wire::Protocol::version), secret, wants_past));
  const auto until = Clock::now() + kMostWait;
  if (game->say(static_cast<uint8_t>(MessageKind::join), bytes_of(builder))) {
    while (game->is_there() && !game->has_hello_ && Clock::now() < until)
      static_cast<void>(game->take_in(std::chrono::duration_cast<Milliseconds>(until - Clock::now())));
  }
  if (game->has_hello_) return game;
  if (!game->fault_.empty()) return tl::unexpected(game->fault_);
  if (!game->is_there())
    return tl::unexpected(
        std::string("the game has closed the connection: too many watch it already, or it ends"));
  return tl::unexpected(std::string(
      "the game does not answer: it plays no frames, such as while it loads, waits or stands in a debugger"));
}

LiveGame::~LiveGame() { close_socket(socket_); }

void LiveGame::end(std::string why) {
  close_socket(std::exchange(socket_, -1));
  fault_ = std::move(why);
}

// Waits while the game takes nothing, but not for ever.
bool LiveGame::say(uint8_t kind, std::span<const std::byte> bytes) {
  const MessageHeader header(static_cast<uint32_t>(bytes.size()), static_cast<MessageKind>(kind), 0, 0);
  std::vector<std::byte> message(sizeof header + bytes.size());
  std::memcpy(message.data(), &header, sizeof header);
  if (!bytes.empty()) std::memcpy(message.data() + sizeof header, bytes.data(), bytes.size());
  const auto until = Clock::now() + kMostWait;
  for (size_t sent = 0; sent < message.size() && is_there();) {
    const ptrdiff_t count = send_some(socket_, std::span(message).subspan(sent));
    if (count == kClosed) end({});
    if (count > 0) sent += static_cast<size_t>(count);
    if (count != kWouldWait) continue;
    if (Clock::now() > until) end("the game takes no commands: it plays no frames");
    // It may wait for this viewer to take what it sends.
    if (is_there()) static_cast<void>(read(Milliseconds(10)));
  }
  said_at_ = Clock::now();
  return is_there();
}

// Reads what there is into `in_`, and waits up to so long for it.
bool LiveGame::read(Milliseconds most) {
  if (in_begin_ > 0) {
    in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(in_begin_));
    in_begin_ = 0;
  }
  pollfd one{socket_, POLLIN, 0};
  if (::poll(&one, 1, static_cast<int>(std::max<int64_t>(most.count(), 0))) <= 0) return false;
  bool has_come = false;
  constexpr size_t kPiece = size_t{256} << 10;
  while (in_.size() < kMostEachTime) {
    const size_t before = in_.size();
    in_.resize(before + kPiece);
    const ptrdiff_t count = receive_some(socket_, std::span(in_).subspan(before));
    in_.resize(before + static_cast<size_t>(std::max<ptrdiff_t>(count, 0)));
    if (count == kClosed) end({});
    if (count < 0) break;
    has_come = true;
    received_bytes_ += static_cast<uint64_t>(count);
  }
  return has_come;
}

bool LiveGame::take_in(Milliseconds most) {
  if (!is_there()) return false;
  const auto until = Clock::now() + most;
  take_messages();  // that came with the greeting
  bool has_come = false;
  do {
    stay_alive();
    if (!is_there()) break;
    const auto left = std::chrono::duration_cast<Milliseconds>(until - Clock::now());
    has_come = read(std::clamp(left, Milliseconds(0), kAlive));
    take_messages();
  } while (!has_come && is_there() && Clock::now() < until);
  return has_come;
}

void LiveGame::stay_alive() {
  if (has_hello_ && Clock::now() - said_at_ > kAlive)
    static_cast<void>(say(static_cast<uint8_t>(MessageKind::alive), {}));
}

void LiveGame::take_messages() {
  while (in_.size() - in_begin_ >= sizeof(MessageHeader)) {
    MessageHeader header;
    std::memcpy(&header, in_.data() + in_begin_, sizeof header);
    const bool is_known = header.kind() > MessageKind::none && header.kind() <= MessageKind::MAX;
    if (!is_known || header.bytes() > kMostMessage)
      return end("the game sends what is no message of its protocol");
    const size_t whole = sizeof header + header.bytes();
    if (in_.size() - in_begin_ < whole) return;
    // Tables are read where they are aligned.
    const std::vector<std::byte> bytes(in_.begin() + static_cast<std::ptrdiff_t>(in_begin_ + sizeof header),
                                       in_.begin() + static_cast<std::ptrdiff_t>(in_begin_ + whole));
    in_begin_ += whole;
    const bool had_hello = has_hello_;
    take_message(static_cast<uint8_t>(header.kind()), bytes);
    if (!fault_.empty() || had_hello != has_hello_) return;  // whoever joins may set `on_bytes` then
  }
}

void LiveGame::take_message(uint8_t kind, std::span<const std::byte> bytes) {
  switch (static_cast<MessageKind>(kind)) {
    case MessageKind::hello: {
      const auto* const hello = read_table<wire::Hello>(bytes);
      if (hello == nullptr) return end("the game's greeting is damaged");
      info_ = {text_of(hello->name()), text_of(hello->build()), hello->process(),    hello->frame(),
               hello->may_hold(),      hello->may_change(),     hello->may_reload(), hello->may_write()};
      viewers_ = hello->viewers();
      has_hello_ = true;
      return;
    }
    case MessageKind::refusal: {
      const auto* const refusal = read_table<wire::Refusal>(bytes);
      const std::string why = refusal == nullptr ? std::string() : text_of(refusal->why());
      return end(why.empty() ? "the game refuses this viewer" : why);
    }
    case MessageKind::records: {
      if (on_bytes) on_bytes(bytes);
      const record::ReadResult result = replay_.append(bytes);
      if (result != record::ReadResult::ok) end(record::describe(result));
      return;
    }
    case MessageKind::lost: {
      if (bytes.size() != sizeof(wire::LostNote))
        return end("the game sends what is no message of its protocol");
      wire::LostNote note;
      std::memcpy(&note, bytes.data(), sizeof note);
      lost_frames_ += note.frames();
      replay_.forget_partial_record();
      if (on_cut) on_cut();
      return;
    }
    case MessageKind::answer: {
      const auto* const answer = read_table<wire::Answer>(bytes);
      if (answer == nullptr || answers_.size() > kMostAnswers)
        return end("the game sends what is no message of its protocol");
      answers_.push_back(
          {answer->number(),
           {static_cast<Answer::Outcome>(answer->outcome()), text_of(answer->why()), answer->frame()}});
      return;
    }
    case MessageKind::news: {
      const auto* const news = read_table<wire::News>(bytes);
      if (news == nullptr) return end("the game sends what is no message of its protocol");
      is_held_ = news->is_held();
      was_let_go_ = news->held_too_long();
      viewers_ = news->viewers();
      return;
    }
    default: return;  // of viewers, or of a later version
  }
}

tl::expected<Answer, std::string> LiveGame::ask(const Command& command) {
  flatbuffers::FlatBufferBuilder builder;
  std::vector<flatbuffers::Offset<wire::Blob>> blobs;
  for (const auto& blob : command.blobs)
    blobs.push_back(wire::CreateBlob(builder, builder.CreateVector(blob)));
  const auto record =
      builder.CreateVector(reinterpret_cast<const uint8_t*>(command.record.data()), command.record.size());
  const auto all_blobs = builder.CreateVector(blobs);
  const wire::Id agent = id_of(command.agent), entity = id_of(command.entity);
  const wire::Axes axes(command.axes.x, command.axes.y, command.axes.z);
  const uint64_t number = next_command_++;
  builder.Finish(wire::CreateCommand(builder, number, static_cast<wire::Deed>(command.deed), command.frames,
                                     &agent, command.id, command.team, command.is_for_team, command.value,
                                     &axes, &entity, record, all_blobs));
  if (!say(static_cast<uint8_t>(MessageKind::command), bytes_of(builder)))
    return tl::unexpected(fault_.empty() ? std::string("the game has ended") : fault_);
  const auto until = Clock::now() + kMostWait;
  while (true) {
    const auto found = std::ranges::find(answers_, number, [](const auto& one) { return one.first; });
    if (found != answers_.end()) {
      Answer answer = std::move(found->second);
      answers_.erase(answers_.begin(), found + 1);  // they come in the order of the commands
      if (command.deed == Command::Deed::reload && answer) reloaded_at_ = replay_.frames().size();
      return answer;
    }
    if (!is_there()) return tl::unexpected(fault_.empty() ? std::string("the game has ended") : fault_);
    if (Clock::now() > until)
      return tl::unexpected(std::string("the game does not answer: it plays no frames"));
    static_cast<void>(take_in(Milliseconds(100)));
  }
}

}  // namespace ishi::live
