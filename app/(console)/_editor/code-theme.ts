import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const line = 'var(--alta-line)';

/** In the Console's own colours, which change with the scheme. */
export const codeTheme = [
  EditorView.theme({
    '&': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': {
      fontFamily: 'var(--mantine-font-family-monospace)',
      fontSize: '0.875rem',
      lineHeight: '1.65',
    },
    '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '0.75rem 0' },
    '.cm-line': { padding: '0 1rem 0 0.5rem' },
    '.cm-gutters': {
      backgroundColor: 'var(--mantine-color-body)',
      color: 'var(--mantine-color-dimmed)',
      border: 'none',
    },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--alta-active-line)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--alta-selection)',
    },
    '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
    '.cm-matchingBracket': { backgroundColor: 'var(--alta-selection)', outline: 'none' },
    '.cm-lintRange-error': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--mantine-color-error) 1.5px',
      textUnderlineOffset: '3px',
      textDecorationSkipInk: 'none',
    },
    '.cm-lintRange-warning': {
      backgroundImage: 'none',
      textDecoration: 'underline wavy var(--alta-warning) 1.5px',
      textUnderlineOffset: '3px',
      textDecorationSkipInk: 'none',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--mantine-color-body)',
      color: 'var(--mantine-color-text)',
      border: `1px solid ${line}`,
      borderRadius: 'var(--mantine-radius-md)',
      boxShadow: 'var(--mantine-shadow-md)',
      overflow: 'hidden',
      maxWidth: 'min(30rem, 90vw)',
    },
    '.cm-diagnostic': { padding: '0.5rem 0.75rem', fontFamily: 'var(--mantine-font-family)' },
    '.cm-diagnostic-error': { borderLeft: '4px solid var(--mantine-color-error)' },
    '.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.75rem !important' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--alta-tint)',
      color: 'var(--mantine-color-text)',
    },
    '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--mantine-color-dimmed)', marginLeft: '1rem' },
    '.cm-panels': {
      backgroundColor: 'var(--alta-paper)',
      color: 'var(--mantine-color-text)',
      borderColor: line,
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: 'var(--mantine-color-anchor)' },
      { tag: tags.string, color: 'var(--alta-code-text)' },
      { tag: [tags.number, tags.bool, tags.null], color: 'var(--alta-code-value)' },
      { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--mantine-color-dimmed)' },
    ]),
  ),
];
