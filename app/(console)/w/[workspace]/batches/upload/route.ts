import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { requireMember } from '#console/_session.ts';
import { csvLines } from '#console/_ui/csv-file.ts';
import { createBatch } from '#lib/batches/batches.ts';
import { type CheckedUpload, checkUpload, type UploadKind, uploadLimits } from '#lib/batches/upload.ts';
import { AltaError } from '#lib/errors.ts';
import { parseBoundedForm, readUpTo } from '#lib/http/body.ts';
import { isSameOrigin } from '#lib/http/hosts.ts';
import { batchLimits } from '#lib/limits.ts';
import { columnNamed, isFaultHeading, uploadKinds } from '../_column-names.ts';
import { uploadFaultTexts } from '../_matching.ts';
import { mostFaultsShown, type UploadAnswer } from '../upload-answer.ts';

interface UploadRoute {
  params: Promise<{ workspace: string }>;
}

const ChosenColumn = z.strictObject({
  heading: z.string().max(uploadLimits.headingCharacters),
  column: z.string().max(50),
});

const Sent = z.object({
  file: z.instanceof(File).refine(({ size }) => size <= batchLimits.uploadBytes),
  kind: z.enum(uploadKinds),
  workflow: z.union([z.literal(''), z.uuid().toLowerCase()]),
  /** The chosen column of each heading, as JSON. */
  columns: z.string().transform(parseJson).pipe(z.array(ChosenColumn).max(uploadLimits.columns)).optional(),
  /** Idempotency key of the batch to start; without it the file is only checked. */
  start: z.uuid().optional(),
  /** Creates the valid rows even if others have faults. */
  skip: z.literal('1').optional(),
  /** Answers with the lines that make no row, as a file to correct. */
  mend: z.literal('1').optional(),
});

/** Space for the other form fields and the boundaries. A character of a heading takes up to six bytes. */
const otherBytes = 131_072;
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
  const checked = await checkUpload(ctx, {
    kind,
    bytes: new Uint8Array(await sent.file.arrayBuffer()),
    columnOfHeading: columnNamed(kind),
    columns: sent.columns,
    isFaultHeading,
    workflowId: sent.workflow || undefined,
  });
  const { rows, titles, existing, columns, missing, upload } = checked;
  if (sent.mend) return mendFile(kind, checked);
  if (!start || rows.length === 0 || (checked.faults.length > 0 && !skip)) {
    // Columns are chosen above the faults, which begin when each required column has a heading.
    const faults = checked.faults.filter(({ code }) => code !== 'column-missing');
    return answer({
      kind: 'checked',
      validCount: rows.length,
      titles: titles.slice(0, 5),
      existing,
      columns,
      missing,
      faults: await uploadFaultTexts(kind, faults.slice(0, mostFaultsShown), columns),
      faultCount: faults.length,
      mendLines: checked.unread.records.length,
    });
  }
  try {
    const { id } = await createBatch(ctx, { operation: 'create-entry', key: start, rows, upload });
    return answer({ kind: 'started', id });
  } catch (error) {
    if (error instanceof AltaError) return new Response(null, { status: 409 });
    throw error;
  }
}

const answer = (body: UploadAnswer) => Response.json(body, { headers: { 'cache-control': 'no-store' } });

/** The lines that make no row, with the columns of the user's file and what to correct in each line. */
async function mendFile(kind: UploadKind, { faults, columns, unread }: CheckedUpload): Promise<Response> {
  const t = await getTranslations('console.batches.upload');
  const texts = Map.groupBy(await uploadFaultTexts(kind, faults, columns), ({ line }) => line);
  const textOf = (line: number) =>
    (texts.get(line) ?? [])
      .map(({ column, message }) => (column ? `${column}: ${message}` : message))
      .join(' ');
  const width = unread.headings.length;
  const file = csvLines(await getLocale(), [
    [...unread.headings, t('mendHeading')],
    ...unread.records.map(({ line, cells }) => [
      ...Array.from({ length: width }, (_, index) => cells[index] ?? ''),
      textOf(line),
    ]),
  ]);
  return new Response(`\u{feff}${file}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
