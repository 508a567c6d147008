'use client';

import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  MantineProvider,
  mergeThemeOverrides,
  type VariantColorsResolver,
} from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { ConfirmLogin } from './confirm-login.tsx';
import { KeysSheet } from './keys-sheet.tsx';

export function Providers({ nonce: given, children }: { nonce: string; children: ReactNode }) {
  // The Content-Security-Policy of the first document stays in force, and knows only its nonce. A refresh
  // brings another one.
  const [nonce] = useState(given);
  const worded = useWordedTheme();
  // The scroll lock of dialogs adds a style element.
  if (typeof window !== 'undefined') setNonce(nonce);
  return (
    <MantineProvider
      theme={worded}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-left" autoClose={6_000} />
      <ConfirmLogin>{children}</ConfirmLogin>
      <KeysSheet />
    </MantineProvider>
  );
}

/** The theme with translated labels for Mantine's own buttons. */
function useWordedTheme() {
  const t = useTranslations('console.shell.actions');
  return useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: {
          Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } },
          Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('close') } } },
          PasswordInput: {
            defaultProps: {
              visibilityToggleButtonProps: { 'aria-label': t('showPassword'), tabIndex: 0 },
            },
          },
        },
      }),
    [t],
  );
}

// The wizard's colours (public/wizard.css): petrol for actions, warm paper as background, green for live,
// amber for tests.
const petrol: MantineColorsTuple = [
  '#edf6f7',
  '#d9eaec',
  '#b1d6da',
  '#7fd0da',
  '#4fa6b2',
  '#2d8593',
  '#17697a',
  '#0b5563',
  '#083f4a',
  '#06282e',
];
const dark: MantineColorsTuple = [
  '#e9ecea',
  '#c9d1d0',
  '#abb6b5',
  '#8b9896',
  '#45545a',
  '#344043',
  '#20292c',
  '#1a2224',
  '#12181a',
  '#0c1112',
];
const red: MantineColorsTuple = [
  '#fbeae7',
  '#f6d3ce',
  '#f0b0a8',
  '#ff9d92',
  '#e2685d',
  '#cc4238',
  '#b8322a',
  '#a4231c',
  '#821a15',
  '#5c120e',
];
const green: MantineColorsTuple = [
  '#e4f2e8',
  '#cbe6d3',
  '#a6d6b5',
  '#84d5a2',
  '#4fae74',
  '#2f8f56',
  '#1f7a47',
  '#17663a',
  '#14522f',
  '#0d3a21',
];

/**
 * The filled variant is a deep shade in the light scheme and a light one in the dark scheme; Mantine picks
 * the text colour for only one of them.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const isWhiteOnFilled = input.variant === 'filled' && colors.color === 'var(--mantine-color-white)';
  return isWhiteOnFilled ? { ...colors, color: 'var(--alta-on-filled)' } : colors;
};

const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  variantColorResolver,
  colors: { petrol, dark, red, green },
  black: '#1c2426',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A dialog's header must not be a page landmark.
    Modal: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    // Keeps adjacent fields aligned, whatever the length of their hints.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
  headings: {
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.6rem', lineHeight: '1.25' },
      h2: { fontSize: '1.15rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
});

/** Mantine's greys have too little contrast on paper (WCAG 1.4.3). */
const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fffefb',
    '--mantine-color-text': '#1c2426',
    '--mantine-color-dimmed': '#545f61',
    '--mantine-color-placeholder': '#5f6a6c',
    '--mantine-color-default-border': '#c9c4b6',
    '--mantine-color-error': '#a4231c',
    '--mantine-color-anchor': '#0b5563',
    '--alta-paper': '#f6f4ef',
    '--alta-line': '#d9d4c7',
    '--alta-tint': '#e3eff0',
    '--alta-focus': '#1b6fc2',
    '--alta-on-filled': '#ffffff',
    '--mantine-color-red-light': '#fbeae7',
    '--mantine-color-red-light-color': '#a4231c',
    '--mantine-color-red-outline': '#a4231c',
    '--mantine-color-petrol-light': '#e3eff0',
    '--mantine-color-petrol-light-color': '#083f4a',
    '--mantine-color-green-light': '#e4f2e8',
    '--mantine-color-green-light-color': '#14522f',
    '--mantine-color-yellow-light': '#fff0c2',
    '--mantine-color-yellow-light-color': '#5c4300',
    '--alta-orange': '#ffe6d2',
    '--alta-orange-text': '#7d3a06',
    '--good': '#17663a',
    '--good-tint': '#e4f2e8',
    '--wait': '#7a4d00',
    '--wait-tint': '#fdf1d8',
    '--bad': '#a4231c',
    '--bad-tint': '#fbeae7',
    '--quiet': '#4c5658',
    '--quiet-tint': '#eeeae0',
    '--alta-active-line': '#f3f0e8',
    '--alta-selection': '#cfe4e7',
    '--alta-code-text': '#7a3b00',
    '--alta-code-value': '#17663a',
    '--alta-warning': '#a05a00',
    '--alta-differs': '#ffedb8',
  },
  dark: {
    '--mantine-color-body': '#1a2224',
    '--mantine-color-text': '#e9ecea',
    '--mantine-color-dimmed': '#abb6b5',
    '--mantine-color-placeholder': '#9aa6a5',
    '--mantine-color-default': '#20292c',
    '--mantine-color-default-hover': '#2a3538',
    '--mantine-color-default-border': '#45545a',
    '--mantine-color-error': '#ff9d92',
    '--mantine-color-anchor': '#7fd0da',
    '--alta-paper': '#12181a',
    '--alta-line': '#344043',
    '--alta-tint': '#163238',
    '--alta-focus': '#8cc4ff',
    '--alta-on-filled': '#06191c',
    '--mantine-color-red-light': '#3b1c19',
    '--mantine-color-red-light-color': '#ff9d92',
    '--mantine-color-red-outline': '#ff9d92',
    '--mantine-color-petrol-light': '#163238',
    '--mantine-color-petrol-light-color': '#a5e1e8',
    '--mantine-color-green-light': '#14301f',
    '--mantine-color-green-light-color': '#84d5a2',
    '--mantine-color-yellow-light': '#3d3208',
    '--mantine-color-yellow-light-color': '#ffd873',
    '--alta-orange': '#42270f',
    '--alta-orange-text': '#ffb27a',
    '--good': '#84d5a2',
    '--good-tint': '#16301f',
    '--wait': '#f3c667',
    '--wait-tint': '#33280f',
    '--bad': '#ff9d92',
    '--bad-tint': '#3b1c19',
    '--quiet': '#b9c3c2',
    '--quiet-tint': '#2a3538',
    '--alta-active-line': '#20292c',
    '--alta-selection': '#2a4a50',
    '--alta-code-text': '#f0bd8a',
    '--alta-code-value': '#84d5a2',
    '--alta-warning': '#ffb27a',
    '--alta-differs': '#4a3b10',
    '--mantine-primary-color-contrast': '#06282e',
  },
});
