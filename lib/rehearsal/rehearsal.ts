import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { simulatorPortalOf } from '#lib/arca/portal.ts';
import { allPortalLabels, type PortalLabel, portalLabels, wizardLabels } from '#lib/arca/portal-labels.ts';
import { addressOf, wsfe } from '#lib/arca/services.ts';
import type { AccessTicket } from '#lib/arca/wsaa.ts';
import { saleOf } from '#lib/arca/wsfe.ts';
import { audit } from '#lib/audit.ts';
import { environments } from '#lib/authority-environment.ts';
import { type Context, inTransaction, reader } from '#lib/context.ts';
import { type Database, database } from '#lib/database/client.ts';
import { isFree } from '#lib/database/leases.ts';
import { rowSealPlace } from '#lib/database/seal-places.ts';
import { type RehearsalState, rehearsals } from '#lib/database/tables/authority.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { AltaError, notFound } from '#lib/errors.ts';
import { invoiceQrUrl } from '#lib/invoices/qr.ts';
import { sizeLimits } from '#lib/limits.ts';
import { requirePermission } from '#lib/roles.ts';
import { buenosAiresDay, minuteMs } from '#lib/time.ts';
import { seal, unseal } from '#lib/vault.ts';
import { ownVersion } from '#lib/version.ts';
import { describeCertificate, readCertificate } from '#lib/x509/certificate.ts';
import { createAlias, createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { extractCertificates } from '#lib/x509/certificate-upload.ts';
import { createKeyPair, privateKeyOf } from '#lib/x509/key-pair.ts';
import { labelAssumption, notTried } from './assumptions.ts';
import {
  type Credentials,
  observeCertificate,
  observeHosts,
  observeInvoice,
  observeInvoicing,
  observeRegister,
  observeTicket,
  type Rehearser,
  tryLogin,
} from './observe.ts';
import { type Observation, RehearsalRecord, sanitise } from './record.ts';

/**
 * A rehearsal does what a supplier does, step by step, with a person's own clave fiscal in their own browser, and
 * notes what the authority answers to each thing that Alta assumes. The `npm run rehearse` command and the page of
 * the Console both run it by `startRehearsal` and `advanceRehearsal`.
 */
export type { RehearsalState };

interface RehearsalSecret {
  privateKey: string;
  certificatePem?: string;
  ticket?: { token: string; sign: string };
}

export interface Rehearsal {
  id: string;
  startedAt: Date;
  state: RehearsalState;
  record?: RehearsalRecord;
}

const Text = z.string().trim().max(300);
/** Texts of the portal's screens, by label. A label that is left out was as in the wizard. */
const Labels = z.partialRecord(z.enum(allPortalLabels), Text);
/** The person's report on the portal's screens. */
const Seen = { labels: Labels.default({}), order: Text.default('') };

/** Input of the person for each step. An empty text means "as Alta expected it". */
export const RehearsalInput = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('certificate'),
    ...Seen,
    /** The portal's message, if it did not take the request. */
    request: Text.default(''),
    certificate: z.string().min(1).max(sizeLimits.certificateBytes),
  }),
  z.strictObject({
    step: z.literal('authorise'),
    ...Seen,
    /** Minutes for which the portal made the person wait, on all screens. */
    minutes: z.number().int().min(0).max(10_000).default(0),
  }),
  z.strictObject({ step: z.literal('wait'), isGivenUp: z.boolean().default(false) }),
  z.strictObject({
    step: z.literal('invoice'),
    isSkipped: z.boolean().default(false),
    /** In live: `liveConfirmation`, typed. */
    confirmation: z.string().max(200).default(''),
  }),
  z.strictObject({ step: z.literal('qr'), page: Text.default('') }),
]);
export type RehearsalInput = z.output<typeof RehearsalInput>;

export const RehearsalStart = z.strictObject({
  cuit: z.string().max(20).transform(normaliseCuit).refine(isValidCuit, 'must be a CUIT'),
});

/** The sentence that has to be typed before a real invoice is issued. */
export const liveConfirmation = (cuit: string): string =>
  `emitir una factura real de $ 1 con el CUIT ${cuit}`;

/** A rehearsal calls the authority some twenty times; each call ends within 30 seconds. */
const leaseMinutes = 12;
const keptRehearsals = 20;

const sealPlace = ({ workspace }: Context, id: string) =>
  rowSealPlace(rehearsals.secretSealed, workspace, id);

