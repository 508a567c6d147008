// @module-tag slow
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { entries } from '#lib/database/tables/silo.ts';
import { onServer } from '#tests/support/alta.ts';
import { newUser, type User } from '#tests/support/alta-command.ts';
import { apiClient, eventually } from '#tests/support/api-client.ts';
import { installedClient } from '#tests/support/installed-client.ts';
import { classA } from '#tests/support/invoices.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const seed = async () => ({ key: await newApiKey(await newWorkspace()) });

onServer('the command alta', { seed }, (server) => {
  beforeAll(installedClient, 300_000);
  let user: User;
  let at: { ALTA_URL: string; ALTA_KEY: string };
  beforeEach(async () => {
    user = await newUser();
    at = { ALTA_URL: server().alta.origin, ALTA_KEY: server().seeded.key };
  });
  const alta = (...args: string[]) => user.alta(args, at);
  const asJson = async (...args: string[]) => {
    const { code, stdout, stderr } = await alta(...args, '--json');
    return { code, data: stdout && JSON.parse(stdout), error: stderr && JSON.parse(stderr).error };
  };
  const api = () => apiClient(at.ALTA_URL, at.ALTA_KEY);

  describe('keeps a login’s key', () => {
    const login = (input: string, more: Record<string, string> = {}) =>
      user.alta(['login', '--url', at.ALTA_URL], more, input);

    test('verified and in a file for its owner alone, without printing it', async () => {
      const { code, stdout, stderr } = await login(`${at.ALTA_KEY}\n`);
      expect([code, stdout]).toEqual([0, expect.stringContaining('sandbox')]);
      expect(stdout + stderr).not.toContain(at.ALTA_KEY);
      const file = join(user.home, '.config/alta/login.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url: at.ALTA_URL, key: at.ALTA_KEY });
      expect((await user.alta(['status'])).code).toBe(0);
      // Another address in the environment is not sent the key that was kept.
      const elsewhere = await user.alta(['status'], { ALTA_URL: 'http://localhost:1' });
      expect([elsewhere.code, elsewhere.stderr]).toEqual([4, expect.stringContaining('ALTA_KEY')]);
      expect((await user.alta(['logout'])).code).toBe(0);
      expect((await user.alta(['status'])).code).toBe(4);
    });

    test('only when it is right', async () => {
      const { code, stdout, stderr } = await login('alta_sandbox_wrong');
      expect([code, stdout]).toEqual([4, '']);
      expect(stderr).not.toContain('alta_sandbox_wrong');
      expect((await user.alta(['status'])).code).toBe(4);
    });

    test('typed unseen, from the prompt on and however busy the machine is', async () => {
      // It stands still for a while behind the question, as where others have the processor.
      writeFileSync(
        join(user.home, 'busy.cjs'),
        `const write = process.stderr.write.bind(process.stderr);
        process.stderr.write = (text, ...more) => {
          const written = write(text, ...more);
          if (/API key/.test(text)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
          return written;
        };`,
      );
      const run = user.onTerminal(`login --url ${at.ALTA_URL}`, {
        NODE_OPTIONS: `--require ${join(user.home, 'busy.cjs')}`,
      });
      await eventually(
        async () => run.output(),
        (text) => text.includes('API key: '),
      );
      run.child.stdin.write(`${at.ALTA_KEY}\r`);
      const { code, stdout } = await run.ended;
      expect([code, stdout]).toEqual([0, expect.stringContaining('Stored in')]);
      expect(stdout).not.toContain(at.ALTA_KEY);
      expect(readFileSync(join(user.home, '.config/alta/login.json'), 'utf8')).toContain(at.ALTA_KEY);
    });

    test('pasted with the address, of which only the address is shown', async () => {
      const run = user.onTerminal('login');
      await eventually(
        async () => run.output(),
        (text) => text.includes('Address of the installation: '),
      );
      run.child.stdin.write(`${at.ALTA_URL}\r${at.ALTA_KEY}\r`);
      const { code, stdout } = await run.ended;
      expect([code, stdout]).toEqual([0, expect.stringContaining('Stored in')]);
      expect(stdout.split('API key')[0]).toContain(at.ALTA_URL);
      expect(stdout).not.toContain(at.ALTA_KEY);
    });
  });

  test('leads a supplier from a CUIT to an invoice with its PDF', async () => {
    const cuit = newCuit('30');
    const name = 'Panadería La Espiga S.A.';
    const made = await asJson('suppliers', 'create', '--cuit', cuit, '--name', name, '--key', `c-${cuit}`);
    expect(made).toMatchObject({
      code: 0,
      data: { entry: { state: 'processing', snippet: { tax_code: `AR${cuit}` } } },
    });
    const { id } = made.data.entry;
    const link = await asJson('suppliers', 'link', `c-${cuit}`);
    expect(link.data.link_url).toBe(made.data.link_url);
    expect((await alta('suppliers', 'link', cuit)).stdout).toContain(made.data.link_url);
    const listed = await asJson('suppliers', 'list', '--state', 'processing');
    expect(listed.data.list[0]).toMatchObject({ id });
    expect((await alta('suppliers', 'list')).stdout).toMatch(
      new RegExp(`c-${cuit}  AR${cuit}  processing .*Espiga`),
    );
    expect((await alta('suppliers', 'stuck')).stdout).toMatch(new RegExp(`c-${cuit}  created .*Espiga`));
    expect((await alta('suppliers', 'stuck', '--older-than', '7d')).stdout).not.toContain(cuit);
    // Nobody gave an address to remind them at.
    const reminded = await asJson('suppliers', 'remind', id);
    expect(reminded).toMatchObject({ code: 5, data: { rows: [{ key: id, status: 'failed' }] } });

    const { simulator } = server();
    const call = api();
    const holder = '27123456780';
    const { body: request } = await call('GET', `/apps/gov-ar/v1/entry/${id}/csr`);
    const { certificate } = await simulator.issueCertificate('sandbox', { cuit: holder, ...request });
    await simulator.authorise('sandbox', { cuit: holder, alias: request.alias, represented_cuit: cuit });
    await call('POST', `/apps/gov-ar/v1/entry/${id}/certificate`, { certificate });
    await call('POST', `/apps/gov-ar/v1/entry/${id}/confirm`);
    await eventually(
      () => asJson('suppliers', 'list', '--state', 'registered'),
      ({ data }) => data.list.length > 0,
    );

    const { issue_date: _, ...invoice } = classA({
      supplier: { name, tax_id: { country: 'AR', code: cuit } },
    });
    writeFileSync(join(user.home, 'invoice.json'), JSON.stringify(invoice));
    const sent = await alta('invoices', 'send', 'invoice.json', '--key', `i-${cuit}`);
    expect(sent).toMatchObject({ code: 0, stdout: expect.stringMatching(/CAE +\d{14}/) });
    const again = await asJson('invoices', 'send', 'invoice.json', '--key', `i-${cuit}`);
    const status = await asJson('invoices', 'status', `i-${cuit}`);
    expect(status).toMatchObject({ code: 0, data: { id: again.data.id, state: 'sent' } });
    expect(await alta('invoices', 'pdf', `i-${cuit}`, '--output', 'invoice.pdf')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('gross-income'),
    });
    expect(readFileSync(join(user.home, 'invoice.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('distinguishes two suppliers of one CUIT by their keys, and reminds them at their own address', async () => {
    const cuit = newCuit('30');
    const create = (key: string) =>
      alta(
        'suppliers',
        'create',
        '--cuit',
        cuit,
        '--name',
        'El Cordón',
        '--key',
        key,
        '--email',
        'a@cordon.example',
      );
    await create('cordon-1');
    expect((await alta('suppliers', 'link', cuit)).code).toBe(0);
    await create('cordon-2');
    const { code, stderr } = await alta('suppliers', 'remind', cuit);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cordon-2, cordon-1/)]);
    expect((await alta('suppliers', 'remind', 'cordon-1')).code).toBe(0);
  });

  describe('ends with a code for its outcome', () => {
    const invoice = JSON.stringify(
      classA({ supplier: { name: 'Nadie', tax_id: { country: 'AR', code: newCuit('30') } } }),
    );

    test.each<[string, number, string[], string?]>([
      ['the help', 0, ['--help']],
      ['of one command', 0, ['suppliers', 'list', '--help']],
      ['a command that there is not', 1, ['suplier']],
      ['an option that there is not', 1, ['suppliers', 'list', '--all']],
      ['an argument that is missing', 1, ['invoices', 'status']],
      ['an argument too many', 1, ['status', 'now']],
      ['a number that is none', 1, ['suppliers', 'list', '--limit', 'few']],
      ['a file that is none', 1, ['invoices', 'send', 'nowhere.json']],
      ['a document that is none', 1, ['invoices', 'send', '-'], '[1,'],
      ['a CUIT that is wrong', 2, ['suppliers', 'create', '--cuit', '20-12345678-9', '--name', 'X']],
      ['an entry that there is not', 2, ['invoices', 'status', 'none']],
      ['a supplier who is not registered', 5, ['invoices', 'send', '-'], invoice],
    ])('%s: %i', async (_what, code, args, input) => {
      const ran = await user.alta(args, at, input);
      expect([ran.code, ran.stderr]).toEqual([code, code === 0 ? '' : expect.stringMatching(/^alta: /)]);
      if (code > 1) {
        const { error } = JSON.parse((await user.alta([...args, '--json'], at, input)).stderr);
        expect(error).toMatchObject({ exit_code: code, message: expect.any(String) });
      }
    });

    test('nobody at the address, or another server: 3', async () => {
      const other = createServer((_request, response) => response.end('<h1>Hello</h1>'));
      onTestFinished(() => void other.close());
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as AddressInfo;
      for (const ALTA_URL of ['http://127.0.0.1:1', `http://127.0.0.1:${port}`]) {
        const { code, stderr } = await user.alta(['suppliers', 'list'], { ...at, ALTA_URL });
        expect([code, stderr]).toEqual([3, expect.stringMatching(/^alta: /)]);
      }
    });

    test('no key, a wrong key and an unencrypted address: 4, 4 and 1', async () => {
      const codes = async (env: Record<string, string>) => (await user.alta(['status'], env)).code;
      expect(await codes({})).toBe(4);
      expect(await codes({ ...at, ALTA_KEY: 'alta_sandbox_wrong' })).toBe(4);
      expect(await codes({ ...at, ALTA_URL: 'http://alta.example' })).toBe(1);
    });

    test('a link that does not come in time: 6', async () => {
      // Nobody takes the message, and the job waits until somebody does.
      const nobody = { url: 'http://127.0.0.1:1', wait: 'delivered' };
      const { body: workflow } = await api()('POST', '/transform/v1/workflows', {
        name: 'Waits for a receiver',
        steps: [{ provider: 'webhook', config: nobody }],
      });
      const { code, stderr } = await alta(
        ...['suppliers', 'create', '--cuit', newCuit('30'), '--name', 'X', '--wait', '1'],
        ...['--workflow', workflow.id],
      );
      expect([code, stderr]).toEqual([6, expect.stringContaining('the link')]);
    });
  });

  test('shows colors and progress on a terminal, unless they are disabled', async () => {
    const watched = (env: Record<string, string>) =>
      user.onTerminal('suppliers list --state empty', { ...at, ...env }).ended;
    const { body } = await api()('POST', '/silo/v1/entries', {
      folder: 'suppliers',
      data: { name: 'Malo', tax_id: { country: 'AR', code: newCuit('30') } },
    });
    // As an earlier build let it in.
    const doc = sql`jsonb_set(${entries.doc}, '{name}', to_jsonb(${'Mal\u001b[2Jo'}::text))`;
    await database().update(entries).set({ doc }).where(eq(entries.id, body.id));
    const { stdout } = await watched({ TERM: 'xterm' });
    expect(stdout).toContain('Mal');
    expect(stdout).toContain('\u001b[1m');
    // A name is no instruction to the terminal.
    expect(stdout).not.toContain('\u001b[2J');
    expect((await watched({ TERM: 'xterm', NO_COLOR: '1' })).stdout).not.toContain('\u001b[1m');
  });
});
