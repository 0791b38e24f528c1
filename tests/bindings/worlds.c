/* What a game in C does with whole worlds: it reloads them, saves and loads them, gives them memory of its own, and thinks
 * with several threads.
 *
 * usage: worlds_in_c PET.ishi CHANGED.ishi OTHER.ishi     the first two of pets, of which the second has one need more; the
 *                                                         third has another contract
 *        worlds_in_c --live PET.ishi RELOADS              plays a world of pets into which viewers look, until they have given
 *                                                         it so many assets */

#include <ishi/c_api.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PETS = 600, THREADS = 4 };

static const ishi_api* ishi;
static int checks, failures;

static void check(int holds, const char* name) {
  ++checks;
  if (holds) return;
  ++failures;
  fprintf(stderr, "failed: %s\n", name);
}

static void require(ishi_status status, const char* call) {
  if (status.code == ISHI_OK) return;
  fprintf(stderr, "%s: %s\n", call, ishi->describe(status));
  exit(2);
}

/* --- Memory of the game's own, which counts, and can end */

typedef struct heap {
  size_t blocks, calls, most_calls;
} heap;

static void* take(void* context, size_t bytes, size_t alignment) {
  heap* const its = context;
  void* memory = NULL;
  if (its->calls++ >= its->most_calls) return NULL;
  if (posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, bytes) != 0) return NULL;
  ++its->blocks;
  return memory;
}

static void give_back(void* context, void* memory, size_t bytes, size_t alignment) {
  heap* const its = context;
  (void)bytes;
  (void)alignment;
  --its->blocks;
  free(memory);
}

static ishi_allocator allocator_of(heap* its, size_t most_calls) {
  ishi_allocator allocator;
  its->blocks = its->calls = 0;
  its->most_calls = most_calls;
  allocator.context = its;
  allocator.allocate = take;
  allocator.release = give_back;
  return allocator;
}

/* --- Worlds of pets */

static ishi_asset load(const char* path) {
  static char blob[1 << 20];
  ishi_asset asset;
  FILE* const file = fopen(path, "rb");
  size_t bytes;
  if (file == NULL) exit(2);
  bytes = fread(blob, 1, sizeof blob, file);
  fclose(file);
  require(ishi->asset_load(blob, bytes, NULL, &asset), "asset_load");
  return asset;
}

static ishi_world_options world_options(void) {
  ishi_world_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  require(ishi->world_options_defaults(&options), "world_options_defaults");
  options.entities = PETS + 1;
  return options;
}

static ishi_status add_pets(ishi_world world, ishi_asset asset, ishi_population* pets) {
  ishi_population_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  require(ishi->population_options_defaults(&options), "population_options_defaults");
  options.capacity = PETS;
  return ishi->world_add_population(world, asset, ishi->id_of("agents", "pet"), &options, pets);
}

static void feed(ishi_population pets, uint64_t frame) {
  ishi_column hunger;
  uint32_t slot;
  require(ishi->population_column(pets, ishi->id_of("blackboard", "hunger"), ISHI_FLOAT, &hunger), "column");
  for (slot = 0; slot < hunger.count; ++slot)
    ((float*)hunger.data)[slot] = (float)((frame * 7 + slot * 3) % 16) / 16;
}

static ishi_world make(ishi_asset asset, ishi_population* pets) {
  const ishi_world_options options = world_options();
  ishi_world world;
  ishi_entity pet;
  int i;
  require(ishi->world_create(&options, &world), "world_create");
  require(add_pets(world, asset, pets), "add_population");
  for (i = 0; i < PETS; ++i) require(ishi->population_spawn(*pets, NULL, &pet), "spawn");
  return world;
}

typedef struct job {
  pthread_t thread;
  const ishi_batch* batch;
  ishi_scratch scratch;
  uint32_t first, step;
  ishi_status status;
} job;

static void* run_jobs(void* given) {
  job* const its = given;
  uint32_t i;
  for (i = its->first; i < its->batch->jobs && its->status.code == ISHI_OK; i += its->step)
    its->status = ishi->batch_run(its->batch, i, its->scratch);
  return NULL;
}

