import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCreditInvoice, readObligation } from '#lib/arca/wsfecred.ts';
import { answering, fault, serve, soap } from './server.ts';

const namespace = 'http://ar.gob.afip.wsfecred/FECredService/';
const caller = (endpoint: string) => ({
  endpoint,
  ticket: { token: 'dG9r<', sign: 'c2ln' },
  cuit: '30987654321',
  timeoutMs: 5_000,
});
/** As Metro writes it, with its header, whose namespace differs from that of the body. */
const answerOf = (operation: string, content: string) =>
  soap(`<ns2:${operation}Response xmlns:ns2="${namespace}">${content}</ns2:${operation}Response>`).replace(
    '<soapenv:Body>',
    '<soapenv:Header><info xmlns="https://ar.gob.afip.wsfecred/FECredService/"><id>WS-2.1.6</id></info></soapenv:Header><soapenv:Body>',
  );
const masked = 'BL9727904321499 2026-10-02 15:07:35 500';
const message = (list: string, code: number, text: string) =>
  `<${list}><codigoDescripcion><codigo>${code}</codigo><descripcion>${text}</descripcion></codigoDescripcion></${list}>`;

const customer = { cuit: '30712345671', date: '2026-11-20' };
const obligation = (content: string) =>
  answerOf(
    'consultarMontoObligadoRecepcion',
    `<consultarMontoObligadoRecepcionReturn>${content}</consultarMontoObligadoRecepcionReturn>`,
  );
const askObligation = async (body: string, status = 200) =>
  readObligation(caller((await answering(body, status)).url), customer);

describe('the amount from which a company must receive credit invoices', () => {
  it('is asked with the ticket, and without a namespace on the elements within', async () => {
    const headers: (string | undefined)[] = [];
    const { url, received } = await serve((request, response) => {
      headers.push(String(request.headers.soapaction));
      response.end(obligation('<obligado>N</obligado>'));
    });
    await readObligation(caller(url), customer);
    expect(headers).toEqual([`"${namespace}consultarMontoObligadoRecepcion"`]);
    expect(received[0]).toContain(
      `<fec:consultarMontoObligadoRecepcionRequest xmlns:fec="${namespace}"><authRequest><token>dG9r&lt;</token>` +
        '<sign>c2ln</sign><cuitRepresentada>30987654321</cuitRepresentada></authRequest>' +
        '<cuitConsultada>30712345671</cuitConsultada><fechaEmision>2026-11-20</fechaEmision>',
    );
  });

  it.each([
    ['<obligado>S</obligado><montoDesde>5549862.00</montoDesde>', { isObliged: true, from: '5549862.00' }],
    ['<obligado>S</obligado>', { isObliged: true }],
    ['<obligado>S</obligado><montoDesde>-1</montoDesde>', { isObliged: true }],
    ['<obligado>N</obligado>', { isObliged: false }],
  ])('is read from %s', async (content, expected) => {
    expect(await askObligation(obligation(content))).toEqual({ kind: 'answered', ...expected });
  });

  it.each<[string, string, number, object]>([
    ['a masked fault', masked, 200, { cause: 'not-soap', detail: `a masked fault: ${masked}` }],
    ['a fault', fault('Receiver', '[wscommon_007] La firma no corresponde'), 500, { cause: 'fault' }],
    ['the page of the firewall', '<html><head><title></title>579</head></html>', 200, { cause: 'not-soap' }],
    ['no answer to the question', obligation(''), 200, { cause: 'unexpected' }],
    ['an error', obligation(message('arrayErrores', 1103, 'reinténtelo más tarde')), 200, { code: 1103 }],
    [
      'an error of format',
      obligation(
        '<arrayErroresFormato><codigoDescripcionString><codigo>cvc-type.3.1.3</codigo><descripcion>mal</descripcion></codigoDescripcionString></arrayErroresFormato>',
      ),
      200,
      { cause: 'malformed', detail: 'mal' },
    ],
  ])('is unknown with %s', async (_, body, status, expected) => {
    expect(await askObligation(body, status)).toMatchObject({ kind: 'failed', ...expected });
  });

  it('is unknown with a masked fault that has no content type', async () => {
    const { url } = await serve((_, response) => void response.end(masked));
    expect(await readObligation(caller(url), customer)).toMatchObject({ kind: 'failed' });
  });
});

const sought = {
  documentType: 201,
  pointOfSale: 3,
  number: 15,
  receiver: '30712345671',
  date: '2026-11-20',
};
const voucher = (number: number, content: string) =>
  `<comprobante><codTipoCmp>201</codTipoCmp><ptovta>3</ptovta><nroCmp>${number}</nroCmp>${content}</comprobante>`;
const state = (name: string, at = '2026-11-22T10:00:00') =>
  `<estado><estado>${name}</estado><fechaHoraEstado>${at}</fechaHoraEstado></estado>`;
const page = (vouchers: string[], hasMore: 'S' | 'N' = 'N') =>
  answerOf(
    'consultarComprobantes',
    `<consultarCmpReturn><arrayComprobantes>${vouchers.join('')}</arrayComprobantes><nroPagina>1</nroPagina><hayMas>${hasMore}</hayMas></consultarCmpReturn>`,
  );
