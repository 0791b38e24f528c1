/* The game of game.h in C99, by the table of functions. Prints its hash after each thousand frames. */

#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ishi/c_run_frame.h"

typedef struct agent {
  ishi_entity entity;
  uint32_t population;
} agent;
/* The one value of each task and of the event `calmed`, as `ishi header` would declare their records. */
typedef struct record {
  float value;
  uint8_t padding[4];
} record;
typedef struct work {
  ishi_token token;
  uint64_t task;
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
static uint64_t person, bottle, glass, pack, enemies, look, judge, chaser, calmed;
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

static void post(ishi_entity agent, uint32_t team) {
  ishi_event_options options;
  record its;
  options.size = sizeof options;
  require(ishi->event_options_defaults(&options), "event_options_defaults");
  options.target = below(3);
  memset(&its, 0, sizeof its);
  its.value = sixteenths(16);
  options.record_bytes = sizeof its;
  options.record = &its;
  options.event = calmed;
  options.team = team;
  options.agent = agent;
  add(ishi->world_post(world, &options).code);
}

static void keep_chasers(uint32_t team) {
  uint32_t used;
  require(ishi->world_keep_tokens(world, chaser, team, below(3)), "keep_tokens");
  require(ishi->world_tokens_in_use(world, chaser, team, &used), "tokens_in_use");
  add(used);
}

static void change(void) {
  const uint32_t what = below(12), i = below(2 * GAME_AGENTS);
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
    case 9: {
      const ishi_entity it = bottles[below(GAME_BOTTLES)];
      ishi_entity claimer;
      require(ishi->world_set_position(world, it, place()), "set_position");
      require(ishi->world_claimed_by(world, it, &claimer), "claimed_by");
      add(claimer.index);
      break;
    }
    case 10: post(who->entity, i % 2); break;
    default: keep_chasers(i % 2);
  }
}

static uint64_t frame(void) {
  ishi_clock clock;
  require(ishi->world_clock(world, &clock), "clock");
  return clock.frame;
}

static void report(const ishi_token *token, uint64_t task, uint8_t ending) {
  ishi_report report;
  record given;
  memset(&report, 0, sizeof report);
  memset(&given, 0, sizeof given);
  report.token = *token;
  report.ending = ending;
  if (task == judge && ending == ISHI_COMPLETED) {
    given.value = sixteenths(16);
    report.task = task;
    report.record = &given;
    report.record_bytes = sizeof given;
  }
  add(ishi->population_report(populations[token->population], &report).code);
}

static void report_works(void) {
  const uint64_t now = frame();
  uint32_t i, kept = 0;
  for (i = 0; i < work_count; ++i) {
    if (works[i].due <= now) {
      report(&works[i].token, works[i].task, works[i].ending);
    } else {
      works[kept++] = works[i];
    }
  }
  work_count = kept;
}

static void add_work(const ishi_token *token, uint64_t task, uint64_t due, uint8_t ending) {
  if (work_count == GAME_MOST_WORKS) return;
  works[work_count].token = *token;
  works[work_count].task = task;
  works[work_count].due = due;
  works[work_count].ending = ending;
  ++work_count;
}

static void start(const ishi_start *start) {
  uint64_t due;
  add(start->token.slot);
  add(start->token.serial);
  add(start->user);
  if (start->task == look) add_number(((const record *)start->parameters)->value);
  if (below(4) == 0) {
    report(&start->token, start->task, ISHI_COMPLETED);
    return;
  }
  due = frame() + below(30);
  add_work(&start->token, start->task, due, below(5) == 0 ? ISHI_FAILED : ISHI_COMPLETED);
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
  if (end->report_when_over) add_work(&end->token, end->task, frame() + below(4), ISHI_COMPLETED);
}

/* The functions that ishi_run_frame calls. */

static void sensing(void *context, ishi_population population, const ishi_batch *batch) {
  uint32_t i;
  ishi_entity who;
  (void)context;
  for (i = 0; i < batch->count; ++i) {
    add(batch->rows[i]);
    if (below(16) != 0) continue;
    require(ishi->population_agent_of(population, batch->rows[i], &who), "agent_of");
    ((uint8_t *)hostile.data)[who.index] = (uint8_t)below(2);
  }
}

static void ask(void *context, ishi_population population, const ishi_query *queries, uint32_t count) {
  (void)context, (void)population, (void)queries;
  add(count);
}

static uint32_t sight(void *context, const ishi_query *query) {
  (void)context;
  add(query->ticket.query);
  add(query->observer.index);
  add(query->target.index);
  add_point(query->from);
  add_point(query->to);
  return below(4) == 0 ? ISHI_BLOCKED : ISHI_CLEAR;
}

