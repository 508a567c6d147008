import { onPhone } from '#tests/support/e2e-axe.ts';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { at, expectHeading } from '#tests/support/e2e-entries.ts';
import { newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';
import { newCuit } from '#tests/support/new-cuit.ts';

test('an operator finds stuck suppliers and reminds three of them at once', async ({
  page,
  alta,
  supplierAt,
}) => {
  for (const _ of ['first', 'second', 'third']) await supplierAt('sandbox', 'habilitar');
  await openAsOwner(page, alta, at(alta, '/registrations'));
  await page
    .getByLabel(words('overview.registrations.stage'))
    .selectOption({ label: words('overview.registrations.stages.details-confirmed') });
  await expect(page).toHaveURL(/stage=details-confirmed/);
  const boxes = page.getByRole('checkbox', { name: /Ferretería El Tornillo/ });
  await expect(boxes.nth(2)).toBeVisible();
  // The first by its key, the third with all between them.
  await boxes.first().focus();
  await page.keyboard.press('Space');
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: words('batches.choice.label') });
  await expect(bar).toContainText(words('batches.choice.count.registrations', { count: 3 }));
  await expect(boxes.nth(1)).toBeChecked();
  expect(await accessibilityFaults(page, 'chosen registrations')).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('button', { name: words('batches.choice.export') }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^registrations-.*\.csv$/);
  expect((await text(await file.createReadStream())).trim().split('\r\n')).toHaveLength(4);

  await bar.getByRole('button', { name: words('batches.choice.acts.remind') }).click();
  const dialog = page.getByRole('dialog', { name: words('batches.asked.remind', { count: 3 }) });
  await dialog.getByRole('button', { name: words('batches.choice.acts.remind') }).click();
  await expectHeading(page, words('batches.names.remind', { count: 3 }));
  await expect(page.getByRole('status').filter({ hasText: words('batches.page.done') })).toBeVisible();
  await expect(page.getByRole('cell', { name: words('batches.rows.one.mailed') })).toHaveCount(3);

  await page
    .getByRole('navigation', { name: words('shell.nav.label') })
    .getByRole('link', { name: words('shell.nav.batches') })
    .click();
  await expectHeading(page, words('batches.title'));
  await expect(page.getByRole('row').nth(1)).toContainText(words('batches.standings.done'));
});

test('a CSV of suppliers is corrected by its faults after its good lines are made', {
  tag: '@journey',
}, async ({ page, alta }) => {
  const slug = await newEmptyWorkspace(alta, 'Con planilla');
  await openAsOwner(page, alta, `/w/${slug}/suppliers`);
  await page.getByRole('link', { name: words('batches.upload.open') }).click();
  await expectHeading(page, words('batches.upload.titles.suppliers'));
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('batches.upload.template') }).click(),
  ]);
  const headings = (await text(await template.createReadStream())).replace('\u{feff}', '').trim();
  expect(headings.split(';')).toContain(words('batches.columns.suppliers.cuit'));

  const field = page.locator('input[type=file]');
  const first = newCuit('30');
  // As a Spanish Excel saves it.
  const sheet = (cuit: string) => ({
    name: 'proveedores.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `${headings}\r\nc-1;Panadería Ñandú;${first};;;;;;;;\r\nc-2;Almacén;${cuit};;;;;;;;\r\n`,
      'latin1',
    ),
  });
  await field.setInputFiles(sheet('30712345670'));
  const fault = page.getByRole('row').filter({ hasText: words('suppliers.faults.cuitDigit') });
  await expect(fault.getByRole('cell').first()).toHaveText('3');
  await expect(fault).toContainText(words('batches.columns.suppliers.cuit'));
  expect(await accessibilityFaults(page, 'a file with faults', onPhone)).toEqual([]);

  await page.getByRole('button', { name: words('batches.upload.start.suppliers', { count: 1 }) }).click();
  await expect(page.getByRole('link', { name: words('batches.upload.seeBatch') })).toBeVisible();
  await expect(fault).toBeVisible();

  await field.setInputFiles(sheet(newCuit('30')));
  await expect(page.getByText('Panadería Ñandú, Almacén')).toBeVisible();
  await button(page, 'batches.upload.start.suppliers', { count: 2 }).click();
  await expect(page.getByRole('status').filter({ hasText: words('batches.page.done') })).toBeVisible();
  await page.getByRole('link', { name: 'Panadería Ñandú' }).click();
  await expectHeading(page, 'Panadería Ñandú');
});

