import type { Locator, Page } from '@playwright/test';
import type { Applicant } from './e2e-supplier.ts';
import { expect } from './e2e-test.ts';
import { portal as labels } from './e2e-wizard.ts';
import { formatCuit } from './new-cuit.ts';

/** A person's acts in the authority's portal, by the labels shown there. */

export async function logIn(tab: Page, { portal, person }: Applicant) {
  if (tab.url() !== portal) await tab.goto(portal);
  await tab.getByLabel('CUIT/CUIL').fill(formatCuit(person));
  await tab.getByRole('button', { name: labels.next }).click();
  await tab.getByLabel(labels.keyField).fill('cualquiera');
  await tab.getByRole('button', { name: labels.signIn }).click();
  await expect(tab.getByRole('heading', { name: labels.portalHome })).toBeVisible();
}

/** A service adhered in this session appears after the next login. */
async function logInAgain(tab: Page, supplier: Applicant) {
  await tab.getByRole('button', { name: labels.signOut }).click();
  await logIn(tab, supplier);
}

export async function adhereService(tab: Page, supplier: Applicant) {
  if (supplier.environment === 'sandbox') await adhereForOneself(tab, labels.wsass);
  else if (isOwn(supplier)) await adhereForOneself(tab, labels.certificateAdministration);
  else await adhereForCompany(tab, supplier);
  await expect(tab.getByRole('status')).toContainText(labels.relationDone);
  await logInAgain(tab, supplier);
}

/** A person who is the taxpayer represents nobody else, and the portal does not ask for whom they act. */
export const isOwn = ({ cuit, person }: Applicant) => cuit === person;

async function adhereForOneself(tab: Page, service: string) {
  await follow(tab, labels.relationsManager, labels.adhereService, labels.arca, labels.interactiveServices);
  await follow(tab, service);
  await confirm(tab);
}

async function adhereForCompany(tab: Page, supplier: Applicant) {
  await openRelationsOf(tab, supplier);
  await follow(tab, labels.newRelation);
  await search(tab, labels.serviceField);
  await follow(tab, labels.arca, labels.interactiveServices, labels.certificateAdministration);
  await search(tab, labels.representative);
  await tab.getByLabel(labels.userCuit).fill(formatCuit(supplier.person));
  await confirm(tab);
  await confirm(tab);
}

/** WSASS: returns the text of the certificate in «Resultado». */
export async function createSandboxCertificate(tab: Page, { alias, csr }: { alias: string; csr: string }) {
  await follow(tab, labels.wsass, labels.newCertificate);
  await fillSandboxCertificate(tab, { alias, csr });
  return tab.getByLabel(labels.result).inputValue();
}

export async function fillSandboxCertificate(tab: Page, { alias, csr }: { alias: string; csr: string }) {
  await tab.getByLabel(labels.dnName).fill(alias);
  await tab.getByLabel(labels.csrField).fill(csr);
  await tab.getByRole('button', { name: labels.createDn }).click();
}

export async function authoriseInSandbox(tab: Page, { alias, cuit }: { alias: string; cuit: string }) {
  await follow(tab, labels.createAuthorisation);
  await tab.getByLabel(labels.dnToAuthorise).selectOption(alias);
  await tab.getByLabel(labels.representedCuit).fill(cuit);
  await tab.getByLabel(labels.serviceToAccess).selectOption(labels.wsfeOption);
  await tab.getByRole('button', { name: labels.createAccess }).click();
  await expect(tab.getByRole('status')).toContainText(labels.authorisationOk);
}

/** «Administración de Certificados Digitales»: returns the path of the file saved by the browser. */
export async function createLiveCertificate(
  tab: Page,
  { alias, file, cuit }: { alias: string; file: string; cuit: string },
) {
  await follow(tab, labels.certificateAdministration);
  await tab.getByRole('link', { name: formatCuit(cuit) }).click();
  await follow(tab, labels.addAlias);
  await tab.getByLabel(labels.aliasField).fill(alias);
  await tab.locator('input[type=file]').setInputFiles(file);
  await tab.getByRole('button', { name: labels.addAlias }).click();
  await tab.getByRole('row', { name: alias }).getByRole('link', { name: labels.view }).click();
  return saveNewestCertificate(tab);
}

