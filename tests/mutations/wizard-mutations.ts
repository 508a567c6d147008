import type { Rooms } from './mutations.ts';

/** Of what carries a person through: their links and helpers, the looks at the authority, the guide. */
export const wizardRooms: Rooms = {
  links: {
    tests: [
      'unit/registrations',
      'integration/registrations/completed-mail',
      'integration/registrations/helper',
      'integration/registrations/link-mail',
      'integration/registrations/look-again',
      'integration/registrations/points-of-sale',
      'integration/registrations/rating',
      'integration/registrations/renewal',
      'integration/registrations/return-address',
      'integration/api/hand-over',
    ],
    mutations: [
      { code: '(await reader(ctx).$count(registrationLinks, isCallersLink)) === 1', becomes: 'true' },
      {
        code: 'and(eq(registrationLinks.id, linkId), isHelpersOf(registration), isNull(registrationLinks.revokedAt))',
        becomes: 'and(eq(registrationLinks.id, linkId), isNull(registrationLinks.revokedAt))',
      },
      { code: "scope === 'arca-steps-only' && !revokedAt", becomes: "scope === 'arca-steps-only'" },
      { code: 'linkMails >= linkLimits.dailyMailsPerLink', becomes: 'false' },
      { code: 'addressMails >= linkLimits.dailyMailsPerAddress', becomes: 'false' },
      {
        code: "link.openedAt || ctx.actor.kind !== 'registrant' || ctx.actor.id !== link.id",
        becomes: 'link.openedAt',
      },
      { code: 'areStale(updatedAt, pause * 1_000, now)', becomes: 'undefined' },
      { code: '!isChange(login.outcome, current)', becomes: 'false' },
      {
        code: 'and(isNotNull(activatedAt), isNull(supersededAt))',
        becomes: 'isNull(supersededAt)',
      },
      { code: 'lt(registrationLinks.expiresAt, until)', becomes: 'undefined' },
      { code: 'current.rating === rating && current.ratingComment === ratingComment', becomes: 'false' },
      { code: 'signature ? { signature } : {}', becomes: '{}' },
      {
        code: "accountHolder.returnUrl !== undefined && link.scope === 'full'",
        becomes: 'accountHolder.returnUrl !== undefined',
      },
      { code: 'hasPoint ? now : null', becomes: 'null' },
      { code: 'elapsed >= readingPeriodMs', becomes: 'false' },
    ],
  },
  'authority-status': {
    tests: ['unit/authority-status', 'integration/authority-status'],
    mutations: [
      {
        code: 'last?.failed === failed && Math.abs(at.getTime() - last.at.getTime()) < sameFailureMs',
        becomes: 'false',
      },
      { code: 'isFree ? { setWhere: isFree } : {}', becomes: '{}' },
      {
        code: 'failingSince && hasSecondFailure(failingSince, failedAt) && isWithin(knownForMs, failedAt, now)',
        becomes: 'failingSince && isWithin(knownForMs, failedAt, now)',
      },
    ],
  },
  wizard: {
    tests: ['unit/wizard', 'integration/wizard'],
    mutations: [
      {
        code: 'await tx.update(registrationLinks).set({ place }).where(ofLink(registration));',
        becomes: '',
      },
      {
        code: '[...tripCards(trips), ...screenCards(trips)].some((card) => card.id === id)',
        becomes: 'true',
      },
      { code: 'card !== undefined || storedSlug === slug', becomes: 'true' },
      { code: "request.method === 'GET' && hasStarted(registration)", becomes: 'true' },
      { code: "isNew && link.scope === 'full'", becomes: 'isNew' },
      {
        code: "next === '/datos' ? slug === 'datos' : steps.includes(slug)",
        becomes: 'steps.includes(slug)',
      },
      {
        code: "facts.authorisationClaimedAt !== undefined && proof.status === 'retrying'",
        becomes: 'false',
      },
    ],
  },
};