const find = async (body: string) => readCreditInvoice(caller((await answering(body)).url), sought);

describe('a credit invoice in the registry', () => {
  it.each([
    [
      'pending',
      state('PendienteRecepcion'),
      { status: 'pending', since: new Date('2026-11-22T13:00:00Z'), reasons: [] },
    ],
    [
      'received, with the last day to decide',
      `<fechaVenAcep>2026-12-21</fechaVenAcep>${state('Recepcionado', '2026-11-22T10:00:00.970-03:00')}`,
      {
        status: 'received',
        since: new Date('2026-11-22T13:00:00.970Z'),
        acceptBy: '2026-12-21',
        reasons: [],
      },
    ],
    [
      'accepted by the customer',
      `${state('Aceptado')}<tipoAcep>Expresa</tipoAcep><fechaHoraAcep>2026-11-23T09:30:00</fechaHoraAcep>`,
      {
        status: 'accepted',
        since: new Date('2026-11-23T12:30:00Z'),
        acceptance: 'express',
        reasons: [],
      },
    ],
    [
      'accepted by silence',
      `${state('Aceptado')}<tipoAcep>Tacita</tipoAcep>`,
      { status: 'accepted', since: new Date('2026-11-22T13:00:00Z'), acceptance: 'tacit', reasons: [] },
    ],
    ['handed to an agent, and so accepted', state('InformadaAgDpto'), { status: 'accepted' }],
    [
      'rejected, with its reasons',
      `${state('Rechazado')}<arrayMotivosRechazo><motivoRechazo><codMotivo>9</codMotivo><descMotivo>Otros</descMotivo><justificacion>No llegó</justificacion></motivoRechazo></arrayMotivosRechazo>`,
      { status: 'rejected', reasons: ['Otros: No llegó'] },
    ],
  ])('is %s', async (_, content, invoice) => {
    expect(await find(page([voucher(14, state('Rechazado')), voucher(15, content)]))).toMatchObject({
      kind: 'found',
      invoice,
    });
  });

  it('is found on a later page, by type, customer and day', async () => {
    let pages = 0;
    const { url, received } = await serve((_, response) => {
      pages += 1;
      response.end(pages === 1 ? page([voucher(1, '')], 'S') : page([voucher(15, state('Recepcionado'))]));
    });
    expect((await readCreditInvoice(caller(url), sought)).kind).toBe('found');
    expect(received).toHaveLength(2);
    expect(received[1]).toContain(
      '</authRequest><rolCUITRepresentada>Emisor</rolCUITRepresentada><CUITContraparte>30712345671</CUITContraparte>' +
        '<codTipoCmp>201</codTipoCmp><fecha><tipo>Emision</tipo><desde>2026-11-20</desde><hasta>2026-11-20</hasta>' +
        '</fecha><nroPagina>2</nroPagina></fec:consultarComprobantesRequest>',
    );
  });

  it('is missing where the registry finds nothing', async () => {
    const nothing = message('arrayObservaciones', 32_767, 'La búsqueda no ha arrojado resultados');
    const body = answerOf('consultarComprobantes', `<consultarCmpReturn>${nothing}</consultarCmpReturn>`);
    expect(await find(body)).toEqual({ kind: 'missing' });
    expect(await find(page([voucher(14, state('Aceptado'))]))).toEqual({ kind: 'missing' });
  });

  it('is looked up on a limited number of pages', async () => {
    const { url, received } = await answering(page([voucher(1, '')], 'S'));
    expect(await readCreditInvoice(caller(url), sought)).toEqual({ kind: 'missing' });
    expect(received).toHaveLength(20);
  });

  it('has no status where its state is unknown', async () => {
    expect(await find(page([voucher(15, state('Archivado'))]))).toMatchObject({ kind: 'failed' });
  });
});

it('a call has an outcome for any answer and never throws', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('S', '201', '3', '15', 'Aceptado'));
  const names = [
    'comprobante',
    'estado',
    'nroCmp',
    'codTipoCmp',
    'ptovta',
    'hayMas',
    'arrayErrores',
    'codigo',
  ];
  const element: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
    node: fc
      .tuple(
        fc.constantFrom(...names),
        fc.oneof(
          { maxDepth: 4 },
          text,
          fc.array(tie('node')).map((nodes) => nodes.join('')),
        ),
      )
      .map(([name, content]) => `<${name}>${content}</${name}>`),
  })).node;
  let body = '';
  const { url } = await serve((_, response) => {
    response.end(body);
  });
  await fc.assert(
    fc.asyncProperty(fc.array(element, { maxLength: 4 }), async (content) => {
      body = page(content);
      expect(['found', 'missing', 'failed']).toContain((await readCreditInvoice(caller(url), sought)).kind);
      body = obligation(content.join(''));
      expect(['answered', 'failed']).toContain((await readObligation(caller(url), customer)).kind);
    }),
    { seed: 20_261_128, numRuns: 50 },
  );
});
