import { reasonOf as reasonInWords } from '#lib/reason.ts';

/** The result of a check. `trouble`: Alta does not work, or will soon stop working. */
export interface Finding {
  about: string;
  state: 'ok' | 'note' | 'trouble';
  message: string;
  remedy?: string;
}

export const ok = (about: string, message: string): Finding => ({ about, state: 'ok', message });
export const note = (about: string, message: string, remedy?: string): Finding => ({
  about,
  state: 'note',
  message,
  ...(remedy ? { remedy } : {}),
});
export const trouble = (about: string, message: string, remedy: string): Finding => ({
  about,
  state: 'trouble',
  message,
  remedy,
});

const mostNames = 5;

/** The first names of a list, and how many more there are. */
export const listed = (names: readonly string[]): string =>
  names.length > mostNames + 1
    ? `${names.slice(0, mostNames).join(', ')} and ${names.length - mostNames} more`
    : names.join(', ');

/** How long something has lasted, in the largest unit of which there are two. */
export function durationOf(seconds: number): string {
  for (const [unit, length] of [
    ['days', 86_400],
    ['hours', 3_600],
    ['minutes', 60],
  ] as const)
    if (seconds >= 2 * length) return `${Math.floor(seconds / length)} ${unit}`;
  return `${Math.round(seconds)} seconds`;
}

/** The innermost cause, which has the code of what happened. Outer errors quote queries. */
function innermostOf(error: unknown): unknown {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost;
}

/** The reason in our words, as far as `lib/reason.ts` has any. */
export const reasonOf = (error: unknown): string => reasonInWords(innermostOf(error));

/** Code of the innermost cause, such as `ECONNREFUSED` or an SQLSTATE. */
export const codeOf = (error: unknown): string => {
  const { code } = innermostOf(error) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};
