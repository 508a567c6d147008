import type { ReactNode } from 'react';

interface StepFormProps {
  action: string;
  /** Which of the page's forms this is, where a page has several. */
  intent?: string;
  children: ReactNode;
  weight?: 'main' | 'second';
}

/** A form that is only its button: "I did it". */
export function StepForm({ action, intent, children, weight = 'main' }: StepFormProps) {
  return (
    <form method="post" action={action} className="next">
      <button
        type="submit"
        className={weight === 'main' ? 'button' : 'button button-second'}
        name={intent && 'intent'}
        value={intent}
      >
        {children}
      </button>
    </form>
  );
}
