import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { CopyId } from '#console/_ui/copy.tsx';
import { PortalSteps } from '#console/w/[workspace]/_portal/portal-steps.tsx';
import { portalWord as w } from '#console/w/[workspace]/_portal/portal-word.tsx';
import type { Environment } from '#lib/authority-environment.ts';
import { catalogues } from '#lib/i18n.ts';

interface ActsProps {
  environment: Environment;
  delegate: { name: string; alias: string | undefined };
}

/** What somebody has to do in the portal for each supplier (docs/authority.md#delegation). */
export async function Acts({ environment, delegate: { name, alias } }: ActsProps) {
  const t = await getTranslations('console.delegations.acts');
  const { portal } = catalogues[await getLocale()];
  const words = {
    ...portal,
    w,
    alias: () => (alias ? <CopyId value={alias} label={t('alias')} /> : <span>{t('alias')}</span>),
  };
  const step = (key: Parameters<typeof t.rich>[0]): [string, ReactNode] => [key, t.rich(key, words)];
  return (
    <section className="sheet sheet-text" aria-labelledby="acts">
      <h2 id="acts">{t('title')}</h2>
      {environment === 'sandbox' ? (
        <>
          <p>{t.rich('sandbox.who', words)}</p>
          <PortalSteps steps={[step('sandbox.open'), step('sandbox.fill'), step('sandbox.service')]} />
        </>
      ) : (
        <>
          <p>{t.rich('who', { delegate: name, b: (chunks) => <b>{chunks}</b> })}</p>
          <div className="portal-acts">
            <div className="portal-act">
              <h3>1. {t('accept.title')}</h3>
              <PortalSteps steps={[step('accept.open'), step('accept.press')]} />
            </div>
            <div className="portal-act">
              <h3>2. {t('relate.title')}</h3>
              <PortalSteps
                steps={[
                  step('relate.represented'),
                  step('relate.service'),
                  step('relate.computer'),
                  step('relate.confirm'),
                ]}
              />
            </div>
          </div>
        </>
      )}
      <p className="hint">{t('then')}</p>
    </section>
  );
}
