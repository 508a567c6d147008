import { z } from 'zod';
import { maxAllowedAddresses, normalizeNetwork } from '#lib/accounts/api-keys.ts';
import { singleLine } from '#lib/documents/validation.ts';
import { scopes } from '#lib/scopes.ts';
import { endOf, expiries } from './expiry.ts';

const Scopes = z.array(z.enum(scopes)).max(scopes.length);

/** Values of the new key's form, transformed to the input of `createApiKey`. */
export const NewKey = z
  .strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .refine(...singleLine),
    access: z.enum(['everything', 'chosen']),
    scopes: Scopes,
    /** One per line. */
    addresses: z.string().max(2_000),
    expiry: z.enum(expiries),
    day: z.string().max(10),
  })
  .transform(({ name, access, scopes: chosen, addresses, expiry, day }, check) => {
    const refuse = (field: string, message: string, code: string) => {
      check.addIssue({ code: 'custom', path: [field], message, params: { code } });
    };
    const written = addresses.split(/[\s,;]+/).filter(Boolean);
    const networks = written.map(normalizeNetwork);
    const expiresAt = endOf(expiry, day, new Date());
    if (access === 'chosen' && chosen.length === 0) refuse('scopes', 'names nothing', 'nothing-chosen');
    if (networks.includes(undefined)) refuse('addresses', 'has what is no address', 'no-network');
    if (networks.length > maxAllowedAddresses) refuse('addresses', 'has too many', 'too-many-networks');
    if (expiresAt === 'unusable') refuse('day', 'is not a day to come', 'past');
    return {
      name,
      scopes: access === 'chosen' ? scopes.filter((scope) => chosen.includes(scope)) : null,
      allowedAddresses: networks.length ? networks.filter((network) => network !== undefined) : null,
      expiresAt: expiresAt === 'unusable' ? undefined : expiresAt,
    };
  });
export type NewKey = z.input<typeof NewKey>;
