#pragma once

/* One call a frame, in C: ishi_run_frame() makes the calls of a frame for all populations of a world, in the
 * order of run_frame in ishi/run_frame.h. All of it is in this header: the library itself calls nothing back.
 * A game that wants another order makes the calls itself.
 *
 * The functions get the library's table, so that a game which loads the library may use it, too; one that
 * links the library passes ishi_get_api(ISHI_API_VERSION).
 */

#include <stddef.h>

#include "ishi/c_api.h"

// The null pointer: C++ compilers warn of NULL.
#ifdef __cplusplus
#define ISHI_NULL nullptr
#else
#define ISHI_NULL NULL
#endif

/* The functions of a game. `context` is handed to each of them. `carry_out` must be there; the others may be
 * null, and the part of a frame that they are for is left out: without `move` nobody moves, without `sight`
 * and `ask` no line of sight is answered. Lists are those of ishi_results, and valid until the function
 * returns. */
typedef struct ishi_frame_game {
  void* context;
  /* Starts, changes and ends the tasks of a round. Reports of tasks that are over at once are made here. */
  void (*carry_out)(void* context, ishi_population population, const ishi_results* commands);
  /* Writes what senses read, for those who sense. */
  void (*sensing)(void* context, ishi_population population, const ishi_batch* batch);
  /* Says whether a line of sight is free: ISHI_CLEAR or ISHI_BLOCKED. */
  uint32_t (*sight)(void* context, const ishi_query* query);
  /* Takes the questions of a population, to answer them later with ishi_population_answer. */
  void (*ask)(void* context, ishi_population population, const ishi_query* queries, uint32_t count);
  /* Writes what the agents that are due should know. */
  void (*thinking)(void* context, ishi_population population, const ishi_batch* batch);
  /* Takes an event that a behaviour posts to the game. */
  void (*emitted)(void* context, ishi_population population, const ishi_emitted* event);
  /* Writes the masks of ishi_population_blocked; called only for a game that has `move`. */
  void (*moving)(void* context, ishi_population population, const ishi_batch* batch);
  /* Moves a character, when the frame has ended. */
  void (*move)(void* context, const ishi_move* move);
  /* Runs all jobs of a phase with ishi_batch_run, on threads with a scratch each. Null: ishi_run_frame runs
   * them one after the other. */
  ishi_status (*run_jobs)(void* context, const ishi_batch* batch);
} ishi_frame_game;

/* The options of a frame; null pointers: the defaults. */
typedef struct ishi_frame_options {
  uint64_t microseconds; /* how much time has passed since the last frame */
  const ishi_phase_options* sense;
  const ishi_phase_options* think;
  const ishi_phase_options* act;
  const ishi_phase_options* move;
  const ishi_path_options* paths;
} ishi_frame_options;

/* For ishi_run_frame itself. */
typedef struct ishi_frame {
  const ishi_api* api;
  ishi_world world;
  ishi_scratch scratch;
  const ishi_frame_game* game;
  const ishi_frame_options* options;
  uint32_t populations;
} ishi_frame;

static inline int ishi_frame_is_good(ishi_status status) { return status.code == ISHI_OK; }

static inline ishi_status ishi_frame_population(const ishi_frame* frame, uint32_t index,
                                                ishi_population* population) {
  return frame->api->world_population(frame->world, index, population);
}

static inline ishi_status ishi_frame_run_jobs(const ishi_frame* frame, const ishi_batch* batch) {
  if (frame->game->run_jobs != ISHI_NULL) return frame->game->run_jobs(frame->game->context, batch);
  return frame->api->batch_run_all(batch, frame->scratch);
}

