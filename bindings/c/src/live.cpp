#include <algorithm>
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
  return find_in(recorders, handle.index, handle.generation, object);
}

// Calls `call`, a function of a RecorderObject&, which says an ishi_status.
template <typename Call>
ishi_status with_recorder(ishi_recorder handle, Call&& call) {
  RecorderObject* object = nullptr;
  const ishi_status status = find(handle, object);
  return is_good(status) ? call(*object) : status;
}

// The results of recorders that have codes of their own.
struct RecorderCode {
  uint32_t code;
  record::Result result;
};
constexpr RecorderCode kRecorderCodes[] = {{ISHI_ALREADY_RECORDED, record::Result::already_recorded},
                                           {ISHI_CANNOT_WRITE, record::Result::cannot_write},
                                           {ISHI_PATH_IN_USE, record::Result::path_in_use},
                                           {ISHI_NOT_A_DASHCAM, record::Result::not_a_dashcam},
                                           {ISHI_FRAMES_LOST, record::Result::frames_lost},
                                           {ISHI_BAD_RECORDER_OPTIONS, record::Result::bad_options},
                                           {ISHI_NOT_RECORDED, record::Result::not_open}};

ishi_status told(record::Result result) {
  using record::Result;
  for (const RecorderCode& one : kRecorderCodes) {
    if (one.result == result) return said(one.code);
  }
  switch (result) {
    case Result::ok: return said(kGood);
    case Result::no_world: return said(ISHI_WORLD_GONE);
    case Result::in_frame: return said(ISHI_WRONG_PHASE);
    case Result::out_of_memory: return said(ISHI_OUT_OF_MEMORY);
    default: return said(ISHI_FEATURE_MISSING, static_cast<uint64_t>(Feature::recording));
  }
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
  // Destroys the assets that viewers gave, unless a world still reads them.
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
  return find_in(hosts, handle.index, handle.generation, object);
}

template <typename Call>
ishi_status with_host(ishi_host handle, Call&& call) {
  HostObject* object = nullptr;
  const ishi_status status = find(handle, object);
  return is_good(status) ? call(*object) : status;
}

// The results of hosts that have codes of their own.
struct HostCode {
  uint32_t code;
  live::Result result;
};
constexpr HostCode kHostCodes[] = {
    {ISHI_NOT_RECORDED, live::Result::not_recorded},   {ISHI_HAS_HOST, live::Result::already_open},
    {ISHI_NO_FOLDER, live::Result::no_folder},         {ISHI_PATH_TOO_LONG, live::Result::path_too_long},
    {ISHI_PATH_TAKEN, live::Result::path_taken},       {ISHI_CANNOT_LISTEN, live::Result::cannot_listen},
    {ISHI_BAD_HOST_OPTIONS, live::Result::bad_options}};

ishi_status told(live::Result result) {
  for (const HostCode& one : kHostCodes) {
    if (one.result == result) return said(one.code);
  }
  return said(result == live::Result::ok ? ISHI_OK : ISHI_OUT_OF_MEMORY);
}

ishi_status open(RecorderObject& recorder, const ishi_host_options& given, HostObject& made) {
  if (given.assets == nullptr && given.asset_count > 0)
    return said(ISHI_BAD_OPTIONS, static_cast<uint64_t>(BadOption::asset));
  if (given.asset_count > HostObject::kMost || given.port > 0xffff) return said(ISHI_BAD_HOST_OPTIONS);
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

const char* describe_live(uint32_t code) {
#ifdef ISHI_C_RECORD
  for (const RecorderCode& one : kRecorderCodes) {
    if (one.code == code) return record::describe(one.result);
  }
#endif
#ifdef ISHI_C_LIVE
  for (const HostCode& one : kHostCodes) {
    if (one.code == code) return live::describe(one.result);
  }
#endif
  return code == ISHI_NOT_IN_BUILD ? "this library was built without it: docs/live.md says on which systems "
                                     "games can be looked into"
                                   : nullptr;
}

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
  return add_in(recorders, *recorder, [&](RecorderObject& object) {
    return told(ishi::record::Recorder::open(its_world->world, cpp, object.recorder));
  });
}

uint32_t ishi_recorder_valid(ishi_recorder recorder) {
  RecorderObject* object = nullptr;
  return is_good(find(recorder, object)) ? 1 : 0;
}

ishi_status ishi_recorder_finish(ishi_recorder recorder) {
  return with_recorder(recorder, [](RecorderObject& its) { return told(its.recorder.finish()); });
}

ishi_status ishi_recorder_close(ishi_recorder recorder) {
  return with_recorder(recorder, [&](RecorderObject& its) {
    const ishi_status status = told(its.recorder.close());
    return recorders.remove(recorder.index, recorder.generation) ? status : said(ISHI_STALE_OBJECT);
  });
}

ishi_status ishi_recorder_take(ishi_recorder recorder, void* memory, size_t room, size_t* bytes) {
  if (memory == nullptr) return null_argument(2);
  if (bytes == nullptr) return null_argument(4);
  return with_recorder(recorder, [&](RecorderObject& its) {
    *bytes = its.recorder.take({static_cast<std::byte*>(memory), room});
    return said(kGood);
  });
}

ishi_status ishi_recorder_write(ishi_recorder recorder, const char* path) {
  if (path == nullptr) return null_argument(2);
  return with_recorder(recorder, [&](RecorderObject& its) { return told(its.recorder.write(path)); });
}

ishi_status ishi_recorder_counters(ishi_recorder recorder, ishi_recorder_counts* counters) {
  if (counters == nullptr) return null_argument(2);
  return with_recorder(recorder, [&](const RecorderObject& object) {
    const ishi::record::RecorderCounters its = object.recorder.counters();
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
  });
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
  return add_in(hosts, *host, [&](HostObject& object) { return open(*its_recorder, given, object); });
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
                      .held_microseconds = its.is_held ? 1 : its.held_microseconds},
                     turn);
}

ishi_status ishi_host_reloaded(ishi_host host, ishi_asset_change* changes, uint32_t room, uint32_t* count) {
  if (changes == nullptr) return null_argument(2);
  if (count == nullptr) return null_argument(4);
  return with_host(host, [&](const HostObject& its) {
    std::copy_n(its.changes, std::min(its.change_count, room), changes);
    *count = its.change_count;
    return said(kGood);
  });
}

ishi_status ishi_host_path(ishi_host host, char* text, size_t room, size_t* length) {
  if (text == nullptr) return null_argument(2);
  if (length == nullptr) return null_argument(4);
  return with_host(host,
                   [&](const HostObject& its) { return give_text(its.host.path(), text, room, length); });
}

ishi_status ishi_host_port(ishi_host host, uint32_t* port) {
  if (port == nullptr) return null_argument(2);
  return with_host(host, [&](const HostObject& its) {
    *port = its.host.port();
    return said(kGood);
  });
}

ishi_status ishi_host_close(ishi_host host) {
  return with_host(host, [&](const HostObject&) {
    return hosts.remove(host.index, host.generation) ? said(kGood) : said(ISHI_STALE_OBJECT);
  });
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
