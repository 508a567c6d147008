import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createTranslator } from 'next-intl';
import type { z } from 'zod';
import { findWorkspaceBySlug } from '#lib/accounts/workspaces.ts';
import { simulatorPortalOf } from '#lib/arca/portal.ts';
import { portalLabels, wizardLabels } from '#lib/arca/portal-labels.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { openInstallation } from '#lib/database/open-installation.ts';
import { catalogues, consoleCatalogues } from '#lib/i18n.ts';
import { wasTried } from '#lib/rehearsal/assumptions.ts';
import { judgeRecord, recordFileName, writeRecord } from '#lib/rehearsal/record.ts';
import {
  advanceRehearsal,
  liveConfirmation,
  type Rehearsal,
  RehearsalInput,
  RehearsalStart,
  startRehearsal,
} from '#lib/rehearsal/rehearsal.ts';
import { timeZone } from '#lib/time.ts';
import { endWithUsage, printError, runCommand } from './command.ts';

/**
 * `npm run rehearse -- <workspace> <CUIT> [--out <directory>]`: does once what a supplier does, in the workspace's
 * environment, and writes what ARCA answered to a file (docs/rehearsal.md). It exits with 1 if something came
 * otherwise than expected.
 */
const usage = 'npm run rehearse -- <workspace> <CUIT> [--out <directory>]';
const { positionals, values } = readArguments();
const [slug, typedCuit] = positionals;
const start = RehearsalStart.safeParse({ cuit: typedCuit });
if (!slug || !start.success) endWithUsage(usage);

const t = createTranslator({
  locale: 'en',
  messages: consoleCatalogues.en,
  namespace: 'rehearsal',
  timeZone,
});
const terminal = createInterface({ input: process.stdin });
const lines = terminal[Symbol.asyncIterator]();
await runCommand(async () => {
  // Not at the end of a rehearsal of half an hour.
  if (!existsSync(values.out)) throw new Error(`There is no directory ${values.out}.`);
  const { close } = await openInstallation(2);
  try {
    await rehearse(slug, start.data);
  } finally {
    await close();
  }
}).finally(() => {
  terminal.close();
  process.stdin.destroy();
});

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { out: { type: 'string', default: '.' } } });
  } catch {
    endWithUsage(usage);
  }
}

async function rehearse(slug: string, input: z.output<typeof RehearsalStart>): Promise<void> {
  const workspace = await findWorkspaceBySlug(slug);
  if (!workspace) throw new Error(`There is no workspace ${slug}.`);
  const ctx: Context = { workspace, actor: { kind: 'operator' } };
  console.log(`${t('title')}\n${t(`environment.${workspace.environment}`)}`);
  if (simulatorPortalOf(workspace.environment)) console.log(t('standIn'));
  let rehearsal = await startRehearsal(ctx, input);
  while (rehearsal.state.step !== 'done') rehearsal = await doStep(ctx, rehearsal);
  report(rehearsal);
}

/** Asks for what the current step needs, and does it. A mistake of the person is told, and asked for again. */
async function doStep(ctx: Context, rehearsal: Rehearsal): Promise<Rehearsal> {
  for (;;) {
    const input = RehearsalInput.parse(await ask(ctx.workspace.environment, rehearsal));
    try {
      return await advanceRehearsal(ctx, rehearsal.id, input);
    } catch (error) {
      console.error();
      printError(error);
    }
  }
}

