// Where the page is, in the part of the address after #: it works from any folder of any server.
//   #CODE                      a room
//   #CODE/replay/STEP/EYES/N   a move of its N-th game, or of the last; EYES is a seat or "all"
//   #replay                    a record from a file
//   #learn                     the first game
//   #rules/PRESET              the rules, for a preset
export type Eyes = number | "all";
export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "learn" }
  | { page: "rules"; preset: string }
  | { page: "room"; code: string }
  | { page: "replay"; code?: string; step: number; eyes: Eyes; game?: number };

const code = /^[0-9a-hjkmnp-tv-z]{10}$/;

// What people type: capitals, spaces, dashes, a whole link, and letters that look like digits.
export function readCode(text: string): string | undefined {
  const last = text.trim().split("#").pop()!.split("/")[0]!;
  const plain = last.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  return code.test(plain) ? plain : undefined;
}

export function readRoute(hash: string): Route {
  const [first = "", second, step, eyes, game] = hash.replace(/^#/, "").split("/");
  if (first === "new" || first === "learn") return { page: first };
  if (first === "rules") return { page: "rules", preset: second ?? "" };
  const replay = {
    page: "replay" as const,
    step: /^\d{1,5}$/.test(step ?? "") ? Number(step) : 0,
    eyes: /^[0-5]$/.test(eyes ?? "") ? Number(eyes) : ("all" as const),
    ...(/^[1-9]\d{0,5}$/.test(game ?? "") ? { game: Number(game) } : {}),
  };
  if (first === "replay") return replay;
  const room = readCode(first);
  if (!room) return { page: "home" };
  return second === "replay" ? { ...replay, code: room } : { page: "room", code: room };
}

export function writeRoute(route: Route): string {
  switch (route.page) {
    case "home": return "";
    case "new":
    case "learn": return route.page;
    case "rules": return `rules/${route.preset}`;
    case "room": return route.code;
    case "replay": return route.code ? [route.code, "replay", route.step, route.eyes, route.game].filter((part) => part !== undefined).join("/") : "replay";
  }
}
