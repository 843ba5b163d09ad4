// Stubs for builds without FTXUI, which have no full screen.
#include "terminal/net_play.h"
#include "terminal/play.h"
#include "terminal/replay_screen.h"
#include "terminal/screen_play.h"

namespace nl {

bool full_screen_possible() { return false; }
int play_on_screen(const PlayOptions&) { return kExitEndOfInput; }
bool learn_on_screen(Language) { return false; }
void puzzle_on_screen(const std::filesystem::path&, Language) {}
int replay_on_screen(std::istream&, Language, Seat) { return kExitEndOfInput; }

void play_net_on_screen(NetSession&, ClientModel&, Link&) {}

}  // namespace nl
