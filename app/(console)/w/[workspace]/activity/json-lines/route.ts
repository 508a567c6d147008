import { exportRoute } from '#console/_list-file.ts';
import { requireMember } from '#console/_session.ts';
import { pagesOf, streamedFile } from '#console/_ui/csv-file.ts';
import { paramsOf } from '#console/_ui/list-page.tsx';
import { unlessFaulty } from '#console/_ui/typed-filters.ts';
import type { Context } from '#lib/context.ts';
import { noteExport } from '#lib/reports/activity.ts';
import { type AuditLine, listAudit } from '#lib/reports/audit-trail.ts';
import { type ActivityParams, readActivityParams } from '../query.ts';

interface JsonLinesRoute {
  params: Promise<{ workspace: string }>;
}

/** Exports the log with the page's filters for programs: one JSON object per line, with the API's names. */
export const GET = exportRoute(async (request, { params }: JsonLinesRoute) => {
  const { ctx } = await requireMember((await params).workspace, 'activity:read');
  const read = readActivityParams(paramsOf(request));
  const file = { name: 'activity', extension: 'jsonl', type: 'application/jsonl; charset=utf-8' } as const;
  await noteExport(ctx, 'activity');
  return streamedFile(file, linesOf(ctx, read));
});

async function* linesOf(ctx: Context, read: ActivityParams): AsyncGenerator<string, undefined> {
  const find = unlessFaulty(read, (query) => listAudit(ctx, { ...read.query, ...query }));
  for await (const lines of pagesOf(find)) {
    yield lines.map((line) => `${JSON.stringify(objectOf(line))}\n`).join('');
  }
  return undefined;
}

const objectOf = ({ id, createdAt, actor, action, subject, detail, address, requestId }: AuditLine) => ({
  id,
  at: createdAt.toISOString(),
  actor,
  action,
  subject: { kind: subject.kind, id: subject.id },
  entry_id: subject.entry?.id,
  detail,
  address,
  request_id: requestId,
});
