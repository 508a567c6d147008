import { expect, test } from 'vitest';
import { lastLogin } from '#lib/certificates/access-ticket.ts';
import { changeAppSettings } from '#lib/registrations/app-settings.ts';
import { findTaxpayer } from '#lib/taxpayers.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newAsker, newDelegate } from '#tests/support/delegate.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { type FaultPlan, simulatorOfWorker } from '#tests/support/simulator.ts';

const simulator = await simulatorOfWorker({ timeoutSeconds: 1 });
const service = 'ws_sr_constancia_inscripcion';
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);

const asked = async () => (await simulator.control.stats()).sandbox.padron_requests;
const logins = async () => {
  const { logins: granted, refused_logins } = (await simulator.control.stats()).sandbox;
  return granted + refused_logins;
};
const fault = (kind: FaultPlan['kind'], more: Partial<FaultPlan> = {}): Promise<void> =>
  simulator.control.faults({ environment: 'sandbox', target: 'padron', kind, count: 1, ...more });

onDatabase('a taxpayer looked up at the authority', () => {
  test('is read with the delegate’s certificate', async () => {
    const { ctx } = await newAsker(simulator);
    const cuit = newCuit('27');
    const told = { name: 'Ana Inés Beltrán', address: 'Mitre 77', vat_status: 'exempt' as const };
    await simulator.addTaxpayer('sandbox', { cuit, ...told });
    const now = new Date();
    expect(await findTaxpayer(ctx, cuit, { now })).toMatchObject({
      kind: 'found',
      taxpayer: {
        cuit,
        name: 'Beltrán Ana Inés',
        kind: 'person',
        state: 'active',
        vat: { status: 'exempt', evidence: 'tax-32' },
        address: { street: 'Mitre 77' },
        remarks: [],
        readAt: now,
      },
    });
  });

  test.each([
    ['a company', '30987654321', { kind: 'company', vat: { status: 'registered', evidence: 'tax-30' } }],
    ['a company in the Monotributo', '30097000006', { kind: 'company', state: 'active' }],
    ['told of by its faults alone', '20093000006', { kind: 'person', state: 'inactive' }],
    ['at fault in something', '20094000018', { remarks: expect.arrayContaining(['Domicilio Incompleto']) }],
    ['of a name with an ñ', '27096000001', { name: expect.stringMatching(/^PEÑA /) }],
  ])('can be %s', async (_, cuit, expected) => {
    const { ctx } = await newAsker(simulator);
    expect(await findTaxpayer(ctx, cuit)).toMatchObject({ kind: 'found', taxpayer: { cuit, ...expected } });
  });

  test.each([
    ['in no regime', '30098000018', 'vat'],
    ['inactive', '30092000008', 'vat'],
    ['at fault in something', '20094000018', 'vat'],
    ['without an address', '30095000009', 'address'],
  ])('that is %s has less data', async (_, cuit, missing) => {
    const { ctx } = await newAsker(simulator);
    const lookup = await findTaxpayer(ctx, cuit);
    expect(lookup.kind === 'found' && Object.keys(lookup.taxpayer)).not.toContain(missing);
  });

  test('can be missing', async () => {
    const { ctx } = await newAsker(simulator);
    expect((await findTaxpayer(ctx, '30099000003')).kind).toBe('none');
  });

  test('is read from the authority once in seven days', async () => {
    const { ctx } = await newAsker(simulator);
    const cuit = newCuit('30');
    const before = await asked();
    const first = await findTaxpayer(ctx, cuit, { now: inHours(-169) });
    expect(await findTaxpayer(ctx, cuit, { now: inHours(-2) })).toEqual(first);
    expect((await asked()) - before).toBe(1);
    const now = new Date();
    expect(await findTaxpayer(ctx, cuit, { now })).toMatchObject({ taxpayer: { readAt: now } });
    expect((await asked()) - before).toBe(2);
  });

  test('is read separately for each workspace', async () => {
    const [one, other] = [await newAsker(simulator), await newAsker(simulator)];
    const cuit = newCuit('30');
    const before = await asked();
    for (const { ctx } of [one, other, one, other]) await findTaxpayer(ctx, cuit);
    expect((await asked()) - before).toBe(2);
  });
});

