import type { Permission } from '#lib/roles.ts';
import { hasBeginnings } from '#lib/words.ts';
import type { IconName } from '../../_ui/icon.tsx';
import { navigation } from '../navigation.ts';

/** What one does in a workspace, and where: besides its sections. Their words are in `console.shell.search.acts`. */
const acts = [
  { name: 'newSupplier', path: '/suppliers/new', icon: 'plus', needs: 'entries:write' },
  { name: 'newInvoice', path: '/invoices/new', icon: 'plus', needs: 'entries:write' },
  { name: 'upload', path: '/batches/new', icon: 'batches', needs: 'entries:write' },
  { name: 'newWorkflow', path: '/configuration/workflows/new', icon: 'plus', needs: 'workflows:write' },
  { name: 'newApiKey', path: '/configuration/api-keys', icon: 'key', needs: 'keys:write' },
  { name: 'invite', path: '/configuration/members', icon: 'people', needs: 'members:write' },
  { name: 'addEndpoint', path: '/configuration/webhooks', icon: 'webhooks', needs: 'webhooks:write' },
  {
    name: 'rotateSecret',
    path: '/configuration/webhooks#secrets',
    icon: 'key',
    needs: 'webhook-secrets:write',
  },
  {
    name: 'deliveries',
    path: '/configuration/webhooks/deliveries',
    icon: 'webhooks',
    needs: 'webhooks:read',
  },
  { name: 'wizard', path: '/configuration/apps/gov-ar', icon: 'apps', needs: 'apps:write' },
] as const satisfies readonly { name: string; path: string; icon: IconName; needs: Permission }[];

interface Place {
  path: string;
  icon: IconName;
  title: string;
}
type Name = `nav.${(typeof navigation)[number]['name']}` | `search.acts.${(typeof acts)[number]['name']}`;

/** The pages and actions the person may, whose name in the reader's language has these words; all without any. */
export function findPlaces(
  q: string,
  nameOf: (name: Name) => string,
  isPermitted: (permission: Permission) => boolean,
): Place[] {
  const places = [
    ...navigation.map(({ name, ...place }) => ({ ...place, title: nameOf(`nav.${name}`) })),
    ...acts.map(({ name, ...place }) => ({ ...place, title: nameOf(`search.acts.${name}`) })),
  ].filter(({ needs }) => isPermitted(needs));
  const wanted = q.trim() ? places.filter(({ title }) => hasBeginnings(title, q)) : places;
  return wanted.map(({ path, icon, title }) => ({ path, icon, title }));
}
