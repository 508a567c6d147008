import './_overview/overview.css';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { requireMember } from '#console/_session.ts';
import { type At, workspacePath } from '#console/_shell/navigation.ts';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { writtenMoney } from '#console/_ui/money.ts';
import { Notice } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { fetchApp, isConnected } from '#lib/accounts/apps.ts';
import { authorityStatusOf } from '#lib/authority-status.ts';
import type { Context } from '#lib/context.ts';
import { letters } from '#lib/documents/invoice/document-types.ts';
import { maxCounted } from '#lib/limits.ts';
import { listActingDelegates } from '#lib/registrations/delegation-readiness.ts';
import { type InvoiceFigures, type Issued, invoiceFigures } from '#lib/reports/invoices.ts';
import { type Overview, workspaceOverview } from '#lib/reports/overview.ts';
import { isPermitted } from '#lib/roles.ts';
import { listEntries } from '#lib/silo/entries.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import { ActingInTrouble, Attention, Bar } from './_overview/attention.tsx';

export const generateMetadata = titled('overview.title');

/** Start page of a workspace: first the items that need attention, then figures. Every number links to its list. */
export default async function OverviewPage({ params }: { params: Promise<{ workspace: string }> }) {
  const { ctx } = await requireMember((await params).workspace, 'overview:read');
  const t = await getTranslations('console.overview');
  const [overview, figures] = await Promise.all([
    workspaceOverview(ctx),
    isPermitted(ctx, 'invoices:read') ? invoiceFigures(ctx) : undefined,
  ]);
  const { done, way } = isPermitted(ctx, 'workflows:read')
    ? await setUpOf(ctx, overview)
    : { done: undefined, way: undefined };
  const at = (path: string) => workspacePath(ctx.workspace.slug, path);
  const isInvoicing = overview.suppliers.byState.some(({ state }) => state === 'registered');
  return (
    <>
      <PageHeader title={t('title')} lead={overview.suppliers.total > 0 && t('lead')} />
      <AuthorityLine environment={ctx.workspace.environment} />
      <ActingInTrouble acting={await listActingDelegates(ctx)} at={at} />
      {way && done && <GettingStarted way={way} done={done} at={at} />}
      {way !== 'registration' && done?.connect === false && <NotConnected apps={at('/configuration/apps')} />}
      {overview.suppliers.total > 0 && (
        <div className="overview">
          {figures && isInvoicing && <InvoiceFiguresSheet figures={figures} at={at} />}
          <SupplierStates suppliers={overview.suppliers} at={at} />
          <Attention
            ctx={ctx}
            figures={figures}
            deliveries={overview.deliveries}
            expiring={overview.expiring}
            unableToInvoice={overview.unableToInvoice}
            rejected={overview.rejected}
            idle={overview.idle}
            failingJobs={overview.failingJobs}
            failingEndpoints={overview.failingEndpoints}
            authority={await authorityStatusOf(ctx.workspace.environment)}
            at={at}
          />
          <section className="sheet sheet-text overview-wide" aria-labelledby="funnel">
            <Funnel funnel={overview.funnel} at={at} />
            <RejectionReasons rejections={overview.rejections} at={at} />
          </section>
          {overview.ratings.total > 0 && <Ratings ratings={overview.ratings} at={at} />}
        </div>
      )}
    </>
  );
}

