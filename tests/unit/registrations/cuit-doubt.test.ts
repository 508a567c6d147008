import { expect, test } from 'vitest';
import { cuitDoubtOf, differClearly, isCuitInQuestion } from '#lib/registrations/cuit-doubt.ts';
import { registrationAt } from '#tests/unit/wizard/registrations.ts';

test.each([
  ['the same', 'Panadería La Espiga S.A.', 'Panadería La Espiga S.A.'],
  ['accents and capitals', 'Panadería La Espiga', 'PANADERIA LA ESPIGA'],
  ['the legal form', 'La Espiga S.R.L.', 'ESPIGA SOCIEDAD DE RESPONSABILIDAD LIMITADA'],
  ['a legal form with spaces', 'Tornillos del Sur S. A. S.', 'TORNILLOS DEL SUR SAS'],
  ['surname first', 'Ana García', 'GARCIA ANA MARIA'],
  ['a married name', 'María Pérez de Gómez', 'PEREZ MARIA'],
  ['a trade name within', 'El Tornillo', 'FERRETERIA EL TORNILLO SRL'],
  ['a name in one word', 'MercadoSur', 'MERCADO SUR S.A.'],
  ['a plural', 'Tornillos del Sur', 'FERRETERIA EL TORNILLO'],
  ['a comma and an apostrophe', "D'Angelo, Luis", 'DANGELO LUIS'],
  ['the letters Ñ and Ü', 'Ñandú y Güemes', 'NANDU GUEMES S A'],
  ['nothing but a legal form', 'S.A.', 'TRANSPORTES DEL LITORAL SA'],
])('names that differ in nothing but %s may be one taxpayer’s', (_, one, other) => {
  expect(differClearly(one, other)).toBe(false);
  expect(differClearly(other, one)).toBe(false);
});

test.each([
  ['Panadería La Espiga S.A.', 'TRANSPORTES DEL LITORAL S.A.'],
  ['La Espiga S.R.L.', 'LA ESTRELLA S.R.L.'],
  ['Ana García', 'BENITEZ MARTIN'],
  ['Cooperativa El Tornillo Ltda.', 'COOPERATIVA LA UNION LIMITADA'],
  ['Pérez Hnos. S.H.', 'GOMEZ HERMANOS SH'],
])('names without a significant word in common differ: %s and %s', (one, other) => {
  expect(differClearly(one, other)).toBe(true);
  expect(differClearly(other, one)).toBe(true);
});

const { supplier } = registrationAt('started', 'live');
const other = { [supplier.cuit]: 'TRANSPORTES DEL LITORAL S.A.' };

test('a CUIT is in question under another name, and in doubt under none', () => {
  const named = registrationAt('started', 'live', { namesAtAuthority: other });
  expect([cuitDoubtOf(named), isCuitInQuestion(named)]).toEqual(['other-name', true]);
  const unknown = registrationAt('started', 'live', { namesAtAuthority: { [supplier.cuit]: null } });
  expect([cuitDoubtOf(unknown), isCuitInQuestion(unknown)]).toEqual(['unknown', false]);
});

test('an answer ends the question, not the doubt', () => {
  const cuitAnswer = { answer: 'right', at: new Date() } as const;
  const answered = registrationAt('started', 'live', { namesAtAuthority: other, cuitAnswer });
  expect([cuitDoubtOf(answered), isCuitInQuestion(answered)]).toEqual(['other-name', false]);
});

test.each([
  ['the register was not read', registrationAt('started', 'live')],
  ['the register is the sandbox’s', registrationAt('started', 'sandbox', { namesAtAuthority: other })],
  [
    'the registration is a renewal',
    registrationAt('started', 'live', { namesAtAuthority: other, intent: 'renew' }),
  ],
  [
    'the name is another CUIT’s',
    registrationAt('started', 'live', { namesAtAuthority: { '30500000003': 'BANCO DEL LITORAL' } }),
  ],
])('a CUIT is not in doubt if %s', (_, registration) => {
  expect(cuitDoubtOf(registration)).toBeUndefined();
});
