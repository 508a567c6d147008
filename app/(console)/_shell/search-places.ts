import type { FoundIn } from '#lib/reports/search.ts';
import type { Permission } from '#lib/roles.ts';
import { matchesWordPrefixes } from '#lib/text-matching.ts';
import type { IconName } from '../_ui/icon.tsx';
import { navigation } from './navigation.ts';

/** Actions in a workspace, besides its sections. Their texts are in `console.shell.search.acts`. */
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
  { name: 'month', path: '/invoices/month', icon: 'invoices', needs: 'invoices:read' },
  {
    name: 'cannotInvoice',
    path: '/suppliers?state=cannot-invoice',
    icon: 'suppliers',
    needs: 'suppliers:read',
  },
  { name: 'troubles', path: '/activity?action=trouble', icon: 'bell', needs: 'activity:read' },
  { name: 'wizard', path: '/configuration/apps/gov-ar', icon: 'apps', needs: 'apps:write' },
] as const satisfies readonly { name: string; path: string; icon: IconName; needs: Permission }[];

interface Place {
  path: string;
  icon: IconName;
  title: string;
}
type Section = (typeof navigation)[number]['name'];
type Act = (typeof acts)[number]['name'];
type Name = `nav.${Section}` | `search.acts.${Act}` | `search.words.${Section | Act}`;

/**
 * Permitted pages and actions whose name or synonyms in the reader's language match the words; all of them
 * without a query.
 */
export function findPlaces(
  q: string,
  nameOf: (name: Name) => string,
  isPermitted: (permission: Permission) => boolean,
): Place[] {
  const places = [
    ...navigation.map((place) => ({ ...place, title: nameOf(`nav.${place.name}`) })),
    ...acts.map((place) => ({ ...place, title: nameOf(`search.acts.${place.name}`) })),
  ].filter(({ needs }) => isPermitted(needs));
  const wanted = q.trim()
    ? places.filter(({ name, title }) => matchesWordPrefixes(`${title} ${nameOf(`search.words.${name}`)}`, q))
    : places;
  return wanted.map(({ path, icon, title }) => ({ path, icon, title }));
}

export interface SearchItem {
  href: string;
  title: string;
  detail: string;
  icon: IconName;
  acts?: SearchAct[];
}

/** Actions on a search result that need no visit to its page. Their texts are in `console.shell.search.on`. */
export type SearchAct =
  | { name: 'credit' | 'edit' | 'invoice' | 'jobs'; href: string }
  | { name: 'copyLink' | 'remind' | 'resend' | 'runAgain'; id: string };

export interface SearchGroup {
  name: FoundIn['source'];
  items: SearchItem[];
  more: boolean;
  /** Address of the full list. */
  listHref?: string | undefined;
}

/** Search results of a workspace, and match counts of the person's workspaces in the other environment. */
export interface SearchAnswer {
  q: string;
  groups: SearchGroup[];
  elsewhere: { name: string; href: string; count: number; more: boolean }[];
}

export const noAnswer: SearchAnswer = { q: '', groups: [], elsewhere: [] };
export const searchPath = '/search';
