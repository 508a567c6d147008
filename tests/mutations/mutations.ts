import { delegationRooms } from './delegation-mutations.ts';
import { wizardRooms } from './wizard-mutations.ts';

/** A mistake that somebody may make: `code`, which stands once in lib or the wizard, becomes something else. */
export interface Mutation {
  code: string;
  becomes: string;
}

/** Each with the tests that are to notice its mistakes. */
export type Rooms = Record<string, { tests: string[]; mutations: Mutation[] }>;

export const rooms: Rooms = {
  certificates: {
    tests: [
      'unit/certificates',
      'unit/arca',
      'integration/arca',
      'integration/registrations',
      'integration/wizard',
    ],
    mutations: [
      { code: 'now.getTime() - clockSkewMs <= notAfter.getTime()', becomes: 'true' },
      { code: 'now.getTime() + clockSkewMs >= notBefore.getTime()', becomes: 'now >= notBefore' },
      {
        code: 'evidence.every((environment) => environment === expectation.environment)',
        becomes: 'evidence[0] === expectation.environment',
      },
      { code: 'bundle.length === 0 || isSignedByBundle(read.x509, bundle, now)', becomes: 'true' },
      { code: 'issuer.ca && issuer.validFromDate <= now && now <= issuer.validToDate', becomes: 'issuer.ca' },
      { code: "expectation.environment === 'sandbox' && cuit", becomes: 'cuit' },
      { code: 'own.alias === description.alias', becomes: 'true' },
      {
        code: 'expiresAt.getTime() - expiryMarginMs <= now.getTime()',
        becomes: 'expiresAt.getTime() <= now.getTime()',
      },
      { code: "outcome.kind === 'already-authenticated' && stored.ticket", becomes: 'false' },
    ],
  },
  registrations: {
    tests: [
      'unit/registrations',
      'integration/registrations',
      'integration/wizard',
      'integration/webhooks/expiry',
      'integration/webhooks/lifecycle',
      'integration/workflows/link',
      'integration/workflows/wait',
      'integration/workflows/unregister',
    ],
    mutations: [
      {
        code: 'link.revokedAt || row.registration.revokedAt',
        becomes: 'link.revokedAt',
      },
      {
        code: 'link.expiresAt <= now && (!row.registration.completedAt || link.purpose !== null)',
        becomes: 'link.expiresAt <= now',
      },
      { code: 'active.notAfter.getTime() - now.getTime() <= renewalMs', becomes: 'false' },
      { code: 'await isUsedElsewhere(inner, certificate)', becomes: 'false' },
      {
        code: 'row.completedAt || row.revokedAt || row.proofRound !== round',
        becomes: 'row.completedAt || row.revokedAt',
      },
      { code: 'retry !== undefined && !next', becomes: 'false' },
      {
        code: "cause === 'propagation' && now.getTime() - since.getTime() >= propagationMs",
        becomes: 'false',
      },
      { code: 'isChange && isPublished(reason, current)', becomes: 'isChange' },
      { code: "await enqueue(tx, laneOf(ctx.workspace), 'job-wake', { ref: row.id });", becomes: '' },
      { code: 'isNull(downloadedAt)', becomes: 'undefined' },
      { code: 'cuitAnswer.nameAtAuthority !== namesAtAuthority[cuit]', becomes: 'false' },
      { code: 'registration && isCuitReported(registration)', becomes: 'false' },
    ],
  },
  invoices: {
    tests: ['unit/documents', 'unit/invoices', 'integration/invoices', 'integration/reports/series-queue'],
    mutations: [
      { code: "last < upTo && series.environment === 'live'", becomes: 'false' },
      { code: 'recent >= invoiceMailLimits.dailyMailsPerInvoice', becomes: 'false' },
      { code: 'isMailed && !(await findPdf({ ...ctx, tx }, entry.id))', becomes: 'isMailed' },
      { code: 'last.number !== position.last', becomes: 'false' },
      { code: "status === 'queued' && jobEndedAt !== null", becomes: 'jobEndedAt !== null' },
      { code: 'Date.now() >= goodUntil', becomes: 'false' },
      {
        code: 'found.find((row) => isValid(row.ownCertificate))',
        becomes: 'found.find((row) => row.ownCertificate)',
      },
      { code: 'pricesInclude ? toCents(sum.div(fraction.plus(1))) : sum', becomes: 'sum' },
      { code: 'exact.round(2, Big.roundHalfEven)', becomes: 'exact.round(2, Big.roundHalfUp)' },
      {
        code: 'new Big(payable).times(rate).lt(threshold)',
        becomes: 'new Big(payable).times(rate).lte(threshold)',
      },
      { code: 'if (sending.some(isWaiting(now))) return undefined;', becomes: '' },
      { code: 'isSizeError && lot.submissions.length > 1', becomes: 'false' },
      {
        code: "withFinding(rest, { kind: 'unanswered' })",
        becomes: "withFinding(rest, { kind: 'returned' })",
      },
      {
        code: 'authorised.length === 0 && errors.some(({ code }) => code !== notNextNumberCode)',
        becomes: 'errors.length > 0',
      },
    ],
  },
  workflows: {
    tests: [
      'unit/workflows',
      'integration/workflows',
      'integration/webhooks/lifecycle',
      'integration/webhooks/deliveries',
      'integration/api/jobs',
      'integration/api/workflows',
    ],
    mutations: [
      { code: "phase === 'steps' ? 0 : job.rescue.length", becomes: '0' },
      { code: 'failingForMs >= giveUpAfterMs', becomes: 'false' },
      { code: 'unmoved.get(key)', becomes: 'job.status' },
      { code: 'hasDone && isToLater', becomes: 'hasDone' },
      {
        code: "await endPending(tx, { job: id }, { status: 'cancelled', lastAnswer: { answer: 'job-cancelled' } }, now);",
        becomes: '',
      },
      { code: "provider.role === 'waits' && list === 'rescue'", becomes: 'false' },
      { code: 'change.version !== undefined && change.version !== row.version', becomes: 'false' },
      { code: 'workflow.disabled && !existing', becomes: 'workflow.disabled' },
      { code: 'now >= until', becomes: 'false' },
      { code: 'now >= deadline', becomes: 'false' },
    ],
  },
  webhooks: {
    tests: ['unit/webhooks', 'unit/database/batching', 'integration/webhooks', 'integration/api/webhook'],
    mutations: [
      {
        code: 'answer.status >= 200 && answer.status < 300',
        becomes: 'answer.status >= 200 && answer.status < 400',
      },
      { code: 'tried.postponements < maxPostponements', becomes: 'true' },
      { code: 'Math.max(wait, asked ?? 0)', becomes: 'wait' },
      { code: "result.kind !== 'gone' || !id", becomes: 'true' },
      { code: 'notified.has(url)', becomes: 'false' },
      {
        code: "current.status === 'pending' ? { ...counted, ...deliveryChange(result, current, now) } : counted",
        becomes: '{ ...counted, ...deliveryChange(result, current, now) }',
      },
      { code: '        isFree(webhookDeliveries, now)', becomes: 'undefined' },
      {
        code: '!addresses.every(({ address }) => isAllowed(hostname, address, rules))',
        becomes: '!addresses.some(({ address }) => isAllowed(hostname, address, rules))',
      },
      {
        code: 'or(isNull(webhookSecrets.expiresAt), gt(webhookSecrets.expiresAt, now))',
        becomes: 'undefined',
      },
      { code: '[origin, ...addresses.map(({ address }) => address).sort()]', becomes: '[origin]' },
      { code: 'inputs.length === 1', becomes: 'true' },
    ],
  },
  http: {
    tests: [
      'unit/http',
      'unit/contracts',
      'integration/http',
      'integration/accounts/api-keys',
      'integration/api/access',
      'integration/api/entries',
      'integration/api/fuzz',
      'integration/api/idempotency',
      'integration/api/problems',
      'integration/api/surface',
      'integration/wizard',
    ],
    mutations: [
      { code: '!isResolved(path)', becomes: 'false' },
      { code: 'size > limitBytes', becomes: 'false' },
      { code: 'storedAnswer.digest !== digest', becomes: 'false' },
      { code: "site === 'same-origin'", becomes: "site !== 'cross-site'" },
      { code: 'hops.at(-Math.max(1, env().ALTA_PROXY_HOPS))', becomes: 'hops.at(0)' },
      { code: 'names.indexOf(name) !== index', becomes: 'false' },
      { code: 'level > sizeLimits.jsonLevels', becomes: 'false' },
      { code: 'row.key.expiresAt && row.key.expiresAt <= now', becomes: 'false' },
    ],
  },
  silo: {
    tests: ['unit/silo', 'integration/silo', 'integration/api/entries', 'integration/api/files'],
    mutations: [
      {
        code: 'existing.workspaceId === ctx.workspace.id && existing.entryId === file.entryId',
        becomes: 'true',
      },
      { code: 'files.length < maxFiles', becomes: 'true' },
      {
        code: `sql\`(\${createdAt}, \${id}) < \${row}\``,
        becomes: `sql\`(\${createdAt}, \${id}) <= \${row}\``,
      },
      { code: 'searchByIndex(ctx, query, words)', becomes: '[]' },
      { code: 'existing.createdDigest === row.createdDigest', becomes: 'true' },
      { code: `sql\`(\${registered}) is null\``, becomes: 'sql`true`' },
      { code: 'rows.length > onPage.length', becomes: 'false' },
      { code: 'version !== undefined && version !== versionOf(before)', becomes: 'false' },
    ],
  },
  reports: {
    tests: ['integration/reports/counts', 'integration/reports/overview'],
    mutations: [
      { code: 'open && reached.at(-1) === stage', becomes: 'reached.at(-1) === stage' },
      { code: 'or(isFirst, and(isUnfinished, isNotNull(registrations.lastRejection)))', becomes: 'isFirst' },
    ],
  },
  retention: {
    tests: ['integration/workers/retention', 'unit/http'],
    mutations: [
      {
        code: `sql\`(select \${jobs.completedAt} < \${cutoff} from \${intents}
      join \${jobs} on \${jobs.id} = \${intents.jobId} where \${intents.id} = aged.intent_id)\``,
        becomes: 'sql`true`',
      },
      {
        code: `sql\`coalesce((select \${intents.completed} or \${jobs.completedAt} is not null
      from \${webhookDeliveries} join \${intents} on \${intents.id} = \${webhookDeliveries.intentId}
      join \${jobs} on \${jobs.id} = \${intents.jobId} where \${webhookDeliveries.id} = aged.id), true)\``,
        becomes: 'sql`true`',
      },
      { code: 'chunk.seen < most ? null : chunk.last', becomes: 'null' },
      { code: 'z.coerce.number().int().min(retentionDays[name].min)', becomes: 'z.coerce.number().int()' },
    ],
  },
  ...delegationRooms,
  ...wizardRooms,
};
