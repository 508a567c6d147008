import type { useTranslations } from 'next-intl';
import { lacksPointOfSale } from '#lib/registrations/points-of-sale/usable.ts';
import type { Registration } from '#lib/registrations/registration.ts';

type Texts = ReturnType<typeof useTranslations<'console.entry.registration'>>;

/** Where a registration stands, in a sentence. Of who delegates there is no certificate to speak of. */
export function statusText(t: Texts, registration: Registration): string {
  const { state, way, delegation } = registration;
  if (way === 'delegation') {
    if (delegation?.lostAt && !delegation.isClaimedAnew) return t('stateByDelegation.lost');
    if (delegation?.lostAt) return t('stateByDelegation.claimedAnew');
  }
  if (state === 'completed' && lacksPointOfSale(registration)) return t('lacksPoint');
  if (way === 'delegation' && (state === 'awaiting-authorisation' || state === 'revoked')) {
    return t(`stateByDelegation.${state}`);
  }
  // A certificate that came through the API does without the link.
  if (state === 'sent' && registration.lastRejection) return t('uploadedByApi');
  return t(`state.${state}`);
}
