import { workflowNames } from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import '../batches.css';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { paramOf, type SearchParams } from '#console/_ui/list-page.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { type UploadKind, uploadColumns } from '#lib/batches/upload.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import { uploadKinds } from '../_column-names.ts';
import { headingsOf } from '../_matching.ts';
import { UploadForm } from './upload-form.tsx';

export const generateMetadata = titled('batches.upload.title');

interface NewBatchProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<SearchParams>;
}

const schemas = { suppliers: 'org/party', invoices: 'bill/invoice' } as const;

/** Creates entries from a file, which is checked completely before the batch starts. */
export default async function NewBatch({ params, searchParams }: NewBatchProps) {
  const { ctx } = await requireMember((await params).workspace, 'entries:write');
  const asked = paramOf(await searchParams, 'of');
  const kind = uploadKinds.find((each) => each === asked) ?? 'suppliers';
  const t = await getTranslations('console.batches.upload');
  const { slug, environment } = ctx.workspace;
  const path = workspacePath(slug, '/batches');
  const nameOf = await workflowNames();
  const workflows = (await listWorkflowNames(ctx))
    .filter(({ schema, disabled, archivedAt }) => schema === schemas[kind] && !disabled && !archivedAt)
    .map(({ id, name, isDefault }) => ({
      value: id,
      label: isDefault ? t('defaultWorkflow', { name: nameOf(name) }) : nameOf(name),
    }));
  const headingOf = await headingsOf(kind);
  return (
    <ClientTexts areas={['batches']}>
      <BackLink href={workspacePath(slug, `/${kind}`)}>{t(`lists.${kind}`)}</BackLink>
      <PageHeader docs="batches" title={t(`titles.${kind}`)} lead={t('lead')} />
      <UploadForm
        key={kind}
        batchesPath={path}
        kind={kind}
        workflows={workflows}
        offered={uploadColumns[kind].columnNames.map((value) => ({ value, label: headingOf(value) }))}
        isIssuing={kind === 'invoices' && environment === 'live'}
      />
      <ColumnList kind={kind} template={`${path}/template?of=${kind}`} />
    </ClientTexts>
  );
}

/** The columns that a file may have, and an empty template. */
async function ColumnList({ kind, template }: { kind: UploadKind; template: string }) {
  const t = await getTranslations('console.batches.upload');
  const headingOf = await headingsOf(kind);
  const { columnNames, required } = uploadColumns[kind];
  return (
    <section className="sheet" aria-labelledby="columns">
      <div className="sheet-heading column-heading">
        <h2 id="columns">{t('columns')}</h2>
        <a href={template} download>
          {t('template')}
        </a>
      </div>
      <p className="column-format hint">{t('format')}</p>
      <DataTable
        className="column-rows"
        rows={columnNames.map((id) => ({ id, isRequired: (required as readonly string[]).includes(id) }))}
        columns={[
          { head: t('column'), kind: 'title', cell: ({ id }) => <strong>{headingOf(id)}</strong> },
          { head: t('need'), cell: ({ isRequired }) => t(isRequired ? 'required' : 'optional') },
          { head: t('what'), cell: ({ id }) => t(`hints.${kind}.${id}` as 'hints.suppliers.name') },
        ]}
      />
    </section>
  );
}
