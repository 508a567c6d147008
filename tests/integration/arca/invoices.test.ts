import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isSameSale, type ServiceCaller } from '#lib/arca/invoicing.ts';
import { endpointOf, wsfe } from '#lib/arca/services.ts';
import { findInvoice, readLastNumber, saleOf } from '#lib/arca/wsfe.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { company, newHolder, otherCompany } from '#tests/integration/simulator/applicant.ts';
import { login } from '#tests/integration/simulator/wsaa-client.ts';
import { authoriseOne } from '#tests/support/authorise-one.ts';
import { type FaultPlan, simulatorOfWorker } from '#tests/support/simulator.ts';

const simulator = await simulatorOfWorker();
const callers = {} as Record<Environment, ServiceCaller>;
/** Who issues class C; `company` is registered for VAT. */
const monotributo = '30097000006';
/** Each test has a point of sale of its own, and so a series that nobody else numbers. */
let pointOfSale = 0;

beforeAll(async () => {
  for (const environment of ['sandbox', 'live'] as const) {
    const holder = await newHolder(simulator, environment, { represented: [company, monotributo] });
    const { token, sign } = await login(simulator, environment, holder);
    const endpoint = endpointOf(wsfe, environment, {
      sandboxUrl: `${simulator.url}/sandbox`,
      liveUrl: `${simulator.url}/live`,
    });
    callers[environment] = { endpoint, ticket: { token, sign }, cuit: company, timeoutMs: 5_000 };
  }
});
beforeEach(async () => {
  await simulator.control.reset();
  pointOfSale += 1;
});

const today = (days = 0) =>
  new Date(Date.now() + days * 86_400_000)
    .toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' })
    .replaceAll('-', '');

const invoice = (changes: Partial<AuthorityAmounts> = {}): AuthorityAmounts => ({
  PtoVta: pointOfSale,
  CbteTipo: 6,
  Concepto: 1,
  DocTipo: 99,
  DocNro: '0',
  CbteFch: today(),
  ImpTotal: '121.00',
  ImpTotConc: '0.00',
  ImpNeto: '100.00',
  ImpOpEx: '0.00',
  ImpTrib: '0.00',
  ImpIVA: '21.00',
  MonId: 'PES',
  MonCotiz: '1',
  CondicionIVAReceptorId: 5,
  Iva: [{ Id: 5, BaseImp: '100.00', Importe: '21.00' }],
  ...changes,
});
const authorise = (request: AuthorityAmounts, number: number, caller = callers.sandbox) =>
  authoriseOne(caller, request, number);
const last = (caller = callers.sandbox, documentType = 6) =>
  readLastNumber(caller, { pointOfSale, documentType });
const find = (number: number, caller = callers.sandbox) =>
  findInvoice(caller, { pointOfSale, documentType: 6, number });
const plan = (kind: FaultPlan['kind'], more: Partial<FaultPlan> = {}) =>
  simulator.control.faults({ environment: 'sandbox', target: 'wsfe', kind, ...more });
const codes = (outcome: Awaited<ReturnType<typeof authorise>>) =>
  outcome.kind === 'rejected' ? outcome.reasons.map(({ code }) => code) : outcome;

