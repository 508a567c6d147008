'use client';

import { Button, CopyButton, Group } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { CodeBlock } from '../_ui/text-block.tsx';

interface OtherVersionProps {
  text: string;
  /** What is in the editor: lines that it does not have are marked. */
  against: string;
  onTake: () => void;
}

/** The text that is not in the editor, whole, to compare and to take over. */
export function OtherVersion({ text, against, onTake }: OtherVersionProps) {
  const t = useTranslations('console.suppliers.editor');
  const shell = useTranslations('console.shell.actions');
  const known = new Set(against.split('\n').map(bare));
  return (
    <section className="editor-pane other-version" aria-labelledby="other-version">
      <h2 id="other-version" className="pane-heading">
        {t('other')}
      </h2>
      <CodeBlock>
        {text.split('\n').map((line, index) => {
          const isNew = !known.has(bare(line));
          const key = `${index} ${line}`;
          return isNew ? <mark key={key}>{`${line}\n`}</mark> : <span key={key}>{`${line}\n`}</span>;
        })}
      </CodeBlock>
      <Group gap="xs" p="md">
        <Button variant="default" onClick={onTake}>
          {t('take')}
        </Button>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="subtle" onClick={copy}>
              {copied ? shell('copied') : shell('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </section>
  );
}

/** A comma at the end is no difference. */
const bare = (line: string) => line.replace(/,$/, '').trim();
