import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { forgetTicket, obtainTicket } from '#lib/certificates/access-ticket.ts';
import { type CertificateRow, destroyKeys, unactivatedKeyPairs } from '#lib/certificates/store.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { accessTickets } from '#lib/database/tables/certificates.ts';
import { findByEntry } from '#lib/registrations/find.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const person = '27123456780';
const hourMs = 3_600_000;
const simulator = await simulatorOfWorker();

onDatabase('the access ticket of a certificate', () => {
  afterEach(() => simulator.control.reset());

  async function certified(): Promise<{ row: CertificateRow; alias: string; ctx: Context }> {
    const ctx = await newWorkspace();
    const { entryId } = await newRegistration(ctx);
    const registration = await findByEntry(ctx, entryId);
    if (!registration) throw new Error('no registration');
    const { alias, csr } = registration.request;
    const { certificate } = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr });
    await receiveCertificate(ctx, registration, Buffer.from(certificate));
    const [row] = await unactivatedKeyPairs(ctx, registration.id);
    if (!row) throw new Error('no key pair');
    return { row, alias, ctx };
  }
  const authorise = (alias: string, represented_cuit = supplierCuit) =>
    simulator.authorise('sandbox', { cuit: person, alias, represented_cuit });
  const destroy = (ctx: Context, { entryId }: CertificateRow) =>
    database().transaction((tx) => destroyKeys(tx, ctx, entryId, new Date()));
  const ticketsOf = ({ id }: CertificateRow) =>
    database().select().from(accessTickets).where(eq(accessTickets.certificateId, id));
  const logins = async () => (await simulator.control.stats()).sandbox.logins;

  test('is requested once and then shared', async () => {
    const { row, alias } = await certified();
    await authorise(alias);
    const before = await logins();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => obtainTicket(row, 'wsfe')));
    // Who comes late finds the ticket there already.
    expect(['granted', 'busy']).toEqual(expect.arrayContaining(outcomes.map(({ kind }) => kind)));
    expect((await obtainTicket(row, 'wsfe')).kind).toBe('granted');
    expect((await logins()) - before).toBe(1);
  });

  test('is replaced once after the authority refused it, for any number of refused calls', async () => {
    const { row, alias } = await certified();
    await authorise(alias);
    const first = await obtainTicket(row, 'wsfe');
    if (first.kind !== 'granted') throw new Error('no ticket');
    // From here on the authority gives another.
    await simulator.control.reset();
    await forgetTicket(row, 'wsfe', first.ticket.generatedAt);
    const second = await obtainTicket(row, 'wsfe');
    expect(second.kind).toBe('granted');
    const before = await logins();
    // A call by the first one comes back late.
    await forgetTicket(row, 'wsfe', first.ticket.generatedAt);
    expect(await obtainTicket(row, 'wsfe')).toEqual(second);
    expect((await logins()) - before).toBe(0);
  });

  test('is renewed shortly before its end, and not earlier', async () => {
    const { row, alias } = await certified();
    await authorise(alias);
    await obtainTicket(row, 'wsfe');
    const before = await logins();
    await obtainTicket(row, 'wsfe', { now: new Date(Date.now() + 11 * hourMs) });
    expect((await logins()) - before).toBe(0);
    // It lives for twelve hours.
    await simulator.control.clock(11.9 * 3_600);
    const renewed = await obtainTicket(row, 'wsfe', { now: new Date(Date.now() + 11.9 * hourMs) });
    // The authority's clock is hours ahead of ours: it refuses, and says so as a matter of clocks.
    expect(renewed).toMatchObject({ kind: 'unavailable', cause: 'clock' });
  });

  test('without the CUIT stays in use until the authority gives a new one', async () => {
    const { row, alias } = await certified();
    await authorise(alias, '33693450239');
    await obtainTicket(row, 'wsfe');
    await authorise(alias);
    const held = await obtainTicket(row, 'wsfe', { mustRepresent: supplierCuit });
    expect(held).toMatchObject({ kind: 'granted', ticket: { relations: ['33693450239'] } });
    await simulator.control.reset();
    const fresh = await obtainTicket(row, 'wsfe', { mustRepresent: supplierCuit });
    expect(fresh.kind === 'granted' && fresh.ticket.relations).toContain(supplierCuit);
  });

  // Cause: who had read the certificate before its keys were destroyed made the ticket's row anew.
  test('is deleted with its key, and not requested again by a holder of the certificate', async () => {
    const { row, alias, ctx } = await certified();
    await authorise(alias);
    await destroy(ctx, row);
    await expect(obtainTicket(row, 'wsfe')).rejects.toMatchObject({ code: 'key-destroyed' });
    expect(await ticketsOf(row)).toEqual([]);
  });

  test('is deleted with its key, also during a request', async () => {
    const { row, alias, ctx } = await certified();
    await authorise(alias);
    await Promise.allSettled([obtainTicket(row, 'wsfe'), destroy(ctx, row), obtainTicket(row, 'wsfe')]);
    expect(await ticketsOf(row)).toEqual([]);
  });

  test('is sealed in its row', async () => {
    const { row, alias } = await certified();
    await authorise(alias);
    const outcome = await obtainTicket(row, 'wsfe');
    const [stored] = await database()
      .select()
      .from(accessTickets)
      .where(eq(accessTickets.certificateId, row.id));
    const token = outcome.kind === 'granted' ? outcome.ticket.token : '';
    expect(token.length).toBeGreaterThan(100);
    expect(JSON.stringify(stored)).not.toContain(token.slice(0, 40));
    expect(stored).toMatchObject({ leaseHolder: null, leaseUntil: null });
  });

  test('is requested again after the lease of a dead process has ended', async () => {
    const { row, alias } = await certified();
    await authorise(alias);
    const leaseUntil = new Date(Date.now() + 60_000);
    await database()
      .insert(accessTickets)
      .values({ certificateId: row.id, service: 'wsfe', leaseHolder: row.id, leaseUntil });
    expect((await obtainTicket(row, 'wsfe')).kind).toBe('busy');
    const later = new Date(Date.now() + 61_000);
    expect((await obtainTicket(row, 'wsfe', { now: later })).kind).toBe('granted');
  });
});
