/** Shortens a text to a number of UTF-16 units, without half of a character at its end. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, '');
