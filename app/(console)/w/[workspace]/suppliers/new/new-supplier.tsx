'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v4 as uuidv4 } from 'uuid';
import { DocumentEditor } from '../../../../_documents/document-editor.tsx';
import { workspacePath } from '../../../../_shell/navigation.ts';
import { createSupplier } from './actions.ts';

export function NewSupplier({ workspace, skeleton }: { workspace: string; skeleton: string }) {
  const t = useTranslations('console.suppliers.new');
  const shell = useTranslations('console.shell.actions');
  const router = useRouter();
  // Sent again after an answer that was lost, it is the same supplier.
  const [id] = useState(() => uuidv4());
  const list = workspacePath(workspace, '/suppliers');
  return (
    <DocumentEditor
      workspace={workspace}
      folder="suppliers"
      path={`${list}/new`}
      stored={{ text: skeleton, base: '' }}
      begin={['name']}
      save={({ text }) => createSupplier(workspace, { id, text })}
      onSaved={(saved) => {
        notifications.show({ message: t('created'), color: 'green' });
        router.push(workspacePath(workspace, `/entries/${saved}`));
      }}
      cancel={
        <Button component={Link} href={list} variant="subtle" className="quiet">
          {shell('cancel')}
        </Button>
      }
    />
  );
}
