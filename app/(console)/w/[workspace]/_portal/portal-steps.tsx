import type { ReactNode } from 'react';

export function PortalSteps({ steps }: { steps: [key: string, step: ReactNode][] }) {
  return (
    <ol className="portal-steps">
      {steps.map(([key, step]) => (
        <li key={key}>{step}</li>
      ))}
    </ol>
  );
}
