import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { simulatorPortalOf } from '#lib/arca/portal.ts';
import { post } from '#lib/arca/transport.ts';
import { audit } from '#lib/audit.ts';
import { checkUpload } from '#lib/certificates/checks.ts';
import { activeCertificate, type CertificateRow } from '#lib/certificates/store.ts';
import { configuredTrustBundle } from '#lib/certificates/trust-bundle.ts';
import { type Context, inTransaction } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { workspaces } from '#lib/database/tables/accounts.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { AltaError } from '#lib/errors.ts';
import { requirePermission } from '#lib/roles.ts';
import { dayMs, minuteMs } from '#lib/time.ts';
import { createCertificateRequest } from '#lib/x509/certificate-request.ts';
import { createKeyPair } from '#lib/x509/key-pair.ts';
import { claimDelegation, delegateOf, verifyDelegation } from './delegation.ts';
import { noticeDays, notifyExpiringCertificate } from './expiry.ts';
import { fetchRegistration } from './find.ts';
import { awaitProof, requestProof } from './prove.ts';
import { receiveCertificate } from './receive-certificate.ts';
import { isAwaitingAnswer, noteProgress, type Registration } from './registration.ts';

/** Rejections that can be produced with a real certificate, or by leaving out its authorization. */
const simulatedRejections = [
  'other-key',
  'expired',
  'not-yet-valid',
  'certificate-request',
  'not-a-certificate',
  'not-authorised',
] as const;

const entryId = z.uuid();

/** Events that can be played for a supplier, or for the authority, in a sandbox whose authority is the simulator. */
export const Simulation = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('certificate-issued'), silo_entry_id: entryId }),
  z.strictObject({
    event: z.literal('certificate-rejected'),
    silo_entry_id: entryId,
    reason: z.enum(simulatedRejections).default('other-key'),
  }),
  z.strictObject({ event: z.literal('certificate-expiring'), silo_entry_id: entryId }),
  z.strictObject({ event: z.literal('delegation-accepted'), silo_entry_id: entryId }),
  z.strictObject({
    event: z.literal('authority-down'),
    seconds: z.int().min(0).max(300).default(60).describe('0 ends it.'),
  }),
]);
export type Simulation = z.infer<typeof Simulation>;

export const simulatedEvents = Simulation.options.map(({ shape }) => shape.event.value);

/** Person who acts in the simulator's portal. The sandbox's portal asks for no proof of who represents whom. */
const person = '20123456786';

const proofWaitMs = 10_000;

/**
 * Plays one event through the verbs of the wizard: the simulator acts as the authority, and the checks are the real
 * ones. No transaction may be open, because the simulator is called.
 * @returns the end of the outage, for `authority-down`
 * @throws AltaError `conflict` `not-simulated`, and those of the verbs
 */
export async function simulate(
  ctx: Context,
  simulation: Simulation,
  now = new Date(),
): Promise<{ downUntil?: Date }> {
  requirePermission(ctx, 'registrations:write');
  const portal = simulatorPortalOf(ctx.workspace.environment);
  if (ctx.workspace.environment !== 'sandbox' || !portal) throw notSimulated();
  switch (simulation.event) {
    case 'certificate-issued':
      await issueCertificate(ctx, portal, simulation.silo_entry_id);
      return {};
    case 'certificate-rejected':
      await rejectCertificate(ctx, portal, simulation.silo_entry_id, simulation.reason, now);
      return {};
    case 'certificate-expiring':
      await expireCertificate(ctx, portal, simulation.silo_entry_id, now);
      return {};
    case 'delegation-accepted':
      await acceptDelegation(ctx, portal, simulation.silo_entry_id);
      return {};
    case 'authority-down':
      return { downUntil: await takeAuthorityDown(ctx, simulation.seconds, now) };
  }
}

const notSimulated = () =>
  new AltaError(
    'conflict',
    'Only a sandbox workspace of an installation that uses the simulator of the authority can simulate events. Run the demo, or have the operator set ARCA_SANDBOX_URL.',
    { code: 'not-simulated' },
  );

/** @throws AltaError `not-found`; `conflict` `completed` or `revoked` */
async function fetchToCertify(ctx: Context, id: string): Promise<Registration> {
  const registration = await fetchRegistration(ctx, id);
  const { state } = registration;
  if (state === 'completed' || state === 'revoked') {
    throw new AltaError('conflict', 'The supplier is not waiting for a certificate.', { code: state });
  }
  return registration;
}

