import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { reader } from '#lib/context.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { type PaperGap, paperGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { invoiceSchema } from '#lib/documents/schema-addresses.ts';
import { singleLine } from '#lib/documents/validation.ts';
import type { FaultParams } from '#lib/errors.ts';
import type { CodedMessage } from '#lib/faults.ts';
import { fetchIssuerMail, mailAutomatically } from '#lib/invoices/invoice-mail.ts';
import { issueInvoice } from '#lib/invoices/issue.ts';
import { pdfFileName, readIssuedInvoice } from '#lib/invoices/pdf/paper.ts';
import { renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import { type Submission, sendNow } from '#lib/invoices/submissions.ts';
import { createRegistration, endRegistrations } from '#lib/registrations/create.ts';
import { countDelegators } from '#lib/registrations/delegation.ts';
import { newestRegistration } from '#lib/registrations/find.ts';
import { RegistrationServices, registrationModes, wayOf } from '#lib/registrations/registration.ts';
import { attachFile, findPdf } from '#lib/silo/files.ts';
import { setEntryState } from '#lib/silo/states.ts';
import { dayMs } from '#lib/time.ts';
import { WebhookUrl } from '#lib/webhooks/endpoints.ts';
import { sendWebhook } from '#lib/webhooks/outbox.ts';
import { redeliver } from '#lib/webhooks/redelivery.ts';
import { SigningSecret } from '#lib/webhooks/signature.ts';
import { endJobsBetween } from './cancel.ts';
import { emailInvoice } from './email-invoice.ts';
import { emailLink } from './email-link.ts';
import { defineProvider, type Outcome, type Provider, type Task } from './provider.ts';
import { siloClose, siloIf, siloModify, siloState } from './silo-steps.ts';

/**
 * Creates the supplier's registration, by certificate, delegation or the supplier's choice, and stores its
 * link in the entry's meta.
 */
const govArRegister = defineProvider({
  id: 'gov-ar.register',
  title: 'Register supplier with ARCA',
  schema: 'org/party',
  config: z.strictObject({
    mode: z.enum(registrationModes).optional(),
    services: RegistrationServices.optional(),
  }),
  async run({ ctx, entry, config, now }) {
    const created = await createRegistration(ctx, entry, now, config);
    if (created.kind === 'refused') {
      return async () => ({ status: 'KO', fault: { provider: 'gov-ar', ...created.fault } });
    }
    if (created.kind === 'registered') {
      return async () => ({ status: 'SKIP', code: 'already-registered' });
    }
    return async (tx) => {
      const result = await created.store(tx);
      return { status: 'OK', code: result === 'created' ? 'registration-created' : 'already-open' };
    };
  },
});

const maxWaitDays = 100;

/** Waits until the authority accepts the certificate or delegation, for at most 100 days. */
const govArWaitAuthorization = defineProvider({
  id: 'gov-ar.wait.authorization',
  title: 'Wait for ARCA authorization',
  schema: 'org/party',
  needs: 'gov-ar.register',
  role: 'waits',
  config: z.strictObject({ timeout_days: z.number().int().min(1).max(maxWaitDays).optional() }),
  async run({ ctx, entry, config, begunAt, now }) {
    const days = config.timeout_days ?? maxWaitDays;
    return async (tx): Promise<Outcome> => {
      const registration = await newestRegistration({ ...ctx, tx }, entry.id, { lock: 'share' });
      const until = new Date(begunAt.getTime() + days * dayMs);
      if (!registration) return registrationFault({ code: 'no-registration' });
      const isDelegation = wayOf(registration) === 'delegation';
      if (registration.completedAt) {
        return { status: 'OK', code: isDelegation ? 'delegation-granted' : 'authorised' };
      }
      if (registration.revokedAt) return registrationFault({ code: 'revoked' });
      if (now >= until) return registrationFault({ code: 'timed-out', params: { days } });
      const code = isDelegation ? 'awaiting-delegation' : 'awaiting-certificate';
      return { status: 'QUEUED', ref: registration.id, code, until };
    };
  },
});

const registrationFault = (fault: CodedMessage): Outcome => ({
  status: 'KO',
  fault: { provider: 'gov-ar', ...fault },
});

/** Ends the supplier's registration and destroys its keys, so that nothing can be signed any more. */
const govArUnregister = defineProvider({
  id: 'gov-ar.unregister',
  title: 'Unregister supplier from ARCA',
  schema: 'org/party',
  config: z.strictObject({}),
  async run({ ctx, job, entry, now }) {
    return async (tx): Promise<Outcome> => {
      const delegators = await countDelegators({ ...ctx, tx }, entry.id);
      if (delegators > 0) {
        const params = { delegators };
        return { status: 'KO', fault: { provider: 'gov-ar', code: 'acts-for-others', params } };
      }
      // Ends these jobs first. The end of the registration would wake them, they would fail, and their rescue
      // would set the state of a deliberately closed entry to an error.
      const registrationSteps = {
        entryId: entry.id,
        from: 'gov-ar.register',
        to: 'gov-ar.wait.authorization',
      };
      await endJobsBetween(tx, ctx, registrationSteps, { provider: 'gov-ar', code: 'unregistered' }, now);
      const endedRegistrations = await endRegistrations(tx, ctx, entry.id, now);
      await setEntryState(tx, ctx, { entryId: entry.id, key: 'void', faults: [], src: 'job', srcId: job.id });
      if (endedRegistrations.registrations === 0) return { status: 'OK', code: 'not-registered' };
      return { status: 'OK', code: 'registration-ended', params: { keys: endedRegistrations.keys } };
    };
  },
});

/** Interval of a fallback check. Normally the invoice's result wakes the step. */
const checkAgainMs = 10 * 60_000;

/** Sends the invoice to the authority and waits for its authorization. */
const govArSend = defineProvider({
  id: 'gov-ar.send',
  title: 'Send invoice to ARCA',
  schema: 'bill/invoice',
  config: z.strictObject({}),
  retry: sendNow,
  async run({ ctx, job, entry, now }) {
    const issue = await issueInvoice(ctx, { entry, job, now });
    return async (tx): Promise<Outcome> => {
      const result = await issue(tx);
      switch (result.kind) {
        case 'authorised':
          return { status: 'OK', code: 'invoice-authorised', params: authorizationParams(result.submission) };
        case 'refused': {
          const [fault, ...others] = result.faults;
          if (!fault) throw new Error('The invoice was refused without a reason.');
          return { status: 'KO', fault, others };
        }
        case 'on-its-way':
          return waitingOutcome(result.submission, now, result.remark);
        case 'later': {
          const until = new Date(now.getTime() + result.retryAfterSeconds * 1_000);
          return { status: 'ERR', ref: entry.id, ...result.obstacle, until };
        }
      }
    };
  },
});

function authorizationParams({ pointOfSale, number, cae, observations }: Submission): FaultParams {
  const own = observations.map(({ code, message }) => `${code}: ${message}`).join('; ');
  return { number: number ?? '', pointOfSale, cae: cae ?? '', ...(own ? { own } : {}) };
}

function waitingOutcome(
  { id: ref, status, obstacle, nextAttemptAt }: Submission,
  now: Date,
  remark: CodedMessage | undefined,
): Outcome {
  const until = nextAttemptAt ?? new Date(now.getTime() + checkAgainMs);
  if (obstacle) return { status: 'ERR', ref, ...obstacle, until };
  if (remark) return { status: 'QUEUED', ref, ...remark, until };
  return { status: 'QUEUED', ref, code: status === 'sending' ? 'being-sent' : 'awaiting-turn', until };
}

/**
 * Layout settings of the reference's workflows for other countries. They have no effect, because the
 * Argentine authority prescribes the layout.
 */
const unusedSettings = [
  'currency_template',
  'date_format',
  'decimal_mark',
  'duplicate',
  'hide_promo',
  'label',
  'layout',
  'logo_height',
  'negative_template',
  'scripting',
  'thousands_separator',
  'time_format',
  'watermark',
] as const;

const UnusedSetting = z.union([z.string().max(200), z.number(), z.boolean(), z.null()], {
  error: 'must be a text, a number or a boolean',
});

/**
 * Renders the invoice and attaches the PDF to its entry, replacing an earlier one. The first PDF of an invoice is
 * mailed to the customer if the supplier's settings say so, unless the workflow itself mails it.
 */
const pdf = defineProvider({
  id: 'pdf',
  title: 'Make the PDF',
  schema: 'bill/invoice',
  skippable: true,
  unused: unusedSettings,
  config: z.strictObject({
    locale: z.enum(['es'], { error: 'must be es' }).optional(),
    ...Object.fromEntries(unusedSettings.map((name) => [name, UnusedSetting.optional()])),
  }),
  async run({ ctx, job, entry, now }) {
    const issued = entry.docSchema === invoiceSchema ? readIssuedInvoice(entry) : undefined;
    if (!issued) {
      return async () => ({ status: 'KO', fault: { provider: 'pdf', code: 'not-authorised-yet' } });
    }
    const { settings } = await fetchIssuerMail(ctx, issued.invoice.supplier.tax_id.code);
    const content = await renderInvoicePdf(issued, ctx.workspace.environment);
    const name = pdfFileName(issued);
    const isMailed = settings.automatic && !job.steps.some(({ provider }) => provider === 'email.invoice');
    return async (tx) => {
      // Not again when the workflow runs once more on an old invoice.
      const isFirst = isMailed && !(await findPdf({ ...ctx, tx }, entry.id));
      const file = { entryId: entry.id, category: 'format', key: 'pdf', name, content } as const;
      await attachFile(tx, ctx, { ...file, mime: 'application/pdf' });
      if (isFirst) await mailAutomatically(tx, ctx, entry, settings, now);
      return { status: 'OK', ...pdfMessage(name, paperGapsOf(entry.doc)) };
    };
  },
});

/** Says which required data the PDF lacks. */
function pdfMessage(name: string, gaps: readonly PaperGap[]): CodedMessage {
  if (gaps.length === 0) return { code: 'pdf-attached', params: { name } };
  const lacks = (wanted: PaperGap['gap']) => (gaps.some(({ gap }) => gap === wanted) ? 'yes' : 'no');
  const params = {
    name,
    issuerAddress: lacks('issuer-address'),
    grossIncome: lacks('gross-income'),
    activitySince: lacks('activity-since'),
    customerAddress: lacks('customer-address'),
  };
  return { code: 'pdf-incomplete', params };
}

const Token = z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'must be printable ASCII without spaces');

