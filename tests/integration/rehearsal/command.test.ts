// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { database } from '#lib/database/client.ts';
import { rehearsals } from '#lib/database/tables/authority.ts';
import { judgeRecord, RehearsalRecord } from '#lib/rehearsal/record.ts';
import { newDatabase } from '#tests/support/databases.ts';
import { newCuit } from '#tests/support/new-cuit.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { run } from '#tests/support/starting.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';

const simulator = await simulatorOfWorker();

/** A person at a terminal: answers what the command asks. */
async function answer(
  command: ChildProcess,
  answers: [question: RegExp, reply: (said: string) => Promise<string>][],
) {
  let said = '';
  let answeredTo = 0;
  command.stdout?.on('data', async (chunk: Buffer) => {
    said += chunk;
    const asked = said.slice(answeredTo);
    const [, reply] = answers.find(([question]) => question.test(asked)) ?? [];
    if (!reply) return;
    answeredTo = said.length;
    command.stdin?.write(`${await reply(said)}\n`);
  });
  const [code] = (await once(command, 'exit')) as [number];
  return { code, said };
}

test('npm run rehearse takes a person through the rehearsal at a terminal, and the doctor tells what it confirmed', async () => {
  const source = await newDatabase();
  const { workspace } = await withDatabase(source, () => newWorkspace());
  const DATABASE_URL = source.url ?? '';
  const cuit = newCuit('27');
  const out = mkdtempSync(join(tmpdir(), 'rehearsal-'));
  const command = spawn(process.execPath, ['scripts/rehearse.ts', workspace.slug, cuit, '--out', out], {
    env: { ...process.env, DATABASE_URL },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let labelled = 0;
  const aliasIn = (said: string) => /Alias: (\w+)/.exec(said)?.[1] ?? '';
  const { code, said } = await answer(command, [
    [
      /paste the text: $/,
      async (said) => {
        const csr =
          /-----BEGIN CERTIFICATE REQUEST-----[\s\S]+?-----END CERTIFICATE REQUEST-----/.exec(said)?.[0] ??
          '';
        const issued = await simulator.issueCertificate('sandbox', { cuit, alias: aliasIn(said), csr });
        return issued.certificate.trim();
      },
    ],
    [
      /I have authorized it \[Enter\]: $/,
      async (said) => {
        await simulator.authorise('sandbox', { cuit, alias: aliasIn(said), represented_cuit: cuit });
        return '';
      },
    ],
    [/Number and text[^\n]*: $/, async () => (labelled++ === 0 ? '8 Nombre del certificado' : '')],
    [/: $/, async () => ''],
  ]);
  const [file = ''] = readdirSync(out);
  const record = RehearsalRecord.parse(JSON.parse(readFileSync(join(out, file), 'utf8')));
  expect(judgeRecord(record).filter(({ holds }) => !holds)).toEqual([
    expect.objectContaining({ assumption: 'sandbox-portal.label.dnName', came: 'Nombre del certificado' }),
  ]);
  expect(said).toContain('DIFFERENT sandbox-portal.label.dnName');
  expect(code).toBe(1);

  const doctor = () => run(['scripts/doctor.ts'], { NODE_ENV: 'production', DATABASE_URL, ALTA_ORIGIN: '' });
  expect((await doctor()).said).toContain('sandbox arca   a rehearsal at the stand-in confirms nothing');
  await withDatabase(source, () =>
    database()
      .update(rehearsals)
      .set({ record: { ...record, authority: 'arca' } }),
  );
  const { said: told } = await doctor();
  expect(told).toMatch(
    /sandbox arca +\d+ of \d+ assumptions are confirmed by rehearsal-sandbox-.+; different: sandbox-portal\.label\.dnName$/m,
  );
  expect(told).toMatch(/live arca +nobody has rehearsed here/);
}, 300_000);
