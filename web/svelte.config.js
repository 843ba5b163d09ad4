// Settings of Svelte.
export default { compilerOptions: { runes: true } };
