// Unicode functions of the engine by the browser's own tables (web/engine/include/utf8proc.h).
const categories = ["Zs", "Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Mn", "Mc", "Me"].map((name) => new RegExp(`\\p{${name}}`, "u"));
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const unseen = /[\p{Mn}\p{Me}\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

// 0 for visible characters, else the position in the list above.
export function categoryOf(point: number): number {
  const character = String.fromCodePoint(point);
  return categories.findIndex((one) => one.test(character)) + 1;
}

export function widthOf(point: number): number {
  const character = String.fromCodePoint(point);
  return unseen.test(character) ? 0 : wide.test(character) ? 2 : 1;
}

// 0: composed (NFC); 1: taken apart into plain letters (NFKD), without what can't be seen.
export function normalForm(text: string, form: number): string {
  return form === 0 ? text.normalize("NFC") : text.normalize("NFKD").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
}