/** Stages reached by the registrations of the last weeks, and where the others stopped. */
async function Funnel({ funnel, at }: { funnel: Overview['funnel']; at: At }) {
  const t = await getTranslations('console.overview.funnel');
  const format = await getFormatter();
  const all = funnel.stages[0]?.reached ?? 0;
  return (
    <>
      <div>
        <h2 id="funnel">{t('title')}</h2>
        <p className="hint">{t('since', { date: format.dateTime(funnel.since, 'day') })}</p>
      </div>
      {all === 0 ? (
        <p className="hint">{t('none')}</p>
      ) : (
        <ol className="bars funnel">
          {funnel.stages.map(({ stage, reached, stopped }) => (
            <li key={stage}>
              <span>{t(`stages.${stage}`)}</span>
              <span className="bar-number">
                <Link href={at(`/registrations?funnel=${stage}`)}>
                  {t('reached', { reached, share: format.number(reached / all, { style: 'percent' }) })}
                </Link>
              </span>
              <Bar share={reached / all} tone={stage === 'completed' ? 'good' : 'plain'} />
              {stopped > 0 && stage !== 'completed' && (
                <Link href={at(`/registrations?stage=${stage}&funnel=${stage}`)} className="funnel-stopped">
                  {t('stopped', { count: stopped })}
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
      {funnel.throughApi.uploaded > 0 && (
        <p className="hint">
          {t.rich('throughApi', {
            l: (chunks) => <Link href={at('/registrations?funnel=api')}>{chunks}</Link>,
            count: funnel.throughApi.uploaded,
            completed: funnel.throughApi.completed,
          })}
        </p>
      )}
    </>
  );
}

const places: Record<SetUpStep, string> = {
  connect: '/configuration/apps',
  workflow: '/configuration/workflows',
  supplier: '/suppliers',
  run: '/suppliers',
  wizard: '/suppliers',
  invoiceWorkflow: '/configuration/workflows',
  invoice: '/invoices/new',
};

/**
 * Steps to the first registration, then to the first invoice. Finished steps are marked, and the next one
 * is highlighted.
 */
async function GettingStarted({ way, done, at }: { way: Way; done: Record<SetUpStep, boolean>; at: At }) {
  const t = await getTranslations('console.overview.start');
  const template = (await getTranslations('console.workflows.templates'))(`${templateOf[way]}.name`);
  const steps: readonly SetUpStep[] = ways[way];
  const next = steps.find((step) => !done[step]);
  return (
    <section className="sheet sheet-text" aria-labelledby="start">
      <div>
        <h2 id="start">{t(`${way}.title`)}</h2>
        <p className="hint">{t(`${way}.lead`)}</p>
      </div>
      <ol className="set-up">
        {steps.map((step, index) => (
          <li key={step} className={done[step] ? 'is-done' : step === next ? 'is-next' : undefined}>
            <span className="set-up-mark" aria-hidden="true">
              {done[step] ? <Icon name="check" size={18} /> : index + 1}
            </span>
            <div>
              <h3>
                <Link href={at(places[step])}>{t(`steps.${step}.title`)}</Link>
                {done[step] && <span className="set-up-done"> {t('done')}</span>}
              </h3>
              <p>{t(`steps.${step}.text`, { template })}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * Steps of the two ways: from an empty workspace to a supplier in the wizard, and from a registered supplier
 * to an invoice.
 */
const ways = {
  registration: ['connect', 'workflow', 'supplier', 'run', 'wizard'],
  invoice: ['invoiceWorkflow', 'invoice'],
} as const;
type Way = keyof typeof ways;
type SetUpStep = (typeof ways)[Way][number];

const templateOf = { registration: 'ar-supplier-registration', invoice: 'ar-invoice' } as const;

/**
 * Finished setup steps, and the current way; undefined while the first suppliers are in the wizard, and at
 * the end.
 */
async function setUpOf(
  ctx: Context,
  { suppliers, funnel }: Overview,
): Promise<{ done: Record<SetUpStep, boolean>; way: Way | undefined }> {
  const [app, workflows, invoices] = await Promise.all([
    fetchApp(ctx, 'gov-ar'),
    listWorkflowNames(ctx),
    listEntries(ctx, { folder: 'invoices', limit: 1 }),
  ]);
  const reached = (stage: string) => funnel.stages.some((each) => each.stage === stage && each.reached > 0);
  // The funnel covers a month; older registrations are visible in the suppliers' states.
  const isRegistered = suppliers.byState.some(({ state }) => state === 'registered');
  const done = {
    connect: isConnected(app),
    workflow: workflows.some(({ archivedAt }) => !archivedAt),
    supplier: suppliers.total > 0,
    run: reached('created') || isRegistered,
    wizard: reached('started') || isRegistered,
    invoiceWorkflow: workflows.some(({ schema, archivedAt }) => schema === 'bill/invoice' && !archivedAt),
    invoice: invoices.length > 0,
  };
  // An app disconnected later has its own notice, so `connect` is not required here.
  const isSetUp = ways.registration.every((step) => step === 'connect' || done[step]);
  if (!isSetUp) return { done, way: 'registration' };
  return { done, way: isRegistered && !done.invoice ? 'invoice' : undefined };
}

/** Warns that registrations would fail without the app. */
async function NotConnected({ apps }: { apps: string }) {
  const t = await getTranslations('console.overview.notConnected');
  return (
    <Notice tone="bad" title={t('title')}>
      {t.rich('text', { link: (chunks) => <Link href={apps}>{chunks}</Link> })}
    </Notice>
  );
}

/** Authorized amounts, and numbers of waiting and failed invoices, each linked to its list. */
async function InvoiceFiguresSheet({ figures, at }: { figures: InvoiceFigures; at: At }) {
  const t = await getTranslations('console.overview.invoices');
  const format = await getFormatter();
  const { days, today, week, month, waiting, failed } = figures;
  const until = days.at(-1)?.day.date ?? '';
  const bounded = (count: number) =>
    count > maxCounted ? t('moreThan', { count: maxCounted }) : format.number(count);
  const authorised = (since: string) => `/invoices?state=authorized&from=${since}&to=${until}`;
  return (
    <section className="sheet sheet-text overview-wide" aria-labelledby="invoices">
      <h2 id="invoices">
        <Link href={at('/invoices')}>{t('title')}</Link>
      </h2>
      <ul className="figures">
        <Figure name={t('today')} href={at(authorised(until))}>
          <IssuedAmounts issued={today} />
        </Figure>
        <Figure name={t('week')} href={at(authorised(week.since.date))}>
          <IssuedAmounts issued={week.issued} />
          <Change issued={week.issued} before={week.before} />
        </Figure>
        <Figure name={t('month', { month: month.since.start })} href={at(authorised(month.since.date))}>
          <IssuedAmounts issued={month.issued} />
        </Figure>
        <Figure name={t('waiting')} href={at('/invoices?state=waiting')}>
          <strong className="figure-number">{bounded(waiting.count)}</strong>
        </Figure>
        <Figure name={t('failed')} href={at(`/invoices?state=${failed.state}&from=${failed.since.date}`)}>
          <strong className="figure-number">{bounded(failed.count)}</strong>
        </Figure>
      </ul>
      <DayChart days={days} at={at} />
    </section>
  );
}

function Figure({ name, href, children }: { name: string; href: string; children: ReactNode }) {
  return (
    <li>
      <Link href={href}>
        <span className="figure-name">{name}</span>
        {children}
      </Link>
    </li>
  );
}

/** The amount in pesos, or in another currency if there is none in pesos; then the others, and the number. */
async function IssuedAmounts({ issued: { count, amounts } }: { issued: Issued }) {
  const t = await getTranslations('console.overview.invoices');
  const locale = await getLocale();
  const [first = { currency: 'ARS', amount: '0' }, ...others] = amounts;
  return (
    <>
      <strong className="figure-number">{writtenMoney(first.amount, first.currency, locale)}</strong>
      {others.map(({ currency, amount }) => (
        <span key={currency} className="hint">
          + {writtenMoney(amount, currency, locale)}
        </span>
      ))}
      <span className="hint">{t('documents', { count })}</span>
    </>
  );
}

/** How the amount in pesos compares with the week before; nothing if there was none. */
async function Change({ issued, before }: { issued: Issued; before: Issued }) {
  const t = await getTranslations('console.overview.invoices');
  const format = await getFormatter();
  const [now, then] = [pesosOf(issued), pesosOf(before)];
  if (then <= 0) return null;
  const change = now / then - 1;
  const share = format.number(Math.abs(change), { style: 'percent', maximumFractionDigits: 0 });
  const isSame = Math.abs(change) < 0.005;
  return <span className="hint">{isSame ? t('same') : t(change > 0 ? 'more' : 'less', { share })}</span>;
}

/** For the chart's heights and the comparison; the amounts shown are exact. */
const pesosOf = ({ amounts }: Issued): number =>
  Number(amounts.find(({ currency }) => currency === 'ARS')?.amount ?? 0);

/**
 * Amounts in pesos per day, stacked by class, with the failed ones on top; each day is a link to its documents.
 * A class with more credit than invoices on a day has no bar.
 */
async function DayChart({ days, at }: Pick<InvoiceFigures, 'days'> & { at: At }) {
  const t = await getTranslations('console.overview.invoices');
  const format = await getFormatter();
  const locale = await getLocale();
  const bars = days.map((each) => ({
    ...each,
    parts: [
      ...each.byLetter.map((issued) => ({ name: issued.letter, pesos: Math.max(0, pesosOf(issued)) })),
      { name: 'failed' as const, pesos: Math.max(0, pesosOf(each.failed)) },
    ],
  }));
  const greatest = Math.max(...bars.map(({ parts }) => parts.reduce((sum, { pesos }) => sum + pesos, 0)));
  if (greatest === 0) {
    // Documents in other currencies alone have no bars.
    const isEmpty = days.every(({ authorised, failed }) => authorised.count + failed.count === 0);
    return isEmpty ? <p className="hint">{t('none')}</p> : null;
  }
  const pesos = (issued: Issued) => writtenMoney(String(pesosOf(issued)), 'ARS', locale);
  const used = [...letters, 'failed' as const].filter((name) =>
    bars.some(({ parts }) => parts.some((part) => part.name === name && part.pesos > 0)),
  );
  return (
    <figure className="day-chart" aria-label={t('chart')}>
      <ul className="day-bars">
        {bars.map(({ day, authorised, failed, parts }, index) => {
          const text = t('onDay', {
            day: day.start,
            amount: pesos(authorised),
            count: authorised.count,
            failed: failed.count,
            failedAmount: pesos(failed),
          });
          return (
            <li key={day.date} className={index === bars.length / 2 ? 'day-week' : undefined}>
              <Link
                href={at(`/invoices?from=${day.date}&to=${day.date}`)}
                prefetch={false}
                title={text}
                aria-label={text}
              >
                <span className="day-stack">
                  {parts.map(
                    (part) =>
                      part.pesos > 0 && (
                        <span
                          key={part.name}
                          className={`day-part day-${part.name}`}
                          style={{ blockSize: `${(part.pesos / greatest) * 100}%` }}
                        />
                      ),
                  )}
                </span>
                <span className="hint" aria-hidden="true">
                  {format.dateTime(day.start, { day: 'numeric' })}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <figcaption className="hint" aria-hidden="true">
        {used.map((name) => (
          <span key={name} className="day-key">
            <span className={`day-${name}`} />
            {name === 'failed' ? t('failedBars') : t('classOf', { letter: name })}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const tones: Record<Overview['ratings']['byAnswer'][number]['answer'], Tone> = {
  easy: 'good',
  'so-so': 'wait',
  hard: 'bad',
};

/** Suppliers' ratings of the wizard, with their comments. */
async function Ratings({ ratings, at }: { ratings: Overview['ratings']; at: At }) {
  const t = await getTranslations('console.overview.ratings');
  const format = await getFormatter();
  const { since, total, byAnswer, comments } = ratings;
  return (
    <section className="sheet sheet-text overview-wide" aria-labelledby="ratings">
      <div>
        <h2 id="ratings">{t('title')}</h2>
        <p className="hint">{t('since', { count: total, date: format.dateTime(since, 'day') })}</p>
      </div>
      <ul className="bars ratings">
        {byAnswer.map(({ answer, count }) => (
          <li key={answer}>
            <span>{t(`answers.${answer}`)}</span>
            <span className="bar-number">
              {t('given', { count, share: format.number(count / total, { style: 'percent' }) })}
            </span>
            <Bar share={count / total} tone={tones[answer]} />
          </li>
        ))}
      </ul>
      {comments.length > 0 && (
        <div className="overview-part">
          <h3>{t('comments')}</h3>
          <ul className="rating-comments">
            {comments.map(({ entryId, name, answer, comment, at: ratedAt }) => (
              <li key={`${entryId} ${ratedAt.getTime()}`}>
                <blockquote dir="auto">{comment}</blockquote>
                <p className="hint">
                  <Chip tone={tones[answer]}>{t(`answers.${answer}`)}</Chip>{' '}
                  <Link href={at(`/entries/${entryId}`)}>
                    <bdi>{name || entryId}</bdi>
                  </Link>
                  {' · '}
                  <Day at={ratedAt} />
                </p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Obstacles of the open registrations, the most frequent first. */
async function RejectionReasons({ rejections, at }: { rejections: Overview['rejections']; at: At }) {
  const t = await getTranslations('console.overview');
  const format = await getFormatter();
  const most = rejections[0]?.count ?? 1;
  return (
    <>
      <div className="overview-part">
        <h3>{t('rejections.title')}</h3>
        <p className="hint">{t('rejections.lead')}</p>
      </div>
      {rejections.length === 0 ? (
        <p className="hint">{t('rejections.none')}</p>
      ) : (
        <ul className="bars reasons">
          {rejections.map(({ reason, count }) => (
            <li key={reason}>
              <Link href={at(`/registrations?reason=${reason}`)}>{t(`reasons.${reason}`)}</Link>
              <span className="bar-number">{format.number(count)}</span>
              <Bar share={count / most} tone="plain" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const supplierStatesTones: Partial<Record<string, Tone>> = {
  registered: 'good',
  processing: 'wait',
  error: 'bad',
  rejected: 'bad',
  invalid: 'bad',
};

async function SupplierStates({ suppliers, at }: { suppliers: Overview['suppliers']; at: At }) {
  const t = await getTranslations('console.overview.suppliers');
  const stateNames = await getTranslations('console.entry.states');
  const format = await getFormatter();
  return (
    <section className="sheet sheet-text" aria-labelledby="suppliers">
      <h2 id="suppliers">
        <Link href={at('/suppliers')}>{t('title', { count: suppliers.total })}</Link>
      </h2>
      <ul className="bars">
        {suppliers.byState.map(({ state, count }) => (
          <li key={state}>
            <Link href={at(`/suppliers?state=${state}`)}>{stateNames(state)}</Link>
            <span className="bar-number">{format.number(count)}</span>
            <Bar share={count / suppliers.total} tone={supplierStatesTones[state] ?? 'quiet'} />
          </li>
        ))}
      </ul>
    </section>
  );
}
