import { cloneElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { renderKept } from '#app/reg/[ref]/_parts/kept-pages.ts';
import type { StepProps } from '#app/reg/[ref]/_parts/step-page.tsx';
import { pages } from './pages.tsx';

/** The same page as somebody else sees it, whose facts came at other instants. */
function othersPage(page: ReactElement, person: string): ReactElement {
  const { type, props } = page as ReactElement<StepProps>;
  const { registration } = props;
  const later = <Value,>(value: Value): Value =>
    value instanceof Date ? (new Date(value.getTime() + 40 * 86_400_000 + 3_660_000) as Value) : value;
  const laterOf = <Facts extends object>(facts: Facts): Facts =>
    Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, later(value)])) as Facts;
  const { supplier, certificate } = registration;
  const cuit = `${supplier.cuit.slice(0, 1)}${supplier.cuit.slice(1).split('').reverse().join('')}`;
  const View = type as React.FunctionComponent<StepProps>;
  return (
    <View
      {...props}
      basePath={`/reg/${person.replace(/\W/g, '')}22222222222222222222`}
      registration={{
        ...registration,
        id: '01a205ce-ac98-72ff-9918-6bcce01bffff',
        supplier: { name: person, cuit },
        noticeEmail: registration.noticeEmail && `x&y'${person}@example.com`,
        facts: laterOf(registration.facts),
        link: laterOf({ ...registration.link, holder: registration.link.holder && `H ${person}` }),
        request: laterOf({ ...registration.request, alias: `alias${person.length}`, csr: `CSR ${person}` }),
        certificate: certificate && {
          ...laterOf(certificate),
          alias: certificate.alias === registration.request.alias ? `alias${person.length}` : 'another',
          holderCuit: certificate.holderCuit === supplier.cuit ? cuit : certificate.holderCuit,
        },
        lastRejection: registration.lastRejection && laterOf(registration.lastRejection),
        proof: laterOf(registration.proof),
        pointsOfSale: laterOf(registration.pointsOfSale),
      }}
    />
  );
}

const ofSomebody = Object.entries(pages).filter(
  ([, page]) => (page as ReactElement<Partial<StepProps>>).props.registration,
);

describe('a page that is kept', () => {
  test.each(ofSomebody)("is everybody's own: %s", (_name, page) => {
    const visitors = [
      page,
      othersPage(page, 'Ñandú & Hijos S.A.'),
      othersPage(page, `O'Higgins <"x"> $& S.R.L.`),
      page,
    ];
    const shown = visitors.map((each) => renderKept(each, renderToStaticMarkup));
    expect(shown).toEqual(visitors.map((each) => renderToStaticMarkup(each)));
  });

  // What somebody typed or uploaded, what the register has of them, and whom it was mailed or handed over to, is quoted
  // there; the day from which a new point of sale can be used follows from when it was announced.
  const theirsAlone =
    /-(wrong|nothing|sent|bounced|too-many|handed-over(-three)?|upload-.+|proof-not-yet-valid|done-(soon|pending|pending-known|unusable)|details-(on-record|inactive))$/;

  test.each(ofSomebody.filter(([name]) => !theirsAlone.test(name)))('is drawn once: %s', (_name, page) => {
    renderKept(page, renderToStaticMarkup);
    const render = vi.fn(renderToStaticMarkup);
    renderKept(othersPage(page, 'Ñandú S.A.'), render);
    expect(render).not.toHaveBeenCalled();
  });

  test('is another once its account holder looks otherwise, or the authority is silent', () => {
    const page = pages['live-start'] as ReactElement<StepProps>;
    const { registration } = page.props;
    const shownBy = (name: string) => {
      const accountHolder = { ...registration.accountHolder, name };
      return renderKept(
        cloneElement(page, { registration: { ...registration, accountHolder } }),
        renderToStaticMarkup,
      );
    };
    for (const name of ['Distribuidora Uno', 'Distribuidora Dos', 'Distribuidora Uno']) {
      expect(shownBy(name)).toContain(name);
      expect(shownBy(name)).toBe(shownBy(name));
    }
    expect(shownBy('Distribuidora Dos')).not.toContain('Uno');
    const step = pages['live-details'] as ReactElement<StepProps>;
    const silentSince = (since: Date) => {
      const silent = { status: 'not-answering', since } as const;
      const authority = { wsaa: silent, wsfe: { status: 'unknown' } } as const;
      return renderKept(cloneElement(step, { authority }), renderToStaticMarkup);
    };
    const { now } = step.props;
    const [hourAgo, dayAgo] = [3_600_000, 86_400_000].map((ms) => silentSince(new Date(now.getTime() - ms)));
    expect(new Set([hourAgo, dayAgo, renderKept(step, renderToStaticMarkup)]).size).toBe(3);
  });

  test('is drawn for one visitor alone where a text has a mark of a gap', () => {
    const page = pages['live-start'] as ReactElement<StepProps>;
    const { registration } = page.props;
    const accountHolder = { ...registration.accountHolder, name: 'Uno \ue000\ue001' };
    const marked = cloneElement(page, { registration: { ...registration, accountHolder } });
    expect(renderKept(marked, renderToStaticMarkup)).toBe(renderToStaticMarkup(marked));
  });
});
