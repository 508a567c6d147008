import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { GET } from '#app/reg/[ref]/estado/route.ts';
import type { Context } from '#lib/context.ts';
import { database } from '#lib/database/client.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { rateLimits } from '#lib/limits.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import { findByRef } from '#lib/registrations/find.ts';
import { answerQuestions } from '#lib/registrations/guidance.ts';
import { revokeLinkOf } from '#lib/registrations/link.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const platform = 'https://erp.example';
const longAgo = new Date(Date.now() - 90 * 86_400_000);

/** A workspace whose platform may ask. */
async function embedding(): Promise<Context> {
  const ctx = await newWorkspace();
  await changeAppSettings(ctx, 'gov-ar', AppChange.parse({ embedOrigins: [platform] }));
  return ctx;
}

async function ask(ref: string, origin: string | undefined = platform, query = '') {
  const url = `https://alta.example/reg/${ref}/estado${query}`;
  const request = new Request(url, { headers: origin ? { origin } : {} });
  const answer = await GET(request, { params: Promise.resolve({ ref }) });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}
const stateOf = async (ref: string) => JSON.parse((await ask(ref)).body).state;

onDatabase('a link’s status on the platform’s page', () => {
  test('has the progress, for that origin and without credentials', async () => {
    const ctx = await embedding();
    const { ref } = await newRegistration(ctx);
    const { status, headers, body } = await ask(ref);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      state: 'created',
      waiting_for: 'supplier',
      step: 1,
      steps: 5,
      registered: false,
    });
    expect(headers.get('access-control-allow-origin')).toBe(platform);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
    const found = await findByRef(ref);
    if (found.kind !== 'found') throw new Error(`it is ${found.kind}`);
    const answers = { voice: 'company' } as const;
    await answerQuestions(found.ctx, found.registration, answers);
    expect(await stateOf(ref)).toBe('started');
  });

  test('has the requested language', async () => {
    const { ref } = await newRegistration(await embedding());
    const said = async (query: string) => JSON.parse((await ask(ref, platform, query)).body).action;
    expect([await said(''), await said('?lang=es'), await said('?lang=en')]).toEqual([
      'Empezar',
      'Empezar',
      'Begin',
    ]);
  });

  test('is not counted as the supplier’s visit', async () => {
    const { ref } = await newRegistration(await embedding());
    await ask(ref);
    expect(await findByRef(ref)).toMatchObject({
      registration: { state: 'created', link: { openedAt: undefined } },
    });
  });

  test('is closed for an expired or revoked link', async () => {
    const ctx = await embedding();
    const expired = await newRegistration(ctx, longAgo);
    const revoked = await newRegistration(ctx);
    await revokeLinkOf(ctx, revoked.entryId);
    const answers = [await ask(expired.ref), await ask(revoked.ref)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toBe(answers[1]?.body);
    expect(await stateOf(expired.ref)).toBe('closed');
  });

  test('is refused to other origins, alike for a known and an unknown link', async () => {
    const ctx = await embedding();
    const { ref } = await newRegistration(ctx);
    const { ref: elsewhere } = await newRegistration(await newWorkspace());
    const refused = [
      await ask('A'.repeat(26)),
      await ask('%00'),
      await ask(elsewhere),
      await ask(ref, ''),
      await ask(ref, 'null'),
      await ask(ref, 'https://evil.example'),
      await ask(ref, 'http://erp.example'),
      await ask(ref, `${platform}:8443`),
      await ask(ref, `${platform}.evil.example`),
      await ask(ref, `${platform}/`),
    ];
    for (const { status, body, headers } of refused) {
      expect([status, body, [...headers]]).toEqual([404, '', [['vary', 'Origin']]]);
    }
  });

  test('can be polled for hours, and has a time to retry for too many pages at once', async () => {
    const ctx = await embedding();
    const { ref } = await newRegistration(ctx);
    const { points } = rateLimits.embedded;
    for (let asked = 0; asked < points; asked += 1) expect((await ask(ref)).status).toBe(200);
    const { status, headers } = await ask(ref);
    expect(status).toBe(429);
    expect(headers.get('access-control-allow-origin')).toBe(platform);
    expect(headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    // The wizard itself has its own.
    const [link] = await database()
      .select()
      .from(registrationLinks)
      .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
    expect(link?.openedAt).toBeNull();
  });
});
