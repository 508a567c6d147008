import type { IconName } from '../_ui/icon.tsx';

/** One line for each section of a workspace, in the order in which they are shown. */
interface NavigationItem {
  /** Its words are in `console.shell.nav`. */
  name:
    | 'overview'
    | 'invoices'
    | 'suppliers'
    | 'registrations'
    | 'delegations'
    | 'jobs'
    | 'activity'
    | 'batches'
    | 'apps'
    | 'workflows'
    | 'apiKeys'
    | 'webhooks'
    | 'members'
    | 'workspace';
  /** Below `/w/<workspace>`. */
  path: string;
  icon: IconName;
  section?: 'invoices' | 'parties' | 'operations' | 'configuration';
}

export const navigation: readonly NavigationItem[] = [
  { name: 'overview', path: '', icon: 'overview' },
  { name: 'invoices', path: '/invoices', icon: 'invoices', section: 'invoices' },
  { name: 'suppliers', path: '/suppliers', icon: 'suppliers', section: 'parties' },
  { name: 'registrations', path: '/registrations', icon: 'registrations', section: 'parties' },
  { name: 'delegations', path: '/delegations', icon: 'delegations', section: 'parties' },
  { name: 'jobs', path: '/jobs', icon: 'jobs', section: 'operations' },
  { name: 'activity', path: '/activity', icon: 'activity', section: 'operations' },
  { name: 'batches', path: '/batches', icon: 'batches', section: 'operations' },
  { name: 'apps', path: '/configuration/apps', icon: 'apps', section: 'configuration' },
  { name: 'workflows', path: '/configuration/workflows', icon: 'workflows', section: 'configuration' },
  { name: 'apiKeys', path: '/configuration/api-keys', icon: 'key', section: 'configuration' },
  { name: 'webhooks', path: '/configuration/webhooks', icon: 'webhooks', section: 'configuration' },
  { name: 'members', path: '/configuration/members', icon: 'people', section: 'configuration' },
  { name: 'workspace', path: '/configuration/workspace', icon: 'settings', section: 'configuration' },
];

export const workspacePath = (slug: string, path = '') => `/w/${slug}${path}`;

/** Where a workspace begins. */
export const homePath = (slug: string) => workspacePath(slug, navigation[0]?.path);

/** The address of a path of the workspace: `at('/suppliers')`. */
export type At = (path: string) => string;