static inline ishi_status ishi_frame_sense_one(const ishi_frame* frame, ishi_population population) {
  const ishi_frame_game* const game = frame->game;
  ishi_batch batch;
  ishi_results results;
  uint32_t i;
  ishi_status status = frame->api->population_begin(population, ISHI_SENSE, frame->options->sense, &batch);
  if (!ishi_frame_is_good(status)) return status;
  if (game->sensing != ISHI_NULL) game->sensing(game->context, population, &batch);
  status = ishi_frame_run_jobs(frame, &batch);
  if (!ishi_frame_is_good(status)) return status;
  results.size = sizeof results;
  status = frame->api->batch_end(&batch, &results);
  if (!ishi_frame_is_good(status)) return status;
  if (game->ask != ISHI_NULL) game->ask(game->context, population, results.queries, results.query_count);
  if (game->sight == ISHI_NULL) return status;
  for (i = 0; i < results.query_count && ishi_frame_is_good(status); ++i) {
    status = frame->api->population_answer(population, results.queries[i].ticket,
                                           game->sight(game->context, &results.queries[i]));
  }
  return status;
}

static inline ishi_status ishi_frame_sense(const ishi_frame* frame) {
  ishi_status status = {ISHI_OK, 0};
  ishi_population population;
  uint32_t i;
  for (i = 0; i < frame->populations && ishi_frame_is_good(status); ++i) {
    status = ishi_frame_population(frame, i, &population);
    if (ishi_frame_is_good(status)) status = ishi_frame_sense_one(frame, population);
  }
  return status;
}

/* Populations that claim the same things have the same chances if their thoughts overlap: each ends its own
 * when those behind it have thought. */
static inline ishi_status ishi_frame_think(const ishi_frame* frame, uint32_t index) {
  const ishi_frame_game* const game = frame->game;
  ishi_status status = {ISHI_OK, 0};
  ishi_population population;
  ishi_batch batch;
  if (index == frame->populations) return status;
  status = ishi_frame_population(frame, index, &population);
  if (!ishi_frame_is_good(status)) return status;
  status = frame->api->population_begin(population, ISHI_THINK, frame->options->think, &batch);
  if (!ishi_frame_is_good(status)) return status;
  if (game->thinking != ISHI_NULL) game->thinking(game->context, population, &batch);
  status = ishi_frame_run_jobs(frame, &batch);
  if (!ishi_frame_is_good(status)) return status;
  status = ishi_frame_think(frame, index + 1);
  return ishi_frame_is_good(status) ? frame->api->batch_end(&batch, ISHI_NULL) : status;
}

static inline ishi_status ishi_frame_act_one(const ishi_frame* frame, ishi_population population) {
  const ishi_frame_game* const game = frame->game;
  ishi_status status = {ISHI_OK, 0};
  ishi_batch batch;
  ishi_results results;
  uint32_t i;
  while (frame->api->population_wants_act(population)) {
    status = frame->api->population_begin(population, ISHI_ACT, frame->options->act, &batch);
    if (!ishi_frame_is_good(status)) return status;
    status = ishi_frame_run_jobs(frame, &batch);
    if (!ishi_frame_is_good(status)) return status;
    results.size = sizeof results;
    status = frame->api->batch_end(&batch, &results);
    if (!ishi_frame_is_good(status)) return status;
    game->carry_out(game->context, population, &results);
    if (game->emitted == ISHI_NULL) continue;
    for (i = 0; i < results.event_count; ++i) game->emitted(game->context, population, &results.events[i]);
  }
  return status;
}

static inline ishi_status ishi_frame_act(const ishi_frame* frame) {
  ishi_status status = {ISHI_OK, 0};
  ishi_population population;
  uint32_t i;
  for (i = 0; i < frame->populations && ishi_frame_is_good(status); ++i) {
    status = ishi_frame_population(frame, i, &population);
    if (ishi_frame_is_good(status)) status = ishi_frame_act_one(frame, population);
  }
  return status;
}

static inline ishi_status ishi_frame_find_paths(const ishi_frame* frame) {
  ishi_cells cells;
  const ishi_status status = frame->api->world_cells(frame->world, &cells);
  if (!ishi_frame_is_good(status) || cells.columns == 0) return status;
  return frame->api->world_find_paths(frame->world, frame->options->paths);
}

