/* Nine Lives for every language that can call C: games one by one, and many at once for training.
 *
 * Conventions
 *   - A function that can fail returns a negative number or NULL and leaves everything as it was;
 *     nl_last_error() says, in the same thread, what was expected.
 *   - A seat is 0 to 5, an action 0 to 255, a card 0 to 31: docs/reference/spec.md has the tables.
 *   - Text goes out as snprintf does it: `size` bytes at most, always ended by a zero byte; the
 *     result is the length of the whole text, so that a caller can come back with more room.
 *   - Threads that use one game or batch wait for each other, call by call; different ones are used
 *     by different threads at the same time. After a fork both processes go on with a batch.
 *   - The same rules, seats, seed and number play the same game on every machine.
 *
 * Rules are text, words with spaces between them: preset=official expansions=imploding,streaking,
 * and after these any field of the rules, such as nope_way=commit or copies.nope=7. "" is the
 * official game. `ninelives rules` lists the fields.
 */
#ifndef NINELIVES_H
#define NINELIVES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(ninelives_capi_EXPORTS) /* while the library itself is built */
#define NL_API __declspec(dllexport)
#elif defined(_WIN32)
#define NL_API __declspec(dllimport)
#elif defined(__GNUC__)
#define NL_API __attribute__((visibility("default")))
#else
#define NL_API
#endif

/* Raised when a caller compiled for an older number could go wrong. Compare with
 * nl_api_version(); the exported symbols carry the same number. */
#define NL_API_VERSION 2

#define NL_MAX_SEATS 6
#define NL_ACTIONS 256
#define NL_CARDS 32
#define NL_RULES_BLOCK 64

/* Level of detail of an observation; each level begins with the one before. */
enum nl_level {
  NL_RAW = 0,      /* what lies on the table and in the seat's own hand */
  NL_COUNTING = 1, /* … and what follows from all that was seen, with the odds */
  NL_HISTORY = 2   /* … and the last 64 events, as this seat was told them */
};

NL_API int nl_api_version(void);
NL_API const char* nl_version(void);
/* Message of the last failure in this thread. */
NL_API const char* nl_last_error(void);

/* ---- names and sizes ------------------------------------------------------------------------ */

/* Bytes of an observation, or -1 for no such level. */
NL_API int nl_observation_size(int level);
/* Bytes of the privileged state. */
NL_API int nl_privileged_size(void);
/* One line a field of the observation: name, first byte, bytes. */
NL_API int nl_observation_fields(char* text, size_t size);
/* The record's word for a card, a phase, a preset or an expansion; NULL past the last. */
NL_API const char* nl_card_name(int card);
NL_API const char* nl_phase_name(int phase);
NL_API const char* nl_preset_name(int preset);
NL_API const char* nl_expansion_name(int expansion);
/* All bots, weakest first, with spaces between them. */
NL_API int nl_bot_names(char* text, size_t size);
/* The rules in full, as JSON; fails where `rules` and `seats` are no game. */
NL_API int nl_rules_text(const char* rules, int seats, char* text, size_t size);
/* The rules in sentences: the deal, a turn, Nopes and every card of the box. As nl_rules_text. */
NL_API int nl_rulebook(const char* rules, int seats, const char* language, char* text, size_t size);
/* The rules as the engine keeps them, for libninelives_gpu of the same version; returns how many
 * bytes that are. */
NL_API int nl_rules_bytes(const char* rules, int seats, uint8_t* bytes, size_t size);

/* The rules as an input for agents: a byte for each field, then the copies of each card
 * (NL_RULES_BLOCK bytes); returns how many bytes that are. */
NL_API int nl_rules_block(const char* rules, int seats, uint8_t* bytes, size_t size);
/* One line a field of that block: name, first byte, bytes. */
NL_API int nl_rules_block_fields(char* text, size_t size);

/* ---- one game ------------------------------------------------------------------------------- */

typedef struct nl_game nl_game;

/* Deals a game. `seed` and `number` together key all chance in it. */
NL_API nl_game* nl_game_new(const char* rules, int seats, uint64_t seed, uint64_t number);
/* A game whose chance is chosen by the caller; it begins at a chance node. See nl_game_chance. */
NL_API nl_game* nl_game_new_explicit(const char* rules, int seats);
NL_API nl_game* nl_game_copy(const nl_game* game);
/* Makes `game` what `from` is. */
NL_API int nl_game_restore(nl_game* game, const nl_game* from);
NL_API void nl_game_free(nl_game* game);