describe('an invoice', () => {
  it('is authorized under the next number, and found under it', async () => {
    expect(await last()).toEqual({ kind: 'last', number: 0 });
    expect(await find(1)).toEqual({ kind: 'missing' });
    const outcome = await authorise(invoice(), 1);
    expect(outcome).toMatchObject({ kind: 'authorised', observations: [] });
    if (outcome.kind !== 'authorised') return;
    expect(outcome.cae).toMatch(/^\d{14}$/);
    expect(outcome.caeExpiry.replaceAll('-', '')).toBe(today(10));
    expect(await last()).toEqual({ kind: 'last', number: 1 });
    const found = await find(1);
    expect(found).toMatchObject({ kind: 'found', invoice: { number: 1, cae: outcome.cae, total: '121' } });
    if (found.kind !== 'found') return;
    expect(isSameSale(found.invoice, saleOf(invoice()))).toBe(true);
    expect(isSameSale(found.invoice, saleOf(invoice({ ImpTotal: '121.01' })))).toBe(false);
    expect((await simulator.control.stats()).sandbox.caes).toBe(1);
  });

  it('has its own numbers for each point of sale, type and environment', async () => {
    await simulator.addPointOfSale({ cuit: company, number: pointOfSale, system: 'RECE' });
    expect(await authorise(invoice(), 1)).toMatchObject({ kind: 'authorised' });
    expect(await last(callers.sandbox, 11)).toEqual({ kind: 'last', number: 0 });
    expect(await last(callers.live)).toEqual({ kind: 'last', number: 0 });
    expect(await authorise(invoice(), 1, callers.live)).toMatchObject({ kind: 'authorised' });
  });

  it('may be authorized with observations', async () => {
    const request = invoice({ CbteTipo: 1, DocTipo: 80, DocNro: otherCompany, CondicionIVAReceptorId: 6 });
    const observations = [{ code: 10217 }];
    expect(await authorise(request, 1)).toMatchObject({ kind: 'authorised', observations });
  });

  it('of services, in dollars, with other taxes, is authorized, as is its credit note', async () => {
    const request = invoice({
      CbteTipo: 1,
      Concepto: 2,
      DocTipo: 80,
      DocNro: otherCompany,
      CondicionIVAReceptorId: 1,
      FchServDesde: today(-30),
      FchServHasta: today(-1),
      FchVtoPago: today(10),
      MonId: 'DOL',
      MonCotiz: '1447.123456',
      CanMisMonExt: 'N',
      ImpTotal: '124.00',
      ImpTrib: '3.00',
      Tributos: [{ Id: 99, Desc: 'Tasa <municipal>', BaseImp: '100.00', Alic: '3.00', Importe: '3.00' }],
    });
    expect(await authorise(request, 1)).toMatchObject({ kind: 'authorised' });
    const found = await findInvoice(callers.sandbox, { pointOfSale, documentType: 1, number: 1 });
    expect(found.kind === 'found' && isSameSale(found.invoice, saleOf(request))).toBe(true);
    const corrected = [{ Tipo: 1, PtoVta: pointOfSale, Nro: 1, Cuit: company }];
    const note = { ...request, CbteTipo: 3, CbtesAsoc: corrected };
    expect(await authorise(note, 1)).toMatchObject({ kind: 'authorised', observations: [] });
  });
});

const [net, tax] = ['10000000', '2100000'];
const rates = [{ Id: 5, BaseImp: net, Importe: tax }];
const large = { ImpTotal: '12100000', ImpNeto: net, ImpIVA: tax, Iva: rates };

describe('a rejection', () => {
  it.each<[string, number, Partial<AuthorityAmounts>]>([
    ['the sums', 10048, { ImpTotal: '130.00' }],
    ['VAT without rates', 10018, { Iva: [] }],
    ['VAT that its base does not give', 10051, { Iva: [{ Id: 4, BaseImp: '100.00', Importe: '21.00' }] }],
    ['the date of goods', 10016, { CbteFch: today(-6) }],
    ['a missing VAT status', 10246, { CondicionIVAReceptorId: 0 }],
    ['a VAT status of another class', 10243, { CondicionIVAReceptorId: 1 }],
    ['class A without a CUIT', 10013, { CbteTipo: 1, CondicionIVAReceptorId: 1 }],
    ['the receiver of a large amount', 10015, large],
    ['services without dates', 10049, { Concepto: 2 }],
    ['a note that corrects nothing', 10197, { CbteTipo: 8 }],
    ['pesos at a rate', 10039, { MonCotiz: '2' }],
    ['an invoice to oneself', 10069, { DocTipo: 80, DocNro: company }],
    ['the document type', 10007, { CbteTipo: 19 }],
  ])('for %s is %d and takes no number', async (_, code, changes) => {
    expect(codes(await authorise(invoice(changes), 1))).toContain(code);
    expect(await authorise(invoice(), 1)).toMatchObject({ kind: 'authorised' });
  });

  it('for VAT in class C is 10071', async () => {
    const request = invoice({ CbteTipo: 11, ImpTotal: '100.00', ImpIVA: '0.00' });
    const issuer = { ...callers.sandbox, cuit: monotributo };
    expect(codes(await authorise(request, 1, issuer))).toEqual([10071]);
  });

  it.each([0, 1, 3])('for number %d instead of 2 is 10016', async (number) => {
    await authorise(invoice(), 1);
    expect(codes(await authorise(invoice(), number))).toContain(10016);
    expect(await last()).toEqual({ kind: 'last', number: 1 });
  });

  it('for a date before the series’ last is 10016', async () => {
    await authorise(invoice(), 1);
    expect(codes(await authorise(invoice({ CbteFch: today(-1) }), 2))).toEqual([10016]);
  });

  it('for the issuer’s own state is 10000', async () => {
    await simulator.control.issuer('sandbox', company, '11');
    expect(await authorise(invoice(), 1)).toMatchObject({
      kind: 'rejected',
      reasons: [{ code: 10000, message: expect.stringContaining('DOMICILIO FISCAL ELECTRONICO') }],
    });
  });

  it('for an unregistered point of sale in live has the code of its verb', async () => {
    expect(codes(await authorise(invoice(), 1, callers.live))).toEqual([10005]);
    expect(await last(callers.live)).toMatchObject({ kind: 'refused', code: 11002 });
    expect(await find(1, callers.live)).toMatchObject({ kind: 'refused', code: 10104 });
  });

  it('for a missing VAT status is only an observation in live until December 2026', async () => {
    await simulator.addPointOfSale({ cuit: company, number: pointOfSale, system: 'RECE' });
    const outcome = await authorise(invoice({ CondicionIVAReceptorId: 0 }), 1, callers.live);
    expect(outcome).toMatchObject(
      today() < '20261201'
        ? { kind: 'authorised', observations: [{ code: 10245 }] }
        : { kind: 'rejected', reasons: [{ code: 10246 }] },
    );
  });
});

