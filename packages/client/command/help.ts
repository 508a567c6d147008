import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

/** What there is. */
export function overview(commands: readonly Command[], terminal: Terminal): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'Takes companies in Argentina from a tax id to electronic invoices with ARCA, through an installation of Alta.',
    '',
    terminal.paint('bold', 'Commands'),
    ...lines,
    '',
    'Of each: `alta <command> --help`. With --json what comes is for programs.',
  ].join('\n');
}

/** One command. */
export function helpOf({ name, summary, takes = [], options = {} }: Command, terminal: Terminal): string {
  const all = Object.entries({ ...options, json: { says: 'what comes, for programs' } });
  const shown = all.map(([option, { says, ...rest }]) => {
    const value = 'value' in rest && rest.value ? ` <${rest.value}>` : '';
    return [`--${option}${value}`, says] as const;
  });
  const width = Math.max(...shown.map(([option]) => option.length));
  return [
    `${summary}.`,
    '',
    `  alta ${name}${takes.map((each) => ` <${each}>`).join('')} [options]`,
    '',
    terminal.paint('bold', 'Options'),
    ...shown.map(([option, says]) => `  ${option.padEnd(width)}  ${says}`),
  ].join('\n');
}
