import 'server-only';

import { type Page, page } from '#lib/paging.ts';
import { dayAfter } from '#lib/reports/counts.ts';

interface Listed {
  id: string;
  createdAt: Date;
}

/** Rows for one page and one more, or a page of a list whose cursors are its own. */
export type FindRows<Row> = (query: {
  limit: number;
  cursor?: string;
}) => Promise<Page<Row> | (Row & Listed)[]>;

const pageSize = 500;

/** All rows of a list, page by page. */
export async function* pagesOf<Row>(find: FindRows<Row>): AsyncGenerator<Row[], undefined> {
  let cursor: string | undefined;
  do {
    const found = await find({ limit: pageSize, ...(cursor ? { cursor } : {}) });
    const { list, nextCursor } = Array.isArray(found) ? page(found, { limit: pageSize }) : found;
    if (list.length > 0) yield list;
    cursor = nextCursor;
  } while (cursor);
  return undefined;
}

interface StreamedFile {
  /** Without its end: the day is added. */
  name: string;
  extension: 'csv' | 'jsonl';
  type: string;
}

/** A file that is read while it is sent, whatever its length. */
export function streamedFile(
  { name, extension, type }: StreamedFile,
  parts: AsyncGenerator<string, undefined>,
): Response {
  const { date } = dayAfter(0, new Date());
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}-${date}.${extension}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
