import { AltaError } from '#lib/errors.ts';

const jsonRange = /^(\*\/\*|application\/(\*|json|[\w.+-]*\+json))$/;

/** Every answer is JSON, but for downloads. @throws AltaError `not-acceptable` when the caller takes none. */
export function refuseUnacceptable(request: Request, answersWith: 'json' | 'file' = 'json'): void {
  const accept = request.headers.get('accept');
  if (!accept || accept.includes('*/*') || answersWith === 'file') return;
  const takesJson = accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return jsonRange.test(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
  if (!takesJson) throw new AltaError('not-acceptable', 'The answer is application/json.');
}