/** Starts a rehearsal in the workspace's environment. An unfinished one is dropped, with its key. */
export async function startRehearsal(
  ctx: Context,
  { cuit }: z.output<typeof RehearsalStart>,
): Promise<Rehearsal> {
  requirePermission(ctx, 'workspace:write');
  const observations = await observeHosts(ctx.workspace.environment);
  const id = uuidv7();
  const alias = createAlias('ensayo');
  const { privateKeyPkcs8 } = await createKeyPair();
  const csr = createCertificateRequest({ privateKey: privateKeyPkcs8, alias, organisation: alias, cuit });
  const secret: RehearsalSecret = { privateKey: privateKeyPkcs8.toString('base64') };
  privateKeyPkcs8.fill(0);
  const state: RehearsalState = { step: 'certificate', cuit, alias, csr, observations };
  await inTransaction(ctx, async (tx) => {
    const own = eq(rehearsals.workspaceId, ctx.workspace.id);
    await tx.delete(rehearsals).where(and(own, isNull(rehearsals.record)));
    const old = tx
      .select({ id: rehearsals.id })
      .from(rehearsals)
      .where(own)
      .orderBy(desc(rehearsals.id))
      .offset(keptRehearsals - 1);
    await tx.delete(rehearsals).where(inArray(rehearsals.id, old));
    await tx.insert(rehearsals).values({
      id,
      workspaceId: ctx.workspace.id,
      state,
      secretSealed: seal(JSON.stringify(secret), sealPlace(ctx, id)),
    });
    await audit(tx, ctx, 'workspace.rehearsal-started', { kind: 'workspace', id: ctx.workspace.id });
  });
  return { id, startedAt: new Date(), state };
}

/** The workspace's rehearsals, the newest first. */
export async function listRehearsals(ctx: Context): Promise<Rehearsal[]> {
  requirePermission(ctx, 'workspace:write');
  const rows = await reader(ctx)
    .select()
    .from(rehearsals)
    .where(eq(rehearsals.workspaceId, ctx.workspace.id))
    .orderBy(desc(rehearsals.id));
  return rows.map(rehearsalOf);
}

/** @throws AltaError `not-found` */
export async function fetchRehearsal(ctx: Context, id: string): Promise<Rehearsal> {
  const found = (await listRehearsals(ctx)).find((each) => each.id === id);
  if (!found) throw notFound('The rehearsal');
  return found;
}

const rehearsalOf = ({ id, createdAt, state, record }: typeof rehearsals.$inferSelect): Rehearsal => ({
  id,
  startedAt: createdAt,
  state,
  ...(record ? { record } : {}),
});

/**
 * The newest finished rehearsal of each environment, of all workspaces. One at ARCA itself is preferred to one at the
 * stand-in, which confirms nothing.
 */
export async function latestRecords(db: Database): Promise<RehearsalRecord[]> {
  const rows = await db
    .select({ record: rehearsals.record })
    .from(rehearsals)
    .where(isNotNull(rehearsals.record))
    .orderBy(desc(rehearsals.id));
  return environments.flatMap((environment) => {
    const records = rows.flatMap(({ record }) => (record?.environment === environment ? [record] : []));
    return records.find(({ authority }) => authority === 'arca') ?? records[0] ?? [];
  });
}

interface Progress {
  state: RehearsalState;
  secret: RehearsalSecret;
}

/**
 * Does the current step with what the person brings, and goes on to the next.
 * @throws AltaError `not-found`; `conflict` if another step is current or is being done; `validation`
 */
export async function advanceRehearsal(ctx: Context, id: string, input: RehearsalInput): Promise<Rehearsal> {
  requirePermission(ctx, 'workspace:write');
  const isOwn = and(eq(rehearsals.id, id), eq(rehearsals.workspaceId, ctx.workspace.id));
  const [row] = await database()
    .update(rehearsals)
    .set({ leaseUntil: sql`now() + interval '${sql.raw(String(leaseMinutes))} minutes'` })
    .where(and(isOwn, isFree(rehearsals), isNotNull(rehearsals.secretSealed)))
    .returning();
  if (!row?.secretSealed) {
    await fetchRehearsal(ctx, id);
    throw new AltaError('conflict', 'This rehearsal has ended, or is just being continued elsewhere.');
  }
  try {
    const { state } = row;
    if (state.step !== input.step) throw new AltaError('conflict', `The current step is ${state.step}.`);
    const secret = JSON.parse(unseal(row.secretSealed, sealPlace(ctx, id)).toString()) as RehearsalSecret;
    const next = await doStep(ctx, { state, secret }, input);
    return await store(ctx, row, next);
  } finally {
    await database().update(rehearsals).set({ leaseUntil: null }).where(isOwn);
  }
}

