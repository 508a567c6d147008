import { isCompany } from '#lib/documents/cuit.ts';
import { Instruction, Instructions } from '../_parts/instruction.tsx';
import {
  HomeScreen,
  RelationFormScreen,
  RelationsScreen,
  ServiceTreeScreen,
} from '../_parts/mock/screens.tsx';
import { MockBar, MockButton, MockField } from '../_parts/mock/window.tsx';
import { aliasInPortal, CopyValue, PortalLink } from '../_parts/portal.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

export function LiveInstructions({ registration, t, portalAddress }: StepProps) {
  const { name, cuit } = registration.supplier;
  const alias = aliasInPortal(registration);
  const service = t.portal.electronicInvoicing;
  const company = isCompany(cuit) ? name : undefined;
  return (
    <Instructions>
      <Instruction
        t={t}
        text="authorise.openRelations"
        screen={<HomeScreen t={t} service={t.portal.relationsManager} />}
      >
        <PortalLink href={portalAddress ?? t.portal.loginAddress} t={t}>
          {t('act.login')}
        </PortalLink>
        <p className="hint">{t('act.sameSession')}</p>
      </Instruction>
      {company && (
        <Instruction
          t={t}
          text="enable.represent"
          values={{ name }}
          screen={<RelationsScreen t={t} mark="actingFor" company={company} />}
        />
      )}
      <Instruction
        t={t}
        text="authorise.newRelation"
        screen={<RelationsScreen t={t} mark="newRelation" company={company} />}
      />
      <Instruction
        t={t}
        text="authorise.tree"
        note={t.rich('authorise.treeNote')}
        screen={<ServiceTreeScreen t={t} branch="webServices" service={service} />}
      />
      <Instruction
        t={t}
        text="authorise.searchRepresentative"
        screen={<RelationFormScreen t={t} service={service} grantor={name} mark="search" />}
      />
      <Instruction
        t={t}
        text="authorise.computer"
        values={{ alias }}
        note={t('authorise.computerNote')}
        screen={<FiscalComputerScreen t={t} alias={alias} />}
      >
        <CopyValue label={t('authorise.aliasLabel')} value={alias} t={t} />
      </Instruction>
      <Instruction
        t={t}
        text="authorise.confirm"
        values={{ name }}
        screen={
          <RelationFormScreen t={t} service={service} grantor={name} representative={alias} mark="confirm" />
        }
      />
    </Instructions>
  );
}

/** The trap: the authorized party is the computer, not a person. */
function FiscalComputerScreen({ alias, t }: { alias: string; t: Texts }) {
  return (
    <>
      <MockBar t={t} title={t.portal.representative} />
      <div className="mock-body">
        <MockField label={t.portal.cuitOrCuil} />
        <MockField label={t.portal.fiscalComputer} value={alias} kind="list" mark />
        <MockButton>{t.portal.confirm}</MockButton>
      </div>
    </>
  );
}