/** The same for a renewal: another certificate for the existing alias. */
export async function addLiveCertificate(
  tab: Page,
  { alias, file, cuit }: { alias: string; file: string; cuit: string },
) {
  await follow(tab, labels.certificateAdministration);
  await tab.getByRole('link', { name: formatCuit(cuit) }).click();
  await tab.getByRole('row', { name: alias }).getByRole('link', { name: labels.view }).click();
  await follow(tab, labels.addCertificate);
  await tab.locator('input[type=file]').setInputFiles(file);
  await tab.getByRole('button', { name: labels.addCertificate }).click();
  await expect(tab.getByRole('link', { name: labels.download })).toHaveCount(2);
  return saveNewestCertificate(tab);
}

async function saveNewestCertificate(tab: Page) {
  const download = tab.waitForEvent('download');
  await tab.getByRole('link', { name: labels.download }).last().click();
  const saved = await download;
  return { path: await saved.path(), name: saved.suggestedFilename() };
}

export async function authoriseInLive(tab: Page, supplier: Applicant, alias: string) {
  await tab.goto(supplier.portal);
  await openRelationsOf(tab, supplier);
  await relate(tab, alias, labels.electronicInvoicing);
}

/** The same for exports, from the receipt of that relation. */
export async function authoriseExportsInLive(tab: Page, alias: string) {
  await follow(tab, labels.backLink);
  await relate(tab, alias, labels.exportInvoicing);
}

async function relate(tab: Page, alias: string, service: string) {
  await follow(tab, labels.newRelation);
  await search(tab, labels.serviceField);
  await follow(tab, labels.arca, labels.webServices, service);
  await search(tab, labels.representative);
  await tab.getByLabel(labels.fiscalComputer).selectOption(alias);
  await confirm(tab);
  await confirm(tab);
  await expect(tab.getByRole('status')).toContainText(labels.relationDone);
}

export async function addPointOfSale(
  tab: Page,
  { portal, cuit }: Applicant,
  { number, system }: { number: number; system: string },
) {
  await tab.goto(portal);
  await follow(tab, labels.pointsAdministration);
  if (await offers(tab.getByLabel(labels.taxpayer), cuit)) {
    await choose(tab.getByLabel(labels.taxpayer), formatCuit(cuit));
    await tab.getByRole('button', { name: labels.continueButton }).click();
  } else await typeOther(tab, cuit);
  await follow(tab, labels.abm, labels.addPoint);
  await tab.getByLabel(labels.pointNumber).fill(String(number));
  await tab.getByLabel(labels.system, { exact: true }).selectOption(system);
  await choose(tab.getByLabel(labels.addressField), /./);
  await tab.getByRole('button', { name: labels.accept }).click();
  await expect(tab.getByRole('cell', { name: String(number), exact: true })).toBeVisible();
}

export async function openRelationsOf(tab: Page, supplier: Applicant) {
  const { cuit } = supplier;
  await follow(tab, labels.relationsManager);
  if (isOwn(supplier)) return;
  const list = tab.getByLabel(labels.actingFor);
  if (await offers(list, cuit)) {
    // Choosing is enough. Where no script sends the form, there is a button.
    const send = tab.getByRole('button', { name: 'Seleccionar' });
    const isManual = await send.isVisible();
    await choose(list, formatCuit(cuit));
    if (isManual) await send.click();
  } else await typeOther(tab, cuit);
  await expect(tab.getByText(labels.grantor)).toContainText(formatCuit(cuit));
}

/** Whether the simulator knows the taxpayer. It does not know one created in the Console. */
async function offers(list: Locator, cuit: string) {
  await list.waitFor();
  return (await list.getByRole('option', { name: formatCuit(cuit) }).count()) > 0;
}

/** Chooses an entry by part of its text. The portal's entries have name and CUIT. */
async function choose(list: Locator, title: string | RegExp) {
  const entry = list.locator('option').filter({ hasText: title }).first();
  await list.selectOption((await entry.textContent()) ?? '');
}

/** Uses the simulator's extra field, which the authority does not have. */
async function typeOther(tab: Page, cuit: string) {
  await tab.getByLabel('Otro CUIT').fill(formatCuit(cuit));
  await tab.getByRole('button', { name: 'Usar este CUIT' }).click();
}

export async function follow(tab: Page, ...names: string[]) {
  for (const name of names) await tab.getByRole('link', { name, exact: true }).click();
}
export const search = (tab: Page, group: string) =>
  tab.getByRole('group', { name: group }).getByRole('button', { name: labels.search }).click();
export const confirm = (tab: Page) => tab.getByRole('button', { name: labels.confirm }).click();
