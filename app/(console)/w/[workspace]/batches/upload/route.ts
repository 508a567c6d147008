import { z } from 'zod';
import { requireMember } from '#console/_session.ts';
import { createBatch } from '#lib/batches/batches.ts';
import { checkUpload } from '#lib/batches/upload.ts';
import { AltaError } from '#lib/errors.ts';
import { parseBoundedForm, readUpTo } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { batchLimits } from '#lib/limits.ts';
import { columnNamed, uploadKinds } from '../_column-names.ts';
import { uploadFaultTexts } from '../_matching.ts';
import { mostFaultsShown, type UploadAnswer } from '../upload-answer.ts';

interface UploadRoute {
  params: Promise<{ workspace: string }>;
}

const Sent = z.object({
  file: z.instanceof(File).refine(({ size }) => size <= batchLimits.uploadBytes),
  kind: z.enum(uploadKinds),
  workflow: z.union([z.literal(''), z.uuid().toLowerCase()]),
  /** Idempotency key of the batch to start; without it the file is only checked. */
  start: z.uuid().optional(),
  /** Creates the valid rows even if others have faults. */
  skip: z.literal('1').optional(),
});

/** Space for the other form fields and the boundaries. */
const otherBytes = 16_384;
const mostFields = 10;

/**
 * Checks a file completely, then starts its batch if requested and if there are no faults or they may be
 * skipped. A route, because the file is too large for a server action.
 */
export async function POST(request: Request, { params }: UploadRoute): Promise<Response> {
  const { ctx } = await requireMember((await params).workspace, 'entries:write');
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const { bytes, complete } = await readUpTo(request, batchLimits.uploadBytes + otherBytes);
  if (!complete) return new Response(null, { status: 400 });
  const form = await parseBoundedForm(bytes, request.headers.get('content-type') ?? '', mostFields);
  const { data: sent } = Sent.safeParse(Object.fromEntries(form ?? []));
  if (!sent) return new Response(null, { status: 400 });
  const { kind, start, skip } = sent;
  const { rows, titles, faults, ignored } = await checkUpload(ctx, {
    kind,
    bytes: new Uint8Array(await sent.file.arrayBuffer()),
    columnOfHeading: columnNamed(kind),
    workflowId: sent.workflow || undefined,
  });
  if (!start || rows.length === 0 || (faults.length > 0 && !skip)) {
    return answer({
      kind: 'checked',
      validCount: rows.length,
      titles: titles.slice(0, 5),
      faults: await uploadFaultTexts(kind, faults.slice(0, mostFaultsShown)),
      faultCount: faults.length,
      ignored,
    });
  }
  try {
    const { id } = await createBatch(ctx, { operation: 'create-entry', key: start, rows });
    return answer({ kind: 'started', id });
  } catch (error) {
    if (error instanceof AltaError) return new Response(null, { status: 409 });
    throw error;
  }
}

const answer = (body: UploadAnswer) => Response.json(body, { headers: { 'cache-control': 'no-store' } });
