#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "live/live_ants.h"
#include "live_generated.h"
#include "src/meeting_place.h"

// Peers that are hostile, broken or slow.

namespace ishi::live::attacks_test {
namespace {

namespace fs = std::filesystem;
using wire::MessageHeader;
using wire::MessageKind;

std::vector<std::byte> message(MessageKind kind, std::span<const std::byte> bytes) {
  const MessageHeader header(static_cast<uint32_t>(bytes.size()), kind, 0, 0);
  std::vector<std::byte> all(sizeof header + bytes.size());
  std::memcpy(all.data(), &header, sizeof header);
  if (!bytes.empty()) std::memcpy(all.data() + sizeof header, bytes.data(), bytes.size());
  return all;
}

std::vector<std::byte> join_message(uint32_t protocol, const std::string& secret) {
  flatbuffers::FlatBufferBuilder builder;
  builder.Finish(wire::CreateJoin(builder, protocol, builder.CreateString(secret), false));
  return message(MessageKind::join,
                 {reinterpret_cast<const std::byte*>(builder.GetBufferPointer()), builder.GetSize()});
}

std::vector<std::byte> command_message(wire::Deed deed) {
  flatbuffers::FlatBufferBuilder builder;
  wire::CommandBuilder command(builder);
  command.add_deed(deed);
  builder.Finish(command.Finish());
  return message(MessageKind::command,
                 {reinterpret_cast<const std::byte*>(builder.GetBufferPointer()), builder.GetSize()});
}

constexpr auto kProtocol = static_cast<uint32_t>(wire::Protocol::version);

// Sends bytes while the game plays, until all are gone or it closes; true if the game closed the connection.
bool is_thrown_out(LiveAnts& live, int socket, std::span<const std::byte> bytes, uint32_t frames = 50) {
  std::vector<std::byte> answers(4096);
  size_t sent = 0;
  for (uint32_t i = 0; i < frames; ++i) {
    if (sent < bytes.size()) {
      const ptrdiff_t count = send_some(socket, bytes.subspan(sent));
      if (count > 0) sent += static_cast<size_t>(count);
    }
    live.play();
    const ptrdiff_t count = receive_some(socket, answers);
    if (count == kClosed) return true;
  }
  return false;
}

struct Connection {
  int socket;
  explicit Connection(int made) : socket(made) { REQUIRE(socket >= 0); }
  ~Connection() { close_socket(socket); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
};

Result open_named(LiveAnts& live, const char* name) { return live.host.open(live.recorder, {.name = name}); }

}  // namespace

TEST_CASE("a socket file and its folder are their user's alone") {
  LiveAnts live(2);
  struct stat about;
  REQUIRE(::lstat(live.host.path(), &about) == 0);
  CHECK(S_ISSOCK(about.st_mode));
  CHECK((about.st_mode & 0777) == 0600);
  REQUIRE(::lstat(fs::path(live.host.path()).parent_path().c_str(), &about) == 0);
  CHECK((about.st_mode & 0777) == 0700);
  const std::string path = live.host.path();
  live.host.close();
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("what was planted where the socket file goes is left alone, and the game says so") {
  LiveAnts live(2);
  const std::string path = live.host.path();
  live.host.close();
  std::ofstream(path) << "planted";
  CHECK(open_named(live, "ants") == Result::path_taken);
  CHECK(fs::file_size(path) == 7);
  fs::remove(path);
  const std::string target = (live.folder.path / "target").string();
  std::ofstream(target) << "precious";
  fs::create_symlink(target, path);
  CHECK(open_named(live, "ants") == Result::path_taken);
  CHECK(fs::file_size(target) == 8);
  fs::remove(path);
  fs::create_symlink(live.folder.path / "nowhere", path);
  CHECK(open_named(live, "ants") == Result::path_taken);
  fs::remove(path);
  fs::create_directory(path);
  CHECK(open_named(live, "ants") == Result::path_taken);
  fs::remove(path);
  // The file of a game that has died makes room, that of one that lives does not.
  int listening = -1;
  REQUIRE(listen_at(path.c_str(), listening) == Result::ok);
  CHECK(open_named(live, "ants") == Result::path_taken);
  close_socket(listening);
  CHECK(open_named(live, "ants") == Result::ok);
}

TEST_CASE("a folder that is a link, open to others or no folder is refused by games and viewers") {
  LiveAnts live(2);
  const fs::path folder = fs::path(live.host.path()).parent_path();
  live.host.close();
  fs::permissions(folder, fs::perms::owner_all | fs::perms::group_read);
  CHECK(open_named(live, "ants") == Result::no_folder);
  CHECK_FALSE(running_games());
  fs::remove_all(folder);
  const fs::path other = live.folder.path / "other";
  fs::create_directory(other);
  fs::permissions(other, fs::perms::owner_all);
  fs::create_directory_symlink(other, folder);
  CHECK(open_named(live, "ants") == Result::no_folder);
  CHECK_FALSE(running_games());
  fs::remove(folder);
  std::ofstream(folder.string()) << "file";
  CHECK(open_named(live, "ants") == Result::no_folder);
  fs::remove(folder);
  CHECK(open_named(live, "ants") == Result::ok);
}

TEST_CASE("names and paths that no socket can have are refused") {
  LiveAnts live(2);
  for (const char* const name :
       {"", "../x", "a/b", "a-b", "1a", ".a", "a b", "abcdefghijklmnopqrstuvwxyzabcdefg"})
    CHECK(open_named(live, name) == Result::bad_options);
  CHECK(live.host.open(live.recorder, {.name = "a", .secret = "short"}) == Result::bad_options);
  CHECK(live.host.open(live.recorder, {.name = "a", .port = 80}) == Result::bad_options);
  CHECK(live.host.open(live.recorder, {.name = "a", .viewers = 0}) == Result::bad_options);
  CHECK(live.host.open(live.recorder, {.name = "a", .viewers = 17}) == Result::bad_options);
  const fs::path deep = live.folder.path / std::string(60, 'x') / std::string(60, 'y');
  fs::create_directories(deep);
  REQUIRE(::setenv("XDG_RUNTIME_DIR", deep.c_str(), 1) == 0);
  CHECK(open_named(live, "ants") == Result::path_too_long);
  REQUIRE(::setenv("XDG_RUNTIME_DIR", live.folder.path.c_str(), 1) == 0);
}

TEST_CASE("without a runtime folder the game goes to one of the user's own below TMPDIR") {
  LiveAnts live(2);
  REQUIRE(::unsetenv("XDG_RUNTIME_DIR") == 0);
  const char* const before = std::getenv("TMPDIR");
  const std::string old = before == nullptr ? "" : before;
  REQUIRE(::setenv("TMPDIR", live.folder.path.c_str(), 1) == 0);
  CHECK(open_named(live, "ants") == Result::ok);
  CHECK(std::string(live.host.path()).find("/ishi-" + std::to_string(::geteuid()) + "/ants-") !=
        std::string::npos);
  live.host.close();
  if (old.empty())
    ::unsetenv("TMPDIR");
  else
    ::setenv("TMPDIR", old.c_str(), 1);
  REQUIRE(::setenv("XDG_RUNTIME_DIR", live.folder.path.c_str(), 1) == 0);
}

TEST_CASE("a process of another user cannot join, even where the folder lets it") {
  if (::geteuid() != 0) return;  // only root can become another one
  LiveAnts live(2);
  const std::string path = live.host.path();
  const auto knock = [&](bool is_open) {
    const fs::path folder = fs::path(path).parent_path();
    if (is_open) {
      fs::permissions(live.folder.path, fs::perms::all);
      fs::permissions(folder, fs::perms::all);
      fs::permissions(path, fs::perms::all);
    }
    const pid_t child = ::fork();
    if (child == 0) {
      if (::setuid(65534) != 0) ::_exit(9);
      const int socket = connect_to(path.c_str());
      if (socket < 0) ::_exit(1);
      std::byte bytes[8];
      for (int i = 0; i < 1000; ++i) {
        if (receive_some(socket, bytes) == kClosed) ::_exit(2);
        ::usleep(1000);
      }
      ::_exit(3);
    }
    int status = 0;
    for (int i = 0; i < 5000 && ::waitpid(child, &status, WNOHANG) == 0; ++i) {
      live.play();
      ::usleep(1000);
    }
    return WEXITSTATUS(status);
  };
  CHECK(knock(false) == 1);
  CHECK(knock(true) == 2);
  CHECK(live.host.counters().refused == 1);
  CHECK(live.host.counters().joined == 0);
}

TEST_CASE("messages that are malformed end the connection, and the game plays on") {
  LiveAnts live(4);
  const auto attack = [&](const std::vector<std::byte>& bytes) {
    const Connection one(connect_to(live.host.path()));
    return is_thrown_out(live, one.socket, bytes);
  };
  const std::vector<std::byte> joins = join_message(kProtocol, "");
  const auto joined_and = [&](const std::vector<std::byte>& bytes) {
    std::vector<std::byte> all = joins;
    all.insert(all.end(), bytes.begin(), bytes.end());
    return all;
  };
  const std::string http = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n";
  std::vector<std::byte> page(http.size());
  std::memcpy(page.data(), http.data(), http.size());
  CHECK(attack(page));                               // a web page
  CHECK(attack(message(MessageKind::command, {})));  // before it has joined
  CHECK(attack(message(MessageKind::hello, {})));
  CHECK(attack(message(MessageKind::join, std::vector<std::byte>(100, std::byte{0xff}))));
  CHECK(attack(message(MessageKind::join, std::vector<std::byte>(5000))));
  CHECK(attack(join_message(kProtocol + 1, "")));
  CHECK(attack(joined_and(joins)));
  CHECK(attack(joined_and(message(MessageKind::command, std::vector<std::byte>(3)))));
  CHECK(attack(joined_and(message(MessageKind::command, std::vector<std::byte>(5000, std::byte{0xfe})))));
  CHECK(attack(joined_and(message(MessageKind::records, {}))));
  MessageHeader huge(0xffff'ffff, MessageKind::command, 0, 0);
  std::vector<std::byte> bytes(sizeof huge);
  std::memcpy(bytes.data(), &huge, sizeof huge);
  CHECK(attack(joined_and(bytes)));
  huge = MessageHeader(0, MessageKind::alive, 1, 0);
  std::memcpy(bytes.data(), &huge, sizeof huge);
  CHECK(attack(joined_and(bytes)));
  // Truncated anywhere, and then silent: it waits for the rest, and is sent away.
  for (size_t size = 0; size < joins.size(); size += 5) {
    const Connection one(connect_to(live.host.path()));
    CHECK_FALSE(is_thrown_out(live, one.socket, std::span(joins).first(size), 3));
  }
  CHECK(live.host.counters().refused >= 12);
  Watcher* const none = nullptr;
  static_cast<void>(none);
  live.run();
  Watcher watcher(live.address());
  watcher.watch(5);
  CHECK_FALSE(watcher.has_differed);
}

TEST_CASE("a command of which any byte is another one harms nobody") {
  LiveAnts live(4);
  std::vector<std::byte> command;
  {
    flatbuffers::FlatBufferBuilder builder;
    const wire::Id agent(live.ants.agents[1].index, live.ants.agents[1].generation);
    const wire::Axes axes(1, 2, 3);
    const std::vector<uint8_t> record(8, 1);
    const auto blob = wire::CreateBlob(builder, builder.CreateVector(record));
    const auto blobs = builder.CreateVector(std::vector{blob});
    builder.Finish(wire::CreateCommand(builder, 1, wire::Deed::set_key, 1, &agent,
                                       id_of("blackboard", "food"), 0, false, 0.5, &axes, &agent,
                                       builder.CreateVector(record), blobs));
    command = message(MessageKind::command,
                      {reinterpret_cast<const std::byte*>(builder.GetBufferPointer()), builder.GetSize()});
  }
  std::mt19937 random(7);
  for (uint32_t i = 0; i < 400; ++i) {
    std::vector<std::byte> all = join_message(kProtocol, "");
    std::vector<std::byte> changed = command;
    const size_t at = sizeof(MessageHeader) + random() % (changed.size() - sizeof(MessageHeader));
    changed[at] = static_cast<std::byte>(random());
    // A hold gets no answer.
    all.insert(all.end(), changed.begin(), changed.end());
    const Connection one(connect_to(live.host.path()));
    const std::vector<std::byte> lets_go = command_message(wire::Deed::go_on);
    all.insert(all.end(), lets_go.begin(), lets_go.end());
    static_cast<void>(is_thrown_out(live, one.socket, all, 3));
  }
  CHECK_FALSE(live.ants.is_refused);
  CHECK(live.host.counters().commands > 300);
}

TEST_CASE("a port takes whoever knows the secret, and nobody after ten thousand guesses") {
  const std::string secret = "correct horse battery";
  LiveAnts live(2, {.dashcam_seconds = 5}, {.secret = secret.c_str()});
  REQUIRE(live.host.port() != 0);
  std::mt19937 random(3);
  uint32_t refused = 0;
  for (uint32_t i = 0; i < 10'000; ++i) {
    std::string guess = i == 0 ? "" : secret;
    if (i > 0) guess[random() % guess.size()] ^= static_cast<char>(1 + random() % 15);
    if (i % 3 == 1) guess.resize(random() % guess.size());
    if (i % 7 == 2) guess += "x";
    const int socket = connect_to_port(live.host.port());
    REQUIRE(socket >= 0);
    const std::vector<std::byte> said = join_message(kProtocol, guess);
    REQUIRE(send_some(socket, said) > 0);
    static_cast<void>(live.host.between_frames(live.ants.world));
    refused += static_cast<uint32_t>(live.host.counters().joined == 0 ? 1 : 0);
    close_socket(socket);
  }
  CHECK(refused == 10'000);
  for (uint32_t i = 0; i < 10; ++i) live.play();
  live.run();
  record::Replay replay;
  record::Replay::open_stream({}, replay);
  const auto wrong = LiveGame::join({.path = {}, .port = live.host.port(), .secret = "wrong"}, false, replay);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error() == "the secret is another one");
  Watcher watcher({.path = {}, .port = live.host.port(), .secret = secret});
  watcher.watch(10);
  CHECK_FALSE(watcher.has_differed);
  // The socket file needs none.
  Watcher other(live.address());
  other.watch(10);
}

TEST_CASE("strangers at the port leave room for the socket file, and are sent away after two seconds") {
  LiveAnts live(2, {.dashcam_seconds = 5}, {.secret = "0123456789abcdef"});
  std::vector<std::unique_ptr<Connection>> strangers;
  for (uint32_t i = 0; i < 8; ++i) {
    strangers.push_back(std::make_unique<Connection>(connect_to_port(live.host.port())));
    live.play();
  }
  live.run();
  {
    Watcher watcher(live.address());
    watcher.watch(5);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(2500));
  Watcher watcher({.path = {}, .port = live.host.port(), .secret = "0123456789abcdef"});
  watcher.watch(5);
}

TEST_CASE("a viewer that never reads makes the game wait for nothing") {
  LiveAnts live(100, {.dashcam_seconds = 5});
  const Connection silent(connect_to(live.host.path()));
  const std::vector<std::byte> joins = join_message(kProtocol, "");
  REQUIRE(send_some(silent.socket, joins) == static_cast<ptrdiff_t>(joins.size()));
  for (uint32_t i = 0; i < 3'000; ++i) live.play();
  CHECK(live.host.counters().joined == 1);
  CHECK(live.host.counters().left == 0);
  CHECK(live.longest_microseconds < 200'000);
  WARN("the longest call of between_frames took " << live.longest_microseconds << " us");
}

TEST_CASE("a flood of commands is carried out some at a time, and answered") {
  LiveAnts live(2, {.dashcam_seconds = 5});
  const Connection flood(connect_to(live.host.path()));
  const std::vector<std::byte> joins = join_message(kProtocol, "");
  REQUIRE(send_some(flood.socket, joins) > 0);
  std::vector<std::byte> many;
  const std::vector<std::byte> one = command_message(wire::Deed::think);
  for (uint32_t i = 0; i < 2'000; ++i) many.insert(many.end(), one.begin(), one.end());
  size_t sent = 0;
  std::vector<std::byte> answers(1 << 16);
  for (uint32_t frame = 0; frame < 1'000; ++frame) {
    const uint64_t before = live.host.counters().commands;
    const ptrdiff_t count = send_some(flood.socket, std::span(many).subspan(sent % many.size()));
    if (count > 0)
      sent += static_cast<size_t>(count) / one.size() * one.size() == static_cast<size_t>(count)
                  ? static_cast<size_t>(count)
                  : 0;
    if (count > 0 && static_cast<size_t>(count) % one.size() != 0)
      break;  // the rest of a message would follow
    live.play();
    CHECK(live.host.counters().commands - before <= 32);
    static_cast<void>(receive_some(flood.socket, answers));
  }
  CHECK(live.host.counters().commands > 100);
  CHECK(live.longest_microseconds < 200'000);
}

TEST_CASE("a game that forks is watched in the parent alone") {
  LiveAnts live(2);
  const pid_t child = ::fork();
  if (child == 0) {
    for (uint32_t i = 0; i < 10; ++i) live.play();
    live.host.close();
    ::_exit(fs::exists(live.folder.path / "ishi") ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(fs::exists(live.host.path()));
  live.run();
  Watcher watcher(live.address());
  watcher.watch(5);
}

TEST_CASE("a viewer that leaves while the game sends raises no signal") {
  LiveAnts live(50);
  for (uint32_t i = 0; i < 20; ++i) {
    const Connection one(connect_to(live.host.path()));
    const std::vector<std::byte> joins = join_message(kProtocol, "");
    REQUIRE(send_some(one.socket, joins) > 0);
    live.play();
    live.play();
    ::shutdown(one.socket, SHUT_RDWR);
    live.play();
  }
  for (uint32_t i = 0; i < 5; ++i) live.play();
  CHECK(live.host.counters().joined == 20);
  CHECK(live.host.counters().left == 20);
}

namespace {

struct Counted {
  std::atomic<uint64_t> blocks{0};
  [[nodiscard]] Allocator allocator() {
    return {this,
            [](void* context, size_t bytes, size_t alignment) {
              ++static_cast<Counted*>(context)->blocks;
              return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
            },
            [](void*, void* memory, size_t, size_t) { std::free(memory); }};
  }
};

}  // namespace

TEST_CASE("a watched and commanded game allocates nothing after its host was opened") {
  Counted of_host, of_recorder;
  const bool is_dashcam = GENERATE(true, false);
  record::RecorderOptions recorded{.allocator = of_recorder.allocator()};
  if (is_dashcam) recorded.dashcam_seconds = 20, recorded.only_watched = true;
  LiveAnts live(30, recorded, {.allocator = of_host.allocator()});
  const uint64_t host = of_host.blocks, recorder = of_recorder.blocks;
  REQUIRE(host > 0);
  live.run();
  for (uint32_t round = 0; round < 3; ++round) {
    Watcher watcher(live.address());
    watcher.watch(20);
    REQUIRE(watcher.game->ask({.deed = Command::Deed::set_key,
                               .agent = live.ants.agents[0],
                               .id = id_of("blackboard", "found"),
                               .value = 3}));
    watcher.watch(40);
  }
  live.stop();
  CHECK(of_host.blocks == host);
  CHECK(of_recorder.blocks == recorder);
}

}  // namespace ishi::live::attacks_test