/** Headers set by the delivery or by the connection. */
const reservedHeader =
  /^(webhook-.*|content-.*|transfer-encoding|connection|host|user-agent|authorization|te|upgrade)$/;

const HeaderName = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header')
  .refine((name) => !reservedHeader.test(name), 'is a header that Alta sets');

const Config = z.strictObject({
  url: WebhookUrl,
  event: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(...singleLine)
    .optional(),
  bearer_token: Token.optional(),
  /** Signs the step's messages instead of the workspace's secrets. */
  secret: SigningSecret.optional(),
  headers: z
    .record(HeaderName, z.string().regex(/^[\x20-\x7e]{0,4096}$/, 'must be printable ASCII'))
    .refine((headers) => Object.keys(headers).length <= 20, 'must have at most 20 headers')
    .optional(),
  /** Event after which the job continues; default `attempted`. */
  wait: z.enum(['attempted', 'delivered'], { error: 'must be attempted or delivered' }).optional(),
});

const deliveryWaitDays = 30;

/**
 * Sends a webhook. The job continues after the first attempt, because an outage of the receiver must not stop
 * it; further attempts are independent of the job. With `wait: delivered` the job waits for the delivery.
 */
const webhook = defineProvider({
  id: 'webhook',
  title: 'Send webhook',
  config: Config,
  secrets: { names: ['bearer_token', 'headers', 'secret'], target: 'url' },
  destinations: ['url'],
  role: 'tells',
  skippable: true,
  async retry(tx, ctx, ref) {
    await redeliver({ ...ctx, tx }, ref);
  },
  async run(task) {
    return async (tx): Promise<Outcome> => {
      const [delivery] = await reader({ ...task.ctx, tx })
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.intentId, task.intentId));
      if (!delivery) {
        const { ctx, intentId, job, entry, config } = task;
        const ref = await sendWebhook(tx, ctx, {
          event: config.event,
          url: config.url,
          headers: buildHeaders(config),
          secret: config.secret,
          intentId,
          about: { entryId: entry.id, job, faults: job.faults, remarks: entry.remarks },
        });
        return { status: 'QUEUED', ref, code: 'awaiting-receiver', until: deliveryDeadline(task) };
      }
      return task.config.wait === 'delivered'
        ? outcomeOfDelivery(delivery, task)
        : outcomeOfAttempt(delivery, task);
    };
  },
});

