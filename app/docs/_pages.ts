/** The published pages, for integrators and operators, in order. Other pages of docs/ are for readers of the code. */
export const groups = {
  Begin: {
    README: 'Overview',
    'quick-start': 'Quick start',
    authentication: 'Authentication',
    sdk: 'TypeScript client',
    go: 'Go',
  },
  Suppliers: {
    'white-label': 'White label in an hour',
    embed: 'In your own page',
    'suppliers-by-the-hundred': 'Suppliers by the hundred',
    'who-is-stuck': 'Who is stuck',
    delegation: 'Delegation',
    'move-from-your-own-certificates': 'Move from your own certificates',
  },
  Invoices: {
    documents: 'What Alta issues',
    invoices: 'Invoices',
  },
  Operating: {
    webhooks: 'Workflows and webhooks',
    batches: 'Many at once',
    'test-your-integration': 'Test your integration',
    'go-live': 'Go live',
    command: 'The command alta',
    console: 'The Console',
  },
  Running: {
    deployment: 'Deployment',
    configuration: 'Configuration',
    operations: 'Operations',
    backup: 'Backup and restore',
    keys: 'Keys',
    upgrades: 'Upgrades',
    scaling: 'Scaling',
    privacy: 'Privacy',
  },
  Reference: {
    errors: 'Errors',
    limits: 'Limits',
    versions: 'Versions',
    changelog: 'Changelog',
    'api-changelog': 'Contracts',
  },
} as const;

type Groups = typeof groups;
type GroupName = keyof Groups;
export type PageName = { [Group in GroupName]: keyof Groups[Group] }[GroupName];

interface Page {
  name: PageName;
  title: string;
  group: GroupName;
}

export const pages: Page[] = Object.entries(groups).flatMap(([group, titles]) =>
  Object.entries(titles).map(([name, title]) => ({
    name: name as PageName,
    title,
    group: group as GroupName,
  })),
);

export const isPage = (name: string): name is PageName => pages.some((page) => page.name === name);

export const addressOf = (name: PageName) => (name === 'README' ? '/docs' : `/docs/${name}`);
