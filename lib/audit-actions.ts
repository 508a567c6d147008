/**
 * Actions on an entry (a stored document, lib/silo), its mails, jobs, links and registrations. Each has a text in
 * `messages/console/activity.*.json`.
 */
const entryActionNames = {
  entry: [
    'archived',
    'changed',
    'closed',
    'created',
    'account-added',
    'customer-settled',
    'erased',
    'exported',
    'fce-accepted',
    'fce-rejected',
    'file-attached',
    'file-replaced',
    'file-stored',
    'paper-data-entered',
    'renamed',
    'restored',
    'stamped',
    'state',
  ],
  invoice: ['mail-bounced', 'mail-requested', 'mail-settings-changed', 'mailed', 'point-of-sale-chosen'],
  job: ['cancelled', 'created', 'failed', 'retried', 'step-skipped'],
  link: [
    'bounced',
    'extended',
    'handed-over',
    'issued',
    'mail-requested',
    'opened',
    'reminded',
    'renewal-requested',
    'revoked',
    'sent',
    'taken-back',
  ],
  registration: [
    'authorisation-claimed',
    'certificate-received',
    'certificate-rejected',
    'completed',
    'created',
    'cuit-confirmed',
    'delegation-claimed',
    'delegation-granted',
    'delegation-lost',
    'details-confirmed',
    'not-proved',
    'point-of-sale-claimed',
    'points-of-sale-settled',
    'proof-requested',
    'rated',
    'request-downloaded',
    'revoked',
    'service-enabled',
    'started',
    'started-again',
    'way-chosen',
    'wrong-cuit-reported',
  ],
} as const;

const workspaceActionNames = {
  'api-key': ['created', 'revoked', 'rotated'],
  app: ['connected', 'disconnected', 'settings-changed'],
  batch: ['created', 'resumed', 'stopped', 'undone'],
  invitation: ['accepted', 'created', 'revoked'],
  member: ['added', 'removed', 'role-changed'],
  view: ['removed', 'shared'],
  webhook: ['given-up', 'redelivered', 'tested'],
  'webhook-endpoint': ['changed', 'created', 'disabled', 'removed'],
  'webhook-secret': ['added', 'ended', 'rotated'],
  workflow: [
    'archived',
    'changed',
    'created',
    'default-removed',
    'draft-changed',
    'default-set',
    'deleted',
    'disabled',
    'enabled',
    'restored',
  ],
  workspace: [
    'changed',
    'closed',
    'copied',
    'created',
    'exported',
    'filled',
    'move-exported',
    'move-imported',
    'moved',
    'rehearsal-finished',
    'rehearsal-started',
    'reopened',
    'second-factor-optional',
    'second-factor-required',
  ],
} as const;

/** Actions on a user's account. Owners of the user's workspaces see them. */
const accountActionNames = {
  account: ['activated', 'deactivated'],
  identity: ['linked', 'unlinked'],
  login: ['failed', 'succeeded'],
  password: ['changed', 'reset'],
  passkey: ['added', 'removed'],
  'recovery-code': ['used'],
  'recovery-codes': ['made'],
  'second-factor': ['added', 'failed', 'removed'],
  session: ['ended'],
  sessions: ['ended'],
} as const;

type ActionsByKind = Record<string, readonly string[]>;
type ActionOf<Of extends ActionsByKind> = {
  [Kind in keyof Of & string]: `${Kind}.${Of[Kind][number]}`;
}[keyof Of & string];

export type EntryAction = ActionOf<typeof entryActionNames>;
type WorkspaceAction = ActionOf<typeof workspaceActionNames>;
export type AccountAction = ActionOf<typeof accountActionNames>;

const actionsOf = <Of extends ActionsByKind>(actionsByKind: Of) =>
  Object.entries(actionsByKind).flatMap(([kind, names]) =>
    names.map((name) => `${kind}.${name}` as ActionOf<Of>),
  );

/** Any action in a workspace's log. */
export type LoggedAction = EntryAction | WorkspaceAction | AccountAction;
/** All actions, grouped by kind. */
export const loggedActions: LoggedAction[] = [
  ...actionsOf(entryActionNames),
  ...actionsOf(workspaceActionNames),
  ...actionsOf(accountActionNames),
];
/** Actions that only owners see. */
export const accountActions: LoggedAction[] = actionsOf(accountActionNames);

/** Actions that need a person's attention, because nothing resolves them automatically. Indexed (`audit_troubles`). */
export const troubles = [
  'invoice.mail-bounced',
  'job.failed',
  'link.bounced',
  'registration.delegation-lost',
  'registration.wrong-cuit-reported',
  'webhook.given-up',
] as const satisfies LoggedAction[];

/** The object of an action. */
export interface Subject {
  kind: AuditSubjectKind;
  id: string;
}
type AuditSubjectKind =
  | 'api-key'
  | 'app'
  | 'batch'
  | 'entry'
  | 'invitation'
  | 'job'
  | 'link'
  | 'registration'
  | 'user'
  | 'view'
  | `webhook-${'delivery' | 'endpoint' | 'secret'}`
  | 'workflow'
  | 'workspace';
