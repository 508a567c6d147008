'use client';

import { Group, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { workspacePath } from '#console/_shell/navigation.ts';
import { type Device, MailView, ScaledFrame } from '#console/_ui/shown-mail.tsx';
import type { AppChange } from '#lib/registrations/app-settings.ts';
import {
  isMailName,
  type Preview,
  type PreviewName,
  previewedMails,
  previewedPages,
  previewNames,
} from './preview/previews.ts';
import type { Section } from './settings.ts';

interface SettingsPreviewProps {
  workspace: string;
  section: Section;
  /** The form's values, also those not saved yet. */
  change: z.input<typeof AppChange>;
}

const suggested: Partial<Record<Section, PreviewName>> = {
  mails: 'invitation',
  registrations: 'certificate',
};
const schemes = ['light', 'dark'] as const;

/** The wizard's real pages and the real mails with the form's values, as phone and desktop show them. */
export function SettingsPreview({ workspace, section, change }: SettingsPreviewProps) {
  const t = useTranslations('console.configuration.apps.settings.previews');
  const [chosen, setChosen] = useState<Partial<Record<Section, PreviewName>>>({});
  const [device, setDevice] = useState<Device>('phone');
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const [locale, setLocale] = useState<'es-AR' | 'en'>('es-AR');
  const name = chosen[section] ?? suggested[section] ?? 'start';
  const { preview, failed } = usePreview(workspace, JSON.stringify({ name, locale, change }));
  return (
    <section className="settings-preview" aria-label={t('title')}>
      <NativeSelect
        label={t('title')}
        value={name}
        onChange={({ currentTarget }) => {
          const next = previewNames.find((each) => each === currentTarget.value);
          setChosen((before) => ({ ...before, [section]: next }));
        }}
        data={[
          {
            group: t('pages'),
            items: previewedPages.map((value) => ({ value, label: t(`names.${value}`) })),
          },
          {
            group: t('mails'),
            items: previewedMails.map((value) => ({ value, label: t(`names.${value}`) })),
          },
        ]}
      />
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={t('device')}
          value={device}
          onChange={(value) => setDevice(value === 'desktop' ? 'desktop' : 'phone')}
          data={(['phone', 'desktop'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('language')}
          value={locale}
          onChange={(value) => setLocale(value === 'en' ? 'en' : 'es-AR')}
          data={[
            { value: 'es-AR', label: 'ES' },
            { value: 'en', label: 'EN' },
          ]}
        />
        {!isMailName(name) && (
          <SegmentedControl
            size="xs"
            aria-label={t('scheme')}
            value={scheme}
            onChange={(value) => setScheme(value === 'dark' ? 'dark' : 'light')}
            data={schemes.map((value) => ({ value, label: t(value) }))}
          />
        )}
      </Group>
      {!preview && !failed && <Skeleton height={540} maw={375} />}
      {preview?.kind === 'page' && (
        <ScaledFrame title={t(`names.${name}`)} html={preview.html} device={device} scheme={scheme} />
      )}
      {preview?.kind === 'mail' && <MailView mail={preview.mail} device={device} />}
      <p className="hint" role="status">
        {t(failed ? 'failed' : 'sample')}
      </p>
    </section>
  );
}

/** The last answer for the body; it stays until the next one has come. */
function usePreview(workspace: string, body: string) {
  const [asked] = useDebouncedValue(body, 300);
  const [preview, setPreview] = useState<Preview>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const response = await fetch(workspacePath(workspace, '/configuration/apps/gov-ar/preview'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: asked,
        signal: abort.signal,
      });
      if (!response.ok) return setFailed(true);
      setPreview(await response.json());
      setFailed(false);
    };
    load().catch(() => {
      if (!abort.signal.aborted) setFailed(true);
    });
    return () => abort.abort();
  }, [workspace, asked]);
  return { preview, failed };
}
