/* Tests of the C interface in C: one game by hand, the promises of the header, a batch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capi/ninelives.h"

#define GAMES 300
#define SIZE 363

static int failures = 0;

static void expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "not so: %s (%s)\n", what, nl_last_error());
  ++failures;
}

static char* record_of(const nl_game* game) {
  const int length = nl_game_record(game, NULL, 0);
  char* text = malloc((size_t)length + 1);
  nl_game_record(game, text, (size_t)length + 1);
  return text;
}

static void play_to_end(nl_game* game) {
  int seat;
  while ((seat = nl_game_next_actor(game)) >= 0) {
    const int action = nl_game_sample(game);
    uint8_t mask[NL_ACTIONS];
    expect(nl_game_legal(game, seat, mask) > 0 && mask[action] == 1, "samples are legal");
    expect(nl_game_apply(game, seat, action) == 0, "legal actions apply");
  }
}

static void test_sizes_and_names(void) {
  char text[4096];
  expect(nl_api_version() == NL_API_VERSION, "header and library are of one version");
  expect(nl_observation_size(NL_RAW) == 132, "raw is 132 bytes");
  expect(nl_observation_size(NL_COUNTING) == SIZE, "counting is 363 bytes");
  expect(nl_observation_size(NL_HISTORY) == 875, "history is 875 bytes");
  expect(nl_observation_size(3) == -1, "there is no level 3");
  expect(strcmp(nl_card_name(0), "exploding") == 0 && nl_card_name(32) == NULL, "cards have names");
  uint8_t block[NL_RULES_BLOCK];
  expect(nl_rules_block("preset=srs", 3, block, sizeof block) == NL_RULES_BLOCK && block[0] == 5,
         "the rules as an input");
  expect(nl_rules_block_fields(text, sizeof text) > 0 && strncmp(text, "hand 0 1\n", 9) == 0,
         "the fields of the rules");
  expect(nl_observation_fields(text, sizeof text) > 0 && strncmp(text, "hand 0 32\n", 10) == 0,
         "the layout begins with the hand");
  expect(nl_rules_text("preset=srs nope_way=commit", 4, text, sizeof text) > 0, "rules as text");
  expect(strstr(text, "\"nope_way\":\"commit\"") != NULL, "a field was overridden");
}

static void test_wrong_arguments(void) {
  uint8_t small[4];
  nl_game* game;
  expect(nl_game_new("preset=chess", 2, 1, 0) == NULL, "no such preset");
  expect(strstr(nl_last_error(), "official") != NULL, "the error says what was expected");
  expect(nl_game_new("nope_way=loud", 2, 1, 0) == NULL, "no such value");
  expect(strstr(nl_last_error(), "commit") != NULL, "the error lists the values");
  expect(nl_game_new("", 9, 1, 0) == NULL, "nine seats are too many");
  expect(nl_game_new(NULL, 2, 1, 0) == NULL, "rules are needed");
  game = nl_game_new("", 2, 1, 0);
  expect(nl_game_apply(game, nl_game_next_actor(game), 16) == -1, "an illegal action is refused");
  expect(nl_game_apply(game, 7, 0) == -1, "so is a seat that isn't there");
  expect(nl_game_observe(game, 0, NL_RAW, small, sizeof small) == -1, "so is too little room");
  expect(nl_game_moves(game) == 0, "and nothing has changed");
  expect(nl_game_next_actor(NULL) == -1, "NULL is no game");
  nl_game_free(game);
  nl_game_free(NULL);
}

static void test_one_game(void) {
  nl_game* game = nl_game_new("expansions=imploding,streaking", 5, 7, 3);
  nl_game* again = nl_game_new("expansions=imploding,streaking", 5, 7, 3);
  nl_game* copy;
  char *first, *second;
  play_to_end(game);
  copy = nl_game_copy(game);
  play_to_end(again);
  first = record_of(game);
  second = record_of(again);
  expect(nl_game_over(game) == 1 && nl_game_winner(game) >= 0, "somebody wins");
  expect(strcmp(first, second) == 0, "the same seed gives the same record");
  expect(strstr(first, "winner") != NULL, "a finished record has an end");
  expect(nl_game_restore(again, copy) == 0 && nl_game_moves(again) == nl_game_moves(game),
         "a copy is the same game");
  free(first);
  free(second);
  nl_game_free(game);
  nl_game_free(again);
  nl_game_free(copy);
}

/* One game by nl_game_step and the same by nl_game_answer. */
static void test_steps(int skip_forced, int turns) {
  nl_game* stepped = nl_game_new("nope_way=commit", 3, 5, 2);
  nl_game* answered = nl_game_new("nope_way=commit", 3, 5, 2);
  uint8_t masks[2][NL_ACTIONS], seen[2][SIZE];
  int32_t alive[2] = {7, 7};
  int looks = 0, deaths = 0, action, next;
  const nl_step step = {masks[0], seen[0], &alive[0], NL_COUNTING, skip_forced, turns};
  nl_turn turn = {{masks[1], seen[1], &alive[1], NL_COUNTING, skip_forced, turns}, -1};
  expect(nl_game_answer(answered, 0, &turn) == NL_FAILED, "somebody must be asked");
  next = nl_game_step(stepped, -1, 0, &step);
  turn.asked = nl_game_step(answered, -1, 0, &turn.step);
  while (next >= 0 && (turns == 0 || nl_game_turns(stepped) < turns)) {
    const int32_t lived = alive[0];
    int result;
    expect(turn.asked == next && memcmp(masks[0], masks[1], NL_ACTIONS) == 0 &&
               memcmp(seen[0], seen[1], SIZE) == 0,
           "both show the same to the same seat");
    action = nl_game_sample(stepped);
    next = nl_game_step(stepped, next, action, &step);
    result = nl_game_answer(answered, action, &turn);
    deaths += alive[0] != lived;
    looks += result == NL_LOOK;
    expect(result == NL_LOOK || result == next, "the quick call says who is next");
    expect((result == NL_LOOK) ==
               (next < 0 || alive[0] != lived || (turns != 0 && nl_game_turns(stepped) >= turns)),
           "and when there is more to see");
    expect(alive[0] == alive[1], "the same live");
  }
  expect(looks > 0 && (turns != 0 || deaths == 2), "two of three die");
  expect(turns == 0 || nl_game_turns(answered) == turns, "the quick call says where turns end");
  expect(nl_game_moves(stepped) == nl_game_moves(answered), "both have played the same");
  if (turns == 0) {
    expect(nl_game_answer(answered, 0, &turn) == NL_FAILED, "nobody is asked after the end");
    expect(nl_game_answer(NULL, 0, &turn) == NL_FAILED, "NULL is no game");
    expect(nl_game_answer(answered, 0, NULL) == NL_FAILED, "and no turn");
  }
  nl_game_free(stepped);
  nl_game_free(answered);
}

