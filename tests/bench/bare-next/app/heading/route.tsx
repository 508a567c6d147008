/** A minimal rendered page: one heading, made by the same renderer as the wizard's pages. */
export async function GET(): Promise<Response> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  return new Response(renderToStaticMarkup(<h1>Alta</h1>), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
