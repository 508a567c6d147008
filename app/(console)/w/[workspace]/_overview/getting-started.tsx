import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { At } from '#console/_shell/navigation.ts';
import { Icon } from '#console/_ui/icon.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { fetchApp, isConnected } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import type { Overview } from '#lib/reports/overview.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';

const places: Record<SetUpStep, string> = {
  connect: '/configuration/apps',
  workflow: '/configuration/workflows',
  supplier: '/suppliers',
  run: '/suppliers',
  wizard: '/suppliers',
};

/** The way to the first registration. What is done is marked; the next step stands out. */
export async function GettingStarted({ done, at }: { done: Record<SetUpStep, boolean>; at: At }) {
  const t = await getTranslations('console.overview.start');
  const template = (await getTranslations('console.workflows.templates'))('ar-supplier-registration.name');
  const next = setUpSteps.find((step) => !done[step]);
  return (
    <section className="sheet sheet-text" aria-labelledby="start">
      <div>
        <h2 id="start">{t('title')}</h2>
        <p className="hint">{t('lead')}</p>
      </div>
      <ol className="set-up">
        {setUpSteps.map((step, index) => (
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

/** What it takes from an empty workspace to a supplier in the wizard, in the order of the guide. */
const setUpSteps = ['connect', 'workflow', 'supplier', 'run', 'wizard'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** Which steps are behind the workspace. `isSetUp` stays when the app is disconnected later. */
export async function setUpOf(
  ctx: Context,
  { suppliers, funnel }: Overview,
): Promise<{ done: Record<SetUpStep, boolean>; isSetUp: boolean }> {
  const [app, workflows] = await Promise.all([fetchApp(ctx, 'gov-ar'), listWorkflowNames(ctx)]);
  const reached = (stage: string) => funnel.stages.some((each) => each.stage === stage && each.reached > 0);
  // The funnel looks at a month; an older registration left its mark in a supplier's state.
  const isRegistered = suppliers.byState.some(({ state }) => state === 'registered');
  const done = {
    connect: isConnected(app),
    workflow: workflows.length > 0,
    supplier: suppliers.total > 0,
    run: reached('sent') || isRegistered,
    wizard: reached('opened') || isRegistered,
  };
  const { connect: _, ...rest } = done;
  return { done, isSetUp: Object.values(rest).every(Boolean) };
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
