// @module-tag slow
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from '#app/api/docs/_example.tsx';
import { servicePages } from '#app/api/docs/_services.ts';
import { walkthrough } from '#app/api/docs/_walkthrough.ts';
import { pages } from '#app/docs/_pages.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { onServer } from '#tests/support/alta.ts';
import { apiClient } from '#tests/support/api-client.ts';
import { codeBlocks } from '#tests/support/documentation.ts';
import { compiledPrograms, documentedPrograms, runIn } from '#tests/support/documented-programs.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { installedClient } from '#tests/support/installed-client.ts';
import { freePort } from '#tests/support/postgres.ts';
import { newApiKey, newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';
import { envFileContent, report } from '../../../scripts/demo/report.ts';

/** Each language has a workspace of its own: what one program makes, another of the same page makes again. */
async function seed() {
  const integrators: Record<string, Integrator> = {};
  for (const { language } of documentedPrograms) integrators[language] = await newIntegrator();
  return { readme: await newIntegrator(), integrators };
}

type Integrator = Awaited<ReturnType<typeof newIntegrator>>;
async function newIntegrator() {
  const ctx = await newWorkspace();
  return {
    api_key: await newApiKey(ctx),
    supplier_workflow_id: (await newRegistrationWorkflow(ctx)).id,
    invoice_workflow_id: (await createWorkflow(ctx, { template: 'ar-invoice' })).id,
  };
}

/** In the order in which a reader meets them: one registers the supplier for whom another issues an invoice. */
const programs = pages.flatMap(({ name: page }) =>
  documentedPrograms
    .filter((program) => program.isIn(page))
    .map((program) => ({ page, language: program.name, program })),
);

onServer('the documentation', { seed }, (server) => {
  beforeAll(installedClient, 300_000);
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'alta-docs-'));
    mkdirSync(join(directory, '.data'));
    const { alta, seeded, simulator } = server();
    const demo = {
      origin: alta.origin,
      base_url: `${alta.origin}/api`,
      simulator_url: simulator.url,
      workspaces: { sandbox: seeded.readme },
    };
    writeFileSync(join(directory, '.data/demo.json'), JSON.stringify(demo));
    writeFileSync(join(directory, '.data/demo.env'), envFileContent(demo));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  for (const { page, language, program } of programs) {
    test.skipIf(!program.isThere)(`the ${language} examples of docs/${page}.md run unchanged`, async () => {
      const { alta, seeded, simulator } = server();
      const { code, output } = await program.run(page, {
        ALTA_URL: alta.origin,
        ALTA_KEY: seeded.integrators[program.language]?.api_key ?? '',
        ALTA_SIMULATOR: simulator.url,
        PORT: String(await freePort()),
        // The command is on the path, as after an installation of the package.
        PATH: `${join(await installedClient(), 'node_modules/.bin')}:${process.env.PATH}`,
      });
      expect([code, output]).toEqual([0, expect.any(String)]);
      for (const shown of program.outputsIn(page)) expect(output).toContain(shown);
    });
  }

  for (const { name, isThere, run } of compiledPrograms) {
    test.skipIf(!isThere)(`the ${name} program registers a supplier and prints its link`, async () => {
      const { alta, seeded } = server();
      const { code, output } = await run({ ALTA_URL: alta.origin, ALTA_KEY: seeded.readme.api_key });
      expect([code, output]).toEqual([0, expect.stringContaining(`${alta.origin}/reg/`)]);
    });
  }

  test('the quick start’s reading of the demo sets the variables of its examples', async () => {
    const { alta, seeded, simulator } = server();
    const [first] = codeBlocks('quick-start');
    const { output } = await bash(`${first?.text}\nnode -p 'JSON.stringify(process.env)'`, directory);
    expect(JSON.parse(output)).toMatchObject({
      ALTA_URL: alta.origin,
      ALTA_KEY: seeded.readme.api_key,
      ALTA_SIMULATOR: simulator.url,
    });
  });

  test('the curl command that the demo prints fetches the supplier', async () => {
    const { alta, seeded, simulator } = server();
    const call = apiClient(alta.origin, seeded.readme.api_key);
    const { body: entry } = await call('POST', '/silo/v1/entries', {
      folder: 'suppliers',
      data: { name: 'Talleres Río S.A.', tax_id: { country: 'AR', code: '30987654321' } },
    });
    const delegation = { workflow_id: '', delegate_entry_id: '', silo_entry_id: '', link_url: '' };
    const workspace = { ...seeded.readme, id: '', silo_entry_id: entry.id, link_url: '', delegation };
    const printed = report(
      {
        origin: alta.origin,
        base_url: `${alta.origin}/api`,
        simulator_url: simulator.url,
        console: { email: '', password: '' },
        workspaces: { sandbox: workspace, live: workspace },
      },
      '.data/demo.json',
    );
    const command = /^ *(curl .*)$/m.exec(printed)?.[1] ?? '';
    const { code, output } = await bash(`${command} -sS --fail-with-body`, directory);
    expect([code, output]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(output)).toMatchObject({ id: entry.id, folder: 'suppliers', state: 'empty' });
  });

  test('the first commands of the reference run with ids that exist', async () => {
    const {
      alta,
      seeded: { readme },
    } = server();
    const there = new Map<string, string>();
    const answers: { id: string }[] = [];
    for (const { id, operation, example, slug } of walkthrough) {
      const { workflow_id: workflow } = (example.body as { workflow_id?: string } | undefined) ?? {};
      const runs = id === 'send-it' ? readme.invoice_workflow_id : readme.supplier_workflow_id;
      if (workflow) there.set(workflow, runs);
      const { before, address, after } = commandOf(operation, example, `${alta.origin}/api/${slug}`);
      let command = `${before}${address}${after} -sS --fail-with-body`;
      for (const [shown, real] of there) command = command.replaceAll(shown, real);
      const { code, output } = await bash(`export ALTA_KEY=${readme.api_key}\n${command}`, directory);
      expect([code, output]).toEqual([0, expect.any(String)]);
      const answer = JSON.parse(output);
      answers.push(answer);
      there.set((example.answer as { id: string }).id, answer.id);
    }
    const [entry, , , invoice] = answers;
    expect(answers).toMatchObject([
      { folder: 'suppliers', state: 'empty', snippet: { tax_code: 'AR30987654321' } },
      { status: 'RUN', silo_entry_id: entry?.id },
      { id: entry?.id },
      { folder: 'invoices', state: 'empty', snippet: { total: '15131.05' } },
      { status: 'RUN', silo_entry_id: invoice?.id },
    ]);
  });

  describe('as pages', () => {
    test.each(['', 'quick-start', 'errors', 'limits', 'webhooks', 'invoices', 'es', 'es/delegation'])(
      'is served at /docs/%s, complete without its script',
      async (page) => {
        const answer = await fetchPage(`${server().alta.origin}/docs${page && `/${page}`}`);
        const html = await answer.text();
        expect([answer.status, answer.headers.get('content-type')]).toEqual([
          200,
          'text/html; charset=utf-8',
        ]);
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
        expect(html).toMatch(/<nav id="contents".*<main id="content">.*<h1 id=/s);
        expect(html.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/src="\/docs\.js\?v=\w+"/)]);
        expect(html).toContain(`<html lang="${page.startsWith('es') ? 'es' : 'en'}">`);
        const source = /type="text\/markdown" href="([^"]+)"/.exec(html)?.[1] ?? '';
        expect(html.replace(source, '')).not.toMatch(/href="[^"]*\.md|<!--[^d]/);
        const markdown = await fetchPage(`${server().alta.origin}${source}`);
        expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
        expect(await markdown.text()).toMatch(/^# \S/);
      },
    );

    test('has no broken link', async () => {
      const { origin } = server().alta;
      const index = (
        await Promise.all(
          ['/docs', '/docs/es'].map(async (path) => (await fetchPage(`${origin}${path}`)).text()),
        )
      ).join('');
      const linked = [...new Set([...index.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, path]) => path))];
      expect(linked.length).toBeGreaterThan(8);
      for (const path of linked) {
        const html = await (await fetchPage(`${origin}${path}`)).text();
        for (const [, link = ''] of html.matchAll(/href="(\/docs[^"]*|#[^"]*)"/g)) {
          const [target = '', id] = link.split('#');
          const there = target ? await fetchPage(`${origin}${target}`) : undefined;
          expect([link, there?.status ?? 200]).toEqual([link, 200]);
          const text = there ? await there.text() : html;
          if (id && !target.endsWith('.css'))
            expect([link, text.includes(`id="${id}"`)]).toEqual([link, true]);
        }
      }
    });

    test('llms.txt lists Markdown pages that are there', async () => {
      const text = await (await fetchPage(`${server().alta.origin}/llms.txt`)).text();
      expect(text).toMatch(/^# Alta\n\n> \S/);
      const links = [...text.matchAll(/\]\((https?:[^)]+\.md)\)/g)].map(([, link = '']) => link);
      expect(links.length).toBeGreaterThan(30);
      for (const link of links) expect([link, (await fetchPage(link)).status]).toEqual([link, 200]);
      const references = [...text.matchAll(/\]\(https?:[^)]+\/api\/docs\/([^)]+)\)/g)];
      expect(references.map(([, slug]) => slug)).toEqual(servicePages.map(({ slug }) => slug));
    });

    test('the Markdown of an event lists its fields', async () => {
      const page = await fetchPage(`${server().alta.origin}/docs/events/registration.completed.md`);
      const text = await page.text();
      expect(text).toMatch(/^# registration\.completed\n/);
      expect(text).toMatch(/^- `event` \(`"registration\.completed"`\)/m);
      expect(text).toMatch(/^- `data\.\w+` \(/m);
    });

    test('every page leads to the Spanish documentation', async () => {
      for (const path of ['/docs/webhooks', '/api/docs', '/docs/events', '/docs/quick-start']) {
        const html = await (await fetchPage(`${server().alta.origin}${path}`)).text();
        expect([path, /href="\/docs\/es[^"]*" hrefLang="es"/.test(html)]).toEqual([path, true]);
      }
    });

    test('serves no other page and no other file', async () => {
      for (const page of ['architecture', 'nothing', '..%2Fpackage', '__proto__']) {
        expect([page, (await fetchPage(`${server().alta.origin}/docs/${page}`)).status]).toEqual([page, 404]);
      }
    });
  });
});

const bash = (script: string, cwd: string) => runIn(cwd, ['bash', '-c', script]);
