// Every function of the C interface is asked with each of its arguments spoilt in turn: null pointers,
// structs of a wrong size, and handles that are null, stale, forged, of another sort or of another world. It
// must refuse each, and the world stays as it is. The functions come from ishi/c_calls.inl: one that is added
// there is asked, too, and does not compile here if a parameter is of a type for which nothing is spoilt.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ishi/c_api.h"

namespace {

const ishi_api* api = nullptr;
uint32_t asked = 0, wrong = 0;

void require(ishi_status status, const char* call) {
  if (status.code == ISHI_OK) return;
  std::fprintf(stderr, "%s: %s\n", call, api->describe(status));
  std::exit(2);
}
void expect(bool holds, const char* function, const char* how, uint32_t argument) {
  ++asked;
  if (holds) return;
  ++wrong;
  std::fprintf(stderr, "ishi_%s takes an argument %u that is %s\n", function, argument, how);
}

template <typename T>
T sized() {
  T value{};
  value.size = sizeof value;
  return value;
}

// What calls are made with: a world that lives, and what belongs to another one or is gone.
struct Ground {
  ishi_asset asset{}, gone_asset{};
  ishi_world world{}, other{}, gone_world{};
  ishi_population population{}, gone_population{};
  ishi_scratch scratch{}, gone_scratch{};
  ishi_recorder recorder{}, gone_recorder{};
  ishi_host host{}, gone_host{};
  ishi_entity agent{}, gone_agent{}, foreign{};
};
Ground ground;

void make_world(ishi_world& world, ishi_population& population, ishi_entity& agent) {
  require(api->world_create(nullptr, &world), "world_create");
  auto options = sized<ishi_population_options>();
  require(api->population_options_defaults(&options), "defaults");
  options.capacity = 4;
  require(
      api->world_add_population(world, ground.asset, api->id_of("agents", "guard"), &options, &population),
      "add_population");
  require(api->population_spawn(population, nullptr, &agent), "spawn");
}

void make_ground(const std::vector<char>& blob) {
  require(api->asset_load(blob.data(), blob.size(), nullptr, &ground.gone_asset), "asset_load");
  require(api->asset_destroy(ground.gone_asset), "asset_destroy");
  require(api->asset_load(blob.data(), blob.size(), nullptr, &ground.asset), "asset_load");
  ishi_population other{};
  make_world(ground.world, ground.population, ground.agent);
  make_world(ground.other, other, ground.foreign);
  make_world(ground.gone_world, ground.gone_population, ground.gone_agent);
  require(api->world_destroy(ground.gone_world), "world_destroy");
  require(api->population_spawn(ground.population, nullptr, &ground.gone_agent), "spawn");
  require(api->population_despawn(ground.population, ground.gone_agent), "despawn");
  require(api->scratch_create(ground.world, &ground.gone_scratch), "scratch_create");
  require(api->scratch_destroy(ground.gone_scratch), "scratch_destroy");
  require(api->scratch_create(ground.world, &ground.scratch), "scratch_create");
  auto options = sized<ishi_recorder_options>();
  require(api->recorder_options_defaults(&options), "defaults");
  options.dashcam_seconds = 5;
  require(api->recorder_open(ground.other, &options, &ground.gone_recorder), "recorder_open");
  require(api->host_open(ground.gone_recorder, nullptr, &ground.gone_host), "host_open");
  require(api->host_close(ground.gone_host), "host_close");
  require(api->recorder_close(ground.gone_recorder), "recorder_close");
  require(api->recorder_open(ground.world, &options, &ground.recorder), "recorder_open");
  require(api->host_open(ground.recorder, nullptr, &ground.host), "host_open");
}

// An argument that is good as far as its type goes. Pointers lead to memory of their own that has room for
// any struct.
template <typename T>
T good() {
  if constexpr (std::is_same_v<T, ishi_asset>) {
    return ground.asset;
  } else if constexpr (std::is_same_v<T, ishi_world>) {
    return ground.world;
  } else if constexpr (std::is_same_v<T, ishi_population>) {
    return ground.population;
  } else if constexpr (std::is_same_v<T, ishi_scratch>) {
    return ground.scratch;
  } else if constexpr (std::is_same_v<T, ishi_recorder>) {
    return ground.recorder;
  } else if constexpr (std::is_same_v<T, ishi_host>) {
    return ground.host;
  } else if constexpr (std::is_same_v<T, ishi_entity>) {
    return ground.agent;
  } else if constexpr (std::is_pointer_v<T>) {
    using Target = std::remove_const_t<std::remove_pointer_t<T>>;
    if constexpr (std::is_same_v<Target, void>) {
      static std::array<unsigned char, 64> memory;
      return memory.data();
    } else if constexpr (std::is_same_v<Target, char>) {
      static char text[64];
      return text;
    } else {
      static Target target;
      target = {};
      if constexpr (requires { target.size; }) target.size = sizeof target;
      return &target;
    }
  } else if constexpr (std::is_integral_v<T>) {
    return 1;
  } else {
    return T{};
  }
}

struct Spoilt {
  const char* how;
  bool may_pass = false;
};

template <typename T>
concept HasSize = std::is_class_v<T> && requires(T& value) {
  value.size;
};

// Calls `ask(value, how)` with each spoilt value of a type.
template <typename T, typename Ask>
void spoil(Ask&& ask) {
  if constexpr (std::is_same_v<T, ishi_asset>) {
    ask(T{}, "null");
    ask(ground.gone_asset, "stale");
    ask(T{ground.asset.index, ground.asset.generation + 1}, "forged");
    ask(T{70'000, 1}, "beyond the registry");
    ask(T{ground.world.index, ground.world.generation}, "a world");
  } else if constexpr (std::is_same_v<T, ishi_world>) {
    ask(T{}, "null");
    ask(ground.gone_world, "stale");
    ask(T{ground.world.index, ground.world.generation ^ 0x800}, "forged");
    ask(T{0xffff'ffff, 0xffff'ffff}, "beyond the registry");
    ask(T{ground.asset.index, ground.asset.generation}, "an asset");
  } else if constexpr (std::is_same_v<T, ishi_population>) {
    ask(T{}, "null");
    ask(ground.gone_population, "of a world that is gone");
    ask(T{ground.world, 7}, "one that its world does not have");
    ask(T{{ground.asset.index, ground.asset.generation}, 0}, "of an asset");
  } else if constexpr (std::is_same_v<T, ishi_scratch>) {
    ask(T{}, "null");
    ask(ground.gone_scratch, "stale");
    ask(T{ground.world.index, ground.world.generation}, "a world");
  } else if constexpr (std::is_same_v<T, ishi_reload>) {
    ask(T{}, "null");
    ask(T{0, 1}, "forged");
    ask(T{ground.world.index, ground.world.generation}, "a world");
  } else if constexpr (std::is_same_v<T, ishi_recorder>) {
    ask(T{}, "null");
    ask(ground.gone_recorder, "stale");
    ask(T{ground.recorder.index, ground.recorder.generation + 1}, "forged");
    ask(T{ground.host.index, ground.host.generation}, "a host");
  } else if constexpr (std::is_same_v<T, ishi_host>) {
    ask(T{}, "null");
    ask(ground.gone_host, "stale");
    ask(T{ground.host.index, ground.host.generation ^ 0x40}, "forged");
    ask(T{ground.recorder.index, ground.recorder.generation}, "a recorder");
  } else if constexpr (std::is_same_v<T, ishi_entity>) {
    ask(T{}, "nobody");
    ask(ground.gone_agent, "gone");
    ask(ground.foreign, "of another world");
    ask(T{5'000'000, 3, ground.agent.world}, "forged");
  } else if constexpr (std::is_pointer_v<T>) {
    using Target = std::remove_const_t<std::remove_pointer_t<T>>;
    ask(T{nullptr}, "null");
    if constexpr (HasSize<Target>) {
      static Target target;
      target = {};
      for (const uint32_t size : {0u, static_cast<uint32_t>(sizeof target) - 1,
                                  static_cast<uint32_t>(sizeof target) + 1, 0xffff'ffffu}) {
        target.size = size;
        ask(T{&target}, "of a wrong size");
      }
    }
  }
}

// Pointers that may be null, and entities that may be nobody, with arguments that are good else.
bool may_be(const char* function, uint32_t argument, const char* how) {
  static const std::set<std::tuple<std::string, uint32_t, std::string>> kAllowed = {
      {"world_create", 1, "null"}, {"world_spawn", 2, "null"}, {"population_spawn", 2, "null"}};
  return kAllowed.contains({function, argument, how});
}

template <typename Result>
bool is_refused(const Result& result) {
  if constexpr (std::is_same_v<Result, ishi_status>) {
    return result.code != ISHI_OK && std::strlen(api->describe(result)) > 0;
  } else if constexpr (std::is_integral_v<Result>) {
    return result == 0;
  } else {
    return result != nullptr;
  }
}

template <typename Result, typename... Arguments, size_t... kPlaces>
void ask_all(const char* name, Result (*function)(Arguments...), std::index_sequence<kPlaces...>) {
  [[maybe_unused]] const auto ask_one = [&]<size_t kPlace>() {
    using T = std::tuple_element_t<kPlace, std::tuple<Arguments...>>;
    spoil<T>([&](T value, const char* how) {
      std::tuple<Arguments...> arguments{good<Arguments>()...};
      std::get<kPlace>(arguments) = value;
      if (may_be(name, kPlace + 1, how)) return;
      expect(is_refused(std::apply(function, arguments)), name, how, kPlace + 1);
    });
  };
  (ask_one.template operator()<kPlaces>(), ...);
}

template <typename Result, typename... Arguments>
void ask(const char* name, Result (*function)(Arguments...)) {
  const uint32_t before = asked;
  ask_all(name, function, std::index_sequence_for<Arguments...>());
  static const std::set<std::string> kOfAnything = {"describe", "version_fault"};
  const bool has_arguments = sizeof...(Arguments) > 0 && !kOfAnything.contains(name);
  if (has_arguments && asked == before) expect(false, name, "never spoilt", 0);
}

void ask_functions() {
#define ISHI_CALL(result, name) \
  ask(#name, api->name);        \
  [[maybe_unused]] result(*of_##name)
#include "ishi/c_calls.inl"
#undef ISHI_CALL
}

void expect_code(ishi_status status, uint32_t code, const char* function, const char* how) {
  expect(status.code == code, function, how, 0);
}

// Calls out of their phase, jobs that are not there, batches of before, values that do not exist.
void ask_phases() {
  ishi_batch batch{};
  const ishi_clock first{1, 1000}, past{0, 0};
  for (uint32_t phase = ISHI_SENSE; phase <= ISHI_MOVE; ++phase)
    expect_code(api->population_begin(ground.population, phase, nullptr, &batch), ISHI_WRONG_PHASE,
                "population_begin", "outside a frame");
  expect_code(api->population_begin(ground.population, 4, nullptr, &batch), ISHI_BAD_ENUMERATOR,
              "population_begin", "no phase");
  expect_code(api->world_end_frame(ground.world), ISHI_WRONG_PHASE, "world_end_frame", "outside a frame");
  require(api->world_begin_frame(ground.world, &first), "begin_frame");
  expect_code(api->world_begin_frame(ground.world, &first), ISHI_WRONG_PHASE, "world_begin_frame",
              "in a frame");
  expect_code(api->population_despawn(ground.population, ground.agent), ISHI_WRONG_PHASE,
              "population_despawn", "in a frame");
  expect_code(api->world_set_position(ground.world, ground.agent, {1, 2, 3}), ISHI_WRONG_PHASE,
              "world_set_position", "in a frame");
  for (uint32_t phase = ISHI_SENSE; phase <= ISHI_MOVE; ++phase) {
    require(api->population_begin(ground.population, phase, nullptr, &batch), "begin");
    expect_code(api->population_begin(ground.population, phase, nullptr, &batch), ISHI_WRONG_PHASE,
                "population_begin", "begun already");
    expect_code(api->batch_run(&batch, batch.jobs, ground.scratch), ISHI_OUT_OF_RANGE, "batch_run", "no job");
    if (batch.jobs > 0)
      expect_code(api->batch_end(&batch, nullptr), ISHI_JOBS_MISSING, "batch_end", "ended before its jobs");
    ishi_batch forged = batch;
    ++forged.serial;
    expect_code(api->batch_run(&forged, 0, ground.scratch), ISHI_BATCH_STALE, "batch_run", "forged");
    forged = batch;
    forged.phase = 9;
    expect_code(api->batch_end(&forged, nullptr), ISHI_BAD_ENUMERATOR, "batch_end", "of no phase");
    forged = batch;
    forged.rows = nullptr;
    forged.count = forged.jobs = 0xffff'ffff;
    require(api->batch_run_all(&forged, ground.scratch),
            "run_all");  // of what the game gives nothing is used
    if (batch.jobs > 0)
      expect_code(api->batch_run(&batch, 0, ground.scratch), ISHI_JOB_DONE, "batch_run", "done");
    require(api->batch_end(&batch, nullptr), "end");
    expect_code(api->batch_end(&batch, nullptr), ISHI_BATCH_STALE, "batch_end", "over");
  }
  require(api->world_end_frame(ground.world), "end_frame");
  expect_code(api->world_cancel_frame(ground.world), ISHI_WRONG_PHASE, "world_cancel_frame",
              "outside a frame");
  expect_code(api->world_begin_frame(ground.world, &past), ISHI_CLOCK_FELL, "world_begin_frame",
              "in the past");
}

// Numbers that are none, tokens that were never given, bytes that are cut.
void ask_values(const std::vector<char>& blob) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  ishi_asset asset{};
  for (size_t size = 0; size < blob.size(); size += 97)
    expect(api->asset_load(blob.data(), size, nullptr, &asset).code != ISHI_OK, "asset_load", "cut", 1);
  auto grid = sized<ishi_grid_options>();
  require(api->grid_options_defaults(&grid), "defaults");
  grid.columns = grid.rows = 4;
  grid.cell = kNan;
  expect_code(api->world_create_grid(ground.world, &grid), ISHI_BAD_OPTIONS, "world_create_grid", "NaN");
  require(api->world_set_position(ground.world, ground.agent, {kNan, kNan, kNan}), "set_position");
  ishi_vector3 at{1, 1, 1};
  require(api->world_position(ground.world, ground.agent, &at), "position");
  expect(at.x == 0 && at.y == 0 && at.z == 0, "world_position", "NaN and not read as 0", 3);
  ishi_report report{};
  report.token = {0, 0, 0, 99, ground.agent.world, 0};
  expect_code(api->population_report(ground.population, &report), ISHI_TOKEN_UNKNOWN, "population_report",
              "unknown");
  report.token.world ^= 1;
  expect_code(api->population_report(ground.population, &report), ISHI_FOREIGN_HANDLE, "population_report",
              "foreign");
  report.ending = 2;
  expect_code(api->population_report(ground.population, &report), ISHI_BAD_OPTIONS, "population_report",
              "no ending");
  expect_code(api->population_answer(ground.population, {}, 2), ISHI_BAD_OPTIONS, "population_answer",
              "no sight");
  expect_code(api->asset_destroy(ground.asset), ISHI_OBJECT_IN_USE, "asset_destroy", "in use");
  ishi_entry entry{};
  auto options = sized<ishi_world_options>();
  require(api->world_options_defaults(&options), "defaults");
  options.contract = &entry;
  options.entry_count = 1;
  ishi_world world{};
  expect_code(api->world_create(&options, &world), ISHI_BAD_CONTRACT, "world_create",
              "a contract without names");
  entry.name = entry.owner_name = entry.reference_name = "";
  entry.live = 2;
  expect_code(api->world_create(&options, &world), ISHI_BAD_CONTRACT, "world_create", "a truth that is 2");
  entry.live = 0;
  entry.id = 1;
  options.entry_count = 0;
  expect_code(api->world_create(&options, &world), ISHI_BAD_CONTRACT, "world_create",
              "a contract whose count was forgotten");
  entry.id = 0;  // a contract without parts
  require(api->world_create(&options, &world), "an empty contract");
  require(api->world_destroy(world), "world_destroy");
  ishi_column column{};
  expect_code(
      api->population_column(ground.population, api->id_of("blackboard", "keen"), ISHI_INT32, &column),
      ISHI_WRONG_TYPE, "population_column", "of another type");
  expect_code(api->population_column(ground.population, api->id_of("blackboard", "keen"), 99, &column),
              ISHI_BAD_ENUMERATOR, "population_column", "of no type");
  expect_code(api->world_column(ground.world, 9, 1, 0, &column), ISHI_BAD_ENUMERATOR, "world_column",
              "of no place");
  expect(ishi_get_api(0) == nullptr && ishi_get_api(ISHI_API_VERSION + 1) == nullptr, "get_api",
         "another version", 1);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> blob((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  api = ishi_get_api(ISHI_API_VERSION);
  if (api == nullptr || api->size != sizeof(ishi_api)) return 2;
  make_ground(blob);
  uint64_t before = 0, after = 0;
  require(api->world_state_hash(ground.world, &before), "state_hash");
  ask_functions();
  require(api->world_state_hash(ground.world, &after), "state_hash");
  expect(before == after, "world_state_hash", "of a world that was changed", 1);
  ask_phases();
  ask_values(blob);
  std::printf("%u kinds of misuse, %u of which were not refused\n", asked, wrong);
  return wrong == 0 && asked >= 200 ? 0 : 1;
}
