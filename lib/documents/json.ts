/** Reads of JSON that may not be a valid document: each gives something empty for a value of another type. */

export type Members = Record<string, unknown>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

export const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Without white space at the ends. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
