import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsqr from 'jsqr';

export interface ReadPage {
  text: string;
  /** Content that a phone would read from the QR on the page. */
  qr: string | undefined;
}

type Scan = (data: Uint8ClampedArray, width: number, height: number) => { data: string } | null;
// The types declare the function as the module's default, which Node wraps once more.
const scan = ((jsqr as unknown as { default?: Scan }).default ?? jsqr) as Scan;

/** Reads a PDF with the browser's own engine: its words, and the QR from the rendered picture. */
export async function readPdf(bytes: Uint8Array, { qr }: { qr: 'scan' | 'skip' }): Promise<ReadPage[]> {
  const pdfium = await PDFiumLibrary.init();
  const document = await pdfium.loadDocument(bytes);
  const pages: ReadPage[] = [];
  for (const page of document.pages()) {
    const text = page.getText().replace(/\s+/g, ' ');
    if (qr === 'skip') {
      pages.push({ text, qr: undefined });
      continue;
    }
    const { data, width, height } = await page.render({ scale: 3, render: 'bitmap' });
    pages.push({ text, qr: scan(new Uint8ClampedArray(data), width, height)?.data });
  }
  document.destroy();
  pdfium.destroy();
  return pages;
}
