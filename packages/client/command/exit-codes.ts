/** What a script decides by. docs/command.md lists them. */
export const exitCodes = {
  done: 0,
  /** An unknown command, an argument too many or one missing: nothing was asked of Alta. */
  usage: 1,
  /** Alta said no: the message says why. */
  refused: 2,
  /** No answer, or none of Alta's. It may have been done. */
  unreachable: 3,
  /** No API key, or not a good one. */
  unauthorised: 4,
  /** What was asked for was begun and ended badly. */
  failed: 5,
  /** It goes on, and this command has waited long enough. */
  waiting: 6,
  /** By Ctrl-C, as shells have it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Why the command ends, in words for who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new CommandError(exitCodes.usage, message);