NL_API int nl_game_seats(const nl_game* game);
NL_API int nl_game_over(const nl_game* game);
/* -1 while the game goes on. */
NL_API int nl_game_winner(const nl_game* game);
/* One bit a seat: who lives, and who may act now. In a Nope window several may. */
NL_API unsigned nl_game_alive(const nl_game* game);
NL_API unsigned nl_game_actors(const nl_game* game);
/* The seat that turn-based play asks next; -1 when the game is over or chance is to be chosen. */
NL_API int nl_game_next_actor(const nl_game* game);
/* The question that the game waits for, an id of nl_phase_name. */
NL_API int nl_game_phase(const nl_game* game);
/* Number of actions applied. */
NL_API int nl_game_moves(const nl_game* game);

/* One byte an action, 0 or 1; returns how many are 1. */
NL_API int nl_game_legal(const nl_game* game, int seat, uint8_t mask[NL_ACTIONS]);
NL_API int nl_game_apply(nl_game* game, int seat, int action);
/* All that an environment does at a step, in one call. `seat` plays `action`, or nobody where
 * `seat` is -1; then forced answers are given, if that is wanted (`turns` as in
 * nl_game_skip_forced_until, 0: no end); then mask and observation are written for the seat that
 * is asked next, which is the result: -1 where nobody is, -2 for a failure. */
typedef struct nl_step {
  uint8_t* mask;        /* [NL_ACTIONS] */
  uint8_t* observation; /* [nl_observation_size(level)] */
  int32_t* alive;       /* one bit a seat */
  int32_t level;        /* nl_level */
  int32_t skip_forced;
  int32_t turns;
} nl_step;
NL_API int nl_game_step(nl_game* game, int seat, int action, const nl_step* step);
/* The same for the acting seat, as short as a call can be: for languages in which every argument
 * and every look at what came of it costs as much as the game itself. */
typedef struct nl_turn {
  nl_step step;
  int32_t asked; /* in: the seat that plays; out: the acting seat, -1 for none */
} nl_turn;
enum nl_answered {
  NL_LOOK = -1, /* played, and more has happened than that somebody else is asked: others are alive
                 * than *step.alive said before, nobody is asked, or `turns` have begun */
  NL_FAILED = -2,
  NL_BUSY = -3 /* not played: another thread uses the game. This call never waits for one, so it
                * may be made by who holds a lock that others want */
};
/* The seat that is asked next, where nothing else has happened; otherwise one of the above. */
NL_API int nl_game_answer(nl_game* game, int action, nl_turn* turn);
/* A living player leaves. */
NL_API int nl_game_forfeit(nl_game* game, int seat);
/* Gives all answers that leave no choice, until somebody has one; returns how many. */
NL_API int nl_game_skip_forced(nl_game* game);
/* The same, but no further than to where so many turns have begun: who is cut off there stands
 * before a turn, and learns nothing from being cut off. */
NL_API int nl_game_skip_forced_until(nl_game* game, int turns);
/* Number of turns begun, which everybody sees. */
NL_API int nl_game_turns(const nl_game* game);
/* A legal action of the next actor, each as likely, from the game's own stream of choices. */
NL_API int nl_game_sample(nl_game* game);
/* Action that a bot would choose there. The same seed gives the same answer. Fails if the game has
 * cards that a learned bot never met. */
NL_API int nl_game_bot_action(const nl_game* game, int seat, const char* bot, uint64_t seed);

/* Observation of `seat`, as bytes; `size` must be at least nl_observation_size(level). */
NL_API int nl_game_observe(const nl_game* game, int seat, int level, uint8_t* bytes, size_t size);
/* Hidden state: all hands, 32 counts each, beginning with `seat`, then the pile from the top
 * as card ids + 1, 104 bytes. For critics, never for players. */
NL_API int nl_game_privileged(const nl_game* game, int seat, uint8_t* bytes, size_t size);
/* The chance that the card `place` below the top is a kitten, as `seat` must see it. */
NL_API int nl_game_odds(const nl_game* game, int seat, int place, int* kittens, int* cards);
/* A new game that `seat` can't tell from this one: what it doesn't know is dealt again, what only
 * others know is forgotten, and chance is keyed by `seed`. For search. */
NL_API nl_game* nl_game_determinize(const nl_game* game, int seat, uint64_t seed);

/* Chance, where the caller chooses it. nl_game_chance fills in, for each outcome 0 to 31, how
 * often it comes among all; returns the sum, or 0 if nothing is to be chosen. Outcomes are
 * cards (a shuffle is chosen card by card, from the top down) or seats. */
NL_API int nl_game_chance(const nl_game* game, uint16_t weights[NL_CARDS]);
NL_API int nl_game_choose(nl_game* game, int outcome);

/* ---- a game in words ------------------------------------------------------------------------ */

