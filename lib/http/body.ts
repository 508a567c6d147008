import { AltaError } from '#lib/errors.ts';
import { sizeLimits } from '#lib/limits.ts';

/**
 * The body's bytes, counted as they come: a declared length may lie, or be absent.
 * @throws AltaError `too-large`; `input` when it breaks off
 */
export async function readBody(request: Request, limitBytes: number): Promise<Buffer<ArrayBuffer>> {
  const tooLarge = () => new AltaError('too-large', `The body may have ${limitBytes} bytes at the most.`);
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size > limitBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The body's type, which must be one of `mediaTypes`. @throws AltaError `unsupported-media-type` */
export function mediaTypeOf<Type extends string>(request: Request, mediaTypes: readonly Type[]): Type {
  const [declared = ''] = (request.headers.get('content-type') ?? '').split(';');
  const found = mediaTypes.find((type) => type === declared.trim().toLowerCase());
  if (found) return found;
  throw new AltaError('unsupported-media-type', `The body must be ${mediaTypes.join(' or ')}.`);
}

/** @throws AltaError `too-large`, and as `jsonOf` does. */
export async function readJson(request: Request, limitBytes: number): Promise<unknown> {
  return jsonOf(new TextDecoder('utf-8').decode(await readBody(request, limitBytes)));
}

/** What somebody outside wrote as JSON. @throws AltaError `input` for what is not JSON, is too deep or can not be stored. */
export function jsonOf(text: string): unknown {
  const value = parseJson(text);
  refuseTrickery(value);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AltaError('input', 'The body is not valid JSON.');
  }
}

/**
 * Nesting that costs more than it says, the one name that would reach an object's prototype, and texts that no
 * database keeps. @throws AltaError `input`, `validation`
 */
export function refuseTrickery(value: unknown): void {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > sizeLimits.jsonLevels)
      throw new AltaError('input', `The JSON is nested more than ${sizeLimits.jsonLevels} levels deep.`);
    if (level.some((item) => Object.hasOwn(item, '__proto__'))) {
      const fields = { ['__proto__']: 'is not a known field' };
      throw new AltaError('validation', 'Some fields are not valid.', { fields });
    }
    if (level.some((item) => [...Object.keys(item), ...Object.values(item)].some(isUnstorable)))
      throw unstorable();
    level = level.flatMap((item) => Object.values(item).filter(isContainer));
  }
}

/** PostgreSQL has no NUL in a text, and UTF-8 no half of a character. */
export const isUnstorable = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());

export const unstorable = () => new AltaError('input', 'The text holds a character that can not be stored.');

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A caller who goes away, or is too slow, is no failure of ours: by its code it would pass for a database that is away. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* (request.body ?? []) as AsyncIterable<Uint8Array>;
  } catch {
    throw new AltaError('input', 'The body broke off.');
  }
}

/** Read and thrown away beyond the limit, so that a browser that is still sending gets to see the answer. */
const politelyReadBytes = 32 * 1_048_576;

/** The body, or its first `limitBytes` and a little more when it is longer. @throws AltaError `input` when it breaks off. */
export async function readUpTo(
  request: Request,
  limitBytes: number,
): Promise<{ bytes: Buffer<ArrayBuffer>; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let kept = 0;
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size > politelyReadBytes) break;
    if (kept > limitBytes) continue;
    kept += chunk.byteLength;
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), complete: size <= limitBytes };
}

const jsonRange = /^(\*\/\*|application\/(\*|json|[\w.+-]*\+json))$/;

/** What the caller is answered with, of what there is. @throws AltaError `not-acceptable` when they take none of it. */
export function acceptedOf(request: Request, offered: 'json' | 'file' | 'either'): 'json' | 'file' {
  if (offered === 'file') return 'file';
  const accept = request.headers.get('accept');
  if (offered === 'either') return accept && takesJson(accept) ? 'json' : 'file';
  if (!accept || takesJson(accept)) return 'json';
  throw new AltaError('not-acceptable', 'The answer is application/json.');
}

function takesJson(accept: string): boolean {
  if (accept.includes('*/*')) return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return jsonRange.test(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
