// Open play in words, for the players who may Nope it.
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

std::string story(const Play& play, const Speech& speech) {
  const Words& w = speech.w;
  Values values = {{"seat", called(play.by, speech)}, {"other", called(play.target, speech)}};
  if (play.combo == Combo::Five) return w.ui("story_five", values);
  if (play.combo == Combo::Single) {
    const std::string does = w.ui("does_" + std::string(card_name(play.card)), values);
    values.push_back({"card", w.card(play.card)});
    values.push_back({"text", does});
    return w.ui(play.target == kNoSeat ? "story_play" : "story_play_on", values);
  }
  values.push_back({"combo", w.combo(verb_of(play.combo), play.card)});
  if (play.combo == Combo::Pair) return w.ui("story_pair", values);
  values.push_back({"card", w.card(play.named)});
  return w.ui("story_triple", values);
}

}  // namespace

Lines play_lines(const View& v, const Speech& speech) {
  const Play& play = v.play;
  // What a server says of it need not make sense.
  const bool known = play.combo == Combo::Five || index(play.card) < kCardKinds;
  if (play.by >= v.seats || !known) return {};
  Lines lines = {story(play, speech)};
  if (play.nopes == 0) return lines;
  const bool stopped = play.nopes % 2 == 1;
  lines.push_back(speech.w.ui(stopped ? "story_noped" : "story_noped_back",
                              {{"seat", called(play.last, speech)}}));
  return lines;
}

}  // namespace nl
