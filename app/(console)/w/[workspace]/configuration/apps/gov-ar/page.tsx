import '#console/w/[workspace]/configuration/configuration.css';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { ActingInTrouble } from '#console/w/[workspace]/_overview/attention.tsx';
import { PortalSteps } from '#console/w/[workspace]/_portal/portal-steps.tsx';
import { portalWord as w } from '#console/w/[workspace]/_portal/portal-word.tsx';
import { fetchApp, fetchLogo, isConnected } from '#lib/accounts/apps.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { catalogues } from '#lib/i18n.ts';
import { listCandidates, maxCandidates } from '#lib/registrations/delegation.ts';
import {
  type DelegateReadiness,
  delegateReadiness,
  listActingDelegates,
} from '#lib/registrations/delegation-readiness.ts';
import { CheckDelegateButton } from './check-delegate-button.tsx';
import { DelegateForm } from './delegate-form.tsx';
import { settingsOf } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';

export const generateMetadata = titled('configuration.apps.settings.title');

export default async function ArgentinaSettings({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'apps:write');
  const t = await getTranslations('console.configuration.apps.settings');
  const app = await fetchApp(ctx, 'gov-ar');
  const { slug, name, environment, contactEmail } = ctx.workspace;
  const apps = workspacePath(slug, '/configuration/apps');
  const logo = await fetchLogo(ctx, 'gov-ar');
  const { type } = app.settings.wizard?.logo ?? {};
  return (
    <ClientTexts areas={['configuration']}>
      <BackLink href={apps}>{t('back')}</BackLink>
      <PageHeader docs="white-label" title={t('title')} lead={t('lead')} />
      {isConnected(app) ? (
        <SettingsForm
          workspace={slug}
          initial={settingsOf(app, environment)}
          initialLogo={logo && type ? `data:${type};base64,${logo.toString('base64')}` : null}
          defaults={{ name, ...(contactEmail ? { email: contactEmail } : {}) }}
        >
          <DelegateSection ctx={ctx} />
        </SettingsForm>
      ) : (
        <div className="sheet">
          <EmptyNote icon="apps" action={<LinkButton href={apps}>{t('connectFirst')}</LinkButton>}>
            {t('notConnected')}
          </EmptyNote>
        </div>
      )}
    </ClientTexts>
  );
}

/** The supplier that acts for delegating suppliers, and its status. */
async function DelegateSection({ ctx }: { ctx: Context }) {
  const t = await getTranslations('console.configuration.apps.delegate');
  const { slug, environment } = ctx.workspace;
  const at = (path: string) => workspacePath(slug, path);
  const [readiness, acting, candidates] = await Promise.all([
    delegateReadiness(ctx),
    listActingDelegates(ctx),
    listCandidates(ctx),
  ]);
  const suppliers = acting.find(({ isCurrentDelegate }) => isCurrentDelegate)?.suppliers ?? 0;
  return (
    <section className="sheet sheet-text" aria-labelledby="delegate">
      <div>
        <h2 id="delegate">{t('title')}</h2>
        <p className="hint">{t('text')}</p>
      </div>
      {candidates.length === 0 && !readiness ? (
        <p>{t.rich('noCandidates', { link: (chunks) => <Link href={at('/suppliers')}>{chunks}</Link> })}</p>
      ) : (
        <DelegateForm
          workspace={slug}
          candidates={candidates}
          hasMore={candidates.length === maxCandidates}
          named={
            readiness && {
              entryId: readiness.entryId,
              name: readiness.name,
              cuit: readiness.cuit,
              acceptsWithinHours: readiness.acceptsWithinHours,
            }
          }
          suppliers={suppliers}
        />
      )}
      <ActingInTrouble acting={acting} at={at} />
      {readiness && (
        <>
          <Standing readiness={readiness} suppliers={suppliers} delegations={at('/delegations')} />
          <DelegateServices workspace={slug} environment={environment} readiness={readiness} />
        </>
      )}
    </section>
  );
}

async function Standing({
  readiness: { name, certificate },
  suppliers,
  delegations,
}: {
  readiness: DelegateReadiness;
  suppliers: number;
  delegations: string;
}) {
  const t = await getTranslations('console.configuration.apps.delegate');
  return (
    <div>
      <h3 className="delegate-heading">{t('status', { name })}</h3>
      <FactList
        facts={[
          [
            t('certificate'),
            certificate ? (
              <CopyId key="alias" value={certificate.alias} label={t('services.alias')} />
            ) : (
              <Chip key="none" tone="bad">
                {t('doesNotSign')}
              </Chip>
            ),
          ],
          certificate && [t('until'), <Day key="until" at={certificate.notAfter} />],
          [
            t('rests'),
            <>
              {t('suppliers', { count: suppliers })} · <Link href={delegations}>{t('toDelegations')}</Link>
            </>,
          ],
        ]}
      />
    </div>
  );
}

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

/**
 * The services that the authority permits to the delegate's certificate, with instructions for the missing ones. A
 * missing optional one is no error.
 */
async function DelegateServices({ workspace, environment, readiness }: DelegateServicesProps) {
  const t = await getTranslations('console.configuration.apps.delegate.services');
  const { services, name, cuit } = readiness;
  if (services.length === 0) return null;
  return (
    <div>
      <h3 className="delegate-heading">{t('title')}</h3>
      <ul className="delegate-services">
        {services.map(({ service, isOptional, status, askedAt }) => (
          <li key={service}>
            <p className="delegate-service">
              <strong>{t(service)}</strong> <code>{service}</code>{' '}
              <Chip tone={isOptional && status === 'not-authorised' ? 'quiet' : tones[status]}>
                {t(`statuses.${status}`)}
              </Chip>
            </p>
            <p className="hint">
              {isOptional && `${t('optional')} `}
              {t(`${service}Text`)} {askedAt && t('askedAt', { at: askedAt })}
            </p>
            {(status === 'other-cuit' || status === 'refused' || status === 'unknown') && (
              <p className="hint">{t(`texts.${status}`, { name, cuit: formatCuit(cuit) })}</p>
            )}
            {status !== 'authorised' && status !== 'refused' && (
              <details open={status === 'other-cuit' || (status === 'not-authorised' && !isOptional)}>
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

/** Steps in the portal (docs/authority.md#taxpayers-register). */
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
