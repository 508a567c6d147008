import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '#lib/accounts/api-keys.ts';
import { createInvitation } from '#lib/accounts/invitations.ts';
import { audit } from '#lib/audit.ts';
import { database } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { type MailKind, mails } from '#lib/database/tables/mails.ts';
import { delegations, registrationLinks, registrations } from '#lib/database/tables/registrations.ts';
import { type NewMail, queueMail } from '#lib/mail/mails.ts';
import { sendQueuedMail } from '#lib/mail-worker.ts';
import { chooseDigest } from '#lib/notices.ts';
import { overdue } from '#lib/queue-repair.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { startWorkers } from '#lib/workers.ts';
import { eventually } from '#tests/support/api-client.ts';
import { onNewDatabase } from '#tests/support/databases.ts';
import { newIssued } from '#tests/support/issued-entry.ts';
import { newPerson } from '#tests/support/person.ts';
import { filedMailsAbout } from '#tests/support/queued-mails.ts';
import { newRegistered } from '#tests/support/registered.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newSupplier, newWorkspace } from '#tests/support/workspace.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'alta-mails-'));
process.env.DATA_DIR = dataDir;
process.env.SMTP_URL = '';
afterAll(() => rmSync(dataDir, { recursive: true }));

const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

/** A mail of each kind, with all that it is about. */
const scenes: { [Kind in MailKind]: (kind: Kind) => Promise<NewMail<Kind>> } = {
  asked: ofLink,
  invitation: ofLink,
  reminder: ofLink,
  completed: ofRegistration,
  'point-found': ofRegistration,
  async unproved(kind) {
    const mail = await ofRegistration(kind);
    const given = { proofGivenUpAt: now };
    await database().update(registrations).set(given).where(eq(registrations.id, mail.subject));
    return mail;
  },
  async 'wrong-cuit'(kind) {
    const ctx = await newWorkspace('live');
    const { entryId } = await newRegistration(ctx);
    const { id: subject, supplier } = await fetchRegistration(ctx, entryId);
    const cuitAnswer = {
      answer: 'wrong',
      ...supplier,
      nameAtAuthority: null,
      at: now.toISOString(),
    } as const;
    await database().update(registrations).set({ cuitAnswer }).where(eq(registrations.id, subject));
    return { kind, workspace: ctx.workspace, subject, key: `${kind}/${subject}`, data: {} };
  },
  async expiry(kind) {
    const { workspace, certificateId } = await registered();
    const told = { expiryToldDays: 30 };
    await database().update(certificates).set(told).where(eq(certificates.id, certificateId));
    return { kind, workspace, subject: certificateId, data: { days: 30 } };
  },
  async 'delegate-at-risk'(kind) {
    const { ctx, workspace, entryId: delegateEntryId, certificateId } = await registered();
    const { id: entryId } = await newSupplier(ctx);
    const delegation = { entryId, delegateEntryId, delegateCuit: '30712345671', claimedAt: now };
    const { id: workspaceId, environment } = workspace;
    await database()
      .insert(delegations)
      .values({ ...delegation, workspaceId, environment });
    return { kind, workspace, subject: certificateId, data: { risk: 'expiring' } };
  },
  async invoice(kind) {
    const ctx = await newWorkspace();
    const { id: subject } = await newIssued(ctx);
    const data = { sender: 'supplier', link: true, by: 'request' } as const;
    const to = `${randomUUID()}@correo.example`;
    return { kind, workspace: ctx.workspace, subject, key: `invoice/${subject}/1`, to, data };
  },
  async account(kind) {
    const { id } = await newPerson();
    const from = { address: '192.0.2.7', userAgent: 'a test' };
    return { kind, workspace: null, subject: id, data: { notice: 'new-login', from } };
  },
  async 'password-reset'(kind) {
    const { email } = await newPerson();
    return { kind, workspace: null, subject: randomUUID(), to: email, data: { locale: 'es-AR' } };
  },
  async 'member-invitation'(kind) {
    const ctx = await newWorkspace();
    const { id } = await newPerson({ ctx, role: 'owner' });
    const invited = await createInvitation(
      { ...ctx, actor: { kind: 'user', id, role: 'owner' } },
      { role: 'operator' },
    );
    const to = `${randomUUID()}@correo.example`;
    return { kind, workspace: ctx.workspace, subject: invited.id, to, data: { locale: 'es-AR' } };
  },
  async 'key-expiry'(kind) {
    const ctx = await newWorkspace();
    const { id: userId } = await newPerson({ ctx, role: 'owner' });
    const { id } = await createApiKey(ctx, { name: 'ERP', expiresAt: inDays(10) });
    return { kind, workspace: ctx.workspace, subject: id, data: { userId } };
  },
  async digest(kind) {
    const ctx = await newWorkspace();
    const { id } = await newPerson({ ctx, role: 'owner' });
    await chooseDigest({ ...ctx, actor: { kind: 'user', id, role: 'owner' } }, 'es-AR');
    const fault = { code: 'rejected', params: {} };
    await database().transaction((tx) =>
      audit(tx, ctx, 'job.failed', { kind: 'job', id: randomUUID() }, { fault }),
    );
    const data = { since: inDays(-1).toISOString(), until: inDays(1).toISOString() };
    return { kind, workspace: ctx.workspace, subject: id, data };
  },
};
const kinds = Object.keys(scenes) as MailKind[];

