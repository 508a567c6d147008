import { AltaError } from '#lib/errors.ts';
import { breather } from '#lib/event-loop.ts';
import { type JsonLimits, sizeLimits } from '#lib/limits.ts';

/**
 * Reads the body. Counts its bytes as they arrive, because a declared length may be wrong or absent.
 * @throws AltaError `too-large`; `input` if the connection breaks off
 */
export async function readBody(request: Request, limitBytes: number): Promise<Buffer<ArrayBuffer>> {
  const refusal = () => tooLarge(`The body may have at most ${limitBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limitBytes) throw refusal();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size > limitBytes) throw refusal();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the body's media type. @throws AltaError `unsupported-media-type` if it is not in `mediaTypes` */
export function mediaTypeOf<Type extends string>(request: Request, mediaTypes: readonly Type[]): Type {
  const [declared = ''] = (request.headers.get('content-type') ?? '').split(';');
  const found = mediaTypes.find((type) => type === declared.trim().toLowerCase());
  if (found) return found;
  throw new AltaError('unsupported-media-type', `The body must be ${mediaTypes.join(' or ')}.`);
}

/** @throws AltaError `too-large`, and as `jsonOf` */
export async function readJson(
  request: Request,
  limits: JsonLimits & { bodyBytes: number } = sizeLimits,
): Promise<unknown> {
  return jsonOf(new TextDecoder('utf-8').decode(await readBody(request, limits.bodyBytes)), limits);
}

/**
 * Parses JSON from outside. Lists on the first level, such as the rows of a batch, are parsed element by
 * element, so that other work can run in between.
 * @throws AltaError `too-large` if it exceeds `limits`, before any value is created; `input` if it is not JSON, is
 * nested too deeply or cannot be stored
 */
export async function jsonOf(text: string, limits: JsonLimits = sizeLimits): Promise<unknown> {
  const { frame, lists } = splitLists(text, limits);
  const whole = parseJson(frame);
  refuseHarmfulJson(whole, limits);
  const breathe = breather();
  const read: unknown[][] = [];
  for (const elements of lists) {
    const list: unknown[] = [];
    for (const element of elements) {
      await breathe();
      const value = parseJson(element);
      refuseHarmfulJson(value, limits, 3);
      list.push(value);
    }
    read.push(list);
  }
  if (typeof whole !== 'object' || whole === null) return whole;
  for (const [name, member] of Object.entries(whole)) {
    if (Array.isArray(member)) Object.assign(whole, { [name]: read[member[0]] });
  }
  return whole;
}

/**
 * Splits JSON text into the elements of each first-level list and the `frame`: the text in which each list's
 * index replaces its elements. The text is valid JSON if and only if the frame and all elements are. Also limits
 * the number of values, because the cost of every later step grows with it rather than with the bytes. Each
 * bracket or comma counts as one value.
 */
function splitLists(text: string, { jsonValues, jsonElements }: JsonLimits) {
  const lists: string[][] = [];
  let list: string[] | undefined;
  let frame = '';
  /** Text before this index has been copied to the frame or a list. */
  let copiedUpTo = 0;
  let depth = 0;
  let values = 0;
  let frameValues = 0;
  let elementValues = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',') {
      count();
      if (list && depth === 2) endElement(list, at);
    } else if (character === '[' || character === '{') {
      count();
      depth += 1;
      if (character === '{' || depth !== 2) continue;
      frame += `${text.slice(copiedUpTo, at + 1)}${lists.length}`;
      copiedUpTo = at + 1;
      elementValues = 0;
      list = [];
      lists.push(list);
    } else if (character === ']' || character === '}') {
      if (list && depth === 2) {
        if (list.length > 0 || text.slice(copiedUpTo, at).trim() !== '') endElement(list, at);
        copiedUpTo = at;
        list = undefined;
      }
      depth -= 1;
    }
  }
  return { frame: frame + text.slice(copiedUpTo), lists };

  /** Limits the values of the text by `limits`, those of each element and of the frame by `sizeLimits`. */
  function count(): void {
    values += 1;
    if (list) elementValues += 1;
    else frameValues += 1;
    const most = sizeLimits.jsonValues;
    if (elementValues > most) throw tooLarge(`An element of the JSON may have at most ${most} values.`);
    if (frameValues > most || values > jsonValues)
      throw tooLarge(`The JSON may have at most ${values > jsonValues ? jsonValues : most} values.`);
  }

  function endElement(elements: string[], at: number): void {
    elements.push(text.slice(copiedUpTo, at));
    if (elements.length > jsonElements) throw tooManyElements(jsonElements);
    copiedUpTo = at + 1;
    elementValues = 0;
  }
}

const tooLarge = (message: string) => new AltaError('too-large', message);
const tooManyElements = (most: number) => tooLarge(`A list in the JSON may have at most ${most} elements.`);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AltaError('input', 'The body is not valid JSON.');
  }
}

/**
 * Rejects nesting and lists that cost more than their size suggests, `__proto__` as a name, and texts that
 * the database cannot store. @throws AltaError `input`, `too-large`, `validation`
 */
export function refuseHarmfulJson(
  value: unknown,
  limits: Pick<JsonLimits, 'jsonElements'> = sizeLimits,
  level = 1,
): void {
  if (isUnstorable(value)) throw unstorable();
  if (typeof value !== 'object' || value === null) return;
  if (level > sizeLimits.jsonLevels)
    throw new AltaError('input', `The JSON is nested more than ${sizeLimits.jsonLevels} levels deep.`);
  if (Array.isArray(value)) {
    if (value.length > limits.jsonElements) throw tooManyElements(limits.jsonElements);
    for (const element of value) refuseHarmfulJson(element, limits, level + 1);
    return;
  }
  if (Object.hasOwn(value, '__proto__')) {
    const fields = { ['__proto__']: 'is not a known field' };
    throw new AltaError('validation', 'Some fields are not valid.', { fields, fieldCode: 'unknown-field' });
  }
  for (const [name, member] of Object.entries(value)) {
    if (isUnstorable(name)) throw unstorable();
    refuseHarmfulJson(member, limits, level + 1);
  }
}

/** PostgreSQL's text has no NUL, and UTF-8 no lone surrogates. */
export const isUnstorable = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());

export const unstorable = () => new AltaError('input', 'The text has a character that can not be stored.');

/** Converts connection errors of the client, whose codes `altaErrorOf` would take for a database outage. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* (request.body ?? []) as AsyncIterable<Uint8Array>;
  } catch {
    throw new AltaError('input', 'The body is incomplete: the connection was closed.');
  }
}

/** Bytes beyond the limit are read and discarded up to this size, so that a browser still sending gets the response. */
const maxDiscardedBytes = 32 * 1_048_576;

/** Returns the body, or slightly more than its first `limitBytes`. @throws AltaError `input` if it breaks off */
export async function readUpTo(
  request: Request,
  limitBytes: number,
): Promise<{ bytes: Buffer<ArrayBuffer>; complete: boolean }> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength;
    if (size > maxDiscardedBytes) break;
    if (received > limitBytes) continue;
    received += chunk.byteLength;
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), complete: size <= limitBytes };
}

/** Maximum size of the headers of one part, which hold the names of the field and the file. */
const partHeaderBytes = 2_048;

/**
 * Parses a form. Returns undefined if it is malformed or has more than `most` fields, which are counted
 * first: parsing them takes far longer than their bytes suggest.
 */
export async function parseBoundedForm(
  bytes: Buffer<ArrayBuffer>,
  contentType: string,
  most: number,
): Promise<FormData | undefined> {
  const [, boundary] = /;\s*boundary="?([^";\s]+)/i.exec(contentType) ?? [];
  const between = boundary === undefined ? '&' : `\r\n--${boundary}`;
  let parts = 0;
  for (let at = 0; at !== -1; at = bytes.indexOf(between, at + 1)) {
    parts += 1;
    // One more, for the final delimiter.
    if (parts > most + 1) return undefined;
    const headers = bytes.subarray(at, at + partHeaderBytes);
    const isWhole = headers.length < partHeaderBytes || headers.includes('\r\n\r\n');
    if (boundary !== undefined && !isWhole) return undefined;
  }
  return new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => undefined);
}

const jsonRange = /^(\*\/\*|application\/(\*|json|[\w.+-]*\+json))$/;

/** Chooses the response format by `Accept`. @throws AltaError `not-acceptable` if the caller accepts none */
export function negotiateFormat(request: Request, offered: 'json' | 'file' | 'either'): 'json' | 'file' {
  if (offered === 'file') return 'file';
  const accept = request.headers.get('accept');
  if (offered === 'either') return accept && acceptsJson(accept) ? 'json' : 'file';
  if (!accept || acceptsJson(accept)) return 'json';
  throw new AltaError('not-acceptable', 'The response is application/json.');
}

function acceptsJson(accept: string): boolean {
  if (accept.includes('*/*')) return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return jsonRange.test(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
