// Writes src/net/protocol.ts from docs/protocol.schema.json:   npm run types
// A unit test compares, so the page's types can't differ from what the server is held to.
import { compile } from "json-schema-to-typescript";
import { readFileSync, writeFileSync } from "node:fs";

const schemaFile = new URL("../../docs/protocol.schema.json", import.meta.url);
const typesFile = new URL("../src/net/protocol.ts", import.meta.url);

const head = "// Made by tools/make_types.mjs from docs/protocol.schema.json. Change that one.";

// What the library has no eye for: the names that the keys of an object may have.
function withKeys(schema) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withKeys);
  const { propertyNames: keys, ...rest } = schema;
  if (!keys) return Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, withKeys(part)]));
  const names = keys.$ref ? "Card" : keys.enum.map((key) => JSON.stringify(key)).join(" | ");
  return { tsType: `Partial<Record<${names}, ${rest.additionalProperties ? "number" : "unknown"}>>` };
}

// The two sides of the protocol as types of their own.
function sides(names) {
  const side = (prefix) => ({ anyOf: names.filter((name) => name.startsWith(prefix)).map((name) => ({ $ref: "#/$defs/" + name })) });
  return { client_message: side("client_"), server_message: side("server_") };
}

export async function makeTypes(schema) {
  const definitions = { ...withKeys(schema.$defs), ...sides(Object.keys(schema.$defs)) };
  const whole = { title: "Message", anyOf: [{ $ref: "#/$defs/client_message" }, { $ref: "#/$defs/server_message" }], $defs: definitions };
  return compile(whole, "Message", {
    additionalProperties: false, bannerComment: head, ignoreMinAndMaxItems: true, unreachableDefinitions: true, style: { printWidth: 130 },
  });
}

export const readSchema = () => JSON.parse(readFileSync(schemaFile, "utf8"));
export const readTypes = () => readFileSync(typesFile, "utf8");

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(typesFile, await makeTypes(readSchema()));
}
