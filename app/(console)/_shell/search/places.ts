import { hasBeginnings } from '#lib/words.ts';
import type { IconName } from '../../_ui/icon.tsx';
import { navigation } from '../navigation.ts';

/** What one does in a workspace, and where: besides its sections. Their words are in `console.shell.search.acts`. */
const acts = [
  { name: 'newSupplier', path: '/suppliers/new', icon: 'plus' },
  { name: 'newInvoice', path: '/invoices/new', icon: 'plus' },
  { name: 'newWorkflow', path: '/configuration/workflows/new', icon: 'plus' },
  { name: 'newApiKey', path: '/configuration/api-keys', icon: 'key' },
  { name: 'invite', path: '/configuration/members', icon: 'people' },
  { name: 'addEndpoint', path: '/configuration/webhooks', icon: 'webhooks' },
  { name: 'rotateSecret', path: '/configuration/webhooks#secrets', icon: 'key' },
  { name: 'deliveries', path: '/configuration/webhooks/deliveries', icon: 'webhooks' },
  { name: 'wizard', path: '/configuration/apps/gov-ar', icon: 'apps' },
] as const satisfies readonly { name: string; path: string; icon: IconName }[];

interface Place {
  path: string;
  icon: IconName;
  title: string;
}
type Name = `nav.${(typeof navigation)[number]['name']}` | `search.acts.${(typeof acts)[number]['name']}`;

/** The pages and actions whose name in the reader's language has these words; all without any. */
export function findPlaces(q: string, nameOf: (name: Name) => string): Place[] {
  const places = [
    ...navigation.map(({ name, path, icon }) => ({ path, icon, title: nameOf(`nav.${name}`) })),
    ...acts.map(({ name, path, icon }) => ({ path, icon, title: nameOf(`search.acts.${name}`) })),
  ];
  return q.trim() ? places.filter(({ title }) => hasBeginnings(title, q)) : places;
}
