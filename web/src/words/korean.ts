// Which form of a Korean particle follows a word. The same rules as src/text/korean.cpp, and the
// same examples in the tests.
type Ending = "vowel" | "consonant" | "rieul";

const digitEndings: Ending[] = [
  "consonant", "rieul", "vowel", "consonant", "vowel", "vowel", "consonant", "rieul", "rieul", "vowel",
];

const letterEnding = (letter: string): Ending =>
  /[lr]/i.test(letter) ? "rieul" : /[mn]/i.test(letter) ? "consonant" : "vowel";

// A single letter, or capitals that make no word, are spelt out.
const isSpeltOut = (run: string) => run.length === 1 || /^[B-DF-HJ-NP-TV-XZ]+$/.test(run);

function latinEnding(run: string): Ending {
  if (isSpeltOut(run)) return letterEnding(run.slice(-1));
  const silent = /([lmn])e$/i.exec(run);
  if (silent) return letterEnding(silent[1]!);
  if (/[lmn]$/i.test(run)) return letterEnding(run.slice(-1));
  return /ng$|[aeiou][bckpt]$|([bckpt])\1$|ck$/i.test(run) ? "consonant" : "vowel";
}

function hangulEnding(code: number): Ending {
  if (code >= 0xac00 && code <= 0xd7a3) {
    const final = (code - 0xac00) % 28;
    return final === 0 ? "vowel" : final === 8 ? "rieul" : "consonant";
  }
  if (code === 0x3139 || code === 0x11af) return "rieul";
  const letter = (code >= 0x3131 && code <= 0x314e) || (code >= 0x11a8 && code <= 0x11ff);
  return letter ? "consonant" : "vowel";
}

export function endingOf(text: string): Ending {
  const word = text.replace(/[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+$/, "");
  if (word === "") return "vowel";
  const last = word.slice(-1);
  if (/[0-9]/.test(last)) return digitEndings[Number(last)]!;
  const run = /[A-Za-z]+$/.exec(word);
  if (run) return latinEnding(run[0]);
  return hangulEnding([...word].pop()!.codePointAt(0)!);
}

// josa("고양이", "을/를") is 를.
export function josa(word: string, forms: string): string {
  const [afterConsonant = "", afterVowel = ""] = forms.split("/");
  const ending = endingOf(word);
  if (ending === "rieul" && afterConsonant === "으로") return afterVowel;
  return ending === "vowel" ? afterVowel : afterConsonant;
}
