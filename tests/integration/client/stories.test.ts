import { beforeAll, expect, test } from 'vitest';
import { type Alta, createAlta } from '#client/alta.ts';
import type { RegistrationProgress, SupplierOnTheWay } from '#client/register-supplier.ts';
import { onServer } from '#tests/support/alta.ts';
import { clientLanguages } from '#tests/support/client-languages.ts';
import { classA } from '#tests/support/invoices.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const person = '27123456780';
const pollMs = 50;

const newKey = async () => newApiKey(await newWorkspace());
const seed = async () => ({
  key: await newKey(),
  another: await newKey(),
  Python: await newKey(),
  PHP: await newKey(),
});

onServer('the stories of the client', { seed }, (server) => {
  let alta: Alta;
  const cuit = newCuit('30');
  const supplier = { name: 'Panadería La Espiga S.A.', tax_id: { country: 'AR', code: cuit } };
  beforeAll(() => {
    alta = createAlta({ url: server().alta.origin, key: server().seeded.key });
  });

  /** What the supplier does in the wizard and at the authority. */
  async function bringCertificate(entryId: string, alta: Alta, cuit: string): Promise<void> {
    const { alias, csr } = await alta.registrations.certificateRequest(entryId);
    const { simulator } = server();
    const { certificate } = await simulator.issueCertificate('sandbox', { cuit: person, alias, csr });
    await simulator.authorise('sandbox', { cuit: person, alias, represented_cuit: cuit });
    await alta.registrations.uploadCertificate(entryId, { certificate });
    await alta.registrations.confirm(entryId);
  }

  test('a supplier gets a link by one repeatable call, and the call’s promise waits for registration', async () => {
    const stages: RegistrationProgress[] = [];
    const register = (): Promise<SupplierOnTheWay> =>
      alta.registerSupplier({ name: supplier.name, cuit, onProgress: (each) => stages.push(each) });
    const onTheWay = await register();
    expect(onTheWay.linkUrl).toContain('/reg/');
    const { registered: _, ...same } = onTheWay;
    expect(await register()).toMatchObject(same);
    const waiting = onTheWay.registered({ pollMs });
    await bringCertificate(onTheWay.entryId, alta, cuit);
    expect(await waiting).toMatchObject({ state: 'completed', supplier: { cuit } });
    const twice = ['created', 'link'];
    expect(stages.map(({ stage }) => stage)).toEqual([
      ...twice,
      ...twice,
      'certificate-received',
      'completed',
    ]);
    const again = await register();
    expect(again).toMatchObject({ entryId: onTheWay.entryId, state: 'registered' });
    expect(again.linkUrl).toBeUndefined();
    // Nothing ran for it.
    expect((await alta.jobs.list({ silo_entry_id: onTheWay.entryId })).list).toHaveLength(1);
    expect(await again.registered()).toMatchObject({ state: 'completed' });
  });

  test('a supplier with the same key is continued despite other details, and another taxpayer is refused', async () => {
    const code = newCuit('30');
    const data = {
      name: 'Almacén',
      emails: [{ addr: 'ana@almacen.example' }],
      tax_id: { country: 'AR', code },
    };
    const { id } = await alta.entries.create({ folder: 'suppliers', key: 'customer-42', data });
    const register = (of: string) =>
      alta.registerSupplier({ key: 'customer-42', name: 'Almacén S.R.L.', cuit: of });
    expect(await register(code)).toMatchObject({
      entryId: id,
      state: 'processing',
      linkUrl: expect.stringContaining('/reg/'),
    });
    await expect(register(cuit)).rejects.toMatchObject({ name: 'AltaError', key: 'conflict' });
  });

  test('the workspace’s default workflow runs, also after others that register have been added', async () => {
    const own = createAlta({ url: server().alta.origin, key: server().seeded.another, retries: 0 });
    const register = () => own.registerSupplier({ name: 'Almacén S.R.L.', cuit });
    const { jobId = '' } = await register();
    const made = await own.workflows.fetchByKey('ar-supplier-registration');
    expect(made).toMatchObject({ default: true });
    const steps = [{ provider: 'gov-ar.register' }];
    const alone = { name: 'The link alone', key: 'link-alone', schema: 'org/party', steps };
    const { id: linkAlone } = await own.workflows.create(alone);
    expect((await own.workflows.create(alone)).id).toBe(linkAlone);
    expect((await register()).jobId).toBe(jobId);
    await own.workflows.change(linkAlone, { default: true });
    const next = await own.registerSupplier({ name: 'Otro S.R.L.', cuit: newCuit('30') });
    expect(await own.jobs.fetch(next.jobId ?? '')).toMatchObject({ workflow_id: linkAlone });
    // Without a default, the workflow with the template's name as its key runs, unless it can not.
    await own.workflows.change(linkAlone, { archived: true });
    expect((await register()).jobId).toBe(jobId);
    await own.workflows.change(made.id, { disabled: true });
    await expect(register()).rejects.toMatchObject({
      key: 'conflict',
      code: 'no-default-workflow',
      message: expect.stringMatching(/workflowId.*--workflow/),
    });
  });

  test('an invoice gets its number, CAE and PDF by one call, and none twice by the same key', async () => {
    const { issue_date: _, ...invoice } = classA({ supplier });
    const issue = () => alta.issueInvoice({ key: 'order-1042', invoice, pollMs });
    const issued = await issue();
    expect(issued).toMatchObject({
      number: '1',
      cae: expect.stringMatching(/^\d{14}$/),
      caeExpiry: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      qrUrl: expect.stringContaining('/fe/qr/'),
      payable: '1210.00',
      paperGaps: ['issuer-address', 'gross-income', 'activity-since', 'customer-address'],
    });
    expect(await (await issued.pdf()).slice(0, 5).text()).toBe('%PDF-');
    expect((await issue()).cae).toBe(issued.cae);
    const other = alta.issueInvoice({ key: 'order-1042', invoice: classA({ supplier, series: '4' }) });
    await expect(other).rejects.toMatchObject({ key: 'conflict' });
  });

  test('a refusal of the authority is an error with its fault', async () => {
    const stranger = { ...supplier, tax_id: { country: 'AR', code: newCuit('30') } };
    const { issue_date: _, ...invoice } = classA({ supplier: stranger });
    const issue = alta.issueInvoice({ key: 'order-1043', invoice, pollMs });
    await expect(issue).rejects.toMatchObject({
      name: 'AltaError',
      key: 'failed',
      faults: [{ code: 'supplier-not-registered', message: expect.any(String) }],
    });
    // A corrected document under the same key: the message says how, and that works.
    const { issue_date: __, ...corrected } = classA({ supplier });
    const again = () => alta.issueInvoice({ key: 'order-1043', invoice: corrected, pollMs });
    const { id } = await alta.entries.fetchByKey('order-1043');
    await expect(again()).rejects.toMatchObject({
      key: 'conflict',
      status: 409,
      message: expect.stringContaining(`alta.entries.change('${id}'`),
    });
    await alta.entries.change(id, { data: corrected });
    expect(await again()).toMatchObject({ entryId: id, cae: expect.stringMatching(/^\d{14}$/) });
    const broken = alta.issueInvoice({ key: 'order-1044', invoice: { ...invoice, series: '0' } });
    await expect(broken).rejects.toMatchObject({ key: 'validation', faults: [{ paths: ['$.series'] }] });
  });

  test('a list is iterated over all its pages', async () => {
    const keys: (string | undefined)[] = [];
    for await (const { key } of alta.entries.list({ folder: 'invoices', limit: 1 })) keys.push(key);
    expect(keys).toEqual(['order-1043', 'order-1042']);
  });

  test('a wrong key is an error of its own', async () => {
    const stranger = createAlta({ url: server().alta.origin, key: 'wrong' });
    await expect(stranger.ping()).rejects.toMatchObject({ key: 'unauthorised', status: 401 });
  });

  for (const { language, isThere, run, runAll } of clientLanguages) {
    const place = () => ({
      url: server().alta.origin,
      key: server().seeded[language as 'Python' | 'PHP'],
    });
    const code = newCuit('30');
    const its = { name: 'Panadería La Espiga S.A.', cuit: code, key: 'customer-1' };
    const named = { name: its.name, tax_id: { country: 'AR', code } };

    test.skipIf(!isThere)(`a supplier is registered by the client for ${language}`, async () => {
      const register = { name: 'register_supplier', args: its };
      const [first, second] = await runAll([register, register], place());
      expect(first).toMatchObject({
        result: { state: 'processing', link_url: expect.stringContaining('/reg/') },
        stages: [{ stage: 'created' }, { stage: 'link' }],
      });
      expect(second).toEqual(first);
      const waiting = run({ name: 'wait_for_registration', args: its }, place());
      await bringCertificate(first?.result.entry_id, createAlta(place()), code);
      const { result, stages = [] } = await waiting;
      expect(result).toMatchObject({ state: 'completed', supplier: { cuit: code } });
      expect(stages.at(-1)).toMatchObject({ stage: 'completed' });
      const stranger = { ...its, cuit: newCuit('30') };
      const [again, refused] = await runAll(
        [register, { name: 'register_supplier', args: stranger }],
        place(),
      );
      expect(again?.result).toMatchObject({ entry_id: first?.result.entry_id, state: 'registered' });
      expect(again?.result.link_url).toBeNull();
      expect(refused).toMatchObject({ error: { key: 'conflict' } });
    });

    test.skipIf(!isThere)(`an invoice is issued once by the client for ${language}`, async () => {
      const { issue_date: _, ...invoice } = classA({ supplier: named });
      const issue = (key: string, other = {}) => ({
        name: 'issue_invoice',
        args: { key, invoice: { ...invoice, ...other } },
      });
      const unregistered = { ...named, tax_id: { country: 'AR', code: newCuit('30') } };
      const [issued, same, unknown, invalid, entries] = await runAll(
        [
          issue('order-1'),
          issue('order-1'),
          issue('order-2', { supplier: unregistered }),
          issue('order-3', { series: '0' }),
          { name: 'list_entries', args: { folder: 'invoices', limit: 1 } },
        ],
        place(),
      );
      expect(issued?.result).toMatchObject({
        number: '1',
        cae: expect.stringMatching(/^\d{14}$/),
        cae_expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        qr_url: expect.stringContaining('/fe/qr/'),
        payable: '1210.00',
        pdf: '%PDF-',
      });
      expect(same?.result).toEqual(issued?.result);
      expect(unknown).toMatchObject({
        error: { key: 'failed', faults: [{ code: 'supplier-not-registered' }] },
      });
      expect(invalid).toMatchObject({
        error: { key: 'validation', status: 422, faults: [{ paths: ['$.series'] }] },
      });
      expect(entries?.result.map(({ key }: { key: string }) => key)).toEqual(['order-2', 'order-1']);
      const wrong = await run({ name: 'ping' }, { ...place(), key: 'wrong' });
      expect(wrong).toMatchObject({ error: { key: 'unauthorised', status: 401 } });
    });
  }
});
