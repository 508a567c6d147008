import type { CompletedRegistration } from '#lib/mail/registration-letters.ts';

/** What the mails of these tests are about. */
export const workspace = {
  name: 'Facturas del Sur S.A.',
  environment: 'live' as const,
  contactEmail: 'ayuda@facturasdelsur.example',
};
export const register = { sender: workspace, intent: 'register' as const };
export const supplier = { name: 'Ferretería El Tornillo S.R.L.', cuit: '30712345671' };
export const ref = '3kTq0ZyB7mW1cXvN8sRfLpDg2H';
export const link = { url: `https://alta.example/reg/${ref}`, expiresAt: new Date('2026-12-21T15:00:00Z') };
export const expiry = { workspace, supplier, notAfter: new Date('2028-11-21T02:30:00Z'), daysLeft: 30 };

export const completed: CompletedRegistration = {
  workspace,
  intent: 'register',
  supplier,
  stage: 'ready',
  points: [],
  lacking: [],
  notAfter: new Date('2028-11-21T02:30:00Z'),
};

export const both = ({ text, html }: { text: string; html: string }) => [text, html];