onDatabase('a register without an answer', () => {
  test.each<[string, () => Promise<void>]>([
    ['is away', () => fault('http-503')],
    ['is silent', () => fault('timeout')],
    ['breaks off', () => fault('truncated')],
    ['shows a page', () => fault('html')],
    ['has failed', () => fault('fault', { code: 'java.lang.NullPointerException' })],
  ])('%s: the look-up reports it, and uses the earlier reading', async (_, happens) => {
    const { ctx } = await newAsker(simulator);
    const cuit = newCuit('30');
    const first = await findTaxpayer(ctx, cuit, { now: inHours(-200) });
    expect(first.kind).toBe('found');
    await happens();
    expect(await findTaxpayer(ctx, cuit)).toEqual(first);
    await happens();
    const unread = await findTaxpayer(ctx, newCuit('30'));
    expect(unread).toMatchObject({ kind: 'unavailable', retryAfterSeconds: expect.any(Number) });
    expect(await findTaxpayer(ctx, cuit)).toMatchObject({ taxpayer: { cuit } });
  });

  test('is not asked for a minute after a failed login', async () => {
    const { ctx } = await newAsker(simulator);
    await fault('http-503', { target: 'wsaa' });
    const cuit = newCuit('30');
    const now = new Date();
    expect((await findTaxpayer(ctx, cuit, { now })).kind).toBe('unavailable');
    expect(await findTaxpayer(ctx, cuit, { now })).toMatchObject({
      kind: 'unavailable',
      cause: 'failed-just-now',
    });
    expect((await findTaxpayer(ctx, cuit, { now: inHours(0.02) })).kind).toBe('found');
  });

  test('does not cost the ticket: the next look-up renews it, but not each time', async () => {
    const { ctx, certificate } = await newAsker(simulator);
    await findTaxpayer(ctx, newCuit('30'));
    const before = await logins();
    const refuse = () => fault('fault', { code: 'Token malformado' });
    await refuse();
    expect((await findTaxpayer(ctx, newCuit('30'))).kind).toBe('unavailable');
    expect((await findTaxpayer(ctx, newCuit('30'))).kind).toBe('found');
    expect((await logins()) - before).toBe(0);
    await refuse();
    const now = inHours(0.5);
    expect((await findTaxpayer(ctx, newCuit('30'), { now })).kind).toBe('unavailable');
    // The authority gives no second ticket while the first one lives.
    expect(await findTaxpayer(ctx, newCuit('30'), { now })).toMatchObject({ cause: 'already-authenticated' });
    expect(await lastLogin(certificate, service)).toMatchObject({ outcome: 'already-authenticated' });
  });
});

onDatabase('a delegate without access to the register', () => {
  test('gets the reason, without a login for each look-up', async () => {
    const { ctx, authorise } = await newDelegate(simulator);
    const before = await logins();
    const refused = { kind: 'not-authorised', reason: 'service' };
    for (const cuit of [newCuit('30'), newCuit('30'), newCuit('27')]) {
      expect(await findTaxpayer(ctx, cuit)).toEqual(refused);
    }
    expect((await logins()) - before).toBe(1);
    await authorise();
    expect(await findTaxpayer(ctx, newCuit('30'), { now: inHours(0.15) })).toEqual(refused);
    expect((await findTaxpayer(ctx, newCuit('30'), { now: inHours(0.2) })).kind).toBe('found');
  });

  test('gets the same reason when only another CUIT is authorized', async () => {
    const { ctx, authorise } = await newDelegate(simulator);
    await authorise(newCuit('30'));
    expect(await findTaxpayer(ctx, newCuit('30'))).toEqual({ kind: 'not-authorised', reason: 'service' });
  });

  test('gets the reason when its certificate has ended, and when it is no longer named', async () => {
    const { ctx, certificate } = await newAsker(simulator);
    const cuit = newCuit('30');
    const ended = new Date((certificate.notAfter?.getTime() ?? 0) + 1);
    expect(await findTaxpayer(ctx, cuit, { now: ended })).toEqual({
      kind: 'not-authorised',
      reason: 'certificate',
    });
    await changeAppSettings(ctx, 'gov-ar', { delegate: null });
    expect(await findTaxpayer(ctx, cuit)).toEqual({ kind: 'not-authorised', reason: 'no-delegate' });
  });
});