async function ask(environment: Environment, { state }: Rehearsal): Promise<object> {
  const { portal } = catalogues['es-AR'];
  const address =
    simulatorPortalOf(environment) ?? (environment === 'sandbox' ? portal.wsassAddress : portal.loginAddress);
  const values = { ...portal, portal: address, point: state.pointOfSale ?? 0, refusal: state.refusal ?? '' };
  const { step } = state;
  if (step === 'done') return {};
  console.log(`\n${t(`${step}.title`)}`);
  switch (step) {
    case 'certificate': {
      console.log(t(`certificate.${environment}`, values));
      console.log(`\n${t('certificate.alias')}: ${state.alias}\n\n${state.csr}`);
      const certificate = await readCertificateText();
      const request = await prompt(`${t('request')}. ${t('requestHint')}`);
      return { step, certificate, request, ...(await readScreens(environment, step)) };
    }
    case 'authorise': {
      console.log(t(`authorise.${environment}`, values));
      await prompt(`${t('authorise.button')} [Enter]`);
      const minutes = Number.parseInt(await prompt(t('minutes')), 10) || 0;
      return { step, minutes, ...(await readScreens(environment, step)) };
    }
    case 'wait': {
      console.log(`${t('wait.text', values)}\n${t('wait.usual')}`);
      const answer = await prompt(`${t('wait.button')} [Enter], ${t('wait.giveUp')} [x]`);
      return { step, isGivenUp: answer === 'x' };
    }
    case 'invoice': {
      console.log(t(`invoice.${environment}`, values));
      if (environment === 'live') console.log(`  ${liveConfirmation(state.cuit)}`);
      const answer = await prompt(
        environment === 'live'
          ? `${t('invoice.confirmation')}, ${t('invoice.skip')} [Enter]`
          : `${t('invoice.button')} [Enter], ${t('invoice.skip')} [x]`,
      );
      const isSkipped = environment === 'live' ? answer === '' : answer === 'x';
      return { step, isSkipped, confirmation: answer };
    }
    case 'qr':
      console.log(`${t('qr.text')}\n${state.qrUrl}`);
      return { step, page: await prompt(t('qr.page')) };
  }
}

/** The path of a file, or the certificate itself, pasted. */
async function readCertificateText(): Promise<string> {
  const first = await prompt(`${t('certificate.field')}: path of the file, or paste the text`);
  if (!first.startsWith('-----BEGIN')) {
    try {
      return readFileSync(first, 'latin1');
    } catch {
      console.error(`The file ${first} can not be read.`);
      return readCertificateText();
    }
  }
  const pasted = [first];
  while (!pasted.at(-1)?.startsWith('-----END')) pasted.push(await readLine());
  return pasted.join('\n');
}

/** The labels that the person saw otherwise, and the order of the screens. */
async function readScreens(environment: Environment, screens: 'certificate' | 'authorise') {
  const known = wizardLabels();
  console.log(`\n${t('labels')}: ${t('labelsHint')}`);
  const names = portalLabels[environment][screens];
  for (const [index, name] of names.entries()) console.log(`  ${index + 1}. ${known[name]}`);
  const labels: Record<string, string> = {};
  for (;;) {
    const answer = await prompt(
      'Number and text, such as "3 Contraseña", or Enter if all others are the same',
    );
    if (answer === '') break;
    const [, number, text] = /^(\d+)\.? +(.+)$/.exec(answer) ?? [];
    const name = names[Number(number) - 1];
    if (name && text) labels[name] = text;
    else console.error('There is no label with that number.');
  }
  return { labels, order: await prompt(`${t('order')}. ${t('orderHint')}`) };
}

async function prompt(question: string): Promise<string> {
  process.stdout.write(`${question}: `);
  return (await readLine()).trim();
}

async function readLine(): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new Error('The input ended before the rehearsal did.');
  return value;
}

function report({ record }: Rehearsal): void {
  if (!record) return;
  const judged = judgeRecord(record);
  console.log(`\n${t('done.title')}`);
  for (const { assumption, came, expected, holds } of judged) {
    const mark = !wasTried(came) ? 'NOT TRIED' : holds ? 'ok       ' : 'DIFFERENT';
    console.log(`${mark} ${assumption}: ${came}`);
    if (!holds) console.log(`${' '.repeat(10)}${t('results.expected')}: ${expected}`);
  }
  const different = judged.filter(({ holds }) => !holds);
  const file = join(values.out, recordFileName(record));
  writeFileSync(file, writeRecord(record));
  console.log(
    `\n${different.length === 0 ? t('done.none') : t('done.some', { count: different.length })}\n${file}`,
  );
  if (different.some(({ assumption }) => assumption.includes('.label.')))
    console.log(
      'The labels can be put right in the Console (Rehearsal with ARCA), or in messages/es.json and en.json.',
    );
  process.exitCode = different.length === 0 ? 0 : 1;
}
