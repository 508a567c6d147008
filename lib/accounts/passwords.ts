import { AltaError } from '#lib/errors.ts';

/** NIST SP 800-63B-4, 3.1.1.2: length counts, composition does not. */
export const passwordLengths = { shortest: 12, longest: 128 } as const;

const passwordWeaknesses = [
  'password-too-short',
  'password-too-long',
  'password-common',
  'password-personal',
] as const;
export type PasswordWeakness = (typeof passwordWeaknesses)[number];

interface Person {
  name: string;
  email: string;
}

/** Why the password is none that this person should have; undefined when it may be. */
export function weaknessOf(password: string, { name, email }: Person): PasswordWeakness | undefined {
  if ([...password].length < passwordLengths.shortest) return 'password-too-short';
  if (password.length > passwordLengths.longest) return 'password-too-long';
  const bare = lettersOf(password);
  const personal = [name, email, email.split('@', 1)[0] ?? '', 'alta'].map(lettersOf);
  if (personal.some((word) => word !== '' && isOnly(bare, word))) return 'password-personal';
  if (new Set(password).size < 5 || isRun(password) || common.some((word) => isOnly(bare, word))) {
    return 'password-common';
  }
  return undefined;
}

/** @throws AltaError `validation` for the field that `at` names. */
export function refuseWeakPassword(password: string, person: Person, at = 'password'): void {
  const code = weaknessOf(password, person);
  if (!code) return;
  const message = messages[code];
  throw new AltaError('validation', message, {
    code,
    fields: { [at]: message },
    faults: [{ code, message, paths: [`$.${at}`] }],
  });
}

const messages: Record<PasswordWeakness, string> = {
  'password-too-short': `must have ${passwordLengths.shortest} characters or more`,
  'password-too-long': `must have ${passwordLengths.longest} characters or fewer`,
  'password-common': 'is too easy to guess',
  'password-personal': 'must not be your name or e-mail address',
};

/** Without accents, case, and the digits and signs that people put around a word. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/1/g, 'i')
    .replace(/3/g, 'e')
    .replace(/4/g, 'a')
    .replace(/5/g, 's')
    .replace(/[^a-z]/g, '');

/** The word alone, or said again and again, give or take an end such as `123!`. */
const isOnly = (bare: string, word: string) =>
  word.length >= 3 && bare.startsWith(word) && bare.replaceAll(word, '').length <= 3;

/** `123456789012`, `abcdefghijkl`, and the same backwards. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((letter, index) => letter.charCodeAt(0) - text.charCodeAt(index));
  return [1, -1].some((step) => steps.filter((each) => each === step).length >= steps.length - 2);
}

/** What the lists of leaked passwords begin with, as far as it can be stretched to the length asked for. */
const common = [
  ...['password', 'passw', 'contrasena', 'contrasenia', 'clave', 'claveseg', 'secret', 'secreto', 'letmein'],
  ...[
    'welcome',
    'bienvenido',
    'bienvenida',
    'admin',
    'administrador',
    'administrator',
    'changeme',
    'cambiame',
  ],
  ...['qwerty', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qazwsxedc', 'iloveyou', 'tequiero', 'teamo', 'monkey'],
  ...[
    'dragon',
    'football',
    'futbol',
    'argentina',
    'buenosaires',
    'boca',
    'bocajuniors',
    'river',
    'riverplate',
  ],
  ...[
    'racing',
    'independiente',
    'sanlorenzo',
    'messi',
    'maradona',
    'facturas',
    'factura',
    'arca',
    'afip',
    'test',
  ],
  ...[
    'prueba',
    'demo',
    'princess',
    'sunshine',
    'superman',
    'batman',
    'trustno',
    'master',
    'login',
    'abc',
    'hola',
  ],
].map(lettersOf);
