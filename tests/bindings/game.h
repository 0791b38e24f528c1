#pragma once

/* The numbers of a game that is written in C++, C, C# and Python and comes to the same hashes in all of them:
 * the agents of game.ishi.yaml, to which chance does all that a game can do to a world. Each language drives
 * its frames by its own run_frame. */

enum {
  GAME_AGENTS = 6, /* of each of the two populations */
  GAME_BOTTLES = 6,
  GAME_CHANGES = 4,  /* a frame */
  GAME_CELLS = 24,   /* along each side of the grid */
  GAME_UNITS = 1024, /* in a metre: places and speeds are whole numbers of them when the game computes */
  GAME_EXPANSIONS = 200,
  GAME_FRAMES = 3000,
  GAME_FRAMES_PER_HASH = 1000,
  GAME_MICROSECONDS = 16667,
  GAME_MOST_WORKS = 256
};
