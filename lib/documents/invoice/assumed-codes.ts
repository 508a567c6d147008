/** A party, or the taxes of an invoice: both have codes (`ext`) and GOBL's place for other data (`meta`). */
interface Coded {
  ext?: Record<string, string> | undefined;
  meta?: Record<string, string> | undefined;
}

export const markOf = (extension: string) => `assumed-${extension}`;

/**
 * Whether the code was derived instead of given: then `meta` repeats it as `assumed-…`. The mark is part of
 * the document, so it moves with it; it is compared, so that a code written over it counts as given.
 */
export const isAssumed = (coded: Coded | undefined, extension: string): boolean => {
  const code = coded?.ext?.[extension];
  return code !== undefined && code === coded?.meta?.[markOf(extension)];
};

/** Code given by the sender; undefined if an earlier build assumed it, so that it is derived anew. */
export const givenCode = (coded: Coded | undefined, extension: string): string | undefined =>
  isAssumed(coded, extension) ? undefined : coded?.ext?.[extension];

/** The codes with the given code, or else with the assumed one and its mark. */
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
