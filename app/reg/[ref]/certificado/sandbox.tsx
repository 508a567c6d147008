import type { Card } from '../_parts/cards.tsx';
import { More } from '../_parts/form.tsx';
import { WsassMenuScreen } from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField } from '../_parts/mock/window.tsx';
import { CopyText, CopyValue, RequestDownload } from '../_parts/portal.tsx';
import { homeCard } from '../_parts/portal-cards.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { RequestTrouble, ResultClosed } from './trouble.tsx';

export function sandboxCards(props: StepProps): Card[] {
  const { registration, basePath, t, shortcuts } = props;
  const { request, intent } = registration;
  const { alias, csr } = request;
  const renews = intent === 'renew';
  const host = t.portal.wsassHost;
  return [
    homeCard(props, {
      id: 'abrir',
      service: t.portal.wsass,
      missing: [
        ...(renews ? [] : (['cards.home.notListed'] as const)),
        'cards.home.again',
        'cards.home.person',
      ],
      shortcut: shortcuts?.wsass,
    }),
    {
      id: 'menu',
      title: 'cards.wsassMenu.title',
      taps: [renews ? 'cards.wsassMenu.renew' : 'cards.wsassMenu.new'],
      host,
      screen: <WsassMenuScreen t={t} item={renews ? 'addToAlias' : 'newCertificate'} />,
    },
    {
      id: 'formulario',
      title: 'cards.wsassForm.title',
      taps: [
        renews ? 'cards.wsassForm.renewAlias' : 'cards.wsassForm.alias',
        'cards.wsassForm.csr',
        renews ? 'cards.wsassForm.renewCreate' : 'cards.wsassForm.create',
      ],
      values: { alias },
      under: {
        'cards.wsassForm.alias': <CopyValue label={t('certificate.aliasLabel')} value={alias} t={t} />,
        'cards.wsassForm.csr': <CopyText label={t('certificate.csrLabel')} value={csr} t={t} />,
      },
      more: (
        <>
          <RequestDownload registration={registration} basePath={basePath} t={t} weight="link" />
          <More summary={t('glossary.csr')}>
            <p>{t('glossary.csrText')}</p>
          </More>
        </>
      ),
      trouble: <RequestTrouble {...props} />,
      host,
      screen: <CertificateForm t={t} alias={alias} button={renews ? 'createAdditional' : 'createDn'} />,
    },
    {
      id: 'resultado',
      title: 'cards.result.title',
      taps: ['cards.result.tap'],
      trap: 'cards.result.trap',
      trouble: <ResultClosed {...props} />,
      host,
      screen: <ResultScreen t={t} />,
    },
  ];
}

interface CertificateFormProps {
  t: Texts;
  alias: string;
  button: 'createDn' | 'createAdditional';
}

function CertificateForm({ t, alias, button }: CertificateFormProps) {
  const { dnName, taxpayerCuit, csrField, createDnForm, createAdditional } = t.portal;
  return (
    <>
      <MockBar t={t} title={button === 'createDn' ? createDnForm : createAdditional} />
      <div className="mock-body">
        <MockField label={dnName} value={alias} kind={button === 'createDn' ? 'text' : 'list'} mark={1} />
        <MockField label={taxpayerCuit} value={t('card.yourCuit')} kind="fixed" />
        <MockField
          label={csrField}
          value={'-----BEGIN CERTIFICATE REQUEST-----\nMIIC…'}
          kind="lines"
          mark={2}
        />
        <MockButton mark={3}>{t.portal[button]}</MockButton>
      </div>
    </>
  );
}

function ResultScreen({ t }: { t: Texts }) {
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIDSzCCAjOgAwIBAgIIK…\n-----END CERTIFICATE-----';
  return (
    <>
      <MockBar t={t} title={t.portal.newCertificate} />
      <div className="mock-body">
        <MockField label={t.portal.result} value={certificate} kind="lines" mark />
      </div>
    </>
  );
}