static void test_a_refused_answer_changes_nothing(void) {
  nl_game* game = nl_game_new("", 2, 1, 0);
  uint8_t mask[NL_ACTIONS], seen[SIZE];
  int32_t alive = 3;
  nl_turn turn = {{mask, seen, &alive, NL_COUNTING, 1, 0}, -1};
  int asked;
  turn.asked = asked = nl_game_step(game, -1, 0, &turn.step);
  expect(nl_game_answer(game, 16, &turn) == NL_FAILED, "an illegal answer is refused");
  expect(strstr(nl_last_error(), "not legal") != NULL, "and why is said");
  expect(nl_game_answer(game, 256, &turn) == NL_FAILED, "so is one that isn't there");
  expect(turn.asked == asked && nl_game_moves(game) == 0, "nothing has changed");
  nl_game_free(game);
}

static void test_save_and_determinize(void) {
  nl_game* game = nl_game_new("nope_way=commit", 3, 11, 0);
  uint8_t bytes[1 << 16], seen[SIZE], imagined[SIZE];
  char *saved, *played;
  int64_t size;
  int i;
  for (i = 0; i < 20 && !nl_game_over(game); ++i) {
    nl_game_apply(game, nl_game_next_actor(game), nl_game_sample(game));
  }
  size = nl_game_save(game, bytes, sizeof bytes);
  expect(size > 0 && size <= (int64_t)sizeof bytes, "a game saves");
  for (i = 0; i < 3; ++i) {
    nl_game* world = nl_game_determinize(game, i, 5);
    expect(world != NULL, "worlds can be imagined");
    nl_game_observe(game, i, NL_COUNTING, seen, SIZE);
    nl_game_observe(world, i, NL_COUNTING, imagined, SIZE);
    expect(memcmp(seen, imagined, SIZE) == 0, "and the seat can't tell them from the true one");
    play_to_end(world);
    nl_game_free(world);
  }
  {
    nl_game* loaded = nl_game_load(bytes, (size_t)size);
    play_to_end(game);
    play_to_end(loaded);
    saved = record_of(loaded);
    played = record_of(game);
    expect(strcmp(saved, played) == 0, "a loaded game goes on as the saved one");
    free(saved);
    free(played);
    nl_game_free(loaded);
  }
  bytes[size / 2] ^= 1;
  expect(nl_game_load(bytes, (size_t)size) == NULL, "damaged bytes are refused");
  nl_game_free(game);
}

