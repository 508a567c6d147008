'use client';

import { Button, NativeSelect } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EditedDocument } from '#console/_editor/use-document.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { runWorkflow } from '#console/w/[workspace]/entries/[id]/(tabs)/actions.ts';
import type { RunFacts } from '#console/w/[workspace]/entries/[id]/(tabs)/run-facts.ts';
import { About } from '#console/w/[workspace]/entries/[id]/(tabs)/run-workflow.tsx';
import { describeInvoice } from './actions.ts';

export interface Authorising {
  /** Workflows that send the invoice to the authority, the default first. */
  workflows: { id: string; name: string }[];
  /** Why it cannot be authorized from the form. */
  missing: 'permission' | 'workflow' | 'app' | undefined;
}

interface SaveAndAuthoriseProps extends Pick<Authorising, 'workflows'> {
  workspace: string;
  document: EditedDocument;
  /** The entry that is being edited; undefined for a new one. */
  storedId?: string;
}

/**
 * Saves the invoice and runs the workflow that has it authorized. It is built first: in live, and if something
 * speaks against sending it, a dialog asks before. Then its page shows the progress.
 */
export function SaveAndAuthorise({ workspace, document, storedId: id, workflows }: SaveAndAuthoriseProps) {
  const t = useTranslations('console.entry.run.issue');
  const router = useRouter();
  const [about, setAbout] = useState<RunFacts>();
  const [workflowId, setWorkflowId] = useState(workflows[0]?.id ?? '');
  const describing = useConsoleAction(describeInvoice.bind(null, workspace));
  const running = useConsoleAction(runWorkflow.bind(null, workspace));
  const isBusy = document.isLocked || document.pending !== undefined || describing.pending || running.pending;
  const close = () => setAbout(undefined);
  const send = (allow?: NonNullable<RunFacts['exception']>['allow']) =>
    document.save((id) => {
      const open = () => router.push(workspacePath(workspace, `/entries/${id}`));
      running.run({ id, workflowId, jobId: document.ids?.job ?? '', allow }, open, ({ message }) => {
        notifications.show({ title: t('onlySaved'), message, color: 'red', autoClose: false });
        open();
      });
    }, close);
  const begin = () => {
    if (isBusy) return;
    document.build(({ text }) =>
      describing.run(
        { id, text },
        (result) => {
          // The description does not cover later typing.
          if (!document.hasText(text)) return;
          if (result.kind === 'invalid') return document.save();
          if (mustAsk(result.about, workflows.length)) setAbout(result.about);
          else send();
        },
        ({ message }) => notifications.show({ message, color: 'red' }),
      ),
    );
  };
  useHotkeys([['mod+shift+Enter', begin]], [], true);
  return (
    <>
      <Button onClick={begin} loading={isBusy} aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter">
        {t('saveAndAuthorise')}
      </Button>
      <FormDialog
        opened={about !== undefined}
        onClose={close}
        title={t('title')}
        size="lg"
        onSubmit={() => send(about?.exception?.allow)}
        // More than what is left of an invoice is not credited from here.
        submit={about?.exception?.allow === 'credit-exceeds-invoice' ? undefined : t('saveAndAuthorise')}
        pending={isBusy}
        failure={document.failure}
      >
        {about && <About {...about} />}
        {workflows.length > 1 && (
          <NativeSelect
            label={t('by')}
            value={workflowId}
            data={workflows.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setWorkflowId(currentTarget.value)}
          />
        )}
      </FormDialog>
    </>
  );
}

interface AuthorisingNoteProps {
  workspace: string;
  missing: NonNullable<Authorising['missing']>;
}

/** Why the invoice cannot be authorized from the form. */
export function AuthorisingNote({ workspace, missing }: AuthorisingNoteProps) {
  const t = useTranslations('console.entry.run.issue');
  const page = missing === 'app' ? 'apps' : 'workflows';
  return (
    <p className="editor-note hint">
      {t.rich(`missing.${missing}`, {
        link: (chunks) => <Link href={workspacePath(workspace, `/configuration/${page}`)}>{chunks}</Link>,
      })}
    </p>
  );
}

const mustAsk = (about: RunFacts | undefined, workflows: number): boolean =>
  about !== undefined &&
  (about.isLive || about.refusals.length > 0 || about.exception !== undefined || workflows > 1);
