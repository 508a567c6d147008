import { expect, test } from 'vitest';
import { sizeLimits } from '#lib/limits.ts';
import { onServer } from '#tests/support/alta.ts';
import { askApi } from '#tests/support/api-client.ts';
import { attacks, form, newTarget, requestOf } from '#tests/support/attacks.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';

const askPage = async (url: string, init: RequestInit) => {
  const answer = await fetchPage(url, init);
  return { status: answer.status, bytes: await answer.bytes() };
};

onServer('the application', { seed: newTarget }, (server) => {
  test.each(Object.entries(attacks))(
    'refuses %s with a short answer, and keeps running',
    async (_what, attack) => {
      const { alta, seeded } = server();
      const request = requestOf(attack, alta.origin, seeded.key);
      const url = alta.origin + attack.path(seeded);
      const answer = await (attack.type === form ? askPage : askApi)(url, request);
      expect(answer.status).toBe(attack.status);
      expect(answer.bytes.length).toBeLessThan(200 * sizeLimits.listedFaults);
      expect((await fetchPage(`${alta.origin}/api/health/live`)).status).toBe(200);
      expect(alta.process.exitCode).toBeNull();
    },
  );
});
