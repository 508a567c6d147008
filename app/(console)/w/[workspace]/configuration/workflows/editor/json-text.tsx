'use client';

import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { useNonce } from '../../../../../_shell/providers.tsx';

interface JsonTextProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** JSON in colours, its first mistake underlined. Tab leaves it, as it leaves every other field. */
export function JsonText({ label, value, onChange }: JsonTextProps) {
  const nonce = useNonce();
  const scheme = useComputedColorScheme('light');
  const extensions = useMemo(
    () => [
      json(),
      linter(jsonParseLinter()),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ 'aria-label': label }),
    ],
    [nonce, label],
  );
  return (
    <CodeMirror
      className="json-text"
      value={value}
      theme={scheme}
      extensions={extensions}
      indentWithTab={false}
      onChange={onChange}
    />
  );
}
