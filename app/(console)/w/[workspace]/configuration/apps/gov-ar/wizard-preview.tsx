'use client';

import { useTranslations } from 'next-intl';
import type { CSSProperties } from 'react';
import type { Environment } from '#lib/authority-environment.ts';
import { type Tones, tonesOf } from '#lib/wizard-theme.ts';
import { colourOf, ownColour } from './colour-field.tsx';

export interface PreviewFrame {
  environment: Environment;
  /** The head's sentence before and after the name. */
  asks: [string, string];
}

interface WizardPreviewProps {
  frame: PreviewFrame;
  name: string;
  logo: string | null;
  colour: string;
  greeting: string;
}

/** The head of the wizard while its looks are chosen: by day and by night, as a supplier's browser asks for it. */
export function WizardPreview({ frame, ...looks }: WizardPreviewProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const colour = colourOf(looks.colour);
  const tones = colour ? tonesOf(colour) : ownTones;
  return (
    <section className="wizard-previews" aria-label={t('preview')}>
      {(['light', 'dark'] as const).map((scheme) => (
        <figure key={scheme} style={{ margin: 0 }}>
          <figcaption className="hint">{t(`previews.${scheme}`)}</figcaption>
          <Head scheme={scheme} tones={tones[scheme]} frame={frame} {...looks} />
        </figure>
      ))}
    </section>
  );
}

/** Where no colour is chosen (public/wizard.css). */
const ownTones: ReturnType<typeof tonesOf> = {
  light: { accent: ownColour, accentDeep: '#083f4a', onAccent: '#ffffff', tint: '#e3eff0' },
  dark: { accent: '#7fd0da', accentDeep: '#a5e1e8', onAccent: '#06282e', tint: '#163238' },
};

interface HeadProps extends WizardPreviewProps {
  scheme: 'light' | 'dark';
  tones: Tones;
}

function Head({ scheme, tones, frame: { environment, asks }, name, logo, greeting }: HeadProps) {
  const t = useTranslations('console.configuration.apps.settings');
  const [before, after] = asks;
  const colours = {
    '--wizard-accent': tones.accent,
    '--wizard-accent-deep': tones.accentDeep,
    '--wizard-on-accent': tones.onAccent,
    '--wizard-tint': tones.tint,
  } as CSSProperties;
  return (
    <div className={`wizard-preview wizard-preview-${scheme}`} style={colours}>
      <p className={`wizard-world wizard-world-${environment}`}>{t(`worlds.${environment}`)}</p>
      <div className="wizard-head">
        {/* biome-ignore lint/performance/noImgElement: it is in the page already */}
        {logo && <img src={logo} alt="" className="logo-thumb" />}
        <p lang="es-AR">
          {before}
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {after}
        </p>
      </div>
      {greeting && (
        <p className="wizard-greeting" lang="es-AR">
          {greeting}
        </p>
      )}
      <div className="wizard-body">
        <span className="wizard-button">{t('previewButton')}</span>
        <span className="wizard-link">{t('previewLink')}</span>
        <span className="wizard-tint">{t('previewTint')}</span>
      </div>
    </div>
  );
}
