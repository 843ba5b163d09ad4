/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "lang:*" {
  const texts: import("./words/words").Dictionary;
  export default texts;
}
