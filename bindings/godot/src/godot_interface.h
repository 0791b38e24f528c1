#pragma once

#include <cstddef>
#include <cstdint>

// The part of Godot's interface for extensions that this extension uses, declared from its documentation:
// functions that the engine gives by name, structs that it fills or reads. Of a 64-bit engine with single
// precision; `ishi.gdextension` names its libraries for that alone.

namespace ishi::godot {

// Values of the engine, by pointer. "Uninitialised" memory is constructed by the call, all other is assigned
// to or read.
using VariantPointer = void*;
using TypePointer = void*;
using StringNamePointer = void*;
using ObjectPointer = void*;
using LibraryPointer = void*;
using InstancePointer = void*;
using Bool = uint8_t;

inline constexpr size_t kVariantBytes = 24;  // a type and two words, or a pointer
inline constexpr size_t kLargestTypeBytes = 16;

// Types of values; those between and after them are not used.
enum class Type : int32_t {
  nil = 0,
  boolean = 1,
  integer = 2,
  number = 3,
  string = 4,
  vector3 = 9,
  string_name = 21,
  object = 24,
  dictionary = 27,
  array = 28,
  packed_bytes = 29,
  packed_integers = 31,  // of 64 bits
  packed_floats = 32     // of 32 bits
};

enum class Level : int32_t { core = 0, servers = 1, scene = 2, editor = 3 };

struct Initialization {
  Level minimum_level;
  void* userdata;
  void (*initialize)(void* userdata, Level level);
  void (*deinitialize)(void* userdata, Level level);
};

struct CallError {
  enum Kind : int32_t {
    ok = 0,
    invalid_method = 1,
    invalid_argument = 2,
    too_many = 3,
    too_few = 4,
    no_instance = 5
  };
  Kind kind;
  int32_t argument;  // which one, from 0; of too_many and too_few what was expected
  int32_t expected;  // a Type
};

struct PropertyInfo {
  Type type;
  StringNamePointer name;
  StringNamePointer class_name;
  uint32_t hint;
  TypePointer hint_string;
  uint32_t usage;
};
inline constexpr uint32_t kUsualUsage = 6;            // stored, and shown in the editor
inline constexpr uint32_t kNilIsVariant = 1U << 17U;  // of a value of any type

using MethodCall = void (*)(void* userdata, InstancePointer, const VariantPointer* arguments, int64_t count,
                            VariantPointer result, CallError* error);
using MethodPointerCall = void (*)(void* userdata, InstancePointer, const TypePointer* arguments,
                                   TypePointer result);

struct MethodInfo {
  StringNamePointer name;
  void* userdata;
  MethodCall call;
  MethodPointerCall pointer_call;
  uint32_t flags;
  Bool has_result;
  PropertyInfo* result;
  int32_t result_metadata;
  uint32_t argument_count;
  PropertyInfo* arguments;
  int32_t* arguments_metadata;
  uint32_t default_count;
  VariantPointer* defaults;
};
inline constexpr uint32_t kNormalMethod = 1;

// The argument of classdb_register_extension_class2, which engines have from 4.2 on. Null functions are not
// overridden.
struct ClassInfo {
  Bool is_virtual;
  Bool is_abstract;
  Bool is_exposed;
  void* set;
  void* get;
  void* get_property_list;
  void* free_property_list;
  void* property_can_revert;
  void* property_get_revert;
  void* validate_property;
  void* notification;
  void* to_string;
  void* reference;
  void* unreference;
  ObjectPointer (*create_instance)(void* userdata);
  void (*free_instance)(void* userdata, InstancePointer);
  void* recreate_instance;
  void* get_virtual;
  void* get_virtual_call_data;
  void* call_virtual_with_data;
  void* get_rid;
  void* userdata;
};

struct Version {
  uint32_t major;
  uint32_t minor;
  uint32_t patch;
  const char* text;
};

using AnyFunction = void (*)();
using GetFunction = AnyFunction (*)(const char* name);
using FromType = void (*)(VariantPointer uninitialised, TypePointer value);
using ToType = void (*)(TypePointer uninitialised, VariantPointer value);
using Destructor = void (*)(TypePointer);
using GroupElement = void (*)(void* userdata, uint32_t element);
using Constructor = void (*)(TypePointer uninitialised, const TypePointer* arguments);

// The functions, by the engine's names: FUNCTION(result, name, parameters).
#define ISHI_GODOT_FUNCTIONS(FUNCTION)                                                                  \
  FUNCTION(void, get_godot_version, (Version * version))                                                \
  FUNCTION(void, print_error,                                                                           \
           (const char* words, const char* function, const char* file, int32_t line, Bool in_editor))   \
  FUNCTION(void, variant_new_copy, (VariantPointer uninitialised, const void* from))                    \
  FUNCTION(void, variant_new_nil, (VariantPointer uninitialised))                                       \
  FUNCTION(void, variant_destroy, (VariantPointer value))                                               \
  FUNCTION(Type, variant_get_type, (const void* value))                                                 \
  FUNCTION(void, variant_call,                                                                          \
           (VariantPointer self, const void* method, const VariantPointer* arguments, int64_t count,    \
            VariantPointer uninitialised, CallError* error))                                            \
  FUNCTION(FromType, get_variant_from_type_constructor, (Type type))                                    \
  FUNCTION(ToType, get_variant_to_type_constructor, (Type type))                                        \
  FUNCTION(Constructor, variant_get_ptr_constructor, (Type type, int32_t index))                        \
  FUNCTION(Destructor, variant_get_ptr_destructor, (Type type))                                         \
  FUNCTION(void, string_new_with_utf8_chars_and_len,                                                    \
           (TypePointer uninitialised, const char* text, int64_t bytes))                                \
  FUNCTION(int64_t, string_to_utf8_chars, (const void* text, char* bytes, int64_t room))                \
  FUNCTION(void, string_name_new_with_utf8_chars, (StringNamePointer uninitialised, const char* text))  \
  FUNCTION(VariantPointer, array_operator_index, (TypePointer array, int64_t index))                    \
  FUNCTION(VariantPointer, dictionary_operator_index, (TypePointer dictionary, const void* key))        \
  FUNCTION(const uint8_t*, packed_byte_array_operator_index_const, (const void* array, int64_t index))  \
  FUNCTION(float*, packed_float32_array_operator_index, (TypePointer array, int64_t index))             \
  FUNCTION(const float*, packed_float32_array_operator_index_const, (const void* array, int64_t index)) \
  FUNCTION(const int64_t*, packed_int64_array_operator_index_const, (const void* array, int64_t index)) \
  FUNCTION(ObjectPointer, classdb_construct_object, (const void* class_name))                           \
  FUNCTION(void, object_set_instance,                                                                   \
           (ObjectPointer object, const void* class_name, InstancePointer instance))                    \
  FUNCTION(void, classdb_register_extension_class2,                                                     \
           (LibraryPointer library, const void* name, const void* parent, const ClassInfo* info))       \
  FUNCTION(void, classdb_register_extension_class_method,                                               \
           (LibraryPointer library, const void* class_name, const MethodInfo* info))                    \
  FUNCTION(void, classdb_unregister_extension_class, (LibraryPointer library, const void* name))        \
  FUNCTION(ObjectPointer, global_get_singleton, (const void* name))                                     \
  FUNCTION(int64_t, worker_thread_pool_add_native_group_task,                                           \
           (ObjectPointer pool, GroupElement run, void* userdata, int elements, int tasks,              \
            Bool high_priority, const void* description))

struct Interface {
#define ISHI_GODOT_MEMBER(result, name, parameters) result(*name) parameters = nullptr;
  ISHI_GODOT_FUNCTIONS(ISHI_GODOT_MEMBER)
#undef ISHI_GODOT_MEMBER
};

}  // namespace ishi::godot