/* A thought of all pets, by so many threads, each with a scratch of its own. */
static void frame(ishi_world world, ishi_population pets, uint64_t number, uint32_t threads) {
  job jobs[THREADS];
  ishi_clock clock;
  ishi_phase_options options;
  ishi_batch batch;
  ishi_results results;
  uint32_t i;
  clock.frame = number;
  clock.time_microseconds = number * 16667;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  require(ishi->phase_options_defaults(&options), "phase_options_defaults");
  options.agents_per_job = 16;
  memset(&results, 0, sizeof results);
  results.size = sizeof results;
  feed(pets, number);
  require(ishi->world_begin_frame(world, &clock), "begin_frame");
  require(ishi->population_begin(pets, ISHI_THINK, &options, &batch), "begin");
  for (i = 0; i < threads; ++i) {
    jobs[i].batch = &batch;
    jobs[i].first = i;
    jobs[i].step = threads;
    memset(&jobs[i].status, 0, sizeof jobs[i].status);
    require(ishi->scratch_create(world, &jobs[i].scratch), "scratch_create");
    if (pthread_create(&jobs[i].thread, NULL, run_jobs, &jobs[i]) != 0) exit(2);
  }
  for (i = 0; i < threads; ++i) {
    pthread_join(jobs[i].thread, NULL);
    require(jobs[i].status, "batch_run");
    require(ishi->scratch_destroy(jobs[i].scratch), "scratch_destroy");
  }
  require(ishi->batch_end(&batch, &results), "batch_end");
  require(ishi->world_end_frame(world), "end_frame");
}

static uint64_t hash_of(ishi_world world) {
  uint64_t hash = 0;
  require(ishi->world_state_hash(world, &hash), "state_hash");
  return hash;
}

static int has_item(const ishi_reload_item* items, uint32_t count, const char* name, uint8_t effect) {
  uint32_t i;
  for (i = 0; i < count; ++i) {
    if (strcmp(items[i].name, name) == 0 && items[i].effect == effect) return 1;
  }
  return 0;
}

static int says(ishi_world world, const char* words) {
  char fault[1024];
  size_t length = 0;
  require(ishi->world_contract_fault(world, fault, sizeof fault, &length), "world_contract_fault");
  return length == strlen(fault) && strstr(fault, words) != NULL;
}

/* --- What is checked */

static void versions(void) {
  const char* const older = ishi_version_fault(ISHI_API_VERSION + 1);
  const char* const newer = ishi_version_fault(ISHI_API_VERSION - 1);
  check(ishi_version_fault(ISHI_API_VERSION) == NULL, "a library has its own version");
  check(ishi_get_api(ISHI_API_VERSION + 1) == NULL && ishi_get_api(0) == NULL, "there is no table of another version");
  check(older != NULL && strstr(older, "older than the header") != NULL, "a library that is too old says so");
  check(newer != NULL && strstr(newer, "newer than the header") != NULL, "a library that is too new says so");
}

static void threads_agree(ishi_asset asset) {
  ishi_population one, many;
  const ishi_world alone = make(asset, &one), together = make(asset, &many);
  uint64_t i;
  for (i = 1; i <= 20; ++i) {
    frame(alone, one, i, 1);
    frame(together, many, i, THREADS);
  }
  check(hash_of(alone) == hash_of(together), "threads come to the same as one");
  require(ishi->world_destroy(alone), "world_destroy");
  require(ishi->world_destroy(together), "world_destroy");
}

