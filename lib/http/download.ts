/** Bytes that somebody may save. */
export interface Download {
  name: string;
  mime: string;
  /** Of what is not known before it is sent, a stream. */
  content: Buffer | ReadableStream<Uint8Array>;
}

/**
 * To be saved and not shown: what it holds came from outside. The name is given twice (RFC 6266), in ASCII for the
 * few that read no other.
 */
export function downloadOf(
  { name, mime, content }: Download,
  headers: Record<string, string> = {},
): Response {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '-');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  const isWhole = Buffer.isBuffer(content);
  return new Response(isWhole ? new Uint8Array(content) : content, {
    headers: {
      ...headers,
      'content-type': mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime,
      ...(isWhole ? { 'content-length': String(content.byteLength) } : {}),
      'content-disposition': `attachment; filename="${plain || 'file'}"; filename*=UTF-8''${encoded}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}
