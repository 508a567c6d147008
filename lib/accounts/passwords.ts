import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
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
  /** Names of their workspaces. */
  workspaces?: string[];
}

/** Why this user may not have the password; undefined if they may. Case and accents are ignored. */
export async function weaknessOf(password: string, person: Person): Promise<PasswordWeakness | undefined> {
  if ([...password].length < passwordLengths.shortest) return 'password-too-short';
  if (password.length > passwordLengths.longest) return 'password-too-long';
  const text = plain(password);
  const words = wordsOf(person);
  if (isMadeOf(words, text)) return 'password-personal';
  const estimator = await guessEstimator();
  if (estimator.check(text).guesses < fewestGuesses) return 'password-common';
  return estimator.check(text, words).guesses < fewestGuesses ? 'password-personal' : undefined;
}

/** @throws AltaError `validation` for the field `at`. */
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

/** RFC 7914. Each hash takes 32 MiB and about 60 ms. */
const cost: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_048_576 };

/** `<salt>:<key>`, both in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const stored = Buffer.from(key, 'hex');
  const given = await keyOf(password, salt);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** NFKC, so that one keyboard's ñ is another's. */
const keyOf = (password: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, 64, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

const messages: Record<PasswordWeakness, string> = {
  'password-too-short': `must have ${passwordLengths.shortest} characters or more`,
  'password-too-long': `must have ${passwordLengths.longest} characters or fewer`,
  'password-common': 'is one that many people use, or nearly: it is among the first to be guessed',
  'password-personal': 'must be more than your name, e-mail address, workspace or Alta',
};

/** Equivalent to eleven random characters. A known word with seven characters around it has fewer. */
const fewestGuesses = 1e11;

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Longest first, so that no part of an e-mail address remains. */
function wordsOf({ name, email, workspaces = [] }: Person): string[] {
  const words = [name, ...email.split('@'), ...workspaces, 'alta'].flatMap((text) => {
    const parts = plain(text).split(/[^a-z]+/);
    return [parts.join(''), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

/** True if at most three letters remain without the words, as written or with `4n4` read as `ana`. */
function isMadeOf(words: string[], text: string): boolean {
  const spelledOut = text.replace(/[^a-z]+$/, '').replace(/[01345@$]/g, (sign) => letterFor[sign] ?? sign);
  return [text, spelledOut].some((reading) => {
    const letters = reading.replace(/[^a-z]/g, '');
    const rest = words.reduce((remaining, word) => remaining.replaceAll(word, ''), letters);
    return rest !== letters && rest.length <= 3;
  });
}

const letterFor: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' };

/** zxcvbn with leaked passwords and Argentine words. Loaded on first use: it takes 10 MB. */
const guessEstimator = (): Promise<ZxcvbnFactory> =>
  shared('password-guesses', async () => {
    const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ]);
    return new ZxcvbnFactory({
      dictionary: { ...dictionary, argentine: argentine.split(/\s+/) },
      graphs: adjacencyGraphs,
      maxLength: passwordLengths.longest,
    });
  });

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
