import { describe, expect, it } from 'vitest';
import { callWsfe, listPointsOfSale } from '#lib/arca/wsfe.ts';
import { answering, soap } from './server.ts';

const caller = (endpoint: string) => ({
  endpoint,
  ticket: { token: 'dG9rZW4=', sign: 'c2lnbg==' },
  cuit: '30712345671',
  timeoutMs: 5_000,
});

const answer = (operation: string, result: string) =>
  soap(
    `<${operation}Response xmlns="http://ar.gov.afip.dif.FEV1/">` +
      `<${operation}Result>${result}</${operation}Result></${operation}Response>`,
  );
const points = (result: string) => answer('FEParamGetPtosVenta', result);
const errors = (code: number, message: string) =>
  points(`<Errors><Err><Code>${code}</Code><Msg>${message}</Msg></Err></Errors>`);
const point = (number: number, system: string, blocked: string, closed: string) =>
  `<PtoVenta><Nro>${number}</Nro><EmisionTipo>${system}</EmisionTipo><Bloqueado>${blocked}</Bloqueado>` +
  `<FchBaja>${closed}</FchBaja></PtoVenta>`;

describe('the points of sale', () => {
  it('are listed with whether each can be used', async () => {
    const { url } = await answering(
      points(
        `<ResultGet>${point(1, 'CAE - Monotributo', 'N', 'NULL')}${point(2, 'CAE - Ri Iva', 'S', 'NULL')}` +
          `${point(3, 'CAE - Ri Iva', 'N', '20250131')}${point(4, 'CAEA - Ri Iva', 'N', 'NULL')}` +
          `${point(5, 'Comprobantes en línea', 'N', 'NULL')}</ResultGet>`,
      ),
    );
    const open = { service: 'wsfe', blocked: false, closedOn: undefined };
    expect(await listPointsOfSale(caller(url))).toEqual({
      kind: 'listed',
      pointsOfSale: [
        { number: 1, system: 'CAE - Monotributo', ...open, usable: true },
        { number: 2, system: 'CAE - Ri Iva', ...open, blocked: true, usable: false },
        { number: 3, system: 'CAE - Ri Iva', ...open, closedOn: '2025-01-31', usable: false },
        { number: 4, system: 'CAEA - Ri Iva', ...open, usable: false },
        { number: 5, system: 'Comprobantes en línea', ...open, usable: false },
      ],
    });
  });

  it('may be only one', async () => {
    const { url } = await answering(points(`<ResultGet>${point(7, 'CAE', 'N', 'NULL')}</ResultGet>`));
    expect(await listPointsOfSale(caller(url))).toMatchObject({
      pointsOfSale: [{ number: 7, usable: true }],
    });
  });

  it('may be none, which WSFE calls error 602', async () => {
    const { url } = await answering(errors(602, 'Sin Resultados: - Metodo FEParamGetPtosVenta'));
    expect(await listPointsOfSale(caller(url))).toEqual({ kind: 'listed', pointsOfSale: [] });
  });

  it('are requested in the company’s name', async () => {
    const { url, received } = await answering(points(''));
    await listPointsOfSale(caller(url));
    expect(received[0]).toContain(
      '<FEParamGetPtosVenta xmlns="http://ar.gov.afip.dif.FEV1/"><Auth><Token>dG9rZW4=</Token>' +
        '<Sign>c2lnbg==</Sign><Cuit>30712345671</Cuit></Auth></FEParamGetPtosVenta>',
    );
  });
});

describe('a WSFE error', () => {
  it.each([
    [
      600,
      'ValidacionDeToken: No aparecio CUIT en lista de relaciones: 30712345671',
      { kind: 'cuit-not-represented' },
    ],
    [
      600,
      'ValidacionDeToken: No apareció CUIT en lista de relaciones: 30712345671',
      { kind: 'cuit-not-represented' },
    ],
    [601, 'CUIT representada no incluida en token.', { kind: 'cuit-not-represented' }],
    [600, 'ValidacionDeToken: No valido token.', { kind: 'ticket-refused' }],
    [600, 'Parametro nulo o vacio (token)', { kind: 'ticket-refused' }],
    [
      600,
      'Error al verificar hash: VerificacionDeHash: No validó la firma digital.',
      { kind: 'ticket-refused' },
    ],
    [600, 'No valido Id Sistema: wsfe(Id Sistema de token es: wsfex)', { kind: 'ticket-refused' }],
    [600, 'No validaron las fechas del token. GenTime=1', { kind: 'ticket-refused' }],
    [500, 'Campo Auth no fue ingresado o esta mal formado.', { kind: 'refused', code: 500 }],
    [501, 'Error interno de base de datos', { kind: 'unavailable', cause: 'authority' }],
    [500, 'Error interno de aplicacion', { kind: 'unavailable', cause: 'authority', outcomeUnknown: true }],
    [502, 'Transaccion Activa', { kind: 'unavailable', cause: 'transaction-active', outcomeUnknown: true }],
    [11002, 'El punto de venta no se encuentra habilitado', { kind: 'refused', code: 11002 }],
  ])('with code %d and text %s has its own meaning', async (code, message, outcome) => {
    const { url } = await answering(errors(code, message));
    expect(await listPointsOfSale(caller(url))).toMatchObject(outcome);
  });

  it('outweighs the values beside it, so numbering never restarts at 1', async () => {
    const { url } = await answering(
      answer(
        'FECompUltimoAutorizado',
        '<PtoVta>1</PtoVta><CbteTipo>6</CbteTipo><CbteNro>0</CbteNro>' +
          '<Errors><Err><Code>600</Code><Msg>No valido token</Msg></Err></Errors>',
      ),
    );
    expect(await callWsfe('FECompUltimoAutorizado', caller(url))).toMatchObject({ kind: 'ticket-refused' });
  });

  it.each([
    ['soap:Client', 'defect'],
    ['soap:Server', 'unavailable'],
  ])('in a %s fault is reported as %s', async (code, kind) => {
    const { url } = await answering(
      soap(
        `<soap:Fault xmlns:soap="x"><faultcode>${code}</faultcode><faultstring>x</faultstring></soap:Fault>`,
      ),
      500,
    );
    expect(await listPointsOfSale(caller(url))).toMatchObject({ kind });
  });

  it.each([
    ['an answer to another question', soap('<FEDummyResponse/>'), 200],
    ['a page', '<html>en mantenimiento</html>', 200],
    ['a page with 500', '<html>Runtime Error</html>', 500],
  ])('in the form of %s has an unknown outcome', async (_, body, status) => {
    const { url } = await answering(body, status);
    expect(await listPointsOfSale(caller(url))).toMatchObject({ kind: 'unavailable', outcomeUnknown: true });
  });
});
