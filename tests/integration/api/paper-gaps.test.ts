import { beforeAll, expect, test } from 'vitest';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { classB } from '#tests/support/invoices.ts';
import { newIssued } from '#tests/support/issued-entry.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newApiKey, newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

async function seed() {
  const ctx = await newWorkspace();
  const { entryId } = await newRegistration(ctx);
  const supplier = { name: 'El Tornillo', tax_id: { country: 'AR', code: supplierCuit } };
  const issued = await newIssued(ctx, classB({ supplier }));
  const { cookie } = await signInAs(await newPerson({ ctx, role: 'operator' }));
  return {
    apiKey: await newApiKey(ctx),
    slug: ctx.workspace.slug,
    entryId,
    issued: issued.id,
    supplier,
    cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}`,
  };
}

const all = ['issuer-address', 'gross-income', 'activity-since'];

onServer('data that a PDF lacks', { seed }, (server) => {
  let call: ApiClient;
  beforeAll(() => {
    call = apiClient(server().alta.origin, server().seeded.apiKey);
  });
  const gapsOf = async (path: string) => (await call('GET', path)).body.paper_gaps;

  test('is listed on the issued invoice, and the Console links to where it is filled in', async () => {
    const { issued, entryId, slug, cookie } = server().seeded;
    expect(await gapsOf(`/silo/v1/entries/${issued}`)).toEqual(all);
    const page = await fetchPage(`${server().alta.origin}/w/${slug}/entries/${issued}`, {
      headers: { cookie },
    });
    expect(await page.text()).toContain(`/w/${slug}/entries/${entryId}/edit`);
  });

  test('is listed on supplier and registration until filled in, and later invoices take it from there', async () => {
    const { entryId, supplier } = server().seeded;
    const registration = `/apps/gov-ar/v1/entry/${entryId}/registration`;
    expect([await gapsOf(`/silo/v1/entries/${entryId}`), await gapsOf(registration)]).toEqual([all, all]);
    const addresses = [{ street: 'Mitre', num: '1', locality: 'Funes' }];
    const identities = [{ type: 'IIBB', code: 'Exento' }];
    const patch = { data: { addresses, identities } };
    await call('PATCH', `/silo/v1/entries/${entryId}`, patch, {
      'content-type': 'application/merge-patch+json',
    });
    expect([await gapsOf(`/silo/v1/entries/${entryId}`), await gapsOf(registration)]).toEqual([
      ['activity-since'],
      ['activity-since'],
    ]);
    const data = classB({ supplier });
    const { body } = await call('POST', '/silo/v1/entries', { folder: 'invoices', data });
    expect(body.data.doc.supplier).toMatchObject({ ...supplier, addresses, identities });
    expect(body.paper_gaps).toEqual(['activity-since']);
    const own = {
      ...supplier,
      addresses: [{ street: 'Belgrano 77' }],
      registration: { other: '2015-03-01' },
    };
    const complete = await call('POST', '/silo/v1/entries', {
      folder: 'invoices',
      data: classB({ supplier: own }),
    });
    expect(complete.body.data.doc.supplier.addresses).toEqual(own.addresses);
    expect(complete.body).not.toHaveProperty('paper_gaps');
  });
});
