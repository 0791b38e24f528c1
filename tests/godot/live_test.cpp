#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <vector>

#include "fake_godot.h"

// `ishi live` looks into a game over the extension: viewers find it, change keys and hold it, and it comes to
// the same states as one that nobody looks into.
//
// usage: godot_live_test LIBRARY GUARD.ishi ISHI GUARD.ishi.yaml; sockets are made below XDG_RUNTIME_DIR

namespace {

using namespace fake_godot;

int failures = 0;
void expect(bool holds, const std::string& what, const std::string& found = {}) {
  if (holds) return;
  ++failures;
  std::printf("FAILED: %s%s%s\n", what.c_str(), found.empty() ? "" : ": ", found.c_str());
}

class Game {
 public:
  Game(Host& host, const std::vector<uint8_t>& blob, const char* name)
      : host_(host), object_(host.create("IshiRuntime")) {
    call("open", {Any::dictionary({{"entities", 8}, {"teams", 1}, {"seed", 1}})});
    call("add_asset", {Any::bytes(blob)});
    call("add_population", {1, "guard", 4});
    call("spawn", {1, Any::dictionary({{"position", Vector3{}}, {"thing", "person"}, {"identity", 1}})});
    if (name == nullptr) return;
    path_ = call("start_live", {name, true, true}).text;
    expect(!path_.empty(), "viewers can look into the game", call("get_error", {}).text);
  }
  ~Game() { host_.release(object_); }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  Any call(const std::string& method, const std::vector<Any>& arguments) {
    CallError error{};
    Any result = host_.call(object_, method, arguments, error);
    expect(error.kind == CallError::ok, method + " takes these arguments");
    return result;
  }
  Any frame() { return call("run_frame", {16667, Any::floats({0, 0, 0, 0, 0, 1})}); }
  // Plays for a second and completes a task whenever it starts or is to end: true if it has started.
  bool starts(const std::string& task) {
    bool has_started = false;
    for (int i = 0; i < 60; ++i) {
      for (const Any& command : frame().list) {
        const std::string& kind = command.list[0].text;
        if ((kind != "start" && kind != "end") || command.list[3].text != task) continue;
        has_started |= kind == "start";
        call("complete", {command.list[2], Any::dictionary({})});
      }
    }
    return has_started;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

  // Plays while the tool runs, which has to succeed.
  void look(const char* tool, std::initializer_list<std::string> options) {
    std::vector<std::string> words{tool, "live"};
    words.insert(words.end(), options);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      execv(tool, arguments.data());
      _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
      frame();
      usleep(1000);
    }
    expect(status == 0, "`ishi live` succeeds", words.back());
  }

 private:
  Host& host_;
  Object* object_;
  std::string path_;
};

// A version of the behaviour in which agents hide below another limit of `hp`.
std::string changed_source(const char* source, const std::string& limit) {
  std::ifstream file(source);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string condition = "hp < 10";
  text.replace(text.find(condition), condition.size(), "hp < " + limit);
  const std::string path = std::string(std::getenv("XDG_RUNTIME_DIR")) + "/guard.ishi.yaml";
  std::ofstream(path) << text;
  return path;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) return 2;
  std::ifstream file(arguments[2], std::ios::binary);
  const std::vector<uint8_t> blob{std::istreambuf_iterator<char>(file), {}};
  Host host(arguments[1]);
  {
    Game game(host, blob, "night");
    expect(game.path() == "night-" + std::to_string(getpid()), "it has the name of the game", game.path());
    game.look(arguments[3], {game.path()});
    game.look(arguments[3], {game.path(), "--agent", "guard#1", "--set", "hp=30"});
    expect(game.call("get_key", {1, "hp"}) == Any(30.0), "a viewer has changed a key");
    game.look(arguments[3], {game.path(), "--step", "3"});
    // Versions that viewers bring.
    for (const char* limit : {"20", "35"}) {
      game.call("set_key", {1, "hp", 40});
      const std::string source = changed_source(arguments[4], limit);
      game.look(arguments[3], {game.path(), "--reload", source});
      std::remove(source.c_str());
      expect(game.call("get_key", {1, "hp"}) == Any(40.0), "the state is kept");
      expect(!game.starts("hide"), "it does not hide above the limit");
      game.call("set_key", {1, "hp", limit == std::string("20") ? 15 : 30});
      expect(game.starts("hide"), "the version of the viewer decides");
    }
    // A version that the game loads itself, while viewers may look.
    expect(game.call("reload", {1, Any::bytes(blob)}) == Any(true), "it is loaded again");
    expect(!game.starts("hide"), "the version of the game decides");
    game.look(arguments[3], {game.path(), "--agent", "guard#1", "--set", "hp=40"});
    expect(game.call("get_key", {1, "hp"}) == Any(40.0), "viewers see the new version");
    // Two worlds of one name.
    Game other(host, blob, "night");
    expect(other.path() == "night.2-" + std::to_string(getpid()), "the second one is NAME.2", other.path());
    other.look(arguments[3], {other.path()});
    game.call("stop_live", {});
    game.call("stop_live", {});
    game.frame();
    expect(game.call("start_live", {"day", true, true}).text == "day-" + std::to_string(getpid()),
           "it is switched on again");
  }
  {
    // The last seconds are written, with and without viewers, and played again.
    Game game(host, blob, nullptr);
    expect(game.call("keep_recording", {5.0}) == Any(true), "the last seconds are kept");
    game.call("start_live", {"night", true, true});
    game.call("set_key", {1, "hp", 5});
    for (int frame = 0; frame < 100; ++frame) game.frame();
    expect(game.call("keep_recording", {2.0}) == Any(false), "not while viewers can look in");
    game.call("stop_live", {});
    game.frame();
    const std::string path = std::string(std::getenv("XDG_RUNTIME_DIR")) + "/night.ishirec";
    expect(game.call("write_recording", {path}) == Any(true), "they are written",
           game.call("get_error", {}).text);
    expect(
        std::system(
            (std::string(arguments[3]) + " replay " + path + " | grep -q 'is played as it was'").c_str()) ==
            0,
        "they are played as they were");
    expect(game.call("write_recording", {"/nowhere/at/all.ishirec"}) == Any(false), "a file that cannot be");
    expect(game.call("keep_recording", {0.0}) == Any(true), "nothing is kept any more");
    expect(game.call("write_recording", {path}) == Any(false), "there is nothing to write");
    std::remove(path.c_str());
  }
  std::string hashes[2];
  for (int i = 0; i < 2; ++i) {
    Game game(host, blob, i == 0 ? "night" : nullptr);
    for (int frame = 0; frame < 100; ++frame) game.frame();
    hashes[i] = game.call("state_hash", {}).text;
  }
  expect(hashes[0] == hashes[1], "a game into which one can look is the same game",
         hashes[0] + " " + hashes[1]);
  return failures == 0 ? 0 : 1;
}
