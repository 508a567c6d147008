/** A party, or an invoice's `tax`: both have codes in `ext`, and data without a GOBL field in `meta`. */
interface Coded {
  ext?: Record<string, string> | undefined;
  meta?: Record<string, string> | undefined;
}

export const markOf = (extension: string) => `assumed-${extension}`;

/**
 * Whether the code was derived and not given by the sender. A derived code is repeated in `meta` as
 * `assumed-…`. If somebody overwrites the code in `ext`, the two differ and the new code counts as given.
 */
export const isAssumed = (coded: Coded | undefined, extension: string): boolean => {
  const code = coded?.ext?.[extension];
  return code !== undefined && code === coded?.meta?.[markOf(extension)];
};

/** Code given by the sender; undefined if an earlier build derived it, so that it is derived again. */
export const givenCode = (coded: Coded | undefined, extension: string): string | undefined =>
  isAssumed(coded, extension) ? undefined : coded?.ext?.[extension];

/** Sets the given code, or else the assumed one and its mark in `meta`. */
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
