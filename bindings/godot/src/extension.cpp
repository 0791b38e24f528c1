#include <array>
#include <memory>
#include <string>
#include <vector>

#include "runtime.h"

// The class IshiRuntime and its methods, as the engine sees them. A call with arguments that do not fit is
// refused with the engine's own errors.

namespace ishi::godot {
namespace {

constexpr const char* kClass = "IshiRuntime";
constexpr size_t kMostParameters = 4;

using Arguments = const Value* const*;

struct Parameter {
  const char* name = nullptr;
  Type type = Type::nil;  // nil: of any type
};
struct Method {
  const char* name;
  Type result;
  bool is_any;  // a result of any type
  std::array<Parameter, kMostParameters> parameters;
  Value (*call)(Runtime& runtime, Arguments arguments);
  bool keeps_error = false;

  [[nodiscard]] size_t count() const {
    size_t count = 0;
    while (count < kMostParameters && parameters[count].name != nullptr) ++count;
    return count;
  }
};

#define ISHI_CALL_OF(expression)               \
  [](Runtime& runtime, Arguments a) -> Value { \
    (void)a;                                   \
    return Value(runtime.expression);          \
  }
#define ISHI_INTEGER(i) a[i]->integer()
#define ISHI_TEXT(i) a[i]->text()

constexpr Parameter kNumber{"number", Type::integer};
constexpr Parameter kKey{"key", Type::string};
constexpr Parameter kValue{"value", Type::nil};

// The methods, in the order of ishi_web_runtime.gd.
const Method kMethods[] = {
    {"get_error",
     Type::string,
     false,
     {},
     [](Runtime& runtime, Arguments) { return Value(std::string_view(runtime.error())); },
     true},
    {"is_ready", Type::boolean, false, {}, [](Runtime&, Arguments) { return Value(true); }},
    {"describe",
     Type::string,
     false,
     {{{"blob", Type::packed_bytes}}},
     [](Runtime& runtime, Arguments a) {
       return Value(std::string_view(runtime.describe(a[0]->packed_bytes())));
     }},
    {"open", Type::boolean, false, {{{"options", Type::dictionary}}}, ISHI_CALL_OF(open(*a[0]))},
    {"close", Type::nil, false, {}, [](Runtime& runtime, Arguments) { return runtime.close(), Value(); }},
    {"add_asset",
     Type::integer,
     false,
     {{{"blob", Type::packed_bytes}}},
     ISHI_CALL_OF(add_asset(a[0]->packed_bytes()))},
    {"add_population",
     Type::integer,
     false,
     {{{"asset", Type::integer}, {"agent", Type::string}, {"capacity", Type::integer}}},
     ISHI_CALL_OF(add_population(ISHI_INTEGER(0), ISHI_TEXT(1), ISHI_INTEGER(2)))},
    {"reload",
     Type::boolean,
     false,
     {{{"asset", Type::integer}, {"blob", Type::packed_bytes}}},
     ISHI_CALL_OF(reload(ISHI_INTEGER(0), a[1]->packed_bytes()))},
    {"spawn",
     Type::integer,
     false,
     {{{"population", Type::integer}, {"options", Type::dictionary}}},
     ISHI_CALL_OF(spawn(ISHI_INTEGER(0), *a[1]))},
    {"add_thing", Type::integer, false, {{{"options", Type::dictionary}}}, ISHI_CALL_OF(add_thing(*a[0]))},
    {"remove", Type::boolean, false, {{kNumber}}, ISHI_CALL_OF(remove(ISHI_INTEGER(0)))},
    {"is_alive", Type::boolean, false, {{kNumber}}, ISHI_CALL_OF(is_alive(ISHI_INTEGER(0)))},
    {"set_team",
     Type::boolean,
     false,
     {{kNumber, {"team", Type::integer}}},
     ISHI_CALL_OF(set_team(ISHI_INTEGER(0), ISHI_INTEGER(1)))},
    {"set_profile",
     Type::boolean,
     false,
     {{kNumber, {"profile", Type::string}}},
     ISHI_CALL_OF(set_profile(ISHI_INTEGER(0), ISHI_TEXT(1)))},
    {"set_key",
     Type::boolean,
     false,
     {{kNumber, kKey, kValue}},
     ISHI_CALL_OF(set_key(ISHI_INTEGER(0), ISHI_TEXT(1), *a[2]))},
    {"get_key", Type::nil, true, {{kNumber, kKey}}, ISHI_CALL_OF(get_key(ISHI_INTEGER(0), ISHI_TEXT(1)))},
    {"set_shared",
     Type::boolean,
     false,
     {{kKey, {"team", Type::integer}, kValue}},
     ISHI_CALL_OF(set_shared(ISHI_TEXT(0), ISHI_INTEGER(1), *a[2]))},
    {"get_shared",
     Type::nil,
     true,
     {{kKey, {"team", Type::integer}}},
     ISHI_CALL_OF(get_shared(ISHI_TEXT(0), ISHI_INTEGER(1)))},
    {"set_field",
     Type::boolean,
     false,
     {{kNumber, {"thing", Type::string}, {"field", Type::string}, kValue}},
     ISHI_CALL_OF(set_field(ISHI_INTEGER(0), ISHI_TEXT(1), ISHI_TEXT(2), *a[3]))},
    {"get_field",
     Type::nil,
     true,
     {{kNumber, {"thing", Type::string}, {"field", Type::string}}},
     ISHI_CALL_OF(get_field(ISHI_INTEGER(0), ISHI_TEXT(1), ISHI_TEXT(2)))},
    {"run_frame",
     Type::nil,
     true,
     {{{"microseconds", Type::integer}, {"transforms", Type::packed_floats}}},
     ISHI_CALL_OF(run_frame(ISHI_INTEGER(0), a[1]->packed_floats()))},
    {"complete",
     Type::boolean,
     false,
     {{{"token", Type::integer}, {"given", Type::dictionary}}},
     ISHI_CALL_OF(complete(ISHI_INTEGER(0), *a[1]))},
    {"fail", Type::boolean, false, {{{"token", Type::integer}}}, ISHI_CALL_OF(fail(ISHI_INTEGER(0)))},
    {"answer_sight",
     Type::boolean,
     false,
     {{{"ticket", Type::integer}, {"clear", Type::boolean}}},
     ISHI_CALL_OF(answer_sight(ISHI_INTEGER(0), a[1]->boolean()))},
    {"post_event",
     Type::boolean,
     false,
     {{{"event", Type::string},
       {"target", Type::integer},
       {"team", Type::integer},
       {"fields", Type::dictionary}}},
     ISHI_CALL_OF(post_event(ISHI_TEXT(0), ISHI_INTEGER(1), ISHI_INTEGER(2), *a[3]))},
    {"make_sound",
     Type::boolean,
     false,
     {{{"sound", Type::string},
       {"maker", Type::integer},
       {"position", Type::vector3},
       {"elsewhere", Type::boolean}}},
     ISHI_CALL_OF(make_sound(ISHI_TEXT(0), ISHI_INTEGER(1), a[2]->point(), a[3]->boolean()))},
    {"remember",
     Type::boolean,
     false,
     {{kNumber, {"memory", Type::string}, {"other", Type::integer}}},
     ISHI_CALL_OF(remember(ISHI_INTEGER(0), ISHI_TEXT(1), ISHI_INTEGER(2)))},
    {"forget",
     Type::boolean,
     false,
     {{kNumber, {"memory", Type::string}, {"other", Type::integer}}},
     ISHI_CALL_OF(forget(ISHI_INTEGER(0), ISHI_TEXT(1), ISHI_INTEGER(2)))},
    {"set_candidates",
     Type::boolean,
     false,
     {{{"set_name", Type::string},
       {"owner", Type::integer},
       {"team", Type::integer},
       {"members", Type::packed_integers}}},
     ISHI_CALL_OF(set_candidates(ISHI_TEXT(0), ISHI_INTEGER(1), ISHI_INTEGER(2), a[3]->packed_integers()))},
    {"why", Type::array, false, {{kNumber}}, ISHI_CALL_OF(why(ISHI_INTEGER(0)))},
    {"state_hash",
     Type::string,
     false,
     {},
     [](Runtime& runtime, Arguments) { return Value(std::string_view(runtime.state_hash())); }},
    {"create_grid",
     Type::boolean,
     false,
     {{{"columns", Type::integer},
       {"rows", Type::integer},
       {"cell", Type::number},
       {"origin", Type::vector3}}},
     ISHI_CALL_OF(create_grid(ISHI_INTEGER(0), ISHI_INTEGER(1), a[2]->number(), a[3]->point()))},
    {"set_cells",
     Type::boolean,
     false,
     {{{"terrains", Type::packed_bytes}}},
     ISHI_CALL_OF(set_cells(a[0]->packed_bytes()))},
    {"start_live",
     Type::string,
     false,
     {{{"name", Type::string}, {"may_hold", Type::boolean}, {"may_change", Type::boolean}}},
     [](Runtime& runtime, Arguments a) {
       return Value(std::string_view(runtime.start_live(ISHI_TEXT(0), a[1]->boolean(), a[2]->boolean())));
     }},
    {"stop_live",
     Type::nil,
     false,
     {},
     [](Runtime& runtime, Arguments) { return runtime.stop_live(), Value(); }},
    {"keep_recording",
     Type::boolean,
     false,
     {{{"seconds", Type::number}}},
     ISHI_CALL_OF(keep_recording(a[0]->number()))},
    {"write_recording",
     Type::boolean,
     false,
     {{{"path", Type::string}}},
     ISHI_CALL_OF(write_recording(ISHI_TEXT(0)))},
};

#undef ISHI_CALL_OF
#undef ISHI_INTEGER
#undef ISHI_TEXT

bool fits(Type wanted, Type given) {
  if (wanted == Type::nil || wanted == given) return true;
  if (wanted == Type::string) return given == Type::string_name;
  const auto is_number = [](Type type) {
    return type == Type::boolean || type == Type::integer || type == Type::number;
  };
  return is_number(wanted) && is_number(given);
}

Value run(const Method& method, Runtime& runtime, Arguments arguments) {
  if (!method.keeps_error) runtime.forget_error();
  return method.call(runtime, arguments);
}

void call(void* userdata, InstancePointer instance, const VariantPointer* arguments, int64_t count,
          VariantPointer result, CallError* error) {
  const Method& method = *static_cast<const Method*>(userdata);
  const auto wanted = static_cast<int64_t>(method.count());
  *error = {CallError::ok, 0, 0};
  if (instance == nullptr) {
    error->kind = CallError::no_instance;
  } else if (count != wanted) {
    error->kind = count < wanted ? CallError::too_few : CallError::too_many;
    error->argument = error->expected = static_cast<int32_t>(wanted);
  }
  for (int64_t i = 0; i < count && error->kind == CallError::ok; ++i) {
    const Type type = method.parameters[static_cast<size_t>(i)].type;
    if (!fits(type, engine.variant_get_type(arguments[i])))
      *error = {CallError::invalid_argument, static_cast<int32_t>(i), static_cast<int32_t>(type)};
  }
  if (error->kind != CallError::ok) return;
  *static_cast<Value*>(result) =
      run(method, *static_cast<Runtime*>(instance), reinterpret_cast<Arguments>(arguments));
}

void pointer_call(void* userdata, InstancePointer instance, const TypePointer* arguments,
                  TypePointer result) {
  const Method& method = *static_cast<const Method*>(userdata);
  if (instance == nullptr) return;
  std::array<Value, kMostParameters> values;
  std::array<const Value*, kMostParameters> pointers{};
  for (size_t i = 0; i < method.count(); ++i) {
    values[i] = Value::of_type(method.parameters[i].type, arguments[i]);
    pointers[i] = &values[i];
  }
  const Value given = run(method, *static_cast<Runtime*>(instance), pointers.data());
  if (method.result != Type::nil || method.is_any) given.assign_to(method.result, result);
}

ObjectPointer create_instance(void*) {
  Name base("RefCounted"), name(kClass);
  const ObjectPointer object = engine.classdb_construct_object(base.pointer());
  if (object == nullptr) return nullptr;
  engine.object_set_instance(object, name.pointer(), new Runtime);
  return object;
}
void free_instance(void*, InstancePointer instance) { delete static_cast<Runtime*>(instance); }

LibraryPointer library = nullptr;

void add_method(const Method& method) {
  Name class_name(kClass), name(method.name), none("");
  void* empty = nullptr;
  engine.string_new_with_utf8_chars_and_len(&empty, "", 0);
  const auto property = [&](Type type, Name& of, bool is_any) {
    return PropertyInfo{type, of.pointer(), none.pointer(),
                        0,    &empty,       kUsualUsage | (is_any ? kNilIsVariant : 0U)};
  };
  std::vector<std::unique_ptr<Name>> names;
  std::vector<PropertyInfo> parameters;
  std::array<int32_t, kMostParameters> metadata{};
  for (size_t i = 0; i < method.count(); ++i) {
    names.push_back(std::make_unique<Name>(method.parameters[i].name));
    parameters.push_back(
        property(method.parameters[i].type, *names.back(), method.parameters[i].type == Type::nil));
  }
  PropertyInfo result = property(method.result, none, method.is_any);
  MethodInfo info{};
  info.name = name.pointer();
  info.userdata = const_cast<Method*>(&method);
  info.call = call;
  info.pointer_call = pointer_call;
  info.flags = kNormalMethod;
  info.has_result = method.result != Type::nil || method.is_any ? 1 : 0;
  info.result = &result;
  info.argument_count = static_cast<uint32_t>(parameters.size());
  info.arguments = parameters.data();
  info.arguments_metadata = metadata.data();
  engine.classdb_register_extension_class_method(library, class_name.pointer(), &info);
  engine.variant_get_ptr_destructor(Type::string)(&empty);
}

void initialize(void*, Level level) {
  if (level != Level::scene) return;
  Name name(kClass), parent("RefCounted");
  ClassInfo info{};
  info.is_exposed = 1;
  info.create_instance = create_instance;
  info.free_instance = free_instance;
  engine.classdb_register_extension_class2(library, name.pointer(), parent.pointer(), &info);
  for (const Method& method : kMethods) add_method(method);
}
void deinitialize(void*, Level level) {
  if (level != Level::scene) return;
  Name name(kClass);
  engine.classdb_unregister_extension_class(library, name.pointer());
}

}  // namespace
}  // namespace ishi::godot

#if defined(_WIN32)
#define ISHI_GODOT_EXPORT __declspec(dllexport)
#else
#define ISHI_GODOT_EXPORT __attribute__((visibility("default")))
#endif

// The engine's entry, which ishi.gdextension names. 0: the extension is not loaded.
extern "C" ISHI_GODOT_EXPORT ishi::godot::Bool ishi_godot_init(ishi::godot::GetFunction get,
                                                               ishi::godot::LibraryPointer with,
                                                               ishi::godot::Initialization* initialization) {
  using namespace ishi::godot;
  if (get == nullptr || initialization == nullptr) return 0;
  if (const char* missing = find_functions(get)) {
    // Engines before 4.2 lack some; words need print_error, which may be there.
    if (const auto print = reinterpret_cast<decltype(engine.print_error)>(get("print_error"))) {
      const std::string words = std::string("Ishi needs Godot 4.2 or later: this engine has no ") + missing;
      print(words.c_str(), "ishi_godot_init", __FILE__, __LINE__, 1);
    }
    return 0;
  }
  library = with;
  *initialization = {Level::scene, nullptr, initialize, deinitialize};
  return 1;
}
