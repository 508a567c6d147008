import type { Permission } from '#lib/roles.ts';
import type { IconName } from '../_ui/icon.tsx';

/** A section of a workspace. The order is the order of display. */
interface NavigationItem {
  /** Its texts are in `console.shell.nav`. */
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
  /** The item is hidden without this permission. */
  needs: Permission;
  section?: 'invoices' | 'parties' | 'operations' | 'configuration';
}

export const navigation: readonly NavigationItem[] = [
  { name: 'overview', path: '', icon: 'overview', needs: 'overview:read' },
  { name: 'invoices', path: '/invoices', icon: 'invoices', needs: 'invoices:read', section: 'invoices' },
  { name: 'suppliers', path: '/suppliers', icon: 'suppliers', needs: 'suppliers:read', section: 'parties' },
  {
    name: 'registrations',
    path: '/registrations',
    icon: 'registrations',
    needs: 'registrations:read',
    section: 'parties',
  },
  {
    name: 'delegations',
    path: '/delegations',
    icon: 'delegations',
    needs: 'registrations:read',
    section: 'parties',
  },
  { name: 'jobs', path: '/jobs', icon: 'jobs', needs: 'jobs:read', section: 'operations' },
  { name: 'activity', path: '/activity', icon: 'activity', needs: 'activity:read', section: 'operations' },
  { name: 'batches', path: '/batches', icon: 'batches', needs: 'batches:read', section: 'operations' },
  { name: 'apps', path: '/configuration/apps', icon: 'apps', needs: 'apps:read', section: 'configuration' },
  {
    name: 'workflows',
    path: '/configuration/workflows',
    icon: 'workflows',
    needs: 'workflows:read',
    section: 'configuration',
  },
  {
    name: 'apiKeys',
    path: '/configuration/api-keys',
    icon: 'key',
    needs: 'keys:read',
    section: 'configuration',
  },
  {
    name: 'webhooks',
    path: '/configuration/webhooks',
    icon: 'webhooks',
    needs: 'webhooks:read',
    section: 'configuration',
  },
  {
    name: 'members',
    path: '/configuration/members',
    icon: 'people',
    needs: 'members:read',
    section: 'configuration',
  },
  {
    name: 'workspace',
    path: '/configuration/workspace',
    icon: 'settings',
    needs: 'workspace:read',
    section: 'configuration',
  },
];

export const workspacePath = (slug: string, path = '') => `/w/${slug}${path}`;

/** First page of a workspace. */
export const homePath = (slug: string) => workspacePath(slug, navigation[0]?.path);

/** Builds an address in the workspace: `at('/suppliers')`. */
export type At = (path: string) => string;
