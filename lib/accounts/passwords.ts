import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { AltaError } from '#lib/errors.ts';
import { oncePerProcess } from '#lib/process-values.ts';

/** NIST SP 800-63B-4, 3.1.1.2: require a minimum length, but no mix of character types. */
export const passwordLengths = { min: 12, max: 128 } as const;

const passwordWeaknesses = [
  'password-too-short',
  'password-too-long',
  'password-common',
  'password-personal',
] as const;
export type PasswordWeakness = (typeof passwordWeaknesses)[number];

export interface PersonalData {
  name: string;
  email: string;
  /** Names of the user's workspaces. */
  workspaces?: string[];
}

/** Returns the reason to refuse the password; undefined if it is strong enough. Ignores case and accents. */
export async function findPasswordWeakness(
  password: string,
  personalData: PersonalData,
): Promise<PasswordWeakness | undefined> {
  if ([...password].length < passwordLengths.min) return 'password-too-short';
  if (password.length > passwordLengths.max) return 'password-too-long';
  const text = normalizeText(password);
  const words = extractPersonalWords(personalData);
  if (consistsOfWords(words, text)) return 'password-personal';
  const estimator = await loadGuessEstimator();
  if (estimator.check(text).guesses < minGuesses) return 'password-common';
  return estimator.check(text, words).guesses < minGuesses ? 'password-personal' : undefined;
}

/** @throws AltaError `validation` for `field` */
export async function refuseWeakPassword(
  password: string,
  personalData: PersonalData,
  field = 'password',
): Promise<void> {
  const code = await findPasswordWeakness(password, personalData);
  if (!code) return;
  const message = messages[code];
  throw new AltaError('validation', message, {
    code,
    fields: { [field]: message },
    faults: [{ code, message, paths: [`$.${field}`] }],
  });
}

/** RFC 7914. Each hash takes 32 MiB and about 60 ms. */
const scryptOptions: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1_048_576 };

/** `<salt>:<key>`, both in hex. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await deriveKey(password, salt)).toString('hex')}`;
}

export async function isCorrectPassword(password: string, hash: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':');
  const stored = Buffer.from(key, 'hex');
  const derived = await deriveKey(password, salt);
  return stored.length === derived.length && timingSafeEqual(stored, derived);
}

/** NFKC, because keyboards encode ñ differently. */
const deriveKey = (password: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, 64, scryptOptions, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );

const messages: Record<PasswordWeakness, string> = {
  'password-too-short': `must have at least ${passwordLengths.min} characters`,
  'password-too-long': `must have at most ${passwordLengths.max} characters`,
  'password-common': 'is too common, or too similar to a common password',
  'password-personal': 'must not consist only of your name, e-mail address, workspace or Alta',
};

/** Eleven random characters reach this number; a known word with seven characters around it does not. */
const minGuesses = 1e11;

const normalizeText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Longest words first, so that removing them one by one leaves no part of an e-mail address. */
function extractPersonalWords({ name, email, workspaces = [] }: PersonalData): string[] {
  const words = [name, ...email.split('@'), ...workspaces, 'alta'].flatMap((text) => {
    const parts = normalizeText(text).split(/[^a-z]+/);
    return [parts.join(''), ...parts];
  });
  return [...new Set(words)].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

/**
 * True if the text contains some of the words and removing them leaves at most three letters. Also checks the
 * text with digits read as letters (`4n4` as `ana`).
 */
function consistsOfWords(words: string[], text: string): boolean {
  const leetDecoded = text
    .replace(/[^a-z]+$/, '')
    .replace(/[01345@$]/g, (character) => leetLetters[character] ?? character);
  return [text, leetDecoded].some((variant) => {
    const letters = variant.replace(/[^a-z]/g, '');
    const rest = words.reduce((remaining, word) => remaining.replaceAll(word, ''), letters);
    return rest !== letters && rest.length <= 3;
  });
}

const leetLetters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' };

/** zxcvbn with leaked passwords and Argentine words. Loaded on first use: it takes 10 MB. */
const loadGuessEstimator = (): Promise<ZxcvbnFactory> =>
  oncePerProcess('password-guesses', async () => {
    const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ]);
    return new ZxcvbnFactory({
      dictionary: { ...dictionary, argentine: argentineWords.split(/\s+/) },
      graphs: adjacencyGraphs,
      maxLength: passwordLengths.max,
    });
  });

const argentineWords = `
  contrasenia micontrasena micontrasenia clave miclave claveseg claveunica secreto bienvenido bienvenida
  administrador administradora administrator cambiame cambiar empresa miempresa proveedor proveedores factura facturas
  facturacion sistema sistemas usuario contador contadora estudiocontable monotributo certificado arca afip argentina
  buenosaires cordoba rosario mendoza boca bocajuniors river riverplate racing racingclub independiente sanlorenzo
  huracan velez estudiantes newells rosariocentral messi maradona diegomaradona seleccion campeones scaloneta futbol
  tequiero tequieromucho teamo teamomucho miamor mivida hola holahola holamundo prueba pruebas demo test temporal
  enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
  primavera verano otono invierno trustno letmein welcome login abc
`.trim();