/* All populations say where to, then the frame ends, then the game moves its characters. */
static inline ishi_status ishi_frame_move(const ishi_frame* frame, uint32_t index) {
  const ishi_frame_game* const game = frame->game;
  ishi_status status;
  ishi_population population;
  ishi_batch batch;
  ishi_results results;
  uint32_t i;
  if (game->move == ISHI_NULL || index == frame->populations)
    return frame->api->world_end_frame(frame->world);
  status = ishi_frame_population(frame, index, &population);
  if (!ishi_frame_is_good(status)) return status;
  status = frame->api->population_begin(population, ISHI_MOVE, frame->options->move, &batch);
  if (!ishi_frame_is_good(status)) return status;
  if (game->moving != ISHI_NULL) game->moving(game->context, population, &batch);
  status = ishi_frame_run_jobs(frame, &batch);
  if (!ishi_frame_is_good(status)) return status;
  results.size = sizeof results;
  status = frame->api->batch_end(&batch, &results);
  if (!ishi_frame_is_good(status)) return status;
  status = ishi_frame_move(frame, index + 1);
  if (!ishi_frame_is_good(status)) return status;
  for (i = 0; i < results.move_count; ++i) game->move(game->context, &results.moves[i]);
  return status;
}

static inline ishi_status ishi_frame_run(const ishi_frame* frame) {
  ishi_clock clock;
  ishi_status status = frame->api->world_clock(frame->world, &clock);
  if (!ishi_frame_is_good(status)) return status;
  ++clock.frame;
  clock.time_microseconds += frame->options->microseconds;
  status = frame->api->world_begin_frame(frame->world, &clock);
  if (!ishi_frame_is_good(status)) return status;
  status = ishi_frame_sense(frame);
  if (ishi_frame_is_good(status)) status = ishi_frame_think(frame, 0);
  if (ishi_frame_is_good(status)) status = ishi_frame_act(frame);
  if (ishi_frame_is_good(status)) status = ishi_frame_find_paths(frame);
  if (ishi_frame_is_good(status)) status = ishi_frame_move(frame, 0);
  if (!ishi_frame_is_good(status)) frame->api->world_cancel_frame(frame->world);
  return status;
}

/* Runs one frame of a world; its time goes on by `options->microseconds`. `scratch` is the game's, zeros at
 * first: it is made by the first frame, and made anew after a population was added or the assets were
 * reloaded; the game destroys it. A game that has `run_jobs` passes null. A refused call cancels the frame
 * (ishi_world_cancel_frame), and the next one may begin. Members must not throw C++ exceptions. */
static inline ishi_status ishi_run_frame(const ishi_api* api, ishi_world world, ishi_scratch* scratch,
                                         const ishi_frame_game* game, const ishi_frame_options* options) {
  ishi_frame frame = {ISHI_NULL, {0, 0}, {0, 0}, ISHI_NULL, ISHI_NULL, 0};
  ishi_status status = {ISHI_NULL_ARGUMENT, 0};
  if (api == ISHI_NULL)
    status.where = 1;
  else if (game == ISHI_NULL || game->carry_out == ISHI_NULL)
    status.where = 4;
  else if (options == ISHI_NULL)
    status.where = 5;
  else if (scratch == ISHI_NULL && game->run_jobs == ISHI_NULL)
    status.where = 3;
  if (status.where != 0) return status;
  frame.api = api;
  frame.world = world;
  frame.game = game;
  frame.options = options;
  status = api->world_population_count(world, &frame.populations);
  if (!ishi_frame_is_good(status)) return status;
  if (game->run_jobs == ISHI_NULL && !api->scratch_fits(*scratch, world)) {
    const ishi_scratch none = {0, 0};
    if (scratch->generation != 0) api->scratch_destroy(*scratch);
    *scratch = none;
    status = api->scratch_create(world, scratch);
    if (!ishi_frame_is_good(status)) return status;
  }
  if (scratch != ISHI_NULL) frame.scratch = *scratch;
  return ishi_frame_run(&frame);
}

#undef ISHI_NULL
