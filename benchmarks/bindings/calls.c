/* Nanoseconds of the thread's time for a call through the C interface: calls BLOB COUNT. The same is measured
   in calls.cs and calls.py; scripts/bench_bindings runs all three in turns. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ishi/c_api.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void require(ishi_status status) {
  if (status.code == ISHI_OK) return;
  fprintf(stderr, "calls: %s\n", ishi_describe(status));
  exit(1);
}

int main(int arguments, char** argument) {
  static char blob[1 << 20];
  ishi_asset asset;
  ishi_world world;
  ishi_population population;
  ishi_entity agent;
  ishi_population_options options;
  uint32_t slot = 0;
  if (arguments != 3) return 2;
  const long count = atol(argument[2]);
  FILE* const file = fopen(argument[1], "rb");
  if (file == NULL) return 2;
  const size_t bytes = fread(blob, 1, sizeof blob, file);
  fclose(file);
  require(ishi_asset_load(blob, bytes, NULL, &asset));
  require(ishi_world_create(NULL, &world));
  options.size = sizeof options;
  require(ishi_population_options_defaults(&options));
  options.capacity = 1;
  require(ishi_world_add_population(world, asset, ishi_id_of("agents", "guard"), &options, &population));
  require(ishi_population_spawn(population, NULL, &agent));
  double begin = now();
  uint32_t sum = 0;
  for (long i = 0; i < count; ++i) sum += ishi_world_valid(world);
  printf("valid %.2f\n", (now() - begin) / (double)count);
  begin = now();
  for (long i = 0; i < count; ++i) sum += ishi_population_wants_act(population);
  printf("wants_act %.2f\n", (now() - begin) / (double)count);
  begin = now();
  for (long i = 0; i < count; ++i) require(ishi_population_slot_of(population, agent, &slot));
  printf("slot_of %.2f\n", (now() - begin) / (double)count);
  return sum == 0;
}