async function store(
  ctx: Context,
  { id, createdAt }: typeof rehearsals.$inferSelect,
  { state, secret }: Progress,
) {
  const isDone = state.step === 'done';
  const record = isDone ? recordOf(ctx, state) : null;
  // Nothing but the record outlives the rehearsal.
  const kept: RehearsalState = isDone ? { ...state, cuit: '', csr: '', observations: [] } : state;
  await inTransaction(ctx, async (tx) => {
    await tx
      .update(rehearsals)
      .set({
        state: kept,
        record,
        secretSealed: isDone ? null : seal(JSON.stringify(secret), sealPlace(ctx, id)),
      })
      .where(eq(rehearsals.id, id));
    if (isDone)
      await audit(tx, ctx, 'workspace.rehearsal-finished', { kind: 'workspace', id: ctx.workspace.id });
  });
  return { id, startedAt: createdAt, state: kept, ...(record ? { record } : {}) };
}

function recordOf({ workspace }: Context, { observations }: RehearsalState): RehearsalRecord {
  const { environment } = workspace;
  const isLabel = ({ assumption }: Observation) => assumption.startsWith(labelAssumption(environment, ''));
  const [labels, others] = [observations.filter(isLabel), observations.filter((each) => !isLabel(each))];
  return RehearsalRecord.parse({
    format: 'alta-rehearsal/1',
    version: ownVersion(),
    environment,
    authority: simulatorPortalOf(environment) ? 'stand-in' : 'arca',
    day: buenosAiresDay(new Date()),
    came: Object.fromEntries(others.map(({ assumption, came }) => [assumption, came])),
    labels: Object.fromEntries(
      labels.map(({ assumption, came }) => [assumption.slice(labelAssumption(environment, '').length), came]),
    ),
    seconds: Object.fromEntries(
      observations.flatMap(({ assumption, seconds }) =>
        seconds === undefined ? [] : [[assumption, seconds]],
      ),
    ),
  });
}

function doStep(ctx: Context, progress: Progress, input: RehearsalInput): Promise<Progress> {
  switch (input.step) {
    case 'certificate':
      return takeCertificate(ctx, progress, input);
    case 'authorise':
      return noteAuthorisation(ctx, progress, input);
    case 'wait':
      return input.isGivenUp ? finish(ctx, progress) : logIn(ctx, progress);
    case 'invoice':
      return input.isSkipped ? finish(ctx, progress) : issueOnePeso(ctx, progress, input.confirmation);
    case 'qr':
      return finish(ctx, progress, [
        { assumption: 'qr.opened', came: sanitise(input.page) || 'the invoice' },
      ]);
  }
}

const rehearserOf = ({ workspace }: Context, { cuit, alias }: RehearsalState): Rehearser => ({
  environment: workspace.environment,
  cuit,
  alias,
});

const withObservations = (state: RehearsalState, added: Observation[]): RehearsalState => ({
  ...state,
  observations: [
    ...state.observations.filter(({ assumption }) => !added.some((each) => each.assumption === assumption)),
    ...added,
  ],
});

/** A label that the person left as it was is one that they saw so. */
function seenLabels(
  { workspace: { environment } }: Context,
  screens: 'certificate' | 'authorise',
  labels: Partial<Record<PortalLabel, string>>,
): Observation[] {
  const expected = wizardLabels();
  return portalLabels[environment][screens].map((label) => ({
    assumption: labelAssumption(environment, label),
    came: sanitise(labels[label] ?? '') || expected[label],
  }));
}

type Input<Step extends RehearsalInput['step']> = Extract<RehearsalInput, { step: Step }>;

/** Checks the certificate, and logs in with it before it is authorized: the authority has to refuse that. */
async function takeCertificate(
  ctx: Context,
  { state, secret }: Progress,
  { labels, order, request, certificate }: Input<'certificate'>,
): Promise<Progress> {
  const rehearser = rehearserOf(ctx, state);
  const { privateKey } = credentialsOf({ ...secret, certificatePem: '' });
  const found = extractCertificates(Buffer.from(certificate));
  if (!Array.isArray(found)) throw refusedFile(found.reason);
  const own = found.find((der) => {
    const x509 = readCertificate(der)?.x509;
    return x509?.checkPrivateKey(privateKey);
  });
  const read = own && readCertificate(own);
  if (!own || !read) throw refusedFile('other-key');
  const certificatePem = describeCertificate(read).pem;
  const { came } = await tryLogin(rehearser, { certificatePem, privateKey }, wsfe.id);
  const { environment } = ctx.workspace;
  return {
    secret: { ...secret, certificatePem },
    state: withObservations({ ...state, step: 'authorise' }, [
      { assumption: 'certificate-request.accepted', came: sanitise(request) || 'accepted' },
      { assumption: `${environment}-portal.order`, came: sanitise(order) || 'the order of the wizard' },
      ...seenLabels(ctx, 'certificate', labels),
      ...observeCertificate(rehearser, { der: own, isPem: certificate.includes('-----BEGIN') }),
      { assumption: 'login-faults.not-authorised', came },
    ]),
  };
}

