'use client';

import { Radio, Stack } from '@mantine/core';

/** How many hours what is replaced goes on beside what takes its place; a week is the most. */
const overlaps = ['24', '72', '168', '0'] as const;
type Overlap = (typeof overlaps)[number];
export const suggestedOverlap: Overlap = '24';

interface OverlapFieldProps {
  label: string;
  description: string;
  labelOf: (overlap: Overlap) => string;
  value: Overlap;
  onChange: (overlap: Overlap) => void;
}

/** Asks how long a key or a secret goes on once another has taken its place. */
export function OverlapField({ labelOf, onChange, ...group }: OverlapFieldProps) {
  return (
    <Radio.Group {...group} onChange={(overlap) => onChange(overlap as Overlap)}>
      <Stack gap="xs" mt="xs">
        {overlaps.map((overlap) => (
          <Radio key={overlap} value={overlap} label={labelOf(overlap)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
