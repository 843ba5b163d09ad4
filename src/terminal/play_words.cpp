// The open play in words, for the players who may Nope it.
#include "terminal/question.h"
#include "text/notation.h"

namespace nl {
namespace {

Verb verb_of(Combo combo) {
  switch (combo) {
    case Combo::Pair: return Verb::Pair;
    case Combo::Triple: return Verb::Triple;
    default: return Verb::Play;
  }
}

std::string called(Seat seat, const Speech& speech) {
  return seat < speech.names.size() ? speech.names[seat] : std::string();
}

// Viewpoint of the sentence: the player, the target, or a third party.
enum class Side { Open, Own, Target };

Side side_of(const Play& play, Seat viewer) {
  if (viewer == play.by) return Side::Own;
  return viewer == play.target ? Side::Target : Side::Open;
}

std::string single_story(const Play& play, Side side, Values values, const Words& w) {
  const std::string does = "does_" + std::string(card_name(play.card));
  values.push_back({"card", w.card(play.card)});
  values.push_back({"text", w.ui(side == Side::Target ? does + "_you" : does, values)});
  if (side == Side::Target) return w.ui("story_play_on_you", values);
  const bool aimed = play.target != kNoSeat;
  if (side == Side::Own) return w.ui(aimed ? "story_own_on" : "story_own", values);
  return w.ui(aimed ? "story_play_on" : "story_play", values);
}

std::string combo_story(const Play& play, Side side, Values values, const Words& w) {
  if (play.combo == Combo::Five) {
    return w.ui(side == Side::Own ? "story_five_own" : "story_five", values);
  }
  values.push_back({"combo", w.combo(verb_of(play.combo), play.card)});
  if (play.combo == Combo::Pair) {
    if (side == Side::Own) return w.ui("story_pair_own", values);
    return w.ui(side == Side::Target ? "story_pair_you" : "story_pair", values);
  }
  values.push_back({"card", w.card(play.named)});
  if (side == Side::Own) return w.ui("story_triple_own", values);
  return w.ui(side == Side::Target ? "story_triple_you" : "story_triple", values);
}

std::string story(const Play& play, Seat viewer, const Speech& speech) {
  const Side side = side_of(play, viewer);
  const Values values = {{"seat", called(play.by, speech)}, {"other", called(play.target, speech)}};
  if (play.combo == Combo::Single) return single_story(play, side, values, speech.w);
  return combo_story(play, side, values, speech.w);
}

}  // namespace

Lines play_lines(const View& v, const Speech& speech) {
  const Play& play = v.play;
  // A server's word for it may be nonsense.
  const bool known = play.combo == Combo::Five || index(play.card) < kCardKinds;
  if (play.by >= v.seats || !known) return {};
  Lines lines = {story(play, v.viewer, speech)};
  if (play.nopes == 0) return lines;
  const bool stopped = play.nopes % 2 == 1;
  lines.push_back(speech.w.ui(stopped ? "story_noped" : "story_noped_back",
                              {{"seat", called(play.last, speech)}}));
  return lines;
}

}  // namespace nl
