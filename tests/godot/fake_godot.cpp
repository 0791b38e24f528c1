#include "fake_godot.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace fake_godot {

using namespace ishi::godot;

struct Object {
  std::string class_name;
  std::string extension_class;
  InstancePointer instance = nullptr;
};

namespace {

[[noreturn]] void broken(const std::string& rule) {
  std::fprintf(stderr, "the extension breaks a rule of the interface: %s\n", rule.c_str());
  std::abort();
}
void require(bool holds, const char* rule) {
  if (!holds) broken(rule);
}

// --- values: whatever it is, a word that points to a block on the heap, which knows that it is one

// True on the threads of the pool, which touch no value of the engine.
thread_local bool is_pool_thread = false;

constexpr uint64_t kLives = 0x1517'11fe'0000'0001U, kIsDead = 0xdead'dead'dead'deadU;
int64_t blocks = 0;

// The contents that copies of an Array or a Dictionary share.
struct Shared {
  std::vector<void*> items;  // Variants, on the heap
  std::vector<void*> keys;
};
struct Block {
  uint64_t magic = kLives;
  Type type = Type::nil;
  int64_t integer = 0;
  double number = 0;
  std::string text{};
  Vector3 point{};
  Object* object = nullptr;
  std::shared_ptr<Shared> shared{};
  std::vector<char> packed{};  // a copy that is handed out, so that reading past its end is seen
};

Block* make(Type type) {
  require(!is_pool_thread, "an element of a group makes no value");
  ++blocks;
  Block* block = new Block;
  block->type = type;
  return block;
}
void unmake(Block* block);

// A Variant in the engine's memory: its type, and its block unless it is null. Constructed memory says so.
struct Cell {
  int32_t type;
  uint32_t magic;
  Block* block;
  void* unused;
};
static_assert(sizeof(Cell) == kVariantBytes);
constexpr uint32_t kConstructed = 0xc0de'c0deU;

Cell& cell(const void* pointer) {
  require(pointer != nullptr, "a null pointer is no Variant");
  require(!is_pool_thread, "an element of a group reads no value");
  Cell& found = *static_cast<Cell*>(const_cast<void*>(pointer));
  require(found.magic == kConstructed, "a Variant is read that was not constructed, or is destroyed");
  return found;
}
Block& block(const Cell& of) {
  require(of.block != nullptr && of.block->magic == kLives, "the value of a Variant is gone");
  return *of.block;
}
void construct(void* at, Type type, Block* block) {
  *static_cast<Cell*>(at) = {static_cast<int32_t>(type), kConstructed, block, nullptr};
}
void destroy(void* at) {
  Cell& found = cell(at);
  if (found.block != nullptr) unmake(&block(found));
  found.magic = 0;
}
Block* copy(const Block& from) {
  Block* made = make(from.type);
  made->integer = from.integer, made->number = from.number, made->text = from.text, made->point = from.point,
  made->object = from.object, made->shared = from.shared;
  return made;
}
void unmake(Block* block) {
  require(block->magic == kLives, "a value is destroyed twice");
  if (block->shared.use_count() == 1) {
    for (auto* list : {&block->shared->items, &block->shared->keys})
      for (void* item : *list) destroy(item), delete static_cast<Cell*>(item);
  }
  block->magic = kIsDead;
  --blocks;
  delete block;
}

bool is_packed(Type type) {
  return type == Type::packed_bytes || type == Type::packed_integers || type == Type::packed_floats;
}
size_t item_bytes(Type type) { return type == Type::packed_bytes ? 1 : type == Type::packed_floats ? 4 : 8; }

// --- between the test's values and the engine's

Block* block_of(const Any& value) {
  if (value.type == Type::nil) return nullptr;
  Block* made = make(value.type);
  made->integer = value.integer, made->number = value.number, made->text = value.text,
  made->point = value.point;
  if (value.type == Type::array || value.type == Type::dictionary) made->shared = std::make_shared<Shared>();
  const auto put = [](std::vector<void*>& list, const Any& item) {
    list.push_back(new Cell);
    construct(list.back(), item.type, block_of(item));
  };
  for (const Any& item : value.list) put(made->shared->items, item);
  for (const auto& [key, item] : value.entries) put(made->shared->keys, key), put(made->shared->items, item);
  return made;
}

Any any_of(Type type, const Block* from) {
  Any value;
  value.type = type;
  if (from == nullptr) return value;
  value.integer = from->integer, value.number = from->number, value.text = from->text,
  value.point = from->point;
  if (from->shared == nullptr) return value;
  for (size_t i = 0; i < from->shared->items.size(); ++i) {
    const auto any_at = [](void* pointer) {
      return any_of(static_cast<Type>(cell(pointer).type), cell(pointer).block);
    };
    if (type == Type::array)
      value.list.push_back(any_at(from->shared->items[i]));
    else
      value.entries.emplace_back(any_at(from->shared->keys[i]), any_at(from->shared->items[i]));
  }
  return value;
}

// A Variant on the heap for the time of a call.
class Temporary {
 public:
  explicit Temporary(const Any& value) { construct(cell_, value.type, block_of(value)); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() { destroy(cell_), delete cell_; }
  [[nodiscard]] void* pointer() const { return cell_; }
  [[nodiscard]] Any any() const { return any_of(static_cast<Type>(cell(cell_).type), cell(cell_).block); }

 private:
  Cell* cell_ = new Cell;
};

// --- values of a type: plain ones as they are, others as a word that points to their block

void type_to_plain(Type type, void* at, const Block* from, Type of) {
  const double number = of == Type::number ? from->number
                        : of == Type::nil  ? 0
                                           : static_cast<double>(from->integer);
  switch (type) {
    case Type::boolean: *static_cast<uint8_t*>(at) = number != 0 ? 1 : 0; return;
    case Type::integer: {
      // The engine's processor converts numbers that do not fit in this way.
      const bool fits = number > -9.2e18 && number < 9.2e18;
      *static_cast<int64_t*>(at) = of != Type::number ? from == nullptr ? 0 : from->integer
                                   : fits             ? static_cast<int64_t>(number)
                                                      : INT64_MIN;
      return;
    }
    case Type::number: *static_cast<double*>(at) = number; return;
    case Type::vector3: *static_cast<Vector3*>(at) = of == type ? from->point : Vector3{}; return;
    default: broken("a type that is not plain");
  }
}
bool is_plain(Type type) {
  return type == Type::boolean || type == Type::integer || type == Type::number || type == Type::vector3;
}

Block*& word(const void* at) {
  require(at != nullptr, "a null pointer is no value");
  return *static_cast<Block**>(const_cast<void*>(at));
}
Block& typed(const void* at, Type type, const char* rule) {
  Block* found = word(at);
  require(found != nullptr && found->magic == kLives && found->type == type, rule);
  return *found;
}

template <Type type>
void from_type(VariantPointer at, TypePointer value) {
  Block* made = nullptr;
  if constexpr (type == Type::boolean || type == Type::integer || type == Type::number ||
                type == Type::vector3) {
    made = make(type);
    if constexpr (type == Type::boolean) made->integer = *static_cast<uint8_t*>(value);
    if constexpr (type == Type::integer) made->integer = *static_cast<int64_t*>(value);
    if constexpr (type == Type::number) made->number = *static_cast<double*>(value);
    if constexpr (type == Type::vector3) made->point = *static_cast<Vector3*>(value);
  } else if constexpr (type == Type::object) {
    made = make(type);
    made->object = *static_cast<Object**>(value);
  } else {
    made = copy(typed(value, type, "a value of another type is put into a Variant"));
  }
  construct(at, type, made);
}
template <Type type>
void to_type(TypePointer at, VariantPointer value) {
  const Cell& from = cell(value);
  const Type of = static_cast<Type>(from.type);
  if (is_plain(type)) return type_to_plain(type, at, from.block, of);
  // A value of another type becomes an empty one; a StringName becomes a String.
  const bool fits = of == type || (type == Type::string && of == Type::string_name);
  Block* made = fits ? copy(block(from)) : make(type);
  made->type = type;
  if (!fits && (type == Type::array || type == Type::dictionary)) made->shared = std::make_shared<Shared>();
  word(at) = made;
}
template <Type type>
void construct_empty(TypePointer at, const TypePointer*) {
  Block* made = make(type);
  if (type == Type::array || type == Type::dictionary) made->shared = std::make_shared<Shared>();
  word(at) = made;
}
template <Type type>
void destroy_type(TypePointer at) {
  unmake(&typed(at, type, "a value of another type is destroyed"));
  word(at) = nullptr;
}

template <typename Function, template <Type> typename Table>
Function by_type(Type type) {
  switch (type) {
    case Type::boolean: return Table<Type::boolean>::function;
    case Type::integer: return Table<Type::integer>::function;
    case Type::number: return Table<Type::number>::function;
    case Type::string: return Table<Type::string>::function;
    case Type::vector3: return Table<Type::vector3>::function;
    case Type::string_name: return Table<Type::string_name>::function;
    case Type::object: return Table<Type::object>::function;
    case Type::dictionary: return Table<Type::dictionary>::function;
    case Type::array: return Table<Type::array>::function;
    case Type::packed_bytes: return Table<Type::packed_bytes>::function;
    case Type::packed_integers: return Table<Type::packed_integers>::function;
    case Type::packed_floats: return Table<Type::packed_floats>::function;
    default: broken("a function for a type that is not used");
  }
}
template <Type type>
struct FromTable {
  static constexpr FromType function = from_type<type>;
};
template <Type type>
struct ToTable {
  static constexpr ToType function = to_type<type>;
};
template <Type type>
struct ConstructTable {
  static constexpr Constructor function = construct_empty<type>;
};
template <Type type>
struct DestroyTable {
  static constexpr Destructor function = destroy_type<type>;
};

std::string text_of(const void* name, Type type) {
  return typed(name, type, type == Type::string ? "this is no String" : "this is no StringName").text;
}

// --- the functions

struct Group {
  GroupElement run = nullptr;
  void* userdata = nullptr;
  uint32_t elements = 0;
  std::vector<std::thread> threads{};
};
struct Engine {
  std::vector<std::string> printed;
  std::map<std::string, ClassInfo> classes;
  std::vector<MethodRow> methods;
  std::string lacks;
} engine_state;

// The pool outlives extensions. Its threads are as many as a group has elements.
struct PoolState {
  ThreadPool how{};
  Object object{"WorkerThreadPool", {}, nullptr};
  std::map<int64_t, Group> groups;  // nobody has waited for them yet
  int64_t next = 1;
  std::atomic<int64_t> elements = 0;
} pool_state;

ObjectPointer global_get_singleton(const void* name) {
  require(text_of(name, Type::string_name) == "WorkerThreadPool", "the singleton is one of this engine's");
  return pool_state.how.exists ? &pool_state.object : nullptr;
}

int64_t worker_thread_pool_add_native_group_task(ObjectPointer pool, GroupElement run, void* userdata,
                                                 int elements, int tasks, Bool, const void* description) {
  require(pool == &pool_state.object, "a group is given to the pool");
  require(run != nullptr && elements > 0 && tasks > 0 && tasks <= elements, "a group has elements");
  (void)text_of(description, Type::string);
  if (pool_state.how.refuses && pool_state.how.refuses()) return -1;
  Group& group = pool_state.groups[pool_state.next];
  group = {run, userdata, static_cast<uint32_t>(elements), {}};
  if (pool_state.how.order == ThreadPool::Order::while_waiting) return pool_state.next++;
  const bool is_reversed = pool_state.how.order == ThreadPool::Order::last_first;
  // Elements begin together, as the group is given back, so that all of them find jobs.
  auto gate = std::make_shared<std::atomic<uint32_t>>(is_reversed ? 0 : group.elements + 1);
  for (uint32_t i = 0; i < group.elements; ++i) {
    const uint32_t element = is_reversed ? group.elements - 1 - i : i;
    group.threads.emplace_back([run, userdata, element, gate] {
      is_pool_thread = true;
      if (*gate > 0) --*gate;
      while (*gate > 0) std::this_thread::yield();
      run(userdata, element);
      ++pool_state.elements;
    });
    // Elements in a row, one after the other.
    if (is_reversed) group.threads.back().join();
  }
  while (*gate > 1) std::this_thread::yield();
  *gate = 0;
  return pool_state.next++;
}

void wait_for_group(int64_t number) {
  const auto found = pool_state.groups.find(number);
  require(found != pool_state.groups.end(), "a group is waited for once");
  Group group = std::move(found->second);
  pool_state.groups.erase(found);
  if (pool_state.how.meanwhile) pool_state.how.meanwhile();
  for (std::thread& one : group.threads)
    if (one.joinable()) one.join();
  if (pool_state.how.order != ThreadPool::Order::while_waiting) return;
  for (uint32_t i = 0; i < group.elements; ++i) group.run(group.userdata, i), ++pool_state.elements;
}

const char* word_of(Type type) {
  switch (type) {
    case Type::nil: return "Variant";
    case Type::boolean: return "bool";
    case Type::integer: return "int";
    case Type::number: return "float";
    case Type::string: return "String";
    case Type::vector3: return "Vector3";
    case Type::string_name: return "StringName";
    case Type::object: return "Object";
    case Type::dictionary: return "Dictionary";
    case Type::array: return "Array";
    case Type::packed_bytes: return "PackedByteArray";
    case Type::packed_integers: return "PackedInt64Array";
    case Type::packed_floats: return "PackedFloat32Array";
  }
  return "?";
}

void get_godot_version(Version* version) { *version = {4, 6, 0, "a fake engine"}; }
void print_error(const char* words, const char* function, const char* file, int32_t, Bool) {
  require(words != nullptr && function != nullptr && file != nullptr, "an error has words and a place");
  engine_state.printed.emplace_back(words);
}
void variant_new_copy(VariantPointer at, const void* from) {
  const Cell& found = cell(from);
  construct(at, static_cast<Type>(found.type), found.block == nullptr ? nullptr : copy(block(found)));
}
void variant_new_nil(VariantPointer at) { construct(at, Type::nil, nullptr); }
void variant_destroy(VariantPointer at) { destroy(at); }
Type variant_get_type(const void* value) { return static_cast<Type>(cell(value).type); }

void variant_call(VariantPointer self, const void* method, const VariantPointer* arguments, int64_t count,
                  VariantPointer result, CallError* error) {
  Cell& of = cell(self);
  const Type type = static_cast<Type>(of.type);
  const std::string name = text_of(method, Type::string_name);
  *error = {CallError::ok, 0, 0};
  Any given;
  if (type == Type::object) {
    require(block(of).object == &pool_state.object && name == "wait_for_group_task_completion" && count == 1,
            "the pool is asked to wait for a group");
    wait_for_group(block(cell(arguments[0])).integer);
  } else if (name == "size" && count == 0) {
    given = static_cast<int64_t>(is_packed(type) ? block(of).text.size() / item_bytes(type)
                                                 : block(of).shared->items.size());
  } else if (name == "keys" && count == 0 && type == Type::dictionary) {
    given.type = Type::array;
    for (const auto& [key, item] : any_of(type, of.block).entries) given.list.push_back(key);
  } else if (name == "resize" && count == 1) {
    const int64_t size = block(cell(arguments[0])).integer;
    require(size >= 0, "a list cannot be resized to less than nothing");
    require(type == Type::packed_floats || (type == Type::array && block(of).shared->items.empty()),
            "this engine makes new lists larger, nothing else");
    if (type == Type::packed_floats) block(of).text.resize(static_cast<size_t>(size) * item_bytes(type));
    for (int64_t i = 0; type == Type::array && i < size; ++i) {
      block(of).shared->items.push_back(new Cell);
      variant_new_nil(block(of).shared->items.back());
    }
    given = 0;
  } else {
    broken("a method `" + name + "` of " + word_of(type));
  }
  construct(result, given.type, block_of(given));
}
FromType get_variant_from_type_constructor(Type type) { return by_type<FromType, FromTable>(type); }
ToType get_variant_to_type_constructor(Type type) { return by_type<ToType, ToTable>(type); }
Constructor variant_get_ptr_constructor(Type type, int32_t index) {
  require(index == 0, "only the empty constructor is used");
  return by_type<Constructor, ConstructTable>(type);
}
Destructor variant_get_ptr_destructor(Type type) {
  require(!is_plain(type), "a plain value has no destructor");
  return by_type<Destructor, DestroyTable>(type);
}
void string_new_with_utf8_chars_and_len(TypePointer at, const char* text, int64_t bytes) {
  Block* made = make(Type::string);
  made->text.assign(text, static_cast<size_t>(bytes));
  word(at) = made;
}
int64_t string_to_utf8_chars(const void* text, char* bytes, int64_t room) {
  const std::string found = text_of(text, Type::string);
  if (bytes != nullptr) found.copy(bytes, static_cast<size_t>(room));
  return static_cast<int64_t>(found.size());
}
void string_name_new_with_utf8_chars(StringNamePointer at, const char* text) {
  Block* made = make(Type::string_name);
  made->text = text;
  word(at) = made;
}
VariantPointer array_operator_index(TypePointer array, int64_t index) {
  Block& list = typed(array, Type::array, "this is no Array");
  require(index >= 0 && static_cast<size_t>(index) < list.shared->items.size(),
          "an index lies within its list");
  return list.shared->items[static_cast<size_t>(index)];
}
VariantPointer dictionary_operator_index(TypePointer dictionary, const void* key) {
  Shared& entries = *typed(dictionary, Type::dictionary, "this is no Dictionary").shared;
  const Any wanted = any_of(static_cast<Type>(cell(key).type), cell(key).block);
  for (size_t i = 0; i < entries.keys.size(); ++i)
    if (any_of(static_cast<Type>(cell(entries.keys[i]).type), cell(entries.keys[i]).block) == wanted)
      return entries.items[i];
  entries.keys.push_back(new Cell);
  variant_new_copy(entries.keys.back(), key);
  entries.items.push_back(new Cell);
  variant_new_nil(entries.items.back());
  return entries.items.back();
}
// A copy on the heap of exactly its size, so that sanitizers see what lies behind it.
template <typename T, Type type>
T* packed_index(const void* array, int64_t index) {
  Block& found = typed(array, type, "this is no packed array of the type");
  require(index >= 0 && static_cast<size_t>(index) < found.text.size() / sizeof(T),
          "an index lies within its array");
  found.packed.assign(found.text.begin(), found.text.end());
  found.packed.shrink_to_fit();
  return reinterpret_cast<T*>(found.packed.data()) + index;
}
const uint8_t* packed_byte_array_operator_index_const(const void* array, int64_t index) {
  return packed_index<const uint8_t, Type::packed_bytes>(array, index);
}
const float* packed_float32_array_operator_index_const(const void* array, int64_t index) {
  return packed_index<const float, Type::packed_floats>(array, index);
}
const int64_t* packed_int64_array_operator_index_const(const void* array, int64_t index) {
  return packed_index<const int64_t, Type::packed_integers>(array, index);
}
float* packed_float32_array_operator_index(TypePointer array, int64_t index) {
  Block& found = typed(array, Type::packed_floats, "this is no PackedFloat32Array");
  require(index >= 0 && static_cast<size_t>(index) < found.text.size() / sizeof(float),
          "an index lies within its array");
  return reinterpret_cast<float*>(found.text.data()) + index;
}
ObjectPointer classdb_construct_object(const void* class_name) {
  require(text_of(class_name, Type::string_name) == "RefCounted",
          "this engine has the class RefCounted alone");
  return new Object{"RefCounted", {}, nullptr};
}
void object_set_instance(ObjectPointer object, const void* class_name, InstancePointer instance) {
  require(object != nullptr && instance != nullptr, "an object and its instance are there");
  static_cast<Object*>(object)->extension_class = text_of(class_name, Type::string_name);
  static_cast<Object*>(object)->instance = instance;
}
void classdb_register_extension_class2(LibraryPointer library, const void* name, const void* parent,
                                       const ClassInfo* info) {
  require(library != nullptr && info->create_instance != nullptr && info->free_instance != nullptr,
          "a class can be made and freed");
  require(text_of(parent, Type::string_name) == "RefCounted", "the parent is a class of the engine");
  require(engine_state.classes.emplace(text_of(name, Type::string_name), *info).second,
          "a class is registered once");
}
void classdb_register_extension_class_method(LibraryPointer, const void* class_name, const MethodInfo* info) {
  require(engine_state.classes.contains(text_of(class_name, Type::string_name)),
          "the class of a method is registered");
  require(info->call != nullptr && info->pointer_call != nullptr, "a method can be called in both ways");
  MethodRow row{text_of(info->name, Type::string_name),
                {},
                {},
                info->result->type,
                info->has_result != 0,
                info->userdata,
                info->call,
                info->pointer_call};
  row.line = row.name + "(";
  const auto check = [](const PropertyInfo& property) {
    require(text_of(property.class_name, Type::string_name).empty() &&
                text_of(property.hint_string, Type::string).empty(),
            "a value that is no object has no class");
    require(property.type != Type::nil || (property.usage & kNilIsVariant) != 0,
            "a value of any type says so");
  };
  for (uint32_t i = 0; i < info->argument_count; ++i) {
    const PropertyInfo& argument = info->arguments[i];
    check(argument);
    row.arguments.push_back(argument.type);
    row.line += std::string(i == 0 ? "" : ", ") + text_of(argument.name, Type::string_name) + ": " +
                word_of(argument.type);
  }
  if (row.has_result) check(*info->result);
  row.line += std::string(") -> ") + (row.has_result ? word_of(row.result) : "void");
  for (const MethodRow& other : engine_state.methods)
    require(other.name != row.name, "a method is registered once");
  engine_state.methods.push_back(std::move(row));
}
void classdb_unregister_extension_class(LibraryPointer, const void* name) {
  require(engine_state.classes.erase(text_of(name, Type::string_name)) == 1, "a class is unregistered once");
}

AnyFunction get_function(const char* name) {
  if (engine_state.lacks == name) return nullptr;
// NOLINTBEGIN(bugprone-macro-parentheses): the parameters have theirs
#define FAKE_FUNCTION(result, function, parameters) \
  if (std::strcmp(name, #function) == 0)            \
    return reinterpret_cast<AnyFunction>(static_cast<result(*) parameters>(function));
  ISHI_GODOT_FUNCTIONS(FAKE_FUNCTION)
#undef FAKE_FUNCTION
  // NOLINTEND(bugprone-macro-parentheses)
  broken(std::string("a function `") + name + "` of the engine");
}

}  // namespace

// --- the test's values

Any Any::name(const char* value) {
  Any result(value);
  result.type = Type::string_name;
  return result;
}
Any Any::dictionary(std::initializer_list<std::pair<std::string, Any>> entries) {
  Any result;
  result.type = Type::dictionary;
  for (const auto& [key, value] : entries) result.entries.emplace_back(key, value);
  return result;
}
template <typename T>
Any packed_of(Type type, const std::vector<T>& items) {
  Any result;
  result.type = type;
  result.text.assign(reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T));
  return result;
}
Any Any::bytes(const std::vector<uint8_t>& bytes) { return packed_of(Type::packed_bytes, bytes); }
Any Any::floats(const std::vector<float>& floats) { return packed_of(Type::packed_floats, floats); }
Any Any::integers(const std::vector<int64_t>& integers) { return packed_of(Type::packed_integers, integers); }

const Any& Any::at(std::string_view key) const {
  static const Any kNone;
  for (const auto& [name, value] : entries)
    if (name.text == key) return value;
  return kNone;
}

std::vector<float> Any::packed_floats() const {
  std::vector<float> result(text.size() / sizeof(float));
  if (!result.empty()) std::memcpy(result.data(), text.data(), text.size());
  return result;
}

std::string Any::words() const {
  switch (type) {
    case Type::nil: return "null";
    case Type::boolean: return integer != 0 ? "true" : "false";
    case Type::integer: return std::to_string(integer);
    case Type::number: {
      char text_of_number[40];
      std::snprintf(text_of_number, sizeof text_of_number, "%g", number);
      return text_of_number;
    }
    case Type::string:
    case Type::string_name: return "\"" + text + "\"";
    case Type::vector3:
      return "(" + Any(static_cast<double>(point.x)).words() + ", " +
             Any(static_cast<double>(point.y)).words() + ", " + Any(static_cast<double>(point.z)).words() +
             ")";
    case Type::array: {
      std::string result = "[";
      for (const Any& item : list) result += (result.size() == 1 ? "" : ", ") + item.words();
      return result + "]";
    }
    case Type::dictionary: {
      std::string result = "{";
      for (const auto& [key, value] : entries)
        result += (result.size() == 1 ? "" : ", ") + key.text + ": " + value.words();
      return result + "}";
    }
    default: return std::to_string(text.size() / item_bytes(type)) + " packed";
  }
}

// --- the host

namespace {
using Entry = Bool (*)(GetFunction, LibraryPointer, Initialization*);
// Libraries stay loaded, so that sanitizers can name their functions.
Entry entry_of(const char* library) {
#ifdef _WIN32
  const HMODULE handle = LoadLibraryA(library);
  return handle == nullptr
             ? nullptr
             : reinterpret_cast<Entry>(reinterpret_cast<void*>(GetProcAddress(handle, "ishi_godot_init")));
#else
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) std::fprintf(stderr, "%s\n", dlerror());
  return handle == nullptr ? nullptr : reinterpret_cast<Entry>(dlsym(handle, "ishi_godot_init"));
#endif
}
}  // namespace

Host::Host(const char* library, const std::string& lacks) {
  engine_state = {};
  engine_state.lacks = lacks;
  const auto entry = entry_of(library);
  require(entry != nullptr, "the library has its entry");
  static int library_token = 0;
  is_loaded_ = entry(get_function, &library_token, &initialization_) != 0;
  if (!is_loaded_) return;
  for (const Level level : {Level::core, Level::servers, Level::scene, Level::editor})
    if (level >= initialization_.minimum_level) initialization_.initialize(initialization_.userdata, level);
}
Host::~Host() {
  if (!is_loaded_) return;
  for (const Level level : {Level::editor, Level::scene, Level::servers, Level::core})
    if (level >= initialization_.minimum_level) initialization_.deinitialize(initialization_.userdata, level);
  require(engine_state.classes.empty(), "all classes are unregistered");
  require(pool_state.groups.empty(), "every group was waited for");
}

const std::vector<std::string>& Host::printed() const { return engine_state.printed; }
const std::vector<MethodRow>& Host::methods() const { return engine_state.methods; }
int64_t Host::values() { return blocks; }
void Host::set_pool(ThreadPool pool) {
  require(pool_state.groups.empty(), "every group was waited for");
  pool_state.how = std::move(pool);
  pool_state.next = 1;
  pool_state.elements = 0;
}
int64_t Host::groups() { return pool_state.next - 1; }
int64_t Host::elements() { return pool_state.elements; }

Object* Host::create(const char* class_name) {
  const auto found = engine_state.classes.find(class_name);
  require(found != engine_state.classes.end(), "the class is registered");
  auto* object = static_cast<Object*>(found->second.create_instance(found->second.userdata));
  require(object != nullptr && object->instance != nullptr && object->extension_class == class_name,
          "an object has an instance of its class");
  return object;
}
void Host::release(Object* object) {
  const ClassInfo& info = engine_state.classes.at(object->extension_class);
  info.free_instance(info.userdata, object->instance);
  delete object;
}

namespace {
const MethodRow& row_of(const std::string& method) {
  for (const MethodRow& row : engine_state.methods)
    if (row.name == method) return row;
  broken("the test calls `" + method + "`");
}
}  // namespace

Any Host::call(Object* object, const std::string& method, const std::vector<Any>& arguments,
               CallError& error) {
  const MethodRow& row = row_of(method);
  std::vector<std::unique_ptr<Temporary>> values;
  std::vector<VariantPointer> pointers;
  for (const Any& argument : arguments) {
    values.push_back(std::make_unique<Temporary>(argument));
    pointers.push_back(values.back()->pointer());
  }
  Temporary result{Any()};
  row.call(row.userdata, object == nullptr ? nullptr : object->instance, pointers.data(),
           static_cast<int64_t>(pointers.size()), result.pointer(), &error);
  return result.any();
}

Any Host::call_typed(Object* object, const std::string& method, const std::vector<Any>& arguments) {
  const MethodRow& row = row_of(method);
  require(arguments.size() == row.arguments.size(), "the test gives all arguments");
  struct Slot {
    alignas(8) std::byte bytes[kVariantBytes]{};
  };
  std::vector<std::unique_ptr<Temporary>> values;
  std::vector<std::unique_ptr<Slot>> slots;
  std::vector<TypePointer> pointers;
  for (size_t i = 0; i < arguments.size(); ++i) {
    values.push_back(std::make_unique<Temporary>(arguments[i]));
    slots.push_back(std::make_unique<Slot>());
    pointers.push_back(slots.back()->bytes);
    if (row.arguments[i] == Type::nil)
      pointers.back() = values.back()->pointer();
    else
      by_type<ToType, ToTable>(row.arguments[i])(slots.back()->bytes, values.back()->pointer());
  }
  Slot given;
  if (row.has_result && row.result == Type::nil)
    variant_new_nil(given.bytes);
  else if (row.has_result && !is_plain(row.result))
    by_type<Constructor, ConstructTable>(row.result)(given.bytes, nullptr);
  row.pointer_call(row.userdata, object->instance, pointers.data(), given.bytes);
  Any result;
  if (row.has_result) {
    Temporary read{Any()};
    if (row.result == Type::nil) {
      result = any_of(static_cast<Type>(cell(given.bytes).type), cell(given.bytes).block);
      destroy(given.bytes);
    } else {
      destroy(read.pointer());
      by_type<FromType, FromTable>(row.result)(read.pointer(), given.bytes);
      result = read.any();
      if (!is_plain(row.result)) by_type<Destructor, DestroyTable>(row.result)(given.bytes);
    }
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    if (row.arguments[i] != Type::nil && !is_plain(row.arguments[i]))
      by_type<Destructor, DestroyTable>(row.arguments[i])(slots[i]->bytes);
  return result;
}

}  // namespace fake_godot
