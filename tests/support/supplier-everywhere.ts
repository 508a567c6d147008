import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { audit } from '#lib/audit.ts';
import { createBatch, stopBatch } from '#lib/batches/batches.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { batchRows } from '#lib/database/tables/batches.ts';
import { unclaimedVouchers } from '#lib/database/tables/invoices.ts';
import { mails } from '#lib/database/tables/mails.ts';
import {
  delegations,
  pointsOfSale,
  registrationLinks,
  registrations,
} from '#lib/database/tables/registrations.ts';
import { entryMeta } from '#lib/database/tables/silo.ts';
import { webhookDeliveries } from '#lib/database/tables/webhooks.ts';
import { intentEvents, intents, jobs } from '#lib/database/tables/workflows.ts';
import { changeEntry } from '#lib/silo/change-entry.ts';
import { attachFile } from '#lib/silo/files.ts';
import { setState } from '#lib/silo/states.ts';
import { storeTaxpayer } from '#lib/taxpayers.ts';
import { createEndpoint, EndpointInput } from '#lib/webhooks/endpoints.ts';
import { publishEvent } from '#lib/webhooks/outbox.ts';
import { sendAt } from '../integration/invoices/scene.ts';
import { newIssuer } from './issuer.ts';
import { newCuit } from './new-cuit.ts';
import type { RunningSimulator } from './simulator.ts';
import { newSupplier } from './workspace.ts';

/** A supplier with personal data in every place that takes some. Each text is in one place only. */
export async function newSupplierEverywhere(simulator: RunningSimulator) {
  const cuit = newCuit('30');
  const issuer = await newIssuer(simulator, cuit);
  const { ctx, supplierId: id, registrationJobId: job } = issuer;
  const canaries = {} as Record<string, string>;
  const canary = (place: string) => {
    // Distinct from the secrets of workflows, which a test looks for in all rows: these are stored in clear.
    canaries[place] = `person-${randomUUID()}`;
    return canaries[place];
  };
  const db = database();
  const invoice = await issuer.submit({
    customer: { name: canary('customer'), tax_id: { country: 'AR', code: newCuit('30') } },
  });
  await sendAt({ cuit }, 0);
  const draft = await issuer.write({ notes: [{ text: canary('draft') }] });
  await changeEntry(ctx, id, {
    mode: 'merge',
    data: {
      name: `Taller ${canary('name')}`,
      alias: canary('alias'),
      addresses: [{ street: canary('street') }],
      emails: [{ addr: `${canary('email')}@rio.example` }],
      telephones: [{ num: canary('telephone') }],
      people: [{ name: canary('person') }],
    },
  });
  await setState(ctx, id, { key: 'processing', notes: canary('note') });
  await db.transaction((tx) =>
    attachFile(tx, ctx, {
      entryId: id,
      name: `${canary('file name')}.txt`,
      category: 'attachment',
      mime: 'text/plain',
      description: canary('file description'),
      content: Buffer.from(canary('file')),
    }),
  );
  const meta = { entryId: id, workspaceId: ctx.workspace.id, src: 'erp', key: 'note' };
  await db.insert(entryMeta).values({ ...meta, value: { note: canary('meta') } });
  const ofSupplier = eq(registrations.entryId, id);
  const rejection = {
    reason: 'other-key',
    detail: { holder: canary('rejection') },
    at: new Date().toISOString(),
  };
  await db
    .update(registrations)
    .set({
      noticeEmail: canary('notice email'),
      namesAtAuthority: { '30712345671': canary('name at the authority') },
      cuitAnswer: {
        answer: 'wrong',
        cuit: '30712345671',
        name: canary('name in question'),
        nameAtAuthority: canary('name in answer'),
        at: new Date().toISOString(),
      },
      rating: 'hard',
      ratingComment: canary('comment'),
      ratedAt: new Date(),
      lastRejection: { ...rejection, checks: [] } as never,
    })
    .where(ofSupplier);
  const [registration] = await db.select().from(registrations).where(ofSupplier);
  const [link] = await db
    .update(registrationLinks)
    .set({
      holderName: canary('helper'),
      holderEmail: canary('helper email'),
      holderWhatsapp: canary('helper whatsapp'),
      voice: 'client',
      place: canary('place'),
    })
    .where(eq(registrationLinks.registrationId, registration?.id ?? ''))
    .returning();
  await db.insert(mails).values({
    id: uuidv7(),
    workspaceId: ctx.workspace.id,
    kind: 'asked',
    subject: link?.id ?? '',
    to: canary('mailed to'),
    reason: canary('bounce'),
    refusedAt: new Date(),
  });
  await db.insert(mails).values({
    id: uuidv7(),
    workspaceId: ctx.workspace.id,
    kind: 'invoice',
    subject: invoice.entryId,
    to: canary('invoice mailed to'),
    data: { sender: 'supplier', link: false, by: 'workflow' },
    sentAt: new Date(),
  });
  await db.transaction(async (tx) => {
    const ofLink = { kind: 'link', id: link?.id ?? '' } as const;
    await audit(tx, ctx, 'link.handed-over', ofLink, { holder: canary('helper on record') });
    const fault = { code: 'rejected', params: { own: canary('fault on record') } };
    await audit(tx, ctx, 'job.failed', { kind: 'job', id: job }, { fault });
    await audit(tx, ctx, 'job.step-skipped', { kind: 'job', id: job }, { reason: canary('reason') });
  });
  const delegate = await newSupplier(ctx);
  await db.insert(delegations).values({
    entryId: id,
    workspaceId: ctx.workspace.id,
    environment: 'sandbox',
    delegateEntryId: delegate.id,
    delegateCuit: canary('delegate'),
    claimedAt: new Date(),
  });
  await db.insert(pointsOfSale).values({
    entryId: id,
    number: 77,
    service: 'wsfe',
    system: canary('point of sale'),
    blocked: false,
    usable: true,
    readAt: new Date(),
  });
  const taxpayer = { cuit, name: canary('taxpayer'), kind: 'company', remarks: [] } as const;
  await storeTaxpayer(ctx, cuit, { taxpayer: { ...taxpayer, remarks: [] }, readAt: new Date() });
  const seen = { environment: 'sandbox', cuit, pointOfSale: 3, documentType: 1, number: 9_000 } as const;
  await db
    .insert(unclaimedVouchers)
    .values({ ...seen, voucher: { note: canary('voucher') } as never, processedAt: new Date() });
  await fillJob(job, canary);
  await fillBatch(ctx, { id, cuit }, canary);
  await fillDeliveries(ctx, id, canary);
  return { ctx, id, cuit, canaries, invoice, draft: draft.id, issuer, job };
}

