import type { Page } from '@playwright/test';
import { formatCuit } from '#lib/documents/cuit.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import {
  at,
  build,
  expectFits,
  expectHeading,
  save,
  showForm,
  showJson,
} from '#tests/support/e2e-entries.ts';
import { openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { issueOnEntry } from '#tests/support/e2e-workflows.ts';

const form = (key: string, values?: Record<string, string>) => words(`invoiceForm.${key}`, values);
const line = (page: Page, number: number) =>
  page.getByRole('listitem', { name: form('line', { number: String(number) }), exact: true });
const inLine = (page: Page, number: number, key: string) =>
  line(page, number).getByLabel(form(key), { exact: true });
const field = (page: Page, key: string) => page.getByRole('main').getByLabel(form(key), { exact: true });
const summary = (page: Page) => page.getByRole('status', { name: form('summary') });

test('an operator makes an invoice without seeing JSON and has it authorized', async ({
  page,
  alta,
  supplierAt,
}) => {
  test.setTimeout(180_000);
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));

  await test.step('the class follows the customer while it is typed', async () => {
    await expect(page.getByText(formatCuit(supplier.cuit))).toBeVisible();
    await expect(summary(page)).toContainText(
      form('typeOf', { kind: form('kinds.standard'), letter: 'A', code: '01' }),
    );
    await field(page, 'vatStatus').selectOption('4');
    await expect(summary(page)).toContainText(
      form('typeOf', { kind: form('kinds.standard'), letter: 'B', code: '06' }),
    );
    await field(page, 'vatStatus').selectOption('1');
  });

  await test.step('the keyboard writes lines', async () => {
    await inLine(page, 1, 'description').fill('Pan de campo');
    await inLine(page, 1, 'quantity').fill('2');
    await inLine(page, 1, 'price').fill('1.000,50');
    await inLine(page, 1, 'discount').fill('10%');
    await page.keyboard.press('Enter');
    await expect(inLine(page, 2, 'description')).toBeFocused();
    await page.keyboard.type('Facturas');
    await inLine(page, 2, 'price').fill('500');
    await inLine(page, 2, 'vat').selectOption('4');
    // 1,800.90 at 21 % and 500 at 10.5 %.
    await expect(summary(page)).toContainText('$ 2.731,59');
    await expect(line(page, 1)).toContainText('1.800,90');
    await inLine(page, 2, 'price').press('Enter');
    await expect(line(page, 3)).toBeVisible();
    await button(page, 'invoiceForm.removeLine', { number: '3' }).click();
    await expect(line(page, 3)).toBeHidden();
  });

  await test.step('faults are shown at their fields, and the invoice can be built again', async () => {
    await inLine(page, 2, 'price').fill('');
    await build(page);
    await expect(inLine(page, 2, 'price')).toHaveAttribute('aria-invalid', 'true');
    await inLine(page, 2, 'price').fill('500');
    for (const quantity of ['3', '2']) {
      await inLine(page, 1, 'quantity').fill(quantity);
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(
        page.getByRole('status').filter({ hasText: words('suppliers.editor.built') }),
      ).toBeVisible();
    }
    await expect(summary(page)).toContainText('$ 2.731,59');
    expect(await accessibilityFaults(page, 'the form of an invoice')).toEqual([]);
    await expectFits(page, 360);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the JSON is the same document and loads on request', async () => {
    const before = scripts.length;
    await showJson(page);
    await expect(page.getByRole('textbox', { name: 'JSON' })).toContainText(supplier.cuit);
    expect(scripts.length).toBeGreaterThan(before);
  });

  await test.step('Ctrl-S saves it, and ARCA authorizes it', async () => {
    await page.keyboard.press('ControlOrMeta+s');
    await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);
    await issueOnEntry(page);
    await expectHeading(page, 'Factura A 00001-00000001');
  });

  await test.step('a part of the invoice is credited, and both pages link to each other', async () => {
    await button(page, 'entry.note.create.credit-note').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words('entry.note.lines'), { exact: true }).check();
    await dialog.getByRole('checkbox', { name: 'Pan de campo' }).check();
    const quantity = dialog.getByLabel(words('entry.note.quantityOf', { name: 'Pan de campo' }));
    await quantity.fill('99');
    await dialog.getByRole('button', { name: words('entry.note.goOn') }).click();
    await expect(quantity).toHaveAccessibleDescription(/2/);
    await quantity.fill('1');
    await dialog.getByRole('button', { name: words('entry.note.goOn') }).click();
    await expectHeading(page, words('invoices.new.note.credit-note'));
    // The editor shows what was chosen last.
    await showForm(page);
    await expect(summary(page)).toContainText('1.089,54');
    await expect(
      page.getByText(form('left', { title: 'Factura A 00001-00000001', left: '' }).slice(0, -2)),
    ).toBeVisible();
    await inLine(page, 1, 'quantity').fill('9');
    const over = form('overLeft', { title: 'Factura A 00001-00000001', left: '' }).slice(0, -2);
    await expect(page.getByText(over)).toBeVisible();
    await inLine(page, 1, 'quantity').fill('1');
    await field(page, 'correctionReason').fill('Devolución');
    await save(page);
    await expectHeading(page, `${words('invoices.kinds.credit-note')} A ${words('invoices.list.noNumber')}`);
    await issueOnEntry(page);
    await expectHeading(page, 'Nota de crédito A 00001-00000001');
    await page.getByRole('link', { name: 'Factura A 00001-00000001' }).click();
    await expectHeading(page, 'Factura A 00001-00000001');
    const notes = page.getByRole('list', { name: words('entry.note.title') });
    await expect(notes.getByRole('link', { name: 'Nota de crédito A 00001-00000001' })).toBeVisible();
    await expect(page.getByText('1.642,05')).toBeVisible();
    expect(await accessibilityFaults(page, 'an invoice with a credit note')).toEqual([]);
  });

  await test.step('the next note begins with the rest and warns of an excess before it is sent', async () => {
    await button(page, 'entry.note.create.credit-note').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('entry.note.goOn') })
      .click();
    await expectHeading(page, words('invoices.new.note.credit-note'));
    await showForm(page);
    await expect(summary(page)).toContainText('1.642,04');
    await inLine(page, 1, 'quantity').fill('9');
    await field(page, 'correctionReason').fill('Anulada');
    await save(page);
    await button(page, 'entry.run.issue.open').click();
    await expect(page.getByRole('dialog')).toContainText(
      form('overLeft', { title: 'Factura A 00001-00000001', left: '$ 1.642,05' }),
    );
  });
});

