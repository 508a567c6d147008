import { type Colour, colourShape } from '#lib/colour.ts';
import { themeCss } from '#lib/wizard-theme.ts';

/** `/tema/0b5563.css`. The response depends on the colour alone, so anybody may cache it. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }) {
  const { file } = await params;
  const colour = `#${file.replace(/\.css$/, '')}`;
  if (!file.endsWith('.css') || !colourShape.test(colour)) return new Response(null, { status: 404 });
  return new Response(themeCss(colour as Colour), { headers: { 'content-type': 'text/css; charset=utf-8' } });
}
