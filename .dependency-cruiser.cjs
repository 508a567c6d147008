/** Import rules. `npm run check` checks them. */

/** Forbids imports from one set of paths to another. */
const forbid = (name, comment, from, to, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, ...more.from },
  to: { path: to, ...more.to },
});

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circles-of-rooms',
      comment: 'of two rooms of lib one is below the other',
      severity: 'error',
      scope: 'folder',
      // Tables import the types of their columns from the module they belong to: see the next rule.
      from: { path: '^lib/(?!database$)[^/]+$' },
      to: { path: '^lib/(?!database$)[^/]+$', circular: true },
    },
    forbid(
      'database-below',
      'the tables name types, and nothing that runs',
      '^lib/database/',
      '^lib/(?!database/)[^/]+/',
      { to: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'app-calls-verbs',
      'app authenticates, parses, calls a verb and renders',
      '^app/',
      '^lib/(database|vault)|^node_modules/node-forge',
    ),
    forbid('lib-knows-no-app', 'the domain does not know its doors', '^lib/', '^app/'),
    forbid(
      'simulator-stands-alone',
      'the stand-in of the authority is a process of its own',
      '^(app|lib)/',
      '^simulator/',
    ),
    forbid(
      'simulator-imports-nothing-of-ours',
      'a shared mistake would hide itself',
      '^simulator/',
      '^(app|lib)/',
    ),
    forbid(
      'client-stands-alone',
      'what integrators install has nothing of the application',
      '^packages/',
      '^(app|lib|simulator|scripts|tests)/',
    ),
    forbid(
      'client-runs-everywhere',
      'Deno, Bun, browsers and the edge have no module of Node; the command has',
      '^packages/client/src/',
      '',
      { to: { dependencyTypes: ['core'] } },
    ),
    forbid('next-at-the-border', 'next is for i18n and http only', '^lib/', '^node_modules/next/', {
      from: { pathNot: '^lib/(i18n\\.ts|http/)' },
    }),
    forbid(
      'forge-writes-der',
      'node-forge lays out the DER that node:crypto can not write, in one file',
      '^(app|lib)/',
      '^node_modules/node-forge',
      { from: { pathNot: '^lib/x509/asn1\\.ts' } },
    ),
    forbid(
      'x509-below',
      'what a certificate is made of, whoever issues it and whatever it is for',
      '^lib/x509/',
      '^lib/(?!x509/|documents/cuit\\.ts|limits\\.ts)',
    ),
    forbid(
      'certificates-below',
      'certificates know nothing of registrations and above',
      '^lib/certificates/',
      '^lib/(registrations|workflows|silo|http|webhooks|invoices)/',
      {},
    ),
    forbid(
      'arca-below',
      'the authority’s client knows nothing of our domain',
      '^lib/arca/',
      '^lib/(certificates|registrations|workflows|silo|http|accounts|database|webhooks|invoices)/|^lib/authority-status\\.ts',
    ),
    forbid(
      'silo-below',
      'entries know nothing of what is done with them',
      '^lib/silo/',
      '^lib/(registrations|workflows|http|webhooks|invoices|arca)/',
    ),
    forbid(
      'registrations-below',
      'registrations know nothing of jobs',
      '^lib/registrations/',
      '^lib/(workflows|http|invoices)/',
    ),
    forbid(
      'taxpayers-below',
      'who is behind a CUIT, whatever it is asked for',
      '^lib/taxpayers\\.ts',
      '^lib/(workflows|http|invoices|silo|webhooks)/',
    ),
    forbid(
      'reports-on-top',
      'a report reads everything, and only who tells people of it waits for one',
      '^lib/',
      '^lib/reports/',
      {
        from: { pathNot: '^lib/(reports/|notices\\.ts)' },
      },
    ),
    forbid(
      'webhooks-below',
      'a delivery knows nothing of what it tells of',
      '^lib/webhooks/',
      '^lib/(workflows|registrations|certificates|arca|silo|http|invoices)/',
    ),
    forbid(
      'mail-at-the-bottom',
      'letters and their queue know nothing of the domain: its composers hand them the facts',
      '^lib/mail/',
      '^lib/(workflows|registrations|certificates|arca|silo|http|invoices|webhooks|accounts)/',
    ),
    forbid(
      'documents-at-the-bottom',
      'documents are plain values, and what an operator sets',
      '^lib/documents/',
      '^lib/(?!documents/|time\\.ts|errors\\.ts|env\\.ts|limits\\.ts)',
    ),
    forbid(
      'engine-is-started-once',
      'only instrumentation.ts and tests start the workers',
      '^(app|lib|scripts)/',
      '^lib/(workers|workflows/advance)\\.ts',
      { from: { pathNot: '^lib/workers\\.ts' } },
    ),
    forbid(
      'console-parts-in-the-console',
      'a page of the wizard weighs what the wizard needs',
      '^(app/(?!\\(console\\)/)|lib/)',
      '^app/\\(console\\)/|^node_modules/(@mantine|@codemirror|@uiw|get-nonce)/',
    ),
    forbid(
      'wire-of-one-version',
      'what a version sends and takes is its own: another is a second _wire',
      '^app/api/(.+?/v\\d+)/',
      '^app/api/.+?/v\\d+/_wire/',
      { to: { pathNot: '^app/api/$1/' } },
    ),
    forbid(
      'console-and-wizard-apart',
      'what both need is in lib; the preview of the settings draws the pages of the wizard',
      '^app/\\(console\\)/',
      '^app/(reg|api)/',
      { from: { pathNot: '/apps/gov-ar/preview/route\\.tsx$' } },
    ),
    forbid(
      'console-ui-below',
      'what pages are built from knows no page and no frame',
      '^app/\\(console\\)/_ui/',
      '^app/\\(console\\)/(?!_ui/|_action\\.ts$)',
    ),
    forbid(
      'console-editor-below',
      'a document is edited alike on every page',
      '^app/\\(console\\)/_editor/',
      '^app/\\(console\\)/(?!_editor/|_ui/|_action\\.ts$)',
    ),
    forbid(
      'console-shell-around',
      'the frame knows no page',
      '^app/\\(console\\)/_shell/',
      '^app/\\(console\\)/(?!_shell/|_ui/|_(action|person|session|request)\\.ts$)',
    ),
    forbid(
      'wizard-has-one-handler',
      'a step reaches its registration through the handler only',
      '^app/reg/',
      '^lib/registrations/find\\.ts',
      { from: { pathNot: '^app/reg/\\[ref\\]/handler\\.tsx$' } },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