const refusedFile = (reason: string) =>
  new AltaError('validation', `This is not the certificate of this request: ${reason}.`, {
    fields: { certificate: `This is not the certificate of this request (${reason}).` },
  });

const credentialsOf = ({ privateKey, certificatePem = '' }: RehearsalSecret): Credentials => ({
  certificatePem,
  privateKey: privateKeyOf(Buffer.from(privateKey, 'base64')),
});

/** The person has authorized the certificate. From now on the time is measured until the authority knows of it. */
async function noteAuthorisation(
  ctx: Context,
  { state, secret }: Progress,
  { labels, order, minutes }: Input<'authorise'>,
): Promise<Progress> {
  const { environment } = ctx.workspace;
  const before = state.observations.find(({ assumption }) => assumption === `${environment}-portal.order`);
  const observations: Observation[] = [
    ...seenLabels(ctx, 'authorise', labels),
    { assumption: `${environment}-portal.wait`, came: `${minutes} minutes` },
    ...(order || !before
      ? [{ assumption: `${environment}-portal.order`, came: sanitise(order) || 'the order of the wizard' }]
      : []),
  ];
  const noted = withObservations({ ...state, authorisedAt: new Date().toISOString() }, observations);
  return logIn(ctx, { state: noted, secret });
}

/** Logs in. Refused because the authorization is not known yet, it is tried again when the person asks for it. */
async function logIn(ctx: Context, { state, secret }: Progress): Promise<Progress> {
  const rehearser = rehearserOf(ctx, state);
  const credentials = credentialsOf(secret);
  const { login, came, seen } = await tryLogin(rehearser, credentials, wsfe.id);
  if (login.kind !== 'granted') return { secret, state: { ...state, step: 'wait', refusal: came } };
  const { authorisedAt, refusal: _, ...rest } = state;
  const waited = (Date.now() - Date.parse(authorisedAt ?? '')) / minuteMs;
  const { came: second } = await tryLogin(rehearser, credentials, wsfe.id);
  const { ticket } = login;
  const { observations, pointsOfSale } = await observeInvoicing(rehearser, callerOf(ctx, state.cuit, ticket));
  const usable = pointsOfSale.find(({ usable }) => usable)?.number;
  const pointOfSale = usable ?? (ctx.workspace.environment === 'sandbox' ? 1 : undefined);
  const noted = withObservations({ ...rest, step: 'invoice' }, [
    { assumption: 'propagation.minutes', came: `${Math.round(waited)} minutes` },
    ...observeTicket(rehearser, ticket, seen),
    { assumption: 're-login-window.second-login', came: second },
    ...observations,
  ]);
  const next: Progress = {
    secret: { ...secret, ticket: { token: ticket.token, sign: ticket.sign } },
    state: { ...noted, ...(pointOfSale ? { pointOfSale } : {}) },
  };
  return pointOfSale ? next : finish(ctx, next);
}

const callerOf = (ctx: Context, cuit: string, ticket: Pick<AccessTicket, 'token' | 'sign'>) => ({
  ...addressOf(wsfe, ctx.workspace.environment),
  ticket,
  cuit,
});

/** Issues one invoice of one peso. In live it is a real one, so the person has to type what is about to happen. */
async function issueOnePeso(
  ctx: Context,
  { state, secret }: Progress,
  confirmation: string,
): Promise<Progress> {
  const { cuit, pointOfSale } = state;
  const isLive = ctx.workspace.environment === 'live';
  if (isLive && confirmation.trim() !== liveConfirmation(cuit)) {
    throw new AltaError('validation', 'The sentence is not the one that is asked for.', {
      fields: { confirmation: 'The sentence is not the one that is asked for.' },
    });
  }
  if (!secret.ticket || !pointOfSale) return finish(ctx, { state, secret });
  const { observations, issued } = await observeInvoice(
    rehearserOf(ctx, state),
    callerOf(ctx, cuit, secret.ticket),
    pointOfSale,
  );
  const noted = withObservations(state, observations);
  if (!issued) return finish(ctx, { state: noted, secret });
  const { number, cae, request } = issued;
  const qrUrl = invoiceQrUrl({ cuit, number, cae, sale: saleOf(request) });
  return { secret, state: { ...noted, step: 'qr', qrUrl } };
}

/** Asks the register, and ends. What was not reached is noted as such. */
async function finish(
  ctx: Context,
  { state, secret }: Progress,
  last: Observation[] = [],
): Promise<Progress> {
  const rehearser = rehearserOf(ctx, state);
  const register = secret.ticket
    ? await observeRegister(rehearser, credentialsOf(secret))
    : { observations: [{ assumption: 'taxpayers-register.answer', came: notTried('no login') }] };
  const { qrUrl: _, pointOfSale: __, ...rest } = state;
  return { secret, state: withObservations({ ...rest, step: 'done' }, [...last, ...register.observations]) };
}
