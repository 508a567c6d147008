import { notAnsweringSince } from '#lib/authority-status/answering.ts';
import { sinceForm } from '#lib/i18n.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { DateGap, dateGap, markOf, marks, type Own } from './gaps.ts';
import type { StepProps } from './step-page.tsx';

/** A visit with gaps in place of what is the visitor's own. Two with the same `key` are shown the same page. */
export interface Visit {
  key: string;
  props: StepProps;
  own: Own;
}

/**
 * Takes out of a page's props what is the visitor's own. What is not taken out, also what nobody thought of, is part
 * of the key: at the worst a page is drawn for one visitor alone. Undefined for what is not worth keeping: what
 * somebody typed or uploaded just now, whom it was mailed or handed over to.
 */
export function withoutOwn(props: StepProps): Visit | undefined {
  const {
    registration,
    t,
    now,
    authority,
    shortcuts,
    form,
    portalAddress,
    card,
    isWelcome,
    basePath,
    ...more
  } = props;
  const gaps = newGaps();
  const others = gaps.dates(more);
  const isQuoted = Object.values(others).some((value) => isObject(value) && !(value instanceof DateGap));
  if (form || isQuoted || quotesUpload(registration)) return undefined;
  const kept = {
    basePath: gaps.text(basePath),
    registration: withGaps(registration, gaps),
    portalAddress,
    card,
    isWelcome,
    ...others,
  };
  const since = authority && notAnsweringSince(authority);
  const key = JSON.stringify([
    t.locale,
    t.voice,
    since && [since.getTime(), sinceForm(since, now)],
    // What it makes of a company's number is an address, with the number somewhere in it.
    shortcuts && [shortcuts, shortcuts.authorise('0')],
    kept,
  ]);
  const foreign = (key.match(marks)?.length ?? 0) !== gaps.placed();
  if (foreign) return undefined;
  return { key, props: { ...kept, t, now, authority, shortcuts }, own: gaps.own };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** What was found in a file that was refused is quoted in the message. */
const quotesUpload = ({ lastRejection }: Registration) =>
  lastRejection !== undefined && Object.keys(lastRejection.detail).length > 0;

function withGaps(registration: Registration, { text, dates, cuit }: Gaps): Registration {
  const { supplier, link, request, certificate, delegation, lastRejection } = registration;
  return {
    ...registration,
    id: text(registration.id),
    workspaceId: text(registration.workspaceId),
    entryId: text(registration.entryId),
    supplier: { name: text(supplier.name), cuit: cuit(supplier.cuit) },
    noticeEmail: registration.noticeEmail && text(registration.noticeEmail),
    facts: dates(registration.facts),
    link: { ...dates(link), id: text(link.id), holder: link.holder && text(link.holder) },
    request: { ...dates(request), alias: text(request.alias), csr: text(request.csr) },
    certificate: certificate && {
      ...dates(certificate),
      alias: text(certificate.alias),
      holderCuit: cuit(certificate.holderCuit),
      issuer: text(certificate.issuer),
      fingerprint: text(certificate.fingerprint),
    },
    delegation: delegation && dates(delegation),
    lastRejection: lastRejection && dates(lastRejection),
    proof: dates(registration.proof),
    pointsOfSale: dates(registration.pointsOfSale),
  };
}

type Gaps = ReturnType<typeof newGaps>;

function newGaps() {
  const own: (string | Date)[] = [];
  let placed = 0;
  /** Equal texts have one gap, so that a view may compare them. */
  const gapOf = (value: string | Date) => {
    const known = own.indexOf(value);
    placed += 1;
    return known < 0 ? own.push(value) - 1 : known;
  };
  const text = (value: string) => (value === '' ? '' : markOf(gapOf(value)));
  return {
    own,
    placed: () => placed,
    text,
    /** Each instant among the values. */
    dates: <Values extends object>(values: Values): Values => {
      const gapped = { ...values } as Record<string, unknown>;
      for (const name in gapped) {
        const value = gapped[name];
        if (value instanceof Date) gapped[name] = dateGap(gapOf(value));
      }
      return gapped as Values;
    },
    /** What kind of taxpayer it is stays: texts follow from it. */
    cuit: (value: string) => value.slice(0, 1) + text(value.slice(1)),
  };
}
