import { AltaError } from '#lib/errors.ts';
import { parseBoundedForm, readBody, readUpTo } from '#lib/http/body.ts';
import { sizeLimits } from '#lib/limits.ts';

const smallFormBytes = 16_384;
/** A certificate of 64 KiB, once as a file and once as text, plus the multipart overhead. */
const uploadFormBytes = 160 * 1_024;
const mostFields = 10;

export async function readForm(request: Request): Promise<Record<string, string>> {
  const form = await parse(request, await readBody(request, smallFormBytes));
  if (!form) throw new AltaError('input', 'The form could not be read.');
  return Object.fromEntries(
    [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/**
 * The bytes of the uploaded file, or else of the pasted text. `no-file` or `no-text` if the form that was
 * sent is empty. If the form is too large, returns the start of its file, which is too large for a
 * certificate.
 */
export async function readUploadForm(request: Request): Promise<Uint8Array | 'no-file' | 'no-text'> {
  const { bytes, complete } = await readUpTo(request, uploadFormBytes);
  if (!complete) return beginningOfFile(bytes);
  const form = await parse(request, bytes);
  const file = form?.get('file');
  // An untouched file input sends an empty file without a name.
  if (file instanceof File && (file.size > 0 || file.name !== ''))
    return new Uint8Array(await file.arrayBuffer());
  const text = form?.get('text');
  if (typeof text !== 'string') return 'no-file';
  return text.trim() === '' ? 'no-text' : new TextEncoder().encode(text);
}

/**
 * The start of the file in a truncated form. Its first bytes show whether it is a photograph. It is not cut
 * further, or it could pass for a whole file.
 */
function beginningOfFile(bytes: Buffer): Buffer {
  const field = bytes.indexOf('name="file"');
  const headersEnd = field < 0 ? -1 : bytes.indexOf('\r\n\r\n', field);
  const file = headersEnd < 0 ? bytes : bytes.subarray(headersEnd + 4);
  return file.length > sizeLimits.certificateBytes ? file : bytes;
}

const parse = (request: Request, bytes: Buffer<ArrayBuffer>) =>
  parseBoundedForm(bytes, request.headers.get('content-type') ?? '', mostFields);
