/** Readers for JSON that may not be a valid document. For a value of another type they return an empty value. */

export type Members = Record<string, unknown>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

export const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the trimmed text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
