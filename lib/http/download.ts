/** A file sent to the client. */
export interface Download {
  name: string;
  mime: string;
  /** A stream if the length is unknown. */
  content: Buffer | ReadableStream<Uint8Array>;
}

/**
 * Sends a file as an attachment, never inline, because the content came from outside. The header has two file
 * names (RFC 6266); the ASCII one is for the few clients that cannot read the other.
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