/* SA(0) of the small games: three cards in the pile, so six orders. */
static const char kSmall[] =
    "combos=cats first=zero hand=0 extra_defuses=none copies.exploding=1 copies.defuse=2 "
    "copies.skip=1 copies.attack=1 copies.favor=0 copies.nope=0 copies.shuffle=0 copies.see=0 "
    "copies.tacocat=0 copies.cattermelon=0 copies.potato=0 copies.beard=0 copies.rainbow=0";

static int deals_of(const nl_game* game, int weight) {
  uint16_t weights[NL_CARDS];
  int deals = 0, outcome;
  if (nl_game_chance(game, weights) == 0) return 1;
  for (outcome = 0; outcome < NL_CARDS; ++outcome) {
    if (weights[outcome] != 0) {
      nl_game* next = nl_game_copy(game);
      expect(nl_game_choose(next, outcome) == 0, "a listed outcome can be chosen");
      deals += deals_of(next, weight * weights[outcome]);
      nl_game_free(next);
    }
  }
  return deals;
}

/* Three different cards come in six orders, and the deal shuffles before and after the kitten. */
static void test_explicit_chance(void) {
  nl_game* game = nl_game_new_explicit(kSmall, 2);
  expect(game != NULL && nl_game_next_actor(game) == -1, "chance comes first");
  expect(nl_game_choose(game, 4 + 27) == -1, "what can't come is refused");
  expect(deals_of(game, 1) == 2 * 6, "every order of the pile is listed");
  nl_game_free(game);
}

typedef struct Arrays {
  uint8_t observation[GAMES * SIZE], final[GAMES * SIZE], terminated[GAMES], truncated[GAMES];
  int8_t mask[GAMES * NL_ACTIONS];
  float reward[GAMES * 4];
  int32_t player[GAMES], actions[GAMES];
} Arrays;

static nl_batch* batch_of(Arrays* a, int threads, int learner) {
  nl_batch_options options;
  nl_batch_arrays arrays;
  memset(&options, 0, sizeof options);
  memset(&arrays, 0, sizeof arrays);
  options.rules = "nope_way=commit";
  options.bots = "random careful";
  options.seed = 4;
  options.seats = 4;
  options.games = GAMES;
  options.threads = threads;
  options.level = NL_COUNTING;
  options.learner = learner;
  options.skip_forced = 1;
  arrays.observation = a->observation;
  arrays.mask = a->mask;
  arrays.reward = a->reward;
  arrays.terminated = a->terminated;
  arrays.truncated = a->truncated;
  arrays.player = a->player;
  arrays.final_observation = a->final;
  return nl_batch_new(&options, &arrays);
}

/* Gathered ends of a step, against a look at every row. */
static void expect_gathered(const Arrays* a, const int32_t* acted, int learner, int count,
                            const nl_batch_ends* ends) {
  int row, found = 0;
  for (row = 0; row < GAMES; ++row) {
    const int all = learner == NL_SELF_PLAY;
    expect(ends->reward[row] == (all ? a->reward[row * 4 + acted[row]] : a->reward[row]),
           "who acted is paid");
    if (!a->terminated[row] && !a->truncated[row]) continue;
    expect(found < count && ends->rows[found][0] == row && ends->rows[found][1] == acted[row],
           "rows that end are listed in order, with who acted");
    expect(memcmp(ends->last + found * SIZE, a->final + row * SIZE, SIZE) == 0,
           "and with what they showed");
    ++found;
  }
  expect(found == count, "and no others");
}

