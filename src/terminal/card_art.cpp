// ASCII pictures of the cards.
#include "terminal/card_art.h"

namespace nl {
namespace {

using enum CardTone;

// In the order of the cards; the back comes last.
constexpr auto kArt = std::to_array<CardArt>({
    {{R"( \ | /  )", R"(-(>.<)- )", R"( / | \  )"}, Danger},  // exploding
    {{R"( \ v /  )", R"( >(@)<  )", R"( / ^ \  )"}, Danger},  // imploding
    {{R"(   /\_/\)", R"(~~ (o.o))", R"( ~~ / / )"}, Rescue},  // streaking
    {{R"(--.  8< )", R"(  |_____)", R"(  [12:0])"}, Rescue},  // defuse
    {{R"(  / / / )", R"( / / /  )", R"(/ / /   )"}, Attack},  // attack
    {{R"(  .-+-. )", R"( -|-o-|-)", R"(  '-+-' )"}, Attack},  // targeted
    {{R"(  |\ |  )", R"(  | >|  )", R"(  |/ |  )"}, Evade},   // skip
    {{R"( |\|\|\ )", R"( | > > >)", R"( |/|/|/ )"}, Evade},   // superskip
    {{R"( .----> )", R"( |    | )", R"( <----' )"}, Evade},   // reverse
    {{R"( [====] )", R"( [====] )", R"( [vvvv] )"}, Pile},    // bottom
    {{R"( /\_/\  )", R"(( o.o ) )", R"( >[?]<  )"}, Trick},   // favor
    {{R"( \   /  )", R"(   X    )", R"( /   \  )"}, Nope},    // nope
    {{R"( _  ,-> )", R"(  \/    )", R"( _/\'-> )"}, Pile},    // shuffle
    {{R"(  .--.  )", R"( < () > )", R"(  '--'  )"}, Look},    // see
    {{R"( .----. )", R"(< (()) >)", R"( '-5--' )"}, Look},    // see5
    {{R"( *  2   )", R"(  \ 1   )", R"(   \3   )"}, Look},    // alter
    {{R"( *  2 5 )", R"(  \ 1 4 )", R"(   \3   )"}, Look},    // alter5
    {{R"( [A]  ^ )", R"(  |   | )", R"(  v  [Z])"}, Pile},    // swap
    {{R"( __==__ )", R"(  |##|  )", R"(  |##|  )"}, Pile},    // garbage
    {{R"( .-~~-. )", R"((_.  ._))", R"(  _||_  )"}, Danger},  // catomic
    {{R"(  |~~\  )", R"(  |__/  )", R"(  |     )"}, Trick},   // mark
    {{R"(   )    )", R"(  ( : ) )", R"(  (_*_) )"}, Trick},   // curse
    {{R"( /\_/\  )", R"(( >w< ) )", R"( vvvvv  )"}, Cat},     // feral
    {{R"( .-~~-. )", R"((^o.o^ ))", R"( `----' )"}, Cat},     // tacocat
    {{R"( .-::-. )", R"((: o.o:))", R"( '-::-' )"}, Cat},     // cattermelon
    {{R"( ."""". )", R"( ;o  o; )", R"( '~~~~' )"}, Cat},     // potato
    {{R"( /\_/\  )", R"(( o.o ) )", R"( \WWW/  )"}, Cat},     // beard
    {{R"( /\_/\  )", R"(( x.O ) )", R"(  =~=~~ )"}, Cat},     // rainbow
    {{R"(  .-->. )", R"(  | o | )", R"(  '-x3' )"}, Attack},  // personal
    {{R"( 1 2 3  )", R"( |_|_|  )", R"( <o><o> )"}, Look},    // share
    {{R"( v  v v )", R"( []_[]_ )", R"( [====] )"}, Pile},    // potluck
    {{R"(   []   )", R"( __vv__ )", R"( ##[]## )"}, Pile},    // bury
    {{R"( . : .  )", R"( : ? :  )", R"( ' : '  )"}, Back},
});
static_assert(kArt.size() == kCardKinds + 1);

}  // namespace

const CardArt& card_art(Card card) {
  const int kind = index(card);
  return kArt[static_cast<std::size_t>(kind < kCardKinds ? kind : kCardKinds)];
}

}  // namespace nl