static void reloads(ishi_asset asset, ishi_asset changed, ishi_asset other) {
  ishi_population pets;
  const ishi_world world = make(asset, &pets);
  ishi_asset_change change;
  ishi_reload reload;
  const ishi_reload_item* items = NULL;
  uint32_t count = 0;
  uint32_t before = 0, after = 1;
  ishi_entity first;
  ishi_reload_counts counts;
  frame(world, pets, 1, 1);
  require(ishi->population_agent_of(pets, 0, &first), "agent_of");
  require(ishi->population_option(pets, first, &before), "option");
  change.from = asset;
  change.to = changed;
  require(ishi->world_prepare_reload(world, &change, 1, &reload), "prepare_reload");
  check(ishi->reload_valid(reload) == 1, "a prepared reload can be committed");
  check(ishi->asset_destroy(changed).code == ISHI_OBJECT_IN_USE, "a reload uses its asset");
  require(ishi->world_commit_reload(world, reload), "commit_reload");
  require(ishi->reload_items(reload, &items, &count), "reload_items");
  check(has_item(items, count, "play", ISHI_ADDED), "a reload lists what was added");
  check(!has_item(items, count, "eat", ISHI_DROPPED), "what stays is not dropped");
  memset(&counts, 0, sizeof counts);
  counts.size = sizeof counts;
  require(ishi->reload_totals(reload, &counts), "reload_totals");
  check(counts.dropped_members == 0, "nothing is dropped");
  require(ishi->reload_destroy(reload), "reload_destroy");
  require(ishi->population_option(pets, first, &after), "option");
  check(before == after, "agents go on with what they did");
  frame(world, pets, 2, 2);
  check(ishi->asset_destroy(changed).code == ISHI_OBJECT_IN_USE, "a world uses the asset that it has taken over");
  check(add_pets(world, other, &pets).code == ISHI_CONTRACT_MISMATCH, "another contract is refused");
  check(says(world, "key `noon`"), "… with the part that differs");
  require(ishi->world_destroy(world), "world_destroy");
}

static void saves(ishi_asset asset, ishi_asset changed) {
  ishi_population pets;
  ishi_world world = make(asset, &pets), loaded;
  ishi_load_options options;
  ishi_reload report;
  size_t bytes = 0;
  void* memory;
  uint64_t hash;
  frame(world, pets, 1, 1);
  require(ishi->world_save_size(world, &bytes), "save_size");
  memory = malloc(bytes);
  require(ishi->world_save(world, memory, bytes, &bytes), "save");
  hash = hash_of(world);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  require(ishi->load_options_defaults(&options), "load_options_defaults");
  options.assets = &asset;
  options.asset_count = 1;
  require(ishi->world_load(memory, bytes, &options, &loaded, &report), "load");
  check(hash_of(loaded) == hash, "a loaded world is the one that was saved");
  require(ishi->world_population(loaded, 0, &pets), "population");
  frame(loaded, pets, 2, 2);
  require(ishi->world_population(world, 0, &pets), "population");
  frame(world, pets, 2, 1);
  check(hash_of(loaded) == hash_of(world), "… and goes on as that does");
  require(ishi->reload_destroy(report), "reload_destroy");
  require(ishi->world_destroy(loaded), "world_destroy");
  options.assets = &changed;
  options.replaced = world;
  require(ishi->world_load(memory, bytes, &options, &loaded, &report), "load");
  check(memcmp(&loaded, &world, sizeof world) == 0, "a world that is replaced keeps its handle");
  require(ishi->reload_destroy(report), "reload_destroy");
  require(ishi->world_destroy(world), "world_destroy");
  free(memory);
}

/* A world that is made and saved with so many blocks of memory at most; which of it was refused. */
static uint32_t build(ishi_asset asset, heap* its, size_t most_calls) {
  ishi_world_options options = world_options();
  ishi_world world;
  ishi_population pets;
  ishi_scratch scratch;
  ishi_status status;
  options.allocator = allocator_of(its, most_calls);
  status = ishi->world_create(&options, &world);
  if (status.code != ISHI_OK) return status.code;
  status = add_pets(world, asset, &pets);
  if (status.code == ISHI_OK) status = ishi->scratch_create(world, &scratch);
  if (status.code == ISHI_OK) require(ishi->scratch_destroy(scratch), "scratch_destroy");
  require(ishi->world_destroy(world), "world_destroy");
  return status.code;
}

static void memory(ishi_asset asset) {
  heap its;
  size_t most, needed;
  check(build(asset, &its, SIZE_MAX) == ISHI_OK && its.calls > 2, "a world takes the game's memory");
  check(its.blocks == 0, "… and gives all of it back");
  needed = its.calls;
  for (most = 0; most < needed; ++most) {
    check(build(asset, &its, most) == ISHI_OUT_OF_MEMORY, "where memory ends, that is said");
    check(its.blocks == 0, "… and what was taken is given back");
  }
}

