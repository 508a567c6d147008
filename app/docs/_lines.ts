/** Of docs.css, which knows them up to 16: deeper lines are rare, and go on below at that depth. */
const deepest = 16;

/**
 * The class of a line of code: by how many columns it is indented, so that what does not fit goes on below with two
 * more. A tab has two columns.
 */
export function lineClass(line: string): string | undefined {
  const [space = ''] = /^[ \t]*/.exec(line) ?? [];
  const columns = Math.min(space.replaceAll('\t', '  ').length, deepest);
  return columns > 0 ? `in-${columns}` : undefined;
}

/** Whether an inline name is short enough never to be broken. */
export const isShort = (code: string) => code.length <= 24;
