import { v1, v3, v4, v5, v7 } from 'uuid';
import { z } from 'zod';
import { coded } from '#lib/documents/validation.ts';
import type { FieldCode } from '#lib/errors.ts';

const versions = ['1', '3', '4', '5', '7'] as const;
const byName = { 3: v3, 5: v5 };
const made = { 1: () => v1(), 4: () => v4(), 7: () => v7() };

export const UuidQuery = z
  .strictObject({
    v: z
      .enum(versions, { error: `must be one of ${versions.join(', ')}` })
      .default('4')
      .describe('Version of the UUID. Parties take 3, 4 and 5, invoices and jobs 1 and 7.'),
    base: z.uuid('must be a UUID').optional().describe('For versions 3 and 5: the namespace of `key`.'),
    key: z.string().max(1_000).optional().describe('For versions 3 and 5: the same key gives the same UUID.'),
  })
  .superRefine(({ v, ...named }, context) => {
    const refuse = (path: string, message: string, code: FieldCode) =>
      context.addIssue({ code: 'custom', path: [path], message, params: coded(code) });
    for (const name of ['base', 'key'] as const) {
      if (v in byName && named[name] === undefined) refuse(name, `is required for version ${v}`, 'required');
      if (v in made && named[name] !== undefined) refuse(name, 'is for versions 3 and 5', 'unknown-field');
    }
  });

export const UuidResponse = z.object({ uuid: z.uuid(), version: z.enum(versions) });

export function newUuid({ v, base = '', key = '' }: z.infer<typeof UuidQuery>): z.infer<typeof UuidResponse> {
  const uuid = v === '3' || v === '5' ? byName[v](key, base) : made[v]();
  return { uuid, version: v };
}