static void test_batch(int learner) {
  Arrays* one = calloc(1, sizeof *one);
  Arrays* two = calloc(1, sizeof *two);
  nl_batch* first = batch_of(one, 1, learner);
  nl_batch* second = batch_of(two, 3, learner);
  static int64_t rows[GAMES][2];
  static float reward[GAMES];
  static int32_t acted[GAMES];
  static uint8_t last[GAMES * SIZE];
  const nl_batch_ends ends = {rows, last, reward}, nowhere = {rows, NULL, reward};
  int step, row, ended = 0;
  expect(first != NULL && second != NULL, "a batch is made");
  for (step = 0; step < 200; ++step) {
    nl_batch_sample(first, one->actions);
    nl_batch_sample(second, two->actions);
    expect(nl_batch_step(first, one->actions) == 0, "sampled actions are legal");
    memcpy(acted, two->player, sizeof acted);
    expect_gathered(two, acted, learner, nl_batch_step_ends(second, two->actions, &ends), &ends);
    expect(memcmp(one, two, sizeof *one) == 0, "the number of threads changes nothing");
    for (row = 0; row < GAMES; ++row) {
      const float* r = one->reward + row * 4;
      if (!one->terminated[row]) continue;
      ++ended;
      if (learner == NL_SELF_PLAY) {
        const float sum = r[0] + r[1] + r[2] + r[3];
        expect(sum < 1e-6f && sum > -1e-6f, "rewards sum to zero");
      }
    }
  }
  expect(ended > GAMES, "games end and begin again");
  nl_batch_sample(first, one->actions);
  one->actions[5] = 16;
  expect(nl_batch_step(first, one->actions) == -1, "an illegal action is refused");
  expect(strstr(nl_last_error(), "row 5") != NULL, "with its row");
  expect(nl_batch_step_ends(first, one->actions, &ends) == -1, "so it is where ends are gathered");
  expect(nl_batch_step_ends(first, one->actions, &nowhere) == -1, "for which there must be room");
  nl_batch_free(first);
  nl_batch_free(second);
  free(one);
  free(two);
}

static int lines_in(const char* text) {
  int lines = 0;
  for (; *text != '\0'; ++text) lines += *text == '\n';
  return lines;
}

static void test_arena(void) {
  nl_arena_options options = {"", "random careful counting", NULL, 7, 0, 4, 2, 2, 5000, 0, NULL};
  char* all = nl_arena_play(&options);
  char* text = all == NULL ? NULL : nl_arena_board(all, "markdown", "2026-01-01");
  expect(all != NULL && lines_in(all) == 4 * 3, "a line for each deal and pair of agents");
  expect(all != NULL && strstr(all, nl_engine_hash()) != NULL, "with the engine's hash");
  expect(text != NULL && strstr(text, "careful") != NULL, "and the board names the agents");
  nl_text_free(text);
  nl_text_free(all);
  options.first = 2;
  options.deals = 1;
  all = nl_arena_play(&options);
  expect(all != NULL && lines_in(all) == 3 && strstr(all, "\"deal\":2,") != NULL, "a block of one");
  nl_text_free(all);
  options.bots = "random nobody";
  expect(nl_arena_play(&options) == NULL, "an unknown bot is refused");
  expect(strstr(nl_last_error(), "nobody") != NULL, "by its name");
  expect(nl_arena_board("no log", "text", "2026-01-01") == NULL, "a log without games is refused");
  nl_text_free(NULL);
}

int main(void) {
  test_sizes_and_names();
  test_wrong_arguments();
  test_one_game();
  test_steps(1, 0);
  test_steps(0, 0);
  test_steps(1, 6);
  test_a_refused_answer_changes_nothing();
  test_save_and_determinize();
  test_explicit_chance();
  test_batch(NL_SELF_PLAY);
  test_batch(NL_ANY_SEAT);
  test_arena();
  printf("%s\n", failures == 0 ? "all hold" : "FAILED");
  return failures == 0 ? 0 : 1;
}
