import { CardBody } from '../_parts/cards.tsx';
import { Document } from '../_parts/document.tsx';
import { addressOf, Frame, Help, type StepProps } from '../_parts/step-page.tsx';
import { nextPath } from '../flow.ts';
import { wholeGuide } from '../guide.ts';

/** Every portal screen on one page, for printing or handing to a person. */
export function WholeGuide(props: StepProps) {
  const { registration, basePath, t } = props;
  const { environment, accountHolder, link } = registration;
  const heading = t('guide.heading');
  return (
    <Document t={t} title={t('frame.title', { heading, environment })} colour={accountHolder.colour}>
      <Frame props={props} page={undefined} back="" />
      <div className="sheet">
        <main id="contenido">
          <h1>{heading}</h1>
          <p className="lead">{t('guide.lead', { name: registration.supplier.name })}</p>
          <p className="only-print">{t('guide.link', { url: addressOf(props) })}</p>
          <div className="print-acts no-print">
            <div data-print="" />
            <p>
              <a href={`${basePath}${nextPath(registration)}`}>{t('guide.back')}</a>
            </p>
          </div>
          {wholeGuide(props).map(({ slug, cards }) => (
            <section key={slug} className="guide-step">
              <h2>{t(`steps.${slug}`)}</h2>
              <ol className="cards cards-all">
                {cards.map((card) => (
                  <li key={card.id} className="card-step">
                    <CardBody card={card} props={props} level="h3" />
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </main>
      </div>
      <Help t={t} accountHolder={accountHolder} link={link} now={props.now} />
    </Document>
  );
}
