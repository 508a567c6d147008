import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Environment, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { company, newHolder, otherCompany } from './applicant.ts';
import { login } from './wsaa-client.ts';
import { authXml, callWsfe } from './wsfe-client.ts';

// Of whom and to whom the authority authorizes nothing, by what its register says of both.

const monotributo = '30097000006';
const exempt = '30091000004';
const inNoRegime = '30098000018';
const inactive = '30092000008';
const withComplaint = '20094000018';
const withoutElectronicAddress = '20093000006';
const nobody = '30099000003';
const small = '30090000108';
const large = '30090000116';
const limited = '30090000124';

let simulator: RunningSimulator;
const tickets = {} as Record<Environment, { token: string; sign: string }>;

beforeAll(async () => {
  simulator = await startSimulator();
  const represented = [company, monotributo, exempt, inNoRegime, inactive, withComplaint, small];
  const holder = await newHolder(simulator, 'sandbox', {
    represented: [...represented, withoutElectronicAddress],
  });
  tickets.sandbox = await login(simulator, 'sandbox', holder);
});
afterAll(() => simulator.stop());

const today = new Date()
  .toLocaleDateString('sv', { timeZone: 'America/Argentina/Buenos_Aires' })
  .replaceAll('-', '');

interface Sent {
  issuer?: string;
  type?: number;
  environment?: Environment;
  pointOfSale?: number;
  receiver?: string | number;
  net?: number;
  currency?: string;
  rate?: number;
}

const classOf = (type: number) =>
  [11, 12, 13, 15].includes(type) ? 'C' : [6, 7, 8, 9].includes(type) ? 'B' : 'A';
let series = 0;
const newSeries = () => {
  series += 1;
  return series;
};

/** Each the first of a series of its own, where the point of sale is not what it is about. */
async function send({
  issuer = company,
  type = 1,
  environment = 'sandbox',
  pointOfSale = newSeries(),
  receiver = otherCompany,
  net = 100,
  currency = 'PES',
  rate = 1,
}: Sent) {
  const letter = classOf(type);
  const vat = letter === 'C' ? 0 : net * 0.21;
  const note = [2, 3, 7, 8, 12, 13].includes(type)
    ? `<CbtesAsoc><CbteAsoc><Tipo>${{ A: 1, B: 6, C: 11 }[letter]}</Tipo><PtoVta>1</PtoVta><Nro>1</Nro></CbteAsoc></CbtesAsoc>`
    : '';
  const detail =
    `<Concepto>1</Concepto><DocTipo>80</DocTipo><DocNro>${receiver}</DocNro><CbteDesde>1</CbteDesde>` +
    `<CbteHasta>1</CbteHasta><CbteFch>${today}</CbteFch><ImpTotal>${(net + vat).toFixed(2)}</ImpTotal>` +
    `<ImpTotConc>0</ImpTotConc><ImpNeto>${net}</ImpNeto><ImpOpEx>0</ImpOpEx><ImpTrib>0</ImpTrib>` +
    `<ImpIVA>${vat.toFixed(2)}</ImpIVA><MonId>${currency}</MonId><MonCotiz>${rate}</MonCotiz>` +
    `<CondicionIVAReceptorId>${letter === 'B' ? 4 : 1}</CondicionIVAReceptorId>${note}` +
    (vat
      ? `<Iva><AlicIva><Id>5</Id><BaseImp>${net}</BaseImp><Importe>${vat.toFixed(2)}</Importe></AlicIva></Iva>`
      : '');
  const { text } = await callWsfe(
    simulator,
    environment,
    'FECAESolicitar',
    `${authXml({ ...tickets[environment], cuit: issuer })}<FeCAEReq><FeCabReq><CantReg>1</CantReg>` +
      `<PtoVta>${pointOfSale}</PtoVta><CbteTipo>${type}</CbteTipo></FeCabReq><FeDetReq><FECAEDetRequest>` +
      `${detail}</FECAEDetRequest></FeDetReq></FeCAEReq>`,
  );
  return {
    verdict: /<Resultado>(\w)</.exec(text)?.[1],
    codes: [...text.matchAll(/<Code>(\d+)</g)].map(([, code]) => Number(code)),
    text,
  };
}

