import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { PortalSteps } from '#console/w/[workspace]/_portal/portal-steps.tsx';
import { portalWord as w } from '#console/w/[workspace]/_portal/portal-word.tsx';
import type { Environment } from '#lib/authority-environment.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { catalogues } from '#lib/i18n.ts';
import type { DelegateReadiness } from '#lib/registrations/delegation/readiness.ts';
import { CheckDelegateButton } from './check-delegate-button.tsx';

type Service = DelegateReadiness['services'][number];

interface DelegateServicesProps {
  workspace: string;
  environment: Environment;
  readiness: DelegateReadiness;
}

const tones: Record<Service['status'], Tone> = {
  authorised: 'good',
  'not-authorised': 'wait',
  'other-cuit': 'wait',
  refused: 'bad',
  unknown: 'quiet',
  unasked: 'quiet',
};

/** What the authority lets the delegate's certificate do, and how to have it let it do the rest. */
export async function DelegateServices({ workspace, environment, readiness }: DelegateServicesProps) {
  const t = await getTranslations('console.configuration.apps.delegate.services');
  const { services, name, cuit } = readiness;
  if (services.length === 0) return null;
  return (
    <div>
      <h3 className="delegate-heading">{t('title')}</h3>
      <ul className="delegate-services">
        {services.map(({ service, status, askedAt }) => (
          <li key={service}>
            <p className="delegate-service">
              <strong>{t(service)}</strong> <code>{service}</code>{' '}
              <Chip tone={tones[status]}>{t(`statuses.${status}`)}</Chip>
            </p>
            <p className="hint">
              {t(`${service}Text`)} {askedAt && t('askedAt', { at: askedAt })}
            </p>
            {(status === 'other-cuit' || status === 'refused' || status === 'unknown') && (
              <p className="hint">{t(`texts.${status}`, { name, cuit: formatCuit(cuit) })}</p>
            )}
            {status !== 'authorised' && status !== 'refused' && (
              <details open={status === 'not-authorised' || status === 'other-cuit'}>
                <summary>{t('howTo')}</summary>
                <HowTo service={service} environment={environment} readiness={readiness} />
              </details>
            )}
          </li>
        ))}
      </ul>
      <CheckDelegateButton workspace={workspace} />
    </div>
  );
}

const live = ['live.relations', 'live.service', 'live.computer', 'live.confirm'] as const;
const sandbox = ['sandbox.open', 'sandbox.fill', 'sandbox.service'] as const;

/** The act in the portal (docs/authority.md#taxpayers-register). */
async function HowTo({
  service,
  environment,
  readiness: { name, cuit, certificate },
}: {
  service: Service['service'];
  environment: Environment;
  readiness: DelegateReadiness;
}) {
  const t = await getTranslations('console.configuration.apps.delegate.services');
  const { portal } = catalogues[await getLocale()];
  const words = {
    ...portal,
    service: t(`names.${environment}.${service}`),
    name,
    w,
    b: (chunks: ReactNode) => <b>{chunks}</b>,
    alias: () => <CopyId value={certificate?.alias ?? ''} label={t('alias')} />,
    cuit: () => (
      <CopyId value={cuit} label={t('cuit')}>
        {formatCuit(cuit)}
      </CopyId>
    ),
  };
  const steps = environment === 'sandbox' ? sandbox : live;
  return <PortalSteps steps={steps.map((key) => [key, t.rich(key, words)])} />;
}
