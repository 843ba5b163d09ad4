/* A whole game by bots, from C:   cc game.c $(pkg-config --cflags --libs ninelives) && ./a.out [seed] */
#include <ninelives.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  nl_game* game = nl_game_new("expansions=imploding", 3, seed, 0);
  if (game == NULL) {
    fprintf(stderr, "%s\n", nl_last_error());
    return 1;
  }
  int seat;
  while ((seat = nl_game_next_actor(game)) >= 0) {
    const int action = nl_game_bot_action(game, seat, "careful", seed);
    if (action < 0 || nl_game_apply(game, seat, action) != 0) {
      fprintf(stderr, "%s\n", nl_last_error());
      return 1;
    }
  }
  printf("engine %s: seat %d won after %d moves\n", nl_engine_hash(), nl_game_winner(game),
         nl_game_moves(game));
  nl_game_free(game);
  return 0;
}
