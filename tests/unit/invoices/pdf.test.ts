import { describe, expect, test } from 'vitest';
import { pdfFileName } from '#lib/invoices/pdf/paper.ts';
import { renderInvoicePdf } from '#lib/invoices/pdf/render.ts';
import {
  abroad,
  classA,
  classB,
  classC,
  documentTyped,
  exempt,
  exported,
  inDollars,
  line,
  note,
  outsideScope,
  overTheCounter,
  perception,
  services,
  vat,
} from '#tests/support/invoices.ts';
import { issue, qrOf } from '#tests/support/issued.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { baker, pagesOf, textOf } from './pdf-pages.ts';

test('an invoice shows its issuer, customer, items, number and authorization', async () => {
  const text = await textOf(classA({ supplier: baker }));
  for (const said of [
    'ORIGINAL',
    'FACTURA',
    'COD. 01',
    'Punto de Venta: 00003',
    'Comp. Nro: 00000012',
    'Fecha de Emisión: 20/11/2026',
    'Panadería Ñandú & Cía. S.A.',
    'Av. Corrientes 1234, X5000 Córdoba',
    'CUIT: 30-12345678-1',
    'Ingresos Brutos: 901-123456-7',
    'Inicio de Actividades: 01/03/2010',
    'Almacén del Sur S.R.L.',
    'CUIT: 30-71234567-1',
    'IVA Responsable Inscripto',
    'Facturas surtidas',
    'Importe Neto Gravado 21 %: $ 1.000,00',
    'IVA 21 %: $ 210,00',
    'Importe Total: $ 1.210,00',
    'CAE N°: 86372444134504',
    'Fecha de Vto. de CAE: 30/11/2026',
    'Página 1 de 1',
  ]) {
    expect(text).toContain(said);
  }
});

test('an invoice has an identical original and duplicate', async () => {
  const [original, duplicate, ...others] = await pagesOf(classA());
  expect(others).toEqual([]);
  expect(duplicate?.text.replace('DUPLICADO', 'ORIGINAL')).toBe(original?.text);
});

describe('the QR', () => {
  test.each([
    ['in live', classA(), 'live'],
    ['in the sandbox, across whose pages something is written', overTheCounter(), 'sandbox'],
  ] as const)('is readable on both copies %s', async (_where, data, environment) => {
    const pages = await readPdf(await renderInvoicePdf(issue(data), environment), { qr: 'scan' });
    expect(pages.map(({ qr }) => qr)).toEqual([qrOf(data), qrOf(data)]);
  });
});

test.each([
  ['live', false],
  ['sandbox', true],
] as const)('the mark of no fiscal value is on an invoice in %s: %s', async (environment, isSaid) => {
  for (const { text } of await pagesOf(classA(), environment)) {
    expect(text.includes('SIN VALIDEZ FISCAL — HOMOLOGACIÓN')).toBe(isSaid);
  }
});

describe('the legal texts', () => {
  const transparency = 'Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)';
  const simplified = 'Ley N° 27.618';
  const withStatus = (status: string) => ({
    customer: {
      name: 'Juana Pérez',
      tax_id: { country: 'AR', code: '20123456786' },
      ext: { 'ar-arca-vat-status': status },
    },
  });

  test('class B shows the contained VAT and other national taxes, but no VAT by rate', async () => {
    const text = await textOf(
      classB({
        tax: { prices_include: 'VAT' },
        lines: [line('1210.00')],
        charges: [perception({ ext: { 'ar-arca-tax-type': '4' }, percent: '10%', reason: 'Internos' })],
      }),
    );
    expect(text).toContain(transparency);
    expect(text).toContain('IVA Contenido: $ 210,00');
    expect(text).toContain('Otros Impuestos Nacionales Indirectos: $ 100,00');
    expect(text).toContain('Subtotal: $ 1.210,00');
    expect(text).toContain('Subtotal con IVA');
    expect(text).not.toContain('Importe Neto Gravado');
    expect(text).toContain('DNI: 12.345.678');
  });

  test('the transparency table has national taxes of a fixed amount, but no perceptions', async () => {
    const fixed = (type: string, amount: string, reason: string) =>
      perception({ ext: { 'ar-arca-tax-type': type }, percent: undefined, amount, reason });
    const charges = [
      fixed('4', '35.27', 'Impuesto interno fijo'),
      fixed('1', '10', 'Impuesto a los combustibles'),
      fixed('6', '12.30', 'Percepción de IVA'),
      fixed('7', '20', 'Percepción IIBB Salta'),
    ];
    const text = await textOf(classB({ charges }));
    for (const said of [
      'IVA Contenido: $ 210,00',
      'Otros Impuestos Nacionales Indirectos: $ 45,27',
      'Otros Tributos',
      'Impuesto interno fijo: $ 35,27',
      'Percepción de IVA: $ 12,30',
      'Percepción IIBB Salta: $ 20,00',
      'Importe Otros Tributos: $ 77,57',
      'Importe Total: $ 1.287,57',
    ]) {
      expect(text).toContain(said);
    }
  });

  test('class B with prices without VAT adds up', async () => {
    const text = await textOf(classB());
    expect(text).toContain('Subtotal sin IVA: $ 1.000,00');
    expect(text).toContain('IVA: $ 210,00');
    expect(text).toContain('Importe Total: $ 1.210,00');
  });

  test.each([
    ['class A', classA(), false],
    ['class C', classC(), false],
    ['class B', classB(), true],
  ])('%s has the transparency table: %s', async (_class, data, isSaid) => {
    expect((await textOf(data)).includes(transparency)).toBe(isSaid);
  });

  test.each([
    ['a registered taxpayer', classA(), false],
    ['the simplified regime', classA(withStatus('6')), true],
    ['the simplified regime in class B of an exempt one', classB(withStatus('4')), false],
  ])('class A to %s has the sentence on tax credit: %s', async (_whom, data, isSaid) => {
    expect((await textOf(data)).includes(simplified)).toBe(isSaid);
  });

  test('class A with the legend prints it', async () => {
    const text = await textOf(classA(documentTyped('51')));
    expect(text).toContain('COD. 51');
    expect(text).toContain('OPERACIÓN SUJETA A RETENCIÓN');
  });
});

