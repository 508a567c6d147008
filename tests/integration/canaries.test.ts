// @module-tag slow
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createUser } from '#lib/accounts/users.ts';
import { backUp } from '#lib/backup/back-up.ts';
import { unsealFile } from '#lib/backup/backup-file.ts';
import { database } from '#lib/database/client.ts';
import { WorkflowInput } from '#lib/workflows/definition-input.ts';
import { createWorkflow } from '#lib/workflows/definitions.ts';
import { startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { textOfDatabase } from '#tests/support/database-text.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { issueAsSupplier } from '#tests/support/issue-by-api.ts';
import { logIn } from '#tests/support/log-in.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { allowReceivers, startReceiver } from '#tests/support/receiver.ts';
import { openSealed } from '#tests/support/sealed-values.ts';
import { authorityOf, startSimulator } from '#tests/support/simulator.ts';
import { stubbornClient } from '#tests/support/stubborn-client.ts';
import { looking, withDatabase } from '#tests/support/with-database.ts';
import { newApiKey, newWorkspace } from '#tests/support/workspace.ts';

allowReceivers();

const person = { name: 'Ana', email: 'ana@sur.example', password: 'cuatro gatos sobre un tejado' };
const bearer = 'canary-of-a-step-9f2c';

/** What is told to whom it is for, in an answer or a mail: a link, and a webhook's secret when it is made. */
const forSomebody = new Set(['registration_links.ref_sealed', 'webhook_secrets.secret_sealed']);
/** Whole answers, most of which is no secret. */
const answersKept = 'idempotent_answers.body_sealed';

test('no secret is in a row, a log line, a message, a mail, an answer or a backup', async () => {
  const source = await newDatabase();
  const [simulator, receiver, mails] = await Promise.all([
    startSimulator(),
    startReceiver(),
    startMailServer(),
  ]);
  onTestFinished(async () => {
    await Promise.all([simulator.stop(), receiver.stop(), mails.stop()]);
  });
  const seeded = await withDatabase(source, async () => {
    const ctx = await newWorkspace();
    await createUser(person);
    const told = { provider: 'webhook', config: { url: receiver.url, bearer_token: bearer } };
    const steps = [{ provider: 'gov-ar.register' }, told, { provider: 'gov-ar.wait.authorization' }];
    const registered = { provider: 'silo.state', config: { state: 'registered' } };
    const definition = WorkflowInput.parse({ name: 'With a secret', steps: [...steps, registered] });
    const registration = await createWorkflow(ctx, definition);
    const invoice = await createWorkflow(ctx, { template: 'ar-invoice' });
    const workflows = { registration: registration.id, invoice: invoice.id };
    return { workflows, apiKey: await newApiKey(ctx) };
  });
  const alta = await startAlta(source, {
    ...authorityOf(simulator),
    WEBHOOK_LOOPBACK: 'allow',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'alta@sur.example',
  });
  onTestFinished(() => alta.stop());
  const answers = recordAnswers(alta.origin);
  receiver.answer({ status: 200, body: 'canary-of-a-receiver-7b1e' });

  const call = stubbornClient(() => alta.origin, seeded.apiKey);
  const { secret } = await call('POST', '/transform/v1/webhooks/secrets', { overlap_hours: 0 }, 'rotated');
  await call('POST', '/transform/v1/webhooks/endpoints', { url: receiver.url, events: ['*'] }, 'endpoint');
  const { id } = await issueAsSupplier(call, seeded.workflows, simulator);
  await call('POST', `/apps/gov-ar/v1/entry/${id}/link`, { email: 'taller@rio.example' }).catch(() => {});
  const loggedIn = await logIn(alta.origin, person);
  const session = loggedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0]?.split('=')[1] ?? '');
  await eventually(
    async () => receiver.requests.filter(({ json }) => json.event === 'invoice.authorised').length,
    (count) => count === 2,
  );
  await alta.stop();

  const directory = mkdtempSync(join(tmpdir(), 'alta-canaries-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'alta.backup');
  const [rows, sealed] = await looking(source, async () => {
    await backUp(database(), new Date(), file);
    return [await textOfDatabase(), await openAll()] as const;
  });
  expect(rows).toContain(id);
  // What is in the backup for who has the vault key; for who has not, not even that supplier is.
  const backup = await textOf(unsealFile(file));
  expect([backup.includes(id), readFileSync(file).includes(id)]).toEqual([true, false]);
  const ofColumns = sealed.filter(({ column }) => column !== answersKept);
  const columns = new Set(ofColumns.map(({ column }) => column));
  expect([...columns]).toEqual(
    expect.arrayContaining([
      'certificates.key_sealed',
      'access_tickets.ticket_sealed',
      'webhook_secrets.secret_sealed',
      'webhook_attempts.response_sealed',
    ]),
  );
  const secrets = [
    ...ofColumns.map(({ column, text }) => ({
      what: column,
      text,
      isSecretFromAll: !forSomebody.has(column),
    })),
    { what: 'the vault key', text: process.env.ALTA_VAULT_KEY ?? '', isSecretFromAll: true },
    { what: 'a password', text: person.password, isSecretFromAll: true },
    { what: 'a token of a step', text: bearer, isSecretFromAll: true },
    { what: 'an API key', text: seeded.apiKey, isSecretFromAll: true },
    { what: 'the secret of webhooks', text: secret, isSecretFromAll: false },
    ...session.map((text) => ({ what: 'a session', text, isSecretFromAll: false })),
  ].filter(({ text }) => text.length >= 12);
  const told = receiver.requests.map(({ body, headers }) => `${body}${headers['webhook-id']}`).join('\n');
  const mailed = mails.received.map(({ mail }) => `${mail.text}${mail.html}`).join('\n');
  const found = secrets.flatMap(({ what, text, isSecretFromAll }) => [
    ...(rows.includes(text) ? [`${what} in the database`] : []),
    ...(backup.includes(text) ? [`${what} in a backup`] : []),
    ...(alta.output().includes(text) ? [`${what} in the log`] : []),
    ...(told.includes(text) ? [`${what} in a message`] : []),
    ...(isSecretFromAll && mailed.includes(text) ? [`${what} in a mail`] : []),
    ...(isSecretFromAll && answers.text().includes(text) ? [`${what} in an answer`] : []),
  ]);
  expect(found).toEqual([]);
  expect(answers.text()).not.toContain('PRIVATE KEY');
}, 240_000);

/** Everything that the application answers from now on. */
function recordAnswers(origin: string): { text(): string } {
  const texts: string[] = [];
  const ask = globalThis.fetch;
  const recording = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const answer = await ask(input, init);
    if (answer.url.startsWith(origin)) texts.push(await answer.clone().text());
    return answer;
  });
  onTestFinished(() => recording.mockRestore());
  return { text: () => texts.join('\n') };
}

/** Each sealed value opened: a key as PEM without its first and last line, what is text as it is, of JSON each text. */
const openAll = async (): Promise<{ column: string; text: string }[]> =>
  (await openSealed()).flatMap(({ column, plain }) => textsOf(plain).map((text) => ({ column, text })));

function textsOf(plain: Buffer): string[] {
  const text = plain.toString('utf8');
  if (text.startsWith('{')) return Object.values(JSON.parse(text)).filter((each) => typeof each === 'string');
  const isText = Buffer.from(text).equals(plain);
  return isText
    ? [text.replace(/-----[^-]+-----/g, '').trim()]
    : [plain.toString('base64'), plain.toString('hex')];
}
