#include <cstddef>
#include <utility>

#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

#ifdef ISHI_C_RECORD
#include "ishi/record/recorder.h"
#endif
#ifdef ISHI_C_LIVE
#include "ishi/live/host.h"
#endif

// Recorders, and hosts that let viewers look into a running game. A library without one of the two refuses
// its calls.

namespace ishi::c {
#ifdef ISHI_C_RECORD
namespace {

struct RecorderObject {
  record::Recorder recorder;
};
constinit Registry<RecorderObject, Sort::recorder> recorders;

ishi_status find(ishi_recorder handle, RecorderObject*& object) {
  if (handle.generation == 0) return said(ISHI_NOT_CREATED, UINT64_MAX);
  object = recorders.find(handle.index, handle.generation);
  return object != nullptr ? said(kGood) : said(ISHI_STALE_OBJECT, handle.index);
}

ishi_status told(record::Result result) {
  using record::Result;
  switch (result) {
    case Result::ok: return said(kGood);
    case Result::no_world: return said(ISHI_WORLD_GONE);
    case Result::in_frame: return said(ISHI_WRONG_PHASE);
    case Result::already_recorded: return said(ISHI_ALREADY_RECORDED);
    case Result::bad_options: return said(ISHI_BAD_OPTIONS);
    case Result::out_of_memory: return said(ISHI_OUT_OF_MEMORY);
    case Result::cannot_write: return said(ISHI_CANNOT_WRITE);
    case Result::path_in_use: return said(ISHI_PATH_IN_USE);
    case Result::not_a_dashcam: return said(ISHI_NOT_A_DASHCAM);
    case Result::frames_lost: return said(ISHI_FRAMES_LOST);
    case Result::not_open: return said(ISHI_NOT_RECORDED);
    case Result::feature_missing: break;
  }
  return said(ISHI_FEATURE_MISSING, static_cast<uint64_t>(Feature::recording));
}

}  // namespace
#endif

#ifdef ISHI_C_LIVE
namespace {

// A host, and the assets that viewers may replace and have given.
struct HostObject {
  static constexpr uint32_t kMost = 16;  // of ishi::live
  struct Known {
    ishi_asset handle;
    AssetObject* object = nullptr;
    bool is_given = false;       // by the game
    bool is_handed_out = false;  // to the host, for the blob that it reads now
  };

  live::Host host;
  Known known[2 * kMost] = {};
  uint32_t known_count = 0;
  ishi_asset_change changes[kMost] = {};
  uint32_t change_count = 0;
  WorldObject* world = nullptr;  // while it is between frames

  HostObject() = default;
  HostObject(const HostObject&) = delete;
  HostObject& operator=(const HostObject&) = delete;
  // What viewers gave and no world reads goes with it.
  ~HostObject() {
    host.close();
    for (uint32_t i = 0; i < known_count; ++i) {
      const bool is_last = --known[i].object->users == 0;
      if (is_last && !known[i].is_given) assets().remove(known[i].handle.index, known[i].handle.generation);
    }
  }

  // An asset that no world reads gives its place to the next one.
  [[nodiscard]] Asset* make_asset() {
    Known* place = nullptr;
    uint32_t made = 0;
    for (uint32_t i = 0; i < known_count; ++i) {
      made += known[i].is_given ? 0 : 1;
      const bool is_free = !known[i].is_given && !known[i].is_handed_out && known[i].object->users == 1;
      if (!is_free) continue;
      assets().remove(known[i].handle.index, known[i].handle.generation);
      place = &known[i];
      break;
    }
    if (place == nullptr && (made == kMost || known_count == std::size(known))) return nullptr;
    Known fresh;
    bool is_full = false;
    fresh.object = assets().add(fresh.handle.index, fresh.handle.generation, is_full);
    if (fresh.object == nullptr) {
      if (place != nullptr) *place = known[--known_count];
      return nullptr;
    }
    fresh.object->users = 1;
    fresh.is_handed_out = true;
    (place != nullptr ? *place : known[known_count++]) = fresh;
    return &fresh.object->asset;
  }
  void note_reload(std::span<const AssetChange> all) {
    for (const AssetChange& change : all) {
      const Known* const from = find(change.from);
      const Known* const to = find(change.to);
      if (from == nullptr || to == nullptr) continue;
      replace_asset(*world, *from->object, *to->object);
      if (change_count < kMost) changes[change_count++] = {from->handle, to->handle};
    }
    forget_handed_out();
  }
  void forget_handed_out() {
    for (uint32_t i = 0; i < known_count; ++i) known[i].is_handed_out = false;
  }