describe('the kinds of documents', () => {
  test('class C shows no VAT and an issuer of the simplified regime', async () => {
    const text = await textOf(classC());
    expect(text).toContain('COD. 11');
    expect(text).toContain('Responsable Monotributo');
    expect(text).not.toMatch(/IVA \d|sin IVA|con IVA/);
  });

  test('services show their period and due date', async () => {
    const text = await textOf(services());
    expect(text).toContain('Período facturado desde: 01/10/2026');
    expect(text).toContain('hasta: 31/10/2026');
    expect(text).toContain('Vencimiento para el pago: 10/12/2026');
  });

  test('a note names the invoice that it corrects', async () => {
    const text = await textOf(note('credit-note'));
    expect(text).toContain('NOTA DE CRÉDITO');
    expect(text).toContain('Comprobante asociado: Factura A 00003-00000123 del 10/11/2026');
  });

  test('a note for a period names it', async () => {
    const preceding = [{ period: { start: '2026-10-01', end: '2026-10-31' }, reason: 'Bonificación' }];
    const text = await textOf(note('credit-note', { preceding }));
    expect(text).toContain('Período asociado: 01/10/2026 - 31/10/2026');
    expect(text).not.toContain('Comprobante asociado');
  });

  test('another currency shows its name, its rate and its total in pesos', async () => {
    const text = await textOf(inDollars());
    expect(text).toContain('Importe Total: USD 1.210,00');
    expect(text).toContain('Moneda: Dólar estadounidense (USD).');
    expect(text).toContain('1 USD = $ 1.450,5');
    expect(text).toContain('$ 1.755.105,00');
  });

  test('discounts, exempt and untaxed sales and other taxes are shown apart', async () => {
    const text = await textOf(
      classA({
        lines: [
          line('1000.00', { discounts: [{ percent: '10%' }] }),
          line('200.00', { taxes: exempt }),
          line('50.00', { taxes: outsideScope }),
          line('100.00', { taxes: vat('reduced') }),
        ],
        discounts: [{ amount: '100.00', reason: 'Pago contado', taxes: vat() }],
        charges: [perception()],
      }),
    );
    for (const said of [
      '100,00 21 % 900,00',
      'Descuento (Pago contado)',
      '-100,00',
      'Importe Neto Gravado 21 %: $ 800,00',
      'Importe Neto Gravado 10,5 %: $ 100,00',
      'Importe Exento: $ 200,00',
      'Importe No Gravado: $ 50,00',
      'IVA 10,5 %: $ 10,50',
      'Percepción IIBB 3,5 %: $ 40,25',
    ]) {
      expect(text).toContain(said);
    }
  });

  test('other taxes are listed by name, with percent and stated base, above their sum', async () => {
    const tax = (reason: string, more: object) => perception({ reason, ...more });
    const stated = { 'ar-arca-tax-type': '7', 'ar-arca-stated-amount': 'S' };
    const text = await textOf(
      classA({
        charges: [
          tax('Percepción IIBB CABA', { percent: '0.025%' }),
          tax('Percepción IIBB Tucumán', { base: '800', amount: '30', ext: stated }),
          perception({ reason: undefined, percent: undefined, amount: '5' }),
        ],
      }),
    );
    for (const said of [
      'Percepción IIBB CABA 0,025 %: $ 0,25',
      'Percepción IIBB Tucumán 3,5 % sobre $ 800,00: $ 30,00',
      'Percepción de Ingresos Brutos: $ 5,00',
      'Importe Otros Tributos: $ 35,25',
      'Importe Total: $ 1.245,25',
    ]) {
      expect(text.replace(/\s+/g, ' ')).toContain(said);
    }
    expect(await textOf(classA())).not.toContain('Otros Tributos');
  });

  test('many other taxes are summed by type, so that the totals fit on a page', async () => {
    const reason = 'Percepción municipal '.repeat(20).trim();
    const charges = (count: number) =>
      Array.from({ length: count }, () => perception({ reason, ext: { 'ar-arca-tax-type': '8' } }));
    const text = await textOf(classA({ charges: charges(100) }));
    expect(text).toContain('Percepción de impuestos municipales: $ 3.500,00');
    const pages = await pagesOf(classB({ charges: charges(20) }));
    expect(pages.at(-1)?.text).toContain('Importe Total: $ 1.910,00');
  });

  test('a discount without a VAT rate shows its share of each rate', async () => {
    const lines = [line('1000'), line('500', { taxes: vat('reduced') })];
    const text = await textOf(classA({ lines, discounts: [{ percent: '10%', reason: 'Contado' }] }));
    for (const said of [
      'Descuento 10 % (Contado)',
      'Repartido en el IVA de los renglones: 21 %: -100,00; 10,5 %: -50,00',
      'Importe Neto Gravado 21 %: $ 900,00',
      'Importe Neto Gravado 10,5 %: $ 450,00',
    ]) {
      expect(text.replace(/\s+/g, ' ')).toContain(said);
    }
    const alone = await textOf(classA({ discounts: [{ amount: '100' }] }));
    expect(alone).toMatch(/Descuento\s+21 %\s+-100,00/);
  });

  test('a customer abroad is shown by a foreign tax id, and a missing one as final consumer', async () => {
    expect(await textOf(classB({ customer: abroad }))).toContain(
      'Identificación fiscal (BR): 11222333000181',
    );
    expect(await textOf(overTheCounter())).toContain('Consumidor Final');
    const named = await textOf(classC({ customer: { name: 'Juana Pérez' } }));
    expect(named).toContain('Juana Pérez');
    expect(named).toContain('Consumidor Final');
    const passport = [{ code: 'AAB123456', ext: { 'ar-arca-identity-type': '94' } }];
    expect(await textOf(classB({ customer: { name: 'Ana', identities: passport } }))).toContain(
      'Pasaporte: AAB123456',
    );
  });

  test.each([
    ['factura-a-00003-00000012.pdf', classA()],
    ['nota-de-credito-a-00003-00000012.pdf', note('credit-note')],
    ['recibo-a-00003-00000012.pdf', classA(documentTyped('4'))],
  ])('the file name is %s', (name, data) => {
    expect(pdfFileName(issue(data))).toBe(name);
  });
});