test('a foreign currency fills in ARCA’s rate with its day, and a service its period', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'end');
  await supplier.registered();
  await supplier.addPointOfSale(4);
  await supplier.call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`, 'live'));
  await button(page, 'invoiceForm.readPoints').click();
  await expect(field(page, 'pointOfSale')).toContainText('00004');
  await field(page, 'pointOfSale').selectOption('4');
  await field(page, 'currency').selectOption('USD');
  const rate = page.getByLabel(form('rate', { currency: 'USD' }), { exact: true });
  await expect(rate).toHaveValue('1450');
  await expect(rate).toHaveAccessibleDescription(/\d{2}\/\d{2}\/\d{4}/);
  await field(page, 'sameCurrency').check();
  await expect(rate).toHaveValue('');
  await expect(rate).toHaveAccessibleDescription(form('rateLeftOut'));
  await field(page, 'sameCurrency').uncheck();
  await expect(rate).toHaveValue('1450');
  await rate.fill('1500');
  await expect(rate).toHaveAccessibleDescription(form('rateOfHand'));
  await field(page, 'customerName').fill('Almacén del Sur S.R.L.');
  await field(page, 'cuit').fill('30-71234567-1');
  await inLine(page, 1, 'sold').selectOption('');
  await inLine(page, 1, 'description').fill('Asesoría');
  await inLine(page, 1, 'price').fill('100');
  await build(page);
  await expect(field(page, 'periodStart')).toHaveAttribute('aria-invalid', 'true');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' }).format();
  for (const key of ['periodStart', 'periodEnd', 'dueDate']) await field(page, key).fill(today);
  await save(page);
  await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);

  await test.step('a summary before sending shows the amounts and the gaps on paper', async () => {
    await button(page, 'entry.run.issue.open').click();
    const dialog = page.getByRole('dialog');
    for (const said of [
      formatCuit(supplier.cuit),
      'Almacén del Sur S.R.L.',
      'Factura A',
      '00004',
      '121,00',
    ]) {
      await expect(dialog).toContainText(said);
    }
    await expect(dialog).toContainText(words('suppliers.paper.gaps.gross-income'));
    expect(await accessibilityFaults(page, 'what is about to be sent')).toEqual([]);
  });
});

test('services are exported in dollars, and ARCA authorizes them', async ({ page, alta, supplierAt }) => {
  test.setTimeout(180_000);
  const supplier = await supplierAt('live', 'subir');
  const { alias } = await supplier.request();
  await supplier.reach('end');
  await supplier.registered();
  await supplier.addPointOfSale(4);
  await supplier.addPointOfSale(5, 'FEEWS');
  await alta.simulator.authorise('live', {
    cuit: supplier.cuit,
    alias,
    represented_cuit: supplier.cuit,
    service: 'wsfex',
  });
  await supplier.call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`, 'live'));
  await button(page, 'invoiceForm.readPoints').click();
  await field(page, 'pointOfSale').selectOption('4');

  await test.step('the form asks for what an export of services needs, and for nothing else', async () => {
    await field(page, 'regime').selectOption('export');
    const otherPoint = page.getByText(form('export.otherPoint', { number: '4' }));
    await expect(otherPoint).toBeVisible();
    await field(page, 'pointOfSale').fill('5');
    await expect(otherPoint).toBeHidden();
    await expect(field(page, 'export.incoterm')).toBeVisible();
    await expect(field(page, 'export.dueDate')).toBeHidden();
    await inLine(page, 1, 'sold').selectOption('');
    await expect(field(page, 'export.incoterm')).toBeHidden();
    for (const key of ['vatStatus', 'periodStart', 'pricesInclude', 'fce.choose', 'identifiedBy']) {
      await expect(field(page, key)).toBeHidden();
    }
    await expect(inLine(page, 1, 'vat')).toBeHidden();
    await expect(button(page, 'invoiceForm.addTax')).toBeHidden();
  });

  await test.step('faults are shown at the fields of an export', async () => {
    await field(page, 'customerName').fill('Padaria Ltda.');
    await inLine(page, 1, 'description').fill('Consultoría');
    await inLine(page, 1, 'quantity').fill('12');
    await inLine(page, 1, 'unit').selectOption('h');
    await inLine(page, 1, 'price').fill('50,5');
    await build(page);
    for (const key of ['export.destination', 'street', 'export.howPaid', 'export.dueDate']) {
      await expect(field(page, key)).toHaveAttribute('aria-invalid', 'true');
    }
  });

  await field(page, 'export.destination').selectOption({ label: 'Brasil' });
  await field(page, 'export.foreignCode').fill('11222333000181');
  await field(page, 'street').fill('Rua Augusta');
  await field(page, 'locality').fill('São Paulo');
  await field(page, 'export.language').selectOption('3');
  await field(page, 'currency').selectOption('USD');
  await expect(page.getByLabel(form('rate', { currency: 'USD' }), { exact: true })).toHaveValue('1450');
  await field(page, 'export.howPaid').fill('Transferencia bancaria');
  const dueDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' }).format(
    Date.now() + 30 * 86_400_000,
  );
  await field(page, 'export.dueDate').fill(dueDate);
  await expect(summary(page)).toContainText(
    form('typeOf', { kind: form('kinds.standard'), letter: 'E', code: '19' }),
  );
  await expect(summary(page)).toContainText(/USD\s606,00/);
  expect(await accessibilityFaults(page, 'the form of an export')).toEqual([]);
  await expectFits(page, 360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await save(page);
  await expectHeading(page, `Factura E ${words('invoices.list.noNumber')}`);

  await test.step('the stored document is the export', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { body } = await supplier.call('GET', `/silo/v1/entries/${id}`);
    expect(body.data.doc).toMatchObject({
      $tags: ['export'],
      series: '5',
      currency: 'USD',
      customer: {
        name: 'Padaria Ltda.',
        tax_id: { country: 'BR', code: '11222333000181' },
        addresses: [{ street: 'Rua Augusta', locality: 'São Paulo', country: 'BR' }],
      },
      tax: { ext: { 'ar-arca-doc-type': '19', 'ar-arca-concept': '2', 'ar-arca-language': '3' } },
      payment: { terms: { detail: 'Transferencia bancaria', due_dates: [{ date: dueDate }] } },
      totals: { payable: '606.00' },
    });
    const document = page.getByRole('region', { name: words('entry.document.title'), exact: true });
    for (const said of ['Brasil', 'Transferencia bancaria']) await expect(document).toContainText(said);
  });

  await test.step('ARCA authorizes it, and it is credited', async () => {
    await issueOnEntry(page);
    await expectHeading(page, 'Factura E 00005-00000001');
    await button(page, 'entry.note.create.credit-note').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('entry.note.goOn') })
      .click();
    await expectHeading(page, words('invoices.new.note.credit-note'));
    await showForm(page);
    await expect(field(page, 'correctedType')).toHaveValue('19');
    await expect(field(page, 'sameCurrency')).toBeHidden();
    await expect(field(page, 'export.dueDate')).toBeHidden();
    await field(page, 'correctionReason').fill('Anulada');
    await save(page);
    await expectHeading(page, `${words('invoices.kinds.credit-note')} E ${words('invoices.list.noNumber')}`);
    await issueOnEntry(page);
    await expectHeading(page, 'Nota de crédito E 00005-00000001');
  });
});

