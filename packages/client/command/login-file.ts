import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, exitCodes, usageError } from './exit-codes.ts';

/** Where Alta is, and the key that opens it. */
export interface Login {
  url: string;
  key: string;
}

/** Of the XDG base directories: `~/.config/alta/login.json`, readable by its owner alone. */
const loginFile = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'alta', 'login.json');

/** What the environment says, else what `alta login` has kept. @throws CommandError `unauthorised` */
export function readLogin(env: NodeJS.ProcessEnv): Login {
  const kept = readKept(env);
  const url = env.ALTA_URL ? urlOf(env.ALTA_URL) : kept?.url;
  // A key that was kept goes to where it was kept for, and to nowhere else.
  const key = env.ALTA_KEY || (url === kept?.url ? kept?.key : undefined);
  if (url && key) return { url, key };
  throw new CommandError(
    exitCodes.unauthorised,
    url
      ? `There is no API key for ${url}: run \`alta login\`, or set ALTA_KEY.`
      : 'Log in first: run `alta login`, or set ALTA_URL and ALTA_KEY.',
  );
}

function readKept(env: NodeJS.ProcessEnv): Login | undefined {
  try {
    const { url, key } = JSON.parse(readFileSync(loginFile(env), 'utf8')) as Partial<Login>;
    return url && key ? { url, key } : undefined;
  } catch {
    return undefined;
  }
}

/** The file is made anew: what was readable before stays so for nobody. */
export function keepLogin(env: NodeJS.ProcessEnv, login: Login): string {
  const file = loginFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
  return file;
}

export const forgetLogin = (env: NodeJS.ProcessEnv): void => rmSync(loginFile(env), { force: true });

/** An origin, with `/api` or without. @throws CommandError `usage`, for what would carry a key in clear. */
export function urlOf(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) throw usageError('That is no address of Alta.');
  const url = new URL(address);
  if (url.username || url.password) throw usageError('An address has no user: the key comes after it.');
  const isHere =
    ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || url.hostname.endsWith('.localhost');
  if (url.protocol !== 'https:' && !isHere) throw usageError('Use https: a key is not sent in clear.');
  return url.href.replace(/(\/api)?\/*$/, '');
}
