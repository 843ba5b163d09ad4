export function makeTypes(schema: unknown): string;
export function readSchema(): unknown;
export function readTypes(): string;
