'use client';

import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** A filter that submits the form as soon as a value is chosen. */
export function ChoiceFilter(props: NativeSelectProps) {
  return <NativeSelect {...props} onChange={(event) => event.currentTarget.form?.requestSubmit()} />;
}
