#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "fake_godot.h"

// The demo of bindings/godot, played over the extension: what its scripts and those of the add-on do, in C++,
// down to the order of additions where Godot multiplies transforms. Real Godot comes to the same states over
// the npm runtime (godot_test.mjs).

namespace fake_godot {

// The demo has sixty sheep, and one thread.
struct MeadowOptions {
  int flock = 60;
  int threads = 1;
  int threads_from = 1;
};

class Meadow {
 public:
  Meadow(Host& host, const std::vector<uint8_t>& blob, const MeadowOptions& options = {})
      : host_(host), runtime_(host.create("IshiRuntime")), flock_(options.flock) {
    require(call("open", {Any::dictionary({{"entities", std::max(128, flock_ + 2)},
                                           {"teams", 1},
                                           {"seed", 7},
                                           {"threads", options.threads},
                                           {"threads_from", options.threads_from}})}) == Any(true),
            "open");
    const Any asset = call("add_asset", {Any::bytes(blob)});
    const Any dogs = call("add_population", {asset, "dog", 64});
    characters_.push_back({{0, 0, 8}});
    enter(dogs, "dog");
    const Any sheep = call("add_population", {asset, "sheep", std::max(64, flock_)});
    for (int i = 0; i < flock_; ++i) {
      characters_.push_back({{static_cast<float>(i % 20 - 9.5), 0, static_cast<float>(3 * (i / 20) - 4)}});
      enter(sheep, "sheep");
    }
    for (int64_t number = 1; number <= flock_ + 1; ++number) {
      tell(number, "home", mirrored({}));
      const int i = static_cast<int>(number) - 2;
      if (number == 1) continue;
      tell(number, "wool", (i % 4) * 0.25);
      if (i % 3 == 1) tell(number, "lead", number - 1);
    }
  }
  ~Meadow() { host_.release(runtime_); }
  Meadow(const Meadow&) = delete;
  Meadow& operator=(const Meadow&) = delete;

  void step() {
    if (frame_ == 1800) require(call("set_shared", {"weather", -1, 1}) == Any(true), "set_shared");
    finish_due();
    std::vector<float> places;
    for (const Character& one : characters_) {
      const Vector3 at = one.position, z = one.backwards;
      places.insert(places.end(), {at.x, at.y, 0 - at.z, 0 - z.x, 0 - z.y, z.z});
    }
    ++frame_;
    const Any commands = call("run_frame", {16667, Any::floats(places)});
    require(commands.type == Type::array, "run_frame");
    for (const Any& command : commands.list) carry_out(command.list);
  }
  [[nodiscard]] std::string hash() { return call("state_hash", {}).text; }
  // A call of the game's own.
  Any call(const char* method, const std::vector<Any>& arguments) {
    CallError error{};
    Any result = host_.call(runtime_, method, arguments, error);
    require(error.kind == CallError::ok, method);
    return result;
  }
  [[nodiscard]] int bleats() const { return bleats_; }

 private:
  struct Character {
    Vector3 position{};
    Vector3 backwards{0, 0, 1};  // the last column of its basis
  };
  struct Due {
    int64_t token = 0, frame = 0;
  };

  static void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "the meadow: %s is refused\n", what);
    std::abort();
  }
  void enter(const Any& population, const char* thing) {
    const auto number = static_cast<int64_t>(characters_.size());
    const Vector3 back = characters_.back().backwards;
    const Any options = Any::dictionary({{"position", mirrored(characters_.back().position)},
                                         {"facing", Vector3{0 - back.x, 0 - back.y, back.z}},
                                         {"identity", number},
                                         {"thing", thing},
                                         {"team", 0}});
    require(call("spawn", {population, options}) == Any(number), "spawn");
  }
  void tell(int64_t number, const char* key, const Any& value) {
    require(call("set_key", {number, key, value}) == Any(true), key);
  }

  void finish_due() {
    std::vector<Due> over, rest;
    for (const Due& one : due_) (one.frame <= frame_ + 1 ? over : rest).push_back(one);
    due_ = rest;
    for (const Due& one : over) call("complete", {one.token, Any::dictionary({})});
  }
  void complete_after(int64_t token, double seconds) {
    due_.push_back({token, frame_ + std::max<int64_t>(1, std::llround(seconds / (1.0 / 60)))});
  }
  void carry_out(const std::vector<Any>& command) {
    const std::string& what = command[0].text;
    if (what == "start") {
      const std::string& task = command[3].text;
      const int64_t token = command[2].integer;
      if (task == "graze") complete_after(token, command[4].at("how_long").number);
      if (task == "rest") complete_after(token, 5);
      if (task == "bark") complete_after(token, 0.5);
      if (task == "bleat") call("complete", {token, Any::dictionary({})}), ++bleats_;
    } else if (what == "end") {
      std::erase_if(due_, [&](const Due& one) { return one.token == command[2].integer; });
    } else if (what == "moves") {
      const std::vector<float> moves = command[1].packed_floats();
      for (size_t k = 0; k < moves.size(); k += 8)
        move(characters_[static_cast<size_t>(moves[k])], mirrored({moves[k + 1], moves[k + 2], moves[k + 3]}),
             static_cast<double>(moves[k + 4]));
    }
  }

  // Godot's forward is -Z, the runtime's is +Z.
  static Vector3 mirrored(Vector3 point) { return {point.x, point.y, 0 - point.z}; }
  // IshiWorld._move_character: forward is -Z, and the parent's transform is the identity.
  static void move(Character& one, Vector3 heading, double speed) {
    if (speed <= 0 || heading == Vector3{}) return;
    const auto length = static_cast<float>(speed * (1.0 / 60));
    const Vector3 at = one.position;
    one.position =
        by_identity({at.x + heading.x * length, at.y + heading.y * length, at.z + heading.z * length});
    const float size = std::sqrt(heading.x * heading.x + heading.y * heading.y + heading.z * heading.z);
    one.backwards = by_identity(by_identity({-(heading.x / size), -(heading.y / size), -(heading.z / size)}));
  }
  // Adds the zeros that a product of matrices adds: they decide about the sign of zero.
  static Vector3 by_identity(Vector3 v) {
    return {v.x * 1 + v.y * 0 + v.z * 0, v.x * 0 + v.y * 1 + v.z * 0, v.x * 0 + v.y * 0 + v.z * 1};
  }

  Host& host_;
  Object* runtime_;
  int flock_;
  std::vector<Character> characters_;
  std::vector<Due> due_;
  int64_t frame_ = 0;
  int bleats_ = 0;
};

}  // namespace fake_godot
