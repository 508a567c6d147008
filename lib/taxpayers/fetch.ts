import type { Context } from '#lib/context.ts';
import { AltaError } from '#lib/errors.ts';
import { findTaxpayer, type KnownTaxpayer, type LookupOptions, type TaxpayerLookup } from './find.ts';

/**
 * The same for who can not go on without it.
 * @throws AltaError `not-found` `taxpayer-unknown`; `conflict` `no-delegate`, `not-registered` or
 * `delegate-not-authorised`; `unavailable` `authority-unavailable`.
 */
export async function fetchTaxpayer(
  ctx: Context,
  cuit: string,
  options: LookupOptions = {},
): Promise<KnownTaxpayer> {
  const lookup = await findTaxpayer(ctx, cuit, options);
  if (lookup.kind === 'found') return lookup.taxpayer;
  throw errorOf(lookup);
}

function errorOf(lookup: Exclude<TaxpayerLookup, { kind: 'found' }>): AltaError {
  switch (lookup.kind) {
    case 'none':
      return new AltaError('not-found', 'Nobody has this CUIT.', { code: 'taxpayer-unknown' });
    case 'unavailable':
      return new AltaError('unavailable', 'The authority does not answer.', {
        code: 'authority-unavailable',
        retryAfterSeconds: lookup.retryAfterSeconds,
      });
    case 'not-authorised':
      return notAuthorised[lookup.reason]();
  }
}

const notAuthorised = {
  'no-delegate': () =>
    new AltaError(
      'conflict',
      'Nobody asks the register for this workspace: name a registered supplier as its delegate.',
      { code: 'no-delegate' },
    ),
  certificate: () =>
    new AltaError('conflict', 'The certificate of the delegate does not sign: renew its registration.', {
      code: 'not-registered',
    }),
  service: () =>
    new AltaError(
      'conflict',
      'The certificate of the delegate is not authorized for ws_sr_constancia_inscripcion.',
      { code: 'delegate-not-authorised' },
    ),
};
