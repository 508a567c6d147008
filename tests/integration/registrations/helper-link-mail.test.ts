import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { findRegistrationDetails } from '#lib/registrations/details.ts';
import { handOver, takeBack } from '#lib/registrations/hand-over.ts';
import { peopleOf } from '#lib/registrations/helper.ts';
import { noteOpened } from '#lib/registrations/link.ts';
import { openHelpers } from '#lib/registrations/link-list.ts';
import { confirmDetails } from '#lib/registrations/registration.ts';
import { mailLink } from '#lib/registrations/registration-mails.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { arrive, deliver, keepMailsInFiles, newAddress, newSupplierHere } from './link-mails.ts';

keepMailsInFiles();

onDatabase('a helper’s link', () => {
  test('is mailed with the sender, the company and the purpose', async () => {
    const here = await newSupplierHere();
    const email = newAddress();
    await handOver(here.ctx, here.registration, { name: 'Marta', email });
    const [mail] = await deliver(here);
    expect(mail?.headers.get('to')).toBe(email);
    expect(mail?.headers.get('subject')).toContain('Ferretería El Tornillo');
    expect(mail?.text).toContain('Facturas del Sur');
    expect(mail?.text).toContain('clave fiscal');
    expect(mail?.text).not.toContain(here.ref);
    expect((await here.told()).map(({ event }) => event)).toEqual(['link.handed_over', 'link.sent']);
  });

  test('is mailed without a company name that looks like an address', async () => {
    const here = await newSupplierHere();
    const name = 'Premio: entrá a estafa.example';
    await confirmDetails(here.ctx, here.registration, { name, email: newAddress() });
    await handOver(here.ctx, here.registration, { name: 'Marta', email: newAddress() });
    const [mail] = await deliver(here);
    expect(`${mail?.headers.get('subject')} ${mail?.text} ${mail?.html}`).not.toContain('estafa');
    expect(mail?.headers.get('subject')).toContain('30-•••••567-1');
  });

  test('is not mailed after it was taken back', async () => {
    const here = await newSupplierHere();
    const handed = await handOver(here.ctx, here.registration, { name: 'Marta', email: newAddress() });
    if (handed.kind !== 'handed-over') throw new Error(`it is ${handed.kind}`);
    await takeBack(here.ctx, here.registration, handed.linkId);
    expect(await deliver(here)).toEqual([]);
    expect((await here.told()).map(({ event }) => event)).toEqual(['link.handed_over', 'link.taken_back']);
  });

  test('is opened once by the helper’s first act, and leaves the notices to the supplier', async () => {
    const here = await newSupplierHere();
    const notices = newAddress();
    await mailLink(here.ctx, here.registration, { to: notices });
    await handOver(here.ctx, here.registration, { name: 'Marta', whatsapp: '+5491123456789' });
    const [marta] = await openHelpers(here.ctx, here.registration);
    const ref = marta?.url.split('/').at(-1) ?? '';
    const helper = await arrive(ref);
    expect(helper.registration.link.openedAt).toBeUndefined();
    await Promise.all([1, 2, 3].map(() => noteOpened(helper.ctx, helper.registration)));
    const opened = await arrive(ref);
    expect(opened.registration.link.openedAt).toBeInstanceOf(Date);
    await noteOpened(opened.ctx, opened.registration, new Date(0));
    expect((await arrive(ref)).registration.link.openedAt).toEqual(opened.registration.link.openedAt);
    expect(await here.told()).toMatchObject([
      { event: 'link.handed_over' },
      { event: 'link.opened', data: { link_id: marta?.id, scope: 'arca-steps-only' } },
    ]);
    const to = newAddress();
    expect(await mailLink(helper.ctx, helper.registration, { to })).toEqual({ kind: 'queued' });
    const mails = await deliver(here);
    const theirs = mails.find(({ headers }) => headers.get('to') === to);
    expect(theirs?.text).toContain(`/reg/${ref}`);
    expect(theirs?.text).not.toContain(here.ref);
    const own = eq(registrations.id, here.registration.id);
    const [row] = await database().select().from(registrations).where(own);
    expect(row?.noticeEmail).toBe(notices);
    expect(await peopleOf(here.operator, here.registration.id)).toMatchObject([
      { role: 'supplier', email: notices },
      { role: 'helper', email: to },
    ]);
  });

  test('is not opened by other people’s acts on the registration', async () => {
    const { operator, entryId, registration } = await newSupplierHere();
    await noteOpened(operator, registration);
    const details = await findRegistrationDetails(operator, entryId);
    expect(details?.links[0]).toMatchObject({ scope: 'full', openedAt: undefined });
  });
});
