import type { Rooms } from './mutations.ts';

/** In what rests on a delegation: whose certificate signs, when it is asked again, what a no and an unknown mean. */
export const delegationRooms: Rooms = {
  delegation: {
    tests: [
      'integration/registrations/delegation',
      'integration/registrations/delegate-at-risk',
      'integration/invoices/delegated',
    ],
    mutations: [
      {
        code: "(await isRepresented(certificate, service, ticket, delegateCuit)) !== 'yes'",
        becomes: 'false',
      },
      { code: "relation === 'no' && !wasGranted", becomes: "relation === 'no'" },
      {
        code: '(lacksRelation || isTooOld) && !wasTriedWithin(pauseMs)',
        becomes: 'lacksRelation || isTooOld',
      },
      { code: 'now.getTime() - since < checkPeriodMs', becomes: 'true' },
      { code: 'grantedAt !== null && lostAt === null', becomes: 'grantedAt !== null' },
      { code: "!isOpen || wayOf(registration) !== 'delegation'", becomes: '!isOpen' },
      {
        code: 'found.find((row) => row.delegation && !row.delegation.lostAt)',
        becomes: 'found.find((row) => row.delegation)',
      },
      { code: 'found.find((row) => isValid(row.ownCertificate))', becomes: 'undefined' },
      { code: `sql\`\${delegations.delegateCuit} <> \${delegateCuit}\``, becomes: 'sql`false`' },
      { code: 'isGranted(facts) !== isGranted(current)', becomes: 'false' },
      { code: 'active && active.certificateAlias !== alias', becomes: 'false' },
    ],
  },
};
