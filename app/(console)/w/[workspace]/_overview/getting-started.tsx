import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Icon } from '#console/_ui/icon.tsx';
import type { At } from './at.ts';
import { type SetUpStep, setUpSteps } from './set-up.ts';

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
