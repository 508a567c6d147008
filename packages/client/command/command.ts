import type { Alta } from '../src/index.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

interface Option {
  /** What its value is called in the help; none of a switch. */
  value?: string;
  says: string;
  /** What the shell may complete it with. */
  among?: readonly string[];
}

export interface Invocation {
  /** In the order of the command's `takes`. */
  args: readonly string[];
  options: Readonly<Record<string, string | true | undefined>>;
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  /** Ends with Ctrl-C. */
  signal: AbortSignal;
  /** The installation that who typed it is logged in to. @throws CommandError `unauthorised` */
  alta(): Alta;
}

/** What came of it: `data` for `--json`, in the API's own names; `text` for people. */
export interface Outcome {
  data: unknown;
  text: string;
  exitCode?: ExitCode;
}

export interface Command {
  /** `suppliers create` */
  name: string;
  summary: string;
  /** Its arguments; one that ends with `?` may be left out. */
  takes?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** Undefined: it has written all that there is to say. */
  run(invocation: Invocation): Promise<Outcome | undefined>;
}

/** The value of an option that takes one. */
export const given = ({ options }: Pick<Invocation, 'options'>, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};