test('a discount of the whole is spread over the lines, as form and page show', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
  await field(page, 'customerName').fill('Almacén del Sur S.R.L.');
  await field(page, 'cuit').fill('30-71234567-1');
  await inLine(page, 1, 'description').fill('Pan de campo');
  await inLine(page, 1, 'price').fill('1.000.000');
  await button(page, 'invoiceForm.addLine').click();
  await inLine(page, 2, 'description').fill('Harina');
  await inLine(page, 2, 'price').fill('638.806,25');
  await inLine(page, 2, 'vat').selectOption('4');
  await button(page, 'invoiceForm.addDiscount').click();
  const discount = page.getByRole('group', { name: `${form('discount')} 1` });
  await discount.getByLabel(form('howMuch'), { exact: true }).fill('10');
  await expect(discount.getByLabel(form('vat'), { exact: true })).toHaveValue('');
  await expect(discount).toContainText('-100.000,00');
  await expect(discount).toContainText('-63.880,62');
  await button(page, 'invoiceForm.addTax').click();
  const tax = page.getByRole('group', { name: `${form('tax')} 1` });
  await tax.getByLabel(form('howMuch'), { exact: true }).fill('35');
  await tax.getByLabel(form('unitOf', { label: form('howMuch') }), { exact: true }).selectOption('amount');
  await expect(tax.getByLabel(form('taxBase'), { exact: true })).toBeHidden();
  // 900,000.00 at 21 %, 574,925.63 at 10.5 %, and 35.00.
  await expect(summary(page)).toContainText('$ 1.724.327,82');
  expect(await accessibilityFaults(page, 'the form of an invoice with a discount and a tax')).toEqual([]);
  await expectFits(page, 360);
  await save(page);
  await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);
  const document = page.getByRole('region', { name: words('entry.document.title'), exact: true });
  for (const said of [
    '$ 1.638.806,25',
    `${form('discount')} 10`,
    '-$ 163.880,62',
    '-$ 100.000,00',
    '$ 1.474.925,63',
    form('taxes.7'),
    '$ 35,00',
    '$ 1.724.327,82',
  ]) {
    await expect(document).toContainText(said);
  }
});

