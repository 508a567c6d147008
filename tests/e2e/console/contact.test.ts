import { partySchema } from '#lib/documents/schema-addresses.ts';
import { accessibilityFaults, button, words } from '#tests/support/e2e-console.ts';
import { at, makeSupplier, replaceCode, save } from '#tests/support/e2e-entries.ts';
import { mailTo } from '#tests/support/e2e-mail.ts';
import { newEmptyWorkspace, openAsOwner } from '#tests/support/e2e-people.ts';
import { expect, test } from '#tests/support/e2e-test.ts';

test('an operator finds the link, mails it, reminds the supplier and sees both in the activity', async ({
  page,
  alta,
  supplierAt,
}) => {
  const { entry, link } = await supplierAt('sandbox', '');
  await openAsOwner(page, alta, at(alta, `/entries/${entry}`));
  const card = page.getByRole('region', { name: words('contact.title') });
  await expect(card.getByText(link)).toBeVisible();
  await expect(card.getByRole('link', { name: words('contact.reminders.noAddress') })).toBeVisible();
  const chat = new URL((await card.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '');
  expect(chat.origin).toBe('https://wa.me');
  expect(chat.searchParams.get('text')).toContain(link);

  await card.getByRole('button', { name: words('contact.link.qr') }).click();
  await expect(
    page.getByRole('dialog').getByRole('img', { name: words('contact.link.qrLabel') }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  const address = `proveedor.${Date.now()}@correo.example`;
  await card.getByRole('button', { name: words('contact.mail.open'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.frameLocator('iframe').getByText(link).first()).toBeVisible();
  await dialog.getByLabel(words('contact.mail.to')).fill('no es una dirección');
  await dialog.getByRole('button', { name: words('contact.mail.submit') }).click();
  await expect(dialog.getByText(words('contact.mail.invalid'))).toBeVisible();
  await dialog.getByLabel(words('contact.mail.to')).fill(address);
  await dialog.getByRole('button', { name: words('contact.mail.submit') }).click();
  await expect(dialog).toBeHidden();
  const invitation = await mailTo(address);
  expect(invitation.link).toBe(link);

  await card.getByRole('button', { name: words('contact.reminders.send') }).click();
  await expect(dialog).toContainText(address);
  await expect(dialog.frameLocator('iframe').getByText(link).first()).toBeVisible();
  await dialog.getByRole('button', { name: words('contact.reminders.submit') }).click();
  await expect
    .poll(async () => (await mailTo(address)).subject, { timeout: 30_000 })
    .not.toBe(invitation.subject);
  const activity = page.getByRole('list', { name: words('activity.label') });
  const said = words('activity.lines.link.sent', { kind: 'reminder' });
  await expect(activity.getByText(said)).toBeVisible({ timeout: 30_000 });
  await expect(card.getByText(address).first()).toBeVisible();
  expect(await accessibilityFaults(page, 'link and contact')).toEqual([]);
});

test('a job that waits for the supplier has the same link', async ({ page, alta, supplierAt }) => {
  const { entry, link } = await supplierAt('sandbox', '');
  await openAsOwner(page, alta, at(alta, `/entries/${entry}/jobs`));
  await page.getByRole('main').locator('a[href*="/jobs/"]').last().click();
  const card = page.getByRole('region', { name: words('contact.title') });
  await expect(card.getByText(link)).toBeVisible();
});

test('a supplier is archived, found among the archived and restored', async ({ page, alta }) => {
  const name = `Para archivar ${Date.now()}`;
  const { id } = await makeSupplier(alta, { name });
  await openAsOwner(page, alta, at(alta, `/entries/${id}`));
  await button(page, 'entry.archive.act').click();
  await expect(page.getByText(words('entry.archive.text'))).toBeVisible();
  const listed = page.getByRole('link', { name });
  await page.goto(`${alta.origin}${at(alta, `/suppliers?q=${encodeURIComponent(name)}`)}`);
  await expect(page.getByRole('heading', { name: words('suppliers.list.nothingTitle') })).toBeVisible();
  await page.getByLabel(words('suppliers.list.state')).selectOption('archived');
  await listed.click();
  await button(page, 'entry.archive.restore').click();
  await expect(page.getByText(words('entry.archive.text'))).toBeHidden();
  await expect(page.getByText(words('activity.lines.entry.restored'))).toBeVisible();
  await page.goto(`${alta.origin}${at(alta, `/suppliers?q=${encodeURIComponent(name)}`)}`);
  await expect(listed).toBeVisible();
});

const one = { count: 1 } as unknown as Record<string, string>;

test('a repeated CUIT is reported while it is typed, and on both pages', async ({ page, alta }) => {
  const first = await makeSupplier(alta, { name: `Primero ${Date.now()}` });
  await openAsOwner(page, alta, at(alta, '/suppliers/new'));
  const party = { $schema: partySchema, name: 'Segundo', tax_id: { country: 'AR', code: first.cuit } };
  await replaceCode(page, JSON.stringify(party, null, 2));
  await expect(page.getByText(words('suppliers.twin.title', one))).toBeVisible();
  await expect(page.getByRole('link', { name: first.name })).toBeVisible();
  await save(page);
  await expect(page).toHaveURL(/\/entries\/[0-9a-f-]{36}$/);
  const twin = page.getByText(words('entry.twin.title', one));
  await expect(twin).toBeVisible();
  await page.getByRole('link', { name: first.name }).click();
  await expect(twin).toBeVisible();
});

test('reminders are off in the sandbox by default and on in live', async ({ page, alta }) => {
  await openAsOwner(page, alta, at(alta, '/configuration/apps/gov-ar#reminders'));
  const on = page.getByRole('checkbox', { name: words('configuration.apps.settings.remindersOn') });
  await expect(on).not.toBeChecked();
  await openAsOwner(page, alta, `${at(alta, '/configuration/apps/gov-ar', 'live')}#reminders`);
  await expect(on).toBeChecked();
  await expect(page.getByLabel(words('configuration.apps.settings.reminderDays'))).toHaveValue('2, 7, 14');
});

test('a reminder begins with the workspace’s own text', async ({ page, alta }) => {
  const slug = await newEmptyWorkspace(alta, 'Con texto propio');
  await openAsOwner(page, alta, `/w/${slug}/configuration/apps/gov-ar#reminders`);
  const own = page.getByLabel(words('configuration.apps.settings.reminderEs'), { exact: true });
  await own.fill('Escribinos a ana@sur.example');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByText(words('configuration.apps.settings.faults.mail-reminder-es'))).toBeVisible();
  await own.fill('Nos falta tu alta para pagarte.');
  await button(page, 'configuration.apps.settings.save').click();
  await expect(page.getByText(words('configuration.apps.settings.saved'))).toBeVisible();
  await page.reload();
  await expect(own).toHaveValue('Nos falta tu alta para pagarte.');
});
