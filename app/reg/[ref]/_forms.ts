import { AltaError } from '#lib/errors.ts';
import { readBody, readUpTo } from '#lib/http/body.ts';

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
 * The bytes of the upload form: those of its file, else those of its text; undefined when it has neither,
 * or is no form.
 * A form that is too large to be read gives its first bytes, which are too many for a certificate too.
 */
export async function readUpload(request: Request): Promise<Uint8Array | undefined> {
  const { bytes, complete } = await readUpTo(request, uploadFormBytes);
  if (!complete) return bytes;
  const form = await parse(request, bytes);
  if (!form) return undefined;
  const file = form.get('file');
  // A file input that was left alone sends an empty file without a name.
  if (file instanceof File && (file.size > 0 || file.name !== ''))
    return new Uint8Array(await file.arrayBuffer());
  const text = form.get('text');
  return typeof text === 'string' && text.trim() !== '' ? new TextEncoder().encode(text) : undefined;
}

async function parse(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<FormData | undefined> {
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  const form = await new Response(bytes, { headers }).formData().catch(() => undefined);
  return form && [...form].length <= mostFields ? form : undefined;
}
