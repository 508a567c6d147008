import { AltaError } from '#lib/errors.ts';
import { formOf, readBody, readUpTo } from '#lib/http/body.ts';
import { sizeLimits } from '#lib/limits.ts';

const smallFormBytes = 16_384;
/** A certificate of 64 KiB, once as a file and once as text, and what multipart puts around them. */
const uploadFormBytes = 160 * 1_024;
const mostFields = 10;

/** The fields of a plain form, each once. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await parse(request, await readBody(request, smallFormBytes));
  if (!form) throw new AltaError('input', 'The form could not be read.');
  return Object.fromEntries(
    [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/**
 * The bytes of the upload form: those of its file, else those of its text. Without either, of which form it was: that
 * of the text sends no file.
 * A form that is too large to be read gives the first bytes of its file, which are too many for a certificate too.
 */
export async function readUploadForm(request: Request): Promise<Uint8Array | 'no-file' | 'no-text'> {
  const { bytes, complete } = await readUpTo(request, uploadFormBytes);
  if (!complete) return beginningOfFile(bytes);
  const form = await parse(request, bytes);
  const file = form?.get('file');
  // A file input that was left alone sends an empty file without a name.
  if (file instanceof File && (file.size > 0 || file.name !== ''))
    return new Uint8Array(await file.arrayBuffer());
  const text = form?.get('text');
  if (typeof text !== 'string') return 'no-file';
  return text.trim() === '' ? 'no-text' : new TextEncoder().encode(text);
}

/** By its first bytes a photograph is known as one; what is left stays too large, or it could pass for a whole file. */
function beginningOfFile(bytes: Buffer): Buffer {
  const field = bytes.indexOf('name="file"');
  const headersEnd = field < 0 ? -1 : bytes.indexOf('\r\n\r\n', field);
  const file = headersEnd < 0 ? bytes : bytes.subarray(headersEnd + 4);
  return file.length > sizeLimits.certificateBytes ? file : bytes;
}

const parse = (request: Request, bytes: Buffer<ArrayBuffer>) =>
  formOf(bytes, request.headers.get('content-type') ?? '', mostFields);
