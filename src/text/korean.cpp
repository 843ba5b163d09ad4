#include "text/korean.h"

#include <array>
#include <cstddef>

namespace nl {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
constexpr bool in(std::string_view letters, char c) {
  return letters.find(lower(c)) != std::string_view::npos;
}

// "See the Future (3)" ends in the sound of the 3.
std::string_view without_punctuation(std::string_view word) {
  while (!word.empty() && is_ascii(word.back()) && !is_digit(word.back()) &&
         !is_letter(word.back())) {
    word.remove_suffix(1);
  }
  return word;
}

Ending digit_ending(char digit) {
  constexpr std::array<Ending, 10> kEndings = {
      Ending::Consonant, Ending::Rieul,     Ending::Vowel, Ending::Consonant, Ending::Vowel,
      Ending::Vowel,     Ending::Consonant, Ending::Rieul, Ending::Rieul,     Ending::Vowel};
  return kEndings[static_cast<std::size_t>(digit - '0')];
}

std::string_view last_latin_run(std::string_view word) {
  std::size_t begin = word.size();
  while (begin > 0 && is_letter(word[begin - 1])) --begin;
  return word.substr(begin);
}

// A single letter, or capitals that make no word: 엘, 엠, 엔 and 알 end in consonants.
bool is_spelt_out(std::string_view run) {
  if (run.size() == 1) return true;
  for (const char c : run) {
    if (!is_upper(c) || in("aeiouy", c)) return false;
  }
  return true;
}

Ending letter_ending(char letter) {
  if (in("lr", letter)) return Ending::Rieul;
  return in("mn", letter) ? Ending::Consonant : Ending::Vowel;
}

// l, m, n and ng close the syllable, as do b, c, k, p and t right after a vowel (Bob, Eric, Jack,
// Pat); any other consonant gets a vowel of its own (Max: 맥스). An e after l, m or n is silent
// (Jane: 제인).
Ending latin_word_ending(std::string_view run) {
  const char last = run.back();
  const char before = run[run.size() - 2];
  if (in("e", last) && in("lmn", before)) return letter_ending(before);
  if (in("lmn", last)) return letter_ending(last);
  const bool ng = in("g", last) && in("n", before);
  const bool closes = in("bckpt", last) && (in("aeiou", before) || lower(before) == lower(last) ||
                                            (in("k", last) && in("c", before)));
  return ng || closes ? Ending::Consonant : Ending::Vowel;
}

Ending latin_ending(std::string_view word) {
  const std::string_view run = last_latin_run(word);
  return is_spelt_out(run) ? letter_ending(run.back()) : latin_word_ending(run);
}

// The last character of well-formed UTF-8; of anything else, some number.
char32_t last_character(std::string_view word) {
  char32_t value = 0;
  int shift = 0;
  while (!word.empty()) {
    const auto byte = static_cast<unsigned char>(word.back());
    word.remove_suffix(1);
    if ((byte & 0xC0) != 0x80) {
      const unsigned lead_bits = shift == 6 ? 0x1Fu : shift == 12 ? 0x0Fu : 0x07u;
      return value | (static_cast<char32_t>(byte & lead_bits) << shift);
    }
    if (shift > 12) return 0;
    value |= static_cast<char32_t>(byte & 0x3Fu) << shift;
    shift += 6;
  }
  return 0;
}

Ending hangul_ending(char32_t c) {
  constexpr char32_t kFirstSyllable = 0xAC00, kLastSyllable = 0xD7A3, kFinals = 28, kFinalRieul = 8;
  if (c >= kFirstSyllable && c <= kLastSyllable) {
    const char32_t final = (c - kFirstSyllable) % kFinals;
    if (final == 0) return Ending::Vowel;
    return final == kFinalRieul ? Ending::Rieul : Ending::Consonant;
  }
  // Letters on their own (ㅋㅋ) are read by name, which ends in the letter itself. Some systems
  // send syllables taken apart, with letters of their own for the final sound.
  constexpr char32_t kLoneRieul = 0x3139, kApartRieul = 0x11AF;
  if (c == kLoneRieul || c == kApartRieul) return Ending::Rieul;
  const bool lone = c >= 0x3131 && c <= 0x314E;
  const bool apart = c >= 0x11A8 && c <= 0x11FF;
  return lone || apart ? Ending::Consonant : Ending::Vowel;
}

}  // namespace

Ending ending_of(std::string_view word) {
  word = without_punctuation(word);
  if (word.empty()) return Ending::Vowel;
  if (is_digit(word.back())) return digit_ending(word.back());
  if (is_letter(word.back())) return latin_ending(word);
  return hangul_ending(last_character(word));
}

std::string_view josa(std::string_view word, std::string_view forms) {
  const std::size_t slash = forms.find('/');
  const std::string_view after_consonant = forms.substr(0, slash);
  const std::string_view after_vowel = forms.substr(slash + 1);
  const Ending ending = ending_of(word);
  if (ending == Ending::Rieul && after_consonant == "으로") return after_vowel;
  return ending == Ending::Vowel ? after_vowel : after_consonant;
}

}  // namespace nl
