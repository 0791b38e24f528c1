#include "value.h"

#include <cstring>

namespace ishi::godot {

Interface engine;

const char* find_functions(GetFunction get) {
#define ISHI_GODOT_FIND(result, name, parameters)                    \
  engine.name = reinterpret_cast<decltype(engine.name)>(get(#name)); \
  if (engine.name == nullptr) return #name;
  ISHI_GODOT_FUNCTIONS(ISHI_GODOT_FIND)
#undef ISHI_GODOT_FIND
  return nullptr;
}

namespace {

// A value of one type, such as a String, outside of a Variant.
class Typed {
 public:
  explicit Typed(Type type) : type_(type) { engine.variant_get_ptr_constructor(type, 0)(bytes_, nullptr); }
  Typed(Type type, const Value& from) : type_(type) {
    engine.get_variant_to_type_constructor(type)(bytes_, const_cast<Value*>(&from));
  }
  Typed(const Typed&) = delete;
  Typed& operator=(const Typed&) = delete;
  ~Typed() { engine.variant_get_ptr_destructor(type_)(bytes_); }
  [[nodiscard]] void* pointer() { return bytes_; }

 private:
  Type type_;
  alignas(8) std::byte bytes_[kLargestTypeBytes]{};
};

template <typename T>
T plain(Type type, const Value& from) {
  T result{};
  engine.get_variant_to_type_constructor(type)(&result, const_cast<Value*>(&from));
  return result;
}

}  // namespace

Value::Value(bool value) {
  Bool plain = value ? 1 : 0;
  engine.get_variant_from_type_constructor(Type::boolean)(bytes_, &plain);
}
Value::Value(int64_t value) { engine.get_variant_from_type_constructor(Type::integer)(bytes_, &value); }
Value::Value(double value) { engine.get_variant_from_type_constructor(Type::number)(bytes_, &value); }
Value::Value(ishi_vector3 point) { engine.get_variant_from_type_constructor(Type::vector3)(bytes_, &point); }
Value::Value(std::string_view text) {
  void* string = nullptr;
  engine.string_new_with_utf8_chars_and_len(&string, text.data(), static_cast<int64_t>(text.size()));
  engine.get_variant_from_type_constructor(Type::string)(bytes_, &string);
  engine.variant_get_ptr_destructor(Type::string)(&string);
}

Value Value::of_type(Type type, TypePointer value) {
  if (type == Type::nil) return *static_cast<const Value*>(value);  // of any type: it is a Variant
  Value result;
  engine.variant_destroy(result.bytes_);
  engine.get_variant_from_type_constructor(type)(result.bytes_, value);
  return result;
}

void Value::assign_to(Type type, TypePointer to) const {
  if (type == Type::nil) {
    *static_cast<Value*>(to) = *this;
    return;
  }
  if (type != Type::boolean && type != Type::integer && type != Type::number && type != Type::vector3)
    engine.variant_get_ptr_destructor(type)(to);
  engine.get_variant_to_type_constructor(type)(to, const_cast<Value*>(this));
}

Value Value::list(std::span<const Value> items) {
  Typed array(Type::array);
  Value result = of_type(Type::array, array.pointer());  // the same list
  const Value count(static_cast<int64_t>(items.size()));
  (void)result.call("resize", {&count, 1});
  for (size_t i = 0; i < items.size(); ++i)
    *static_cast<Value*>(engine.array_operator_index(array.pointer(), static_cast<int64_t>(i))) = items[i];
  return result;
}

Value Value::dictionary(std::span<const std::pair<std::string_view, Value>> entries) {
  Typed dictionary(Type::dictionary);
  for (const auto& [name, value] : entries) {
    const Value key(name);
    *static_cast<Value*>(engine.dictionary_operator_index(dictionary.pointer(), &key)) = value;
  }
  return of_type(Type::dictionary, dictionary.pointer());
}

Value Value::floats(std::span<const float> floats) {
  Typed empty(Type::packed_floats);
  const Value sized = of_type(Type::packed_floats, empty.pointer());
  const Value count(static_cast<int64_t>(floats.size()));
  (void)sized.call("resize", {&count, 1});
  Typed array(Type::packed_floats, sized);
  if (!floats.empty())
    std::memcpy(engine.packed_float32_array_operator_index(array.pointer(), 0), floats.data(),
                floats.size_bytes());
  return of_type(Type::packed_floats, array.pointer());
}

Value Value::object(ObjectPointer object) { return of_type(Type::object, &object); }

bool Value::is_number() const {
  const Type found = type();
  return found == Type::boolean || found == Type::integer || found == Type::number;
}
bool Value::boolean() const { return plain<Bool>(Type::boolean, *this) != 0; }
int64_t Value::integer() const { return plain<int64_t>(Type::integer, *this); }
double Value::number() const { return plain<double>(Type::number, *this); }
ishi_vector3 Value::point() const { return plain<ishi_vector3>(Type::vector3, *this); }

std::string Value::text() const {
  Typed string(Type::string, *this);
  const int64_t length = engine.string_to_utf8_chars(string.pointer(), nullptr, 0);
  std::string result(static_cast<size_t>(length > 0 ? length : 0), '\0');
  if (!result.empty()) engine.string_to_utf8_chars(string.pointer(), result.data(), length);
  return result;
}

std::vector<Value> Value::items() const {
  std::vector<Value> result;
  if (!is(Type::array)) return result;
  Typed array(Type::array, *this);
  const int64_t count = size();
  result.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i)
    result.push_back(*static_cast<Value*>(engine.array_operator_index(array.pointer(), i)));
  return result;
}

std::vector<std::pair<std::string, Value>> Value::entries() const {
  std::vector<std::pair<std::string, Value>> result;
  if (!is(Type::dictionary)) return result;
  Typed dictionary(Type::dictionary, *this);
  for (const Value& key : call("keys").items()) {
    // Keys that are no text are left out.
    if (!key.is(Type::string) && !key.is(Type::string_name)) continue;
    result.emplace_back(key.text(),
                        *static_cast<Value*>(engine.dictionary_operator_index(dictionary.pointer(), &key)));
  }
  return result;
}

std::vector<std::byte> Value::packed_bytes() const {
  std::vector<std::byte> result(static_cast<size_t>(size()));
  Typed array(Type::packed_bytes, *this);
  if (!result.empty())
    std::memcpy(result.data(), engine.packed_byte_array_operator_index_const(array.pointer(), 0),
                result.size());
  return result;
}
std::vector<float> Value::packed_floats() const {
  std::vector<float> result(static_cast<size_t>(size()));
  Typed array(Type::packed_floats, *this);
  if (!result.empty())
    std::memcpy(result.data(), engine.packed_float32_array_operator_index_const(array.pointer(), 0),
                result.size() * sizeof(float));
  return result;
}
std::vector<int64_t> Value::packed_integers() const {
  std::vector<int64_t> result(static_cast<size_t>(size()));
  Typed array(Type::packed_integers, *this);
  if (!result.empty())
    std::memcpy(result.data(), engine.packed_int64_array_operator_index_const(array.pointer(), 0),
                result.size() * sizeof(int64_t));
  return result;
}

void Value::swap(Value& other) noexcept {
  std::byte kept[kVariantBytes];
  std::memcpy(kept, bytes_, kVariantBytes);
  std::memcpy(bytes_, other.bytes_, kVariantBytes);
  std::memcpy(other.bytes_, kept, kVariantBytes);
}

Value Value::call(const char* method, std::span<const Value> arguments) const {
  Name name(method);
  std::vector<VariantPointer> pointers;
  for (const Value& argument : arguments) pointers.push_back(const_cast<Value*>(&argument));
  Value result;
  engine.variant_destroy(result.bytes_);
  CallError error{};
  engine.variant_call(const_cast<Value*>(this), name.pointer(), pointers.data(),
                      static_cast<int64_t>(pointers.size()), result.bytes_, &error);
  return result;
}
int64_t Value::size() const { return call("size").integer(); }

const char* a_type(Type type) {
  switch (type) {
    case Type::nil: return "null";
    case Type::boolean: return "a bool";
    case Type::integer: return "an int";
    case Type::number: return "a float";
    case Type::string: return "a String";
    case Type::vector3: return "a Vector3";
    case Type::string_name: return "a StringName";
    case Type::object: return "an Object";
    case Type::dictionary: return "a Dictionary";
    case Type::array: return "an Array";
    case Type::packed_bytes: return "a PackedByteArray";
    case Type::packed_integers: return "a PackedInt64Array";
    case Type::packed_floats: return "a PackedFloat32Array";
  }
  return "a value of another type";
}

}  // namespace ishi::godot