NL_API int nl_game_action_text(const nl_game* game, int seat, int action, char* text, size_t size);
/* The action that the text says, legal or not; negative where it says none that fits. */
NL_API int nl_game_parse_action(const nl_game* game, int seat, const char* text);
/* The whole truth in a line. */
NL_API int nl_game_state_text(const nl_game* game, char* text, size_t size);
/* View of `seat`, as a JSON object in the form of docs/reference/protocol.md; -1 is a watcher. */
NL_API int nl_game_view_text(const nl_game* game, int seat, char* text, size_t size);
/* Events since `first`, in sentences for `seat` (-1: a watcher); language en, ko. */
NL_API int nl_game_story(const nl_game* game, int seat, int first, const char* language, char* text,
                         size_t size);
NL_API int nl_game_events(const nl_game* game);
/* All that `seat` was told and did since the deal, in a line: its information set. */
NL_API int nl_game_information(const nl_game* game, int seat, char* text, size_t size);
/* The game so far as a record, JSON Lines; what `ninelives replay` reads. */
NL_API int nl_game_record(const nl_game* game, char* text, size_t size);

/* The game as bytes and back, for the same version of this library. Load only what you trust. */
NL_API int64_t nl_game_save(const nl_game* game, uint8_t* bytes, size_t size);
NL_API nl_game* nl_game_load(const uint8_t* bytes, size_t size);

/* ---- many games at once --------------------------------------------------------------------- */

typedef struct nl_batch nl_batch;

enum nl_layout { NL_SELF_PLAY = -2, NL_ANY_SEAT = -1 };
enum nl_autoreset { NL_SAME_STEP = 0, NL_NEXT_STEP = 1, NL_DISABLED = 2 };
enum nl_illegal { NL_REFUSE = 0, NL_FORFEIT = 1 };

typedef struct nl_batch_options {
  const char* rules;
  const char* bots; /* names for the other seats in turn, the last one repeated */
  uint64_t seed;    /* row r plays in its episode e the game number r * 2^32 + e */
  int32_t seats;
  int32_t games;       /* rows */
  int32_t threads;     /* changes nothing but the time */
  int32_t level;       /* nl_level */
  int32_t learner;     /* a seat, NL_ANY_SEAT (another one each episode) or NL_SELF_PLAY */
  int32_t skip_forced; /* answers that leave no choice are given inside */
  int32_t autoreset;   /* nl_autoreset */
  int32_t illegal;     /* an illegal action: refuse the whole step, or the seat forfeits */
  int32_t max_turns;   /* turns, which all see begin, until a row is truncated; 0: no limit */
} nl_batch_options;

/* The caller's memory, contiguous, one row a game; it must outlive the batch. */
typedef struct nl_batch_arrays {
  uint8_t* observation;       /* [games][nl_observation_size] */
  int8_t* mask;               /* [games][NL_ACTIONS] */
  float* reward;              /* self-play: [games][seats], otherwise [games] */
  uint8_t* terminated;        /* [games] */
  uint8_t* truncated;         /* [games] */
  int32_t* player;            /* [games]: the seat that the row's observation is for */
  uint8_t* final_observation; /* like observation, written where a game ended; or NULL */
  uint8_t* privileged;        /* [games][nl_privileged_size], or NULL */
} nl_batch_arrays;

NL_API nl_batch* nl_batch_new(const nl_batch_options* options, const nl_batch_arrays* arrays);
NL_API void nl_batch_free(nl_batch* batch);
/* Begins again with episode 0 of `seed` in all rows. */
NL_API int nl_batch_reset(nl_batch* batch, uint64_t seed);
/* Begins the next episode in the rows whose byte is not 0; NULL: in all. */
NL_API int nl_batch_next_episode(nl_batch* batch, const uint8_t* rows);
/* One decision in every row. An action out of range, or an illegal one where that is refused,
 * changes nothing at all. */
NL_API int nl_batch_step(nl_batch* batch, const int32_t* actions);
/* Rows that ended in a step, gathered for callers to whom a look at every row is dear. */
typedef struct nl_batch_ends {
  int64_t (*rows)[2]; /* [games]: each row that was terminated or truncated, in order, and the seat
                       * that its final observation is shown to: who acted last, and where the row
                       * was truncated who would have been asked next; as many pairs as there are */
  uint8_t* last;      /* [games][nl_observation_size]: of each pair the final observation */
  float* reward;      /* [games]: what those who acted were paid, where bots sit the learner */
} nl_batch_ends;
/* The same as nl_batch_step, for a batch that has final observations; returns how many rows have
 * ended. */
NL_API int nl_batch_step_ends(nl_batch* batch, const int32_t* actions, const nl_batch_ends* ends);
/* Draws a legal action for every row, each as likely. */
NL_API int nl_batch_sample(nl_batch* batch, int32_t* actions);
/* Draws a legal action for every row by a network's output: row r has the probabilities
 * softmax(logits[r]) over its legal actions, and `uniform[r]`, from 0 to below 1, chooses one. An
 * ended row gets 0. `log_probability` has room for one a row, or is NULL. */