async function fillJob(job: string, canary: (place: string) => string): Promise<void> {
  const faults = [{ code: 'rejected', params: { own: canary('fault of a job') } }] as never;
  await database()
    .update(jobs)
    .set({ key: canary('key of a job'), args: { who: canary('argument') }, tags: [canary('tag')], faults })
    .where(eq(jobs.id, job));
  const [intent] = await database().select().from(intents).where(eq(intents.jobId, job)).limit(1);
  const said = { status: 'RUN', code: 'x', params: { own: canary('event') } } as const;
  await database()
    .insert(intentEvents)
    .values({ ...said, intentId: intent?.id ?? '', index: 900 });
}

async function fillBatch(
  ctx: Context,
  { id, cuit }: { id: string; cuit: string },
  canary: (place: string) => string,
): Promise<void> {
  const data = { name: canary('row'), tax_id: { country: 'AR', code: cuit } };
  const batch = await createBatch(ctx, {
    operation: 'create-entry',
    rows: [{ key: canary('key of a row'), data: { folder: 'suppliers', data } }],
  });
  await stopBatch(ctx, batch.id);
  await database()
    .update(batchRows)
    .set({ status: 'done', madeId: id, endedAt: new Date() })
    .where(eq(batchRows.batchId, batch.id));
}

async function fillDeliveries(
  ctx: Context,
  entryId: string,
  canary: (place: string) => string,
): Promise<void> {
  await createEndpoint(ctx, EndpointInput.parse({ url: 'https://erp.example/hook', events: ['*'] }));
  await database().transaction((tx) =>
    publishEvent(tx, ctx, 'registration.certificate_rejected', {
      entryId,
      data: { registration_id: entryId, intent: 'register', reason: canary('message') },
    }),
  );
  const answer = { answer: 'said', status: 500, said: canary('word of a receiver') } as const;
  await database()
    .update(webhookDeliveries)
    .set({ lastAnswer: answer })
    .where(eq(webhookDeliveries.entryId, entryId));
}
