#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "godot_interface.h"

// An engine that has nothing but Godot's interface for extensions: values, classes and calls, as the
// extension uses them. It abandons the program where the extension breaks a rule of the interface: reads a
// value that is not there, destroys one twice, asks for what does not exist. What it hands out is on the
// heap, so sanitizers see each byte that is wrong.

namespace fake_godot {

using ishi::godot::CallError;
using ishi::godot::Type;

struct Vector3 {
  float x = 0, y = 0, z = 0;
  friend bool operator==(const Vector3&, const Vector3&) = default;
};

// A Variant as the test sees it. In the engine's memory it is a type and a pointer to what it holds.
class Any {
 public:
  using List = std::vector<Any>;
  using Dictionary = std::vector<std::pair<Any, Any>>;

  Any() = default;
  Any(bool value) : type(Type::boolean), integer(value ? 1 : 0) {}
  Any(int value) : type(Type::integer), integer(value) {}
  Any(int64_t value) : type(Type::integer), integer(value) {}
  Any(double value) : type(Type::number), number(value) {}
  Any(const char* value) : type(Type::string), text(value) {}
  Any(std::string value) : type(Type::string), text(std::move(value)) {}
  Any(Vector3 value) : type(Type::vector3), point(value) {}
  Any(List value) : type(Type::array), list(std::move(value)) {}
  [[nodiscard]] static Any name(const char* value);
  [[nodiscard]] static Any dictionary(std::initializer_list<std::pair<std::string, Any>> entries);
  [[nodiscard]] static Any bytes(const std::vector<uint8_t>& bytes);
  [[nodiscard]] static Any floats(const std::vector<float>& floats);
  [[nodiscard]] static Any integers(const std::vector<int64_t>& integers);

  // An entry of a dictionary; null if it is not there.
  [[nodiscard]] const Any& at(std::string_view key) const;
  [[nodiscard]] std::vector<float> packed_floats() const;
  [[nodiscard]] std::string words() const;  // for messages

  Type type = Type::nil;
  int64_t integer = 0;
  double number = 0;
  std::string text{};  // of packed arrays their bytes
  Vector3 point{};
  List list{};
  Dictionary entries{};
  friend bool operator==(const Any&, const Any&) = default;
};

struct Object;

struct MethodRow {
  std::string name;
  std::string line;  // its declaration, as GDScript writes it
  std::vector<Type> arguments;
  Type result = Type::nil;
  bool has_result = false;
  void* userdata = nullptr;
  ishi::godot::MethodCall call = nullptr;
  ishi::godot::MethodPointerCall pointer_call = nullptr;
};

// The engine's WorkerThreadPool, which the singleton of that name is.
struct ThreadPool {
  // When the elements of a group run.
  enum class Order {
    as_they_come,  // on the pool's threads, at once
    last_first,    // the same, from the last element to the first
    while_waiting  // on the thread that waits, as in engines without threads
  };

  bool exists = true;  // false: there is no such singleton
  Order order = Order::as_they_come;
  std::function<bool()> refuses{};    // true: this group is refused
  std::function<void()> meanwhile{};  // what the waiting thread does before it waits
};

class Host {
 public:
  // Loads an extension through its entry, up to the level of editors. `lacks`: a function that this engine
  // does not have.
  explicit Host(const char* library, const std::string& lacks = {});
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  ~Host();

  [[nodiscard]] bool is_loaded() const { return is_loaded_; }
  [[nodiscard]] const std::vector<std::string>& printed() const;
  [[nodiscard]] const std::vector<MethodRow>& methods() const;
  // The number of the engine's values that live.
  [[nodiscard]] static int64_t values();
  // The pool from now on, and how many groups and elements it has run since.
  static void set_pool(ThreadPool pool);
  [[nodiscard]] static int64_t groups();
  [[nodiscard]] static int64_t elements();

  [[nodiscard]] Object* create(const char* class_name);
  void release(Object* object);
  // Calls a method as a script does, with Variants.
  Any call(Object* object, const std::string& method, const std::vector<Any>& arguments, CallError& error);
  // Calls a method as typed code does: the arguments have to fit.
  Any call_typed(Object* object, const std::string& method, const std::vector<Any>& arguments);

 private:
  bool is_loaded_ = false;
  ishi::godot::Initialization initialization_{};
};

}  // namespace fake_godot
