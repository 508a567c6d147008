// @module-tag slow
import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { type ApiClient, apiClient, eventually } from '#tests/support/api-client.ts';
import { codeBlocks } from '#tests/support/documentation.ts';
import { projectWithClient, runtimesHere } from '#tests/support/packed-client.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

const execute = promisify(execFile);
const readme = '../packages/client/README';
const blocksOf = (page: string, language: string) =>
  codeBlocks(page).flatMap((block) => (block.language === language ? [block.text] : []));
const examples = blocksOf(readme, 'js');
const program = examples.filter((code) => !code.includes('export')).join('\n');
const receiver = examples.find((code) => code.includes('export')) ?? '';
/** Imports come first in a program of several examples, each once. */
const whole = (code: string) => {
  const lines = code.split('\n');
  const imports = [...new Set(lines.filter((line) => line.startsWith('import ')))];
  return [...imports, ...lines.filter((line) => !line.startsWith('import '))].join('\n');
};

const newKey = async () => newApiKey(await newWorkspace());
const seed = async () => ({ key: await newKey(), another: await newKey() });

onServer('the installed client', { seed }, (server) => {
  let directory: string;
  let call: ApiClient;
  beforeAll(async () => {
    directory = await projectWithClient();
    call = apiClient(server().alta.origin, server().seeded.key);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  test('has the same webhook receiver in its README and in the documentation', () => {
    const receivers = blocksOf('sdk', 'ts').filter((code) => code.includes('verify'));
    expect(receivers).toEqual(blocksOf(readme, 'ts'));
  });

  test('installs no other package', () => {
    const installed = readdirSync(join(directory, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(installed).toEqual(['@alta-ar']);
    expect(readdirSync(join(directory, 'node_modules/@alta-ar'))).toEqual(['client']);
  });

  test.each(['nodenext', 'bundler'])(
    'has types that compile with %s resolution',
    async (moduleResolution) => {
      writeFileSync(
        join(directory, 'typed.ts'),
        `import { createAlta, type WebhookMessage } from '@alta-ar/client';
import { fetchEntry } from '@alta-ar/client/operations';
const alta = createAlta({ url: 'https://alta.test', key: 'k' });
export async function typed(message: WebhookMessage): Promise<number> {
  if (message.event === 'invoice.authorised') return message.data.code.length;
  // @ts-expect-error there is no such state
  await alta.entries.list({ state: 'nowhere' });
  for await (const { key, meta } of [await fetchEntry({ client: alta.client, path: { id: 'x' } })]) if (key) return meta.length;
  const { linkUrl } = await alta.registerSupplier({ name: 'A', cuit: '1' });
  return linkUrl?.length ?? (await alta.entries.list()).list.length;
}
`,
      );
      const files: Record<string, string> = {
        'node.d.ts': `declare module 'node:fs/promises' {
  export function writeFile(path: string, content: Uint8Array | ReadableStream): Promise<void>;
}`,
        'receiver.ts': `declare const process: { env: Record<string, string | undefined> };
${blocksOf(readme, 'ts').join('\n')}`,
        'page.ts': `declare const process: { env: Record<string, string> };
declare const request: { url: string };
${whole(blocksOf('sdk', 'js').join('\n'))}`,
      };
      for (const [name, code] of Object.entries(files)) writeFileSync(join(directory, name), code);
      const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
      const lib = ['es2023', 'dom', 'dom.iterable'];
      const compilerOptions = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib,
        types: [],
        module,
        moduleResolution,
      };
      writeFileSync(
        join(directory, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['typed.ts', ...Object.keys(files)] }),
      );
      await execute(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', '.'], {
        cwd: directory,
      });
    },
  );

  describe.each(runtimesHere())('on $name', ({ command: [file = '', ...options] }) => {
    const run = async (name: string, code: string, more: Record<string, string> = {}) => {
      writeFileSync(join(directory, name), code);
      const { stdout } = await execute(file, [...options, name], {
        cwd: directory,
        env: { ...process.env, ALTA_URL: server().alta.origin, ALTA_KEY: server().seeded.key, ...more },
      });
      return stdout;
    };

    test('the README’s program prints the documented output', async () => {
      const [output] = await Promise.all([run('program.js', whole(program)), asSupplier()]);
      expect(output).toMatch(/^created\n/);
      expect(output).toContain('completed\n');
      expect(output).toMatch(/^[1-9]\d* \d{14} 15131\.05$/m);
      expect(output).toContain("422 validation [ '$.");
      expect(output).toMatch(/^paid$/m);
    });

    test('the white label of its page can be set up repeatedly', async () => {
      const [begin = '', whiteLabel = ''] = blocksOf('sdk', 'js').filter((code) =>
        /createAlta|white-label|apps\.change/i.test(code),
      );
      const made = `${begin.split('\nconst supplier')[0]}\n${whiteLabel}\nconsole.log(workflow.id, begun.linkUrl);`;
      const first = await run('white-label.js', made, { ALTA_KEY: server().seeded.another });
      expect(first).toMatch(/^[0-9a-f-]{36} http\S+\/reg\/\w+\n$/);
      expect(await run('white-label.js', made, { ALTA_KEY: server().seeded.another })).toBe(first);
    });

    test('its receiver accepts messages that Alta signed, and no others', async () => {
      const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;
      const driver = `import { createHmac } from 'node:crypto';
        const body = JSON.stringify({ event: 'registration.completed', silo_entry_id: 'e-1' });
        const now = String(Math.floor(Date.now() / 1000));
        const key = Buffer.from(process.env.ALTA_WEBHOOK_SECRET.slice(6), 'base64');
        for (const said of [body, 'other']) {
          const signature = 'v1,' + createHmac('sha256', key).update('m.' + now + '.' + said).digest('base64');
          const headers = { 'webhook-id': 'm', 'webhook-timestamp': now, 'webhook-signature': signature };
          console.log((await receive(new Request('https://you.test', { method: 'POST', headers, body }))).status);
        }`;
      const output = await run('receiver.js', whole(`${receiver}\n${driver}`), {
        ALTA_WEBHOOK_SECRET: secret,
      });
      expect(output).toBe('registered: e-1\n204\n401\n');
    });
  });

  /** What the supplier does, once there is a link; on the second runtime they are registered. */
  async function asSupplier(): Promise<void> {
    const find = () => call('GET', '/silo/v1/entries/key/supplier-30987654321');
    const { body: entry } = await eventually(
      find,
      ({ status, body }) => status === 200 && body.meta.length > 0,
    );
    if (entry.state === 'registered') return;
    const at = `/apps/gov-ar/v1/entry/${entry.id}`;
    const { alias, csr } = (await call('GET', `${at}/csr`)).body;
    const cuit = '20123456786';
    const { simulator } = server();
    const { certificate } = await simulator.issueCertificate('sandbox', { cuit, alias, csr });
    await simulator.authorise('sandbox', { cuit, alias, represented_cuit: '30987654321' });
    await call('POST', `${at}/certificate`, { certificate });
    await call('POST', `${at}/confirm`);
  }
});
