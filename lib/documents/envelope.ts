import { createHash } from 'node:crypto';
import { z } from 'zod';

export const envelopeSchema = 'https://gobl.org/draft-0/envelope';

export type Document = Record<string, unknown>;

/** What somebody else vouches for, such as the authority's number of authorization: `arca-cae`. */
export const Stamp = z.object({ prv: z.string(), val: z.string() });
export type Stamp = z.infer<typeof Stamp>;

/** SHA-256, hex, of the document. */
export const Digest = z.object({ alg: z.literal('sha256'), val: z.string() });

export const Envelope = z
  .object({
    $schema: z.literal(envelopeSchema),
    head: z.object({ uuid: z.uuid(), dig: Digest, stamps: z.array(Stamp).optional() }),
    doc: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Envelope', description: 'A document with its digest and its stamps.' });
export type Envelope = z.infer<typeof Envelope>;

const Incoming = z.looseObject({
  $schema: z.literal(envelopeSchema),
  doc: z.record(z.string(), z.unknown()),
});

/** The document of what was sent, bare or in an envelope, and where in it the document stands. */
export function documentOf(data: Record<string, unknown>): { doc: Document; at: string[] } {
  const envelope = Incoming.safeParse(data);
  return envelope.success ? { doc: envelope.data.doc, at: ['data', 'doc'] } : { doc: data, at: ['data'] };
}

/** Under which id an envelope came. */
export function idOf(data: Record<string, unknown>): string | undefined {
  const sent = z.looseObject({ head: z.looseObject({ uuid: z.uuid().toLowerCase() }) }).safeParse(data);
  return Incoming.safeParse(data).success && sent.success ? sent.data.head.uuid : undefined;
}

export function envelop(id: string, doc: Document, digest: string, stamps: Stamp[]): Envelope {
  const head = {
    uuid: id,
    dig: { alg: 'sha256', val: digest } as const,
    ...(stamps.length ? { stamps } : {}),
  };
  return { $schema: envelopeSchema, head, doc };
}

/** SHA-256, hex, over the document with its keys in order, so that the order in which they came plays no part. */
export const digestOf = (doc: Document): string => createHash('sha256').update(canonical(doc)).digest('hex');

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
