import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { onServer } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';

const ref = '3kTq0ZyB7mW1cXvN8sRfLpDg2H';

onServer('the endpoint of browsers’ reports', { seed: async () => undefined }, (server) => {
  const report = (body: unknown) =>
    fetchPage(`${server().alta.origin}/api/csp-report`, {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const logged = (host: string) =>
    server()
      .alta.output()
      .split('\n')
      .filter((line) => line.includes(host));

  test('counts reports, logs each kind once, and stores no page’s address', async () => {
    const host = `${randomUUID()}.example`;
    const page = `${server().alta.origin}/reg/${ref}/datos`;
    const sent = {
      'csp-report': {
        'document-uri': page,
        'effective-directive': 'img-src',
        'blocked-uri': `https://${host}/${ref}.gif`,
      },
    };
    expect((await report(sent)).status).toBe(204);
    expect((await report(sent)).status).toBe(204);
    await eventually(
      async () => logged(host),
      (lines) => lines.length > 0,
    );
    const metrics = await (await fetchPage(`${server().alta.origin}/api/metrics`)).text();
    expect(metrics).toMatch(/alta_policy_reports_total\{area="wizard",directive="img-src"\} [2-9]/);
    expect(logged(host).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ area: 'wizard', directive: 'img-src', blocked: host }),
    ]);
    expect(server().alta.output()).not.toContain(ref);
  });

  test.each([
    ['no JSON', '{', 400],
    ['what is no report', { 'csp-report': 'x' }, 400],
    ['too much', 'x'.repeat(20_000), 413],
    ['a report of what is none of its members', { 'csp-report': { 'document-uri': 7 } }, 204],
  ])('answers by its rules: %s', async (_what, body, status) =>
    expect((await report(body)).status).toBe(status),
  );

  test('is named in the pages’ policy', async () => {
    const pages = await Promise.all(
      ['/login', '/reg/none'].map((path) => fetchPage(server().alta.origin + path)),
    );
    for (const { headers } of pages) {
      expect(headers.get('content-security-policy')).toMatch(/; report-uri \/api\/csp-report$/);
    }
  });
});

onServer(
  'the contact for vulnerabilities',
  { seed: async () => undefined, env: { ALTA_SECURITY_CONTACT: 'seguridad@example.com' } },
  (server) => {
    test('is published as in RFC 9116', async () => {
      const answer = await fetchPage(`${server().alta.origin}/.well-known/security.txt`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(await answer.text()).toContain('Contact: mailto:seguridad@example.com\n');
    });
  },
);
