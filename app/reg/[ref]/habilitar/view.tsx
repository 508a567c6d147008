import { isCompany } from '#lib/documents/cuit.ts';
import { StepForm } from '../_parts/form.tsx';
import { Instruction, Instructions, More } from '../_parts/instruction.tsx';
import {
  HomeScreen,
  RelationFormScreen,
  RelationsScreen,
  ServiceTreeScreen,
} from '../_parts/mock/screens.tsx';
import { MockBar, MockBlur, MockButton, MockField } from '../_parts/mock/window.tsx';
import { PortalLink } from '../_parts/portal.tsx';
import { StepPage, type StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

/** Puts the authority's certificate service among the person's services. */
export function EnableStep(props: StepProps) {
  const { registration, basePath, t, portalAddress } = props;
  const { environment, supplier } = registration;
  const sandbox = environment === 'sandbox';
  const service = sandbox ? t.portal.wsass : t.portal.certificateAdministration;
  const forCompany = !sandbox && isCompany(supplier.cuit);
  return (
    <StepPage
      props={props}
      slug="habilitar"
      heading={t('enable.heading', { environment })}
      lead={t.rich('enable.lead', { service })}
    >
      <Instructions>
        <Instruction
          t={t}
          text={isCompany(supplier.cuit) ? 'enable.loginCompany' : 'enable.login'}
          host={t.portal.loginHost}
          screen={<LoginScreen t={t} />}
        >
          <PortalLink href={portalAddress ?? t.portal.loginAddress} t={t}>
            {t('act.login')}
          </PortalLink>
        </Instruction>
        <Instruction
          t={t}
          text="enable.relations"
          screen={<HomeScreen t={t} service={t.portal.relationsManager} />}
        />
        {forCompany ? (
          <CompanyInstructions {...props} />
        ) : (
          <PersonInstructions {...props} service={service} />
        )}
        <Instruction
          t={t}
          text="enable.signAgain"
          values={{ service }}
          screen={<SignAgainScreen t={t} service={service} />}
        />
      </Instructions>
      <StepForm action={`${basePath}/habilitar`}>{t('enable.done')}</StepForm>
      <More summary={t('enable.missing', { service })}>
        <ul>
          <li>{t('enable.missingSignAgain')}</li>
          <li>{t.rich('enable.missingSearch')}</li>
          <li>{t(sandbox ? 'enable.missingLevelSandbox' : 'enable.missingLevelLive')}</li>
          {sandbox && <li>{t('enable.missingPerson')}</li>}
          {!sandbox && <li>{t.rich('enable.missingAcceptance')}</li>}
          {forCompany && <li>{t.rich('enable.missingRole')}</li>}
        </ul>
      </More>
      {sandbox && (
        <More summary={t('enable.companies')}>
          <p>{t('enable.companiesText')}</p>
        </More>
      )}
    </StepPage>
  );
}

function PersonInstructions({ t, service }: StepProps & { service: string }) {
  return (
    <>
      <Instruction t={t} text="enable.adhere" screen={<RelationsScreen t={t} mark="adhereService" />} />
      <Instruction
        t={t}
        text="enable.tree"
        values={{ service }}
        screen={<ServiceTreeScreen t={t} branch="interactiveServices" service={service} />}
      />
      <Instruction
        t={t}
        text="enable.confirm"
        values={{ service }}
        screen={<RelationFormScreen t={t} service={service} mark="confirm" />}
      />
    </>
  );
}

function CompanyInstructions({ t, registration }: StepProps) {
  const { name } = registration.supplier;
  const service = t.portal.certificateAdministration;
  return (
    <>
      <Instruction
        t={t}
        text="enable.represent"
        values={{ name }}
        screen={<RelationsScreen t={t} mark="actingFor" company={name} />}
      />
      <Instruction
        t={t}
        text="enable.newRelation"
        screen={<RelationsScreen t={t} mark="newRelation" company={name} />}
      />
      <Instruction
        t={t}
        text="enable.tree"
        values={{ service }}
        screen={<ServiceTreeScreen t={t} branch="interactiveServices" service={service} />}
      />
      <Instruction
        t={t}
        text="enable.representative"
        screen={<RelationFormScreen t={t} service={service} grantor={name} mark="search" />}
      />
    </>
  );
}

function LoginScreen({ t }: { t: Texts }) {
  return (
    <>
      <MockBar t={t} title={t.portal.keyLogin} />
      <div className="mock-body mock-narrow">
        <MockField label={t.portal.cuitOrCuil} value="20-•••••678-9" />
        <MockButton mark>{t.portal.next}</MockButton>
      </div>
    </>
  );
}

function SignAgainScreen({ service, t }: { service: string; t: Texts }) {
  return (
    <>
      <div className="mock-bar">
        <b>{t.portal.authority}</b>
        <MockButton mark>{t.portal.signOut}</MockButton>
      </div>
      <div className="mock-body">
        <div className="mock-tiles">
          <MockBlur />
          <MockButton>{service}</MockButton>
          <MockBlur />
        </div>
      </div>
    </>
  );
}
