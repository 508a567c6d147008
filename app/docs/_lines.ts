/** docs.css has classes up to this depth. Deeper lines are rare and wrap at it. */
const deepest = 16;

/** The class of a code line, by its indentation: it wraps two columns deeper. A tab has two columns. */
export function lineClass(line: string): string | undefined {
  const [space = ''] = /^[ \t]*/.exec(line) ?? [];
  const columns = Math.min(space.replaceAll('\t', '  ').length, deepest);
  return columns > 0 ? `in-${columns}` : undefined;
}

/** Splits off the backslash that continues a command, which must not wrap to a line of its own. */
export function partsOfLine(line: string): { text: string; end: string } {
  const [end = ''] = / \\\n?$/.exec(line) ?? [];
  return { text: line.slice(0, line.length - end.length), end };
}

/** Whether an inline name is short enough to never wrap. */
export const isShort = (code: string) => code.length <= 24;
