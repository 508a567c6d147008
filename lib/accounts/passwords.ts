import { AltaError } from '#lib/errors.ts';
import { shared } from '#lib/shared.ts';

/** NIST SP 800-63B-4, 3.1.1.2: length counts, composition does not. */
export const passwordLengths = { shortest: 12, longest: 128 } as const;

const passwordWeaknesses = [
  'password-too-short',
  'password-too-long',
  'password-common',
  'password-personal',
] as const;
export type PasswordWeakness = (typeof passwordWeaknesses)[number];

export interface Person {
  name: string;
  email: string;
  /** The names of where they work. */
  workspaces?: string[];
}

/** Why the password is none that this person should have; undefined when it may be. */
export async function weaknessOf(password: string, person: Person): Promise<PasswordWeakness | undefined> {
  if ([...password].length < passwordLengths.shortest) return 'password-too-short';
  if (password.length > passwordLengths.longest) return 'password-too-long';
  const own = ownWordsOf(person);
  const readings = readingsOf(password).map((letters) => ({ letters, rest: without(letters, own) }));
  if (readings.some(({ letters, rest }) => rest !== letters && rest.length <= longestEnd)) {
    return 'password-personal';
  }
  if (new Set(password).size < 5 || isRun(password)) return 'password-common';
  const common = await commonPasswords();
  const isCommon = (letters: string) => wordsOf(letters).some((word) => common.has(word));
  const whole = common.has(plain(password).replace(/\s/g, ''));
  return whole || readings.some(({ letters, rest }) => isCommon(letters) || isCommon(rest))
    ? 'password-common'
    : undefined;
}

/** @throws AltaError `validation` for the field that `at` names. */
export async function refuseWeakPassword(password: string, person: Person, at = 'password'): Promise<void> {
  const code = await weaknessOf(password, person);
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
  'password-common': 'is one that many people use, or nearly: it is among the first to be guessed',
  'password-personal': 'must be more than your name, e-mail address, workspace or Alta',
};

/** Of what is left beside a word, so much does not make it another: `Password2026abc`. */
const longestEnd = 3;

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const lettersOf = (text: string) => text.replace(/[^a-z]/g, '');

/** Without accents, case, digits and signs; and with the digits and signs that stand for letters read as these. */
function readingsOf(password: string): string[] {
  const text = plain(password);
  // Digits around a word are no letters of it: `Password123456!`.
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  return [...new Set([lettersOf(text), lettersOf(spelledOut(core)), lettersOf(spelledOut(text))])];
}

const spelledOut = (text: string) =>
  text.replace(/[01345@$]/g, (sign) => letterFor[sign as keyof typeof letterFor]);
const letterFor = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' };

/** The letters as they are and without an end, and, where they are a word said again and again, that word. */
function wordsOf(letters: string): string[] {
  const lengths = Array.from({ length: longestEnd + 1 }, (_, end) => letters.length - end);
  return lengths
    .filter((length) => length >= 3)
    .flatMap((length) => {
      const word = letters.slice(0, length);
      return [word, word.slice(0, periodOf(word))].filter((each) => each.length >= 3);
    });
}

/** Of `holahola` 4, of `hola` 4: a text is found again in its double where it repeats itself. */
const periodOf = (text: string) => `${text}${text}`.indexOf(text, 1);

/** The longest first, so that of an address nothing is left behind. */
function ownWordsOf({ name, email, workspaces = [] }: Person): string[] {
  const words = [name, ...email.split('@'), ...workspaces, 'alta'].flatMap((text) => {
    const parts = plain(text).split(/[^a-z]+/);
    return [parts.join(''), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

const without = (letters: string, words: string[]) =>
  words.reduce((rest, word) => rest.replaceAll(word, ''), letters);

/** `123456789012`, `abcdefghijkl`, and the same backwards. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((letter, index) => letter.charCodeAt(0) - text.charCodeAt(index));
  return [1, -1].some((step) => steps.filter((each) => each === step).length >= steps.length - 2);
}

/**
 * What lists of leaked passwords have most of, in lower case: 49,000 of `@zxcvbn-ts/language-common`, and what people
 * here take besides. Nobody outside is asked. Loaded with the first password that is set: it has 14 MB in memory.
 */
const commonPasswords = (): Promise<ReadonlySet<string>> => shared('common-passwords', load);

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...argentine.split(/\s+/)]);
}

const argentine = `
  contrasenia micontrasena micontrasenia clave miclave claveseg claveunica secreto bienvenido bienvenida
  administrador administradora administrator cambiame cambiar empresa miempresa proveedor proveedores factura facturas
  facturacion sistema sistemas usuario contador contadora estudiocontable monotributo certificado arca afip argentina
  buenosaires cordoba rosario mendoza boca bocajuniors river riverplate racing racingclub independiente sanlorenzo
  huracan velez estudiantes newells rosariocentral messi maradona diegomaradona seleccion campeones scaloneta futbol
  tequiero tequieromucho teamo teamomucho miamor mivida hola holahola holamundo prueba pruebas demo test temporal
  enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  primavera verano otono invierno trustno letmein welcome login abc
`.trim();