async function ofLink<Kind extends 'asked' | 'invitation' | 'reminder'>(kind: Kind) {
  const ctx = await newWorkspace();
  await newRegistration(ctx);
  const ofWorkspace = eq(registrationLinks.workspaceId, ctx.workspace.id);
  const [link] = await database().select().from(registrationLinks).where(ofWorkspace);
  const to = `${randomUUID()}@correo.example`;
  return { kind, workspace: ctx.workspace, subject: link?.id ?? '', to, data: {} };
}

async function ofRegistration<Kind extends 'completed' | 'point-found' | 'unproved'>(kind: Kind) {
  const { workspace, registrationId: subject } = await registered();
  return { kind, workspace, subject, key: `${kind}/${subject}`, data: {} };
}

/** A supplier with an address, whose registration was completed. */
async function registered() {
  const ctx = await newWorkspace();
  const entryId = await newRegistered(ctx, { notAfter: inDays(30) });
  const [registration] = await database()
    .update(registrations)
    .set({ noticeEmail: 'ana@tornillo.example' })
    .where(eq(registrations.entryId, entryId))
    .returning();
  const [certificate] = await database().select().from(certificates).where(eq(certificates.entryId, entryId));
  return {
    ctx,
    workspace: ctx.workspace,
    entryId,
    registrationId: registration?.id ?? '',
    certificateId: certificate?.id ?? '',
  };
}

const put = <Kind extends MailKind>(mail: NewMail<Kind>, at = now) =>
  database().transaction((tx) => queueMail(tx, mail, at));

const sceneOf = <Kind extends MailKind>(kind: Kind): Promise<NewMail<Kind>> => scenes[kind](kind);

async function queued(kind: MailKind) {
  const mail = await sceneOf(kind);
  return { mail, id: (await put(mail)) ?? '' };
}

const rowOf = async (id: string) => (await database().select().from(mails).where(eq(mails.id, id)))[0];

const overdueIn = async (minutes: number) =>
  (await overdue('mail', new Date(Date.now() + minutes * 60_000))).map(({ payload }) => payload.mailId);

const forgetEntries = () => database().execute(`delete from pgboss.job where name like 'mail.%'`);

onNewDatabase('a queued mail', () => {
  describe.each(kinds)('of the kind %s', (kind) => {
    test('is composed, sent and recorded', async () => {
      const { id, mail } = await queued(kind);
      await sendQueuedMail({ mailId: id }, now);
      expect(await rowOf(id)).toMatchObject({ kind, sentAt: now, refusedAt: null });
      // Each reset and each invitation has a message id of its own.
      if (kind === 'password-reset' || kind === 'member-invitation') return;
      const [filed] = await filedMailsAbout(dataDir, mail.subject, kind);
      expect(filed?.headers.get('to')).toContain('@');
      expect(filed?.text.length).toBeGreaterThan(100);
    });

    test('is neither sent nor retried when its subject is gone', async () => {
      const mail = { ...(await sceneOf(kind)), subject: randomUUID() };
      const gone = kind === 'password-reset' ? { ...mail, to: `${randomUUID()}@example.com` } : mail;
      const id = (await put(gone)) ?? '';
      await sendQueuedMail({ mailId: id }, now);
      expect((await rowOf(id))?.sentAt ?? null).toBeNull();
      expect(await filedMailsAbout(dataDir, mail.subject)).toEqual([]);
      await forgetEntries();
      expect(await overdueIn(1)).not.toContain(id);
    });
  });

  test('is sent once, also when it is queued repeatedly and several workers have it', async () => {
    const mail = await sceneOf('completed');
    const id = (await put(mail)) ?? '';
    expect(await put(mail)).toBeUndefined();
    await sendQueuedMail({ mailId: id });
    expect(await put(mail)).toBeUndefined();
    await Promise.all([1, 2, 3].map(() => sendQueuedMail({ mailId: id })));
    expect(await database().$count(mails, eq(mails.subject, mail.subject))).toBe(1);
    expect(await filedMailsAbout(dataDir, mail.subject)).toHaveLength(1);
  });

  test('does not exist when its transaction fails', async () => {
    const mail = await sceneOf('account');
    const failing = database().transaction(async (tx) => {
      await queueMail(tx, mail);
      throw new Error('it failed');
    });
    await expect(failing).rejects.toThrow('it failed');
    expect(await database().$count(mails, eq(mails.subject, mail.subject))).toBe(0);
  });

  test('is sent again under the same message id after a process died before recording it', async () => {
    const { id, mail } = await queued('account');
    await sendQueuedMail({ mailId: id });
    const [first] = await filedMailsAbout(dataDir, mail.subject);
    await database().update(mails).set({ sentAt: null }).where(eq(mails.id, id));
    await forgetEntries();
    expect(await overdueIn(1)).toContain(id);
    await sendQueuedMail({ mailId: id });
    const [second, ...more] = await filedMailsAbout(dataDir, mail.subject);
    expect(second?.headers.get('message-id')).toBe(first?.headers.get('message-id'));
    expect(more).toEqual([]);
    expect(await overdueIn(1)).not.toContain(id);
  });

  test('for a later time is overdue after that, and not before', async () => {
    const due = new Date(Date.now() + 10 * 60_000);
    const id = (await put({ ...(await sceneOf('account')), due })) ?? '';
    expect(await overdueIn(20)).not.toContain(id);
    await forgetEntries();
    expect(await overdueIn(9)).not.toContain(id);
    expect(await overdueIn(11)).toContain(id);
  });

  test('without its queue entry is sent by the workers', async () => {
    const id = (await put(await sceneOf('account'), new Date(Date.now() - 2 * 60_000))) ?? '';
    await forgetEntries();
    onTestFinished(await startWorkers());
    await eventually(
      () => rowOf(id),
      (row) => row?.sentAt instanceof Date,
    );
  });
});