static void thinking(void *context, ishi_population population, const ishi_batch *batch) {
  uint32_t i;
  (void)context;
  for (i = 0; i < batch->count; ++i) {
    add(batch->rows[i]);
    if (below(8) == 0) ((float *)keen[population.index].data)[batch->rows[i]] = sixteenths(16);
  }
}

static void carry_out(void *context, ishi_population population, const ishi_results *commands) {
  uint32_t i;
  (void)context, (void)population;
  for (i = 0; i < commands->end_count; ++i) end(&commands->ends[i]);
  for (i = 0; i < commands->start_count; ++i) start(&commands->starts[i]);
  for (i = 0; i < commands->update_count; ++i) {
    add(commands->updates[i].token.serial);
    add_number(((const record *)commands->updates[i].parameters)->value);
  }
}

static void emitted(void *context, ishi_population population, const ishi_emitted *event) {
  (void)context, (void)population;
  add(event->event);
  add(event->agent.index);
  add_point(*(const ishi_vector3 *)event->record);
}

static void moving(void *context, ishi_population population, const ishi_batch *batch) {
  ishi_column blocked;
  uint32_t i;
  (void)context;
  require(ishi->population_blocked(population, &blocked), "blocked");
  for (i = 0; i < batch->count; ++i) {
    if (below(8) == 0) ((uint64_t *)blocked.data)[batch->rows[i]] = next() & next();
  }
}

static float go(float from, float heading, int32_t step) {
  const int32_t farthest = 11 * GAME_UNITS;
  int32_t to = (int32_t)(from * GAME_UNITS) + (int32_t)(heading * GAME_UNITS) * step / GAME_UNITS;
  if (to > farthest) to = farthest;
  if (to < -farthest) to = -farthest;
  return (float)to / GAME_UNITS;
}

static void move(void *context, const ishi_move *move) {
  const int32_t step = (int32_t)(move->speed * GAME_UNITS) / 60;
  ishi_vector3 at;
  (void)context;
  add(move->user);
  add(move->direction);
  add_point(move->heading);
  add_number(move->speed);
  require(ishi->world_position(world, move->agent, &at), "position");
  at.x = go(at.x, move->heading.x, step);
  at.z = go(at.z, move->heading.z, step);
  require(ishi->world_set_position(world, move->agent, at), "set_position");
  require(ishi->world_set_facing(world, move->agent, move->heading), "set_facing");
}

/* A job at a time, so that each is called; by the other way all run at once. */
static ishi_status run_jobs(void *context, const ishi_batch *batch) {
  ishi_status status = {ISHI_OK, 0};
  uint32_t job;
  (void)context;
  for (job = 0; job < batch->jobs && status.code == ISHI_OK; ++job) status = ishi->batch_run(batch, job, scratch);
  return status;
}

static void add_choice(const agent *agent) {
  const ishi_population population = populations[agent->population];
  uint32_t option;
  ishi_entity candidate;
  ishi_vector3 point;
  require(ishi->population_option(population, agent->entity, &option), "option");
  add(option);
  require(ishi->population_candidate(population, agent->entity, &candidate), "candidate");
  add(candidate.index);
  if (ishi->population_way_point(population, agent->entity, &point).code == ISHI_OK) add_point(point);
}

static void run_frame(void) {
  ishi_frame_game game = {NULL, carry_out, sensing, sight, ask, thinking, emitted, moving, move, NULL};
  ishi_path_options paths;
  ishi_frame_options options = {GAME_MICROSECONDS, NULL, NULL, NULL, NULL, NULL};
  uint64_t hash;
  uint32_t i;
  for (i = 0; i < GAME_CHANGES; ++i) change();
  report_works();
  paths.size = sizeof paths;
  paths.expansions = GAME_EXPANSIONS;
  options.paths = &paths;
  if (frame() % 2 == 1) game.run_jobs = run_jobs;
  require(ishi_run_frame(ishi, world, &scratch, &game, &options), "run_frame");
  require(ishi->world_state_hash(world, &hash), "state_hash");
  add(hash);
  for (i = 0; i < 2 * GAME_AGENTS; ++i) add_choice(&agents[i]);
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
  person = ishi->id_of("things", "person");
  bottle = ishi->id_of("things", "bottle");
  glass = ishi->id_of("sounds", "glass");
  pack = ishi->id_of("candidates", "pack");
  enemies = ishi->id_of("memory", "enemies");
  look = ishi->id_of("tasks", "look");
  judge = ishi->id_of("tasks", "judge");
  chaser = ishi->id_of("tokens", "chaser");
  calmed = ishi->id_of("events", "calmed");
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
    fputs("usage: game_in_c game.ishi\n", stderr);
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
