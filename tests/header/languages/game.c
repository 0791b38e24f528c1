// A game in C whose contract `ishi header --language c` has written from bear.ishi.yaml: takes a blob, or says
// why not.

#include "game.h"

#include <stdio.h>
#include <string.h>

static int refuses(ishi_status status, const char* call) {
  if (status.code == ISHI_OK) return 0;
  fprintf(stderr, "%s: %s\n", call, ishi_describe(status));
  return 1;
}

// Names and constants say the same.
static int agree(void) {
  const game_task_trot usual = GAME_TASK_TROT_DEFAULTS;
  const game_event_bee_sting sting = GAME_EVENT_BEE_STING_DEFAULTS;
  return GAME_KEY_HUNGER == ishi_id_of("blackboard", "hunger") && GAME_TEAM_KEY_HONEY == ishi_id_of("blackboard", "honey") &&
         GAME_WORLD_KEY_HOUR == ishi_id_of("blackboard", "hour") && GAME_THING_TREE == ishi_id_of("things", "tree") &&
         GAME_FIELD_TREE_RIPE == ishi_id_of("things/tree", "ripe") && GAME_SET_TREES == ishi_id_of("candidates", "trees") &&
         GAME_CAPACITY_TREES == 8 && GAME_TOKEN_DEN == ishi_id_of("tokens", "den") && GAME_AGENT_BEAR == ishi_id_of("agents", "bear") &&
         GAME_CHOICE_BEST_TREE == ishi_id_of("choices", "best_tree") && GAME_MEMORY_SEEN == ishi_id_of("memory", "seen") &&
         GAME_FACT_SEEN_CHECKED == ishi_id_of("memory/seen", "checked") && GAME_TASK_TROT == ishi_id_of("tasks", "trot") &&
         GAME_EVENT_BEE_STING == ishi_id_of("events", "bee_sting") && usual.pace == 1.5f && usual.manner == GAME_MANNER_SLOW &&
         usual.to.x == 1.0f && usual.quiet == 1 && sting.stings == 3;
}

int main(int count, char** arguments) {
  static char blob[1 << 20];
  FILE* const file = count > 1 ? fopen(arguments[1], "rb") : NULL;
  size_t bytes;
  ishi_asset asset;
  ishi_world world;
  ishi_population bears;
  ishi_world_options options;
  ishi_population_options few;
  if (file == NULL) return 2;
  bytes = fread(blob, 1, sizeof blob, file);
  fclose(file);
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  if (refuses(ishi_world_options_defaults(&options), "world_options_defaults")) return 2;
  memset(&few, 0, sizeof few);
  few.size = sizeof few;
  if (refuses(ishi_population_options_defaults(&few), "population_options_defaults")) return 2;
  few.capacity = 1;
  options.up = GAME_UP;
  options.contract = game_contract;
  options.entry_count = GAME_CONTRACT_COUNT;
  if (refuses(ishi_asset_load(blob, bytes, NULL, &asset), "asset_load")) return 2;
  if (refuses(ishi_world_create(&options, &world), "world_create")) return 2;
  if (ishi_world_add_population(world, asset, GAME_AGENT_BEAR, &few, &bears).code != ISHI_OK) {
    char fault[1024];
    size_t length;
    if (refuses(ishi_world_contract_fault(world, fault, sizeof fault, &length), "world_contract_fault")) return 2;
    puts(fault);
    return 1;
  }
  puts(agree() ? "done; the contracts agree" : "a constant is wrong");
  return agree() ? 0 : 1;
}