/* What viewers give to a game is the library's: it gives the places of old ones to new ones, and is clean at the end. */
static void plays_until(ishi_asset asset, uint32_t reloads) {
  ishi_population pets;
  const ishi_world world = make(asset, &pets);
  ishi_recorder_options recorded;
  ishi_host_options hosted;
  ishi_recorder recorder;
  ishi_host host;
  ishi_turn turn;
  ishi_asset_change change, last;
  char path[1024];
  size_t length;
  uint32_t count, taken = 0;
  uint64_t number = 0;
  const time_t end = time(NULL) + 120; /* however fast the frames are, the viewers have their time */
  memset(&recorded, 0, sizeof recorded);
  recorded.size = sizeof recorded;
  require(ishi->recorder_options_defaults(&recorded), "recorder_options_defaults");
  recorded.dashcam_seconds = 5;
  require(ishi->recorder_open(world, &recorded, &recorder), "recorder_open");
  memset(&hosted, 0, sizeof hosted);
  hosted.size = sizeof hosted;
  require(ishi->host_options_defaults(&hosted), "host_options_defaults");
  hosted.name = "worlds";
  hosted.assets = &asset;
  hosted.asset_count = 1;
  require(ishi->host_open(recorder, &hosted, &host), "host_open");
  require(ishi->host_path(host, path, sizeof path, &length), "host_path");
  printf("%s\n", strrchr(path, '/') + 1);
  fflush(stdout);
  check(ishi->asset_destroy(asset).code == ISHI_OBJECT_IN_USE, "a host uses the assets that viewers may replace");
  memset(&turn, 0, sizeof turn);
  turn.size = sizeof turn;
  memset(&last, 0, sizeof last);
  last.to = asset;
  while (taken < reloads && time(NULL) < end) {
    require(ishi->host_between_frames(host, world, &turn), "host_between_frames");
    if (turn.reloaded > 0) {
      require(ishi->host_reloaded(host, &change, 1, &count), "host_reloaded");
      check(count == 1 && change.from.index == last.to.index && change.from.generation == last.to.generation,
            "a viewer's asset takes the place of the one before");
      check(ishi->asset_destroy(change.to).code == ISHI_OBJECT_IN_USE, "a world uses what a viewer gave");
      last = change;
      ++taken;
    }
    frame(world, pets, ++number, 1);
  }
  check(taken == reloads, "viewers gave the game its assets");
  require(ishi->world_destroy(world), "world_destroy");
  require(ishi->host_between_frames(host, make(asset, &pets), &turn), "a host of a world that is gone does nothing");
  check(ishi->asset_valid(last.to) == 1, "a host keeps what viewers gave");
  require(ishi->host_close(host), "host_close");
  check(ishi->asset_valid(last.to) == 0, "what no world uses goes with its host");
  check(ishi->recorder_close(recorder).code == ISHI_WORLD_GONE, "a recorder says that its world is gone");
}

static int live(const char* pets, const char* reloads) {
  ishi = ishi_get_api(ISHI_API_VERSION);
  if (ishi == NULL) return 2;
  plays_until(load(pets), (uint32_t)atoi(reloads));
  printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}

int main(int count, char** arguments) {
  ishi_asset asset, changed, other;
  if (count != 4) return 2;
  if (strcmp(arguments[1], "--live") == 0) return live(arguments[2], arguments[3]);
  versions();
  ishi = ishi_get_api(ISHI_API_VERSION);
  if (ishi == NULL) {
    fprintf(stderr, "%s\n", ishi_version_fault(ISHI_API_VERSION));
    return 2;
  }
  asset = load(arguments[1]);
  changed = load(arguments[2]);
  other = load(arguments[3]);
  threads_agree(asset);
  reloads(asset, changed, other);
  saves(asset, changed);
  memory(asset);
  require(ishi->asset_destroy(asset), "asset_destroy");
  require(ishi->asset_destroy(changed), "asset_destroy");
  printf("%d checks, %d failed\n", checks, failures);
  return failures == 0 ? 0 : 1;
}
