import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { spanish } from '#app/reg/[ref]/_parts/texts.tsx';
import { GET as acceptance, POST as checkAcceptance } from '#app/reg/[ref]/aceptacion/route.tsx';
import { POST as checkProof, GET as proof } from '#app/reg/[ref]/comprobacion/route.tsx';
import { POST as claimPoint, GET as points } from '#app/reg/[ref]/puntos-de-venta/route.tsx';
import { database } from '#lib/database/client.ts';
import { registrations } from '#lib/database/tables/registrations.ts';
import { countUse } from '#lib/http/rate-limit.ts';
import { fetchRegistration, newestRegistration } from '#lib/registrations/find.ts';
import { lookAtAuthority, proveRegistration, requestProof } from '#lib/registrations/prove.ts';
import { receiveCertificate } from '#lib/registrations/receive-certificate.ts';
import { noteProgress } from '#lib/registrations/registration.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { newDelegator, newPlatform } from '#tests/support/delegation.ts';
import { newRegistration } from '#tests/support/registrant.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();
type Handler = typeof proof;

/** The pages of a link, whose requests go to the handlers. */
const browserOf = (ref: string) => {
  const request = (handler: Handler, path: string, init: RequestInit = {}) =>
    handler(new Request(`${process.env.ALTA_ORIGIN}/reg/${ref}${path}`, init), {
      params: Promise.resolve({ ref }),
    });
  return {
    read: async (handler: Handler, path: string) => (await request(handler, path)).text(),
    /** @returns the address that follows, below the link */
    async press(handler: Handler, path: string, fields: Record<string, string> = {}) {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const body = new URLSearchParams(fields);
      const answer = await request(handler, path, { method: 'POST', headers, body });
      expect(answer.status).toBe(303);
      return answer.headers.get('location')?.replace(`/reg/${ref}`, '');
    },
  };
};

onDatabase('a page that waits for the authority', () => {
  /** A live supplier whose certificate is good, and who says that they authorized it. */
  async function newWaiting() {
    const ctx = await newWorkspace('live');
    const { entryId, ref } = await newRegistration(ctx);
    const read = () => fetchRegistration(ctx, entryId);
    const { alias, csr } = (await read()).request;
    const { certificate } = await simulator.issueCertificate('live', { cuit: supplierCuit, alias, csr });
    for (const step of ['startedAt', 'detailsConfirmedAt', 'authorisationClaimedAt'] as const) {
      await noteProgress(ctx, await read(), step);
    }
    await receiveCertificate(ctx, await read(), Buffer.from(certificate));
    await requestProof(ctx, await read());
    /** The requested login, as a worker makes it. */
    const login = async () => {
      const row = await newestRegistration(ctx, entryId);
      if (row) await proveRegistration({ registrationId: row.id, round: row.proofRound });
    };
    await login();
    return { browser: browserOf(ref), read, login };
  }

  test('begins with the authorization, and offers the point of sale meanwhile, once', async () => {
    const { browser } = await newWaiting();
    const html = await browser.read(proof, '/comprobacion');
    const [guide = '', point = ''] = ['/autorizar?pantalla=viaje-inicio"', '/puntos-de-venta"'];
    expect(html.indexOf(guide)).toBeGreaterThan(0);
    expect(html.indexOf(guide)).toBeLessThan(html.indexOf('data-poll'));
    expect(html).toMatch(new RegExp(`class="button" href="[^"]+${point}`));
    expect(await browser.read(points, '/puntos-de-venta')).toContain('value="check"');
    expect(await browser.press(claimPoint, '/puntos-de-venta', { intent: 'check' })).toBe('/comprobacion');
    expect(await browser.read(proof, '/comprobacion')).not.toMatch(
      new RegExp(`class="button" href="[^"]+${point}`),
    );
  });

  test('answers each press of its button, also above the limit', async () => {
    const { browser, read, login } = await newWaiting();
    expect(await browser.read(proof, '/comprobacion')).not.toContain('id="respuesta"');
    const pressed = browser.press(checkProof, '/comprobacion');
    while ((await read()).proof.status !== 'running') await wait(20);
    await login();
    expect(await pressed).toBe('/comprobacion?recien#respuesta');
    expect(await browser.read(proof, '/comprobacion?recien')).toContain('id="respuesta"');
    const { id } = await read();
    while (!(await countUse('proof', id)).isOver);
    expect(await browser.press(checkProof, '/comprobacion')).toBe('/comprobacion?recien#respuesta');
    expect((await read()).proof.status).toBe('retrying');
    expect(await browser.read(proof, '/comprobacion?recien')).toContain('id="respuesta"');
  });

  test('of a delegation answers too, and goes on once the delegation is accepted', async () => {
    const platform = await newPlatform(simulator);
    const supplier = await newDelegator(platform.ctx);
    await supplier.claim();
    const read = () => fetchRegistration(platform.ctx, supplier.entryId);
    for (const step of ['startedAt', 'detailsConfirmedAt'] as const) {
      await noteProgress(platform.ctx, await read(), step);
    }
    const [link] = await listMeta(platform.ctx, supplier.entryId);
    const browser = browserOf(link?.ref ?? '');
    // Claimed just now, so that the authority is not asked a second time.
    expect(await browser.press(checkAcceptance, '/aceptacion')).toBe('/aceptacion?recien#respuesta');
    const asked = spanish('acceptance.answers.asked');
    expect(await browser.read(acceptance, '/aceptacion?recien')).toContain(asked);
    const { id } = await read();
    const aMinuteAgo = new Date(Date.now() - 60_000);
    await database().update(registrations).set({ updatedAt: aMinuteAgo }).where(eq(registrations.id, id));
    const pressed = browser.press(checkAcceptance, '/aceptacion');
    await lookAtAuthority({ registrationId: id });
    expect(await pressed).toBe('/aceptacion?recien#respuesta');
    const answered = await browser.read(acceptance, '/aceptacion?recien');
    expect(answered).toContain('id="respuesta"');
    expect(answered).not.toContain(asked);

    await platform.delegate(supplier.cuit);
    await platform.accept(supplier.cuit);
    // The authority gives a certificate the next ticket after two minutes; Alta asks for one after ten.
    await simulator.control.clock(3 * 60);
    await lookAtAuthority({ registrationId: id }, new Date(Date.now() + 660_000));
    expect(await browser.press(checkAcceptance, '/aceptacion')).toBe('/puntos-de-venta');
  });
});
