import type { Card } from '../_parts/cards.tsx';
import { Choice } from '../_parts/form.tsx';
import { taxpayerLines, titleOf } from '../_parts/mock/screens.tsx';
import { MockBar, MockBlur, MockButton, MockField, MockLines } from '../_parts/mock/window.tsx';
import { homeCard, taxpayerValues } from '../_parts/portal-cards.tsx';
import type { StepProps } from '../_parts/step-page.tsx';
import type { Texts } from '../_parts/texts.tsx';
import { classificationsFor, optionOf, type TaxClassification } from './classification.ts';

export function pointOfSaleCards(props: StepProps, classification: TaxClassification): Card[] {
  const { t, registration, shortcuts } = props;
  const { supplier } = registration;
  const values = { ...taxpayerValues(props), option: t.portal[optionOf[classification]] };
  return [
    homeCard(props, {
      id: 'inicio',
      service: t.portal.pointsAdministration,
      missing: ['cards.home.level'],
      shortcut: shortcuts?.pointsOfSale,
    }),
    {
      id: 'contribuyente',
      title: 'cards.taxpayer.title',
      taps: ['cards.pointTaxpayer.choose', 'cards.pointTaxpayer.go'],
      values,
      screen: (
        <>
          <MockBar t={t} title={t.portal.pointsAdministration} />
          <div className="mock-body">
            <div className="mock-field">
              <span>{t.portal.taxpayer}</span>
              <MockLines lines={taxpayerLines(supplier, 1, t)} />
            </div>
            <MockButton mark={2}>{t.portal.continueButton}</MockButton>
          </div>
        </>
      ),
    },
    {
      id: 'abm',
      title: 'cards.abm.title',
      taps: ['cards.abm.tap'],
      screen: (
        <>
          <MockBar t={t} title={t.portal.pointsAdministration} />
          <div className="mock-body">
            <MockField label={t.portal.taxpayer} kind="fixed" value={titleOf(supplier)} />
            <MockButton mark>{t.portal.abm}</MockButton>
            <MockBlur lines={1} />
          </div>
        </>
      ),
    },
    {
      id: 'agregar',
      title: 'cards.addPoint.title',
      taps: ['cards.addPoint.tap'],
      screen: (
        <>
          <MockBar t={t} title={t.portal.abm} />
          <div className="mock-body">
            <MockButton mark>{t.portal.addPoint}</MockButton>
            <MockBlur />
          </div>
        </>
      ),
    },
    {
      id: formCard,
      title: 'cards.pointForm.title',
      question: <ClassificationQuestion props={props} classification={classification} />,
      taps: [
        'cards.pointForm.number',
        'cards.pointForm.name',
        'cards.pointForm.system',
        'cards.pointForm.address',
        'cards.pointForm.accept',
      ],
      values,
      missing: ['cards.pointForm.missing'],
      screen: <PointFormScreen t={t} option={values.option} />,
    },
  ];
}

const formCard = 'formulario';

/** One option of the form depends on it. Without an answer the likeliest holds. */
function ClassificationQuestion({
  props,
  classification,
}: {
  props: StepProps;
  classification: TaxClassification;
}) {
  const { registration, basePath, t } = props;
  return (
    <form method="get" action={`${basePath}/puntos-de-venta#${formCard}`} className="choices">
      <input type="hidden" name="pantalla" value={formCard} />
      <Choice
        name="situacion"
        legend={t('points.regime')}
        hint={t('points.regimeHint')}
        value={classification}
        options={classificationsFor(registration.supplier.cuit).map((value) => ({
          value,
          label: t(`points.${value}`),
        }))}
      />
      <button type="submit" className="button button-second">
        {t('points.regimeShow')}
      </button>
    </form>
  );
}

function PointFormScreen({ t, option }: { t: Texts; option: string }) {
  return (
    <>
      <MockBar t={t} title={t.portal.addPointForm} />
      <div className="mock-body">
        <MockField label={t.portal.pointNumber} value="•" mark={1} />
        <MockField label={t.portal.tradeName} value="• • • •" mark={2} />
        <MockField label={t.portal.system} value={option} kind="list" mark={3} />
        <MockField label={t.portal.addressField} value="• • • •" kind="list" mark={4} />
        <MockButton mark={5}>{t.portal.accept}</MockButton>
      </div>
    </>
  );
}
