import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { searchWorkspace } from '#lib/reports/search.ts';
import { archiveEntry, createEntry } from '#lib/silo/entries.ts';
import { linkUrl } from '#lib/silo/public-link.ts';
import { createJob } from '#lib/workflows/jobs.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { classB } from '#tests/support/invoices.ts';
import { newPerson } from '#tests/support/person.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

const malformed = { reason: 'malformed', detail: {}, checks: [], at: '2026-01-02T03:04:05.000Z' };

/** A workspace with one of each that can be found. */
async function scene(cae: string) {
  const ctx = await newWorkspace();
  const { id: workspace } = ctx.workspace;
  const { entryId, ref } = await newRegistration(ctx);
  const customer = await createEntry(ctx, {
    folder: 'customers',
    key: 'cliente/7',
    data: {
      name: 'Bodega Ñuble',
      emails: [{ addr: 'Compras@bodega.example' }],
      identities: [{ code: '7.654.321', ext: { 'ar-arca-identity-type': '96' } }],
    },
  });
  const archived = await createEntry(ctx, {
    folder: 'suppliers',
    data: { name: 'La Espiga', tax_id: { country: 'AR', code: '30123456781' } },
  });
  await archiveEntry(ctx, archived.id);
  const invoice = await createEntry(ctx, { folder: 'invoices', data: classB({ series: '7' }) });
  const { id: workflow } = await newRegistrationWorkflow(ctx);
  const { id: job } = await createJob(ctx, { workflowId: workflow, entryId, key: 'pedido 7' });
  const member = await newPerson({ ctx, role: 'owner' });
  for (const statement of [
    sql`update certificates set alias = 'Alta-Tornillo-1', certificate_alias = 'otro_alias' where workspace_id = ${workspace}`,
    sql`update registrations set notice_email = 'aviso@estudio.example', last_rejection = ${JSON.stringify(malformed)} where workspace_id = ${workspace}`,
    sql`update registration_links set holder_email = 'Laura.Paz@estudio.example' where workspace_id = ${workspace}`,
    sql`insert into mails (id, workspace_id, kind, subject, "to")
      select gen_random_uuid(), workspace_id, 'asked', id, 'copia@estudio.example' from registration_links
      where workspace_id = ${workspace}`,
    sql`update entries set doc = doc || '{"code": "42", "totals": {"payable": "1650469.78"}}' where id = ${invoice.id}`,
    sql`insert into invoice_submissions (id, workspace_id, entry_id, job_id, job_created_at, environment, cuit,
        point_of_sale, document_type, status, request, number, cae)
      values (gen_random_uuid(), ${workspace}, ${invoice.id}, ${job}, now(), 'sandbox', '30712345671', 7, 6,
        'authorised', '{}', 42, ${cae})`,
  ]) {
    await database().execute(statement);
  }
  const { rows } = await database().execute<{ id: string }>(
    sql`select id from registrations where workspace_id = ${workspace}`,
  );
  const ids = {
    supplier: entryId,
    customer: customer.id,
    archived: archived.id,
    invoice: invoice.id,
    workflow,
    job,
    member: member.id,
  };
  return { ctx, ids, ref, registration: rows[0]?.id ?? '', email: member.email };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type Thing = keyof Scene['ids'];

onDatabase('a search of the whole workspace', () => {
  let ours: Scene;
  let theirs: Scene;
  beforeAll(async () => {
    ours = await scene('71234567890123');
    theirs = await scene('71234567890124');
  });

  async function find(q: string, limit?: number): Promise<string[]> {
    const names = new Map<string, string>(Object.entries(ours.ids).map(([name, id]) => [id, name]));
    const found = await searchWorkspace(ours.ctx, { q, ...(limit ? { limit } : {}) });
    const ids = found.flatMap(({ list }) =>
      list.map((each) => {
        if ('reason' in each || 'failures' in each) return each.code;
        return 'id' in each ? each.id : each.entry.id;
      }),
    );
    return ids.map((id) => names.get(id) ?? (/^ARC?A?-/.test(id) ? id : 'a stranger')).sort();
  }

  test.each<[string, (Thing | `AR${string}`)[]]>([
    ['ferreteria torn', ['job', 'supplier']],
    ['30-71234567-1', ['job', 'supplier']],
    ['otro_al', ['supplier']],
    ['alta-torn', ['supplier']],
    ['ALTA-TORNILLO-1', ['supplier']],
    // A wildcard is a letter like others.
    ['alta%', []],
    ['otro-alias', []],
    ['laura.paz@est', ['supplier']],
    ['aviso@estudio.example', ['job', 'supplier']],
    ['copia@', ['supplier']],
    ['compras@bodega', ['customer']],
    ['nuble', ['customer']],
    ['cliente/7', ['customer']],
    ['7654321', ['customer']],
    ['7.654.3', ['customer']],
    ['30123456781', ['archived', 'invoice']],
    ['espiga', []],
    ['7-42', ['invoice']],
    ['0007-00000042', ['invoice']],
    ['00007-00000042', ['invoice']],
    ['42', ['invoice']],
    ['7-43', []],
    ['71234567890123', ['invoice']],
    ['71234567890124', []],
    ['7123', ['invoice']],
    ['7123 4567', ['invoice']],
    ['7124', []],
    ['1650469,78', ['invoice']],
    ['1.650.469,78', ['invoice']],
    ['1650469.78', ['invoice']],
    ['1,650,469.78', ['invoice']],
    ['$ 1.650.469,78', ['invoice']],
    ['1650469,7', []],
    ['10016', ['ARCA-10016']],
    ['arca 10016', ['ARCA-10016']],
    ['e1510', ['ARCA-E1510']],
    ['ARCA-E9999', []],
    ['pedido 7', ['job']],
    ['registration', ['workflow']],
    ['AR-ARCH-07', ['AR-ARCH-07', 'supplier']],
    ['ar arch 07', ['AR-ARCH-07', 'supplier']],
    ['arch07', ['AR-ARCH-07', 'supplier']],
    ['malformed', ['AR-ARCH-07', 'supplier']],
    ['AR-VIG', ['AR-VIG-01', 'AR-VIG-02']],
    ['arch', []],
    ['', []],
    ["' | \\ % :*", []],
  ])('%j finds %j', async (q, expected) => {
    expect(await find(q)).toEqual(expected);
  });

  test('finds each row by its id, also within a URL, and none of another workspace', async () => {
    for (const [name, id] of Object.entries(ours.ids)) {
      expect(await find(id)).toEqual([name]);
      if (name !== 'member')
        expect(await find(`https://a.example/w/x/entries/${id.toUpperCase()}?tab=1`)).toEqual([name]);
    }
    for (const id of Object.values(theirs.ids)) expect(await find(id)).toEqual([]);
  });

  test('finds each row by the beginning of its id, as lists show it', async () => {
    for (const name of ['supplier', 'customer', 'invoice', 'job', 'workflow'] as const) {
      const id = ours.ids[name];
      expect(await find(id.slice(0, 8))).toContain(name);
      expect(await find(id.slice(0, 15).toUpperCase())).toContain(name);
      expect(await find(id.slice(0, 7))).not.toContain(name);
    }
    expect(await find(theirs.ids.supplier.slice(0, 8))).toEqual([]);
  });

  test('finds a supplier by registration or link, and none by those of another workspace', async () => {
    for (const q of [ours.registration, ours.ref, linkUrl(ours.ref), `${linkUrl(ours.ref)}/subir?x=1`]) {
      expect(await find(q)).toEqual(['supplier']);
    }
    for (const q of [theirs.registration, theirs.ref, linkUrl(theirs.ref)]) expect(await find(q)).toEqual([]);
  });

  test('finds a member by email address, and shows a supplier’s matching field', async () => {
    expect(await find(ours.email)).toEqual(['member']);
    const [suppliers] = await searchWorkspace(ours.ctx, { q: 'laura' });
    expect(suppliers).toMatchObject({
      source: 'suppliers',
      list: [{ through: 'Laura.Paz@estudio.example' }],
    });
  });

  test('counts the workspace’s registrations with a support code', async () => {
    expect(await searchWorkspace(ours.ctx, { q: 'AR-ARCH-07' })).toMatchObject([
      { source: 'reasons', list: [{ reason: 'malformed', registrations: 1 }] },
      { source: 'suppliers', list: [{ through: 'AR-ARCH-07' }] },
    ]);
    expect(await searchWorkspace(ours.ctx, { q: 'AR-ARCH-01' })).toMatchObject([
      { list: [{ reason: 'empty', registrations: 0 }] },
    ]);
  });

  test('lists a few rows of each kind, and marks where there are more', async () => {
    for (const name of ['Molino Uno', 'Molino Dos', 'Molino Tres']) {
      await createEntry(ours.ctx, { folder: 'customers', data: { name } });
    }
    expect(await searchWorkspace(ours.ctx, { q: 'molino', limit: 2 })).toMatchObject([
      { source: 'customers', more: true, list: [{}, {}] },
    ]);
    expect(await searchWorkspace(ours.ctx, { q: 'molino', limit: 3 })).toMatchObject([{ more: false }]);
  });
});
