import { formatCuit } from '#lib/documents/cuit.ts';
import { Cards } from '../_parts/cards.tsx';
import { More, StepForm } from '../_parts/form.tsx';
import { Icon } from '../_parts/icon.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import { isLost } from '../flow.ts';
import { delegateCards, delegateOf } from './cards.tsx';

/** The one visit to the portal of who delegates: a relation with the account holder's company. */
export function DelegateStep(props: StepProps) {
  const { registration, basePath, t } = props;
  const { accountHolder } = registration;
  const holder = accountHolder.name;
  const { name, cuit } = delegateOf(props);
  const values = { holder, name: registration.supplier.name, delegate: name, delegateCuit: formatCuit(cuit) };
  const cards = delegateCards(props);
  const end = (
    <StepForm action={`${basePath}/delegar`}>{t(cards.length ? 'delegate.done' : 'delegate.ask')}</StepForm>
  );
  if (!accountHolder.delegate) return <NobodyToAuthorise {...props} />;
  return (
    <StepPage
      props={props}
      slug="delegar"
      heading={t('delegate.heading', values)}
      lead={t.rich(cards.length ? 'delegate.lead' : 'delegate.leadSandbox', values)}
      back={isLost(registration) ? '/listo' : undefined}
    >
      {cards.length ? (
        <Cards props={props} slug="delegar" cards={cards}>
          {end}
        </Cards>
      ) : (
        end
      )}
      <More summary={t('delegate.allows', values)}>
        <p>{t('delegate.allowsText', values)}</p>
        <p>{t.rich('delegate.takeBack', values)}</p>
      </More>
    </StepPage>
  );
}

/** The account holder has taken back whom it had named. */
function NobodyToAuthorise(props: StepProps) {
  const { registration, t } = props;
  const values = { holder: registration.accountHolder.name };
  return (
    <StepPage props={props} slug="delegar" heading={t('delegate.heading', values)}>
      <div className="notice notice-wait">
        <p>
          <Icon name="note" /> {t('delegate.nobody', values)}
        </p>
      </div>
    </StepPage>
  );
}
