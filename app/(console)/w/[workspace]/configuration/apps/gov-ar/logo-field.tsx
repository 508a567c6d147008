'use client';

import { Button, FileButton, Input } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';

const mostBytes = 65_536;

interface LogoFieldProps {
  /** As a data URI; null when there is none. */
  shown: string | null;
  onChange: (logo: string | null) => void;
  error: ReactNode;
}

/** A picture from the reader's machine, kept in the form until it is saved. */
export function LogoField({ shown, onChange, error }: LogoFieldProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const [refusal, setRefusal] = useState<string>();
  const forget = useRef<() => void>(null);
  const take = async (file: File | null) => {
    if (!file) return;
    if (file.size > mostBytes) return setRefusal(t('faults.wizard-logo'));
    setRefusal(undefined);
    onChange(await dataUriOf(file));
  };
  const drop = () => {
    forget.current?.();
    setRefusal(undefined);
    onChange(null);
  };
  return (
    <Input.Wrapper label={t('logo')} description={t('logoHint')} error={refusal ?? error} labelElement="div">
      <div className="logo-row">
        {/* biome-ignore lint/performance/noImgElement: it is in the page already */}
        {shown && <img src={shown} alt={t('logoAlt')} className="logo-thumb" />}
        <FileButton accept="image/png,image/jpeg" onChange={take} resetRef={forget}>
          {(props) => (
            <Button {...props} variant="default" data-path="wizard.logo">
              {t(shown ? 'logoReplace' : 'logoChoose')}
            </Button>
          )}
        </FileButton>
        {shown && (
          <Button variant="subtle" onClick={drop}>
            {t('logoRemove')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  );
}

const dataUriOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