test('a file with headings of its own is mapped on screen once, and undone', async ({ page, alta }) => {
  const slug = await newEmptyWorkspace(alta, 'Con otros títulos');
  await openAsOwner(page, alta, `/w/${slug}/batches/new?of=suppliers`);
  const field = page.locator('input[type=file]');
  const sheet = (name: string, cuit: string, wrong: string) => ({
    name: 'padron.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Quién;Nro.;Zona\r\n${name};${cuit};Sur\r\nAlmacén;${wrong};Norte\r\n`),
  });
  await field.setInputFiles(sheet('Panadería', newCuit('30'), '30712345670'));
  const column = (heading: string) => page.getByLabel(words('batches.upload.isOf', { heading }));
  await expect(page.getByText(words('batches.upload.missing', { count: 2 }))).toBeVisible();
  await column('Quién').selectOption('name');
  await expect(page.getByText(words('batches.upload.missing', { count: 1 }))).toBeVisible();
  await column('Nro.').selectOption('cuit');
  await expect(page.getByText(words('batches.upload.ready.suppliers', { count: 1 }))).toBeVisible();
  expect(await accessibilityFaults(page, 'the columns of a file')).toEqual([]);
  const [mend] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'batches.upload.mend', { count: 1 }).click(),
  ]);
  const lines = (await text(await mend.createReadStream())).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain(`Quién;Nro.;Zona;${words('batches.upload.mendHeading')}`);
  expect(lines[1]).toContain('Almacén;30712345670;Norte;');
  await page.getByRole('button', { name: words('batches.upload.start.suppliers', { count: 1 }) }).click();
  await page.getByRole('link', { name: words('batches.upload.seeBatch') }).click();

  await button(page, 'batches.undo.label').click();
  const dialog = page.getByRole('dialog', { name: words('batches.undo.asked.suppliers', { count: 1 }) });
  await dialog.getByRole('button', { name: words('batches.undo.label') }).click();
  await expect(button(page, 'batches.undo.label')).toHaveCount(0);

  await page.goto(`${alta.origin}/w/${slug}/batches/new?of=suppliers`);
  await field.setInputFiles(sheet('Otra', newCuit('30'), newCuit('30')));
  await expect(page.getByText(words('batches.upload.ready.suppliers', { count: 2 }))).toBeVisible();
  await expect(column('Nro.')).toHaveValue('cuit');
});

test('the page of a file’s faults passes axe, narrow or wide, light or dark', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/batches/new?of=suppliers'));
  const headings = (['key', 'name', 'cuit'] as const).map((each) =>
    words(`batches.columns.suppliers.${each}`),
  );
  const lines = [headings, ['c-1', 'Panadería', newCuit('30')], ['c-2', 'Almacén', '30712345670']];
  const buffer = Buffer.from(lines.map((line) => line.join(';')).join('\r\n'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'proveedores.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('row').filter({ hasText: words('suppliers.faults.cuitDigit') })).toBeVisible();
  expect(await accessibilityFaults(page, 'a file with faults')).toEqual([]);
});

test('a CSV of invoices goes to ARCA, and its result has the numbers', async ({ page, alta, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'end');
  await supplier.registered();
  const { body: workflow } = await supplier.call('POST', '/transform/v1/workflows', {
    template: 'ar-invoice',
  });
  await openAsOwner(page, alta, at(alta, '/batches/new?of=invoices'));
  await page.getByLabel(words('batches.upload.workflow')).selectOption(workflow.id);
  const line = (key: string) => `${key};${supplier.cuit};Pan;100,00;10;21`;
  await page.locator('input[type=file]').setInputFiles({
    name: 'facturas.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      ['Clave;CUIT del emisor;Descripción;Precio unitario;Descuento;IVA', line('f-1'), line('f-2')].join(
        '\r\n',
      ),
    ),
  });
  await button(page, 'batches.upload.start.invoices', { count: 2 }).click();
  const sent = page.getByRole('row').filter({ hasText: words('entry.states.sent') });
  await expect(sent).toHaveCount(2);
  await expect(sent.first()).toContainText(words('batches.rows.one.created'));
  await expect(sent.first()).toContainText('Factura B 00001-0000000');
  expect(await accessibilityFaults(page, 'a batch of invoices')).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: words('batches.page.result') }).click(),
  ]);
  const [headings = '', ...rows] = (await text(await file.createReadStream())).trim().split('\r\n');
  expect(headings).toContain('CAE');
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/Factura B 00001-0000000[12];\d{14};/);
});

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}
