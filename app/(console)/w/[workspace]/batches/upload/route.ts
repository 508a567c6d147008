import { z } from 'zod';
import { requireMember } from '#console/_session.ts';
import { createBatch } from '#lib/batches/batches.ts';
import { checkUpload } from '#lib/batches/upload.ts';
import { AltaError } from '#lib/errors.ts';
import { formOf, readUpTo } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { batchLimits } from '#lib/limits.ts';
import { columnNamed, uploadKinds } from '../_column-names.ts';
import { tellFaults } from '../_matching.ts';
import { mostTold, type UploadAnswer } from '../upload-answer.ts';

interface UploadRoute {
  params: Promise<{ workspace: string }>;
}

const Sent = z.object({
  file: z.instanceof(File).refine(({ size }) => size <= batchLimits.uploadBytes),
  kind: z.enum(uploadKinds),
  workflow: z.union([z.literal(''), z.uuid().toLowerCase()]),
  /** Given to begin: sent twice it is one batch. */
  start: z.uuid().optional(),
  /** With it, what nothing is wrong with is made though the rest is not. */
  skip: z.literal('1').optional(),
});

/** Room for the other fields beside the file, and for the boundaries between them. */
const otherBytes = 16_384;
const mostFields = 10;

/** Checks a file whole; begins its batch when it is asked to, and nothing is wrong or what is may be left out. A route: a file is too large for an action. */
export async function POST(request: Request, { params }: UploadRoute): Promise<Response> {
  const { ctx } = await requireMember((await params).workspace, 'entries:write');
  if (!isSameOrigin(request)) return new Response(null, { status: 403 });
  const { bytes, complete } = await readUpTo(request, batchLimits.uploadBytes + otherBytes);
  if (!complete) return new Response(null, { status: 400 });
  const form = await formOf(bytes, request.headers.get('content-type') ?? '', mostFields);
  const { data: sent } = Sent.safeParse(Object.fromEntries(form ?? []));
  if (!sent) return new Response(null, { status: 400 });
  const { kind, start, skip } = sent;
  const { rows, titles, faults, ignored } = await checkUpload(ctx, {
    kind,
    bytes: new Uint8Array(await sent.file.arrayBuffer()),
    named: columnNamed(kind),
    workflowId: sent.workflow || undefined,
  });
  if (!start || rows.length === 0 || (faults.length > 0 && !skip)) {
    return answer({
      kind: 'checked',
      count: rows.length,
      titles: titles.slice(0, 5),
      faults: await tellFaults(kind, faults.slice(0, mostTold)),
      total: faults.length,
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
