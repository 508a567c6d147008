import { Document } from './_parts/document.tsx';
import { StepForm } from './_parts/form.tsx';
import { Greeting } from './_parts/greeting.tsx';
import { Help } from './_parts/help.tsx';
import { Icon } from './_parts/icon.tsx';
import { More } from './_parts/instruction.tsx';
import { Cuit, Masthead } from './_parts/masthead.tsx';
import type { StepProps } from './_parts/step-page.tsx';
import { nextPath } from './flow.ts';

/** The first page: how long, what is needed, and whether this is the right company. */
export function Start({ registration, basePath, t }: StepProps) {
  const { environment, supplier, accountHolder, link } = registration;
  const holder = accountHolder.name;
  const next = nextPath(registration);
  const title = t('frame.title', { heading: t('start.heading'), environment });
  return (
    <Document t={t} title={title} colour={accountHolder.colour}>
      <Masthead registration={registration} basePath={basePath} t={t} />
      <div className="sheet">
        <main id="contenido">
          <p className="pill">
            <Icon name="clock" />
            {t('start.duration')}
          </p>
          <h1>{t('start.heading')}</h1>
          <Greeting accountHolder={accountHolder} t={t} />
          <p className="lead">{t.rich('start.lead', { holder })}</p>
          <div className="two-up">
            <section className="card">
              <h2>{t('start.company')}</h2>
              <p className="company-name">{supplier.name}</p>
              <p>
                {t('frame.cuit')} <Cuit registration={registration} t={t} />
              </p>
              <p className="hint">{t('start.companyWrong', { holder })}</p>
              {next === '' && <p className="hint">{t('start.companyMasked')}</p>}
            </section>
            <section className="card card-quiet">
              <h2>{t('start.needs')}</h2>
              <ul className="plain with-icons">
                <li>
                  <Icon name="key" />
                  <span>{t.rich('start.needKey', { level: environment === 'live' ? '3' : '2' })}</span>
                </li>
                <li>
                  <Icon name="screen" />
                  <span>{t.rich('start.needComputer')}</span>
                </li>
                <li>
                  <Icon name="person" />
                  <span>{t.rich('start.needRole')}</span>
                </li>
              </ul>
            </section>
          </div>
          <p className="promise">
            <Icon name="shield" />
            <span>
              <strong>{t('frame.neverAsk')}</strong> {t('frame.neverAskMore')}
            </span>
          </p>
          <p>
            {t('start.howText', { environment })} {t('frame.saved')}
          </p>
          {next === '' ? (
            <StepForm action={basePath}>{t('start.begin')}</StepForm>
          ) : (
            <p className="next">
              <a className="button" href={`${basePath}${next}`}>
                {t('start.resume')}
              </a>
            </p>
          )}
          <More summary={t('start.notMe')}>
            <p>{t('start.notMeText')}</p>
          </More>
          <More summary={t('start.linkAllows')}>
            <p>{t('start.linkAllowsText')}</p>
          </More>
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} expiresAt={link.expiresAt} promised />
    </Document>
  );
}
