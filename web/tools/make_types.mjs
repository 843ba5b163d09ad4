// Writes src/net/protocol.ts from docs/reference/protocol.schema.json:   npm run types
// A unit test compares, so the page's types can't differ from what the server is held to.
import { compile } from "json-schema-to-typescript";
import { readFileSync, writeFileSync } from "node:fs";

const schemaFile = new URL("../../docs/reference/protocol.schema.json", import.meta.url);
const typesFile = new URL("../src/net/protocol.ts", import.meta.url);

const head = "// Made by tools/make_types.mjs from docs/reference/protocol.schema.json. Change that one.";

// Names of an object's keys, for which the library has no eye.
function withKeys(schema) {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withKeys);
  const { propertyNames: keys, ...rest } = schema;
  if (!keys) return Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, withKeys(part)]));
  const names = keys.$ref ? "Card" : keys.enum.map((key) => JSON.stringify(key)).join(" | ");
  return { tsType: `Partial<Record<${names}, ${rest.additionalProperties ? "number" : "unknown"}>>` };
}

// Each message as a type of its own, named by its title, and the two sides as what can be said on them.
function named({ client_message, server_message, ...parts }) {
  const refs = (side) => ({ anyOf: side.anyOf.map(({ title }) => ({ $ref: "#/$defs/" + title })) });
  const messages = [...client_message.anyOf, ...server_message.anyOf].map(({ title, ...message }) => [title, message]);
  return { ...parts, ...Object.fromEntries(messages), client_message: refs(client_message), server_message: refs(server_message) };
}

export async function makeTypes(schema) {
  const definitions = withKeys(named(schema.$defs));
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
