export function makeTypes(schema: unknown): Promise<string>;
export function readSchema(): unknown;
export function readTypes(): string;
