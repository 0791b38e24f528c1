/* The game of game.h in C99, by the table of functions. Prints its hash after each thousand frames. */

#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ishi/c_api.h"

typedef struct agent {
  ishi_entity entity;
  uint32_t population;
} agent;
typedef struct work {
  ishi_token token;
  uint64_t due;
  uint8_t ending;
} work;

static const ishi_api *ishi;
static ishi_world world;
static ishi_population populations[2];
static ishi_scratch scratch;
static agent agents[2 * GAME_AGENTS];
static ishi_entity bottles[GAME_BOTTLES];
static work works[GAME_MOST_WORKS];
static uint32_t work_count;
static ishi_column keen[2], home[2], noise, hostile, cloth, pace;
static uint64_t person, bottle, glass, pack, enemies;
static ishi_clock now;
static uint64_t identities, chance = 7, digest;

static void require(ishi_status status, const char *call) {
  if (status.code == ISHI_OK) return;
  fprintf(stderr, "%s: %s (%lu)\n", call, ishi->describe(status), (unsigned long)status.where);
  exit(2);
}

static uint64_t next(void) {
  uint64_t z = chance += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static uint32_t below(uint32_t n) { return (uint32_t)(next() % n); }
static float sixteenths(uint32_t most) { return (float)below(most + 1) / 16; }

static void add(uint64_t word) {
  digest = (((digest << 5) | (digest >> 59)) ^ word) * 0x9e3779b97f4a7c15u;
  digest ^= digest >> 29;
}
static void add_number(float number) {
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  add(bits);
}
static void add_point(ishi_vector3 point) {
  add_number(point.x);
  add_number(point.y);
  add_number(point.z);
}

static ishi_vector3 place(void) {
  ishi_vector3 point = {0, 0, 0};
  point.x = sixteenths(320) - 10;
  point.z = sixteenths(320) - 10;
  return point;
}

static void spawn(uint32_t i) {
  ishi_spawn_options options;
  options.size = sizeof options;
  require(ishi->spawn_options_defaults(&options), "spawn_options_defaults");
  options.position = place();
  options.team = i % 2;
  options.user = i;
  options.identity = ++identities;
  options.thing = person;
  require(ishi->population_spawn(populations[agents[i].population], &options, &agents[i].entity), "spawn");
}

static void set_point(const ishi_column *column, uint32_t row, ishi_vector3 point) {
  ((float *)column->data)[row] = point.x;
  column->y[row] = point.y;
  column->z[row] = point.z;
}

static void change_pack(const agent *who) {
  ishi_candidates members;
  ishi_entity member = who->entity;
  require(ishi->world_candidates(world, pack, below(2), &members), "candidates");
  if (below(2) == 0) {
    add(ishi->candidates_add(&members, &member).code);
  } else {
    add(ishi->candidates_withdraw(&members, member).code);
  }
}

static void make_sound(ishi_entity maker) {
  ishi_sound_options options;
  options.size = sizeof options;
  require(ishi->sound_options_defaults(&options), "sound_options_defaults");
  options.sound = glass;
  options.maker = maker;
  options.elsewhere = 1;
  options.position = place();
  require(ishi->world_make_sound(world, &options), "make_sound");
}

static void change(void) {
  const uint32_t what = below(10), i = below(2 * GAME_AGENTS);
  const agent *who = &agents[i];
  uint32_t slot = 0, column, row;
  require(ishi->population_slot_of(populations[who->population], who->entity, &slot), "slot_of");
  switch (what) {
    case 0: ((float *)keen[who->population].data)[slot] = sixteenths(16); break;
    case 1: set_point(&home[who->population], slot, place()); break;
    case 2: ((float *)noise.data)[0] = sixteenths(16); break;
    case 3:
      ((uint8_t *)hostile.data)[who->entity.index] = (uint8_t)below(2);
      ((float *)cloth.data)[who->entity.index] = sixteenths(16);
      ((float *)pace.data)[who->entity.index] = sixteenths(48);
      break;
    case 4: make_sound(who->entity); break;
    case 5: change_pack(who); break;
    case 6:
      require(ishi->population_despawn(populations[who->population], who->entity), "despawn");
      spawn(i);
      break;
    case 7: {
      const ishi_entity other = agents[below(2 * GAME_AGENTS)].entity;
      add(ishi->population_remember(populations[who->population], who->entity, enemies, other).code);
      break;
    }
    case 8:
      column = below(GAME_CELLS);
      row = below(GAME_CELLS);
      require(ishi->world_set_cell(world, column, row, below(8) == 0 ? ISHI_IMPASSABLE : below(3)), "set_cell");
      break;
    default: {
      const ishi_entity it = bottles[below(GAME_BOTTLES)];
      require(ishi->world_set_position(world, it, place()), "set_position");
    }
  }
}

static void report(const ishi_token *token, uint8_t ending) {
  ishi_report report;
  memset(&report, 0, sizeof report);
  report.token = *token;
  report.ending = ending;
  add(ishi->population_report(populations[token->population], &report).code);
}

static void report_works(void) {
  uint32_t i, kept = 0;
  for (i = 0; i < work_count; ++i) {
    if (works[i].due <= now.frame) {
      report(&works[i].token, works[i].ending);
    } else {
      works[kept++] = works[i];
    }
  }
  work_count = kept;
}

static ishi_batch begin(uint32_t population, uint32_t phase) {
  ishi_batch batch;
  require(ishi->population_begin(populations[population], phase, NULL, &batch), "begin");
  return batch;
}

/* A job at a time, so that each is called; the last way of all is batch_run_all. */
static void run(const ishi_batch *batch) {
  uint32_t job;
  if (now.frame % 2 == 0) {
    require(ishi->batch_run_all(batch, scratch), "run_all");
    return;
  }
  for (job = 0; job < batch->jobs; ++job) require(ishi->batch_run(batch, job, scratch), "run");
}

static void sense(uint32_t population) {
  const ishi_batch batch = begin(population, ISHI_SENSE);
  ishi_results results;
  uint32_t i;
  results.size = sizeof results;
  run(&batch);
  require(ishi->batch_end(&batch, &results), "end");
  for (i = 0; i < results.query_count; ++i) {
    const ishi_query *query = &results.queries[i];
    const uint32_t answer = below(4);
    add(query->ticket.query);
    add(query->observer.index);
    add(query->target.index);
    add_point(query->from);
    add_point(query->to);
    if (answer == 1) continue;
    add(ishi->population_answer(populations[population], query->ticket, answer == 0 ? ISHI_BLOCKED : ISHI_CLEAR)
            .code);
  }
}

static void think(void) {
  ishi_batch batches[2];
  uint32_t population, i, option;
  ishi_entity who;
  for (population = 0; population < 2; ++population) {
    batches[population] = begin(population, ISHI_THINK);
    run(&batches[population]);
  }
  for (population = 0; population < 2; ++population) require(ishi->batch_end(&batches[population], NULL), "end");
  for (population = 0; population < 2; ++population) {
    for (i = 0; i < batches[population].count; ++i) {
      const uint32_t slot = batches[population].rows[i];
      require(ishi->population_agent_of(populations[population], slot, &who), "agent_of");
      require(ishi->population_option(populations[population], who, &option), "option");
      add(slot);
      add(option);
    }
  }
}

static void start(const ishi_start *start) {
  add(start->token.slot);
  add(start->token.serial);
  add(start->user);
  if (below(4) == 0) {
    report(&start->token, ISHI_COMPLETED);
  } else if (work_count < GAME_MOST_WORKS) {
    works[work_count].token = start->token;
    works[work_count].due = now.frame + below(30);
    works[work_count].ending = below(5) == 0 ? ISHI_FAILED : ISHI_COMPLETED;
    ++work_count;
  }
}

static void end(const ishi_end *end) {
  uint32_t i, kept = 0;
  add(end->token.serial);
  for (i = 0; i < work_count; ++i) {
    const ishi_token *token = &works[i].token;
    if (token->serial != end->token.serial || token->slot != end->token.slot || token->lane != end->token.lane ||
        token->population != end->token.population)
      works[kept++] = works[i];
  }
  work_count = kept;
}

static void act(uint32_t population) {
  ishi_results results;
  uint32_t i;
  results.size = sizeof results;
  while (ishi->population_wants_act(populations[population])) {
    const ishi_batch batch = begin(population, ISHI_ACT);
    run(&batch);
    require(ishi->batch_end(&batch, &results), "end");
    for (i = 0; i < results.end_count; ++i) end(&results.ends[i]);
    for (i = 0; i < results.start_count; ++i) start(&results.starts[i]);
    for (i = 0; i < results.event_count; ++i) add(results.events[i].event);
  }
}

static void move(uint32_t population, ishi_results *results) {
  const ishi_batch batch = begin(population, ISHI_MOVE);
  ishi_column blocked;
  ishi_vector3 point;
  uint32_t i;
  require(ishi->population_blocked(populations[population], &blocked), "blocked");
  for (i = 0; i < batch.count; ++i) {
    if (below(8) == 0) ((uint64_t *)blocked.data)[batch.rows[i]] = next() & next();
  }
  run(&batch);
  results->size = sizeof *results;
  require(ishi->batch_end(&batch, results), "end");
  for (i = 0; i < results->move_count; ++i) {
    const ishi_move *move = &results->moves[i];
    add(move->user);
    add(move->direction);
    add_point(move->heading);
    add_number(move->speed);
    if (ishi->population_way_point(populations[population], move->agent, &point).code == ISHI_OK) add_point(point);
  }
}

static float go(float from, float heading, int32_t step) {
  const int32_t farthest = 11 * GAME_UNITS;
  int32_t to = (int32_t)(from * GAME_UNITS) + (int32_t)(heading * GAME_UNITS) * step / GAME_UNITS;
  if (to > farthest) to = farthest;
  if (to < -farthest) to = -farthest;
  return (float)to / GAME_UNITS;
}

static void follow(const ishi_results *results) {
  uint32_t i;
  ishi_vector3 at;
  for (i = 0; i < results->move_count; ++i) {
    const ishi_move *move = &results->moves[i];
    const int32_t step = (int32_t)(move->speed * GAME_UNITS) / 60;
    require(ishi->world_position(world, move->agent, &at), "position");
    at.x = go(at.x, move->heading.x, step);
    at.z = go(at.z, move->heading.z, step);
    require(ishi->world_set_position(world, move->agent, at), "set_position");
    require(ishi->world_set_facing(world, move->agent, move->heading), "set_facing");
  }
}

static void run_frame(void) {
  ishi_results moves[2];
  ishi_path_options paths;
  uint64_t hash;
  uint32_t i;
  for (i = 0; i < GAME_CHANGES; ++i) change();
  report_works();
  ++now.frame;
  now.time_microseconds += GAME_MICROSECONDS;
  require(ishi->world_begin_frame(world, &now), "begin_frame");
  for (i = 0; i < 2; ++i) sense(i);
  think();
  for (i = 0; i < 2; ++i) act(i);
  paths.size = sizeof paths;
  paths.expansions = GAME_EXPANSIONS;
  require(ishi->world_find_paths(world, &paths), "find_paths");
  for (i = 0; i < 2; ++i) move(i, &moves[i]);
  require(ishi->world_end_frame(world), "end_frame");
  require(ishi->world_state_hash(world, &hash), "state_hash");
  add(hash);
  for (i = 0; i < 2; ++i) follow(&moves[i]);
}

static void find_columns(void) {
  uint32_t i;
  for (i = 0; i < 2; ++i) {
    require(ishi->population_column(populations[i], ishi->id_of("blackboard", "keen"), ISHI_FLOAT, &keen[i]), "keen");
    require(ishi->population_column(populations[i], ishi->id_of("blackboard", "home"), ISHI_POINT, &home[i]), "home");
  }
  require(ishi->world_column(world, ISHI_OF_WORLD, ishi->id_of("blackboard", "noise_level"), ISHI_FLOAT, &noise),
          "noise_level");
  require(ishi->world_column(world, ISHI_OF_THING, ishi->id_of("things/person", "hostile"), ISHI_BYTE, &hostile),
          "hostile");
  require(ishi->world_column(world, ISHI_OF_THING, ishi->id_of("things/person", "cloth"), ISHI_ANY_TYPE, &cloth),
          "cloth");
  require(ishi->world_column(world, ISHI_OF_THING, ishi->id_of("things/person", "pace"), ISHI_FLOAT, &pace), "pace");
}

static void make_world(ishi_asset asset) {
  static const char *const names[2] = {"guard", "thief"};
  ishi_world_options options;
  ishi_population_options population;
  ishi_grid_options grid;
  ishi_entity_options entity;
  uint32_t i;
  options.size = sizeof options;
  require(ishi->world_options_defaults(&options), "world_options_defaults");
  options.seed = 5;
  options.entities = 64;
  options.teams = 2;
  require(ishi->world_create(&options, &world), "world_create");
  population.size = sizeof population;
  require(ishi->population_options_defaults(&population), "population_options_defaults");
  population.capacity = 8;
  for (i = 0; i < 2; ++i) {
    require(ishi->world_add_population(world, asset, ishi->id_of("agents", names[i]), &population, &populations[i]),
            "add_population");
  }
  grid.size = sizeof grid;
  require(ishi->grid_options_defaults(&grid), "grid_options_defaults");
  grid.columns = grid.rows = GAME_CELLS;
  grid.origin.x = grid.origin.z = -12;
  require(ishi->world_create_grid(world, &grid), "create_grid");
  require(ishi->scratch_create(world, &scratch), "scratch_create");
  person = ishi->id_of("things", "person");
  bottle = ishi->id_of("things", "bottle");
  glass = ishi->id_of("sounds", "glass");
  pack = ishi->id_of("candidates", "pack");
  enemies = ishi->id_of("memory", "enemies");
  find_columns();
  for (i = 0; i < GAME_BOTTLES; ++i) {
    entity.size = sizeof entity;
    require(ishi->entity_options_defaults(&entity), "entity_options_defaults");
    entity.position = place();
    entity.thing = bottle;
    require(ishi->world_spawn(world, &entity, &bottles[i]), "spawn");
  }
  for (i = 0; i < 2 * GAME_AGENTS; ++i) {
    agents[i].population = i / GAME_AGENTS;
    spawn(i);
  }
}

static ishi_asset load(const char *path) {
  static unsigned char bytes[1 << 20];
  ishi_asset asset;
  FILE *file = fopen(path, "rb");
  size_t count;
  if (file == NULL) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(2);
  }
  count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  require(ishi->asset_load(bytes, count, NULL, &asset), path);
  return asset;
}

int main(int count, char **arguments) {
  ishi_asset asset;
  uint32_t frame;
  if (count != 2) {
    fputs("usage: game_in_c sensing.ishi\n", stderr);
    return 2;
  }
  ishi = ishi_get_api(ISHI_API_VERSION);
  if (ishi == NULL || ishi->size < sizeof *ishi) {
    fputs("the library is of another version\n", stderr);
    return 2;
  }
  asset = load(arguments[1]);
  make_world(asset);
  for (frame = 1; frame <= GAME_FRAMES; ++frame) {
    run_frame();
    if (frame % GAME_FRAMES_PER_HASH == 0)
      printf("%08lx%08lx\n", (unsigned long)(digest >> 32), (unsigned long)(digest & 0xffffffffu));
  }
  require(ishi->scratch_destroy(scratch), "scratch_destroy");
  require(ishi->world_destroy(world), "world_destroy");
  require(ishi->asset_destroy(asset), "asset_destroy");
  return 0;
}
