import { Instruction, Instructions } from '../_parts/instruction.tsx';
import { HomeScreen } from '../_parts/mock/screens.tsx';
import { MockBar, MockBlur, MockButton, MockField, MockLines } from '../_parts/mock/window.tsx';
import { PortalLink } from '../_parts/portal.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';

interface PointsOfSaleInstructionsProps extends StepProps {
  /** The choice for the taxpayer's classification; as long as that is not known, all that may apply. */
  options: string[];
}

export function PointsOfSaleInstructions({
  registration,
  t,
  portalAddress,
  options,
}: PointsOfSaleInstructionsProps) {
  const { name } = registration.supplier;
  const option = onlyOne(options);
  const form = (mark: 'number' | 'system' | 'accept') => (
    <PointFormScreen t={t} mark={mark} options={options} />
  );
  return (
    <Instructions>
      <Instruction
        t={t}
        text="points.open"
        values={{ name }}
        screen={<HomeScreen t={t} service={t.portal.pointsAdministration} />}
      >
        <PortalLink href={portalAddress ?? t.portal.loginAddress} t={t}>
          {t('act.login')}
        </PortalLink>
      </Instruction>
      <Instruction t={t} text="points.abm" screen={<PointsListScreen t={t} mark="abm" />} />
      <Instruction t={t} text="points.add" screen={<PointsListScreen t={t} mark="add" />} />
      <Instruction t={t} text="points.number" screen={form('number')} />
      {option ? (
        <Instruction t={t} text="points.system" values={{ option }} screen={form('system')} />
      ) : (
        <Instruction t={t} text="points.systemAny" screen={form('system')} />
      )}
      <Instruction t={t} text="points.address" screen={form('accept')} />
    </Instructions>
  );
}

function PointsListScreen({ t, mark }: { t: Texts; mark: 'abm' | 'add' }) {
  return (
    <>
      <MockBar t={t} title={mark === 'abm' ? t.portal.pointsAdministration : t.portal.abm} />
      <div className="mock-body">
        <MockButton mark>{mark === 'abm' ? t.portal.abm : t.portal.addPoint}</MockButton>
        <MockBlur />
      </div>
    </>
  );
}

interface PointFormScreenProps {
  t: Texts;
  mark: 'number' | 'system' | 'accept';
  options: string[];
}

function PointFormScreen({ t, mark, options }: PointFormScreenProps) {
  const chosen = onlyOne(options);
  const open = mark === 'system' && chosen === undefined;
  return (
    <>
      <MockBar t={t} title={t.portal.abm} />
      <div className="mock-body">
        <MockField label={t.portal.pointNumber} value="5" mark={mark === 'number'} />
        <MockField
          label={t.portal.system}
          value={mark === 'number' ? undefined : chosen}
          kind="list"
          mark={mark === 'system'}
        />
        {open && <MockLines lines={options.map((text) => ({ text }))} />}
        {mark === 'accept' && <MockField label={t.portal.addressField} value="• • • •" kind="list" />}
        {mark === 'accept' && <MockButton mark>{t.portal.accept}</MockButton>}
      </div>
    </>
  );
}

const onlyOne = ([first, ...others]: string[]) => (others.length === 0 ? first : undefined);
