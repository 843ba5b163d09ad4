// Writes src/net/protocol.ts from docs/protocol.schema.json:   node tools/make_types.mjs
// A unit test compares, so the page's types can't differ from what the server is held to.
import { readFileSync, writeFileSync } from "node:fs";

const schemaFile = new URL("../../docs/protocol.schema.json", import.meta.url);
const typesFile = new URL("../src/net/protocol.ts", import.meta.url);

const camel = (name) => name.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());

const numeric = new Set(["integer", "number"]);

function typeOf(schema) {
  if (schema.$ref) return camel(schema.$ref.replace("#/$defs/", ""));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ type })).join(" | ");
  if (numeric.has(schema.type)) return "number";
  if (schema.type === "array") return `(${typeOf(schema.items)})[]`;
  if (schema.type === "object") return objectType(schema);
  return schema.type ?? "unknown";
}

function objectType(schema) {
  if (!schema.properties) return mapType(schema);
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => `${name}${required.has(name) ? "" : "?"}: ${typeOf(field)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

function mapType(schema) {
  const values = schema.additionalProperties;
  const value = values && typeof values === "object" ? typeOf(values) : "unknown";
  const keys = schema.propertyNames;
  if (!keys) return `Record<string, ${value}>`;
  return `Partial<Record<${typeOf({ type: "string", ...keys })}, ${value}>>`;
}

export function makeTypes(schema) {
  const names = Object.keys(schema.$defs);
  const side = (prefix) => names.filter((name) => name.startsWith(prefix)).map(camel).join("\n  | ");
  const lines = [
    "// Made by tools/make_types.mjs from docs/protocol.schema.json. Change that one.",
    "",
    ...names.map((name) => `export type ${camel(name)} = ${typeOf(schema.$defs[name])};`),
    "",
    `export type ClientMessage =\n  | ${side("client_")};`,
    "",
    `export type ServerMessage =\n  | ${side("server_")};`,
    "",
    `export const allCards = ${JSON.stringify(schema.$defs.card.enum)} as const satisfies Card[];`,
    "",
  ];
  return lines.join("\n");
}

export const readSchema = () => JSON.parse(readFileSync(schemaFile, "utf8"));
export const readTypes = () => readFileSync(typesFile, "utf8");

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(typesFile, makeTypes(readSchema()));
}
