import { z } from 'zod';

/** What the routes below an entry have in common. */
export const registrationRoute = (
  act:
    | 'csr'
    | 'certificate'
    | 'confirm'
    | 'delegation'
    | 'delegation/verify'
    | 'link'
    | 'links'
    | 'links/{link_id}'
    | 'points-of-sale'
    | 'registration',
) =>
  ({
    service: 'apps/gov-ar',
    version: 'v1',
    route: `entry/{silo_entry_id}/${act}`,
    tag: act.startsWith('link') ? 'Link' : act.startsWith('delegation') ? 'Delegation' : 'Registration',
    params: z.strictObject({ siloEntryId: z.uuid('must be a UUID').toLowerCase() }),
  }) as const;