 private:
  [[nodiscard]] const Known* find(const Asset* asset) const {
    for (uint32_t i = 0; i < known_count; ++i) {
      if (&known[i].object->asset == asset) return &known[i];
    }
    return nullptr;
  }
};
constinit Registry<HostObject, Sort::host> hosts;

ishi_status find(ishi_host handle, HostObject*& object) {
  if (handle.generation == 0) return said(ISHI_NOT_CREATED, UINT64_MAX);
  object = hosts.find(handle.index, handle.generation);
  return object != nullptr ? said(kGood) : said(ISHI_STALE_OBJECT, handle.index);
}

ishi_status told(live::Result result) {
  using live::Result;
  switch (result) {
    case Result::ok: break;
    case Result::not_recorded: return said(ISHI_NOT_RECORDED);
    case Result::already_open: return said(ISHI_HAS_HOST);
    case Result::bad_options: return said(ISHI_BAD_OPTIONS);
    case Result::out_of_memory: return said(ISHI_OUT_OF_MEMORY);
    case Result::no_folder: return said(ISHI_NO_FOLDER);
    case Result::path_too_long: return said(ISHI_PATH_TOO_LONG);
    case Result::path_taken: return said(ISHI_PATH_TAKEN);
    case Result::cannot_listen: return said(ISHI_CANNOT_LISTEN);
  }
  return said(kGood);
}

ishi_status open(RecorderObject& recorder, const ishi_host_options& given, HostObject& made) {
  if (given.assets == nullptr && given.asset_count > 0)
    return said(ISHI_BAD_OPTIONS, static_cast<uint64_t>(BadOption::asset));
  if (given.asset_count > HostObject::kMost || given.port > 0xffff) return said(ISHI_BAD_OPTIONS);
  const Asset* replaced[HostObject::kMost] = {};
  for (uint32_t i = 0; i < given.asset_count; ++i) {
    AssetObject* object = nullptr;
    if (const ishi_status status = c::find(given.assets[i], object); !is_good(status)) return status;
    ++object->users;
    made.known[made.known_count++] = {given.assets[i], object, true, false};
    replaced[i] = &object->asset;
  }
  live::HostOptions options;
  options.name = given.name;
  options.viewers = given.viewers;
  options.may_hold = given.may_hold != 0;
  options.may_change = given.may_change != 0;
  options.stream_bytes = given.stream_bytes;
  options.dashcam_path = given.dashcam_path;
  options.assets = {replaced, given.asset_count};
  options.secret = given.secret;
  options.port = static_cast<uint16_t>(given.port);
  options.allocator = to_cpp(given.allocator);
  options.context = &made;
  if (given.asset_count > 0) {
    options.make_asset = [](void* context) { return static_cast<HostObject*>(context)->make_asset(); };
    options.reloaded = [](void* context, std::span<const AssetChange> changes) {
      static_cast<HostObject*>(context)->note_reload(changes);
    };
  }
  return told(made.host.open(recorder.recorder, options));
}

}  // namespace
#endif

}  // namespace ishi::c

using namespace ishi::c;

ishi_status ishi_recorder_options_defaults(ishi_recorder_options* options) {
  return give_defaults({.size = 0,
                        .dashcam_seconds = 0,
                        .save_seconds = 20,
                        .save_frames = 600,
                        .hash_frames = 64,
                        .only_watched = 0,
                        .path = nullptr,
                        .memory_bytes = 0,
                        .allocator = {}},
                       options);
}

ishi_status ishi_host_options_defaults(ishi_host_options* options) {
  return give_defaults({.size = 0,
                        .viewers = 4,
                        .may_hold = 1,
                        .may_change = 1,
                        .name = "game",
                        .stream_bytes = 0,
                        .dashcam_path = nullptr,
                        .assets = nullptr,
                        .asset_count = 0,
                        .port = 0,
                        .secret = nullptr,
                        .allocator = {}},
                       options);
}