describe('the three verbs', () => {
  const verbs: [string, (caller: ServiceCaller) => Promise<{ kind: string }>][] = [
    ['the last number', (caller) => last(caller)],
    ['authorising', (caller) => authorise(invoice(), 1, caller)],
    ['finding', (caller) => find(1, caller)],
  ];

  const mistakes: [string, () => Partial<ServiceCaller>, string][] = [
    ['a CUIT that is not represented', () => ({ cuit: otherCompany }), 'cuit-not-represented'],
    ['a ticket of the other environment', () => ({ ticket: callers.live.ticket }), 'ticket-refused'],
    ['an empty ticket', () => ({ ticket: { token: '', sign: '' } }), 'ticket-refused'],
  ];
  it.each(mistakes)('recognize %s', async (_, mistake, kind) => {
    for (const [name, verb] of verbs) {
      const { kind: told } = await verb({ ...callers.sandbox, ...mistake() });
      expect([name, told]).toEqual([name, kind]);
    }
  });

  it.each<[FaultPlan['kind'], string, Partial<FaultPlan>]>([
    ['reset', 'reset', {}],
    ['lost-answer', 'reset', {}],
    ['html', 'not-soap', {}],
    ['http-503', 'http', {}],
    ['truncated', 'truncated', {}],
    ['truncated', 'truncated', { ending: 'broken' }],
    ['fault', 'fault', {}],
    ['timeout', 'timeout', {}],
    ['slow', 'timeout', { delay_ms: 60_000 }],
  ])('leave the outcome unknown after %s (%s)', async (kind, cause, more) => {
    const caller = { ...callers.sandbox, timeoutMs: 1_000 };
    for (const [, verb] of verbs) {
      await plan(kind, more);
      expect(await verb(caller)).toMatchObject({ kind: 'unavailable', cause, outcomeUnknown: true });
    }
  });
});

describe('an answer that was lost', () => {
  it('is found later, and the same request again is refused', async () => {
    await plan('lost-answer', { operation: 'FECAESolicitar' });
    expect(await last()).toEqual({ kind: 'last', number: 0 });
    expect(await authorise(invoice(), 1)).toMatchObject({ kind: 'unavailable', outcomeUnknown: true });
    const found = await find(1);
    expect(found.kind === 'found' && isSameSale(found.invoice, saleOf(invoice()))).toBe(true);
    expect(codes(await authorise(invoice(), 1))).toEqual([10016]);
    const [voucher, ...others] = (await simulator.control.vouchers('sandbox', company)).filter(
      ({ point_of_sale }) => point_of_sale === pointOfSale,
    );
    expect(others).toEqual([]);
    expect(found.kind === 'found' && found.invoice.cae).toBe(voucher?.cae);
  });
});

describe('two requests of one series at a time', () => {
  it('end in one authorization and one 502 with an unknown outcome', async () => {
    await simulator.control.processing(400);
    const outcomes = await Promise.all([authorise(invoice(), 1), authorise(invoice(), 1)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['authorised', 'unavailable']);
    const lost = { cause: 'transaction-active', outcomeUnknown: true };
    expect(outcomes.find(({ kind }) => kind === 'unavailable')).toMatchObject(lost);
    expect(await last()).toEqual({ kind: 'last', number: 1 });
  });
});
