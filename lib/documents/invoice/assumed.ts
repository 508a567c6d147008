/** A party, or the taxes of an invoice: GOBL gives both codes and a place for what is no field of its own. */
interface Coded {
  ext?: Record<string, string> | undefined;
  meta?: Record<string, string> | undefined;
}

export const markOf = (extension: string) => `assumed-${extension}`;

/**
 * Whether nobody gave this code: then `meta` repeats it, as `assumed-…`. Kept in the document itself, so that it goes
 * wherever the document goes, and compared, so that a code written over it is given.
 */
export const isAssumed = (coded: Coded | undefined, extension: string): boolean => {
  const code = coded?.ext?.[extension];
  return code !== undefined && code === coded?.meta?.[markOf(extension)];
};

/** What the sender gave; undefined also where an earlier building assumed it, so that it is assumed anew. */
export const givenCode = (coded: Coded | undefined, extension: string): string | undefined =>
  isAssumed(coded, extension) ? undefined : coded?.ext?.[extension];

/** The codes with one that was given, or else with the assumed one and its mark. */
export function withCode(
  { ext, meta }: Coded,
  extension: string,
  { given, assumed }: { given: string | undefined; assumed: string },
): Coded {
  const { [markOf(extension)]: _, ...others } = meta ?? {};
  const marked = given === undefined ? { ...others, [markOf(extension)]: assumed } : others;
  return {
    ext: { ...ext, [extension]: given ?? assumed },
    meta: Object.keys(marked).length > 0 ? marked : undefined,
  };
}
