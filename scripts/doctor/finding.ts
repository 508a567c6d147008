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

/** The innermost cause says what happened; outer errors quote queries. */
export function reasonOf(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  if (innermost instanceof AggregateError) return innermost.errors.map(reasonOf).join('; ');
  return innermost instanceof Error ? innermost.message : String(innermost);
}
