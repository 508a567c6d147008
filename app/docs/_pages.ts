import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The published pages, for integrators and operators, in order. Other pages of docs/ are for readers of the code. */
export const groups = {
  Begin: {
    README: 'Overview',
    'quick-start': 'Quick start',
    authentication: 'Authentication',
    sdk: 'Clients: TypeScript, Python, PHP',
    'other-languages': 'Go, Java, C#',
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
    rehearsal: 'Rehearsal',
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

/** A page exists in English, and in Spanish if it has a file in docs/es/. */
export type Locale = 'en' | 'es';

export const spanishGroups: Record<GroupName, string> = {
  Begin: 'Empezar',
  Suppliers: 'Proveedores',
  Invoices: 'Facturas',
  Operating: 'Integrar y operar',
  Running: 'Instalación',
  Reference: 'Referencia',
};

/** Titles in the Spanish navigation, also of pages that are only in English. */
const spanishTitles: Record<PageName, string> = {
  README: 'Presentación',
  'quick-start': 'Primeros pasos',
  authentication: 'Autenticación',
  sdk: 'Bibliotecas (SDK)',
  'other-languages': 'Go, Java, C#',
  'white-label': 'Marca blanca en una hora',
  embed: 'En tu propia página',
  'suppliers-by-the-hundred': 'Proveedores de a cientos',
  'who-is-stuck': 'Quién está trabado',
  delegation: 'Delegación',
  'move-from-your-own-certificates': 'Migrar desde tus certificados',
  documents: 'Qué emite Alta',
  invoices: 'Facturas',
  webhooks: 'Workflows y webhooks',
  batches: 'Lotes',
  'test-your-integration': 'Probar tu integración',
  'go-live': 'Pasar a producción',
  command: 'El comando alta',
  console: 'La Consola',
  deployment: 'Despliegue',
  rehearsal: 'Ensayo con ARCA',
  configuration: 'Configuración',
  operations: 'Operación',
  backup: 'Copias de seguridad',
  keys: 'Claves',
  upgrades: 'Actualizaciones',
  scaling: 'Escala',
  privacy: 'Privacidad',
  errors: 'Errores',
  limits: 'Límites',
  versions: 'Versiones',
  changelog: 'Novedades',
  'api-changelog': 'Contratos',
};

interface Page {
  name: PageName;
  title: string;
  spanishTitle: string;
  group: GroupName;
}

export const pages: Page[] = Object.entries(groups).flatMap(([group, titles]) =>
  Object.entries(titles).map(([name, title]) => ({
    name: name as PageName,
    title,
    spanishTitle: spanishTitles[name as PageName],
    group: group as GroupName,
  })),
);

export const isPage = (name: string): name is PageName => pages.some((page) => page.name === name);

/** The file of a page, below the project's directory. */
export const fileOf = (name: PageName, locale: Locale) =>
  locale === 'en' ? `docs/${name}.md` : `docs/es/${name}.md`;

const inSpanish = new Set(
  pages.map(({ name }) => name).filter((name) => existsSync(join(process.cwd(), fileOf(name, 'es')))),
);

export const isIn = (locale: Locale, name: PageName) => locale === 'en' || inSpanish.has(name);

/** The address of a page in a language, or in English if it is not translated. */
export function addressOf(name: PageName, locale: Locale = 'en'): string {
  const base = isIn(locale, name) && locale === 'es' ? '/docs/es' : '/docs';
  return name === 'README' ? base : `${base}/${name}`;
}

/** The address of a page's Markdown. */
export const sourceAddressOf = (name: PageName, locale: Locale) => `/${fileOf(name, locale)}`;

/** The title in the navigation of a language, marked if the page itself is only in English. */
export function titleOf({ name, title, spanishTitle }: Page, locale: Locale): string {
  if (locale === 'en') return title;
  return isIn('es', name) ? spanishTitle : `${spanishTitle} (en inglés)`;
}