async function issueCertificate(ctx: Context, portal: string, id: string): Promise<void> {
  const registration = await fetchToCertify(ctx, id);
  const holder = await holderOf(ctx, registration);
  const certificate = await issued(portal, { ...holder, csr: registration.request.csr });
  for (const service of registration.services)
    await authorise(portal, { ...holder, represented_cuit: registration.supplier.cuit, service });
  await receiveCertificate(ctx, registration, Buffer.from(certificate));
  await confirm(ctx, id);
}

/** Does what «Ya lo autoricé» does in the wizard: a login shows whether the certificate is authorized. */
async function confirm(ctx: Context, id: string): Promise<void> {
  const received = await fetchRegistration(ctx, id);
  await inTransaction(ctx, async (tx) => {
    await requestProof({ ...ctx, tx }, received);
    await noteProgress({ ...ctx, tx }, received, 'authorisationClaimedAt');
  });
  await awaitProof(ctx, received, proofWaitMs);
}

async function rejectCertificate(
  ctx: Context,
  portal: string,
  id: string,
  reason: (typeof simulatedRejections)[number],
  now: Date,
): Promise<void> {
  const registration = await fetchToCertify(ctx, id);
  const holder = await holderOf(ctx, registration);
  const { csr } = registration.request;
  const at = (days: number) => new Date(now.getTime() + days * dayMs).toISOString();
  const receive = (upload: string) => receiveCertificate(ctx, registration, Buffer.from(upload));
  switch (reason) {
    case 'other-key':
      await receive(await issued(portal, { ...holder, csr: await otherRequest(registration) }));
      return;
    case 'expired':
      await receive(await issued(portal, { ...holder, csr, not_before: at(-731), not_after: at(-1) }));
      return;
    case 'not-yet-valid':
      await receive(await issued(portal, { ...holder, csr, not_before: at(1), not_after: at(731) }));
      return;
    case 'certificate-request':
      await receive(csr);
      return;
    case 'not-a-certificate':
      await receive('This is not a certificate.');
      return;
    case 'not-authorised':
      if (registration.intent === 'renew') throw alreadyAuthorised();
      await receive(await issued(portal, { ...holder, csr }));
      await confirm(ctx, id);
  }
}

const alreadyAuthorised = () =>
  new AltaError('validation', 'The alias of a renewal is authorized already.', {
    fields: { reason: 'can not be not-authorised for a renewal' },
  });

/** A request by a key that is none of the registration's. */
async function otherRequest({ supplier, request }: Registration): Promise<string> {
  const { privateKeyPkcs8 } = await createKeyPair();
  const { name: organisation, cuit } = supplier;
  const csr = createCertificateRequest({
    privateKey: privateKeyPkcs8,
    alias: request.alias,
    organisation,
    cuit,
  });
  privateKeyPkcs8.fill(0);
  return csr;
}

/**
 * Replaces the certificate by one of the same key that ends on the day of its next notice: 60, 30, 14, 7 or 1 days
 * from now, and sends that notice.
 */
async function expireCertificate(ctx: Context, portal: string, id: string, now: Date): Promise<void> {
  const { supplier, environment } = await fetchRegistration(ctx, id);
  const active = await activeCertificate(ctx, id);
  if (!active) {
    throw new AltaError('conflict', 'The supplier has no certificate: simulate certificate-issued first.', {
      code: 'not-registered',
    });
  }
  const told = active.expiryToldDays ?? Number.POSITIVE_INFINITY;
  const days = noticeDays.find((notice) => notice > 0 && notice < told) ?? noticeDays[0];
  const notAfter = new Date(now.getTime() + days * dayMs - minuteMs);
  const upload = await issued(portal, {
    ...holderOfCertificate(active),
    csr: active.csr,
    not_after: notAfter.toISOString(),
  });
  const trustBundle = await configuredTrustBundle();
  const { cuit } = supplier;
  const checked = checkUpload(Buffer.from(upload), { environment, cuit, keys: [active], trustBundle, now });
  if (checked.kind === 'refused')
    throw new Error(`The simulator's certificate is refused: ${checked.reason}.`);
  const { pem, alias, fingerprint, ...described } = checked.certificate;
  await database().transaction(async (tx) => {
    await tx
      .update(certificates)
      .set({
        certificate: pem,
        certificateAlias: alias,
        fingerprint,
        issuer: described.issuer,
        notBefore: described.notBefore,
        notAfter: described.notAfter,
        expiryToldDays: null,
      })
      .where(eq(certificates.id, active.id));
    const subject = { kind: 'registration', id: active.registrationId } as const;
    await audit(tx, ctx, 'registration.certificate-received', subject, { alias, fingerprint });
  });
  await notifyExpiringCertificate(active.id, now);
}

