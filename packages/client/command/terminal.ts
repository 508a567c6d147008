const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;
type Style = keyof typeof styles;

/** Where the command writes, and what it can show there. */
export interface Terminal {
  out(text: string): void;
  /** What is said beside the result: progress, warnings, questions. */
  say(text: string): void;
  /** One line that is written over; nothing where nobody watches. */
  progress(text: string): void;
  paint(style: Style, text: string): string;
  /** Whether a person can be asked. */
  isInteractive: boolean;
}

export function processTerminal({ quiet }: { quiet: boolean }): Terminal {
  const { stdin, stdout, stderr, env } = process;
  const colours = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const watched = stderr.isTTY === true && !quiet;
  let line = '';
  const clear = () => {
    if (line) stderr.write('\r\u001b[K');
    line = '';
  };
  return {
    out: (text) => {
      clear();
      stdout.write(`${text}\n`);
    },
    say: (text) => {
      clear();
      if (!quiet) stderr.write(`${text}\n`);
    },
    progress: (text) => {
      if (!watched || text === line) return;
      clear();
      line = text;
      stderr.write(text);
    },
    paint: (style, text) => (colours ? painted(styles[style], text) : text),
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
  };
}

const painted = ([on, off]: readonly [number, number], text: string) => `\u001b[${on}m${text}\u001b[${off}m`;

/** Without what a terminal would take for an instruction: what is told may come from anybody. Colours are none. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away
  text.replace(/\u001b(?!\[\d{1,2}m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g, '\ufffd');
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour takes no room
const widthOf = (text: string): number => text.replace(/\u001b\[\d{1,2}m/g, '').length;

/** Columns as wide as what is in them; the last one as it is. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[], terminal: Terminal) {
  const cells = rows.map((row) => row.map((cell) => printable(cell).replaceAll('\n', ' ')));
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...cells.map((row) => widthOf(row[at] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd();
  return [terminal.paint('bold', line(headings)), ...cells.map(line)].join('\n');
}

/** Names and values beneath each other; what has no value is left out. */
export function facts(pairs: readonly (readonly [string, string | undefined])[], terminal: Terminal): string {
  const told = pairs.filter((pair): pair is readonly [string, string] => Boolean(pair[1]));
  const width = Math.max(...told.map(([name]) => name.length));
  return told
    .map(([name, value]) => `${terminal.paint('dim', name.padEnd(width))}  ${printable(value)}`)
    .join('\n');
}

/** A state in the colour of what it means. */
export function state(name: string, terminal: Terminal): string {
  if (['registered', 'sent', 'completed', 'OK', 'answering', 'done'].includes(name))
    return terminal.paint('green', name);
  if (['error', 'rejected', 'KO', 'void', 'not-answering', 'failed'].includes(name))
    return terminal.paint('red', name);
  return terminal.paint('yellow', name);
}

const buenosAires = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });

/** As the Console has it, wherever the command runs. */
export const day = (instant: string): string => buenosAires.format(new Date(instant));
