#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "godot_interface.h"
#include "ishi/c_api.h"

// Values of the engine as values of C++: a Value is a Variant of Godot, byte for byte, so a pointer that the
// engine gives is one, too.

namespace ishi::godot {

// The engine's functions. Set as the extension is loaded.
extern Interface engine;

// Finds the functions; the name of the first that the engine lacks, or null.
[[nodiscard]] const char* find_functions(GetFunction get);

class Value {
 public:
  Value() { engine.variant_new_nil(bytes_); }
  explicit Value(bool value);
  explicit Value(int64_t value);
  explicit Value(double value);
  explicit Value(std::string_view text);
  explicit Value(const char* text) : Value(std::string_view(text)) {}
  explicit Value(ishi_vector3 point);
  Value(const Value& from) { engine.variant_new_copy(bytes_, from.bytes_); }
  Value(Value&& from) noexcept : Value() { swap(from); }
  Value& operator=(Value from) noexcept { return swap(from), *this; }
  ~Value() { engine.variant_destroy(bytes_); }

  [[nodiscard]] static Value list(std::span<const Value> items);
  [[nodiscard]] static Value dictionary(std::span<const std::pair<std::string_view, Value>> entries);
  [[nodiscard]] static Value floats(std::span<const float> floats);
  // An object that is not counted, such as a singleton. Null: no object.
  [[nodiscard]] static Value object(ObjectPointer object);
  // From what a pointer call has in place of a Variant, and back: `to` is assigned to.
  [[nodiscard]] static Value of_type(Type type, TypePointer value);
  void assign_to(Type type, TypePointer to) const;
  // Calls a method of the value, by its name; null if the engine refuses the call.
  [[nodiscard]] Value call(const char* method, std::span<const Value> arguments = {}) const;

  [[nodiscard]] Type type() const { return engine.variant_get_type(bytes_); }
  [[nodiscard]] bool is(Type wanted) const { return type() == wanted; }
  [[nodiscard]] bool is_number() const;  // an integer, a float or a boolean
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] int64_t integer() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] ishi_vector3 point() const;
  // The elements of an array, and the entries of a dictionary; empty for any other type.
  [[nodiscard]] std::vector<Value> items() const;
  [[nodiscard]] std::vector<std::pair<std::string, Value>> entries() const;
  [[nodiscard]] std::vector<std::byte> packed_bytes() const;
  [[nodiscard]] std::vector<float> packed_floats() const;
  [[nodiscard]] std::vector<int64_t> packed_integers() const;

 private:
  void swap(Value& other) noexcept;
  [[nodiscard]] int64_t size() const;

  alignas(8) std::byte bytes_[kVariantBytes];
};
static_assert(sizeof(Value) == kVariantBytes);

// A type for messages, such as "an int".
[[nodiscard]] const char* a_type(Type type);

// A StringName of the engine.
class Name {
 public:
  explicit Name(const char* text) { engine.string_name_new_with_utf8_chars(&word_, text); }
  Name(const Name&) = delete;
  Name& operator=(const Name&) = delete;
  ~Name() { engine.variant_get_ptr_destructor(Type::string_name)(&word_); }
  [[nodiscard]] void* pointer() { return &word_; }

 private:
  void* word_ = nullptr;
};

}  // namespace ishi::godot