NL_API int nl_batch_choose(nl_batch* batch, const float* logits, const float* uniform,
                           int32_t* actions, float* log_probability);
NL_API int nl_batch_state_text(const nl_batch* batch, int row, char* text, size_t size);
/* The episode that a row is in. */
NL_API int64_t nl_batch_episode(const nl_batch* batch, int row);
/* Number of the bots' answers in all rows since the reset; an answer that left no choice does not
 * count. */
NL_API int64_t nl_batch_answers(const nl_batch* batch);
/* All rows as bytes and back, into a batch of the same options: rows, seats, rules, level, learner,
 * bots, skip_forced and autoreset; others are refused. */
NL_API int64_t nl_batch_save(const nl_batch* batch, uint8_t* bytes, size_t size);
NL_API int nl_batch_load(nl_batch* batch, const uint8_t* bytes, size_t size);

/* ---- many recorded games --------------------------------------------------------------------- */

/* Games of bots as bytes: one byte for every decision in which somebody had a choice. */
typedef struct nl_games {
  const char* rules;
  const char* bots; /* in game g the seat s is that of bot (s + g) modulo their number */
  uint64_t seed;
  uint64_t first; /* the number of the first game; see nl_game_new */
  int64_t games;
  int32_t seats;
} nl_games;

/* Plays them. `lengths` and `winners` have one place a game, `actions` as many bytes as `size`
 * says; returns how many of them are used, or fails where they are too few. */
NL_API int64_t nl_games_play(const nl_games* games, uint16_t* lengths, uint8_t* winners,
                             uint8_t* actions, int64_t size);

/* Destinations of replayed decisions, one row each; all but `level` may be NULL. */
typedef struct nl_replay_arrays {
  uint8_t* observation; /* [rows][nl_observation_size(level)], what the one who decided saw */
  uint8_t* mask;        /* [rows][NL_ACTIONS] */
  uint8_t* privileged;  /* [rows][nl_privileged_size] */
  uint8_t* player;      /* [rows] */
  int32_t level;        /* nl_level */
} nl_replay_arrays;

/* Plays recorded games again, from their actions. Returns the number of rows, the sum of the
 * lengths; fails where an action is not legal, or where a game doesn't end with its actions. */
NL_API int64_t nl_games_replay(const nl_games* games, const uint16_t* lengths,
                               const uint8_t* actions, int64_t size,
                               const nl_replay_arrays* arrays);

/* ---- tournaments ---------------------------------------------------------------------------- */

typedef struct nl_arena_options {
  const char* rules;    /* Nopes are answered in secret, whatever they say of it */
  const char* bots;     /* names with spaces between them */
  const char* programs; /* NAME=COMMAND or a folder, one a line: agents, see docs/train/agents.md */
  uint64_t seed;
  uint64_t first; /* deals are numbered; these are first, first + 1, ... */
  uint64_t deals;
  int32_t seats;
  int32_t threads;
  int32_t timeout_ms; /* for an answer of a program */
  int32_t no_sandbox; /* 1: programs given as commands run without a sandbox */
  const char* hidden; /* files that they must not see, one a line: a log, its seed */
} nl_arena_options;

/* Plays these deals with every line-up in every order around the table (from five players on, in a
 * choice of them that is balanced for neighbours). The result is lines for a log of `ninelives
 * arena`; but for how long decisions took it depends on the options alone, so that a block of deals
 * can be played anywhere and any number of times. nl_text_free it. */
NL_API char* nl_arena_play(const nl_arena_options* options);
/* The same, with what luck was worth in each game: boards then show wins without it, too. It takes
 * a tenth of a second a game, and only the official game of the base box can be measured. */
NL_API char* nl_arena_play_with_luck(const nl_arena_options* options);
/* Field of the agents' results: a line each with the agent's hash and its name, as they
 * are in the log. A submission's is followed by its own description, a line for the log; behind
 * the name of a program that no sandbox holds stands a tab and "no sandbox". nl_text_free it. */
NL_API char* nl_arena_field(const nl_arena_options* options);
/* Output of `ninelives leaderboard` for a log, `format` text, markdown, json or html, `date`
 * YYYY-MM-DD. nl_text_free it. */
NL_API char* nl_arena_board(const char* log, const char* format, const char* date);
/* File of a log's sealed seed until all is played: no sandbox mounts that folder.
 * nl_text_free it. */
NL_API char* nl_arena_seed_file(const char* log);
/* The hash of this library's engine, as it is written in logs. */
NL_API const char* nl_engine_hash(void);
NL_API void nl_text_free(char* text);

#ifdef __cplusplus
}
#endif

#endif
