import type { Page } from '@playwright/test';
import { adhereService, logIn } from '../support/e2e-portal.ts';
import { expect, test } from '../support/e2e-test.ts';
import { portal as labels, type Slug, text } from '../support/e2e-wizard.ts';
import { formatCuit } from '../support/new-cuit.ts';

// As the operator turns them on, who has tried them at the authority.
test.use({ portalShortcuts: 'on' });
test.describe.configure({ mode: 'default' });

/** Presses «Atajo» on the page of a step; gives the portal's tab. */
async function takeShortcut(page: Page, link: string, step: Slug): Promise<Page> {
  await page.goto(`${link}/${step}`);
  const opened = page.waitForEvent('popup');
  await page
    .getByRole('link', { name: text('act.shortcut') })
    .filter({ visible: true })
    .first()
    .click();
  const tab = await opened;
  await tab.waitForLoadState();
  return tab;
}

const expectPage = (tab: Page, title: string) => expect(tab).toHaveTitle(new RegExp(`^${title}\\b`));

test('in live each «Atajo» opens its service, with company and service already chosen', async ({
  page,
  supplierAt,
}) => {
  const supplier = await supplierAt('live', 'autorizar');
  const { link } = supplier;
  const login = await takeShortcut(page, link, 'habilitar');
  await login.getByLabel(labels.cuitOrCuil).fill(formatCuit(supplier.person));
  await login.getByRole('button', { name: labels.next }).click();
  await login.getByLabel(labels.keyField).fill('cualquiera');
  await login.getByRole('button', { name: labels.signIn }).click();
  await expectPage(login, labels.relationsManager);

  const relation = await takeShortcut(page, link, 'autorizar');
  await expectPage(relation, labels.newRelation);
  await expect(relation.getByText(formatCuit(supplier.cuit))).toBeVisible();
  await expect(relation.getByText(labels.electronicInvoicing)).toBeVisible();

  await expectPage(await takeShortcut(page, link, 'puntos-de-venta'), labels.pointsAdministration);

  await login.goto(supplier.portal);
  await adhereService(login, supplier);
  await expectPage(await takeShortcut(page, link, 'certificado'), labels.certificateAdministration);
});

test('in the sandbox «Atajo» opens WSASS', async ({ page, supplierAt }) => {
  const supplier = await supplierAt('sandbox', 'autorizar');
  await page.goto(supplier.portal);
  await logIn(page, supplier);
  await adhereService(page, supplier);
  for (const step of ['certificado', 'autorizar'] as const) {
    await expectPage(await takeShortcut(page, supplier.link, step), labels.wsass);
  }
});
