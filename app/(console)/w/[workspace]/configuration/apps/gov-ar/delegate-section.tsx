import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyId } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { ActingInTrouble } from '#console/w/[workspace]/_overview/acting-in-trouble.tsx';
import type { Context } from '#lib/context.ts';
import { listActing } from '#lib/registrations/delegation/acting.ts';
import { listCandidates, mostListed } from '#lib/registrations/delegation/candidates.ts';
import { type DelegateReadiness, delegateReadiness } from '#lib/registrations/delegation/readiness.ts';
import { DelegateForm } from './delegate-form.tsx';
import { DelegateServices } from './delegate-services.tsx';

/** Who acts for suppliers who delegate: the choice, and how the chosen one stands. */
export async function DelegateSection({ ctx }: { ctx: Context }) {
  const t = await getTranslations('console.configuration.apps.delegate');
  const { slug, environment } = ctx.workspace;
  const at = (path: string) => workspacePath(slug, path);
  const [readiness, acting, candidates] = await Promise.all([
    delegateReadiness(ctx),
    listActing(ctx),
    listCandidates(ctx),
  ]);
  const suppliers = acting.find(({ isNamed }) => isNamed)?.suppliers ?? 0;
  return (
    <section className="sheet sheet-text" aria-labelledby="delegate">
      <div>
        <h2 id="delegate">{t('title')}</h2>
        <p className="hint">{t('text')}</p>
      </div>
      {candidates.length === 0 && !readiness ? (
        <p>{t.rich('noCandidates', { link: (chunks) => <Link href={at('/suppliers')}>{chunks}</Link> })}</p>
      ) : (
        <DelegateForm
          workspace={slug}
          candidates={candidates}
          hasMore={candidates.length === mostListed}
          named={
            readiness && {
              entryId: readiness.entryId,
              name: readiness.name,
              cuit: readiness.cuit,
              acceptsWithinHours: readiness.acceptsWithinHours,
            }
          }
          suppliers={suppliers}
        />
      )}
      <ActingInTrouble acting={acting} at={at} />
      {readiness && (
        <>
          <Standing readiness={readiness} suppliers={suppliers} delegations={at('/delegations')} />
          <DelegateServices workspace={slug} environment={environment} readiness={readiness} />
        </>
      )}
    </section>
  );
}

async function Standing({
  readiness: { name, certificate },
  suppliers,
  delegations,
}: {
  readiness: DelegateReadiness;
  suppliers: number;
  delegations: string;
}) {
  const t = await getTranslations('console.configuration.apps.delegate');
  return (
    <div>
      <h3 className="delegate-heading">{t('status', { name })}</h3>
      <FactList
        facts={[
          [
            t('certificate'),
            certificate ? (
              <CopyId key="alias" value={certificate.alias} label={t('services.alias')} />
            ) : (
              <Chip key="none" tone="bad">
                {t('doesNotSign')}
              </Chip>
            ),
          ],
          certificate && [t('until'), <Day key="until" at={certificate.notAfter} />],
          [
            t('rests'),
            <>
              {t('suppliers', { count: suppliers })} · <Link href={delegations}>{t('toDelegations')}</Link>
            </>,
          ],
        ]}
      />
    </div>
  );
}