/** End of the wait if nothing wakes the job. Normally each attempt of the delivery does. */
const deliveryDeadline = ({ begunAt }: Pick<Task, 'begunAt'>) =>
  new Date(begunAt.getTime() + deliveryWaitDays * 86_400_000);

type Delivery = typeof webhookDeliveries.$inferSelect;

function outcomeOfAttempt(delivery: Delivery, task: Pick<Task, 'begunAt'>): Outcome {
  const { status, attempts } = delivery;
  const params = answerParams(delivery);
  if (status === 'delivered') return { status: 'OK', code: 'delivered', params };
  if (attempts === 0 && status === 'pending') return notAttempted(delivery, task);
  return { status: 'OK', code: status === 'pending' ? 'not-delivered-yet' : 'not-delivered', params };
}

const notAttempted = ({ id: ref, nextAttemptAt }: Delivery, task: Pick<Task, 'begunAt'>): Outcome => ({
  status: 'QUEUED',
  ref,
  code: 'awaiting-receiver',
  until: nextAttemptAt ?? deliveryDeadline(task),
});

function outcomeOfDelivery(delivery: Delivery, task: Pick<Task, 'begunAt'>): Outcome {
  const answer = answerParams(delivery);
  switch (delivery.status) {
    case 'delivered':
      return { status: 'OK', code: 'delivered', params: answer };
    case 'dead':
    case 'cancelled': {
      const params = { why: 'given-up', ...answer, attempts: delivery.attempts };
      return { status: 'KO', fault: { provider: 'webhook', code: 'not-delivered', params } };
    }
    case 'pending': {
      const until = delivery.nextAttemptAt ?? deliveryDeadline(task);
      if (delivery.attempts === 0) return notAttempted(delivery, task);
      const params = { why: 'attempt', ...answer, attempt: delivery.attempts };
      return { status: 'ERR', ref: delivery.id, code: 'not-delivered', params, until };
    }
  }
}