async function acceptDelegation(ctx: Context, portal: string, id: string): Promise<void> {
  const registration = await fetchRegistration(ctx, id);
  if (registration.mode === 'certificate') {
    throw new AltaError(
      'conflict',
      'The registration is by the supplier’s own certificate, not by delegation.',
      {
        code: 'not-by-delegation',
      },
    );
  }
  if (registration.state === 'completed') {
    throw new AltaError('conflict', 'The registration is complete: its delegation was accepted before.', {
      code: 'completed',
    });
  }
  const delegate = await delegateOf(ctx);
  if (!delegate?.certificate) {
    throw new AltaError('conflict', 'The workspace has no delegate with a certificate.', {
      code: 'no-delegate',
    });
  }
  const { delegation, services, supplier } = registration;
  // Claimed first, which refuses a supplier that may not delegate before anything is authorized.
  if (!delegation || !isAwaitingAnswer(delegation)) await claimDelegation(ctx, registration);
  const holder = holderOfCertificate(delegate.certificate);
  // The authority would give the delegate no ticket with the new relation until its re-login window ends.
  for (const service of services)
    await authorise(portal, { ...holder, represented_cuit: supplier.cuit, service, ends_login_wait: true });
  for (let attempt = 1; attempt <= verifications; attempt++) {
    const { answer } = await verifyDelegation(ctx, id, new Date(), 0);
    if (answer !== 'unknown') return;
    // The check that the claim has queued may hold the shared ticket for a moment.
    await setTimeout(verificationPauseMs);
  }
}

const verifications = 5;
const verificationPauseMs = 500;

/** Logins of this workspace's certificates fail until then. @returns the end of the outage */
async function takeAuthorityDown(ctx: Context, seconds: number, now: Date): Promise<Date> {
  const until = new Date(now.getTime() + seconds * 1_000);
  await inTransaction(ctx, async (tx) => {
    await tx.update(workspaces).set({ authorityDownUntil: until }).where(eq(workspaces.id, ctx.workspace.id));
    const detail = { fields: ['authority_down_until'] };
    await audit(tx, ctx, 'workspace.changed', { kind: 'workspace', id: ctx.workspace.id }, detail);
  });
  return until;
}

interface Holder {
  cuit: string;
  alias: string;
}

/** Holder of the certificate to issue. A renewal keeps the one of the certificate that it replaces. */
async function holderOf(ctx: Context, { entryId: id, intent, request }: Registration): Promise<Holder> {
  const active = intent === 'renew' ? await activeCertificate(ctx, id) : undefined;
  return { cuit: active?.holderCuit ?? person, alias: request.alias };
}

const holderOfCertificate = ({ holderCuit, certificateAlias, alias }: CertificateRow): Holder => ({
  cuit: holderCuit ?? person,
  alias: certificateAlias ?? alias,
});

/** Has the simulator issue a certificate, also for an alias that exists. @returns it in PEM */
async function issued(
  portal: string,
  application: Holder & { csr: string; not_before?: string; not_after?: string },
): Promise<string> {
  const first = await ask(portal, 'certificates', application);
  const { status, body } =
    first.status === 409
      ? await ask(portal, 'certificates', { ...application, adding_to_alias: true })
      : first;
  const { certificate } = z.object({ certificate: z.string() }).parse(requireOk({ status, body }));
  return certificate;
}

async function authorise(
  portal: string,
  relation: Holder & { represented_cuit: string; service: string; ends_login_wait?: true },
): Promise<void> {
  requireOk(await ask(portal, 'authorizations', relation));
}

interface PortalAnswer {
  status: number;
  body: Buffer;
}

function requireOk({ status, body }: PortalAnswer): unknown {
  if (status === 201) return JSON.parse(body.toString());
  throw new Error(`The simulator answered ${status}: ${body.toString().slice(0, 200)}`);
}

async function ask(portal: string, resource: string, input: object): Promise<PortalAnswer> {
  const answer = await post({
    url: `${portal}/api/${resource}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    timeoutMs: 10_000,
  });
  if (answer.kind === 'failed')
    throw new AltaError('unavailable', 'The simulator of the authority does not respond.');
  return answer;
}
