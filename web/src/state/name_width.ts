// Width of names as the server counts it: columns of a terminal, in which Korean letters take two.
const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
// Vowels and accents that stand on the letter before them.
const mark = /[\p{Mn}\p{Me}]/u;
const longest = 20;

// Input is limited to this width, so that no name is cut later.
export function fittingName(name: string): string {
  let columns = 0;
  let kept = "";
  for (const character of name) {
    columns += mark.test(character) ? 0 : wide.test(character) ? 2 : 1;
    if (columns > longest) break;
    kept += character;
  }
  return kept;
}