#ifdef ISHI_C_RECORD
ishi_status ishi_recorder_open(ishi_world world, const ishi_recorder_options* options,
                               ishi_recorder* recorder) {
  if (recorder == nullptr) return null_argument(3);
  WorldObject* its_world = nullptr;
  if (const ishi_status status = find(world, its_world); !is_good(status)) return status;
  ishi_recorder_options defaults{}, given;
  defaults.size = sizeof defaults;
  (void)ishi_recorder_options_defaults(&defaults);
  if (const ishi_status status = read_options(options, defaults, given); !is_good(status)) return status;
  ishi::record::RecorderOptions cpp;
  cpp.path = given.path;
  cpp.dashcam_seconds = given.dashcam_seconds;
  cpp.save_seconds = given.save_seconds;
  cpp.save_frames = given.save_frames;
  cpp.hash_frames = given.hash_frames;
  cpp.memory_bytes = given.memory_bytes;
  cpp.only_watched = given.only_watched != 0;
  cpp.allocator = to_cpp(given.allocator);
  ishi_recorder handle{};
  bool is_full = false;
  RecorderObject* const object = recorders.add(handle.index, handle.generation, is_full);
  if (object == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
  const ishi_status status = told(ishi::record::Recorder::open(its_world->world, cpp, object->recorder));
  if (is_good(status)) {
    *recorder = handle;
  } else {
    recorders.remove(handle.index, handle.generation);
  }
  return status;
}

uint32_t ishi_recorder_valid(ishi_recorder recorder) {
  RecorderObject* object = nullptr;
  return is_good(find(recorder, object)) ? 1 : 0;
}

ishi_status ishi_recorder_finish(ishi_recorder recorder) {
  RecorderObject* object = nullptr;
  if (const ishi_status status = find(recorder, object); !is_good(status)) return status;
  return told(object->recorder.finish());
}

ishi_status ishi_recorder_close(ishi_recorder recorder) {
  RecorderObject* object = nullptr;
  if (const ishi_status status = find(recorder, object); !is_good(status)) return status;
  const ishi_status status = told(object->recorder.close());
  return recorders.remove(recorder.index, recorder.generation) ? status : said(ISHI_STALE_OBJECT);
}

ishi_status ishi_recorder_take(ishi_recorder recorder, void* memory, size_t room, size_t* bytes) {
  if (memory == nullptr) return null_argument(2);
  if (bytes == nullptr) return null_argument(4);
  RecorderObject* object = nullptr;
  if (const ishi_status status = find(recorder, object); !is_good(status)) return status;
  *bytes = object->recorder.take({static_cast<std::byte*>(memory), room});
  return said(kGood);
}

ishi_status ishi_recorder_write(ishi_recorder recorder, const char* path) {
  if (path == nullptr) return null_argument(2);
  RecorderObject* object = nullptr;
  if (const ishi_status status = find(recorder, object); !is_good(status)) return status;
  return told(object->recorder.write(path));
}

ishi_status ishi_recorder_counters(ishi_recorder recorder, ishi_recorder_counts* counters) {
  if (counters == nullptr) return null_argument(2);
  RecorderObject* object = nullptr;
  if (const ishi_status status = find(recorder, object); !is_good(status)) return status;
  const ishi::record::RecorderCounters its = object->recorder.counters();
  return write_sized({.size = 0,
                      .result = told(its.result).code,
                      .frames = its.frames,
                      .lost_frames = its.lost_frames,
                      .saves = its.saves,
                      .save_bytes = its.save_bytes,
                      .column_bytes = its.column_bytes,
                      .call_bytes = its.call_bytes,
                      .written_bytes = its.written_bytes},
                     counters);
}
#else
ishi_status ishi_recorder_open(ishi_world, const ishi_recorder_options*, ishi_recorder*) {
  return said(ISHI_NOT_IN_BUILD);
}
uint32_t ishi_recorder_valid(ishi_recorder) { return 0; }
ishi_status ishi_recorder_finish(ishi_recorder) { return said(ISHI_NOT_IN_BUILD); }
ishi_status ishi_recorder_close(ishi_recorder) { return said(ISHI_NOT_IN_BUILD); }
ishi_status ishi_recorder_take(ishi_recorder, void*, size_t, size_t*) { return said(ISHI_NOT_IN_BUILD); }
ishi_status ishi_recorder_write(ishi_recorder, const char*) { return said(ISHI_NOT_IN_BUILD); }
ishi_status ishi_recorder_counters(ishi_recorder, ishi_recorder_counts*) { return said(ISHI_NOT_IN_BUILD); }
#endif

#ifdef ISHI_C_LIVE
ishi_status ishi_host_open(ishi_recorder recorder, const ishi_host_options* options, ishi_host* host) {
  if (host == nullptr) return null_argument(3);
  RecorderObject* its_recorder = nullptr;
  if (const ishi_status status = find(recorder, its_recorder); !is_good(status)) return status;
  ishi_host_options defaults{}, given;
  defaults.size = sizeof defaults;
  (void)ishi_host_options_defaults(&defaults);
  if (const ishi_status status = read_options(options, defaults, given); !is_good(status)) return status;
  ishi_host handle{};
  bool is_full = false;
  HostObject* const object = hosts.add(handle.index, handle.generation, is_full);
  if (object == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
  const ishi_status status = open(*its_recorder, given, *object);
  if (is_good(status)) {
    *host = handle;
  } else {
    hosts.remove(handle.index, handle.generation);
  }
  return status;
}

uint32_t ishi_host_valid(ishi_host host) {
  HostObject* object = nullptr;
  return is_good(find(host, object)) ? 1 : 0;
}

ishi_status ishi_host_between_frames(ishi_host host, ishi_world world, ishi_turn* turn) {
  if (turn == nullptr) return null_argument(3);
  HostObject* object = nullptr;
  if (const ishi_status status = find(host, object); !is_good(status)) return status;
  if (const ishi_status status = find(world, object->world); !is_good(status)) return status;
  if (!has_good_size(*turn)) return said(ISHI_BAD_OPTIONS, kBadSize);
  object->change_count = 0;
  const ishi::live::Turn its = object->host.between_frames(object->world->world);
  object->forget_handed_out();
  object->world = nullptr;
  return write_sized({.size = 0,
                      .viewers = its.viewers,
                      .changes = its.changes,
                      .reloaded = object->change_count,
                      .held_microseconds = its.held_microseconds},
                     turn);
}

ishi_status ishi_host_reloaded(ishi_host host, ishi_asset_change* changes, uint32_t room, uint32_t* count) {
  if (changes == nullptr) return null_argument(2);
  if (count == nullptr) return null_argument(4);
  HostObject* object = nullptr;
  if (const ishi_status status = find(host, object); !is_good(status)) return status;
  for (uint32_t i = 0; i < object->change_count && i < room; ++i) changes[i] = object->changes[i];
  *count = object->change_count;
  return said(kGood);
}

ishi_status ishi_host_path(ishi_host host, char* text, size_t room, size_t* length) {
  if (text == nullptr) return null_argument(2);
  if (length == nullptr) return null_argument(4);
  HostObject* object = nullptr;
  if (const ishi_status status = find(host, object); !is_good(status)) return status;
  return give_text(object->host.path(), text, room, length);
}

ishi_status ishi_host_port(ishi_host host, uint32_t* port) {
  if (port == nullptr) return null_argument(2);
  HostObject* object = nullptr;
  if (const ishi_status status = find(host, object); !is_good(status)) return status;
  *port = object->host.port();
  return said(kGood);
}

ishi_status ishi_host_close(ishi_host host) {
  HostObject* object = nullptr;
  if (const ishi_status status = find(host, object); !is_good(status)) return status;
  return hosts.remove(host.index, host.generation) ? said(kGood) : said(ISHI_STALE_OBJECT);
}
#else
ishi_status ishi_host_open(ishi_recorder, const ishi_host_options*, ishi_host*) {
  return said(ISHI_NOT_IN_BUILD);
}
uint32_t ishi_host_valid(ishi_host) { return 0; }
ishi_status ishi_host_between_frames(ishi_host, ishi_world, ishi_turn*) { return said(ISHI_NOT_IN_BUILD); }
ishi_status ishi_host_reloaded(ishi_host, ishi_asset_change*, uint32_t, uint32_t*) {
  return said(ISHI_NOT_IN_BUILD);
}
ishi_status ishi_host_path(ishi_host, char*, size_t, size_t*) { return said(ISHI_NOT_IN_BUILD); }
ishi_status ishi_host_port(ishi_host, uint32_t*) { return said(ISHI_NOT_IN_BUILD); }
ishi_status ishi_host_close(ishi_host) { return said(ISHI_NOT_IN_BUILD); }
#endif