test('the data for the printed invoice is written once, at the supplier', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const lacking = (gap: string) =>
    page.getByRole('alert').getByRole('button', { name: words(`suppliers.paper.gaps.${gap}`) });
  const inPaper = (key: string) => page.getByLabel(words(`suppliers.paper.${key}`), { exact: true });
  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}/edit`));
  await showForm(page);
  await build(page);
  await lacking('gross-income').click();
  await expect(inPaper('grossIncome')).toBeFocused();
  await page.keyboard.type('901-123456-7');
  await inPaper('activitySince').fill('2015-03-01');
  await inPaper('vatStatus').selectOption('1');
  await build(page);
  await expect(lacking('issuer-address')).toBeVisible();
  await expect(lacking('gross-income')).toBeHidden();
  await save(page);
  await expect(page).toHaveURL(/\/entries\/[0-9a-f-]{36}$/);
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
  await build(page);
  await expect(lacking('customer-address')).toBeVisible();
  await expect(lacking('activity-since')).toBeHidden();
  await lacking('issuer-address').click();
  await page.keyboard.type('Av. San Martín 100');
  await build(page);
  await expect(lacking('issuer-address')).toBeHidden();
});

test('an invoice is saved and authorized by one button, and half of it is credited', async ({
  page,
  alta,
  supplierAt,
}) => {
  test.setTimeout(180_000);
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
  await inLine(page, 1, 'description').fill('Harina');
  await inLine(page, 1, 'unit').selectOption('kg');
  await inLine(page, 1, 'price').fill('1.000.000');

  await button(page, 'entry.run.issue.saveAndAuthorise').dblclick();
  await chooseWorkflow(page);
  await expectHeading(page, 'Factura A 00001-00000001');

  await test.step('the dialog refuses more than is left and takes a percent', async () => {
    await button(page, 'entry.note.create.credit-note').click();
    const dialog = page.getByRole('dialog');
    const part = dialog.getByLabel(words('entry.note.howMuch', { left: '$ 1.210.000,00' }), { exact: true });
    const goOn = dialog.getByRole('button', { name: words('entry.note.goOn') });
    await part.fill('101%');
    await goOn.click();
    await expect(part).toHaveAttribute('aria-invalid', 'true');
    await part.fill('50%');
    await goOn.click();
    await expectHeading(page, words('invoices.new.note.credit-note'));
    await showForm(page);
    await expect(summary(page)).toContainText('605.000,00');
    expect(await accessibilityFaults(page, 'the form of a partial credit note')).toEqual([]);
  });

  await button(page, 'entry.run.issue.saveAndAuthorise').click();
  await chooseWorkflow(page);
  await expectHeading(page, 'Nota de crédito A 00001-00000001');
  await page.getByRole('link', { name: 'Factura A 00001-00000001' }).click();
  await expect(page.getByText(/605\.000,00/).first()).toBeVisible();
});

/** Confirms the workflow, if other tests of this workspace have made several. */
async function chooseWorkflow(page: Page) {
  const dialog = page.getByRole('dialog');
  const heading = page.getByRole('heading', { level: 1, name: /0000/ });
  await expect(dialog.or(heading)).toBeVisible();
  if (await dialog.isVisible()) {
    await dialog.getByRole('button', { name: words('entry.run.issue.saveAndAuthorise') }).click();
  }
}

test('a customer of an earlier invoice is chosen, and another name clears its CUIT', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
  await inLine(page, 1, 'description').fill('Harina');
  await field(page, 'mail').fill('pagos@almacen.example');
  await save(page);
  await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);

  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
  await field(page, 'cuit').fill('');
  await expect(field(page, 'customerName')).toHaveValue('');
  await field(page, 'customerName').fill('Alm');
  await page
    .getByRole('option', { name: /Almacén del Sur/ })
    .first()
    .click();
  await expect(field(page, 'cuit')).toHaveValue('30712345671');
  await expect(field(page, 'mail')).toHaveValue('pagos@almacen.example');
  await field(page, 'customerName').fill('Papelera Norte');
  await field(page, 'customerName').blur();
  await expect(field(page, 'cuit')).toHaveValue('');
  await page.getByRole('button', { name: form('pair.undo') }).click();
  await expect(field(page, 'cuit')).toHaveValue('30712345671');
});

test('the default point of sale of a supplier is the one of its next invoice', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  await openAsOwner(page, alta, at(alta, `/entries/${supplier.entry}/invoices`));
  await page.getByLabel(words('entry.series.defaultPoint.label'), { exact: true }).last().fill('7');
  await button(page, 'entry.series.defaultPoint.save').click();
  await expect(page.getByText(words('entry.series.defaultPoint.saved'))).toBeVisible();
  await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
  await expect(field(page, 'pointOfSale')).toHaveValue('7');
});

test('another CUIT clears the former customer at once, and the invoice waits for the register', async ({
  page,
  alta,
  supplierAt,
}) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const call = apiClient(alta.origin, alta.seeded.sandbox.apiKey);
  await call('POST', '/transform/v1/workflows', { template: 'ar-invoice' });
  let answer = () => {};
  await page.route(/\/taxpayer\?cuit=/, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({ json: { kind: 'found', taxpayer: { name: 'BELTRAN ANA', state: 'active' } } });
  });
  const begin = async () => {
    await openAsOwner(page, alta, at(alta, `/invoices/new?supplier=${supplier.entry}`));
    const asked = page.waitForRequest(/\/taxpayer\?cuit=/);
    await field(page, 'cuit').fill('27-12345678-0');
    await expect(field(page, 'customerName')).toHaveValue('');
    await asked;
    await inLine(page, 1, 'description').fill('Harina');
    await inLine(page, 1, 'vat').selectOption('exempt');
  };

  await test.step('the name of the register is filled in before it is saved', async () => {
    await begin();
    await page.keyboard.press('ControlOrMeta+s');
    await expectHeading(page, words('invoices.new.title'));
    answer();
    await expectHeading(page, `Factura A ${words('invoices.list.noNumber')}`);
    await expect(page.getByRole('main')).toContainText('BELTRAN ANA');
    await expect(page.getByRole('main')).not.toContainText('Almacén del Sur');
    const document = page.getByRole('region', { name: words('entry.document.title'), exact: true });
    await expect(document).toContainText(form('vats.exempt'));
    await expect(document).not.toContainText(words('entry.document.taxedNet'));
  });

  await test.step('an entirely different name is not sent to ARCA', async () => {
    await begin();
    await field(page, 'customerName').fill('Papelera Norte');
    await button(page, 'entry.run.issue.saveAndAuthorise').click();
    answer();
    await expect(page.getByText(words('suppliers.editor.otherName.build'))).toBeVisible();
    await expect(field(page, 'customerName')).toHaveValue('BELTRAN ANA');
  });

  await test.step('another kind of identification clears the name too', async () => {
    await field(page, 'identifiedBy').selectOption('96');
    await expect(field(page, 'customerName')).toHaveValue('');
  });
});
