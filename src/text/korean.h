// Korean particles. Which form of a particle follows a word depends on the sound the word ends in,
// so a sentence with a player's name in it can't be written without asking.
#pragma once

#include <string_view>

namespace nl {

enum class Ending { Vowel, Rieul, Consonant };

// How a word (UTF-8) ends when it is read aloud in Korean. Digits are read as Korean numbers, Latin
// letters roughly as a Korean would spell the word; what can't be read counts as a vowel.
Ending ending_of(std::string_view word);

// The particle that fits the word, out of two forms as in "을/를": first the one after a consonant,
// then the one after a vowel. Only "으로/로" treats a final ㄹ as a vowel.
std::string_view josa(std::string_view word, std::string_view forms);

}  // namespace nl
