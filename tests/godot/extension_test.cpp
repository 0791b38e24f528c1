#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "fake_godot.h"

// The extension's promises to a game that makes mistakes, as tables: calls that are refused leave a
// sentence and change nothing; arguments of wrong types or numbers are refused with the engine's own errors;
// damaged bytes are refused wherever they are cut off. Every row is asked in both ways in which the engine
// calls. The fake engine ends the program where a value is misused.
//
// usage: godot_extension_test LIBRARY GUARD.ishi METHODS.txt

namespace {

using namespace fake_godot;

int checks = 0, failures = 0;

void expect(bool holds, const std::string& what, const std::string& found = {}) {
  ++checks;
  if (holds) return;
  ++failures;
  std::printf("FAILED: %s%s%s\n", what.c_str(), found.empty() ? "" : ": ", found.c_str());
}

const Any kNone;
const Any kNothing = Any::dictionary({});
const Any kNoBytes = Any::bytes({});
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max(), kLeast = std::numeric_limits<int64_t>::min();

// The error for a name that viewers could not find a game by. Windows has no viewers, and says that instead.
#ifdef _WIN32
constexpr const char* kNameFault = "this library was built without it";
#else
constexpr const char* kNameFault = "name";
#endif

// The positions and facings of the four of a Game.
const std::vector<float> kPlaces{0, 0, 0, 0, 0, -1, 9, 0, 0, 0, 0, -1, 0, 0, -5, 0, 0, -1, 3, 0, 3, 0, 0, -1};

// A world with guards 1 and 2, a person 3 in front of the first, a crate 4, and 5, a guard that has left.
// Guard 1 shoots: its task is 1.
class Game {
 public:
  Game(Host& host, const std::vector<uint8_t>& blob, bool is_open = true)
      : host_(host), object_(host.create("IshiRuntime")) {
    if (!is_open) return;
    must("open", {Any::dictionary({{"entities", 16}, {"teams", 2}, {"seed", 1}})}, true);
    must("add_asset", {Any::bytes(blob)}, 1);
    must("add_population", {1, "guard", 4}, 1);
    must(
        "spawn",
        {1,
         Any::dictionary(
             {{"position", Vector3{}}, {"facing", Vector3{0, 0, -1}}, {"identity", 1}, {"thing", "person"}})},
        1);
    must("spawn", {1, Any::dictionary({{"position", Vector3{9, 0, 0}}, {"thing", Any::name("person")}})}, 2);
    must("add_thing", {Any::dictionary({{"position", Vector3{0, 0, -5}}, {"thing", "person"}})}, 3);
    must("add_thing", {Any::dictionary({{"position", Vector3{3, 0, 3}}, {"thing", "crate"}})}, 4);
    must("spawn", {1, kNothing}, 5);
    must("remove", {5}, true);
    must("create_grid", {8, 8, 1.0, Vector3{-4, 0, -4}}, true);
    must("set_key", {1, "armed", true}, true);
    must("set_key", {1, "threat", 3}, true);
    const Any commands = frame();
    task_ = 0;
    for (const Any& command : commands.list)
      if (command.list[0].text == "start") task_ = command.list[2].integer;
    expect(task_ == 1, "guard 1 shoots", commands.words());
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
  Any call_typed(const std::string& method, const std::vector<Any>& arguments) {
    return host_.call_typed(object_, method, arguments);
  }
  CallError::Kind fault(const std::string& method, const std::vector<Any>& arguments,
                        CallError* all = nullptr) {
    CallError error{};
    (void)host_.call(object_, method, arguments, error);
    if (all != nullptr) *all = error;
    return error.kind;
  }
  void must(const std::string& method, const std::vector<Any>& arguments, const Any& gives) {
    const Any found = call(method, arguments);
    expect(found == gives, method + " gives " + gives.words(), found.words() + ", " + error());
  }
  std::string error() { return call("get_error", {}).text; }
  std::string hash() { return call("state_hash", {}).text; }
  // A frame with everybody where they are.
  Any frame() { return call("run_frame", {16667, Any::floats(kPlaces)}); }
  [[nodiscard]] Object* object() const { return object_; }

 private:
  Host& host_;
  Object* object_;
  int64_t task_ = 0;
};

struct Row {
  const char* misuse;
  const char* method;
  std::vector<Any> arguments;
  Any gives;
  const char* says;
};

// NOLINTNEXTLINE(readability-function-size): a table
std::vector<Row> rows(const std::vector<uint8_t>& blob) {
  const Any whole = Any::bytes(blob),
            half = Any::bytes({blob.begin(), blob.begin() + static_cast<ptrdiff_t>(blob.size() / 2)});
  const Any text_as_blob = Any::bytes({'i', 's', 'h', 'i', ':', ' ', '1', '\n'});
  const auto options = [](const char* name, const Any& value) { return Any::dictionary({{name, value}}); };
  const std::vector<float> too_few(18);
  return {
      // Worlds and assets.
      {"a world is opened twice", "open", {kNothing}, false, "the world is open already"},
      {"an empty blob", "add_asset", {kNoBytes}, 0, "the blob of 0 bytes is refused: "},
      {"a blob that is cut off", "add_asset", {half}, 0, " bytes is refused: "},
      {"a source in place of a blob", "add_asset", {text_as_blob}, 0, "the blob of 8 bytes is refused: "},
      {"describing a blob that is cut off", "describe", {half}, "", " bytes is refused: "},
      {"describing nothing", "describe", {kNoBytes}, "", "the blob of 0 bytes is refused: "},
      {"an asset that does not exist", "add_population", {2, "guard", 4}, 0, "there is no asset 2"},
      {"an asset below zero", "add_population", {-1, "guard", 4}, 0, "there is no asset -1"},
      {"an agent that the asset does not have",
       "add_population",
       {1, "gard", 4},
       0,
       "there is no agent `gard`: there is `guard`"},
      {"an agent without a name", "add_population", {1, "", 4}, 0, "there is no agent ``"},
      {"room for no agents", "add_population", {1, "guard", 0}, 0, "`capacity` is not 1 to"},
      {"room for fewer than no agents",
       "add_population",
       {1, "guard", -4},
       0,
       "a capacity of -4 agents is out of its range"},
      {"room for more agents than a number can count",
       "add_population",
       {1, "guard", kMost},
       0,
       "a capacity of 9223372036854775807 agents is out of its range"},
      {"reloading an asset that does not exist", "reload", {7, whole}, false, "there is no asset 7"},
      {"reloading with a blob that is cut off, while an agent acts",
       "reload",
       {1, half},
       false,
       " bytes is refused: "},
      {"reloading with nothing", "reload", {1, kNoBytes}, false, "the blob of 0 bytes is refused: "},

      // Viewers.
      {"a game without a name, for viewers", "start_live", {"", true, true}, "", kNameFault},
      {"a game with a name that viewers cannot write", "start_live", {"my game", true, true}, "", kNameFault},
      {"a recording of less than no time", "keep_recording", {-1.0}, false, "seconds is out of its range"},
      {"a recording of no time that is one", "keep_recording", {kNan}, false, "seconds is out of its range"},
      {"a recording of all time", "keep_recording", {1e30}, false, "seconds is out of its range"},
      {"a file of nothing that was recorded",
       "write_recording",
       {"night.ishirec"},
       false,
       "nothing is recorded"},
      {"a game with a very long name", "start_live", {std::string(10000, 'a'), true, true}, "", kNameFault},

      // Agents and things.
      {"a population that does not exist", "spawn", {2, kNothing}, 0, "there is no population 2"},
      {"a population below zero",
       "spawn",
       {kLeast, kNothing},
       0,
       "there is no population -9223372036854775808"},
      {"an agent of a kind that nobody knows",
       "spawn",
       {1, options("thing", "persn")},
       0,
       "there is no kind of thing `persn`: there are `person`, `crate`"},
      {"an agent with a profile that nobody knows",
       "spawn",
       {1, options("profile", "bold")},
       0,
       "there is no importance profile `bold`: there are `brave`, `timid`"},
      {"an agent of a team that does not exist", "spawn", {1, options("team", 2)}, 0, "2"},
      {"an agent of a team below zero",
       "spawn",
       {1, options("team", -1)},
       0,
       "`team` is -1, which is out of its range"},
      {"a team that is a text", "spawn", {1, options("team", "red")}, 0, "`team` is a float, not a String"},
      {"a place that is a number",
       "spawn",
       {1, options("position", 3)},
       0,
       "`position` is a Vector3, not an int"},
      {"a kind that is a number", "spawn", {1, options("thing", 3)}, 0, "`thing` is a String, not an int"},
      {"an agent that is nowhere",
       "spawn",
       {1, options("position", Vector3{NAN, 0, 0})},
       0,
       "`position` is no place"},
      {"a thing that is infinitely far away",
       "add_thing",
       {options("position", Vector3{INFINITY, 0, 0})},
       0,
       "`position` is no place"},
      {"a thing of a kind that nobody knows",
       "add_thing",
       {options("thing", "bottle")},
       0,
       "there is no kind of thing `bottle`: there are `person`, `crate`"},
      {"removing nobody", "remove", {0}, false, "there is no number 0 in the world"},
      {"removing somebody who never came", "remove", {99}, false, "there is no number 99 in the world"},
      {"removing somebody twice", "remove", {5}, false, "number 5 has left the world"},
      {"asking whether somebody lives who has left", "is_alive", {5}, false, ""},
      {"asking whether somebody lives who never came", "is_alive", {kMost}, false, ""},
      {"a team for a thing", "set_team", {3, 1}, false, "number 3 is a thing, not an agent"},
      {"a team for somebody who has left", "set_team", {5, 1}, false, "number 5 has left the world"},
      {"a team that does not exist", "set_team", {1, 2}, false, "2"},
      {"a team below zero", "set_team", {1, -1}, false, "there is no team -1"},
      {"a profile that does not exist",
       "set_profile",
       {1, "bold"},
       false,
       "there is no importance profile `bold`: there are `brave`, `timid`"},
      {"a profile for a thing", "set_profile", {3, "brave"}, false, "number 3 is a thing, not an agent"},

      // Keys.
      {"a key that does not exist",
       "set_key",
       {1, "hitpoints", 3},
       false,
       "there is no key `hitpoints`: there are `hp`, "},
      {"a key without a name", "set_key", {1, "", 3}, false, "there is no key ``"},
      {"a key of somebody who has left", "set_key", {5, "hp", 3}, false, "number 5 has left the world"},
      {"a key of a thing", "set_key", {3, "hp", 3}, false, "number 3 is a thing, not an agent"},
      {"a text for a number", "set_key", {1, "hp", "many"}, false, "`hp` is a number, not a String"},
      {"nothing for a number", "set_key", {1, "hp", kNone}, false, "`hp` is a number, not null"},
      {"a point for a number", "set_key", {1, "hp", Vector3{}}, false, "`hp` is a number, not a Vector3"},
      {"a list for an integer",
       "set_key",
       {1, "ammo", Any(Any::List{1})},
       false,
       "`ammo` is a number, not an Array"},
      {"a dictionary for a boolean",
       "set_key",
       {1, "armed", kNothing},
       false,
       "`armed` is a number, not a Dictionary"},
      {"bytes for an enum",
       "set_key",
       {1, "mood", kNoBytes},
       false,
       "`mood` is a number, not a PackedByteArray"},
      {"a number for a point", "set_key", {1, "post", 3.0}, false, "`post` is a point, not a float"},
      {"a text for an entity",
       "set_key",
       {1, "threat", "thug"},
       false,
       "`threat` is an entity, not a String"},
      {"a boolean for an entity", "set_key", {1, "threat", true}, false, "`threat` is an entity, not a bool"},
      {"somebody who has left, for an entity",
       "set_key",
       {1, "threat", 5},
       false,
       "number 5 has left the world"},
      {"somebody who never came, for an entity",
       "set_key",
       {1, "threat", 99},
       false,
       "there is no number 99 in the world"},
      {"NaN for an entity", "set_key", {1, "threat", kNan}, false, "in the world"},
      {"a key of the world, for an agent",
       "set_key",
       {1, "hour", 3.0},
       false,
       "the key `hour` is not an agent's: set_shared_key sets it"},
      {"a key of a team, for an agent",
       "set_key",
       {1, "alarm", 0.5},
       false,
       "the key `alarm` is not an agent's: set_shared_key sets it"},
      {"reading a key that does not exist",
       "get_key",
       {1, "hitpoints"},
       kNone,
       "there is no key `hitpoints`: there are `hp`, "},
      {"reading a key of somebody who has left", "get_key", {5, "hp"}, kNone, "number 5 has left the world"},
      {"a key of an agent, for the world", "set_shared", {"hp", -1, 3.0}, false, "`hp`"},
      {"a key of the world, for a team", "set_shared", {"hour", 0, 3.0}, false, "`hour`"},
      {"a key of a team that does not exist", "set_shared", {"alarm", 2, 0.5}, false, "there is no team 2"},
      {"a key of a team beyond all",
       "set_shared",
       {"alarm", kMost, 0.5},
       false,
       "there is no team 9223372036854775807"},
      {"a shared key that does not exist",
       "set_shared",
       {"weather", -1, 1},
       false,
       "there is no key `weather`: there are `hp`, "},
      {"a text for a shared key",
       "set_shared",
       {"hour", -1, "noon"},
       false,
       "`hour` is a number, not a String"},
      {"reading a shared key that does not exist",
       "get_shared",
       {"weather", -1},
       kNone,
       "there is no key `weather`: there are `hp`, "},
      {"a field of a kind that does not exist",
       "set_field",
       {3, "persn", "strength", 0.5},
       false,
       "there is no kind of thing `persn`: there are `person`, `crate`"},
      {"a field that the kind does not have",
       "set_field",
       {3, "person", "weight", 0.5},
       false,
       "`person` has no field `weight`"},
      {"a text for a field",
       "set_field",
       {3, "person", "strength", "much"},
       false,
       "`strength` is a number, not a String"},
      {"a field of somebody who has left",
       "set_field",
       {5, "person", "strength", 0.5},
       false,
       "number 5 has left the world"},
      {"reading a field that the kind does not have",
       "get_field",
       {3, "person", "weight"},
       kNone,
       "`person` has no field `weight`"},

      // Frames and tasks.
      {"time that goes back", "run_frame", {-1, Any::floats({})}, kNone, "time does not go back"},
      {"a frame without places",
       "run_frame",
       {16667, Any::floats({})},
       kNone,
       "there are 4 places in the world, and 0 were given"},
      {"a frame with too few places",
       "run_frame",
       {16667, Any::floats(too_few)},
       kNone,
       "there are 4 places in the world, and 3 were given"},
      {"a frame whose time is beyond all",
       "run_frame",
       {kMost, Any::floats(kPlaces)},
       kNone,
       "the time is beyond the last microsecond"},
      {"completing a task that never was", "complete", {99, kNothing}, false, "there is no task 99"},
      {"completing a task below zero", "complete", {-1, kNothing}, false, "there is no task -1"},
      {"giving what the task does not give",
       "complete",
       {1, options("many", 3)},
       false,
       "`shoot` has no `many`"},
      {"failing a task that never was", "fail", {0}, false, "there is no task 0"},
      {"answering what was not asked", "answer_sight", {99, true}, false, "there is no question 99"},
      {"answering what cannot be asked", "answer_sight", {0, true}, false, "there is no question 0"},

      // Events, sounds, memories, candidates.
      {"an event that does not exist",
       "post_event",
       {"hurt", 1, -1, kNothing},
       false,
       "there is no event `hurt`: there are `damaged`, `cried`"},
      {"an event for a thing",
       "post_event",
       {"damaged", 3, -1, kNothing},
       false,
       "number 3 is a thing, not an agent"},
      {"an event for somebody who has left",
       "post_event",
       {"damaged", 5, -1, kNothing},
       false,
       "number 5 has left the world"},
      {"an event for a team that does not exist", "post_event", {"damaged", 0, 2, kNothing}, false, "2"},
      {"a field that the event does not have",
       "post_event",
       {"damaged", 1, -1, options("much", 3)},
       false,
       "`damaged` has no `much`"},
      {"a text for a field of an event",
       "post_event",
       {"damaged", 1, -1, options("amount", "much")},
       false,
       "`damaged.amount` is a number, not a String"},
      {"somebody who has left, in an event",
       "post_event",
       {"damaged", 1, -1, options("by", 5)},
       false,
       "number 5 has left the world"},
      {"a number for a point of an event",
       "post_event",
       {"cried", 1, -1, options("at", 3)},
       false,
       "`cried.at` is a point, not an int"},
      {"a sound that does not exist",
       "make_sound",
       {"bong", 1, Vector3{}, false},
       false,
       "there is no sound `bong`: there is `bang`"},
      {"a sound that nobody makes",
       "make_sound",
       {"bang", 0, Vector3{}, true},
       false,
       "there is no number 0 in the world"},
      {"a sound that is nowhere",
       "make_sound",
       {"bang", 1, Vector3{NAN, 0, 0}, true},
       false,
       "`position` is no place"},
      {"a memory that does not exist",
       "remember",
       {1, "persons", 3},
       false,
       "there is no memory `persons`: there are "},
      {"remembering somebody who has left",
       "remember",
       {1, "people", 5},
       false,
       "number 5 has left the world"},
      {"a thing that is to remember",
       "remember",
       {3, "people", 1},
       false,
       "number 3 is a thing, not an agent"},
      {"forgetting in a memory that does not exist",
       "forget",
       {1, "persons", 3},
       false,
       "there is no memory `persons`: there are "},
      {"a set of candidates that does not exist",
       "set_candidates",
       {"barrels", 0, 0, Any::integers({4})},
       false,
       "there is no set of candidates `barrels`: there are "},
      {"a candidate that has left",
       "set_candidates",
       {"crates", 0, 0, Any::integers({4, 5})},
       false,
       "number 5 has left the world"},
      {"a candidate of another kind",
       "set_candidates",
       {"crates", 0, 0, Any::integers({3})},
       false,
       "the entity is of another kind than is wanted here"},
      {"more candidates than there is room for",
       "set_candidates",
       {"crates", 0, 0, Any::integers({4, 4, 4, 4, 4})},
       false,
       "no room for another member"},
      {"candidates of the world, for an agent",
       "set_candidates",
       {"crates", 1, 0, Any::integers({4})},
       false,
       "the key has another scope: `crates`"},
      {"candidates of a team beyond all",
       "set_candidates",
       {"crates", 0, kMost, Any::integers({4})},
       false,
       "there is no team 9223372036854775807"},
      {"why of a thing", "why", {3}, Any(Any::List{}), "number 3 is a thing, not an agent"},
      {"why of somebody who has left", "why", {5}, Any(Any::List{}), "number 5 has left the world"},

      // The grid.
      {"a second grid", "create_grid", {8, 8, 1.0, Vector3{}}, false, "the world has its grid already"},
      {"a grid below zero",
       "create_grid",
       {-8, 8, 1.0, Vector3{}},
       false,
       "a grid of -8 by 8 cells is out of its range"},
      {"fewer cells than the grid has",
       "set_cells",
       {Any::bytes({0, 0, 0})},
       false,
       "the grid has 64 cells, and 3 were given"},
      {"more cells than the grid has",
       "set_cells",
       {Any::bytes(std::vector<uint8_t>(65))},
       false,
       "the grid has 64 cells, and 65 were given"},
  };
}

// Calls of a kind that are refused: with the sentence, and the world as it was.
void refuses(Host& host, const std::vector<uint8_t>& blob) {
  std::set<std::string> asked;
  for (const Row& row : rows(blob)) {
    asked.insert(row.method);
    Game game(host, blob);
    const std::string before = game.hash();
    for (const bool is_typed : {false, true}) {
      // A call with types cannot tell a bool from an int where it wants an int, so it is asked only what
      // fits.
      const Any gives =
          is_typed ? game.call_typed(row.method, row.arguments) : game.call(row.method, row.arguments);
      const std::string says = game.error(), words = std::string(row.misuse) + (is_typed ? " (typed)" : "");
      expect(gives == row.gives, words + " gives " + row.gives.words(), gives.words() + ", " + says);
      const bool is_question = row.method == std::string("is_alive");
      expect(is_question ? says.empty() : !says.empty() && says.find(row.says) != std::string::npos,
             words + " says `" + row.says + "`", "`" + says + "`");
      expect(game.hash() == before, words + " changes nothing");
      if (std::getenv("SHOW") != nullptr && !is_typed) std::printf("%s: %s\n", row.misuse, says.c_str());
    }
    expect(game.frame().type == Type::array, std::string("after ") + row.misuse + " frames go on",
           game.error());
  }
  for (const MethodRow& method : host.methods()) {
    // These cannot be misused in an open world.
    const bool has_rows =
        asked.contains(method.name) ||
        std::set<std::string>{"get_error", "is_ready", "close", "state_hash", "stop_live"}.contains(
            method.name);
    expect(has_rows, "there is a row for " + method.name);
  }
  std::printf("%zu kinds of misuse, each in both ways\n", rows(blob).size());
}

Any any_of(Type type) {
  switch (type) {
    case Type::nil: return kNone;
    case Type::boolean: return true;
    case Type::integer: return 1;
    case Type::number: return 1.0;
    case Type::string: return "guard";
    case Type::string_name: return Any::name("guard");
    case Type::vector3: return Vector3{};
    case Type::object: break;
    case Type::dictionary: return kNothing;
    case Type::array: return {Any::List{}};
    case Type::packed_bytes: return kNoBytes;
    case Type::packed_integers: return Any::integers({});
    case Type::packed_floats: return Any::floats({});
  }
  return kNone;
}
constexpr Type kTypes[] = {Type::nil,    Type::boolean,      Type::integer,         Type::number,
                           Type::string, Type::vector3,      Type::string_name,     Type::dictionary,
                           Type::array,  Type::packed_bytes, Type::packed_integers, Type::packed_floats};
bool is_number(Type type) { return type == Type::boolean || type == Type::integer || type == Type::number; }

// Arguments of wrong types and numbers: the engine's errors, which name the argument and its type.
void refuses_arguments(Host& host, const std::vector<uint8_t>& blob) {
  for (const MethodRow& method : host.methods()) {
    Game game(host, blob);
    const std::string before = game.hash();
    std::vector<Any> arguments;
    for (const Type type : method.arguments) arguments.push_back(any_of(type));
    CallError error{};
    for (size_t i = 0; i < arguments.size(); ++i) {
      for (const Type type : kTypes) {
        const Type wanted = method.arguments[i];
        if (wanted == Type::nil || type == wanted || (is_number(type) && is_number(wanted)) ||
            (wanted == Type::string && type == Type::string_name))
          continue;
        std::vector<Any> wrong = arguments;
        wrong[i] = any_of(type);
        const bool is_refused = game.fault(method.name, wrong, &error) == CallError::invalid_argument;
        expect(is_refused && error.argument == static_cast<int32_t>(i) &&
                   error.expected == static_cast<int32_t>(wanted),
               method.name + " refuses another type for its argument " + std::to_string(i));
      }
    }
    if (!arguments.empty()) {
      const std::vector<Any> fewer(arguments.begin(), arguments.end() - 1);
      expect(game.fault(method.name, fewer) == CallError::too_few,
             method.name + " refuses too few arguments");
    }
    std::vector<Any> more = arguments;
    more.emplace_back(1);
    expect(game.fault(method.name, more) == CallError::too_many, method.name + " refuses too many arguments");
    expect(game.hash() == before, method.name + " changes nothing by that");
    (void)host.call(nullptr, method.name, arguments, error);
    expect(error.kind == CallError::no_instance, method.name + " refuses an object that is gone");
  }
}

// Before a world is open, and after it was closed, each method says so.
void refuses_closed_worlds(Host& host, const std::vector<uint8_t>& blob) {
  for (const bool was_open : {false, true}) {
    Game game(host, blob, was_open);
    if (was_open) game.call("close", {});
    for (const MethodRow& method : host.methods()) {
      if (std::set<std::string>{"get_error", "is_ready", "describe", "open", "close", "is_alive"}.contains(
              method.name))
        continue;
      std::vector<Any> arguments;
      for (const Type type : method.arguments) arguments.push_back(any_of(type));
      (void)game.call(method.name, arguments);
      expect(game.error() == "the world is not open", method.name + " needs an open world", game.error());
    }
    game.call("close", {});
    game.must("is_alive", {1}, false);
    // It can be opened again, and counts on.
    game.must("open", {kNothing}, true);
    game.must("add_asset", {Any::bytes(blob)}, 1);
    game.must("add_population", {1, "guard", 1}, 1);
    game.must("spawn", {1, kNothing}, was_open ? 6 : 1);
  }
  Game game(host, blob, false);
  for (const auto& [name, value] : std::vector<std::pair<const char*, Any>>{{"entities", -1},
                                                                            {"entities", kMost},
                                                                            {"teams", 100000},
                                                                            {"teams", "two"},
                                                                            {"seed", "x"},
                                                                            {"threads", -1},
                                                                            {"threads", "two"},
                                                                            {"entities", 0}}) {
    game.must("open", {Any::dictionary({{name, value}})}, false);
    expect(!game.error().empty(), std::string("a world with wrong ") + name + " says why");
  }
  game.must("open", {Any::dictionary({{"unknown", 1}, {"entities", 4}})}, true);
}

// Bytes that are cut off anywhere, or changed.
void refuses_damaged_bytes(Host& host, const std::vector<uint8_t>& blob) {
  Game game(host, blob);
  const std::string before = game.hash();
  for (size_t i = 0; i < blob.size(); i += i < 256 ? 1 : 61) {
    const Any cut = Any::bytes({blob.begin(), blob.begin() + static_cast<ptrdiff_t>(i)});
    expect(game.call("add_asset", {cut}) == Any(0) && !game.error().empty(),
           "a blob cut off at " + std::to_string(i));
    expect(game.call("describe", {cut}) == Any(""), "describing it");
  }
  expect(game.hash() == before, "damaged bytes change nothing");
  game.must("describe", {Any::bytes(blob)}, game.call_typed("describe", {Any::bytes(blob)}));
}

// Calls in an order that no game should make, a block each.
// NOLINTNEXTLINE(readability-function-size)
void survives(Host& host, const std::vector<uint8_t>& blob) {
  const auto named = [](const Any& commands, const char* what) {
    return std::count_if(commands.list.begin(), commands.list.end(),
                         [&](const Any& one) { return one.list[0].text == what; });
  };
  {
    Game game(host, blob);
    game.must("complete", {1, kNothing}, true);
    game.must("complete", {1, kNothing}, false);
    expect(game.error().empty(), "a task that is over is no mistake", game.error());
    game.must("fail", {1}, false);
  }
  {
    Game game(host, blob);
    game.must("remove", {1}, true);
    game.must("fail", {1}, false);
    std::vector<float> places(18);
    const Any commands = game.call("run_frame", {16667, Any::floats(places)});
    expect(commands.type == Type::array && named(commands, "moves") == 0,
           "the world goes on without an agent that acted");
    game.must("set_key", {1, "hp", 3}, false);
  }
  {
    Game game(host, blob);
    game.must("reload", {1, Any::bytes(blob)}, true);
    game.must("complete", {1, kNothing}, true);
    expect(game.frame().type == Type::array, "a frame after a reload while an agent acts");
    for (int i = 0; i < 20; ++i) game.must("reload", {1, Any::bytes(blob)}, true);
  }
  {
    // Numbers that are none: reading gives the default or an end of the range, and frames go on.
    Game game(host, blob);
    for (const double number : {kNan, std::numeric_limits<double>::infinity(), -1e308, 1e308}) {
      for (const char* key : {"hp", "ammo", "armed", "mood"}) game.must("set_key", {1, key, number}, true);
      game.must("set_key", {1, "post", Vector3{static_cast<float>(number), 0, 0}}, true);
      game.must("set_shared", {"hour", -1, number}, true);
      expect(game.frame().type == Type::array, "a frame with such keys");
      std::vector<float> places(24, static_cast<float>(number));
      const Any commands = game.call("run_frame", {16667, Any::floats(places)});
      const bool is_lost = !std::isfinite(static_cast<float>(number));
      expect(commands.type == Type::array && named(commands, "lost") == (is_lost ? 4 : 0),
             "who is at no place is lost", commands.words());
    }
    for (const int64_t number : {kMost, kLeast})
      for (const char* key : {"hp", "ammo", "armed", "mood"}) game.must("set_key", {1, key, number}, true);
    expect(game.frame().type == Type::array, "a frame with such integers");
  }
  {
    // More than there is room for.
    Game game(host, blob);
    game.must("spawn", {1, kNothing}, 6);
    game.must("spawn", {1, kNothing}, 7);
    game.must("spawn", {1, kNothing}, 0);
    expect(game.error().find("no room for another agent") != std::string::npos, "a full population says so",
           game.error());
    for (int i = 8; i < 18; ++i) game.must("add_thing", {kNothing}, i);
    game.must("add_thing", {kNothing}, 0);
    expect(!game.error().empty(), "a full world says so");
  }
  {
    // Two worlds know nothing of each other.
    Game one(host, blob), other(host, blob);
    const std::string before = other.hash();
    one.must("set_key", {1, "hp", 3}, true);
    one.must("remove", {2}, true);
    expect(other.hash() == before, "another world is another world");
  }
  {
    // A task that takes its time to end is over when the game says so.
    Game game(host, blob);
    game.must("set_key", {1, "hp", 5}, true);
    game.frame();
    game.must("set_key", {1, "hp", 100}, true);
    Any end;
    for (const Any& command : game.frame().list)
      if (command.list[0].text == "end") end = command;
    expect(end.words() == R"(["end", 1, 2, "hide", true])", "hiding takes its time to end", end.words());
    game.must("complete", {2, kNothing}, true);
    game.must("complete", {2, kNothing}, false);
  }
  {
    // Somebody who has left is nobody in the keys of others, and zero has no sign.
    Game game(host, blob);
    game.must("remove", {3}, true);
    game.must("get_key", {1, "threat"}, Any::dictionary({{"entity", 0}}));
    game.must("set_key", {1, "hp", -0.0}, true);
    expect(game.call("get_key", {1, "hp"}).words() == "0", "zero has no sign");
  }
  {
    // Lines of sight are asked, answered once, and lapse.
    Game game(host, blob);
    game.must("set_key", {1, "armed", false}, true);
    Any commands;
    for (int i = 0; i < 10 && named(commands, "sight") == 0; ++i) commands = game.frame();
    expect(named(commands, "sight") > 0, "guard 1 asks whether it sees person 3");
    game.must("answer_sight", {1, true}, true);
    game.must("answer_sight", {1, true}, false);
    expect(game.error() == "there is no question 1", "it was answered", game.error());
  }
  {
    // Every command comes with what the scripts read of it.
    Game game(host, blob);
    game.must("post_event", {"damaged", 1, -1, Any::dictionary({{"amount", 95}, {"by", 3}})}, true);
    const Any commands = game.frame();
    std::string words;
    for (const Any& command : commands.list)
      if (command.list[0].text != "sight" && command.list[0].text != "moves") words += command.words() + " ";
    expect(
        words ==
                R"(["event", 1, "cried", {loud: 95, at: (1e+06, 1e+06, 1e+06)}] ["end", 1, 1, "shoot", false] ["start", 1, 2, "hide", {}] )" ||
            words ==
                R"(["end", 1, 1, "shoot", false] ["start", 1, 2, "hide", {}] ["event", 1, "cried", {loud: 95, at: (1e+06, 1e+06, 1e+06)}] )",
        "the commands of a guard that is hit", words);
    game.must("get_key", {1, "threat"}, Any::dictionary({{"entity", 3}}));
    const Any why = game.call("why", {1});
    expect(why.list.size() == 5 && why.list[0].at("action") == Any("hide") &&
               why.list[0].at("is_running") == Any(true),
           "why it hides", why.words());
  }
}

// An engine without one of the functions: the extension is not loaded, and says what it lacks.
void refuses_old_engines(const char* library) {
#define FUNCTION_NAME(result, name, parameters) #name,
  const char* names[] = {ISHI_GODOT_FUNCTIONS(FUNCTION_NAME)};
#undef FUNCTION_NAME
  for (const std::string name : names) {
    const Host host(library, name);
    expect(!host.is_loaded(), "an engine without " + name);
    const std::vector<std::string> words{"Ishi needs Godot 4.2 or later: this engine has no " + name};
    expect(name == "print_error" ? host.printed().empty() : host.printed() == words, "it says so");
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) return 2;
  std::ifstream file(arguments[2], std::ios::binary);
  const std::vector<uint8_t> blob{std::istreambuf_iterator<char>(file), {}};
  refuses_old_engines(arguments[1]);
  for (int round = 0; round < 2; ++round) {  // the extension is loaded again after it was unloaded
    const int64_t before = Host::values();
    {
      Host host(arguments[1]);
      std::ifstream list(arguments[3]);
      for (const MethodRow& method : host.methods()) {
        std::string line;
        std::getline(list, line);
        expect(line == method.line, "the web has the method " + method.line, line);
      }
      if (round == 0) {
        refuses(host, blob);
        refuses_arguments(host, blob);
        refuses_closed_worlds(host, blob);
        refuses_damaged_bytes(host, blob);
      }
      survives(host, blob);
    }
    expect(Host::values() == before, "every value of the engine is given back",
           std::to_string(Host::values() - before) + " are not");
  }
  std::printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
