// Names that nobody should be able to do anything with; the server's own tests have the same.
import { readFileSync } from "node:fs";

export const hostileNames = JSON.parse(readFileSync(new URL("../../../tests/names/hostile_names.json", import.meta.url), "utf8")) as string[];