/** The receiver's last answer; `unknown` for a delivery attempted by a release that did not store it. */
const answerParams = ({ lastAnswer }: Delivery): FaultParams => ({
  ...(lastAnswer ?? { answer: 'unknown' }),
});

function buildHeaders({ bearer_token, headers }: z.infer<typeof Config>): Record<string, string> {
  return { ...headers, ...(bearer_token ? { authorization: `Bearer ${bearer_token}` } : {}) };
}

const allProviders: Provider[] = [
  siloState,
  siloIf,
  siloModify,
  siloClose,
  govArRegister,
  govArWaitAuthorization,
  govArUnregister,
  govArSend,
  pdf,
  webhook,
  emailLink,
  emailInvoice,
];

export const providers: ReadonlyMap<string, Provider> = new Map(
  allProviders.map((provider) => [provider.id, provider]),
);

/** Description of a provider, with the JSON schema of its configuration. */
export interface DescribedProvider
  extends Pick<Provider, 'id' | 'title' | 'schema' | 'unused' | 'needs' | 'role'> {
  config: Record<string, unknown>;
}

export const describedProviders = (): DescribedProvider[] =>
  [...providers.values()].map(({ id, title, schema, unused, needs, role, config, secrets }) => ({
    id,
    title,
    ...(schema ? { schema } : {}),
    ...(unused ? { unused } : {}),
    ...(needs ? { needs } : {}),
    ...(role ? { role } : {}),
    config: configSchema(config, { secrets: secrets?.names, unused }),
  }));

function configSchema(
  config: z.ZodType,
  { secrets = [], unused = [] }: Record<'secrets' | 'unused', readonly string[] | undefined>,
) {
  const schema = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
  const usedProperties = Object.entries(schema.properties ?? {}).filter(([name]) => !unused.includes(name));
  const properties = usedProperties.map(([name, property]) => {
    const isSecret = secrets.includes(name) && typeof property === 'object';
    return [name, isSecret ? { ...property, writeOnly: true } : property];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
