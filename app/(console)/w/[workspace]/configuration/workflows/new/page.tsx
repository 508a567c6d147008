import '../workflows.css';
import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { LinkButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { describedProviders, providers } from '#lib/workflows/providers.ts';
import { type TemplateName, templateNames, templates, withIds } from '#lib/workflows/templates.ts';
import { WorkflowEditor } from '../editor/workflow-editor.tsx';
import { stepTitle } from '../texts.ts';

export const generateMetadata = titled('workflows.start.title');

interface NewWorkflowProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<{ template?: string | string[] }>;
}

/** Asks for a template, then opens the editor with an unsaved draft. */
export default async function NewWorkflow({ params, searchParams }: NewWorkflowProps) {
  const { ctx } = await requireMember((await params).workspace, 'workflows:write');
  const { template: asked } = await searchParams;
  const t = await getTranslations('console.workflows');
  const path = workspacePath(ctx.workspace.slug, '/configuration/workflows');
  const template = templateNames.find((name) => name === asked);
  const isChosen = template !== undefined || asked === 'none';
  return (
    <ClientTexts areas={['errors', 'workflows']}>
      <BackLink href={isChosen ? `${path}/new` : path}>{isChosen ? t('start.back') : t('title')}</BackLink>
      <PageHeader
        title={template ? t(`templates.${template}.name`) : t(isChosen ? 'start.emptyTitle' : 'start.title')}
        lead={template ? t(`templates.${template}.text`) : t(isChosen ? 'start.emptyLead' : 'start.lead')}
      />
      {isChosen ? (
        <WorkflowEditor
          workspace={ctx.workspace.slug}
          schema="org/party"
          providers={describedProviders()}
          initialDraft={initialDraftOf(t, template)}
          {...(template ? { template } : {})}
        />
      ) : (
        <Beginnings path={`${path}/new`} />
      )}
    </ClientTexts>
  );
}

type Texts = Awaited<ReturnType<typeof getTranslations<'console.workflows'>>>;

/** The initial draft. A template gets its name in the author's language, which all readers will see. */
function initialDraftOf(t: Texts, template: TemplateName | undefined) {
  if (!template) return { name: '', description: '', steps: [], rescue: [] };
  const { steps, rescue } = templates[template];
  return {
    name: t(`templates.${template}.name`),
    description: t(`templates.${template}.description`),
    steps: withIds(steps),
    rescue: withIds(rescue),
  };
}

async function Beginnings({ path }: { path: string }) {
  const t = await getTranslations('console.workflows');
  return (
    <ul className="beginnings">
      {templateNames.map((template) => {
        const name = t(`templates.${template}.name`);
        return (
          <li key={template} className="sheet sheet-text">
            <h2>{name}</h2>
            <p>{t(`templates.${template}.text`)}</p>
            <ol className="beginning-steps">
              {withIds(templates[template].steps).map((step) => (
                <li key={step.id}>{stepTitle(t, step, providers)}</li>
              ))}
            </ol>
            <LinkButton href={`${path}?template=${template}`} aria-label={t('start.useLabel', { name })}>
              {t('start.use')}
            </LinkButton>
          </li>
        );
      })}
      <li className="sheet sheet-text">
        <h2>{t('start.empty')}</h2>
        <p>{t('start.emptyText')}</p>
        <LinkButton href={`${path}?template=none`} variant="light">
          {t('start.emptyUse')}
        </LinkButton>
      </li>
    </ul>
  );
}
