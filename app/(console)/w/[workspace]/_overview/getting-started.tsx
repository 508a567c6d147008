import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { fetchApp, isConnected } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import type { Overview } from '#lib/reports/overview.ts';
import { listEntries } from '#lib/silo/entries.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';

const places: Record<SetUpStep, string> = {
  connect: '/configuration/apps',
  workflow: '/configuration/workflows',
  supplier: '/suppliers',
  run: '/suppliers',
  wizard: '/suppliers',
  invoiceWorkflow: '/configuration/workflows',
  invoice: '/invoices/new',
};

/** The way to the first registration, then to the first invoice. What is done is marked; the next step stands out. */
export async function GettingStarted({
  way,
  done,
  at,
}: {
  way: Way;
  done: Record<SetUpStep, boolean>;
  at: At;
}) {
  const t = await getTranslations('console.overview.start');
  const template = (await getTranslations('console.workflows.templates'))(`${templateOf[way]}.name`);
  const steps: readonly SetUpStep[] = ways[way];
  const next = steps.find((step) => !done[step]);
  return (
    <section className="sheet sheet-text" aria-labelledby="start">
      <div>
        <h2 id="start">{t(`${way}.title`)}</h2>
        <p className="hint">{t(`${way}.lead`)}</p>
      </div>
      <ol className="set-up">
        {steps.map((step, index) => (
          <li key={step} className={done[step] ? 'is-done' : step === next ? 'is-next' : undefined}>
            <span className="set-up-mark" aria-hidden="true">
              {done[step] ? <Icon name="check" size={18} /> : index + 1}
            </span>
            <div>
              <h3>
                <Link href={at(places[step])}>{t(`steps.${step}.title`)}</Link>
                {done[step] && <span className="set-up-done"> {t('done')}</span>}
              </h3>
              <p>{t(`steps.${step}.text`, { template })}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What it takes from an empty workspace to a supplier in the wizard, and from a registered one to an invoice. */
const ways = {
  registration: ['connect', 'workflow', 'supplier', 'run', 'wizard'],
  invoice: ['invoiceWorkflow', 'invoice'],
} as const;
type Way = keyof typeof ways;
export type SetUpStep = (typeof ways)[Way][number];

const templateOf = { registration: 'ar-supplier-registration', invoice: 'ar-invoice' } as const;

/** Which steps are behind the workspace, and which way it is on: none while its first suppliers are in the wizard. */
export async function setUpOf(
  ctx: Context,
  { suppliers, funnel }: Overview,
): Promise<{ done: Record<SetUpStep, boolean>; way: Way | undefined }> {
  const [app, workflows, invoices] = await Promise.all([
    fetchApp(ctx, 'gov-ar'),
    listWorkflowNames(ctx),
    listEntries(ctx, { folder: 'invoices', limit: 1 }),
  ]);
  const reached = (stage: string) => funnel.stages.some((each) => each.stage === stage && each.reached > 0);
  // The funnel looks at a month; an older registration left its mark in a supplier's state.
  const isRegistered = suppliers.byState.some(({ state }) => state === 'registered');
  const done = {
    connect: isConnected(app),
    workflow: workflows.length > 0,
    supplier: suppliers.total > 0,
    run: reached('sent') || isRegistered,
    wizard: reached('opened') || isRegistered,
    invoiceWorkflow: workflows.some(({ schema }) => schema === 'bill/invoice'),
    invoice: invoices.length > 0,
  };
  // An app that is disconnected later is told of apart.
  const isSetUp = ways.registration.every((step) => step === 'connect' || done[step]);
  if (!isSetUp) return { done, way: 'registration' };
  return { done, way: isRegistered && !done.invoice ? 'invoice' : undefined };
}

/** What a registration would run into. */
export async function NotConnected({ apps }: { apps: string }) {
  const t = await getTranslations('console.overview.notConnected');
  return (
    <Notice tone="bad" title={t('title')}>
      {t.rich('text', { link: (chunks) => <Link href={apps}>{chunks}</Link> })}
    </Notice>
  );
}