describe('the issuer’s VAT status', () => {
  test.each<[string, Sent, string]>([
    ['class A of a monotributo', { issuer: monotributo }, 'RESPONSABLE INSCRIPTO'],
    ['class B of an exempt company', { issuer: exempt, type: 6, receiver: exempt }, 'RESPONSABLE INSCRIPTO'],
    ['class A of who is in no regime', { issuer: inNoRegime }, 'RESPONSABLE INSCRIPTO'],
    ['class C of a registered company', { type: 11 }, 'EXENTO EN IVA'],
    ['a credit note of class C of a registered company', { type: 13 }, 'EXENTO EN IVA'],
    ['an issuer whose key is not active', { issuer: inactive }, 'FORMA ACTIVA'],
    ['an issuer with a complaint about its address', { issuer: withComplaint }, 'CON EL DOMICILIO FISCAL'],
    [
      'an issuer without its electronic address',
      { issuer: withoutElectronicAddress },
      'DOMICILIO FISCAL ELECTRONICO',
    ],
  ])('%s is refused whole with 10000', async (_, sent, words) => {
    const { codes, text } = await send(sent);
    expect(codes).toContain(10000);
    expect(text).toContain(words);
    expect(text).not.toContain('<FeDetResp>');
  });

  test.each<[string, Sent]>([
    ['class A of a registered company', {}],
    ['class C of a monotributo', { issuer: monotributo, type: 11 }],
    ['class C of an exempt company', { issuer: exempt, type: 11 }],
  ])('%s is authorized', async (_, sent) => {
    expect(await send(sent)).toMatchObject({ verdict: 'A' });
  });

  test('follows the point of sale created last, unless the register has one', async () => {
    const [first, second] = ['33123456780', '34000000010'];
    const holder = await newHolder(simulator, 'live', { represented: [first, second] });
    tickets.live = await login(simulator, 'live', holder);
    await simulator.addPointOfSale({ cuit: first, number: 7, system: 'MONOTRIBUTO' });
    await simulator.addPointOfSale({ cuit: second, number: 7, system: 'EXENTO' });
    await simulator.addPointOfSale({ cuit: second, number: 8, system: 'RECE' });
    const live = { environment: 'live', pointOfSale: 7 } as const;
    expect(await send({ ...live, issuer: first, type: 11 })).toMatchObject({ verdict: 'A' });
    expect(await send({ ...live, issuer: first })).toMatchObject({ codes: [10000, 10005] });
    expect(await send({ ...live, issuer: second, pointOfSale: 8 })).toMatchObject({ verdict: 'A' });
    expect(await send({ ...live, issuer: second })).toMatchObject({ codes: [10005] });
    await simulator.addTaxpayer('live', { cuit: first, vat_status: 'exempt' });
    expect(await send({ ...live, issuer: first, type: 13 })).toMatchObject({ verdict: 'R', codes: [10096] });
  });

  test('is refused for a cause set by a script, for the types that it concerns', async () => {
    await simulator.control.issuer('sandbox', company, '04');
    expect(await send({})).toMatchObject({ codes: [10000] });
    expect(await send({ type: 6, receiver: exempt })).toMatchObject({ verdict: 'A' });
    await simulator.control.issuer('sandbox', company, null);
  });
});

describe('the receiver', () => {
  test.each<[string, string | number, number]>([
    ['that is not active', inactive, 10247],
    ['whose key was cancelled', withoutElectronicAddress, 10247],
    ['with a wrong check digit', '30712345670', 10247],
    ['limited by Seguridad Social', limited, 10248],
    ['with a number that is no CUIT', 28456789, 10284],
  ])('%s gets no invoice and no debit note', async (_, receiver, code) => {
    for (const type of [1, 2]) {
      const { verdict, codes } = await send({ type, receiver });
      expect([verdict, codes]).toEqual(['R', expect.arrayContaining([code])]);
    }
    const credit = await send({ type: 3, receiver });
    expect([credit.verdict, credit.codes.includes(code)]).toEqual([code === 10284 ? 'R' : 'A', true]);
  });

  test('with an unknown CUIT gets an observation in class A, and a refusal in class B', async () => {
    expect(await send({ receiver: nobody })).toMatchObject({ verdict: 'A', codes: [10238] });
    expect(await send({ type: 6, receiver: nobody })).toMatchObject({ verdict: 'R', codes: [10015] });
  });
});

describe('an ordinary invoice of a MiPyME to a large company', () => {
  /** With their VAT 5,549,862.23 and 5,549,861.02. */
  const [enough, tooLittle] = [4_586_663, 4_586_662];

  test.each([1, 4])(
    'of type %i is refused with 10192 from 5,549,862 pesos on, and observed below',
    async (type) => {
      const sent = { issuer: small, receiver: large, type };
      expect(await send({ ...sent, net: enough })).toMatchObject({ verdict: 'R', codes: [10192] });
      expect(await send({ ...sent, net: tooLittle })).toMatchObject({ verdict: 'A', codes: [10188] });
    },
  );

  test('in dollars counts by its rate', async () => {
    const sent = { issuer: small, receiver: large, currency: 'DOL', rate: 1450 };
    expect(await send({ ...sent, net: 3_163.3 })).toMatchObject({ verdict: 'R', codes: [10192] });
    expect(await send({ ...sent, net: 3_163 })).toMatchObject({ verdict: 'A', codes: [10188] });
  });

  test('needs both categories, and is no note', async () => {
    expect(await send({ issuer: small, net: enough })).toMatchObject({ verdict: 'A', codes: [] });
    expect(await send({ receiver: large, net: enough })).toMatchObject({ verdict: 'A', codes: [] });
    const { codes } = await send({ issuer: small, receiver: large, type: 3, net: enough });
    expect(codes).not.toContain(10192);
  });

  test('is one between companies set in the register', async () => {
    await simulator.addTaxpayer('sandbox', { cuit: company, size: 'MIPYME' });
    await simulator.addTaxpayer('sandbox', { cuit: otherCompany, size: 'GRANDE' });
    expect(await send({ net: enough })).toMatchObject({ verdict: 'R', codes: [10192] });
    for (const cuit of [company, otherCompany]) await simulator.addTaxpayer('sandbox', { cuit });
  });
});

test.each([
  [1451, 'A', []],
  [1451.01, 'R', [10240]],
  [1600, 'R', [10240]],
  [5000, 'R', [10240]],
  [6000, 'R', [10119, 10240]],
])('a dollar at %d, with an official rate of 1450, is answered with %s', async (rate, verdict, codes) => {
  expect(await send({ currency: 'DOL', rate })).toMatchObject({ verdict, codes });
});
