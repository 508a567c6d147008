import { expect, test } from 'vitest';
import { sessionCookieName } from '#lib/accounts/sessions.ts';
import { changeQuotas } from '#lib/accounts/workspaces.ts';
import configuration from '#messages/console/configuration.es.json' with { type: 'json' };
import faults from '#messages/faults.es.json' with { type: 'json' };
import { onServer } from '#tests/support/alta.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newPerson, signInAs } from '#tests/support/person.ts';
import { sendAction, serverActions } from '#tests/support/server-actions.ts';
import { newRegistrationWorkflow, newWorkspace } from '#tests/support/workspace.ts';

/** A workspace that has all the workflows that it may have. */
async function seed() {
  const ctx = await newWorkspace();
  const { cookie } = await signInAs(await newPerson({ ctx, role: 'operator' }));
  await newRegistrationWorkflow(ctx);
  await changeQuotas(ctx, { workflows: 1 });
  return { slug: ctx.workspace.slug, cookie: `${sessionCookieName}=${encodeURIComponent(cookie)}` };
}

const texts = configuration.workspace.quotas;

onServer('quotas in the Console', { seed }, (server) => {
  test('are shown with their use', async () => {
    const { alta, seeded } = server();
    const page = await fetchPage(`${alta.origin}/w/${seeded.slug}/configuration/workspace`, {
      headers: { cookie: seeded.cookie },
    });
    const html = (await page.text()).replaceAll('<!-- -->', '');
    const shown = (name: keyof typeof texts.names) =>
      new RegExp(`<dt>${texts.names[name]}</dt><dd>(.*?)</dd>`).exec(html)?.[1]?.replace(/<[^>]*>/g, '');
    expect(shown('entries')).toBe('0 de 5.000.000 ');
    expect(shown('storage')).toBe('0 MiB de 100 GiB ');
    expect(shown('workflows')).toBe(`1 de 1 ${texts.full}`);
  });

  test('are named in the reader’s language when one is exceeded', async () => {
    const { alta, seeded } = server();
    const action = serverActions().find(({ name }) => name.endsWith('workflows/actions#create'));
    const url = `${alta.origin}/w/${seeded.slug}/configuration/workflows/new`;
    const answer = await sendAction(url, { id: action?.id ?? '', cookie: seeded.cookie }, seeded.slug, {
      workflow: { template: 'ar-invoice' },
    });
    const said = faults['over-quota'].workflows.replaceAll(/\{\w+, number\}/g, '1');
    expect(answer).toMatchObject({ ok: false, code: 'over-quota', message: said });
  });
});