test('the same invoice gives the same bytes', async () => {
  const [one, other] = [
    await renderInvoicePdf(issue(classA()), 'live'),
    await renderInvoicePdf(issue(classA()), 'live'),
  ];
  expect(one.equals(other)).toBe(true);
});

test('the PDF declares its language, title and tables to screen readers', async () => {
  const bytes = (await renderInvoicePdf(issue(classA()), 'live')).toString('latin1');
  expect(bytes).toContain('/Lang (es-AR)');
  expect(bytes).toContain('/DisplayDocTitle true');
  expect(bytes).toContain('/Marked true');
  for (const tag of ['Table', 'TR', 'TH', 'TD', 'H1', 'Figure']) expect(bytes).toContain(`/S /${tag}\n`);
});

describe('an export', () => {
  const permits = { identities: [{ key: 'export-permit', code: '09052EC01006154G', country: 'UY' }] };
  const inLanguage = (language: string, more = {}) =>
    exported({
      tax: {
        ext: {
          'ar-arca-incoterms': 'FOB',
          'ar-arca-incoterms-detail': 'Buenos Aires',
          'ar-arca-language': language,
        },
      },
      ...more,
    });

  test('shows its destination, its terms and its currency, and no VAT', async () => {
    const text = await textOf(inLanguage('1', { delivery: permits }));
    for (const said of [
      'FACTURA',
      'E',
      'COD. 19',
      'País de destino: Brasil',
      'CUIT del país: 55-00000005-0',
      'Identificación fiscal (BR): 11222333000181',
      'Incoterms: FOB Buenos Aires',
      'Permisos de embarque: 09052EC01006154G (Uruguay)',
      'Condición de venta: Transferencia a 30 días',
      'Importe Total: USD 30,00',
      'Tipo de cambio: 1 USD = $ 1.450,5.',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toMatch(/IVA \d/);
    expect(text).not.toContain('Quantity');
  });

  test.each([
    ['2', ['Country of destination: Brasil', 'Total amount: USD 30,00', 'Issue date: 20/11/2026']],
    ['3', ['Valor total: USD 30,00', 'Data de emissão: 20/11/2026']],
  ])('has headings in Spanish and in language %s', async (language, headings) => {
    const text = await textOf(inLanguage(language));
    for (const heading of headings) expect(text).toContain(heading);
    expect(text).toContain('Fecha de Emisión / ');
  });

  test('has a QR code with the country’s CUIT', () => {
    const contents = JSON.parse(Buffer.from(qrOf(exported()).split('?p=')[1] ?? '', 'base64').toString());
    expect(contents).toMatchObject({
      tipoCmp: 19,
      importe: 30,
      moneda: 'DOL',
      ctz: 1450.5,
      tipoDocRec: 80,
      nroDocRec: 55000000050,
    });
  });
});
