'use client';

import { Alert, Button, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '../_ui/icon.tsx';
import { AssumptionNote } from './assumption-note.tsx';
import type { Path } from './json-path.ts';
import { PaperNote } from './paper-note.tsx';
import type { EditedDocument } from './use-document.ts';

interface NoticesProps {
  document: EditedDocument;
  isBroken: boolean;
  faults: number;
  onGo: (parts: Path) => void;
}

/** Where the document stands, also for those who can not see the squiggles. */
export function Notices({ document, isBroken, faults, onGo }: NoticesProps) {
  const t = useTranslations('console.suppliers.editor');
  const status = () => {
    if (document.pending === 'save') return t('saving');
    if (faults > 0) return t('faultsTitle', { count: faults });
    if (document.isBuilt && !isBroken) return t('built');
    return document.isDirty ? t('unsaved') : t('unchanged');
  };
  return (
    <>
      {document.restored && document.isDirty && (
        <Alert color="petrol" radius={0} icon={<Icon name="note" />}>
          <Group justify="space-between" gap="sm">
            {t('restored')}
            <Button variant="default" size="sm" onClick={document.discard}>
              {t('discard')}
            </Button>
          </Group>
        </Alert>
      )}
      {document.other && (
        <Alert
          role="alert"
          color="yellow"
          radius={0}
          icon={<Icon name="people" />}
          title={t('conflictTitle')}
        >
          {t('conflictText')}
        </Alert>
      )}
      <p className="editor-status" role="status" data-built={document.isBuilt && faults === 0}>
        {status()}
      </p>
      <AssumptionNote text={document.text} onGo={onGo} />
      <PaperNote gaps={document.gaps} onGo={onGo} />
    </>
  );
}
