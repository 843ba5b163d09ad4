// Hostile names for tests, the same as in the server's own tests.
import { readFileSync } from "node:fs";

export const hostileNames = JSON.parse(readFileSync(new URL("../../../tests/names/hostile_names.json", import.meta.url), "utf8")) as string[];
